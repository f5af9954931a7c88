/// Finds names that the user may have meant.
enum NearestNames {
  /// The candidates closest to `name`, best first, without those that are too different.
  static func of(_ name: String, among candidates: [String], limit: Int = 3) -> [String] {
    let wanted = Array(name.lowercased().prefix(80))
    var seen: Set<String> = []
    let scored = candidates.compactMap { candidate -> (distance: Int, name: String)? in
      guard !candidate.isEmpty, seen.insert(candidate).inserted else { return nil }
      let other = Array(candidate.lowercased().prefix(80))
      let distance = distance(wanted, other)
      let isPart = candidate.lowercased().contains(name.lowercased()) && !name.isEmpty
      guard isPart || distance <= max(2, min(wanted.count, other.count) / 2) else { return nil }
      return (isPart ? 0 : distance, candidate)
    }
    // NB: a stable sort, so that equally good candidates stay in reading order.
    return scored.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(limit).map(\.element.name)
  }

  /// The number of insertions, deletions and replacements between two names.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let replaced = diagonal + (x == y ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
