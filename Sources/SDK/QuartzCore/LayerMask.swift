import CarobFoundation
import CoreGraphics
import DeviceProtocol

/// What a layer keeps of its mask (E-534): the device gets the mask as a picture, whose alpha it multiplies with.
///
/// While something in the mask is animated the picture is drawn anew for each frame that is shown (E-535).
///
/// DEVIATION: the picture is as fine as the finer of both layers' `contentsScale`.
final class LayerMask {
  let layer: CALayer
  /// What was sent last, until something in the mask changes.
  var picture: LayerMaskPicture?
  private var nextFrame: LayerAlarm?

  init(_ layer: CALayer) { self.layer = layer }
  deinit { nextFrame?.cancel() }

  /// The picture for the device, in the space of the masked layer's bounds.
  func picture(for masked: CALayer) -> LayerMaskPicture? {
    let isMoving = layer.isAnimated
    if isMoving {
      nextFrame?.cancel()
      nextFrame = LayerClock.schedule(at: LayerClock.now + 1 / 60.0) { [weak masked] in
        masked?.maskState?.picture = nil
        masked?.markChanged()
      }
    }
    if let picture, !isMoving { return picture }
    picture = make(masked)
    return picture
  }

  private func make(_ masked: CALayer) -> LayerMaskPicture? {
    // NB: presented values may lie beyond the model's box: the masked layer's own is always in the picture.
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
    return LayerMaskPicture(
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

  /// Whether an animation of the layer or of one inside has not come to its end.
  fileprivate var isAnimated: Bool {
    let time = time
    let now = time.local(LayerClock.now)
    return time.factor > 0
      && animations.contains { now < $0.animation.beginTime + $0.animation.totalDuration }
      || mask?.isAnimated == true || _sublayers.contains(where: \.isAnimated)
  }
}
