internal import CCairo
import Foundation
internal import Raster

/// A conic gradient. Cairo has none, so it is drawn as a mesh of thin triangles.
enum ConicGradient {
  static func pattern(_ stops: [CGGradient.Stop], center: CGPoint, angle: CGFloat) -> OpaquePointer? {
    guard !stops.isEmpty, let mesh = cairo_pattern_create_mesh() else { return nil }
    let reach = 20_000.0
    let steps = 180
    for step in 0..<steps {
      let from = Double(step) / Double(steps)
      let to = Double(step + 1) / Double(steps)
      cairo_mesh_pattern_begin_patch(mesh)
      cairo_mesh_pattern_move_to(mesh, Double(center.x), Double(center.y))
      for part in [from, to] {
        let direction = Double(angle) + part * 2 * .pi
        cairo_mesh_pattern_line_to(
          mesh, Double(center.x) + reach * cos(direction), Double(center.y) + reach * sin(direction))
      }
      cairo_mesh_pattern_line_to(mesh, Double(center.x), Double(center.y))
      for (corner, part) in [from, from, to, to].enumerated() {
        let c = color(stops, at: part)
        cairo_mesh_pattern_set_corner_color_rgba(mesh, UInt32(corner), c.red, c.green, c.blue, c.alpha)
      }
      cairo_mesh_pattern_end_patch(mesh)
    }
    return mesh
  }

  private static func color(_ stops: [CGGradient.Stop], at location: Double) -> RasterColor {
    guard let next = stops.firstIndex(where: { $0.location >= location }) else {
      return stops[stops.count - 1].color
    }
    guard next > 0 else { return stops[0].color }
    let (a, b) = (stops[next - 1], stops[next])
    let t = b.location > a.location ? (location - a.location) / (b.location - a.location) : 1
    return RasterColor(
      red: a.color.red + (b.color.red - a.color.red) * t,
      green: a.color.green + (b.color.green - a.color.green) * t,
      blue: a.color.blue + (b.color.blue - a.color.blue) * t,
      alpha: a.color.alpha + (b.color.alpha - a.color.alpha) * t)
  }
}
