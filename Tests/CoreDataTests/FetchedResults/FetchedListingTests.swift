import Foundation
import TestSupport
import Testing

@testable import CoreData

/// An object with a section and a position in it.
private final class Item: CustomStringConvertible {
  var section: String
  var rank: Int
  init(_ section: String, _ rank: Int) {
    self.section = section
    self.rank = rank
  }
  var description: String { "\(section)\(rank)" }
}

@Suite struct FetchedListingTests {
  private static func listing(_ items: [Item], inSections: Bool = true) throws -> FetchedListing<Item> {
    var listing = FetchedListing<Item>(
      areInIncreasingOrder: {
        inSections ? ($0.section, $0.rank) < ($1.section, $1.rank) : $0.rank < $1.rank
      },
      sectionName: inSections ? { $0.section } : nil)
    try listing.replace(with: items)
    return listing
  }

  private static func lines(_ changes: FetchedListing<Item>.Changes) -> [String] {
    func text(_ path: IndexPath?) -> String { path.map { "\($0[0]).\($0[1])" } ?? "–" }
    return changes.sections.map {
      "section \($0.name) \($0.isInsertion ? "inserted" : "deleted") \($0.index)"
    }
      + changes.objects.map { "\($0.kind) \($0.object) \(text($0.old)) → \(text($0.new))" }
  }

