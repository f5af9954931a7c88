import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Saving and restoring with scenes, and the activities that contain their state.
@MainActor @Suite struct SceneStateTests {
  /// Connects a scene with this delegate, and activates it.
  private func connect(_ delegate: RestoringSceneDelegate) -> UIScene {
    let application = UIApplication.shared
    application.applicationState = .inactive
    let session = UISceneSession(
      configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
    SceneState.load(into: session)
    let scene = UIWindowScene(session: session, connectionOptions: UIScene.ConnectionOptions())
    session.scene = scene
    scene.delegate = delegate
    application.connectedScenes.insert(scene)
    application.orderedScenes.append(scene)
    delegate.scene(scene, willConnectTo: session, options: UIScene.ConnectionOptions())
    SceneState.restore(scene)
    Lifecycle.sceneWillEnterForeground(scene)
    Lifecycle.didBecomeActive()
    SceneState.launchEnded(scene)
    return scene
  }

  @Test(.rule("E-355", "E-407", "E-408"))
  func
    `a scene is asked in the background, its responders update the activity, and the next launch receives it`()
  {
    withStore { store in
      withDevice { device in
        let delegate = RestoringSceneDelegate(device.log)
        let scene = connect(delegate)
        #expect(device.log.take() == ["willConnect with nothing"])
        let activity = NSUserActivity(activityType: "org.example.edit")
        activity.title = "Edit"
        activity.userInfo = ["stale": true]
        delegate.activity = activity
        let screen = FillingScreen("screen", device.log)
        screen.userActivity = activity
        let other = FillingScreen("other", device.log)
        other.userActivity = activity
        other.userActivity = nil
        device.goHome()
        #expect(
          device.log.take() == [
            "didEnterBackground", "asked for activity", "screen.update, empty", "didUpdate with screen",
          ])
        #expect(scene.session.stateRestorationActivity?.title == "Edit")
        #expect(scene.session.stateRestorationActivity !== activity)
      }
      withDevice { device in
        let scene = connect(RestoringSceneDelegate(device.log))
        #expect(
          device.log.take() == [
            "willConnect with org.example.edit Edit screen", "restore org.example.edit Edit screen",
          ])
        #expect(scene.session.stateRestorationActivity?.userInfo?["stale"] == nil)
        #expect(!FileManager.default.fileExists(atPath: store.folder + "/restoring"))
      }
    }
  }

  @Test(.rule("E-408")) func `a scene that disconnects in the foreground is asked before it disconnects`() {
    withStore { _ in
      withDevice { device in
        let delegate = RestoringSceneDelegate(device.log)
        delegate.activity = NSUserActivity(activityType: "org.example.read")
        _ = connect(delegate)
        _ = device.log.take()
        Lifecycle.willResignActive()
        Lifecycle.didDisconnect()
        #expect(device.log.take() == ["asked for activity", "didUpdate with nothing", "didDisconnect"])
      }
      withDevice { device in
        let delegate = RestoringSceneDelegate(device.log)
        delegate.activity = NSUserActivity(activityType: "org.example.read")
        _ = connect(delegate)
        _ = device.log.take()
        device.goHome()
        _ = device.log.take()
        Lifecycle.didDisconnect()
        #expect(device.log.take() == ["didDisconnect"])
      }
    }
  }

  @Test(.rule("E-355")) func `a delegate that returns no activity deletes the saved one`() {
    withStore { store in
      withDevice { device in
        let delegate = RestoringSceneDelegate(device.log)
        delegate.activity = NSUserActivity(activityType: "org.example.read")
        _ = connect(delegate)
        device.goHome()
      }
      withDevice { device in
        _ = connect(RestoringSceneDelegate(device.log))
        device.goHome()
      }
      #expect(store.read(.scenes) == nil)
    }
  }

  @Test(.rule("E-503"))
  func `a session persists until the user kills the app, and the next launch is informed of it`() {
    withStore { store in
      withDevice { device in
        let delegate = SessionDelegate(device.log)
        @MainActor func launch() -> String {
          SceneSessions.notifyOfDiscarded(.shared, delegate)
          return UISceneSession(
            configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication)
          ).persistentIdentifier
        }
        let first = launch()
        #expect(launch() == first)
        // A state that the app crashed with is deleted; the session is kept.
        store.beginRestoring()
        #expect(store.dropsWhatCrashed() && launch() == first && device.log.take() == [])
        // Deletes what the device deletes when the user kills the app.
        let states = URL(fileURLWithPath: store.folder).deletingLastPathComponent()
        try? FileManager.default.removeItem(at: states)
        let second = launch()
        #expect(device.log.take() == ["discarded [\"\(first)\"]"] && second != first)
        #expect(launch() == second && device.log.take() == [])
        try? FileManager.default.removeItem(at: states)
        #expect(![first, second].contains(launch()))
        #expect(device.log.take() == ["discarded [\"\(second)\"]"])
      }
      StateStore.current = nil
      _ = SceneSessions.begin()
    }
  }

  @Test(.rule("E-504")) func `requests for another scene, and for destroying the only one, are refused`() {
    withDevice { device in
      let session = UISceneSession(
        configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
      let log = device.log
      let note: (any Error) -> Void = { error in
        MainActor.assumeIsolated {
          log("refused: \((error as? UISceneError)?.code == .multipleScenesNotSupported)")
        }
      }
      UIApplication.shared.requestSceneSessionDestruction(session, options: nil, errorHandler: note)
      UIApplication.shared.requestSceneSessionActivation(
        nil, userActivity: nil, options: nil, errorHandler: note)
      #expect(log.take() == [])
      device.turn()
      #expect(log.take() == ["refused: true", "refused: true"])
    }
  }

  @Test(.rule("E-356")) func `a scene's state that the app crashed with is not delivered again`() {
    withStore { store in
      withDevice { device in
        let delegate = RestoringSceneDelegate(device.log)
        delegate.activity = NSUserActivity(activityType: "org.example.read")
        _ = connect(delegate)
        device.goHome()
      }
      store.beginRestoring()
      withDevice { device in
        _ = connect(RestoringSceneDelegate(device.log))
        #expect(device.log.take() == ["willConnect with nothing"])
      }
    }
  }

  @Test(.rule("E-408")) func `userInfo of a session is kept`() {
    withStore { _ in
      withDevice { device in
        let scene = connect(RestoringSceneDelegate(device.log))
        scene.session.userInfo = ["count": 3, "name": "Ada"]
        device.goHome()
      }
      withDevice { device in
        let session = connect(RestoringSceneDelegate(device.log)).session
        #expect(session.userInfo?["count"] as? Int == 3)
        #expect(session.userInfo?["name"] as? String == "Ada")
      }
    }
  }

  @Test(.rule("E-407")) func `an activity keeps values of all supported types`() throws {
    let activity = NSUserActivity(activityType: "org.example.all")
    activity.userInfo = [
      "text": "x", "number": 2.5, "date": Date(timeIntervalSince1970: 5), "list": [1, 2], "flag": true,
      "url": try #require(URL(string: "https://example.org")), "data": Data([1]), "nested": ["a": ["b": 1]],
      "wrong": Log(),
    ]
    activity.keywords = ["b", "a"]
    activity.targetContentIdentifier = "target"
    activity.webpageURL = URL(string: "https://example.org/page")
    activity.requiredUserInfoKeys = ["text"]
    let copy = try #require(NSUserActivity(propertyList: activity.propertyList))
    let info = try #require(copy.userInfo)
    #expect(info["text"] as? String == "x")
    #expect(info["number"] as? Double == 2.5)
    #expect(info["date"] as? Date == Date(timeIntervalSince1970: 5))
    #expect((info["list"] as? [Any])?.compactMap { ($0 as? NSNumber)?.intValue } == [1, 2])
    #expect(info["flag"] as? Bool == true)
    #expect(info["url"] as? URL == URL(string: "https://example.org"))
    #expect(info["data"] as? Data == Data([1]))
    let inner = (info["nested"] as? [AnyHashable: Any])?["a"] as? [AnyHashable: Any]
    #expect((inner?["b"] as? NSNumber)?.intValue == 1)
    #expect(info["wrong"] == nil)
    #expect(copy.keywords == ["a", "b"])
    #expect(copy.targetContentIdentifier == "target")
    #expect(copy.webpageURL?.absoluteString == "https://example.org/page")
    #expect(copy.requiredUserInfoKeys == ["text"])
  }

  @Test(.rule("E-409")) func `a link to a web page is announced and continued`() throws {
    try withDevice { device in
      let delegate = RestoringSceneDelegate(device.log)
      _ = connect(delegate)
      _ = device.log.take()
      Lifecycle.openURL(try #require(URL(string: "https://example.org/page")))
      #expect(
        device.log.take() == [
          "will continue NSUserActivityTypeBrowsingWeb", "continue https://example.org/page",
        ])
    }
  }

  @Test(.rule("E-409")) func `a classic app's restoration handler passes the activity on`() {
    withDevice { device in
      let delegate = ContinuingDelegate(device.log)
      Launcher.launch(
        nil, { delegate },
        Welcome(
          device: .standIn, launchReason: "url", launchURL: "https://example.org/page", profile: "classic"))
      #expect(
        device.log.take() == [
          "didFinish with NSUserActivityTypeBrowsingWeb", "will continue NSUserActivityTypeBrowsingWeb",
          "continue https://example.org/page", "screen.restore https://example.org/page",
        ])
    }
  }
}

