import CarobRuntime
import TestSupport
import Synchronization
import Testing

@Suite struct RuntimeTests {
  @Test(.rule("F-150")) func `a class's table has its own and its inherited entries`() {
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

  @Test(.rule("F-152")) func `a method gets as many arguments as it takes, however many are sent`() {
    let object = Taking()
    let four = Selector("take:b:c:d:")
    #expect(Runtime.send(object, four, arguments: [1, 2, 3, 4]).result as? String == "1 2 3 4")
    #expect(Runtime.send(object, four, arguments: [1, 2, 3, 4, 5]).result as? String == "1 2 3 4")
    #expect(Runtime.send(object, four, 1, 2).result as? String == "1 2 nil nil")
    #expect(Runtime.sendObject(object, four, nil))
    #expect(Runtime.send(object, Selector("one:"), arguments: [7, 8, 9, 10]).result as? Int == 7)
    #expect(!Runtime.send(object, Selector("none"), arguments: [1]).isRecognized)
  }

  @Test(.rule("F-152")) func `an argument that the method ignores may be of any class, or nil`() {
    let object = Unlooking()
    let selector = Selector("heard:")
    #expect(Runtime.sendObject(object, selector, Base()))
    #expect(Runtime.sendObject(object, selector, nil))
    #expect(object.calls == 2)
  }

  @Test(.rule("F-138")) func `a completion handler gets the result of an async method`() {
    var heard: [String] = []
    _carobComplete({ heard.append("value \($0)") } as (Int) -> Void, 3)
    _carobComplete({ heard.append("nothing") } as () -> Void, ())
    _carobComplete(nil, 3)
    _carobComplete("no handler", 3)
    let handler: (Int?, (any Error)?) -> Void = { value, error in
      heard.append("\(value as Any) \(error as Any)")
    }
    _carobComplete(handler, throwing: .success(4))
    _carobComplete(handler, throwing: Result<Int, any Error>.failure(CancellationError()))
    let done: ((any Error)?) -> Void = { heard.append("done \($0 as Any)") }
    _carobComplete(done, throwing: .success(()))
    #expect(
      heard == [
        "value 3", "nothing", "Optional(4) nil", "nil Optional(Swift.CancellationError())", "done nil",
      ])
  }

  @Test func `selectors that share an entry of the cache are all found, repeatedly`() {
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

  @Test func `entries that are added while a class's table is built are found`() {
    let late = Selector("late")
    #expect(Runtime.method(Adding.self, late)?.site == "Late.swift:5")
    #expect(Runtime.responds(Adding(), late))
    #expect(Runtime.methods(of: Adding.self).map(\.selector) == [late])
  }

  @Test func `entries that are added while other threads look them up are found by all threads afterwards`() {
    let growing = Growing()
    onThreads(3) { thread in
      if thread == 0 {
        for line in 1...200 {
          Runtime.registerExtension(
            of: Growing.self, file: "Growing.swift", [.init(has: "common", "common()", line)])
          #expect(Runtime.method(Growing.self, Selector("common"))?.line == line)
        }
        growing.isDone.store(true, ordering: .releasing)
      }
      var last = 0
      while !growing.isDone.load(ordering: .acquiring) {
        let line = Runtime.method(Growing.self, Selector("common"))?.line ?? 0
        if line < last { Issue.record("line \(line) was found after line \(last)") }
        last = line
      }
    }
    #expect(Runtime.method(Growing.self, Selector("common"))?.line == 200)
    #expect(Runtime.implementation(Growing.self, "common()")?.line == 200)
  }
}

private final class Growing: _CarobMethods, Sendable {
  let isDone = Atomic(false)
  class var _carobMethods: [_CarobMethod] { [] }
}

private class AddedTo: _CarobMethods {
  class var _carobMethods: [_CarobMethod] { [] }
}

/// Its getter adds an entry to the superclass, whose table exists by then.
private final class Adding: AddedTo {
  private static let hasAdded = Atomic(false)
  override class var _carobMethods: [_CarobMethod] {
    if !hasAdded.exchange(true, ordering: .relaxed) {
      Runtime.registerExtension(of: AddedTo.self, file: "Late.swift", [.init(has: "late", "late()", 5)])
    }
    return []
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

private final class Taking: _CarobMethods {
  class var _carobMethods: [_CarobMethod] {
    [
      .init(anyMany: "take:b:c:d:", "take(_:b:c:d:)", 2) { _, a in
        a.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: " ")
      },
      .init(anyValue: "one:", "one(_:)", 3) { _, a, _, _ in a },
    ]
  }
}

private final class Unlooking: _CarobMethods {
  var calls = 0
  func heard(_ sender: Derived) { calls += 1 }
  class var _carobMethods: [_CarobMethod] {
    [
      .init(anyObject: "heard:", "heard(_:)", 3) { s, o in
        unsafeDowncast(s, to: Unlooking.self).heard(_unused(o))
      }
    ]
  }
}
