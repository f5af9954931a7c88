import RuntimeTestSupport
import TestSupport
import Testing

@testable import CarobRuntime

/// Entries of method tables, form by form.
@Suite struct MethodTests {
  /// Adds what a closure was called with to the log of its receiver.
  private final class Receiver {
    let log = Log()
  }

  private static func log(_ receiver: AnyObject) -> Log { unsafeDowncast(receiver, to: Receiver.self).log }
  private static func text(_ arguments: Any?...) -> String {
    arguments.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: " ")
  }

  private static func list(_ arguments: [Any?]) -> [String] { arguments.map { text($0) } }

  /// An entry of each form.
  private static var entries: [_CarobMethod] {
    [
      .init("main:", "main(_:)", 1) { log($0)("main \(text($1, $2, $3))") },
      .init(none: "none", "none()", 2) { log($0)("none") },
      .init(object: "object:", "object(_:)", 3) { log($0)("object \(text($1))") },
      .init(value: "value:", "value(_:)", 4) {
        log($0)("value \(text($1, $2, $3))"); return 4
      },
      .init(any: "any:", "any(_:)", 5) { log($0)("any \(text($1, $2, $3))") },
      .init(anyNone: "anyNone", "anyNone()", 6) { log($0)("anyNone") },
      .init(anyObject: "anyObject:", "anyObject(_:)", 7) { log($0)("anyObject \(text($1))") },
      .init(anyValue: "anyValue:", "anyValue(_:)", 8) {
        log($0)("anyValue \(text($1, $2, $3))")
        return 8
      },
      .init(many: "m:a:n:y:", "many(a:n:y:)", 9) {
        log($0)("many \(list($1))"); return 9
      },
      .init(anyMany: "a:n:y:m:", "anyMany(n:y:m:)", 10) {
        log($0)("anyMany \(list($1))")
        return 10
      },
    ]
  }

  @Test func `an entry says its selector, Swift name and line`() {
    let methods = Self.entries.map(\.record)
    #expect(
      methods.map { "\($0.selector) \($0.swiftName) \($0.line)" } == [
        "main: main(_:) 1", "none none() 2", "object: object(_:) 3", "value: value(_:) 4", "any: any(_:) 5",
        "anyNone anyNone() 6", "anyObject: anyObject(_:) 7", "anyValue: anyValue(_:) 8",
        "m:a:n:y: many(a:n:y:) 9", "a:n:y:m: anyMany(n:y:m:) 10",
      ])
    #expect(methods.allSatisfy { $0.isCallable && !$0.isOfFramework && $0.file.isEmpty && $0.site == nil })
  }

  @Test(.rule("F-152")) func `a call of each form hands over the arguments that it takes`() {
    let receiver = Receiver()
    let results = Self.entries.map { Runtime.call($0.record, receiver, "a", "b", "c") }
    #expect(
      receiver.log.take() == [
        "main a b c", "none", "object a", "value a b c", "any a b c", "anyNone", "anyObject a",
        "anyValue a b c", #"many ["a", "b", "c", "nil"]"#, #"anyMany ["a", "b", "c", "nil"]"#,
      ])
    #expect(results.allSatisfy { $0.isRecognized })
    #expect(results.map { $0.result as? Int } == [nil, nil, nil, 4, nil, nil, nil, 8, 9, 10])
  }

  @Test func `a class method and a marker are not called on an instance`() {
    let method = _CarobMethod(class: "make:", "make(_:)", 3) { _, _, _, _ in
      Issue.record("the class method was called")
      return nil
    }
    let marker = _CarobMethod(has: "seen", "seen()", 4)
    for entry in [method, marker] {
      let sent = Runtime.call(entry.record, Receiver(), nil, nil, nil)
      #expect(!sent.isRecognized)
      #expect(sent.result == nil)
    }
    #expect(method.record.isCallable)
    #expect(!marker.record.isCallable)
  }

  @Test func `the code of an entry is its own closure's, also where another closure wraps it`() {
    let codes = Self.entries.map(\.record.code)
    #expect(codes.allSatisfy { $0 != 0 })
    #expect(Set(codes).count == codes.count)
    #expect(codes == Self.entries.map(\.record.code))
    let ofClass = _CarobMethod(class: "make", "make()", 1) { cls, _, _, _ in cls }.record
    #expect(ofClass.code != 0)
    #expect(ofClass.messageBody == nil)
    #expect(_CarobMethod(has: "seen", "seen()", 1).record.code == 0)
  }

  @Test func `only methods with one object or nothing, and without a result, are called directly`() {
    let direct = Self.entries.map(\.record).filter { $0.messageBody != nil }.map(\.selector.name)
    #expect(direct == ["none", "object:", "anyNone", "anyObject:"])
    for method in Self.entries.map(\.record) {
      if let body = method.messageBody { #expect(UInt(bitPattern: body.code) == method.code) }
    }
  }

  @Test(.rule("F-152")) func `arguments are cut or filled up to what the selector takes`() {
    let method = _CarobMethod(has: "a:b:", "a(b:)", 1).record
    #expect(method.fitting([1, 2, 3]).map { $0 as? Int } == [1, 2])
    #expect(method.fitting([1, 2]).map { $0 as? Int } == [1, 2])
    #expect(method.fitting([1]).map { $0 as? Int } == [1, nil])
    #expect(method.fitting([]).map { $0 as? Int } == [nil, nil])
    #expect(_CarobMethod(has: "a", "a()", 1).record.fitting([1]).isEmpty)
  }

  @Test func `the site is the file and the line of a method that has both`() {
    #expect(_CarobMethod(has: "a", "a()", 12).record.declared(in: "Sub/A.swift").site == "Sub/A.swift:12")
    #expect(_CarobMethod(has: "a", "a()", 12).record.site == nil)
    #expect(_CarobMethod(has: "a", "a()", 0).record.declared(in: "A.swift").site == nil)
  }

  @Test func `an inherited method that is overridden keeps its body, and has the override's name and place`()
  {
    let receiver = Receiver()
    for entry in Self.entries {
      let method = entry.record
      let override = _CarobMethod(has: "other", "override()", 40).record.declared(in: "Sub.swift")
      let declared = method.declared(like: override)
      #expect(declared.selector == method.selector)
      #expect(declared.swiftName == "override()")
      #expect(declared.site == "Sub.swift:40")
      #expect(declared.code == method.code)
      Runtime.call(declared, receiver, "x", nil, nil)
    }
    #expect(receiver.log.events.count == Self.entries.count)
  }
}

