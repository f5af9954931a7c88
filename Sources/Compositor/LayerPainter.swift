internal import CCairo
import DeviceProtocol
internal import Glibc
internal import Raster

/// Paints layers with Cairo: the Cairo column of Documentation/Rendering.md.
///
/// All coordinates inside a layer are those of its box, with the origin at the top left corner regardless of
/// the bounds' origin; sublayers are shifted by that origin.
final class LayerPainter {
  let scene: LayerScene
  let surface: Surface
  let scale: Double
  let time: Double
  var cairo: OpaquePointer

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
  func placement(_ layer: LayerState, in parent: LayerState?) -> Matrix4 {
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

  func paint(_ id: UInt64, parent: LayerState?) {
    guard let layer = scene.sampled(id, at: time), !layer.isHidden, layer.opacity > 0 else { return }
    let place = placement(layer, in: parent)
    guard !layer.preservesDepth else { return paintInDepth(layer, place) }
    paint(layer, at: place)
  }

  /// A layer with its transform to the nearest flat ancestor.
  struct Plane {
    let layer: LayerState
    let place: Matrix4
    let depth: Double
  }

  /// Paints the sublayers in their planes, from the farthest to the nearest.
  ///
  /// NB: intersecting planes are not split.
  func paintInDepth(_ layer: LayerState, _ place: Matrix4) {
    var planes: [Plane] = []
    collectPlanes(of: layer, place, &planes, level: 0)
    let order = planes.indices.sorted { (planes[$0].depth, $0) < (planes[$1].depth, $1) }
    for index in order { paint(planes[index].layer, at: planes[index].place) }
  }

  func collectPlanes(of layer: LayerState, _ place: Matrix4, _ planes: inout [Plane], level: Int) {
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

  func paint(_ layer: LayerState, at place: Matrix4) {
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
  func transform(_ matrix: inout cairo_matrix_t) -> Bool {
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

  func compose(_ layer: LayerState) {
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
  func composeWhole(_ layer: LayerState) {
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

  func paintShadowed(_ layer: LayerState, _ shadow: Shadow?, opacity: Double) {
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
  func isPlain(_ layer: LayerState) -> Bool {
    guard layer.sublayers.isEmpty, layer.gradient == nil, layer.backdropBlur <= 0, layer.borderWidth <= 0
    else {
      return false
    }
    return layer.contents == nil || layer.backgroundColor.map { $0.alpha <= 0 } ?? true
  }

  /// Paints back to front: backdrop, background, gradient, contents, sublayers, border.
  func paintParts(_ layer: LayerState, opacity: Double) {
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
  func addSublayers(_ layer: LayerState) {
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

  func setSource(_ color: LayerColor, _ opacity: Double) {
    cairo_set_source_rgba(
      cairo, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha) * opacity)
  }

  // MARK: Boxes

  /// Adds the layer's box with its rounded corners to the path.
  func addBox(_ layer: LayerState, inset: Double = 0) {
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

  func paintBorder(_ layer: LayerState, _ opacity: Double) {
    let color = layer.borderColor ?? LayerColor(red: 0, green: 0, blue: 0, alpha: 1)
    guard color.alpha > 0 else { return }
    addBox(layer)
    addBox(layer, inset: layer.borderWidth)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
    setSource(color, opacity)
    cairo_fill(cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
  }

  // MARK: Contents

  func paintContents(_ layer: LayerState, _ opacity: Double) {
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
  func paintSlices(_ layer: LayerState, _ picture: Surface, _ center: [Double], _ opacity: Double) {
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

  func draw(
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
