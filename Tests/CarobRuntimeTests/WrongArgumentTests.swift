import CarobRuntime
import TestSupport
import Testing

/// Reports of arguments of the wrong type. Each ends its process, so each runs in an exit test.
@Suite struct WrongArgumentTests {
  private func reports(of result: ExitTest.Result?) -> [Substring] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("Fatal error") }
  }

  @Test(.rule("M-140")) func `the report has the method, its place, and what was sent and expected`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Runtime.sendObject(TypedReceiver(), Selector("object:"), Other())
    }
    #expect(
      reports(of: result) == [
        "TypedReceiver.swift:3: Fatal error: TypedReceiver.object(_:) was called through its selector object: with Other, "
          + "but its parameter is Wanted; declare the parameter as Any, or send another object"
      ])
  }

  @Test(.rule("M-140"))
  func `an inherited method is reported with the class that declares it, a missing argument as nil`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Runtime.send(TypedSubclass(), Selector("value:"), nil)
    }
    #expect(
      reports(of: result) == [
        "TypedReceiver.swift:4: Fatal error: TypedReceiver.value(_:) was called through its selector value: with nil, "
          + "but its parameter is Int; declare the parameter as Any, or send another object"
      ])
  }

  @Test(.rule("M-140")) func `methods of all forms are found, and of several the innermost`() async {
    let general = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Runtime.send(TypedSubclass(), Selector("outer:"), Other())
    }
    #expect(
      reports(of: general).first?.hasPrefix(
        "TypedReceiver.swift:5: Fatal error: TypedReceiver.general(_:_:) was called through its selector general: with Other"
      ) == true)
    let many = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Runtime.send(TypedReceiver(), Selector("a:b:c:d:"), arguments: [1, 2, 3, "four"])
    }
    #expect(
      reports(of: many).first?.hasPrefix(
        "TypedReceiver.swift:7: Fatal error: TypedReceiver.many(a:b:c:d:) was called through its selector a:b:c:d: with String"
      ) == true)
  }

  @Test(.rule("M-140")) func `a method that shares its code with others is not reported by name`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Runtime.send(SharedCodeReceiver(), Selector("second:"), Other())
    }
    #expect(reports(of: result) == ["Fatal error: Other was sent where Wanted is expected"])
  }

  @Test(.rule("M-140")) func `what the app printed before is not lost`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      print("before", terminator: "")
      let _: Wanted = _arg(Other())
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.hasSuffix("before"))
  }

  @Test(.rule("M-140")) func `outside of a method only the types are reported`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let _: Wanted = _arg(Other())
    }
    #expect(reports(of: result) == ["Fatal error: Other was sent where Wanted is expected"])
  }
}

private final class Wanted {}
private final class Other {}

private class TypedReceiver: _CarobMethods {
  class var _carobMethods: [_CarobMethod] {
    [
      .init(anyObject: "object:", "object(_:)", 3) { s, a in
        unsafeDowncast(s, to: TypedReceiver.self).object(_object(a))
      },
      .init(anyValue: "value:", "value(_:)", 4) { s, a, _, _ in
        unsafeDowncast(s, to: TypedReceiver.self).value(_arg(a))
      },
      .init(any: "general:", "general(_:_:)", 5) { s, a, b, _ in
        unsafeDowncast(s, to: TypedReceiver.self).general(_arg(a), b)
      },
      .init(anyObject: "outer:", "outer(_:)", 6) { s, a in _ = Runtime.send(s, Selector("general:"), a) },
      .init(anyMany: "a:b:c:d:", "many(a:b:c:d:)", 7) { s, a in
        unsafeDowncast(s, to: TypedReceiver.self).value(_arg(a[3]))
      },
    ]
  }
  class var _carobSource: String { "TypedReceiver.swift" }

  func object(_ wanted: Wanted) {}
  func value(_ number: Int) -> Any? { number }
  func general(_ wanted: Wanted, _ other: Any?) {}
}

private final class TypedSubclass: TypedReceiver {}

private final class SharedCodeReceiver: _CarobMethods {
  class var _carobMethods: [_CarobMethod] { [entry("first:"), entry("second:")] }

  private static func entry(_ selector: StaticString) -> _CarobMethod {
    .init(any: selector, selector, 0) { _, a, _, _ in
      let _: Wanted = _arg(a)
    }
  }
}
