import CarobFoundation

/// Text that can follow the text size that the user chooses (E-970).
@preconcurrency @MainActor
public protocol UIContentSizeCategoryAdjusting: NSObjectProtocol {
  /// Whether fonts made by `UIFont.preferredFont(forTextStyle:)` and `UIFontMetrics` get the size for the
  /// current content size category, when it changes and on entering a window. False by default.
  var adjustsFontForContentSizeCategory: Bool { get set }
}

// E-970.1: fonts that do not follow the text size stay as they are.
extension NSAttributedString {
  /// The fonts that have another size for these traits, with their ranges in UTF-16 units.
  func fontsFollowing(_ traits: UITraitCollection) -> [(font: UIFont, range: NSRange)] {
    var found: [(UIFont, NSRange)] = []
    enumerateAttributes(in: NSRange(location: 0, length: length), options: []) { attributes, range, _ in
      guard let font = attributes[.font] as? UIFont, let new = font.following(traits), new != font else {
        return
      }
      found.append((new, range))
    }
    return found
  }

  /// The text with its fonts in the sizes for these traits; nil if no font changes.
  func following(_ traits: UITraitCollection) -> NSAttributedString? {
    let fonts = fontsFollowing(traits)
    guard !fonts.isEmpty else { return nil }
    let text = NSTextStorage(attributedString: self)
    for (font, range) in fonts { text.addAttribute(.font, value: font, range: range) }
    return text
  }
}
