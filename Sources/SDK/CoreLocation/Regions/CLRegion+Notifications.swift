import CarobFoundation
import CarobRuntime
import DeviceProtocol
import UIKit
import UserNotifications

extension UNLocationNotificationTrigger {
  /// A trigger that fires on entry or exit of the region, according to `notifyOnEntry` and `notifyOnExit`
  /// (L-169).
  public convenience init(region: CLRegion, repeats: Bool) {
    self.init(region: region.trigger(repeats: repeats))
  }

  /// The region that the device must enter or leave.
  public var region: CLRegion { CLRegion.circle(monitored) }
}

extension UILocalNotification {
  /// The region whose boundary triggers the notification; nil if a date triggers it.
  public var region: CLRegion? {
    get { regionObject as? CLRegion }
    set {
      regionObject = newValue
      monitored = newValue?.trigger(repeats: !regionTriggersOnce)
    }
  }
}

extension CLRegion {
  fileprivate func trigger(repeats: Bool) -> RegionTrigger {
    var circle = (latitude: 0.0, longitude: 0.0, radius: 0.0)
    if case .circle(let latitude, let longitude, let radius)? = monitored?.shape {
      circle = (latitude, longitude, radius)
    } else {
      unimplemented("notifications for beacon regions (they never appear)")
    }
    return RegionTrigger(
      identifier: identifier, latitude: circle.latitude, longitude: circle.longitude, radius: circle.radius,
      notifiesOnEntry: notifyOnEntry, notifiesOnExit: notifyOnExit, repeats: repeats)
  }

  fileprivate static func circle(_ trigger: RegionTrigger) -> CLRegion {
    let region = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: trigger.latitude, longitude: trigger.longitude),
      radius: trigger.radius, identifier: trigger.identifier)
    region.notifyOnEntry = trigger.notifiesOnEntry
    region.notifyOnExit = trigger.notifiesOnExit
    return region
  }
}
