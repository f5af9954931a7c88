internal import CCairo
import DeviceProtocol
internal import Glibc
internal import Raster

/// Paints layers with Cairo: the Cairo column of Documentation/Rendering.md.
///
/// All coordinates inside a layer are those of its box, with the origin at the top left corner regardless of
/// the bounds' origin; sublayers are shifted by that origin.
final class LayerPainter {
  private let scene: LayerScene
  private let surface: Surface
  private let scale: Double
  private let time: Double
  private var cairo: OpaquePointer

  init(scene: LayerScene, surface: Surface, scale: Double, time: Double) {
    self.scene = scene
    self.surface = surface
    self.scale = scale
    self.time = time
    cairo = cairo_create(surface.pointer)
    cairo_scale(cairo, scale, scale)
  }

  deinit { cairo_destroy(cairo) }

  func paintScreen(isDark: Bool) {
    let level = isDark ? 0.0 : 1.0
    cairo_set_source_rgb(cairo, level, level, level)
    cairo_paint(cairo)
    for root in scene.roots { paint(root, parent: nil) }
  }

  // MARK: One layer

  /// The transform from the layer's box to its parent's, including the parent's sublayer transform.
  private func placement(_ layer: LayerState, in parent: LayerState?) -> Matrix4 {
    var matrix = Matrix4.translation(-layer.anchorX * layer.width, -layer.anchorY * layer.height)
    if let transform = layer.transform { matrix = matrix * Matrix4(m: transform) }
    matrix =
      matrix
      * .translation(layer.positionX - (parent?.boundsX ?? 0), layer.positionY - (parent?.boundsY ?? 0))
    if let parent, let transform = parent.sublayerTransform {
      let (x, y) = (parent.anchorX * parent.width, parent.anchorY * parent.height)
      matrix = matrix * .translation(-x, -y) * Matrix4(m: transform) * .translation(x, y)
    }
    return matrix
  }

  private func paint(_ id: UInt64, parent: LayerState?) {
    guard let layer = scene.sampled(id, at: time), !layer.isHidden, layer.opacity > 0 else { return }
    let place = placement(layer, in: parent)
    guard !layer.preservesDepth else { return paintInDepth(layer, place) }
    paint(layer, at: place)
  }

  /// A layer with its transform to the nearest flat ancestor.
  private struct Plane {
    let layer: LayerState
    let place: Matrix4
    let depth: Double
  }

  /// Paints the sublayers in their planes, from the farthest to the nearest.
  ///
  /// NB: intersecting planes are not split.
  private func paintInDepth(_ layer: LayerState, _ place: Matrix4) {
    var planes: [Plane] = []
    collectPlanes(of: layer, place, &planes, level: 0)
    let order = planes.indices.sorted { (planes[$0].depth, $0) < (planes[$1].depth, $1) }
    for index in order { paint(planes[index].layer, at: planes[index].place) }
  }

  private func collectPlanes(of layer: LayerState, _ place: Matrix4, _ planes: inout [Plane], level: Int) {
    for id in layer.sublayers {
      guard let sublayer = scene.sampled(id, at: time), !sublayer.isHidden, sublayer.opacity > 0 else {
        continue
      }
      let inner = placement(sublayer, in: layer) * place
      if sublayer.preservesDepth, level < 64 {
        collectPlanes(of: sublayer, inner, &planes, level: level + 1)
      } else {
        planes.append(
          Plane(
            layer: sublayer, place: inner,
            depth: inner.depth(ofX: sublayer.width / 2, y: sublayer.height / 2)))
      }
    }
  }

  private func paint(_ layer: LayerState, at place: Matrix4) {
    guard !layer.isSingleSided || place.showsFront(ofX: layer.width / 2, y: layer.height / 2) else { return }
    let map = place.projection
    guard map.allSatisfy(\.isFinite), map[8] != 0 || map[6] != 0 || map[7] != 0 else { return }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    if abs(map[6]) < 1e-9, abs(map[7]) < 1e-9 {
      let w = map[8]
      guard w > 0, abs(map[0] * map[4] - map[1] * map[3]) > 1e-9 else { return }
      var matrix = cairo_matrix_t(
        xx: map[0] / w, yx: map[3] / w, xy: map[1] / w, yy: map[4] / w, x0: map[2] / w, y0: map[5] / w)
      guard transform(&matrix) else { return }
      compose(layer)
    } else {
      paintInPerspective(layer, map)
    }
  }

