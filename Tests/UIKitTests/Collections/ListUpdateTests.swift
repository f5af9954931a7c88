import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The places of items after updates of a list, and the errors of invalid updates.
@Suite struct ListUpdateTests {
  private let words = ListUpdate.Words(items: "items", container: "collection view")
  private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }

  /// The new place of each old item, checked in both directions.
  private func places(_ outcome: ListUpdate.Outcome, _ counts: [Int]) -> [IndexPath: IndexPath] {
    var places: [IndexPath: IndexPath] = [:]
    for (section, count) in counts.enumerated() {
      for item in 0..<count {
        guard let place = outcome.place(of: path(section, item)) else { continue }
        places[path(section, item)] = place
        #expect(outcome.origin(of: place) == path(section, item))
      }
    }
    return places
  }

  @Test(.rule("E-276"))
  func `deletions use old places, insertions new ones, and the other items move up`() throws {
    var update = ListUpdate()
    update.deleted = [path(0, 1)]
    update.inserted = [path(0, 0), path(0, 3)]
    let outcome = try update.outcome(old: [3], new: [4], words: words)
    #expect(places(outcome, [3]) == [path(0, 0): path(0, 1), path(0, 2): path(0, 2)])
    #expect([0, 1, 2, 3].map { outcome.origin(of: path(0, $0))?.item } == [nil, 0, 2, nil])
  }

  @Test(.rule("E-276")) func `an item can move to another section`() throws {
    var update = ListUpdate()
    update.moved = [(path(0, 0), path(1, 1))]
    let outcome = try update.outcome(old: [2, 1], new: [1, 2], words: words)
    #expect(
      places(outcome, [2, 1]) == [
        path(0, 0): path(1, 1), path(0, 1): path(0, 0), path(1, 0): path(1, 0),
      ])
  }

  @Test(.rule("E-276")) func `inserted and deleted sections renumber the others`() throws {
    var update = ListUpdate()
    update.deletedSections = [0]
    update.insertedSections = [1]
    let outcome = try update.outcome(old: [2, 1, 1], new: [1, 5, 1], words: words)
    #expect(outcome.sections == [1: 0, 2: 2])
    #expect(places(outcome, [2, 1, 1]) == [path(1, 0): path(0, 0), path(2, 0): path(2, 0)])
  }

  @Test(.rule("E-276")) func `a reloaded section may have any number of items`() throws {
    var update = ListUpdate()
    update.reloadedSections = [0]
    let outcome = try update.outcome(old: [2, 1], new: [7, 1], words: words)
    #expect(places(outcome, [2, 1]) == [path(1, 0): path(1, 0)])
  }

  @Test(.rule("E-276")) func `inconsistent counts are reported with the platform's message`() {
    var update = ListUpdate()
    update.inserted = [path(0, 0)]
    let error = #expect(throws: ListUpdate.Invalid.self) {
      try update.outcome(old: [3], new: [3], words: words)
    }
    #expect(
      error?.reason
        == "Invalid update: invalid number of items in section 0.  The number of items contained in an existing "
        + "section after the update (3) must be equal to the number of items contained in that section before the "
        + "update (3), plus or minus the number of items inserted or deleted from that section (1 inserted, 0 deleted) "
        + "and plus or minus the number of items moved into or out of that section (0 moved in, 0 moved out)."
    )
    let other = #expect(throws: ListUpdate.Invalid.self) {
      try ListUpdate().outcome(old: [1], new: [1, 1], words: words)
    }
    #expect(
      other?.reason
        == "Invalid update: invalid number of sections.  The number of sections contained in the collection view after "
        + "the update (2) must be equal to the number of sections contained in the collection view before the update "
        + "(1), plus or minus the number of sections inserted or deleted (0 inserted, 0 deleted).")
  }

  @Test(.rule("E-276")) func `rows that do not exist are reported with the platform's message`() {
    let words = ListUpdate.Words(items: "rows", container: "table view")
    func reason(_ old: [Int], _ new: [Int], _ change: (inout ListUpdate) -> Void) -> String? {
      var update = ListUpdate()
      change(&update)
      return #expect(throws: ListUpdate.Invalid.self) {
        try update.outcome(old: old, new: new, words: words)
      }?.reason
    }
    #expect(
      reason([3], [2]) { $0.deleted = [path(0, 3)] }
        == "attempt to delete row 3 from section 0 which only contains 3 rows before the update")
    #expect(
      reason([3], [4]) { $0.inserted = [path(0, 4)] }
        == "attempt to insert row 4 into section 0, but there are only 4 rows in section 0 after the update")
    #expect(
      reason([3], []) { $0.deletedSections = [1] }
        == "attempt to delete section 1, but there are only 1 sections before the update")
  }
}
