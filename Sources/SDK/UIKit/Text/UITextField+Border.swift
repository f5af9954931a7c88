import CarobFoundation
import CoreGraphics
import QuartzCore

/// The border and the background image of a text field.
extension UITextField {
  // E-978
  /// Draws the border of the style, and removes what an earlier style drew. A border that the app sets on the
  /// layer of a field without a style is kept, and so is the background colour, whatever the style.
  func showBorder() {
    let image = isEnabled ? background : disabledBackground ?? background
    // E-978.1: a rounded border ignores the image, every other style gives way to it.
    let showsImage = background != nil && borderStyle != .roundedRect
    ground.image = showsImage ? image : nil
    ground.isHidden = !showsImage
    let style = showsImage ? .none : borderStyle
    fill.isHidden = style != .roundedRect || backgroundColor != nil
    fill.backgroundColor = .systemBackground
    fill.layer.cornerRadius = 5
    let color: CGColor? =
      switch style {
      case .none: nil
      case .roundedRect: UIColor.separator.resolvedColor(with: traitCollection).cgColor
      case .line, .bezel: UIColor.label.resolvedColor(with: traitCollection).cgColor
      }
    if style != drawnBorder.style {
      layer.cornerRadius = style == .roundedRect ? 5 : 0
      layer.borderWidth = style == .none ? 0 : style == .roundedRect ? 1 / UIScreen.main.scale : 1
      layer.borderColor = color
    } else if style != .none, layer.borderColor == drawnBorder.color {
      layer.borderColor = color
    }
    drawnBorder = (style, color)
    setNeedsLayout()
  }

  func placeBorder() {
    let rect = asked("borderRect(forBounds:)", bounds, borderRect)
    if fill.frame != rect { fill.frame = rect }
    if ground.frame != rect { ground.frame = rect }
  }
}
