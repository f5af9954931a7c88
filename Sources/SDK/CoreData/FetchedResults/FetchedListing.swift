import Foundation

/// The contents of a fetched-results controller: objects in the order of the sort descriptors, in sections of
/// equal names.
///
/// A value type without Core Data: it takes the changed objects and returns the changes to report to the
/// delegate (C-262 … C-266). It does not access unchanged objects, except for the few that a binary search
/// compares.
struct FetchedListing<Object: AnyObject> {
  /// A run of objects whose section names are equal.
  struct Section: Equatable {
    var name: String
    var count: Int
  }

  /// One reported change of a section.
  struct SectionChange: Equatable {
    var name: String
    /// The old index for a deletion, the new one for an insertion.
    var index: Int
    var isInsertion: Bool
  }

  /// One reported change of an object.
  struct ObjectChange {
    enum Kind: Equatable { case insert, delete, move, update }
    var object: Object
    var kind: Kind
    /// The old index path; nil for an insertion.
    var old: IndexPath?
    /// The new index path; nil for a deletion.
    var new: IndexPath?
  }

  struct Changes {
    var sections: [SectionChange] = []
    var objects: [ObjectChange] = []
    /// The first object that the sort descriptors would put into a second run of its section (C-275).
    var outOfOrder: OutOfOrder?
    var isEmpty: Bool { sections.isEmpty && objects.isEmpty }
  }

  /// An object whose position may have changed.
  struct Changed {
    var object: Object
    /// Whether it is currently part of the results.
    var isMember: Bool
    /// Whether a value changed that the results are sorted or sectioned by (C-265).
    var changedOrder: Bool
  }

  /// An object whose section name differs from its neighbours', so that its section would not be one run.
  struct OutOfOrder: Error, Equatable {
    var index: Int
    var name: String
  }

  private(set) var objects = SharedPieces<Object>()
  private(set) var sections: [Section] = []
  /// Whether the objects were regrouped by section, against the order of the sort descriptors (C-275).
  private var isRegrouped = false
  /// Whether the first object sorts before the second.
  private let areInOrder: (Object, Object) -> Bool
  /// Returns an object's section name; nil if there is one section without a name.
  private let sectionName: ((Object) -> String)?

  init(
    areInIncreasingOrder: @escaping (Object, Object) -> Bool, sectionName: ((Object) -> String)? = nil
  ) {
    areInOrder = areInIncreasingOrder
    self.sectionName = sectionName
  }

  // MARK: Replacing all objects

  /// Sets the sorted results of a fetch.
  mutating func replace(with objects: [Object]) throws(OutOfOrder) {
    self.objects = SharedPieces(objects)
    sections = []
    isRegrouped = false
    guard let sectionName else {
      sections = [Section(name: "", count: objects.count)]
      return
    }
    var seen: Set<String> = []
    for (index, object) in objects.enumerated() {
      let name = sectionName(object)
      if let last = sections.indices.last, sections[last].name == name {
        sections[last].count += 1
      } else if seen.insert(name).inserted {
        sections.append(Section(name: name, count: 1))
      } else {
        (self.objects, sections) = (SharedPieces(), [])
        throw OutOfOrder(index: index, name: name)
      }
    }
  }

  // MARK: Positions

  /// The index path of the object at a position among all objects.
  func path(at position: Int) -> IndexPath {
    var start = 0
    for (index, section) in sections.enumerated() {
      if position < start + section.count { return IndexPath(indexes: [index, position - start]) }
      start += section.count
    }
    preconditionFailure("C-261: position \(position) is beyond the \(objects.count) results")
  }

  /// The position of an object among all results; nil if it is not one of them.
  func position(of object: Object) -> Int? {
    let wanted = ObjectIdentifier(object)
    return objects.firstPosition { piece in
      // OPTIMIZATION: compares addresses only, without retaining objects.
      for position in piece.indices where ObjectIdentifier(piece[position]) == wanted { return position }
      return nil
    }
  }

  func objects(in section: Int) -> SharedPieces<Object>.SubSequence {
    let start = sections[..<section].reduce(0) { $0 + $1.count }
    return objects[start..<start + sections[section].count]
  }

  // MARK: Changes

  /// Applies changes, and returns the changes to report to the delegate, in their order.
  mutating func apply(_ changed: [Changed]) -> Changes {
    let before = self
    // C-263.1: the old positions of the changed objects.
    var changed = changed
    var oldPositions = positions(of: changed.map(\.object))
    var outOfOrder: OutOfOrder?
    var moved: Set<String> = []
    do {
      if isRegrouped { throw NotInOrder() }
      // C-263.2: remove them.
      remove(oldPositions.compactMap { $0 })
      // C-263.3: insert those that belong to the results at their positions, in sorted order.
      for object in changed.filter(\.isMember).map(\.object).sorted(by: areInOrder) { try insert(object) }
    } catch {
      self = before
      outOfOrder = regroup(changed)
      moved = movedSections(before)
      changed += displaced(before, moved, except: changed)
      oldPositions = before.positions(of: changed.map(\.object))
    }
    let newPositions = positions(of: changed.map(\.object))
    return Changes(
      sections: sectionChanges(from: before.sections, moved),
      objects: objectChanges(changed, before, oldPositions, newPositions, moved), outOfOrder: outOfOrder)
  }

