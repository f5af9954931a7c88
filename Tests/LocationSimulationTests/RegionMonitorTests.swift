import Glibc
import TestSupport
import Testing

@testable import LocationSimulation

private let berlin = GeographicPoint(latitude: 52.52, longitude: 13.405)

@Suite struct RegionMonitorTests {
  /// The decisions while the device moves east through distances from the centre, one every `step` seconds.
  private func walk(
    _ rules: RegionMonitor.Rules, radius: Double, _ distances: [Double], step: Double = 10
  ) -> [String] {
    var monitor = RegionMonitor(rules: rules)
    let id = monitor.add(berlin, radius: radius)
    var said: [String] = []
    for (index, distance) in distances.enumerated() {
      let time = Double(index) * step
      while let deadline = monitor.nextDeadline, deadline <= time {
        said += monitor.advance(to: deadline).map { "\(deadline): \($0.kind)" }
      }
      said += monitor.update(berlin.moved(by: distance, towards: 90), at: time).map { "\(time): \($0.kind)" }
    }
    #expect(monitor.state(of: id) != .unknown)
    return said
  }

  @Test(.rule("L-50", "L-51", "L-52"))
  func `a crossing counts beyond the cushion after the dwell time`() {
    // 500 m with a cushion of 200 m: inside counts below 300 m, outside above 700 m.
    #expect(
      walk(RegionMonitor.Rules(), radius: 500, [1000, 450, 250, 250, 250, 450, 800, 800, 800])
        == [
          "10.0: inCushion", "20.0: dwelling(until: 40.0)", "40.0: entered", "60.0: dwelling(until: 80.0)",
          "80.0: exited",
        ])
  }

  @Test(.rule("L-50"))
  func `turning back during the dwell time is not a crossing`() {
    #expect(
      walk(RegionMonitor.Rules(), radius: 500, [1000, 250, 1000, 250, 250])
        == ["10.0: dwelling(until: 30.0)", "30.0: dwelling(until: 50.0)"])
  }

  @Test(.rule("L-50"))
  func `time that passes at the same place counts as staying`() {
    var monitor = RegionMonitor()
    let id = monitor.add(berlin, radius: 500)
    _ = monitor.update(berlin.moved(by: 2000, towards: 0), at: 0)
    _ = monitor.update(berlin, at: 5)
    #expect(monitor.nextDeadline == 25)
    #expect(monitor.advance(to: 24) == [])
    #expect(monitor.advance(to: 25) == [.init(id: id, kind: .entered, distance: 0)])
    #expect(monitor.nextDeadline == nil)
  }

  @Test(.rule("L-52"))
  func `the cushion is at most half of the radius, so that small regions can be reached`() {
    #expect(
      walk(RegionMonitor.Rules(cushion: 200, dwell: 0), radius: 100, [1000, 60, 49, 120, 151])
        == ["10.0: inCushion", "20.0: entered", "30.0: inCushion", "40.0: exited"])
  }

  @Test(.rule("L-52"))
  func `without cushion and dwell time every crossing counts at once`() {
    #expect(
      walk(.exact, radius: 100, [101, 99, 100.5, 99]) == ["10.0: entered", "20.0: exited", "30.0: entered"])
  }

  @Test(.rule("L-48"))
  func `the place at the start of monitoring is not a crossing`() {
    var monitor = RegionMonitor(rules: .exact)
    let early = monitor.add(berlin, radius: 100)
    #expect(monitor.state(of: early) == .unknown)
    #expect(monitor.update(berlin, at: 0) == [])
    let late = monitor.add(berlin, radius: 200)
    let far = monitor.add(berlin.moved(by: 1000, towards: 0), radius: 200)
    #expect(monitor.state(of: early) == .inside && monitor.state(of: late) == .inside)
    #expect(monitor.state(of: far) == .outside)
    #expect(monitor.update(berlin.moved(by: 5, towards: 0), at: 1) == [])
  }

  @Test(.rule("L-46"))
  func `a crossing between two runs counts`() {
    var monitor = RegionMonitor(rules: .exact)
    let id = monitor.add(berlin, radius: 100)
    monitor.restore(id, .outside)
    #expect(monitor.update(berlin, at: 0).map(\.kind) == [.entered])
  }

  @Test func `a removed circle gives no crossing, and its number is used again`() {
    var monitor = RegionMonitor()
    let first = monitor.add(berlin, radius: 500)
    _ = monitor.update(berlin.moved(by: 2000, towards: 0), at: 0)
    _ = monitor.update(berlin, at: 1)
    monitor.remove(first)
    #expect(monitor.nextDeadline == nil && monitor.count == 0)
    #expect(monitor.add(berlin, radius: 10) == first)
    #expect(monitor.update(berlin, at: 50) == [])
  }

  /// An ordinary place, the 180° meridian, where longitudes jump, and the poles, where all longitudes meet.
  private static let homes = [(52.0, 13.0), (-17, 179.99), (89.995, 40), (-89.99, -120)]

  @Test(.rule("L-52"), arguments: [1, 2], homes)
  func `a random walk agrees with a model that checks every circle`(seed: UInt64, home: (Double, Double)) {
    // 100,000 fixes in Tests/Deep/location-model.
    let fixes = RandomTest.count(otherwise: 8_000)
    var random = SeededRandom(seed: seed &+ RandomTest.seed(otherwise: 0) &* 1000)
    let rules = RegionMonitor.Rules(cushion: 150, dwell: 15)
    var monitor = RegionMonitor(rules: rules)
    var model = Model(rules: rules)
    let home = GeographicPoint(latitude: home.0, longitude: home.1)
    for _ in 0..<24 {
      let center = home.moved(by: random.number(0...5000), towards: random.number(0...360))
      let radius = random.number(20...1500)
      model.add(monitor.add(center, radius: radius), center, radius)
    }
    var place = home
    var azimuth = 0.0
    var time = 0.0
    var crossings = 0
    for step in 0..<fixes {
      time += Double(Int(random.number(1...10)))
      azimuth += random.number(-40...40)
      if place.distance(to: home) > 6000 { azimuth = place.way(to: home).departure }
      // Sometimes it jumps to another place.
      place =
        step % 997 == 996
        ? home.moved(by: random.number(0...8000), towards: random.number(0...360))
        : place.moved(by: random.number(0...120), towards: azimuth)
      var said: [String] = []
      while let deadline = monitor.nextDeadline, deadline <= time {
        said += monitor.advance(to: deadline).map { "\(deadline) \($0.id) \($0.kind)" }
      }
      said += monitor.update(place, at: time).filter { $0.kind == .entered || $0.kind == .exited }
        .map { "\(time) \($0.id) \($0.kind)" }
      let expected = model.move(to: place, at: time)
      crossings += expected.count
      guard said == expected else {
        Issue.record("fix \(step): \(said) is not \(expected)")
        return
      }
    }
    #expect(crossings > fixes / 400)
  }
}

