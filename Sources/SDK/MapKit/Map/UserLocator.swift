@_spi(Hazards) import CarobRuntime
import CoreLocation
import UIKit

/// Shows the device's location on a map view, and follows it (MK-25, MK-26).
@MainActor
final class UserLocator: _MainActorNSObject, @preconcurrency CLLocationManagerDelegate {
  @Zeroing var map: MKMapView?
  let annotation = MKUserLocation()
  private(set) var mode = MKUserTrackingMode.none
  private(set) var manager: CLLocationManager?
  private var hasZoomed = false

  var isShown = false { didSet { if isShown != oldValue { update() } } }

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "locationManager:didUpdateLocations:", "locationManager(_:didUpdateLocations:)", 0),
      .init(has: "locationManager:didFailWithError:", "locationManager(_:didFailWithError:)", 0),
      .init(has: "locationManager:didUpdateHeading:", "locationManager(_:didUpdateHeading:)", 0),
      .init(has: "locationManagerDidChangeAuthorization:", "locationManagerDidChangeAuthorization(_:)", 0),
    ]
  }

  /// Starts when the view is in a window, and stops when it is removed.
  // MK-25
  func update() {
    guard let map else { return }
    let runs = isShown && map.window != nil
    if runs, manager == nil {
      let manager = CLLocationManager()
      self.manager = manager
      manager.desiredAccuracy = kCLLocationAccuracyBest
      manager.delegate = self
      start()
    } else if !runs, let manager {
      manager.stopUpdatingLocation()
      manager.stopUpdatingHeading()
      manager.delegate = nil
      self.manager = nil
      if annotation.isUpdating { stopped() }
    }
    if !isShown, let record = map.annotationStore.record(of: annotation) {
      map.forget([record])
      annotation.location = nil
    }
  }

  private func start() {
    guard let map, let manager, !annotation.isUpdating else { return }
    switch manager.authorizationStatus {
    case .authorizedAlways, .authorizedWhenInUse: break
    case .notDetermined:
      // Checked after this turn, because an app may ask for authorization in the same turn.
      let locator = ZeroingElement(self)
      RunLoop.main.perform(inModes: [.common]) {
        MainActor.assumeIsolated { locator.object?.warnUnlessAsked() }
      }
      return
    default:
      Journal.note(
        .location, "showsUserLocation", outcome: "refused", why: "the app is not authorized (MK-25)",
        receiver: map)
      return
    }
    annotation.isUpdating = true
    map.tell("mapViewWillStartLocatingUser(_:)", "mapViewWillStartLocatingUser:") {
      $0.mapViewWillStartLocatingUser(map)
    }
    manager.startUpdatingLocation()
    if mode == .followWithHeading { manager.startUpdatingHeading() }
  }
  private func warnUnlessAsked() {
    guard let map, let manager, manager.authorizationStatus == .notDetermined, !CLLocationManager.asksUser
    else { return }
    Journal.warn(
      "a map view should show the user's location, but the app has not asked for authorization: call "
        + "requestWhenInUseAuthorization() of a CLLocationManager first", rule: "MK-25", receiver: map)
  }
  private func stopped() {
    annotation.isUpdating = false
    guard let map else { return }
    map.tell("mapViewDidStopLocatingUser(_:)", "mapViewDidStopLocatingUser:") {
      $0.mapViewDidStopLocatingUser(map)
    }
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    guard manager === self.manager else { return }
    if manager.authorizationStatus == .authorizedAlways || manager.authorizationStatus == .authorizedWhenInUse
    {
      start()
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard manager === self.manager, let map, let location = locations.last else { return }
    annotation.location = location
    if map.annotationStore.record(of: annotation) == nil { map.addAnnotation(annotation) }
    map.annotationChanged(annotation, .place)
    map.tell("mapView(_:didUpdate:)", "mapView:didUpdateUserLocation:") {
      $0.mapView(map, didUpdate: annotation)
    }
    if mode != .none { follow(animated: true) }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    guard manager === self.manager, let map else { return }
    map.tell("mapView(_:didFailToLocateUserWithError:)", "mapView:didFailToLocateUserWithError:") {
      $0.mapView(map, didFailToLocateUserWithError: error)
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    guard manager === self.manager, let map else { return }
    annotation.heading = newHeading
    map.tell("mapView(_:didUpdate:)", "mapView:didUpdateUserLocation:") {
      $0.mapView(map, didUpdate: annotation)
    }
    if mode == .followWithHeading { follow(animated: true) }
  }

  /// Updates the accuracy ring for the current viewport.
  // MK-36
  func updateRing() {
    guard let map, let location = annotation.location,
      let view = map.annotationStore.record(of: annotation)?.view as? MKUserLocationView
    else { return }
    view.accuracyRadius = CGFloat(
      max(location.horizontalAccuracy, 0) * MKMapPointsPerMeterAtLatitude(location.coordinate.latitude)
        * map.viewport.scale)
  }

  // MARK: Following (MK-26)

  func setMode(_ new: MKUserTrackingMode, animated: Bool) {
    guard let map, new != mode else { return }
    mode = new
    hasZoomed = false
    if new != .none { isShown = true }
    if new == .followWithHeading { manager?.startUpdatingHeading() } else { manager?.stopUpdatingHeading() }
    map.tell("mapView(_:didChange:animated:)", "mapView:didChangeUserTrackingMode:animated:") {
      $0.mapView(map, didChange: new, animated: animated)
    }
    map.ornaments.update(map)
    if new != .none { follow(animated: animated) }
  }

  /// Called when the user moved the map: ends the tracking that this contradicts.
  // MK-26
  func userMoved(zoomed: Bool = false, turned: Bool = false) {
    guard mode != .none else { return }
    if zoomed { return }
    setMode(turned && mode == .followWithHeading ? .follow : turned ? mode : .none, animated: false)
  }

  private func follow(animated: Bool) {
    guard let map, let location = annotation.location, map.bounds.width > 0 else { return }
    var target = map.viewport
    if !hasZoomed {
      // Zooms in to about one kilometre across.
      hasZoomed = true
      let near = Viewport.fitting(
        MKCoordinateRegion(center: location.coordinate, latitudinalMeters: 1000, longitudinalMeters: 1000)
          .mapRect,
        in: map.bounds.size)
      if near.scale > target.scale { target.setScale(near.scale) }
    }
    if mode == .followWithHeading, let heading = annotation.heading {
      target.heading = heading.trueHeading >= 0 ? heading.trueHeading : heading.magneticHeading
    }
    target = map.limited(target.centered(on: MKMapPoint(location.coordinate), in: map.contentInsets))
    guard target != map.viewport else { return }
    map.stopMoving()
    // NB: fixes arrive every second; the animation ends before the next one.
    map.go(to: target, animated: animated)
  }
}