/// Tables: what a class has itself, what it inherits and what others add.
@Suite struct MethodTableTests {
  @Test(.rule("F-150")) func `a class's own methods come before those of its superclass`() {
    #expect(
      Runtime.methods(of: Child.self).map { "\($0.selector) \($0.site ?? "-")" } == [
        "own Child.swift:2", "both Child.swift:3", "marked Child.swift:4", "quiet -", "both Parent.swift:3",
        "marked Parent.swift:4", "quiet Parent.swift:5", "plumbing -",
      ])
    #expect(Runtime.methods(of: Nobody.self).isEmpty)
  }

  @Test(.rule("F-150")) func `an override replaces the inherited method`() {
    let child = Child()
    #expect(Runtime.send(child, "both").result as? String == "child")
    #expect(Runtime.send(Parent(), "both").result as? String == "parent")
    #expect(Runtime.implementation(Child.self, "both()")?.site == "Child.swift:3")
    #expect(Runtime.implementation(Parent.self, "both()")?.site == "Parent.swift:3")
  }

  @Test func `a marker does not hide the inherited method, and moves its place to the override`() {
    #expect(Runtime.send(Child(), "marked").result as? String == "marked of the parent")
    #expect(Runtime.method(Child.self, "marked")?.site == "Child.swift:4")
    #expect(Runtime.method(Child.self, "marked")?.swiftName == "marked(in:)")
    // A marker of the SDK has no line, so that the app's place stays.
    #expect(Runtime.send(Child(), "quiet").result as? String == "quiet of the parent")
    #expect(Runtime.method(Child.self, "quiet")?.site == "Parent.swift:5")
  }

  @Test func `methods without a line are not the app's`() {
    #expect(Runtime.responds(Parent(), "plumbing"))
    #expect(Runtime.implementation(Parent.self, "plumbing()") == nil)
    #expect(Runtime.implementation(Child.self, "quiet()")?.site == "Parent.swift:5")
  }

  @Test(.rule("F-165")) func `a framework's methods are marked as such`() {
    let found = Runtime.method(Framework.self, "known")
    #expect(found?.isOfFramework == true)
    #expect(Runtime.method(Framework.self, "device")?.isOfFramework == false)
    #expect(Runtime.send(Framework(), "known").isRecognized)
  }

  @Test func `an extension's entries have the extension's file, and later ones replace earlier ones`() {
    Runtime.registerExtension(
      of: Extended.self, file: "First.swift",
      [.init(anyValue: "added", "added()", 3) { _, _, _, _ in "first" }])
    #expect(Runtime.send(Extended(), "added").result as? String == "first")
    #expect(Runtime.method(Extended.self, "added")?.site == "First.swift:3")
    Runtime.registerExtension(
      of: Extended.self, file: "Second.swift",
      [.init(anyValue: "added", "added()", 4) { _, _, _, _ in "second" }])
    #expect(Runtime.send(Extended(), "added").result as? String == "second")
    #expect(Runtime.implementation(Extended.self, "added()")?.site == "Second.swift:4")
    #expect(Runtime.knownMethods().contains { $0.0 == Extended.self && $0.1.site == "Second.swift:4" })
  }

  @Test func `an extension of a class that has no table of its own is found, by subclasses too`() {
    #expect(!Runtime.responds(BareChild(), "added"))
    Runtime.registerExtension(of: Bare.self, file: "Bare.swift", [.init(has: "added", "added()", 1)])
    #expect(Runtime.responds(Bare(), "added"))
    #expect(Runtime.responds(BareChild(), "added"))
    #expect(!Runtime.responds(Nobody(), "added"))
  }
}

private class Parent: _CarobMethods {
  class var _carobMethods: [_CarobMethod] {
    [
      .init(anyValue: "both", "both()", 3) { _, _, _, _ in "parent" },
      .init(anyValue: "marked", "marked()", 4) { _, _, _, _ in "marked of the parent" },
      .init(anyValue: "quiet", "quiet()", 5) { _, _, _, _ in "quiet of the parent" },
      .init(has: "plumbing", "plumbing()", 0),
    ]
  }
  class var _carobSource: String { "Parent.swift" }
}

private final class Child: Parent {
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "own", "own()", 2),
      .init(anyValue: "both", "both()", 3) { _, _, _, _ in "child" },
      .init(has: "marked", "marked(in:)", 4),
      .init(has: "quiet", "quiet()", 0),
    ]
  }
  override class var _carobSource: String { "Child.swift" }
}

private final class Framework: _CarobMethods {
  class var _carobMethods: [_CarobMethod] { [.init(has: "device", "device()", 0)] }
  class var _carobFrameworkMethods: [_CarobMethod] { [.init(anyNone: "known", "known()", 0) { _ in }] }
}

private final class Extended: _CarobMethods {
  class var _carobMethods: [_CarobMethod] { [] }
}

private final class Nobody {}
private class Bare {}
private final class BareChild: Bare {}
