import Foundation

/// Reads a property list of any format (XML, binary, JSON, old-style) and reports useful errors for broken
/// ones.
public enum PropertyListFile {
  /// The list in the file at `path`.
  ///
  /// - Throws: `ProjectProblem`, with the line where the parser stopped if it is known.
  public static func read(_ path: String) throws -> PropertyValue {
    try value(of: contents(path), path: path)
  }

  /// The list in `data`, which came from the file at `path`.
  public static func read(_ data: Data, path: String) throws -> PropertyValue {
    try value(of: data, path: path)
  }

  static func node(at path: String) throws -> PropertyNode {
    let data = try contents(path)
    if let text = oldStyleText(data) {
      do {
        return try OpenStepParser.parse(text)
      } catch {
        throw ProjectProblem(.malformed, path: path, line: error.line, error.message)
      }
    }
    return PropertyNode(try value(of: data, path: path))
  }

  /// The bytes of a file, or an error that tells a missing file from an unreadable one.
  static func contents(_ path: String) throws -> Data {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw ProjectProblem(.missingFile, path: path, "there is no such file")
    }
    if isDirectory.boolValue {
      throw ProjectProblem(.malformed, path: path, "this is a folder where a file is expected")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ProjectProblem(.malformed, path: path, "the file cannot be read; check its permissions")
    }
    return data
  }

  private static func value(of data: Data, path: String) throws -> PropertyValue {
    if let text = oldStyleText(data) {
      do {
        return try OpenStepParser.parse(text).value
      } catch {
        throw ProjectProblem(.malformed, path: path, line: error.line, error.message)
      }
    }
    do {
      let object: Any
      if data.first(where: { !($0 == 0x20 || (0x09...0x0D).contains($0)) }) == UInt8(ascii: "{") {
        object = try JSONSerialization.jsonObject(with: data)
      } else {
        guard !holdsSet(data) else {
          throw ProjectProblem(
            .malformed, path: path, "the property list holds a set, which no file of a project has")
        }
        object = try PropertyListSerialization.propertyList(from: data, format: nil)
      }
      if let value = PropertyValue(foundationObject: object) { return value }
      throw ProjectProblem(.malformed, path: path, "the property list holds values of an unknown kind")
    } catch let problem as ProjectProblem {
      throw problem
    } catch {
      let detail = String(describing: (error as NSError).userInfo[NSDebugDescriptionErrorKey] ?? "")
      let line = detail.firstMatch(of: /[Ll]ine (\d+)/).flatMap { Int($0.1) }
      let reason = detail.isEmpty ? "" : " (\(detail.prefix { $0 != "\n" }))"
      throw ProjectProblem(
        .malformed, path: path, line: line ?? xmlErrorLine(data),
        "this is not a valid property list\(reason); open it in a text editor and mend it")
    }
  }

  /// Whether a binary list contains objects of the set types.
  // NB: Foundation reads them, but crashes if their members are damaged.
  private static func holdsSet(_ data: Data) -> Bool {
    guard data.starts(with: "bplist".utf8), data.count >= 40 else { return false }
    let bytes = [UInt8](data)
    func number(_ start: Int, _ size: Int) -> Int {
      bytes[start..<start + size].reduce(0) { $0 << 8 | Int($1) }
    }
    let trailer = bytes.count - 32
    let size = Int(bytes[trailer + 6])
    let count = number(trailer + 8, 8)
    let table = number(trailer + 24, 8)
    // Foundation rejects such malformed lists itself.
    guard (1...8).contains(size), (8...trailer).contains(table),
      (0...(trailer - table) / size).contains(count)
    else { return false }
    return (0..<count).contains { index in
      let offset = number(table + index * size, size)
      return (8..<trailer).contains(offset) && [0xB0, 0xC0].contains(bytes[offset] & 0xF0)
    }
  }

  /// The text of an old-style list; `nil` if the bytes are XML, binary or JSON.
  fileprivate static func oldStyleText(_ data: Data) -> String? {
    let start = data.prefix(512)
    if start.starts(with: "bplist".utf8) { return nil }
    guard let text = decodedText(data) else { return nil }
    let trimmed = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if trimmed.hasPrefix("<?xml") || trimmed.hasPrefix("<!DOCTYPE") || trimmed.hasPrefix("<plist") {
      return nil
    }
    if trimmed.hasPrefix("<!--") { return nil }
    if trimmed.hasPrefix("{") {  // JSON begins with a quoted key and a colon
      let inside = trimmed.dropFirst().drop { $0.isWhitespace }
      if inside.hasPrefix("\""), inside.firstMatch(of: /^"(?:[^"\\]|\\.)*"\s*:/) != nil { return nil }
    }
    return text
  }

  /// The text of a file in UTF-8 or UTF-16; UTF-16 is detected by a byte-order mark or by zero bytes.
  public static func decodedText(_ data: Data) -> String? {
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      return String(data: data, encoding: .utf16)
    }
    if data.count >= 2, data.count.isMultiple(of: 2) {
      let bytes = [UInt8](data.prefix(2))
      if bytes[0] == 0, bytes[1] != 0 { return String(data: data, encoding: .utf16BigEndian) }
      if bytes[1] == 0, bytes[0] != 0 { return String(data: data, encoding: .utf16LittleEndian) }
    }
    return String(data: data, encoding: .utf8)
  }

  /// The first line whose XML tags are not balanced, found by a simple scan.
  ///
  /// Foundation's XML property-list parser reports no location.
  private static func xmlErrorLine(_ data: Data) -> Int? {
    guard let text = decodedText(data) else { return nil }
    var open: [(name: Substring, line: Int)] = []
    var line = 1
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      line += rest[..<start].count { $0.isNewline }
      rest = rest[start...]
      if rest.hasPrefix("<!--") {
        guard let end = rest.firstRange(of: "-->") else { return line }
        line += rest[..<end.upperBound].count { $0.isNewline }
        rest = rest[end.upperBound...]
        continue
      }
      guard let end = rest.firstIndex(of: ">") else { return line }
      let tag = rest[rest.index(after: rest.startIndex)..<end]
      if tag.contains("<") { return line }
      if tag.hasPrefix("/") {
        guard let last = open.popLast() else { return line }
        if last.name != tag.dropFirst().prefix(while: { !$0.isWhitespace }) { return line }
      } else if !tag.hasPrefix("?"), !tag.hasPrefix("!"), !tag.hasSuffix("/") {
        open.append((tag.prefix { !$0.isWhitespace }, line))
      }
      line += rest[..<end].count { $0.isNewline }
      rest = rest[rest.index(after: end)...]
    }
    return open.last?.line
  }
}

extension PropertyListFile {
  /// The entries of a `.strings` file of any format.
  public static func readStrings(_ path: String) throws -> PropertyValue {
    let data = try contents(path)
    guard let text = oldStyleText(data) else { return try read(data, path: path) }
    do {
      return try OpenStepParser.parse(text, form: .entries).value
    } catch {
      throw ProjectProblem(.malformed, path: path, line: error.line, error.message)
    }
  }
}
