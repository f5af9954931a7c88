import CarobFoundation
import Glibc
import TestSupport
import Testing

@Suite struct RunLoopTests {
  /// Records every phase of the modes by name.
  private func watch(_ loop: RunLoop, _ record: Log, modes: [RunLoop.Mode] = [.default]) {
    let names: [(RunLoopActivity, String)] = [
      (.entry, "entry"), (.beforeTimers, "beforeTimers"), (.beforeSources, "beforeSources"),
      (.beforeWaiting, "beforeWaiting"), (.afterWaiting, "afterWaiting"), (.exit, "exit"),
    ]
    loop.addObserver(activities: .all, modes: modes) { activity in
      record(names.first { $0.0 == activity }?.1 ?? "?")
    }
  }

  @Test(.rule("F-50", "F-51", "F-53")) func `a pass has its phases in the documented order`() {
    withLoop { loop, clock in
      let record = Log()
      watch(loop, record)
      _ = loop.addSource { record("source") }
      loop.add(Timer(timeInterval: 1, repeats: false) { _ in record("timer") }, forMode: .default)
      loop.perform { record("block") }
      #expect(loop.run(mode: .default, before: clock.date(after: 1)))
      #expect(
        record.take() == [
          "entry", "beforeTimers", "beforeSources", "block", "beforeWaiting", "afterWaiting", "timer", "exit",
        ])
    }
  }

  @Test(.rule("F-50", "F-51"))
  func `with a signalled source the pass does not sleep, and queued blocks run again`() {
    withLoop { loop, clock in
      let record = Log()
      watch(loop, record)
      let source = loop.addSource {
        record("source")
        loop.perform { record("block of the source") }
      }
      source.signal()
      loop.perform { record("block") }
      #expect(loop.run(mode: .default, before: clock.date(after: 5)))
      #expect(
        record.take() == [
          "entry", "beforeTimers", "beforeSources", "block", "source", "block of the source", "exit",
        ])
      #expect(clock.seconds == 0)
    }
  }

  @Test(.rule("F-50")) func `a block that a source queues runs before a timer that is due`() {
    withLoop { loop, clock in
      let record = Log()
      let source = loop.addSource {
        record("source")
        loop.perform { record("block") }
      }
      loop.add(Timer(timeInterval: 1, repeats: false) { _ in record("timer") }, forMode: .default)
      clock.advance(2)
      source.signal()
      loop.run(mode: .default, before: clock.date(after: 1))
      #expect(record.take() == ["source", "block", "timer"])
    }
  }

  @Test(.rule("F-52")) func `entry and exit occur once per run, and polling does not wait`() {
    withLoop { loop, clock in
      let record = Log()
      watch(loop, record)
      _ = loop.addSource {}
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["entry", "beforeTimers", "beforeSources", "exit"])
      for seconds in [1.0, 2] {
        loop.add(Timer(timeInterval: seconds, repeats: false) { _ in record("timer") }, forMode: .default)
      }
      loop.run(mode: .default, before: clock.date(after: 3))
      #expect(record.events.filter { $0 == "entry" || $0 == "exit" } == ["entry", "exit"])
      #expect(record.take().filter { $0 == "timer" }.count == 2)
    }
  }

  @Test(.rule("F-53")) func `a mode without timers and sources does not run`() {
    withLoop { loop, clock in
      #expect(!loop.run(mode: .default, before: clock.date(after: 1)))
      #expect(!loop.run(mode: .init("mine"), before: clock.date(after: 1)))
      #expect(loop.limitDate(forMode: .default) == nil)
      loop.run()
      loop.run(until: clock.date(after: 1))
      #expect(clock.seconds == 0)
    }
  }

  @Test(.rule("F-53")) func `a handled source ends a run, a timer does not`() {
    withLoop { loop, clock in
      let record = Log()
      let source = loop.addSource { record("source") }
      loop.add(Timer(timeInterval: 1, repeats: false) { _ in record("timer 1") }, forMode: .default)
      loop.add(
        Timer(timeInterval: 2, repeats: false) { _ in
          record("timer 2")
          source.signal()
        }, forMode: .default)
      loop.add(Timer(timeInterval: 3, repeats: false) { _ in record("timer 3") }, forMode: .default)
      #expect(loop.run(mode: .default, before: clock.date(after: 10)))
      #expect(record.take() == ["timer 1", "timer 2", "source"])
      #expect(clock.seconds == 2)
    }
  }

  @Test(.rule("F-53")) func `a run ends when its last timer is removed`() {
    withLoop { loop, clock in
      let record = Log()
      loop.add(Timer(timeInterval: 1, repeats: false) { _ in record("timer") }, forMode: .default)
      loop.run()
      #expect(record.take() == ["timer"])
      #expect(clock.seconds == 1)
    }
  }

  @Test(.rule("F-54"))
  func `items of the common modes belong to all of them, including modes that become common later`() {
    withLoop { loop, clock in
      let record = Log()
      let timer = Timer(timeInterval: 1, repeats: true) { _ in
        record("timer in \(loop.currentMode?.rawValue ?? "")")
      }
      loop.add(timer, forMode: .common)
      loop.addObserver(activities: .entry, modes: [.common]) { _ in record("observer") }
      let source = loop.addSource { record("source") }
      loop.run(clock, for: 1)
      loop.run(clock, for: 1, mode: .tracking)
      #expect(!loop.run(mode: .init("mine"), before: clock.date(after: 1)))
      loop.addCommonMode(.init("mine"))
      source.signal()
      loop.run(clock, for: 1, mode: .init("mine"))
      #expect(
        record.take() == [
          "observer", "timer in kCFRunLoopDefaultMode", "observer", "timer in UITrackingRunLoopMode",
          "observer",
          "source", "observer", "timer in mine",
        ])
    }
  }

  @Test(.rule("F-50")) func `observers are called by order, then in the order of registration`() {
    withLoop { loop, _ in
      let record = Log()
      _ = loop.addSource {}
      for (order, name) in [(2_000_000, "commit"), (0, "a"), (-1, "first"), (0, "b")] {
        loop.addObserver(activities: .exit, order: order) { _ in record(name) }
      }
      loop.addObserver(activities: .exit, order: 5, repeats: false) { _ in record("once") }
      let removed = loop.addObserver(activities: .exit) { _ in record("removed") }
      removed.invalidate()
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["first", "a", "b", "once", "commit"])
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["first", "a", "b", "commit"])
    }
  }

  @Test(.rule("F-50")) func `an observer that runs a nested loop is not called recursively`() {
    withLoop { loop, _ in
      let record = Log()
      _ = loop.addSource {}
      loop.addObserver(activities: .entry) { _ in
        record("entry")
        loop.run(mode: .default, before: .distantPast)
      }
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["entry"])
    }
  }

  @Test(.rule("F-57")) func `queued blocks run in order and only in their modes`() {
    withLoop { loop, _ in
      let record = Log()
      _ = loop.addSource {}
      loop.perform(inModes: [.tracking]) { record("tracking") }
      loop.perform { record("default") }
      loop.perform(inModes: [.common]) { record("common") }
      loop.perform {
        record("outer")
        loop.perform { record("inner") }
      }
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["default", "common", "outer", "inner"])
      loop.run(mode: .tracking, before: .distantPast)
      #expect(record.take() == ["tracking"])
    }
  }

  @Test(.rule("F-57", "F-58")) func `another thread can queue a block and wake the loop`() async {
    let record = Log()
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let loop = RunLoop.current
        let port = Port()
        loop.add(port, forMode: .default)
        Thread {
          loop.perform {
            record("block on its thread: \(RunLoop.current === loop)")
            loop.remove(port, forMode: .default)
          }
        }.start()
        loop.run()
        record("ended")
        continuation.resume()
      }
      thread.start()
    }
    #expect(record.take() == ["block on its thread: true", "ended"])
  }

  @Test(.rule("F-50")) func `one watched descriptor is served per pass`() throws {
    try withLoop { loop, clock in
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      defer { ends.forEach { close($0) } }
      let record = Log()
      let (input, output) = (ends[0], ends[1])
      let watching = loop.addDescriptor(input) {
        var byte: UInt8 = 0
        record("read \(read(input, &byte, 1)): \(byte)")
      }
      loop.add(
        Timer(timeInterval: 1, repeats: false) { _ in
          var byte: UInt8 = 7
          _ = write(output, &byte, 1)
        }, forMode: .default)
      #expect(loop.run(mode: .default, before: clock.date(after: 9)))
      #expect(record.take() == ["read 1: 7"])
      #expect(clock.seconds == 1)
      watching.invalidate()
      #expect(!loop.run(mode: .default, before: clock.date(after: 9)))
    }
  }

  @Test(.rule("F-51")) func `permanently due timers do not starve descriptors`() throws {
    try withLoop { loop, clock in
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      defer { ends.forEach { close($0) } }
      let record = Log()
      loop.addDescriptor(ends[0]) {
        record("descriptor")
        clock.advance(1)
      }
      var byte: UInt8 = 7
      _ = write(ends[1], &byte, 1)
      loop.add(
        Timer(timeInterval: 0.000_001, repeats: true) { _ in
          record("timer")
          clock.advance(1)
        }, forMode: .default)
      clock.advance(1)
      for _ in 0..<2 { loop.run(mode: .default, before: clock.date(after: 100)) }
      #expect(record.take() == ["timer", "descriptor", "timer", "descriptor"])
    }
  }

  @Test(.rule("E-50")) func `an urgent descriptor is served before timers that are due`() throws {
    try withLoop { loop, clock in
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      defer { ends.forEach { close($0) } }
      let record = Log()
      let (input, output) = (ends[0], ends[1])
      let watching = loop.addDescriptor(input) {
        var byte: UInt8 = 0
        record("read \(read(input, &byte, 1))")
      }
      for isUrgent in [false, true] {
        watching.isUrgent.store(isUrgent, ordering: .relaxed)
        loop.add(Timer(timeInterval: 1, repeats: false) { _ in record("timer") }, forMode: .default)
        var byte: UInt8 = 7
        _ = write(output, &byte, 1)
        clock.advance(60)
        for _ in 0..<2 { loop.run(mode: .default, before: clock.date(after: 0)) }
      }
      // The kind served last is served last, unless it is urgent.
      #expect(record.take() == ["timer", "read 1", "read 1", "timer"])
    }
  }

  @Test func `stop ends the innermost run`() {
    withLoop { loop, clock in
      let record = Log()
      _ = loop.addSource {}
      loop.add(
        Timer(timeInterval: 1, repeats: false) { _ in
          record("outer")
          loop.add(
            Timer(timeInterval: 1, repeats: false) { _ in
              record("inner")
              loop.stop()
            }, forMode: .default)
          loop.run(mode: .default, before: clock.date(after: 50))
          record("nested run ended at \(clock.seconds)")
        }, forMode: .default)
      loop.run(mode: .default, before: clock.date(after: 5))
      #expect(record.take() == ["outer", "inner", "nested run ended at 2.0"])
      #expect(clock.seconds == 5)
    }
  }

  @Test func `limitDate is the next timer's date`() {
    withLoop { loop, clock in
      loop.add(Timer(timeInterval: 3, repeats: false) { _ in }, forMode: .default)
      #expect(loop.limitDate(forMode: .default) == clock.date(after: 3))
      loop.add(Port(), forMode: .tracking)
      #expect(loop.limitDate(forMode: .tracking) == .distantFuture)
    }
  }

  @Test func `the current mode is the innermost run's`() {
    withLoop { loop, _ in
      let record = Log()
      _ = loop.addSource {}
      loop.perform {
        record(loop.currentMode == .default ? "default" : "?")
        loop.perform(inModes: [.tracking]) { record(loop.currentMode == .tracking ? "tracking" : "?") }
        loop.run(mode: .tracking, before: .distantPast)
        record(loop.currentMode == .default ? "default" : "?")
      }
      #expect(loop.currentMode == nil)
      loop.run(mode: .default, before: .distantPast)
      #expect(record.take() == ["default", "tracking", "default"])
      #expect(loop.currentMode == nil)
    }
  }

  @Test(.rule("F-53"))
  func `an empty mode has no limit date and does not wait; with a source or timer it waits`() {
    withLoop { loop, clock in
      #expect(loop.limitDate(forMode: .default) == nil)
      #expect(!loop.run(mode: .default, before: clock.date(after: 1)))
      loop.acceptInput(forMode: .default, before: clock.date(after: 1))
      loop.run(until: clock.date(after: 0))
      #expect(clock.seconds == 0)
      let timer = Timer(timeInterval: 5, repeats: false) { _ in }
      loop.add(timer, forMode: .default)
      #expect(loop.limitDate(forMode: .default) == timer.fireDate)
      #expect(loop.run(mode: .default, before: clock.date(after: 1)) && clock.seconds == 1)
      loop.acceptInput(forMode: .default, before: clock.date(after: 1))
      #expect(clock.seconds == 2)
      timer.invalidate()
      _ = loop.addSource {}
      #expect(loop.limitDate(forMode: .default) == .distantFuture)
      #expect(loop.run(mode: .default, before: clock.date(after: 1)) && clock.seconds == 3)
    }
  }

  @Test(.rule("F-53")) func `a run with a limit in the past fires due timers and returns`() {
    withLoop { loop, clock in
      let record = Log()
      loop.add(Timer(timeInterval: 1, repeats: false) { _ in record("due") }, forMode: .default)
      loop.add(Timer(timeInterval: 9, repeats: false) { _ in record("later") }, forMode: .default)
      loop.run(until: .distantPast)
      #expect(record.take() == [])
      clock.advance(2)
      loop.run(until: .distantPast)
      #expect(record.take() == ["due"] && clock.seconds == 2)
    }
  }

  @Test func `each thread has one loop, and the main one is always the same`() async {
    let (own, same, main) = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let loop = ObjectIdentifier(RunLoop.current)
        continuation.resume(
          returning: (loop, loop == ObjectIdentifier(RunLoop.current), ObjectIdentifier(RunLoop.main)))
      }
    }
    #expect(same && own != main && main == ObjectIdentifier(RunLoop.main))
  }
}
