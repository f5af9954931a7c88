import Foundation
package import Raster

extension CGMutablePath {
  /// Adds an SVG path's segments.
  package func add(_ path: SVGPath, transform: CGAffineTransform = .identity) {
    for segment in path.segments {
      switch segment {
      case .move(let x, let y): move(to: CGPoint(x: x, y: y), transform: transform)
      case .line(let x, let y): addLine(to: CGPoint(x: x, y: y), transform: transform)
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        addCurve(
          to: CGPoint(x: x, y: y), control1: CGPoint(x: x1, y: y1), control2: CGPoint(x: x2, y: y2),
          transform: transform)
      case .close: closeSubpath()
      }
    }
  }
}
