import CarobFoundation
import DeviceProtocol
import QuartzCore

/// Moves the app between active, inactive and background, in the order of E-11, E-12 and E-20…E-44.
@MainActor
enum Lifecycle {
  static func handle(_ change: LifecycleChange) {
    Journal.root(.lifecycle, "\(change)", category: .lifetime) {
      switch change {
      case .willResignActive: willResignActive()
      case .didEnterBackground: didEnterBackground()
      case .willEnterForeground: willEnterForeground()
      case .didBecomeActive: didBecomeActive()
      case .willTerminate: willTerminate()
      case .didDisconnect: didDisconnect()
      }
    }
  }

  private static var application: UIApplication { .shared }
  private static var hasScenes: Bool { !application.orderedScenes.isEmpty || SceneManifest.main != nil }

  static func willResignActive() {
    guard application.applicationState == .active else { return }
    application.touchDispatcher.cancelAll()
    application.pressDispatcher.cancelAll()
    application.scrollDispatcher.finish(.cancelled)
    application.applicationState = .inactive
    transition(
      .foregroundInactive, "sceneWillResignActive(_:)", { $0.sceneWillResignActive($1) },
      UIScene.willDeactivateNotification, "applicationWillResignActive:", "applicationWillResignActive(_:)",
      { $0.applicationWillResignActive($1) }, UIApplication.willResignActiveNotification)
  }

  static func didEnterBackground() {
    guard application.applicationState != .background else { return }
    application.applicationState = .background
    transition(
      .background, "sceneDidEnterBackground(_:)", { $0.sceneDidEnterBackground($1) },
      UIScene.didEnterBackgroundNotification, "applicationDidEnterBackground:",
      "applicationDidEnterBackground(_:)",
      { $0.applicationDidEnterBackground($1) }, UIApplication.didEnterBackgroundNotification)
    // E-350, E-355: after all delegates and observers were notified. E-357: the app may be ended without
    // another callback, so all state is saved at this point.
    SceneState.save(application.orderedScenes)
    StateSaver.save(application)
    // E-52: the app switcher's snapshot includes what the handlers changed.
    TurnCommitter.shared.commit(runsCompletions: false)
    DeviceConnection.shared.expectReturn(true)
  }

  static func willEnterForeground() {
    guard application.applicationState == .background else { return }
    if SceneManifest.main != nil, application.orderedScenes.isEmpty {
      // E-44: the app was launched in the background and has no scene yet.
      let scene = Launcher.connectScene(
        application, application.delegate, UIScene.ConnectionOptions())
      LayerAnimations.afterCommit { SceneState.launchEnded(scene) }
    }
    if !hasScenes { Launcher.connectOnlyScene(application) }
    application.applicationState = .inactive
    transition(
      .foregroundInactive, "sceneWillEnterForeground(_:)", { $0.sceneWillEnterForeground($1) },
      UIScene.willEnterForegroundNotification, "applicationWillEnterForeground:",
      "applicationWillEnterForeground(_:)",
      { $0.applicationWillEnterForeground($1) }, UIApplication.willEnterForegroundNotification)
    DeviceConnection.shared.expectReturn(false)
  }

