import Glibc
import RuntimeTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CarobRuntime

/// What the journal records, with which cause. Each recording has a process of its own, because a process has one journal.
@Suite struct JournalTests {
  @Test func `without a sink everything runs and nothing is recorded`() {
    #expect(!Journal.isRecording)
    #expect(Journal.deliver(.action, "f()", to: App()) { 1 } == 1)
    #expect(Journal.query(.dataSource, "f()", to: App()) { 2 } == 2)
    #expect(Journal.deliverRegistered(.timer, "t") { 3 } == 3)
    #expect(Journal.root(.touch, "r", category: .user) { 4 } == 4)
    #expect(Journal.with(cause: 7) { Journal.cause } == 0)
    #expect(Journal.note(.action, "n", outcome: "dropped", why: nil) == 0)
    Journal.answer("a")
    Journal.printed("p")
    Journal.explain("e", rule: "M-1")
  }

  @Test func `a message is recorded if the receiver's class implements it in the app`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
        Journal.deliver(.delegate, "tapped(_:)", to: App(), from: Plain()) {}
        Journal.deliver(.delegate, "tapped(_:)", to: Plain()) {}
        Journal.deliver(.delegate, "quiet()", to: App()) {}
        Journal.deliver(.action, "tapped(_:)", to: App(), category: .user) {}
      }
      #expect(
        lines == [
          "1 delegate functional tapped(_:) to App from Plain at App.swift:3",
          "2 action user tapped(_:) to App at App.swift:3",
        ])
    }
  }

  @Test func `with internal events every message is recorded`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines(internalEvents: true) {
        Journal.deliver(.delegate, "tapped(_:)", to: Plain()) {}
        Journal.deliver(.delegate, "tapped(_:)", to: App()) {}
        Journal.deliverRegistered(.timer, "t", category: .internal) {}
      }
      #expect(
        lines == [
          "1 delegate internal tapped(_:) to Plain",
          "2 delegate functional tapped(_:) to App at App.swift:3", "3 timer internal t",
        ])
    }
  }

  @Test func `a query is recorded with its answer`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
        _ = Journal.query(.dataSource, "rows()", to: App()) { 3 }
        _ = Journal.query(.dataSource, "rows()", to: App()) { nil as Int? }
        _ = Journal.query(.dataSource, "rows()", to: App(), from: Plain()) { App() }
        Journal.query(.dataSource, "rows()", to: App()) {}
        _ = Journal.query(.dataSource, "rows()", to: Plain()) { 4 }
      }
      #expect(
        lines == [
          "1 dataSource query rows() to App at App.swift:4 → 3",
          "2 dataSource query rows() to App at App.swift:4 → nil",
          "3 dataSource query rows() to App from Plain at App.swift:4 → App",
          "4 dataSource query rows() to App at App.swift:4",
        ])
    }
  }

  @Test func `what the app registered is recorded with place, mode and detail`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
        Journal.deliverRegistered(
          .timer, "tick", to: App(), from: Plain(), category: .user, site: "A.swift:9", mode: "tracking",
          detail: [(key: "late", value: "2"), (key: "every", value: "1")]
        ) {}
        Journal.deliverRegistered(.timer, "bare") {}
        Journal.deliverRegistered(.timer, "hidden", category: .internal) {}
      }
      #expect(
        lines == [
          "1 timer user tick to App from Plain at A.swift:9 in tracking [late: 2, every: 1]",
          "2 timer functional bare",
        ])
    }
  }

  @Test func `an event is the cause of what happens in its handler, and only there`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
        Journal.deliver(.delegate, "tapped(_:)", to: App()) {
          note("first")
          Journal.deliverRegistered(.timer, "tick") { note("nested") }
          note("second")
        }
        Journal.query(.dataSource, "rows()", to: App()) { note("in a query") }
        note("outside")
        #expect(Journal.cause == 0)
      }
      #expect(
        lines == [
          "1 delegate functional tapped(_:) to App at App.swift:3", "2 action functional first, because of 1",
          "3 timer functional tick, because of 1", "4 action functional nested, because of 3",
          "5 action functional second, because of 1", "6 dataSource query rows() to App at App.swift:4",
          "7 action functional in a query, because of 6", "8 action functional outside",
        ])
    }
  }

  @Test func `a handler that throws ends its event`() async {
    await #expect(processExitsWith: .success) {
      struct Failure: Error {}
      let lines = JournalRecorder.lines {
        try? Journal.deliver(.delegate, "tapped(_:)", to: App()) { throw Failure() }
        note("after the message")
        try? Journal.deliverRegistered(.timer, "tick") { throw Failure() }
        note("after the timer")
        try? Journal.root(.touch, "down", category: .user) { throw Failure() }
        note("after the touch")
        try? Journal.with(cause: 1) { throw Failure() }
        note("after all")
      }
      #expect(lines.allSatisfy { !$0.contains("because") })
      #expect(lines.count == 7)
    }
  }

  @Test func `deferred work runs with the cause that it was deferred with`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
        var cause: UInt64 = 0
        Journal.deliverRegistered(.timer, "tick") { cause = Journal.cause }
        Journal.deliverRegistered(.timer, "tock") {
          Journal.with(cause: cause) { note("deferred") }
          note("own")
        }
      }
      #expect(
        lines == [
          "1 timer functional tick", "2 timer functional tock", "3 action functional deferred, because of 1",
          "4 action functional own, because of 2",
        ])
    }
  }

  @Test func `a root event has no cause, also inside another handler`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
        Journal.deliverRegistered(.timer, "tick") {
          Journal.root(.touch, "down", category: .user, receiver: App(), detail: [(key: "x", value: "1")]) {
            note("in the touch")
          }
          note("in the timer")
        }
      }
      #expect(
        lines == [
          "1 timer functional tick", "2 touch user down to App [x: 1]",
          "3 action functional in the touch, because of 2", "4 action functional in the timer, because of 1",
        ])
    }
  }

  @Test func `a note says what became of a message, and returns its id`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
        let id = Journal.note(
          .action, "save:", outcome: "dropped", why: "nobody implements it", receiver: App(), sender: Plain(),
          category: .user, site: "A.swift:2", detail: [(key: "k", value: "v")])
        #expect(id == 1)
      }
      #expect(
        lines == ["1 action user save: to App from Plain at A.swift:2 [k: v] dropped: nobody implements it"])
    }
  }

  @Test func `an answer belongs to the event whose handler gives it`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
        Journal.answer("nobody's")
        Journal.deliverRegistered(.coredata, "save") { Journal.answer("2 objects") }
      }
      #expect(lines == ["1 coredata functional save → 2 objects"])
    }
  }

  @Test func `printed lines and warnings are events`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let lines = JournalRecorder.lines {
        Journal.printed("hello")
        Journal.warn("a mistake", rule: "M-7", receiver: App(), site: "A.swift:5")
        Journal.warn("a remark")
        Journal.explain("a surprise", rule: "M-8", receiver: App())
      }
      #expect(
        lines == [
          "1 print functional hello", "2 warning internal a mistake to App at A.swift:5 [rule: M-7]",
          "3 warning internal a remark", "4 warning internal a surprise to App [rule: M-8]",
        ])
    }
    #expect(warnings(of: result) == ["carob: A.swift:5: warning: a mistake", "carob: warning: a remark"])
  }

  @Test func `in strict mode an explanation is a warning, and a warning needs no sink`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("CAROB_STRICT", "1", 1)
      #expect(Diagnostics.isStrict)
      #expect(Journal.explains)
      Journal.explain("a surprise", rule: "M-8")
    }
    #expect(warnings(of: result) == ["carob: warning: a surprise"])
    let other = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("CAROB_STRICT", "0", 1)
      #expect(!Diagnostics.isStrict)
      #expect(!Journal.explains)
      Journal.explain("a surprise", rule: "M-8")
      Journal.start(JournalRecorder())
      #expect(Journal.explains)
    }
    #expect(warnings(of: other).isEmpty)
  }

  @Test func `with timings every event says how long it took`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines(timings: true) {
        Journal.deliver(.delegate, "tapped(_:)", to: App()) {}
        _ = Journal.query(.dataSource, "rows()", to: App()) { 3 }
        Journal.deliverRegistered(.timer, "tick") {}
        Journal.root(.touch, "down", category: .user) {}
        note("has no handler")
        let delivery = _carobEnter(.delegate, "own()", App(), "App.swift:9")
        _carobLeave(delivery)
      }
      #expect(
        lines == [
          "1 delegate functional tapped(_:) to App at App.swift:3 (timed)",
          "2 dataSource query rows() to App at App.swift:4 → 3 (timed)", "3 timer functional tick (timed)",
          "4 touch user down (timed)", "5 action functional has no handler",
          "6 delegate functional own() to App at App.swift:9 (timed)",
        ])
    }
  }

  @Test func `a duration is given in milliseconds`() async {
    await #expect(processExitsWith: .success) {
      final class Timing: JournalSink {
        let durations = Mutex<[Double]>([])
        func record(_ event: borrowing JournalEvent) {}
        func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {
          if let milliseconds { durations.withLock { $0.append(milliseconds) } }
        }
      }
      let sink = Timing()
      Journal.start(sink, timings: true)
      let start = Clock.nanoseconds
      Journal.deliverRegistered(.timer, "busy") {
        while Clock.nanoseconds - start < 5_000_000 {}
      }
      let elapsed = Double(Clock.nanoseconds - start) / 1e6
      let durations = sink.durations.withLock { $0 }
      #expect(durations.count == 1)
      #expect(durations.allSatisfy { $0 > 0 && $0 <= elapsed })
      #expect(elapsed >= 5)
    }
  }

  @Test func `nothing is recorded after the stop, and a new sink gets what follows`() async {
    await #expect(processExitsWith: .success) {
      let first = JournalRecorder()
      Journal.start(first)
      note("a")
      Journal.stop()
      #expect(!Journal.isRecording)
      note("b")
      let second = JournalRecorder()
      Journal.start(second, internalEvents: true)
      note("c")
      Journal.stop()
      Journal.start(second)
      Journal.deliver(.delegate, "tapped(_:)", to: Plain()) {}
      #expect(first.lines == ["1 action functional a"])
      #expect(second.lines == ["1 action functional c"])
    }
  }

  @Test func `an event of another thread says so, and has no cause of this one`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines({ event, number in
        "\(event.name) \(event.thread ?? "main") \(number(event.cause == 0 ? 1 : event.cause))"
      }) {
        note("here")
        Journal.deliverRegistered(.timer, "tick") { onThreads(1) { _ in note("elsewhere") } }
      }
      #expect(lines.last == "elsewhere background 1")
    }
  }

  @Test func `an event has the device's time`() async {
    await #expect(processExitsWith: .success) {
      final class Times: JournalSink {
        let times = Mutex<[Double]>([])
        func record(_ event: borrowing JournalEvent) {
          let time = event.time
          times.withLock { $0.append(time) }
        }
        func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {}
      }
      let sink = Times()
      Journal.start(sink)
      let before = Clock.now
      note("now")
      let times = sink.times.withLock { $0 }
      #expect(times.count == 1)
      #expect(times.allSatisfy { $0 >= before && $0 <= Clock.now })
    }
  }

  @Test func `an object is described by its class and number, or by the name that it keeps`() async {
    #expect(Journal.describe(Plain()) == "Plain")
    #expect(Journal.describe(Numbered(7)) == "Numbered#7")
    #expect(Journal.describe(Numbered(0)) == "Numbered")
    #expect(Journal.describe(Plain(), 3) == "Plain#3")
    #expect(Journal.className(JournalTests.self) == "JournalTests")
    #expect(Journal.className([Plain].self) == "Array<Plain>")
    #expect(Journal.className(Plain.self) == "Plain")
    await #expect(processExitsWith: .success) {
      let named = Plain()
      names.withLock {
        $0[UInt(bitPattern: Unmanaged.passUnretained(named).toOpaque())] = .passRetained(.init("Kept#1"))
      }
      Journal.nameOf = { address in
        names.withLock { $0[UInt(bitPattern: address)] }.map { UnsafeRawPointer($0.toOpaque()) }
      }
      #expect(Journal.describe(named) == "Kept#1")
      #expect(Journal.describe(Plain()) == "Plain")
      let lines = JournalRecorder.lines {
        Journal.note(.action, "n", outcome: "handled", why: nil, receiver: named)
      }
      #expect(lines == ["1 action functional n to Kept#1"])
    }
  }

  @Test func `an API that is missing is reported once`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let lines = JournalRecorder.lines {
        for name in ["a.b()", "a.b()", "c.d()", "a.b()"] { unimplemented(name) }
      }
      #expect(
        lines == [
          "1 warning internal unimplemented: a.b()", "2 warning internal unimplemented: c.d()",
        ])
    }
    #expect(
      warnings(of: result) == [
        "carob: warning: unimplemented: a.b()", "carob: warning: unimplemented: c.d()",
      ])
  }

  @Test func `every mechanism and category has a meaning of its own`() {
    let mechanisms = Mechanism.allCases.map(\.meaning)
    #expect(Set(mechanisms).count == mechanisms.count)
    let categories = EventCategory.allCases.map(\.meaning)
    #expect(Set(categories).count == categories.count)
    #expect((mechanisms + categories).allSatisfy { !$0.isEmpty })
    #expect(
      EventCategory.allCases.map(\.rawValue) == ["user", "lifetime", "functional", "query", "internal"])
  }
}

