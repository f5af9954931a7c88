import CarobFoundation

/// Where a bar is, by which it is drawn; `topAttached` reaches up behind the status bar.
public enum UIBarPosition: Int, Sendable { case any, bottom, top, topAttached }

/// A bar that can be at either end of the screen.
@preconcurrency @MainActor
public protocol UIBarPositioning: NSObjectProtocol {
  var barPosition: UIBarPosition { get }
}

/// Says where a bar is that no controller manages. The method is optional.
@preconcurrency @MainActor
public protocol UIBarPositioningDelegate: NSObjectProtocol, _CarobOptional {
  func position(for bar: any UIBarPositioning) -> UIBarPosition
}

extension UIBarPositioningDelegate {
  public func position(for bar: any UIBarPositioning) -> UIBarPosition { .any }
}

/// Is told about a navigation bar without a controller. All methods are optional.
@preconcurrency @MainActor
public protocol UINavigationBarDelegate: UIBarPositioningDelegate {
  func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool
  func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem)
  func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool
  func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem)
}

extension UINavigationBarDelegate {
  public func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool {
    true
  }
  public func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {}
  public func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool {
    true
  }
  public func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {}
}

/// Says where a toolbar is.
@preconcurrency @MainActor
public protocol UIToolbarDelegate: UIBarPositioningDelegate {}

extension _CarobOptional where Self: UIBarPositioningDelegate {
  @MainActor
  func askPosition(of bar: UIView & UIBarPositioning) -> UIBarPosition? {
    ask(from: bar, "position(for:)", "positionForBar:") { $0.position(for: bar) }
  }
}
