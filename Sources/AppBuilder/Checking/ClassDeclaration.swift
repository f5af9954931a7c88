import Translator

/// A class or an extension in a source file, as determined from its tokens.
struct ClassDeclaration: Equatable {
  /// The last part of a qualified name.
  var name: String
  var isExtension: Bool
  /// The first name after the class's colon, which may also be a protocol.
  var superclass: String?
  /// The lines from the keyword to the closing brace.
  var lines: ClosedRange<Int>
  /// The tokens between the braces.
  var body: Range<Int>

  /// The declarations of a file, outer ones before the ones nested in them.
  static func all(in source: SwiftTokens) -> [ClassDeclaration] {
    let tokens = source.tokens
    var result: [ClassDeclaration] = []
    for index in tokens.indices.dropLast() {
      let token = tokens[index]
      guard token.kind == .word else { continue }
      let isExtension = source.matches(token, "extension")
      guard isExtension || source.matches(token, "class"), tokens[index + 1].kind == .word else { continue }
      var next = index + 1
      var name = qualifiedName(at: &next, in: source)
      // In `class func`, the word is a modifier.
      if ["func", "var", "let", "subscript", "override", "final", "init"].contains(name) { continue }
      name = name.split(separator: ".").last.map(String.init) ?? name
      var superclass: String?
      while next < tokens.count, tokens[next].kind != .leftBrace, tokens[next].kind != .rightBrace {
        // NB: a colon among generic parameters introduces a constraint.
        if source.bytes[tokens[next].start] == UInt8(ascii: "<") {
          next = behindAngles(next, in: source)
          continue
        }
        if tokens[next].kind == .colon, superclass == nil, next + 1 < tokens.count {
          next += 1
          superclass = qualifiedName(at: &next, in: source).split(separator: ".").last.map(String.init)
          continue
        }
        next += 1
      }
      let end =
        next >= tokens.count
        ? tokens.count : tokens[next].kind == .leftBrace ? source.closing(next) ?? tokens.count : next
      let first = source.place(token).line
      let last = source.place(tokens[min(end, tokens.count - 1)]).line
      result.append(
        ClassDeclaration(
          name: name, isExtension: isExtension, superclass: isExtension ? nil : superclass,
          lines: first...max(first, last), body: min(next + 1, end)..<end))
    }
    return result
  }

  /// Reads a name like `UIKit.UIView` at the index, and advances the index to the token after it.
  private static func qualifiedName(at index: inout Int, in source: SwiftTokens) -> String {
    let tokens = source.tokens
    guard index < tokens.count, tokens[index].kind == .word else { return "" }
    var name = source.name(tokens[index])
    index += 1
    while index + 1 < tokens.count, tokens[index].kind == .period, tokens[index + 1].kind == .word {
      name += "." + source.name(tokens[index + 1])
      index += 2
    }
    return name
  }

  private static func behindAngles(_ start: Int, in source: SwiftTokens) -> Int {
    var depth = 0
    for index in start..<source.tokens.count {
      let token = source.tokens[index]
      if token.kind == .leftBrace { return index }
      guard token.kind == .operator else { continue }
      let text = source.bytes[token.start..<token.end]
      depth += text.count { $0 == UInt8(ascii: "<") } - text.count { $0 == UInt8(ascii: ">") }
      if depth <= 0 { return index + 1 }
    }
    return source.tokens.count
  }
}
