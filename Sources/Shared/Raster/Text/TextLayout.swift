internal import CCairo

/// Text that is laid out in lines: its size, the positions of lines and characters, and drawing.
///
/// Each paragraph is laid out with Pango; the paragraphs are stacked by the platform's rules for line
/// heights (the font's line height, line spacing, minimum, maximum and multiple), which Pango does not have.
/// A layout is immutable; `TextLayout.make` caches recent ones. May be used on any thread.
package final class TextLayout: @unchecked Sendable {
  // @unchecked because Pango's objects are only used inside `TextEngine.with`.

  /// The input of a layout.
  package struct Key: Sendable, Hashable {
    package var runs: [TextRun]
    /// Lines are broken or truncated at this width, points; nil for no limit.
    package var width: Double?
    /// 0 for no limit.
    package var lineLimit: Int
    package init(_ runs: [TextRun], width: Double? = nil, lineLimit: Int = 0) {
      self.runs = runs
      // A huge width is treated as no limit, because Pango uses 32-bit fixed point.
      self.width = width.flatMap { $0 < 1_000_000 ? max($0, 0) : nil }
      self.lineLimit = lineLimit
    }
  }

  struct Paragraph {
    var layout: OpaquePointer
    var style: TextParagraph
    /// Attributes by UTF-8 range of the paragraph, in order.
    var pieces: [(range: Range<Int>, attributes: TextAttributes)]
    var utf8: [UInt8]
    var isASCII: Bool
    /// UTF-16 offset of the paragraph in the whole text.
    var start: Int
    var length: Int
    /// Indices of its lines in `lines`.
    var lines: Range<Int> = 0..<0
  }

  package let key: Key
  package private(set) var width: Double = 0
  package private(set) var height: Double = 0
  package private(set) var lines: [TextLine] = []
  /// Whether characters were truncated.
  package private(set) var isTruncated = false
  /// UTF-16 units of the whole text.
  package private(set) var length = 0
  private(set) var paragraphs: [Paragraph] = []

  package static func make(_ runs: [TextRun], width: Double? = nil, lineLimit: Int = 0) -> TextLayout {
    TextEngine.with { $0.layout(Key(runs, width: width, lineLimit: lineLimit)) }
  }

  init(_ key: Key, engine: TextEngine) {
    self.key = key
    build(engine)
  }

  deinit { TextEngine.discard(paragraphs.map(\.layout)) }

  // MARK: Building

  private func build(_ engine: TextEngine) {
    var top = 0.0
    var start = 0
    let split = Self.paragraphs(of: key.runs)
    for (index, runs) in split.enumerated() {
      let room = key.lineLimit > 0 ? key.lineLimit - lines.count : Int.max
      guard room > 0 else {
        isTruncated = true
        break
      }
      let isLast = index == split.count - 1
      // If more paragraphs follow the last visible line, that line must end in an ellipsis.
      let continues = !isLast && room == 1
      guard var paragraph = make(runs, start: start, room: room, continues: continues, engine: engine) else {
        break
      }
      if index > 0 { top += paragraph.style.spacingBefore }
      place(&paragraph, top: &top, room: room, engine: engine)
      if !isLast { top += paragraph.style.spacingAfter }
      start = paragraph.start + paragraph.length + (isLast ? 0 : 1)
      paragraphs.append(paragraph)
    }
    length = key.runs.reduce(0) { $0 + $1.text.utf16.count }
    height = lines.last.map { $0.top + $0.height } ?? 0
    align()
  }

  /// The runs, split at paragraph separators: at least one paragraph, each with at least one run.
  private static func paragraphs(of runs: [TextRun]) -> [[TextRun]] {
    guard let last = runs.last else { return [] }
    if !runs.contains(where: { $0.text.utf8.contains(10) || $0.text.utf8.contains(13) }) { return [runs] }
    var result: [[TextRun]] = [[]]
    for run in runs {
      // NB: "\r\n" is one Character; its two UTF-16 units are counted by `separatorLength`.
      var rest = run.text[...]
      while let index = rest.firstIndex(where: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }) {
        var text = String(rest[..<index])
        if rest[index] == "\r\n" { text += "\u{200B}" }
        result[result.count - 1].append(TextRun(text, run.attributes, run.paragraph))
        result.append([])
        rest = rest[rest.index(after: index)...]
      }
      if !rest.isEmpty {
        result[result.count - 1].append(TextRun(String(rest), run.attributes, run.paragraph))
      }
    }
    if result[result.count - 1].isEmpty {
      result[result.count - 1].append(TextRun("", last.attributes, last.paragraph))
    }
    return result
  }

  private func make(
    _ runs: [TextRun], start: Int, room: Int, continues: Bool, engine: TextEngine
  ) -> Paragraph? {
    guard let first = runs.first, let layout = pango_layout_new(engine.context(first.paragraph.direction))
    else { return nil }
    var utf8: [UInt8] = []
    var pieces: [(range: Range<Int>, attributes: TextAttributes)] = []
    for run in runs {
      let begin = utf8.count
      utf8.append(contentsOf: run.text.utf8)
      if utf8.count > begin || runs.count == 1 { pieces.append((begin..<utf8.count, run.attributes)) }
    }
    // Pango's strings end at NUL, which the platform does not show.
    for index in utf8.indices where utf8[index] == 0 { utf8[index] = 0x20 }
    let isASCII = !utf8.contains { $0 >= 0x80 }
    let length = isASCII ? utf8.count : runs.reduce(0) { $0 + $1.text.utf16.count }
    let showsEllipsis = continues && first.paragraph.lineBreak.truncates && key.width != nil
    if showsEllipsis {
      utf8.append(contentsOf: " …".utf8)
      if let last = pieces.popLast() { pieces.append((last.range.lowerBound..<utf8.count, last.attributes)) }
    }
    utf8.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32($0.count))
      }
    }
    apply(pieces, to: layout, engine: engine)
    configure(layout, first.paragraph, room: room)
    if utf8.contains(9) { setTabs(layout, first.paragraph) }
    return Paragraph(
      layout: layout, style: first.paragraph, pieces: pieces, utf8: utf8, isASCII: isASCII && !showsEllipsis,
      start: start, length: length)
  }

  private func setTabs(_ layout: OpaquePointer, _ style: TextParagraph) {
    // After the last tab, Pango repeats the distance of the last two.
    var stops = style.tabs
    let end = stops.last?.location ?? 0
    stops.append(TextTab(location: end + style.tabInterval, alignment: .left))
    if !style.tabs.isEmpty {
      stops.append(TextTab(location: end + 2 * style.tabInterval, alignment: .left))
    }
    let tabs = pango_tab_array_new(Int32(stops.count), 0)
    for (index, stop) in stops.enumerated() {
      let alignment =
        switch stop.alignment {
        case .right: PANGO_TAB_RIGHT
        case .center: PANGO_TAB_CENTER
        default: PANGO_TAB_LEFT
        }
      pango_tab_array_set_tab(
        tabs, Int32(index), alignment, Int32(stop.location * Double(PANGO_SCALE)))
    }
    pango_layout_set_tabs(layout, tabs)
    pango_tab_array_free(tabs)
  }

  private func configure(_ layout: OpaquePointer, _ style: TextParagraph, room: Int) {
    if style.direction != .natural { pango_layout_set_auto_dir(layout, 0) }
    guard let width = key.width else { return }
    let tail = style.tailIndent > 0 ? min(style.tailIndent, width) : width + style.tailIndent
    let available = max(tail - style.indent, 0)
    if style.lineBreak == .clipping { return }
    // NB: one unit wider than requested, so that rounding does not wrap text at exactly its own width.
    pango_layout_set_width(layout, Int32((available * Double(PANGO_SCALE)).rounded(.up)) + 1)
    pango_layout_set_indent(layout, Int32((style.firstLineIndent - style.indent) * Double(PANGO_SCALE)))
    pango_layout_set_wrap(layout, style.lineBreak == .charWrapping ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
    pango_layout_set_justify(layout, style.alignment == .justified ? 1 : 0)
    let mode: PangoEllipsizeMode? =
      switch style.lineBreak {
      case .truncatingHead: PANGO_ELLIPSIZE_START
      case .truncatingTail: PANGO_ELLIPSIZE_END
      case .truncatingMiddle: PANGO_ELLIPSIZE_MIDDLE
      default: nil
      }
    if let mode {
      pango_layout_set_ellipsize(layout, mode)
      // A truncating mode without a line limit gives one line per paragraph, as on the platform.
      pango_layout_set_height(layout, key.lineLimit > 0 ? -Int32(min(room, 10_000)) : -1)
    }
  }

  private func apply(
    _ pieces: [(range: Range<Int>, attributes: TextAttributes)], to layout: OpaquePointer, engine: TextEngine
  ) {
    guard let first = pieces.first?.attributes else { return }
    if let description = engine.description(of: first.font) {
      pango_layout_set_font_description(layout, description)
    }
    guard let list = pango_attr_list_new() else { return }
    for piece in pieces {
      TextPangoAttributes(piece.attributes, piece.range).insert(into: list, base: first, engine)
    }
    pango_layout_set_attributes(layout, list)
    pango_attr_list_unref(list)
  }

  // MARK: Lines

  /// Computes the heights and baselines of the paragraph's lines.
  private func place(_ paragraph: inout Paragraph, top: inout Double, room: Int, engine: TextEngine) {
    let style = paragraph.style
    let begin = lines.count
    let count = min(Int(pango_layout_get_line_count(paragraph.layout)), room)
    if Int(pango_layout_get_line_count(paragraph.layout)) > room { isTruncated = true }
    if pango_layout_is_ellipsized(paragraph.layout) != 0 { isTruncated = true }
    for index in 0..<count {
      guard let line = pango_layout_get_line_readonly(paragraph.layout, Int32(index)) else { break }
      let startByte = Int(line.pointee.start_index)
      let endByte = startByte + Int(line.pointee.length)
      var ascent = 0.0
      var descent = 0.0
      for piece in paragraph.pieces
      where piece.range.overlaps(startByte..<max(endByte, startByte + 1)) || paragraph.pieces.count == 1
        || (startByte == endByte && piece.range.upperBound == startByte)
      {
        let metrics = engine.metrics(of: piece.attributes.font)
        var up = metrics.ascent + max(piece.attributes.baselineOffset, 0)
        var down = metrics.descent + max(-piece.attributes.baselineOffset, 0)
        if let box = piece.attributes.attachment {
          up = max(up, box.height - box.descent)
          down = max(down, box.descent)
        }
        ascent = max(ascent, up)
        descent = max(descent, down)
      }
      var height = ascent + descent
      let natural = height
      if style.lineHeightMultiple > 0 { height *= style.lineHeightMultiple }
      if style.minimumLineHeight > 0 { height = max(height, style.minimumLineHeight) }
      if style.maximumLineHeight > 0 { height = min(height, style.maximumLineHeight) }
      if !lines.isEmpty { top += style.lineSpacing }
      var extent = PangoRectangle()
      pango_layout_line_get_extents(line, nil, &extent)
      let location = paragraph.start + utf16(startByte, paragraph)
      lines.append(
        TextLine(
          location: location,
          length: min(utf16(endByte, paragraph), paragraph.length)
            - min(utf16(startByte, paragraph), paragraph.length),
          x: 0, top: top, width: Double(extent.width) / Double(PANGO_SCALE), height: height,
          // If the line height differs from the font's, the descent stays at the bottom.
          baseline: top + ascent + (height - natural),
          isRightToLeft: pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL))
      top += height
    }
    paragraph.lines = begin..<lines.count
  }

  /// Aligns the lines within the given width, or within that of the widest line.
  private func align() {
    for paragraph in paragraphs {
      for (offset, index) in paragraph.lines.enumerated() {
        let style = paragraph.style
        width = max(width, lines[index].width + (offset == 0 ? style.firstLineIndent : style.indent))
      }
    }
    if let limit = key.width, !paragraphs.contains(where: { $0.style.lineBreak == .clipping }) {
      width = min(width, limit)
    }
    let room = key.width ?? width
    for paragraph in paragraphs {
      let style = paragraph.style
      let tail = style.tailIndent > 0 ? min(style.tailIndent, room) : room + style.tailIndent
      for (offset, index) in paragraph.lines.enumerated() {
        let leading = offset == 0 ? style.firstLineIndent : style.indent
        let isRightToLeft =
          style.direction == .rightToLeft || (style.direction == .natural && lines[index].isRightToLeft)
        let slack = tail - leading - lines[index].width
        let share: Double =
          switch style.alignment {
          case .left: 0
          case .right: 1
          case .center: 0.5
          case .natural, .justified: isRightToLeft ? 1 : 0
          }
        lines[index].x = leading + max(slack, share == 0.5 ? slack : min(slack, 0)) * share
      }
    }
  }

  // MARK: Offsets

  /// The UTF-16 offset of a byte, both within the paragraph.
  func utf16(_ byte: Int, _ paragraph: Paragraph) -> Int {
    if paragraph.isASCII { return byte }
    var count = 0
    for unit in paragraph.utf8[..<min(byte, paragraph.utf8.count)] {
      // Continuation bytes are not counted, four-byte sequences are surrogate pairs.
      if unit & 0xC0 != 0x80 { count += unit >= 0xF0 ? 2 : 1 }
    }
    return count
  }

  /// The byte at a UTF-16 offset, both within the paragraph.
  func byte(_ offset: Int, _ paragraph: Paragraph) -> Int {
    if paragraph.isASCII { return min(max(offset, 0), paragraph.utf8.count) }
    var count = 0
    for (index, unit) in paragraph.utf8.enumerated() where unit & 0xC0 != 0x80 {
      if count >= offset { return index }
      count += unit >= 0xF0 ? 2 : 1
    }
    return paragraph.utf8.count
  }
}
