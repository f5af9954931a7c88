import CarobRuntime
import CoreLocation
import UIKit

/// Draws an overlay as a path that is filled and stroked.
@preconcurrency @MainActor
open class MKOverlayPathRenderer: MKOverlayRenderer {
  open var fillColor: UIColor? { didSet { setNeedsDisplay() } }
  open var strokeColor: UIColor? { didSet { setNeedsDisplay() } }
  /// Points of the screen; 0 is the width of a road.
  open var lineWidth: CGFloat = 0 { didSet { setNeedsDisplay() } }
  open var lineJoin = CGLineJoin.round
  open var lineCap = CGLineCap.round
  open var miterLimit: CGFloat = 10
  open var lineDashPhase: CGFloat = 0
  open var lineDashPattern: [NSNumber]? { didSet { setNeedsDisplay() } }
  open var shouldRasterize = false

  /// In the renderer's coordinates; made by `createPath()` when it is first needed.
  open var path: CGPath! {
    get {
      if storedPath == nil {
        hasOwnPath = false
        createPath()
      }
      return storedPath
    }
    set {
      storedPath = newValue
      hasOwnPath = newValue != nil
    }
  }
  private var storedPath: CGPath?
  /// Whether the app gave a path, which then is drawn instead of the overlay's points.
  private(set) var hasOwnPath = false
  /// Overridden to set `path`.
  open func createPath() {}
  open func invalidatePath() {
    storedPath = nil
    hasOwnPath = false
    setNeedsDisplay()
  }

  /// What is drawn in a rectangle, in the renderer's coordinates; the framework's renderers leave out what is not seen.
  func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? { path }

  open override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {
    guard let path = hasOwnPath ? storedPath : visiblePath(mapRect, zoomScale) ?? self.path, !path.isEmpty
    else { return }
    fillPath(path, in: context, zoomScale)
    strokePath(path, in: context, zoomScale)
  }

  private func fillPath(_ path: CGPath, in context: CGContext, _ zoomScale: MKZoomScale) {
    guard fillColor != nil else { return }
    context.saveGState()
    applyFillProperties(to: context, atZoomScale: zoomScale)
    fillPath(path, in: context)
    context.restoreGState()
  }
  private func strokePath(_ path: CGPath, in context: CGContext, _ zoomScale: MKZoomScale) {
    guard strokeColor != nil else { return }
    context.saveGState()
    applyStrokeProperties(to: context, atZoomScale: zoomScale)
    strokePath(path, in: context)
    context.restoreGState()
  }

  open func applyStrokeProperties(to context: CGContext, atZoomScale zoomScale: MKZoomScale) {
    if let strokeColor { context.setStrokeColor(strokeColor.cgColor) }
    context.setLineWidth(width(zoomScale))
    context.setLineJoin(lineJoin)
    context.setLineCap(lineCap)
    context.setMiterLimit(miterLimit)
    if let pattern = lineDashPattern, !pattern.isEmpty {
      context.setLineDash(
        phase: lineDashPhase / zoomScale, lengths: pattern.map { CGFloat($0.doubleValue) / zoomScale })
    }
  }
  open func applyFillProperties(to context: CGContext, atZoomScale zoomScale: MKZoomScale) {
    if let fillColor { context.setFillColor(fillColor.cgColor) }
  }
  open func strokePath(_ path: CGPath, in context: CGContext) {
    context.addPath(path)
    context.strokePath()
  }
  open func fillPath(_ path: CGPath, in context: CGContext) {
    context.addPath(path)
    context.fillPath(using: .evenOdd)
  }
  /// Map points.
  func width(_ zoomScale: MKZoomScale) -> CGFloat {
    lineWidth > 0 ? lineWidth / zoomScale : MKRoadWidthAtZoomScale(zoomScale)
  }

