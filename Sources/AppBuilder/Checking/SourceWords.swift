/// Words in the bytes of Swift code without comments and texts.
///
/// OPTIMIZATION: bytes, not characters, because `doctor` reads whole projects and this command is built for debugging.
enum SourceWords {
  static func isLetter(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  static func isUppercase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  /// Behind the last byte of the word that begins at `start`.
  static func end(ofWordAt start: Int, in code: [UInt8]) -> Int {
    var index = start
    while index < code.count, isLetter(code[index]) || isDigit(code[index]) { index += 1 }
    return index
  }

  static func text(_ range: Range<Int>, in code: [UInt8]) -> String {
    String(decoding: code[range], as: UTF8.self)
  }

  /// The word that follows `offset` after spaces and line breaks; empty if something else does.
  static func word(behind offset: Int, in code: [UInt8]) -> (text: String, end: Int) {
    var index = offset
    while index < code.count, " \n\t`".utf8.contains(code[index]) { index += 1 }
    let end = end(ofWordAt: index, in: code)
    return (text(index..<end, in: code), end)
  }

  /// The first byte at or behind `offset` that is no space; 0 at the end.
  static func byte(behind offset: Int, in code: [UInt8]) -> UInt8 {
    var index = offset
    while index < code.count, code[index] == UInt8(ascii: " ") { index += 1 }
    return index < code.count ? code[index] : 0
  }
}
