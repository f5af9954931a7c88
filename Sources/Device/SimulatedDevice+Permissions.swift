import Compositor
import DeviceProtocol

/// Permissions: the prompt over the app, the user's answer, and changes in Settings.
extension SimulatedDevice {
  /// What the user has decided about a kind of data.
  public func permission(for kind: PermissionKind) -> Permission { permissions.current(kind) }

  // MARK: Asking

  func take(_ request: PermissionRequest, from process: AppProcess) {
    switch permissions.consider(request) {
    case .ask: prompts.waiting.append(request)
    case .settled: answer(request, with: permissions.current(request.kind))
    case .changed(let permission):
      savePermissions()
      answer(request, with: permission)
    }
  }

  private func answer(_ request: PermissionRequest, with permission: Permission) {
    session?.sendInput(.permission(permission, answers: request.id))
  }

  /// Shows the next prompt, if the app is active and nothing else lies over it. The others wait.
  func presentNextPrompt() throws(DeviceError) {
    guard prompts.alert == nil, !prompts.isAnswering, performDepth == 0, springboard.state == .active,
      !isSuspended,
      process?.hasReceivedHello == true, !prompts.waiting.isEmpty
    else { return }
    // L-2: a question that an earlier prompt has decided is not asked again.
    while let request = prompts.waiting.first, permissions.isDecided(request) {
      prompts.waiting.removeFirst()
      answer(request, with: permissions.current(request.kind))
    }
    guard !prompts.waiting.isEmpty else { return }
    let request = prompts.waiting.removeFirst()
    prompts.alert = SystemAlert(
      request, app: app.displayName, status: permissions.current(request.kind).status,
      asksForReducedAccuracy: app.asksForReducedAccuracy)
    showAlert()
    // L-4, E-28.
    try perform(.interrupt(.prompt))
  }

  /// Answers the prompt that is shown.
  ///
  /// - Parameter isPrecise: the switch “Precise” in the location prompt; nil leaves it as it is.
  /// - Throws: `refused` when no prompt is shown.
  public func answerPrompt(_ choice: PermissionChoice, isPrecise: Bool? = nil) throws(DeviceError) {
    guard let alert = prompts.alert else { throw .refused("no system prompt is shown") }
    let request = alert.request
    // L-290.
    let isPrecise = isPrecise ?? alert.isPrecise ?? true
    let cause = record(
      "answer \(request.kind.rawValue)", category: .user,
      detail: [("with", choice.rawValue)] + (isPrecise ? [] : [("precise", "false")]))
    prompts.alert = nil
    hideAlert()
    let permission = permissions.answer(request, choice, isPrecise: isPrecise)
    savePermissions()
    prompts.isAnswering = true
    defer { prompts.isAnswering = false }
    // L-120: the app becomes active before it gets the answer.
    try perform(.promptAnswered)
    deviceCause = cause
    defer { deviceCause = 0 }
    try permissionChanged(permission) { () throws(DeviceError) in
      if session != nil { try deliver(.permission(permission, answers: request.id)) }
    }
    // L-9.
    if request.scope == .services, choice == .allow { try perform(.leaveForOther) }
  }

  /// Changes a permission as in Settings, whether or not the app runs.
  public func setPermission(
    _ kind: PermissionKind, to status: PermissionStatus, isPrecise: Bool? = nil
  ) throws(DeviceError) {
    guard let permission = permissions.set(kind, status, isPrecise: isPrecise) else { return }
    savePermissions()
    deviceCause = record(
      "permission \(kind.rawValue)", category: .user,
      detail: [("to", "\(status)")] + (permission.isPrecise ? [] : [("precise", "false")]))
    defer { deviceCause = 0 }
    try permissionChanged(permission) { () throws(DeviceError) in try tell(permission) }
  }

  /// L-9: turns Location Services on or off as in Settings, for the whole device. The app's own permission is kept.
  public func switchLocationServices(on isOn: Bool) throws(DeviceError) {
    guard let permission = permissions.switchLocationServices(on: isOn) else { return }
    savePermissions()
    deviceCause = record("location services", category: .user, detail: [("to", isOn ? "on" : "off")])
    defer { deviceCause = 0 }
    try permissionChanged(permission) { () throws(DeviceError) in try tell(permission) }
  }

  /// A suspended app is told when it runs again.
  private func tell(_ permission: Permission) throws(DeviceError) {
    guard session != nil else { return }
    if isSuspended {
      session?.deferredMessages.append(.permission(permission, answers: nil))
    } else {
      try deliver(.permission(permission, answers: nil))
    }
  }

  /// L-121: a permission that was allowed once ends when the app is no longer in use.
  func appWasLeft() {
    guard let permission = permissions.appWasLeft() else { return }
    session?.deferredMessages.append(.permission(permission, answers: nil))
    if permission.kind == .location { _ = location.service.permissionChanged(permission, at: now.seconds) }
  }

