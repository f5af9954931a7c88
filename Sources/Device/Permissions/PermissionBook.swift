import DeviceProtocol

/// What the user has decided about the app, and what each request leads to: a pure state machine. A fresh device has
/// decided nothing.
public struct PermissionBook: Sendable, Equatable {
  private var decided: [PermissionKind: Permission] = [:]
  /// L-123: the one later question about always was put.
  private var wasAskedToStepUp = false
  /// L-9: Location Services are off, for all apps.
  private var isLocationOff = false

  public init() {}

  /// Nothing was ever decided: there is nothing to keep.
  public var isEmpty: Bool { decided.isEmpty && !isLocationOff }

  public func current(_ kind: PermissionKind) -> Permission {
    var permission = decided[kind] ?? Permission(kind: kind)
    if kind == .location { permission.isSwitchedOff = isLocationOff }
    return permission
  }

  /// Everything that was decided, in the order of the kinds.
  public var all: [Permission] {
    PermissionKind.allCases.filter { decided[$0] != nil || ($0 == .location && isLocationOff) }.map(current)
  }

  /// L-9: turns Location Services on or off; gives the app's permission, or nil if nothing changed.
  mutating func switchLocationServices(on isOn: Bool) -> Permission? {
    guard isLocationOff == isOn else { return nil }
    isLocationOff = !isOn
    return current(.location)
  }

  /// What a request leads to.
  public enum Consequence: Equatable {
    case ask
    /// Nobody is asked; the permission is as it is now.
    case settled
    /// Nobody is asked, and yet it changed.
    case changed(Permission)
  }

  /// Whether a question that waited has got its answer by another's.
  func isDecided(_ request: PermissionRequest) -> Bool {
    let status = current(request.kind).status
    switch request.wish {
    case .services: return !isLocationOff
    case .ordinary: return status != .notDetermined && status != .provisional
    case .always, .fullAccuracy, .provisional: return false
    }
  }

  public mutating func consider(_ request: PermissionRequest) -> Consequence {
    let permission = current(request.kind)
    // L-9.
    if request.wish == .services || permission.isSwitchedOff {
      return request.wish == .services && permission.isSwitchedOff ? .ask : .settled
    }
    switch (request.kind, request.wish, permission.status) {
    case (.location, .fullAccuracy, .whenInUse), (.location, .fullAccuracy, .always),
      (.location, .fullAccuracy, .provisionalAlways):
      return permission.isPrecise ? .settled : .ask
    case (.location, .fullAccuracy, _): return .settled
    // L-2, L-123: once only, and not for what was allowed for once.
    case (.location, .always, .whenInUse):
      guard !wasAskedToStepUp, !permission.isTemporary else { return .settled }
      wasAskedToStepUp = true
      return .ask
    case (.notifications, .provisional, .notDetermined):
      return .changed(store(Permission(kind: .notifications, status: .provisional)))
    case (.notifications, .ordinary, .provisional): return .ask
    case (_, _, .notDetermined): return .ask
    // L-2: decided once, a request does nothing.
    default: return .settled
    }
  }

  /// The user chose; gives the permission that follows.
  public mutating func answer(
    _ request: PermissionRequest, _ choice: PermissionChoice, isPrecise: Bool = true
  ) -> Permission {
    var permission = current(request.kind)
    if request.wish == .services { return permission }
    guard request.kind == .location else {
      permission.status = choice == .deny ? .denied : .allowed
      return store(permission)
    }
    if request.wish == .fullAccuracy {
      if choice != .deny {
        permission.isPrecise = true
        temporaryAccuracy = true
      }
      return store(permission)
    }
    let isStepUp = permission.status == .whenInUse || permission.status == .provisionalAlways
    permission.isTemporary = choice == .once
    if !isStepUp { permission.isPrecise = isPrecise }
    switch choice {
    case .deny: permission.status = isStepUp ? .whenInUse : .denied
    case .always: permission.status = .always
    // L-121: for once is while in use, until the app is left.
    case .once, .allow: permission.status = .whenInUse
    // L-122: the app wished for always; the user will be asked again when it matters.
    case .whenInUse:
      permission.status = request.wish == .always && !isStepUp ? .provisionalAlways : .whenInUse
    }
    return store(permission)
  }

  /// A change in Settings; gives nil if nothing changed.
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

  /// The exact place was allowed for as long as the app is in use (L-125).
  private var temporaryAccuracy = false

  /// The app is no longer in use: what was allowed for once has ended (L-121, L-125). Gives what changed.
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
  /// What is kept of it with a container: a line for each kind, `location whenInUse precise asked`.
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

  /// What makes no sense is not taken over.
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
