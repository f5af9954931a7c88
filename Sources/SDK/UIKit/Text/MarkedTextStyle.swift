import CarobFoundation

// E-983
/// How text that an input method is still composing is marked: underlined, or as `markedTextStyle` says.
///
/// The style's background and underline are drawn; other attributes are announced as not implemented.
@MainActor
struct MarkedTextStyle {
  /// The colour behind the marked text; nil for none.
  var background: UIColor?
  /// The colour of the line under it; nil for no line.
  var line: UIColor?

  init(_ attributes: [NSAttributedString.Key: Any]?) {
    guard let attributes else {
      line = .label
      return
    }
    background = attributes[.backgroundColor] as? UIColor
    let underline =
      (attributes[.underlineStyle] as? NSUnderlineStyle)?.rawValue ?? attributes[.underlineStyle] as? Int ?? 0
    if underline != 0 { line = attributes[.underlineColor] as? UIColor ?? .label }
    for key in attributes.keys.map(\.rawValue).sorted()
    where ![NSAttributedString.Key.backgroundColor, .underlineStyle, .underlineColor].map(\.rawValue)
      .contains(key)
    {
      unimplemented("the key \(key) of markedTextStyle")
    }
  }
}
