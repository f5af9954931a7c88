import CoreGraphics

// Converts between the coordinate spaces of layers.
extension CALayer {
  func convertRect(_ r: CGRect, _ convert: (CGPoint) -> CGPoint) -> CGRect {
    let corners = [
      CGPoint(x: r.minX, y: r.minY), CGPoint(x: r.maxX, y: r.minY), CGPoint(x: r.minX, y: r.maxY),
      CGPoint(x: r.maxX, y: r.maxY),
    ].map(convert)
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    return CGRect(x: xs.min()!, y: ys.min()!, width: xs.max()! - xs.min()!, height: ys.max()! - ys.min()!)
  }

  func toRoot(_ p: CGPoint) -> CGPoint {
    var p = p
    var layer: CALayer? = self
    while let current = layer {
      p = current.toSuperlayer(p)
      layer = current.superlayer
    }
    return p
  }

  func fromRoot(_ p: CGPoint) -> CGPoint {
    let local = superlayer?.fromRoot(p) ?? p
    return fromSuperlayer(local)
  }

  /// Converts a point of the layer's space to its superlayer's.
  package final func toSuperlayer(_ p: CGPoint) -> CGPoint {
    let x = p.x - _bounds.minX - _anchorPoint.x * _bounds.width
    let y = p.y - _bounds.minY - _anchorPoint.y * _bounds.height
    if !hasTransform { return CGPoint(x: x + _position.x, y: y + _position.y) }
    let q = CGPoint(x: x, y: y).applying(affineTransform())
    return CGPoint(x: q.x + _position.x, y: q.y + _position.y)
  }

  package final func fromSuperlayer(_ p: CGPoint) -> CGPoint {
    var q = CGPoint(x: p.x - _position.x, y: p.y - _position.y)
    if hasTransform { q = q.applying(affineTransform().inverted()) }
    return CGPoint(
      x: q.x + _bounds.minX + _anchorPoint.x * _bounds.width,
      y: q.y + _bounds.minY + _anchorPoint.y * _bounds.height)
  }
}
