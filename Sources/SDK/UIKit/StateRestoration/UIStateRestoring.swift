import CarobFoundation

/// An object whose state outlives the app's process: controllers are, others are once they are registered.
///
/// All members are optional. `UIApplication.registerObject(forStateRestoration:restorationIdentifier:)` registers.
@preconcurrency @MainActor
public protocol UIStateRestoring: NSObjectProtocol, _CarobOptional {
  /// Whose identifiers stand before the object's own in its path.
  var restorationParent: (any UIStateRestoring)? { get }
  /// Makes the object again; without one it must be registered before the state is restored.
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

/// Makes objects that are no controllers again from a saved state.
@preconcurrency @MainActor
public protocol UIObjectRestoration {
  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> (any UIStateRestoring)?
}

/// Makes controllers again from a saved state (E-351).
@preconcurrency @MainActor
public protocol UIViewControllerRestoration: NSObjectProtocol {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController?
}

/// A data source that names its elements, so that a list finds them again although they have moved (E-406).
@preconcurrency @MainActor
public protocol UIDataSourceModelAssociation {
  func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String?
  func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath?
}
