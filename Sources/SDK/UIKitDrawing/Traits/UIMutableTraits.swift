import CarobFoundation
import CoreGraphics

/// Traits that can be set, each by its type.
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

/// The traits that a closure changes.
struct MutableTraits: UIMutableTraits {
  package var values: UITraitCollection.Values
  package subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value {
    get { values[trait] }
    set { values[trait] = newValue }
  }
}

/// The traits that a view, controller, window or scene sets for itself and its descendants (E-573).
public struct UITraitOverrides: UIMutableTraits {
  private var setters: [ObjectIdentifier: (inout UITraitCollection.Values) -> Void] = [:]

  package init() {}

  /// The value that was set; the trait's default if none was.
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

  package var isEmpty: Bool { setters.isEmpty }
  package func applied(to traits: UITraitCollection) -> UITraitCollection {
    guard !isEmpty else { return traits }
    var result = traits.values
    // Each setter sets one trait, so their order does not matter.
    for set in setters.values { set(&result) }
    return UITraitCollection(values: result)
  }
}
