import CarobFoundation
import CoreGraphics
package import Raster

/// A typeface at a size. Immutable; usable on any thread.
open class UIFont: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because nothing changes after init.
  public let fontDescriptor: UIFontDescriptor
  /// The typeface that is drawn.
  package let textFont: TextFont
  private let metrics: TextFontMetrics

  /// How `UIFontMetrics` made the font; nil for other fonts (E-970).
  private let scaling: Scaling?
  private struct Scaling {
    let metrics: UIFontMetrics
    let base: UIFont
    let maximumPointSize: CGFloat
  }

  package convenience init(_ descriptor: UIFontDescriptor) { self.init(descriptor, nil) }

  /// A font that `metrics` scaled from `base`.
  convenience init(
    scaled base: UIFont, to size: CGFloat, by metrics: UIFontMetrics, maximumPointSize: CGFloat
  ) {
    self.init(
      base.fontDescriptor.withSize(size),
      Scaling(metrics: metrics, base: base, maximumPointSize: maximumPointSize))
  }

  private init(_ descriptor: UIFontDescriptor, _ scaling: Scaling?) {
    self.scaling = scaling
    fontDescriptor = descriptor
    textFont = descriptor.textFont
    metrics = TextEngine.metrics(of: textFont)
    super.init()
  }

  /// A size of 0 keeps the descriptor's.
  public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    self.init(pointSize > 0 ? descriptor.withSize(pointSize) : descriptor)
  }

  /// Finds a font by PostScript, full or family name: one of the platform's fonts, drawn with a similar free
  /// font, or a font bundled with the app. Nil for unknown names.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard let descriptor = FontCatalog.shared.descriptor(named: fontName, size: fontSize > 0 ? fontSize : 12)
    else {
      return nil
    }
    self.init(descriptor)
  }

  // MARK: System faces

  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .regular)
  }
  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    let key = SystemFace(size: fontSize, weight: weight)
    if let known = systemFonts.withLock({ $0[key] }) { return known }
    let font = UIFont(UIFontDescriptor.system(size: fontSize, weight: weight))
    systemFonts.withLock { fonts in
      // OPTIMIZATION: apps use few system fonts; the limit keeps an app that animates font sizes from
      // caching all.
      if fonts.count >= 64 { fonts.removeAll() }
      fonts[key] = font
    }
    return font
  }

  private struct SystemFace: Hashable {
    var size: CGFloat
    var weight: Weight
  }
  private static let systemFonts = Guarded<[SystemFace: UIFont]>([:])

  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight, width: Width) -> UIFont {
    systemFont(ofSize: fontSize, weight: weight)
  }
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .semibold)
  }
  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(UIFontDescriptor.system(size: fontSize, weight: .regular, isItalic: true))
  }
  open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(UIFontDescriptor.system(size: fontSize, weight: weight, hasTabularDigits: true))
  }
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(UIFontDescriptor.system(size: fontSize, weight: weight, design: .monospaced))
  }

  public class var labelFontSize: CGFloat { 17 }
  public class var buttonFontSize: CGFloat { 18 }
  public class var smallSystemFontSize: CGFloat { 12 }
  public class var systemFontSize: CGFloat { 14 }

  // MARK: Dynamic Type

  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(forTextStyle: style, compatibleWith: nil)
  }
  open class func preferredFont(
    forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont {
    UIFont(UIFontDescriptor.preferredFontDescriptor(withTextStyle: style, compatibleWith: traitCollection))
  }

  // E-970.1
  /// The font in the size for these traits; nil if the font does not follow the user's text size.
  package func following(_ traits: UITraitCollection) -> UIFont? {
    if let scaling {
      return scaling.metrics.scaledFont(
        for: scaling.base, maximumPointSize: scaling.maximumPointSize, compatibleWith: traits)
    }
    return fontDescriptor.following(traits).map { UIFont($0) }
  }

  // MARK: Names and sizes

  public class var familyNames: [String] { FontCatalog.shared.familyNames }
  open class func fontNames(forFamilyName familyName: String) -> [String] {
    FontCatalog.shared.fontNames(family: familyName)
  }
  open var familyName: String { fontDescriptor.family }
  open var fontName: String { fontDescriptor.postscriptName }
  open var pointSize: CGFloat { fontDescriptor.pointSize }
  open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(fontDescriptor.withSize(fontSize)) }

  open var ascender: CGFloat { CGFloat(metrics.ascent) }
  /// Negative: below the baseline.
  open var descender: CGFloat { CGFloat(-metrics.descent) }
  open var capHeight: CGFloat { CGFloat(metrics.capHeight) }
  open var xHeight: CGFloat { CGFloat(metrics.xHeight) }
  open var lineHeight: CGFloat { CGFloat(metrics.lineHeight) }
  open var leading: CGFloat { CGFloat(metrics.leading) }

  // MARK: Object

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIFont)?.fontDescriptor == fontDescriptor }
  open override var hash: Int { textFont.hashValue }
  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override var description: String {
    let face = textFont.weight >= 600 ? "bold" : "normal"
    return "<UICTFont> font-family: \"\(familyName)\"; font-weight: \(face); font-style: "
      + "\(textFont.isItalic ? "italic" : "normal"); font-size: \(String(format: "%.2f", Double(pointSize)))pt"
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIFont.self,
      { [:] },
      readOnly: {
        [
          "fontDescriptor": \.fontDescriptor, "familyName": \.familyName, "fontName": \.fontName,
          "pointSize": \.pointSize, "ascender": \.ascender, "descender": \.descender,
          "capHeight": \.capHeight, "xHeight": \.xHeight, "lineHeight": \.lineHeight, "leading": \.leading,
        ]
      }
    )
  }
}

