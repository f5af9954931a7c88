import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// The state that all location managers of the app share: the device's reports, the regions, the
/// authorization.
///
/// Reports arrive on the main thread, caused by the device's event; each manager is called on its own thread
/// (L-6).
final class LocationHub: @unchecked Sendable {
  // @unchecked because its state is behind a lock.

  static let shared = LocationHub()

  private struct State {
    var managers: [WeakManager] = []
    var regions: [MonitoredRegion] = []
    /// Regions whose start the device has not confirmed yet: not in `monitoredRegions` (L-43).
    var starting: [String: MonitoredRegion] = [:]
    var lastFix: LocationFix?
    var heading: Double?
    /// Crossings that happened while no manager had a delegate.
    var undeliveredCrossings: [LocationReport] = []
    var requestedUpdates = UpdateNeeds()
    /// L-28.
    var isPaused = false
    /// L-9: whether the user was offered Settings in this launch.
    var hasOfferedSettings = false
    var listeners: [Listener] = []
    var lastListener = 0
  }
  /// The standard updates that all managers together need.
  private struct UpdateNeeds: Equatable {
    var updates = false
    var background = false
    var pausesAfter: Double?
    var demand: LocationDemand {
      updates ? .startUpdates(inBackground: background, pausesAfter: pausesAfter) : .stopUpdates
    }
  }
  private struct WeakManager {
    weak var manager: CLLocationManager?
  }
  private struct Listener {
    let id: Int
    let wantsFixes: Bool
    let authorizationChanged: () -> Void
    let body: (LocationReport) -> Void
  }
  private let state = Guarded(State())

  private init() {
    state.withLock { $0.regions = DeviceServices.regions }
    DeviceServices.takeReports { LocationHub.shared.take($0) }
    DeviceServices.observePermission(.location) { _ in LocationHub.shared.authorizationChanged() }
  }

  // MARK: Managers

  func add(_ manager: CLLocationManager) {
    state.withLock { state in
      state.managers.removeAll { $0.manager == nil }
      state.managers.append(WeakManager(manager: manager))
    }
  }

  /// In the order of their creation.
  private var managers: [CLLocationManager] { state.withLock { $0.managers.compactMap(\.manager) } }
  var asksUser: Bool { managers.contains(where: \.asksForAuthorization) }

  var regions: [MonitoredRegion] { state.withLock { $0.regions } }
  var lastFix: LocationFix? { state.withLock { $0.lastFix } }
  var heading: Double? { state.withLock { $0.heading } }

  /// Passes every report and every change of the authorization to a listener: for API that has no manager.
  func listen(
    wantsFixes: Bool, authorizationChanged: @escaping () -> Void = {},
    _ body: @escaping (LocationReport) -> Void
  ) -> Int {
    state.withLock { state in
      state.lastListener += 1
      state.listeners.append(
        Listener(
          id: state.lastListener, wantsFixes: wantsFixes, authorizationChanged: authorizationChanged,
          body: body))
      return state.lastListener
    }
  }
  func unlisten(_ id: Int) { state.withLock { state in state.listeners.removeAll { $0.id == id } } }

  // MARK: Authorization

  static var permission: Permission { DeviceServices.permission(.location) }
  static var status: CLAuthorizationStatus { CLAuthorizationStatus(permission) }

  private func authorizationChanged() {
    for manager in managers { manager.onOwnThread { $0.notifyAuthorization() } }
    for manager in managers where manager.isUpdating && Self.status == .denied {
      manager.onOwnThread { $0.fail(.denied) }
    }
    for listener in state.withLock({ $0.listeners }) { listener.authorizationChanged() }
  }

  // MARK: Demands

  func demand(_ demand: LocationDemand) { DeviceServices.send(.location(demand)) }

