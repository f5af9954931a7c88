import CarobFoundation

/// A container of traits that can be modified.
public protocol UIMutableTraits {
  subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value { get set }
}
extension UIMutableTraits {
  public var userInterfaceStyle: UIUserInterfaceStyle {
    get { self[UITraitUserInterfaceStyle.self] }
    set { self[UITraitUserInterfaceStyle.self] = newValue }
  }
  public var horizontalSizeClass: UIUserInterfaceSizeClass {
    get { self[UITraitHorizontalSizeClass.self] }
    set { self[UITraitHorizontalSizeClass.self] = newValue }
  }
  public var verticalSizeClass: UIUserInterfaceSizeClass {
    get { self[UITraitVerticalSizeClass.self] }
    set { self[UITraitVerticalSizeClass.self] = newValue }
  }
  public var userInterfaceIdiom: UIUserInterfaceIdiom {
    get { self[UITraitUserInterfaceIdiom.self] }
    set { self[UITraitUserInterfaceIdiom.self] = newValue }
  }
  public var displayScale: CGFloat {
    get { self[UITraitDisplayScale.self] }
    set { self[UITraitDisplayScale.self] = newValue }
  }
  public var preferredContentSizeCategory: UIContentSizeCategory {
    get { self[UITraitPreferredContentSizeCategory.self] }
    set { self[UITraitPreferredContentSizeCategory.self] = newValue }
  }
  public var layoutDirection: UIUserInterfaceLayoutDirection {
    get { self[UITraitLayoutDirection.self] }
    set { self[UITraitLayoutDirection.self] = newValue }
  }
  public var userInterfaceLevel: UIUserInterfaceLevel {
    get { self[UITraitUserInterfaceLevel.self] }
    set { self[UITraitUserInterfaceLevel.self] = newValue }
  }
  public var accessibilityContrast: UIAccessibilityContrast {
    get { self[UITraitAccessibilityContrast.self] }
    set { self[UITraitAccessibilityContrast.self] = newValue }
  }
}

/// The traits that a mutation closure changes.
struct MutableTraits: UIMutableTraits {
  var values: UITraitCollection.Values
  subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value {
    get { values[trait] }
    set { values[trait] = newValue }
  }
}

/// The traits that a view, controller, window or scene overrides for itself and everything it contains
/// (E-573).
public struct UITraitOverrides: UIMutableTraits {
  private var setters: [ObjectIdentifier: (inout UITraitCollection.Values) -> Void] = [:]

  /// The overridden value; the trait's default if it is not overridden.
  public subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value {
    get {
      var values = UITraitCollection.Values()
      setters[ObjectIdentifier(trait)]?(&values)
      return values[trait]
    }
    set { setters[ObjectIdentifier(trait)] = { $0[trait] = newValue } }
  }
  public func contains(_ trait: UITrait) -> Bool { setters[ObjectIdentifier(trait)] != nil }
  public mutating func remove(_ trait: UITrait) { setters[ObjectIdentifier(trait)] = nil }

  var isEmpty: Bool { setters.isEmpty }
  func applied(to traits: UITraitCollection) -> UITraitCollection {
    guard !isEmpty else { return traits }
    var result = traits.values
    // Each setter sets one trait, so their order does not matter.
    for set in setters.values { set(&result) }
    return UITraitCollection(values: result)
  }
}

extension UIView {
  /// DEVIATION: a change takes effect immediately; the platform updates the traits before the next layout.
  public var traitOverrides: UITraitOverrides {
    get { traitOverridesStorage ?? UITraitOverrides() }
    set { changingTraits { traitOverridesStorage = newValue.isEmpty ? nil : newValue } }
  }
  public func updateTraitsIfNeeded() {}

  /// Performs a change and notifies of the resulting trait changes. Views outside a window are not notified.
  func changingTraits(_ change: () -> Void) {
    let old = traitCollection
    change()
    if windowStorage == nil { updateBackgroundColor() } else { traitsMayHaveChanged(old) }
  }
}

extension UIViewController {
  /// DEVIATION: a change takes effect immediately; the platform updates the traits before the next layout.
  public var traitOverrides: UITraitOverrides {
    get { traitOverridesStorage ?? UITraitOverrides() }
    set { changingTraits { traitOverridesStorage = newValue.isEmpty ? nil : newValue } }
  }
  public func updateTraitsIfNeeded() {}

  func changingTraits(_ change: () -> Void) {
    if let view = viewIfLoaded { view.changingTraits(change) } else { change() }
  }

  /// The surrounding traits with the overrides of the controller and those of its parent for it.
  func ownTraits(_ around: UITraitCollection) -> UITraitCollection {
    var result = around
    if let override = parent?.childTraitOverrides[ObjectIdentifier(self)] {
      result = UITraitCollection(traitsFrom: [result, override])
    }
    if parent == nil, let override = presentation?.overrideTraitCollection {
      result = UITraitCollection(traitsFrom: [result, override])
    }
    if overrideUserInterfaceStyle != .unspecified {
      result = result.replacing(style: overrideUserInterfaceStyle)
    }
    return traitOverridesStorage?.applied(to: result) ?? result
  }
}
