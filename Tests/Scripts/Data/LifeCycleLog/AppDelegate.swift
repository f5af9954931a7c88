import UIKit

/// Prints each life-cycle call (S-20). Saves a count on entering the background, and reads it at the next
/// launch.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  static func enteredBackground() {
    UserDefaults.standard.set(UserDefaults.standard.integer(forKey: "times") + 1, forKey: "times")
    print("back")
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let reason = options?[.location] != nil ? " for a location" : ""
    print("finish\(reason), \(UserDefaults.standard.integer(forKey: "times")) times behind")
    if Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil {
      window = UIWindow(frame: UIScreen.main.bounds)
      window?.rootViewController = UIViewController()
      window?.makeKeyAndVisible()
    }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { print("active") }
  func applicationWillResignActive(_ application: UIApplication) { print("resign") }
  func applicationDidEnterBackground(_ application: UIApplication) { Self.enteredBackground() }
  func applicationWillEnterForeground(_ application: UIApplication) { print("fore") }
  func applicationWillTerminate(_ application: UIApplication) { print("term") }

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    print("open \(url)")
    return true
  }
}
