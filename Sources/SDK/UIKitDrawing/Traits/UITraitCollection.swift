import CarobFoundation

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }
public enum UIAccessibilityContrast: Int, Sendable {
  case unspecified = -1
  case normal, high
}
public enum UIUserInterfaceLevel: Int, Sendable {
  case unspecified = -1
  case base, elevated
}
public enum UIDisplayGamut: Int, Sendable {
  case unspecified = -1
  case SRGB, P3
}
public enum UIForceTouchCapability: Int, Sendable { case unknown, unavailable, available }
public enum UILegibilityWeight: Int, Sendable {
  case unspecified = -1
  case regular, bold
}

/// The environment in which an interface is shown, such as appearance, scale and size classes. Immutable.
open class UITraitCollection: NSObject, @unchecked Sendable {
  // @unchecked because the values never change.
  package struct Values: Equatable {
    package var style = UIUserInterfaceStyle.unspecified
    package var horizontal = UIUserInterfaceSizeClass.unspecified
    package var vertical = UIUserInterfaceSizeClass.unspecified
    package var idiom = UIUserInterfaceIdiom.unspecified
    package var scale: CGFloat = 0
    package var contentSize = UIContentSizeCategory.unspecified
    package var direction: UIUserInterfaceLayoutDirection?
    package var level = UIUserInterfaceLevel.unspecified
    var contrast = UIAccessibilityContrast.unspecified
    /// Custom traits defined by the app, keyed by type.
    var custom: [ObjectIdentifier: CustomTraitValue] = [:]

    package init() {}
  }
  package let values: Values

  package init(values: Values) {
    self.values = values
    super.init()
  }
  public override init() {
    values = Values()
    super.init()
  }
  private convenience init(_ set: (inout Values) -> Void) {
    var values = Values()
    set(&values)
    self.init(values: values)
  }
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init { $0.style = userInterfaceStyle }
  }
  public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.init { $0.horizontal = horizontalSizeClass }
  }
  public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
    self.init { $0.vertical = verticalSizeClass }
  }
  public convenience init(userInterfaceIdiom: UIUserInterfaceIdiom) {
    self.init { $0.idiom = userInterfaceIdiom }
  }
  public convenience init(displayScale: CGFloat) { self.init { $0.scale = displayScale } }
  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init { $0.contentSize = preferredContentSizeCategory }
  }
  public convenience init(layoutDirection: UIUserInterfaceLayoutDirection) {
    self.init { $0.direction = layoutDirection }
  }
  public convenience init(userInterfaceLevel: UIUserInterfaceLevel) {
    self.init { $0.level = userInterfaceLevel }
  }

  /// Merges collections. Specified values of later collections override earlier ones.
  public convenience init(traitsFrom collections: [UITraitCollection]) {
    var result = Values()
    for other in collections.map(\.values) {
      if other.style != .unspecified { result.style = other.style }
      if other.horizontal != .unspecified { result.horizontal = other.horizontal }
      if other.vertical != .unspecified { result.vertical = other.vertical }
      if other.idiom != .unspecified { result.idiom = other.idiom }
      if other.scale != 0 { result.scale = other.scale }
      if other.contentSize != .unspecified { result.contentSize = other.contentSize }
      if other.direction != nil { result.direction = other.direction }
      if other.level != .unspecified { result.level = other.level }
      if other.contrast != .unspecified { result.contrast = other.contrast }
      result.custom.merge(other.custom) { $1 }
    }
    self.init(values: result)
  }

  open var userInterfaceStyle: UIUserInterfaceStyle { values.style }
  open var horizontalSizeClass: UIUserInterfaceSizeClass { values.horizontal }
  open var verticalSizeClass: UIUserInterfaceSizeClass { values.vertical }
  open var userInterfaceIdiom: UIUserInterfaceIdiom { values.idiom }
  open var displayScale: CGFloat { values.scale }
  open var preferredContentSizeCategory: UIContentSizeCategory { values.contentSize }
  open var layoutDirection: UIUserInterfaceLayoutDirection { values.direction ?? .leftToRight }
  open var userInterfaceLevel: UIUserInterfaceLevel { values.level }
  open var accessibilityContrast: UIAccessibilityContrast { values.contrast }
  open var displayGamut: UIDisplayGamut { .SRGB }
  open var forceTouchCapability: UIForceTouchCapability { .unavailable }
  open var legibilityWeight: UILegibilityWeight { .regular }

  open func containsTraits(in other: UITraitCollection?) -> Bool {
    guard let other else { return true }
    return UITraitCollection(traitsFrom: [self, other]).values == values
  }
  open func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool {
    values.style != other?.values.style || values.level != other?.values.level
      || values.contrast != other?.values.contrast
  }
  open func performAsCurrent(_ actions: () -> Void) { Self.performAsCurrent(self, actions) }

  package static func performAsCurrent(_ traits: UITraitCollection, _ actions: () -> Void) {
    let old = current
    current = traits
    actions()
    current = old
  }

  /// Creates a collection in which only the traits set by the closure are specified.
  public convenience init(mutations: (inout any UIMutableTraits) -> Void) {
    self.init(values: Values().mutated(mutations))
  }
  public func modifyingTraits(_ mutations: (inout any UIMutableTraits) -> Void) -> UITraitCollection {
    UITraitCollection(values: values.mutated(mutations))
  }
  public subscript<Trait: UITraitDefinition>(_ trait: Trait.Type) -> Trait.Value { values[trait] }
  /// The system's traits in which this collection differs from another.
  public func changedTraits(from other: UITraitCollection?) -> [UITrait] {
    let old = other ?? UITraitCollection()
    return Self.systemTraits.filter { $0.differs(self, old) }
  }
  private static var systemTraits: [UITrait] {
    [
      UITraitUserInterfaceIdiom.self, UITraitUserInterfaceStyle.self, UITraitLayoutDirection.self,
      UITraitDisplayScale.self, UITraitHorizontalSizeClass.self, UITraitVerticalSizeClass.self,
      UITraitPreferredContentSizeCategory.self, UITraitAccessibilityContrast.self,
      UITraitUserInterfaceLevel.self,
    ]
  }
  public static var systemTraitsAffectingColorAppearance: [UITrait] {
    [UITraitUserInterfaceStyle.self, UITraitUserInterfaceLevel.self, UITraitAccessibilityContrast.self]
  }
  public static var systemTraitsAffectingImageLookup: [UITrait] {
    [
      UITraitUserInterfaceIdiom.self, UITraitUserInterfaceStyle.self, UITraitLayoutDirection.self,
      UITraitDisplayScale.self, UITraitHorizontalSizeClass.self, UITraitVerticalSizeClass.self,
      UITraitAccessibilityContrast.self,
    ]
  }

  package func replacing(style: UIUserInterfaceStyle) -> UITraitCollection {
    var copy = values
    copy.style = style
    return UITraitCollection(values: copy)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UITraitCollection)?.values == values }
  open override var hash: Int {
    values.style.rawValue &* 31 &+ values.horizontal.rawValue &* 7 &+ values.vertical.rawValue
  }

  /// The traits used to resolve colours, fonts and images on the current thread: the view's during drawing,
  /// else the screen's.
  public static var current: UITraitCollection {
    get { CurrentTraits.ofThread }
    set { CurrentTraits.ofThread = newValue }
  }
}
