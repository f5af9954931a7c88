import CarobFoundation
import CoreGraphics

/// Reads RTF text: paragraphs, bold, italic, underlined and struck-through text, fonts, sizes and colors.
/// Unknown groups are skipped (F-225).
struct RTFReader {
  private let bytes: [UInt8]
  private var index = 0
  private var result = DocumentText()
  private var style = DocumentStyle()
  private var groups: [(style: DocumentStyle, destination: Destination, fallbackLength: Int)] = []
  private var destination = Destination.text
  /// The number of fallback characters to skip after a `\u`.
  private var fallbackLength = 1
  private var fonts: [Int: String] = [:]
  private var fontNumber = 0
  private var fontName = ""
  private var colors: [UIColor?] = []
  private var components: (red: Int, green: Int, blue: Int)?
  /// Text bytes in the document's code page that are not decoded yet.
  private var pending: [UInt8] = []

  /// The high surrogate of a pair.
  private var highSurrogate: UInt16?
  /// The target of the link whose field result follows.
  private var link: String?
  /// The instruction of the current field.
  private var instruction = ""

  private enum Destination { case text, fonts, colors, instruction, ignored }

  init(_ data: Data) { bytes = Array(data) }

  mutating func read() -> DocumentText {
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "{"):
        flush()
        groups.append((style, destination, fallbackLength))
      case UInt8(ascii: "}"):
        flush()
        guard let outer = groups.popLast() else { continue }
        // A field's result is in a group next to its instruction and has the field's style.
        if destination == .instruction, outer.destination != .instruction {
          link = Self.target(of: instruction)
          instruction = ""
        }
        (style, destination, fallbackLength) = outer
      case UInt8(ascii: "\\"): readControl()
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
      default: take(byte)
      }
    }
    flush()
    return result
  }

  // MARK: Text

  private mutating func take(_ byte: UInt8) {
    switch destination {
    case .text: pending.append(byte)
    case .fonts:
      if byte == UInt8(ascii: ";") {
        fonts[fontNumber] = fontName.trimmingCharacters(in: .whitespaces)
        fontName = ""
      } else {
        fontName.unicodeScalars.append(Unicode.Scalar(byte))
      }
    case .colors:
      guard byte == UInt8(ascii: ";") else { return }
      colors.append(
        components.map {
          UIColor(
            red: CGFloat($0.red) / 255, green: CGFloat($0.green) / 255, blue: CGFloat($0.blue) / 255, alpha: 1
          )
        })
      components = nil
    case .instruction: instruction.unicodeScalars.append(Unicode.Scalar(byte))
    case .ignored: break
    }
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    let text =
      String(data: Data(pending), encoding: .windowsCP1252) ?? String(decoding: pending, as: UTF8.self)
    pending = []
    put(text)
  }

  private mutating func put(_ text: String) {
    guard destination == .text else { return }
    result.append(text, style)
  }

  // MARK: Controls

  private mutating func readControl() {
    guard index < bytes.count else { return }
    let first = bytes[index]
    guard isLetter(first) else {
      index += 1
      readSymbol(first)
      return
    }
    let start = index
    while index < bytes.count, isLetter(bytes[index]) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    let digits = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
    let number = Int(String(decoding: bytes[digits..<index], as: UTF8.self))
    if index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    flush()
    handleControlWord(word, number)
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private mutating func readSymbol(_ symbol: UInt8) {
    switch symbol {
    case UInt8(ascii: "'"):
      let end = min(index + 2, bytes.count)
      if let value = UInt8(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16) { take(value) }
      index = end
    case UInt8(ascii: "*"): destination = .ignored
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): take(symbol)
    case UInt8(ascii: "~"): take(0xa0)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      flush()
      put("\n")
    default: break
    }
  }

  private mutating func handleControlWord(_ word: String, _ number: Int?) {
    let isOn = number != 0
    switch word {
    case "fonttbl": destination = .fonts
    case "colortbl": destination = .colors
    case "fldinst":
      // NB: follows `\*`, which means that readers may ignore the group.
      if groups.last?.destination == .text { destination = .instruction }
    case "fldrslt":
      style.link = link
      link = nil
    case "stylesheet", "info", "pict", "header", "footer", "footnote": destination = .ignored
    case "red": components = (number ?? 0, components?.green ?? 0, components?.blue ?? 0)
    case "green": components = (components?.red ?? 0, number ?? 0, components?.blue ?? 0)
    case "blue": components = (components?.red ?? 0, components?.green ?? 0, number ?? 0)
    case "f":
      fontNumber = number ?? 0
      if destination == .text { style.family = fonts[fontNumber] }
    case "fs": style.size = CGFloat(number ?? 24) / 2
    case "cf": style.color = color(number)
    case "cb", "highlight": style.background = color(number)
    case "b": style.isBold = isOn
    case "i": style.isItalic = isOn
    case "ul": style.isUnderlined = isOn
    case "ulnone": style.isUnderlined = false
    case "strike": style.isStruck = isOn
    case "plain": style = DocumentStyle()
    case "par", "line": put("\n")
    case "ql": style.alignment = .left
    case "qc": style.alignment = .center
    case "qr": style.alignment = .right
    case "qj": style.alignment = .justified
    case "pard": style.alignment = .natural
    case "tab": put("\t")
    case "emdash": put("—")
    case "endash": put("–")
    case "bullet": put("•")
    case "lquote": put("‘")
    case "rquote": put("’")
    case "ldblquote": put("“")
    case "rdblquote": put("”")
    case "uc": fallbackLength = max(0, number ?? 1)
    case "u": putScalar(number ?? 0)
    default: break
    }
  }

  /// `\u8364?`: a UTF-16 unit as a signed number, followed by fallback text for readers that do not support
  /// it.
  private mutating func putScalar(_ number: Int) {
    let unit = UInt16(truncatingIfNeeded: number)
    if let first = highSurrogate, UTF16.isTrailSurrogate(unit) {
      put(String(decoding: [first, unit], as: UTF16.self))
      highSurrogate = nil
    } else if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else if let scalar = Unicode.Scalar(unit) {
      put(String(Character(scalar)))
    }
    for _ in 0..<fallbackLength where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), index + 3 < bytes.count, bytes[index + 1] == UInt8(ascii: "'") {
        index += 4
      } else if ![UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\")].contains(bytes[index]) {
        index += 1
      }
    }
  }

  /// `HYPERLINK "https://…"`.
  private static func target(of instruction: String) -> String? {
    let parts = instruction.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].trimmingCharacters(in: .whitespaces) == "HYPERLINK" else { return nil }
    return String(parts[1])
  }

  private func color(_ number: Int?) -> UIColor? {
    guard let number, colors.indices.contains(number) else { return nil }
    return colors[number]
  }
}
