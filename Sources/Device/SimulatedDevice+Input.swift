import DeviceProtocol

/// What a user, or a script in their place, does to the device.
extension SimulatedDevice {
  /// Fingers, as one event at the current time.
  ///
  /// - Parameter beginsAnew: new fingers do not continue a multiple tap.
  public func touch(_ fingers: [TouchEvent.Finger], beginsAnew: Bool = false) throws(DeviceError) {
    let rest = try touchPrompt(fingers)
    guard !rest.isEmpty || fingers.isEmpty else { return }
    try input(.touches(TouchEvent(time: now.seconds, fingers: rest, beginsAnew: beginsAnew)))
  }

  public func key(_ event: KeyEvent) throws(DeviceError) { try input(.key(event)) }

  public func insertText(_ text: String) throws(DeviceError) { try input(.insertText(text)) }

  /// What an input method has composed so far; empty when it gave up.
  public func composeText(_ text: ComposedText) throws(DeviceError) { try input(.composeText(text)) }

  /// Text was copied outside the app. A suspended app hears of it when it is back.
  public func copyText(_ text: String) {
    guard text != pasteboard else { return }
    pasteboard = text
    guard let process else { return }
    if isSuspended {
      deferredMessages.append(.pasteboard(text))
    } else {
      process.send(.pasteboard(text))
    }
  }

  /// As somebody pastes it: it is on the pasteboard, then its shortcut is pressed.
  public func pasteText(_ text: String) throws(DeviceError) {
    guard process != nil else { throw .appIsNotRunning(lastEnd) }
    copyText(text)
    try key(KeyEvent(key: "v", modifiers: ["command"], isDown: true))
    try key(KeyEvent(key: "v", modifiers: ["command"], isDown: false))
  }

  /// A step of a wheel, or a movement on a trackpad.
  public func scroll(_ event: ScrollEvent) throws(DeviceError) { try input(.scroll(event)) }

  public func pickRow(_ pick: PickRow) throws(DeviceError) { try input(.pickRow(pick)) }

  /// Rotation, appearance, text size, memory warning, shake, music, players' delay. An app in the background hears of it when it is back.
  public func change(_ change: EnvironmentChange) throws(DeviceError) {
    switch change {
    case .orientation(let name): environment.orientation = name
    case .appearance(let name): environment.appearance = name
    case .contentSize(let name): environment.contentSize = name
    case .memoryWarning, .shake, .music, .mediaDelay: break
    }
    onOutput?(.environment(environment))
    guard process != nil else { return }
    if isSuspended {
      // A shake, and a warning to a process that cannot run, are lost.
      if change != .shake, change != .memoryWarning { deferredMessages.append(.environment(change)) }
    } else {
      try deliver(.environment(change))
    }
  }

  /// The accessibility elements on screen, in reading order.
  ///
  /// When the app's main thread waits for something, time passes until it answers.
  public func describeScreen() throws(DeviceError) -> [ScreenElement] {
    guard let process else { throw .appIsNotRunning(lastEnd) }
    guard !isSuspended else { return [] }
    lastScreenID &+= 1
    let id = lastScreenID
    process.send(.describeScreen(id: id))
    if let request = process.gateRequest { process.grant(request.now) }
    try settle()
    while true {
      if let elements = screens.removeValue(forKey: id) { return self.elements(under: elements) }
      if isVirtual {
        guard let request = self.process?.gateRequest, request.next != .never else {
          throw .timedOut(seconds: 0, activity: "the app's main thread waits for something that never comes")
        }
        try step(upTo: request.next)
      } else {
        try pump()
        if self.process == nil { throw .appEnded(lastEnd ?? .killed(.terminated)) }
      }
    }
  }

  /// Asks for a full commit: a new host shows the screen from nothing.
  public func requestFullCommit() {
    guard let process, !isSuspended else { return }
    process.send(.fullCommit)
  }

  /// The size of the screen as its picture stands, points.
  public var screenSize: (width: Double, height: Double) {
    shownOrientation.hasPrefix("landscape") ? (model.height, model.width) : (model.width, model.height)
  }

  private func input(_ message: DeviceMessage) throws(DeviceError) {
    guard process != nil else { throw .appIsNotRunning(lastEnd) }
    guard !isSuspended else { throw .appIsSuspended }
    if let systemAlert { throw .refused("\(systemAlert.summary) lies over the app") }
    refusal = nil
    try deliver(message)
    // Only where time stands still is the answer here already.
    if let refusal, isVirtual { throw .refused(refusal) }
  }
}
