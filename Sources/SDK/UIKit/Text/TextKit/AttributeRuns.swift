import CarobFoundation

/// A text with runs of attributes: the contents of a text storage. Offsets are in UTF-16 units.
///
/// NB: the toolchain's mutable attributed string compares the attributes of adjacent runs and traps if they
/// contain objects like ours, so a text storage does not use it.
struct AttributeRuns {
  typealias Attributes = [NSAttributedString.Key: Any]
  private(set) var text = ""
  private(set) var length = 0
  private var runs: [(length: Int, attributes: Attributes)] = []

  init(_ string: NSAttributedString) {
    text = string.string
    length = string.length
    string.enumerateAttributes(in: NSRange(location: 0, length: length), options: []) {
      attributes, range, _ in runs.append((range.length, attributes))
    }
  }
  init(_ string: String, _ attributes: Attributes) {
    text = string
    length = (string as NSString).length
    if length > 0 { runs = [(length, attributes)] }
  }

  func attributes(at location: Int) -> (Attributes, NSRange) {
    precondition(
      location >= 0 && location < length, "location \(location) is outside the text of length \(length)")
    var start = 0
    for run in runs {
      if location < start + run.length {
        return (run.attributes, NSRange(location: start, length: run.length))
      }
      start += run.length
    }
    return ([:], NSRange(location: start, length: 0))
  }

  /// The new text gets the attributes of the first replaced character, or else of the preceding one.
  mutating func replace(_ range: NSRange, with string: String) {
    let place = range.length > 0 ? range.location : max(range.location - 1, 0)
    let attributes = place < length ? attributes(at: place).0 : [:]
    replace(range, with: string, [((string as NSString).length, attributes)])
  }

  private mutating func replace(
    _ range: NSRange, with string: String, _ new: [(length: Int, attributes: Attributes)]
  ) {
    precondition(
      range.location >= 0 && NSMaxRange(range) <= length,
      "range \(range) is outside the text of length \(length)")
    let first = split(at: range.location)
    let last = split(at: NSMaxRange(range))
    runs.replaceSubrange(first..<last, with: new.filter { $0.length > 0 })
    text = (text as NSString).replacingCharacters(in: range, with: string)
    length = (text as NSString).length
  }

  mutating func change(_ range: NSRange, _ body: (inout Attributes) -> Void) {
    let first = split(at: range.location)
    let last = split(at: NSMaxRange(range))
    for index in first..<last { body(&runs[index].attributes) }
  }

  /// Splits the run at an offset, so that a run starts there. Returns its index.
  private mutating func split(at offset: Int) -> Int {
    var start = 0
    for index in runs.indices {
      if offset == start { return index }
      let run = runs[index]
      if offset < start + run.length {
        runs[index].length = offset - start
        runs.insert((start + run.length - offset, run.attributes), at: index + 1)
        return index + 1
      }
      start += run.length
    }
    return runs.count
  }
}
