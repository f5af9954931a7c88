import CoreGraphics
import DeviceProtocol

/// Draws layers in the app's process, for images that an app renders from them and for masks.
///
/// DEVIATION: draws in two dimensions, with the affine part of transforms and without `sublayerTransform`,
/// background blurs and `contentsCenter`.
struct LayerRenderer {
  let context: CGContext
  /// Whether layers are drawn with their presentation values, as on the screen now, or with their model
  /// values.
  let isPresented: Bool

  private func values(of layer: CALayer) -> CALayer {
    guard isPresented, !layer.animations.isEmpty else { return layer }
    // NB: presented as a plain shape layer, because a subclass may have no factory.
    if let shape = layer as? CAShapeLayer { return LayerAnimations.presentation(of: shape) ?? layer }
    return LayerAnimations.presentation(of: layer) ?? layer
  }

  /// Draws the layer at its position in its superlayer; the context is in the superlayer's space.
  func draw(_ layer: CALayer) {
    let shown = values(of: layer)
    context.saveGState()
    context.concatenate(shown.placement)
    drawInside(layer, shown)
    context.restoreGState()
  }

  /// Draws the layer; the context is in the layer's space.
  func drawInside(_ layer: CALayer) { drawInside(layer, values(of: layer)) }

  private func drawInside(_ layer: CALayer, _ shown: CALayer) {
    guard !shown._isHidden, shown._opacity > 0 else { return }
    let castsShadow = shown._shadowOpacity > 0 && !shown._masksToBounds
    let hasShadow = castsShadow && layer.shadowPath == nil
    let isGroup = shown._opacity < 1 || layer.mask != nil
    context.saveGState()
    if isGroup {
      context.setAlpha(CGFloat(shown._opacity))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
    }
    if hasShadow {
      context.saveGState()
      let color = layer.shadowColor.map { $0.copy(alpha: $0.alpha * CGFloat(shown._shadowOpacity)) ?? $0 }
      // NB: a context's blur is twice the standard deviation, a layer's shadow radius is the standard
      // deviation.
      context.setShadow(offset: layer.shadowOffset, blur: layer.shadowRadius * 2, color: color)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
    }
    // E-934
    if castsShadow, let path = layer.shadowPath, let color = layer.shadowColor {
      context.drawShadow(
        of: path, offset: layer.shadowOffset, radius: layer.shadowRadius,
        color: color.copy(alpha: color.alpha * CGFloat(shown._shadowOpacity)) ?? color)
    }
    drawParts(layer, shown)
    if hasShadow {
      context.endTransparencyLayer()
      context.restoreGState()
    }
    if let mask = layer.mask {
      // E-534: removes what the mask does not cover.
      context.setBlendMode(.destinationIn)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      draw(mask)
      context.endTransparencyLayer()
    }
    if isGroup { context.endTransparencyLayer() }
    context.restoreGState()
  }

  /// DEVIATION: without the delays and the colours of the copies (E-600).
  private func drawInstances(_ replicator: CAReplicatorLayer) {
    let box = replicator._bounds
    for index in 0..<replicator.count {
      context.saveGState()
      context.translateBy(x: box.midX, y: box.midY)
      context.concatenate(CATransform3DGetAffineTransform(replicator.transform(ofInstance: index)))
      context.translateBy(x: -box.midX, y: -box.midY)
      context.setAlpha(CGFloat(replicator.color(ofInstance: index).w))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      for sublayer in replicator.orderedSublayers { draw(sublayer) }
      context.endTransparencyLayer()
      context.restoreGState()
    }
  }

  /// Back to front: background, gradient, contents, sublayers, border.
  private func drawParts(_ layer: CALayer, _ shown: CALayer) {
    if layer is CATransformLayer {
      for sublayer in layer.orderedSublayers { draw(sublayer) }
      return
    }
    let box = shown._bounds
    let outline = shown.outline(layer.maskedCorners)
    if let color = shown._backgroundColor {
      context.addPath(outline)
      context.setFillColor(color)
      context.fillPath()
    }
    context.saveGState()
    let gradient = layer as? CAGradientLayer
    if shown._masksToBounds || gradient != nil {
      context.addPath(outline)
      context.clip()
    }
    gradient?.drawGradient(in: context, box)
    if gradient != nil, !shown._masksToBounds {
      context.restoreGState()
      context.saveGState()
    }
    drawContents(layer, shown)
    if let replicator = layer as? CAReplicatorLayer {
      drawInstances(replicator)
    } else {
      for sublayer in layer.orderedSublayers { draw(sublayer) }
    }
    context.restoreGState()
    guard shown._borderWidth > 0, let color = shown._borderColor else { return }
    context.saveGState()
    context.addPath(outline)
    context.clip()
    context.addPath(outline)
    context.setStrokeColor(color)
    context.setLineWidth(shown._borderWidth * 2)
    context.strokePath()
    context.restoreGState()
  }