  /// A rectangle with room for what a line takes beside itself.
  func roomy(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> MKMapRect {
    let margin = Double(width(zoomScale)) * 2 + 8 / Double(zoomScale)
    return mapRect.insetBy(dx: -margin, dy: -margin)
  }
}

/// Cuts lines and areas to what is seen: the rasterizer has no room for places that are millions of pixels away.
enum MapClipping {
  /// The parts of a line in a rectangle, without points that are nearer than `detail` to each other.
  static func line(_ points: [MKMapPoint], to rect: MKMapRect, detail: Double) -> [[MKMapPoint]] {
    var parts: [[MKMapPoint]] = []
    var part: [MKMapPoint] = []
    guard var last = points.first else { return [] }
    for next in points.dropFirst() {
      if next.x != points[points.count - 1].x || next.y != points[points.count - 1].y,
        abs(next.x - last.x) < detail, abs(next.y - last.y) < detail
      {
        continue
      }
      if let (a, b) = segment(last, next, rect) {
        if let end = part.last, end.x == a.x, end.y == a.y {
          part.append(b)
        } else {
          if part.count > 1 { parts.append(part) }
          part = [a, b]
        }
      }
      last = next
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  /// Liang and Barsky.
  private static func segment(_ a: MKMapPoint, _ b: MKMapPoint, _ rect: MKMapRect) -> (
    MKMapPoint, MKMapPoint
  )? {
    var (from, to) = (0.0, 1.0)
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    for (p, q) in [
      (-dx, a.x - rect.minX), (dx, rect.maxX - a.x), (-dy, a.y - rect.minY), (dy, rect.maxY - a.y),
    ] {
      if p == 0 {
        if q < 0 { return nil }
      } else if p < 0 {
        from = max(from, q / p)
      } else {
        to = min(to, q / p)
      }
    }
    guard from <= to else { return nil }
    let start = from == 0 ? a : MKMapPoint(x: a.x + dx * from, y: a.y + dy * from)
    let end = to == 1 ? b : MKMapPoint(x: a.x + dx * to, y: a.y + dy * to)
    return (start, end)
  }

  /// Sutherland and Hodgman.
  static func area(_ points: [MKMapPoint], to rect: MKMapRect) -> [MKMapPoint] {
    var result = points
    func cut(_ inside: (MKMapPoint) -> Bool, _ cross: (MKMapPoint, MKMapPoint) -> MKMapPoint) {
      guard var last = result.last else { return }
      let source = result
      result = []
      for point in source {
        if inside(point) {
          if !inside(last) { result.append(cross(last, point)) }
          result.append(point)
        } else if inside(last) {
          result.append(cross(last, point))
        }
        last = point
      }
    }
    func atX(_ x: Double) -> (MKMapPoint, MKMapPoint) -> MKMapPoint {
      { MKMapPoint(x: x, y: $0.y + ($1.y - $0.y) * (x - $0.x) / ($1.x - $0.x)) }
    }
    func atY(_ y: Double) -> (MKMapPoint, MKMapPoint) -> MKMapPoint {
      { MKMapPoint(x: $0.x + ($1.x - $0.x) * (y - $0.y) / ($1.y - $0.y), y: y) }
    }
    cut({ $0.x >= rect.minX }, atX(rect.minX))
    cut({ $0.x <= rect.maxX }, atX(rect.maxX))
    cut({ $0.y >= rect.minY }, atY(rect.minY))
    cut({ $0.y <= rect.maxY }, atY(rect.maxY))
    return result
  }
}

extension MKOverlayPathRenderer {
  func addLine(_ points: [MKMapPoint], to path: CGMutablePath) {
    for (index, place) in points.enumerated() {
      let point = point(for: place)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
  }
  func addArea(_ points: [MKMapPoint], to path: CGMutablePath) {
    guard points.count > 2 else { return }
    addLine(points, to: path)
    path.closeSubpath()
  }
  func addPolygon(_ polygon: MKPolygon, to path: CGMutablePath, in rect: MKMapRect?) {
    func cut(_ points: [MKMapPoint]) -> [MKMapPoint] {
      rect.map { MapClipping.area(points, to: $0) } ?? points
    }
    addArea(cut(polygon.mapPoints), to: path)
    for hole in polygon.interiorPolygons ?? [] { addArea(cut(hole.mapPoints), to: path) }
  }
}

@preconcurrency @MainActor
open class MKPolylineRenderer: MKOverlayPathRenderer {
  public convenience init(polyline: MKPolyline) { self.init(overlay: polyline) }
  open var polyline: MKPolyline { overlay as! MKPolyline }
  /// The part of the line that is drawn, from 0 to 1 of its length.
  open var strokeStart: CGFloat = 0 { didSet { setNeedsDisplay() } }
  open var strokeEnd: CGFloat = 1 { didSet { setNeedsDisplay() } }

  open override func createPath() {
    let path = CGMutablePath()
    if let line = overlay as? MKPolyline { addLine(line.mapPoints, to: path) }
    self.path = path
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard let line = overlay as? MKPolyline, Runtime.implementation(type(of: self), "createPath()") == nil
    else { return nil }
    let path = CGMutablePath()
    for part in MapClipping.line(
      shown(line), to: roomy(mapRect, zoomScale), detail: 0.5 / Double(zoomScale))
    { addLine(part, to: path) }
    return path
  }

  func shown(_ line: MKPolyline) -> [MKMapPoint] {
    guard strokeStart > 0 || strokeEnd < 1 else { return line.mapPoints }
    var result: [MKMapPoint] = []
    let points = line.mapPoints
    for index in points.indices.dropFirst() {
      let (from, to) = (line.location(atPointIndex: index - 1), line.location(atPointIndex: index))
      guard to >= strokeStart, from <= strokeEnd, to > from else { continue }
      func place(_ at: CGFloat) -> MKMapPoint {
        let part = Double((at - from) / (to - from))
        let (a, b) = (points[index - 1], points[index])
        return MKMapPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
      }
      if result.isEmpty { result.append(place(max(from, strokeStart))) }
      result.append(place(min(to, strokeEnd)))
    }
    return result
  }
}

/// A line whose colour changes along its way.
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
      // Short enough that a step of colour is not seen.
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

@preconcurrency @MainActor
open class MKPolygonRenderer: MKOverlayPathRenderer {
  public convenience init(polygon: MKPolygon) { self.init(overlay: polygon) }
  open var polygon: MKPolygon { overlay as! MKPolygon }
  open var strokeStart: CGFloat = 0
  open var strokeEnd: CGFloat = 1

  open override func createPath() {
    let path = CGMutablePath()
    if let polygon = overlay as? MKPolygon { addPolygon(polygon, to: path, in: nil) }
    self.path = path
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard let polygon = overlay as? MKPolygon, Runtime.implementation(type(of: self), "createPath()") == nil
    else { return nil }
    let path = CGMutablePath()
    addPolygon(polygon, to: path, in: roomy(mapRect, zoomScale))
    return path
  }
}

@preconcurrency @MainActor
open class MKCircleRenderer: MKOverlayPathRenderer {
  public convenience init(circle: MKCircle) { self.init(overlay: circle) }
  open var circle: MKCircle { overlay as! MKCircle }
  open var strokeStart: CGFloat = 0
  open var strokeEnd: CGFloat = 1

  open override func createPath() {
    path = CGPath(ellipseIn: rect(for: overlay.boundingMapRect), transform: nil)
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    let bounds = overlay.boundingMapRect
    // A circle of many screens is an area of many corners, cut to what is seen.
    guard bounds.width * Double(zoomScale) > 20_000,
      Runtime.implementation(type(of: self), "createPath()") == nil
    else { return nil }
    let count = 7200
    let corners = (0..<count).map { index in
      let angle = Double(index) / Double(count) * 2 * .pi
      return MKMapPoint(
        x: bounds.midX + cos(angle) * bounds.width / 2, y: bounds.midY + sin(angle) * bounds.height / 2)
    }
    let path = CGMutablePath()
    addArea(MapClipping.area(corners, to: roomy(mapRect, zoomScale)), to: path)
    return path
  }
}

@preconcurrency @MainActor
open class MKMultiPolylineRenderer: MKOverlayPathRenderer {
  public convenience init(multiPolyline: MKMultiPolyline) { self.init(overlay: multiPolyline) }
  open var multiPolyline: MKMultiPolyline { overlay as! MKMultiPolyline }
  open override func createPath() {
    let path = CGMutablePath()
    for line in (overlay as? MKMultiPolyline)?.polylines ?? [] { addLine(line.mapPoints, to: path) }
    self.path = path
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard let lines = overlay as? MKMultiPolyline,
      Runtime.implementation(type(of: self), "createPath()") == nil
    else { return nil }
    let path = CGMutablePath()
    let room = roomy(mapRect, zoomScale)
    for line in lines.polylines where line.boundingMapRect.intersects(room) {
      for part in MapClipping.line(line.mapPoints, to: room, detail: 0.5 / Double(zoomScale)) {
        addLine(part, to: path)
      }
    }
    return path
  }
}

@preconcurrency @MainActor
open class MKMultiPolygonRenderer: MKOverlayPathRenderer {
  public convenience init(multiPolygon: MKMultiPolygon) { self.init(overlay: multiPolygon) }
  open var multiPolygon: MKMultiPolygon { overlay as! MKMultiPolygon }
  open override func createPath() {
    let path = CGMutablePath()
    for polygon in (overlay as? MKMultiPolygon)?.polygons ?? [] { addPolygon(polygon, to: path, in: nil) }
    self.path = path
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard let areas = overlay as? MKMultiPolygon,
      Runtime.implementation(type(of: self), "createPath()") == nil
    else { return nil }
    let path = CGMutablePath()
    let room = roomy(mapRect, zoomScale)
    for polygon in areas.polygons where polygon.boundingMapRect.intersects(room) {
      addPolygon(polygon, to: path, in: room)
    }
    return path
  }
}
