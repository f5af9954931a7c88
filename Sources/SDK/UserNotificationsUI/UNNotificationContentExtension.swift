import CarobFoundation
import UIKit

/// Shows a notification in views of an app's extension.
///
/// Extensions are not run (Documentation/UserNotifications.md): the protocol is here so that their sources compile.
@MainActor
public protocol UNNotificationContentExtension: NSObjectProtocol, _CarobOptional {
  /// The notification that is to be shown; again for each further one of the same thread while the views are seen.
  func didReceive(_ notification: UNNotification)
  /// The user chose an action; says what becomes of the notification.
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

/// What becomes of a notification when the user chose an action in a content extension.
public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
  case doNotDismiss, dismiss, dismissAndForwardAction
}

/// The button of a content extension that plays.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType: UInt, Sendable {
  case none, `default`, overlay
}