  /// Recomputes what the managers need together, and sends it to the device if it changed.
  func updatesChanged() {
    let managers = managers.filter(\.isUpdating)
    let isStreaming = state.withLock { $0.listeners.contains { $0.wantsFixes } }
    let pauses = managers.map(\.pausesAfter)
    let wanted = UpdateNeeds(
      updates: !managers.isEmpty || isStreaming,
      background: managers.contains { $0.allowsBackgroundLocationUpdates },
      // L-28: the longest wait applies.
      pausesAfter: isStreaming || pauses.contains(nil) ? nil : pauses.compactMap { $0 }.max())
    let old = state.withLock { state in
      defer { state.requestedUpdates = wanted }
      return state.requestedUpdates
    }
    guard wanted != old else { return }
    demand(wanted.demand)
  }

  /// L-28: resumes paused updates when the app starts them again.
  ///
  /// - Returns: whether they had paused.
  func resumeUpdates() -> Bool {
    guard let wanted = state.withLock({ $0.isPaused ? $0.requestedUpdates : nil }) else { return false }
    demand(wanted.demand)
    return true
  }

  /// L-9, L-288: offers the user to open Settings, once per launch.
  func offerSettings() {
    let isFirst = state.withLock { state in
      defer { state.hasOfferedSettings = true }
      return !state.hasOfferedSettings
    }
    if isFirst { DeviceServices.request(.location, .services, text: "") { _ in } }
  }

  func monitor(_ region: MonitoredRegion) {
    state.withLock { $0.starting[region.identifier] = region }
    demand(.monitor(region))
  }

  func stopMonitoring(_ identifier: String) {
    state.withLock { state in
      state.regions.removeAll { $0.identifier == identifier && $0.monitor == nil }
      state.starting[identifier] = nil
    }
    demand(.stopMonitoring(identifier: identifier, monitor: nil))
  }

  // MARK: Reports

