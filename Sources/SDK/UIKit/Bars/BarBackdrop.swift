import CoreGraphics

/// The background of a bar that reaches beyond it: up behind the status bar, down behind the home indicator.
@MainActor
final class BarBackdrop: UIView {
  private let line = UIView()

  /// - Parameter reach: where the bar's background is, in the bar's space.
  func update(_ color: UIColor?, _ reach: CGRect, lineAtTop: Bool, _ appearance: UIBarAppearance?) {
    line.backgroundColor = appearance?.showsShadow == true ? appearance?.shadowColor : nil
    if line.superview == nil {
      isUserInteractionEnabled = false
      addSubview(line)
    }
    backgroundColor = color
    frame = reach
    let thickness = 1 / UIScreen.main.scale
    line.frame = CGRect(
      x: 0, y: lineAtTop ? 0 : reach.height - thickness, width: reach.width, height: thickness)
  }
}
