internal import CCairo

/// Positions of characters. Offsets are UTF-16 units of the whole text; coordinates are the layout's.
extension TextLayout {
  /// The caret before the character at `offset`.
  package func caret(at offset: Int) -> RasterRect {
    TextEngine.with { _ in
      guard let (paragraph, index, line) = place(of: offset) else {
        return RasterRect(x: 0, y: 0, width: 0, height: height)
      }
      var position: Int32 = 0
      pango_layout_line_index_to_x(line, Int32(byte(offset - paragraph.start, paragraph)), 0, &position)
      let found = lines[index]
      return RasterRect(
        x: found.x + Double(position) / Double(PANGO_SCALE), y: found.top, width: 0, height: found.height)
    }
  }

  /// The offset whose caret is nearest to a point.
  package func offset(atX x: Double, y: Double) -> Int {
    hit(x: x, y: y).caret
  }

  /// The character at a point, or the nearest one if the point is outside the text.
  package func character(atX x: Double, y: Double) -> Int {
    hit(x: x, y: y).character
  }

  private func hit(x: Double, y: Double) -> (character: Int, caret: Int) {
    TextEngine.with { _ in
      guard !lines.isEmpty else { return (0, 0) }
      let index = lines.firstIndex { y < $0.top + $0.height } ?? lines.count - 1
      guard let paragraph = paragraphs.first(where: { $0.lines.contains(index) }),
        let line = pango_layout_get_line_readonly(paragraph.layout, Int32(index - paragraph.lines.lowerBound))
      else { return (0, 0) }
      var byte: Int32 = 0
      var trailing: Int32 = 0
      let position = min(max((x - lines[index].x) * Double(PANGO_SCALE), -1e9), 1e9)
      pango_layout_line_x_to_index(line, Int32(position), &byte, &trailing)
      let character = min(utf16(Int(byte), paragraph), paragraph.length)
      var after = Int(byte)
      for _ in 0..<trailing {
        after += 1
        while after < paragraph.utf8.count, paragraph.utf8[after] & 0xC0 == 0x80 { after += 1 }
      }
      let caret = min(utf16(after, paragraph), paragraph.length)
      return (paragraph.start + character, paragraph.start + caret)
    }
  }

  /// The rectangles, one or more per line, that the characters of a range cover.
  package func rectangles(of range: Range<Int>) -> [RasterRect] {
    TextEngine.with { _ in unlockedRectangles(of: range) }
  }

  /// The same for callers inside `TextEngine.with`.
  func unlockedRectangles(of range: Range<Int>) -> [RasterRect] {
    var result: [RasterRect] = []
    for paragraph in paragraphs {
      let lower = max(range.lowerBound, paragraph.start)
      let upper = min(range.upperBound, paragraph.start + paragraph.length)
      guard lower < upper else { continue }
      let bytes = (byte(lower - paragraph.start, paragraph), byte(upper - paragraph.start, paragraph))
      for index in paragraph.lines {
        guard
          let line = pango_layout_get_line_readonly(
            paragraph.layout, Int32(index - paragraph.lines.lowerBound))
        else { continue }
        let start = max(Int(line.pointee.start_index), bytes.0)
        let end = min(Int(line.pointee.start_index + line.pointee.length), bytes.1)
        guard start < end else { continue }
        // NB: Pango returns ranges relative to its own alignment, which is left or right.
        var from: Int32 = 0
        var to: Int32 = 0
        pango_layout_line_index_to_x(line, Int32(start), 0, &from)
        pango_layout_line_index_to_x(line, Int32(end), 0, &to)
        let unit = Double(PANGO_SCALE)
        result.append(
          RasterRect(
            x: lines[index].x + Double(min(from, to)) / unit, y: lines[index].top,
            width: Double(abs(to - from)) / unit, height: lines[index].height))
      }
    }
    return result
  }

  private func place(of offset: Int) -> (Paragraph, Int, UnsafeMutablePointer<PangoLayoutLine>)? {
    guard
      let paragraph = paragraphs.last(where: { offset >= $0.start }) ?? paragraphs.first,
      !paragraph.lines.isEmpty
    else { return nil }
    // At a soft break the caret belongs to the line that begins there.
    let index = paragraph.lines.last { offset >= lines[$0].location } ?? paragraph.lines.lowerBound
    guard
      let line = pango_layout_get_line_readonly(paragraph.layout, Int32(index - paragraph.lines.lowerBound))
    else { return nil }
    return (paragraph, index, line)
  }
}
