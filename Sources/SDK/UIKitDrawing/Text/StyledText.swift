import CarobFoundation
import CoreGraphics
package import Raster

/// Attributed text as runs of the text engine, with the parts that the engine does not draw: images and
/// shadows.
package struct StyledText {
  package private(set) var runs: [TextRun] = []
  /// Attachments by UTF-16 offset.
  private var attachments: [(offset: Int, attachment: NSTextAttachment)] = []
  private var shadow: NSShadow?

  /// The defaults apply to attributes that the text does not set.
  /// With `links`, links have these attributes in place of their own look (E-985).
  package init(
    _ text: NSAttributedString, defaults: [NSAttributedString.Key: Any] = [:],
    links: [NSAttributedString.Key: Any]? = nil
  ) {
    let string = text.string
    if text.length == 0 { return }
    // OPTIMIZATION: text with uniform attributes, the common case, is not split into runs.
    var whole = NSRange()
    let attributes = text.attributes(at: 0, effectiveRange: &whole)
    if whole.length >= text.length {
      add(string, Self.merged(attributes, defaults, links), at: 0)
      return
    }
    let source = string as NSString
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length), options: []) {
      attributes, range, _ in
      add(source.substring(with: range), Self.merged(attributes, defaults, links), at: range.location)
    }
  }

  /// E-613: a link without its own colour and underline is blue and underlined, whatever the defaults are.
  private static func merged(
    _ own: [NSAttributedString.Key: Any], _ defaults: [NSAttributedString.Key: Any],
    _ links: [NSAttributedString.Key: Any]?
  ) -> [NSAttributedString.Key: Any] {
    var result = own.merging(defaults) { own, _ in own }
    if own[.link] != nil, let links { return result.merging(links) { $1 } }
    if own[.link] != nil {
      if own[.foregroundColor] == nil { result[.foregroundColor] = UIColor.link }
      if own[.underlineStyle] == nil { result[.underlineStyle] = NSUnderlineStyle.single.rawValue }
    }
    return result
  }

  package init(_ string: String, _ attributes: [NSAttributedString.Key: Any]?) {
    if !string.isEmpty { add(string, attributes ?? [:], at: 0) }
  }

  private mutating func add(_ string: String, _ attributes: [NSAttributedString.Key: Any], at offset: Int) {
    // The platform's defaults for drawing text: Helvetica 12, black.
    var look = TextAttributes(
      font: (attributes[.font] as? UIFont)?.textFont ?? TextFont(family: "Liberation Sans", size: 12))
    if let color = Self.color(attributes[.foregroundColor]) { look.color = color }
    look.background = Self.color(attributes[.backgroundColor])
    look.kerning = Self.number(attributes[.kern]) ?? Self.number(attributes[.tracking]) ?? 0
    look.underline = Self.line(attributes[.underlineStyle])
    look.underlineColor = Self.color(attributes[.underlineColor])
    look.strikethrough = Self.line(attributes[.strikethroughStyle])
    look.strikethroughColor = Self.color(attributes[.strikethroughColor])
    look.baselineOffset = Self.number(attributes[.baselineOffset]) ?? 0
    look.strokeWidth = Self.number(attributes[.strokeWidth]) ?? 0
    look.strokeColor = Self.color(attributes[.strokeColor])
    if let slant = Self.number(attributes[.obliqueness]), slant != 0 { look.font.isItalic = true }
    if let attachment = attributes[.attachment] as? NSTextAttachment {
      let box = attachment.box
      look.attachment = TextAttachmentBox(
        width: Double(box.width), height: Double(box.height), descent: Double(-box.minY))
      attachments.append((offset, attachment))
    }
    if let shadow = attributes[.shadow] as? NSShadow { self.shadow = shadow }
    let paragraph = (attributes[.paragraphStyle] as? NSParagraphStyle)?.textParagraph ?? TextParagraph()
    runs.append(TextRun(string, look, paragraph))
  }

  package mutating func changeRuns(_ change: (inout TextRun) -> Void) {
    for index in runs.indices { change(&runs[index]) }
  }

  // E-986: paragraphs with a mode of their own keep it.
  package mutating func endLastLine(_ mode: NSLineBreakMode) {
    let style = NSMutableParagraphStyle()
    style.lineBreakMode = mode
    let lineBreak = style.textParagraph.lineBreak
    changeRuns { if $0.paragraph.lineBreak == .wordWrapping { $0.paragraph.lineBreak = lineBreak } }
  }

  private static func color(_ value: Any?) -> RasterColor? { (value as? UIColor)?.cgColor.raster }

  private static func number(_ value: Any?) -> Double? {
    switch value {
    case let value as CGFloat: Double(value)
    case let value as Double: value
    case let value as Float: Double(value)
    case let value as Int: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  private static func line(_ value: Any?) -> TextLineStyle {
    let raw = (value as? NSUnderlineStyle)?.rawValue ?? number(value).map { Int($0) } ?? 0
    return switch raw & 0xF {
    case 0: .none
    case 2: .thick
    case 9: .double
    default: .single
    }
  }

  /// Breaks lines at `width`. A limit of 0 lines means no limit, also in modes that truncate.
  package func layout(width: CGFloat?, lineLimit: Int = 0) -> TextLayout {
    TextLayout.make(runs, width: width.map { Double($0) }, lineLimit: lineLimit)
  }

  /// Draws a layout of these runs, with its top left corner at `origin`, into the current context.
  package func draw(_ layout: TextLayout, at origin: CGPoint) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    if let shadow {
      context.saveGState()
      context.setShadow(
        offset: shadow.shadowOffset, blur: shadow.shadowBlurRadius,
        color: (shadow.shadowColor as? UIColor)?.cgColor)
    }
    context.draw(layout, at: origin)
    for (offset, attachment) in attachments {
      guard let place = layout.rectangles(of: offset..<offset + 1).first,
        let line = layout.lines.last(where: { $0.location <= offset })
      else { continue }
      let box = attachment.box
      attachment.image?.draw(
        in: CGRect(
          x: origin.x + CGFloat(place.x), y: origin.y + CGFloat(line.baseline) - box.maxY, width: box.width,
          height: box.height))
    }
    if shadow != nil { context.restoreGState() }
  }
}

/// Lays out and draws a label's text: a limited number of lines, the last one truncated if the mode
/// truncates.
///
/// NB: a label does not create attributed strings. The toolchain's implementation never frees their
/// attributes, so the fonts and paragraph styles of every label ever measured would leak.
package enum LabelText {
  /// More lines than any label has, so that a truncating mode wraps first.
  private static let unlimited = 100_000

  package static func layout(_ text: StyledText, width: CGFloat, lines: Int) -> TextLayout {
    text.layout(width: width, lineLimit: lines > 0 ? lines : unlimited)
  }

  /// The size that the text needs, not rounded.
  package static func size(_ text: StyledText, width: CGFloat, lines: Int) -> CGSize {
    let layout = layout(text, width: width, lines: lines)
    return CGSize(width: CGFloat(layout.width), height: CGFloat(layout.height))
  }

  /// Draws from the top of the rectangle; lines that do not fit into its height are not drawn.
  package static func draw(_ text: StyledText, in rect: CGRect, lines: Int) {
    var layout = layout(text, width: rect.width, lines: lines)
    let room = Double(rect.height) + 0.5
    if layout.height > room {
      let fitting = max(layout.lines.prefix { $0.top + $0.height <= room }.count, 1)
      if fitting < layout.lines.count { layout = text.layout(width: rect.width, lineLimit: fitting) }
    }
    text.draw(layout, at: rect.origin)
  }
}
