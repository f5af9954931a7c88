import Compositor
import DeviceProtocol

/// What the app must ask the user for: the prompt over it, its answer, and changes in Settings.
extension SimulatedDevice {
  /// What the user has decided about a kind of data.
  public func permission(for kind: PermissionKind) -> Permission { permissions.current(kind) }

  // MARK: Asking

  func take(_ request: PermissionRequest, from process: AppProcess) {
    switch permissions.consider(request) {
    case .ask: prompts.append(request)
    case .settled: answer(request, with: permissions.current(request.kind), process)
    case .changed(let permission):
      savePermissions()
      answer(request, with: permission, process)
    }
  }

  private func answer(_ request: PermissionRequest, with permission: Permission, _ process: AppProcess) {
    process.send(.permission(permission, answers: request.id))
    outstandingInputs += 1
  }

  /// Puts the next question to the user, once the app is active and nothing else lies over it: the others wait.
  func presentNextPrompt() throws(DeviceError) {
    guard systemAlert == nil, !isAnsweringPrompt, isPerforming == 0, springboard.state == .active,
      !isSuspended,
      process?.hasSaidHello == true, !prompts.isEmpty
    else { return }
    // L-2: what an earlier prompt has decided meanwhile is not asked again.
    while let request = prompts.first, permissions.isDecided(request), let process {
      prompts.removeFirst()
      answer(request, with: permissions.current(request.kind), process)
    }
    guard !prompts.isEmpty else { return }
    let request = prompts.removeFirst()
    let alert = SystemAlert(
      request, app: app.displayName, status: permissions.current(request.kind).status)
    systemAlert = alert
    showAlert()
    // L-4, E-28.
    try perform(.interrupt(.prompt))
  }

  /// The user's answer to the prompt that is shown.
  ///
  /// - Parameter isPrecise: what the switch in the location prompt says.
  public func answerPrompt(_ choice: PermissionChoice, isPrecise: Bool = true) throws(DeviceError) {
    guard let alert = systemAlert else { throw .refused("no prompt of the system is shown") }
    let request = alert.request
    let cause = record(
      "answer \(request.kind.rawValue)", category: "user",
      detail: [("with", choice.rawValue)] + (isPrecise ? [] : [("precise", "false")]))
    systemAlert = nil
    hideAlert()
    let permission = permissions.answer(request, choice, isPrecise: isPrecise)
    savePermissions()
    isAnsweringPrompt = true
    defer { isAnsweringPrompt = false }
    // L-120: the app is active again before it is told of the answer.
    try perform(.promptAnswered)
    deviceCause = cause
    defer { deviceCause = 0 }
    try permissionChanged(permission) { () throws(DeviceError) in
      if process != nil { try deliver(.permission(permission, answers: request.id)) }
    }
    // L-9.
    if request.wish == .services, choice == .allow { try perform(.leaveForOther) }
  }

  /// Changes a permission as in Settings, while the app runs or not.
  public func setPermission(
    _ kind: PermissionKind, to status: PermissionStatus, isPrecise: Bool? = nil
  ) throws(DeviceError) {
    guard let permission = permissions.set(kind, status, isPrecise: isPrecise) else { return }
    savePermissions()
    deviceCause = record(
      "permission \(kind.rawValue)", category: "user",
      detail: [("to", "\(status)")] + (permission.isPrecise ? [] : [("precise", "false")]))
    defer { deviceCause = 0 }
    try permissionChanged(permission) { () throws(DeviceError) in try tell(permission) }
  }

  /// L-9: turns Location Services on or off as in Settings, for the whole device. What the user has allowed the app stays decided.
  public func switchLocationServices(on isOn: Bool) throws(DeviceError) {
    guard let permission = permissions.switchLocationServices(on: isOn) else { return }
    savePermissions()
    deviceCause = record("location services", category: "user", detail: [("to", isOn ? "on" : "off")])
    defer { deviceCause = 0 }
    try permissionChanged(permission) { () throws(DeviceError) in try tell(permission) }
  }

  /// A suspended app hears of it when it is back.
  private func tell(_ permission: Permission) throws(DeviceError) {
    guard process != nil else { return }
    if isSuspended {
      deferredMessages.append(.permission(permission, answers: nil))
    } else {
      try deliver(.permission(permission, answers: nil))
    }
  }

  /// L-121: what was allowed for once ends with the use of the app.
  func appWasLeft() {
    guard let permission = permissions.appWasLeft() else { return }
    if process != nil { deferredMessages.append(.permission(permission, answers: nil)) }
    if permission.kind == .location { _ = location.permissionChanged(permission, at: now.seconds) }
  }

  /// The device's services know first, because the app may use what it was allowed as soon as it is told (L-8).
  private func permissionChanged(
    _ permission: Permission, tell: () throws(DeviceError) -> Void
  ) throws(DeviceError) {
    followPermission(permission)
    let actions = permission.kind == .location ? location.permissionChanged(permission, at: now.seconds) : []
    try tell()
    try perform(actions)
  }

