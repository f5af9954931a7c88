import DeviceProtocol
import LocationSimulation
import TestSupport
import Testing

@testable import Device

/// When the boundary of a location trigger is crossed.
@Suite struct NotificationRegionsTests {
  private func trigger(_ identifier: String, _ latitude: Double, radius: Double = 1000) -> RegionTrigger {
    RegionTrigger(
      identifier: identifier, latitude: latitude, longitude: 0, radius: radius, notifiesOnEntry: true,
      notifiesOnExit: true, repeats: true)
  }

  private func place(_ latitude: Double) -> GeographicPoint {
    GeographicPoint(latitude: latitude, longitude: 0)
  }

  @Test(.rule("L-169", "L-48", "L-50"))
  func `a crossing counts after the dwell time, and the first place is not a crossing`() {
    var regions = NotificationRegions()
    let wanted = [trigger("home", 0), trigger("work", 1)]
    func update(_ latitude: Double?, _ time: Double) -> [String] {
      regions.update(wanted, place: latitude.map(place), at: time).map {
        "\($0.region) \($0.isEntry ? "entered" : "left")"
      }
    }
    #expect(update(0, 0) == [])
    #expect(update(1, 10) == [])
    #expect(regions.nextDeadline == 30)
    #expect(update(1, 30) == ["home left", "work entered"])
    #expect(regions.nextDeadline == nil)
  }

  @Test(.rule("L-169"))
  func `the circle of a removed request is not watched`() {
    var regions = NotificationRegions()
    regions.use(.exact)
    _ = regions.update([trigger("home", 0)], place: place(0), at: 0)
    #expect(regions.update([], place: place(1), at: 1).isEmpty)
    #expect(regions.update([trigger("home", 0)], place: place(1), at: 2).isEmpty)
    let entered = regions.update([trigger("home", 0)], place: place(0), at: 3)
    #expect(entered.map(\.region) == ["home"] && entered.map(\.isEntry) == [true])
  }
}
