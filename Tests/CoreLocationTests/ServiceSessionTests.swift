import DeviceProtocol
import LocationSimulation
import TestSupport
import Testing

@testable import CoreLocation

extension CoreLocationSuite {
  @Suite struct ServiceSessionTests {
    @Test(.rule("L-146"))
    func `a service session asks for what it requires, once it is needed`() {
      let device = TestDevice()
      _ = CLServiceSession(authorization: .none)
      #expect(device.requests.isEmpty)
      let first = CLServiceSession(authorization: .whenInUse)
      #expect(device.requests.map(\.wish) == [.ordinary])
      device.permit(.whenInUse, answers: device.requests.first)
      let second = CLServiceSession(authorization: .whenInUse)
      #expect(device.requests.count == 1)
      let third = CLServiceSession(authorization: .always)
      #expect(device.requests.map(\.wish) == [.ordinary, .always])
      withExtendedLifetime([first, second, third]) {}
    }

    @Test(.rule("L-147"))
    func `background sessions count until the last is invalidated or deallocated`() {
      let device = TestDevice(.whenInUse)
      func demands() -> [Bool] {
        device.demands.compactMap { if case .backgroundSession(let isOn) = $0 { isOn } else { nil } }
      }
      let first = CLBackgroundActivitySession()
      var second: CLBackgroundActivitySession? = CLBackgroundActivitySession()
      #expect(demands() == [true])
      first.invalidate()
      first.invalidate()
      #expect(demands() == [true])
      withExtendedLifetime(second) {}
      second = nil
      #expect(demands() == [true, false])
      // What it keeps running is an app that takes locations.
      let third = CLBackgroundActivitySession()
      #expect(!device.service.keepsAppRunning)
      let manager = CLLocationManager()
      manager.startUpdatingLocation()
      device.run()
      #expect(device.service.keepsAppRunning)
      third.invalidate()
      #expect(!device.service.keepsAppRunning)
    }
  }
}