  private func positions(of wanted: [Object]) -> [Int?] {
    // OPTIMIZATION: a few are searched one by one; many in one pass over all.
    if wanted.count <= 8 { return wanted.map { position(of: $0) } }
    var indices: [ObjectIdentifier: Int] = [:]
    for (index, object) in wanted.enumerated() { indices[ObjectIdentifier(object)] = index }
    var result = [Int?](repeating: nil, count: wanted.count)
    for (position, object) in objects.enumerated() {
      if let index = indices[ObjectIdentifier(object)] { result[index] = position }
    }
    return result
  }

  private mutating func remove(_ positions: [Int]) {
    guard !positions.isEmpty else { return }
    let sorted = positions.sorted()
    // Sections, from the front: `start` is the position of the section's first object before the removal.
    var start = 0
    var next = 0
    for index in sections.indices {
      let end = start + sections[index].count
      while next < sorted.count, sorted[next] < end {
        sections[index].count -= 1
        next += 1
      }
      start = end
    }
    if sectionName != nil { sections.removeAll { $0.count == 0 } }
    if sorted.count <= 8 {
      for position in sorted.reversed() { objects.remove(at: position) }
    } else {
      let removed = Set(sorted)
      var kept: ContiguousArray<Object> = []
      kept.reserveCapacity(objects.count - sorted.count)
      for (position, object) in objects.enumerated() where !removed.contains(position) {
        kept.append(object)
      }
      objects = SharedPieces(kept)
    }
  }

  /// Thrown if the order of the sort descriptors no longer keeps sections together.
  private struct NotInOrder: Error {}

  /// Inserts an object after all objects that do not sort after it.
  private mutating func insert(_ object: Object) throws(NotInOrder) {
    var low = 0
    var high = objects.count
    while low < high {
      let middle = (low + high) / 2
      if areInOrder(object, objects[middle]) { high = middle } else { low = middle + 1 }
    }
    objects.insert(object, at: low)
    guard let sectionName else {
      sections[0].count += 1
      return
    }
    let name = sectionName(object)
    var start = 0
    var place = sections.count
    for index in sections.indices {
      let end = start + sections[index].count
      // C-276: the section name of a neighbour may have changed without a change of the object.
      for (was, neighbour) in [(low - 1, low - 1), (low, low + 1)] where was >= start && was < end {
        if sectionName(objects[neighbour]) != sections[index].name { throw NotInOrder() }
      }
      // Within or at either end of a section of its name.
      if sections[index].name == name, low >= start, low <= end {
        sections[index].count += 1
        return
      }
      // Inside a section of another name.
      if low > start, low < end { throw NotInOrder() }
      if low <= start { place = min(place, index) }
      start = end
    }
    // Between two sections, or at an end: a new section.
    if sections.contains(where: { $0.name == name }) { throw NotInOrder() }
    sections.insert(Section(name: name, count: 1), at: place)
  }

  // MARK: Sections against the order

  // C-275
  /// Sorts all objects again, and groups the objects of each section at the position of its first one.
  private mutating func regroup(_ changed: [Changed]) -> OutOfOrder? {
    let gone = Set(changed.map { ObjectIdentifier($0.object) })
    let all =
      objects.filter { !gone.contains(ObjectIdentifier($0)) } + changed.filter(\.isMember).map(\.object)
    // NB: objects that compare as equal keep their order (C-263).
    let sorted = all.enumerated().sorted {
      areInOrder($0.element, $1.element)
        || !areInOrder($1.element, $0.element) && $0.offset < $1.offset
    }.map(\.element)
    var places: [String: Int] = [:]
    var groups: [(name: String, objects: [Object])] = []
    var outOfOrder: OutOfOrder?
    for (index, object) in sorted.enumerated() {
      let name = sectionName?(object) ?? ""
      let place = places[name] ?? groups.count
      if place == groups.count {
        places[name] = place
        groups.append((name, []))
      } else if outOfOrder == nil, let last = sorted[..<index].last, (sectionName?(last) ?? "") != name {
        outOfOrder = OutOfOrder(index: index, name: name)
      }
      groups[place].objects.append(object)
    }
    objects = SharedPieces(groups.flatMap(\.objects))
    sections = groups.map { Section(name: $0.name, count: $0.objects.count) }
    isRegrouped = outOfOrder != nil
    return outOfOrder
  }

  /// Existing sections whose order among the others changed; they are reported as deleted and inserted.
  private func movedSections(_ before: Self) -> Set<String> {
    let old = Dictionary(
      uniqueKeysWithValues: before.sections.enumerated().map { ($0.element.name, $0.offset) })
    let common = sections.map(\.name).filter { old[$0] != nil }
    let kept = Set(IncreasingSequence.longest(in: common.compactMap { old[$0] }))
    return Set(common.enumerated().filter { !kept.contains($0.offset) }.map(\.element))
  }

