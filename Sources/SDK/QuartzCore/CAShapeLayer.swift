import CarobFoundation
import CoreGraphics

public struct CAShapeLayerFillRule: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let nonZero = Self(rawValue: "non-zero")
  public static let evenOdd = Self(rawValue: "even-odd")
}

public struct CAShapeLayerLineCap: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let butt = Self(rawValue: "butt")
  public static let round = Self(rawValue: "round")
  public static let square = Self(rawValue: "square")
}

public struct CAShapeLayerLineJoin: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let miter = Self(rawValue: "miter")
  public static let round = Self(rawValue: "round")
  public static let bevel = Self(rawValue: "bevel")
}

/// A path, filled and stroked, under the sublayers.
///
/// DEVIATION: the path is drawn into the layer's own bounds; what sticks out of them is cut off.
open class CAShapeLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CAShapeLayer() } }
  open var path: CGPath? { didSet { setNeedsDisplay() } }
  open var fillColor: CGColor? = CGColor(red: 0, green: 0, blue: 0, alpha: 1) { didSet { setNeedsDisplay() } }
  open var strokeColor: CGColor? { didSet { setNeedsDisplay() } }
  open var lineWidth: CGFloat = 1 { didSet { setNeedsDisplay() } }
  open var fillRule = CAShapeLayerFillRule.nonZero { didSet { setNeedsDisplay() } }
  open var lineCap = CAShapeLayerLineCap.butt { didSet { setNeedsDisplay() } }
  open var lineJoin = CAShapeLayerLineJoin.miter { didSet { setNeedsDisplay() } }
  open var miterLimit: CGFloat = 10 { didSet { setNeedsDisplay() } }
  open var lineDashPhase: CGFloat = 0 { didSet { setNeedsDisplay() } }
  open var lineDashPattern: [NSNumber]? { didSet { setNeedsDisplay() } }
  open var strokeStart: CGFloat = 0 {
    didSet { if strokeStart != 0 { unimplemented("CAShapeLayer.strokeStart") } }
  }
  open var strokeEnd: CGFloat = 1 { didSet { if strokeEnd != 1 { unimplemented("CAShapeLayer.strokeEnd") } } }

  open override func draw(in context: CGContext) {
    guard let path else { return }
    if let fillColor {
      context.addPath(path)
      context.setFillColor(fillColor)
      context.fillPath(using: fillRule == .evenOdd ? .evenOdd : .winding)
    }
    if let strokeColor, lineWidth > 0 {
      context.addPath(path)
      context.setStrokeColor(strokeColor)
      context.setLineWidth(lineWidth)
      context.setLineCap(lineCap == .round ? .round : lineCap == .square ? .square : .butt)
      context.setLineJoin(lineJoin == .round ? .round : lineJoin == .bevel ? .bevel : .miter)
      context.setMiterLimit(miterLimit)
      context.setLineDash(
        phase: lineDashPhase, lengths: (lineDashPattern ?? []).map { CGFloat($0.doubleValue) })
      context.strokePath()
    }
  }
}
