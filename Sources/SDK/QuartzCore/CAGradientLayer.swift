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

  /// Where each colour is, of one that no location is given for, evenly between the last one that has one and the end;
  /// locations that are too many are ignored.
  ///
  /// NB: without a source; the documentation wants a location for each colour and does not say what happens otherwise.
  private func places(_ count: Int) -> [Double] {
    let given = (locations ?? []).prefix(count).map(\.doubleValue)
    let (first, missing) = (given.last, count - given.count)
    guard let first else { return (0..<count).map { Double($0) / Double(max(count - 1, 1)) } }
    return given + (0..<missing).map { first + (max(1, first) - first) * Double($0 + 1) / Double(missing) }
  }

  func drawGradient(in context: CGContext, _ box: CGRect) {
    guard let colors,
      let gradient = CGGradient(
        colorsSpace: nil, colors: colors, locations: places(colors.count).map { CGFloat($0) })
    else { return }
    func place(_ p: CGPoint) -> CGPoint {
      CGPoint(x: box.minX + p.x * box.width, y: box.minY + p.y * box.height)
    }
    let (start, end) = (place(startPoint), place(endPoint))
    let all: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    switch type {
    case .radial:
      // A circle of radius 1, stretched to the ellipse that the end gives.
      context.saveGState()
      context.translateBy(x: start.x, y: start.y)
      context.scaleBy(x: max(abs(end.x - start.x), 1e-6), y: max(abs(end.y - start.y), 1e-6))
      context.drawRadialGradient(
        gradient, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 1, options: all)
      context.restoreGState()
    case .conic:
      context.drawConicGradient(
        gradient, center: start, angle: atan2(end.y - start.y, end.x - start.x))
    default: context.drawLinearGradient(gradient, start: start, end: end, options: all)
    }
  }

  var layerGradient: LayerGradient? {
    let colors = (colors ?? []).compactMap { ($0 as? CGColor)?.layerColor }
    guard !colors.isEmpty else { return nil }
    return LayerGradient(
      kind: type.rawValue, colors: colors, locations: places(colors.count), startX: Double(startPoint.x),
      startY: Double(startPoint.y), endX: Double(endPoint.x), endY: Double(endPoint.y))
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CAGradientLayer.self,
      {
        [
          "colors": \.colors, "locations": \.locations, "startPoint": \.startPoint, "endPoint": \.endPoint,
          "type": \.type,
        ]
      }
    )
  }
}
