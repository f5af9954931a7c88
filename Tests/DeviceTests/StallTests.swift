import DeviceProtocol
import Testing

@testable import Device

/// What an app that does not answer is doing, as far as its trace shows.
@Suite struct StallTests {
  private func event(
    _ id: UInt64, _ name: String, cause: UInt64 = 0, mechanism: String = "action", receiver: String? = nil,
    answer: String? = nil, outcome: String = "handled", site: String? = nil
  ) -> TraceEvent {
    TraceEvent(
      id: id, time: 0, cause: cause, category: "user", mechanism: mechanism, name: name, receiver: receiver,
      outcome: outcome, answer: answer, site: site)
  }

  private func place(_ events: TraceEvent...) -> String {
    Stall(seconds: 3, event: SimulatedDevice.running(in: events)).place
  }

  @Test func `the last message is where the app is, with its receiver and its line`() {
    #expect(
      place(
        event(1, "touches ended", mechanism: "touch"),
        event(2, "pressed:", cause: 1, receiver: "Screen#1", site: "Screen.swift:12"))
        == "Screen#1.pressed: (Screen.swift:12)")
  }

  @Test func `what has ended is not where the app is, but its cause may be`() {
    let action = event(2, "pressed:", cause: 1, receiver: "Screen#1")
    let touch = event(1, "touches ended", mechanism: "touch")
    #expect(place(touch, action, event(3, "begin", cause: 2, mechanism: "print")) == "Screen#1.pressed:")
    #expect(
      place(touch, action, event(3, "numberOfSections(in:)", cause: 2, mechanism: "dataSource", answer: "1"))
        == "Screen#1.pressed:")
    #expect(
      place(touch, action, event(3, "other:", cause: 2, outcome: "unhandled")) == "Screen#1.pressed:")
    #expect(place(touch, action, event(3, "careful", cause: 2, mechanism: "warning")) == "Screen#1.pressed:")
  }

  @Test func `a query without an answer is where the app is`() {
    #expect(
      place(
        event(1, "layout", mechanism: "layout"),
        event(2, "tableView(_:cellForRowAt:)", cause: 1, mechanism: "dataSource", receiver: "List#1"))
        == "List#1.tableView(_:cellForRowAt:)")
  }

  @Test func `a touch has not ended when its view is known`() {
    #expect(place(event(1, "touches began", mechanism: "touch", answer: "UIView#3")) == "touches began")
  }

  @Test func `nothing is known of an app whose last messages have all ended`() {
    #expect(place() == "")
    #expect(place(event(1, "done", mechanism: "print")) == "")
    // The cause is not kept any more.
    #expect(place(event(9, "done", cause: 4, mechanism: "print")) == "")
  }
}
