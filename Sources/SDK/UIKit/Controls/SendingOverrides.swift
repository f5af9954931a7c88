import CarobFoundation

/// Whether an app's control overrides what every action passes through (E-211).
enum SendingOverrides {
  static let ofControl = OverridePoint(
    of: UIControl.self, overriding: OverridingControl.self, plain: PlainControl.self)
}

private final class PlainControl: UIControl {}

private final class OverridingControl: UIControl {
  override func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {}
}
