import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// Starts and stops the delivery of locations, headings, visits and region crossings to a delegate.
///
/// The delegate is called on the run loop of the thread that created the manager (L-6). Regions belong to the
/// app: all managers see the same ones, and they stay monitored after the process ends (L-45, L-46).
open class CLLocationManager: NSObject, @unchecked Sendable {
  // @unchecked because it is used only on its own thread, whose run loop also makes the callbacks.

  private let runLoop: RunLoop?
  private var isNotifiedOfAuthorization = false

  public override init() {
    runLoop = Thread.isMainThread ? nil : RunLoop.current
    super.init()
    LocationHub.shared.add(self)
    scheduleFirstAuthorization()
  }

  open weak var delegate: (any CLLocationManagerDelegate)? {
    didSet {
      guard let delegate, delegate !== oldValue else { return }
      // L-4: a delegate that is set later gets the authorization then.
      if isNotifiedOfAuthorization { scheduleFirstAuthorization() }
    }
  }

  deinit {
    // A manager that is deallocated together with its delegate, as by a popped view controller, is no
    // mistake.
    guard asksForAuthorization || (isUpdating || isRequestingLocation) && delegate != nil else { return }
    Journal.warn(
      "a CLLocationManager was deallocated while "
        + (asksForAuthorization ? "the user is asked for authorization" : "it delivers locations")
        + ": its delegate gets no more calls; keep the manager in a property", rule: "M-157")
    let hub = LocationHub.shared
    DispatchQueue.main.async { hub.updatesChanged() }
  }

  // MARK: Threads

  func onOwnThread(_ body: @escaping (CLLocationManager) -> Void) {
    guard let runLoop else { return body(self) }
    nonisolated(unsafe) let body = body  // because it runs once, on the manager's thread
    let cause = Journal.cause
    runLoop.perform { [weak self] in
      guard let self else { return }
      Journal.with(cause: cause) { body(self) }
    }
  }

  private func nextTurn(_ body: @escaping (CLLocationManager) -> Void) {
    nonisolated(unsafe) let body = body  // because it runs once, on the manager's thread
    let cause = Journal.cause
    (runLoop ?? .main).perform(inModes: [.common]) { [weak self] in
      guard let self else { return }
      Journal.with(cause: cause) { body(self) }
    }
  }

  // MARK: Authorization

  open var authorizationStatus: CLAuthorizationStatus { LocationHub.status }
  open var accuracyAuthorization: CLAccuracyAuthorization {
    LocationHub.permission.isPrecise ? .fullAccuracy : .reducedAccuracy
  }
  open var isAuthorizedForWidgetUpdates: Bool { authorizationStatus.isAuthorized }
  @available(*, deprecated, message: "use the instance's authorizationStatus")
  open class func authorizationStatus() -> CLAuthorizationStatus { LocationHub.status }
  /// Whether Location Services are on for the whole device (L-9).
  open class func locationServicesEnabled() -> Bool { !LocationHub.permission.isSwitchedOff }

  private(set) var asksForAuthorization = false
  /// Whether an authorization prompt of any of the app's managers is on screen.
  package static var asksUser: Bool { LocationHub.shared.asksUser }

  open func requestWhenInUseAuthorization() {
    ask(.ordinary, "requestWhenInUseAuthorization()", UsageTexts.whenInUse)
  }
  open func requestAlwaysAuthorization() { ask(.always, "requestAlwaysAuthorization()", UsageTexts.always) }

  /// L-2, L-3.
  private func ask(_ scope: PermissionRequest.Scope, _ name: String, _ text: (String) -> String?) {
    guard let text = text("CLLocationManager.\(name)") else {
      Journal.note(
        .location, name, outcome: "refused", why: "a usage description is missing in Info.plist",
        receiver: self)
      return
    }
    let status = authorizationStatus
    if LocationHub.permission.isSwitchedOff { return refuseWhileOff(name) }
    guard status == .notDetermined || (scope == .always && status == .authorizedWhenInUse) else {
      Journal.note(
        .location, name, outcome: "dropped",
        why: "authorization is \(status.name) already: iOS asks the user only once", receiver: self)
      return
    }
    Journal.note(.location, name, outcome: "handled", why: nil, receiver: self)
    asksForAuthorization = true
    DeviceServices.request(.location, scope, text: text) { [weak self] _ in self?.asksForAuthorization = false
    }
  }

  /// L-9: offers the user to open Settings.
  private func refuseWhileOff(_ name: String) {
    Journal.note(
      .location, name, outcome: "refused", why: "Location Services are off on the device (L-9)",
      receiver: self)
    LocationHub.shared.offerSettings()
  }

