import DeviceProtocol
import LocationSimulation
import TestSupport
import Testing

@testable import CoreLocation

extension CoreLocationSuite {
  @Suite struct ServiceSessionTests {
    @Test(.rule("L-146"))
    func `a service session requests its authorization when it is needed`() {
      let device = TestDevice()
      _ = CLServiceSession(authorization: .none)
      #expect(device.requests.isEmpty)
      let first = CLServiceSession(authorization: .whenInUse)
      #expect(device.requests.map(\.scope) == [.ordinary])
      device.permit(.whenInUse, answers: device.requests.first)
      let second = CLServiceSession(authorization: .whenInUse)
      #expect(device.requests.count == 1)
      let third = CLServiceSession(authorization: .always)
      #expect(device.requests.map(\.scope) == [.ordinary, .always])
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
      // It keeps an app running only if the app uses location.
      let third = CLBackgroundActivitySession()
      #expect(!device.service.keepsAppRunning)
      let manager = CLLocationManager()
      manager.startUpdatingLocation()
      device.run()
      #expect(device.service.keepsAppRunning)
      third.invalidate()
      #expect(!device.service.keepsAppRunning)
    }

    @Test(.rule("L-289"), .timeLimit(.minutes(1)))
    func `sessions report why they do not get what they require, now and after each change`() async throws {
      let device = TestDevice()
      func text(_ value: CLServiceSession.Diagnostic?) -> String {
        guard let value else { return "end" }
        let notes = [
          ("asking", value.authorizationRequestInProgress), ("denied", value.authorizationDenied),
          ("off", value.authorizationDeniedGlobally), ("restricted", value.authorizationRestricted),
          ("not always", value.alwaysAuthorizationDenied), ("coarse", value.fullAccuracyDenied),
          ("not in use", value.insufficientlyInUse), ("session", value.serviceSessionRequired),
        ]
        return notes.filter(\.1).map(\.0).joined(separator: " ")
      }
      let session = CLServiceSession(authorization: .always, fullAccuracyPurposeKey: "Trace")
      let background = CLBackgroundActivitySession()
      var diagnostics = session.diagnostics.makeAsyncIterator()
      var others = background.diagnostics.makeAsyncIterator()
      device.permit(.whenInUse, isPrecise: false)
      device.permit(.always)
      device.permit(.always, isSwitchedOff: true)
      device.permit(.denied)
      var heard: [String] = []
      var denied: [Bool] = []
      for _ in 1...5 {
        heard.append(text(try await diagnostics.next()))
        denied.append(try await others.next()?.authorizationDenied ?? false)
      }
      #expect(heard == ["asking", "not always coarse", "", "denied off not always", "denied not always"])
      #expect(denied == [false, false, false, true, true])
      session.invalidate()
      background.invalidate()
    }
  }
}
