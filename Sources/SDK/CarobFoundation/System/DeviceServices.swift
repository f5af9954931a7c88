package import DeviceProtocol
import CarobRuntime

/// The app's interface to device services other than screen and input: permissions, location and
/// notifications.
///
/// UIKit owns the connection: it installs `send` and forwards incoming messages. The frameworks that use this
/// type are above UIKit. A test installs its own `send` and acts as the device.
package enum DeviceServices {
  private struct State {
    var send: ((AppMessage) -> Void)?
    var permissions: [PermissionKind: Permission] = [:]
    var lastRequest: UInt32 = 0
    var requests: [UInt32: (Permission) -> Void] = [:]
    var observers: [(kind: PermissionKind, body: (Permission) -> Void)] = []
    var regions: [MonitoredRegion] = []
    var takeReport: ((LocationReport) -> Void)?
    /// Reports that arrived before there was a receiver.
    var reports: [LocationReport] = []
  }
  private static let state = Guarded(State())

  /// Connects to the device, or disconnects with nil. Discards pending requests.
  package static func connect(
    permissions: [Permission], regions: [MonitoredRegion] = [], send: ((AppMessage) -> Void)?
  ) {
    // NB: the replaced closures are released outside the lock, because deinitializers of their captures may
    // call this type.
    let old = state.withLock { state in
      let old = (state.send, state.requests)
      state.send = send
      state.requests = [:]
      state.regions = regions
      state.reports = []
      state.permissions = Dictionary(permissions.map { ($0.kind, $0) }, uniquingKeysWith: { $1 })
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Sends a message to the device. Returns false if there is none.
  @discardableResult
  package static func send(_ message: AppMessage) -> Bool {
    guard let send = state.withLock({ $0.send }) else { return false }
    send(message)
    return true
  }

  // MARK: Location

  /// The regions that the device was monitoring for the app when it was launched.
  package static var regions: [MonitoredRegion] { state.withLock { $0.regions } }

  /// Delivers reports to CoreLocation from now on, starting with those that arrived earlier.
  package static func takeReports(_ body: @escaping (LocationReport) -> Void) {
    let (held, old) = state.withLock { state in
      let taken = (state.reports, state.takeReport)
      state.takeReport = body
      state.reports = []
      return taken
    }
    withExtendedLifetime(old) {}
    for report in held { body(report) }
  }

  /// Handles a location report from the device.
  package static func locationReported(_ report: LocationReport) {
    let take = state.withLock { state in
      if state.takeReport == nil { state.reports.append(report) }
      return state.takeReport
    }
    if let take { return take(report) }
    // M-110: the app was launched for the region event but has not created a location manager.
    switch report {
    case .entered(let region, _), .exited(let region, _):
      Journal.warn(
        "the event of region '\(region.identifier)' is lost: the app created no CLLocationManager at launch; create one "
          + "and set its delegate in application(_:didFinishLaunchingWithOptions:)", rule: "M-110")
    default: break
    }
  }

  // MARK: Permissions

  /// The user's current decision.
  package static func permission(_ kind: PermissionKind) -> Permission {
    state.withLock { $0.permissions[kind] ?? Permission(kind: kind) }
  }

  /// Asks the user for permission. The completion is called once on the main thread with the resulting
  /// permission, even if the user need not be asked. Without a device it is called in the next turn with the
  /// unchanged permission.
  package static func request(
    _ kind: PermissionKind, _ scope: PermissionRequest.Scope = .ordinary, text: String = "",
    completion: @escaping (Permission) -> Void
  ) {
    let request = state.withLock { state in
      state.lastRequest &+= 1
      if state.send != nil { state.requests[state.lastRequest] = completion }
      return PermissionRequest(id: state.lastRequest, kind: kind, scope: scope, text: text)
    }
    guard !send(.requestPermission(request)) else { return }
    nonisolated(unsafe) let completion = completion  // because it is called on the main thread alone
    DispatchQueue.main.async { completion(permission(kind)) }
  }

  /// Calls `body` on the main thread after each change of a permission, before the completion of the request
  /// that caused it.
  package static func observePermission(_ kind: PermissionKind, _ body: @escaping (Permission) -> Void) {
    state.withLock { $0.observers.append((kind, body)) }
  }

  /// Handles a permission change from the device.
  package static func permissionChanged(_ permission: Permission, answers: UInt32?) {
    let (isNew, observers, completion) = state.withLock { state in
      let old = state.permissions.updateValue(permission, forKey: permission.kind)
      return (
        old ?? Permission(kind: permission.kind) != permission,
        state.observers.filter { $0.kind == permission.kind },
        answers.flatMap { state.requests.removeValue(forKey: $0) }
      )
    }
    if isNew { for observer in observers { observer.body(permission) } }
    completion?(permission)
  }
}
