import CarobFoundation

/// Words, sentences and paragraphs of a text. Offsets are UTF-16 units.
struct TextUnits {
  let text: String
  private let units: [UInt16]

  init(_ text: String) {
    self.text = text
    units = Array(text.utf16)
  }

  var length: Int { units.count }

  private enum Kind { case word, ideograph, space, lineBreak, other }

  private func kind(_ index: Int) -> Kind {
    let unit = units[index]
    switch unit {
    case 10, 13, 0x2028, 0x2029: return .lineBreak
    case 9, 32, 0xA0, 0x3000: return .space
    case 0x27, 0x2019:
      // An apostrophe between letters belongs to the word.
      let isInside =
        index > 0 && index + 1 < units.count && Self.isLetter(units[index - 1])
        && Self.isLetter(units[index + 1])
      return isInside ? .word : .other
    // Kana and ideographs: words have no spaces between them, so each character counts as a word.
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF: return .ideograph
    case 0xD800...0xDFFF: return .other
    default: return Self.isLetter(unit) ? .word : .other
    }
  }
  private static func isLetter(_ unit: UInt16) -> Bool {
    if unit == 0x5F { return true }
    guard let scalar = Unicode.Scalar(unit) else { return false }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }

  /// The composed character at an offset.
  func character(at offset: Int) -> NSRange {
    (text as NSString).rangeOfComposedCharacterSequence(at: offset)
  }

  /// The offset one character further, limited to the text.
  func next(_ offset: Int, forward: Bool) -> Int {
    if forward { return offset < length ? NSMaxRange(character(at: offset)) : length }
    return offset > 0 ? character(at: offset - 1).location : 0
  }

  /// The word that contains the character at an index; nil for spaces and punctuation.
  private func word(_ index: Int) -> NSRange? {
    guard units.indices.contains(index) else { return nil }
    switch kind(index) {
    case .ideograph: return NSRange(location: index, length: 1)
    case .word:
      var (start, end) = (index, index + 1)
      while start > 0, kind(start - 1) == .word { start -= 1 }
      while end < length, kind(end) == .word { end += 1 }
      return NSRange(location: start, length: end - start)
    default: return nil
    }
  }

  private func isBreak(_ index: Int) -> Bool { kind(index) == .lineBreak }

  /// The paragraph around an offset, without its line break.
  func paragraph(at offset: Int) -> NSRange {
    var (start, end) = (min(offset, length), min(offset, length))
    while start > 0, !isBreak(start - 1) { start -= 1 }
    while end < length, !isBreak(end) { end += 1 }
    return NSRange(location: start, length: end - start)
  }

  /// The sentence around an offset, with its trailing spaces.
  func sentence(at offset: Int) -> NSRange {
    let paragraph = paragraph(at: offset)
    var start = paragraph.location
    var index = start
    while index < NSMaxRange(paragraph) {
      let isMark = [0x2E, 0x21, 0x3F, 0x3002, 0xFF01, 0xFF1F].contains(units[index])
      index += 1
      guard isMark, index >= NSMaxRange(paragraph) || kind(index) == .space || units[index - 1] >= 0x3000
      else {
        continue
      }
      while index < NSMaxRange(paragraph), kind(index) == .space { index += 1 }
      if offset < index { return NSRange(location: start, length: index - start) }
      start = index
    }
    return NSRange(location: start, length: NSMaxRange(paragraph) - start)
  }

  /// The range that a double tap selects: the word at or next to an offset, else the character; nil if there
  /// is no text.
  func selectableWord(at offset: Int) -> NSRange? {
    if let word = word(offset) ?? (offset > 0 ? word(offset - 1) : nil) { return word }
    // In whitespace, select the preceding word, which the user probably meant to tap.
    var index = min(offset, length) - 1
    while index >= 0, kind(index) == .space { index -= 1 }
    if let word = word(index) { return word }
    if index >= 0, !isBreak(index) { return character(at: index) }
    return offset < length && !isBreak(offset) ? character(at: offset) : nil
  }

  /// The unit that contains the character next to an offset, in the given direction.
  func unit(_ granularity: UITextGranularity, at offset: Int, forward: Bool) -> NSRange? {
    let index = forward ? offset : offset - 1
    guard units.indices.contains(index) else {
      return granularity == .document && length > 0 ? NSRange(location: 0, length: length) : nil
    }
    switch granularity {
    case .character: return character(at: index)
    case .word: return word(index)
    case .sentence: return sentence(at: index)
    // NB: lines depend on layout; without it, a line is a paragraph.
    case .paragraph, .line: return paragraph(at: index)
    case .document: return NSRange(location: 0, length: length)
    }
  }

  /// The next start (backward) or end (forward) of a unit; nil if there is none.
  func boundary(_ granularity: UITextGranularity, from offset: Int, forward: Bool) -> Int? {
    if forward ? offset >= length : offset <= 0 { return nil }
    switch granularity {
    case .character: return next(offset, forward: forward)
    case .word:
      var index = offset
      while forward ? index < length : index > 0 {
        if let word = word(forward ? index : index - 1) { return forward ? NSMaxRange(word) : word.location }
        index += forward ? 1 : -1
      }
      return index
    case .sentence:
      let range = sentence(at: forward ? offset : offset - 1)
      return forward ? max(NSMaxRange(range), offset + 1) : range.location
    case .paragraph, .line:
      let range = paragraph(at: offset)
      if forward {
        return NSMaxRange(range) > offset ? NSMaxRange(range) : NSMaxRange(paragraph(at: offset + 1))
      }
      return range.location < offset ? range.location : paragraph(at: offset - 1).location
    case .document: return forward ? length : 0
    }
  }

  /// Whether a letter typed at an offset is capitalized (E-384).
  func capitalizes(_ type: UITextAutocapitalizationType, at offset: Int) -> Bool {
    switch type {
    case .none: return false
    case .allCharacters: return true
    case .words:
      guard offset > 0 else { return true }
      return kind(offset - 1) == .space || kind(offset - 1) == .lineBreak
    case .sentences:
      var index = min(offset, length)
      while index > 0, kind(index - 1) == .space { index -= 1 }
      if index == 0 || isBreak(index - 1) { return true }
      let isMark = [0x2E, 0x21, 0x3F].contains(units[index - 1])
      return isMark && index < offset
    }
  }
}
