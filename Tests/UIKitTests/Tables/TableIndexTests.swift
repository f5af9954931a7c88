import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The section index, rows that are fetched ahead, and the older form of swipe actions.
@MainActor @Suite struct TableIndexTests {
  private static let letters = (0..<5).map { section in (0..<10).map { "\(section)-\($0)" } }

  // MARK: The index

  @Test(.rule("E-391")) func `a finger along the letters goes to their sections, once for each letter`() {
    showingList(Self.letters, IndexSource.self) { device, table, source in
      let index = table.subviews.lazy.compactMap { $0 as? TableIndexView }.first
      #expect(index?.titles == ["A", "B", "C", "D", "E"])
      #expect(index.map { $0.frame.maxX } == 300)
      // E-783
      #expect(
        ScreenDescription.elements().filter { $0.classes == ["UITableViewIndexTitle"] }.compactMap(\.label)
          == ["A", "B", "C", "D", "E"])
      // Five letters of 14 points stand in the middle of 400.
      let top = 100 + CGFloat(400 - 70) / 2
      device.down(295, top + 15)
      #expect(device.log.take().filter { !$0.hasPrefix("cell") } == ["section of B at 1"])
      #expect(table.contentOffset.y == 440)
      device.move(295, top + 20)
      device.move(295, top + 30)
      #expect(device.log.take().filter { !$0.hasPrefix("cell") } == ["section of C at 2"])
      #expect(table.contentOffset.y == 880)
      // Below the last it stays with the last; the table goes no further than its end.
      device.move(295, 490)
      #expect(device.log.take().filter { !$0.hasPrefix("cell") } == ["section of E at 4"])
      #expect(table.contentOffset.y == 1760 && index?.frame.minY == 1760)
      device.up(295, 490)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-391")) func `titles are asked for again when it is said so; without any there is no index`()
  {
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

  // MARK: Fetching ahead

  @Test(.rule("E-390"))
  func `the rows of the next screen are announced after the cells, and called off on the way back`() {
    showingList([(0..<100).map { "\($0)" }]) { device, table, source in
      let fetcher = Fetcher(device.log)
      table.prefetchDataSource = fetcher
      device.turn()
      // Rows of 44 on 400 points: the tenth is half seen.
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

  @Test(.rule("E-390")) func `a window of rows ahead says each row once`() {
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

  @Test(.rule("E-392")) func `the older actions come out where there are no newer ones`() {
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
