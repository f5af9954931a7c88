internal import CCairo

extension TextLayout {
  /// Draws all lines with the layout's origin at (x, y) in the Cairo context's user space, y down.
  package func draw(in context: OpaquePointer, x: Double, y: Double) {
    TextEngine.with { _ in
      drawBackgrounds(in: context, x: x, y: y)
      cairo_save(context)
      for paragraph in paragraphs {
        for index in paragraph.lines {
          guard
            let line = pango_layout_get_line_readonly(
              paragraph.layout, Int32(index - paragraph.lines.lowerBound))
          else { continue }
          draw(line, of: paragraph, in: context, x: x + lines[index].x, baseline: y + lines[index].baseline)
        }
      }
      cairo_restore(context)
    }
  }

  private func draw(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, of paragraph: Paragraph, in context: OpaquePointer,
    x: Double, baseline: Double
  ) {
    let attributes = paragraph.pieces.first?.attributes
    let stroke = attributes?.strokeWidth ?? 0
    if stroke <= 0 {
      cairo_move_to(context, x, baseline)
      pango_cairo_show_layout_line(context, line)
    }
    // DEVIATION: a paragraph is stroked with the stroke of its first run.
    guard stroke != 0, let attributes else { return }
    let color = attributes.strokeColor ?? attributes.color
    cairo_new_path(context)
    cairo_move_to(context, x, baseline)
    pango_cairo_layout_line_path(context, line)
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    cairo_set_line_width(context, abs(stroke) / 100 * attributes.font.size)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(context)
  }

  private func drawBackgrounds(in context: OpaquePointer, x: Double, y: Double) {
    for paragraph in paragraphs {
      for piece in paragraph.pieces {
        guard let color = piece.attributes.background, color.alpha > 0 else { continue }
        let range =
          paragraph.start + utf16(piece.range.lowerBound, paragraph)..<paragraph.start
          + utf16(piece.range.upperBound, paragraph)
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        for rectangle in unlockedRectangles(of: range) {
          cairo_rectangle(context, x + rectangle.x, y + rectangle.y, rectangle.width, rectangle.height)
        }
        cairo_fill(context)
      }
    }
  }

  /// Adds the glyph outlines to the context's path.
  package func addPath(to context: OpaquePointer, x: Double, y: Double) {
    TextEngine.with { _ in
      for paragraph in paragraphs {
        for index in paragraph.lines {
          guard
            let line = pango_layout_get_line_readonly(
              paragraph.layout, Int32(index - paragraph.lines.lowerBound))
          else { continue }
          cairo_move_to(context, x + lines[index].x, y + lines[index].baseline)
          pango_cairo_layout_line_path(context, line)
        }
      }
    }
  }
}
