internal import CCairo
import Foundation

extension CGContext {
  public func beginPath() { cairo_new_path(cairo) }
  public func closePath() { if cairo_has_current_point(cairo) != 0 { cairo_close_path(cairo) } }
  public func move(to point: CGPoint) { cairo_move_to(cairo, Double(point.x), Double(point.y)) }
  /// Has no effect without a current point, as on the platform.
  public func addLine(to point: CGPoint) {
    guard cairo_has_current_point(cairo) != 0 else { return }
    cairo_line_to(cairo, Double(point.x), Double(point.y))
  }
  public func addLines(between points: [CGPoint]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    guard cairo_has_current_point(cairo) != 0 else { return }
    cairo_curve_to(
      cairo, Double(control1.x), Double(control1.y), Double(control2.x), Double(control2.y), Double(end.x),
      Double(end.y))
  }
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    guard cairo_has_current_point(cairo) != 0 else { return }
    let (first, second) = CGPath.raised(from: currentPointOfPath, control: control, to: end)
    addCurve(to: end, control1: first, control2: second)
  }
  public func addRect(_ rect: CGRect) {
    guard !rect.isNull, !rect.isInfinite else { return }
    cairo_rectangle(
      cairo, Double(rect.origin.x), Double(rect.origin.y), Double(rect.size.width), Double(rect.size.height))
  }
  public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }
  public func addEllipse(in rect: CGRect) {
    let path = CGMutablePath()
    path.addEllipse(in: rect)
    addPath(path)
  }
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    addContinuing {
      $0.addArc(
        center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }
  }
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    addContinuing { $0.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius) }
  }
  public func addPath(_ path: CGPath) { Self.add(path, to: cairo) }

  /// Lets `build` continue a new path from the current point, then appends what it added.
  private func addContinuing(_ build: (CGMutablePath) -> Void) {
    let path = CGMutablePath()
    let continues = cairo_has_current_point(cairo) != 0
    if continues { path.move(to: currentPointOfPath) }
    build(path)
    if continues, path.types.first == .moveToPoint {
      path.types.removeFirst()
      path.points.removeFirst()
    }
    Self.add(path, to: cairo)
  }

  static func add(_ path: CGPath, to cairo: OpaquePointer) {
    path.forEach { type, p in
      switch type {
      case .moveToPoint: cairo_move_to(cairo, Double(p[0].x), Double(p[0].y))
      case .addLineToPoint: cairo_line_to(cairo, Double(p[0].x), Double(p[0].y))
      case .addQuadCurveToPoint:
        var x = 0.0
        var y = 0.0
        cairo_get_current_point(cairo, &x, &y)
        let (first, second) = CGPath.raised(from: CGPoint(x: x, y: y), control: p[0], to: p[1])
        cairo_curve_to(
          cairo, Double(first.x), Double(first.y), Double(second.x), Double(second.y), Double(p[1].x),
          Double(p[1].y))
      case .addCurveToPoint:
        cairo_curve_to(
          cairo, Double(p[0].x), Double(p[0].y), Double(p[1].x), Double(p[1].y), Double(p[2].x),
          Double(p[2].y))
      case .closeSubpath: cairo_close_path(cairo)
      }
    }
  }

  // MARK: The current path

  public var isPathEmpty: Bool { cairo_has_current_point(cairo) == 0 }
  public var currentPointOfPath: CGPoint {
    var x = 0.0
    var y = 0.0
    cairo_get_current_point(cairo, &x, &y)
    return CGPoint(x: x, y: y)
  }
  public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

  /// The path so far, in user space; nil when there is none.
  public var path: CGPath? {
    guard !isPathEmpty, let copy = cairo_copy_path(cairo) else { return nil }
    defer { cairo_path_destroy(copy) }
    let result = CGMutablePath()
    var index = 0
    let count = Int(copy.pointee.num_data)
    guard let data = copy.pointee.data else { return nil }
    while index < count {
      let header = data[index].header
      func point(_ offset: Int) -> CGPoint {
        CGPoint(x: data[index + offset].point.x, y: data[index + offset].point.y)
      }
      switch header.type {
      case CAIRO_PATH_MOVE_TO: result.move(to: point(1))
      case CAIRO_PATH_LINE_TO: result.addLine(to: point(1))
      case CAIRO_PATH_CURVE_TO: result.addCurve(to: point(3), control1: point(1), control2: point(2))
      default: result.closeSubpath()
      }
      index += max(Int(header.length), 1)
    }
    // Cairo adds a move to the start after every closed subpath.
    if result.types.last == .moveToPoint, result.types.count > 1 {
      result.types.removeLast()
      result.points.removeLast()
    }
    return result
  }

  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    guard let path else { return false }
    switch mode {
    case .fill: return path.contains(point)
    case .eoFill: return path.contains(point, using: .evenOdd)
    case .stroke: return stroked(path).contains(point)
    case .fillStroke: return path.contains(point) || stroked(path).contains(point)
    case .eoFillStroke: return path.contains(point, using: .evenOdd) || stroked(path).contains(point)
    }
  }

  /// Replaces the current path by the outline of its stroke.
  public func replacePathWithStrokedPath() {
    guard let path else { return }
    beginPath()
    addPath(stroked(path))
  }

  private func stroked(_ path: CGPath) -> CGPath {
    let cap = cairo_get_line_cap(cairo)
    let join = cairo_get_line_join(cairo)
    var source = path
    let count = Int(cairo_get_dash_count(cairo))
    if count > 0 {
      var lengths = [Double](repeating: 0, count: count)
      var phase = 0.0
      cairo_get_dash(cairo, &lengths, &phase)
      source = path.copy(dashingWithPhase: CGFloat(phase), lengths: lengths.map { CGFloat($0) })
    }
    return source.copy(
      strokingWithWidth: state.lineWidth,
      lineCap: cap == CAIRO_LINE_CAP_ROUND ? .round : cap == CAIRO_LINE_CAP_SQUARE ? .square : .butt,
      lineJoin: join == CAIRO_LINE_JOIN_ROUND ? .round : join == CAIRO_LINE_JOIN_BEVEL ? .bevel : .miter,
      miterLimit: CGFloat(cairo_get_miter_limit(cairo)))
  }

  // MARK: Clipping

  public func clip(using rule: CGPathFillRule = .winding) {
    cairo_set_fill_rule(cairo, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_clip(cairo)
  }
  public func clip(to rect: CGRect) { clip(to: [rect]) }
  public func clip(to rects: [CGRect]) {
    cairo_new_path(cairo)
    addRects(rects)
    clip()
  }
  public func resetClip() {
    cairo_reset_clip(cairo)
    state.mask = nil
  }
  public var boundingBoxOfClipPath: CGRect {
    var x1 = 0.0
    var y1 = 0.0
    var x2 = 0.0
    var y2 = 0.0
    cairo_clip_extents(cairo, &x1, &y1, &x2, &y2)
    return CGRect(x: x1, y: y1, width: x2 - x1, height: y2 - y1)
  }
}
