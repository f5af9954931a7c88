import DeviceProtocol
import TestSupport
import Testing

@testable import LocationSimulation

/// From a location to the reports for the app, with many regions.
@Suite struct LocationServiceTests {
  private let berlin = GeographicPoint(latitude: 52.52, longitude: 13.405)

  private func service(limited: Bool = true) -> LocationService {
    var service = LocationService(rules: .exact)
    service.isLimited = limited
    service.permission.status = .always
    service.permission.isPrecise = true
    return service
  }

  private func region(_ name: String, _ center: GeographicPoint, _ radius: Double) -> MonitoredRegion {
    MonitoredRegion(
      identifier: name,
      shape: .circle(latitude: center.latitude, longitude: center.longitude, radius: radius))
  }

  private func fix(_ point: GeographicPoint) -> LocationFix {
    LocationFix(latitude: point.latitude, longitude: point.longitude)
  }

  /// The reported crossings, sorted.
  private func crossings(_ actions: [LocationService.Action]) -> [String] {
    actions.compactMap { action in
      switch action {
      case .wake(.entered(let region, _)): "+" + region.identifier
      case .wake(.exited(let region, _)): "-" + region.identifier
      default: nil
      }
    }
    .sorted()
  }

  @Test(
    .rule("L-44", "L-52", "L-273"),
    arguments: [(52.0, 13.0), (-17, 180), (0, -180), (89.99, 40), (-89.97, -120)])
  func `six hundred regions, added, replaced and removed, give the same crossings as a linear search`(
    home: (Double, Double)
  ) {
    var random = SeededRandom(seed: 11)
    let home = GeographicPoint(latitude: home.0, longitude: home.1)
    var service = service(limited: false)
    var circles: [String: (center: GeographicPoint, radius: Double, isInside: Bool)] = [:]
    var place = home
    func add(_ name: String) {
      let center = home.moved(by: random.number(0...30_000), towards: random.number(0...360))
      let radius = random.number(0...1) * random.number(10...5000)
      _ = service.take(.monitor(region(name, center, radius)), at: 0)
      circles[name] = (center, radius, place.distance(to: center) <= radius)
    }
    _ = service.locate(fix(place), at: 0)
    for number in 0..<600 { add("r\(number)") }
    var azimuth = 0.0
    var count = 0
    for step in 0..<900 {
      // L-44: half of these names exist already.
      let name = "r\(Int(random.number(0...1199)))"
      switch step % 3 {
      case 0: add(name)
      case 1:
        _ = service.take(.stopMonitoring(identifier: name, monitor: nil), at: Double(step))
        circles[name] = nil
      default: break
      }
      azimuth += random.number(-50...50)
      place =
        step % 50 == 49
        ? home.moved(by: random.number(0...40_000), towards: random.number(0...360))
        : place.moved(by: random.number(0...400), towards: azimuth)
      var expected: [String] = []
      for (name, circle) in circles {
        let isInside = place.distance(to: circle.center) <= circle.radius
        if isInside != circle.isInside { expected.append((isInside ? "+" : "-") + name) }
        circles[name]?.isInside = isInside
      }
      let told = crossings(service.locate(fix(place), at: Double(step)))
      guard told == expected.sorted() else {
        Issue.record("step \(step): \(told) is not \(expected.sorted())")
        return
      }
      count += told.count
    }
    #expect(count > 200)
    #expect(Set(service.regions.map(\.identifier)) == Set(circles.keys))
    // The kept state is the same.
    var other = self.service(limited: false)
    other.restore(service.kept)
    #expect(other.regions.count == min(circles.count, LocationService.limit))
  }

  @Test(.rule("L-28"))
  func `a pause lets the app be suspended, and lost locations are noted`() {
    func paused(
      _ status: PermissionStatus, inBackground: Bool, suspended: Bool
    ) -> (service: LocationService, LocationService.Action?) {
      var service = service()
      service.permission.status = status
      _ = service.take(.startUpdates(inBackground: inBackground, pausesAfter: 900), at: 0)
      _ = service.locate(fix(berlin), at: 10)
      #expect(service.nextDeadline == 910 && service.keepsAppRunning == inBackground)
      let actions = service.advance(to: 910)
      #expect(service.isPaused && !service.keepsAppRunning && service.nextDeadline == nil)
      service.appIsSuspended = suspended
      #expect(service.locate(fix(berlin), at: 920) == [])
      return (service, actions.last)
    }
    let away = berlin.moved(by: 1, towards: 0)
    var there = fix(away)
    there.time = 930
    var (front, told) = paused(.whenInUse, inBackground: false, suspended: false)
    #expect(told == .send(.updatesPaused(true)))
    #expect(front.locate(fix(away), at: 930) == [.send(.updatesPaused(false)), .send(.fix(there))])
    // An app that may use its location at any time is woken.
    var (always, _) = paused(.always, inBackground: true, suspended: true)
    #expect(always.locate(fix(away), at: 930) == [.wake(.updatesPaused(false)), .send(.fix(there))])
    // Another app is told when it is in front; until then the lost reports are noted once.
    var (inUse, _) = paused(.whenInUse, inBackground: true, suspended: true)
    guard case .note(let note) = inUse.locate(fix(away), at: 925).first else {
      Issue.record("the place is passed over in silence")
      return
    }
    #expect(note.name == "updates resumed" && note.outcome == .dropped)
    #expect(inUse.locate(fix(away), at: 930) == [])
    inUse.appIsSuspended = false
    #expect(inUse.appCameBack(at: 940) == [.send(.updatesPaused(false)), .send(.fix(there))])
    // A launch starts again.
    var (ended, _) = paused(.always, inBackground: true, suspended: true)
    ended.appEnded()
    #expect(!ended.isPaused && ended.locate(fix(away), at: 930) == [])
  }

