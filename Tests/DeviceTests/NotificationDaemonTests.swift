import DeviceProtocol
import Foundation
import TestSupport
import Testing

@testable import Device

@Suite struct NotificationDaemonTests {
  private var daemon: NotificationDaemon
  init() {
    daemon = NotificationDaemon()
    daemon.state.authorization = 2
    daemon.state.options = 7
  }

  /// 2026-01-01 09:41:00 UTC plus some seconds.
  private func clock(_ seconds: Double = 0) -> NotificationDaemon.Clock {
    NotificationDaemon.Clock(
      now: DeviceTime(seconds: seconds), wall: SimulatedDevice.freshWallClock + seconds,
      zone: TimeZone(secondsFromGMT: 0))
  }

  private func request(_ name: String, after seconds: Double, repeats: Bool = false)
    -> NotificationRequestRecord
  {
    NotificationRequestRecord(
      identifier: name, trigger: .interval(seconds: seconds, repeats: repeats), body: name)
  }

  private mutating func fired(by seconds: Double) -> [String] {
    var names: [String] = []
    while let request = daemon.takeDue(clock(seconds)) { names.append(request.identifier) }
    return names
  }

  @Test(.rule("L-112")) func `an equal identifier replaces the pending request`() {
    var tests = self
    _ = tests.daemon.add(request("a", after: 10), clock())
    _ = tests.daemon.add(request("b", after: 20), clock())
    _ = tests.daemon.add(request("a", after: 30), clock())
    #expect(tests.daemon.state.pending.map(\.identifier) == ["b", "a"])
    #expect(tests.fired(by: 15) == [])
    #expect(tests.fired(by: 100) == ["b", "a"])
    #expect(tests.daemon.state.pending == [])
  }

  @Test func `requests fire in the order of their dates, equal dates in the order of adding`() {
    var tests = self
    for (name, seconds) in [("c", 30.0), ("a", 10), ("b1", 20), ("b2", 20)] {
      _ = tests.daemon.add(request(name, after: seconds), clock())
    }
    #expect(tests.fired(by: 60) == ["a", "b1", "b2", "c"])
  }

  @Test(.rule("L-164")) func `a repeating request fires at each interval and stays pending`() {
    var tests = self
    _ = tests.daemon.add(request("a", after: 60, repeats: true), clock())
    #expect(tests.fired(by: 59.9) == [])
    #expect(tests.fired(by: 60) == ["a"])
    #expect(tests.fired(by: 119) == [])
    #expect(tests.fired(by: 120) == ["a"])
    #expect(tests.daemon.state.pending.count == 1)
    // Missed dates give one notification, not many.
    #expect(tests.fired(by: 1000) == ["a"])
    #expect(tests.daemon.next == SimulatedDevice.freshWallClock + 1020)
  }

