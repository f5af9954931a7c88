import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Insertion, deletion, reloading and moving of rows and sections.
@MainActor @Suite struct TableUpdateTests {
  private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

  @Test(.rule("E-276"))
  func `an inserted row's cell is requested in endUpdates; a deleted row's is recycled after animating`() {
    showingList([["a", "b", "c"]], DisplaySource.self) { device, table, source in
      source.names = [["a", "c", "d"]]
      table.beginUpdates()
      table.deleteRows(at: [path(1)], with: .fade)
      table.insertRows(at: [path(2)], with: .automatic)
      #expect(device.log.take() == [])
      table.endUpdates()
      #expect(device.log.take() == ["cell 0.2"])
      #expect(table.texts == ["a@0", "c@44", "d@88"])
      device.advance(0.2)
      #expect(device.log.take() == [])
      device.advance(0.2)
      #expect(device.log.take() == ["didEndDisplaying b"])
      #expect(table.contentSize.height == 132)
    }
  }

  @Test(.rule("E-276")) func `the completion of batch updates is called after the animation`() {
    showingList([["a", "b"]]) { device, table, source in
      table.performBatchUpdates {
        source.names = [["b", "a"]]
        table.moveRow(at: path(0), to: path(1))
      } completion: {
        device.log("completed \($0)")
      }
      #expect(table.texts == ["b@0", "a@44"])
      #expect(device.log.take() == [])
      device.advance(1)
      #expect(device.log.take() == ["completed true"])
    }
  }

  @Test(.rule("E-276")) func `a reloaded row gets another cell at the same place`() {
    showingList([["a", "b"]]) { device, table, source in
      let before = table.visibleCells
      table.selectRow(at: path(1), animated: false, scrollPosition: .none)
      source.names = [["a", "B"]]
      table.reloadRows(at: [path(1)], with: .fade)
      #expect(device.log.take() == ["cell 0.1"])
      #expect(table.texts == ["a@0", "B@44"])
      #expect(table.visibleCells[0] === before[0] && table.visibleCells[1] !== before[1])
      #expect(table.indexPathForSelectedRow == nil)
    }
  }

  @Test(.rule("E-276")) func `a reconfigured row keeps its cell`() {
    showingList([["a", "b"]]) { device, table, source in
      let before = table.visibleCells
      source.names = [["a", "B"]]
      table.reconfigureRows(at: [path(1)])
      #expect(device.log.take() == ["cell 0.1"])
      #expect(table.texts == ["a@0", "B@44"] && table.visibleCells[1] === before[1])
    }
  }

  @Test(.rule("E-276")) func `the selection follows its row, and rows move with their section`() {
    showingList([["a", "b"], ["c"]]) { device, table, source in
      table.selectRow(at: path(0, 1), animated: false, scrollPosition: .none)
      table.beginUpdates()
      source.names = [["x"], ["c", "d"], ["a", "b"]]
      table.insertSections([0], with: .automatic)
      table.moveSection(0, toSection: 2)
      table.insertRows(at: [path(1, 1)], with: .automatic)
      table.endUpdates()
      #expect(table.texts == ["x@0", "c@44", "d@88", "a@132", "b@176"])
      #expect(table.indexPathForSelectedRow == path(0, 1))
      #expect(device.log.take() == ["cell 0.0", "cell 1.1"])
    }
  }

  @Test(.rule("E-276"))
  func `beginUpdates and endUpdates may be nested; the counts are compared at the last end`() {
    showingList([["a"]]) { device, table, source in
      table.beginUpdates()
      table.beginUpdates()
      table.insertRows(at: [path(1)], with: .none)
      table.endUpdates()
      #expect(table.hasUncommittedUpdates)
      source.names = [["a", "b"]]
      table.endUpdates()
      #expect(!table.hasUncommittedUpdates && table.texts == ["a@0", "b@44"])
    }
  }

  @Test(.rule("E-276")) func `inconsistent counts stop the app with the platform's message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        showingList([["a", "b", "c"]]) { _, table, _ in
          table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
        }
      }
    }
    #expect(
      errors(of: result).contains(
        "Invalid update: invalid number of rows in section 0.  The number of rows contained in an existing section "
          + "after the update (3) must be equal to the number of rows contained in that section before the update "
          + "(3), plus or minus the number of rows inserted or deleted from that section (0 inserted, 1 deleted)"
      ))
  }

  @Test(.rule("E-262", "E-276"))
  func `an empty batch requests the heights again and keeps the cells`() {
    showingList([["a", "b"]], HeightSource.self) { device, table, source in
      source.height = 60
      let before = table.visibleCells
      table.beginUpdates()
      table.endUpdates()
      #expect(table.texts == ["a@0", "b@60"] && table.visibleCells == before)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-262")) func `a table with a million rows of equal height does not loop over them`() {
    showingList([[]], ManySource.self) { device, table, _ in
      #expect(table.contentSize.height == 44_000_000)
      table.scrollToRow(at: path(999_000), at: .top, animated: false)
      device.turn()
      #expect(table.indexPathsForVisibleRows?.first == path(999_000))
      table.deleteRows(at: [path(0)], with: .none)
      #expect(table.contentSize.height == 43_999_956)
    }
  }

  @Test(.rule("E-371")) func `a diffable data source moves the rows whose identifiers have moved`() {
    withDevice { device in
      let root = device.showEmpty()
      let table = UITableView(frame: CGRect(x: 0, y: 100, width: 300, height: 400))
      table.contentInsetAdjustmentBehavior = .never
      table.rowHeight = 44
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      let source = UITableViewDiffableDataSource<Int, String>(tableView: table) { table, path, name in
        device.log("cell \(name)")
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
        cell.textLabel?.text = name
        return cell
      }
      root.addSubview(table)
      device.turn()
      @MainActor func apply(_ sections: [(Int, [String])]) {
        var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
        for (section, items) in sections {
          snapshot.appendSections([section])
          snapshot.appendItems(items)
        }
        source.apply(snapshot) { device.log("applied") }
        device.advance(1)
      }
      apply([(0, ["a", "b"]), (1, ["c"])])
      #expect(table.texts == ["a@0", "b@44", "c@88"])
      #expect(device.log.take() == ["cell a", "cell b", "cell c", "applied"])
      let cells = table.visibleCells
      apply([(1, ["c", "a", "x"]), (0, ["b"])])
      #expect(table.texts == ["c@0", "a@44", "x@88", "b@132"])
      #expect(device.log.take() == ["cell x", "applied"])
      #expect(table.visibleCells[1] === cells[0])
    }
  }
}

private final class DisplaySource: ListSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + has("tableView:didEndDisplayingCell:forRowAtIndexPath:")
  }
}

private final class HeightSource: ListSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + has("tableView:heightForRowAtIndexPath:")
  }
}

private final class ManySource: ListSource {
  private var count = 1_000_001
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    count -= 1
    return count
  }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
  }
}
