import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  /// Owned here: a crossing launches the app in the background, where it need not have any screens (L-58).
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