  /// Moves a scene to the foreground for the first time, at launch (E-7).
  static func sceneWillEnterForeground(_ scene: UIScene) {
    scene.activationState = .foregroundInactive
    if let delegate = scene.delegate {
      Journal.deliver(.lifecycle, "sceneWillEnterForeground(_:)", to: delegate, category: .lifetime) {
        delegate.sceneWillEnterForeground(scene)
      }
    }
    NotificationCenter.default.post(name: UIScene.willEnterForegroundNotification, object: scene)
    NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: application)
  }

  static func didBecomeActive() {
    guard application.applicationState != .active else { return }
    application.applicationState = .active
    transition(
      .foregroundActive, "sceneDidBecomeActive(_:)", { $0.sceneDidBecomeActive($1) },
      UIScene.didActivateNotification,
      "applicationDidBecomeActive:", "applicationDidBecomeActive(_:)", { $0.applicationDidBecomeActive($1) },
      UIApplication.didBecomeActiveNotification)
  }

  // MARK: The day

  /// Reports a new day to the delegate and to observers. Nothing is scheduled for an app that has neither.
  static func watchTheDay(_ delegate: (any UIApplicationDelegate)?) {
    AwaitedPosts.begin(UIApplication.significantTimeChangeNotification) { dayChangeReporting }
    if delegate != nil, application.implementedDelegateMethods.contains(significantTimeChange) {
      dayChangeReporting
    }
  }

  private nonisolated static let significantTimeChange = Selector("applicationSignificantTimeChange:")

  private nonisolated static let dayChangeReporting: Void = CalendarDay.whenChanged {
    if let delegate = application.delegate,
      application.implementedDelegateMethods.contains(significantTimeChange)
    {
      Journal.deliver(.lifecycle, "applicationSignificantTimeChange(_:)", to: delegate, category: .lifetime) {
        delegate.applicationSignificantTimeChange(application)
      }
    }
    NotificationCenter.default.post(
      name: UIApplication.significantTimeChangeNotification, object: application)
  }

  static func willTerminate() {
    if let delegate = application.delegate,
      application.implementedDelegateMethods.contains("applicationWillTerminate:")
    {
      Journal.deliver(.lifecycle, "applicationWillTerminate(_:)", to: delegate, category: .lifetime) {
        delegate.applicationWillTerminate(application)
      }
    }
    NotificationCenter.default.post(name: UIApplication.willTerminateNotification, object: application)
    TurnCommitter.shared.commit(runsCompletions: false)
    DeviceConnection.shared.send(.handled)
    DeviceConnection.shared.flush()
    exit(0)
  }

  static func didDisconnect() {
    // E-408: scenes that leave the foreground directly have not saved their state yet.
    SceneState.save(application.orderedScenes.filter { $0.activationState != .background })
    for scene in application.allScenes {
      scene.activationState = .unattached
      if let delegate = scene.delegate {
        Journal.deliver(.lifecycle, "sceneDidDisconnect(_:)", to: delegate, category: .lifetime) {
          delegate.sceneDidDisconnect(scene)
        }
      }
      NotificationCenter.default.post(name: UIScene.didDisconnectNotification, object: scene)
    }
    application.orderedScenes.removeAll()
    application.connectedScenes.removeAll()
    application.onlyScene = nil
  }

  /// E-12: scene delegate, the scene's notification, application delegate (classic only, E-9), the application's notification.
  private static func transition(
    _ state: UIScene.ActivationState, _ sceneName: String,
    _ notifyScene: (any UISceneDelegate, UIScene) -> Void,
    _ sceneNotification: Notification.Name, _ selector: Selector, _ name: String,
    _ notifyApplication: (any UIApplicationDelegate, UIApplication) -> Void, _ notification: Notification.Name
  ) {
    for scene in application.allScenes {
      scene.activationState = state
      if let delegate = scene.delegate {
        Journal.deliver(.lifecycle, sceneName, to: delegate, category: .lifetime) {
          notifyScene(delegate, scene)
        }
      }
      NotificationCenter.default.post(name: sceneNotification, object: scene)
    }
    if !hasScenes, let delegate = application.delegate,
      application.implementedDelegateMethods.contains(selector)
    {
      Journal.deliver(.lifecycle, name, to: delegate, category: .lifetime) {
        notifyApplication(delegate, application)
      }
    }
    NotificationCenter.default.post(name: notification, object: application)
  }

  /// E-23.
  static func openURL(_ url: URL, atLaunch: Bool = false) {
    if QuickActionURL.name(in: url.absoluteString) != nil {
      if let item = QuickActions.item(of: url) { QuickActions.perform(item) }
      return
    }
    if let activity = UserActivities.webPage(url), UserActivities.resume(activity) { return }
    if hasScenes {
      guard let scene = application.orderedScenes.first, let delegate = scene.delegate else { return }
      Journal.deliver(.lifecycle, "scene(_:openURLContexts:)", to: delegate, category: .functional) {
        delegate.scene(scene, openURLContexts: [UIOpenURLContext(url: url)])
      }
      return
    }
    guard let delegate = application.delegate,
      application.implementedDelegateMethods.contains("application:openURL:options:")
    else {
      Journal.note(
        .lifecycle, "application(_:open:options:)", outcome: "unhandled",
        why: "the application delegate does not implement it")
      return
    }
    _ = Journal.query(.lifecycle, "application(_:open:options:)", to: delegate) {
      delegate.application(application, open: url, options: [:])
    }
  }

  /// E-340: delegate, notification, every live controller.
  static func memoryWarning() {
    if let delegate = application.delegate,
      application.implementedDelegateMethods.contains("applicationDidReceiveMemoryWarning:")
    {
      Journal.deliver(.lifecycle, "applicationDidReceiveMemoryWarning(_:)", to: delegate, category: .lifetime)
      {
        delegate.applicationDidReceiveMemoryWarning(application)
      }
    }
    NotificationCenter.default.post(
      name: UIApplication.didReceiveMemoryWarningNotification, object: application)
    for window in application.windows {
      guard let root = window.rootViewController else { continue }
      deliverMemoryWarning(root)
    }
  }

  private static func deliverMemoryWarning(_ controller: UIViewController) {
    Journal.deliver(.appearance, "didReceiveMemoryWarning()", to: controller, category: .lifetime) {
      controller.didReceiveMemoryWarning()
    }
    for child in controller.children { deliverMemoryWarning(child) }
    if let presented = controller.directlyPresented { deliverMemoryWarning(presented) }
  }

  /// M-78: life-cycle methods of the application delegate that a scene app never gets.
  static func unreachableDelegateMethods(_ application: UIApplication, hasScenes: Bool) -> [(
    appDelegate: String, scene: String
  )] {
    guard hasScenes, let delegate = application.delegate else { return [] }
    return [
      ("applicationDidBecomeActive(_:)", "sceneDidBecomeActive(_:)"),
      ("applicationWillResignActive(_:)", "sceneWillResignActive(_:)"),
      ("applicationDidEnterBackground(_:)", "sceneDidEnterBackground(_:)"),
      ("applicationWillEnterForeground(_:)", "sceneWillEnterForeground(_:)"),
    ].filter { Runtime.implementation(type(of: delegate), $0.0) != nil }
  }
}
