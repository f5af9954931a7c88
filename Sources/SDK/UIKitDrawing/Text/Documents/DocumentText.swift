import CarobFoundation
import CoreGraphics

/// A document's text as a list of pieces, each with one style.
struct DocumentText {
  private(set) var pieces: [(text: String, style: DocumentStyle)] = []

  init() {}

  /// The part of an attributed string in `range`, with the attributes that documents can express.
  init(_ string: NSAttributedString, _ range: NSRange) {
    string.enumerateAttributes(in: range) { attributes, range, _ in
      append(string.attributedSubstring(from: range).string, DocumentStyle(attributes))
    }
  }

  mutating func append(_ text: String, _ style: DocumentStyle) {
    if let last = pieces.last, last.style == style {
      pieces[pieces.count - 1].text += text
    } else if !text.isEmpty {
      pieces.append((text, style))
    }
  }

  var attributed: NSAttributedString {
    let result = NSMutableAttributedString()
    for piece in pieces {
      result.append(NSAttributedString(string: piece.text, attributes: piece.style.attributes))
    }
    return result
  }
}

/// The style of a piece of a document.
struct DocumentStyle: Equatable {
  var isBold = false
  var isItalic = false
  var isUnderlined = false
  var isStruck = false
  var size: CGFloat = 12
  var family: String?
  var color: UIColor?
  var background: UIColor?
  var link: String?
  var alignment = NSTextAlignment.natural

  init() {}

  init(_ attributes: [NSAttributedString.Key: Any]) {
    if let font = attributes[.font] as? UIFont {
      let traits = font.fontDescriptor.symbolicTraits
      (isBold, isItalic) = (traits.contains(.traitBold), traits.contains(.traitItalic))
      (size, family) = (font.pointSize, font.familyName)
    } else {
      // The font of text that has none.
      family = "Helvetica"
    }
    color = attributes[.foregroundColor] as? UIColor
    background = attributes[.backgroundColor] as? UIColor
    isUnderlined = (attributes[.underlineStyle] as? Int ?? 0) != 0
    isStruck = (attributes[.strikethroughStyle] as? Int ?? 0) != 0
    link = (attributes[.link] as? URL)?.absoluteString ?? attributes[.link] as? String
    alignment = (attributes[.paragraphStyle] as? NSParagraphStyle)?.alignment ?? .natural
  }

  var attributes: [NSAttributedString.Key: Any] {
    var result: [NSAttributedString.Key: Any] = [.font: font]
    if let color { result[.foregroundColor] = color }
    if let background { result[.backgroundColor] = background }
    if isUnderlined { result[.underlineStyle] = NSUnderlineStyle.single.rawValue }
    if isStruck { result[.strikethroughStyle] = NSUnderlineStyle.single.rawValue }
    if let link { result[.link] = URL(string: link) ?? link }
    if alignment != .natural {
      let paragraph = NSMutableParagraphStyle()
      paragraph.alignment = alignment
      result[.paragraphStyle] = paragraph
    }
    return result
  }

  private var font: UIFont {
    let plain = UIFont(name: family ?? "TimesNewRomanPSMT", size: size) ?? .systemFont(ofSize: size)
    var traits = plain.fontDescriptor.symbolicTraits
    if isBold { traits.insert(.traitBold) }
    if isItalic { traits.insert(.traitItalic) }
    guard let descriptor = plain.fontDescriptor.withSymbolicTraits(traits) else { return plain }
    return UIFont(descriptor: descriptor, size: size)
  }
}
