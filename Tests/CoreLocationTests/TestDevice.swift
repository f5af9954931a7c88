import DeviceProtocol
import LocationSimulation

@testable import CoreLocation

/// A test double of the device: the simulated device's location service, a user who answers prompts, and a
/// clock.
final class TestDevice: @unchecked Sendable {
  // @unchecked because each test uses one on its own thread.

  private(set) var service = LocationService(rules: .exact)
  private(set) var time = 0.0
  private(set) var demands: [LocationDemand] = []
  private(set) var requests: [PermissionRequest] = []
  private(set) var notes: [String] = []
  private var reports: [LocationReport] = []

  init(
    _ status: PermissionStatus = .notDetermined, isPrecise: Bool = true, regions: [MonitoredRegion] = [],
    info: [String: Any] = [
      "NSLocationWhenInUseUsageDescription": "Use.",
      "NSLocationAlwaysAndWhenInUseUsageDescription": "Always.",
    ]
  ) {
    UsageTexts.info = info
    let permission = Permission(kind: .location, status: status, isPrecise: isPrecise)
    service.permission = permission
    for region in regions { _ = service.take(.monitor(region), at: 0) }
    DeviceServices.connect(permissions: [permission], regions: regions) { [unowned self] message in
      switch message {
      case .location(let demand):
        demands.append(demand)
        perform(service.take(demand, at: time))
      case .requestPermission(let request): requests.append(request)
      default: break
      }
    }
    LocationHub.shared.restart()
  }

  deinit { DeviceServices.connect(permissions: [], send: nil) }

  private func perform(_ actions: [LocationService.Action]) {
    for action in actions {
      switch action {
      case .send(let report), .wake(let report): reports.append(report)
      case .note(let note): notes.append(note.why.map { "\(note.name): \($0)" } ?? note.name)
      case .confirmAlways: notes.append("confirm always")
      }
    }
  }

  /// Delivers pending reports to the app, and runs its run loop.
  func run() {
    turn()
    while !reports.isEmpty {
      DeviceServices.locationReported(reports.removeFirst())
      turn()
    }
  }

  private func turn() {
    for _ in 0..<3 { RunLoop.current.run(mode: .default, before: Date.distantPast) }
  }

  /// Simulates that the user answers the last request or changes the permission in Settings.
  func permit(
    _ status: PermissionStatus, isPrecise: Bool = true, isSwitchedOff: Bool = false,
    answers request: PermissionRequest? = nil
  ) {
    let permission = Permission(
      kind: .location, status: status, isPrecise: isPrecise, isSwitchedOff: isSwitchedOff)
    DeviceServices.permissionChanged(permission, answers: request?.id)
    perform(service.permissionChanged(permission, at: time))
    run()
  }

  func locate(_ latitude: Double, _ longitude: Double, accuracy: Double = 5) {
    let fix = LocationFix(latitude: latitude, longitude: longitude, horizontalAccuracy: accuracy)
    perform(service.locate(fix, at: time))
    run()
  }

  func loseLocation() {
    perform(service.locate(nil, at: time))
    run()
  }

  func turn(to degrees: Double) {
    perform(service.turn(to: degrees))
    run()
  }

  func receiveBeacon(_ beacon: BeaconPattern, _ proximity: BeaconSighting.Proximity?) {
    let sighting = proximity.map { BeaconSighting(beacon: beacon, proximity: $0, accuracy: 1, strength: -50) }
    perform(service.updateBeacon(beacon, sighting, at: time))
    run()
  }

  func visit(_ latitude: Double, _ longitude: Double, for seconds: Double) {
    perform(service.arrive(GeographicPoint(latitude: latitude, longitude: longitude), for: seconds, at: time))
    run()
  }

  /// Advances the clock in steps of one second.
  func wait(_ seconds: Double) {
    let end = time + seconds
    while time < end {
      let next = min(service.nextDeadline ?? end, end)
      time = max(next, time)
      perform(service.advance(to: time))
      run()
      if next == end { break }
    }
    time = end
  }
}

/// Records the delegate's calls.
class Log: NSObject, CLLocationManagerDelegate {
  private(set) var lines: [String] = []
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
  func say(_ line: String) { lines.append(line) }

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "locationManagerDidChangeAuthorization:", "locationManagerDidChangeAuthorization(_:)", 1),
      .init(has: "locationManager:didUpdateLocations:", "locationManager(_:didUpdateLocations:)", 2),
      .init(has: "locationManager:didFailWithError:", "locationManager(_:didFailWithError:)", 2),
      .init(has: "locationManager:didUpdateHeading:", "locationManager(_:didUpdateHeading:)", 2),
      .init(has: "locationManager:didEnterRegion:", "locationManager(_:didEnterRegion:)", 2),
      .init(has: "locationManager:didExitRegion:", "locationManager(_:didExitRegion:)", 2),
      .init(
        has: "locationManager:didDetermineState:forRegion:", "locationManager(_:didDetermineState:for:)", 3),
      .init(
        has: "locationManager:monitoringDidFailForRegion:withError:",
        "locationManager(_:monitoringDidFailFor:withError:)", 3),
      .init(
        has: "locationManager:didStartMonitoringForRegion:", "locationManager(_:didStartMonitoringFor:)", 2),
      .init(
        has: "locationManager:didRangeBeacons:satisfyingConstraint:",
        "locationManager(_:didRange:satisfying:)", 3),
      .init(has: "locationManager:didVisit:", "locationManager(_:didVisit:)", 2),
      .init(has: "locationManagerDidPauseLocationUpdates:", "locationManagerDidPauseLocationUpdates(_:)", 1),
      .init(
        has: "locationManagerDidResumeLocationUpdates:", "locationManagerDidResumeLocationUpdates(_:)", 1),
    ]
  }

  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) { say("paused") }
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) { say("resumed") }
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    say("authorization \(manager.authorizationStatus)")
  }
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    say(
      "locations \(locations.map { "\($0.coordinate.latitude) ±\(Int($0.horizontalAccuracy))" }.joined(separator: ", "))"
    )
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    say("error \((error as? CLError)?.code.rawValue ?? -1)")
  }
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    say("heading \(Int(newHeading.magneticHeading))")
  }
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    say("entered \(region.identifier)")
  }
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    say("exited \(region.identifier)")
  }
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    say("state of \(region.identifier) \(state)")
  }
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    say(
      "monitoring \(region?.identifier ?? "?") failed \((error as NSError).domain) \((error as NSError).code)"
    )
  }
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    say("monitoring \(region.identifier)")
  }
  func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) { say("beacons \(beacons.map { "\($0.major).\($0.minor) \($0.proximity)" }.joined(separator: ", "))") }
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    say("visit \(visit.departureDate == .distantFuture ? "began" : "ended")")
  }
}

/// A delegate with the methods from before iOS 14.
final class OldLog: NSObject, CLLocationManagerDelegate {
  private(set) var lines: [String] = []
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "locationManager:didChangeAuthorizationStatus:", "locationManager(_:didChangeAuthorization:)", 2),
      .init(
        has: "locationManager:didUpdateToLocation:fromLocation:", "locationManager(_:didUpdateTo:from:)", 3),
    ]
  }
  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
    lines.append("status \(status.rawValue)")
  }
  func locationManager(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation
  ) { lines.append("from \(oldLocation.coordinate.latitude) to \(newLocation.coordinate.latitude)") }
}
