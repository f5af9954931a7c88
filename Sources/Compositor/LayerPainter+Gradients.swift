internal import CCairo
import DeviceProtocol
internal import Glibc
internal import Raster

extension LayerPainter {
  func paint(_ gradient: LayerGradient, in layer: LayerState, _ opacity: Double) {
    guard !gradient.colors.isEmpty else { return }
    let (sx, sy) = (gradient.startX * layer.width, gradient.startY * layer.height)
    let (ex, ey) = (gradient.endX * layer.width, gradient.endY * layer.height)
    let count = gradient.colors.count
    let stops = gradient.colors.enumerated().map { index, color in
      (
        location: gradient.locations.isEmpty
          ? (count > 1 ? Double(index) / Double(count - 1) : 0) : min(max(gradient.locations[index], 0), 1),
        color: color
      )
    }
    let pattern: OpaquePointer?
    switch gradient.kind {
    case "radial":
      // A circle of radius 1, scaled to the ellipse of the end point.
      let (rx, ry) = (max(abs(ex - sx), 1e-6), max(abs(ey - sy), 1e-6))
      pattern = cairo_pattern_create_radial(0, 0, 0, 0, 0, 1)
      var matrix = cairo_matrix_t(xx: 1 / rx, yx: 0, xy: 0, yy: 1 / ry, x0: -sx / rx, y0: -sy / ry)
      cairo_pattern_set_matrix(pattern, &matrix)
    case "conic": pattern = conic(stops.map { ($0.location, $0.color) }, sx, sy, atan2(ey - sy, ex - sx))
    default:
      guard sx != ex || sy != ey else { return }
      pattern = cairo_pattern_create_linear(sx, sy, ex, ey)
    }
    guard let pattern else { return }
    if gradient.kind != "conic" {
      cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
      for stop in stops {
        cairo_pattern_add_color_stop_rgba(
          pattern, stop.location, Double(stop.color.red), Double(stop.color.green), Double(stop.color.blue),
          Double(stop.color.alpha))
      }
    }
    cairo_save(cairo)
    addBox(layer)
    cairo_clip(cairo)
    cairo_set_source(cairo, pattern)
    cairo_paint_with_alpha(cairo, opacity)
    cairo_restore(cairo)
    cairo_pattern_destroy(pattern)
  }

  /// Draws one narrow mesh patch per step, since Cairo has no conic gradients.
  private func conic(_ stops: [(Double, LayerColor)], _ x: Double, _ y: Double, _ angle: Double)
    -> OpaquePointer?
  {
    guard let mesh = cairo_pattern_create_mesh() else { return nil }
    func color(_ at: Double) -> LayerColor {
      guard let next = stops.firstIndex(where: { $0.0 >= at }) else { return stops[stops.count - 1].1 }
      guard next > 0 else { return stops[0].1 }
      let (a, b) = (stops[next - 1], stops[next])
      let t = Float(b.0 > a.0 ? (at - a.0) / (b.0 - a.0) : 1)
      func mix(_ p: KeyPath<LayerColor, Float>) -> Float {
        a.1[keyPath: p] + (b.1[keyPath: p] - a.1[keyPath: p]) * t
      }
      return LayerColor(red: mix(\.red), green: mix(\.green), blue: mix(\.blue), alpha: mix(\.alpha))
    }
    let steps = 240
    let reach = 10_000.0
    for step in 0..<steps {
      let parts = [Double(step) / Double(steps), Double(step + 1) / Double(steps)]
      cairo_mesh_pattern_begin_patch(mesh)
      cairo_mesh_pattern_move_to(mesh, x, y)
      for part in parts {
        cairo_mesh_pattern_line_to(
          mesh, x + reach * cos(angle + part * 2 * .pi), y + reach * sin(angle + part * 2 * .pi))
      }
      cairo_mesh_pattern_line_to(mesh, x, y)
      for (corner, part) in [parts[0], parts[0], parts[1], parts[1]].enumerated() {
        let c = color(part)
        cairo_mesh_pattern_set_corner_color_rgba(
          mesh, UInt32(corner), Double(c.red), Double(c.green), Double(c.blue), Double(c.alpha))
      }
      cairo_mesh_pattern_end_patch(mesh)
    }
    return mesh
  }
}
