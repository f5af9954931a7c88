import Glibc
import TestSupport
import Testing

@testable import CarobFoundation

@Suite struct DelayedPerformTests {
  let target = Target()
  let tick = Selector("tick:")

  @Test(.rule("F-60", "F-65")) func `a delayed perform is sent once, in a later pass of the default mode`() {
    withLoop { loop, clock in
      target.perform(tick, with: target, afterDelay: 1)
      target.perform(Selector("tock"), with: nil, afterDelay: 0)
      #expect(target.tocks == 0)
      loop.run(mode: .tracking, before: clock.date(after: 0.5))
      #expect(target.tocks == 0)
      loop.run(clock, for: 0.5)
      #expect(target.tocks == 1 && target.ticks == 0)
      loop.run(clock, for: 2)
      #expect(target.ticks == 1 && target.last === target)
    }
  }

  @Test(.rule("F-60")) func `delay zero inside a callback waits for another pass`() {
    withLoop { loop, clock in
      let record = Log()
      let performer = Performer(record)
      loop.addObserver(activities: .beforeTimers) { _ in record("pass") }
      performer.perform(Selector("again:"), with: "first", afterDelay: 0)
      loop.run(clock, for: 0.1)
      #expect(record.take() == ["pass", "first", "pass", "second"])
    }
  }

  @Test(.rule("F-61")) func `a delayed perform is sent only in its modes, and never without modes`() {
    withLoop { loop, clock in
      target.perform(tick, with: nil, afterDelay: 0, inModes: [])
      #expect(!loop.run(mode: .default, before: clock.date(after: 1)))
      target.perform(tick, with: nil, afterDelay: 0, inModes: [.common])
      loop.run(clock, for: 1, mode: .tracking)
      #expect(target.ticks == 1)
      loop.run(clock, for: 1)
      #expect(target.ticks == 1)
    }
  }

  @Test(.rule("F-64")) func `a message to the main thread without a mode is not sent`() async {
    let performer = Performer(Log())
    performer.performSelector(
      onMainThread: Selector("note:"), with: "never", waitUntilDone: false, modes: [])
    #expect(!RunLoop.main.state.withLock { $0.performs.contains { $0.modes.isEmpty } })
  }

  @Test(.rule("F-62")) func `target and argument are retained until the message is sent or cancelled`() {
    withLoop { loop, clock in
      weak var weakTarget: Target?
      weak var weakArgument: Target?
      func schedule() {
        let (target, argument) = (Target(), Target())
        (weakTarget, weakArgument) = (target, argument)
        target.perform(tick, with: argument, afterDelay: 1)
      }
      schedule()
      #expect(weakTarget != nil && weakArgument != nil)
      loop.run(clock, for: 1)
      #expect(weakTarget == nil && weakArgument == nil)
      schedule()
      if let target = weakTarget { NSObject.cancelPreviousPerformRequests(withTarget: target) }
      #expect(weakTarget == nil && weakArgument == nil)
    }
  }

  @Test(.rule("F-63")) func `cancelling by target, or by target, selector and equal argument`() {
    withLoop { loop, clock in
      let other = Target()
      func schedule() {
        target.perform(tick, with: "a" as NSString, afterDelay: 1)
        target.perform(tick, with: nil, afterDelay: 1)
        target.perform(Selector("tock"), with: nil, afterDelay: 1)
        other.perform(tick, with: nil, afterDelay: 1)
      }
      func counts() -> [Int] {
        loop.run(clock, for: 1)
        defer { (target.ticks, target.tocks, other.ticks) = (0, 0, 0) }
        return [target.ticks, target.tocks, other.ticks]
      }
      schedule()
      #expect(counts() == [2, 1, 1])
      schedule()
      NSObject.cancelPreviousPerformRequests(withTarget: target)
      #expect(counts() == [0, 0, 1])
      schedule()
      NSObject.cancelPreviousPerformRequests(
        withTarget: target, selector: tick, object: NSString(string: "a"))
      #expect(counts() == [1, 1, 1])
      schedule()
      NSObject.cancelPreviousPerformRequests(withTarget: target, selector: tick, object: nil)
      #expect(counts() == [1, 1, 1])
      schedule()
      NSObject.cancelPreviousPerformRequests(withTarget: target, selector: tick, object: "b")
      #expect(counts() == [2, 1, 1])
      schedule()
      RunLoop.withLoop(on: clock) { _ in NSObject.cancelPreviousPerformRequests(withTarget: target) }
      #expect(counts() == [2, 1, 1])
      schedule()
      #expect(loop.performs.count == 4)
      NSObject.cancelPreviousPerformRequests(withTarget: target)
      #expect(loop.performs.count == 1 && loop.performs.first?.performance?.target === other)
    }
  }

