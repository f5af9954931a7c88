import CarobFoundation
@_spi(Hazards) import CarobRuntime
import LayoutSolver

/// A linear relation between two layout attributes: `first = multiplier · second + constant`.
///
/// Activating it adds it to the nearest common ancestor of its items; the engine of that ancestor's window
/// (or root view) solves it in the next constraint pass.
@preconcurrency @MainActor
open class NSLayoutConstraint: _MainActorNSObject {
  public enum Attribute: Int, Sendable {
    case notAnAttribute = 0
    case left, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline,
      firstBaseline
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin,
      centerXWithinMargins,
      centerYWithinMargins

    public static let baseline = Attribute.lastBaseline
  }

  public enum Relation: Int, Sendable {
    case lessThanOrEqual = -1
    case equal = 0
    case greaterThanOrEqual = 1
  }

  public enum Axis: Int, Sendable {
    case horizontal, vertical
  }

  public struct FormatOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
    public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
    public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
    public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
    public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
    public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
    public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
    public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
    public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
    public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
    public static let alignmentMask = FormatOptions(rawValue: 0xFFFF)
    public static let directionLeadingToTrailing: FormatOptions = []
    public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
    public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
    public static let directionMask = FormatOptions(rawValue: 3 << 16)
    public static let spacingEdgeToEdge: FormatOptions = []
    public static let spacingBaselineToBaseline = FormatOptions(rawValue: 1 << 19)
    public static let spacingMask = FormatOptions(rawValue: 1 << 19)
  }

  /// An additional term in `first + … − multiplier · second − constant`: used for distances between anchors.
  struct Part {
    private let reference: ZeroingElement<AnyObject>?
    let attribute: Attribute
    let factor: Double
    var item: (any LayoutConstrainable)? { reference?.object as? any LayoutConstrainable }

    init(item: (any LayoutConstrainable)?, attribute: Attribute, factor: Double) {
      reference = item.map { ZeroingElement($0) }
      self.attribute = attribute
      self.factor = factor
    }
  }

  /// The current state of the constraint.
  enum Placement {
    case inactive
    /// In its holder's list; the engine installs it in the next pass.
    case waiting
    case installed(LayoutSolver.ConstraintID)
  }

  // MARK: Creating

  public convenience init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    let first = Self.constrainable(view1, "first")
    // OPTIMIZATION: a mirror, which detecting an empty optional requires, costs more than all the rest.
    let second = view2.flatMap {
      $0 as? any LayoutConstrainable ?? (isNil($0) ? nil : Self.constrainable($0, "second"))
    }
    self.init(first, attr1, relation, second, second == nil ? .notAnAttribute : attr2, multiplier, c)
  }

  init(
    _ first: (any LayoutConstrainable)?, _ firstAttribute: Attribute, _ relation: Relation,
    _ second: (any LayoutConstrainable)?, _ secondAttribute: Attribute, _ multiplier: CGFloat,
    _ constant: CGFloat,
    parts: [Part] = []
  ) {
    firstLayoutItem = first
    secondLayoutItem = second
    self.firstAttribute = firstAttribute
    self.secondAttribute = secondAttribute
    self.relation = relation
    self.multiplier = multiplier
    self.parts = parts
    self.constant = constant
    super.init()
    validate()
  }

  private static func constrainable(_ item: Any, _ place: String) -> (any LayoutConstrainable)? {
    if let item = item as? any LayoutConstrainable { return item }
    NSException.raise(
      .invalidArgumentException,
      "NSLayoutConstraint: the \(place) item is \(type(of: item)); constraints are between views and layout guides"
    )
  }

  private func validate() {
    func fail(_ message: String) {
      NSException.raise(.invalidArgumentException, "NSLayoutConstraint for \(description): \(message)")
    }
    if !multiplier.isFinite { fail("the multiplier is not finite: \(multiplier)") }
    checkConstant()
    if firstAttribute == .notAnAttribute { fail("the first attribute must be one") }
    if secondLayoutItem == nil {
      if !firstAttribute.isDimension, parts.isEmpty {
        fail(
          "A constraint cannot set a location equal to a constant: location attributes come in pairs, with a second item"
        )
      }
      return
    }
    if secondAttribute == .notAnAttribute { fail("the second item needs an attribute") }
    if firstAttribute.isDimension != secondAttribute.isDimension, parts.isEmpty {
      fail("Invalid pairing of layout attributes: a size and a location")
    }
    if !firstAttribute.isDimension, parts.isEmpty {
      if firstAttribute.axis != secondAttribute.axis {
        fail("Invalid pairing of layout attributes: one is horizontal, the other vertical")
      } else if firstAttribute.isDirectional != secondAttribute.isDirectional,
        firstAttribute.isAbsolute || secondAttribute.isAbsolute,
        firstAttribute.isDirectional || secondAttribute.isDirectional
      {
        fail("Invalid pairing of layout attributes: leading and trailing do not go with left and right")
      }
    }
  }

  /// E-696.
  private func checkConstant() {
    guard !constant.isFinite else { return }
    NSException.raise(
      .invalidArgumentException,
      "NSLayoutConstraint for \(description): the constant is not finite: \(constant)")
  }

  // MARK: Parts of the relation

  @ZeroingExistential var firstLayoutItem: (any LayoutConstrainable)?
  @ZeroingExistential var secondLayoutItem: (any LayoutConstrainable)?
  let parts: [Part]
  open var firstItem: AnyObject? { firstLayoutItem }
  open var secondItem: AnyObject? { secondLayoutItem }
  public let firstAttribute: Attribute
  public let secondAttribute: Attribute
  public let relation: Relation
  public let multiplier: CGFloat

  open var firstAnchor: NSLayoutAnchor<AnyObject> { NSLayoutAnchor(firstLayoutItem, firstAttribute) }
  open var secondAnchor: NSLayoutAnchor<AnyObject>? {
    secondLayoutItem.map { NSLayoutAnchor($0, secondAttribute) }
  }

  open var constant: CGFloat {
    didSet {
      guard oldValue != constant else { return }
      checkConstant()
      if case .installed(let id) = placement { engine?.constantChanged(of: self, id) }
      holder?.setNeedsLayout()
    }
  }

  open var priority = UILayoutPriority.required {
    didSet {
      guard oldValue != priority else { return }
      if case .installed = placement, let engine {
        if (oldValue == .required) != (priority == .required) {
          NSException.raise(
            .internalInconsistencyException,
            "\(description): the priority of an active constraint cannot change from required to not or back")
        }
        engine.uninstall(self)
        engine.enqueue(self)
      }
      holder?.setNeedsLayout()
    }
  }

  open var identifier: String?
  open var shouldBeArchived = false

  // MARK: Being active

  /// The view whose list the constraint is in.
  @Zeroing var holder: UIView?
  var placement = Placement.inactive
  @Zeroing var engine: LayoutEngine?
  /// The attributes' contribution to the constant (baselines), as last installed.
  var baseConstant = 0.0
  /// The variables of a baseline constraint, as last installed.
  var baselineTerms: [LinearExpression.Term] = []
  /// The order of activation among all constraints.
  var age: UInt64 = 0
  static var nextAge: UInt64 = 1_000_000
  /// Whether it is a size that depends on no other attribute.
  var isPlainSize: Bool { secondAttribute == .notAnAttribute && parts.isEmpty }
  /// Whether it was created by the system (stack views); such constraints are dropped before the app's own in
  /// a conflict.
  var isSystemMade = false

  open var isActive: Bool {
    get { holder != nil }
    set { if newValue { activate() } else { holder?.removeConstraint(self) } }
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func activate() {
    guard holder == nil else { return }
    guard let ancestor = commonAncestor() else {
      NSException.raise(
        NSExceptionName("NSGenericException"),
        "Unable to activate constraint \(description) because its items have no common ancestor. "
          + "Are they in different view hierarchies? Add the views to a common superview first.")
    }
    ancestor.hold(self)
  }

  func commonAncestor() -> UIView? {
    var result = firstLayoutItem?.layoutOwner
    func take(_ item: any LayoutConstrainable) {
      result = item.layoutOwner.flatMap { result?.nearestCommonAncestor(with: $0) }
    }
    if let secondLayoutItem { take(secondLayoutItem) }
    for part in parts { if let item = part.item { take(item) } }
    return result
  }

  /// Whether the constraint mentions the view, one of its guides, or anything below it.
  func mentions(descendantOf view: UIView) -> Bool {
    for item in [firstLayoutItem, secondLayoutItem] + parts.map(\.item) {
      if let owner = item?.layoutOwner, owner.isDescendant(of: view) { return true }
    }
    return false
  }

  // MARK: Describing

  /// `<NSLayoutConstraint 'id' UILabel.leading == UIView.leading + 8 @ 750 (active)>`; the same in every run.
  nonisolated open override var description: String {
    nonisolated(unsafe) let constraint = self  // because constraints live on the main actor
    return MainActor.assumeIsolated { constraint.text }
  }

  private var text: String {
    let relationName =
      switch relation {
      case .equal: "=="
      case .lessThanOrEqual: "<="
      case .greaterThanOrEqual: ">="
      }
    var text = "\(Self.name(firstLayoutItem, firstAttribute)) \(relationName) "
    if secondAttribute == .notAnAttribute {
      text += Self.number(constant)
    } else {
      if multiplier != 1 { text += "\(Self.number(multiplier))*" }
      text += Self.name(secondLayoutItem, secondAttribute)
      if constant != 0 {
        text += constant < 0 ? " - \(Self.number(-constant))" : " + \(Self.number(constant))"
      }
    }
    if priority != .required { text += " @ \(Self.number(CGFloat(priority.rawValue)))" }
    let name = identifier.map { "'\($0)' " } ?? ""
    return "<NSLayoutConstraint \(name)\(text) (\(isActive ? "active" : "inactive"))>"
  }

  private static func name(_ item: (any LayoutConstrainable)?, _ attribute: Attribute) -> String {
    "\(item?.layoutName ?? "nil").\(attribute)"
  }

  private static func number(_ value: CGFloat) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      NSLayoutConstraint.self,
      {
        [
          "constant": \.constant, "priority": \.priority, "identifier": \.identifier,
          "shouldBeArchived": \.shouldBeArchived, "active": \.isActive,
        ]
      },
      readOnly: {
        [
          "firstItem": \.firstItem, "secondItem": \.secondItem, "firstAttribute": \.firstAttribute,
          "secondAttribute": \.secondAttribute, "relation": \.relation, "multiplier": \.multiplier,
        ]
      }
    )
  }
}

/// Whether a value in `Any` is an empty optional, as `toItem: nil as UIView?` gives.
private func isNil(_ value: Any) -> Bool {
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional && mirror.children.isEmpty
}

extension NSLayoutConstraint.Attribute {
  var isDimension: Bool { self == .width || self == .height }

  var axis: NSLayoutConstraint.Axis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin, .centerXWithinMargins, .notAnAttribute:
      .horizontal
    case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
      .centerYWithinMargins:
      .vertical
    }
  }

  var isDirectional: Bool {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  var isAbsolute: Bool {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }

  /// The corresponding attribute of the margins guide, for margin attributes.
  var withinMargins: NSLayoutConstraint.Attribute? {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: nil
    }
  }
}
