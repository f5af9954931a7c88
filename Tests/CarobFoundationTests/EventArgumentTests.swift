import CarobFoundation
import TestSupport
import Testing

/// Arguments and states at the edge of what timers, delayed performs and run loops accept.
@Suite struct TimerArgumentTests {
  @Test(.rule("F-36")) func `a tolerance is kept, a negative one is none`() {
    withLoop { loop, _ in
      for isAdded in [false, true] {
        let timer = Timer(timeInterval: 1, repeats: true) { _ in }
        if isAdded { loop.add(timer, forMode: .default) }
        #expect(timer.tolerance == 0)
        timer.tolerance = 0.25
        #expect(timer.tolerance == 0.25)
        timer.tolerance = -1
        #expect(timer.tolerance == 0)
        timer.invalidate()
      }
    }
  }

  @Test func `a date that is set is the date that is read, also one that the clock cannot represent`() {
    withLoop { loop, clock in
      let date = clock.date(after: 1.000_000_000_4)
      for repeats in [false, true] {
        let timer = Timer(fire: date, interval: 1, repeats: repeats) { _ in }
        #expect(timer.fireDate == date)
        loop.add(timer, forMode: .default)
        #expect(timer.fireDate == date)
        let later = clock.date(after: 7.000_000_000_3)
        timer.fireDate = later
        #expect(timer.fireDate == later)
        timer.invalidate()
      }
    }
  }

  @Test(.rule("F-39")) func `a date that is set after the end has no effect`() {
    withLoop { loop, clock in
      let log = Log()
      let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in log("fired") }
      timer.invalidate()
      timer.fireDate = clock.date(after: 0.5)
      timer.fire()
      loop.add(timer, forMode: .common)
      #expect(!loop.run(mode: .default, before: clock.date(after: 2)))
      #expect(log.take() == [])
      #expect(!timer.isValid)
    }
  }

  @Test(.rule("F-43")) func `the user info is what the creator gave, until the timer ends`() async {
    withLoop { _, _ in
      let timer = Timer(
        timeInterval: 1, target: Target(), selector: Selector("tick:"), userInfo: "info", repeats: true)
      #expect(timer.userInfo as? String == "info")
      #expect(timer.timeInterval == 1)
      #expect(Timer(timeInterval: 1, repeats: false) { _ in }.userInfo == nil)
      timer.invalidate()
      #expect(timer.userInfo == nil)
    }
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let timer = Timer(timeInterval: 1, repeats: false) { _ in }
      _ = timer.userInfo
      timer.invalidate()
      _ = timer.userInfo
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.components(separatedBy: "Timer is invalid and cannot be used again").count == 2)
  }

  @Test(.rule("F-43", "F-242")) func `a class as the target gets the message`() async {
    await #expect(processExitsWith: .success) {
      Timer(
        timeInterval: 1, target: ClassTarget.self, selector: Selector("tick:"), userInfo: nil, repeats: false
      )
      .fire()
      #expect(ClassTarget.log.events == ["true"])
    }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Timer(
        timeInterval: 1, target: ClassTarget.self, selector: Selector("tack"), userInfo: nil, repeats: false
      )
      .fire()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("+[ClassTarget tack]: unrecognized selector sent to class"))
  }

  @Test(.rule("F-30")) func `a timer with a date and a target fires at the date, then at its interval`() {
    withLoop { loop, clock in
      let target = Target()
      let timer = Timer(
        fireAt: clock.date(after: 0.5), interval: 1, target: target, selector: Selector("tick:"),
        userInfo: nil,
        repeats: true)
      loop.add(timer, forMode: .default)
      loop.run(clock, for: 0.4)
      #expect(target.ticks == 0)
      loop.run(clock, for: 0.1)
      #expect(target.ticks == 1)
      loop.run(clock, for: 2)
      #expect(target.ticks == 3)
      timer.invalidate()
    }
  }
}

@Suite struct PerformArgumentTests {
  private final class Plain {}

  @Test(.rule("F-63")) func `a cancelled argument is equal, or the same object, or nil for nil`() {
    let object = Plain()
    let pairs: [(Any?, Any?, Bool)] = [
      (nil, nil, true), (nil, "a", false), ("a", nil, false), ("a", "a", true), ("a", "b", false),
      (NSNumber(value: 1), NSNumber(value: 1), true), (NSNumber(value: 1), NSNumber(value: 2), false),
      (object, object, true), (object, Plain(), false), (1, 1, true), (1, "1", false),
    ]
    for (sent, cancelled, isCancelled) in pairs {
      withLoop { loop, clock in
        let target = Target()
        target.perform(Selector("tick:"), with: sent, afterDelay: 1)
        NSObject.cancelPreviousPerformRequests(
          withTarget: target, selector: Selector("tick:"), object: cancelled)
        loop.run(clock, for: 2)
        #expect(
          target.ticks == (isCancelled ? 0 : 1),
          "\(String(describing: sent)) \(String(describing: cancelled))")
      }
    }
  }

  @Test(.rule("F-63")) func `cancelling concerns one target and one selector`() {
    withLoop { loop, clock in
      let (first, second) = (Target(), Target())
      for target in [first, second] {
        target.perform(Selector("tick:"), with: nil, afterDelay: 1)
        target.perform(Selector("tock"), with: nil, afterDelay: 1)
      }
      NSObject.cancelPreviousPerformRequests(withTarget: first, selector: Selector("tock"), object: nil)
      loop.run(clock, for: 2)
      let counts: [Int] = [first.ticks, first.tocks, second.ticks, second.tocks]
      #expect(counts == [1, 0, 1, 1])
    }
  }

  @Test func `an ordered message is cancelled by its selector, target and argument`() {
    withLoop { loop, _ in
      let log = Log()
      let (performer, other) = (Performer(log), Performer(log))
      for text in ["a", "b"] {
        loop.perform(Selector("note:"), target: performer, argument: text, order: 0, modes: [.common])
      }
      loop.cancelPerform(Selector("note:"), target: performer, argument: "c")
      loop.cancelPerform(Selector("again:"), target: performer, argument: "a")
      loop.cancelPerform(Selector("note:"), target: other, argument: "a")
      loop.cancelPerformSelectors(withTarget: other)
      loop.cancelPerform(Selector("note:"), target: performer, argument: "b")
      loop.run(mode: .default, before: .distantPast)
      #expect(log.take() == ["a"])
    }
  }
}

/// Receives the messages of timers as a class.
private final class ClassTarget: NSObject {
  static let log = Log()
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(class: "tick:", "tick(_:)", 0) { _, timer, _, _ in
        log("\(timer is Timer)")
        return nil
      }
    ]
  }
}
