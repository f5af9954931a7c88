/// Parses an old-style ("OpenStep") property list, the format of `project.pbxproj` and of `.strings` files.
///
/// Accepts what Xcode writes and what manual merges leave behind: comments anywhere, missing final
/// separators, any encoding header. Nesting is limited to `maximumDepth`, so that malicious input causes an
/// error and not a stack overflow.
struct OpenStepParser {
  /// The line at which parsing failed, and the reason.
  struct Failure: Error, Equatable {
    var line: Int
    var message: String
  }

  /// Which top-level form is expected.
  enum Form {
    /// One value: a dictionary in braces, an array, a string.
    case value
    /// The entries of a dictionary without its braces, as in `.strings` files.
    case entries
  }

  private static let maximumDepth = 200

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  static func parse(_ text: String, form: Form = .value) throws(Failure) -> PropertyNode {
    var parser = OpenStepParser(text)
    if parser.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    try parser.skipBlanks()
    let node: PropertyNode
    switch form {
    case .value: node = try parser.value(depth: 0)
    case .entries:
      if parser.peek == UInt8(ascii: "{") {
        node = try parser.value(depth: 0)
      } else {
        node = try parser.entries(closing: nil, depth: 0, line: 1)
      }
    }
    try parser.skipBlanks()
    if parser.position < parser.bytes.count {
      throw Failure(line: parser.line, message: "unexpected text after the end of the property list")
    }
    return node
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private mutating func skipBlanks() throws(Failure) {
    while let byte = peek {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0x0B, 0x0C:
        advance()
      case UInt8(ascii: "/") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/"):
        while let byte = peek, byte != UInt8(ascii: "\n") { advance() }
      case UInt8(ascii: "/") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "*"):
        let start = line
        position += 2
        while true {
          guard position + 1 < bytes.count else {
            throw Failure(line: start, message: "this comment is never closed")
          }
          if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") { break }
          advance()
        }
        position += 2
      default:
        return
      }
    }
  }

  private mutating func value(depth: Int) throws(Failure) -> PropertyNode {
    guard depth < Self.maximumDepth else {
      throw Failure(line: line, message: "lists are nested more than \(Self.maximumDepth) deep")
    }
    let start = line
    switch peek {
    case nil:
      throw Failure(line: line, message: "the file ends where a value is expected")
    case UInt8(ascii: "{"):
      position += 1
      return try entries(closing: UInt8(ascii: "}"), depth: depth, line: start)
    case UInt8(ascii: "("):
      position += 1
      var items: [PropertyNode] = []
      while true {
        try skipBlanks()
        guard let byte = peek else {
          throw Failure(line: start, message: "the array that begins here is never closed with “)”")
        }
        if byte == UInt8(ascii: ")") {
          position += 1
          return PropertyNode(.array(items), line: start)
        }
        items.append(try value(depth: depth + 1))
        try skipBlanks()
        if peek == UInt8(ascii: ",") {
          position += 1
        } else if peek != UInt8(ascii: ")") {
          throw Failure(line: line, message: "expected “,” or “)” in an array, found \(found)")
        }
      }
    case UInt8(ascii: "<"):
      return PropertyNode(.string(try data()), line: start)
    default:
      return PropertyNode(.string(try string()), line: start)
    }
  }

  private mutating func entries(
    closing: UInt8?, depth: Int, line start: Int
  ) throws(Failure) -> PropertyNode {
    var entries: [String: PropertyNode] = [:]
    while true {
      try skipBlanks()
      guard let byte = peek else {
        if closing == nil { return PropertyNode(.dictionary(entries), line: start) }
        throw Failure(line: start, message: "the dictionary that begins here is never closed with “}”")
      }
      if byte == closing {
        position += 1
        return PropertyNode(.dictionary(entries), line: start)
      }
      let key = try string()
      try skipBlanks()
      if peek == UInt8(ascii: "=") {
        position += 1
        try skipBlanks()
        entries[key] = try value(depth: depth + 1)
        try skipBlanks()
      } else if closing == nil, peek == UInt8(ascii: ";") {
        entries[key] = PropertyNode(.string(key), line: line)  // .strings: a key alone is its own value
      } else {
        throw Failure(line: line, message: "expected “=” after the key “\(key)”, found \(found)")
      }
      if peek == UInt8(ascii: ";") {
        position += 1
      } else if peek != nil, peek != closing {
        throw Failure(line: line, message: "expected “;” after the value of “\(key)”, found \(found)")
      }
    }
  }

  /// A description of the character at the current position, for messages.
  private var found: String {
    guard position < bytes.count else { return "the end of the file" }
    let rest = bytes[position...].prefix(20).prefix { $0 != UInt8(ascii: "\n") }
    return "“\(String(decoding: rest, as: UTF8.self))”"
  }

  private mutating func data() throws(Failure) -> String {
    let rest = bytes[position...]
    if rest.starts(with: "<<<<<<<".utf8) {
      throw Failure(
        line: line, message: "a merge conflict is not resolved here; edit the file and remove its markers")
    }
    let start = line
    position += 1
    var digits: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: ">") {
      if !isBlank(byte) { digits.append(byte) }
      advance()
    }
    guard peek != nil else { throw Failure(line: start, message: "this data is never closed with “>”") }
    position += 1
    return String(decoding: digits, as: UTF8.self)
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private mutating func string() throws(Failure) -> String {
    guard let first = peek else {
      throw Failure(line: line, message: "the file ends where a text is expected")
    }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quoted(first) }
    let start = position
    while let byte = peek, isBare(byte) { position += 1 }
    guard position > start else {
      let rest = bytes[position...]
      if ["<<<<<<<", "=======", ">>>>>>>"].contains(where: { rest.starts(with: $0.utf8) }) {
        throw Failure(
          line: line, message: "a merge conflict is not resolved here; edit the file and remove its markers")
      }
      throw Failure(line: line, message: "expected a text, found \(found)")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: !isBlank(byte)
    }
  }

  private mutating func quoted(_ quote: UInt8) throws(Failure) -> String {
    let start = line
    position += 1
    var content: [UInt8] = []
    var utf16: [UInt16] = []
    func flush(_ units: inout [UInt16], into content: inout [UInt8]) {
      if units.isEmpty { return }
      content += Array(String(decoding: units, as: UTF16.self).utf8)
      units = []
    }
    while let byte = peek {
      advance()
      if byte == quote {
        flush(&utf16, into: &content)
        return String(decoding: content, as: UTF8.self)
      }
      guard byte == UInt8(ascii: "\\"), let escape = peek else {
        flush(&utf16, into: &content)
        content.append(byte)
        continue
      }
      advance()
      if escape == UInt8(ascii: "U") || escape == UInt8(ascii: "u") {
        var code: UInt16 = 0
        var count = 0
        while count < 4, let digit = peek.flatMap(hexDigit) {
          code = code << 4 | digit
          position += 1
          count += 1
        }
        utf16.append(code)
        continue
      }
      flush(&utf16, into: &content)
      switch escape {
      case UInt8(ascii: "n"): content.append(0x0A)
      case UInt8(ascii: "t"): content.append(0x09)
      case UInt8(ascii: "r"): content.append(0x0D)
      case UInt8(ascii: "a"): content.append(0x07)
      case UInt8(ascii: "b"): content.append(0x08)
      case UInt8(ascii: "f"): content.append(0x0C)
      case UInt8(ascii: "v"): content.append(0x0B)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        var code = UInt32(escape - UInt8(ascii: "0"))
        var count = 1
        while count < 3, let digit = peek, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) {
          code = code * 8 + UInt32(digit - UInt8(ascii: "0"))
          position += 1
          count += 1
        }
        if let scalar = Unicode.Scalar(code) { content += Array(String(Character(scalar)).utf8) }
      default: content.append(escape)
      }
    }
    throw Failure(line: start, message: "the text that begins here is never closed with a quotation mark")
  }

  private func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
