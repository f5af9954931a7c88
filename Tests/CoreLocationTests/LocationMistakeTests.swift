import CarobFoundation
import TestSupport
import Testing

@testable import CoreLocation

/// Warnings about mistakes with location managers. Each test runs a separate process and reads its standard
/// error.
@Suite struct LocationMistakeTests {
  private func warnings(of result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").compactMap {
      line in
      line.hasPrefix("carob: ") ? line.range(of: "warning: ").map { String(line[$0.upperBound...]) } : nil
    }
  }

  @Test(.rule("M-157")) func `a manager that is deallocated while its delegate waits for locations`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let device = TestDevice(.whenInUse)
      let log = Log()
      do {
        let manager = CLLocationManager()
        manager.delegate = log
        manager.startUpdatingLocation()
      }
      device.run()
      withExtendedLifetime(log) {}
    }
    #expect(
      warnings(of: result) == [
        "a CLLocationManager was deallocated while it delivers locations: its delegate gets no more calls; keep the manager "
          + "in a property"
      ])
  }

  @Test(.rule("M-157")) func `a manager that is deallocated with its delegate is no mistake`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let device = TestDevice(.whenInUse)
      do {
        let log = Log()
        let manager = CLLocationManager()
        manager.delegate = log
        manager.startUpdatingLocation()
        withExtendedLifetime(log) {}
        manager.delegate = nil
      }
      device.run()
    }
    #expect(warnings(of: result).isEmpty)
  }

  @Test(.rule("M-156")) func `a manager that delivers locations without a delegate`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let device = TestDevice(.whenInUse)
      let manager = CLLocationManager()
      manager.startUpdatingLocation()
      device.locate(1, 0)
      device.locate(2, 0)
      manager.stopUpdatingLocation()
    }
    #expect(warnings(of: result).count == 1)
    #expect(warnings(of: result).first?.contains("has no delegate") == true)
  }

  /// Turns on strict mode.
  private static func beStrict() { setenv("CAROB_STRICT", "1", 1) }

  @Test(.rule("M-159")) func `locations that are started before the user was asked`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Self.beStrict()
      let device = TestDevice()
      let log = Log()
      let manager = CLLocationManager()
      manager.delegate = log
      manager.startUpdatingLocation()
      device.permit(.whenInUse)
      manager.stopUpdatingLocation()
      manager.startUpdatingLocation()
      manager.stopUpdatingLocation()
      withExtendedLifetime(log) {}
    }
    #expect(
      warnings(of: result) == [
        "startUpdatingLocation() was called before the user was asked: locations arrive once authorization is granted"
      ])
  }

  @Test(.rule("M-108")) func `a region that is monitored from inside it`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Self.beStrict()
      let device = TestDevice(.always)
      let log = Log()
      let manager = CLLocationManager()
      manager.delegate = log
      manager.startUpdatingLocation()
      device.locate(0, 0)
      for (name, latitude) in [("here", 0.0), ("there", 1)] {
        manager.startMonitoring(
          for: CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: latitude, longitude: 0), radius: 500, identifier: name))
      }
      device.run()
      manager.stopUpdatingLocation()
      withExtendedLifetime(log) {}
    }
    #expect(
      warnings(of: result) == [
        "region 'here' is monitored from inside it: no event until the boundary is crossed; requestState(for:) reports the current state"
      ])
  }

  @Test(.rule("M-112")) func `errors without a delegate method to receive them`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Self.beStrict()
      let device = TestDevice(.always)
      let log = OldLog()
      let manager = CLLocationManager()
      manager.delegate = log
      manager.startUpdatingLocation()
      device.run()
      let region = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 0, longitude: 0), radius: 2_000_000, identifier: "wide")
      manager.startMonitoring(for: region)
      device.run()
      manager.stopUpdatingLocation()
      withExtendedLifetime(log) {}
    }
    let said = warnings(of: result)
    #expect(
      said.first
        == "locationManager(_:didFailWithError:) is not implemented: the error locationUnknown is lost")
    #expect(
      said.last == "locationManager(_:monitoringDidFailFor:withError:) is not implemented: the error is lost")
  }

  @Test(.rule("M-152", "L-28")) func `a pause that an app in the background is not notified of`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Self.beStrict()
      let device = TestDevice(
        .always,
        info: [
          "NSLocationWhenInUseUsageDescription": "Use.",
          "NSLocationAlwaysAndWhenInUseUsageDescription": "Always.", "UIBackgroundModes": ["location"],
        ])
      device.locate(0, 0)
      let log = OldLog()
      let manager = CLLocationManager()
      manager.delegate = log
      manager.allowsBackgroundLocationUpdates = true
      manager.startUpdatingLocation()
      device.run()
      device.wait(901)
      manager.stopUpdatingLocation()
      withExtendedLifetime(log) {}
    }
    #expect(warnings(of: result).count == 1)
    #expect(
      warnings(of: result).first?.hasPrefix("location updates have paused and the app is not notified")
        == true
    )
  }

  @Test(.rule("M-158")) func `a purpose without a text`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let device = TestDevice(.whenInUse, isPrecise: false)
      let manager = CLLocationManager()
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Drive")
      device.run()
      withExtendedLifetime(manager) {}
    }
    #expect(warnings(of: result).count == 1)
    #expect(warnings(of: result).first?.contains("'Drive'; the request fails") == true)
  }
}
