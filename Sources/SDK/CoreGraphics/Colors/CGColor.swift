import Foundation
package import Raster

/// Colour components in a colour space, or a pattern.
public final class CGColor: Sendable {
  public static let white = "kCGColorWhite"
  public static let black = "kCGColorBlack"
  public static let clear = "kCGColorClear"

  public let colorSpace: CGColorSpace?
  private let values: [CGFloat]
  /// An image that tiles the plane, for colours made from one.
  package let pattern: CGImage?
  /// The pattern's pixels per point.
  package let patternScale: CGFloat

  /// From the pattern's pixels to the base space of a context, for an app's own pattern (E-950).
  let patternMatrix: CGAffineTransform?

  package convenience init(
    space: CGColorSpace?, values: [CGFloat], pattern: CGImage? = nil, patternScale: CGFloat = 1
  ) {
    self.init(
      space: space, values: values, pattern: pattern, patternScale: patternScale, patternMatrix: nil)
  }

  /// A colour that paints an app's own pattern.
  convenience init(tile: CGImage, step: CGSize, matrix: CGAffineTransform) {
    // Pixels have their origin at the top, a pattern at the bottom of its tile.
    let toPattern = CGAffineTransform(
      a: step.width / CGFloat(tile.width), b: 0, c: 0, d: -step.height / CGFloat(tile.height), tx: 0,
      ty: step.height)
    self.init(
      space: CGColorSpace(name: nil, model: .pattern), values: [1], pattern: tile, patternScale: 1,
      patternMatrix: toPattern.concatenating(matrix))
  }

  private init(
    space: CGColorSpace?, values: [CGFloat], pattern: CGImage?, patternScale: CGFloat,
    patternMatrix: CGAffineTransform?
  ) {
    self.patternScale = patternScale
    self.patternMatrix = patternMatrix
    colorSpace = space
    self.values = values
    self.pattern = pattern
  }

  /// Nil when the space is a pattern space.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    guard space.model != .pattern else { return nil }
    let count = space.numberOfComponents + 1
    self.init(space: space, values: (0..<count).map { components[$0] })
  }

  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standard, values: [red, green, blue, alpha])
  }
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: CGColorSpace(name: CGColorSpace.sRGB, model: .rgb), values: [red, green, blue, alpha])
  }
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(
      space: CGColorSpace(name: CGColorSpace.genericGrayGamma2_2, model: .monochrome), values: [gray, alpha])
  }
  public convenience init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    self.init(space: .deviceCMYK, values: [cyan, magenta, yellow, black, alpha])
  }

  /// A colour that paints by tiling an image.
  package convenience init(pattern: CGImage, scale: CGFloat, alpha: CGFloat = 1) {
    self.init(
      space: CGColorSpace(name: nil, model: .pattern), values: [alpha], pattern: pattern, patternScale: scale)
  }

  public var components: [CGFloat]? { pattern == nil ? values : nil }
  public var numberOfComponents: Int { values.count }
  public var alpha: CGFloat { values.last ?? 1 }

  public func copy() -> CGColor? { self }
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(
      space: colorSpace, values: values.dropLast() + [alpha], pattern: pattern, patternScale: patternScale,
      patternMatrix: patternMatrix)
  }

  /// The colour converted to another space; nil if there is no conversion.
  public func converted(to space: CGColorSpace, intent: CGColorRenderingIntent, options: [String: Any]?)
    -> CGColor?
  {
    guard pattern == nil else { return nil }
    let color = raster
    switch space.model {
    case .rgb:
      return CGColor(
        space: space, values: [color.red, color.green, color.blue, color.alpha].map { CGFloat($0) })
    case .monochrome:
      let gray = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
      return CGColor(space: space, values: [CGFloat(gray), CGFloat(color.alpha)])
    default: return nil
    }
  }

  /// The colour for drawing: sRGB, not premultiplied. Black for a pattern.
  package var raster: RasterColor {
    if pattern != nil { return RasterColor(red: 0, green: 0, blue: 0, alpha: Double(alpha)) }
    let v = values.map { Double($0) }
    switch colorSpace?.model ?? .rgb {
    case .monochrome where v.count >= 2: return RasterColor(red: v[0], green: v[0], blue: v[0], alpha: v[1])
    case .cmyk where v.count >= 5:
      return RasterColor(
        red: (1 - v[0]) * (1 - v[3]), green: (1 - v[1]) * (1 - v[3]), blue: (1 - v[2]) * (1 - v[3]),
        alpha: v[4])
    case _ where v.count >= 4: return RasterColor(red: v[0], green: v[1], blue: v[2], alpha: v[3])
    default: return .black
    }
  }
}

extension CGColor: Hashable {
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
    lhs.colorSpace == rhs.colorSpace && lhs.values == rhs.values && lhs.pattern === rhs.pattern
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
