import CarobFoundation

/// A style that the edit menu gives to selected text (E-984).
enum TextStyleChange {
  case bold, italic, underline

  var action: Selector {
    switch self {
    case .bold: "toggleBoldface:"
    case .italic: "toggleItalics:"
    case .underline: "toggleUnderline:"
    }
  }

  /// The text with the style; without it if every part of the text already has it.
  func toggled(_ text: NSAttributedString) -> NSAttributedString {
    let whole = NSRange(location: 0, length: text.length)
    var parts: [([NSAttributedString.Key: Any], NSRange)] = []
    text.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      parts.append((attributes, range))
    }
    let adds = !parts.allSatisfy { has($0.0) }
    let result = NSTextStorage(attributedString: text)
    for (attributes, range) in parts { result.setAttributes(changed(attributes, adds: adds), range: range) }
    return result
  }

  private func font(_ attributes: [NSAttributedString.Key: Any]) -> UIFont {
    attributes[.font] as? UIFont ?? .systemFont(ofSize: 12)
  }
  private var symbolicTrait: UIFontDescriptor.SymbolicTraits { self == .bold ? .traitBold : .traitItalic }

  private func has(_ attributes: [NSAttributedString.Key: Any]) -> Bool {
    guard self == .underline else {
      return font(attributes).fontDescriptor.symbolicTraits.contains(symbolicTrait)
    }
    let style = attributes[.underlineStyle]
    return ((style as? NSUnderlineStyle)?.rawValue ?? style as? Int ?? 0) != 0
  }

  private func changed(
    _ attributes: [NSAttributedString.Key: Any], adds: Bool
  ) -> [NSAttributedString.Key: Any] {
    var attributes = attributes
    if self == .underline {
      attributes[.underlineStyle] = adds ? NSUnderlineStyle.single.rawValue : nil
      return attributes
    }
    let font = font(attributes)
    var traits = font.fontDescriptor.symbolicTraits
    if adds { traits.insert(symbolicTrait) } else { traits.remove(symbolicTrait) }
    attributes[.font] =
      font.fontDescriptor.withSymbolicTraits(traits).map { UIFont(descriptor: $0, size: 0) } ?? font
    return attributes
  }
}
