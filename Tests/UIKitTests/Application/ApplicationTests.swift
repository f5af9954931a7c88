import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Launching, and the transitions between foreground and background.
@MainActor @Suite struct ApplicationTests {
  // MARK: Launching

  private func launch(
    _ device: TestDevice, _ delegate: AppDelegate, reason: String = "tap", url: String? = nil
  ) {
    Launcher.launch(
      nil, { delegate }, Welcome(device: .standIn, launchReason: reason, launchURL: url, profile: "classic"))
  }

  @Test(.rule("E-1", "E-3", "E-6", "E-11", "E-12", "E-14", "E-15", "E-17", "E-651"))
  func `a classic launch: will finish, did finish, the first screen, active`() {
    withDevice { device in
      let delegate = AppDelegate(device)
      launch(device, delegate)
      device.turn()
      #expect(
        device.log.take() == [
          "willFinish, inactive, no options", "didFinish, inactive, no options", "A.loadView",
          "A.viewDidLoad", "A.willAppear", "N(didFinishLaunching)", "A.isAppearing", "A.didAppear",
          "N(scene didActivate)", "didBecomeActive, active", "N(didBecomeActive)",
        ])
    }
  }

  @Test func `a new day is reported to a delegate that implements the method, then to observers`() {
    withDevice { device in
      let delegate = DayDelegate(device.log)
      Launcher.launch(nil, { delegate }, Welcome(device: .standIn, launchReason: "tap", profile: "classic"))
      device.observe(UIApplication.significantTimeChangeNotification, "significant time change")
      _ = device.log.take()
      CalendarDay.changed()
      #expect(device.log.take() == ["applicationSignificantTimeChange", "N(significant time change)"])
      UIApplication.shared.delegate = nil
      CalendarDay.changed()
      #expect(device.log.take() == ["N(significant time change)"])
    }
  }

  @Test(.rule("E-16", "E-23")) func `a launch for a URL opens it, unless a launch method returns false`() {
    for answer in [true, false] {
      withDevice { device in
        let delegate = AppDelegate(device)
        delegate.answer = answer
        delegate.showsScreen = false
        launch(device, delegate, reason: "url", url: "carob:tree")
        #expect(
          device.log.take() == [
            "willFinish, inactive, url", "didFinish, inactive, url", "N(didFinishLaunching)",
          ] + (answer ? ["open carob:tree"] : [])
            + ["N(scene didActivate)", "didBecomeActive, active", "N(didBecomeActive)"])
      }
    }
  }

  @Test(.rule("E-43", "E-44", "E-13", "E-17"))
  func `an app launched in the background connects its scene when it is opened`() {
    withDevice { device in
      let delegate = AppDelegate(device)
      launch(device, delegate, reason: "location")
      device.turn()
      #expect(
        device.log.take() == [
          "willFinish, background, location", "didFinish, background, location", "A.loadView",
          "A.viewDidLoad", "A.willAppear", "N(didFinishLaunching)", "A.isAppearing", "A.didAppear",
        ])
      Lifecycle.handle(.willEnterForeground)
      Lifecycle.handle(.didBecomeActive)
      #expect(
        device.log.take() == [
          "N(scene willEnterForeground)", "willEnterForeground, inactive", "N(willEnterForeground)",
          "N(scene didActivate)", "didBecomeActive, active", "N(didBecomeActive)",
        ])
    }
  }

  @Test(.rule("E-2")) func `an unknown principal class stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = UIApplicationMain(0, UnsafeMutablePointer.allocate(capacity: 1), "Nobody", nil)
      }
    }
    #expect(errors(of: result).contains("no application class is named Nobody"))
  }

  @Test(.rule("E-3")) func `the delegate's optional methods are determined once, when it is set`() {
    withDevice { device in
      let delegate = DenyingDelegate(device.log)
      UIApplication.shared.delegate = delegate
      let asked = device.log.take()
      #expect(asked.contains("applicationDidBecomeActive:") && asked.contains("applicationWillTerminate:"))
      #expect(Set(asked).count == asked.count)
      UIApplication.shared.applicationState = .inactive
      Lifecycle.handle(.didBecomeActive)
      Lifecycle.handle(.willResignActive)
      // The result of responds(to:) counts, not the methods of the class.
      #expect(device.log.take() == ["did become active"])
    }
  }

  // MARK: Between foreground and background

  @Test(.rule("E-52", "E-357")) func `the app switcher snapshot includes the delegate's last changes`() {
    running { device, change in
      let screen = UIApplication.shared.keyWindowOfAnyScene?.rootViewController?.view
      let drawn = DrawnPane("pane", device.log, CGRect(x: 0, y: 0, width: 10, height: 10))
      screen?.addSubview(drawn)
      device.turn()
      (UIApplication.shared.delegate as? AppDelegate)?.inBackground = { drawn.setNeedsDisplay() }
      _ = device.log.take()
      Lifecycle.handle(.willResignActive)
      Lifecycle.handle(.didEnterBackground)
      // Drawn without another turn, because the app may be ended at this point.
      #expect(
        device.log.take().filter { !$0.hasPrefix("N(") } == [
          "willResignActive, inactive", "didEnterBackground, background", "pane.draw",
        ])
      _ = change(.willEnterForeground, .didBecomeActive)
    }
  }

  private func running(_ body: (TestDevice, (LifecycleChange...) -> [String]) -> Void) {
    withDevice { device in
      let delegate = AppDelegate(device)
      launch(device, delegate)
      device.turn()
      _ = device.log.take()
      body(device) { changes in
        for change in changes {
          Lifecycle.handle(change)
          device.turn()
        }
        return device.log.take().filter { !$0.hasPrefix("N(") }
      }
    }
  }

  @Test(
    .rule(
      "E-21", "E-22", "E-25", "E-26", "E-27", "E-28", "E-29", "E-30", "E-31", "E-32", "E-33", "E-34", "E-45",
      "E-17"))
  func `life-cycle calls for home, the app switcher, other apps' alerts, lock and the power slider`() {
    running { _, change in
      let (resign, back) = ("willResignActive, inactive", "didEnterBackground, background")
      let (fore, active) = ("willEnterForeground, inactive", "didBecomeActive, active")
      // Home, and back to the app.
      #expect(change(.willResignActive, .didEnterBackground) == [resign, back])
      #expect(change(.willEnterForeground, .didBecomeActive) == [fore, active])
      // The switcher, choosing this app, then another app.
      #expect(change(.willResignActive) == [resign])
      #expect(change(.didBecomeActive) == [active])
      #expect(change(.willResignActive) == [resign])
      #expect(change(.didEnterBackground) == [back])
      #expect(change(.willEnterForeground, .didBecomeActive) == [fore, active])
      // Another app's alert, dismissed, or used to launch that app. The same for the power slider and lock.
      #expect(change(.willResignActive, .didBecomeActive) == [resign, active])
      #expect(
        change(.willResignActive, .didBecomeActive, .willResignActive, .didEnterBackground) == [
          resign, active, resign, back,
        ])
    }
  }

  @Test(.rule("E-48")) func `resigning active never gives a reason`() {
    running { device, change in
      let heard = Log()
      let token = NotificationCenter.default.addObserver(
        forName: UIApplication.willResignActiveNotification, object: nil, queue: nil
      ) { notification in
        let reason = notification.userInfo.map { "\($0)" } ?? "no reason"
        MainActor.assumeIsolated { heard(reason) }
      }
      _ = change(.willResignActive, .didBecomeActive, .willResignActive, .didEnterBackground)
      NotificationCenter.default.removeObserver(token)
      #expect(heard.take() == ["no reason", "no reason"])
    }
  }

  @Test(.rule("E-46", "E-47")) func `a change to the current state is not reported again`() {
    running { _, change in
      #expect(change(.didBecomeActive) == [])
      #expect(change(.willResignActive, .willResignActive).count == 1)
      #expect(change(.didEnterBackground, .didEnterBackground, .willResignActive).count == 1)
      #expect(change(.willEnterForeground, .willEnterForeground).count == 1)
    }
  }

  @Test(.rule("E-12", "E-9", "E-10", "E-11"))
  func `with scenes, the scene delegate comes first, then the scene's and the application's notification`() {
    withDevice { device in
      let delegate = AppDelegate(device)
      UIApplication.shared.delegate = delegate
      let session = UISceneSession(
        configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
      let scene = UIWindowScene(session: session, connectionOptions: UIScene.ConnectionOptions())
      let sceneDelegate = SceneDelegate(device.log)
      scene.delegate = sceneDelegate
      UIApplication.shared.orderedScenes = [scene]
      for change in [
        LifecycleChange.willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive,
      ] {
        Lifecycle.handle(change)
      }
      #expect(
        device.log.take() == [
          "scene willResignActive, 1", "N(scene willDeactivate)", "N(willResignActive)",
          "scene didEnterBackground, 2", "N(scene didEnterBackground)", "N(didEnterBackground)",
          "scene willEnterForeground, 1", "N(scene willEnterForeground)", "N(willEnterForeground)",
          "scene didBecomeActive, 0", "N(scene didActivate)", "N(didBecomeActive)",
        ])
    }
  }

  @Test(.rule("E-35", "E-50"))
  func `switching the device off terminates the app after it entered the background`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let delegate = AppDelegate(device)
          delegate.showsScreen = false
          delegate.printsToStandardError = true
          Launcher.launch(nil, { delegate }, Welcome(device: .standIn, profile: "classic"))
          for change in [LifecycleChange.willResignActive, .didEnterBackground, .willTerminate] {
            Lifecycle.handle(change)
          }
        }
      }
    }
    let heard = errors(of: result).split(separator: "\n").filter { $0.hasPrefix("heard ") }
    #expect(
      heard.suffix(3) == [
        "heard willResignActive, inactive", "heard didEnterBackground, background",
        "heard willTerminate, background",
      ])
  }

  @Test(.rule("E-51")) func `a background task's expiration handler is called unless the task was ended`() {
    withDevice { device in
      let application = UIApplication.shared
      let kept = application.beginBackgroundTask { device.log("kept expired") }
      let ended = application.beginBackgroundTask { device.log("ended expired") }
      application.endBackgroundTask(ended)
      application.backgroundTimeExpired()
      #expect(device.log.take() == ["kept expired"])
      application.endBackgroundTask(kept)
    }
  }

  @Test(.rule("E-340", "E-342", "E-65"))
  func `a memory warning reaches the delegate, observers and every controller, and unloads no view`() {
    withDevice { device in
      let delegate = AppDelegate(device)
      UIApplication.shared.delegate = delegate
      let (a, b) = (WarnedScreen("A", device.log), WarnedScreen("B", device.log))
      a.addChild(b)
      device.show(a)
      _ = device.log.take()
      Lifecycle.memoryWarning()
      #expect(device.log.take() == ["memory warning", "N(memory)", "A.memory", "B.memory"])
      #expect(a.isViewLoaded && !b.isViewLoaded)
    }
  }
}