  @Test(.rule("L-165")) func `a calendar trigger fires when the clock shows its components`() {
    var tests = self
    let noon = NotificationRequestRecord(
      identifier: "noon", trigger: .calendar(CalendarTrigger(components: [("hour", 12)], repeats: true)),
      body: "x")
    #expect(
      tests.daemon.add(noon, clock()).0 == .scheduled(at: SimulatedDevice.freshWallClock + 139 * 60))
    #expect(tests.fired(by: 139 * 60) == ["noon"])
    #expect(tests.daemon.next == SimulatedDevice.freshWallClock + 139 * 60 + 86_400)
  }

  @Test func `a trigger that never fires is refused`() {
    var tests = self
    let past = NotificationRequestRecord(
      identifier: "past",
      trigger: .calendar(
        CalendarTrigger(components: [("year", 2020), ("month", 1), ("day", 1)], repeats: false)), body: "x")
    #expect(tests.daemon.add(past, clock()).0 == .refused(why: "its trigger never fires"))
  }

  @Test(.rule("L-91", "L-156")) func `only the next sixty-four requests are kept`() {
    var tests = self
    for number in 0..<64 { _ = tests.daemon.add(request("\(number)", after: Double(100 - number)), clock()) }
    let (added, dropped) = tests.daemon.add(request("soon", after: 1), clock())
    #expect(added == .scheduled(at: SimulatedDevice.freshWallClock + 1))
    #expect(dropped == ["0"])
    #expect(tests.daemon.add(request("late", after: 1000), clock()).dropped == ["late"])
    #expect(tests.daemon.state.pending.count == 64)
  }

  @Test(.rule("L-154")) func `without permission only requests of the older API are scheduled`() {
    var tests = self
    tests.daemon.state.authorization = 1
    #expect(
      tests.daemon.add(request("a", after: 1), clock()).0
        == .refused(why: "not authorized: the user does not allow the app's notifications"))
    var legacy = request("b", after: 1)
    legacy.origin = .legacy
    #expect(tests.daemon.add(legacy, clock()).0 == .scheduled(at: SimulatedDevice.freshWallClock + 1))
  }

  @Test func `pending and delivered notifications are saved as text and restored`() {
    var tests = self
    _ = tests.daemon.add(request("a b", after: 10), clock())
    _ = tests.daemon.add(request("c", after: 20, repeats: true), clock())
    tests.daemon.list(tests.daemon.fired(request("d", after: 1), clock()))
    tests.daemon.state.badge = 3
    #expect(NotificationDaemon(text: tests.daemon.text) == tests.daemon)
    #expect(NotificationDaemon().text == "")
    for damaged in ["", "x", "1\nAAAA\n", "1\n!!\n"] { _ = NotificationDaemon(text: damaged) }
  }

  @Test func `a location trigger fires for its region and direction`() {
    var tests = self
    let region = RegionTrigger(
      identifier: "home", latitude: 52, longitude: 13, radius: 200, notifiesOnEntry: true,
      notifiesOnExit: false,
      repeats: false)
    let arrive = NotificationRequestRecord(identifier: "arrive", trigger: .location(region), body: "x")
    #expect(tests.daemon.add(arrive, clock()).0 == .scheduled(at: nil))
    #expect(tests.daemon.takeCrossing(of: "home", isEntry: false) == [])
    #expect(tests.daemon.takeCrossing(of: "home", isEntry: true) == [arrive])
    #expect(tests.daemon.state.pending == [])
  }
}

@Suite struct RemotePayloadTests {
  private func payload(_ text: String) throws -> RemotePayload { try RemotePayload(json: Array(text.utf8)) }

  @Test func `an alert has title, body, badge, sound and more`() throws {
    let made = try payload(
      #"""
      {"aps": {"alert": {"title": "T", "subtitle": "S", "body": "B"}, "badge": 4, "sound": "default",
       "thread-id": "t", "category": "c", "interruption-level": "time-sensitive", "mutable-content": 1}, "own": 1}
      """#)
    let request = made.request
    #expect([request.title, request.subtitle, request.body] == ["T", "S", "B"])
    #expect(request.badge == 4)
    #expect(request.sound == "")
    #expect([request.thread, request.category] == ["t", "c"])
    #expect(request.interruptionLevel == 2)
    #expect(made.isMutable && made.isVisible && !made.isSilent)
  }

  @Test func `a silent payload shows nothing`() throws {
    let made = try payload(#"{"aps": {"content-available": 1}}"#)
    #expect(made.isSilent && !made.isVisible)
  }

  @Test func `localized keys are filled with their arguments`() throws {
    let made = try payload(#"{"aps": {"alert": {"loc-key": "%@ of %@", "loc-args": ["1", "2"]}}}"#)
    #expect(made.request.body == "1 of 2")
  }

  @Test(arguments: [
    ("[]", "the payload is not an object"), (#"{"x": 1}"#, "no object \"aps\""),
    (#"{"aps": {"alert": 1}}"#, "neither a string nor an object"),
    (#"{"aps": {"badge": "2"}}"#, "\"aps.badge\""),
    (#"{"aps": {"interruption-level": "loud"}}"#, "it is one of passive, active"), ("{", "is not JSON"),
  ])
  func `an invalid payload is refused with the name of the key`(text: String, problem: String) {
    #expect {
      try payload(text)
    } throws: { error in
      "\(error)".contains(problem)
    }
  }

  @Test func `a payload that servers do not accept is refused`() {
    let text = #"{"aps": {"alert": ""# + String(repeating: "x", count: 5000) + #""}}"#
    #expect(throws: RemotePayload.Invalid.self) { try payload(text) }
  }
}
