import CarobFoundation

/// The insertions, deletions, moves and reloads between two states of a list, and the new places of the
/// remaining items.
///
/// Pure: takes the counts before and after the update, and returns the new places of old items, or the reason
/// why the counts are inconsistent (E-276). Deletions, reloads and the sources of moves are old index paths;
/// insertions and the targets of moves are new ones.
struct ListUpdate {
  var insertedSections = IndexSet()
  var deletedSections = IndexSet()
  var reloadedSections = IndexSet()
  var movedSections: [(from: Int, to: Int)] = []
  var inserted: [IndexPath] = []
  var deleted: [IndexPath] = []
  var reloaded: [IndexPath] = []
  var moved: [(from: IndexPath, to: IndexPath)] = []

  struct Invalid: Error, Equatable {
    let reason: String
  }

  /// The words that an error message uses: "items" in "the collection view".
  struct Words {
    let items: String
    let container: String
    var item: String { String(items.dropLast()) }
  }

  /// Maps old places to new ones and back. Places are computed on request, so that the cost does not grow
  /// with the list.
  struct Outcome {
    /// The new index of each old section that remains.
    let sections: [Int: Int]
    private let oldSections: [Int: Int]
    /// The old index paths whose cells are requested again.
    let reloaded: Set<IndexPath>
    private let moved: [IndexPath: IndexPath]
    private let origins: [IndexPath: IndexPath]
    fileprivate var gaps: [Int: Gaps] = [:]

    fileprivate init(_ update: ListUpdate, _ sections: [Int: Int]) {
      self.sections = sections
      oldSections = Dictionary(sections.map { ($1, $0) }) { _, last in last }
      reloaded = Set(update.reloaded)
      moved = Dictionary(update.moved.map { ($0.from, $0.to) }) { _, last in last }
      origins = Dictionary(update.moved.map { ($0.to, $0.from) }) { _, last in last }
    }

    /// The removed (old) and inserted (new) items of a section, each in ascending order.
    fileprivate struct Gaps {
      var removed: [Int]
      var inserted: [Int]
      var oldCount: Int
      var newCount: Int
    }

    /// The new index path of an old item; nil if it was removed.
    func place(of old: IndexPath) -> IndexPath? {
      if let place = moved[old] { return place }
      guard let section = sections[old.section], let gaps = gaps[old.section], old.item < gaps.oldCount,
        let item = Self.follow(old.item, without: gaps.removed, making: gaps.inserted)
      else { return nil }
      return IndexPath(item: item, section: section)
    }

    /// The old index path of a new item; nil if it was inserted.
    func origin(of new: IndexPath) -> IndexPath? {
      if let origin = origins[new] { return origin }
      guard let section = oldSections[new.section], let gaps = gaps[section], new.item < gaps.newCount,
        let item = Self.follow(new.item, without: gaps.inserted, making: gaps.removed)
      else { return nil }
      return IndexPath(item: item, section: section)
    }

    /// Maps an item's index: first closes the gaps of missing items, then makes room for the others. Nil if
    /// the item itself is missing.
    private static func follow(_ item: Int, without missing: [Int], making room: [Int]) -> Int? {
      let before = BinarySearch.partition(missing.count) { missing[$0] >= item }
      if before < missing.count, missing[before] == item { return nil }
      var place = item - before
      for taken in room {
        if taken > place { break }
        place += 1
      }
      return place
    }
  }

  func outcome(old: [Int], new: [Int], words: Words) throws(Invalid) -> Outcome {
    try checkPlaces(old, new, words)
    var outcome = Outcome(self, try placeSections(old.count, new.count, words))
    for (from, to) in outcome.sections.sorted(by: { $0.key < $1.key }) {
      if reloadedSections.contains(from) { continue }
      outcome.gaps[from] = try gaps(old[from], new[to], from, to, words)
    }
    return outcome
  }

  /// Checks that all index paths exist: deleted and reloaded ones before the update, inserted ones after it.
  private func checkPlaces(_ old: [Int], _ new: [Int], _ words: Words) throws(Invalid) {
    for section in deletedSections.union(reloadedSections) where section >= old.count {
      throw Invalid(
        reason: "attempt to delete section \(section), but there are only \(old.count) sections before the "
          + "update")
    }
    for section in insertedSections where section >= new.count {
      throw Invalid(
        reason: "attempt to insert section \(section) but there are only \(new.count) sections after the "
          + "update")
    }
    for path in deleted + reloaded + moved.map(\.from) {
      guard path.section < old.count else {
        throw Invalid(
          reason: "attempt to delete \(words.item) \(path.item) from section \(path.section), but there are "
            + "only \(old.count) sections before the update")
      }
      guard path.item < old[path.section] else {
        throw Invalid(
          reason: "attempt to delete \(words.item) \(path.item) from section \(path.section) which only "
            + "contains \(old[path.section]) \(words.items) before the update")
      }
    }
    for path in inserted + moved.map(\.to) {
      guard path.section < new.count else {
        throw Invalid(
          reason: "attempt to insert \(words.item) \(path.item) into section \(path.section), but there are "
            + "only \(new.count) sections after the update")
      }
      guard path.item < new[path.section] else {
        throw Invalid(
          reason: "attempt to insert \(words.item) \(path.item) into section \(path.section), but there are "
            + "only \(new[path.section]) \(words.items) in section \(path.section) after the update")
      }
    }
  }

  private func placeSections(_ old: Int, _ new: Int, _ words: Words) throws(Invalid) -> [Int: Int] {
    guard new == old + insertedSections.count - deletedSections.count else {
      throw Invalid(
        reason: "Invalid update: invalid number of sections.  The number of sections contained in the "
          + "\(words.container) after the update (\(new)) must be equal to the number of sections contained in the "
          + "\(words.container) before the update (\(old)), plus or minus the number of sections inserted or deleted "
          + "(\(insertedSections.count) inserted, \(deletedSections.count) deleted).")
    }
    let sources = movedSections.map(\.from)
    let targets = movedSections.map(\.to)
    let staying = (0..<old).filter { !deletedSections.contains($0) && !sources.contains($0) }
    let free = (0..<new).filter { !insertedSections.contains($0) && !targets.contains($0) }
    var places = Dictionary(zip(staying, free)) { first, _ in first }
    for move in movedSections { places[move.from] = move.to }
    return places
  }

  private func gaps(_ old: Int, _ new: Int, _ from: Int, _ to: Int, _ words: Words) throws(Invalid)
    -> Outcome.Gaps
  {
    let insertions = Set(inserted.filter { $0.section == to }.map(\.item))
    let deletions = Set(deleted.filter { $0.section == from }.map(\.item))
    let movedIn = Set(moved.filter { $0.to.section == to }.map(\.to.item))
    let movedOut = Set(moved.filter { $0.from.section == from }.map(\.from.item))
    guard new == old + insertions.count - deletions.count + movedIn.count - movedOut.count else {
      throw Invalid(
        reason:
          "Invalid update: invalid number of \(words.items) in section \(to).  The number of \(words.items) "
          + "contained in an existing section after the update (\(new)) must be equal to the number of "
          + "\(words.items) contained in that section before the update (\(old)), plus or minus the number of "
          + "\(words.items) inserted or deleted from that section (\(insertions.count) inserted, "
          + "\(deletions.count) deleted) and plus or minus the number of \(words.items) moved into or out of that "
          + "section (\(movedIn.count) moved in, \(movedOut.count) moved out).")
    }
    return Outcome.Gaps(
      removed: deletions.union(movedOut).sorted(), inserted: insertions.union(movedIn).sorted(),
      oldCount: old,
      newCount: new)
  }
}