  /// Concatenates a matrix; false, without a change, if the result would show nothing. NB: a singular matrix
  /// puts a Cairo context into a permanent error state.
  private func transform(_ matrix: inout cairo_matrix_t) -> Bool {
    var current = cairo_matrix_t()
    cairo_get_matrix(cairo, &current)
    var next = cairo_matrix_t()
    cairo_matrix_multiply(&next, &matrix, &current)
    let determinant = next.xx * next.yy - next.xy * next.yx
    let largest = [next.xx, next.xy, next.yx, next.yy, next.x0 * 1e-3, next.y0 * 1e-3].map(abs).max() ?? 0
    guard abs(determinant) > 1e-9, largest < 1e6 else { return false }
    cairo_set_matrix(cairo, &next)
    return true
  }

  private func compose(_ layer: LayerState) {
    guard let mask = layer.mask else { return composeWhole(layer) }
    guard let picture = scene.picture(mask.image),
      let pattern = cairo_pattern_create_for_surface(picture.pointer)
    else { return }
    cairo_push_group(cairo)
    composeWhole(layer)
    cairo_pop_group_to_source(cairo)
    let (sx, sy) = (Double(picture.width) / mask.width, Double(picture.height) / mask.height)
    var matrix = cairo_matrix_t(
      xx: sx, yx: 0, xy: 0, yy: sy, x0: (layer.boundsX - mask.x) * sx, y0: (layer.boundsY - mask.y) * sy)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_mask(cairo, pattern)
    cairo_pattern_destroy(pattern)
  }

  /// Paints the layer, its shadow and its sublayers as one group with the layer's opacity.
  private func composeWhole(_ layer: LayerState) {
    let opacity = Double(min(max(layer.opacity, 0), 1))
    let shadow = Shadow(layer)
    guard opacity < 1, shadow != nil || layer.shadowPicture != nil || !isPlain(layer) else {
      return paintShadowed(layer, shadow, opacity: opacity)
    }
    cairo_push_group(cairo)
    paintShadowed(layer, shadow, opacity: 1)
    cairo_pop_group_to_source(cairo)
    cairo_paint_with_alpha(cairo, opacity)
  }

  private func paintShadowed(_ layer: LayerState, _ shadow: Shadow?, opacity: Double) {
    if let picture = layer.shadowPicture, layer.shadowOpacity > 0, !layer.masksToBounds {
      paint(picture, in: layer, opacity: Double(min(layer.shadowOpacity, 1)) * opacity)
      return paintParts(layer, opacity: opacity)
    }
    guard let shadow else { return paintParts(layer, opacity: opacity) }
    guard shadow.followsBox else { return paintWithShapeShadow(layer, shadow) }
    paint(shadow, box: layer)
    paintParts(layer, opacity: opacity)
  }

  /// Whether the layer has at most one part to paint, so that the opacity can be applied to that part.
  private func isPlain(_ layer: LayerState) -> Bool {
    guard layer.sublayers.isEmpty, layer.gradient == nil, layer.backdropBlur <= 0, layer.borderWidth <= 0
    else {
      return false
    }
    return layer.contents == nil || layer.backgroundColor.map { $0.alpha <= 0 } ?? true
  }

  /// Paints back to front: backdrop, background, gradient, contents, sublayers, border.
  private func paintParts(_ layer: LayerState, opacity: Double) {
    if layer.backdropBlur > 0 { paintBackdrop(layer) }
    if let color = layer.backgroundColor, color.alpha > 0 {
      addBox(layer)
      setSource(color, opacity)
      cairo_fill(cairo)
    }
    if let gradient = layer.gradient { paint(gradient, in: layer, opacity) }
    if layer.contents != nil || !layer.sublayers.isEmpty {
      cairo_save(cairo)
      if layer.masksToBounds {
        addBox(layer)
        cairo_clip(cairo)
      }
      paintContents(layer, opacity)
      if layer.addsSublayers {
        addSublayers(layer)
      } else {
        for sublayer in layer.sublayers { paint(sublayer, parent: layer) }
      }
      cairo_restore(cairo)
    }
    if layer.borderWidth > 0 { paintBorder(layer, opacity) }
  }

