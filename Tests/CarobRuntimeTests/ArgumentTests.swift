import TestSupport
import Testing

@testable import CarobRuntime

/// How sent arguments become what a method takes, and values become objects.
@Suite struct ArgumentTests {
  @Test func `a sent value becomes the parameter's type`() {
    let number: Int = _arg(3)
    let text: String = _arg("a")
    let optional: Int? = _arg(3)
    let missing: Int? = _arg(nil)
    let anything: Any = _arg("b")
    #expect(number == 3)
    #expect(text == "a")
    #expect(optional == 3)
    #expect(missing == nil)
    #expect(anything as? String == "b")
    let nothing: Any = _arg(nil)
    #expect("\(nothing)" == "nil")
  }

  @Test func `a sent object of the class or a subclass is handed over as it is`() {
    let thing = Thing()
    let special = SpecialThing()
    let exact: Thing = _object(thing)
    let derived: Thing = _object(special)
    let optional: Thing? = _object(special)
    let missing: Thing? = _object(nil)
    let any: AnyObject? = _object(special)
    #expect(exact === thing)
    #expect(derived === special)
    #expect(optional === special)
    #expect(missing == nil)
    #expect(any === special)
  }

  @Test func `an object that stands for a struct is handed over as the struct`() {
    let thing = Thing()
    let wrapped: Wrapped = _object(thing)
    let optional: Wrapped? = _object(thing)
    let missing: Wrapped? = _object(nil)
    #expect(wrapped.thing === thing)
    #expect(optional?.thing === thing)
    #expect(missing == nil)
  }

  @Test func `an object is cast to the parameter's protocol or value`() {
    let named: any Named = _object(Thing())
    let number: Int = _object(5 as AnyObject)
    let missing: Int? = _object(nil)
    #expect(named.name == "thing")
    #expect(number == 5)
    #expect(missing == nil)
  }

  @Test func `an argument that nobody looks at is not checked`() {
    let number: Int? = _unused(nil)
    let other: Thing? = _unused(Other())
    #expect(number == nil)
    #expect(other != nil)
  }

  @Test(.rule("M-140")) func `an object of another class ends the process`() async {
    await #expect(processExitsWith: .failure) { let _: Thing = _object(Other()) }
    await #expect(processExitsWith: .failure) { let _: Thing = _object(nil) }
    await #expect(processExitsWith: .failure) { let _: Thing? = _object(Other()) }
    await #expect(processExitsWith: .failure) { let _: Wrapped = _object(Other()) }
    await #expect(processExitsWith: .failure) { let _: any Named = _object(Other()) }
    await #expect(processExitsWith: .failure) { let _: Int = _arg(nil) }
  }

  @Test func `the object that a value is, without boxing`() {
    let thing = Thing()
    #expect(_unmanagedObject(thing)?.toOpaque() == Unmanaged.passUnretained(thing).toOpaque())
    #expect(_unmanagedObject(thing as any Named)?.toOpaque() == Unmanaged.passUnretained(thing).toOpaque())
    #expect(_unmanagedObject(nil) == nil)
    #expect(_unmanagedObject(3) == nil)
    #expect(_unmanagedObject("a long text that lies on the heap") == nil)
    #expect(_unmanagedObject(Wrapped(thing: thing)) == nil)
    #expect(_unmanagedObject(Thing.self) == nil)
    withExtendedLifetime(thing) {}
  }

  @Test func `other values are boxed`() {
    let thing = Thing()
    #expect(_objectOrBox(thing) === thing)
    #expect(_objectOrBox(nil) == nil)
    #expect(_objectOrBox(3) as? Int == 3)
  }

  @Test(.rule("F-242")) func `a class as a target is one object, each class another`() {
    let thing = Thing()
    #expect(_messageTarget(thing) === thing)
    #expect(_messageTarget(nil) == nil)
    let first = _messageTarget(Thing.self)
    #expect(first != nil)
    #expect(_messageTarget(Thing.self) === first)
    #expect(_messageTarget(Other.self) !== first)
    #expect(first as? AnyClass == Thing.self)
  }

