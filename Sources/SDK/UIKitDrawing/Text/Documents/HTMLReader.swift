import CarobFoundation
import CoreGraphics

/// Reads HTML text: paragraphs, headings, lists, bold, italic, underlined and struck-through text, links,
/// sizes and colors. Scripts and style sheets are skipped; unknown tags are ignored (F-225).
struct HTMLReader {
  private let text: [Character]
  private var index = 0
  private var result = DocumentText()
  private var style = DocumentStyle()
  private var open: [(name: String, outer: DocumentStyle)] = []
  /// The number of open elements that preserve white space.
  private var preformatted = 0
  private var lists: [Int?] = []
  /// A collapsed space that is inserted if more text follows on the line, in the style of its element.
  private var pendingSpace: DocumentStyle?
  private var isAtLineStart = true

  init(_ text: String) { self.text = Array(text) }

  mutating func read() -> DocumentText {
    while index < text.count {
      switch text[index] {
      case "<": readMarkup()
      case "&": append(readEntity())
      default:
        append(text[index])
        index += 1
      }
    }
    return result
  }

  // MARK: Text

  private mutating func append(_ character: Character) {
    if character.isWhitespace, character != "\u{a0}", preformatted == 0 {
      if pendingSpace == nil, !isAtLineStart { pendingSpace = style }
      return
    }
    if let pendingSpace { result.append(" ", pendingSpace) }
    put(String(character))
    isAtLineStart = false
  }

  private mutating func put(_ string: String) {
    pendingSpace = nil
    result.append(string, style)
  }

  private mutating func endLine() {
    if !isAtLineStart { put("\n") }
    pendingSpace = nil
    isAtLineStart = true
  }