  private func take(_ report: LocationReport) {
    for listener in state.withLock({ $0.listeners }) { listener.body(report) }
    switch report {
    case .fix(let fix):
      state.withLock { $0.lastFix = fix }
      root("fix", details(fix)) {
        for manager in managers where manager.isUpdating { manager.onOwnThread { $0.take(fix) } }
      }
    case .requested(let fix):
      state.withLock { $0.lastFix = fix }
      root("fix", details(fix)) {
        for manager in managers where manager.isRequestingLocation {
          manager.onOwnThread { $0.takeRequested(fix) }
        }
      }
    case .unavailable(let isAnswer):
      root("location unknown", []) {
        for manager in managers where isAnswer ? manager.isRequestingLocation : manager.isUpdating {
          manager.onOwnThread { manager in
            manager.isRequestingLocation = false
            manager.fail(.locationUnknown)
          }
        }
      }
    case .significantChange(let fix):
      state.withLock { $0.lastFix = fix }
      root("significant change", details(fix)) {
        for manager in managers where manager.monitorsSignificantChanges {
          manager.onOwnThread { $0.notifyLocations([CLLocation(fix)]) }
        }
      }
    case .heading(let degrees):
      state.withLock { $0.heading = degrees }
      root("heading", [("degrees", "\(degrees)")]) {
        for manager in managers where manager.isUpdatingHeading {
          manager.onOwnThread { $0.takeHeading(degrees) }
        }
      }
    case .visit(let latitude, let longitude, let accuracy, let arrival, let departure):
      let visit = CLVisit(
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude), accuracy: accuracy,
        arrival: arrival, departure: departure)
      root("visit", []) {
        for manager in managers where manager.monitorsVisits {
          manager.onOwnThread { manager in
            manager.tell("locationManager:didVisit:", "locationManager(_:didVisit:)") {
              $0.locationManager(manager, didVisit: visit)
            }
          }
        }
      }
    case .beacons(let pattern, let sightings): takeBeacons(pattern, sightings)
    case .updatesPaused(let isPaused):
      state.withLock { $0.isPaused = isPaused }
      root(isPaused ? "updates paused" : "updates resumed", []) {
        for manager in managers where manager.isUpdating { manager.onOwnThread { $0.notifyPaused(isPaused) } }
      }
    case .monitoring, .monitoringFailed, .entered, .exited, .regionState: takeRegion(report)
    }
  }

  private func takeBeacons(_ pattern: BeaconPattern, _ sightings: [BeaconSighting]) {
    let beacons = sightings.map(CLBeacon.init)
    root("beacons", [("count", "\(beacons.count)")]) {
      for manager in managers {
        manager.onOwnThread { $0.takeBeacons(pattern, beacons) }
      }
    }
  }

  private func takeRegion(_ report: LocationReport) {
    switch report {
    case .monitoring(let identifier, nil):
      guard
        let region = state.withLock({ state -> MonitoredRegion? in
          guard let region = state.starting.removeValue(forKey: identifier) else { return nil }
          state.regions.removeAll { $0.identifier == identifier && $0.monitor == nil }
          state.regions.append(region)
          return region
        })
      else { return }
      root("monitoring \(identifier)", []) {
        for manager in managers { manager.onOwnThread { $0.notifyStarted(region) } }
      }
    case .monitoringFailed(let region, let code, let why) where region.monitor == nil:
      state.withLock { $0.starting[region.identifier] = nil }
      // M-106, M-107.
      let isRadius = why.contains("radius")
      Journal.warn(
        "region '\(region.identifier)' is not monitored: \(why)", rule: isRadius ? "M-106" : "M-107")
      root("monitoring failed \(region.identifier)", []) {
        for manager in managers {
          manager.onOwnThread {
            $0.notifyFailure(region, CLError.Code(rawValue: Int(code)) ?? .regionMonitoringFailure)
          }
        }
      }
    case .entered(let region, _) where region.monitor == nil: cross(report, region, isEntry: true)
    case .exited(let region, _) where region.monitor == nil: cross(report, region, isEntry: false)
    case .regionState(let identifier, nil, let code):
      guard let region = regions.first(where: { $0.identifier == identifier && $0.monitor == nil }) else {
        return
      }
      let state = CLRegionState(rawValue: Int(code)) ?? .unknown
      root("state of \(identifier)", []) {
        for manager in managers where manager.takeStateQuestion(identifier) {
          manager.onOwnThread { $0.notifyState(state, region) }
        }
      }
    default: break
    }
  }

  private func cross(_ report: LocationReport, _ region: MonitoredRegion, isEntry: Bool) {
    let reachable = managers.filter { $0.delegate != nil }
    guard !reachable.isEmpty else {
      // M-110: delivered when a delegate is set.
      state.withLock { $0.undeliveredCrossings.append(report) }
      Journal.warn(
        "the event of region '\(region.identifier)' is not delivered: no CLLocationManager has a delegate after the launch",
        rule: "M-110")
      return
    }
    root("region \(region.identifier) \(isEntry ? "entered" : "exited")", []) {
      for manager in reachable { manager.onOwnThread { $0.notifyCrossing(region, isEntry: isEntry) } }
    }
  }

  /// A delegate was set: delivers the crossings that waited for one.
  func delegateWasSet() {
    let waiting = state.withLock { state in
      defer { state.undeliveredCrossings = [] }
      return state.undeliveredCrossings
    }
    for report in waiting { takeRegion(report) }
  }

  private func root(_ name: String, _ detail: [(key: String, value: String)], _ body: () -> Void) {
    Journal.root(.location, name, category: .functional, detail: detail, body)
  }

  private func details(_ fix: LocationFix) -> [(key: String, value: String)] {
    [("at", "\(fix.latitude), \(fix.longitude)")]
  }
}

extension LocationHub {
  /// Starts over with the device that `DeviceServices` is connected to: for tests, which use several.
  func restart() {
    state.withLock { state in
      state = State()
      state.regions = DeviceServices.regions
    }
  }
}
