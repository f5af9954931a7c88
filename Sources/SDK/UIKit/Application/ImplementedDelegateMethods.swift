@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// Which optional methods the application's delegate implements: determined once, when the delegate is set
/// (E-3).
@MainActor
struct ImplementedDelegateMethods {
  @ZeroingExistential private var delegate: (any UIApplicationDelegate)?
  private var answers: [Selector: Bool] = [:]

  init(_ delegate: (any UIApplicationDelegate)?) {
    self.delegate = delegate
    // OPTIMIZATION: without an override of `responds(to:)` the result never changes, and the check has no
    // side effects.
    guard let delegate, Runtime.decidesItself(type(of: delegate)) else { return }
    for selector in Self.selectors { answers[selector] = Runtime.answers(delegate, selector) }
  }

  func contains(_ selector: Selector) -> Bool {
    answers[selector] ?? delegate.map { Runtime.answers($0, selector) } ?? false
  }

  private static let selectors: [Selector] = [
    "applicationDidFinishLaunching:", "application:willFinishLaunchingWithOptions:",
    "application:didFinishLaunchingWithOptions:", "applicationDidBecomeActive:",
    "applicationWillResignActive:", "applicationDidEnterBackground:", "applicationWillEnterForeground:",
    "applicationWillTerminate:", "applicationDidReceiveMemoryWarning:", "applicationSignificantTimeChange:",
    "application:openURL:options:", "application:configurationForConnectingSceneSession:options:",
    "application:didDiscardSceneSessions:", "application:supportedInterfaceOrientationsForWindow:",
    "application:continueUserActivity:restorationHandler:",
    "application:didRegisterUserNotificationSettings:", "application:didReceiveLocalNotification:",
    "application:didRegisterForRemoteNotificationsWithDeviceToken:",
  ]
}
