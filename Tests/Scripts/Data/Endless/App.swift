import UIKit

/// Blocks that queue each other endlessly: the app never becomes idle.
@main class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    again()
    return true
  }
  func again() { DispatchQueue.main.async { self.again() } }
}
