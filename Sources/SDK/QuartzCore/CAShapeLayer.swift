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
/// DEVIATION: `strokeStart` and `strokeEnd` change at once, animations of them are not seen. The path is drawn into the layer's own bounds; what sticks out of them is cut off.
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
  /// Which part of the path is stroked, fractions of its length.
  open var strokeStart: CGFloat = 0 { didSet { if oldValue != strokeStart { setNeedsDisplay() } } }
  open var strokeEnd: CGFloat = 1 { didSet { if oldValue != strokeEnd { setNeedsDisplay() } } }

  open override func draw(in context: CGContext) {
    guard let path else { return }
    if let fillColor {
      context.addPath(path)
      context.setFillColor(fillColor)
      context.fillPath(using: fillRule == .evenOdd ? .evenOdd : .winding)
    }
    if let strokeColor, lineWidth > 0 {
      context.addPath(strokedPart(of: path))
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
  private func strokedPart(of path: CGPath) -> CGPath {
    let (start, end) = (min(max(strokeStart, 0), 1), min(max(strokeEnd, 0), 1))
    return start == 0 && end == 1 ? path : path.part(from: start, to: end)
  }
}

extension CGPath {
  /// The part between two fractions of the whole length, in straight pieces.
  func part(from start: CGFloat, to end: CGFloat) -> CGPath {
    let result = CGMutablePath()
    guard start < end else { return result }
    let lines = flattened().map { $0.isClosed ? $0.points + $0.points.prefix(1) : $0.points }
    func length(_ a: CGPoint, _ b: CGPoint) -> CGFloat {
      ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
    }
    let total = lines.reduce(0) { sum, line in
      sum + zip(line, line.dropFirst()).reduce(0) { $0 + length($1.0, $1.1) }
    }
    let (low, high) = (start * total, end * total)
    var gone: CGFloat = 0
    for line in lines {
      var isDrawing = false
      for (a, b) in zip(line, line.dropFirst()) {
        let step = length(a, b)
        defer { gone += step }
        guard step > 0, gone < high, gone + step > low else {
          isDrawing = false
          continue
        }
        func point(_ way: CGFloat) -> CGPoint {
          let part = min(max((way - gone) / step, 0), 1)
          return CGPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
        }
        if !isDrawing { result.move(to: point(low)) }
        isDrawing = true
        result.addLine(to: point(high))
      }
    }
    return result
  }
}
