/// Maps the columns of a translated line to columns of the user's line.
///
/// The translation preserves the order of the user's characters, and inserts or substitutes characters of its
/// own. The two lines are aligned so that as many characters as possible match, preferably in long runs.
struct ColumnMap {
  /// The offset in the user's text for each byte of the translation, if it comes from there.
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
    // NB: only characters that close declarations. Otherwise generated names and parentheses could match the
    // user's last call.
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

  /// The 1-based column of the user's line, and whether the column is in code that the translator added to a
  /// declaration: before a closing brace, or at the end of the line.
  func userColumn(_ column: Int) -> (column: Int, isAdded: Bool) {
    guard column >= 1, column <= places.count else { return (user.count + 1, column > places.count + 1) }
    if let place = places[column - 1] { return (place + 1, false) }
    guard let next = places[column...].lazy.compactMap({ $0 }).first else { return (user.count + 1, true) }
    let following = user[next...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return (next + 1, following == UInt8(ascii: "}"))
  }

  /// Pairs of equal bytes, as offsets in `new` and `old`.
  private static func alignment(_ old: [UInt8], _ new: [UInt8]) -> [(Int, Int)] {
    let width = new.count + 1
    // The best remaining score from two offsets on, without and with a matching pair directly before them.
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
