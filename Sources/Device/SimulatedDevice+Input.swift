import DeviceProtocol

/// What a user, or a script in their place, does to the device.
extension SimulatedDevice {
  /// Fingers, as one event at the current time. Those on a prompt or a notification do not reach the app.
  ///
  /// - Parameter resetsTapCount: whether new fingers start a new tap count.
  public func touch(_ fingers: [TouchEvent.Finger], resetsTapCount: Bool = false) throws(DeviceError) {
    let rest = try takePromptTouches(try takeNotificationTouches(fingers))
    guard !rest.isEmpty || fingers.isEmpty else { return }
    try input(.touches(TouchEvent(time: now.seconds, fingers: rest, resetsTapCount: resetsTapCount)))
  }

  public func key(_ event: KeyEvent) throws(DeviceError) { try input(.key(event)) }

  public func insertText(_ text: String) throws(DeviceError) { try input(.insertText(text)) }

  /// What an input method has composed so far; empty when it gave up.
  public func composeText(_ text: ComposedText) throws(DeviceError) { try input(.composeText(text)) }

  /// Text was copied outside the app. A suspended app is told when it runs again.
  public func copyText(_ text: String) {
    guard text != pasteboard else { return }
    pasteboard = text
    guard session != nil else { return }
    if isSuspended {
      session?.deferredMessages.append(.pasteboard(text))
    } else {
      process?.send(.pasteboard(text))
    }
  }

  /// Puts a text on the pasteboard and presses the shortcut for paste.
  public func pasteText(_ text: String) throws(DeviceError) {
    guard session != nil else { throw .appIsNotRunning(lastEnd) }
    copyText(text)
    try key(KeyEvent(key: "v", modifiers: ["command"], isDown: true))
    try key(KeyEvent(key: "v", modifiers: ["command"], isDown: false))
  }

  /// A step of a wheel, or a movement on a trackpad.
  public func scroll(_ event: ScrollEvent) throws(DeviceError) { try input(.scroll(event)) }

  public func pickRow(_ pick: PickRow) throws(DeviceError) { try input(.pickRow(pick)) }

  /// Rotation, appearance, text size, memory warning, shake, music, players' delay. A suspended app is told when it runs again.
  public func change(_ change: EnvironmentChange) throws(DeviceError) {
    switch change {
    case .orientation(let name): environment.orientation = name
    case .appearance(let name): environment.appearance = name
    case .contentSize(let name): environment.contentSize = name
    case .voiceOver(let isOn): environment.isVoiceOverRunning = isOn
    case .memoryWarning, .shake, .music, .mediaDelay, .motion, .assistiveGesture: break
    }
    onOutput?(.environment(environment))
    guard session != nil else { return }
    if isSuspended {
      // A process that cannot run gets no shake, gesture or memory warning, also not later.
      switch change {
      case .shake, .memoryWarning, .assistiveGesture: break
      case .motion:
        // Each report contains the previous ones.
        session?.deferredMessages.removeAll { if case .environment(.motion) = $0 { true } else { false } }
        session?.deferredMessages.append(.environment(change))
      default: session?.deferredMessages.append(.environment(change))
      }
    } else {
      try deliver(.environment(change))
    }
  }

  /// The accessibility elements on screen, in reading order.
  ///
  /// When the app's main thread waits for something, time passes until it answers.
  public func describeScreen() throws(DeviceError) -> [ScreenElement] {
    let shown = notificationsOnScreen.map { Self.element(of: $0.notification, frame: $0.frame) }
    guard let process else {
      if shown.isEmpty { throw .appIsNotRunning(lastEnd) }
      return shown
    }
    guard !isSuspended, let id = session?.describeScreen() else { return shown }
    if let request = process.gateRequest { process.grant(request.now) }
    try settle()
    while true {
      if let elements = session?.takeScreen(id) {
        return self.elements(under: self.elements(underNotifications: elements))
      }
      if isVirtual {
        guard let request = self.process?.gateRequest, request.next != .never else {
          throw .timedOut(seconds: 0, activity: "the app's main thread waits for something that never comes")
        }
        try step(upTo: request.next)
      } else {
        try pump()
        if session == nil { throw .appEnded(lastEnd ?? .killed(.terminated)) }
      }
    }
  }

  /// A command of assistive technology in the page.
  public func perform(
    _ command: AccessibilityCommand, element: UInt64, label: String
  ) throws(DeviceError) {
    try input(.accessibility(.perform(command, element: element, label: label)))
  }

  /// Asks the app for the elements on the screen, which come as `DeviceOutput.accessibility`.
  public func requestAccessibility() {
    guard let process, !isSuspended, process.hasReceivedHello else { return }
    process.send(.accessibility(.describe))
  }

  /// Asks the app for a full commit: a new host has no layers yet.
  public func requestFullCommit() {
    guard let process, !isSuspended else { return }
    process.send(.fullCommit)
  }

  /// The size of the screen in the orientation that is shown, points.
  public var screenSize: (width: Double, height: Double) {
    shownOrientation.isLandscape ? (model.height, model.width) : (model.width, model.height)
  }

  private func input(_ message: DeviceMessage) throws(DeviceError) {
    guard session != nil else { throw .appIsNotRunning(lastEnd) }
    guard !isSuspended else { throw .appIsSuspended }
    if let systemAlert { throw .refused("\(systemAlert.summary) covers the app") }
    session?.refusal = nil
    try deliver(message)
    // In real time the answer arrives later.
    if let refusal = session?.refusal, isVirtual { throw .refused(refusal) }
  }
}
