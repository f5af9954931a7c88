/// The version that both sides send first; a mismatch ends the connection with a clear report.
public let deviceProtocolVersion: UInt32 = 2

/// A message of the device to an app process.
///
/// One message is one frame on the Unix-domain socket. Points are screen points, origin at the top left;
/// times are seconds since the device started, on the device's clock.
public enum DeviceMessage: Sendable, Equatable {
  /// The first message: what kind of device this is and why the app was started.
  case welcome(Welcome)
  /// Fingers, as one event, which the app hit-tests and delivers (E-160).
  case touches(TouchEvent)
  /// A key of a keyboard went down or up.
  case key(KeyEvent)
  /// Text to insert into the first responder, as the keyboard or an input method composed it.
  case insertText(String)
  /// The marked text of an input method, which replaces the previous one; an empty text ends the composition.
  case composeText(ComposedText)
  /// The text of the general pasteboard: at the launch, and when it was copied outside the app. Not answered.
  case pasteboard(String)
  /// The springboard moves the app between the foreground, inactive and background (E-20…E-44).
  case lifecycle(LifecycleChange)
  /// A change of the device itself: rotation, appearance, text size, memory warning, shake.
  case environment(EnvironmentChange)
  /// Opens a URL in the running app (E-23).
  case openURL(String)
  /// Asks for the accessibility elements on screen; answered by `AppMessage.screen` with the same id.
  case describeScreen(id: UInt32)
  /// Asks for a full commit, as if everything were new (a page was reloaded).
  case fullCommit
  /// The user turned a picker's wheel to a row; answered by its delegate calls, like a spin.
  case pickRow(PickRow)
  /// A wheel was turned, or fingers moved on a trackpad, with the pointer over the screen (E-464).
  case scroll(ScrollEvent)
  /// The time after `didEnterBackground` ran out: the app runs the expiration handlers of its background
  /// tasks and reports `backgroundTasks(count: 0)` (E-51).
  case backgroundTimeExpired
  /// From the device's notification center.
  case notification(NotificationMessage)
  /// A permission changed: the user answered the request with the id `answers`, or changed it in Settings
  /// (nil).
  case permission(Permission, answers: UInt32?)
  /// A report about the device's location.
  case location(LocationReport)
  /// What assistive technology in the page asks for (E-962).
  case accessibility(AccessibilityRequest)
}

/// A message of an app process to the device.
public enum AppMessage: Sendable, Equatable {
  /// The first message.
  case hello(Hello)
  /// The changes of the layer tree in one pass of the run loop.
  case commit(Commit)
  /// One line of the trace, sent when its handler is about to run.
  case event(TraceEvent)
  /// The answer to a query, or how long a handler took: completes an earlier event of this launch.
  case answer(event: UInt64, text: String?, milliseconds: Double?)
  /// The answer to `describeScreen`.
  case screen(id: UInt32, elements: [ScreenElement])
  /// All input of one `touches`, `key`, `lifecycle`… message has been handled.
  case handled
  /// In place of `handled`: the reason why an input reached no receiver.
  case refused(String)
  /// The app asks to open a URL outside itself.
  case openURL(String)
  /// An error that is not a crash; the device shows it once.
  case diagnostic(String)
  /// How many background tasks are in progress; the device does not suspend the app before it is 0 (E-51).
  case backgroundTasks(count: UInt32)
  /// The app changed the general pasteboard; empty when the pasteboard holds no text.
  case pasteboard(String)
  /// To the device's notification center; calls count from 1 in each launch. `cause` is the event in whose
  /// handling it arose.
  case notification(NotificationCall, number: UInt32, cause: UInt64)
  /// Asks the user for a permission; answered by `DeviceMessage.permission` with the same id, at once if the
  /// user need not be asked.
  case requestPermission(PermissionRequest)
  /// A request to the device's location service.
  case location(LocationDemand)
  /// What assistive technology in the page gets (E-962).
  case accessibility(AccessibilityReport)
}

public struct Hello: Sendable, Equatable {
  public var version: UInt32
  public var processID: Int32
  public var bundleIdentifier: String
  public init(version: UInt32, processID: Int32, bundleIdentifier: String) {
    self.version = version
    self.processID = processID
    self.bundleIdentifier = bundleIdentifier
  }
}

