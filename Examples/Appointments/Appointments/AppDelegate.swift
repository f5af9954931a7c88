import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  let reminders = Reminders()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Must be set before this method returns, or a response that launches the app is lost.
    UNUserNotificationCenter.current().delegate = self
    reminders.registerCategories()
    return true
  }

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    print("token of \(deviceToken.count) bytes")
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    print("calendar \(userInfo["calendar"] ?? "?") has changed")
    completionHandler(.newData)
  }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler([.banner, .list])
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let content = response.notification.request.content
    switch response.actionIdentifier {
    case UNNotificationDefaultActionIdentifier:
      print("opened \(content.title) in \(content.userInfo["room"] ?? "no room")")
    case UNNotificationDismissActionIdentifier: print("dismissed \(content.title)")
    case "later":
      print("later: \(content.title)")
      reminders.remind(content.title, in: 120)
    default:
      let text = (response as? UNTextInputNotificationResponse)?.userText ?? ""
      print("answered \(content.title): \(text)")
    }
    completionHandler()
  }
}
