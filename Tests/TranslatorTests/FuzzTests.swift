import TestSupport
import Testing

@testable import Translator

/// The translator must report sources that no compiler accepts, and never crash.
@Suite struct FuzzTests {
  @Test(arguments: GoldenCase.all)
  func `a truncated source is translated or reported`(_ golden: GoldenCase) {
    for file in golden.files {
      let bytes = Array(file.text.utf8)
      for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
        translate(String(decoding: bytes[..<length], as: UTF8.self))
      }
    }
  }

  @Test(arguments: GoldenCase.all)
  func `a mutated source is translated or reported`(_ golden: GoldenCase) {
    var random = SeededRandom(seed: 42)
    let pieces = [
      "{", "}", "(", ")", "\"", "@objc ", "#selector(", "\n", "?", "/*", "class ", "\u{0}", "é", "#if ",
      "\\(",
    ]
    for file in golden.files {
      for _ in 0..<30 {
        var bytes = Array(file.text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0:
            bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &random)))
          case 1:
            bytes.insert(contentsOf: pieces.randomElement(using: &random)!.utf8, at: min(place, bytes.count))
          default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
          }
        }
        translate(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @Test(
    .rule("F-160"),
    arguments: [
      (
        "square brackets",
        "let a = " + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
      ),
      (
        "square brackets",
        "let a: " + String(repeating: "[", count: 22) + "Int" + String(repeating: "]", count: 22)
      ),
      ("brackets", "let a = " + String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000)),
      ("generic arguments", "let a: " + String(repeating: "A<", count: 5000) + "B"),
      ("function types", "let a: " + String(repeating: "() -> ", count: 5000) + "Void"),
      ("effects", "let a = " + String(repeating: "try ", count: 5000) + "f()"),
    ])
  func `nesting that is too deep is an error with its location`(_ what: String, _ line: String) {
    let result = ModuleTranslator(options: Mode.five.options).translate([
      SourceFile(path: "/a.swift", projectRelativePath: "a.swift", text: "\n" + line + "\n")
    ])
    #expect(result.diagnostics.map(\.line) == [2])
    #expect(result.diagnostics.first?.message.hasPrefix(what) == true)
    #expect(result.hasErrors)
  }

  @Test(
    .rule("F-160"), .timeLimit(.minutes(1)),
    arguments: [
      "let a = " + String(repeating: "[1, ", count: 250) + "1" + String(repeating: "]", count: 250),
      "let a: " + String(repeating: "A<", count: 250) + "B" + String(repeating: ">", count: 250),
      "let a: " + String(repeating: "() -> ", count: 250) + "Void",
      "let a: " + String(repeating: "[", count: 14) + "Int" + String(repeating: "]", count: 14) + " = []",
      "let a = " + String(repeating: "try ", count: 250) + "f()",
      "let a = b" + String(repeating: ".c()", count: 5000),
      "let a = " + String(repeating: "b + ", count: 5000) + "c",
      (1...300).map {
        "class C\($0): \($0 == 1 ? "NSObject" : "C\($0 - 1)") { @objc \($0 == 1 ? "" : "override ")func f() {} }"
      }
      .joined(separator: "\n"),
      String(repeating: "class C: NSObject { @objc func f() {}\n", count: 200)
        + String(repeating: "}", count: 200),
    ])
  func `long or deep sources below the limit are translated in time`(_ text: String) { translate(text) }

  private func translate(_ text: String) {
    let result = ModuleTranslator(options: Mode.sixDefault.options).translate([
      SourceFile(path: "/fuzz.swift", projectRelativePath: "fuzz.swift", text: text)
    ])
    #expect(result.files.count == 1)
    for diagnostic in result.diagnostics {
      #expect(diagnostic.line >= 1 && diagnostic.column >= 1)
    }
  }
}
