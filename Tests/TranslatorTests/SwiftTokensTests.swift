import Foundation
import SwiftParser
import SwiftSyntax
import TestSupport
import Testing

@testable import Translator

@Suite struct SwiftTokensTests {
  private func kinds(_ text: String) -> [String] {
    let source = SwiftTokens(text)
    return source.tokens.map { "\($0.kind) \(source.text($0))" }
  }

  @Test func `comments are not tokens, and the content of an interpolation is code`() {
    #expect(
      kinds("f(\"a\\(b)\") // c") == [
        "word f", "leftParen (", "literalText \"", "literalText a", "other \\", "leftParen (", "word b",
        "rightParen )", "literalText ", "literalText \"", "rightParen )",
      ])
  }

  @Test func `tokens have lines and columns, and names of words have no backticks`() {
    let source = SwiftTokens("let é =\n  `class`")
    let last = source.tokens[source.tokens.count - 1]
    #expect(source.place(last) == (2, 3))
    #expect(source.name(last) == "class")
    #expect(source.tokens.map(\.isAtStartOfLine) == [false, false, false, true])
    #expect(source.tokens.map { $0.end - $0.start } == [3, 2, 1, 7])
  }

  @Test func `a closing bracket is found after nested ones`() {
    let source = SwiftTokens("{ ( { } ) } {")
    #expect(source.closing(0) == 5)
    #expect(source.closing(1) == 4)
    #expect(source.closing(6) == nil)
  }

  /// The words and brackets of a syntax tree. Operators are omitted, because the parser splits them
  /// differently.
  private func wordsAndBrackets(_ tree: SourceFileSyntax) -> [String] {
    tree.tokens(viewMode: .sourceAccurate).compactMap { token in
      switch token.tokenKind {
      case .identifier, .keyword, .dollarIdentifier, .wildcard, .leftBrace, .rightBrace, .leftParen,
        .rightParen,
        .leftSquare, .rightSquare:
        "\(token.start) \(token.text)"
      default: nil
      }
    }
  }
  private func wordsAndBrackets(_ source: SwiftTokens) -> [String] {
    source.tokens.compactMap { token in
      switch token.kind {
      case .word, .leftBrace, .rightBrace, .leftParen, .rightParen, .leftSquare, .rightSquare:
        "\(token.start) \(source.text(token))"
      default: nil
      }
    }
  }

  /// Swift files of the repository: the translator, its tests, and the examples.
  private static let files: [String] = {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    return ["Sources/Translator", "Tests/TranslatorTests", "Examples"].flatMap { folder in
      (FileManager.default.subpaths(atPath: "\(root)/\(folder)") ?? []).filter { $0.hasSuffix(".swift") }
        .sorted().map { "\(root)/\(folder)/\($0)" }
    }
  }()

  @Test func `the lexer alone finds the same words and brackets as the parser`() throws {
    #expect(Self.files.count > 100)
    for file in Self.files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let lexed = wordsAndBrackets(SwiftTokens(text))
      let parsed = wordsAndBrackets(Parser.parse(source: text))
      #expect(lexed == parsed, "\(file)")
    }
  }

  @Test func `a file with blanked bodies has the same tokens outside them`() throws {
    for file in Self.files {
      let source = SwiftTokens(try String(contentsOfFile: file, encoding: .utf8))
      guard let blanked = FunctionBodies.blanked(source, keeping: []) else { continue }
      let rest = SwiftTokens(String(decoding: blanked, as: UTF8.self))
      let starts = Set(rest.tokens.map(\.start))
      #expect(
        wordsAndBrackets(rest)
          == source.tokens.filter { starts.contains($0.start) }.filter {
            ![
              .at, .colon, .comma, .period, .arrow, .semicolon, .operator, .poundIf, .poundEndif, .pound,
              .literalText, .other,
            ].contains($0.kind)
          }.map { "\($0.start) \(source.text($0))" }, "\(file)")
      #expect(rest.bytes.count == source.bytes.count)
      #expect(!Parser.parse(source: String(decoding: blanked, as: UTF8.self)).hasError, "\(file)")
    }
  }

  @Test func `tokens of damaged sources are in order`() throws {
    let samples = try Self.files.prefix(40).map {
      FuzzInput($0, try String(contentsOfFile: $0, encoding: .utf8))
    }
    Fuzzing.run(
      "swift-tokens", samples,
      pieces: ["\"", "\"\"\"", "/*", "*/", "#\"", "\\(", "/", "#/", "{", "}", "`", "\u{0}"],
      rounds: 300
    ) { input, _ in
      let source = SwiftTokens(input.text)
      var end = 0
      for token in source.tokens {
        #expect(token.start >= end && token.end >= token.start && token.end <= source.bytes.count)
        end = token.end
      }
      _ = FunctionBodies.blanked(source, keeping: [])
      _ = NestingLimit.firstExcess(in: source)
    }
  }
}
