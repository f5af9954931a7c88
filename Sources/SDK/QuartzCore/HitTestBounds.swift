import CoreGraphics

/// A box around a layer, a little too large, by which most layers that a touch misses are told in a few instructions.
// OPTIMIZATION: asked of every view beside the path of a touch: four comparisons at once.
package struct HitTestBounds {
  /// Lower x, lower y and, negated, upper x and upper y.
  package let edges: SIMD4<Float>

  package static let everywhere = HitTestBounds(edges: SIMD4(repeating: -.infinity))

  private init(edges: SIMD4<Float>) { self.edges = edges }

  /// Larger than the box by more than what is lost by computing with single precision.
  init(_ box: CGRect) {
    func below(_ edge: CGFloat) -> Float { Float(edge - 0.01 - abs(edge) * 1e-6) }
    edges = SIMD4(below(box.minX), below(box.minY), below(-box.maxX), below(-box.maxY))
  }

  /// A point in the form that bounds are compared with.
  package static func probe(_ p: CGPoint) -> SIMD4<Float> {
    SIMD4(Float(p.x), Float(p.y), Float(-p.x), Float(-p.y))
  }
}
