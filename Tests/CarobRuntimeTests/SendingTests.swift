@_spi(Messages) @_spi(Hazards) @testable import CarobRuntime
import Synchronization
import TestSupport
import Testing

/// The ways to send a message, and what each tells its caller.
@Suite struct SendingTests {
  private static let forms: [Selector] = ["none", "object:", "general:", "m:a:n:y:"]

  @Test(.rule("F-150")) func `an object responds to what its class or a superclass has`() {
    let object = Speaker()
    #expect((Self.forms + ["marker", "make:"]).allSatisfy { Runtime.responds(object, $0) })
    #expect(!Runtime.responds(object, "other"))
    #expect(!Runtime.responds(Plain(), "none"))
  }

  @Test func `a class object answers for its class methods only`() {
    #expect(Runtime.classResponds(Speaker.self, "make:"))
    #expect(!Runtime.classResponds(Speaker.self, "none"))
    #expect(!Runtime.classResponds(Speaker.self, "other"))
    #expect(Runtime.sendClass(Speaker.self, "make:", 3).result as? String == "Speaker 3")
    #expect(!Runtime.sendClass(Speaker.self, "none").isRecognized)
    #expect(!Runtime.sendClass(Speaker.self, "other").isRecognized)
  }

  @Test(.rule("F-152")) func `a send without arguments calls with nil`() {
    let object = Speaker()
    for selector in Self.forms { Runtime.send(object, selector) }
    #expect(object.log.take() == ["none", "object nil", "general nil nil nil", "many nil nil nil nil"])
  }

  @Test(.rule("F-152")) func `a list of arguments is sent in their order`() {
    let object = Speaker()
    for selector in Self.forms { Runtime.send(object, selector, arguments: ["a", "b", "c", "d"]) }
    #expect(object.log.take() == ["none", "object a", "general a b c", "many a b c d"])
    for selector in Self.forms { Runtime.send(object, selector, arguments: ["a"]) }
    #expect(object.log.take() == ["none", "object a", "general a nil nil", "many a nil nil nil"])
    #expect(!Runtime.send(object, "marker", arguments: []).isRecognized)
    #expect(!Runtime.send(object, "make:", arguments: ["a"]).isRecognized)
  }

  @Test func `one object is sent to methods of every form`() {
    let object = Speaker()
    let argument = Named("x")
    for selector in Self.forms { #expect(Runtime.sendObject(object, selector, argument)) }
    #expect(object.log.take() == ["none", "object x", "general x nil nil", "many x nil nil nil"])
    for selector: Selector in ["marker", "make:", "other"] {
      #expect(!Runtime.sendObject(object, selector, argument))
    }
    #expect(object.log.events.isEmpty)
  }

  @Test func `a direct send reaches methods with one object or nothing`() {
    let object = Speaker()
    let argument = Named("x")
    let sent = (Self.forms + ["marker", "make:", "other"]).filter {
      Runtime.sendToObjectMethod(.passUnretained(object), $0, .passUnretained(argument))
    }
    #expect(sent == ["none", "object:"])
    #expect(object.log.take() == ["none", "object x"])
    withExtendedLifetime((object, argument)) {}
  }

  @Test func `performing is direct only where the class performs as the base class does`() {
    let argument = Named("x")
    for (object, isDirect) in [(Answering(), true), (OwnPerformer(), false)] {
      #expect(
        Runtime.perform(.passUnretained(object), "object:", .passUnretained(argument)) == isDirect)
      #expect(object.log.take() == (isDirect ? ["object x"] : []))
      #expect(Runtime.sendToObjectMethod(.passUnretained(object), "object:", .passUnretained(argument)))
      #expect(!Runtime.perform(.passUnretained(object), "general:", .passUnretained(argument)))
      withExtendedLifetime(object) {}
    }
    let plain = Speaker()
    #expect(!Runtime.perform(.passUnretained(plain), "object:", .passUnretained(argument)))
    withExtendedLifetime((plain, argument)) {}
  }

