import CarobFoundation
import UIKit

/// Shows a notification in the views of an app extension.
///
/// Extensions are not run (Documentation/UserNotifications.md): the protocol exists so that their sources
/// compile.
@MainActor
public protocol UNNotificationContentExtension: NSObjectProtocol, _CarobOptional {
  /// Called with the notification to show, and again for each further one of the same thread while the views
  /// are visible.
  func didReceive(_ notification: UNNotification)
  /// Called when the user chooses an action; the completion takes what happens to the notification.
  func didReceive(
    _ response: UNNotificationResponse,
    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void)
  var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { get }
  /// In the coordinates of the extension's view.
  var mediaPlayPauseButtonFrame: CGRect { get }
  var mediaPlayPauseButtonTintColor: UIColor { get }
  func mediaPlay()
  func mediaPause()
}

extension UNNotificationContentExtension {
  public func didReceive(
    _ response: UNNotificationResponse,
    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
  ) { completion(.dismissAndForwardAction) }
  public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { .none }
  public var mediaPlayPauseButtonFrame: CGRect { .zero }
  public var mediaPlayPauseButtonTintColor: UIColor { .systemBlue }
  public func mediaPlay() {}
  public func mediaPause() {}
}

/// What happens to a notification after the user chose an action in a content extension.
public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
  case doNotDismiss, dismiss, dismissAndForwardAction
}

/// The play button of a content extension.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType: UInt, Sendable {
  case none, `default`, overlay
}