extension UIFont {
  public struct Weight: Hashable, RawRepresentable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.init(rawValue: rawValue) }
    public static let ultraLight = Weight(-0.8)
    public static let thin = Weight(-0.6)
    public static let light = Weight(-0.4)
    public static let regular = Weight(0)
    public static let medium = Weight(0.23)
    public static let semibold = Weight(0.3)
    public static let bold = Weight(0.4)
    public static let heavy = Weight(0.56)
    public static let black = Weight(0.62)

    private static let steps: [(weight: CGFloat, css: Int, name: String)] = [
      (-0.8, 100, "Ultralight"), (-0.6, 200, "Thin"), (-0.4, 300, "Light"), (0, 400, "Regular"),
      (0.23, 500, "Medium"), (0.3, 600, "Semibold"), (0.4, 700, "Bold"), (0.56, 800, "Heavy"),
      (0.62, 900, "Black"),
    ]
    private var step: (weight: CGFloat, css: Int, name: String) {
      Self.steps.min { abs($0.weight - rawValue) < abs($1.weight - rawValue) } ?? (0, 400, "Regular")
    }
    /// The CSS weight, 100…900.
    var css: Int { step.css }
    package var name: String { step.name }
    package init(css: Int) {
      self.init((Self.steps.min { abs($0.css - css) < abs($1.css - css) } ?? (0, 400, "")).weight)
    }
  }

  public struct Width: Hashable, RawRepresentable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.init(rawValue: rawValue) }
    public static let compressed = Width(-0.3)
    public static let condensed = Width(-0.2)
    public static let standard = Width(0)
    public static let expanded = Width(0.2)
  }

  public struct TextStyle: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let extraLargeTitle = TextStyle(rawValue: "UICTFontTextStyleExtraLargeTitle")
    public static let extraLargeTitle2 = TextStyle(rawValue: "UICTFontTextStyleExtraLargeTitle2")
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

    /// The published sizes in points, from extra small to the largest accessibility size.
    private static let sizes: [TextStyle: [CGFloat]] = [
      .extraLargeTitle: [33, 34, 35, 36, 38, 40, 42, 46, 50, 54, 58, 62],
      .extraLargeTitle2: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
      .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60],
      .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
      .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56],
      .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55],
      .headline: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
      .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
      .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51],
      .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49],
      .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44],
      .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43],
      .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40],
    ]
    package func size(_ category: UIContentSizeCategory) -> CGFloat {
      (Self.sizes[self] ?? Self.sizes[.body] ?? [])[category.step]
    }
    package var weight: Weight {
      self == .headline ? .semibold : self == .extraLargeTitle || self == .extraLargeTitle2 ? .bold : .regular
    }
  }
}
