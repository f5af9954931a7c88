import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Configurations of table cells, headers and footers, and the states that they are updated for.
@MainActor @Suite struct TableConfigurationTests {
  private final class StateCell: UITableViewCell {
    var log: Log?
    var backgrounds = 0
    override var backgroundConfiguration: UIBackgroundConfiguration? { didSet { backgrounds += 1 } }
    override func updateConfiguration(using state: UICellConfigurationState) {
      super.updateConfiguration(using: state)
      let words = [
        state.isSelected ? "selected" : nil, state.isHighlighted ? "highlighted" : nil,
        state.isEditing ? "editing" : nil, state.isSwiped ? "swiped" : nil,
        state.isReordering ? "reordering" : nil, state.isDisabled ? "disabled" : nil,
      ].compactMap { $0 }
      log?("update \(words.isEmpty ? "plain" : words.joined(separator: " "))")
    }
    override func prepareForReuse() { log?("reuse") }
  }
  private final class Header: UITableViewHeaderFooterView {
    var log: Log?
    override func updateConfiguration(using state: UIViewConfigurationState) {
      super.updateConfiguration(using: state)
      log?("header \(state.isPinned ? "pinned" : "at its place")")
    }
  }
  private final class Source: NSObject, UITableViewDataSource, UITableViewDelegate {
    let log: Log
    var header: UITableViewHeaderFooterView?
    var footer: UITableViewHeaderFooterView?
    init(_ log: Log) { self.log = log }
    override class var _carobMethods: [_CarobMethod] {
      has(
        "tableView:viewForHeaderInSection:", "tableView:viewForFooterInSection:",
        "tableView:willDisplayCell:forRowAtIndexPath:")
    }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      header == nil ? 1 : 60
    }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = StateCell(style: .default, reuseIdentifier: "cell")
      if indexPath.row == 0, header == nil { cell.log = log }
      return cell
    }
    func tableView(
      _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
      if indexPath.row == 0, header == nil { log("will display") }
    }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { header }
    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { footer }
  }

  private func showing(
    header: UITableViewHeaderFooterView? = nil, footer: UITableViewHeaderFooterView? = nil,
    _ body: (TestDevice, UITableView) -> Void
  ) {
    withDevice { device in
      let table = UITableView(frame: CGRect(x: 0, y: 100, width: 300, height: 500), style: .plain)
      table.rowHeight = 44
      let source = Source(device.log)
      (source.header, source.footer) = (header, footer)
      (table.dataSource, table.delegate) = (source, source)
      device.showEmpty().addSubview(table)
      device.turn()
      body(device, table)
    }
  }

  @Test(.rule("E-1092"))
  func `a cell is configured before it is displayed, and once for each change of state`() {
    showing { device, table in
      let path = IndexPath(row: 0, section: 0)
      #expect(device.log.take() == ["update plain", "will display"])
      device.turn()
      #expect(device.log.take() == [])
      table.selectRow(at: path, animated: false, scrollPosition: .none)
      table.deselectRow(at: path, animated: false)
      table.selectRow(at: path, animated: false, scrollPosition: .none)
      #expect(device.log.take() == [])
      device.turn()
      #expect(device.log.take() == ["update selected"])
      table.deselectRow(at: path, animated: false)
      table.setEditing(true, animated: false)
      device.turn()
      #expect(device.log.take() == ["update editing"])
      let cell = table.cellForRow(at: path)
      cell?.isHighlighted = true
      cell?.setNeedsUpdateConfiguration()
      device.turn()
      #expect(device.log.take() == ["update highlighted editing"])
    }
  }

  @Test(.rule("E-1092")) func `a handler configures a cell, and its configurations follow the state`() {
    showing { device, table in
      guard let cell = table.visibleCells.first as? StateCell else {
        Issue.record("no cell")
        return
      }
      _ = device.log.take()
      cell.configurationUpdateHandler = { cell, state in
        var content = cell.defaultContentConfiguration()
        content.text = state.isSelected ? "on" : "off"
        cell.contentConfiguration = content
        cell.backgroundConfiguration = .listGroupedCell()
      }
      device.turn()
      let content = cell.contentView.subviews.first
      #expect(cell.contentView.shownTexts == ["off"] && cell.backgrounds == 1)
      let background = cell.subviews.first as? CellBackground
      #expect(background?.backgroundColor == .secondarySystemGroupedBackground)
      table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
      device.turn()
      #expect(cell.contentView.shownTexts == ["on"] && cell.contentView.subviews.first === content)
      #expect(background?.backgroundColor == .systemGray4)
      cell.automaticallyUpdatesBackgroundConfiguration = false
      cell.configurationUpdateHandler = nil
      cell.backgroundConfiguration = .listPlainCell()
      #expect(background?.backgroundColor == .systemBackground)
      cell.backgroundConfiguration = nil
      cell.contentConfiguration = nil
      #expect(background?.superview == nil && content?.superview == nil)
    }
  }

  @Test(.rule("E-1092")) func `a swiped and a reordered row have it in their state`() {
    showing { device, table in
      guard let cell = table.visibleCells.first else {
        Issue.record("no cell")
        return
      }
      table.swipe = RowSwipe(
        IndexPath(row: 0, section: 0), .trailing, [], allowsFullSwipe: false, isDefault: false)
      #expect(cell.configurationState.isSwiped)
      device.turn()
      table.swipe = nil
      #expect(!cell.configurationState.isSwiped)
      device.turn()
      #expect(table.beginReordering(cell, at: 10) && cell.configurationState.isReordering)
      device.turn()
      table.cancelReordering()
      device.turn()
      #expect(
        device.log.take() == [
          "update plain", "will display", "update swiped", "update plain", "update reordering",
          "update plain",
        ])
    }
  }

  @Test(.rule("E-1092")) func `a header is pinned while it is at the edge instead of at its place`() {
    let header = Header(reuseIdentifier: nil)
    withExtendedLifetime(header) {
      showing(header: header) { device, table in
        header.log = device.log
        _ = device.log.take()
        let top = table.contentOffset.y
        table.contentOffset.y = top + 100
        device.turn()
        table.contentOffset.y = top + 200
        device.turn()
        table.contentOffset.y = top
        device.turn()
        #expect(device.log.take() == ["header pinned", "header at its place"])
      }
    }
  }

  @Test(.rule("E-1092"))
  func `a header and a footer have the content of their table's style and are as high as it`() {
    let (header, footer) = (Header(reuseIdentifier: nil), Header(reuseIdentifier: nil))
    header.configurationUpdateHandler = { view, state in
      var content = view.defaultContentConfiguration()
      content.text = "Fruit"
      view.contentConfiguration = content
      view.backgroundConfiguration = view.defaultBackgroundConfiguration()
    }
    footer.contentConfiguration = UIListContentConfiguration.plainFooter()
    showing(header: header, footer: footer) { device, table in
      #expect(header.contentView.shownTexts == ["Fruit"])
      let wanted = (header.contentConfiguration as? UIListContentConfiguration)?.makeContentView()
        .sizeThatFits(CGSize(width: 300, height: 0)).height
      #expect(header.bounds.height == wanted)
      #expect((header.subviews.first as? CellBackground)?.frame == header.bounds)
      #expect(!header.isFooter && header.configurationState.isPinned == false)
    }
  }
}
