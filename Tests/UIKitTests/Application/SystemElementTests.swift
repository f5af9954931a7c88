import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// The status bar, the home indicator, the language's direction, remote control events, quick actions, scenes.
@MainActor @Suite struct SystemElementTests {
  private final class Screen: UIViewController {
    let log: Log
    var hides = false
    var child: UIViewController?
    init(_ log: Log) {
      self.log = log
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    override var prefersStatusBarHidden: Bool { hides }
    override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
    override var preferredStatusBarUpdateAnimation: UIStatusBarAnimation {
      log("animation")
      return .slide
    }
    override var childForHomeIndicatorAutoHidden: UIViewController? { child }
    override var prefersHomeIndicatorAutoHidden: Bool {
      log("home")
      return true
    }
    override var preferredScreenEdgesDeferringSystemGestures: UIRectEdge {
      log("edges")
      return .bottom
    }
    override func remoteControlReceived(with event: UIEvent?) {
      log("remote \(event?.subtype.rawValue ?? 0)")
    }
  }

  @Test(.rule("E-972"))
  func `the status bar manager reports what is shown, and hiding asks for the animation once`() {
    withDevice { device in
      let screen = Screen(device.log)
      let manager = UIStatusBarManager()
      device.show(screen)
      device.turn()
      #expect(manager.statusBarStyle == .lightContent && !manager.isStatusBarHidden)
      #expect(manager.statusBarFrame == CGRect(x: 0, y: 0, width: 393, height: 59))
      _ = device.log.take()
      screen.hides = true
      screen.setNeedsStatusBarAppearanceUpdate()
      device.turn()
      device.turn()
      #expect(manager.isStatusBarHidden && manager.statusBarFrame == .zero)
      #expect(device.log.take() == ["animation"])
    }
  }

  @Test(.rule("E-973"))
  func `the frontmost controller is asked about home indicator and edges once, and at each request`() {
    withDevice { device in
      let (screen, child) = (Screen(device.log), Screen(Log()))
      device.show(screen)
      device.turn()
      #expect(device.log.take() == ["home", "edges"])
      device.turn()
      #expect(device.log.take() == [])
      screen.setNeedsUpdateOfHomeIndicatorAutoHidden()
      screen.setNeedsUpdateOfHomeIndicatorAutoHidden()
      device.turn()
      #expect(device.log.take() == ["home"])
      screen.child = child
      screen.setNeedsUpdateOfHomeIndicatorAutoHidden()
      screen.setNeedsUpdateOfScreenEdgesDeferringSystemGestures()
      device.turn()
      #expect(device.log.take() == ["edges"] && child.log.take() == ["home"])
      #expect(SystemGesturePreferences.shared.hidesHomeIndicator)
      #expect(SystemGesturePreferences.shared.deferringEdges == .bottom)
    }
  }

  private final class Locking: UIViewController {
    var log: Log?
    override var prefersPointerLocked: Bool {
      log?("pointer lock")
      return true
    }
  }

  @Test(.rule("E-1094"), arguments: ["pad", "phone"])
  func `a tablet asks whether to lock the pointer, and does not lock it`(_ idiom: String) {
    withDevice { device in
      let model = DeviceModel(
        name: "tablet", width: 800, height: 1000, scale: 2, idiom: idiom, safeAreaTop: 20, safeAreaBottom: 0,
        cornerRadius: 0)
      UIScreen.main.configure(model, Environment())
      let screen = Locking()
      screen.log = device.log
      device.show(screen)
      device.turn()
      screen.setNeedsUpdateOfPrefersPointerLocked()
      device.turn()
      device.turn()
      #expect(device.log.take() == (idiom == "pad" ? ["pointer lock", "pointer lock"] : []))
      let lock = UIApplication.shared.connectedScenes.first?.pointerLockState
      #expect(lock?.isLocked != true)
    }
  }

  @Test(.rule("E-971")) func `views without an attribute have the direction of the app's language`() {
    #expect(LanguageDirection.direction(ofLanguage: "ar") == .rightToLeft)
    #expect(LanguageDirection.direction(ofLanguage: "he-IL") == .rightToLeft)
    #expect(LanguageDirection.direction(ofLanguage: "en") == .leftToRight)
    let attributes: [UISemanticContentAttribute] = [
      .unspecified, .playback, .forceLeftToRight, .forceRightToLeft,
    ]
    #expect(
      attributes.map { LanguageDirection.direction(for: $0, in: .rightToLeft) }
        == [.rightToLeft, .leftToRight, .leftToRight, .rightToLeft])
  }

  @Test(.rule("E-977")) func `music commands become remote control events while the app receives them`() {
    withDevice { device in
      let screen = Screen(device.log)
      device.show(screen)
      device.advance(1)
      _ = device.log.take()
      let application = UIApplication.shared
      application.beginReceivingRemoteControlEvents()
      for command in ["play", "next"] { DeviceInput.handle(.environment(.music(command))) }
      #expect(device.log.take() == ["remote 100", "remote 104"])
      application.endReceivingRemoteControlEvents()
      DeviceInput.handle(.environment(.music("play")))
      #expect(device.log.take() == [])
    }
  }