private final class WarnedScreen: Screen {
  override func didReceiveMemoryWarning() {
    super.didReceiveMemoryWarning()
    note("memory")
  }
}

private final class AppDelegate: NSObject, UIApplicationDelegate {
  var window: UIWindow?
  let device: TestDevice
  var answer = true
  var showsScreen = true
  var printsToStandardError = false

  init(_ device: TestDevice) {
    self.device = device
    super.init()
    for (name, word) in [
      (UIApplication.didFinishLaunchingNotification, "didFinishLaunching"),
      (UIApplication.didBecomeActiveNotification, "didBecomeActive"),
      (UIApplication.willResignActiveNotification, "willResignActive"),
      (UIApplication.didEnterBackgroundNotification, "didEnterBackground"),
      (UIApplication.willEnterForegroundNotification, "willEnterForeground"),
      (UIApplication.didReceiveMemoryWarningNotification, "memory"),
      (UIScene.willDeactivateNotification, "scene willDeactivate"),
      (UIScene.didEnterBackgroundNotification, "scene didEnterBackground"),
      (UIScene.willEnterForegroundNotification, "scene willEnterForeground"),
      (UIScene.didActivateNotification, "scene didActivate"),
    ] {
      device.observe(name, word)
    }
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "application:willFinishLaunchingWithOptions:", "application:didFinishLaunchingWithOptions:",
      "applicationDidBecomeActive:", "applicationWillResignActive:", "applicationDidEnterBackground:",
      "applicationWillEnterForeground:", "applicationWillTerminate:", "application:openURL:options:",
      "applicationDidReceiveMemoryWarning:")
  }
  private func note(_ what: String) {
    device.log(what)
    if printsToStandardError { FileHandle.standardError.write(Data("heard \(what)\n".utf8)) }
  }
  private func note(_ what: String, _ application: UIApplication) {
    note("\(what), \(application.applicationState)")
  }
  private func options(_ options: [UIApplication.LaunchOptionsKey: Any]?) -> String {
    guard let options else { return "no options" }
    return options[.url] != nil ? "url" : options[.location] != nil ? "location" : "\(options)"
  }
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("willFinish, \(application.applicationState), \(options(launchOptions))")
    return true
  }
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("didFinish, \(application.applicationState), \(options(launchOptions))")
    if showsScreen { showScreen() }
    return answer
  }
  /// Sets up the window, as an app without a storyboard does at launch.
  private func showScreen() {
    window = device.window
    let screen = Screen("A", device.log)
    device.window.rootViewController = screen
    device.window.makeKeyAndVisible()
  }
  func applicationDidBecomeActive(_ application: UIApplication) { note("didBecomeActive", application) }
  func applicationWillResignActive(_ application: UIApplication) { note("willResignActive", application) }
  var inBackground: () -> Void = {}
  func applicationDidEnterBackground(_ application: UIApplication) {
    note("didEnterBackground", application)
    inBackground()
  }
  func applicationWillEnterForeground(_ application: UIApplication) {
    note("willEnterForeground", application)
  }
  func applicationWillTerminate(_ application: UIApplication) { note("willTerminate", application) }
  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { note("memory warning") }
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    note("open \(url.absoluteString)")
    return true
  }
}