  @Test func `an optional is unwrapped through Any`() {
    let some: Any = Int?.some(3) as Any
    let none: Any = Int?.none as Any
    #expect((some as? any OptionalType)?.wrapped as? Int == 3)
    #expect((none as? any OptionalType)?.wrapped == nil)
    #expect(!((3 as Any) is any OptionalType))
  }

  @Test func `a body of the main actor runs at once and returns its result`() throws {
    struct Failure: Error {}
    #expect(_onMainActor { 3 } == 3)
    #expect(throws: Failure.self) { try _onMainActor { throw Failure() } }
  }
}

/// Completion handlers of `async` methods.
@Suite struct CompletionTests {
  @Test(.rule("F-138")) func `a handler is called with the result, whatever its isolation`() {
    nonisolated(unsafe) var heard: [String] = []
    let plain: (Int) -> Void = { heard.append("plain \($0)") }
    let sendable: @Sendable (Int) -> Void = { heard.append("sendable \($0)") }
    let main: @MainActor (Int) -> Void = { heard.append("main \($0)") }
    _carobComplete(plain, 1)
    _carobComplete(sendable, 2)
    _carobComplete(main, 3)
    #expect(heard == ["plain 1", "sendable 2", "main 3"])
  }

  @Test(.rule("F-138")) func `a handler of a method without a result takes nothing`() {
    nonisolated(unsafe) var heard: [String] = []
    let plain: () -> Void = { heard.append("plain") }
    let sendable: @Sendable () -> Void = { heard.append("sendable") }
    _carobComplete(plain, ())
    let main: @MainActor () -> Void = { heard.append("main") }
    _carobComplete(sendable, ())
    _carobComplete(main, ())
    #expect(heard == ["plain", "sendable", "main"])
  }

  @Test(.rule("F-138")) func `a handler of a throwing method takes the result and the error`() {
    struct Failure: Error {}
    nonisolated(unsafe) var heard: [String] = []
    let plain: (Int?, (any Error)?) -> Void = { heard.append("plain \($0 as Any) \($1 != nil)") }
    let sendable: @Sendable (Int?, (any Error)?) -> Void = {
      heard.append("sendable \($0 as Any) \($1 != nil)")
    }
    let main: @MainActor (Int?, (any Error)?) -> Void = { heard.append("main \($0 as Any) \($1 != nil)") }
    let void: ((any Error)?) -> Void = { heard.append("void \($0 != nil)") }
    let sendableVoid: @Sendable ((any Error)?) -> Void = { heard.append("sendable void \($0 != nil)") }
    _carobComplete(plain, throwing: .success(1))
    _carobComplete(sendable, throwing: Result<Int, any Error>.failure(Failure()))
    _carobComplete(main, throwing: .success(2))
    _carobComplete(void, throwing: .success(()))
    _carobComplete(sendableVoid, throwing: Result<Void, any Error>.failure(Failure()))
    #expect(
      heard == [
        "plain Optional(1) false", "sendable nil true", "main Optional(2) false", "void false",
        "sendable void true",
      ])
  }

  @Test(.rule("F-138")) func `a handler of another type is not called`() {
    let wrong: (String) -> Void = { _ in Issue.record("called") }
    _carobComplete(wrong, 1)
    _carobComplete(wrong, throwing: .success(1))
    _carobComplete(wrong, throwing: .success(()))
    _carobComplete(nil, 1)
    _carobComplete(nil, throwing: .success(1))
  }

  @Test func `values on their way into a task stay what they are`() {
    let thing = Thing()
    #expect(_CarobSent(thing).value === thing)
  }
}

private protocol Named { var name: String { get } }
private class Thing: Named { var name: String { "thing" } }
private final class SpecialThing: Thing {}
private final class Other {}
private struct Wrapped: _ReferenceArgument {
  let thing: Thing
  init(thing: Thing) { self.thing = thing }
  init(_reference: Thing) { thing = _reference }
  var _reference: Thing { thing }
}
