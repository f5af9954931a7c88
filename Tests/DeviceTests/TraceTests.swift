import DeviceProtocol
import Foundation
import Testing

@testable import Device

@Suite struct TraceTests {
  private func event(_ id: UInt64, cause: UInt64 = 0, _ name: String = "viewDidLoad()", time: Double = 0)
    -> TraceEvent
  {
    TraceEvent(id: id, time: time, cause: cause, category: "lifetime", mechanism: "appearance", name: name)
  }

  @Test func `fields come in the contract's order and absent ones are left out`() {
    var trace = Trace()
    trace.header = [("app", .text("a.b")), ("seed", .number(7))]
    trace.append(event(1, time: 0.0123456))
    var full = event(2, cause: 1, "tap:\n\"ü\"\u{1}", time: 12)
    full.receiver = "VC#1"
    full.sender = "UIButton#2"
    full.outcome = "refused"
    full.why = "w"
    full.answer = "a"
    full.site = "A.swift:3"
    full.thread = "worker"
    full.mode = "tracking"
    full.milliseconds = 1.25
    full.detail = [("z", "1"), ("a", "2")]
    trace.append(full)
    let text = String(decoding: trace.jsonLines(), as: UTF8.self)
    #expect(
      text == #"""
        {"schema": 1, "app": "a.b", "seed": 7}
        {"seq": 1, "t": 0.012346, "category": "lifetime", "mechanism": "appearance", "name": "viewDidLoad()", "outcome": "handled"}
        {"seq": 2, "t": 12.000000, "cause": 1, "category": "lifetime", "mechanism": "appearance", "name": "tap:\n\"ü\"\u0001", "receiver": "VC#1", "sender": "UIButton#2", "outcome": "refused", "why": "w", "answer": "a", "site": "A.swift:3", "thread": "worker", "mode": "tracking", "detail": {"z": "1", "a": "2"}}

        """#)
    #expect(
      String(decoding: trace.jsonLines(timings: true), as: UTF8.self).contains(#""ms": 1.250000"#) == false)
  }

  @Test func `an answer completes its event`() {
    var trace = Trace()
    trace.append(event(7))
    trace.complete(event: 7, answer: "3", milliseconds: 2)
    trace.complete(event: 8, answer: "nobody", milliseconds: nil)
    #expect(trace.records[0].event.answer == "3")
  }

  @Test func `a limited trace keeps the recent events with their numbers, causes and answers`() {
    var trace = Trace()
    trace.limit = 8
    for id in 1...10 { trace.append(event(UInt64(id), cause: UInt64(id - 1))) }
    // A quarter more than the limit, so that appending stays cheap.
    #expect(trace.records.map(\.sequence) == Array(1...10))
    trace.append(event(11, cause: 10))
    #expect(trace.dropped == 2)
    #expect(trace.count == 11)
    #expect(trace.records.map(\.sequence) == Array(3...11))
    #expect(trace.records.map(\.cause) == Array(2...10))

    // An answer finds its event at its new place, and none that is not kept.
    #expect(trace.complete(event: 3, answer: "three", milliseconds: nil)?.sequence == 3)
    #expect(trace.complete(event: 2, answer: "two", milliseconds: nil) == nil)
    #expect(trace.records.map(\.event.answer) == ["three"] + Array(repeating: nil, count: 8))

    // A late effect of an event that is not kept has no cause, rather than another one.
    trace.append(event(12, cause: 1))
    #expect(trace.records.last?.cause == 0)
    #expect(trace.records.last?.sequence == 12)
  }

  @Test func `a trace stays within its limit however long the app runs, also over many launches`() {
    var trace = Trace()
    trace.limit = 100
    var most = 0
    for launch in 1...20 {
      trace.beginLaunch()
      for id in 1...500 {
        trace.append(event(UInt64(id), cause: id == 1 ? 0 : UInt64(id - 1)))
        most = max(most, trace.records.count)
      }
      #expect(trace.count == launch * 500)
      #expect(trace.sequenceCount <= 125)
    }
    #expect(most == 125)
    #expect(trace.records.first.map { $0.sequence } == trace.dropped + 1)
  }

  @Test func `an unlimited trace keeps everything`() {
    var trace = Trace()
    for id in 1...1000 { trace.append(event(UInt64(id))) }
    #expect(trace.records.count == 1000)
    #expect(trace.dropped == 0)
  }

  @Test func `causes count in the launch, numbers over all launches`() {
    var trace = Trace()
    trace.append(event(1))
    trace.beginLaunch()
    trace.append(event(1))
    trace.append(event(2, cause: 1))
    trace.append(event(3, cause: 99))
    #expect(trace.records.map(\.cause) == [0, 0, 2, 0])
    #expect(trace.records.map(\.sequence) == [1, 2, 3, 4])
  }

  @Test func `the timeline is aligned and indented by cause`() {
    var trace = Trace()
    trace.append(event(1, "a", time: 0.5))
    trace.append(event(2, cause: 1, "b", time: 10.25))
    trace.append(event(3, cause: 2, "c\nd", time: 10.25))
    trace.append(event(4, cause: 1, "e", time: 11))
    #expect(
      trace.timeline() == """
         0.500000  appearance  a
        10.250000  appearance    b
        10.250000  appearance      c\\nd
        11.000000  appearance    e

        """)
  }

  @Test func `the perfetto file is JSON with a slice for every event and an arrow for every cause`() throws {
    var trace = Trace()
    trace.header = [("app", .text("a\"b"))]
    trace.append(event(1))
    trace.append(event(2, cause: 1))
    let object = try JSONSerialization.jsonObject(with: Data(trace.perfetto())) as? [String: Any]
    let events = try #require(object?["traceEvents"] as? [[String: Any]])
    #expect(events.map { $0["ph"] as? String } == ["M", "X", "X", "s", "f", "M"])
  }

  @Test func `numbers that JSON cannot represent become 0`() {
    var trace = Trace()
    trace.append(event(1, time: .infinity))
    trace.append(event(2, time: .nan))
    #expect(!trace.timeline().isEmpty)
    #expect(!trace.perfetto().isEmpty)
    #expect(String(decoding: trace.jsonLines(), as: UTF8.self).contains("\"t\": 0.000000"))
  }
}