  /// Paints the sublayers as one group in which their colours are added.
  private func addSublayers(_ layer: LayerState) {
    cairo_push_group(cairo)
    for sublayer in layer.sublayers {
      cairo_push_group(cairo)
      paint(sublayer, parent: layer)
      cairo_pop_group_to_source(cairo)
      cairo_set_operator(cairo, CAIRO_OPERATOR_ADD)
      cairo_paint(cairo)
      cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    }
    cairo_pop_group_to_source(cairo)
    cairo_paint(cairo)
  }

  private func setSource(_ color: LayerColor, _ opacity: Double) {
    cairo_set_source_rgba(
      cairo, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha) * opacity)
  }

  // MARK: Boxes

  /// Adds the layer's box with its rounded corners to the path.
  private func addBox(_ layer: LayerState, inset: Double = 0) {
    let (width, height) = (layer.width - 2 * inset, layer.height - 2 * inset)
    guard width > 0, height > 0 else { return }
    let outer = min(max(layer.cornerRadius, 0), min(layer.width, layer.height) / 2)
    let radius = max(outer - inset, 0)
    guard radius > 0 else {
      cairo_rectangle(cairo, inset, inset, width, height)
      return
    }
    let corners: [(bit: UInt8, x: Double, y: Double, angle: Double)] = [
      (2, inset + width - radius, inset + radius, -.pi / 2),
      (8, inset + width - radius, inset + height - radius, 0),
      (4, inset + radius, inset + height - radius, .pi / 2), (1, inset + radius, inset + radius, .pi),
    ]
    cairo_new_sub_path(cairo)
    for corner in corners {
      if layer.maskedCorners & corner.bit != 0 {
        cairo_arc(cairo, corner.x, corner.y, radius, corner.angle, corner.angle + .pi / 2)
      } else {
        cairo_line_to(
          cairo, corner.x > width / 2 + inset || corner.bit & 10 != 0 ? inset + width : inset,
          corner.bit & 12 != 0 ? inset + height : inset)
      }
    }
    cairo_close_path(cairo)
  }

  private func paintBorder(_ layer: LayerState, _ opacity: Double) {
    let color = layer.borderColor ?? LayerColor(red: 0, green: 0, blue: 0, alpha: 1)
    guard color.alpha > 0 else { return }
    addBox(layer)
    addBox(layer, inset: layer.borderWidth)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
    setSource(color, opacity)
    cairo_fill(cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
  }

  // MARK: Gradients

  private func paint(_ gradient: LayerGradient, in layer: LayerState, _ opacity: Double) {
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

  // MARK: Contents

  private func paintContents(_ layer: LayerState, _ opacity: Double) {
    guard let id = layer.contents, let picture = scene.picture(id) else { return }
    let unit = layer.contentsRect ?? [0, 0, 1, 1]
    let source = (
      x: unit[0] * Double(picture.width), y: unit[1] * Double(picture.height),
      width: unit[2] * Double(picture.width), height: unit[3] * Double(picture.height)
    )
    guard source.width > 0, source.height > 0 else { return }
    if let center = layer.contentsCenter, layer.contentsGravity == "resize", layer.contentsRect == nil {
      return paintSlices(layer, picture, center, opacity)
    }
    let natural = (width: source.width / layer.contentsScale, height: source.height / layer.contentsScale)
    let box = Self.place(layer.contentsGravity, natural, in: (layer.width, layer.height))
    // E-935
    let magnifies = box.2 > natural.width || box.3 > natural.height
    let isNearest = magnifies ? layer.magnifiesToNearest : layer.minifiesToNearest
    draw(
      picture, from: (source.x, source.y, source.width, source.height), to: box, opacity,
      filter: isNearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
  }

  /// The position of contents of a natural size (points) in a box, y down; `top` is the box's top edge.
  static func place(
    _ gravity: String, _ natural: (width: Double, height: Double), in box: (width: Double, height: Double)
  ) -> (Double, Double, Double, Double) {
    var (w, h) = natural
    switch gravity {
    case "resize": return (0, 0, box.width, box.height)
    case "resizeAspect", "resizeAspectFill":
      let factors = (box.width / w, box.height / h)
      let factor = gravity == "resizeAspect" ? min(factors.0, factors.1) : max(factors.0, factors.1)
      (w, h) = (w * factor, h * factor)
    default: break
    }
    let name = gravity.lowercased()
    func part(_ size: Double, _ room: Double, _ low: String, _ high: String) -> Double {
      name.contains(low) ? 0 : name.contains(high) ? room - size : (room - size) / 2
    }
    return (part(w, box.width, "left", "right"), part(h, box.height, "top", "bottom"), w, h)
  }

  /// Paints nine slices: the corners unchanged, the edges stretched in one direction, the centre in both.
  private func paintSlices(_ layer: LayerState, _ picture: Surface, _ center: [Double], _ opacity: Double) {
    let (pw, ph) = (Double(picture.width), Double(picture.height))
    func cuts(_ start: Double, _ size: Double, _ pixels: Double, _ room: Double) -> [(
      Double, Double, Double, Double
    )] {
      let low = (start * pixels).rounded()
      let high = ((1 - start - size) * pixels).rounded()
      var ends = (low / layer.contentsScale, high / layer.contentsScale)
      // Ends that do not fit are scaled down.
      if ends.0 + ends.1 > room, ends.0 + ends.1 > 0 {
        let factor = room / (ends.0 + ends.1)
        ends = (ends.0 * factor, ends.1 * factor)
      }
      return [
        (0, low, 0, ends.0), (low, pixels - low - high, ends.0, room - ends.0 - ends.1),
        (pixels - high, high, room - ends.1, ends.1),
      ]
    }
    for row in cuts(center[1], center[3], ph, layer.height) {
      for column in cuts(center[0], center[2], pw, layer.width)
      where row.1 > 0 && column.1 > 0 && row.3 > 0 && column.3 > 0 {
        draw(
          picture, from: (column.0, row.0, column.1, row.1), to: (column.2, row.2, column.3, row.3), opacity)
      }
    }
  }

  private func draw(
    _ picture: Surface, from source: (Double, Double, Double, Double),
    to target: (Double, Double, Double, Double),
    _ opacity: Double, filter: cairo_filter_t = CAIRO_FILTER_GOOD
  ) {
    guard target.2 > 0, target.3 > 0 else { return }
    cairo_save(cairo)
    cairo_rectangle(cairo, target.0, target.1, target.2, target.3)
    cairo_clip(cairo)
    cairo_translate(cairo, target.0, target.1)
    cairo_scale(cairo, target.2 / source.2, target.3 / source.3)
    cairo_set_source_surface(cairo, picture.pointer, -source.0, -source.1)
    let pattern = cairo_get_source(cairo)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(pattern, filter)
    cairo_paint_with_alpha(cairo, opacity)
    cairo_restore(cairo)
  }

  // MARK: Offscreen drawing

  /// A rectangle of device pixels.
  private struct Area {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// The visible pixels of a box in user space, extended by `margin` pixels, also beyond the edge of the
  /// screen.
  private func area(_ box: (Double, Double, Double, Double), margin: Int) -> Area? {
    var low = (x: Double(-margin), y: Double(-margin))
    var high = (x: Double(surface.width + margin), y: Double(surface.height + margin))
    var corners: [(Double, Double)] = []
    for (x, y) in [
      (box.0, box.1), (box.0 + box.2, box.1), (box.0, box.1 + box.3), (box.0 + box.2, box.1 + box.3),
    ] {
      var point = (x, y)
      cairo_user_to_device(cairo, &point.0, &point.1)
      corners.append(point)
    }
    let grow = Double(margin)
    low = (max(low.x, (corners.map(\.0).min() ?? 0) - grow), max(low.y, (corners.map(\.1).min() ?? 0) - grow))
    high = (
      min(high.x, (corners.map(\.0).max() ?? 0) + grow), min(high.y, (corners.map(\.1).max() ?? 0) + grow)
    )
    // Also false for NaN.
    guard low.x < high.x, low.y < high.y else { return nil }
    let (x, y) = (Int(low.x.rounded(.down)), Int(low.y.rounded(.down)))
    let (width, height) = (Int(high.x.rounded(.up)) - x, Int(high.y.rounded(.up)) - y)
    return width > 0 && height > 0 ? Area(x: x, y: y, width: width, height: height) : nil
  }

  /// A rectangle that contains everything the layer and its sublayers draw, in the coordinates of the
  /// layer's box: x, y, width, height.
  private func extent(_ layer: LayerState) -> (Double, Double, Double, Double) {
    var (x1, y1, x2, y2) = (0.0, 0.0, layer.width, layer.height)
    func add(_ x: Double, _ y: Double) { (x1, y1, x2, y2) = (min(x1, x), min(y1, y), max(x2, x), max(y2, y)) }
    if layer.contents != nil, layer.contentsGravity != "resize", !layer.masksToBounds {
      // Contents that are not resized may extend beyond the box by any length.
      return (-1e5, -1e5, 2e5, 2e5)
    }
    if !layer.masksToBounds {
      for id in layer.sublayers {
        guard let sublayer = scene.sampled(id, at: time), !sublayer.isHidden else { continue }
        let map = placement(sublayer, in: layer).projection
        var box = extent(sublayer)
        if let shadow = Shadow(sublayer) {
          let reach = 3 * shadow.radius + max(abs(shadow.x), abs(shadow.y))
          box = (box.0 - reach, box.1 - reach, box.2 + 2 * reach, box.3 + 2 * reach)
        }
        for (x, y) in [
          (box.0, box.1), (box.0 + box.2, box.1), (box.0, box.1 + box.3), (box.0 + box.2, box.1 + box.3),
        ] {
          let w = map[6] * x + map[7] * y + map[8]
          guard w > 1e-6 else { return (-1e5, -1e5, 2e5, 2e5) }
          add((map[0] * x + map[1] * y + map[2]) / w, (map[3] * x + map[4] * y + map[5]) / w)
        }
      }
    }
    return (x1, y1, x2 - x1, y2 - y1)
  }

  /// Runs `body` and draws `area` of the screen into a separate surface.
  private func aside(_ area: Area, _ body: () -> Void) -> Surface? {
    guard let picture = Surface(width: area.width, height: area.height) else { return nil }
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    cairo_surface_set_device_offset(picture.pointer, Double(-area.x), Double(-area.y))
    let outer = cairo
    cairo = cairo_create(picture.pointer)
    cairo_set_matrix(cairo, &matrix)
    body()
    cairo_destroy(cairo)
    cairo = outer
    cairo_surface_set_device_offset(picture.pointer, 0, 0)
    return picture
  }

  private func put(_ picture: Surface, at area: Area, opacity: Double) {
    cairo_save(cairo)
    cairo_identity_matrix(cairo)
    cairo_set_source_surface(cairo, picture.pointer, Double(area.x), Double(area.y))
    cairo_paint_with_alpha(cairo, opacity)
    cairo_restore(cairo)
  }

  /// The current number of pixels per point, averaged over directions.
  private var pixelsPerPoint: Double {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    return abs(matrix.xx * matrix.yy - matrix.xy * matrix.yx).squareRoot()
  }

  // MARK: Shadows

  private struct Shadow {
    var color: LayerColor
    var opacity: Double
    var x: Double
    var y: Double
    /// The standard deviation of the blur, points.
    var radius: Double
    /// An opaque background fills the whole box, so the shadow has the shape of the box.
    var followsBox: Bool

    init?(_ layer: LayerState) {
      let color = layer.shadowColor ?? LayerColor(red: 0, green: 0, blue: 0, alpha: 1)
      let opacity = min(max(layer.shadowOpacity, 0), 1) * color.alpha
      guard opacity > 0, !layer.masksToBounds else { return nil }
      self.color = color
      self.opacity = Double(opacity)
      (x, y) = (layer.shadowOffsetX, layer.shadowOffsetY)
      radius = max(layer.shadowRadius, 0)
      followsBox = (layer.backgroundColor?.alpha ?? 0) >= 1
    }
  }

  private func tint(_ shape: Surface, _ shadow: Shadow) -> Surface? {
    shape.blurAlpha(sigma: shadow.radius * pixelsPerPoint)
    return shape.tinted(
      red: Double(shadow.color.red), green: Double(shadow.color.green), blue: Double(shadow.color.blue),
      alpha: shadow.opacity)
  }

  private func margin(_ shadow: Shadow) -> Int {
    Int(min(3 * shadow.radius * pixelsPerPoint, 1000).rounded(.up)) + 1
  }

  /// The shadow of a path (E-934).
  private func paint(_ shadow: LayerPicture, in layer: LayerState, opacity: Double) {
    guard let picture = scene.picture(shadow.image) else { return }
    draw(
      picture, from: (0, 0, Double(picture.width), Double(picture.height)),
      to: (shadow.x - layer.boundsX, shadow.y - layer.boundsY, shadow.width, shadow.height), opacity)
  }

  private func paint(_ shadow: Shadow, box layer: LayerState) {
    guard let area = area((shadow.x, shadow.y, layer.width, layer.height), margin: margin(shadow)) else {
      return
    }
    let shape = aside(area) {
      cairo_translate(cairo, shadow.x, shadow.y)
      addBox(layer)
      cairo_set_source_rgba(cairo, 0, 0, 0, 1)
      cairo_fill(cairo)
    }
    guard let shape, let tinted = tint(shape, shadow) else { return }
    put(tinted, at: area, opacity: 1)
  }

  private func paintWithShapeShadow(_ layer: LayerState, _ shadow: Shadow) {
    var offset = (shadow.x, shadow.y)
    cairo_user_to_device_distance(cairo, &offset.0, &offset.1)
    let reach = margin(shadow) + Int(min(max(abs(offset.0), abs(offset.1)), 2000).rounded(.up))
    guard let area = area(extent(layer), margin: reach),
      let picture = aside(area, { paintParts(layer, opacity: 1) })
    else { return }
    if let shape = picture.copy(), let tinted = tint(shape, shadow) {
      cairo_save(cairo)
      cairo_identity_matrix(cairo)
      cairo_set_source_surface(cairo, tinted.pointer, Double(area.x) + offset.0, Double(area.y) + offset.1)
      cairo_paint(cairo)
      cairo_restore(cairo)
    }
    put(picture, at: area, opacity: 1)
  }

  // MARK: Backdrop

  /// Blurs what is behind the box. As in CSS, edges are mirrored, so that the content outside the box has no
  /// effect.
  private func paintBackdrop(_ layer: LayerState) {
    guard let target = cairo_get_group_target(cairo),
      let area = area((0, 0, layer.width, layer.height), margin: 0)
    else { return }
    let visible = Area(
      x: max(area.x, 0), y: max(area.y, 0), width: min(area.x + area.width, surface.width) - max(area.x, 0),
      height: min(area.y + area.height, surface.height) - max(area.y, 0))
    guard visible.width > 0, visible.height > 0 else { return }
    let sigma = layer.backdropBlur * pixelsPerPoint
    let margin = Int(min(3 * sigma, 600).rounded(.up))
    guard let picture = Surface(width: visible.width + 2 * margin, height: visible.height + 2 * margin),
      let copy = Surface(width: visible.width, height: visible.height)
    else { return }
    let reader = cairo_create(copy.pointer)
    cairo_set_source_surface(reader, target, Double(-visible.x), Double(-visible.y))
    cairo_set_operator(reader, CAIRO_OPERATOR_SOURCE)
    cairo_paint(reader)
    cairo_destroy(reader)
    let mirror = cairo_create(picture.pointer)
    cairo_set_source_surface(mirror, copy.pointer, Double(margin), Double(margin))
    cairo_pattern_set_extend(cairo_get_source(mirror), CAIRO_EXTEND_REFLECT)
    cairo_paint(mirror)
    cairo_destroy(mirror)
    picture.blur(sigma: sigma)
    cairo_save(cairo)
    addBox(layer)
    cairo_clip(cairo)
    cairo_identity_matrix(cairo)
    cairo_set_source_surface(cairo, picture.pointer, Double(visible.x - margin), Double(visible.y - margin))
    cairo_paint(cairo)
    cairo_restore(cairo)
  }

  // MARK: Perspective

  /// Paints the layer flat into a separate surface, and draws that through the projective map.
  private func paintInPerspective(_ layer: LayerState, _ map: [Double]) {
    // Content far outside the box is clipped.
    var box = extent(layer)
    let limit = 2 * max(layer.width, layer.height)
    let (x1, y1) = (max(box.0, -limit), max(box.1, -limit))
    box = (
      x1, y1, min(box.0 + box.2, layer.width + limit) - x1, min(box.1 + box.3, layer.height + limit) - y1
    )
    let density = min(pixelsPerPoint * 1.5, 4000 / max(box.2, box.3, 1))
    guard density > 0, box.2 > 0, box.3 > 0, box.2 < 1e6, box.3 < 1e6, abs(box.0) < 1e6, abs(box.1) < 1e6,
      let flat = Surface(
        width: Int((box.2 * density).rounded(.up)), height: Int((box.3 * density).rounded(.up)))
    else { return }
    let outer = cairo
    cairo = cairo_create(flat.pointer)
    cairo_scale(cairo, density, density)
    cairo_translate(cairo, -box.0, -box.1)
    var opaque = layer
    opaque.opacity = 1
    compose(opaque)
    cairo_destroy(cairo)
    cairo = outer
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    // Pixels of the flat surface → box → parent's box → screen.
    let toBox = [1 / density, 0, box.0, 0, 1 / density, box.1, 0, 0, 1]
    let toScreen = [matrix.xx, matrix.xy, matrix.x0, matrix.yx, matrix.yy, matrix.y0, 0, 0, 1]
    let forward = Matrix4.multiply(toScreen, Matrix4.multiply(map, toBox))
    guard let area = seen(forward, width: Double(flat.width), height: Double(flat.height)),
      let target = Surface(width: area.width, height: area.height),
      let back = Matrix4.inverse(forward)
    else { return }
    target.warp(flat, map: Matrix4.multiply(back, [1, 0, Double(area.x), 0, 1, Double(area.y), 0, 0, 1]))
    put(target, at: area, opacity: Double(min(layer.opacity, 1)))
  }

  /// The part of the screen that an image may cover under a projective map; the whole screen if a corner is
  /// behind the eye.
  private func seen(_ map: [Double], width: Double, height: Double) -> Area? {
    var (x1, y1, x2, y2) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for (x, y) in [(0, 0), (width, 0), (0, height), (width, height)] {
      let w = map[6] * x + map[7] * y + map[8]
      guard w > 1e-6 else { return Area(x: 0, y: 0, width: surface.width, height: surface.height) }
      let (u, v) = ((map[0] * x + map[1] * y + map[2]) / w, (map[3] * x + map[4] * y + map[5]) / w)
      (x1, y1, x2, y2) = (min(x1, u), min(y1, v), max(x2, u), max(y2, v))
    }
    (x1, y1) = (max(x1 - 1, 0), max(y1 - 1, 0))
    (x2, y2) = (min(x2 + 1, Double(surface.width)), min(y2 + 1, Double(surface.height)))
    guard x1 < x2, y1 < y2 else { return nil }
    let (x, y) = (Int(x1), Int(y1))
    return Area(x: x, y: y, width: Int(x2.rounded(.up)) - x, height: Int(y2.rounded(.up)) - y)
  }

  // MARK: Chrome

  func paint(_ chrome: ScreenChrome, style: String, isHidden: Bool, width: Double, height: Double) {
    let system = SystemScreenPainter(
      cairo: cairo, screen: chrome.system, chrome: chrome, width: width, height: height)
    system.paintPlace()
    StatusBarPainter(
      cairo: cairo, chrome: chrome, style: chrome.system.place == .app ? style : "lightContent",
      width: width, height: height
    ).paint(isHidden: isHidden)
    system.paintBanner()
  }
}
