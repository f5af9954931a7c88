import CarobFoundation
import NibFormat

extension NibCoder {
  /// An `<attributedString>`: its fragments with their attributes.
  func attributedText(_ e: NibElement) -> NSAttributedString {
    let result = NSMutableAttributedString(string: "")
    for fragment in e.children(named: "fragment") {
      let content = fragment["content"] ?? fragment.children.first { $0.key == "content" }?.text ?? ""
      var attributes: [NSAttributedString.Key: Any] = [:]
      for attribute in fragment.child(named: "attributes")?.children ?? [] {
        guard let (key, value) = textAttribute(attribute) else { continue }
        attributes[key] = value
      }
      result.append(NSAttributedString(string: content, attributes: attributes))
    }
    return result
  }

  private func textAttribute(_ e: NibElement) -> (NSAttributedString.Key, Any)? {
    let value: Any?
    switch e.name {
    case "color": value = color(e)
    case "font", "fontDescription": value = textFont(e)
    case "paragraphStyle": value = paragraphStyle(e)
    case "shadow": value = shadow(e)
    case "integer": value = e.int("value")
    case "real": value = e.double("value").map { CGFloat($0) }
    case "url": value = (e["string"] ?? e.text).flatMap { URL(string: $0) }
    case "string": value = e.text
    default: value = nil
    }
    guard let value, let key = e.key.flatMap({ Self.textKeys[$0] }) else { return nil }
    return (key, value)
  }

  private static let textKeys: [String: NSAttributedString.Key] = [
    "NSColor": .foregroundColor, "NSBackgroundColor": .backgroundColor, "NSFont": .font,
    "NSParagraphStyle": .paragraphStyle, "NSShadow": .shadow, "NSUnderline": .underlineStyle,
    "NSUnderlineColor": .underlineColor, "NSStrikethrough": .strikethroughStyle,
    "NSStrikethroughColor": .strikethroughColor, "NSStrokeColor": .strokeColor, "NSStrokeWidth": .strokeWidth,
    "NSKern": .kern, "NSBaselineOffset": .baselineOffset, "NSLink": .link,
  ]

  private func textFont(_ e: NibElement) -> UIFont {
    let size = CGFloat(e.double("size") ?? e.double("pointSize") ?? 17)
    if let font = e["name"].flatMap({ UIFont(name: $0, size: size) }) { return font }
    if e["metaFont"]?.hasSuffix("Bold") == true { return .boldSystemFont(ofSize: size) }
    return e.name == "fontDescription" ? font(e) ?? .systemFont(ofSize: size) : .systemFont(ofSize: size)
  }

  private func paragraphStyle(_ e: NibElement) -> NSParagraphStyle {
    let style = NSMutableParagraphStyle()
    style.alignment = NibValues.textAlignment(e["alignment"])
    if let mode = NibValues.lineBreakMode(e["lineBreakMode"]) { style.lineBreakMode = mode }
    func length(_ name: String) -> CGFloat? { e.double(name).map { CGFloat($0) } }
    if let value = length("lineSpacing") { style.lineSpacing = value }
    if let value = length("paragraphSpacing") { style.paragraphSpacing = value }
    if let value = length("paragraphSpacingBefore") { style.paragraphSpacingBefore = value }
    if let value = length("firstLineHeadIndent") { style.firstLineHeadIndent = value }
    if let value = length("headIndent") { style.headIndent = value }
    if let value = length("tailIndent") { style.tailIndent = value }
    if let value = length("minimumLineHeight") { style.minimumLineHeight = value }
    if let value = length("maximumLineHeight") { style.maximumLineHeight = value }
    if let value = length("lineHeightMultiple") { style.lineHeightMultiple = value }
    switch e["baseWritingDirection"] {
    case "leftToRight": style.baseWritingDirection = .leftToRight
    case "rightToLeft": style.baseWritingDirection = .rightToLeft
    default: break
    }
    return style
  }

  private func shadow(_ e: NibElement) -> NSShadow {
    let shadow = NSShadow()
    if let radius = e.double("blurRadius") { shadow.shadowBlurRadius = CGFloat(radius) }
    if let offset = e.child(named: "size") { shadow.shadowOffset = size(offset) }
    if let found = e.child(named: "color").flatMap(color) { shadow.shadowColor = found }
    return shadow
  }
}
