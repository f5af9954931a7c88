import CarobFoundation

/// An object whose state is saved and restored: every controller, and other objects once they are
/// registered.
///
/// All members are optional. Register with
/// `UIApplication.registerObject(forStateRestoration:restorationIdentifier:)`.
@preconcurrency @MainActor
public protocol UIStateRestoring: NSObjectProtocol, _CarobOptional {
  /// The object whose identifiers precede the receiver's own in its path.
  var restorationParent: (any UIStateRestoring)? { get }
  /// Recreates the object. Without it, the object must be registered before the state is restored.
  var objectRestorationClass: (any UIObjectRestoration.Type)? { get }
  func encodeRestorableState(with coder: NSCoder)
  func decodeRestorableState(with coder: NSCoder)
  func applicationFinishedRestoringState()
}

extension UIStateRestoring {
  public var restorationParent: (any UIStateRestoring)? { nil }
  public var objectRestorationClass: (any UIObjectRestoration.Type)? { nil }
  public func encodeRestorableState(with coder: NSCoder) {}
  public func decodeRestorableState(with coder: NSCoder) {}
  public func applicationFinishedRestoringState() {}
}

extension UIViewController: UIStateRestoring {}

/// Recreates objects other than controllers from a saved state.
@preconcurrency @MainActor
public protocol UIObjectRestoration {
  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> (any UIStateRestoring)?
}

/// Recreates controllers from a saved state (E-351).
@preconcurrency @MainActor
public protocol UIViewControllerRestoration: NSObjectProtocol {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController?
}

/// A data source that identifies its elements, so that a view finds them after they have moved (E-406).
@preconcurrency @MainActor
public protocol UIDataSourceModelAssociation {
  func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String?
  func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath?
}
