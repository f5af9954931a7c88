import CarobFoundation
import NibFormat

/// Creates a nib's constraints after all its objects have been created.
@MainActor
enum NibConstraints {
  static func install(_ pending: [(container: UIView, element: NibElement)], coder: NibCoder) {
    var made: [NSLayoutConstraint] = []
    for (container, e) in pending where e.name == "constraint" {
      // Placeholder constraints exist only in Interface Builder.
      if e.bool("placeholder") == true { continue }
      guard let constraint = make(e, container, coder) else { continue }
      if let priority = e.double("priority") { constraint.priority = UILayoutPriority(Float(priority)) }
      constraint.identifier = e["identifier"]
      if let id = e.id { coder.objects[id] = constraint }
      if coder.variations.varies(constraint, e) { continue }
      if e.bool("active") == false { continue }
      made.append(constraint)
    }
    NSLayoutConstraint.activate(made)
  }

  private static func make(_ e: NibElement, _ container: UIView, _ coder: NibCoder) -> NSLayoutConstraint? {
    guard let attribute = attribute(e["firstAttribute"]) else {
      Journal.warn("the constraint has no or an unknown first attribute", site: coder.site(e))
      return nil
    }
    let first: AnyObject? = e["firstItem"].map { coder.objects[$0] } ?? container
    guard let first else {
      Journal.warn(
        "the constraint refers to the object \(e["firstItem"] ?? ""), which does not exist",
        site: coder.site(e))
      return nil
    }
    var second: AnyObject?
    var secondAttribute = NSLayoutConstraint.Attribute.notAnAttribute
    if let name = e["secondAttribute"], let found = Self.attribute(name) {
      secondAttribute = found
      second = e["secondItem"].map { coder.objects[$0] } ?? container
      if second == nil {
        Journal.warn(
          "the constraint refers to the object \(e["secondItem"] ?? ""), which does not exist",
          site: coder.site(e))
        return nil
      }
    }
    let relation: NSLayoutConstraint.Relation
    switch e["relation"] {
    case "lessThanOrEqual": relation = .lessThanOrEqual
    case "greaterThanOrEqual": relation = .greaterThanOrEqual
    default: relation = .equal
    }
    // The old top and bottom layout guides are treated as edges of the safe area.
    var (firstAttribute, lastAttribute) = (attribute, secondAttribute)
    if let id = e["firstItem"], let kind = coder.legacyGuides[id] {
      firstAttribute = kind == "bottom" ? .bottom : .top
    }
    if let id = e["secondItem"], let kind = coder.legacyGuides[id] {
      lastAttribute = kind == "bottom" ? .bottom : .top
    }
    return NSLayoutConstraint(
      item: first, attribute: firstAttribute, relatedBy: relation, toItem: second, attribute: lastAttribute,
      multiplier: multiplier(e["multiplier"]), constant: constant(e))
  }

  static func constant(_ e: NibElement) -> CGFloat {
    if e["symbolic"] == "YES" {
      return e.double("constant").map { CGFloat($0) } ?? (e["secondItem"] == nil ? 20 : 8)
    }
    return CGFloat(e.double("constant") ?? 0)
  }

  /// `1`, `0.5` or a ratio such as `16:9`.
  private static func multiplier(_ text: String?) -> CGFloat {
    guard let text else { return 1 }
    let parts = text.split(whereSeparator: { $0 == ":" || $0 == "/" }).compactMap { Double($0) }
    if parts.count == 2, parts[1] != 0 { return CGFloat(parts[0] / parts[1]) }
    return CGFloat(parts.first ?? 1)
  }

  static func attribute(_ name: String?) -> NSLayoutConstraint.Attribute? {
    switch name {
    case "left": return .left
    case "right": return .right
    case "top": return .top
    case "bottom": return .bottom
    case "leading": return .leading
    case "trailing": return .trailing
    case "width": return .width
    case "height": return .height
    case "centerX": return .centerX
    case "centerY": return .centerY
    case "baseline": return .lastBaseline
    case "firstBaseline": return .firstBaseline
    case "leftMargin": return .leftMargin
    case "rightMargin": return .rightMargin
    case "topMargin": return .topMargin
    case "bottomMargin": return .bottomMargin
    case "leadingMargin": return .leadingMargin
    case "trailingMargin": return .trailingMargin
    case "centerXWithinMargins": return .centerXWithinMargins
    case "centerYWithinMargins": return .centerYWithinMargins
    default: return nil
    }
  }
}