  @Test(.rule("C-264"), .rule("C-266"))
  func `sections are reported before objects, deletions by old and insertions by new position`() throws {
    let a1 = Item("a", 1)
    let b1 = Item("b", 1)
    let b2 = Item("b", 2)
    let c1 = Item("c", 1)
    var listing = try Self.listing([a1, b1, b2])
    let changes = listing.apply([
      .init(object: a1, isMember: false, changedOrder: false),
      .init(object: c1, isMember: true, changedOrder: false),
      .init(object: b2, isMember: true, changedOrder: false),
    ])
    #expect(
      Self.lines(changes) == [
        "section a deleted 0", "section c inserted 1", "delete a1 0.0 → –", "insert c1 – → 1.0",
        "update b2 1.1 → 0.1",
      ])
    #expect(listing.sections == [.init(name: "b", count: 2), .init(name: "c", count: 1)])
  }

  @Test(.rule("C-265"))
  func `an object moves when its order changed, not when others are inserted or removed`() throws {
    let items = (1...5).map { Item("a", $0 * 10) }
    var listing = try Self.listing(items, inSections: false)
    items[0].rank = 45
    let changes = listing.apply([
      .init(object: items[0], isMember: true, changedOrder: true),
      .init(object: items[3], isMember: true, changedOrder: false),
    ])
    #expect(Self.lines(changes) == ["move a45 0.0 → 0.3", "update a40 0.3 → 0.2"])
    items[1].rank = 21
    let stays = listing.apply([.init(object: items[1], isMember: true, changedOrder: true)])
    #expect(Self.lines(stays) == ["move a21 0.0 → 0.0"])
  }

  @Test(.rule("C-265"))
  func `an object that changes its section moves, and the section is reported first`() throws {
    let items = [Item("a", 1), Item("a", 2), Item("c", 1)]
    var listing = try Self.listing(items)
    items[0].section = "b"
    let changes = listing.apply([.init(object: items[0], isMember: true, changedOrder: true)])
    #expect(Self.lines(changes) == ["section b inserted 1", "move b1 0.0 → 1.0"])
  }

  @Test(.rule("C-261"))
  func `objects of a section that are not adjacent are refused`() throws {
    let items = [Item("a", 1), Item("b", 1), Item("a", 2)]
    var listing = FetchedListing<Item>(
      areInIncreasingOrder: { ($0.rank, $0.section) < ($1.rank, $1.section) }, sectionName: { $0.section })
    #expect(throws: FetchedListing<Item>.OutOfOrder(index: 2, name: "a")) { try listing.replace(with: items) }
    try listing.replace(with: Array(items.prefix(2)))
  }

  @Test(.rule("C-275"))
  func `a change that would split a section is detected, and its objects stay together`() throws {
    let items = [Item("a", 1), Item("b", 2), Item("a", 3), Item("c", 0)]
    var listing = FetchedListing<Item>(
      areInIncreasingOrder: { $0.rank < $1.rank }, sectionName: { $0.section })
    try listing.replace(with: Array(items.prefix(2)))
    let torn = listing.apply([.init(object: items[2], isMember: true, changedOrder: false)])
    #expect(torn.outOfOrder == .init(index: 2, name: "a"))
    #expect(Self.lines(torn) == ["insert a3 – → 0.1"])
    #expect(Self.rows(listing) == [["a1", "a3"], ["b2"]])
    // A later change is in order by itself, but the sections are still out of order.
    let later = listing.apply([.init(object: items[3], isMember: true, changedOrder: false)])
    #expect(later.outOfOrder == .init(index: 3, name: "a"))
    #expect(Self.lines(later) == ["section c inserted 0", "insert c0 – → 0.0"])
    items[0].rank = 5
    let again = listing.apply([.init(object: items[0], isMember: true, changedOrder: true)])
    #expect(again.outOfOrder == nil)
    #expect(
      Self.lines(again) == [
        "section b deleted 2", "section b inserted 1", "move a5 1.0 → 2.1", "move b2 2.0 → 1.0",
      ])
    #expect(Self.rows(listing) == [["c0"], ["b2"], ["a3", "a5"]])
  }

  @Test(.rule("C-276"))
  func
    `a section that was renamed without changes of its objects is detected by the next change beside them`()
    throws
  {
    let items = [Item("a", 1), Item("a", 2), Item("b", 1)]
    var listing = try Self.listing(Array(items.prefix(2)))
    (items[0].section, items[1].section) = ("c", "c")
    let changes = listing.apply([.init(object: items[2], isMember: true, changedOrder: false)])
    #expect(changes.outOfOrder == nil)
    #expect(
      Self.lines(changes) == [
        "section a deleted 0", "section b inserted 0", "section c inserted 1", "insert b1 – → 0.0",
        "move c1 0.0 → 1.0", "move c2 0.1 → 1.1",
      ])
  }

  @Test(.rule("C-275"), arguments: [1, 2] as [UInt64])
  func `random changes against the order of sections are reported correctly`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let all = (0..<30).map { Item(["a", "b", "c", "d"][$0 % 4], $0 / 8 * 10 + $0 % 4) }
    var listing = FetchedListing<Item>(
      areInIncreasingOrder: { $0.rank < $1.rank }, sectionName: { $0.section })
    try listing.replace(with: [])
    var members: Set<ObjectIdentifier> = []
    var torn = 0
    for _ in 0..<400 {
      let old = listing
      var changed: [FetchedListing<Item>.Changed] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let item = all[Int.random(in: all.indices, using: &random)]
        guard !changed.contains(where: { $0.object === item }) else { continue }
        if Bool.random(using: &random) { item.rank = Int.random(in: 0..<40, using: &random) }
        let isMember = Int.random(in: 0..<3, using: &random) != 0
        changed.append(.init(object: item, isMember: isMember, changedOrder: false))
        if isMember {
          members.insert(ObjectIdentifier(item))
        } else {
          members.remove(ObjectIdentifier(item))
        }
      }
      let changes = listing.apply(changed)
      if changes.outOfOrder != nil { torn += 1 }
      #expect(Set(listing.objects.map { ObjectIdentifier($0) }) == members)
      #expect(Set(listing.sections.map(\.name)).count == listing.sections.count)
      for index in listing.sections.indices {
        let ranks = listing.objects(in: index).map(\.rank)
        #expect(ranks == ranks.sorted())
        #expect(listing.objects(in: index).allSatisfy { $0.section == listing.sections[index].name })
      }
      #expect(Self.followed(old, changes) == Self.rows(listing))
    }
    #expect(torn > 100)
  }

  /// Applying the reported changes to the old listing, as a table does, gives the new one, which equals the
  /// results of a fetch.
  @Test(.rule("C-263"), arguments: [1, 2] as [UInt64])
  func `random changes lead to the results of a fetch, and so do the reported changes`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var all: [Item] = (0..<40).map { Item(["a", "b", "c", "d"][$0 % 4], $0) }
    var members = all.filter { $0.rank % 3 != 0 }.sorted { ($0.section, $0.rank) < ($1.section, $1.rank) }
    var listing = try Self.listing(members)
    for round in 0..<400 {
      let old = listing
      var changed: [FetchedListing<Item>.Changed] = []
      for _ in 0..<Int.random(in: 1...(round % 10 == 0 ? 20 : 4), using: &random) {
        if Int.random(in: 0..<5, using: &random) == 0 { all.append(Item("e", all.count + 1_000)) }
        let item = all[Int.random(in: all.indices, using: &random)]
        guard !changed.contains(where: { $0.object === item }) else { continue }
        let changesOrder = Bool.random(using: &random)
        if changesOrder {
          item.section = ["a", "b", "c", "d", "e", "f"][Int.random(in: 0..<6, using: &random)]
          item.rank = Int.random(in: 0..<1_000_000, using: &random)
        }
        let isMember = Int.random(in: 0..<4, using: &random) != 0
        changed.append(.init(object: item, isMember: isMember, changedOrder: changesOrder))
        members.removeAll { $0 === item }
        if isMember { members.append(item) }
      }
      members.sort { ($0.section, $0.rank) < ($1.section, $1.rank) }
      let changes = listing.apply(changed)
      var fetched = try Self.listing([])
      try fetched.replace(with: members)
      #expect(listing.objects.map(\.description) == fetched.objects.map(\.description))
      #expect(listing.sections == fetched.sections)
      #expect(Self.followed(old, changes) == Self.rows(listing))
    }
  }

  private static func rows(_ listing: FetchedListing<Item>) -> [[String]] {
    listing.sections.indices.map { listing.objects(in: $0).map(\.description) }
  }

  /// The rows of a table that begins with the old rows and applies the changes.
  private static func followed(
    _ old: FetchedListing<Item>, _ changes: FetchedListing<Item>.Changes
  ) -> [[String]] {
    var rows: [[Item?]] = old.sections.indices.map { Array(old.objects(in: $0)) }
    for change in changes.objects where change.kind != .update {
      if let path = change.old { rows[path[0]][path[1]] = nil }
    }
    var sections = rows.map { $0.compactMap { $0 } }
    for change in changes.sections.reversed() where !change.isInsertion { sections.remove(at: change.index) }
    for change in changes.sections where change.isInsertion { sections.insert([], at: change.index) }
    let arriving = changes.objects.filter { $0.kind != .update }.compactMap { change in
      change.new.map { ($0, change.object) }
    }
    for (path, item) in arriving.sorted(by: { $0.0 < $1.0 }) { sections[path[0]].insert(item, at: path[1]) }
    return sections.map { $0.map(\.description) }
  }
}
