import CarobFoundation
import CoreGraphics

extension UIImage {
  /// The traits that an image is made for and, for symbols, their size, weight and colours.
  open class Configuration: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked because nothing changes after init.
    open func applying(_ otherConfiguration: Configuration?) -> Self { self }
    open func copy(with zone: NSZone? = nil) -> Any { self }
  }

  public enum SymbolWeight: Int, Sendable {
    case unspecified = 0
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    public func fontWeight() -> UIFont.Weight {
      rawValue == 0 ? .regular : UIFont.Weight(css: rawValue * 100)
    }
  }
  public enum SymbolScale: Int, Sendable {
    case `default` = -1
    case unspecified = 0
    case small, medium, large
    package var factor: CGFloat { self == .small ? 0.8 : self == .large ? 1.28 : 1 }
  }

  public final class SymbolConfiguration: Configuration, @unchecked Sendable {
    package struct Values: Equatable {
      package var pointSize: CGFloat?
      package var textStyle: UIFont.TextStyle?
      package var weight = SymbolWeight.unspecified
      package var scale = SymbolScale.unspecified
      package var colors: [UIColor] = []
      var prefersMulticolor = false
    }
    package let values: Values
    package init(values: Values) {
      self.values = values
      super.init()
    }
    public static let unspecified = SymbolConfiguration(values: Values())
    public convenience init(pointSize: CGFloat) { self.init(values: Values(pointSize: pointSize)) }
    public convenience init(pointSize: CGFloat, weight: SymbolWeight) {
      self.init(values: Values(pointSize: pointSize, weight: weight))
    }
    public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
      self.init(values: Values(pointSize: pointSize, weight: weight, scale: scale))
    }
    public convenience init(scale: SymbolScale) { self.init(values: Values(scale: scale)) }
    public convenience init(weight: SymbolWeight) { self.init(values: Values(weight: weight)) }
    public convenience init(textStyle: UIFont.TextStyle) { self.init(values: Values(textStyle: textStyle)) }
    public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
      self.init(values: Values(textStyle: textStyle, scale: scale))
    }
    public convenience init(font: UIFont) { self.init(font: font, scale: .unspecified) }
    public convenience init(font: UIFont, scale: SymbolScale) {
      let weight = SymbolWeight(rawValue: font.textFont.weight / 100) ?? .regular
      self.init(values: Values(pointSize: font.pointSize, weight: weight, scale: scale))
    }
    public convenience init(hierarchicalColor: UIColor) {
      self.init(values: Values(colors: [hierarchicalColor]))
    }
    /// DEVIATION: symbols have one layer, which uses the first colour.
    public convenience init(paletteColors: [UIColor]) { self.init(values: Values(colors: paletteColors)) }
    public class func preferringMulticolor() -> SymbolConfiguration {
      SymbolConfiguration(values: Values(prefersMulticolor: true))
    }
    public class func preferringMonochrome() -> SymbolConfiguration { unspecified }

    public override func applying(_ otherConfiguration: Configuration?) -> SymbolConfiguration {
      guard let other = (otherConfiguration as? SymbolConfiguration)?.values else { return self }
      var result = values
      if other.pointSize != nil || other.textStyle != nil {
        (result.pointSize, result.textStyle) = (other.pointSize, other.textStyle)
      }
      if other.weight != .unspecified { result.weight = other.weight }
      if other.scale != .unspecified { result.scale = other.scale }
      if !other.colors.isEmpty { result.colors = other.colors }
      result.prefersMulticolor = result.prefersMulticolor || other.prefersMulticolor
      return SymbolConfiguration(values: result)
    }
    public override func isEqual(_ object: Any?) -> Bool {
      (object as? SymbolConfiguration)?.values == values
    }
    public override var hash: Int { values.pointSize.hashValue }

    package var pointSize: CGFloat {
      values.pointSize ?? values.textStyle.map { UIFont.preferredFont(forTextStyle: $0).pointSize } ?? 17
    }
  }
}
