import CarobFoundation
import CoreGraphics

/// Scales custom fonts and lengths with the user's text size, in the same way as a text style.
///
/// A scaled font remembers its base and its metrics, so that a label that adjusts its font scales it again
/// (E-970).
open class UIFontMetrics: NSObject, @unchecked Sendable {
  // @unchecked because nothing changes after init.
  private let style: UIFont.TextStyle
  public init(forTextStyle textStyle: UIFont.TextStyle) {
    style = textStyle
    super.init()
  }
  public static let `default` = UIFontMetrics(forTextStyle: .body)

  open func scaledFont(for font: UIFont) -> UIFont { scaledFont(for: font, compatibleWith: nil) }
  open func scaledFont(for font: UIFont, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
    scaledFont(for: font, maximumPointSize: 0, compatibleWith: traitCollection)
  }
  open func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    scaledFont(for: font, maximumPointSize: maximumPointSize, compatibleWith: nil)
  }
  /// A maximum of 0 means no maximum.
  open func scaledFont(
    for font: UIFont, maximumPointSize: CGFloat, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont {
    let size = scaledValue(for: font.pointSize, compatibleWith: traitCollection)
    return UIFont(
      scaled: font, to: maximumPointSize > 0 ? min(size, maximumPointSize) : size, by: self,
      maximumPointSize: maximumPointSize)
  }
  open func scaledValue(for value: CGFloat) -> CGFloat { scaledValue(for: value, compatibleWith: nil) }
  /// DEVIATION: scales in proportion to the style's size and rounds to pixels; the platform's curve
  /// differs.
  open func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat {
    let traits = traitCollection ?? .current
    let scale = traits.displayScale > 0 ? traits.displayScale : 3
    let factor = style.size(traits.preferredContentSizeCategory) / style.size(.large)
    return (value * factor * scale).rounded() / scale
  }
}
