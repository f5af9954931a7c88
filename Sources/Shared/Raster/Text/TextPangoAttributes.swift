internal import CCairo

/// Writes one piece's attributes into a Pango attribute list.
struct TextPangoAttributes {
  private let attributes: TextAttributes
  private let range: Range<Int>

  init(_ attributes: TextAttributes, _ range: Range<Int>) {
    self.attributes = attributes
    self.range = range
  }

  /// Adds the attributes that differ from `base`, those of the whole layout.
  func insert(into list: OpaquePointer, base: TextAttributes, _ engine: TextEngine) {
    func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
      guard let attribute else { return }
      attribute.pointee.start_index = UInt32(range.lowerBound)
      attribute.pointee.end_index = UInt32(range.upperBound)
      pango_attr_list_insert(list, attribute)
    }
    func fixed(_ value: Double) -> Int32 {
      Int32((min(max(value, -10_000), 10_000) * Double(PANGO_SCALE)).rounded())
    }
    func channel(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * 65535).rounded()) }

    if attributes.font != base.font, let description = engine.description(of: attributes.font) {
      add(pango_attr_font_desc_new(description))
    }
    let spacing = attributes.kerning + TextEngine.tracking(attributes.font)
    if spacing != 0 { add(pango_attr_letter_spacing_new(fixed(spacing))) }
    if attributes.font.hasTabularDigits { add(pango_attr_font_features_new("tnum=1")) }
    let color = attributes.color
    add(pango_attr_foreground_new(channel(color.red), channel(color.green), channel(color.blue)))
    // Pango takes an alpha of 0 for "not given".
    if color.alpha < 1 { add(pango_attr_foreground_alpha_new(max(channel(color.alpha), 1))) }
    if attributes.underline != .none {
      add(
        pango_attr_underline_new(
          attributes.underline == .double ? PANGO_UNDERLINE_DOUBLE : PANGO_UNDERLINE_SINGLE))
      if let line = attributes.underlineColor {
        add(pango_attr_underline_color_new(channel(line.red), channel(line.green), channel(line.blue)))
      }
    }
    if attributes.strikethrough != .none {
      add(pango_attr_strikethrough_new(1))
      if let line = attributes.strikethroughColor {
        add(pango_attr_strikethrough_color_new(channel(line.red), channel(line.green), channel(line.blue)))
      }
    }
    if attributes.baselineOffset != 0 { add(pango_attr_rise_new(fixed(attributes.baselineOffset))) }
    if let box = attributes.attachment {
      var extent = PangoRectangle(
        x: 0, y: fixed(box.descent - box.height), width: fixed(box.width), height: fixed(box.height))
      add(pango_attr_shape_new(&extent, &extent))
    }
  }
}
