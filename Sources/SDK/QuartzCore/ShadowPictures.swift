import CarobFoundation
import CoreGraphics
import DeviceProtocol

/// Draws the shadows of paths (E-934).
///
/// The device gets a shadow as a picture, with the offset and the blur, but without the opacity. Layers with
/// equal shadows, like the cells of a table, share one picture. Over an opaque background nothing is drawn,
/// because the page shows the picture in front of the background.
///
/// DEVIATION: the picture of a shadow has one pixel per point if its radius is 4 points or more.
final class ShadowPictures {
  private struct Key: Hashable {
    let path: [CGFloat]
    let kinds: [Int]
    let color: LayerColor
    let offset: [CGFloat]
    let radius: CGFloat
    let scale: CGFloat
    let hole: [CGFloat]
  }
  private var known: [Key: LayerPicture] = [:]
  private var order: [Key] = []

  /// The device asks for all pictures again.
  func forget() { (known, order) = ([:], []) }

  /// The picture of a layer's shadow, in the layer's space; nil without a path.
  func picture(of layer: CALayer) -> LayerPicture? {
    guard let path = layer.shadowPath, !layer._masksToBounds, let color = layer.shadowColor else {
      return nil
    }
    let (radius, offset) = (max(layer.shadowRadius, 0), layer.shadowOffset)
    let scale = radius >= 4 ? 1 : max(layer.contentsScale, 1)
    let isCovered = (layer._backgroundColor?.alpha ?? 0) >= 1
    let hole = isCovered ? layer._bounds : .null
    let key = Key(
      path: path.points.flatMap { [$0.x, $0.y] }, kinds: path.types.map { Int($0.rawValue) },
      color: color.layerColor,
      offset: [offset.width, offset.height], radius: radius, scale: scale,
      hole: isCovered ? [hole.minX, hole.minY, hole.width, hole.height, layer._cornerRadius] : [])
    if let picture = known[key] { return picture }
    guard !path.isEmpty, key.path.allSatisfy(\.isFinite), radius.isFinite, offset.width.isFinite,
      offset.height.isFinite
    else { return nil }
    let reach = 3 * radius + 1
    let box = path.boundingBoxOfPath.offsetBy(dx: offset.width, dy: offset.height)
      .insetBy(dx: -reach, dy: -reach).integral
    guard let context = CGContext.layerContext(size: box.size, scale: scale) else { return nil }
    context.translateBy(x: -box.minX, y: -box.minY)
    context.drawShadow(of: path, offset: offset, radius: radius, color: color)
    if isCovered {
      context.setBlendMode(.clear)
      context.addPath(layer.outline(layer.maskedCorners))
      context.fillPath()
    }
    let image = context.takeImage()
    let id = LayerTree.shared.addImage(
      png: image.pngBytes(), pixelWidth: image.width, pixelHeight: image.height)
    let picture = LayerPicture(
      image: id, x: Double(box.minX), y: Double(box.minY), width: Double(box.width),
      height: Double(box.height))
    known[key] = picture
    order.append(key)
    // OPTIMIZATION: a bounded cache, smaller than the number of images that the device keeps.
    if order.count > 64 { known[order.removeFirst()] = nil }
    return picture
  }
}