  // MARK: Quick actions

  private final class AppDelegate: UIResponder, UIApplicationDelegate {
    let log: Log
    var accepts = true
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      let item = launchOptions?[.shortcutItem] as? UIApplicationShortcutItem
      log("didFinish \(item?.type ?? "none")")
      return accepts
    }
    func application(
      _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
      completionHandler: @escaping (Bool) -> Void
    ) {
      log("perform \(shortcutItem.type)")
      completionHandler(true)
    }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has(
        "application:didFinishLaunchingWithOptions:",
        "application:performActionForShortcutItem:completionHandler:")
    }
  }

  @Test(.rule("E-998"), arguments: [true, false])
  func `a quick action launches the app and is performed, unless a launch method returns false`(
    _ accepts: Bool
  ) {
    withDevice { device in
      let delegate = AppDelegate(device.log)
      delegate.accepts = accepts
      UIApplication.shared.shortcutItems = [
        UIApplicationShortcutItem(type: "new", localizedTitle: "New Message")
      ]
      defer { UIApplication.shared.shortcutItems = nil }
      let url = QuickActionURL.url(for: "New Message")
      Launcher.launch(
        nil, { delegate },
        Welcome(device: .standIn, launchReason: "url", launchURL: url, profile: "classic"))
      #expect(device.log.take() == ["didFinish new"] + (accepts ? ["perform new"] : []))
      DeviceInput.handle(.openURL(QuickActionURL.url(for: "new")))
      #expect(device.log.take() == ["perform new"])
      DeviceInput.handle(.openURL(QuickActionURL.url(for: "unknown")))
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-998")) func `static quick actions come from Info.plist`() {
    let items = QuickActions.items(of: [
      "UIApplicationShortcutItems": [
        [
          "UIApplicationShortcutItemType": "a", "UIApplicationShortcutItemTitle": "Title",
          "UIApplicationShortcutItemSubtitle": "Sub",
        ], ["UIApplicationShortcutItemTitle": "without type"],
      ]
    ])
    #expect(items.map(\.type) == ["a"] && items[0].localizedSubtitle == "Sub")
  }

  @Test(.rule("E-998"), arguments: ["New Message", "äö/%", ""])
  func `the URL of a quick action contains its name`(_ name: String) {
    #expect(QuickActionURL.name(in: QuickActionURL.url(for: name)) == name)
    #expect(QuickActionURL.name(in: "myapp://x") == nil)
  }

  private final class Activity: UIResponder {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override func updateUserActivityState(_ activity: NSUserActivity) { log("update") }
  }
  private final class ActivityDelegate: UIResponder, UIApplicationDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {
      log("did update \(userActivity.activityType)")
    }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has("application:didUpdateUserActivity:")
    }
  }

  @Test(.rule("E-999")) func `the application delegate hears of an activity after its responders updated it`()
  {
    withDevice { device in
      let (delegate, responder) = (ActivityDelegate(device.log), Activity(device.log))
      UIApplication.shared.delegate = delegate
      let activity = NSUserActivity(activityType: "reading")
      responder.userActivity = activity
      activity.bringUpToDate()
      #expect(device.log.take() == ["update", "did update reading"])
    }
  }

  // MARK: Scenes

  private final class OwnScene: UIWindowScene {
    nonisolated override class func _carobMaker(
      _ initializer: String
    ) -> (@MainActor ([Any?]) -> AnyObject)? {
      guard initializer == "init(session:connectionOptions:)" else { return nil }
      return {
        OwnScene(
          session: _arg($0[0]) as UISceneSession, connectionOptions: _arg($0[1]) as UIScene.ConnectionOptions)
      }
    }
  }
  private final class SceneAppDelegate: UIResponder, UIApplicationDelegate {
    func application(
      _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      let configuration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
      configuration.sceneClass = OwnScene.self
      return configuration
    }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has("application:configurationForConnectingSceneSession:options:")
    }
  }

  @Test(.rule("E-974")) func `a scene is an instance of the class in its configuration`() {
    withDevice { _ in
      let application = UIApplication.shared
      let delegate = SceneAppDelegate()
      application.delegate = delegate
      let scene = Launcher.connectScene(application, delegate, UIScene.ConnectionOptions())
      #expect(scene is OwnScene && application.connectedScenes.contains(scene))
    }
  }

  @Test(.rule("E-975")) func `asking for another menu bar has no effect on a phone`() {
    UIMenuSystem.main.setNeedsRebuild()
    UIMenuSystem.context.setNeedsRevalidate()
    #expect(UIMenuSystem.main !== UIMenuSystem.context)
  }
}
