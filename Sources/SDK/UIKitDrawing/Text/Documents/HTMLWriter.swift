import CarobFoundation
import CoreGraphics

/// Writes the HTML that `HTMLReader` reads: a paragraph for each line, an element for each piece with a
/// style (F-225).
///
/// DEVIATION: styles are written inline, not as classes in a style sheet.
struct HTMLWriter {
  let title: String?

  func write(_ text: DocumentText) -> String {
    var lines: [(alignment: NSTextAlignment, html: String)] = [(.natural, "")]
    for (text, style) in text.pieces {
      let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, part) in parts.enumerated() {
        if number > 0 { lines.append((.natural, "")) }
        guard !part.isEmpty else { continue }
        // Preserves spaces at the ends of a line.
        var text = String(part)
        if lines[lines.count - 1].html.isEmpty, text.hasPrefix(" ") { text = "\u{a0}" + text.dropFirst() }
        if number < parts.count - 1, text.hasSuffix(" ") { text = text.dropLast() + "\u{a0}" }
        lines[lines.count - 1].alignment = style.alignment
        lines[lines.count - 1].html += element(text, style)
      }
    }
    // A final line break adds no empty line.
    if lines.count > 1, lines[lines.count - 1].html.isEmpty { lines.removeLast() }
    let body = lines.map { line in
      let style = Self.alignment(line.alignment).map { " style=\"text-align: \($0)\"" } ?? ""
      return "<p\(style)>\(line.html.isEmpty ? "<br>" : line.html)</p>\n"
    }
    return "<!DOCTYPE html>\n<html>\n<head>\n"
      + "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\">\n"
      + "<title>\(Self.escaped(title ?? ""))</title>\n</head>\n<body>\n\(body.joined())</body>\n</html>\n"
  }

  private func element(_ text: String, _ style: DocumentStyle) -> String {
    var css: [String] = []
    if let family = style.family { css.append("font-family: '\(family)'") }
    css.append("font-size: \(style.size)pt")
    if style.isBold { css.append("font-weight: bold") }
    if style.isItalic { css.append("font-style: italic") }
    if let color = style.color { css.append("color: \(Self.color(color))") }
    if let color = style.background { css.append("background-color: \(Self.color(color))") }
    let lines = [style.isUnderlined ? "underline" : nil, style.isStruck ? "line-through" : nil].compactMap {
      $0
    }
    if !lines.isEmpty { css.append("text-decoration: \(lines.joined(separator: " "))") }
    let html = "<span style=\"\(Self.escaped(css.joined(separator: "; ")))\">\(Self.text(text))</span>"
    return style.link.map { "<a href=\"\(Self.escaped($0))\">\(html)</a>" } ?? html
  }

  private static func color(_ color: UIColor) -> String {
    let (red, green, blue) = color.bytes
    return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func alignment(_ alignment: NSTextAlignment) -> String? {
    switch alignment {
    case .center: "center"
    case .right: "right"
    case .justified: "justify"
    case .left: "left"
    default: nil
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }

  /// Uses non-breaking spaces so that consecutive spaces do not collapse.
  private static func text(_ text: String) -> String {
    escaped(text).replacingOccurrences(of: "  ", with: " &nbsp;")
      .replacingOccurrences(of: "\u{a0}", with: "&nbsp;")
      .replacingOccurrences(of: "\t", with: "&nbsp;&nbsp;&nbsp;&nbsp;")
      .replacingOccurrences(of: "\u{2028}", with: "<br>")
  }
}