public struct Welcome: Sendable, Equatable {
  public var version: UInt32
  public var device: DeviceModel
  public var environment: Environment
  /// `tap`, `url`, `location`, `notification`.
  public var launchReason: String
  public var launchURL: String?
  /// `default` or `classic`; nil follows the app's scene manifest.
  public var profile: String?
  /// Whether the app sends trace events.
  public var recordsEvents: Bool
  /// Whether it also sends events inside the framework (`--all`).
  public var recordsInternalEvents: Bool
  /// Whether the screen is shown or composed. If not, commits have only `busyUntil` and the size of the
  /// window.
  public var needsScreen: Bool
  /// The current report of the motion sensors.
  public var motion: MotionReport
  /// The notification center's state for the app.
  public var notifications: NotificationState
  /// The user's response to a notification that launched the app; with an empty action for a remote
  /// notification that launched it in the background.
  public var launchNotification: NotificationResponseRecord?
  /// The user's decisions so far; the app never asked for a kind that is missing.
  public var permissions: [Permission]
  /// The regions that the device monitors for the app, including those of earlier launches.
  public var regions: [MonitoredRegion]
  public init(
    version: UInt32 = deviceProtocolVersion, device: DeviceModel, environment: Environment = Environment(),
    launchReason: String = "tap", launchURL: String? = nil, profile: String? = nil,
    recordsEvents: Bool = true, recordsInternalEvents: Bool = false, needsScreen: Bool = true,
    notifications: NotificationState = NotificationState(),
    launchNotification: NotificationResponseRecord? = nil, permissions: [Permission] = [],
    regions: [MonitoredRegion] = [], motion: MotionReport = MotionReport()
  ) {
    self.version = version
    self.device = device
    self.environment = environment
    self.launchReason = launchReason
    self.launchURL = launchURL
    self.profile = profile
    self.recordsEvents = recordsEvents
    self.recordsInternalEvents = recordsInternalEvents
    self.needsScreen = needsScreen
    self.motion = motion
    self.notifications = notifications
    self.launchNotification = launchNotification
    self.permissions = permissions
    self.regions = regions
  }
}

/// A device model, as listed by `carob devices`.
public struct DeviceModel: Sendable, Equatable {
  public var name: String
  /// Portrait size in points.
  public var width: Double
  public var height: Double
  public var scale: Double
  /// `phone` or `pad`.
  public var idiom: String
  /// Safe area in portrait, points.
  public var safeAreaTop: Double
  public var safeAreaBottom: Double
  /// Radius of the display's corners, points.
  public var cornerRadius: Double
  public init(
    name: String, width: Double, height: Double, scale: Double, idiom: String, safeAreaTop: Double,
    safeAreaBottom: Double, cornerRadius: Double
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.scale = scale
    self.idiom = idiom
    self.safeAreaTop = safeAreaTop
    self.safeAreaBottom = safeAreaBottom
    self.cornerRadius = cornerRadius
  }
}

/// The device's state that an app sees as traits.
public struct Environment: Sendable, Equatable {
  /// `portrait`, `portraitUpsideDown`, `landscapeLeft`, `landscapeRight`.
  public var orientation: String = "portrait"
  /// `light` or `dark`.
  public var appearance: String = "light"
  /// UIContentSizeCategory's short name: `large`, `accessibilityLarge`…
  public var contentSize: String = "large"
  /// Whether the screen reader is on (E-801).
  public var isVoiceOverRunning = false
  public init() {}
}

public struct TouchEvent: Sendable, Equatable {
  public enum Phase: UInt8, Sendable { case began, moved, stationary, ended, cancelled, hovering }
  public struct Finger: Sendable, Equatable {
    /// Stable from `began` to `ended`.
    public var id: UInt32
    public var phase: Phase
    public var x: Double
    public var y: Double
    /// 1 is an ordinary touch.
    public var force: Double
    public init(id: UInt32, phase: Phase, x: Double, y: Double, force: Double = 1) {
      self.id = id
      self.phase = phase
      self.x = x
      self.y = y
      self.force = force
    }
  }
  public var time: Double
  public var fingers: [Finger]
  /// Whether new fingers begin a new tap count, however soon they follow: separate steps of a script are
  /// separate taps.
  public var resetsTapCount: Bool
  public init(time: Double, fingers: [Finger], resetsTapCount: Bool = false) {
    self.time = time
    self.fingers = fingers
    self.resetsTapCount = resetsTapCount
  }
}

public struct KeyEvent: Sendable, Equatable {
  /// `return`, `delete`, `tab`, `escape`, an arrow's name, a modifier's name, or the character.
  public var key: String
  public var modifiers: [String]
  public var isDown: Bool
  /// The physical key, as the UI Events standard names it (`KeyA`); empty for the key of a US keyboard.
  public var code: String
  /// An automatic repeat of a key that is held down.
  public var isRepeat: Bool
  public init(
    key: String, modifiers: [String] = [], isDown: Bool = true, code: String = "", isRepeat: Bool = false
  ) {
    self.key = key
    self.modifiers = modifiers
    self.isDown = isDown
    self.code = code
    self.isRepeat = isRepeat
  }
}

/// Marked text: text that an input method is still composing.
public struct ComposedText: Sendable, Equatable {
  public var text: String
  /// The selected range within the text, UTF-16 units.
  public var location: UInt32
  public var length: UInt32
  public init(text: String, location: UInt32, length: UInt32) {
    self.text = text
    self.location = location
    self.length = length
  }
}

