import CarobFoundation

/// A button of the SDK's own views: what it does is no action of the app's, and stands in no trace as one.
@preconcurrency @MainActor
final class TapButton: UIButton {
  var onTap: (() -> Void)?
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    super.touchEnded(inside: inside, event)
    if inside { onTap?() }
  }
}