  @Test(.rule("F-64"))
  func `on the same thread a waiting perform is immediate, others are queued in order`() {
    withLoop { loop, clock in
      let record = Log()
      let performer = Performer(record)
      let note = Selector("note:")
      performer.perform(note, on: Thread.current, with: "queued 1", waitUntilDone: false)
      performer.perform(note, on: Thread.current, with: "at once", waitUntilDone: true)
      performer.perform(note, on: Thread.current, with: "queued 2", waitUntilDone: false)
      #expect(record.take() == ["at once"])
      loop.run(clock, for: 0)
      loop.add(Port(), forMode: .tracking)
      loop.run(mode: .tracking, before: .distantPast)
      #expect(record.take() == ["queued 1", "queued 2"])
    }
  }

  @Test(.rule("F-64")) func `a message to another thread, with and without waiting`() async {
    let record = Log()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let performer = Performer(record)
        let worker = Thread {
          let loop = RunLoop.current
          loop.add(Port(), forMode: .default)
          while !performer.isDone { loop.run(mode: .default, before: .distantFuture) }
          record("worker ends")
          continuation.resume()
        }
        worker.start()
        performer.perform(Selector("note:"), on: worker, with: "not waited for", waitUntilDone: false)
        performer.perform(Selector("note:"), on: worker, with: "waited for", waitUntilDone: true)
        record("poster")
        performer.perform(Selector("finish"), on: worker, with: nil, waitUntilDone: false)
      }
    }
    #expect(record.take() == ["not waited for", "waited for", "poster", "worker ends"])
  }

  @Test func `performing in the background uses another thread`() async {
    let performer = Performer(Log())
    let own = pthread_self()
    let isOther = await withCheckedContinuation { continuation in
      performer.onFinish = { continuation.resume(returning: pthread_equal(pthread_self(), own) == 0) }
      performer.performSelector(inBackground: Selector("finish"), with: nil)
    }
    #expect(isOther)
  }

  @Test func `ordered messages of a pass are sent by their order`() {
    withLoop { loop, _ in
      let record = Log()
      let performer = Performer(record)
      for (order, text) in [(2, "c"), (1, "b"), (0, "a"), (1, "gone")] {
        loop.perform(Selector("note:"), target: performer, argument: text, order: order, modes: [.default])
      }
      loop.cancelPerform(Selector("note:"), target: performer, argument: "gone")
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["a", "b", "c"])
    }
  }
  @Test func `ordered messages are sent once, in their modes, unless their target is cancelled`() {
    withLoop { loop, _ in
      let record = Log()
      let (performer, other) = (Performer(record), Performer(record))
      func perform(_ target: Performer, _ text: String, _ order: Int, _ modes: [RunLoop.Mode]) {
        loop.perform(Selector("note:"), target: target, argument: text, order: order, modes: modes)
      }
      perform(performer, "b", 11, [.default])
      perform(performer, "a", 10, [.default])
      perform(performer, "tracking", 0, [.tracking])
      perform(other, "gone", 1, [.default, .tracking])
      loop.cancelPerformSelectors(withTarget: other)
      for _ in 0..<2 { loop.run(mode: .default, before: .distantPast) }
      #expect(record.take() == ["a", "b"])
      for _ in 0..<2 { loop.run(mode: .tracking, before: .distantPast) }
      #expect(record.take() == ["tracking"])
    }
  }

  // MARK: Modes that nothing else uses

  @Test(.rule("F-243")) func `a message to a thread waits for its mode, and keeps it from being empty`() {
    withLoop { loop, clock in
      let record = Log()
      let performer = Performer(record)
      let special = RunLoop.Mode("special")
      performer.perform(
        Selector("note:"), on: Thread.current, with: "1", waitUntilDone: false, modes: ["special"])
      performer.perform(
        Selector("note:"), on: Thread.current, with: "2", waitUntilDone: false, modes: ["special", "other"])
      loop.add(Port(), forMode: .default)
      loop.run(mode: .default, before: .distantPast)
      #expect(!loop.run(mode: .init("third"), before: .distantPast))
      #expect(record.take() == [])
      #expect(loop.run(mode: special, before: .distantPast))
      #expect(record.take() == ["1", "2"])
      #expect(!loop.run(mode: special, before: .distantPast))
      #expect(!loop.run(mode: .init("other"), before: .distantPast))
      #expect(record.take() == [])
      #expect(clock.seconds == 0)
    }
  }

  @Test(.rule("F-243"))
  func `a delayed perform, a block and an ordered message are delivered in a mode of their own, too`() {
    withLoop { loop, clock in
      let record = Log()
      let performer = Performer(record)
      let note = Selector("note:")
      let (first, second, third) = (RunLoop.Mode("first"), RunLoop.Mode("second"), RunLoop.Mode("third"))
      performer.perform(note, with: "delay 0", afterDelay: 0, inModes: [first])
      performer.perform(note, with: "delay 1", afterDelay: 1, inModes: [first])
      loop.perform(inModes: [second]) { record("block") }
      loop.perform(note, target: performer, argument: "ordered", order: 0, modes: [third])
      for mode in [first, second, third] {
        record("\(mode.rawValue): \(loop.run(mode: mode, before: .distantPast))")
      }
      #expect(
        record.take() == [
          "delay 0", "first: true", "block", "second: true", "ordered", "third: true",
        ])
      clock.advance(1)
      for mode in [first, second, third] {
        record("\(mode.rawValue): \(loop.run(mode: mode, before: .distantPast))")
      }
      #expect(record.take() == ["delay 1", "first: true", "second: false", "third: false"])
    }
  }

  @Test(.rule("F-64", "F-243"))
  func `messages for a thread that has not started are delivered when it runs their mode`() async {
    let record = Log()
    await withCheckedContinuation { continuation in
      let performer = Performer(record)
      let worker = Thread {
        record("starts")
        let loop = RunLoop.current
        for mode in ["other", "special", "special"] {
          record("\(mode): \(loop.run(mode: .init(mode), before: .distantPast))")
        }
        continuation.resume()
      }
      for text in ["a", "b"] {
        performer.perform(
          Selector("note:"), on: worker, with: text, waitUntilDone: false, modes: ["special"])
      }
      worker.start()
    }
    #expect(
      record.take() == ["starts", "other: false", "a", "b", "special: true", "special: false"])
  }
}

/// Records the messages it receives.
final class Performer: NSObject, @unchecked Sendable {
  // @unchecked because the tests hand it from thread to thread in turn.
  let record: Log
  var isDone = false
  var onFinish: (() -> Void)?
  init(_ record: Log) {
    self.record = record
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(any: "note:", "note(_:)", 0) { s, a, _, _ in unsafeDowncast(s, to: Performer.self).record(_arg(a))
      },
      .init(any: "again:", "again(_:)", 0) { s, a, _, _ in
        let object = unsafeDowncast(s, to: Performer.self)
        object.record(_arg(a))
        if a as? String == "first" { object.perform(Selector("again:"), with: "second", afterDelay: 0) }
      },
      .init(anyNone: "finish", "finish()", 0) { s in
        let object = unsafeDowncast(s, to: Performer.self)
        object.isDone = true
        object.onFinish?()
      },
    ]
  }
}
