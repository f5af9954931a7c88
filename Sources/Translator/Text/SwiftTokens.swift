@_spi(ExperimentalLanguageFeatures) @_spi(Testing) import SwiftParser
@_spi(RawSyntax) import SwiftSyntax

/// The tokens of a Swift source, from the toolchain's lexer, with their ranges in the text.
///
/// For questions that need no syntax tree: lexing takes a tenth of the time of parsing (Decisions/0077).
/// Comments are not tokens. The content of a string literal is one `Kind.literalText`; the content of an
/// interpolation is code.
package struct SwiftTokens: Sendable {
  package enum Kind: UInt8, Sendable {
    /// An identifier or a keyword; the grammar decides which.
    case word
    case leftBrace, rightBrace, leftParen, rightParen, leftSquare, rightSquare
    case at, colon, comma, period, arrow, semicolon
    /// Any operator, including the `<` and `>` around generic arguments.
    case `operator`
    /// `#if`, `#endif`, and the `#` of a macro.
    case poundIf, poundEndif, pound
    /// Quotation marks and contents of a string or regular expression.
    case literalText
    case other
  }

  package struct Token: Sendable {
    package var kind: Kind
    /// Whether a line break precedes the token; false for the first token of a file.
    package var isAtStartOfLine: Bool
    /// Offsets in UTF-8 bytes; `end` is the offset after the last byte.
    package var start: Int
    package var end: Int
  }

  package let bytes: [UInt8]
  package let tokens: [Token]
  private let lines: SourceText

  package init(_ text: String) { self.init(SourceText(text)) }

  init(_ source: SourceText) {
    lines = source
    bytes = source.bytes
    tokens = source.bytes.withUnsafeBufferPointer(Self.tokens)
  }

  private static func tokens(_ bytes: UnsafeBufferPointer<UInt8>) -> [Token] {
    var result: [Token] = []
    result.reserveCapacity(bytes.count / 5)
    var tracker = LookaheadTracker()
    withUnsafeMutablePointer(to: &tracker) { tracker in
      var lexemes = Lexer.tokenize(bytes, lookaheadTracker: tracker, experimentalFeatures: [])
      var offset = 0
      while let lexeme = lexemes.next(), lexeme.rawTokenKind != .endOfFile {
        let range = lexeme.textRange
        result.append(
          Token(
            kind: kind(lexeme.rawTokenKind), isAtStartOfLine: lexeme.flags.contains(.isAtStartOfLine),
            start: offset + range.lowerBound, end: offset + range.upperBound))
        offset += lexeme.byteLength
      }
    }
    return result
  }

  private static func kind(_ raw: RawTokenKind) -> Kind {
    switch raw {
    case .identifier, .keyword, .dollarIdentifier, .wildcard: .word
    case .leftBrace: .leftBrace
    case .rightBrace: .rightBrace
    case .leftParen: .leftParen
    case .rightParen: .rightParen
    case .leftSquare: .leftSquare
    case .rightSquare: .rightSquare
    case .atSign: .at
    case .colon: .colon
    case .comma: .comma
    case .period: .period
    case .arrow: .arrow
    case .semicolon: .semicolon
    case .binaryOperator, .prefixOperator, .postfixOperator, .leftAngle, .rightAngle, .equal: .operator
    case .poundIf: .poundIf
    case .poundEndif: .poundEndif
    case .pound: .pound
    case .stringQuote, .multilineStringQuote, .singleQuote, .stringSegment, .rawStringPoundDelimiter,
      .regexSlash, .regexPoundDelimiter, .regexLiteralPattern:
      .literalText
    default: .other
    }
  }

  // MARK: Text

  package func text(_ token: Token) -> String {
    String(decoding: bytes[token.start..<token.end], as: UTF8.self)
  }

  /// The text of a word, without backticks.
  package func name(_ token: Token) -> String { text(token).withoutBackticks }

  /// Whether the token's text is `word`.
  package func matches(_ token: Token, _ word: StaticString) -> Bool {
    guard token.end - token.start == word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount where bytes[token.start + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The 1-based line and column (in UTF-8 bytes) of a token.
  package func place(_ token: Token) -> (line: Int, column: Int) { lines.place(token.start) }

  // MARK: Ranges

  /// The indices of the tokens that begin in a range of the text.
  package func indices(in range: Range<Int>) -> Range<Int> {
    let first = firstIndex(at: range.lowerBound)
    return first..<max(first, firstIndex(at: range.upperBound))
  }

  private func firstIndex(at offset: Int) -> Int {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].start < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a word occurs in a range of the text, outside comments and strings.
  package func mentions(_ word: String, in range: Range<Int>) -> Bool {
    tokens[indices(in: range)].contains { $0.kind == .word && name($0) == word }
  }

  // MARK: Brackets

  /// The index of the token that closes the bracket at `index`; `nil` if none does.
  ///
  /// Brackets of another kind in between are not checked.
  package func closing(_ index: Int) -> Int? {
    let open = tokens[index].kind
    let close: Kind =
      switch open {
      case .leftBrace: .rightBrace
      case .leftParen: .rightParen
      default: .rightSquare
      }
    var depth = 0
    for position in index..<tokens.count {
      if tokens[position].kind == open {
        depth += 1
      } else if tokens[position].kind == close {
        depth -= 1
        if depth == 0 { return position }
      }
    }
    return nil
  }
}
