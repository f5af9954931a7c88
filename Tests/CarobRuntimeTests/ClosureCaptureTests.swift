import TestSupport
import Testing

@testable import CarobRuntime

/// What diagnostics read of a closure: the objects and variables that it holds.
@Suite struct ClosureCaptureTests {
  private struct Closure { let body: () -> Void }

  /// The captures, in order; `self` is this object, and others are numbered.
  private func captures(_ objects: [AnyObject], strongToo: Bool = true, of body: @escaping () -> Void)
    -> [String]
  {
    let context = unsafeBitCast(Closure(body: body), to: (UInt, UInt).self).1
    var found: [String] = []
    ClosureCaptures.visit(context, strongToo: strongToo) { capture, address in
      let index = objects.firstIndex { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) == address }
      found.append("\(capture) \(index.map { "\($0)" } ?? (address == 0 ? "-" : "?"))")
    }
    withExtendedLifetime((objects, body)) {}
    return found
  }

  @Test func `a closure that captures nothing has nothing`() {
    #expect(captures([]) {} == [])
  }

  @Test func `a single object is held`() {
    let object = Thing()
    #expect(captures([object]) { use(object) } == ["strong 0"])
  }

  @Test func `several objects are held, values between them are passed over`() {
    let (first, second) = (Thing(), Thing())
    let (byte, number, text) = (identity(UInt8(1)), identity(2), identity("text"))
    let found = captures([first, second]) {
      use(first)
      use(byte)
      use(text)
      use(number)
      use(second)
    }
    #expect(found.sorted() == ["strong 0", "strong 1"])
  }

  @Test func `an unowned object is not held`() {
    let (object, other) = (Thing(), Thing())
    let found = captures([object, other]) { [unowned object] in
      use(object)
      use(other)
    }
    #expect(found.sorted() == ["strong 1", "unowned 0"])
  }

  @Test func `an unowned reference of a protocol's type has the size of its conformances`() {
    let (object, other) = (Thing(), Thing())
    let (one, two): (any Answering, any Answering & Asking) = (object, object)
    let three: (any Answering)? = object
    let found = captures([object, other]) { [unowned one, unowned two, unowned three, unowned other] in
      use(one)
      use(two)
      use(three)
      use(other)
    }
    #expect(found.sorted() == ["unowned 0", "unowned 0", "unowned 0", "unowned 1"])
  }

  @Test func `a weak object is none`() {
    let (object, other) = (Thing(), Thing())
    let found = captures([object, other]) { [weak object] in
      use(object)
      use(other)
    }
    #expect(!found.contains("strong 0"))
    #expect(!found.contains("unowned 0"))
  }

  @Test func `a variable is shared`() {
    var count = 0
    let object = Thing()
    let found = captures([object]) {
      count += 1
      use(object)
    }
    #expect(found.sorted() == ["strong 0", "variable -"])
    count += 1
  }

  @Test func `without the search for strong references only closures with others are looked at`() {
    let (object, other) = (Thing(), Thing())
    let number = identity(4)
    #expect(
      captures([object, other], strongToo: false) {
        use(number)
        use(object)
        use(other)
      } == [])
    let found = captures([object, other], strongToo: false) { [unowned object] in
      use(other)
      use(object)
    }
    #expect(found.contains("unowned 0"))
  }

  @Test func `a context that is none has nothing`() {
    ClosureCaptures.visit(0, strongToo: true) { _, _ in Issue.record("found something") }
    var words: [UInt] = [0, 0, 0]
    words.withUnsafeMutableBytes { bytes in
      ClosureCaptures.visit(UInt(bitPattern: bytes.baseAddress), strongToo: true) { _, _ in
        Issue.record("found something")
      }
    }
  }

  @Test func `what follows a value of unknown size is not looked at`() {
    let thing = Thing()
    let found = generic(identity(3), thing)
    #expect(!found.contains("strong ?"))
  }

  private func generic<Value>(_ value: Value, _ thing: Thing) -> [String] {
    captures([thing]) {
      use(value)
      use(thing)
    }
  }
}

private protocol Answering: AnyObject {}
private protocol Asking: AnyObject {}
private final class Thing: Answering, Asking {}
@inline(never) private func use<Value>(_ value: Value) {}
@inline(never) private func identity<Value>(_ value: Value) -> Value { value }
