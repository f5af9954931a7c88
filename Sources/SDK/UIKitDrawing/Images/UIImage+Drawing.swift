import CarobFoundation
import CoreGraphics

extension UIImage {
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }
  public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }
  public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  /// Draws into the current context. Templates are drawn in their tint colour or in black, as on the
  /// platform.
  public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let context = UIGraphicsGetCurrentContext(), rect.width > 0, rect.height > 0 else { return }
    let image = resolved()
    context.saveGState()
    context.setBlendMode(blendMode)
    if alpha < 1 { context.setAlpha(alpha) }
    if case .symbol(let symbol) = image.values.source {
      symbol.draw(in: rect, color: values.tint?.cgColor ?? CGColor(gray: 0, alpha: 1), context: context)
    } else if let picture = image.drawnImage(tint: nil) {
      let isPlain = values.capInsets == .zero && (!values.isResizable || values.resizingMode == .stretch)
      if isPlain || size == rect.size {
        context.drawUpright(picture, in: rect)
      } else {
        drawParts(picture, in: rect, context)
      }
    }
    context.restoreGState()
  }

  /// Fills the rectangle with copies of the image, the first at the rectangle's origin.
  public func drawAsPattern(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), size.width > 0, size.height > 0 else { return }
    context.saveGState()
    context.clip(to: rect)
    tile(in: rect, size: size) { draw(in: $0) }
    context.restoreGState()
  }

  private func tile(in rect: CGRect, size: CGSize, _ body: (CGRect) -> Void) {
    guard size.width >= 0.1, size.height >= 0.1 else { return }
    var y = rect.minY
    while y < rect.maxY {
      var x = rect.minX
      while x < rect.maxX {
        body(CGRect(origin: CGPoint(x: x, y: y), size: size))
        x += size.width
      }
      y += size.height
    }
  }

  /// The pixels in the given tint if the image is a template, or in the image's own tint if it has one.
  func drawnImage(tint: UIColor?) -> CGImage? {
    let color =
      isTemplate
      ? tint ?? values.tint : values.mode == .alwaysOriginal || values.mode == .automatic ? values.tint : nil
    if case .symbol(let symbol) = values.source {
      let fallback = CGColor(gray: 0, alpha: 1)
      return symbol.picture(scale: values.scale, color: color?.cgColor ?? values.tint?.cgColor ?? fallback)
    }
    guard let picture = uprightImage else { return nil }
    guard let color else { return picture }
    guard let context = CGContext(pixelWidth: picture.width, pixelHeight: picture.height, isFlipped: true)
    else {
      return picture
    }
    let box = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
    context.drawUpright(picture, in: box)
    context.setBlendMode(.sourceIn)
    context.setFillColor(color.cgColor)
    context.fill(box)
    return context.takeImage()
  }

  /// The contents for a layer that shows this image with the given traits: upright, tinted if it is a
  /// template.
  package func layerImage(tint: UIColor?, traits: UITraitCollection) -> CGImage? {
    let image = resolved(with: traits)
    return image.drawnImage(tint: tint?.resolvedColor(with: traits))
  }

  /// Draws a resizable image: corners unscaled, edges stretched or tiled along their length, the centre in
  /// both directions.
  private func drawParts(_ picture: CGImage, in rect: CGRect, _ context: CGContext) {
    let caps = values.capInsets
    let (width, height) = (size.width, size.height)
    let factor = CGFloat(picture.width) / max(width, 0.01)
    func cuts(_ low: CGFloat, _ high: CGFloat, _ own: CGFloat, _ start: CGFloat, _ room: CGFloat)
      -> [(from: CGFloat, size: CGFloat, to: CGFloat, room: CGFloat)]
    {
      var ends = (low, high)
      if low + high > room, low + high > 0 { ends = (low * room / (low + high), high * room / (low + high)) }
      return [
        (0, low, start, ends.0), (low, own - low - high, start + ends.0, room - ends.0 - ends.1),
        (own - high, high, start + room - ends.1, ends.1),
      ]
    }
    for row in cuts(caps.top, caps.bottom, height, rect.minY, rect.height) {
      for column in cuts(caps.left, caps.right, width, rect.minX, rect.width)
      where row.size > 0 && row.room > 0 && column.size > 0 && column.room > 0 {
        let source = CGRect(
          x: column.from * factor, y: row.from * factor, width: column.size * factor,
          height: row.size * factor)
        guard let part = picture.cropping(to: source) else { continue }
        let target = CGRect(x: column.to, y: row.to, width: column.room, height: row.room)
        guard values.resizingMode == .tile else {
          context.drawUpright(part, in: target)
          continue
        }
        context.saveGState()
        context.clip(to: target)
        tile(in: target, size: CGSize(width: column.size, height: row.size)) {
          context.drawUpright(part, in: $0)
        }
        context.restoreGState()
      }
    }
  }

  // MARK: Files

  /// PNG data of the image, upright; nil for an empty image.
  public func pngData() -> Data? {
    guard let picture = drawnImage(tint: nil) else { return nil }
    return Data(picture.pngBytes())
  }
  /// JPEG data of the image. Quality is 0…1; transparent areas become white.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    guard let picture = drawnImage(tint: nil) else { return nil }
    return Data(picture.surface.jpegBytes(quality: Double(compressionQuality)))
  }

  public var imageRendererFormat: UIGraphicsImageRendererFormat {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    return format
  }
}

public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
  image.jpegData(compressionQuality: compressionQuality)
}
