import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// Ranging of beacons, which the person at the device or a script simulates.
extension CLLocationManager {
  public class func isRangingAvailable() -> Bool { true }

  public var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { Set(constraints) }
  @available(*, deprecated, renamed: "rangedBeaconConstraints")
  public var rangedRegions: Set<CLRegion> { Set(rangedBeaconRegions) }

  public func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    if !constraints.contains(constraint) { constraints.append(constraint) }
    LocationHub.shared.demand(.ranging(constraint.pattern, true))
  }
  public func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    constraints.removeAll { $0 == constraint }
    LocationHub.shared.demand(.ranging(constraint.pattern, false))
  }

  @available(*, deprecated, renamed: "startRangingBeacons(satisfying:)")
  public func startRangingBeacons(in region: CLBeaconRegion) {
    if !rangedBeaconRegions.contains(region) { rangedBeaconRegions.append(region) }
    LocationHub.shared.demand(.ranging(region.beaconIdentityConstraint.pattern, true))
  }
  @available(*, deprecated, renamed: "stopRangingBeacons(satisfying:)")
  public func stopRangingBeacons(in region: CLBeaconRegion) {
    rangedBeaconRegions.removeAll { $0 == region }
    LocationHub.shared.demand(.ranging(region.beaconIdentityConstraint.pattern, false))
  }

  func takeBeacons(_ pattern: BeaconPattern, _ beacons: [CLBeacon]) {
    for constraint in constraints where constraint.pattern == pattern {
      tell(
        "locationManager:didRangeBeacons:satisfyingConstraint:", "locationManager(_:didRange:satisfying:)",
        { $0.locationManager(self, didRange: beacons, satisfying: constraint) })
    }
    for region in rangedBeaconRegions where region.beaconIdentityConstraint.pattern == pattern {
      tell(
        "locationManager:didRangeBeacons:inRegion:", "locationManager(_:didRangeBeacons:in:)",
        { $0.locationManager(self, didRangeBeacons: beacons, in: region) })
    }
  }
}
