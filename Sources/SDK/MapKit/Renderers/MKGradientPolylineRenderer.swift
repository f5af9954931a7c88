import UIKit

/// Strokes a line with a colour gradient along its length.
@preconcurrency @MainActor
open class MKGradientPolylineRenderer: MKPolylineRenderer {
  public private(set) var locations: [CGFloat] = []
  public private(set) var colors: [UIColor] = []
  open func setColors(_ colors: [UIColor], locations: [CGFloat]) {
    self.colors = colors
    self.locations = locations
    setNeedsDisplay()
  }

  open override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {
    guard let line = overlay as? MKPolyline, colors.count > 1, colors.count == locations.count else {
      return super.draw(mapRect, zoomScale: zoomScale, in: context)
    }
    let room = roomy(mapRect, zoomScale)
    context.saveGState()
    applyStrokeProperties(to: context, atZoomScale: zoomScale)
    let points = line.mapPoints
    for index in points.indices.dropFirst() {
      let parts = MapClipping.line([points[index - 1], points[index]], to: room, detail: 0)
      guard let part = parts.first, part.count == 2 else { continue }
      let (from, to) = (line.location(atPointIndex: index - 1), line.location(atPointIndex: index))
      // Short enough that steps of the colour are not visible.
      let length = hypot(part[1].x - part[0].x, part[1].y - part[0].y) * Double(zoomScale)
      let steps = min(max(Int(length / 6), 1), 64)
      let whole = hypot(points[index].x - points[index - 1].x, points[index].y - points[index - 1].y)
      let offset =
        whole > 0
        ? hypot(part[0].x - points[index - 1].x, part[0].y - points[index - 1].y) / whole : 0
      let cut = whole > 0 ? hypot(part[1].x - part[0].x, part[1].y - part[0].y) / whole : 1
      for step in 0..<steps {
        func place(_ step: Double) -> CGPoint {
          let p = step / Double(steps)
          return point(
            for: MKMapPoint(
              x: part[0].x + (part[1].x - part[0].x) * p, y: part[0].y + (part[1].y - part[0].y) * p))
        }
        let at = from + (to - from) * CGFloat(offset + cut * (Double(step) + 0.5) / Double(steps))
        // MK-42
        guard at >= strokeStart, at <= strokeEnd else { continue }
        context.setStrokeColor(color(at).cgColor)
        context.strokeLineSegments(between: [place(Double(step)), place(Double(step) + 1)])
      }
    }
    context.restoreGState()
  }

  private func parts(_ color: UIColor) -> [CGFloat] {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    _ = color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return [red, green, blue, alpha]
  }
  private func color(_ at: CGFloat) -> UIColor {
    guard let index = locations.firstIndex(where: { $0 >= at }) else { return colors[colors.count - 1] }
    guard index > 0 else { return colors[0] }
    let part = (at - locations[index - 1]) / max(locations[index] - locations[index - 1], 1e-9)
    let (a, b) = (parts(colors[index - 1]), parts(colors[index]))
    func mix(_ i: Int) -> CGFloat { a[i] + (b[i] - a[i]) * part }
    return UIColor(red: mix(0), green: mix(1), blue: mix(2), alpha: mix(3))
  }
}
