import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  /// Held here, because a crossing launches the app in the background, where none of its screens need exist (L-58).
  private let watcher = Watcher.shared

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let reason = launchOptions?[.location] == nil ? "by the user" : "by a crossing"
    print("launched \(reason), \(watcher.reminders.count) reminders")
    return true
  }
}
