import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// Region monitoring. Regions belong to the app, not to one manager (L-45).
extension CLLocationManager {
  /// L-57.
  public class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass == CLCircularRegion.self || regionClass == CLBeaconRegion.self || regionClass == CLRegion.self
  }
  @available(*, deprecated) public class func regionMonitoringAvailable() -> Bool { true }
  @available(*, deprecated) public class func regionMonitoringEnabled() -> Bool { true }

  /// L-42: metres.
  public var maximumRegionMonitoringDistance: CLLocationDistance { 1_000_000 }

  public var monitoredRegions: Set<CLRegion> {
    Set(LocationHub.shared.regions.filter { $0.monitor == nil }.map { CLRegion.make($0) })
  }

  /// Starts to monitor a region; the delegate gets the result (L-41 to L-44).
  public func startMonitoring(for region: CLRegion) {
    guard let monitored = region.monitored else {
      unimplemented("CLLocationManager.startMonitoring(for:) of a \(type(of: region))")
      return
    }
    // M-109.
    if authorizationStatus != .authorizedAlways {
      Journal.explain(
        "region '\(region.identifier)' is registered but inactive: authorization is \(authorizationStatus.name), and regions need authorizedAlways",
        rule: "M-109", receiver: self)
    }
    // M-108.
    if let circle = region as? CLCircularRegion, let fix = LocationHub.shared.lastFix,
      circle.contains(CLLocationCoordinate2D(latitude: fix.latitude, longitude: fix.longitude))
    {
      Journal.explain(
        "region '\(region.identifier)' is monitored from inside it: no event until the boundary is crossed; requestState(for:) reports the current state",
        rule: "M-108", receiver: self)
    }
    LocationHub.shared.monitor(monitored)
  }

  @available(*, deprecated, renamed: "startMonitoring(for:)")
  public func startMonitoring(for region: CLRegion, desiredAccuracy accuracy: CLLocationAccuracy) {
    startMonitoring(for: region)
  }

  public func stopMonitoring(for region: CLRegion) { LocationHub.shared.stopMonitoring(region.identifier) }

  /// Asks for the region's state, which the delegate gets in `locationManager(_:didDetermineState:for:)`
  /// (L-48).
  public func requestState(for region: CLRegion) {
    pendingStateRequests[region.identifier, default: 0] += 1
    LocationHub.shared.demand(.requestState(identifier: region.identifier))
  }

  // MARK: Calling the delegate

  /// Whether this manager asked for the state of a region; counts the request as answered.
  func takeStateQuestion(_ identifier: String) -> Bool {
    guard let count = pendingStateRequests[identifier], count > 0 else { return false }
    pendingStateRequests[identifier] = count == 1 ? nil : count - 1
    return true
  }

  func notifyStarted(_ region: MonitoredRegion) {
    let region = CLRegion.make(region)
    tell(
      "locationManager:didStartMonitoringForRegion:", "locationManager(_:didStartMonitoringFor:)",
      { $0.locationManager(self, didStartMonitoringFor: region) })
  }

  func notifyFailure(_ region: MonitoredRegion, _ code: CLError.Code) {
    let region = CLRegion.make(region)
    let isNotified = tell(
      "locationManager:monitoringDidFailForRegion:withError:",
      "locationManager(_:monitoringDidFailFor:withError:)",
      { $0.locationManager(self, monitoringDidFailFor: region, withError: CLError(code)) })
    if !isNotified, delegate != nil {
      Journal.explain(
        "locationManager(_:monitoringDidFailFor:withError:) is not implemented: the error is lost",
        rule: "M-112",
        receiver: self)
    }
  }

  func notifyState(_ state: CLRegionState, _ region: MonitoredRegion) {
    let region = CLRegion.make(region)
    tell(
      "locationManager:didDetermineState:forRegion:", "locationManager(_:didDetermineState:for:)",
      { $0.locationManager(self, didDetermineState: state, for: region) })
  }

  /// L-40, L-49: the crossing if the region notifies of it, then the state.
  func notifyCrossing(_ region: MonitoredRegion, isEntry: Bool) {
    let made = CLRegion.make(region)
    if isEntry, region.notifiesOnEntry {
      tell(
        "locationManager:didEnterRegion:", "locationManager(_:didEnterRegion:)",
        { $0.locationManager(self, didEnterRegion: made) })
    } else if !isEntry, region.notifiesOnExit {
      tell(
        "locationManager:didExitRegion:", "locationManager(_:didExitRegion:)",
        { $0.locationManager(self, didExitRegion: made) })
    } else if let delegate,
      Runtime.answers(
        delegate, isEntry ? "locationManager:didEnterRegion:" : "locationManager:didExitRegion:")
    {
      Journal.note(
        .location, isEntry ? "locationManager(_:didEnterRegion:)" : "locationManager(_:didExitRegion:)",
        outcome: "dropped", why: "the region's \(isEntry ? "notifyOnEntry" : "notifyOnExit") is false",
        receiver: self)
    }
    notifyState(isEntry ? .inside : .outside, region)
  }
}
