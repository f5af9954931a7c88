import CoreGraphics

/// The background of a bar, which extends beyond it: up behind the status bar, down behind the home
/// indicator.
@MainActor
final class BarBackdrop: UIView {
  private let line = UIView()
  private let picture = UIImageView()
  private let shadow = UIImageView()

  /// Shows a custom background image, and a shadow image at the bar's edge in place of the line.
  func show(_ image: UIImage?, _ mode: UIView.ContentMode, _ shadowImage: UIImage?) {
    func place(_ view: UIImageView, _ image: UIImage?, _ frame: CGRect) {
      view.image = image
      guard image != nil else { return view.removeFromSuperview() }
      view.frame = frame
      if view.superview == nil { insertSubview(view, at: 0) }
    }
    picture.contentMode = mode
    place(picture, image, bounds)
    let size = shadowImage?.size ?? .zero
    let isAbove = line.frame.minY == 0
    place(
      shadow, size == .zero ? nil : shadowImage,
      CGRect(x: 0, y: isAbove ? -size.height : bounds.height, width: bounds.width, height: size.height))
    line.isHidden = shadow.image != nil
  }

  /// - Parameter reach: the frame of the background, in the bar's coordinates.
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
