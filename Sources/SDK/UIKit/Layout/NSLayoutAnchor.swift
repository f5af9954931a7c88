@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// One attribute of one item, from which constraints are created; the type parameter prevents mixing axes.
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: _MainActorNSObject {
  @ZeroingExistential var layoutItem: (any LayoutConstrainable)?
  let attribute: NSLayoutConstraint.Attribute
  /// For distances: the item where the distance starts.
  @ZeroingExistential var originItem: (any LayoutConstrainable)?
  var originAttribute: NSLayoutConstraint.Attribute?

  init(_ item: (any LayoutConstrainable)?, _ attribute: NSLayoutConstraint.Attribute) {
    layoutItem = item
    self.attribute = attribute
  }

  open var item: AnyObject? { layoutItem }
  open var name: String { "\(layoutItem?.layoutName ?? "nil").\(attribute)" }
  nonisolated open override var description: String {
    nonisolated(unsafe) let anchor = self  // because anchors live on the main actor
    return MainActor.assumeIsolated { "<\(Journal.className(type(of: anchor))) \(anchor.name)>" }
  }

  open var constraintsAffectingLayout: [NSLayoutConstraint] {
    layoutItem?.layoutOwner?.constraintsAffectingLayout(for: attribute.axis) ?? []
  }

  func make(
    _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor<AnchorType>, _ multiplier: CGFloat,
    _ constant: CGFloat
  ) -> NSLayoutConstraint {
    var parts: [NSLayoutConstraint.Part] = []
    if let originAttribute { parts.append(.init(item: originItem, attribute: originAttribute, factor: -1)) }
    if let origin = other.originAttribute {
      parts.append(.init(item: other.originItem, attribute: origin, factor: Double(multiplier)))
    }
    return NSLayoutConstraint(
      layoutItem, attribute, relation, other.layoutItem, other.attribute, multiplier, constant, parts: parts)
  }

  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    make(.equal, anchor, 1, 0)
  }
  open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    make(.greaterThanOrEqual, anchor, 1, 0)
  }
  open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    make(.lessThanOrEqual, anchor, 1, 0)
  }
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint
  {
    make(.equal, anchor, 1, c)
  }
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, c) }
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, c) }
}

/// The system's standard spacing between neighbouring views.
enum SystemSpacing {
  static let standard: CGFloat = 8
}

/// A horizontal location: leading, trailing, left, right, center.
@preconcurrency @MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
  open func anchorWithOffset(to otherAnchor: NSLayoutXAxisAnchor) -> NSLayoutDimension {
    NSLayoutDimension(from: layoutItem, attribute, to: otherAnchor.layoutItem, otherAnchor.attribute)
  }
  open func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, multiplier * SystemSpacing.standard) }
  open func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, multiplier * SystemSpacing.standard) }
  open func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, multiplier * SystemSpacing.standard) }
}

/// A vertical location: top, bottom, center, baselines.
@preconcurrency @MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
  open func anchorWithOffset(to otherAnchor: NSLayoutYAxisAnchor) -> NSLayoutDimension {
    NSLayoutDimension(from: layoutItem, attribute, to: otherAnchor.layoutItem, otherAnchor.attribute)
  }
  open func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, multiplier * SystemSpacing.standard) }
  open func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, multiplier * SystemSpacing.standard) }
  open func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, multiplier * SystemSpacing.standard) }
}

/// A size: width, height, or the distance between two locations.
@preconcurrency @MainActor
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  init(
    from origin: (any LayoutConstrainable)?, _ originAttribute: NSLayoutConstraint.Attribute,
    to item: (any LayoutConstrainable)?, _ attribute: NSLayoutConstraint.Attribute
  ) {
    super.init(item, attribute)
    originItem = origin
    self.originAttribute = originAttribute
  }

  override init(_ item: (any LayoutConstrainable)?, _ attribute: NSLayoutConstraint.Attribute) {
    super.init(item, attribute)
  }

  private func make(_ relation: NSLayoutConstraint.Relation, _ constant: CGFloat) -> NSLayoutConstraint {
    var parts: [NSLayoutConstraint.Part] = []
    if let originAttribute { parts.append(.init(item: originItem, attribute: originAttribute, factor: -1)) }
    return NSLayoutConstraint(
      layoutItem, attribute, relation, nil, .notAnAttribute, 1, constant, parts: parts)
  }

  open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint { make(.equal, c) }
  open func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    make(.greaterThanOrEqual, c)
  }
  open func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    make(.lessThanOrEqual, c)
  }
  open func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
    make(.equal, anchor, m, 0)
  }
  open func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat)
    -> NSLayoutConstraint
  {
    make(.greaterThanOrEqual, anchor, m, 0)
  }
  open func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat)
    -> NSLayoutConstraint
  {
    make(.lessThanOrEqual, anchor, m, 0)
  }
  open func constraint(
    equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
  ) -> NSLayoutConstraint { make(.equal, anchor, m, c) }
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, m, c) }
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, m, c) }
}
