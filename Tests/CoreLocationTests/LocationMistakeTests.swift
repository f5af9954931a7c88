import CarobFoundation
import TestSupport
import Testing

@testable import CoreLocation

/// What is said of mistakes with location managers; each in a process of its own, whose standard error is read.
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
        "a CLLocationManager was deallocated while it delivers locations: its delegate hears nothing any more; keep the manager "
          + "in a property"
      ])
  }

  @Test(.rule("M-157")) func `a manager that goes with its delegate is no mistake`() async {
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

  @Test(.rule("M-156")) func `a manager that delivers locations to nobody`() async {
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
