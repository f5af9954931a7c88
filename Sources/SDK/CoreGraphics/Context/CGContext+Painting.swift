internal import CCairo
import Foundation
package import Raster

extension CGContext {
  // MARK: Paths

  public func fillPath(using rule: CGPathFillRule = .winding) {
    paint { cairo in fill(cairo, rule) }
    cairo_new_path(cairo)
  }
  public func strokePath() {
    paint { cairo in stroke(cairo) }
    cairo_new_path(cairo)
  }
  public func drawPath(using mode: CGPathDrawingMode) {
    switch mode {
    case .fill: fillPath()
    case .eoFill: fillPath(using: .evenOdd)
    case .stroke: strokePath()
    case .fillStroke, .eoFillStroke:
      paint { cairo in
        fill(cairo, mode == .fillStroke ? .winding : .evenOdd)
        stroke(cairo)
      }
      cairo_new_path(cairo)
    }
  }
  public func fill(_ rect: CGRect) { fill([rect]) }
  public func fill(_ rects: [CGRect]) {
    keepingPath {
      addRects(rects)
      fillPath()
    }
  }
  public func stroke(_ rect: CGRect) {
    keepingPath {
      addRect(rect)
      strokePath()
    }
  }
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let old = state.lineWidth
    setLineWidth(width)
    stroke(rect)
    setLineWidth(old)
  }
  public func fillEllipse(in rect: CGRect) {
    keepingPath {
      addEllipse(in: rect)
      fillPath()
    }
  }
  public func strokeEllipse(in rect: CGRect) {
    keepingPath {
      addEllipse(in: rect)
      strokePath()
    }
  }
  public func strokeLineSegments(between points: [CGPoint]) {
    keepingPath {
      for index in stride(from: 0, to: points.count - 1, by: 2) {
        move(to: points[index])
        addLine(to: points[index + 1])
      }
      strokePath()
    }
  }
  /// The imported form of the same function, which some apps call.
  public func __strokeLineSegments(between points: UnsafePointer<CGPoint>?, count: Int) {
    guard let points else { return }
    strokeLineSegments(between: Array(UnsafeBufferPointer(start: points, count: count)))
  }
  /// Makes the rectangle transparent and ignores blend mode, alpha and shadow.
  public func clear(_ rect: CGRect) {
    let old = state
    state = State()
    state.mask = old.mask
    state.blend = .clear
    fill(rect)
    state = old
  }

  // MARK: Gradients

  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {
    let pattern = cairo_pattern_create_linear(Double(start.x), Double(start.y), Double(end.x), Double(end.y))
    draw(gradient, pattern, options)
  }
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
    endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    let pattern = cairo_pattern_create_radial(
      Double(startCenter.x), Double(startCenter.y), Double(max(startRadius, 0)), Double(endCenter.x),
      Double(endCenter.y), Double(max(endRadius, 0)))
    draw(gradient, pattern, options)
  }
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    guard let pattern = ConicGradient.pattern(gradient.stops, center: center, angle: angle) else { return }
    draw(pattern)
  }

  private func draw(_ gradient: CGGradient, _ pattern: OpaquePointer?, _ options: CGGradientDrawingOptions) {
    guard let pattern else { return }
    var stops = gradient.stops
    // Cairo extends both ends or none; an end without extension is extended with transparency.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    func transparent(_ stop: CGGradient.Stop, at location: Double) -> CGGradient.Stop {
      var copy = stop
      copy.location = location
      copy.color.alpha = 0
      return copy
    }
    if let first = stops.first, let last = stops.last {
      if !options.contains(.drawsBeforeStartLocation) {
        stops = [transparent(first, at: 0), CGGradient.Stop(location: 0, color: first.color)] + stops
      }
      if !options.contains(.drawsAfterEndLocation) {
        stops += [CGGradient.Stop(location: 1, color: last.color), transparent(last, at: 1)]
      }
    }
    for stop in stops {
      let c = stop.color
      cairo_pattern_add_color_stop_rgba(pattern, stop.location, c.red, c.green, c.blue, c.alpha)
    }
    draw(pattern)
  }

  /// Paints everything inside the clip with a pattern, which this consumes.
  private func draw(_ pattern: OpaquePointer) {
    paint { cairo in
      cairo_set_source(cairo, pattern)
      cairo_paint_with_alpha(cairo, Double(state.alpha))
    }
    cairo_pattern_destroy(pattern)
  }

  // MARK: Images

  /// Draws the image with its top at the rectangle's maximum y: upright where y points up.
  public func draw(_ image: CGImage, in rect: CGRect) { draw(image, in: rect, isUpsideDown: true) }

  /// Draws the image with its top at the rectangle's minimum y: upright in UIKit's contexts.
  package func drawUpright(_ image: CGImage, in rect: CGRect) { draw(image, in: rect, isUpsideDown: false) }

  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool) {
    guard byTiling else { return draw(image, in: rect) }
    guard rect.width > 0, rect.height > 0 else { return }
    keepingPath {
      paint { cairo in
        cairo_save(cairo)
        let pattern = cairo_pattern_create_for_surface(image.surface.pointer)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
        place(image, in: rect, isUpsideDown: true, cairo)
        cairo_set_source(cairo, pattern)
        cairo_paint_with_alpha(cairo, Double(state.alpha))
        cairo_pattern_destroy(pattern)
        cairo_restore(cairo)
      }
    }
  }

  private func draw(_ image: CGImage, in rect: CGRect, isUpsideDown: Bool) {
    guard rect.width != 0, rect.height != 0, !rect.isNull, !rect.isInfinite else { return }
    keepingPath {
      paint { cairo in
        cairo_save(cairo)
        place(image, in: rect, isUpsideDown: isUpsideDown, cairo)
        cairo_rectangle(cairo, 0, 0, Double(image.width), Double(image.height))
        cairo_clip(cairo)
        if image.isMask {
          setSource(state.fill, cairo)
          cairo_mask_surface(cairo, image.surface.pointer, 0, 0)
        } else {
          let pattern = cairo_pattern_create_for_surface(image.surface.pointer)
          // The clip antialiases the edges; without padding, interpolation would fade them a second time.
          cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
          cairo_pattern_set_filter(pattern, filter(image))
          cairo_set_source(cairo, pattern)
          cairo_paint_with_alpha(cairo, Double(state.alpha))
          cairo_pattern_destroy(pattern)
        }
        cairo_restore(cairo)
      }
    }
  }

  private func filter(_ image: CGImage) -> cairo_filter_t {
    switch state.quality {
    case .none: CAIRO_FILTER_NEAREST
    case .low: CAIRO_FILTER_BILINEAR
    case .high: CAIRO_FILTER_BEST
    case .default, .medium: image.shouldInterpolate ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST
    }
  }

  /// Maps one unit of user space to one pixel of the image, with the image's first row at the top of `rect`.
  private func place(_ image: CGImage, in rect: CGRect, isUpsideDown: Bool, _ cairo: OpaquePointer) {
    let sx = Double(rect.size.width) / Double(image.width)
    let sy = Double(rect.size.height) / Double(image.height)
    if isUpsideDown {
      cairo_translate(cairo, Double(rect.origin.x), Double(rect.origin.y + rect.size.height))
      cairo_scale(cairo, sx, -sy)
    } else {
      cairo_translate(cairo, Double(rect.origin.x), Double(rect.origin.y))
      cairo_scale(cairo, sx, sy)
    }
  }

  /// Clips to the mask: to the white areas of a gray image, or the opaque areas of any other image.
  public func clip(to rect: CGRect, mask: CGImage) {
    guard let coverage = Surface(width: width, height: height), let target = cairo_create(coverage.pointer)
    else {
      return
    }
    let image = mask.colorSpace?.model == .monochrome ? mask.luminanceAsAlpha() : mask
    var m = matrix.cairo
    cairo_set_matrix(target, &m)
    if let image {
      place(image, in: rect, isUpsideDown: true, target)
      cairo_rectangle(target, 0, 0, Double(image.width), Double(image.height))
      cairo_clip(target)
      cairo_set_source_surface(target, image.surface.pointer, 0, 0)
      cairo_pattern_set_extend(cairo_get_source(target), CAIRO_EXTEND_PAD)
      cairo_paint(target)
    }
    if let old = state.mask {
      cairo_reset_clip(target)
      cairo_identity_matrix(target)
      cairo_set_operator(target, CAIRO_OPERATOR_DEST_IN)
      cairo_set_source_surface(target, old.pointer, 0, 0)
      cairo_paint(target)
    }
    cairo_destroy(target)
    state.mask = coverage
  }

  // MARK: Transparency layers

  /// Redirects drawing into a separate layer, which `endTransparencyLayer` composites as a whole with the
  /// current state.
  public func beginTransparencyLayer(auxiliaryInfo: [String: Any]?) {
    layers.append(state)
    saveGState()
    state.alpha = 1
    state.shadow = nil
    state.mask = nil
    state.blend = .normal
    cairo_push_group(cairo)
  }
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [String: Any]?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    clip(to: rect)
  }
  public func endTransparencyLayer() {
    guard let outer = layers.popLast(), let pattern = cairo_pop_group(cairo) else { return }
    restoreGState()
    state = outer
    draw(pattern)
  }

  // MARK: Text

  /// Draws laid-out text with its top left at `origin`; y must point down.
  package func draw(_ layout: TextLayout, at origin: CGPoint) {
    keepingPath {
      paint { cairo in
        if state.alpha < 1 { cairo_push_group(cairo) }
        layout.draw(in: cairo, x: Double(origin.x), y: Double(origin.y))
        if state.alpha < 1 {
          cairo_pop_group_to_source(cairo)
          cairo_paint_with_alpha(cairo, Double(state.alpha))
        }
      }
    }
  }

  // MARK: Painting

  /// Runs `body`, which may use the current path, and restores the path afterwards.
  func keepingPath(_ body: () -> Void) {
    guard cairo_has_current_point(cairo) != 0 else {
      body()
      cairo_new_path(cairo)
      return
    }
    let path = cairo_copy_path(cairo)
    cairo_new_path(cairo)
    body()
    cairo_new_path(cairo)
    cairo_append_path(cairo, path)
    cairo_path_destroy(path)
  }

  private func fill(_ cairo: OpaquePointer, _ rule: CGPathFillRule) {
    setSource(state.fill, cairo)
    cairo_set_fill_rule(cairo, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    if state.blend.reachesOutside, cairo_get_operator(cairo) != CAIRO_OPERATOR_OVER {
      // In Cairo these modes clear everything outside the path; on the platform they change only its inside.
      cairo_save(cairo)
      let path = cairo_copy_path(cairo)
      cairo_clip(cairo)
      cairo_paint(cairo)
      cairo_restore(cairo)
      cairo_append_path(cairo, path)
      cairo_path_destroy(path)
    } else {
      cairo_fill_preserve(cairo)
    }
  }

  private func stroke(_ cairo: OpaquePointer) {
    setSource(state.stroke, cairo)
    cairo_stroke_preserve(cairo)
  }

  private func setSource(_ color: CGColor, _ cairo: OpaquePointer) {
    guard let image = color.pattern else {
      let c = color.raster
      cairo_set_source_rgba(cairo, c.red, c.green, c.blue, c.alpha * Double(state.alpha))
      return
    }
    // Tiles start at the origin of the base space; the current CTM does not move them.
    let pattern = cairo_pattern_create_for_surface(image.surface.pointer)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    let unit =
      color.patternMatrix
      ?? CGAffineTransform(scaleX: 1 / color.patternScale, y: 1 / color.patternScale)
    let tile = unit.concatenating(
      CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height)
    )
    .concatenating(base).concatenating(matrix.inverted()).inverted()
    var m = tile.cairo
    cairo_pattern_set_matrix(pattern, &m)
    cairo_set_source(cairo, pattern)
    cairo_pattern_destroy(pattern)
  }

  /// Runs `body` with the context to draw into: the surface's own, or an offscreen one for a shadow or a
  /// mask.
  func paint(_ body: (OpaquePointer) -> Void) {
    bytes?.fetch(into: surface)
    cairo_set_operator(cairo, state.blend.cairo)
    if state.shadow == nil, state.mask == nil {
      body(cairo)
    } else {
      paintAside(body)
    }
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    bytes?.store(from: surface)
  }

  private func paintAside(_ body: (OpaquePointer) -> Void) {
    let sigma = (state.shadow?.blur ?? 0) / 2 * abs(base.a)
    let offset =
      state.shadow.map { CGSize(width: $0.offset.width * base.a, height: $0.offset.height * base.d) } ?? .zero
    // Drawing outside the clip may cast a shadow into it.
    let margin =
      state.shadow == nil
      ? 0 : Int(min((3 * sigma + max(abs(offset.width), abs(offset.height))).rounded(.up), 2000))
    guard let aside = Surface(width: width + 2 * margin, height: height + 2 * margin),
      let target = cairo_create(aside.pointer)
    else { return }
    cairo_surface_set_device_offset(aside.pointer, Double(margin), Double(margin))
    cairo_copy_settings(from: cairo, to: target)
    body(target)
    cairo_destroy(target)
    cairo_surface_set_device_offset(aside.pointer, 0, 0)

    cairo_save(cairo)
    cairo_identity_matrix(cairo)
    func put(_ picture: Surface, _ dx: Double, _ dy: Double) {
      if let mask = state.mask {
        cairo_set_source_surface(cairo, picture.pointer, dx, dy)
        cairo_mask_surface(cairo, mask.pointer, 0, 0)
      } else {
        cairo_set_source_surface(cairo, picture.pointer, dx, dy)
        cairo_paint(cairo)
      }
    }
    if let shadow = state.shadow {
      let c = shadow.color.raster
      if let shape = aside.copy() {
        shape.blurAlpha(sigma: Double(sigma))
        if let tinted = shape.tinted(red: c.red, green: c.green, blue: c.blue, alpha: c.alpha) {
          put(tinted, Double(offset.width) - Double(margin), Double(offset.height) - Double(margin))
        }
      }
    }
    put(aside, -Double(margin), -Double(margin))
    cairo_restore(cairo)
  }

  /// Draws only the shadow of a path; offset and radius, the standard deviation of the blur, are in user
  /// space.
  package func drawShadow(of path: CGPath, offset: CGSize, radius: CGFloat, color: CGColor) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    let sigma = Double(radius) * abs(matrix.xx * matrix.yy - matrix.xy * matrix.yx).squareRoot()
    var (dx, dy) = (Double(offset.width), Double(offset.height))
    cairo_matrix_transform_distance(&matrix, &dx, &dy)
    let margin = Int(min((3 * sigma + max(abs(dx), abs(dy))).rounded(.up), 2000))
    guard let aside = Surface(width: width + 2 * margin, height: height + 2 * margin),
      let target = cairo_create(aside.pointer)
    else { return }
    cairo_surface_set_device_offset(aside.pointer, Double(margin), Double(margin))
    cairo_set_matrix(target, &matrix)
    CGContext.add(path, to: target)
    cairo_set_source_rgba(target, 0, 0, 0, 1)
    cairo_fill(target)
    cairo_destroy(target)
    cairo_surface_set_device_offset(aside.pointer, 0, 0)
    aside.blurAlpha(sigma: sigma)
    let c = color.raster
    guard let tinted = aside.tinted(red: c.red, green: c.green, blue: c.blue, alpha: c.alpha) else { return }
    cairo_save(cairo)
    cairo_identity_matrix(cairo)
    cairo_set_source_surface(cairo, tinted.pointer, dx - Double(margin), dy - Double(margin))
    cairo_paint_with_alpha(cairo, Double(state.alpha))
    cairo_restore(cairo)
  }

  /// Copies matrix, line settings and path from one Cairo context to another.
  private func cairo_copy_settings(from source: OpaquePointer, to target: OpaquePointer) {
    var m = cairo_matrix_t()
    cairo_get_matrix(source, &m)
    cairo_set_matrix(target, &m)
    cairo_set_line_width(target, cairo_get_line_width(source))
    cairo_set_line_cap(target, cairo_get_line_cap(source))
    cairo_set_line_join(target, cairo_get_line_join(source))
    cairo_set_miter_limit(target, cairo_get_miter_limit(source))
    cairo_set_antialias(target, cairo_get_antialias(source))
    let count = cairo_get_dash_count(source)
    if count > 0 {
      var lengths = [Double](repeating: 0, count: Int(count))
      var phase = 0.0
      cairo_get_dash(source, &lengths, &phase)
      cairo_set_dash(target, lengths, count, phase)
    }
    let path = cairo_copy_path(source)
    cairo_append_path(target, path)
    cairo_path_destroy(path)
  }
}

extension CGImage {
  /// A gray image as a coverage mask: white is opaque.
  func luminanceAsAlpha() -> CGImage? {
    guard let copy = surface.copy() else { return nil }
    for y in 0..<height {
      for x in 0..<width {
        let level = copy[x, y] & 255
        copy[x, y] = level << 24 | level << 16 | level << 8 | level
      }
    }
    return CGImage(surface: copy)
  }
}