  /// The device's services are updated first, because the app may use the permission as soon as it is told (L-8).
  private func permissionChanged(
    _ permission: Permission, tell: () throws(DeviceError) -> Void
  ) throws(DeviceError) {
    followPermission(permission)
    let actions =
      permission.kind == .location ? location.service.permissionChanged(permission, at: now.seconds) : []
    try tell()
    try perform(actions)
  }

  private func savePermissions() { container.keep(permissions.lines, as: "permissions") }

  // MARK: The prompt on the screen

  /// Hides the prompt when the app is no longer below it. It is shown again when the app is active.
  func hidePrompt() {
    guard let alert = prompts.alert, springboard.state != .inactive(.prompt) else { return }
    prompts.alert = nil
    hideAlert()
    if session != nil { prompts.waiting.insert(alert.request, at: 0) }
  }

  /// Lays the prompt out for the current orientation, and draws it if the screen is shown or composed.
  func showAlert() {
    guard let alert = prompts.alert else { return }
    let size = screenSize
    let view = SystemAlertView(
      title: alert.title, message: alert.message, buttons: alert.rows.map(\.title),
      screenWidth: size.width, screenHeight: size.height)
    guard view != prompts.view else { return }
    prompts.view = view
    guard configuration.composesScreen || configuration.needsScreen,
      let (layers, images) = view.layers(scale: model.scale, isDark: environment.isDark)
    else { return }
    var commit = emptyCommit
    commit.layers = layers
    commit.images = images
    commit.roots.append(SystemAlertView.root)
    show(commit)
  }

  private func hideAlert() {
    guard let view = prompts.view else { return }
    prompts.view = nil
    guard configuration.composesScreen || configuration.needsScreen else { return }
    var commit = emptyCommit
    commit.removed = view.layerIDs
    show(commit)
  }

  /// A commit at the current time that changes nothing in the app's last one.
  private var emptyCommit: Commit {
    var commit = screen.lastCommit ?? Commit(sequence: 0, time: 0)
    commit.time = now.seconds
    return commit
  }

  /// Shows a commit of the app, below the prompt if there is one.
  func take(_ commit: Commit) {
    screen.lastCommit = Commit(
      sequence: commit.sequence, time: commit.time, roots: commit.roots, busyUntil: commit.busyUntil,
      statusBarStyle: commit.statusBarStyle, statusBarHidden: commit.statusBarHidden)
    var shown = commit
    if prompts.view != nil { shown.roots.append(SystemAlertView.root) }
    show(shown)
    showAlert()
  }

  private func show(_ commit: Commit) {
    noteWindow(of: commit)
    let shown = screen.transitions.expand(commit)
    apply(shown)
    onOutput?(.commit(shown))
  }

  /// Handles the fingers that belong to the prompt: those that begin while it is shown, until they are lifted, and those that
  /// were down when it appeared, whose touches the app has cancelled. Returns the others.
  func takePromptTouches(_ fingers: [TouchEvent.Finger]) throws(DeviceError) -> [TouchEvent.Finger] {
    guard prompts.alert != nil || !prompts.fingers.isEmpty else { return fingers }
    var rest: [TouchEvent.Finger] = []
    var chosen: Int?
    for finger in fingers {
      let button = prompts.view?.buttonFrames.firstIndex { $0.contains(x: finger.x, y: finger.y) }
      switch finger.phase {
      case .began:
        if prompts.alert == nil {
          rest.append(finger)
        } else {
          prompts.fingers[finger.id] = button ?? -1
        }
      case .ended, .cancelled:
        if let begun = prompts.fingers.removeValue(forKey: finger.id) {
          if finger.phase == .ended, begun == button { chosen = button }
        } else if prompts.alert == nil {
          rest.append(finger)
        }
      case .moved, .stationary, .hovering:
        if prompts.alert != nil, prompts.fingers[finger.id] == nil, finger.phase != .hovering {
          prompts.fingers[finger.id] = -1
        }
        if prompts.fingers[finger.id] == nil, prompts.alert == nil { rest.append(finger) }
      }
    }
    if let chosen, let row = prompts.alert?.rows[chosen] {
      if let choice = row.choice {
        try answerPrompt(choice)
      } else {
        // L-290: the switch. The prompt is shown anew, because the page keeps the picture of a layer that stays.
        prompts.alert?.isPrecise?.toggle()
        hideAlert()
        showAlert()
      }
    }
    return rest
  }

  /// The elements of the prompt, followed by those of the app.
  func elements(under elements: [ScreenElement]) -> [ScreenElement] {
    guard let alert = prompts.alert, let view = prompts.view else { return elements }
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
    for (row, frame) in zip(alert.rows, view.buttonFrames) {
      // NB: the title has a typographic apostrophe; the text lets a script find it with the one on keyboards, too.
      let plain = String(row.title.map { $0 == "’" ? "'" : $0 })
      own.append(element(row.title, text: plain == row.title ? nil : plain, "UIButton", frame))
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
