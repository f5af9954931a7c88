import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The calls of a table to its data source and delegate.
@MainActor @Suite struct TableTests {
  private func showing(
    rows: [Int], _ source: TableSource.Type = TableSource.self, height: CGFloat = 132,
    _ prepare: (UITableView) -> Void = { $0.rowHeight = 44 },
    _ body: (TestDevice, UITableView, TableSource) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let table = UITableView(frame: CGRect(x: 0, y: 100, width: 300, height: height), style: .plain)
      let source = source.init(device.log, rows)
      table.contentInsetAdjustmentBehavior = .never
      prepare(table)
      table.dataSource = source
      table.delegate = source
      table.register(LoggingCell.self, forCellReuseIdentifier: "cell")
      root.addSubview(table)
      body(device, table, source)
    }
  }

  @Test(.rule("E-260", "E-262"))
  func `the first layout asks for counts, then for each visible row in turn, then for headers`() {
    showing(rows: [5, 1], FullSource.self) { device, table, source in
      device.turn()
      #expect(
        device.log.take() == [
          "sections", "header height 0", "footer height 0", "rows in 0", "header height 1",
          "footer height 1", "rows in 1",
          "cell 0.0", "height 0.0", "willDisplay 0.0", "cell 0.1", "height 0.1", "willDisplay 0.1",
          "cell 0.2", "height 0.2", "willDisplay 0.2", "title 0", "willDisplayHeader 0",
        ])
    }
  }

  @Test(.rule("E-553"), arguments: [UITableView.ScrollPosition.top, .middle, .bottom])
  func `scrollToNearestSelectedRow picks the nearest selected row`(_ position: UITableView.ScrollPosition) {
    showing(rows: [40]) { table in
      table.rowHeight = 44
      table.allowsMultipleSelection = true
    } _: { device, table, source in
      device.turn()
      table.scrollToNearestSelectedRow(at: position, animated: false)
      #expect(table.contentOffset.y == 0)
      for row in [2, 9, 12, 30] {
        table.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .none)
      }
      // Rows 10 to 12 are visible.
      table.contentOffset.y = 440
      table.scrollToNearestSelectedRow(at: position, animated: false)
      let wanted: [UITableView.ScrollPosition: CGFloat] = [.top: 396, .middle: 484, .bottom: 440]
      #expect(table.contentOffset.y == wanted[position])
    }
  }

  @Test(.rule("E-262"))
  func `with estimatedRowHeight 0, all heights are requested when the rows are counted`() {
    showing(rows: [3], HeightSource.self, height: 44) { table in
      table.estimatedRowHeight = 0
    } _: { device, table, source in
      device.turn()
      #expect(
        device.log.take() == [
          "sections", "header height 0", "footer height 0", "rows in 0", "height 0.0", "height 0.1",
          "height 0.2", "cell 0.0", "willDisplay 0.0",
        ])
    }
  }

  @Test(.rule("E-260"))
  func `a plain table reserves no space for missing headers, whatever sectionHeaderHeight is`() {
    func edges(_ source: TableSource.Type) -> [CGFloat] {
      var heights: [CGFloat] = []
      showing(rows: [1], source) { table in
        table.rowHeight = 44
        table.sectionHeaderHeight = 22
        table.sectionFooterHeight = 11
        table.sectionHeaderTopPadding = 0
      } _: { device, table, _ in
        device.turn()
        heights = [
          table.rectForHeader(inSection: 0).height, table.rectForFooter(inSection: 0).height,
          table.rect(forSection: 0).height, table.rect(forSection: 1).height,
        ]
      }
      return heights
    }
    #expect(edges(TableSource.self) == [0, 0, 44, 0])
    #expect(edges(TitleSource.self) == [22, 0, 66, 0])
  }

  @Test(.rule("E-261")) func `without numberOfSections a table has one section`() {
    withDevice { device in
      let root = device.showEmpty()
      let table = UITableView(frame: CGRect(x: 0, y: 100, width: 300, height: 100))
      let source = PlainSource()
      table.dataSource = source
      root.addSubview(table)
      device.turn()
      #expect(table.numberOfSections == 1 && table.numberOfRows(inSection: 0) == 2)
    }
  }

  @Test(.rule("E-260")) func `a header's title is requested only once`() {
    showing(rows: [1], TitleSource.self) { device, table, source in
      device.turn()
      table.setNeedsLayout()
      device.turn()
      #expect(device.log.take().filter { $0.hasPrefix("title") } == ["title 0"])
    }
  }

  @Test(.rule("E-263", "E-271"))
  func `reloadData counts at once, clears the selection, and requests cells at the next layout`() {
    showing(rows: [100]) { device, table, _ in
      device.turn()
      table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
      _ = device.log.take()
      table.reloadData()
      #expect(table.indexPathForSelectedRow == nil)
      #expect(device.log.take() == ["sections", "rows in 0"])
      device.turn()
      #expect(
        device.log.take() == [
          "reuse", "cell 0.0", "willDisplay 0.0", "reuse", "cell 0.1", "willDisplay 0.1", "reuse",
          "cell 0.2", "willDisplay 0.2",
        ])
    }
  }

  @Test(.rule("E-264", "E-265"))
  func `the cell of a row that scrolls out of view is reused for the row that appears`() {
    showing(rows: [100]) { device, table, _ in
      device.turn()
      #expect(!device.log.take().contains("reuse"))
      table.contentOffset.y = 44
      device.turn()
      #expect(device.log.take() == ["didEndDisplaying 0.0", "reuse", "cell 0.3", "willDisplay 0.3"])
      table.contentOffset.y = 44 * 50
      device.turn()
      #expect(
        device.log.take() == [
          "didEndDisplaying 0.1", "didEndDisplaying 0.2", "didEndDisplaying 0.3", "reuse", "cell 0.50",
          "willDisplay 0.50", "reuse", "cell 0.51", "willDisplay 0.51", "reuse", "cell 0.52",
          "willDisplay 0.52",
        ])
      #expect(table.indexPathsForVisibleRows?.map(\.row) == [50, 51, 52])
    }
  }

  @Test(.rule("E-265"))
  func `dequeuing an unknown identifier returns nil, or stops the app if a cell is required`() async {
    #expect(UITableView().dequeueReusableCell(withIdentifier: "unknown") == nil)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = UITableView().dequeueReusableCell(
          withIdentifier: "unknown", for: IndexPath(row: 0, section: 0))
      }
    }
    #expect(errors(of: result).contains("unable to dequeue a cell with identifier unknown"))
  }

  @Test(.rule("E-690"))
  func `the last registration of an identifier replaces earlier ones, and nil removes it`() {
    withDevice { _ in
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
      // The file does not exist; a nib that was replaced is never instantiated.
      let nib = UINib(nibName: "Nowhere", bundle: nil)
      table.register(nib, forCellReuseIdentifier: "a")
      table.register(LoggingCell.self, forCellReuseIdentifier: "a")
      #expect(table.dequeueReusableCell(withIdentifier: "a") is LoggingCell)
      table.register(nil as AnyClass?, forCellReuseIdentifier: "a")
      #expect(table.dequeueReusableCell(withIdentifier: "a") == nil)
      table.register(nib, forHeaderFooterViewReuseIdentifier: "h")
      table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "h")
      #expect(table.dequeueReusableHeaderFooterView(withIdentifier: "h") != nil)
    }
  }

  @Test(.rule("E-266", "E-267"))
  func `tapping a row deselects the selected row before it selects the tapped one`() {
    showing(rows: [3]) { device, table, source in
      device.turn()
      table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
      source.logsSelection = true
      for case let cell as LoggingCell in table.visibleCells { cell.logsLooks = true }
      device.observe(UITableView.selectionDidChangeNotification, "selection", from: table)
      _ = device.log.take()
      device.down(50, 122)
      #expect(device.log.take() == ["shouldHighlight 0.0", "cell highlighted true", "didHighlight 0.0"])
      device.up(50, 122)
      #expect(
        device.log.take() == [
          "cell highlighted false", "didUnhighlight 0.0", "willSelect 0.0", "willDeselect 0.1",
          "cell selected false", "didDeselect 0.1", "didSelect 0.0 (cell not selected)",
          "cell selected true", "N(selection)",
        ])
    }
  }

  @Test(.rule("E-268", "E-269", "E-272"))
  func `the delegate can prevent a selection or redirect it to another row`() {
    showing(rows: [3]) { device, table, source in
      device.turn()
      let second = IndexPath(row: 1, section: 0)
      table.selectRow(at: second, animated: false, scrollPosition: .none)
      source.logsSelection = true
      _ = device.log.take()
      source.highlights = false
      device.tap(50, 122)
      #expect(device.log.take() == ["shouldHighlight 0.0"])
      source.highlights = true
      source.selects = { _ in nil }
      device.tap(50, 122)
      #expect(device.log.take().last == "willSelect 0.0" && table.indexPathForSelectedRow == second)
      source.selects = { _ in IndexPath(row: 2, section: 0) }
      device.tap(50, 122)
      #expect(device.log.take().last == "didSelect 0.2 (cell not selected)")
      source.selects = { $0 }
      source.keepsSelection = true
      table.allowsSelection = false
      device.tap(50, 122)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-270", "E-271"))
  func `tapping the selected row selects it again, or deselects it with multiple selection`() {
    showing(rows: [3]) { device, table, source in
      device.turn()
      source.logsSelection = true
      device.tap(50, 122)
      device.tap(50, 122)
      #expect(
        device.log.take().filter { $0.contains("elect ") } == [
          "willSelect 0.0", "didSelect 0.0 (cell not selected)", "willSelect 0.0",
          "didSelect 0.0 (cell selected)",
        ])
      table.allowsMultipleSelection = true
      device.tap(50, 122)
      #expect(
        device.log.take().filter { $0.contains("elect ") } == ["willDeselect 0.0", "didDeselect 0.0"])
      table.selectRow(at: IndexPath(row: 2, section: 0), animated: false, scrollPosition: .none)
      table.deselectRow(at: IndexPath(row: 2, section: 0), animated: false)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-273"))
  func `a table view controller reloads at its first appearance and clears the selection`() {
    withDevice { device in
      let controller = TableScreen(style: .plain)
      controller.log = device.log
      let navigation = UINavigationController(rootViewController: controller)
      device.show(navigation)
      controller.tableView.selectRow(
        at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
      navigation.pushViewController(UIViewController(), animated: false)
      device.turn()
      #expect(controller.tableView.indexPathForSelectedRow != nil)
      navigation.popViewController(animated: false)
      device.turn()
      #expect(controller.tableView.indexPathForSelectedRow == nil)
    }
  }

  @Test(.rule("E-262")) func `of many rows only the visible ones have cells, at any scroll position`() {
    showing(rows: Array(repeating: 1000, count: 50)) { device, table, _ in
      device.turn()
      _ = device.log.take()
      let path = IndexPath(row: 777, section: 33)
      table.scrollToRow(at: path, at: .top, animated: false)
      device.turn()
      #expect(table.indexPathsForVisibleRows?.count == 3 && table.indexPathsForVisibleRows?.first == path)
      #expect(table.indexPathForRow(at: CGPoint(x: 10, y: table.rectForRow(at: path).midY)) == path)
      #expect(device.log.take().filter { $0.hasPrefix("cell") }.count == 3)
      #expect(table.contentSize.height == 2_200_000)
    }
  }

  @Test(.rule("E-262"))
  func `rows with estimated heights take their own height when displayed, and move the rows below`() {
    showing(rows: [100], HeightSource.self, height: 100) { table in
      table.estimatedRowHeight = 20
    } _: { device, table, source in
      source.heights = { 30 + CGFloat($0.row) }
      device.turn()
      #expect(
        table.rectForRow(at: IndexPath(row: 0, section: 0)) == CGRect(x: 0, y: 0, width: 300, height: 30))
      #expect(table.rectForRow(at: IndexPath(row: 2, section: 0)).minY == 61)
      #expect(table.contentSize.height == 2060)
    }
  }

  @Test(
    .rule("E-842"),
    arguments: [
      (UITableViewCell.CellStyle.default, false), (.subtitle, false), (.value1, true), (.value2, true),
    ])
  func `the default content configuration matches the cell's style`(
    _ style: UITableViewCell.CellStyle, _ isBeside: Bool
  ) {
    let cell = UITableViewCell(style: style, reuseIdentifier: nil)
    #expect(cell.defaultContentConfiguration().prefersSideBySideTextAndSecondaryText == isBeside)
  }
}

private class TableSource: NSObject, UITableViewDataSource, UITableViewDelegate {
  let log: Log
  let rows: [Int]
  var logsSelection = false
  var highlights = true
  var keepsSelection = false
  var selects: (IndexPath) -> IndexPath? = { $0 }
  var heights: (IndexPath) -> CGFloat = { _ in 44 }
  required init(_ log: Log, _ rows: [Int]) {
    self.log = log
    self.rows = rows
    super.init()
  }

  override class var _carobMethods: [_CarobMethod] {
    has(
      "numberOfSectionsInTableView:", "tableView:willDisplayCell:forRowAtIndexPath:",
      "tableView:didEndDisplayingCell:forRowAtIndexPath:", "tableView:shouldHighlightRowAtIndexPath:",
      "tableView:didHighlightRowAtIndexPath:", "tableView:didUnhighlightRowAtIndexPath:",
      "tableView:willSelectRowAtIndexPath:", "tableView:willDeselectRowAtIndexPath:",
      "tableView:didSelectRowAtIndexPath:", "tableView:didDeselectRowAtIndexPath:",
      "tableView:willDisplayHeaderView:forSection:")
  }
  private func name(_ path: IndexPath) -> String { "\(path.section).\(path.row)" }

  func numberOfSections(in tableView: UITableView) -> Int {
    log("sections")
    return rows.count
  }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    log("rows in \(section)")
    return rows[section]
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    (cell as? LoggingCell)?.log = log
    log("cell \(name(indexPath))")
    return cell
  }
  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    log("willDisplay \(name(indexPath))")
  }
  func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) { log("didEndDisplaying \(name(indexPath))") }
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    log("height \(name(indexPath))")
    return heights(indexPath)
  }
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    log("header height \(section)")
    return self is FullSource ? 20 : 0
  }
  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    log("footer height \(section)")
    return 0
  }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    log("title \(section)")
    return "Section \(section)"
  }
  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    log("willDisplayHeader \(section)")
  }
  private func selection(_ what: String) { if logsSelection { log(what) } }
  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    selection("shouldHighlight \(name(indexPath))")
    return highlights
  }
  func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
    selection("didHighlight \(name(indexPath))")
  }
  func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
    selection("didUnhighlight \(name(indexPath))")
  }
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    selection("willSelect \(name(indexPath))")
    return selects(indexPath)
  }
  func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
    selection("willDeselect \(name(indexPath))")
    return keepsSelection ? nil : indexPath
  }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    let isSelected = tableView.cellForRow(at: indexPath)?.isSelected == true
    selection("didSelect \(name(indexPath)) (cell \(isSelected ? "selected" : "not selected"))")
  }
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    selection("didDeselect \(name(indexPath))")
  }
}

