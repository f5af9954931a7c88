import DeviceProtocol

/// Everything that belongs to one run of the app's process, dropped as a whole when the process ends.
struct ProcessSession {
  let process: AppProcess
  let launchReason: LaunchReason
  let launchURL: String?
  /// When the app must have connected; nil once it has.
  var launchDeadline: ContinuousClock.Instant?
  var background = BackgroundTime()
  /// Until when finite animations run, by the app's last commit: device time in seconds, 0 for none.
  var busyUntil = 0.0
  /// The app asked to open something outside itself. Done when it rests.
  var wantsToOpenOther = false

  // What the device waits for
  /// Input messages that the app has not reported as handled yet.
  private(set) var outstandingInputs = 0
  /// When the app last answered, or got the input that it has not answered; nil if it owes no answer.
  private(set) var waitingSince: ContinuousClock.Instant?
  /// Whether the app reports handled input at all.
  private(set) var reportsHandledInput = false
  /// Why the last input reached no receiver, if the app said so.
  var refusal: String?
  /// Answers to `describeScreen`, by its id.
  private(set) var screens: [UInt32: [ScreenElement]] = [:]
  private var lastScreenID: UInt32 = 0
  /// Sent with the next message to a suspended app, when it runs again.
  var deferredMessages: [DeviceMessage] = []

  init(process: AppProcess, launchReason: LaunchReason, launchURL: String?) {
    self.process = process
    self.launchReason = launchReason
    self.launchURL = launchURL
  }

  /// Sends a message that the app reports as handled.
  mutating func sendInput(_ message: DeviceMessage) {
    process.send(message)
    outstandingInputs += 1
    if waitingSince == nil { waitingSince = .now }
  }

  mutating func sendDeferredMessages() {
    for message in deferredMessages { sendInput(message) }
    deferredMessages = []
  }

  mutating func inputWasHandled(refusal: String? = nil) {
    reportsHandledInput = true
    outstandingInputs = max(outstandingInputs - 1, 0)
    waitingSince = outstandingInputs > 0 ? .now : nil
    if let refusal { self.refusal = refusal }
  }

  /// Asks for the accessibility elements on the screen; the answer is for `takeScreen`.
  mutating func describeScreen() -> UInt32 {
    lastScreenID &+= 1
    process.send(.describeScreen(id: lastScreenID))
    return lastScreenID
  }

  mutating func receivedScreen(_ elements: [ScreenElement], id: UInt32) { screens[id] = elements }

  mutating func takeScreen(_ id: UInt32) -> [ScreenElement]? { screens.removeValue(forKey: id) }
}
