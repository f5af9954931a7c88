import Foundation
import TestSupport
import Testing

@testable import LocationSimulation

@Suite struct GeographicPointTests {
  private func point(_ latitude: Double, _ longitude: Double) -> GeographicPoint {
    GeographicPoint(latitude: latitude, longitude: longitude)
  }

  @Test func `distances are those of WGS-84`() {
    // A degree of the equator, a quarter of a meridian, and the poles around the dateline.
    #expect(abs(point(0, 0).distance(to: point(0, 1)) - 111_319.4908) < 0.001)
    #expect(abs(point(0, 0).distance(to: point(90, 0)) - 10_001_965.7293) < 0.001)
    #expect(abs(point(0, 179.5).distance(to: point(0, -179.5)) - 111_319.4908) < 0.001)
    #expect(point(10, 20).distance(to: point(10, 20)) == 0)
    #expect(point(100, 0).distance(to: point(0, 0)).isNaN)
  }

  @Test func `a distance and its azimuth lead back to the measured point`() {
    let (berlin, paris) = (point(52.52, 13.405), point(48.8566, 2.3522))
    let way = berlin.way(to: paris)
    #expect(abs(way.distance - 879_700) < 1000)
    #expect(way.departure > 240 && way.departure < 250)
    #expect(berlin.moved(by: way.distance, towards: way.departure).distance(to: paris) < 1e-6)
  }

  @Test func `the cheap test is never wrong`() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<20_000 {
      let a = point(random.number(-90...90), random.number(-180...180))
      let b = a.moved(by: random.number(0...20_000_000), towards: random.number(0...360))
      let distance = a.distance(to: b)
      let bound = DistanceBound(from: a)
      #expect(!bound.isFarther(than: distance, latitude: b.latitude, longitude: b.longitude))
      // For near points the test is sharp enough to be useful.
      if distance < 100_000, abs(a.latitude) < 60 {
        #expect(bound.isFarther(than: distance * 0.95 - 1, latitude: b.latitude, longitude: b.longitude))
        #expect(bound.isNearer(than: distance * 1.5 + 1, latitude: b.latitude, longitude: b.longitude))
      }
      #expect(!bound.isNearer(than: distance, latitude: b.latitude, longitude: b.longitude))
    }
  }
}

extension SeededRandom {
  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}
