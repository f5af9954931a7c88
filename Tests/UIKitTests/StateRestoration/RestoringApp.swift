import CarobFoundation
import DeviceProtocol
import Testing

@testable import UIKit

/// Provides a test with a folder for saved states that persists across devices: each `withDevice` is a
/// launch.
@MainActor
func withStore<R>(_ body: (StateStore) throws -> R) rethrows -> R {
  let home = FileManager.default.temporaryDirectory.appendingPathComponent("state-\(UUID().uuidString)")
  let store = StateStore(home: home.path, bundleIdentifier: "org.example.App")
  StateStore.current = store
  defer {
    StateStore.current = nil
    RegisteredObjects.forgetAll()
    try? FileManager.default.removeItem(at: home)
  }
  return try body(store)
}

extension TestDevice {
  /// Presses the Home button.
  func goHome() {
    Lifecycle.willResignActive()
    Lifecycle.didEnterBackground()
  }
}

/// A classic app in code: a navigation controller with a list, and the screens that a test pushes or
/// presents.
@MainActor
final class RestoringDelegate: NSObject, UIApplicationDelegate {
  var window: UIWindow?
  let log: Log
  let list: RestoringScreen
  let navigation: RestoringNavigation
  var saves = true
  var restores = true
  var showsWindow = true
  /// Creates the controllers that restoration classes do not create.
  var makes: ([String]) -> UIViewController? = { _ in nil }
  var willFinish: () -> Void = {}
  var encoded: (NSCoder) -> Void = { _ in }
  var decoded: (NSCoder) -> Void = { _ in }

  init(_ log: Log) {
    self.log = log
    RestoringScreen.log = log
    list = RestoringScreen("list", log)
    list.restorationClass = nil
    navigation = RestoringNavigation(rootViewController: list)
    navigation.log = log
    navigation.restorationIdentifier = "nav"
    super.init()
  }

  /// Launches the app as a tap on its icon does.
  func launch() {
    Launcher.launch(nil, { self }, Welcome(device: .standIn, launchReason: "tap", profile: "classic"))
  }

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log("willFinish")
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    window.rootViewController = navigation
    willFinish()
    if showsWindow { window.makeKeyAndVisible() }
    return true
  }
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log("didFinish")
    if !showsWindow { window?.makeKeyAndVisible() }
    return true
  }
  func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder) -> Bool {
    log("shouldSave")
    return saves
  }
  func application(_ application: UIApplication, shouldRestoreApplicationState coder: NSCoder) -> Bool {
    log("shouldRestore")
    return restores
  }
  func application(_ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder) {
    log("willEncode")
    encoded(coder)
  }
  func application(_ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder) {
    log("didDecode")
    decoded(coder)
  }
  func application(
    _ application: UIApplication, viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: NSCoder
  ) -> UIViewController? {
    log("delegate makes \(identifierComponents.joined(separator: "/"))")
    return makes(identifierComponents)
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "application:willFinishLaunchingWithOptions:", "application:didFinishLaunchingWithOptions:",
      "application:shouldSaveApplicationState:", "application:shouldRestoreApplicationState:",
      "application:willEncodeRestorableStateWithCoder:", "application:didDecodeRestorableStateWithCoder:",
      "application:viewControllerWithRestorationIdentifierPath:coder:")
  }
}

/// A screen that its own restoration class recreates, with a number as its state.
@MainActor
class RestoringScreen: UIViewController, UIViewControllerRestoration {
  static var log = Log()
  let log: Log
  let name: String
  var number = 0
  var other: AnyObject?
  static var refuses = false

  init(_ name: String, _ log: Log, number: Int = 0) {
    self.name = name
    self.log = log
    self.number = number
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = name
    restorationClass = RestoringScreen.self
  }
  required init?(coder: NSCoder) { nil }

  class func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController? {
    log("class makes \(identifierComponents.joined(separator: "/"))")
    return refuses ? nil : RestoringScreen(identifierComponents.last ?? "", log)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    log("\(name).didLoad")
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    log("\(name).willAppear")
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    log("\(name).didAppear")
  }
  override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(number, forKey: "number")
    coder.encode(other, forKey: "other")
    log("\(name).encode \(number)")
  }
  override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    number = coder.decodeInteger(forKey: "number")
    other = coder.decodeObject(forKey: "other").map { $0 as AnyObject }
    log("\(name).decode \(number)")
  }
  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    log("\(name).finished")
  }
}

/// A navigation controller that records the messages about its state.
final class RestoringNavigation: UINavigationController {
  var log = Log()
  override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    log("nav.encode")
  }
  override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    log("nav.decode")
  }
  override func applicationFinishedRestoringState() { log("nav.finished") }
}