  private func savePermissions() { container.keep(permissions.lines, as: "permissions") }

  // MARK: The prompt on the screen

  /// The prompt goes with what it lay over, and comes again when the app is back.
  func putAwayPrompt() {
    guard let alert = systemAlert, springboard.state != .inactive(.prompt) else { return }
    systemAlert = nil
    hideAlert()
    if process != nil { prompts.insert(alert.request, at: 0) }
  }

  /// Lays the prompt out for the screen as it stands, and draws it where anybody looks.
  func showAlert() {
    guard let alert = systemAlert else { return }
    let size = screenSize
    let view = SystemAlertView(
      title: alert.title, message: alert.message, buttons: alert.buttons.map(\.title),
      screenWidth: size.width, screenHeight: size.height)
    guard view != alertView else { return }
    alertView = view
    guard configuration.composesScreen || configuration.needsScreen,
      let (layers, images) = view.layers(scale: model.scale, isDark: environment.appearance == "dark")
    else { return }
    var commit = lastCommit ?? Commit(sequence: 0, time: now.seconds)
    commit.time = now.seconds
    commit.layers = layers
    commit.images = images
    commit.roots.append(SystemAlertView.root)
    show(commit)
  }

  private func hideAlert() {
    guard let view = alertView else { return }
    alertView = nil
    guard configuration.composesScreen || configuration.needsScreen else { return }
    var commit = lastCommit ?? Commit(sequence: 0, time: now.seconds)
    commit.time = now.seconds
    commit.removed = view.layerIDs
    show(commit)
  }

  /// A commit of the app, below the prompt if there is one.
  func take(_ commit: Commit) {
    lastCommit = Commit(
      sequence: commit.sequence, time: commit.time, roots: commit.roots, busyUntil: commit.busyUntil,
      statusBarStyle: commit.statusBarStyle, statusBarHidden: commit.statusBarHidden)
    var shown = commit
    if alertView != nil { shown.roots.append(SystemAlertView.root) }
    show(shown)
    showAlert()
  }

  private func show(_ commit: Commit) {
    apply(commit)
    onOutput?(.commit(commit))
  }

  /// Takes the fingers that are the prompt's: those that begin while it is shown, until they are lifted, and those that were
  /// down when it came, which the app has cancelled. Gives the others.
  func touchPrompt(_ fingers: [TouchEvent.Finger]) throws(DeviceError) -> [TouchEvent.Finger] {
    guard systemAlert != nil || !promptFingers.isEmpty else { return fingers }
    var rest: [TouchEvent.Finger] = []
    var chosen: Int?
    for finger in fingers {
      let button = alertView?.buttonFrames.firstIndex { $0.contains(x: finger.x, y: finger.y) }
      switch finger.phase {
      case .began:
        if systemAlert == nil {
          rest.append(finger)
        } else {
          promptFingers[finger.id] = button ?? -1
        }
      case .ended, .cancelled:
        if let begun = promptFingers.removeValue(forKey: finger.id) {
          if finger.phase == .ended, begun == button { chosen = button }
        } else if systemAlert == nil {
          rest.append(finger)
        }
      case .moved, .stationary, .hovering:
        if systemAlert != nil, promptFingers[finger.id] == nil, finger.phase != .hovering {
          promptFingers[finger.id] = -1
        }
        if promptFingers[finger.id] == nil, systemAlert == nil { rest.append(finger) }
      }
    }
    if let chosen, let alert = systemAlert { try answerPrompt(alert.buttons[chosen].choice) }
    return rest
  }

  /// The prompt as elements of the screen, in front of those of the app.
  func elements(under elements: [ScreenElement]) -> [ScreenElement] {
    guard let alert = systemAlert, let view = alertView else { return elements }
    func element(_ label: String, text: String?, _ type: String, _ frame: SystemAlertView.Frame)
      -> ScreenElement
    {
      let supers = type == "UIButton" ? ["UIControl", "UIView"] : ["UIView"]
      return ScreenElement(
        identifier: nil, label: label, text: text, value: nil,
        classes: [type] + supers + ["UIResponder", "NSObject"], x: frame.x, y: frame.y, width: frame.width,
        height: frame.height, isEnabled: true, isSelected: false, coveredBy: nil, ancestors: [])
    }
    var own = [element(alert.title, text: nil, "UILabel", view.frame)]
    if !alert.message.isEmpty { own.append(element(alert.message, text: nil, "UILabel", view.frame)) }
    for (button, frame) in zip(alert.buttons, view.buttonFrames) {
      // NB: the title has a typographic apostrophe; as a text it is found with the one on keyboards, too.
      let plain = String(button.title.map { $0 == "’" ? "'" : $0 })
      own.append(element(button.title, text: plain == button.title ? nil : plain, "UIButton", frame))
    }
    return own
      + elements.map { element in
        var element = element
        element.coveredBy = alert.summary
        element.ancestors = element.ancestors.map { $0 + own.count }
        return element
      }
  }
}
