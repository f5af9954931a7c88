/// A colour for drawing below CoreGraphics: sRGB, not premultiplied, 0…1.
package struct RasterColor: Sendable, Hashable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
  package static let black = RasterColor(red: 0, green: 0, blue: 0)
}

package struct RasterRect: Sendable, Hashable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A font at a size.
package struct TextFont: Sendable, Hashable {
  /// A fontconfig family; `TextFont.system` for the platform's system font.
  package var family: String
  /// Points.
  package var size: Double
  /// 100 (thin) … 900 (black), as in CSS.
  package var weight: Int
  package var isItalic: Bool
  /// Whether all digits have the same width.
  package var hasTabularDigits: Bool
  package init(
    family: String = TextFont.system, size: Double, weight: Int = 400, isItalic: Bool = false,
    hasTabularDigits: Bool = false
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.hasTabularDigits = hasTabularDigits
  }

  package static let system = "system-ui"
  package static let monospaced = "monospace"
  package static let serif = "serif"
  package static let rounded = "ui-rounded"
}

/// A font's metrics at a size, points; descent is positive downward.
package struct TextFontMetrics: Sendable, Hashable {
  package var ascent: Double
  package var descent: Double
  package var leading: Double
  package var capHeight: Double
  package var xHeight: Double
  package var lineHeight: Double { ascent + descent }
}

package enum TextLineStyle: Sendable, Hashable { case none, single, thick, double }

/// Space in the text for an attachment, which reaches `descent` below the baseline.
package struct TextAttachmentBox: Sendable, Hashable {
  package var width: Double
  package var height: Double
  /// Positive if the box reaches below the baseline.
  package var descent: Double
  package init(width: Double, height: Double, descent: Double) {
    self.width = width
    self.height = height
    self.descent = descent
  }
}

/// The appearance of a run of characters.
package struct TextAttributes: Sendable, Hashable {
  package var font: TextFont
  package var color: RasterColor
  package var kerning: Double = 0
  package var underline: TextLineStyle = .none
  package var underlineColor: RasterColor?
  package var strikethrough: TextLineStyle = .none
  package var strikethroughColor: RasterColor?
  /// Points upward.
  package var baselineOffset: Double = 0
  package var background: RasterColor?
  /// Per cent of the font size: a positive value strokes, a negative one strokes and fills, 0 fills.
  package var strokeWidth: Double = 0
  package var strokeColor: RasterColor?
  package var attachment: TextAttachmentBox?
  package init(font: TextFont, color: RasterColor = .black) {
    self.font = font
    self.color = color
  }
}

package enum TextAlignment: Sendable, Hashable { case left, center, right, justified, natural }
package enum TextLineBreak: Sendable, Hashable {
  case wordWrapping, charWrapping, clipping, truncatingHead, truncatingTail, truncatingMiddle

  var truncates: Bool { self == .truncatingHead || self == .truncatingTail || self == .truncatingMiddle }
}
package enum TextDirection: Sendable, Hashable { case natural, leftToRight, rightToLeft }

/// A tab stop: its position in points, and how the text after it is aligned there.
package struct TextTab: Sendable, Hashable {
  package var location: Double
  package var alignment: TextAlignment
  package init(location: Double, alignment: TextAlignment) {
    (self.location, self.alignment) = (location, alignment)
  }
}

/// The layout of a paragraph's lines; lengths in points.
package struct TextParagraph: Sendable, Hashable {
  package var alignment: TextAlignment = .natural
  package var lineBreak: TextLineBreak = .wordWrapping
  package var direction: TextDirection = .natural
  package var lineSpacing: Double = 0
  package var spacingBefore: Double = 0
  package var spacingAfter: Double = 0
  package var firstLineIndent: Double = 0
  package var indent: Double = 0
  /// Positive from the leading edge, otherwise from the trailing one.
  package var tailIndent: Double = 0
  package var minimumLineHeight: Double = 0
  /// 0 for no limit.
  package var maximumLineHeight: Double = 0
  /// 0 is treated as 1.
  package var lineHeightMultiple: Double = 0
  package var tabInterval: Double = 28
  /// Tab stops from the start of the line, in order; the default interval follows the last one.
  package var tabs: [TextTab] = []
  package init() {}
}

/// Characters with the same attributes, in a paragraph of one style.
package struct TextRun: Sendable, Hashable {
  package var text: String
  package var attributes: TextAttributes
  package var paragraph: TextParagraph
  package init(_ text: String, _ attributes: TextAttributes, _ paragraph: TextParagraph = TextParagraph()) {
    self.text = text
    self.attributes = attributes
    self.paragraph = paragraph
  }
}

/// One laid-out line. Coordinates are the layout's: origin at its top left, y down, points.
package struct TextLine: Sendable, Hashable {
  /// The UTF-16 offset of the first character in the whole text, and the number of UTF-16 units that are
  /// shown.
  package var location: Int
  package var length: Int
  package var x: Double
  package var top: Double
  package var width: Double
  package var height: Double
  package var baseline: Double
  package var isRightToLeft: Bool
}
