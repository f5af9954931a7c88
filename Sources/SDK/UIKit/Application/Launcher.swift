import CarobFoundation
import DeviceProtocol
import Glibc
import QuartzCore

/// The entry point that the translator writes for an app's delegate.
@preconcurrency @MainActor
public func _carobRunApp(_ makeDelegate: @escaping @MainActor () -> any UIApplicationDelegate) {
  Launcher.run(applicationClass: nil, makeDelegate: makeDelegate)
}

/// Creates the application and its delegate by class name and runs the app; never returns (E-2).
@preconcurrency @MainActor @discardableResult
public func UIApplicationMain(
  _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ principalClassName: String?,
  _ delegateClassName: String?
) -> Int32 {
  var makeDelegate: (@MainActor () -> any UIApplicationDelegate)?
  if let delegateClassName { makeDelegate = { Launcher.makeDelegate(named: delegateClassName) } }
  Launcher.run(applicationClass: principalClassName, makeDelegate: makeDelegate)
}

/// Launches the app: from the start of the process to the first commit and the run loop (E-1…E-17).
@MainActor
enum Launcher {
  static func makeDelegate(named name: String) -> any UIApplicationDelegate {
    guard let cls = ClassFinder.find(name), let delegate = ClassFinder.make(cls) as? any UIApplicationDelegate
    else {
      fatalError("UIApplicationMain: no application delegate class is named \(name)")
    }
    return delegate
  }

  static func run(applicationClass: String?, makeDelegate: (@MainActor () -> any UIApplicationDelegate)?)
    -> Never
  {
    let welcome = DeviceConnection.shared.open()
    Controllers.isController = { $0 is UIViewController }
    Controllers.hasLeftTheScreen = { target in
      guard let controller = target as? UIViewController, let view = controller.loadedView,
        controller.appearance == .disappeared, view.windowStorage == nil
      else { return false }
      // NB: excludes controllers that are covered (they still have a place in the hierarchy) and those never
      // shown.
      return controller.wasOnScreen && controller.parent == nil && controller.directPresenter == nil
        && controller.directlyPresented == nil
    }
    UIScreen.main.configure(welcome.device, welcome.environment)
    NotificationInput.connect(welcome)
    LayerTree.shared.isSeen = welcome.needsScreen
    ClassFinder.appModule =
      Bundle.main.infoDictionary?["CarobModuleName"] as? String
      ?? (Bundle.main.infoDictionary?["CFBundleExecutable"] as? String).map(
        ClassFinder.moduleName(ofProduct:))
    if getenv("CAROB_DEVICE_FD") != nil {
      StateStore.current = StateStore(
        home: NSHomeDirectory(), bundleIdentifier: Bundle.main.bundleIdentifier ?? "app")
    }
    PreferenceKeeper.start()
    TurnCommitter.shared.start()
    Journal.root(.lifecycle, "launch", category: .lifetime, detail: [("reason", welcome.launchReason)]) {
      launch(applicationClass, makeDelegate, welcome)
    }
    DeviceConnection.shared.listen()
    DeviceConnection.shared.send(.handled)
    RunLoop.runMain()
  }

  /// Runs the steps from the application object to the first commit; the run loop starts afterwards.
  static func launch(
    _ applicationClass: String?, _ makeDelegate: (@MainActor () -> any UIApplicationDelegate)?,
    _ welcome: Welcome
  ) {
    // E-1, E-2: the application object, then its delegate with a plain init, then the assignment.
    let className = applicationClass ?? Bundle.main.infoDictionary?["NSPrincipalClass"] as? String
    if let className, className != "UIApplication" {
      guard let cls = ClassFinder.find(className), ClassFinder.make(cls) is UIApplication else {
        fatalError("UIApplicationMain: no application class is named \(className)")
      }
    }
    let application = UIApplication.shared
    let delegate = makeDelegate?()
    application.delegate = delegate
    Lifecycle.watchTheDay(delegate)
    let manifest = SceneManifest.main
    application.linkedProfile = LinkedProfile(
      chosen: welcome.profile, info: Bundle.main.infoDictionary ?? [:])
    ReleaseBehaviour.sendsToDeadObservers = application.linkedProfile == .classic
    let inForeground =
      welcome.launchReason == "tap" || welcome.launchReason == "url" || welcome.launchReason == "notification"
    application.applicationState = inForeground ? .inactive : .background
    var options: [UIApplication.LaunchOptionsKey: Any] = [:]
    if let text = welcome.launchURL, let url = URL(string: text), manifest == nil {
      if QuickActionURL.name(in: text) != nil {
        options[.shortcutItem] = QuickActions.item(of: url)
      } else if let activity = UserActivities.webPage(url) {
        options[.userActivityDictionary] = UserActivities.launchOption(activity)
      } else {
        options[.url] = url
      }
    }
    if welcome.launchReason == "location" { options[.location] = true }
    if manifest == nil || !inForeground {
      options.merge(NotificationInput.launchOptions(welcome)) { first, _ in first }
    }
    let launchOptions = options.isEmpty ? nil : options
    if manifest != nil {
      launchWithScenes(application, delegate, launchOptions, welcome, inForeground)
    } else {
      launchClassic(application, delegate, launchOptions, welcome, inForeground)
    }
  }

