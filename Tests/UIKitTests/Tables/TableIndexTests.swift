import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The section index, prefetching of rows, and `UITableViewRowAction`.
@MainActor @Suite struct TableIndexTests {
  private static let letters = (0..<5).map { section in (0..<10).map { "\(section)-\($0)" } }

  // MARK: The index

  @Test(.rule("E-391"))
  func `moving a finger along the section index scrolls to each title's section once`() {
    showingList(Self.letters, IndexSource.self) { device, table, source in
      let index = table.subviews.lazy.compactMap { $0 as? TableIndexView }.first
      #expect(index?.titles == ["A", "B", "C", "D", "E"])
      #expect(index.map { $0.frame.maxX } == 300)
      // E-783
      #expect(
        ScreenDescription.elements().filter { $0.classes == ["UITableViewIndexTitle"] }.compactMap(\.label)
          == ["A", "B", "C", "D", "E"])
      // Five titles of 14 points each, centered in 400 points.
      let top = 100 + CGFloat(400 - 70) / 2
      device.down(295, top + 15)
      #expect(device.log.take().filter { !$0.hasPrefix("cell") } == ["section of B at 1"])
      #expect(table.contentOffset.y == 440)
      device.move(295, top + 20)
      device.move(295, top + 30)
      #expect(device.log.take().filter { !$0.hasPrefix("cell") } == ["section of C at 2"])
      #expect(table.contentOffset.y == 880)
      // Below the last title the last one stays chosen; the table scrolls no further than its end.
      device.move(295, 490)
      #expect(device.log.take().filter { !$0.hasPrefix("cell") } == ["section of E at 4"])
      #expect(table.contentOffset.y == 1760 && index?.frame.minY == 1760)
      device.up(295, 490)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-391"))
  func `reloadSectionIndexTitles requests the titles again; without titles there is no index`() {
    showingList(Self.letters, IndexSource.self) { device, table, source in
      let index = { table.subviews.lazy.compactMap { $0 as? TableIndexView }.first }
      table.sectionIndexMinimumDisplayRowCount = 51
      #expect(index()?.isHidden == true)
      table.sectionIndexMinimumDisplayRowCount = 50
      #expect(index()?.isHidden == false)
      source.titles = nil
      table.reloadSectionIndexTitles()
      device.turn()
      #expect(index() == nil)
    }
  }

  // MARK: Prefetching

  @Test(.rule("E-390"))
  func `the next screen of rows is prefetched after the cells, and canceled when scrolling back`() {
    showingList([(0..<100).map { "\($0)" }]) { device, table, source in
      let fetcher = Fetcher(device.log)
      table.prefetchDataSource = fetcher
      device.turn()
      // Rows of 44 points in 400 points: the tenth row is partly visible.
      #expect(device.log.take() == ["fetch 10…18"])
      table.contentOffset.y = 88
      device.turn()
      #expect(device.log.take() == ["cell 0.10", "cell 0.11", "fetch 19…20"])
      table.contentOffset.y = 44
      device.turn()
      #expect(device.log.take() == ["cell 0.1", "fetch 0…0", "cancel 12…20"])
      table.isPrefetchingEnabled = false
      table.contentOffset.y = 880
      device.turn()
      #expect(device.log.take().allSatisfy { $0.hasPrefix("cell") })
    }
  }

  @Test(.rule("E-390")) func `a prefetch window reports each row only once`() {
    var window = PrefetchWindow()
    func rows(_ range: Range<Int>) -> [IndexPath] { range.map { IndexPath(row: $0, section: 0) } }
    #expect(window.isGoingForward(at: 0) && window.isGoingForward(at: 10))
    let first = window.update(shown: rows(0..<10), ahead: rows(10..<20))
    #expect(first.fetch == rows(10..<20) && first.cancel == [])
    let same = window.update(shown: rows(0..<10), ahead: rows(10..<20))
    #expect(same.fetch == [] && same.cancel == [])
    #expect(!window.isGoingForward(at: 5) && !window.isGoingForward(at: 5))
    let back = window.update(shown: rows(8..<12), ahead: rows(0..<8))
    #expect(back.fetch == rows(0..<8) && back.cancel == rows(12..<20))
    window.forget()
    #expect(window.update(shown: [], ahead: rows(0..<2)).fetch == rows(0..<2))
  }

  // MARK: Row actions

  @Test(.rule("E-392")) func `editActionsForRow is used if there is no swipe actions configuration`() {
    showingList([["a", "b", "c"]], RowActionSource.self) { device, table, _ in
      device.drag(CGPoint(x: 250, y: 160), CGPoint(x: 100, y: 160))
      device.advance(1)
      #expect(device.log.take().contains("actions 0.1"))
      let shown = ScreenDescription.elements().compactMap(\.label)
      #expect(shown.contains("Delete") && shown.contains("More"))
      device.tap(label: "More")
      device.advance(1)
      #expect(device.log.take() == ["More 0.1"])
      #expect(!ScreenDescription.elements().compactMap(\.label).contains("More"))
    }
  }
}

private final class IndexSource: ListSource {
  required init(_ log: Log, _ names: [[String]]) {
    super.init(log, names)
    titles = ["A", "B", "C", "D", "E"]
  }
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has("sectionIndexTitlesForTableView:", "tableView:sectionForSectionIndexTitle:atIndex:")
  }
}

private final class RowActionSource: ListSource {
  required init(_ log: Log, _ names: [[String]]) {
    super.init(log, names)
    rowActions = [("Delete", UITableViewRowAction.Style.destructive), ("More", .normal)].map { title, style in
      UITableViewRowAction(style: style, title: title) { [unowned self] action, path in
        log("\(action.title ?? "") \(self.path(path))")
      }
    }
  }
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + has("tableView:editActionsForRowAtIndexPath:")
  }
}

private final class Fetcher: NSObject, UITableViewDataSourcePrefetching {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("tableView:prefetchRowsAtIndexPaths:", "tableView:cancelPrefetchingForRowsAtIndexPaths:")
  }
  private func rows(_ paths: [IndexPath]) -> String {
    let rows = paths.map(\.row).sorted()
    return "\(rows.first ?? -1)…\(rows.last ?? -1)"
  }
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
    log("fetch \(rows(indexPaths))")
  }
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
    log("cancel \(rows(indexPaths))")
  }
}
