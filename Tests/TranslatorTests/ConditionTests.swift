import SwiftParser
import SwiftSyntax
import Testing

@testable import Translator

@Suite struct ConditionTests {
  private static let cases: [(String, Bool?)] = [
    ("os(iOS)", true), ("os(macOS)", false), ("os(Linux)", false), ("!os(iOS)", false),
    ("os(macOS) || os(iOS)", true), ("os(iOS) && os(macOS) || DEBUG", true), ("RELEASE", false),
    ("targetEnvironment(simulator)", true), ("targetEnvironment(macCatalyst)", false),
    ("canImport(UIKit)", true),
    ("canImport(SwiftUI)", false), ("canImport(Whatever)", nil), ("canImport(Whatever) && RELEASE", false),
    ("swift(>=5.9)", true), ("swift(>=6)", false), ("compiler(>=6.0)", true), ("compiler(<5.7)", false),
    ("(os(iOS))", true), ("hasFeature(X)", nil), ("true", true),
  ]

  @Test(arguments: cases) func `a condition has its simulator value`(
    _ text: String, _ expected: Bool?
  ) {
    let tree = Parser.parse(source: "#if \(text)\n#endif")
    let condition = tree.statements.first?.item.as(IfConfigDeclSyntax.self)?.clauses.first?.condition
    let evaluator = ConditionEvaluator(definedConditions: ["DEBUG"], languageMode: .swift5)
    #expect(condition.flatMap(evaluator.evaluate) == expected)
  }

  @Test func `in Swift 6 mode the language version is the compiler's`() {
    let evaluator = ConditionEvaluator(definedConditions: [], languageMode: .swift6)
    for (text, expected) in [("swift(>=6.2)", true), ("swift(<6.2)", false), ("compiler(>=6.3.1)", true)] {
      let condition = Parser.parse(source: "#if \(text)\n#endif").statements.first?.item
        .as(IfConfigDeclSyntax.self)?.clauses.first?.condition
      #expect(condition.flatMap(evaluator.evaluate) == expected)
    }
  }
}
