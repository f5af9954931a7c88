import CarobFoundation
import CarobRuntime
import CoreGraphics
internal import Raster

/// A part of the text that is underlined or struck through.
struct TextLines {
  enum Kind { case underline, strikethrough }
  let kind: Kind
  let range: NSRange
  let style: NSUnderlineStyle
}

// E-1095: the lines under and through the text, if a subclass draws them. Otherwise the text engine does.
extension NSLayoutManager {
  var drawsOwnLines: Bool { LineDrawingOverrides.points.contains { $0.isOverridden(by: type(of: self)) } }

  /// Removes the lines from the text that the engine draws. Returns them.
  func takeLines(of text: inout StyledText) -> [TextLines] {
    var lines: [TextLines] = []
    var start = 0
    text.changeRuns { run in
      let range = NSRange(location: start, length: run.text.utf16.count)
      start += range.length
      for (kind, line) in [
        (TextLines.Kind.underline, run.attributes.underline), (.strikethrough, run.attributes.strikethrough),
      ] where line != .none {
        lines.append(TextLines(kind: kind, range: range, style: style(of: kind, line, at: range.location)))
      }
      (run.attributes.underline, run.attributes.strikethrough) = (.none, .none)
    }
    return lines
  }

  /// The style in the text, which can have a pattern; a link without one has a single line.
  private func style(of kind: TextLines.Kind, _ line: TextLineStyle, at index: Int) -> NSUnderlineStyle {
    let key: NSAttributedString.Key = kind == .underline ? .underlineStyle : .strikethroughStyle
    let value = textStorage?.attribute(key, at: index, effectiveRange: nil)
    return (value as? NSUnderlineStyle) ?? (value as? Int).map(NSUnderlineStyle.init(rawValue:)) ?? .single
  }

  /// Calls the drawing methods for the underlined and struck-through part of each line.
  func drawLines(in glyphs: NSRange, at origin: CGPoint) {
    let shown = ownLines
    guard !shown.isEmpty else { return }
    var fragments: [(rect: CGRect, glyphs: NSRange)] = []
    enumerateLineFragments(forGlyphRange: glyphs) { rect, _, _, range, _ in fragments.append((rect, range)) }
    for line in shown {
      for fragment in fragments {
        let part = NSIntersectionRange(NSIntersectionRange(line.range, fragment.glyphs), glyphs)
        guard part.length > 0 else { continue }
        switch line.kind {
        case .underline:
          Journal.deliver(
            .display,
            "underlineGlyphRange(_:underlineType:lineFragmentRect:lineFragmentGlyphRange:containerOrigin:)",
            to: self
          ) {
            underlineGlyphRange(
              part, underlineType: line.style, lineFragmentRect: fragment.rect,
              lineFragmentGlyphRange: fragment.glyphs, containerOrigin: origin)
          }
        case .strikethrough:
          Journal.deliver(
            .display,
            "strikethroughGlyphRange(_:strikethroughType:lineFragmentRect:lineFragmentGlyphRange:containerOrigin:)",
            to: self
          ) {
            strikethroughGlyphRange(
              part, strikethroughType: line.style, lineFragmentRect: fragment.rect,
              lineFragmentGlyphRange: fragment.glyphs, containerOrigin: origin)
          }
        }
      }
    }
  }

  /// The distance from the bottom of a line to its baseline, in points.
  func baselineOffset(in glyphs: NSRange) -> CGFloat {
    let line = layout().lines.lines.last { $0.location <= glyphs.location }
    return line.map { CGFloat($0.top + $0.height - $0.baseline) } ?? 0
  }

  /// Draws a plain line in the colour that the text has for it.
  func drawLine(
    _ key: NSAttributedString.Key, _ style: NSUnderlineStyle, under glyphs: NSRange, _ baseline: CGFloat,
    _ origin: CGPoint
  ) {
    guard let textStorage, glyphs.length > 0, NSMaxRange(glyphs) <= textStorage.length else { return }
    let attributes = textStorage.attributes(at: glyphs.location, effectiveRange: nil)
    let font = attributes[.font] as? UIFont
    let color =
      attributes[key] as? UIColor ?? attributes[.foregroundColor] as? UIColor
      ?? (attributes[.link] == nil ? .black : .link)
    color.setFill()
    let thickness = max(1, ((font?.pointSize ?? 12) / 16).rounded()) * (style.contains(.thick) ? 2 : 1)
    let middle = key == .underlineColor ? baseline + thickness : baseline - (font?.xHeight ?? 6) / 2
    // NB: `double` contains the bit of `single`.
    let tops =
      style.rawValue & 0xF == NSUnderlineStyle.double.rawValue ? [middle, middle + 2 * thickness] : [middle]
    for box in rectangles(of: glyphs) {
      for top in tops {
        UIRectFill(
          CGRect(x: box.minX + origin.x, y: top + origin.y, width: box.width, height: thickness))
      }
    }
  }
}

/// Whether a subclass overrides one of the methods that draw lines.
private enum LineDrawingOverrides {
  private static let classes: [NSLayoutManager.Type] = [
    UnderlinedRange.self, Underline.self, StruckRange.self, Strikethrough.self,
  ]
  static let points = classes.map {
    OverridePoint(of: NSLayoutManager.self, overriding: $0, plain: PlainManager.self)
  }
}

private final class PlainManager: NSLayoutManager {}

private final class UnderlinedRange: NSLayoutManager {
  override func underlineGlyphRange(
    _ glyphRange: NSRange, underlineType underlineVal: NSUnderlineStyle, lineFragmentRect lineRect: CGRect,
    lineFragmentGlyphRange lineGlyphRange: NSRange, containerOrigin: CGPoint
  ) {}
}

private final class Underline: NSLayoutManager {
  override func drawUnderline(
    forGlyphRange glyphRange: NSRange, underlineType underlineVal: NSUnderlineStyle, baselineOffset: CGFloat,
    lineFragmentRect lineRect: CGRect, lineFragmentGlyphRange lineGlyphRange: NSRange,
    containerOrigin: CGPoint
  ) {}
}

private final class StruckRange: NSLayoutManager {
  override func strikethroughGlyphRange(
    _ glyphRange: NSRange, strikethroughType strikethroughVal: NSUnderlineStyle,
    lineFragmentRect lineRect: CGRect, lineFragmentGlyphRange lineGlyphRange: NSRange,
    containerOrigin: CGPoint
  ) {}
}

private final class Strikethrough: NSLayoutManager {
  override func drawStrikethrough(
    forGlyphRange glyphRange: NSRange, strikethroughType strikethroughVal: NSUnderlineStyle,
    baselineOffset: CGFloat, lineFragmentRect lineRect: CGRect,
    lineFragmentGlyphRange lineGlyphRange: NSRange,
    containerOrigin: CGPoint
  ) {}
}
