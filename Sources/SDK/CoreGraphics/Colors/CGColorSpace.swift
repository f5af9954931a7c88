import Foundation

/// How colour components are interpreted. Everything is drawn in sRGB; a space only determines the model and
/// the number of components.
public final class CGColorSpace: Sendable, Hashable {
  public static let sRGB = "kCGColorSpaceSRGB"
  public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
  public static let extendedGray = "kCGColorSpaceExtendedGray"
  public static let genericRGBLinear = "kCGColorSpaceGenericRGBLinear"
  public static let genericCMYK = "kCGColorSpaceGenericCMYK"
  public static let adobeRGB1998 = "kCGColorSpaceAdobeRGB1998"

  public let name: String?
  public let model: CGColorSpaceModel
  public var numberOfComponents: Int {
    switch model {
    case .monochrome: 1
    case .cmyk: 4
    case .pattern: 0
    default: 3
    }
  }

  /// The space of the colours that uncoloured patterns are painted in.
  let base: CGColorSpace?

  init(name: String?, model: CGColorSpaceModel, base: CGColorSpace? = nil) {
    self.name = name
    self.model = model
    self.base = base
  }

  /// Nil for names other than the constants above.
  public convenience init?(name: String) {
    switch name {
    case Self.sRGB, Self.extendedSRGB, Self.linearSRGB, Self.displayP3, Self.genericRGBLinear,
      Self.adobeRGB1998:
      self.init(name: name, model: .rgb)
    case Self.genericGrayGamma2_2, Self.extendedGray: self.init(name: name, model: .monochrome)
    case Self.genericCMYK: self.init(name: name, model: .cmyk)
    default: return nil
    }
  }

  /// The space of patterns; with a base space, of patterns without colours of their own.
  public convenience init?(patternBaseSpace baseSpace: CGColorSpace?) {
    self.init(name: nil, model: .pattern, base: baseSpace)
  }

  package static let deviceRGB = CGColorSpace(name: nil, model: .rgb)
  package static let deviceGray = CGColorSpace(name: nil, model: .monochrome)
  package static let deviceCMYK = CGColorSpace(name: nil, model: .cmyk)
  package static let standard = CGColorSpace(name: extendedSRGB, model: .rgb)
  package static let gray = CGColorSpace(name: extendedGray, model: .monochrome)

  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool {
    a.name == b.name && a.model == b.model && a.base == b.base
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(model)
  }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }
