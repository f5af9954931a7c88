import CarobFoundation
@_spi(Hazards) import CarobRuntime
import DeviceProtocol
import QuartzCore
import UserNotifications

/// The single application object: it owns windows and scenes, dispatches events and manages the app's life
/// cycle.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
  public override init() {
    super.init()
    if UIApplication.instance == nil { UIApplication.instance = self }
  }

  @exclusivity(unchecked) private static var instance: UIApplication?
  public static var shared: UIApplication { instance ?? UIApplication() }

  open var delegate: (any UIApplicationDelegate)? {
    didSet {
      delegateStorage = delegate
      implementedDelegateMethods = ImplementedDelegateMethods(delegate)
    }
  }
  /// The optional methods that the delegate implements (E-3).
  private(set) var implementedDelegateMethods = ImplementedDelegateMethods(nil)
  /// Keeps a strong reference to the delegate created at launch.
  private var delegateStorage: (any UIApplicationDelegate)?

  /// Which iOS release's behaviour applies where a release changed it (E-626).
  var linkedProfile = LinkedProfile.today

  public enum State: Int, Sendable { case active, inactive, background }
  open internal(set) var applicationState = State.inactive

  // MARK: Scenes and windows

  open internal(set) var connectedScenes: Set<UIScene> = []
  var orderedScenes: [UIScene] = []
  /// The scene of an app without a scene manifest. It owns all windows and has no delegate (E-651).
  var onlyScene: UIWindowScene?
  var allScenes: [UIScene] { orderedScenes + [onlyScene].compactMap { $0 } }
  open var openSessions: Set<UISceneSession> { Set(allScenes.map(\.session)) }
  open var supportsMultipleScenes: Bool { false }
  open func requestSceneSessionActivation(
    _ session: UISceneSession?, userActivity: NSUserActivity?, options: UIScene.ActivationRequestOptions?,
    errorHandler: (((any Error)) -> Void)? = nil
  ) {
    guard session.map(openSessions.contains) != true else {
      return unimplemented("UIApplication.requestSceneSessionActivation for a session that is already open")
    }
    refuseSceneRequest(errorHandler)
  }
  /// E-504.
  open func requestSceneSessionDestruction(
    _ sceneSession: UISceneSession, options: UISceneDestructionRequestOptions?,
    errorHandler: (((any Error)) -> Void)? = nil
  ) { refuseSceneRequest(errorHandler) }

  private var windowReferences: [ZeroingElement<UIWindow>] = []
  @Zeroing var keyWindowOfAnyScene: UIWindow?
  open var keyWindow: UIWindow? { keyWindowOfAnyScene }
  open var windows: [UIWindow] { allWindows.filter { !($0 is KeyboardWindow) } }
  /// All windows, including the keyboard's, which is hidden from apps.
  var allWindows: [UIWindow] { windowReferences.compactMap(\.object) }

  /// Back to front.
  var visibleWindows: [UIWindow] {
    let shown = allWindows.filter { !$0.isHidden }
    if shown.count < 2 { return shown }
    return shown.enumerated()
      .sorted { ($0.element.windowLevel, $0.offset) < ($1.element.windowLevel, $1.offset) }.map(\.element)
  }

  func registerWindow(_ window: UIWindow) {
    windowReferences.removeAll { $0.object == nil }
    windowReferences.append(ZeroingElement(window))
  }
  func windowsChanged() {
    TouchDispatcher.needsLostTouchCheck = true
    TurnCommitter.shared.rootsChanged()
  }

  func setKeyWindow(_ window: UIWindow) {
    guard keyWindowOfAnyScene !== window else { return }
    if let old = keyWindowOfAnyScene {
      old.resignKey()
      NotificationCenter.default.post(name: UIWindow.didResignKeyNotification, object: old)
    }
    keyWindowOfAnyScene = window
    window.becomeKey()
    NotificationCenter.default.post(name: UIWindow.didBecomeKeyNotification, object: window)
  }

  // MARK: Events

  let touchDispatcher = TouchDispatcher()
  let pressDispatcher = PressDispatcher()
  let scrollDispatcher = ScrollDispatcher()
  private var ignoreCount = 0

  /// Dispatches an event. Every event passes through here first, so an override sees all of them.
  open func sendEvent(_ event: UIEvent) {
    switch event.type {
    case .touches:
      EditMenu.touched(event)
      var windows: [UIWindow] = []
      for touch in event.orderedTouches {
        if let window = touch.window, !windows.contains(where: { $0 === window }) { windows.append(window) }
      }
      for window in windows {
        Journal.deliver(.touch, "sendEvent(_:)", to: window, category: .user) { window.sendEvent(event) }
      }
    case .presses:
      guard let event = event as? UIPressesEvent else { return }
      for window in event.windows {
        // An event without a window is delivered to the application.
        guard let window else {
          event.deliver(in: nil)
          continue
        }
        Journal.deliver(.responder, "sendEvent(_:)", to: window, category: .user) { window.sendEvent(event) }
      }
      for press in event.orderedPresses where press.phase == .began && press.isDeclined {
        press.isUsed = KeyInput.act(press.pressed)
      }
    case .scroll:
      guard let event = event as? ScrollingEvent else { return }
      guard let window = event.window else { return event.deliver() }
      Journal.deliver(.touch, "sendEvent(_:)", to: window, category: .user) { window.sendEvent(event) }
    case .motion:
      guard let first = FirstResponder.start else { return }
      Journal.deliver(.responder, "motionBegan(_:with:)", to: first, category: .user) {
        first.motionBegan(event.subtype, with: event)
      }
      Journal.deliver(.responder, "motionEnded(_:with:)", to: first, category: .user) {
        first.motionEnded(event.subtype, with: event)
      }
    case .remoteControl:
      guard let first = FirstResponder.start else { return }
      Journal.deliver(.responder, "remoteControlReceived(with:)", to: first, category: .user) {
        first.remoteControlReceived(with: event)
      }
    default: break
    }
  }

  func deliverEvent(_ event: UIEvent) {
    let mechanism = event is UIPressesEvent ? Mechanism.responder : .touch
    Journal.deliver(mechanism, "sendEvent(_:)", to: self, category: .user) { sendEvent(event) }
  }

  /// Sends `action` to `target`, or up the responder chain if it is nil (E-230). Returns false if no receiver
  /// was found.
  @discardableResult
  open func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
    if ActionSender.sendDirectly(action, to: target, from: sender) { return true }
    return ActionSender.send(
      action, to: target, from: sender, for: event, mechanism: .action, events: sendingEvents)
  }
  /// The control events for which the current action is sent; for the trace.
  var sendingEvents: UIControl.Event?

  open func beginIgnoringInteractionEvents() { ignoreCount += 1 }
  open func endIgnoringInteractionEvents() { ignoreCount = max(0, ignoreCount - 1) }
  open var isIgnoringInteractionEvents: Bool { ignoreCount > 0 }
  open var isIdleTimerDisabled = false
  open var applicationSupportsShakeToEdit = true

  /// An unhandled shake offers to undo typing (E-382).
  open override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    if motion == .motionShake, applicationSupportsShakeToEdit { ShakeToUndo.offer() }
    super.motionEnded(motion, with: event)
  }

  /// E-232: the delegate, if it is a responder and not a view, controller or application.
  open override var next: UIResponder? {
    guard let responder = delegate as? UIResponder, !(responder is UIView), !(responder is UIViewController),
      !(responder is UIApplication)
    else { return nil }
    return responder
  }

  // MARK: URLs

  open func canOpenURL(_ url: URL) -> Bool { ["http", "https", "mailto", "tel"].contains(url.scheme ?? "") }
  open func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    DeviceConnection.shared.send(.openURL(url.absoluteString))
    if let completionHandler {
      LayerAnimations.afterCommit { unsafeBitCast(completionHandler, to: ((Bool) -> Void).self)(true) }
    }
  }
  public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let universalLinksOnly = Self(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }
  public struct OpenURLOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let sourceApplication = Self(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    public static let annotation = Self(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
    public static let openInPlace = Self(rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
  }
  public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
    public static let sourceApplication = Self(rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
    nonisolated public static let localNotification = Self(
      rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
    nonisolated public static let remoteNotification = Self(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
    public static let location = Self(rawValue: "UIApplicationLaunchOptionsLocationKey")
    public static let shortcutItem = Self(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
    public static let userActivityDictionary = Self(
      rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
    /// A key inside the dictionary of `userActivityDictionary`.
    public static let userActivityType = Self(
      rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
  }
  nonisolated public static let openSettingsURLString = "app-settings:"

  // MARK: Background

  private var lastBackgroundTask = 0
  /// The running background tasks with their expiration handlers, in the order in which they began (E-51).
  private var backgroundTasks: [(id: Int, expire: (@MainActor @Sendable () -> Void)?)] = []
  open func beginBackgroundTask(expirationHandler: (@MainActor @Sendable () -> Void)? = nil)
    -> UIBackgroundTaskIdentifier
  {
    lastBackgroundTask += 1
    backgroundTasks.append((lastBackgroundTask, expirationHandler))
    return UIBackgroundTaskIdentifier(rawValue: lastBackgroundTask)
  }
  func backgroundTimeExpired() {
    for task in backgroundTasks {
      guard let expire = task.expire else { continue }
      Journal.deliverRegistered(
        .lifecycle, "{}", category: .lifetime, detail: [("block", "expirationHandler")]
      ) {
        expire()
      }
    }
  }
  open func beginBackgroundTask(
    withName name: String?, expirationHandler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { beginBackgroundTask(expirationHandler: expirationHandler) }
  open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTasks.removeAll { $0.id == identifier.rawValue }
  }
  open var backgroundTimeRemaining: TimeInterval {
    applicationState == .background ? 30 : .greatestFiniteMagnitude
  }

  // MARK: Appearance of the system

  open var preferredContentSizeCategory: UIContentSizeCategory {
    UIScreen.main.traitCollection.preferredContentSizeCategory
  }
  /// The direction of the app's language (E-971).
  open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { LanguageDirection.ofApp }
  open var statusBarOrientation: UIInterfaceOrientation { UIScreen.main.interfaceOrientation }
  /// In screen points; empty while the status bar is hidden (E-972).
  open var statusBarFrame: CGRect {
    if isStatusBarHidden { return .zero }
    return CGRect(x: 0, y: 0, width: UIScreen.main.bounds.width, height: UIScreen.main.safeAreaInsets.top)
  }
  /// Setting it has an effect only in apps without view-controller-based status bar appearance (E-803).
  open var isStatusBarHidden: Bool {
    get {
      controllersDecideAboutStatusBar ? TurnCommitter.shared.isStatusBarHidden : wantsStatusBarHidden
    }
    set {
      guard !controllersDecideAboutStatusBar, wantsStatusBarHidden != newValue else { return }
      wantsStatusBarHidden = newValue
      statusBarNeedsUpdate = true
    }
  }
  open func setStatusBarHidden(_ hidden: Bool, with animation: UIStatusBarAnimation) {
    isStatusBarHidden = hidden
  }
  private(set) var wantsStatusBarHidden = false
  /// Setting it has an effect only in apps without view-controller-based status bar appearance (E-803).
  open var statusBarStyle: UIStatusBarStyle {
    get { controllersDecideAboutStatusBar ? TurnCommitter.shared.statusBarStyle : wantedStatusBarStyle }
    set {
      guard !controllersDecideAboutStatusBar, wantedStatusBarStyle != newValue else { return }
      wantedStatusBarStyle = newValue
      statusBarNeedsUpdate = true
    }
  }
  open func setStatusBarStyle(_ style: UIStatusBarStyle, animated: Bool) { statusBarStyle = style }
  private(set) var wantedStatusBarStyle = UIStatusBarStyle.default
  lazy var controllersDecideAboutStatusBar =
    Bundle.main.object(forInfoDictionaryKey: "UIViewControllerBasedStatusBarAppearance") as? Bool ?? true
  var statusBarNeedsUpdate = true
  /// L-155: setting 0 also removes all delivered notifications; a negative value removes only the badge.
  open var applicationIconBadgeNumber: Int {
    get { Int(NotificationService.shared.center.badge) }
    set {
      NotificationService.shared.call(.setBadge(Int64(newValue)))
      if newValue == 0 { NotificationService.shared.call(.removeAllDelivered) }
    }
  }
  /// The settings registered with the API that preceded `UserNotifications`.
  var registeredSettings: UIUserNotificationSettings?
  /// A spinner in the status bar of devices with a home button; the others never show it.
  open var isNetworkActivityIndicatorVisible = false
  /// The dynamic quick actions, which follow the static ones of Info.plist on the home screen; kept until
  /// the app is deleted (E-998).
  open var shortcutItems: [UIApplicationShortcutItem]? {
    get { QuickActions.dynamicItems }
    set { QuickActions.dynamicItems = newValue }
  }
  open var supportsAlternateIcons: Bool { false }
  open var isProtectedDataAvailable: Bool { true }
  /// L-163: the delegate gets the device token in a later turn, regardless of the user's permission.
  open func registerForRemoteNotifications() { NotificationService.shared.call(.registerForRemote) }
  open func unregisterForRemoteNotifications() { NotificationService.shared.call(.unregisterForRemote) }
  open var isRegisteredForRemoteNotifications: Bool {
    NotificationService.shared.center.isRegisteredForRemote
  }
  /// Whether the device's music commands become events for the first responder (E-977).
  private(set) var receivesRemoteControlEvents = false
  open func beginReceivingRemoteControlEvents() { receivesRemoteControlEvents = true }
  open func endReceivingRemoteControlEvents() { receivesRemoteControlEvents = false }
  open func supportedInterfaceOrientations(for window: UIWindow?) -> UIInterfaceOrientationMask {
    guard let delegate,
      implementedDelegateMethods.contains("application:supportedInterfaceOrientationsForWindow:")
    else {
      return .allButUpsideDown
    }
    return Journal.query(.delegate, "application(_:supportedInterfaceOrientationsFor:)", to: delegate) {
      delegate.application(self, supportedInterfaceOrientationsFor: window)
    }
  }

  // MARK: Notifications

  nonisolated public static let willChangeStatusBarOrientationNotification = Notification.Name(
    "UIApplicationWillChangeStatusBarOrientationNotification")
  nonisolated public static let didChangeStatusBarOrientationNotification = Notification.Name(
    "UIApplicationDidChangeStatusBarOrientationNotification")
  nonisolated public static let statusBarOrientationUserInfoKey =
    "UIApplicationStatusBarOrientationUserInfoKey"
  nonisolated public static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification")
  nonisolated public static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")
  nonisolated public static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  nonisolated public static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  nonisolated public static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
  nonisolated public static let willTerminateNotification = Notification.Name(
    "UIApplicationWillTerminateNotification")
  nonisolated public static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
  nonisolated public static let significantTimeChangeNotification = Notification.Name(
    "UIApplicationSignificantTimeChangeNotification")
  nonisolated public static let userDidTakeScreenshotNotification = Notification.Name(
    "UIApplicationUserDidTakeScreenshotNotification")
  nonisolated public static let backgroundRefreshStatusDidChangeNotification = Notification.Name(
    "UIApplicationBackgroundRefreshStatusDidChangeNotification")
  nonisolated public static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
    "UIApplicationProtectedDataWillBecomeUnavailable")
  nonisolated public static let protectedDataDidBecomeAvailableNotification = Notification.Name(
    "UIApplicationProtectedDataDidBecomeAvailable")

  nonisolated public static let backgroundFetchIntervalMinimum: TimeInterval = 0
  nonisolated public static let backgroundFetchIntervalNever: TimeInterval = .greatestFiniteMagnitude

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIApplication.self,
      {
        [
          "delegate": \.delegate, "idleTimerDisabled": \.isIdleTimerDisabled,
          "applicationSupportsShakeToEdit": \.applicationSupportsShakeToEdit,
          "applicationIconBadgeNumber": \.applicationIconBadgeNumber,
          "networkActivityIndicatorVisible": \.isNetworkActivityIndicatorVisible,
          "shortcutItems": \.shortcutItems,
        ]
      },
      readOnly: {
        [
          "applicationState": \.applicationState, "connectedScenes": \.connectedScenes,
          "openSessions": \.openSessions, "supportsMultipleScenes": \.supportsMultipleScenes,
          "keyWindow": \.keyWindow, "windows": \.windows,
          "ignoringInteractionEvents": \.isIgnoringInteractionEvents,
          "backgroundTimeRemaining": \.backgroundTimeRemaining,
          "preferredContentSizeCategory": \.preferredContentSizeCategory,
          "userInterfaceLayoutDirection": \.userInterfaceLayoutDirection,
          "statusBarOrientation": \.statusBarOrientation, "statusBarFrame": \.statusBarFrame,
          "statusBarHidden": \.isStatusBarHidden, "statusBarStyle": \.statusBarStyle,
          "supportsAlternateIcons": \.supportsAlternateIcons,
          "protectedDataAvailable": \.isProtectedDataAvailable,
          "registeredForRemoteNotifications": \.isRegisteredForRemoteNotifications,
        ]
      }
    )
  }
}

public struct UIBackgroundTaskIdentifier: Hashable, RawRepresentable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, blackOpaque, darkContent }
public enum UIStatusBarAnimation: Int, Sendable { case none, fade, slide }

public enum UIInterfaceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let portrait = UIInterfaceOrientationMask(rawValue: 2)
  public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 4)
  public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 8)
  public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 16)
  public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
  public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
  public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}
