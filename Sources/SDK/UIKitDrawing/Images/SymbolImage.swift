import CarobFoundation
import CoreGraphics

/// A symbol at a size and weight; draws it in a colour.
package struct SymbolImage {
  let name: String
  let shapes: [SymbolLibrary.Shape]
  let configuration: UIImage.SymbolConfiguration

  /// Points per unit of the shapes' 16 × 16 box. At 17 points a symbol's box is as high as the line of
  /// text.
  private var unit: CGFloat { configuration.pointSize * 1.19 * configuration.values.scale.factor / 16 }
  /// Bold symbols are drawn with an outline, in units; light ones are drawn as they are.
  private var outline: CGFloat {
    let weight = CGFloat(
      configuration.values.weight == .unspecified ? 4 : configuration.values.weight.rawValue)
    return max(0, weight - 4) * 0.18
  }
  private var box: CGRect {
    let ink = shapes.reduce(CGRect.null) { $0.union($1.box) }
    // As wide as the drawn shape and as high as every symbol, so that symbols in a row share a baseline.
    return CGRect(x: ink.minX - 0.6, y: -0.4, width: ink.width + 1.2, height: 16.8)
  }

  /// In points, rounded up to a multiple of a third.
  var size: CGSize {
    func round(_ value: CGFloat) -> CGFloat { (value * unit * 3).rounded(.up) / 3 }
    return CGSize(width: round(box.width), height: round(box.height))
  }

  func draw(in rect: CGRect, color: CGColor, context: CGContext) {
    let box = box
    guard box.width > 0, box.height > 0 else { return }
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / box.width, y: rect.height / box.height)
    context.translateBy(x: -box.minX, y: -box.minY)
    context.setFillColor(color)
    for shape in shapes {
      context.addPath(shape.path)
      context.fillPath(using: shape.usesEvenOdd ? .evenOdd : .winding)
      guard outline > 0 else { continue }
      context.setStrokeColor(color)
      context.setLineWidth(outline)
      context.setLineJoin(.round)
      context.addPath(shape.path)
      context.strokePath()
    }
    context.restoreGState()
  }

  /// The properties that distinguish the drawn images of a symbol.
  private struct CacheKey: Hashable {
    let name: String
    let size: CGSize
    let outline: CGFloat
    let scale: CGFloat
    let color: [CGFloat]
  }
  // OPTIMIZATION: bars and buttons draw the same few symbols repeatedly; each image is also sent to the
  // device only once.
  private static let pictures = Guarded<[CacheKey: CGImage]>([:])

  func picture(scale: CGFloat, color: CGColor) -> CGImage? {
    let size = size
    guard color.pattern == nil, let components = color.components else { return drawn(size, scale, color) }
    let key = CacheKey(
      name: name, size: size, outline: outline, scale: scale,
      color: components)
    if let known = Self.pictures.withLock({ $0[key] }) { return known }
    guard let picture = drawn(size, scale, color) else { return nil }
    Self.pictures.withLock { pictures in
      if pictures.count >= 256 { pictures = [:] }
      pictures[key] = picture
    }
    return picture
  }

  private func drawn(_ size: CGSize, _ scale: CGFloat, _ color: CGColor) -> CGImage? {
    guard let context = CGContext(size: size, scale: scale) else { return nil }
    draw(in: CGRect(origin: .zero, size: size), color: color, context: context)
    return context.takeImage()
  }
}