  @Test func `a method that was found is sent to objects of its class while they exist`() throws {
    let argument = Named("x")
    let object = Speaker()
    let found = try #require(Runtime.foundObjectMethod(object, "object:"))
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    #expect(found.send(to: address, .passUnretained(argument)))
    #expect(object.log.take() == ["object x"])
    #expect(!found.send(to: 0, .passUnretained(argument)))
    let other = Answering()
    #expect(
      !found.send(
        to: UInt(bitPattern: Unmanaged.passUnretained(other).toOpaque()), .passUnretained(argument)))
    for selector: Selector in ["general:", "m:a:n:y:", "marker", "make:", "other"] {
      #expect(Runtime.foundObjectMethod(object, selector) == nil)
    }
    withExtendedLifetime((argument, object, other)) {}
  }

  @Test func `a found method is not sent to an object whose deinitialization has begun`() throws {
    let found = try #require(Runtime.foundObjectMethod(Ending(nil), "object:"))
    var sent: Bool?
    var ending: Ending? = Ending { sent = found.send(to: $0, .passUnretained(Named.shared)) }
    let memory = ZeroingReference(try #require(ending))
    ending = nil
    #expect(sent == false)
    #expect(memory.object == nil)
  }

  @Test func `a found method is forgotten when its class gets more entries`() throws {
    let object = Grown()
    let found = try #require(Runtime.foundObjectMethod(object, "object:"))
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    #expect(found.send(to: address, .passUnretained(Named.shared)))
    Runtime.registerExtension(of: Grown.self, file: "Grown.swift", [.init(has: "more", "more()", 1)])
    #expect(!found.send(to: address, .passUnretained(Named.shared)))
    #expect(
      try #require(Runtime.foundObjectMethod(object, "object:")).send(
        to: address, .passUnretained(Named.shared)))
    #expect(object.calls == 2)
  }

  @Test(.rule("F-150", "F-151")) func `an override of responds(to:) is asked and believed`() {
    let denying = Denying()
    #expect(Runtime.responds(denying, "object:"))
    #expect(!Runtime.answers(denying, "object:"))
    #expect(Runtime.answers(denying, "invented:"))
    #expect(denying.asked == ["object:", "invented:"])
  }

  @Test(.rule("F-151")) func `without an override the table answers, and nobody is asked`() {
    let object = Answering()
    #expect(Runtime.answers(object, "object:"))
    #expect(!Runtime.answers(object, "invented:"))
    #expect(object.asked.isEmpty)
    #expect(Runtime.answers(Speaker(), "object:"))
    #expect(!Runtime.answers(Plain(), "object:"))
  }

  @Test(.rule("E-230"))
  func `searches pass over classes that allow it, for actions that they do not implement`() {
    for cls: AnyClass in [Plain.self, Speaker.self, Answering.self] { #expect(!passesOver(cls, "other")) }
    #expect(passesOver(Silent.self, "other"))
    #expect(!passesOver(Silent.self, "object:") && !passesOver(Silent.self, "marker"))
    #expect(!passesOver(Silent.self, "accessor"))
  }

  @Test(.rule("E-230")) func `no thread passes over a class that has got the method`() {
    #expect(passesOver(GrownSilent.self, "grown"))
    onThreads(4) { thread in
      if thread == 0 {
        Runtime.registerExtension(
          of: GrownSilent.self, file: "Grown.swift", [.init(has: "grown", "grown()", 1)])
        GrownSilent.hasGrown.store(true, ordering: .releasing)
      }
      while !GrownSilent.hasGrown.load(ordering: .acquiring) { _ = passesOver(GrownSilent.self, "grown") }
      #expect(!passesOver(GrownSilent.self, "grown"))
    }
  }

  @Test func `a class decides itself if it overrides responds or forwards`() {
    #expect(!Runtime.decidesItself(Answering.self))
    #expect(Runtime.decidesItself(Denying.self))
    #expect(Runtime.decidesItself(Forwarding.self))
  }

  @Test(.rule("F-151")) func `an optional message goes only to a receiver that implements it`() {
    let object = Optionally()
    #expect(object._ifResponds("object:") === object)
    #expect(object._ifResponds("other:") == nil)
  }

  @Test func `what was sent says whether it was recognized and what it returned`() {
    #expect(!Runtime.Sent.unrecognized.isRecognized)
    #expect(Runtime.Sent.unrecognized.result == nil)
    #expect(Runtime.Sent.done.isRecognized)
    #expect(Runtime.Sent.done.result == nil)
    #expect(Runtime.Sent.value(nil).isRecognized)
    #expect(Runtime.Sent.value(5).result as? Int == 5)
  }
}

