import CarobFoundation

/// A button inside the SDK's own views. Its taps are not actions of the app and are not traced as such.
@preconcurrency @MainActor
final class TapButton: UIButton {
  var onTap: (() -> Void)?
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    super.touchEnded(inside: inside, event)
    if inside { onTap?() }
  }
}
