import CarobFoundation
import CoreGraphics

/// Draws a popover's background and arrow in the app's own way (E-996).
///
/// A subclass overrides the class methods and the two properties. The popover creates it with `init(frame:)`
/// when it is presented, and sets its frame, which includes the arrow, and the properties at each layout.
@preconcurrency @MainActor
open class UIPopoverBackgroundView: UIView {
  /// How far the arrow is from the middle of its side, in points, to the right or down.
  open var arrowOffset: CGFloat = 0
  /// The side of the popover at which the arrow is.
  open var arrowDirection: UIPopoverArrowDirection = .unknown
  /// Whether the content has rounded corners.
  open class var wantsDefaultContentAppearance: Bool { true }

  /// The width of the arrow's base, in points. A subclass must override it.
  open class func arrowBase() -> CGFloat { mustOverride("arrowBase()") }
  /// The height of the arrow, in points. A subclass must override it.
  open class func arrowHeight() -> CGFloat { mustOverride("arrowHeight()") }
  /// The distances of the content from the edges without the arrow, in points. A subclass must override it.
  open class func contentViewInsets() -> UIEdgeInsets { mustOverride("contentViewInsets()") }

  private class func mustOverride<Answer>(_ name: String) -> Answer {
    fatalError("E-996: \(Journal.className(self)) must override \(name)")
  }
}

/// Makes a popover's background view from its class.
@MainActor
enum PopoverLook {
  static func make(_ cls: UIPopoverBackgroundView.Type) -> UIPopoverBackgroundView? {
    guard let view = cls._carobNewFrame?(.zero) as? UIPopoverBackgroundView else {
      Journal.warn(
        "the popover background class \(Journal.className(cls)) cannot be created with init(frame:)",
        rule: "E-996")
      return nil
    }
    return view
  }
}
