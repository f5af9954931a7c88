import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Snapshots, and lists that show them.
@MainActor @Suite struct SnapshotTests {
  private func snapshot(_ sections: [(String, [Int])]) -> NSDiffableDataSourceSnapshot<String, Int> {
    var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
    for (name, items) in sections {
      snapshot.appendSections([name])
      snapshot.appendItems(items, toSection: name)
    }
    return snapshot
  }

  @Test(.rule("E-371")) func `a snapshot is edited by identifier`() {
    var edited = snapshot([("a", [1, 2]), ("b", [3])])
    edited.insertItems([4], beforeItem: 2)
    edited.insertItems([5], afterItem: 3)
    edited.moveItem(1, afterItem: 5)
    edited.deleteItems([2, 99])
    edited.insertSections(["c"], beforeSection: "a")
    edited.moveSection("b", beforeSection: "c")
    #expect(edited.sectionIdentifiers == ["b", "c", "a"])
    #expect(edited.itemIdentifiers == [3, 5, 1, 4])
    #expect(edited.sectionIdentifier(containingItem: 1) == "b")
    #expect(edited.indexOfItem(4) == 3)
    edited.deleteSections(["b"])
    #expect(edited.numberOfItems == 1 && edited.sectionIdentifier(containingItem: 1) == nil)
  }

  @Test(.rule("E-371"))
  func `applying a snapshot keeps the cells of remaining items and requests those of new ones`() {
    withDevice { device in
      let root = device.showEmpty()
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 100, height: 100)
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 400), collectionViewLayout: layout)
      view.contentInsetAdjustmentBehavior = .never
      root.addSubview(view)
      let registration = UICollectionView.CellRegistration<UICollectionViewCell, Int> { _, path, item in
        device.log("fill \(path.section).\(path.item) with \(item)")
      }
      let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: view) { view, path, item in
        view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
      }
      source.apply(snapshot([("a", [1, 2]), ("b", [3])]), animatingDifferences: false)
      device.turn()
      #expect(device.log.take() == ["fill 0.0 with 1", "fill 0.1 with 2", "fill 1.0 with 3"])
      let second = view.cellForItem(at: IndexPath(item: 1, section: 0))

      source.apply(snapshot([("a", [4]), ("b", [3, 2])])) { device.log("done") }
      device.turn()
      #expect(device.log.take() == ["fill 0.0 with 4"])
      #expect(second != nil && view.cellForItem(at: IndexPath(item: 1, section: 1)) === second)
      #expect(source.indexPath(for: 2) == IndexPath(item: 1, section: 1))
      #expect(source.itemIdentifier(for: IndexPath(item: 0, section: 0)) == 4)
      device.advance(1)
      #expect(device.log.take() == ["done"])

      var next = source.snapshot()
      next.reconfigureItems([3])
      source.apply(next, animatingDifferences: false)
      device.turn()
      #expect(device.log.take() == ["fill 1.0 with 3"])
    }
  }

  @Test(.rule("E-371")) func `a table shows its snapshot`() {
    withDevice { device in
      let root = device.showEmpty()
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 400), style: .plain)
      root.addSubview(table)
      let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { _, path, item in
        device.log("row \(path.row) is \(item)")
        return UITableViewCell()
      }
      source.apply(snapshot([("a", [1, 2])]))
      device.turn()
      #expect(device.log.take() == ["row 0 is 1", "row 1 is 2"])
      #expect(table.numberOfRows(inSection: 0) == 2)
    }
  }

  @Test(.rule("E-371")) func `a duplicate identifier stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
      snapshot.appendSections([0])
      snapshot.appendItems([1, 1])
    }
    #expect(errors(of: result).contains("Item identifier 1 is there already"))
  }
}