@Suite struct AnswerFormTests {
  @Test(.rule("E-780")) func `collections are described element by element, sets and dictionaries in order`()
  {
    #expect(Journal.describeAnswer(["b": 2, "a": 1]) == "[a: 1, b: 2]")
    #expect(Journal.describeAnswer(Set(["b", "a"])) == "[a, b]")
    #expect(Journal.describeAnswer([[1, 2], []]) == "[[1, 2], []]")
    #expect(Journal.describeAnswer([nil, 1]) == "[nil, 1]")
    #expect(Journal.describeAnswer([()]) == "[()]")
    #expect(Journal.describeAnswer(Set([Optional(2), nil])) == "[2, nil]")
    #expect(Journal.describeAnswer(()) == nil)
    #expect(Journal.describeAnswer(true) == "true")
    #expect(Journal.describeAnswer(Optional(Optional(3))) == "3")
  }
}

private func note(_ name: String) { Journal.note(.action, name, outcome: "handled", why: nil) }

private let names = Guarded<[UInt: Unmanaged<Journal.Name>]>([:])

/// The warnings that a process wrote to standard error.
func warnings(of result: ExitTest.Result?) -> [String] {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    .filter { $0.hasPrefix("carob: ") }
}

private final class Plain {}

private final class Numbered: JournalNumbered {
  let journalNumber: Int
  init(_ number: Int) { journalNumber = number }
}

private final class App: _CarobMethods {
  class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "tapped:", "tapped(_:)", 3), .init(has: "rows", "rows()", 4),
      .init(has: "quiet", "quiet()", 0),
    ]
  }
  class var _carobSource: String { "App.swift" }
}
