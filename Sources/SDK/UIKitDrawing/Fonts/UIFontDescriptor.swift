import CarobFoundation
import CoreGraphics
package import Raster

/// Describes a font by family, traits and size. Immutable.
open class UIFontDescriptor: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because nothing changes after init.
  package struct Values: Hashable {
    /// The platform's family name; nil for the system face.
    package var family: String?
    /// The family that is drawn when `family` is not nil.
    var drawnFamily = TextFont.system
    /// The PostScript name of a face that was requested by name.
    var postscriptName: String?
    package var design = SystemDesign.default
    package var size: CGFloat = 0
    package var weight = UIFont.Weight.regular
    var isItalic = false
    var isMonospaced = false
    var hasTabularDigits = false
    package var textStyle: UIFont.TextStyle?
    /// Whether the size is the app's choice and not that of the text style (E-970).
    package var isSizeChosen = false
  }
  package let values: Values

  package init(values: Values) {
    self.values = values
    super.init()
  }

  public convenience init(fontAttributes: [AttributeName: Any] = [:]) {
    self.init(values: Self.adding(fontAttributes, to: Values(size: 12)))
  }
  public convenience init(name fontName: String, size: CGFloat) {
    let found = FontCatalog.shared.descriptor(named: fontName, size: size)
    self.init(values: found?.values ?? Values(family: fontName, size: size))
  }
  public convenience init(name fontName: String, matrix: CGAffineTransform) {
    self.init(name: fontName, size: 12)
  }

  package static func system(
    size: CGFloat, weight: UIFont.Weight, isItalic: Bool = false, hasTabularDigits: Bool = false,
    design: SystemDesign = .default
  ) -> UIFontDescriptor {
    UIFontDescriptor(
      values: Values(
        design: design, size: size, weight: weight, isItalic: isItalic, hasTabularDigits: hasTabularDigits))
  }

  open class func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
    preferredFontDescriptor(withTextStyle: style, compatibleWith: nil)
  }
  open class func preferredFontDescriptor(
    withTextStyle style: UIFont.TextStyle, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFontDescriptor {
    var category = (traitCollection ?? .current).preferredContentSizeCategory
    if category == .unspecified { category = UITraitCollection.current.preferredContentSizeCategory }
    return UIFontDescriptor(
      values: Values(size: style.size(category), weight: style.weight, textStyle: style))
  }

  /// The same typeface in the size that the text style has for these traits; nil for a descriptor without a
  /// text style, and for one whose size the app chose (E-970).
  package func following(_ traits: UITraitCollection) -> UIFontDescriptor? {
    guard let style = values.textStyle, !values.isSizeChosen else { return nil }
    return with { $0.size = style.size(traits.preferredContentSizeCategory) }
  }

  // MARK: Properties

  open var pointSize: CGFloat { values.size }
  open var postscriptName: String {
    if let name = values.postscriptName { return name }
    guard let family = values.family else {
      switch values.design {
      case .monospaced: return ".SFUIMono-" + values.weight.name
      case .serif: return ".NewYork-" + values.weight.name
      case .rounded: return ".SFUIRounded-" + values.weight.name
      default: return ".SFUI-" + values.weight.name + (values.isItalic ? "Italic" : "")
      }
    }
    return FontCatalog.shared.postscriptName(
      family: family, isBold: values.weight.rawValue >= UIFont.Weight.semibold.rawValue,
      isItalic: values.isItalic)
  }
  package var family: String { values.family ?? ".AppleSystemUIFont" }

  open var symbolicTraits: SymbolicTraits {
    var traits: SymbolicTraits = []
    if values.weight.rawValue >= UIFont.Weight.semibold.rawValue { traits.insert(.traitBold) }
    if values.isItalic { traits.insert(.traitItalic) }
    if values.isMonospaced || values.design == .monospaced { traits.insert(.traitMonoSpace) }
    return traits
  }
  open var fontAttributes: [AttributeName: Any] {
    var result: [AttributeName: Any] = [.size: values.size]
    if let family = values.family { result[.family] = family }
    if let style = values.textStyle { result[.textStyle] = style }
    result[.name] = postscriptName
    result[.traits] =
      [TraitKey.weight: values.weight.rawValue, .symbolic: symbolicTraits.rawValue] as [TraitKey: Any]
    return result
  }
  open func object(forKey attribute: AttributeName) -> Any? { fontAttributes[attribute] }

  // MARK: Variations

  private func with(_ change: (inout Values) -> Void) -> UIFontDescriptor {
    var copy = values
    change(&copy)
    return UIFontDescriptor(values: copy)
  }
  open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
    with {
      $0.size = newPointSize
      $0.isSizeChosen = true
    }
  }
  /// The face with exactly these traits; never nil here, because every typeface has all styles.
  open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    with {
      let isBold = $0.weight.rawValue >= UIFont.Weight.semibold.rawValue
      if symbolicTraits.contains(.traitBold) != isBold {
        $0.weight = symbolicTraits.contains(.traitBold) ? .bold : .regular
      }
      $0.isItalic = symbolicTraits.contains(.traitItalic)
      $0.isMonospaced = symbolicTraits.contains(.traitMonoSpace)
      $0.postscriptName = nil
    }
  }
  open func withFamily(_ newFamily: String) -> UIFontDescriptor {
    with {
      $0.family = newFamily
      $0.drawnFamily = FontCatalog.shared.drawnFamily(newFamily)
      $0.postscriptName = nil
    }
  }
  open func withFace(_ newFace: String) -> UIFontDescriptor {
    with {
      let face = newFace.lowercased()
      $0.isItalic = face.contains("italic") || face.contains("oblique")
      $0.weight = FontCatalog.weight(ofFace: face)
      $0.postscriptName = nil
    }
  }
  open func withDesign(_ design: SystemDesign) -> UIFontDescriptor? { with { $0.design = design } }
  open func withMatrix(_ matrix: CGAffineTransform) -> UIFontDescriptor {
    unimplemented("UIFontDescriptor.withMatrix(_:)")
    return self
  }
  open func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
    UIFontDescriptor(values: Self.adding(attributes, to: values))
  }

  private static func adding(_ attributes: [AttributeName: Any], to values: Values) -> Values {
    var result = values
    func number(_ value: Any?) -> CGFloat? {
      (value as? CGFloat) ?? (value as? Double).map { CGFloat($0) }
        ?? (value as? NSNumber).map { CGFloat($0.doubleValue) }
    }
    if let name = attributes[.name] as? String,
      let found = FontCatalog.shared.descriptor(named: name, size: result.size)
    {
      result = found.values
    }
    if let family = attributes[.family] as? String {
      result.family = family
      result.drawnFamily = FontCatalog.shared.drawnFamily(family)
      result.postscriptName = nil
    }
    if let size = number(attributes[.size]) {
      result.size = size
      result.isSizeChosen = true
    }
    if let face = attributes[.face] as? String {
      result = UIFontDescriptor(values: result).withFace(face).values
    }
    if let style = attributes[.textStyle] as? UIFont.TextStyle {
      result = preferredFontDescriptor(withTextStyle: style).values
    }
    if let traits = attributes[.traits] as? [TraitKey: Any] {
      if let weight = traits[.weight] as? UIFont.Weight { result.weight = weight }
      if let weight = number(traits[.weight]) { result.weight = UIFont.Weight(weight) }
      if let slant = number(traits[.slant]) { result.isItalic = slant != 0 }
      if let raw = traits[.symbolic] as? UInt32,
        let styled = UIFontDescriptor(values: result).withSymbolicTraits(SymbolicTraits(rawValue: raw))
      {
        result = styled.values
      }
    }
    // The only feature that apps select by number: monospaced digits.
    if let features = attributes[.featureSettings] as? [[FeatureKey: Int]],
      features.contains(where: { $0[.type] == 6 && $0[.selector] == 0 })
    {
      result.hasTabularDigits = true
    }
    return result
  }

  package var textFont: TextFont {
    var family = values.drawnFamily
    if values.family == nil {
      switch values.design {
      case .monospaced: family = TextFont.monospaced
      case .serif: family = TextFont.serif
      case .rounded: family = TextFont.rounded
      default: break
      }
    }
    if values.isMonospaced { family = TextFont.monospaced }
    return TextFont(
      family: family, size: Double(values.size), weight: values.weight.css, isItalic: values.isItalic,
      hasTabularDigits: values.hasTabularDigits)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIFontDescriptor)?.values == values }
  open override var hash: Int { values.hashValue }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension UIFontDescriptor {
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let traitItalic = SymbolicTraits(rawValue: 1)
    public static let traitBold = SymbolicTraits(rawValue: 2)
    public static let traitExpanded = SymbolicTraits(rawValue: 1 << 5)
    public static let traitCondensed = SymbolicTraits(rawValue: 1 << 6)
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
    public static let traitVertical = SymbolicTraits(rawValue: 1 << 11)
    public static let traitUIOptimized = SymbolicTraits(rawValue: 1 << 12)
    public static let traitTightLeading = SymbolicTraits(rawValue: 1 << 15)
    public static let traitLooseLeading = SymbolicTraits(rawValue: 1 << 16)
  }
  public struct AttributeName: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let family = AttributeName(rawValue: "NSFontFamilyAttribute")
    public static let name = AttributeName(rawValue: "NSFontNameAttribute")
    public static let face = AttributeName(rawValue: "NSFontFaceAttribute")
    public static let size = AttributeName(rawValue: "NSFontSizeAttribute")
    public static let visibleName = AttributeName(rawValue: "NSFontVisibleNameAttribute")
    public static let matrix = AttributeName(rawValue: "NSFontMatrixAttribute")
    public static let characterSet = AttributeName(rawValue: "NSCTFontCharacterSetAttribute")
    public static let cascadeList = AttributeName(rawValue: "NSCTFontCascadeListAttribute")
    public static let traits = AttributeName(rawValue: "NSCTFontTraitsAttribute")
    public static let fixedAdvance = AttributeName(rawValue: "NSCTFontFixedAdvanceAttribute")
    public static let featureSettings = AttributeName(rawValue: "NSCTFontFeatureSettingsAttribute")
    public static let textStyle = AttributeName(rawValue: "NSCTFontUIUsageAttribute")
  }
  public struct TraitKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let symbolic = TraitKey(rawValue: "NSCTFontSymbolicTrait")
    public static let weight = TraitKey(rawValue: "NSCTFontWeightTrait")
    public static let width = TraitKey(rawValue: "NSCTFontProportionTrait")
    public static let slant = TraitKey(rawValue: "NSCTFontSlantTrait")
  }
  public struct FeatureKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let type = FeatureKey(rawValue: "CTFeatureTypeIdentifier")
    public static let selector = FeatureKey(rawValue: "CTFeatureSelectorIdentifier")
    public static let featureIdentifier = type
    public static let typeIdentifier = selector
  }
  public struct SystemDesign: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
    public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
    public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
    public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
  }
}
