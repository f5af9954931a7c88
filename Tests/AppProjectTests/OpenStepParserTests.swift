import TestSupport
import Testing

@testable import AppProject

struct OpenStepParserTests {
  private func failure(_ text: String) -> OpenStepParser.Failure? {
    do {
      _ = try OpenStepParser.parse(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a dictionary has its strings, arrays and line numbers`() throws {
    let node = try OpenStepParser.parse(
      "// !$*UTF8*$!\n{\n  name = \"A b\"; /* c */\n  list = (x, \"y z\",);\n}\n")
    #expect(node["name"]?.string == "A b")
    #expect(node["list"]?.strings == ["x", "y z"])
    #expect(node["list"]?.line == 4)
  }

  @Test func `escapes and names in any script are preserved`() throws {
    let node = try OpenStepParser.parse(#"{ "Größe\n" = "\"\U00e9\U0001\t\101"; Ünïcode = "日本"; }"#)
    #expect(node["Größe\n"]?.string == "\"é\u{1}\tA")
    #expect(node["Ünïcode"]?.string == "日本")
  }

  @Test func `surrogate pairs are combined into one character`() throws {
    #expect(try OpenStepParser.parse(#""\Ud83d\Ude00""#).string == "😀")
  }

  @Test func `a missing semicolon is reported on its line`() {
    #expect(failure("{\n a = 1\n b = 2;\n}")?.line == 3)
  }

  @Test func `an unclosed dictionary is reported at its beginning`() {
    #expect(failure("{\n a = {\n b = 2;\n")?.line == 2)
  }

  @Test func `a merge conflict is reported as such`() {
    let found = failure("{\n a = 1;\n<<<<<<< HEAD\n b = 2;\n=======\n")
    #expect(found?.line == 3)
    #expect(found?.message.contains("merge conflict") == true)
  }

  @Test func `deep nesting is an error and not a crash`() {
    #expect(failure(String(repeating: "(", count: 100_000))?.message.contains("deep") == true)
  }

  @Test func `the entries of a strings file need no braces`() throws {
    let node = try OpenStepParser.parse("/* hi */\n\"a\" = \"b\";\nplain = \"c\";\n", form: .entries)
    #expect(node["a"]?.string == "b")
    #expect(node["plain"]?.string == "c")
  }

  @Test func `no prefix and no damaged byte of a project file crashes the parser`() throws {
    let text = "// !$*UTF8*$!\n{ a = (1, \"2\\U00e9\", {b = <0fbd>;}); /* x */ c = d.e/f; }\n"
    let bytes = Array(text.utf8)
    for length in 0...bytes.count {
      _ = try? OpenStepParser.parse(String(decoding: bytes[..<length], as: UTF8.self))
    }
    var generator = SeededRandom(seed: 42)
    for _ in 0..<3_000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      _ = try? OpenStepParser.parse(String(decoding: damaged, as: UTF8.self))
    }
  }
}
