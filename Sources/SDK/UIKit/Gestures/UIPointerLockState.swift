import CarobFoundation

/// Whether the pointer of a scene is locked: hidden, and reported by its movements only (E-1094).
@preconcurrency @MainActor
open class UIPointerLockState: _MainActorNSObject {
  /// Posted when `isLocked` changes; no simulated device locks the pointer.
  nonisolated public static let didChangeNotification = Notification.Name(
    "UIPointerLockStateDidChangeNotification")
  /// The key of the scene in the notification.
  nonisolated public static let sceneUserInfoKey = "UIPointerLockStateSceneUserInfoKey"
  open var isLocked: Bool { false }
}

extension UIScene {
  /// Nil on a phone, which has no pointer.
  public var pointerLockState: UIPointerLockState? {
    UIDevice.current.userInterfaceIdiom == .pad ? UIPointerLockState() : nil
  }
}
