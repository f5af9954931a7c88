import CarobFoundation

/// Whether a subclass overrides one of the methods through which every action is sent (E-211).
enum SendingOverrides {
  static let ofControl = OverridePoint(
    of: UIControl.self, overriding: OverridingControl.self, plain: PlainControl.self)
}

private final class PlainControl: UIControl {}

private final class OverridingControl: UIControl {
  override func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {}
}