@MainActor
final class RestoringSceneDelegate: UIResponder, UISceneDelegate {
  let log: Log
  var activity: NSUserActivity?
  init(_ log: Log) { self.log = log }

  private func describe(_ activity: NSUserActivity?) -> String {
    guard let activity else { return "nothing" }
    return "\(activity.activityType) \(activity.title ?? "") \(activity.userInfo?["name"] as? String ?? "")"
  }
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) { log("willConnect with \(describe(session.stateRestorationActivity))") }
  func scene(_ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity) {
    log("restore \(describe(stateRestorationActivity))")
  }
  func sceneDidEnterBackground(_ scene: UIScene) { log("didEnterBackground") }
  func sceneDidDisconnect(_ scene: UIScene) { log("didDisconnect") }
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    log("asked for activity")
    return activity
  }
  func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
    log("didUpdate with \(userActivity.userInfo?["name"] as? String ?? "nothing")")
  }
  func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
    log("will continue \(userActivityType)")
  }
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    log("continue \(userActivity.webpageURL?.absoluteString ?? "")")
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "scene:restoreInteractionStateWithUserActivity:", "stateRestorationActivityForScene:",
      "scene:didUpdateUserActivity:", "scene:willContinueUserActivityWithType:", "scene:continueUserActivity:"
    )
  }
}

