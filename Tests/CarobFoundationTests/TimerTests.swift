import CarobFoundation
import Glibc
import TestSupport
import Testing

@Suite struct TimerTests {
  @Test(.rule("F-30")) func `a scheduled timer is only in the default mode`() {
    withLoop { loop, clock in
      let record = Log()
      let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
        record("fired \(clock.seconds)")
      }
      #expect(timer.isValid && timer.timeInterval == 1)
      #expect(!loop.run(mode: .tracking, before: clock.date(after: 3)))
      clock.advance(1.5)
      loop.run(clock, for: 0.5)
      #expect(record.take() == ["fired 1.5", "fired 2.0"])
    }
  }

  @Test(.rule("F-30")) func `a timer does not fire until it is added to a run loop`() {
    withLoop { loop, clock in
      let record = Log()
      let timer = Timer(timeInterval: 1, repeats: false) { _ in record("fired") }
      loop.add(Port(), forMode: .default)
      loop.run(clock, for: 5)
      #expect(record.take() == [])
      loop.add(timer, forMode: .common)
      loop.run(clock, for: 0)
      #expect(record.take() == ["fired"])
    }
  }

  @Test(.rule("F-31")) func `a timer belongs to one loop, but can be in several modes`() {
    withLoop { loop, clock in
      let record = Log()
      let timer = Timer(timeInterval: 1, repeats: true) { _ in record("fired \(clock.seconds)") }
      loop.add(timer, forMode: .default)
      loop.add(timer, forMode: .init("mine"))
      loop.add(timer, forMode: .default)
      RunLoop.withLoop(on: clock) { other in
        other.add(timer, forMode: .default)
        #expect(!other.run(mode: .default, before: clock.date(after: 1)))
      }
      loop.run(clock, for: 1)
      loop.run(clock, for: 1, mode: .init("mine"))
      loop.add(timer, forMode: .common)
      loop.run(clock, for: 1, mode: .tracking)
      loop.run(clock, for: 1)
      #expect(record.take() == ["fired 1.0", "fired 2.0", "fired 3.0", "fired 4.0"])
    }
  }

  @Test(.rule("F-31")) func `a timer in a loop's 31st mode does not fire, which is said once`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      withLoop { loop, clock in
        let record = Log()
        // With the default and the tracking mode, 28 is the 30th.
        for number in 1...29 {
          let mode = RunLoop.Mode("mode \(number)")
          for _ in 0..<2 {
            loop.add(Timer(timeInterval: 1, repeats: false) { _ in record("\(number)") }, forMode: mode)
          }
        }
        for number in 1...29 { loop.run(clock, for: 2, mode: .init("mode \(number)")) }
        #expect(record.take() == (1...28).flatMap { ["\($0)", "\($0)"] })
      }
    }
    #expect(
      warnings(of: result) == [
        "unimplemented: timers in more than 30 modes of a run loop; those in mode 29 do not fire"
      ])
  }

  @Test(.rule("F-31", "F-54"))
  func `a timer in the common modes can be added to one of them, and fires once`() {
    withLoop { loop, clock in
      let record = Log()
      let timer = Timer(timeInterval: 1, repeats: true) { _ in record("fired \(clock.seconds)") }
      loop.add(timer, forMode: .common)
      loop.add(timer, forMode: .default)
      loop.run(clock, for: 2)
      loop.run(clock, for: 1, mode: .tracking)
      #expect(record.take() == ["fired 1.0", "fired 2.0", "fired 3.0"])
    }
  }

  @Test(.rule("M-19")) func `the user info of an invalid timer warns, that of a valid one does not`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let timer = Timer(
        timeInterval: 1, target: Target(), selector: Selector("tick:"), userInfo: 7, repeats: false)
      #expect(timer.userInfo as? Int == 7)
      _ = "valid until here\n".withCString { write(2, $0, strlen($0)) }
      timer.invalidate()
      #expect(timer.userInfo == nil)
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("valid") }
    #expect(lines.count == 2 && lines.first == "valid until here")
    #expect(lines.last?.contains("Timer is invalid and cannot be used again") == true)
  }

  @Test(.rule("F-32")) func `a timer never fires early, and fires late if no pass runs in time`() {
    withLoop { loop, clock in
      let record = Log()
      Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in record("fired \(clock.seconds)") }
      loop.run(mode: .default, before: clock.date(after: 0.999_999))
      #expect(record.take() == [])
      clock.advance(4)
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["fired 4.999999"])
    }
  }

  @Test(.rule("F-33")) func `late repeats keep the schedule, and missed periods cause one call`() {
    withLoop { loop, clock in
      let record = Log()
      let delays = Box([0.3, 2.5, 0])
      Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in
        record("\(clock.seconds)")
        clock.advance(delays.value.removeFirst())
        if delays.value.isEmpty { timer.invalidate() }
      }
      loop.run()
      #expect(record.take() == ["1.0", "2.0", "5.0"])
    }
  }

  @Test(.rule("F-34")) func `a timer does not fire inside its own callback`() {
    withLoop { loop, clock in
      let record = Log()
      let timer = Timer(timeInterval: 1, repeats: true) { timer in
        record("fires \(clock.seconds)")
        loop.run(mode: .default, before: clock.date(after: 2.5))
        record("ends \(clock.seconds)")
        timer.invalidate()
      }
      loop.add(timer, forMode: .common)
      loop.add(timer, forMode: .init("mine"))
      loop.add(Port(), forMode: .common)
      loop.run(clock, for: 1)
      #expect(record.take() == ["fires 1.0", "ends 3.5"])
    }
  }

  @Test(.rule("F-35")) func `a later fire date that the callback sets wins, an earlier one is ignored`() {
    withLoop { loop, clock in
      let record = Log()
      let dates = Box([5.0, -0.5, 0])
      Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in
        record("\(clock.seconds)")
        let date = dates.value.removeFirst()
        if date != 0 { timer.fireDate = clock.date(after: date) } else { timer.invalidate() }
      }
      loop.run()
      #expect(record.take() == ["1.0", "6.0", "7.0"])
    }
  }

  @Test func `setting the fire date reschedules a timer`() {
    withLoop { loop, clock in
      let record = Log()
      let a = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in record("a \(clock.seconds)") }
      let b = Timer.scheduledTimer(withTimeInterval: 2, repeats: true) { timer in record("b \(clock.seconds)")
      }
      a.fireDate = clock.date(after: 3)
      b.fireDate = clock.date(after: 0.5)
      #expect(a.fireDate == clock.date(after: 3))
      loop.run(clock, for: 3)
      #expect(record.take() == ["b 0.5", "b 2.5", "a 3.0"])
    }
  }

  @Test(.rule("F-36")) func `timers with tolerance share wake-ups, and their schedule does not drift`() {
    withLoop { loop, clock in
      let record = Log()
      for (interval, tolerance, name) in [(1.0, 0.5, "a"), (1.2, 0.1, "b"), (1.4, 0.0, "c")] {
        let timer = Timer(timeInterval: interval, repeats: true) { _ in record("\(name) \(clock.seconds)") }
        timer.tolerance = tolerance
        #expect(timer.tolerance == tolerance)
        loop.add(timer, forMode: .default)
      }
      loop.run(clock, for: 2)
      #expect(clock.sleeps == [1.3, 1.4, 2.0])
      #expect(record.take() == ["a 1.3", "b 1.3", "c 1.4", "a 2.0"])
    }
  }

  @Test(.rule("F-36")) func `a timer within its tolerance fires when the loop is awake anyway`() {
    withLoop { loop, clock in
      let record = Log()
      let lax = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in record("lax \(clock.seconds)")
      }
      lax.tolerance = 0.8
      loop.run(clock, for: 1.5)
      #expect(record.take() == ["lax 1.5"])
      loop.run(clock, for: 1.5)
      #expect(record.take() == ["lax 2.8", "lax 3.0"])
    }
  }

  @Test(.rule("F-37")) func `intervals that are not positive become a tenth of a millisecond`() {
    withLoop { loop, clock in
      let record = Log()
      let repeating = Timer(timeInterval: -1, repeats: true) { timer in
        record("\(clock.seconds)")
        if record.events.count == 2 { timer.invalidate() }
      }
      #expect(repeating.timeInterval == 0.0001)
      let once = Timer(timeInterval: 0, repeats: false) { _ in record("once \(clock.seconds)") }
      #expect(once.timeInterval == 0)
      #expect(Timer(timeInterval: 3, repeats: false) { _ in }.timeInterval == 0)
      loop.add(repeating, forMode: .default)
      loop.run()
      #expect(record.take() == ["0.0001", "0.0002"])
    }
  }

  @Test(.rule("F-38")) func `a one-shot is valid in its callback and invalid after it`() {
    withLoop { loop, clock in
      let record = Log()
      let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { record("valid: \($0.isValid)") }
      loop.run()
      #expect(record.take() == ["valid: true"])
      #expect(!timer.isValid)
      loop.add(timer, forMode: .default)
      #expect(!loop.run(mode: .default, before: clock.date(after: 1)))
    }
  }

  @Test(.rule("F-39", "F-40")) func `invalidating releases the timer, its target and its user info`() {
    withLoop { loop, clock in
      weak var weakTimer: Timer?
      weak var weakTarget: Target?
      weak var weakInfo: Target?
      do {
        let target = Target()
        let info = Target()
        weakTarget = target
        weakInfo = info
        weakTimer = Timer.scheduledTimer(
          timeInterval: 1, target: target, selector: Selector("tick:"), userInfo: info, repeats: true)
      }
      #expect(weakTarget != nil && weakTimer != nil && weakInfo != nil)
      loop.run(clock, for: 2)
      #expect(weakTarget?.ticks == 2)
      #expect(weakTimer?.userInfo as AnyObject === weakInfo)
      weakTimer?.invalidate()
      #expect(weakTimer == nil && weakTarget == nil && weakInfo == nil)
      #expect(!loop.run(mode: .default, before: clock.date(after: 1)))
    }
  }

  @Test(.rule("F-40")) func `a block timer retains its block's captures until it is invalidated`() {
    withLoop { loop, clock in
      weak var captured: Target?
      do {
        let target = Target()
        captured = target
        Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in target.ticks += 1 }
      }
      #expect(captured != nil)
      loop.run()
      #expect(captured == nil)
    }
  }

  @Test(.rule("F-41"))
  func `fire calls immediately, ends a one-shot and does not change a repeating schedule`() {
    withLoop { loop, clock in
      let record = Log()
      let repeating = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
        record("r \(clock.seconds)")
      }
      let once = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in
        record("once \(clock.seconds)")
      }
      loop.run(mode: .default, before: clock.date(after: 0.5))
      repeating.fire()
      once.fire()
      #expect(repeating.isValid && !once.isValid)
      once.fire()
      loop.run(clock, for: 1)
      repeating.invalidate()
      repeating.fire()
      #expect(record.take() == ["r 0.5", "once 0.5", "r 1.0"])
    }
  }

  @Test(.rule("F-42")) func `due timers fire by date, equal dates in the order of insertion`() {
    withLoop { loop, clock in
      let record = Log()
      let dates = [3.0, 1, 2, 1, 2.5, 1, 3]
      for (index, date) in dates.enumerated() {
        loop.add(
          Timer(timeInterval: date, repeats: false) { _ in record("\(date)/\(index)") },
          forMode: index % 2 == 0 ? .default : .common)
      }
      clock.advance(10)
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["1.0/1", "1.0/3", "1.0/5", "2.0/2", "2.5/4", "3.0/0", "3.0/6"])
    }
  }

  @Test func `a due timer added by a callback waits for the next pass`() {
    withLoop { loop, clock in
      let record = Log()
      _ = loop.addSource {}
      loop.addObserver(activities: .beforeTimers) { _ in record("pass") }
      Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in
        record("first")
        loop.add(
          Timer(fire: .distantPast, interval: 0, repeats: false) { _ in record("second") }, forMode: .default)
      }
      loop.run(clock, for: 1)
      loop.run(mode: .default, before: clock.date(after: 0.1))
      #expect(record.take() == ["pass", "first", "pass", "second", "pass"])
    }
  }

  @Test(.rule("F-43")) func `the method gets the timer, or no argument if it takes none`() {
    withLoop { loop, clock in
      let target = Target()
      let timer = Timer.scheduledTimer(
        timeInterval: 1, target: target, selector: Selector("tick:"), userInfo: nil, repeats: false)
      Timer.scheduledTimer(
        timeInterval: 1, target: target, selector: Selector("tock"), userInfo: nil, repeats: false)
      loop.run()
      #expect(target.last === timer)
      #expect(target.ticks == 1 && target.tocks == 1)
    }
  }

  @Test(.rule("F-43", "F-153")) func `a missing method ends the app with the platform's message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Timer(timeInterval: 1, target: Target(), selector: Selector("tack:"), userInfo: nil, repeats: false)
        .fire()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("-[Target tack:]: unrecognized selector sent to instance 0x"))
    #expect(text.contains("did you mean"))
  }

  @Test(.rule("F-44")) func `creating a timer with a target that is not an object warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = Timer(
        timeInterval: 1, target: { () -> Int in 1 }, selector: Selector("tick:"), userInfo: nil,
        repeats: false)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("not an instance; `self` is not available in a property initialiser"))
  }

  @Test func `a hundred thousand timers fire in order with random invalidations`() {
    withLoop { loop, clock in
      var seed: UInt64 = 42
      func random(_ bound: UInt64) -> UInt64 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (seed >> 33) % bound
      }
      let fired = Box<[(Double, Int)]>([])
      var expected: [(Double, Int)] = []
      var timers: [Timer] = []
      for index in 0..<100_000 {
        let delay = Double(random(10_000) + 1) / 1000
        let timer = Timer(timeInterval: delay, repeats: false) { _ in
          fired.value.append((clock.seconds, index))
        }
        loop.add(timer, forMode: random(2) == 0 ? .default : .common)
        timers.append(timer)
        expected.append((delay, index))
      }
      var gone = Set<Int>()
      for _ in 0..<70_000 { gone.insert(Int(random(100_000))) }
      gone.forEach { timers[$0].invalidate() }
      timers = []
      loop.run()
      expected = expected.filter { !gone.contains($0.1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      #expect(fired.value.map(\.1) == expected.map(\.1))
      #expect(zip(fired.value, expected).allSatisfy { abs($0.0 - $1.0) < 1e-8 })
    }
  }

  @Test(.rule("F-30")) func `a new timer has its date, its interval if it repeats, and is valid`() {
    let date = Date(timeIntervalSinceReferenceDate: 1_000)
    let once = Timer(fire: date, interval: 0.3, repeats: false) { _ in }
    let often = Timer(fire: date, interval: 0.3, repeats: true) { _ in }
    #expect(once.fireDate == date && once.timeInterval == 0 && once.isValid)
    #expect(often.fireDate == date && often.timeInterval == 0.3 && often.isValid)
  }

  @Test(.rule("F-39", "F-41"))
  func `a repeating timer that invalidates itself ticks once, also when fired manually`() {
    withLoop { loop, clock in
      let record = Log()
      func timer() -> Timer {
        Timer(timeInterval: 1, repeats: true) { timer in
          record("tick at \(clock.seconds) \(timer.isValid)")
          timer.invalidate()
          record("\(timer.isValid)")
        }
      }
      let (one, two) = (timer(), timer())
      loop.add(one, forMode: .default)
      loop.add(two, forMode: .common)
      two.fire()
      two.fire()
      loop.run(clock, for: 3)
      one.fire()
      #expect(record.take() == ["tick at 0.0 true", "false", "tick at 1.0 true", "false"])
    }
  }
}

/// Counts the messages it receives.
final class Target: NSObject, @unchecked Sendable {
  // @unchecked because each test uses it on one thread.
  var ticks = 0
  var tocks = 0
  weak var last: AnyObject?
  func tick(_ sender: AnyObject?) {
    ticks += 1
    last = sender
  }
  func tock() { tocks += 1 }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(anyObject: "tick:", "tick(_:)", 0) { s, o in unsafeDowncast(s, to: Target.self).tick(o) },
      .init(anyNone: "tock", "tock()", 0) { s in unsafeDowncast(s, to: Target.self).tock() },
    ]
  }
}
