import TestSupport
import Testing

@testable import LocationSimulation

/// A route of 100.5 s to the east at 10 m per second.
@Suite struct JourneyTests {
  private func journey(_ ending: LocationRoute.Ending, at time: Double) throws -> Journey {
    let start = GeographicPoint(latitude: 0, longitude: 0)
    let way = try #require(
      LocationRoute([start, start.moved(by: 1005, towards: 90)], speed: 10, ending: ending))
    return Journey(way, at: time)
  }

  /// The device times of the next fixes, and their distances from the start in metres, rounded.
  private func fixes(_ journey: inout Journey, _ count: Int) -> [[Double]] {
    (0..<count).compactMap { _ in
      guard let time = journey.nextFix, let fix = journey.takeFix() else { return nil }
      return [
        (time * 1000).rounded() / 1000,
        fix.place.distance(to: GeographicPoint(latitude: 0, longitude: 0)).rounded(),
      ]
    }
  }

  @Test(.rule("L-272"), arguments: [0.1, 0.3, 0.7, 1.1, 3.3, 7, 999.9])
  func `each fix is due after the previous one, at any rate`(rate: Double) throws {
    let way = try journey(.repeats, at: 0).way
    var time = 0.0
    for number in 1...500 {
      let next = try #require(way.nextFix(after: time, rate: rate))
      #expect(next > time && next < time + 1.001 * rate, "fix \(number)")
      time = next
    }
  }

  @Test(.rule("L-272"))
  func `nothing is due during a pause, and the route continues from its position`() throws {
    var journey = try journey(.stays, at: 50)
    #expect(fixes(&journey, 2) == [[51, 10], [52, 20]])
    journey.pause(true, at: 52.5)
    #expect(journey.nextFix == nil && journey.isPaused && !journey.isOver)
    #expect(journey.reached(at: 1000) == 2.5)
    journey.pause(true, at: 60)
    journey.pause(false, at: 100)
    #expect(fixes(&journey, 2) == [[100.5, 30], [101.5, 40]])
  }

  @Test(.rule("L-272"))
  func `a faster route has one fix per second, too`() throws {
    var journey = try journey(.stays, at: 0)
    #expect(fixes(&journey, 1) == [[1, 10]])
    journey.setRate(20, at: 1)
    #expect(abs(journey.reached(at: 1) - 1) < 1e-9)
    // At multiples of the distance per second, and at the end.
    #expect(
      fixes(&journey, 9) == [
        [1.95, 200], [2.95, 400], [3.95, 600], [4.95, 800], [5.95, 1000], [5.975, 1005],
      ])
    #expect(journey.isOver && journey.nextFix == nil && journey.reached(at: 100) == journey.way.duration)
  }

  @Test(.rule("L-272"))
  func `seeking has an effect at once, also during a pause and after the end`() throws {
    var journey = try journey(.stays, at: 0)
    journey.seek(50, at: 3)
    #expect(journey.reached(at: 3) == 50)
    #expect(fixes(&journey, 1) == [[4, 510]])
    journey.pause(true, at: 4)
    journey.seek(7, at: 9)
    #expect(journey.nextFix == nil && journey.reached(at: 20) == 7)
    journey.pause(false, at: 20)
    #expect(fixes(&journey, 1) == [[21, 80]])
    journey.seek(1e9, at: 30)
    #expect(journey.isOver && journey.reached(at: 31) == journey.way.duration)
    journey.seek(0, at: 40)
    #expect(fixes(&journey, 1) == [[41, 10]])
  }

  @Test(.rule("L-73", "L-272"))
  func `a route that repeats or returns has no end`() throws {
    var round = try journey(.repeats, at: 0)
    round.seek(99.5, at: 0)
    #expect(fixes(&round, 3) == [[0.5, 1000], [1.5, 5], [2.5, 15]])
    // Seeking to the end gives the end, and not the beginning.
    round.seek(1e9, at: 10)
    #expect(round.way.place(at: round.reached(at: 10)).point.longitude > 0.009)
    var back = try journey(.returns, at: 0)
    back.seek(99, at: 0)
    #expect(fixes(&back, 3) == [[1, 1000], [2, 1000], [3, 990]])
    #expect(back.way.folded(back.reached(at: 3)).isReturning)
  }
}