  /// `&amp;`, `&#228;`, `&#xe4;`; anything else is plain text.
  private mutating func readEntity() -> Character {
    let limit = min(index + 12, text.count)
    guard let end = text[index..<limit].firstIndex(of: ";") else {
      index += 1
      return "&"
    }
    let name = String(text[index + 1..<end])
    var found: Character?
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
      found = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10)
        .flatMap(Unicode.Scalar.init).map { Character($0) }
    } else {
      found = Self.entities[name]
    }
    index = found == nil ? index + 1 : end + 1
    return found ?? "&"
  }

  private static let entities: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "copy": "©", "reg": "®",
    "trade": "™", "hellip": "…", "mdash": "—", "ndash": "–", "bull": "•", "euro": "€", "pound": "£",
    "yen": "¥",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "deg": "°",
    "middot": "·",
    "times": "×", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
    "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
  ]

  // MARK: Tags

  private mutating func readMarkup() {
    if text[index...].starts(with: "<!--") {
      while index < text.count, !text[index...].starts(with: "-->") { index += 1 }
      index = min(index + 3, text.count)
      return
    }
    guard let end = text[index...].firstIndex(of: ">") else {
      index = text.count
      return
    }
    let tag = String(text[index + 1..<end])
    index = end + 1
    let isEnd = tag.hasPrefix("/")
    let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }).lowercased()
    if ["script", "style", "head", "title"].contains(name), !isEnd { return skip(to: "</\(name)") }
    isEnd ? close(name) : begin(name, Self.attributes(of: tag), isEmpty: tag.hasSuffix("/"))
  }

  private mutating func skip(to end: String) {
    let end = Array(end)
    while index < text.count {
      if text.count - index >= end.count,
        String(text[index..<index + end.count]).lowercased() == String(end)
      {
        return
      }
      index += 1
    }
  }

  private static let blocks: Set<String> = [
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "section",
    "article",
    "header", "footer", "tr", "table", "center",
  ]
  private static let headingSizes: [String: CGFloat] = [
    "h1": 24, "h2": 18, "h3": 14, "h4": 12, "h5": 10, "h6": 8,
  ]

  private mutating func begin(_ name: String, _ attributes: [String: String], isEmpty: Bool) {
    if name == "br" {
      put("\n")
      isAtLineStart = true
      return
    }
    if Self.blocks.contains(name) { endLine() }
    if isEmpty || ["img", "hr", "meta", "link", "input", "wbr"].contains(name) { return }
    open.append((name, style))
    if name == "pre" { preformatted += 1 }
    switch name {
    case "b", "strong", "th": style.isBold = true
    case "i", "em", "cite": style.isItalic = true
    case "u", "ins": style.isUnderlined = true
    case "s", "strike", "del": style.isStruck = true
    case "h1", "h2", "h3", "h4", "h5", "h6":
      style.isBold = true
      style.size = Self.headingSizes[name] ?? 12
    case "a":
      if let target = attributes["href"] {
        style.link = target
        style.isUnderlined = true
        style.color = UIColor(red: 0, green: 0, blue: 238.0 / 255, alpha: 1)
      }
    case "code", "tt", "pre": style.family = "Courier"
    case "font":
      if let color = attributes["color"].flatMap(Self.color) { style.color = color }
      if let face = attributes["face"] { style.family = face }
    case "ul": lists.append(nil)
    case "ol": lists.append(0)
    case "li": beginItem()
    default: break
    }
    if name == "center" { style.alignment = .center }
    if let side = attributes["align"].flatMap(Self.alignment) { style.alignment = side }
    if let css = attributes["style"] { apply(css) }
  }

  private mutating func beginItem() {
    var mark = "•"
    if let last = lists.last, let number = last {
      lists[lists.count - 1] = number + 1
      mark = "\(number + 1)."
    }
    put("\t\(mark)\t")
  }

  private mutating func close(_ name: String) {
    if Self.blocks.contains(name) { endLine() }
    guard let last = open.lastIndex(where: { $0.name == name }) else { return }
    style = open[last].outer
    preformatted -= open[last...].count { $0.name == "pre" }
    open.removeSubrange(last...)
    if name == "ul" || name == "ol" { _ = lists.popLast() }
  }

  /// `name="value"`, with double, single or no quotes.
  private static func attributes(of tag: String) -> [String: String] {
    var result: [String: String] = [:]
    var rest = tag.drop { !$0.isWhitespace }
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      let name = rest.prefix { $0 != "=" && !$0.isWhitespace }
      if name.isEmpty { return result }
      rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0.isWhitespace }
      let quote = rest.first
      let value: Substring
      if quote == "\"" || quote == "'" {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 2)
      } else {
        value = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(value.count)
      }
      var reader = HTMLReader(String(value))
      result[name.lowercased()] = reader.plainValue()
    }
  }

  /// An attribute's value with its entities decoded.
  private mutating func plainValue() -> String {
    var result = ""
    while index < text.count {
      if text[index] == "&" {
        result.append(readEntity())
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  // MARK: Styles

  private mutating func apply(_ css: String) {
    for declaration in css.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      guard parts.count == 2 else { continue }
      let value = parts[1].lowercased()
      switch parts[0].lowercased() {
      case "color": if let color = Self.color(value) { style.color = color }
      case "text-align": if let side = Self.alignment(value) { style.alignment = side }
      case "background-color", "background": if let color = Self.color(value) { style.background = color }
      case "font-weight": style.isBold = value.hasPrefix("bold") || (Int(value) ?? 0) >= 600
      case "font-style": style.isItalic = value == "italic" || value == "oblique"
      case "text-decoration", "text-decoration-line":
        style.isUnderlined = value.contains("underline")
        style.isStruck = value.contains("line-through")
      case "font-family":
        let name = parts[1].split(separator: ",").first ?? ""
        style.family = name.trimmingCharacters(in: CharacterSet(charactersIn: " '\""))
      case "font-size":
        let number = value.prefix { $0.isNumber || $0 == "." }
        guard let size = Double(number) else { continue }
        // A CSS pixel is three quarters of a point.
        style.size = CGFloat(value.hasSuffix("px") ? size * 0.75 : value.hasSuffix("em") ? size * 12 : size)
      default: break
      }
    }
  }

  private static func alignment(_ name: String) -> NSTextAlignment? {
    switch name.lowercased() {
    case "left": .left
    case "center": .center
    case "right": .right
    case "justify": .justified
    default: nil
    }
  }

  private static let colors: [String: UInt32] = [
    "black": 0, "white": 0xffffff, "red": 0xff0000, "green": 0x008000, "blue": 0x0000ff, "yellow": 0xffff00,
    "gray": 0x808080, "grey": 0x808080, "orange": 0xffa500, "purple": 0x800080, "navy": 0x000080,
    "maroon": 0x800000, "teal": 0x008080, "silver": 0xc0c0c0, "lime": 0x00ff00, "aqua": 0x00ffff,
    "cyan": 0x00ffff, "magenta": 0xff00ff, "fuchsia": 0xff00ff, "brown": 0xa52a2a, "pink": 0xffc0cb,
  ]

  /// `red`, `#f00`, `#ff0000`, `rgb(255, 0, 0)`.
  private static func color(_ text: String) -> UIColor? {
    let text = text.trimmingCharacters(in: .whitespaces).lowercased()
    func color(_ value: UInt32) -> UIColor {
      let part = { (shift: UInt32) in CGFloat(value >> shift & 255) / 255 }
      return UIColor(red: part(16), green: part(8), blue: part(0), alpha: 1)
    }
    if text.hasPrefix("#") {
      var digits = String(text.dropFirst())
      if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
      return digits.count == 6 ? UInt32(digits, radix: 16).map(color) : nil
    }
    if text.hasPrefix("rgb") {
      let numbers = text.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
      guard numbers.count >= 3 else { return nil }
      return UIColor(
        red: numbers[0] / 255, green: numbers[1] / 255, blue: numbers[2] / 255,
        alpha: numbers.count > 3 ? numbers[3] : 1)
    }
    return colors[text].map(color)
  }
}