  private func drawContents(_ layer: CALayer, _ shown: CALayer) {
    let box = shown._bounds
    if let shape = shown as? CAShapeLayer { return shape.drawPath(in: context) }
    if let image = layer.contents as? CGImage {
      let part = layer.contentsRect
      let (width, height) = (CGFloat(image.width), CGFloat(image.height))
      let crop = CGRect(
        x: part.minX * width, y: part.minY * height, width: part.width * width, height: part.height * height)
      guard let cut = part == CGRect(x: 0, y: 0, width: 1, height: 1) ? image : image.cropping(to: crop)
      else {
        return
      }
      let natural = CGSize(
        width: crop.width / layer.contentsScale, height: crop.height / layer.contentsScale)
      return context.drawUpright(cut, in: layer.contentsGravity.place(natural, in: box))
    }
    let draws = layer.owner?.layerHasContents(layer) ?? (layer.hasBackingStore || layer.needsDisplayFlag)
    guard draws, box.width > 0, box.height > 0 else { return }
    context.saveGState()
    context.clip(to: box)
    layer.draw(in: context)
    context.restoreGState()
  }
}

extension CALayer {
  /// From the layer's space to its superlayer's.
  var placement: CGAffineTransform {
    let own = CGAffineTransform(
      translationX: -_bounds.minX - _anchorPoint.x * _bounds.width,
      y: -_bounds.minY - _anchorPoint.y * _bounds.height)
    return own.concatenating(affineTransform()).concatenating(
      CGAffineTransform(translationX: _position.x, y: _position.y))
  }

  /// Back to front.
  var orderedSublayers: [CALayer] {
    _sublayers.enumerated()
      .sorted { ($0.element._zPosition, $0.offset) < ($1.element._zPosition, $1.offset) }
      .map(\.element)
  }

  /// The box with its rounded corners.
  func outline(_ corners: CACornerMask) -> CGPath {
    let radius = min(max(_cornerRadius, 0), min(_bounds.width, _bounds.height) / 2)
    guard radius > 0 else { return CGPath(rect: _bounds, transform: nil) }
    guard corners != .all else {
      return CGPath(roundedRect: _bounds, cornerWidth: radius, cornerHeight: radius, transform: nil)
    }
    let path = CGMutablePath()
    let box = _bounds
    let turns: [(CACornerMask, CGPoint, CGPoint)] = [
      (.layerMaxXMinYCorner, CGPoint(x: box.maxX, y: box.minY), CGPoint(x: box.maxX, y: box.maxY)),
      (.layerMaxXMaxYCorner, CGPoint(x: box.maxX, y: box.maxY), CGPoint(x: box.minX, y: box.maxY)),
      (.layerMinXMaxYCorner, CGPoint(x: box.minX, y: box.maxY), CGPoint(x: box.minX, y: box.minY)),
      (.layerMinXMinYCorner, CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY)),
    ]
    path.move(to: CGPoint(x: box.midX, y: box.minY))
    for (corner, here, next) in turns {
      path.addArc(tangent1End: here, tangent2End: next, radius: corners.contains(corner) ? radius : 0)
    }
    path.closeSubpath()
    return path
  }

  /// The box in which the layer and its sublayers may draw, in its own space.
  var drawnBox: CGRect {
    var box = _bounds
    if _masksToBounds { return box }
    if let shape = self as? CAShapeLayer { box = box.union(shape.pathBox) }
    for layer in _sublayers where !layer._isHidden {
      box = box.union(layer.drawnBox.applying(layer.placement))
    }
    return box
  }
}

extension CALayerContentsGravity {
  /// The rectangle of contents of a natural size in a box, y down; `top` is the box's top edge.
  func place(_ natural: CGSize, in box: CGRect) -> CGRect {
    var size = natural
    switch self {
    case .resize: return box
    case .resizeAspect, .resizeAspectFill:
      let factors = (box.width / size.width, box.height / size.height)
      let factor = self == .resizeAspect ? min(factors.0, factors.1) : max(factors.0, factors.1)
      size = CGSize(width: size.width * factor, height: size.height * factor)
    default: break
    }
    let name = rawValue.lowercased()
    func part(_ length: CGFloat, _ room: CGFloat, _ low: String, _ high: String) -> CGFloat {
      name.contains(low) ? 0 : name.contains(high) ? room - length : (room - length) / 2
    }
    return CGRect(
      x: box.minX + part(size.width, box.width, "left", "right"),
      y: box.minY + part(size.height, box.height, "top", "bottom"), width: size.width, height: size.height)
  }
}
