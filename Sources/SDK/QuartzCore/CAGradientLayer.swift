import CarobFoundation
import CoreGraphics
import DeviceProtocol

public struct CAGradientLayerType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let axial = Self(rawValue: "axial")
  public static let radial = Self(rawValue: "radial")
  public static let conic = Self(rawValue: "conic")
}

/// A gradient over the layer's background; points are in the unit square.
open class CAGradientLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CAGradientLayer() } }
  open var colors: [Any]? { didSet { markChanged() } }
  open var locations: [NSNumber]? { didSet { markChanged() } }
  open var startPoint = CGPoint(x: 0.5, y: 0) { didSet { markChanged() } }
  open var endPoint = CGPoint(x: 0.5, y: 1) { didSet { markChanged() } }
  open var type = CAGradientLayerType.axial { didSet { markChanged() } }

  var layerGradient: LayerGradient? {
    let colors = (colors ?? []).compactMap { ($0 as? CGColor)?.layerColor }
    guard !colors.isEmpty else { return nil }
    let places =
      locations?.map(\.doubleValue) ?? colors.indices.map { Double($0) / Double(max(colors.count - 1, 1)) }
    return LayerGradient(
      kind: type.rawValue, colors: colors, locations: places, startX: Double(startPoint.x),
      startY: Double(startPoint.y), endX: Double(endPoint.x), endY: Double(endPoint.y))
  }
}
