internal import CCairo
internal import Raster

/// The thumbnail of an attachment in a notification: a small square from its centre.
public enum NotificationPicture {
  /// The length of a side, pixels: three per point.
  static let side = Int(NotificationCard.icon) * 3

  /// Makes the thumbnail from a PNG, JPEG or GIF file; nil if the bytes are none of these.
  ///
  /// - Parameter part: the part of the picture that is used, in unit coordinates with the origin at the top
  ///   left.
  /// - Returns: a PNG file.
  public static func make(from bytes: [UInt8], part: NotificationCard.Frame) -> [UInt8]? {
    guard let picture = Surface(encoded: bytes) else { return nil }
    func edge(_ value: Double, _ length: Int) -> Int {
      value.isFinite ? Int(min(max(value, 0), 1) * Double(length)) : 0
    }
    var (left, top) = (edge(part.x, picture.width), edge(part.y, picture.height))
    var width = edge(part.x + part.width, picture.width) - left
    var height = edge(part.y + part.height, picture.height) - top
    // An empty part is ignored.
    if width < 1 || height < 1 { (left, top, width, height) = (0, 0, picture.width, picture.height) }
    let square = min(width, height)
    guard
      let shown = picture.cropped(
        x: left + (width - square) / 2, y: top + (height - square) / 2, width: square, height: square),
      let result = Surface(width: side, height: side), let cairo = cairo_create(result.pointer)
    else { return nil }
    defer { cairo_destroy(cairo) }
    cairo_scale(cairo, Double(side) / Double(square), Double(side) / Double(square))
    cairo_set_source_surface(cairo, shown.pointer, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    cairo_paint(cairo)
    return result.pngBytes()
  }
}
