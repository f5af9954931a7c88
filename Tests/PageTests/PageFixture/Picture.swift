import CCairo
import DeviceProtocol

/// PNG files as an app would send them.
enum Picture {
  /// One line of text.
  static func text(
    _ text: String, width: Double, height: Double, scale: Double, size: Double, bold: Bool, color: LayerColor
  ) -> [UInt8] {
    draw(Int32(width * scale), Int32(height * scale)) { context in
      cairo_scale(context, scale, scale)
      cairo_select_font_face(
        context, "Inter", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
      cairo_set_font_size(context, size)
      cairo_set_source_rgba(
        context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
      var extents = cairo_text_extents_t()
      cairo_text_extents(context, text, &extents)
      let x = bold && size < 20 && width < 200 ? (width - extents.x_advance) / 2 : 0
      cairo_move_to(context, x, height / 2 + size * 0.36)
      cairo_show_text(context, text)
    }
  }

  /// The PNG of what `body` draws on a transparent picture.
  static func draw(_ width: Int32, _ height: Int32, _ body: (OpaquePointer?) -> Void) -> [UInt8] {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
    let context = cairo_create(surface)
    body(context)
    var bytes: [UInt8] = []
    withUnsafeMutablePointer(to: &bytes) { pointer in
      _ = cairo_surface_write_to_png_stream(
        surface,
        { closure, data, length in
          guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
          closure.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
          return CAIRO_STATUS_SUCCESS
        }, pointer)
    }
    cairo_destroy(context)
    cairo_surface_destroy(surface)
    return bytes
  }
}
