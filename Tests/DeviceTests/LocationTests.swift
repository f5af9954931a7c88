import DeviceProtocol
import Foundation
import LocationSimulation
import TestSupport
import Testing

@testable import Device

/// Regions, routes and waking on the device's side, with a fake app.
@Suite struct LocationTests {
  let fake: FakeBundle
  init() throws { fake = try FakeBundle() }

  private let gate = MonitoredRegion(
    identifier: "gate", shape: .circle(latitude: 0, longitude: 0, radius: 500))

  private func fix(_ longitude: Double) -> LocationFix { LocationFix(latitude: 0, longitude: longitude) }

  /// A device outside a region that its app monitors.
  private func monitoring(
    _ permission: PermissionStatus = .always, real: Bool = false,
    configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> SimulatedDevice {
    let device = try fake.device {
      ($0.regionCushion, $0.regionDwell) = (0, 0)
      configure(&$0)
    }
    try device.setPermission(.location, to: permission)
    try device.launch()
    try demand(.monitor(gate), device)
    try device.locate(fix(1))
    return device
  }

  private func demand(_ demand: LocationDemand, _ device: SimulatedDevice) throws {
    device.take(demand, from: try #require(device.process))
    try device.settle()
  }

  /// The location reports and life-cycle messages that the app got.
  private func heard(_ device: SimulatedDevice) -> [String] {
    device.trace.records.map(\.event).compactMap { event in
      guard event.sender != "Device" else { return nil }
      if event.mechanism == "lifecycle" { return event.name }
      guard event.mechanism == "location" else { return nil }
      return String(event.name.prefix { $0 != "(" })
    }
  }

  /// The device's decisions with their reasons.
  private func decided(_ device: SimulatedDevice) -> [String] {
    device.trace.records.map(\.event).filter { $0.sender == "Device" && $0.mechanism == "location" }.map {
      event in
      event.name + (event.why.map { ": \($0)" } ?? "")
    }
  }

  @Test(.rule("L-47")) func `an app in front is told of a crossing, caused by the fix`() throws {
    let device = try monitoring()
    try device.locate(fix(0))
    try device.locate(fix(1))
    #expect(heard(device).suffix(3) == ["monitoring", "entered", "exited"])
    let records = device.trace.records
    let entered = try #require(records.first { $0.event.name.hasPrefix("entered") })
    let decision = records[entered.cause - 1]
    #expect(decision.event.name == "region gate entered")
    #expect(decision.event.detail.map(\.key) == ["circle", "distance"])
    #expect(records[decision.cause - 1].event.name == "location")
  }

  @Test(.rule("L-54")) func `a suspended app is woken, has ten seconds, and is suspended again`() throws {
    let device = try monitoring()
    try device.perform(.home)
    #expect(device.springboard.state == .suspended)
    try device.locate(fix(0))
    #expect(device.springboard.state == .background)
    #expect(heard(device).suffix(3) == ["willResignActive", "didEnterBackground", "entered"])
    try device.advance(to: device.now.advanced(bySeconds: 9))
    #expect(device.springboard.state == .background)
    try device.advance(to: device.now.advanced(bySeconds: 2))
    #expect(device.springboard.state == .suspended)
    try device.launch()
    #expect(heard(device).suffix(2) == ["willEnterForeground", "didBecomeActive"])
  }

  @Test(.rule("L-54", "L-56"), arguments: [Springboard.KillReason.user, .memory])
  func `an app that was ended is launched in the background`(reason: Springboard.KillReason) throws {
    let device = try monitoring()
    try device.perform(.kill(reason))
    try device.locate(fix(0))
    #expect(device.springboard.state == .background)
    #expect(device.printed.last == "launched location on iPhone 15")
    #expect(
      heard(device).suffix(2) == ["application(_:didFinishLaunchingWithOptions:)", "entered"])
    try device.advance(to: device.now.advanced(bySeconds: 11))
    #expect(device.springboard.state == .suspended)
    #expect(heard(device).last == "entered")
  }

  @Test(.rule("L-7", "L-8")) func `without always the app is not woken, and the trace says why`() throws {
    let device = try monitoring(.whenInUse)
    try device.perform(.home)
    try device.locate(fix(0))
    #expect(device.springboard.state == .suspended)
    #expect(
      decided(device).contains(
        "region gate entered: the app is authorized while in use, and regions need always"))
    #expect(
      decided(device).contains(
        "monitor gate: it is registered and not active: the app is authorized while in use, and regions need always"
      ))
  }

  @Test(.rule("L-50"))
  func `the trace explains a crossing within the cushion, and one that must last`()
    throws
  {
    let device = try monitoring { ($0.regionCushion, $0.regionDwell) = (200, 20) }
    // 0.004° are 445 m, 0.002° are 223 m.
    try device.locate(fix(0.004))
    try device.locate(fix(0.002))
    try device.advance(to: DeviceTime(seconds: 19))
    #expect(!heard(device).contains("entered"))
    try device.advance(to: DeviceTime(seconds: 21))
    #expect(heard(device).last == "entered")
    #expect(
      decided(device).suffix(5) == [
        "location", "region gate: the boundary is passed by less than the cushion (L-50)", "location",
        "region gate: it counts if the device stays until 20 s (L-50)", "region gate entered",
      ])
    #expect(device.trace.records.first { $0.event.name.hasPrefix("entered") }?.event.time == 20)
  }

  @Test(.rule("L-74"))
  func `a route gives one fix per second to an app that requests updates, and wakes no other app`()
    throws
  {
    let device = try monitoring()
    try demand(.startUpdates(inBackground: false), device)
    let way = try #require(
      LocationRoute(
        [GeographicPoint(latitude: 0, longitude: 1), GeographicPoint(latitude: 0, longitude: 1.001)],
        speed: 20))
    try device.follow(way, named: "way")
    try device.advance(to: device.now.advanced(bySeconds: 30))
    let times = device.trace.records.filter { $0.event.name.hasPrefix("fix") }.map(\.event.time)
    #expect(times.map { ($0 * 1000).rounded() } == [0, 0, 1000, 2000, 3000, 4000, 5000, 5566])
    try device.perform(.home)
    try device.follow(way, named: "way")
    try device.advance(to: device.now.advanced(bySeconds: 30))
    #expect(device.trace.records.filter { $0.event.name.hasPrefix("fix") }.count == 8)
    // L-20: an app that returns to the foreground gets the current fix.
    try device.launch()
    #expect(heard(device).last == "fix")
  }

  @Test(.rule("L-272"))
  func `pausing, resuming, seeking and changing the speed of a route are in the trace`() throws {
    let device = try monitoring()
    #expect(throws: DeviceError.self) { try device.changeRoute(.pause) }
    try demand(.startUpdates(inBackground: false), device)
    let start = GeographicPoint(latitude: 0, longitude: 0.1)
    let way = try #require(LocationRoute([start, start.moved(by: 1004, towards: 90)], speed: 10))
    try device.follow(way, named: "way")
    try device.advance(to: device.now.advanced(bySeconds: 2.5))
    try device.changeRoute(.pause)
    try device.advance(to: device.now.advanced(bySeconds: 60))
    #expect(device.shownLocation.route?.time == 2.5 && device.shownLocation.route?.isPaused == true)
    try device.changeRoute(.resume)
    try device.changeRoute(.rate(10))
    try device.advance(to: device.now.advanced(bySeconds: 2))
    try device.changeRoute(.seek(99))
    try device.advance(to: device.now.advanced(bySeconds: 10))
    let times = device.trace.records.filter { $0.event.name.hasPrefix("fix") }.map(\.event.time)
    #expect(
      times.map { ($0 * 100).rounded() / 100 } == [0, 0, 1, 2, 63.25, 64.25, 64.5, 64.6, 64.64])
    #expect(
      device.trace.records.filter { $0.event.name == "way" }.map {
        $0.event.detail.map { "\($0.key) \($0.value)" }
      }
        == [["paused true"], ["paused false"], ["rate 10"], ["at 99"]])
    #expect(device.shownLocation.route?.isOver == true)
    #expect(throws: DeviceError.self) { try device.changeRoute(.pause) }
    try device.locate(fix(1))
    #expect(device.shownLocation.route == nil)
  }

  @Test(.rule("L-54", "L-116")) func `a launch in the background is the cause of the app's events`()
    throws
  {
    let device = try monitoring()
    try device.perform(.kill(.memory))
    try device.locate(fix(0))
    let records = device.trace.records
    let launch = try #require(
      records.first { $0.event.name == "application(_:didFinishLaunchingWithOptions:)" && $0.cause != 0 })
    #expect(records[launch.cause - 1].event.name == "launch in the background")
    #expect(records[records[launch.cause - 1].cause - 1].event.name == "region gate entered")
  }

  @Test(.rule("L-27")) func `an app that gets locations in the background keeps running`() throws {
    let device = try monitoring()
    try demand(.startUpdates(inBackground: true), device)
    try device.perform(.home)
    #expect(device.springboard.state == .background)
    try device.advance(to: device.now.advanced(bySeconds: 60))
    try device.locate(fix(2))
    #expect(heard(device).last == "fix")
    try demand(.stopUpdates, device)
    try device.advance(to: device.now.advanced(bySeconds: 1))
    #expect(device.springboard.state == .suspended)
  }

  @Test(.rule("L-122")) func `a provisional always is confirmed when the app is next in front`() throws {
    let device = try fake.device { ($0.regionCushion, $0.regionDwell) = (0, 0) }
    try device.launch()
    try device.tap("Ask always")
    try device.answerPrompt(.whenInUse)
    try demand(.monitor(gate), device)
    try device.locate(fix(1))
    try device.perform(.home)
    try device.locate(fix(0))
    #expect(device.systemAlert == nil && heard(device).last == "entered")
    try device.launch()
    #expect(device.systemAlert?.buttons.map(\.title) == ["Keep Only While Using", "Change to Always Allow"])
    try device.answerPrompt(.whenInUse)
    #expect(device.permission(for: .location).status == .whenInUse)
  }

  @Test(.rule("L-46")) func `regions are kept with the container`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carob-kept-\(UUID())").path
    defer {
      for suffix in ["", ".lock", ".device"] { try? FileManager.default.removeItem(atPath: folder + suffix) }
    }
    do { try monitoring { $0.keptContainer = folder }.shutDown() }
    let device = try fake.device {
      ($0.regionCushion, $0.regionDwell) = (0, 0)
      $0.keptContainer = folder
    }
    try device.locate(fix(0))
    #expect(device.printed.last == "launched location on iPhone 15")
    #expect(heard(device).last == "entered")
  }

  @Test func `two runs along a route give the same bytes`() throws {
    func drive() throws -> [UInt8] {
      let device = try monitoring { ($0.regionCushion, $0.regionDwell) = (200, 20) }
      try demand(.startUpdates(inBackground: false), device)
      try device.follow(SimulatedPlaces.NamedRoute.cityRun.route, named: "cityRun")
      try device.advance(to: DeviceTime(seconds: 120))
      return device.trace.jsonLines()
    }
    #expect(try drive() == drive())
  }
}
