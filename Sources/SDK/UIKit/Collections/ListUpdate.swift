import CarobFoundation

/// The insertions, deletions, moves and reloads between two states of a list; where what stays stands afterwards.
///
/// Pure: counts before and after go in, the places of old items come out, or the reason why the counts cannot be
/// right (E-276). Deletions, reloads and a move's source are old places, insertions and its target new ones.
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

  /// What an error calls things: "items" in "the collection view".
  struct Words {
    let items: String
    let container: String
    var item: String { String(items.dropLast()) }
  }

  /// Where things went; computed for what is asked, so that a long list costs no more than a short one.
  struct Outcome {
    /// The new place of each old section that stays.
    let sections: [Int: Int]
    private let oldSections: [Int: Int]
    /// Old places whose cells are asked for anew.
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

    /// Items of a section that went, and new ones that came, each in order.
    fileprivate struct Gaps {
      var removed: [Int]
      var inserted: [Int]
      var oldCount: Int
      var newCount: Int
    }

    /// The new place of an old item; nil if it does not stay.
    func place(of old: IndexPath) -> IndexPath? {
      if let place = moved[old] { return place }
      guard let section = sections[old.section], let gaps = gaps[old.section], old.item < gaps.oldCount,
        let item = Self.follow(old.item, without: gaps.removed, making: gaps.inserted)
      else { return nil }
      return IndexPath(item: item, section: section)
    }

    /// The old place of a new item; nil if it came.
    func origin(of new: IndexPath) -> IndexPath? {
      if let origin = origins[new] { return origin }
      guard let section = oldSections[new.section], let gaps = gaps[section], new.item < gaps.newCount,
        let item = Self.follow(new.item, without: gaps.inserted, making: gaps.removed)
      else { return nil }
      return IndexPath(item: item, section: section)
    }

    /// Closes up where items are missing, then makes room for others.
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

  /// What is named must be there: before the update what goes, after it what comes.
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
