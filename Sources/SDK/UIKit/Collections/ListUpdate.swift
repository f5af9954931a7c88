import CarobFoundation

/// The insertions, deletions, moves and reloads between two states of a list; where what stays stands afterwards.
///
/// Pure: counts before and after go in, a place for each old item comes out, or the reason why the counts cannot be
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
  }

  struct Outcome {
    /// The new place of each old section that stays.
    fileprivate(set) var sections: [Int: Int] = [:]
    /// The new place of each old item that stays.
    fileprivate(set) var places: [IndexPath: IndexPath] = [:]
    /// Old places whose cells are asked for anew.
    fileprivate(set) var reloaded: Set<IndexPath> = []
  }

  func outcome(old: [Int], new: [Int], words: Words) throws(Invalid) -> Outcome {
    var outcome = Outcome()
    outcome.sections = try placeSections(old.count, new.count, words)
    for (from, to) in outcome.sections.sorted(by: { $0.key < $1.key }) {
      if reloadedSections.contains(from) { continue }
      let places = try placeItems(old[from], new[to], from, to, words)
      for (item, place) in places { outcome.places[IndexPath(item: item, section: from)] = place }
    }
    for move in moved { outcome.places[move.from] = move.to }
    outcome.reloaded = Set(reloaded)
    return outcome
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

  private func placeItems(_ old: Int, _ new: Int, _ from: Int, _ to: Int, _ words: Words) throws(Invalid)
    -> [(Int, IndexPath)]
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
    let staying = (0..<old).filter { !deletions.contains($0) && !movedOut.contains($0) }
    let free = (0..<new).filter { !insertions.contains($0) && !movedIn.contains($0) }
    return zip(staying, free).map { ($0, IndexPath(item: $1, section: to)) }
  }
}
