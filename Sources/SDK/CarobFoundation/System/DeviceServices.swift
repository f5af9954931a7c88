package import DeviceProtocol
import CarobRuntime

/// The app's side of what the device offers beside screen and input: what the user permits, where the device is, what it
/// notifies of.
///
/// The frameworks that use it lie above UIKit, which has the connection: UIKit installs `send` and hands over what comes. A
/// test installs a `send` of its own and plays the device.
package enum DeviceServices {
  private struct State {
    var send: ((AppMessage) -> Void)?
    var permissions: [PermissionKind: Permission] = [:]
    var lastRequest: UInt32 = 0
    var requests: [UInt32: (Permission) -> Void] = [:]
    var observers: [(kind: PermissionKind, body: (Permission) -> Void)] = []
    var regions: [MonitoredRegion] = []
    var takeReport: ((LocationReport) -> Void)?
    /// What came while nobody took it.
    var reports: [LocationReport] = []
  }
  private static let state = Guarded(State())

  /// Connects to the device, or with nil to none; forgets what was asked before.
  package static func connect(
    permissions: [Permission], regions: [MonitoredRegion] = [], send: ((AppMessage) -> Void)?
  ) {
    // NB: what it replaces is released after the lock: the end of what a closure holds may come back here.
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

  /// Whether there is a device that can be asked.
  package static var isConnected: Bool { state.withLock { $0.send != nil } }

  /// Sends a message to the device; false if there is none.
  @discardableResult
  package static func send(_ message: AppMessage) -> Bool {
    guard let send = state.withLock({ $0.send }) else { return false }
    send(message)
    return true
  }

  // MARK: Location

  /// The regions that the device watched for the app when it was launched.
  package static var regions: [MonitoredRegion] { state.withLock { $0.regions } }

  /// CoreLocation takes what the device reports from now on, and first what came before.
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

  /// What the device said.
  package static func locationReported(_ report: LocationReport) {
    let take = state.withLock { state in
      if state.takeReport == nil { state.reports.append(report) }
      return state.takeReport
    }
    if let take { return take(report) }
    // M-110: the app was launched for it, and has not so much as made a manager.
    switch report {
    case .entered(let region, _), .exited(let region, _):
      Journal.warn(
        "the event of region '\(region.identifier)' reaches nobody: the app made no CLLocationManager at its launch; make it "
          + "and set its delegate in application(_:didFinishLaunchingWithOptions:)", rule: "M-110")
    default: break
    }
  }

  // MARK: Permissions

  /// What the user has decided.
  package static func permission(_ kind: PermissionKind) -> Permission {
    state.withLock { $0.permissions[kind] ?? Permission(kind: kind) }
  }

  /// Asks the user. The completion is called on the main thread, once, with what then holds, also if nobody need be asked.
  /// Without a device nothing changes, and it is called in the next turn.
  package static func request(
    _ kind: PermissionKind, _ wish: PermissionRequest.Wish = .ordinary, text: String = "",
    completion: @escaping (Permission) -> Void
  ) {
    let request = state.withLock { state in
      state.lastRequest &+= 1
      if state.send != nil { state.requests[state.lastRequest] = completion }
      return PermissionRequest(id: state.lastRequest, kind: kind, wish: wish, text: text)
    }
    guard !send(.requestPermission(request)) else { return }
    nonisolated(unsafe) let completion = completion  // because it is called on the main thread alone
    DispatchQueue.main.async { completion(permission(kind)) }
  }

  /// Calls `body` on the main thread after each change of a permission, before the completion of the request that led to it.
  package static func observePermission(_ kind: PermissionKind, _ body: @escaping (Permission) -> Void) {
    state.withLock { $0.observers.append((kind, body)) }
  }

  /// What the device said.
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
