import CarobFoundation
import Testing
import UserNotificationsUI

/// Sources of content extensions compile, though extensions are not run.
@MainActor @Suite struct ContentExtensionTests {
  private final class Screen: UIViewController, UNNotificationContentExtension {
    func didReceive(_ notification: UNNotification) { title = notification.request.content.title }
  }

  @Test func `a content extension only has to receive notifications, and forwards actions by default`() {
    let screen = Screen()
    #expect(screen.mediaPlayPauseButtonType == .none && screen.mediaPlayPauseButtonFrame == .zero)
    #expect(UNNotificationContentExtensionResponseOption.dismissAndForwardAction.rawValue == 2)
  }
}
