import CarobFoundation
import CarobRuntime

/// Modifies remote notifications before they are shown, in a separate process.
///
/// Extensions are not run: a remote notification is shown as the server sent it (Documentation/UserNotifications.md). The class
/// exists so that their sources compile.
open class UNNotificationServiceExtension: NSObject {
  public override init() {
    unimplemented("UNNotificationServiceExtension: notification extensions are not run")
    super.init()
  }
  open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) { contentHandler(request.content) }
  open func serviceExtensionTimeWillExpire() {}
}
