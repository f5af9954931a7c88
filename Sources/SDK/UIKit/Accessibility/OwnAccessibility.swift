import CoreGraphics

/// The accessibility values that were set on a view, independent of getters that an app overrides
/// (`AccessibilityReading`).
struct OwnAccessibility {
  var identifier: String?
  var label: String?
  var value: String?
  var hint: String?
  var isElement: Bool?
  var traits: UIAccessibilityTraits?
  var hidesElements = false
  var isModal = false
  var elements: [Any]?
  var customActions: [UIAccessibilityCustomAction]?
  /// In screen points; nil for where the view is.
  var frame: CGRect?
  /// In screen points; nil for the middle of the frame.
  var activationPoint: CGPoint?
}