  /// Unchanged objects whose order among the others, or whose section, changed.
  private func displaced(_ before: Self, _ moved: Set<String>, except changed: [Changed]) -> [Changed] {
    let known = Set(changed.map { ObjectIdentifier($0.object) })
    var old: [ObjectIdentifier: (position: Int, section: String)] = [:]
    before.forEach { old[ObjectIdentifier($0)] = ($1, $2) }
    var result: [Changed] = []
    var staying: [(object: Object, position: Int)] = []
    forEach { object, _, section in
      guard !known.contains(ObjectIdentifier(object)), let was = old[ObjectIdentifier(object)] else { return }
      if was.section != section || moved.contains(section) {
        result.append(Changed(object: object, isMember: true, changedOrder: true))
      } else {
        staying.append((object, was.position))
      }
    }
    let kept = Set(IncreasingSequence.longest(in: staying.map(\.position)))
    for (index, one) in staying.enumerated() where !kept.contains(index) {
      result.append(Changed(object: one.object, isMember: true, changedOrder: true))
    }
    return result
  }

  /// Calls the body with each object, its position and its section name.
  private func forEach(_ body: (Object, Int, String) -> Void) {
    var position = 0
    for section in sections {
      for _ in 0..<section.count {
        body(objects[position], position, section.name)
        position += 1
      }
    }
  }

  // MARK: Reported changes

  // C-264: deletions by old index, then insertions by new index.
  private func sectionChanges(from old: [Section], _ moved: Set<String>) -> [SectionChange] {
    guard sectionName != nil else { return [] }
    let oldNames = Set(old.map(\.name)).subtracting(moved)
    let newNames = Set(sections.map(\.name)).subtracting(moved)
    let deleted = old.enumerated().filter { !newNames.contains($0.element.name) }.map {
      SectionChange(name: $0.element.name, index: $0.offset, isInsertion: false)
    }
    let inserted = sections.enumerated().filter { !oldNames.contains($0.element.name) }.map {
      SectionChange(name: $0.element.name, index: $0.offset, isInsertion: true)
    }
    return deleted + inserted
  }

  // C-266: deletions by old position, insertions by new position, moves and updates by old position.
  private func objectChanges(
    _ changed: [Changed], _ before: Self, _ oldPositions: [Int?], _ newPositions: [Int?], _ moved: Set<String>
  ) -> [ObjectChange] {
    var deleted: [(Int, ObjectChange)] = []
    var inserted: [(Int, ObjectChange)] = []
    var moves: [(Int, ObjectChange)] = []
    var updated: [(Int, ObjectChange)] = []
    let shift = Shift(removed: oldPositions.compactMap { $0 }, inserted: newPositions.compactMap { $0 })
    var staying: [(index: Int, old: Int, new: Int)] = []
    for (index, entry) in changed.enumerated() {
      let old = oldPositions[index].map { ($0, before.path(at: $0)) }
      let new = newPositions[index].map { ($0, path(at: $0)) }
      switch (old, new) {
      case (nil, nil): continue
      case (let old?, nil):
        deleted.append((old.0, ObjectChange(object: entry.object, kind: .delete, old: old.1, new: nil)))
      case (nil, let new?):
        inserted.append((new.0, ObjectChange(object: entry.object, kind: .insert, old: nil, new: new.1)))
      case (let old?, let new?):
        // C-265
        let section = sections[new.1[0]].name
        let stays =
          before.sections[old.1[0]].name == section && !moved.contains(section)
          && shift.leavesInPlace(old.0, new.0)
        if !entry.changedOrder, stays {
          staying.append((index, old.0, new.0))
        } else {
          moves.append((old.0, ObjectChange(object: entry.object, kind: .move, old: old.1, new: new.1)))
        }
      }
    }
    // Reports as few moves as possible among objects that changed their relative order.
    staying.sort { $0.old < $1.old }
    let kept = Set(IncreasingSequence.longest(in: staying.map(\.new)))
    for (position, one) in staying.enumerated() {
      let isUpdate = kept.contains(position)
      let change = ObjectChange(
        object: changed[one.index].object, kind: isUpdate ? .update : .move, old: before.path(at: one.old),
        new: path(at: one.new))
      if isUpdate { updated.append((one.old, change)) } else { moves.append((one.old, change)) }
    }
    func sorted(_ changes: [(Int, ObjectChange)]) -> [ObjectChange] {
      changes.sorted { $0.0 < $1.0 }.map(\.1)
    }
    return sorted(deleted) + sorted(inserted) + sorted(moves) + sorted(updated)
  }

  /// Finds positions that change only because of insertions and removals before them.
  private struct Shift {
    let removed: [Int]
    let inserted: [Int]
    init(removed: [Int], inserted: [Int]) {
      self.removed = removed.sorted()
      self.inserted = inserted.sorted()
    }
    /// Whether the number of unchanged objects before the new position is the same as before the old one.
    func leavesInPlace(_ old: Int, _ new: Int) -> Bool {
      old - Self.count(removed, before: old) == new - Self.count(inserted, before: new)
    }
    private static func count(_ sorted: [Int], before position: Int) -> Int {
      var low = 0
      var high = sorted.count
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle] < position { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
