/// The filled shapes of a simple SVG file: `path`, `rect`, `circle` and `ellipse`, in the view box's
/// coordinates.
///
/// Sufficient for symbol files and for simple icons in asset catalogs. Transforms, strokes, gradients and
/// styles are ignored: `isComplete` is false for a file that has them. Any input text is safe.
package struct SVGDocument: Sendable {
  package struct Shape: Sendable {
    package var path: SVGPath
    package var usesEvenOdd: Bool
    /// Nil is the current colour.
    package var color: RasterColor?
  }
  package private(set) var width = 0.0
  package private(set) var height = 0.0
  /// x, y, width, height.
  package private(set) var viewBox = RasterRect(x: 0, y: 0, width: 0, height: 0)
  package private(set) var shapes: [Shape] = []
  package private(set) var isComplete = true

  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    var isFirst = true
    while let tag = Self.nextTag(&rest) {
      let attributes = tag.attributes
      switch tag.name {
      case "svg":
        guard isFirst else { continue }
        isFirst = false
        guard readFrame(attributes) else { return nil }
      case "path", "rect", "circle", "ellipse":
        guard !isFirst else { return nil }
        if attributes["transform"] != nil || attributes["stroke"] != nil || attributes["style"] != nil {
          isComplete = false
        }
        add(tag.name, attributes)
      case "g", "title", "desc", "defs", "clipPath": if attributes["transform"] != nil { isComplete = false }
      default: isComplete = false
      }
      if shapes.count > 10_000 { return nil }
    }
    if isFirst { return nil }
  }

  private mutating func readFrame(_ attributes: [String: String]) -> Bool {
    let box = (attributes["viewBox"] ?? "").split { " ,\t\n".contains($0) }.compactMap { Double($0) }
    func length(_ name: String) -> Double? {
      attributes[name].flatMap { Double($0.hasSuffix("px") ? String($0.dropLast(2)) : $0) }
    }
    if box.count == 4 { viewBox = RasterRect(x: box[0], y: box[1], width: box[2], height: box[3]) }
    width = length("width") ?? viewBox.width
    height = length("height") ?? viewBox.height
    if box.count != 4 { viewBox = RasterRect(x: 0, y: 0, width: width, height: height) }
    return [width, height, viewBox.width, viewBox.height].allSatisfy { $0 > 0 && $0 < 1e5 }
  }

  private mutating func add(_ name: String, _ attributes: [String: String]) {
    func number(_ key: String) -> Double { attributes[key].flatMap { Double($0) } ?? 0 }
    let fill = attributes["fill"] ?? "currentColor"
    if fill == "none" { return }
    var color: RasterColor?
    if fill.hasPrefix("#") {
      color = Self.color(fill)
    } else if fill != "currentColor" {
      isComplete = fill == "black" && isComplete
    }
    var data = attributes["d"] ?? ""
    switch name {
    case "rect":
      let (x, y, w, h) = (number("x"), number("y"), number("width"), number("height"))
      let r = min(max(number("rx"), number("ry")), min(w, h) / 2)
      guard w > 0, h > 0 else { return }
      data =
        r > 0
        ? "M\(x + r) \(y)h\(w - 2 * r)a\(r) \(r) 0 0 1 \(r) \(r)v\(h - 2 * r)a\(r) \(r) 0 0 1 \(-r) \(r)"
          + "h\(2 * r - w)a\(r) \(r) 0 0 1 \(-r) \(-r)v\(2 * r - h)a\(r) \(r) 0 0 1 \(r) \(-r)z"
        : "M\(x) \(y)h\(w)v\(h)h\(-w)z"
    case "circle", "ellipse":
      let (rx, ry) = name == "circle" ? (number("r"), number("r")) : (number("rx"), number("ry"))
      guard rx > 0, ry > 0 else { return }
      data =
        "M\(number("cx") - rx) \(number("cy"))a\(rx) \(ry) 0 1 1 \(2 * rx) 0a\(rx) \(ry) 0 1 1 \(-2 * rx) 0z"
    default: break
    }
    guard let path = SVGPath(data) else {
      isComplete = false
      return
    }
    shapes.append(Shape(path: path, usesEvenOdd: attributes["fill-rule"] == "evenodd", color: color))
  }

  private static func color(_ text: String) -> RasterColor? {
    var digits = Array(text.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6, let value = Int(String(digits), radix: 16) else { return nil }
    return RasterColor(
      red: Double(value >> 16 & 255) / 255, green: Double(value >> 8 & 255) / 255,
      blue: Double(value & 255) / 255)
  }

  // MARK: Tags

  /// The next opening tag with its attributes; comments, closing tags and text are skipped.
  private static func nextTag(_ bytes: inout ArraySlice<UInt8>) -> (
    name: String, attributes: [String: String]
  )? {
    while let start = bytes.firstIndex(of: UInt8(ascii: "<")) {
      bytes = bytes[(start + 1)...]
      guard let first = bytes.first else { return nil }
      if first == UInt8(ascii: "!") || first == UInt8(ascii: "?") || first == UInt8(ascii: "/") { continue }
      let name = word(&bytes)
      guard !name.isEmpty else { continue }
      var attributes: [String: String] = [:]
      while let byte = bytes.first, byte != UInt8(ascii: ">") {
        guard isName(byte) else {
          bytes = bytes.dropFirst()
          continue
        }
        let key = word(&bytes)
        skipSpace(&bytes)
        guard bytes.first == UInt8(ascii: "=") else { continue }
        bytes = bytes.dropFirst()
        skipSpace(&bytes)
        guard let quote = bytes.first, quote == 34 || quote == 39 else { continue }
        bytes = bytes.dropFirst()
        guard let end = bytes.firstIndex(of: quote) else { return nil }
        attributes[key] = String(decoding: bytes[..<end], as: UTF8.self)
        bytes = bytes[(end + 1)...]
      }
      return (name, attributes)
    }
    return nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (byte | 32 >= 97 && byte | 32 <= 122) || byte == 45 || byte == 58 || byte == 95
      || (byte >= 48 && byte <= 57)
  }
  private static func word(_ bytes: inout ArraySlice<UInt8>) -> String {
    let end = bytes.firstIndex { !isName($0) } ?? bytes.endIndex
    defer { bytes = bytes[end...] }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
  private static func skipSpace(_ bytes: inout ArraySlice<UInt8>) {
    bytes = bytes.drop { $0 == 32 || $0 == 9 || $0 == 10 || $0 == 13 }
  }
}
