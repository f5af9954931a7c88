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

/// The conditions under which something is shown. Immutable.
open class UITraitCollection: NSObject, @unchecked Sendable {
  // @unchecked because the values never change.
  struct Values: Equatable {
    var style = UIUserInterfaceStyle.unspecified
    var horizontal = UIUserInterfaceSizeClass.unspecified
    var vertical = UIUserInterfaceSizeClass.unspecified
    var idiom = UIUserInterfaceIdiom.unspecified
    var scale: CGFloat = 0
    var contentSize = UIContentSizeCategory.unspecified
    var direction: UIUserInterfaceLayoutDirection?
    var level = UIUserInterfaceLevel.unspecified
    var contrast = UIAccessibilityContrast.unspecified
  }
  let values: Values

  init(values: Values) {
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

  /// Later collections win where they say something.
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

  static func performAsCurrent(_ traits: UITraitCollection, _ actions: () -> Void) {
    let old = current
    current = traits
    actions()
    current = old
  }

  func replacing(style: UIUserInterfaceStyle) -> UITraitCollection {
    var copy = values
    copy.style = style
    return UITraitCollection(values: copy)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UITraitCollection)?.values == values }
  open override var hash: Int {
    values.style.rawValue &* 31 &+ values.horizontal.rawValue &* 7 &+ values.vertical.rawValue
  }

  /// The traits for whatever is resolved now on this thread: while drawing, the view's; else the screen's.
  public static var current: UITraitCollection {
    get { CurrentTraits.ofThread }
    set { CurrentTraits.ofThread = newValue }
  }
}

/// A trait by its type, as `registerForTraitChanges` takes it.
public typealias UITrait = UITraitDefinition.Type
public protocol UITraitDefinition {}
public enum UITraitUserInterfaceStyle: UITraitDefinition {}
public enum UITraitHorizontalSizeClass: UITraitDefinition {}
public enum UITraitVerticalSizeClass: UITraitDefinition {}
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {}
public enum UITraitDisplayScale: UITraitDefinition {}
public enum UITraitUserInterfaceIdiom: UITraitDefinition {}
public enum UITraitLayoutDirection: UITraitDefinition {}

@preconcurrency @MainActor
public protocol UITraitChangeRegistration: AnyObject {}

/// One registration for trait changes.
@MainActor
final class TraitRegistration: UITraitChangeRegistration {
  let traits: [any UITraitDefinition.Type]
  let handler: (UITraitCollection) -> Void
  init(traits: [any UITraitDefinition.Type], handler: @escaping (UITraitCollection) -> Void) {
    self.traits = traits
    self.handler = handler
  }

  func concerns(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool {
    traits.contains { trait in
      switch ObjectIdentifier(trait) {
      case ObjectIdentifier(UITraitUserInterfaceStyle.self):
        return old.userInterfaceStyle != new.userInterfaceStyle
      case ObjectIdentifier(UITraitHorizontalSizeClass.self):
        return old.horizontalSizeClass != new.horizontalSizeClass
      case ObjectIdentifier(UITraitVerticalSizeClass.self):
        return old.verticalSizeClass != new.verticalSizeClass
      case ObjectIdentifier(UITraitPreferredContentSizeCategory.self):
        return old.preferredContentSizeCategory != new.preferredContentSizeCategory
      case ObjectIdentifier(UITraitDisplayScale.self): return old.displayScale != new.displayScale
      case ObjectIdentifier(UITraitUserInterfaceIdiom.self):
        return old.userInterfaceIdiom != new.userInterfaceIdiom
      case ObjectIdentifier(UITraitLayoutDirection.self): return old.layoutDirection != new.layoutDirection
      default: return false
      }
    }
  }
}

/// Something that can register for trait changes.
@preconcurrency @MainActor
public protocol UITraitChangeObservable: AnyObject {}

extension UIViewController: UITraitChangeObservable {
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], handler: @escaping (UIViewController, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    let registration = TraitRegistration(traits: traits) { [unowned self] old in handler(self, old) }
    traitRegistrations.append(registration)
    return registration
  }
}

extension UIView: UITraitChangeObservable, UITraitEnvironment {
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], handler: @escaping (UIView, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    let registration = TraitRegistration(traits: traits) { [unowned self] old in handler(self, old) }
    traitRegistrations.append(registration)
    return registration
  }

  /// The traits around the view may be others: tells controller and view, then the subviews (E-148).
  func traitsMayHaveChanged(_ old: UITraitCollection?) {
    let new = traitCollection
    if let old, old.isEqual(new), self is UIWindow == false { return }
    updateBackgroundColor()
    setNeedsDisplay()
    setNeedsLayout()
    colorsMayHaveChanged()
    if let controller = viewController {
      Journal.deliver(.appearance, "traitCollectionDidChange(_:)", to: controller, category: .lifetime) {
        controller.traitCollectionDidChange(old)
      }
      if let old {
        for entry in controller.traitRegistrations where entry.concerns(old, new) { entry.handler(old) }
      }
    }
    Journal.deliver(.layout, "traitCollectionDidChange(_:)", to: self, category: .lifetime) {
      traitCollectionDidChange(old)
    }
    if let old { for entry in traitRegistrations where entry.concerns(old, new) { entry.handler(old) } }
    for view in subviews { view.traitsMayHaveChanged(old) }
  }

  func safeAreaMayHaveChanged() {
    Journal.deliver(.layout, "safeAreaInsetsDidChange()", to: self, category: .lifetime) {
      safeAreaInsetsDidChange()
    }
    layoutGuidesChanged()
    setNeedsLayout()
    for view in subviews { view.safeAreaMayHaveChanged() }
  }
}
