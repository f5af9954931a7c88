import Testing

@testable import Translator

@Suite struct FunctionBodiesTests {
  private func blanked(_ text: String, keeping word: String? = nil) -> String? {
    let triggers = word.flatMap { text.range(of: $0) }.map {
      [text.utf8.distance(from: text.startIndex, to: $0.lowerBound)]
    }
    return FunctionBodies.blanked(SwiftTokens(text), keeping: triggers ?? []).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `bodies are replaced by spaces, and lines and offsets are preserved`() {
    #expect(
      blanked("class A {\n  func f() {\n    g()\n  }\n  var x: Int { 1 }\n  init() { y }\n}")
        == "class A {\n  func f() {\n       \n  }\n  var x: Int { 1 }\n  init() {   }\n}")
  }

  @Test func `a body in which a rule has work is kept`() {
    #expect(
      blanked("func f() { #selector(a) }; func g() { b }", keeping: "#selector")
        == "func f() { #selector(a) }; func g() {   }")
  }

  @Test func `brackets in strings, comments and regular expressions are not counted`() {
    #expect(
      blanked(#"func f() { "}\("{" + "}") }" }; func g() { a }"#)?.hasSuffix("; func g() {   }") == true)
    #expect(blanked("func f() { /* } /* } */ */ } // {\nfunc g() { a }")?.hasSuffix("func g() {   }") == true)
    #expect(blanked("func f() { #\"}\"\\(\"# } ; func g() { a }")?.hasSuffix("func g() {   }") == true)
    #expect(
      blanked("func f() { \"\"\"\n } \" \"\"\n\"\"\" } ; func g() { a }")?.hasSuffix("func g() {   }") == true
    )
    #expect(blanked("func f() { let r = /}/ }; func g() { a }")?.hasSuffix("; func g() {   }") == true)
    #expect(blanked("func f() { let r = #/}/# }; func g() { a }")?.hasSuffix("; func g() {   }") == true)
    #expect(blanked("func f() { a / b }") == "func f() {       }")
  }

  @Test func `accessors and requirements are kept`() {
    #expect(blanked("protocol P { func a(); var b: Int { get } }") == nil)
    #expect(
      blanked(
        "protocol P { func a()\n var b: Int { get set }\n init() }\nstruct S { var c: Int { get { 1 } } }")
        == nil)
    #expect(blanked("func f(a: () -> Int = { 3 }) { b }") == "func f(a: () -> Int = { 3 }) {   }")
  }

  @Test func `an unclosed body is left to the parser`() {
    #expect(blanked("func f() {") == nil)
    #expect(blanked("func f(a: Int { b }") == nil)
  }
}