/// Adds its name to the activity.
final class FillingScreen: UIViewController {
  let name: String
  let log: Log
  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }
  override func updateUserActivityState(_ activity: NSUserActivity) {
    super.updateUserActivityState(activity)
    log("\(name).update, \(activity.userInfo?.isEmpty == true ? "empty" : "filled")")
    activity.addUserInfoEntries(from: ["name": name])
  }
  override func restoreUserActivityState(_ userActivity: NSUserActivity) {
    log("\(name).restore \(userActivity.webpageURL?.absoluteString ?? "")")
  }
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "updateUserActivityState:", "updateUserActivityState(_:)", 1)]
  }
}

@MainActor
final class ContinuingDelegate: NSObject, UIApplicationDelegate {
  let log: Log
  let screen: FillingScreen
  init(_ log: Log) {
    self.log = log
    screen = FillingScreen("screen", log)
  }
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let option = launchOptions?[.userActivityDictionary] as? [AnyHashable: Any]
    log("didFinish with \(option?[UIApplication.LaunchOptionsKey.userActivityType] as? String ?? "nothing")")
    return true
  }
  func application(_ application: UIApplication, willContinueUserActivityWithType type: String) -> Bool {
    log("will continue \(type)")
    return true
  }
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    log("continue \(userActivity.webpageURL?.absoluteString ?? "")")
    restorationHandler([screen])
    return true
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "application:didFinishLaunchingWithOptions:", "application:willContinueUserActivityWithType:",
      "application:continueUserActivity:restorationHandler:")
  }
}

private final class SessionDelegate: NSObject, UIApplicationDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] { has("application:didDiscardSceneSessions:") }
  func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {
    log("discarded \(sceneSessions.map(\.persistentIdentifier))")
  }
}
