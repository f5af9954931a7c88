import CarobFoundation
import TestSupport
import Testing

@Suite struct MessageTests {
  @Test(.rule("F-150"))
  func `an object responds to own and inherited methods, and an override of responds(to:) is respected`() {
    #expect(Target().responds(to: Selector("tick:")))
    #expect(!Target().responds(to: Selector("tick")))
    #expect(SubReceiver().responds(to: Selector("note:")))
    #expect(SubReceiver().responds(to: Selector("own")))
    #expect(SubReceiver().responds(to: Selector("lie")))
    #expect(Target.instancesRespond(to: Selector("tock")))
  }

  @Test(.rule("F-152")) func `perform calls immediately, with as many arguments as the method takes`() {
    let target = Target()
    target.perform(Selector("tick:"), with: target)
    target.perform(Selector("tock"), with: 1, with: 2)
    #expect(target.ticks == 1 && target.tocks == 1 && target.last === target)
    let receiver = SubReceiver()
    #expect(receiver.perform(Selector("own")).takeUnretainedValue() as? String == "own")
    #expect(receiver.perform(Selector("nothing")) == nil)
  }

  @Test(.rule("F-152")) func `an override of perform is called for every kind of argument`() {
    let performer = OwnPerformer()
    let target = Target()
    performer.perform(Selector("tick:"), with: target)
    performer.perform(Selector("tick:"), with: target as Any)
    performer.perform(Selector("tick:"), with: nil)
    #expect(performer.said == ["tick: Target", "tick: Target", "tick: nothing"])
    #expect(performer.ticks == 2)
    let below = SubPerformer()
    below.perform(Selector("tick:"), with: target)
    #expect(below.said == ["tick: Target"])
  }

  @Test(.rule("F-152"))
  func `an object is passed unchanged, also to methods with results or more arguments`() {
    let target = Target()
    let receiver = SubReceiver()
    #expect(receiver.perform(Selector("same:"), with: target).takeUnretainedValue() === target)
    receiver.perform(Selector("nothing"), with: target)
    receiver.perform(Selector("tock"), with: target)
    #expect(receiver.other.tocks == 1)
  }

  @Test(.rule("F-153"))
  func `an unrecognized selector goes to the forwarding target, else ends the app`() async {
    let receiver = SubReceiver()
    receiver.perform(Selector("tock"))
    #expect(receiver.other.tocks == 1)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      SubReceiver().perform(Selector("owm"))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSInvalidArgumentException'"))
    #expect(text.contains("-[SubReceiver owm]: unrecognized selector sent to instance 0x"))
    #expect(text.contains("did you mean own?"))
  }

  @Test func `the result of perform is kept until the turn ends`() {
    withLoop { loop, _ in
      let made = WeakBox()
      _ = loop.addSource {}
      let record = Log()
      loop.perform {
        let result = Maker().perform(Selector("make"))
        made.value = result?.takeUnretainedValue()
        record("\(made.value != nil)")
      }
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["true"])
      #expect(made.value == nil)
    }
  }
}

class SubReceiver: NSObject {
  let other = Target()
  override func responds(to selector: Selector!) -> Bool {
    selector == Selector("lie") || super.responds(to: selector)
  }
  override func forwardingTarget(for selector: Selector!) -> Any? {
    selector == Selector("tock") ? other : nil
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(anyValue: "own", "own()", 0) { _, _, _, _ in "own" },
      .init(anyNone: "nothing", "nothing()", 0) { _ in },
      .init(anyValue: "same:", "same(_:)", 0) { _, a, _, _ in a },
      .init(has: "note:", "note(_:)", 0),
    ]
  }
}

class OwnPerformer: NSObject {
  var said: [String] = []
  var ticks = 0
  override class var _carobMethods: [_CarobMethod] {
    [.init(anyObject: "tick:", "tick(_:)", 0) { s, _ in unsafeDowncast(s, to: OwnPerformer.self).ticks += 1 }]
  }
  @discardableResult
  override func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
    said.append("\(selector.name) \(object.map { "\(type(of: $0))" } ?? "nothing")")
    return object == nil ? nil : super.perform(selector, with: object)
  }
}
final class SubPerformer: OwnPerformer {}

final class Maker: NSObject {
  override class var _carobMethods: [_CarobMethod] {
    [.init(anyValue: "make", "make()", 0) { _, _, _, _ in Target() }]
  }
}

/// A weak variable that closures of a single-threaded test can change.
final class WeakBox: @unchecked Sendable {
  // @unchecked because each test uses it from one thread.
  weak var value: AnyObject?
}
