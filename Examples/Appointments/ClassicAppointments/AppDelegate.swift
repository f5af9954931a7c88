import UIKit

/// Notifications as before iOS 10: the application delegate receives all of them.
@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if let notification = launchOptions?[.localNotification] as? UILocalNotification {
      print("launched for \(notification.alertBody ?? "")")
    }
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = ViewController()
    window?.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings
  ) {
    print("allowed \(notificationSettings.types.rawValue)")
  }

  func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
    print("received \(notification.alertBody ?? "") as \(application.applicationState == .active ? "active" : "inactive")")
  }

  func application(
    _ application: UIApplication, handleActionWithIdentifier identifier: String?, for notification: UILocalNotification,
    completionHandler: @escaping () -> Void
  ) {
    print("action \(identifier ?? "") of \(notification.alertBody ?? "")")
    completionHandler()
  }

  func applicationWillEnterForeground(_ application: UIApplication) {}
  func applicationDidBecomeActive(_ application: UIApplication) {}
}