/// A step of a wheel, or a movement on a trackpad.
public struct ScrollEvent: Sendable, Equatable {
  /// Where the pointer is, screen points.
  public var x: Double
  public var y: Double
  /// How far the content moves: to the right and down, points.
  public var dx: Double
  public var dy: Double
  /// Whether it scrolls in whole steps, as with a wheel, or continuously, as with a trackpad.
  public var isDiscrete: Bool
  public init(x: Double, y: Double, dx: Double, dy: Double, isDiscrete: Bool = true) {
    self.x = x
    self.y = y
    self.dx = dx
    self.dy = dy
    self.isDiscrete = isDiscrete
  }
}

/// A picker's wheel comes to rest at a row.
public struct PickRow: Sendable, Equatable {
  /// A point in the picker, screen points.
  public var x: Double
  public var y: Double
  public var component: UInt32
  public var row: UInt32
  public init(x: Double, y: Double, component: UInt32, row: UInt32) {
    self.x = x
    self.y = y
    self.component = component
    self.row = row
  }
}

public enum LifecycleChange: UInt8, Sendable {
  case willResignActive, didEnterBackground, willEnterForeground, didBecomeActive, willTerminate
  /// The system disconnected the scene (E-40).
  case didDisconnect
}

public enum EnvironmentChange: Sendable, Equatable {
  case orientation(String)
  case appearance(String)
  case contentSize(String)
  case memoryWarning
  case shake
  /// A command for the music player: `play`, `pause`, `stop`, `next` or `previous`.
  case music(String)
  /// Sets how many seconds it takes until players of films and sounds are ready.
  case mediaDelay(Double)
  /// The report of the motion sensors, with all steps and activities so far.
  case motion(MotionReport)
  /// A gesture of assistive technology for the whole app: `escape` or `magicTap`.
  case assistiveGesture(String)
  /// Turns the screen reader on or off (E-801).
  case voiceOver(Bool)
}

/// An element of the screen, in screen points.
public struct ScreenElement: Sendable, Equatable {
  public var identifier: String?
  public var label: String?
  /// The title or text, if it differs from the label.
  public var text: String?
  public var value: String?
  /// The element's class and its superclasses up to NSObject, most derived first.
  public var classes: [String]
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  public var isEnabled: Bool
  public var isSelected: Bool
  /// What covers the element's centre, so that it cannot be touched there; nil for nothing.
  public var coveredBy: String?
  /// Indices of the elements (in the same list) that contain this one, nearest first.
  public var ancestors: [Int]
  /// Whether assistive technology sees it; otherwise it is an ordinary visible view.
  public var isAccessibilityElement: Bool
  public init(
    identifier: String?, label: String?, text: String?, value: String?, classes: [String], x: Double,
    y: Double, width: Double, height: Double, isEnabled: Bool, isSelected: Bool, coveredBy: String?,
    ancestors: [Int], isAccessibilityElement: Bool = true
  ) {
    self.identifier = identifier
    self.label = label
    self.text = text
    self.value = value
    self.classes = classes
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.isEnabled = isEnabled
    self.isSelected = isSelected
    self.coveredBy = coveredBy
    self.ancestors = ancestors
    self.isAccessibilityElement = isAccessibilityElement
  }
}

/// One line of the trace, before the device numbers it. Fields as in the command-line contract.
///
/// `id` and `cause` count the events of one launch from 1; the device maps them to `seq` of the whole trace.
public struct TraceEvent: Sendable, Equatable {
  public var id: UInt64
  /// Seconds since the device started.
  public var time: Double
  /// 0 for a root.
  public var cause: UInt64
  public var category: String
  public var mechanism: String
  public var name: String
  public var receiver: String?
  public var sender: String?
  public var outcome: String
  public var why: String?
  public var answer: String?
  public var site: String?
  public var thread: String?
  public var mode: String?
  public var milliseconds: Double?
  /// In the order in which the trace shows them.
  public var detail: [(key: String, value: String)]
  public init(
    id: UInt64, time: Double, cause: UInt64, category: String, mechanism: String, name: String,
    receiver: String? = nil, sender: String? = nil, outcome: String = "handled", why: String? = nil,
    answer: String? = nil, site: String? = nil, thread: String? = nil, mode: String? = nil,
    milliseconds: Double? = nil, detail: [(key: String, value: String)] = []
  ) {
    self.id = id
    self.time = time
    self.cause = cause
    self.category = category
    self.mechanism = mechanism
    self.name = name
    self.receiver = receiver
    self.sender = sender
    self.outcome = outcome
    self.why = why
    self.answer = answer
    self.site = site
    self.thread = thread
    self.mode = mode
    self.milliseconds = milliseconds
    self.detail = detail
  }
  public static func == (a: TraceEvent, b: TraceEvent) -> Bool {
    a.id == b.id && a.time == b.time && a.cause == b.cause && a.category == b.category
      && a.mechanism == b.mechanism && a.name == b.name && a.receiver == b.receiver && a.sender == b.sender
      && a.outcome == b.outcome && a.why == b.why && a.answer == b.answer && a.site == b.site
      && a.thread == b.thread && a.mode == b.mode && a.milliseconds == b.milliseconds
      && a.detail.elementsEqual(b.detail) { $0.key == $1.key && $0.value == $1.value }
  }
}
