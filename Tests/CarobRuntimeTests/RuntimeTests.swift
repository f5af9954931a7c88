import CarobRuntime
import RuleTrait
import Testing

@Suite struct RuntimeTests {
  @Test(.rule("F-150")) func `the table is the class's own and what it inherits`() {
    #expect(Runtime.responds(Derived(), Selector("base")))
    #expect(Runtime.responds(Derived(), Selector("own")))
    #expect(!Runtime.responds(Base(), Selector("own")))
    #expect(Runtime.implementation(Derived.self, "own()")?.site == "Derived.swift:7")
    #expect(Runtime.implementation(Base.self, "own()") == nil)
  }

  @Test(.rule("F-152")) func `a send calls at once, extra arguments are ignored`() {
    let object = Derived()
    #expect(Runtime.send(object, Selector("base"), 1, 2).isRecognized)
    #expect(Runtime.send(object, Selector("own"), 1).result as? Int == 1)
    #expect(!Runtime.send(object, Selector("none")).isRecognized)
    #expect(object.calls == 1)
  }

  @Test func `selectors that fight for a place in the cache are all found, again and again`() {
    let object = Derived()
    let names = (0..<5_000).map { Selector("name\($0)") }
    for _ in 0..<3 {
      #expect(!names.contains { Runtime.responds(object, $0) })
      #expect(Runtime.responds(object, Selector("own")))
    }
  }

  @Test func `an extension's entries are seen by the class and its subclasses`() {
    #expect(!Runtime.responds(Derived(), Selector("added")))
    Runtime.registerExtension(
      of: Base.self, file: "Extension.swift",
      [.init(anyNone: "added", "added()", 3) { unsafeDowncast($0, to: Base.self).calls += 10 }])
    let object = Derived()
    Runtime.send(object, Selector("added"))
    #expect(object.calls == 10)
  }
}

class Base: _CarobMethods {
  var calls = 0
  class var _carobMethods: [_CarobMethod] {
    [.init(anyNone: "base", "base()", 2) { unsafeDowncast($0, to: Base.self).calls += 1 }]
  }
  class var _carobSource: String { "Base.swift" }
}

final class Derived: Base {
  override class var _carobMethods: [_CarobMethod] {
    [.init(anyValue: "own", "own()", 7) { _, a, _, _ in a }]
  }
  override class var _carobSource: String { "Derived.swift" }
}