/// The same rules, without an index and without shortcuts.
private struct Model {
  struct Circle {
    var id: RegionMonitor.ID
    var center: GeographicPoint
    var radius: Double
    var isInside: Bool?
    var since: Double?
  }
  let rules: RegionMonitor.Rules
  var circles: [Circle] = []

  mutating func add(_ id: RegionMonitor.ID, _ center: GeographicPoint, _ radius: Double) {
    circles.append(Circle(id: id, center: center, radius: radius))
  }

  mutating func move(to place: GeographicPoint, at time: Double) -> [String] {
    // Crossings that became due since the last place.
    var due: [(Double, RegionMonitor.ID, String)] = []
    for index in circles.indices {
      guard let since = circles[index].since, since + rules.dwell <= time,
        let isInside = circles[index].isInside
      else { continue }
      circles[index].isInside = !isInside
      circles[index].since = nil
      due.append((since + rules.dwell, circles[index].id, isInside ? "exited" : "entered"))
    }
    let said = due.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { "\($0.0) \($0.1) \($0.2)" }
    for index in circles.indices {
      let circle = circles[index]
      let distance = circle.center.distance(to: place)
      guard let isInside = circle.isInside else {
        circles[index].isInside = distance <= circle.radius
        continue
      }
      let cushion = min(rules.cushion, circle.radius / 2)
      let isCandidate =
        isInside ? distance >= circle.radius + cushion : distance <= circle.radius - cushion
      if !isCandidate {
        circles[index].since = nil
      } else if circle.since == nil {
        circles[index].since = time
      }
    }
    return said
  }
}

@Suite struct CircleIndexTests {
  @Test func `every circle that reaches a point is found, also at the poles and the 180° meridian`() {
    var random = SeededRandom(seed: 7)
    for home in [(0.0, 0.0), (89.99, 40), (-89.95, -100), (60, 179.999), (-30, -180), (52, 13)] {
      var index = CircleIndex()
      var circles: [Int32: (GeographicPoint, Double)] = [:]
      let home = GeographicPoint(latitude: home.0, longitude: home.1)
      for _ in 0..<400 {
        let scale = pow10(random.number(1...6.5))
        let center = home.moved(by: random.number(0...2) * scale, towards: random.number(0...360))
        let reach = random.number(0.3...1) * scale
        circles[index.insert(center, radius: reach, reach: reach)] = (center, reach)
      }
      for id in circles.keys.sorted().prefix(100) {
        index.remove(id)
        circles[id] = nil
      }
      #expect(index.count == 300)
      for _ in 0..<300 {
        let point = home.moved(
          by: random.number(0...1) * pow10(random.number(0...6.5)), towards: random.number(0...360))
        var found: Set<Int32> = []
        index.forEachNear(point) { id, _ in #expect(found.insert(id).inserted, "a circle is found twice") }
        for (id, circle) in circles where circle.0.distance(to: point) <= circle.1 {
          #expect(found.contains(id), "\(point) is in \(circle) and not found")
        }
        #expect(found.isSubset(of: circles.keys))
      }
    }
  }

  private func pow10(_ exponent: Double) -> Double {
    var result = 1.0
    for _ in 0..<Int(exponent) { result *= 10 }
    return result * (1 + (exponent - exponent.rounded(.down)) * 9)
  }
}
