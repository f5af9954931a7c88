/// Changes to a text, collected by the rules and applied at once.
///
/// Rules replace single tokens or insert text; they never replace a range in which another rule may have
/// work.
struct EditList {
  private struct Edit {
    var offset: Int
    var length: Int
    var text: String
    var order: Int
  }
  private var edits: [Edit] = []

  var isEmpty: Bool { edits.isEmpty }

  /// Insertions at the same offset appear in the order in which they were made.
  mutating func insert(_ text: String, at offset: Int) {
    edits.append(Edit(offset: offset, length: 0, text: text, order: edits.count))
  }

  mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append(Edit(offset: range.lowerBound, length: range.count, text: text, order: edits.count))
  }

  /// Replaces a range by `text` padded with spaces to the old length, which preserves columns and line
  /// breaks.
  mutating func replacePadded(_ range: Range<Int>, with text: String = "", in source: SourceText) {
    var padded = Array(text.utf8)
    var column = padded.count
    for index in range.lowerBound..<range.upperBound where source.bytes[index] == UInt8(ascii: "\n") {
      padded.append(UInt8(ascii: "\n"))
      column = padded.count
    }
    if column == padded.count, padded.count < range.count, !padded.contains(UInt8(ascii: "\n")) {
      padded += [UInt8](repeating: UInt8(ascii: " "), count: range.count - padded.count)
    }
    replace(range, with: String(decoding: padded, as: UTF8.self))
  }

  /// The text after all edits; an edit inside an earlier replacement is dropped.
  func applied(to source: SourceText) -> String {
    let sorted = edits.sorted {
      $0.offset != $1.offset
        ? $0.offset < $1.offset
          // NB: insertions at an offset precede the replacement of the text that begins there.
        : ($0.length == 0) != ($1.length == 0) ? $0.length == 0 : $0.order < $1.order
    }
    return source.bytes.withUnsafeBufferPointer { bytes in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.utf8.count })
      var position = 0
      for edit in sorted {
        if edit.offset < position { continue }
        result.append(contentsOf: bytes[position..<edit.offset])
        result.append(contentsOf: edit.text.utf8)
        // NB: keeps the number of lines.
        let lines = bytes[edit.offset..<edit.offset + edit.length].count { $0 == UInt8(ascii: "\n") }
        let kept = edit.text.utf8.count { $0 == UInt8(ascii: "\n") }
        for _ in 0..<max(0, lines - kept) { result.append(UInt8(ascii: "\n")) }
        position = edit.offset + edit.length
      }
      result.append(contentsOf: bytes[position...])
      return String(decoding: result, as: UTF8.self)
    }
  }
}
