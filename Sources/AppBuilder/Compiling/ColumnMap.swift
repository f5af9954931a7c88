/// Which column of the user's line a column of its translation stands for.
///
/// The translation keeps the user's characters in order, and has its own between them and in their place. The two are laid
/// beside each other so that as many characters as possible are the same, and as many of those in a row.
struct ColumnMap {
  /// For each byte of the translation, the byte of the user's text that it comes from, if any.
  private var places: [Int?]
  private let user: [UInt8]

  /// Nil for lines that are too long to compare.
  init?(user: Substring, translated: Substring) {
    let (old, new) = (Array(user.utf8), Array(translated.utf8))
    self.user = old
    places = Array(repeating: nil, count: new.count)
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] {
      places[start] = start
      start += 1
    }
    // NB: only what closes declarations. A name of the translator's and its parentheses may end as the user's last call does.
    let closing = Set(" \t\r}".utf8)
    var end = 0
    while end < old.count - start, end < new.count - start,
      old[old.count - 1 - end] == new[new.count - 1 - end], closing.contains(old[old.count - 1 - end])
    {
      places[new.count - 1 - end] = old.count - 1 - end
      end += 1
    }
    let inside = (old: Array(old[start..<old.count - end]), new: Array(new[start..<new.count - end]))
    if inside.old.isEmpty || inside.new.isEmpty { return }
    guard (inside.old.count + 1) * (inside.new.count + 1) < 2_000_000 else { return nil }
    for (place, byte) in Self.alignment(inside.old, inside.new) { places[start + place] = start + byte }
  }

  /// The 1-based column of the user's line, and whether the place is one that the translator added to a declaration: before
  /// a closing brace, or at the line's end.
  func userColumn(_ column: Int) -> (column: Int, isAdded: Bool) {
    guard column >= 1, column <= places.count else { return (user.count + 1, column > places.count + 1) }
    if let place = places[column - 1] { return (place + 1, false) }
    guard let next = places[column...].lazy.compactMap({ $0 }).first else { return (user.count + 1, true) }
    let following = user[next...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return (next + 1, following == UInt8(ascii: "}"))
  }

  /// Pairs of equal bytes, as places in `new` and `old`.
  private static func alignment(_ old: [UInt8], _ new: [UInt8]) -> [(Int, Int)] {
    let width = new.count + 1
    // What is left to win from two places on, without and with a pair just before them.
    var alone = [Int32](repeating: 0, count: (old.count + 1) * width)
    var following = alone
    for i in (0..<old.count).reversed() {
      for j in (0..<new.count).reversed() {
        let place = i * width + j
        let skipped = max(alone[place + 1], alone[place + width])
        let paired = old[i] == new[j] ? following[place + width + 1] : -2
        alone[place] = max(skipped, paired + 1)
        following[place] = max(skipped, paired + 2)
      }
    }
    var result: [(Int, Int)] = []
    var (i, j, isFollowing) = (0, 0, false)
    while i < old.count, j < new.count {
      let place = i * width + j
      let best = isFollowing ? following[place] : alone[place]
      if old[i] == new[j], following[place + width + 1] + (isFollowing ? 2 : 1) == best {
        result.append((j, i))
        (i, j, isFollowing) = (i + 1, j + 1, true)
      } else {
        if alone[place + 1] == best { j += 1 } else { i += 1 }
        isFollowing = false
      }
    }
    return result
  }
}