  // MARK: Classic (E-1, E-4…E-6)

  private static func launchClassic(
    _ application: UIApplication, _ delegate: (any UIApplicationDelegate)?,
    _ options: [UIApplication.LaunchOptionsKey: Any]?, _ welcome: Welcome, _ inForeground: Bool
  ) {
    if inForeground { connectOnlyScene(application) }
    var window: UIWindow?
    if let name = Bundle.main.infoDictionary?["UIMainStoryboardFile"] as? String, !name.isEmpty {
      // E-4: window and root exist before willFinishLaunching.
      let made = UIWindow(frame: UIScreen.main.bounds)
      made.backgroundColor = .black
      made.rootViewController = UIStoryboard(name: name, bundle: nil).instantiateInitialViewController()
      delegate?.window = made
      keptWindow = made
      window = made
    }
    let opensURL = finishLaunching(application, delegate, options, windowOfLaunch: window, restores: true)
    NotificationInput.finishedLaunching(welcome)
    let shown = (delegate as (any _UIWindowKeeping)?)?.window ?? window
    if let shown, window != nil { shown.makeKeyAndVisible() }
    StateRestorer.current?.showPresentations()
    defer { StateRestorer.current?.launchEnded() }
    guard inForeground else { return NotificationInput.deliverLaunch(welcome) }
    // E-6: the first commit, then viewDidAppear, then didBecomeActive.
    TurnCommitter.shared.commit(runsCompletions: true)
    // E-16.
    if opensURL, let text = welcome.launchURL, let url = URL(string: text) {
      Lifecycle.openURL(url, atLaunch: true)
    }
    NotificationInput.deliverLaunch(welcome)
    Lifecycle.didBecomeActive()
    warnIfNothingIsVisible(application)
  }

