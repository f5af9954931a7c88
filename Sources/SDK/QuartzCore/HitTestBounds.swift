import CoreGraphics

/// A box slightly larger than a layer; hit testing uses it to reject most layers in a few instructions.
// OPTIMIZATION: hit testing compares it for every view: four comparisons in one instruction.
package struct HitTestBounds {
  /// Lower x, lower y and, negated, upper x and upper y.
  package let edges: SIMD4<Float>

  package static let everywhere = HitTestBounds(edges: SIMD4(repeating: -.infinity))

  private init(edges: SIMD4<Float>) { self.edges = edges }

  /// Enlarges the box by more than the rounding error of single precision.
  init(_ box: CGRect) {
    func below(_ edge: CGFloat) -> Float { Float(edge - 0.01 - abs(edge) * 1e-6) }
    edges = SIMD4(below(box.minX), below(box.minY), below(-box.maxX), below(-box.maxY))
  }

  /// A point in the form that is compared with `edges`.
  package static func probe(_ p: CGPoint) -> SIMD4<Float> {
    SIMD4(Float(p.x), Float(p.y), Float(-p.x), Float(-p.y))
  }
}
