import CarobRuntime
import TestSupport
import Testing

/// What is said when a method is sent what it cannot take; each in a process of its own, which it ends.
@Suite struct WrongArgumentTests {
  private func said(by result: ExitTest.Result?) -> [Substring] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("Fatal error") }
  }

  @Test(.rule("M-140")) func `an object of another class: the method, its place, what was sent and expected`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Runtime.sendObject(Particular(), Selector("object:"), Other())
    }
    #expect(
      said(by: result) == [
        "Particular.swift:3: Fatal error: Particular.object(_:) was sent Other by its selector object:, and its "
          + "parameter is of Wanted; let it take Any, or send another object"
      ])
  }

  @Test(.rule("M-140")) func `an inherited method is named with the class that declares it; nothing is nil`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Runtime.send(Heir(), Selector("value:"), nil)
    }
    #expect(
      said(by: result) == [
        "Particular.swift:4: Fatal error: Particular.value(_:) was sent nil by its selector value:, and its "
          + "parameter is of Int; let it take Any, or send another object"
      ])
  }

  @Test(.rule("M-140")) func `methods of every form are found, the innermost of several`() async {
    let general = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Runtime.send(Heir(), Selector("outer:"), Other())
    }
    #expect(
      said(by: general).first?.hasPrefix(
        "Particular.swift:5: Fatal error: Particular.general(_:_:) was sent Other") == true)
    let many = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Runtime.send(Particular(), Selector("a:b:c:d:"), arguments: [1, 2, 3, "four"])
    }
    #expect(
      said(by: many).first?.hasPrefix(
        "Particular.swift:7: Fatal error: Particular.many(a:b:c:d:) was sent String") == true)
  }

  @Test(.rule("M-140")) func `a method that shares its code with others is not taken for one of them`() async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Runtime.send(Sharing(), Selector("second:"), Other())
    }
    #expect(said(by: result) == ["Fatal error: Other was sent where Wanted is expected"])
  }

  @Test(.rule("M-140")) func `outside of a method it says what it knows`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let _: Wanted = _arg(Other())
    }
    #expect(said(by: result) == ["Fatal error: Other was sent where Wanted is expected"])
  }
}

private final class Wanted {}
private final class Other {}

private class Particular: _CarobMethods {
  class var _carobMethods: [_CarobMethod] {
    [
      .init(anyObject: "object:", "object(_:)", 3) { s, a in
        unsafeDowncast(s, to: Particular.self).object(_object(a))
      },
      .init(anyValue: "value:", "value(_:)", 4) { s, a, _, _ in
        unsafeDowncast(s, to: Particular.self).value(_arg(a))
      },
      .init(any: "general:", "general(_:_:)", 5) { s, a, b, _ in
        unsafeDowncast(s, to: Particular.self).general(_arg(a), b)
      },
      .init(anyObject: "outer:", "outer(_:)", 6) { s, a in _ = Runtime.send(s, Selector("general:"), a) },
      .init(anyMany: "a:b:c:d:", "many(a:b:c:d:)", 7) { s, a in
        unsafeDowncast(s, to: Particular.self).value(_arg(a[3]))
      },
    ]
  }
  class var _carobSource: String { "Particular.swift" }

  func object(_ wanted: Wanted) {}
  func value(_ number: Int) -> Any? { number }
  func general(_ wanted: Wanted, _ other: Any?) {}
}

private final class Heir: Particular {}

private final class Sharing: _CarobMethods {
  class var _carobMethods: [_CarobMethod] { [entry("first:"), entry("second:")] }

  private static func entry(_ selector: StaticString) -> _CarobMethod {
    .init(any: selector, selector, 0) { _, a, _, _ in
      let _: Wanted = _arg(a)
    }
  }
}