private final class SceneDelegate: NSObject, UIWindowSceneDelegate {
  var window: UIWindow?
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  private func note(_ what: String, _ scene: UIScene) {
    log("scene \(what), \(scene.activationState.rawValue)")
  }
  func sceneWillResignActive(_ scene: UIScene) { note("willResignActive", scene) }
  func sceneDidEnterBackground(_ scene: UIScene) { note("didEnterBackground", scene) }
  func sceneWillEnterForeground(_ scene: UIScene) { note("willEnterForeground", scene) }
  func sceneDidBecomeActive(_ scene: UIScene) { note("didBecomeActive", scene) }
}

private final class DayDelegate: UIResponder, UIApplicationDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  nonisolated override class var _carobMethods: [_CarobMethod] { has("applicationSignificantTimeChange:") }
  func applicationSignificantTimeChange(_ application: UIApplication) {
    log("applicationSignificantTimeChange")
  }
}

/// Logs when it is drawn.
private final class DrawnPane: LoggingView {
  override class var _carobMethods: [_CarobMethod] { [.init(has: "drawRect:", "draw(_:)", 1)] }
  override func draw(_ rect: CGRect) { log("\(name).draw") }
}

/// Implements applicationWillResignActive, but denies it in responds(to:).
private final class DenyingDelegate: NSObject, UIApplicationDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "respondsToSelector:", "responds(to:)", 1)]
      + has("applicationDidBecomeActive:", "applicationWillResignActive:")
  }
  override func responds(to selector: Selector!) -> Bool {
    let (log, name) = (log, selector.name)
    MainActor.assumeIsolated { log(name) }
    return name != "applicationWillResignActive:" && super.responds(to: selector)
  }
  func applicationDidBecomeActive(_ application: UIApplication) { log("did become active") }
  func applicationWillResignActive(_ application: UIApplication) { log("will resign active") }
}
