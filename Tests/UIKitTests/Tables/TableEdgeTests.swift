import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Header padding and heights, and the insets of separators and texts.
@MainActor @Suite struct TableEdgeTests {
  private func showing(
    _ width: CGFloat = 300, style: UITableView.Style = .plain, source: EdgeSource.Type = EdgeSource.self,
    _ body: (TestDevice, UITableView, EdgeSource) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let table = UITableView(frame: CGRect(x: 0, y: 100, width: width, height: 300), style: style)
      table.contentInsetAdjustmentBehavior = .never
      table.rowHeight = 44
      let data = source.init()
      data.log = device.log
      (table.dataSource, table.delegate) = (data, data)
      root.addSubview(table)
      device.turn()
      body(device, table, data)
    }
  }
  private func line(_ cell: UITableViewCell?) -> CGRect {
    cell?.subviews.first { $0.bounds.height < 1 }?.frame ?? .zero
  }

  @Test(.rule("E-594"))
  func `the padding above headers is 22 points in a plain table, or the value that is set`() {
    showing(source: TitledSource.self) { device, table, _ in
      @MainActor func tops() -> [CGFloat] {
        device.turn()
        return (0..<2).flatMap { [table.rect(forSection: $0).minY, table.rectForHeader(inSection: $0).minY] }
          + [table.rectForRow(at: IndexPath(row: 0, section: 1)).minY, table.contentSize.height]
      }
      // 22 + 28 + 2 × 44 for each section.
      #expect(tops() == [0, 22, 138, 160, 188, 276])
      table.sectionHeaderTopPadding = 0
      #expect(tops() == [0, 0, 116, 116, 144, 232])
      table.sectionHeaderTopPadding = 5
      #expect(tops() == [0, 5, 121, 126, 154, 242])
    }
    showing { device, table, _ in
      // Without headers there is no padding.
      #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 0)
    }
    showing(style: .grouped, source: TitledSource.self) { device, table, _ in
      let top = table.rectForHeader(inSection: 0).minY
      table.sectionHeaderTopPadding = 10
      device.turn()
      #expect(top == 0 && table.rectForHeader(inSection: 0).minY == 10)
    }
  }

  @Test(.rule("E-595")) func `a header view has the height that its constraints give`() {
    showing(source: ViewSource.self) { device, table, _ in
      #expect(table.rectForHeader(inSection: 0).height == 61)
      #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 83)
      // The second header is visible, too, because 22 + 61 + 88 is within the table's height.
      #expect(table.rectForHeader(inSection: 1).height == 61)
    }
  }

  @Test(.rule("E-595"))
  func `with an estimate, a header's height is requested before the header is displayed`() {
    showing(source: EstimateSource.self) { device, table, _ in
      // 22 + 30 + 7 × 44 + 22 points are above the second header.
      #expect(device.log.take() == ["estimate 0", "estimate 1", "height 0"])
      #expect(table.rectForHeader(inSection: 0).height == 30)
      #expect(table.rectForHeader(inSection: 1) == CGRect(x: 0, y: 382, width: 300, height: 200))
      table.contentOffset.y = 200
      device.turn()
      #expect(device.log.take() == ["height 1"] && table.rectForHeader(inSection: 1).height == 30)
    }
  }

  @Test(.rule("E-596")) func `separators use the cell's insets, or the table's if the cell sets none`() {
    showing { device, table, _ in
      let cell = table.cellForRow(at: IndexPath(row: 0, section: 0))
      @MainActor func ends() -> [CGFloat] {
        device.turn()
        return [line(cell).minX, line(cell).maxX]
      }
      #expect(ends() == [16, 300] && table.separatorInset.left == 16)
      table.separatorInset = UIEdgeInsets(top: 0, left: 40, bottom: 0, right: 10)
      #expect(ends() == [40, 290] && cell?.separatorInset.left == 40)
      table.separatorInsetReference = .fromAutomaticInsets
      #expect(ends() == [56, 290])
      table.separatorInsetReference = .fromCellEdges
      cell?.separatorInset = .zero
      #expect(ends() == [0, 300])
      table.separatorColor = .red
      #expect(cell?.subviews.first { $0.bounds.height < 1 }?.backgroundColor == .red)
    }
  }

  @Test(.rule("E-596")) func `in a wide table texts and separators are limited to the readable width`() {
    showing(1000) { device, table, _ in
      let cell = table.cellForRow(at: IndexPath(row: 0, section: 0))
      #expect(cell?.textLabel?.frame.minX == 16)
      table.cellLayoutMarginsFollowReadableWidth = true
      device.turn()
      // 672 points, centered.
      #expect(cell?.textLabel?.frame.minX == 164 && cell?.textLabel?.frame.width == 672)
      #expect(line(cell).minX == 164 && cell?.contentView.layoutMargins.left == 164)
      table.cellLayoutMarginsFollowReadableWidth = false
      device.turn()
      #expect(cell?.textLabel?.frame.minX == 16 && line(cell).minX == 16)
    }
  }
}

private class EdgeSource: NSObject, UITableViewDataSource, UITableViewDelegate {
  var log: Log?
  required override init() { super.init() }
  override class var _carobMethods: [_CarobMethod] { has("numberOfSectionsInTableView:") }
  func numberOfSections(in tableView: UITableView) -> Int { 2 }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    self is EstimateSource && section == 0 ? 7 : 2
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.text = "Row"
    return cell
  }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Title" }
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    let header = UITableViewHeaderFooterView(reuseIdentifier: nil)
    let box = UIView()
    box.translatesAutoresizingMaskIntoConstraints = false
    header.contentView.addSubview(box)
    NSLayoutConstraint.activate([
      box.topAnchor.constraint(equalTo: header.contentView.topAnchor, constant: 10),
      box.bottomAnchor.constraint(equalTo: header.contentView.bottomAnchor, constant: -10),
      box.leadingAnchor.constraint(equalTo: header.contentView.leadingAnchor),
      box.heightAnchor.constraint(equalToConstant: 41),
    ])
    return header
  }
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    log?("height \(section)")
    return 30
  }
  func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
    log?("estimate \(section)")
    return 200
  }
}
private final class TitledSource: EdgeSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + has("tableView:titleForHeaderInSection:")
  }
}
private final class ViewSource: EdgeSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + has("tableView:viewForHeaderInSection:")
  }
}
private final class EstimateSource: EdgeSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "tableView:titleForHeaderInSection:", "tableView:heightForHeaderInSection:",
        "tableView:estimatedHeightForHeaderInSection:")
  }
}