private final class Named: CustomStringConvertible, Sendable {
  static let shared = Named("shared")
  let description: String
  init(_ name: String) { description = name }
}

private final class Plain {}

private class Speaker: _CarobMethods {
  let log = Log()
  class var _carobMethods: [_CarobMethod] {
    func log(_ receiver: AnyObject, _ name: String, _ arguments: Any?...) {
      let text = ([name] + arguments.map { $0.map { "\($0)" } ?? "nil" }).joined(separator: " ")
      unsafeDowncast(receiver, to: Speaker.self).log(text)
    }
    return [
      .init(anyNone: "none", "none()", 1) { log($0, "none") },
      .init(anyObject: "object:", "object(_:)", 2) { log($0, "object", $1) },
      .init(any: "general:", "general(_:)", 3) { log($0, "general", $1, $2, $3) },
      .init(anyMany: "m:a:n:y:", "many(a:n:y:)", 4) {
        log($0, "many", $1[0], $1[1], $1[2], $1[3]); return nil
      },
      .init(has: "marker", "marker()", 5),
      .init(class: "make:", "make(_:)", 6) { cls, a, _, _ in "\(cls) \(a ?? "nil")" },
    ]
  }
}

private class Answering: Speaker, _CarobAnswering {
  nonisolated(unsafe) var asked: [String] = []
  nonisolated func responds(to selector: Selector!) -> Bool {
    asked.append(selector.name)
    return selector == "invented:"
  }
  nonisolated class var _performsDirectly: Bool { true }
  nonisolated class func _hasAccessor(_ selector: Selector) -> Bool { selector == "accessor" }
  nonisolated class var _searchesPassOver: Bool { false }
}

private class Silent: Answering {
  nonisolated override class var _searchesPassOver: Bool { true }
}

private final class GrownSilent: Silent {
  static let hasGrown = Atomic(false)
}

private func passesOver(_ cls: AnyClass, _ selector: Selector) -> Bool {
  Runtime.searchPassesOver(unsafeBitCast(cls, to: UInt.self), selector)
}

private final class OwnPerformer: Answering {
  nonisolated override class var _performsDirectly: Bool { false }
}

private final class Denying: Answering {
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "respondsToSelector:", "responds(to:)", 1)]
  }
}

private final class Forwarding: Speaker {
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "forwardingTargetForSelector:", "forwardingTarget(for:)", 1)]
  }
}

private final class Optionally: _CarobMethods, _CarobOptional {
  class var _carobMethods: [_CarobMethod] { [.init(has: "object:", "object(_:)", 1)] }
}

private final class Grown: _CarobMethods {
  var calls = 0
  class var _carobMethods: [_CarobMethod] {
    [.init(anyObject: "object:", "object(_:)", 1) { s, _ in unsafeDowncast(s, to: Grown.self).calls += 1 }]
  }
}

/// Calls a closure with its address while it is deinitialized.
private final class Ending: _CarobMethods {
  private let atEnd: ((UInt) -> Void)?
  init(_ atEnd: ((UInt) -> Void)?) { self.atEnd = atEnd }
  deinit { atEnd?(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) }
  class var _carobMethods: [_CarobMethod] {
    [.init(anyObject: "object:", "object(_:)", 1) { _, _ in Issue.record("the message was delivered") }]
  }
}