  /// Asks for full accuracy for one purpose, as long as the app is in use (L-125).
  ///
  /// The completion gets `promptDeclined` if the user declines or Info.plist has no text for the purpose,
  /// and `denied` without authorization.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    guard let text = UsageTexts.purpose(purposeKey) else {
      Journal.warn(
        "NSLocationTemporaryUsageDescriptionDictionary in Info.plist has no text for the purpose '\(purposeKey)'; the request fails",
        rule: "M-158")
      return nextTurn { _ in completion?(CLError(.promptDeclined)) }
    }
    guard authorizationStatus.isAuthorized else { return nextTurn { _ in completion?(CLError(.denied)) } }
    if accuracyAuthorization == .fullAccuracy { return nextTurn { _ in completion?(nil) } }
    DeviceServices.request(.location, .fullAccuracy, text: text) { permission in
      completion?(permission.isPrecise ? nil : CLError(.promptDeclined))
    }
  }
  open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// L-4, L-55: the authorization first, then the events that waited for a delegate.
  private func scheduleFirstAuthorization() {
    nextTurn { manager in
      manager.notifyAuthorization()
      if manager.delegate != nil { LocationHub.shared.delegateWasSet() }
    }
  }

  /// L-4, L-5.
  func notifyAuthorization() {
    isNotifiedOfAuthorization = true
    guard delegate != nil else { return }
    let status = authorizationStatus
    if tell(
      "locationManagerDidChangeAuthorization:", "locationManagerDidChangeAuthorization(_:)",
      { $0.locationManagerDidChangeAuthorization(self) })
    {
      return
    }
    tell(
      "locationManager:didChangeAuthorizationStatus:", "locationManager(_:didChangeAuthorization:)",
      { $0.locationManager(self, didChangeAuthorization: status) })
  }

  // MARK: Telling

  @discardableResult
  func tell(
    _ selector: Selector, _ name: @autoclosure () -> String,
    _ body: (any CLLocationManagerDelegate) -> Void
  ) -> Bool {
    guard let delegate, Runtime.answers(delegate, selector) else { return false }
    Journal.deliver(.location, name(), to: delegate, from: self) { body(delegate) }
    return true
  }

  func notifyLocations(_ locations: [CLLocation]) {
    guard let newest = locations.last else { return }
    let old = location
    location = newest
    guard delegate != nil else { return warnWithoutDelegate() }
    if tell(
      "locationManager:didUpdateLocations:", "locationManager(_:didUpdateLocations:)",
      { $0.locationManager(self, didUpdateLocations: locations) })
    {
      return
    }
    // L-26.
    let isNotified = tell(
      "locationManager:didUpdateToLocation:fromLocation:", "locationManager(_:didUpdateTo:from:)",
      { $0.locationManager(self, didUpdateTo: newest, from: old ?? newest) })
    if !isNotified {
      Journal.explain(
        "the delegate of a CLLocationManager that delivers locations does not implement locationManager(_:didUpdateLocations:)",
        rule: "M-156", receiver: self)
    }
  }

  private var hasWarned = false
  private func warnWithoutDelegate() {
    guard !hasWarned else { return }
    hasWarned = true
    Journal.warn(
      "a CLLocationManager delivers locations but has no delegate: they are lost; set `delegate` to an object that the app keeps",
      rule: "M-156", receiver: self)
  }

  func fail(_ code: CLError.Code) {
    let isNotified = tell(
      "locationManager:didFailWithError:", "locationManager(_:didFailWithError:)",
      { $0.locationManager(self, didFailWithError: CLError(code)) })
    // M-112.
    if !isNotified, delegate != nil {
      Journal.explain(
        "locationManager(_:didFailWithError:) is not implemented: the error \(code) is lost", rule: "M-112",
        receiver: self)
    }
  }

  // MARK: Standard updates

  /// The most recent location; nil without one or without authorization (L-25).
  open internal(set) var location: CLLocation? {
    get {
      ownLocation
        ?? (authorizationStatus.isAuthorized ? LocationHub.shared.lastFix.map { CLLocation($0) } : nil)
    }
    set { ownLocation = newValue }
  }
  private var ownLocation: CLLocation?

  /// Metres; a hint for the device (L-22).
  open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  /// Metres that the device must move before the delegate gets another location (L-21).
  open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
  open var activityType: CLActivityType = .other {
    didSet { if activityType != oldValue { LocationHub.shared.updatesChanged() } }
  }
  /// Whether updates pause when the device has not moved for a while (L-28).
  // DEVIATION: they pause only if all of the app's updating managers allow it, and resume as soon as the
  // device moves.
  open var pausesLocationUpdatesAutomatically = true {
    didSet { if pausesLocationUpdatesAutomatically != oldValue { LocationHub.shared.updatesChanged() } }
  }
  /// L-28: seconds without movement after which updates pause; nil for never.
  var pausesAfter: Double? {
    guard pausesLocationUpdatesAutomatically else { return nil }
    return activityType == .fitness ? 300 : 900
  }

  func notifyPaused(_ isPaused: Bool) {
    let isNotified =
      isPaused
      ? tell(
        "locationManagerDidPauseLocationUpdates:", "locationManagerDidPauseLocationUpdates(_:)",
        { $0.locationManagerDidPauseLocationUpdates(self) })
      : tell(
        "locationManagerDidResumeLocationUpdates:", "locationManagerDidResumeLocationUpdates(_:)",
        { $0.locationManagerDidResumeLocationUpdates(self) })
    if isPaused, !isNotified, allowsBackgroundLocationUpdates {
      Journal.explain(
        "location updates have paused and the app is not notified: set pausesLocationUpdatesAutomatically to false, or implement locationManagerDidPauseLocationUpdates(_:)",
        rule: "M-152", receiver: self)
    }
  }
  open var showsBackgroundLocationIndicator = false {
    didSet {
      if showsBackgroundLocationIndicator {
        unimplemented("CLLocationManager.showsBackgroundLocationIndicator (the status bar has no indicator)")
      }
    }
  }
  @available(*, deprecated) open var purpose: String?

  /// Whether updates continue in the background. Setting true without the background mode `location` traps
  /// (L-27).
  open var allowsBackgroundLocationUpdates = false {
    didSet {
      guard allowsBackgroundLocationUpdates else { return LocationHub.shared.updatesChanged() }
      guard UsageTexts.hasBackgroundMode else {
        fatalError(
          "L-27: CLLocationManager.allowsBackgroundLocationUpdates was set to true, but UIBackgroundModes in Info.plist lacks 'location'"
        )
      }
      LocationHub.shared.updatesChanged()
    }
  }

  private(set) var isUpdating = false
  var isRequestingLocation = false
  private var lastReported: CLLocation?

  open func startUpdatingLocation() {
    isRequestingLocation = false
    // L-28: restarts updates that have paused.
    guard !isUpdating else {
      if LocationHub.shared.resumeUpdates() { lastReported = nil }
      return
    }
    switch authorizationStatus {
    case .denied where LocationHub.permission.isSwitchedOff:
      refuseWhileOff("startUpdatingLocation()")
      return nextTurn { $0.fail(.denied) }
    case .denied, .restricted:
      Journal.note(
        .location, "startUpdatingLocation()", outcome: "refused",
        why: "authorization is \(authorizationStatus.name)",
        receiver: self)
      return nextTurn { $0.fail(.denied) }
    case .notDetermined:
      Journal.explain(
        "startUpdatingLocation() was called before the user was asked: locations arrive once authorization is granted",
        rule: "M-159",
        receiver: self)
    default: break
    }
    isUpdating = true
    lastReported = nil
    LocationHub.shared.updatesChanged()
    // L-20: if another manager is already updating, this one gets the newest fix too.
    if let fix = LocationHub.shared.lastFix, authorizationStatus.isAuthorized {
      nextTurn { manager in
        if manager.isUpdating, manager.lastReported == nil { manager.take(fix) }
      }
    }
  }

  open func stopUpdatingLocation() {
    isRequestingLocation = false
    guard isUpdating else { return }
    isUpdating = false
    LocationHub.shared.updatesChanged()
  }

  /// Asks for exactly one location; the delegate gets either it or one error (L-23).
  open func requestLocation() {
    guard let delegate else { return warnWithoutDelegate() }
    guard Runtime.answers(delegate, "locationManager:didFailWithError:") else {
      fatalError(
        "L-23: the delegate of a CLLocationManager must implement locationManager(_:didFailWithError:) before requestLocation() is called"
      )
    }
    guard Runtime.answers(delegate, "locationManager:didUpdateLocations:") else {
      fatalError(
        "L-23: the delegate of a CLLocationManager must implement locationManager(_:didUpdateLocations:) before requestLocation() is called"
      )
    }
    // One request at a time, and none while updates are running.
    guard !isRequestingLocation, !isUpdating else { return }
    if LocationHub.permission.isSwitchedOff { refuseWhileOff("requestLocation()") }
    guard authorizationStatus.isAuthorized else { return nextTurn { $0.fail(.denied) } }
    isRequestingLocation = true
    LocationHub.shared.demand(.requestFix)
  }

  func takeRequested(_ fix: LocationFix) {
    guard isRequestingLocation else { return }
    isRequestingLocation = false
    notifyLocations([CLLocation(fix, desiredAccuracy: desiredAccuracy)])
  }

  /// L-21, L-76.
  func take(_ fix: LocationFix) {
    guard isUpdating else { return }
    let location = CLLocation(fix, desiredAccuracy: desiredAccuracy)
    if distanceFilter > 0, let last = lastReported {
      let distance = location.distance(from: last)
      guard distance >= distanceFilter || location.horizontalAccuracy < last.horizontalAccuracy else {
        Journal.note(
          .location, "locationManager(_:didUpdateLocations:)", outcome: "dropped",
          why: "moved \(Int(distance.rounded())) m, distanceFilter is \(Int(distanceFilter)) m",
          receiver: self)
        return
      }
    } else if let last = lastReported, fix.time == lastTime,
      last.coordinate.point == location.coordinate.point
    {
      return
    }
    lastTime = fix.time
    lastReported = location
    notifyLocations([location])
  }
  private var lastTime = -1.0

  @available(*, deprecated, message: "deferral has no effect since iOS 13")
  open func allowDeferredLocationUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval) {
    nextTurn { manager in
      manager.tell(
        "locationManager:didFinishDeferredUpdatesWithError:",
        "locationManager(_:didFinishDeferredUpdatesWithError:)",
        { $0.locationManager(manager, didFinishDeferredUpdatesWithError: CLError(.deferredFailed)) })
    }
  }
  @available(*, deprecated) open func disallowDeferredLocationUpdates() {}
  @available(*, deprecated) open class func deferredLocationUpdatesAvailable() -> Bool { false }

  // MARK: Significant changes and visits

  private(set) var monitorsSignificantChanges = false
  private(set) var monitorsVisits = false

  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }
  open func startMonitoringSignificantLocationChanges() {
    monitorsSignificantChanges = true
    LocationHub.shared.demand(.significantChanges(true))
  }
  open func stopMonitoringSignificantLocationChanges() {
    monitorsSignificantChanges = false
    LocationHub.shared.demand(.significantChanges(false))
  }
  open func startMonitoringVisits() {
    monitorsVisits = true
    LocationHub.shared.demand(.visits(true))
  }
  open func stopMonitoringVisits() {
    monitorsVisits = false
    LocationHub.shared.demand(.visits(false))
  }

  // MARK: Headings

  open class func headingAvailable() -> Bool { true }
  /// Degrees by which the heading must change before the delegate is called; the platform's default is 1.
  open var headingFilter: CLLocationDegrees = 1
  open var headingOrientation: CLDeviceOrientation = .portrait
  open private(set) var heading: CLHeading?
  private(set) var isUpdatingHeading = false

  open func startUpdatingHeading() {
    isUpdatingHeading = true
    heading = nil
    LocationHub.shared.demand(.headings(true))
  }
  open func stopUpdatingHeading() {
    isUpdatingHeading = false
    LocationHub.shared.demand(.headings(false))
  }
  open func dismissHeadingCalibrationDisplay() {}

  func takeHeading(_ degrees: Double) {
    guard isUpdatingHeading else { return }
    // Relative to the orientation in which the app says the device is held.
    let turn: Double =
      switch headingOrientation {
      case .landscapeLeft: 270
      case .landscapeRight: 90
      case .portraitUpsideDown: 180
      default: 0
      }
    let turned = (degrees + turn).truncatingRemainder(dividingBy: 360)
    if let last = heading?.magneticHeading, headingFilter > 0 {
      let difference = abs(last - turned)
      guard min(difference, 360 - difference) >= headingFilter else { return }
    }
    let heading = CLHeading(turned, hasLocation: LocationHub.shared.lastFix != nil)
    self.heading = heading
    tell(
      "locationManager:didUpdateHeading:", "locationManager(_:didUpdateHeading:)",
      { $0.locationManager(self, didUpdateHeading: heading) })
  }

  // MARK: Beacons (`CLLocationManager+Beacons.swift`)

  var constraints: [CLBeaconIdentityConstraint] = []
  var rangedBeaconRegions: [CLBeaconRegion] = []

  // MARK: Regions (`CLLocationManager+Regions.swift`)

  /// The number of unanswered `requestState` calls, by identifier.
  var pendingStateRequests: [String: Int] = [:]
}
