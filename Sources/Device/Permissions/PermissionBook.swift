import DeviceProtocol

/// The user's decisions about the app's permissions, and the result of each request: a pure state machine. On a new device nothing is
/// decided.
public struct PermissionBook: Sendable, Equatable {
  private var decided: [PermissionKind: Permission] = [:]
  /// L-123: the user was asked once to change to always.
  private var wasAskedToStepUp = false
  /// L-9: Location Services are off for all apps.
  private var isLocationOff = false

  public init() {}

  /// Whether nothing was decided.
  public var isEmpty: Bool { decided.isEmpty && !isLocationOff }

  public func current(_ kind: PermissionKind) -> Permission {
    var permission = decided[kind] ?? Permission(kind: kind)
    if kind == .location { permission.isSwitchedOff = isLocationOff }
    return permission
  }

  /// All decisions, in the order of the kinds.
  public var all: [Permission] {
    PermissionKind.allCases.filter { decided[$0] != nil || ($0 == .location && isLocationOff) }.map(current)
  }

  /// L-9: turns Location Services on or off; returns the app's permission, or nil if nothing changed.
  mutating func switchLocationServices(on isOn: Bool) -> Permission? {
    guard isLocationOff == isOn else { return nil }
    isLocationOff = !isOn
    return current(.location)
  }

  /// The result of a request.
  public enum Consequence: Equatable {
    case ask
    /// The user is not asked; the permission is unchanged.
    case settled
    /// The user is not asked; the permission has changed.
    case changed(Permission)
  }

  /// Whether another answer has decided a request that waits.
  func isDecided(_ request: PermissionRequest) -> Bool {
    let status = current(request.kind).status
    switch request.scope {
    case .services: return !isLocationOff
    case .ordinary: return status != .notDetermined && status != .provisional
    case .always, .fullAccuracy, .provisional: return false
    }
  }

  public mutating func consider(_ request: PermissionRequest) -> Consequence {
    let permission = current(request.kind)
    // L-9.
    if request.scope == .services || permission.isSwitchedOff {
      return request.scope == .services && permission.isSwitchedOff ? .ask : .settled
    }
    switch (request.kind, request.scope, permission.status) {
    case (.location, .fullAccuracy, .whenInUse), (.location, .fullAccuracy, .always),
      (.location, .fullAccuracy, .provisionalAlways):
      return permission.isPrecise ? .settled : .ask
    case (.location, .fullAccuracy, _): return .settled
    // L-2, L-123: only once, and not for a permission that was allowed once.
    case (.location, .always, .whenInUse):
      guard !wasAskedToStepUp, !permission.isTemporary else { return .settled }
      wasAskedToStepUp = true
      return .ask
    case (.notifications, .provisional, .notDetermined):
      return .changed(store(Permission(kind: .notifications, status: .provisional)))
    case (.notifications, .ordinary, .provisional): return .ask
    case (_, _, .notDetermined): return .ask
    // L-2: once the user has decided, a request has no effect.
    default: return .settled
    }
  }

  /// Takes the user's answer, and returns the new permission.
  public mutating func answer(
    _ request: PermissionRequest, _ choice: PermissionChoice, isPrecise: Bool = true
  ) -> Permission {
    var permission = current(request.kind)
    if request.scope == .services { return permission }
    guard request.kind == .location else {
      permission.status = choice == .deny ? .denied : .allowed
      return store(permission)
    }
    if request.scope == .fullAccuracy {
      if choice != .deny {
        permission.isPrecise = true
        temporaryAccuracy = true
      }
      return store(permission)
    }
    let isUpgrade = permission.status == .whenInUse || permission.status == .provisionalAlways
    permission.isTemporary = choice == .once
    if !isUpgrade { permission.isPrecise = isPrecise }
    switch choice {
    case .deny: permission.status = isUpgrade ? .whenInUse : .denied
    case .always: permission.status = .always
    // L-121: allowing once means while in use, until the app is no longer in use.
    case .once, .allow: permission.status = .whenInUse
    // L-122: the app asked for always; the user will be asked again when it matters.
    case .whenInUse:
      permission.status = request.scope == .always && !isUpgrade ? .provisionalAlways : .whenInUse
    }
    return store(permission)
  }

  /// Changes a permission as in Settings; returns nil if nothing changed.
  public mutating func set(_ kind: PermissionKind, _ status: PermissionStatus, isPrecise: Bool?)
    -> Permission?
  {
    var permission = current(kind)
    permission.status = status
    permission.isTemporary = false
    if let isPrecise { permission.isPrecise = isPrecise }
    if status == .notDetermined {
      wasAskedToStepUp = false
      permission.isPrecise = isPrecise ?? true
    }
    guard permission != current(kind) else { return nil }
    temporaryAccuracy = false
    return store(permission)
  }

  /// Full accuracy was allowed for as long as the app is in use (L-125).
  private var temporaryAccuracy = false

  /// The app is no longer in use, which ends temporary permissions (L-121, L-125). Returns the permission that changed.
  public mutating func appWasLeft() -> Permission? {
    var permission = current(.location)
    if permission.isTemporary {
      permission.status = .notDetermined
      permission.isTemporary = false
      permission.isPrecise = true
    } else if temporaryAccuracy {
      permission.isPrecise = false
    } else {
      return nil
    }
    temporaryAccuracy = false
    return store(permission)
  }

  private mutating func store(_ permission: Permission) -> Permission {
    var stored = permission
    stored.isSwitchedOff = false
    decided[permission.kind] = permission.status == .notDetermined ? nil : stored
    return current(permission.kind)
  }
}

extension PermissionBook {
  /// The decisions as text for the container: one line per kind, `location whenInUse reduced asked`.
  var lines: String {
    (isLocationOff ? "locationServices off\n" : "")
      + all.filter { !$0.isTemporary && $0.status != .notDetermined }.map { permission in
        var words = [permission.kind.rawValue, "\(permission.status)"]
        if !permission.isPrecise || (temporaryAccuracy && permission.kind == .location) {
          words.append("reduced")
        }
        if permission.kind == .location, wasAskedToStepUp { words.append("asked") }
        return words.joined(separator: " ") + "\n"
      }.joined()
  }

  /// Restores the decisions from `lines`; invalid lines are ignored.
  init(lines: String) {
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words == ["locationServices", "off"] { isLocationOff = true }
      guard words.count >= 2, let kind = PermissionKind(rawValue: words[0]),
        let status = (0...7).lazy.compactMap({ PermissionStatus(rawValue: $0) }).first(where: {
          "\($0)" == words[1]
        })
      else { continue }
      decided[kind] = Permission(kind: kind, status: status, isPrecise: !words.contains("reduced"))
      if kind == .location { wasAskedToStepUp = words.contains("asked") }
    }
  }
}
