import CarobFoundation
import CoreGraphics

/// Writes the RTF that `RTFReader` reads, in ASCII (F-225).
struct RTFWriter {
  private var fonts: [String] = []
  private var colors: [UIColor] = []
  private var body = ""

  static func document(_ text: DocumentText) -> String {
    var writer = RTFWriter()
    return writer.write(text)
  }

  private mutating func write(_ text: DocumentText) -> String {
    var alignment = NSTextAlignment.natural
    for (text, style) in text.pieces {
      if style.alignment != alignment {
        alignment = style.alignment
        body += Self.alignment(alignment)
      }
      if let link = style.link {
        body += #"{\field{\*\fldinst{HYPERLINK ""# + Self.escaped(link) + #""}}{\fldrslt "#
        append(text, style)
        body += "}}"
      } else {
        append(text, style)
      }
    }
    let names = fonts.enumerated().map { #"\f\#($0)\fnil \#(Self.escaped($1));"# }
    let table = colors.map { color -> String in
      let (red, green, blue) = color.bytes
      return #"\red\#(red)\green\#(green)\blue\#(blue);"#
    }
    return #"{\rtf1\ansi\ansicpg1252\uc1{\fonttbl"# + names.joined() + "}\n"
      + #"{\colortbl;"# + table.joined() + "}\n" + body + "}"
  }

  private mutating func append(_ text: String, _ style: DocumentStyle) {
    // NB: each piece is a group of its own, so no control word has to be reset.
    body += #"{\f\#(number(of: style.family ?? "Times New Roman", in: \.fonts))\fs\#(Int(style.size * 2))"#
    if style.isBold { body += #"\b"# }
    if style.isItalic { body += #"\i"# }
    if style.isUnderlined { body += #"\ul"# }
    if style.isStruck { body += #"\strike"# }
    if let color = style.color { body += #"\cf\#(number(of: color, in: \.colors) + 1)"# }
    if let color = style.background { body += #"\cb\#(number(of: color, in: \.colors) + 1)"# }
    body += " " + Self.escaped(text) + "}"
  }

  private mutating func number<Value: Equatable>(
    of value: Value, in list: WritableKeyPath<RTFWriter, [Value]>
  ) -> Int {
    if let known = self[keyPath: list].firstIndex(of: value) { return known }
    self[keyPath: list].append(value)
    return self[keyPath: list].count - 1
  }

  private static func alignment(_ alignment: NSTextAlignment) -> String {
    switch alignment {
    case .center: #"\qc "#
    case .right: #"\qr "#
    case .justified: #"\qj "#
    default: #"\ql "#
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for unit in text.utf16 {
      switch unit {
      case 0x0a, 0x2029: result += "\\par\n"
      case 0x2028: result += "\\line\n"
      case 0x09: result += "\\tab "
      case 0x5c, 0x7b, 0x7d: result += "\\" + String(UnicodeScalar(UInt8(unit)))
      case 0x20..<0x7f: result += String(UnicodeScalar(UInt8(unit)))
      case 0..<0x20: break
      default: result += "\\u\(Int16(bitPattern: unit))?"
      }
    }
    return result
  }
}

extension UIColor {
  /// Red, green and blue, 0 to 255.
  package var bytes: (red: Int, green: Int, blue: Int) {
    var (red, green, blue): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    getRed(&red, green: &green, blue: &blue, alpha: nil)
    func byte(_ part: CGFloat) -> Int { Int((min(max(part, 0), 1) * 255).rounded()) }
    return (byte(red), byte(green), byte(blue))
  }
}