private class HeightSource: TableSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "tableView:heightForRowAtIndexPath:", "tableView:heightForHeaderInSection:",
        "tableView:heightForFooterInSection:")
  }
}

private final class FullSource: HeightSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + has("tableView:titleForHeaderInSection:")
  }
}

private final class TitleSource: TableSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + has("tableView:titleForHeaderInSection:")
  }
}

private final class PlainSource: NSObject, UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }
}

private final class LoggingCell: UITableViewCell {
  var log: Log?
  var logsLooks = false
  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
  }
  required init?(coder: NSCoder) { nil }
  nonisolated override class var _carobNewCell:
    (@MainActor @Sendable (UITableViewCell.CellStyle, String?) -> UITableViewCell)?
  { { LoggingCell(style: $0, reuseIdentifier: $1) } }
  override func prepareForReuse() {
    super.prepareForReuse()
    log?("reuse")
  }
  override func setHighlighted(_ highlighted: Bool, animated: Bool) {
    super.setHighlighted(highlighted, animated: animated)
    if logsLooks { log?("cell highlighted \(highlighted)") }
  }
  override func setSelected(_ selected: Bool, animated: Bool) {
    super.setSelected(selected, animated: animated)
    if logsLooks { log?("cell selected \(selected)") }
  }
}

private final class TableScreen: UITableViewController {
  var log: Log?
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }
}