  /// E-651: an app without a scene manifest also has one scene, which owns all its windows.
  static func connectOnlyScene(_ application: UIApplication) {
    guard application.onlyScene == nil else { return }
    let session = UISceneSession(
      configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
    let scene = UIWindowScene(session: session, connectionOptions: UIScene.ConnectionOptions())
    session.scene = scene
    scene.activationState = .foregroundInactive
    application.onlyScene = scene
    application.connectedScenes.insert(scene)
    for window in application.allWindows where window.windowScene == nil { window.windowScene = scene }
    NotificationCenter.default.post(name: UIScene.willConnectNotification, object: scene)
  }

  /// Keeps the window created at launch alive for delegates without a `window` property.
  private static var keptWindow: UIWindow?

  /// Returns whether both launch methods returned true, so that the launch URL is opened (E-16).
  @discardableResult
  private static func finishLaunching(
    _ application: UIApplication, _ delegate: (any UIApplicationDelegate)?,
    _ options: [UIApplication.LaunchOptionsKey: Any]?, windowOfLaunch: UIWindow? = nil, restores: Bool
  ) -> Bool {
    guard let delegate else { return true }
    var agrees = true
    if application.implementedDelegateMethods.contains("application:willFinishLaunchingWithOptions:") {
      agrees = Journal.query(.lifecycle, "application(_:willFinishLaunchingWithOptions:)", to: delegate) {
        delegate.application(application, willFinishLaunchingWithOptions: options)
      }
    }
    // E-351: state restoration runs between the two launch methods.
    if restores { StateRestorer.restore(application, delegate, windowOfLaunch: windowOfLaunch) }
    if application.implementedDelegateMethods.contains("application:didFinishLaunchingWithOptions:") {
      let answer = Journal.query(
        .lifecycle, "application(_:didFinishLaunchingWithOptions:)", to: delegate
      ) { delegate.application(application, didFinishLaunchingWithOptions: options) }
      agrees = agrees && answer
    } else if application.implementedDelegateMethods.contains("applicationDidFinishLaunching:") {
      Journal.deliver(.lifecycle, "applicationDidFinishLaunching(_:)", to: delegate, category: .lifetime) {
        delegate.applicationDidFinishLaunching(application)
      }
    }
    NotificationCenter.default.post(name: UIApplication.didFinishLaunchingNotification, object: application)
    return agrees
  }

  // MARK: Scenes (E-7, E-8)

  private static func launchWithScenes(
    _ application: UIApplication, _ delegate: (any UIApplicationDelegate)?,
    _ options: [UIApplication.LaunchOptionsKey: Any]?, _ welcome: Welcome, _ inForeground: Bool
  ) {
    finishLaunching(application, delegate, options, restores: false)
    NotificationInput.finishedLaunching(welcome)
    SceneSessions.notifyOfDiscarded(application, delegate)
    guard inForeground else { return NotificationInput.deliverLaunch(welcome) }
    var connection = UIScene.ConnectionOptions()
    connection.notificationResponse = NotificationInput.connectionResponse(welcome)
    if let text = welcome.launchURL, let url = URL(string: text) {
      if QuickActionURL.name(in: text) != nil {
        connection.shortcutItem = QuickActions.item(of: url)
      } else if let activity = UserActivities.webPage(url) {
        connection.userActivities = [activity]
      } else {
        connection.urlContexts = [UIOpenURLContext(url: url)]
      }
    }
    let scene = connectScene(application, delegate, connection)
    Lifecycle.sceneWillEnterForeground(scene)
    TurnCommitter.shared.commit(runsCompletions: false)
    NotificationInput.deliverLaunch(welcome)
    // E-7: the scene is active before the first viewDidAppear.
    Lifecycle.didBecomeActive()
    LayerAnimations.runAfterCommit()
    SceneState.launchEnded(scene)
    warnIfNothingIsVisible(application)
  }

  @discardableResult
  static func connectScene(
    _ application: UIApplication, _ delegate: (any UIApplicationDelegate)?,
    _ options: UIScene.ConnectionOptions
  ) -> UIScene {
    var configuration = UISceneConfiguration(
      name: SceneManifest.main?.defaultName, sessionRole: .windowApplication)
    let session = UISceneSession(configuration: configuration)
    SceneState.load(into: session)
    if let delegate,
      application.implementedDelegateMethods.contains(
        "application:configurationForConnectingSceneSession:options:")
    {
      configuration = Journal.query(
        .lifecycle, "application(_:configurationForConnecting:options:)", to: delegate
      ) { delegate.application(application, configurationForConnecting: session, options: options) }
      session.configuration = configuration
    }
    let scene = makeScene(configuration.sceneClass, session, options)
    session.scene = scene
    scene.activationState = .unattached
    application.connectedScenes.insert(scene)
    application.orderedScenes.append(scene)
    if let cls = configuration.delegateClass {
      if let made = ClassFinder.make(cls) as? any UISceneDelegate {
        scene.delegate = made
      } else {
        Journal.warn("the scene delegate class \(Journal.className(cls)) cannot be instantiated with init()")
      }
    }
    var window: UIWindow?
    if let storyboard = configuration.storyboard {
      // E-8: window and root exist before scene(_:willConnectTo:options:).
      let made = UIWindow(windowScene: scene)
      made.backgroundColor = .black
      made.rootViewController = storyboard.instantiateInitialViewController()
      (scene.delegate as? any UIWindowSceneDelegate)?.window = made
      keptWindow = made
      window = made
    }
    if let sceneDelegate = scene.delegate {
      Journal.deliver(.lifecycle, "scene(_:willConnectTo:options:)", to: sceneDelegate, category: .lifetime) {
        sceneDelegate.scene(scene, willConnectTo: session, options: options)
      }
    }
    NotificationCenter.default.post(name: UIScene.willConnectNotification, object: scene)
    window?.makeKeyAndVisible()
    SceneState.restore(scene)
    return scene
  }

  // E-974
  /// An instance of the configuration's scene class; a plain window scene without one.
  private static func makeScene(
    _ cls: AnyClass?, _ session: UISceneSession, _ options: UIScene.ConnectionOptions
  ) -> UIWindowScene {
    if let cls, cls != UIWindowScene.self {
      if let make = (cls as? NSObject.Type)?._carobMaker("init(session:connectionOptions:)"),
        let scene = make([session, options]) as? UIWindowScene
      {
        return scene
      }
      Journal.warn(
        "the scene class \(Journal.className(cls)) is not a UIWindowScene with init(session:connectionOptions:)",
        rule: "E-974")
    }
    return UIWindowScene(session: session, connectionOptions: options)
  }

  /// M-76: warns if the launch leaves nothing visible.
  private static func warnIfNothingIsVisible(_ application: UIApplication) {
    if application.visibleWindows.isEmpty {
      Journal.warn("no window is visible after launch", rule: "M-76")
    } else if application.visibleWindows.allSatisfy({ $0.rootViewController == nil }) {
      Journal.warn(
        "Application windows are expected to have a root view controller at the end of application launch",
        rule: "M-76")
    }
    for name in Lifecycle.unreachableDelegateMethods(application, hasScenes: SceneManifest.main != nil) {
      Journal.warn(
        "\(name.appDelegate) will not be called in an app with scenes; implement \(name.scene)", rule: "M-78",
        receiver: application.delegate)
    }
  }
}
