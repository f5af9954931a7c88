import TestSupport
import Testing

@testable import AppBuilder

/// Which edits concern no other file of a module.
@Suite struct SourceChangeTests {
  private static let before = """
    import UIKit
    class Screen: UIViewController {
      let name = "a"
      private var total: Int { 1 }
      func add(_ number: Int = 1) -> Int {
        number + 1
      }
      init(text: String) {
        super.init(nibName: nil, bundle: nil)
      }
      func shape() -> some Equatable {
        1
      }
    }
    func last() {
      print(1)
    }

    """

  private static func isLimited(_ old: String, _ new: String) -> Bool {
    #expect(before.contains(old))
    return SourceChange.isLimitedToBodies(from: before, to: before.replacing(old, with: new))
  }

  @Test(arguments: [
    ("number + 1", "number + 2\n    // and a comment"),
    ("print(1)", "class Local {}\n  func inner() -> some Any { 1 }"),
    ("super.init(nibName: nil, bundle: nil)", "fatalError(\"}\")"),
  ])
  func `an edit in a function concerns its own file`(_ old: String, _ new: String) {
    #expect(Self.isLimited(old, new))
  }

  @Test(arguments: [
    ("\"a\"", "\"b\""), ("Int = 1", "Int = 2"), ("{ 1 }", "{ 2 }"), ("func last()", "@objc func last()"),
    ("import UIKit", "import UIKit\nimport os"), ("    1\n", "    \"one\"\n"),
    ("class Screen", "final class Screen"),
    ("add(_ number: Int = 1) -> Int", "add<T>(_ number: T) -> T"),
    ("func last", "func first() {}\nfunc last"),
    ("  func add", "  // A comment.\n  func add"), ("print(1)\n}", "print(1)\n"),
  ])
  func `an edit of anything else may concern others`(_ old: String, _ new: String) {
    #expect(!Self.isLimited(old, new))
  }

  @Test(arguments: ["@inlinable", "@inline(__always)", "@_transparent", "@_alwaysEmitIntoClient"])
  func `the body of a function that others inline concerns them`(_ attribute: String) {
    let text = "\(attribute)\nfunc one() -> Int {\n  1\n}\n"
    #expect(!SourceChange.isLimitedToBodies(from: text, to: text.replacing("  1", with: "  2")))
    #expect(
      SourceChange.isLimitedToBodies(
        from: text.replacing(attribute, with: "@discardableResult"),
        to: text.replacing(attribute, with: "@discardableResult").replacing("  1", with: "  2")))
  }
}
