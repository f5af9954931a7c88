import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol

/// A layer's mask (E-534): the device gets it as a picture and multiplies the layer with the picture's
/// alpha.
///
/// While something in the mask is animated, the picture is drawn again for each frame that is shown (E-535).
///
/// DEVIATION: the picture has the higher `contentsScale` of the two layers.
final class LayerMask {
  let layer: CALayer
  /// The last picture sent; nil after something in the mask has changed.
  var picture: LayerPicture?
  private var nextFrame: LayerAlarm?

  init(_ layer: CALayer) { self.layer = layer }
  deinit { nextFrame?.cancel() }

  /// The picture for the device, in the space of the masked layer's bounds.
  func picture(for masked: CALayer) -> LayerPicture? {
    let isMoving = layer.isAnimated
    if isMoving {
      nextFrame?.cancel()
      nextFrame = LayerClock.schedule(at: LayerClock.now + 1 / 60.0) {
        [weakMasked = ZeroingElement(masked)] in
        weakMasked.object?.maskState?.picture = nil
        weakMasked.object?.markChanged()
      }
    }
    if let picture, !isMoving { return picture }
    picture = make(masked)
    return picture
  }

  private func make(_ masked: CALayer) -> LayerPicture? {
    // NB: presented values may lie outside the model's box, so the picture always includes the masked
    // layer's bounds.
    var box = layer.drawnBox.applying(layer.placement).union(masked._bounds).integral
    if max(box.width, box.height) > 4000 {
      box = box.intersection(masked._bounds.insetBy(dx: -100, dy: -100))
    }
    let scale = max(masked.contentsScale, layer.contentsScale)
    guard !box.isEmpty, let context = CGContext.layerContext(size: box.size, scale: scale) else { return nil }
    layer.layoutSubtree()
    context.translateBy(x: -box.minX, y: -box.minY)
    LayerRenderer(context: context, isPresented: true).draw(layer)
    let image = context.takeImage()
    let id = LayerTree.shared.addImage(
      png: image.pngBytes(), pixelWidth: image.width, pixelHeight: image.height)
    return LayerPicture(
      image: id, x: Double(box.minX), y: Double(box.minY), width: Double(box.width),
      height: Double(box.height))
  }
}

extension CALayer {
  /// The outermost layer in whose mask the layer is.
  var masked: CALayer? {
    var here = self
    var found: CALayer?
    while let parent = here.superlayer {
      if parent.mask === here { found = parent }
      here = parent
    }
    return found
  }

  /// Whether an animation of the layer or of a sublayer has not ended.
  fileprivate var isAnimated: Bool {
    let time = time
    let now = time.local(LayerClock.now)
    return time.factor > 0
      && animations.contains { now < $0.animation.beginTime + $0.animation.totalDuration }
      || mask?.isAnimated == true || _sublayers.contains(where: \.isAnimated)
  }
}
