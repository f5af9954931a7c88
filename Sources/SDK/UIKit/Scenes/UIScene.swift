@_spi(Hazards) import CarobRuntime
import CarobFoundation
import UserNotifications

/// One instance of the app's interface, with its own life cycle.
@preconcurrency @MainActor
open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive, foregroundInactive, background
  }

  public struct ConnectionOptions: @unchecked Sendable {
    // @unchecked because it is read on the main thread only.
    public var urlContexts: Set<UIOpenURLContext> = []
    public internal(set) var userActivities: Set<NSUserActivity> = []
    /// The user's response to a notification, if a plain tap on it launched the app (L-115).
    public internal(set) var notificationResponse: UNNotificationResponse?
    /// The quick action that launched the app (E-998).
    public internal(set) var shortcutItem: UIApplicationShortcutItem?
    public var handoffUserActivityType: String? { nil }
    public var sourceApplication: String? { nil }
  }

  public init(session: UISceneSession, connectionOptions: ConnectionOptions) {
    self.session = session
    super.init()
  }

  public let session: UISceneSession
  open var delegate: (any UISceneDelegate)?
  open internal(set) var activationState = ActivationState.unattached
  open var title: String! = ""
  open var subtitle = ""

  /// Options of a request to open a scene, or to bring it to the front.
  @preconcurrency @MainActor
  open class ActivationRequestOptions: _MainActorNSObject {
    public override init() { super.init() }
    /// The scene that makes the request; nil lets the system choose.
    open weak var requestingScene: UIScene? {
      get { requestingSceneReference }
      set { requestingSceneReference = newValue }
    }
    @Zeroing private var requestingSceneReference: UIScene?
  }

  /// The number of `extendStateRestoration()` calls not yet completed (E-402).
  var restorationExtensions = 0
  /// Whether the scene has been in the foreground (E-356).
  var isLaunched = false
  open func extendStateRestoration() { restorationExtensions += 1 }
  open func completeStateRestoration() { SceneState.complete(self) }

  /// E-232: the scene's delegate if it is a responder, else the application.
  open override var next: UIResponder? { (delegate as? UIResponder) ?? UIApplication.shared }

  nonisolated public static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
  nonisolated public static let didDisconnectNotification = Notification.Name(
    "UISceneDidDisconnectNotification")
  nonisolated public static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
  nonisolated public static let willDeactivateNotification = Notification.Name(
    "UISceneWillDeactivateNotification")
  nonisolated public static let willEnterForegroundNotification = Notification.Name(
    "UISceneWillEnterForegroundNotification")
  nonisolated public static let didEnterBackgroundNotification = Notification.Name(
    "UISceneDidEnterBackgroundNotification")
}

/// A scene that shows windows.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
  open var windows: [UIWindow] { UIApplication.shared.windows.filter { $0.windowScene === self } }
  open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
  open var screen: UIScreen { UIScreen.main }
  open var coordinateSpace: any UICoordinateSpace { UIScreen.main.coordinateSpace }
  open var interfaceOrientation: UIInterfaceOrientation { UIScreen.main.interfaceOrientation }
  open var traitCollection: UITraitCollection { UIScreen.main.traitCollection }
  open var statusBarManager: UIStatusBarManager? { UIStatusBarManager() }
  open var sizeRestrictions: AnyObject? { nil }
  /// E-577: rotates the interface to one of the allowed orientations, regardless of the device's orientation.
  open func requestGeometryUpdate(
    _ preferences: GeometryPreferences, errorHandler: (((any Error)) -> Void)? = nil
  ) {
    guard let wanted = (preferences as? GeometryPreferences.iOS)?.interfaceOrientations else { return }
    if let error = Rotation.request(wanted) { errorHandler?(error) }
  }
}

extension UIWindowScene {
  /// A request for a scene's geometry.
  @preconcurrency @MainActor
  open class GeometryPreferences: _MainActorNSObject {
    @preconcurrency @MainActor
    public final class iOS: GeometryPreferences {
      public var interfaceOrientations: UIInterfaceOrientationMask?
      public init(interfaceOrientations: UIInterfaceOrientationMask? = nil) {
        self.interfaceOrientations = interfaceOrientations
        super.init()
      }
    }
  }
}

/// Information about the status bar, as of the last end of a turn (E-972).
@preconcurrency @MainActor
open class UIStatusBarManager: _MainActorNSObject {
  open var statusBarFrame: CGRect { UIApplication.shared.statusBarFrame }
  open var isStatusBarHidden: Bool { UIApplication.shared.isStatusBarHidden }
  /// The style that the frontmost controller, or the app, chose (E-972).
  open var statusBarStyle: UIStatusBarStyle { UIApplication.shared.statusBarStyle }
}

/// The persistent state of a scene, which can outlive the scene.
@preconcurrency @MainActor
open class UISceneSession: _MainActorNSObject {
  public struct Role: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    public static let windowExternalDisplay = Role(rawValue: "UIWindowSceneSessionRoleExternalDisplay")
  }
  /// - Parameter persistentIdentifier: nil for the session of this process.
  init(configuration: UISceneConfiguration, persistentIdentifier: String? = nil) {
    self.configuration = configuration
    self.persistentIdentifier = persistentIdentifier ?? SceneSessions.identifier
    super.init()
  }
  open var role: Role { .windowApplication }
  open internal(set) var configuration: UISceneConfiguration
  open internal(set) weak var scene: UIScene? {
    get { sceneReference }
    set { sceneReference = newValue }
  }
  @Zeroing private var sceneReference: UIScene?
  public let persistentIdentifier: String
  open var stateRestorationActivity: NSUserActivity?
  open var userInfo: [String: Any]?
}

/// The configuration of a scene: an entry of the scene manifest.
@preconcurrency @MainActor
open class UISceneConfiguration: _MainActorNSObject {
  public let name: String?
  open var sceneClass: AnyClass?
  open var delegateClass: AnyClass?
  open var storyboard: UIStoryboard?
  open private(set) var role: UISceneSession.Role
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    super.init()
    SceneManifest.main?.fill(self)
  }
}

/// A URL for a scene to open.
@preconcurrency @MainActor
open class UIOpenURLContext: _MainActorNSObject {
  public let url: URL
  init(url: URL) {
    self.url = url
    super.init()
  }
}

/// Responds to a scene's life-cycle events. All methods are optional.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol, _CarobOptional {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func sceneDidDisconnect(_ scene: UIScene)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
  func scene(_ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity)
  func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  func scene(
    _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error)
  func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)
}

extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func sceneDidDisconnect(_ scene: UIScene) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
  public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
  public func scene(_ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity) {}
  public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {}
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
  public func scene(
    _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
  ) {}
  public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {}
}

/// A scene delegate with a window.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate, _UIWindowKeeping {
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

extension UIWindowSceneDelegate {
  /// An optional property: the outer optional tells whether the delegate has the property, the inner one is
  /// its value.
  public var window: UIWindow?? { .some((self as any _UIWindowKeeping).window) }
  public func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {}
}
