import CarobFoundation
import CoreGraphics

/// A colour, fixed or dependent on the traits under which it is drawn. Immutable; usable on any thread.
open class UIColor: NSObject, NSCopying, NSSecureCoding, _ExpressibleByColorLiteral, @unchecked Sendable {
  // @unchecked because nothing changes after init.
  package enum Kind {
    case fixed(CGColor)
    case dynamic((UITraitCollection) -> UIColor)
    case pattern(UIImage)
  }
  package let kind: Kind
  /// The name that `description` prints for a named colour.
  let catalogName: String?

  package init(kind: Kind, catalogName: String? = nil) {
    self.kind = kind
    self.catalogName = catalogName
    super.init()
  }

  // MARK: Creating

  /// A colour without components; draws nothing (E-800).
  public convenience override init() { self.init(white: 0, alpha: 0) }
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(kind: .fixed(CGColor(space: .gray, values: [white, alpha])))
  }
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(kind: .fixed(CGColor(red: red, green: green, blue: blue, alpha: alpha)))
  }
  /// DEVIATION: drawn as sRGB with the same numbers.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let rgb = HueColor(hue: hue, saturation: saturation, brightness: brightness).rgb
    self.init(red: rgb.red, green: rgb.green, blue: rgb.blue, alpha: alpha)
  }
  public convenience init(cgColor: CGColor) { self.init(kind: .fixed(cgColor)) }
  public convenience init(patternImage image: UIImage) { self.init(kind: .pattern(image)) }
  /// The provider is called each time the colour is resolved.
  public convenience init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    self.init(kind: .dynamic(dynamicProvider))
  }
  /// A colour from the app's asset catalog; nil if the catalog has no colour of this name.
  public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }
  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
  ) {
    guard let provider = AssetCatalog.of(bundle ?? .main).color(named: name) else { return nil }
    guard let traitCollection else {
      self.init(kind: .dynamic(provider), catalogName: name)
      return
    }
    self.init(kind: provider(traitCollection).kind, catalogName: name)
  }
  public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }

  // MARK: Resolving

  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    var color = self
    // A provider may return another dynamic colour; the limit stops providers that never end in a fixed
    // one.
    for _ in 0..<8 {
      guard case .dynamic(let provider) = color.kind else { return color }
      color = provider(traitCollection)
    }
    return color
  }

  /// The colour for the current traits.
  open var cgColor: CGColor {
    switch resolvedColor(with: .current).kind {
    case .fixed(let color): return color
    case .pattern(let image):
      guard let picture = image.uprightImage else { return CGColor(gray: 0, alpha: 0) }
      return CGColor(pattern: picture, scale: image.scale)
    case .dynamic: return CGColor(gray: 0, alpha: 1)
    }
  }

  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    switch kind {
    case .fixed(let color): return UIColor(cgColor: color.copy(alpha: alpha) ?? color)
    case .dynamic: return UIColor { [self] in resolvedColor(with: $0).withAlphaComponent(alpha) }
    case .pattern: return UIColor(cgColor: cgColor.copy(alpha: alpha) ?? cgColor)
    }
  }

  // MARK: Components

  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let c = components else { return false }
    red?.pointee = c.red
    green?.pointee = c.green
    blue?.pointee = c.blue
    alpha?.pointee = c.alpha
    return true
  }

  @discardableResult
  open func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let c = components else { return false }
    let color = HueColor(red: c.red, green: c.green, blue: c.blue)
    hue?.pointee = color.hue
    saturation?.pointee = color.saturation
    brightness?.pointee = color.brightness
    alpha?.pointee = c.alpha
    return true
  }

  @discardableResult
  open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    guard let c = components else { return false }
    white?.pointee =
      c.red == c.green && c.green == c.blue ? c.red : 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue
    alpha?.pointee = c.alpha
    return true
  }

  /// Red, green, blue, alpha for the current traits; nil for patterns.
  private var components: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat)? {
    let color = cgColor
    guard color.pattern == nil else { return nil }
    let raster = color.raster
    return (CGFloat(raster.red), CGFloat(raster.green), CGFloat(raster.blue), CGFloat(raster.alpha))
  }

  // MARK: Drawing

  open func set() {
    setFill()
    setStroke()
  }
  open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
  open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

  // MARK: Object

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if other === self { return true }
    switch (kind, other.kind) {
    case (.fixed(let a), .fixed(let b)):
      return a.components == b.components && a.colorSpace?.model == b.colorSpace?.model
    case (.pattern(let a), .pattern(let b)): return a.isEqual(b)
    case (.dynamic, .dynamic): return catalogName != nil && catalogName == other.catalogName
    default: return false
    }
  }
  open override var hash: Int {
    switch kind {
    case .fixed(let color): return color.hashValue
    case .pattern(let image): return ObjectIdentifier(image).hashValue
    case .dynamic: return catalogName?.hashValue ?? ObjectIdentifier(self).hashValue
    }
  }
  open override var description: String {
    switch kind {
    case .fixed(let color):
      let space =
        color.colorSpace?.model == .monochrome ? "UIExtendedGrayColorSpace" : "UIExtendedSRGBColorSpace"
      return ([space] + (color.components ?? []).map { NSCoder.short($0) }).joined(separator: " ")
    case .pattern(let image): return "UIPatternColor \(image)"
    case .dynamic:
      return catalogName.map { "<UIDynamicCatalogColor; name = \($0)>" } ?? "<UIDynamicProviderColor>"
    }
  }
  open override var debugDescription: String { description }
  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) {
    guard let c = components else { return }
    for (key, value) in [("UIRed", c.red), ("UIGreen", c.green), ("UIBlue", c.blue), ("UIAlpha", c.alpha)] {
      coder.encode(Double(value), forKey: key)
    }
  }
  public required convenience init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "UIRed") else { return nil }
    func value(_ key: String) -> CGFloat { CGFloat(coder.decodeDouble(forKey: key)) }
    self.init(red: value("UIRed"), green: value("UIGreen"), blue: value("UIBlue"), alpha: value("UIAlpha"))
  }
}

/// The type of `#colorLiteral` expressions.
public typealias _ColorLiteralType = UIColor
