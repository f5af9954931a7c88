import CarobFoundation

/// Where a text is typed into: what is selected, and what typing and deleting make of it. Offsets are UTF-16 units.
struct TextCursor {
  /// Of no length: the insertion point.
  var selection = NSRange(location: 0, length: 0)

  /// What a deletion backward takes: the selection, or the character before the insertion point; nil at the beginning.
  func deletion(in text: String) -> NSRange? {
    if selection.length > 0 { return selection }
    guard selection.location > 0 else { return nil }
    return (text as NSString).rangeOfComposedCharacterSequence(at: selection.location - 1)
  }

  /// The insertion point stands behind what replaced a range.
  mutating func replaced(with text: String, in range: NSRange) {
    selection = NSRange(location: range.location + (text as NSString).length, length: 0)
  }

  mutating func moveToEnd(of text: String) {
    selection = NSRange(location: (text as NSString).length, length: 0)
  }

  mutating func clamp(to length: Int) {
    let start = min(max(selection.location, 0), length)
    selection = NSRange(location: start, length: min(max(selection.length, 0), length - start))
  }
}