  @Test(.rule("L-75", "L-50", "L-51"))
  func `a crossing is reported after the cushion and the dwell time`() {
    var service = LocationService()
    service.permission.status = .always
    _ = service.take(.monitor(region("gate", berlin, 500)), at: 0)
    guard
      let way = LocationRoute(
        [berlin.moved(by: 1000, towards: 270), berlin.moved(by: 2000, towards: 90)], speed: 10)
    else { return }
    var times: [String: Double] = [:]
    func note(_ actions: [LocationService.Action], _ time: Double) {
      for name in crossings(actions) { times[name] = time }
    }
    note(service.follow(way, at: 0), 0)
    while let next = service.nextDeadline, next <= 300 { note(service.advance(to: next), next) }
    // 500 m to the boundary, 200 m of cushion, 20 s; then 1500 m and 200 m from the start, and 20 s.
    #expect(times["+gate"].map { (90...91).contains($0) } == true)
    #expect(times["-gate"].map { (190...191).contains($0) } == true)
  }

  @Test(.rule("L-53", "L-52"), arguments: [10.0, 50, 150])
  func `a small circle is as reliable as a large one, with a cushion of half its radius`(radius: Double) {
    var service = LocationService(rules: RegionMonitor.Rules(cushion: 200, dwell: 0))
    service.permission.status = .always
    _ = service.locate(fix(berlin.moved(by: 1000, towards: 0)), at: 0)
    _ = service.take(.monitor(region("gate", berlin, radius)), at: 0)
    var told: [String] = []
    for (step, part) in [0.9, 0.6, 0.4, 0.9, 1.4, 1.6].enumerated() {
      let crossed = crossings(
        service.locate(fix(berlin.moved(by: radius * part, towards: 90)), at: Double(step + 1)))
      told += crossed.map { "\($0) at \(part)" }
    }
    #expect(told == ["+gate at 0.4", "-gate at 1.6"])
  }

  @Test(.rule("L-45"))
  func `regions keep the order of their registration after removals`() {
    var service = service(limited: false)
    for number in 0..<200 { _ = service.take(.monitor(region("r\(number)", berlin, 100)), at: 0) }
    for number in 0..<200 where number % 7 != 0 {
      _ = service.take(.stopMonitoring(identifier: "r\(number)", monitor: nil), at: 0)
    }
    _ = service.take(.monitor(region("r7", berlin, 200)), at: 0)
    _ = service.take(.monitor(region("new", berlin, 200)), at: 0)
    let rest = stride(from: 0, to: 200, by: 7).filter { $0 != 7 }.map { "r\($0)" }
    #expect(service.regions.map(\.identifier) == rest + ["r7", "new"])
    #expect(crossings(service.locate(fix(berlin), at: 1)) == [])
    #expect(
      crossings(service.locate(fix(berlin.moved(by: 150, towards: 0)), at: 2))
        == rest.map { "-" + $0 }.sorted())
  }

  @Test(.rule("L-46"))
  func `the revision changes only with the kept state`() {
    var service = service()
    func changes(_ body: (inout LocationService) -> Void) -> Bool {
      let (before, kept) = (service.revision, service.kept)
      body(&service)
      if service.kept != kept { #expect(service.revision != before, "a change that is not written") }
      return service.revision != before
    }
    let near = berlin.moved(by: 50, towards: 0)
    let far = berlin.moved(by: 5000, towards: 0)
    let beacon = BeaconPattern(uuid: "7C0B1E2A-3D4F-4A5B-8C6D-9E0F1A2B3C4D", major: 1, minor: 1)
    #expect(changes { _ = $0.take(.monitor(self.region("a", self.berlin, 100)), at: 0) })
    #expect(changes { _ = $0.locate(self.fix(far), at: 1) })
    #expect(!changes { _ = $0.locate(self.fix(far.moved(by: 10, towards: 0)), at: 2) })
    #expect(!changes { _ = $0.take(.startUpdates(inBackground: false), at: 3) })
    #expect(changes { _ = $0.locate(self.fix(near), at: 4) })
    #expect(changes { _ = $0.locate(nil, at: 5) })
    #expect(changes { _ = $0.locate(self.fix(near), at: 6) })
    #expect(changes { $0.use(RegionMonitor.Rules()) })
    #expect(
      changes {
        _ = $0.take(
          .monitor(MonitoredRegion(identifier: "b", shape: .beacon(BeaconPattern(uuid: beacon.uuid)))), at: 7)
      })
    #expect(
      changes {
        _ = $0.updateBeacon(
          beacon, BeaconSighting(beacon: beacon, proximity: .near, accuracy: 1, strength: -60), at: 8)
      })
    #expect(!changes { _ = $0.updateBeacon(beacon, nil, at: 9) })
    #expect(changes { _ = $0.advance(to: 39) })
    #expect(changes { _ = $0.take(.stopMonitoring(identifier: "a", monitor: nil), at: 40) })
    #expect(changes { _ = $0.take(.visits(true), at: 41) })
  }
}
