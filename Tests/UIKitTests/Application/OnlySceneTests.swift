import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// The scene of an app that has no scene manifest.
@MainActor @Suite struct OnlySceneTests {
  @Test(.rule("E-651", "E-232", "E-233"), arguments: ["classic", "default"])
  func `the only scene exists before the launch methods, has every window, and is in the responder chain`(
    _ profile: String
  ) {
    withDevice { device in
      let delegate = SceneLoggingDelegate(device)
      Launcher.launch(
        nil, { delegate }, Welcome(device: .standIn, launchReason: "tap", launchURL: nil, profile: profile))
      let application = UIApplication.shared
      let scene = application.connectedScenes.first as? UIWindowScene
      #expect(
        device.log.take() == [
          "N(willConnect)", "didFinish, scenes 1, inactive", "N(didActivate)", "didBecomeActive",
        ])
      // Windows created before and during the launch.
      #expect(delegate.early.windowScene === scene && delegate.late?.windowScene === scene && scene != nil)
      #expect(scene?.windows.contains { $0 === delegate.early } == true && scene?.delegate == nil)
      #expect(application.openSessions == [scene?.session] && scene?.session.scene === scene)
      var chain: [UIResponder] = []
      var next: UIResponder? = delegate.late?.rootViewController?.view
      while let here = next {
        chain.append(here)
        next = here.next
      }
      let expected: [UIResponder?] = [
        delegate.late?.rootViewController?.view, delegate.late?.rootViewController, delegate.late, scene,
        application, delegate,
      ]
      #expect(chain == expected)
    }
  }

  @Test(.rule("E-651", "E-12")) func `its state follows the app's, and its notifications come first`() {
    withDevice { device in
      let delegate = SceneLoggingDelegate(device)
      Launcher.launch(nil, { delegate }, Welcome(device: .standIn, launchReason: "tap", profile: "classic"))
      _ = device.log.take()
      let scene = UIApplication.shared.connectedScenes.first
      for (change, state) in [
        (LifecycleChange.willResignActive, UIScene.ActivationState.foregroundInactive),
        (.didEnterBackground, .background), (.willEnterForeground, .foregroundInactive),
        (.didBecomeActive, .foregroundActive),
      ] {
        Lifecycle.handle(change)
        #expect(scene?.activationState == state)
      }
      #expect(device.log.take() == ["N(didActivate)", "didBecomeActive"])
      #expect(UIApplication.shared.connectedScenes.count == 1)
    }
  }

  @Test(.rule("E-651", "E-43", "E-44"))
  func `after a background launch it connects when the app enters the foreground`() {
    withDevice { device in
      let delegate = SceneLoggingDelegate(device)
      Launcher.launch(
        nil, { delegate }, Welcome(device: .standIn, launchReason: "location", profile: "classic"))
      #expect(device.log.take() == ["didFinish, scenes 0, background"] && delegate.late?.windowScene == nil)
      Lifecycle.handle(.willEnterForeground)
      #expect(delegate.late?.windowScene != nil && UIApplication.shared.connectedScenes.count == 1)
    }
  }
}

private final class SceneLoggingDelegate: UIResponder, UIApplicationDelegate {
  let device: TestDevice
  let early = UIWindow(frame: UIScreen.main.bounds)
  var late: UIWindow?
  init(_ device: TestDevice) {
    self.device = device
    super.init()
    device.observe(UIScene.willConnectNotification, "willConnect")
    device.observe(UIScene.didActivateNotification, "didActivate")
  }
  override class var _carobMethods: [_CarobMethod] {
    has("application:didFinishLaunchingWithOptions:", "applicationDidBecomeActive:")
  }
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    device.log("didFinish, scenes \(application.connectedScenes.count), \(application.applicationState)")
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    late = window
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) { device.log("didBecomeActive") }
}
