internal import CCairo
import DeviceProtocol
internal import Glibc
internal import Raster

/// What is drawn into a picture of its own first: groups, shadows, blurred backdrops and layers in perspective.
extension LayerPainter {
  // MARK: Pictures

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

  struct Shadow {
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
  func paint(_ shadow: LayerPicture, in layer: LayerState, opacity: Double) {
    guard let picture = scene.picture(shadow.image) else { return }
    draw(
      picture, from: (0, 0, Double(picture.width), Double(picture.height)),
      to: (shadow.x - layer.boundsX, shadow.y - layer.boundsY, shadow.width, shadow.height), opacity)
  }

  func paint(_ shadow: Shadow, box layer: LayerState) {
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

  func paintWithShapeShadow(_ layer: LayerState, _ shadow: Shadow) {
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
  func paintBackdrop(_ layer: LayerState) {
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
  func paintInPerspective(_ layer: LayerState, _ map: [Double]) {
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
}
