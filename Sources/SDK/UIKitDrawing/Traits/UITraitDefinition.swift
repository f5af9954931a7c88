import CarobFoundation

/// Defines a trait: its type of value and its default. Apps can define their own.
public protocol UITraitDefinition {
  associatedtype Value
  static var defaultValue: Value { get }
  static var name: String { get }
  static var identifier: String { get }
  static var affectsColorAppearance: Bool { get }
}
extension UITraitDefinition {
  public static var name: String { String(describing: Self.self) }
  public static var identifier: String {
    let name = String(reflecting: Self.self)
    // NB: apps see the traits of this module as UIKit's.
    return name.hasPrefix("UIKitDrawing.") ? "UIKit" + name.dropFirst("UIKitDrawing".count) : name
  }
  public static var affectsColorAppearance: Bool { false }

  package static func differs(_ one: UITraitCollection, _ other: UITraitCollection) -> Bool {
    !isSame(one[Self.self], other[Self.self])
  }
  /// DEVIATION: values that are not `Equatable` count as changed unless both are the same object.
  fileprivate static func isSame(_ one: Any, _ other: Any) -> Bool {
    func isSame<T: Equatable>(_ value: T) -> Bool { (other as? T) == value }
    if let one = one as? any Equatable { return isSame(one) }
    return one as AnyObject === other as AnyObject
  }
}

/// A trait identified by its type, as passed to `registerForTraitChanges`.
public typealias UITrait = any UITraitDefinition.Type

public enum UITraitUserInterfaceStyle: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceStyle { .unspecified }
  public static var affectsColorAppearance: Bool { true }
}
public enum UITraitHorizontalSizeClass: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
}
public enum UITraitVerticalSizeClass: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
}
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
  public static var defaultValue: UIContentSizeCategory { .unspecified }
}
public enum UITraitDisplayScale: UITraitDefinition {
  public static var defaultValue: CGFloat { 0 }
}
public enum UITraitUserInterfaceIdiom: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceIdiom { .unspecified }
}
public enum UITraitLayoutDirection: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceLayoutDirection { .leftToRight }
}
public enum UITraitUserInterfaceLevel: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceLevel { .unspecified }
  public static var affectsColorAppearance: Bool { true }
}
public enum UITraitAccessibilityContrast: UITraitDefinition {
  public static var defaultValue: UIAccessibilityContrast { .unspecified }
  public static var affectsColorAppearance: Bool { true }
}
public enum UITraitLegibilityWeight: UITraitDefinition {
  public static var defaultValue: UILegibilityWeight { .regular }
}

/// The value of a custom trait.
struct CustomTraitValue: Equatable {
  let value: Any
  let isSame: (Any, Any) -> Bool
  static func == (one: CustomTraitValue, other: CustomTraitValue) -> Bool {
    one.isSame(one.value, other.value)
  }
}

extension UITraitCollection.Values {
  package subscript<Trait: UITraitDefinition>(_ trait: Trait.Type) -> Trait.Value {
    get { system(trait) as? Trait.Value ?? Trait.defaultValue }
    set {
      switch newValue {
      case let value as UIUserInterfaceStyle: style = value
      case let value as UIUserInterfaceSizeClass where trait == UITraitHorizontalSizeClass.self:
        horizontal = value
      case let value as UIUserInterfaceSizeClass where trait == UITraitVerticalSizeClass.self:
        vertical = value
      case let value as UIUserInterfaceIdiom where trait == UITraitUserInterfaceIdiom.self: idiom = value
      case let value as CGFloat where trait == UITraitDisplayScale.self: scale = value
      case let value as UIContentSizeCategory where trait == UITraitPreferredContentSizeCategory.self:
        contentSize = value
      case let value as UIUserInterfaceLayoutDirection where trait == UITraitLayoutDirection.self:
        direction = value
      case let value as UIUserInterfaceLevel where trait == UITraitUserInterfaceLevel.self: level = value
      case let value as UIAccessibilityContrast where trait == UITraitAccessibilityContrast.self:
        contrast = value
      default: custom[ObjectIdentifier(trait)] = CustomTraitValue(value: newValue, isSame: Trait.isSame)
      }
    }
  }

  private func system(_ trait: Any.Type) -> Any? {
    switch ObjectIdentifier(trait) {
    case ObjectIdentifier(UITraitUserInterfaceStyle.self): style
    case ObjectIdentifier(UITraitHorizontalSizeClass.self): horizontal
    case ObjectIdentifier(UITraitVerticalSizeClass.self): vertical
    case ObjectIdentifier(UITraitUserInterfaceIdiom.self): idiom
    case ObjectIdentifier(UITraitDisplayScale.self): scale
    case ObjectIdentifier(UITraitPreferredContentSizeCategory.self): contentSize
    case ObjectIdentifier(UITraitLayoutDirection.self): direction
    case ObjectIdentifier(UITraitUserInterfaceLevel.self): level
    case ObjectIdentifier(UITraitAccessibilityContrast.self): contrast
    default: custom[ObjectIdentifier(trait)]?.value
    }
  }

  package func mutated(_ mutations: (inout any UIMutableTraits) -> Void) -> Self {
    var traits: any UIMutableTraits = MutableTraits(values: self)
    mutations(&traits)
    return (traits as? MutableTraits)?.values ?? self
  }
}
