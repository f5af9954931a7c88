import CarobFoundation
import CoreGraphics

/// A path with its drawing settings. Lengths are in points.
open class UIBezierPath: NSObject, NSCopying {
  private var path = CGMutablePath()

  open var lineWidth: CGFloat = 1
  open var lineCapStyle = CGLineCap.butt
  open var lineJoinStyle = CGLineJoin.miter
  open var miterLimit: CGFloat = 10
  open var flatness: CGFloat = 0.6
  open var usesEvenOddFillRule = false
  private var dashes: (lengths: [CGFloat], phase: CGFloat) = ([], 0)

  // MARK: Creating

  public override init() { super.init() }

  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init()
    path.addRoundedRect(in: rect, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
  }
  /// The width and height of `cornerRadii` are an ellipse's radii, each limited to half the rectangle's
  /// side.
  public convenience init(
    roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
  ) {
    self.init()
    let box = rect.standardized
    let w = min(max(cornerRadii.width, 0), box.width / 2)
    let h = min(max(cornerRadii.height, 0), box.height / 2)
    let all: [(corner: UIRectCorner, point: CGPoint, from: CGVector, to: CGVector)] = [
      (.topLeft, CGPoint(x: box.minX, y: box.minY), CGVector(dx: 0, dy: 1), CGVector(dx: 1, dy: 0)),
      (.topRight, CGPoint(x: box.maxX, y: box.minY), CGVector(dx: -1, dy: 0), CGVector(dx: 0, dy: 1)),
      (.bottomRight, CGPoint(x: box.maxX, y: box.maxY), CGVector(dx: 0, dy: -1), CGVector(dx: -1, dy: 0)),
      (.bottomLeft, CGPoint(x: box.minX, y: box.maxY), CGVector(dx: 1, dy: 0), CGVector(dx: 0, dy: -1)),
    ]
    // The length of the control handle for a quarter ellipse.
    let handle: CGFloat = 0.552_284_749_830_793_6
    for (index, item) in all.enumerated() {
      func place(_ v: CGVector, _ part: CGFloat) -> CGPoint {
        CGPoint(x: item.point.x + v.dx * w * part, y: item.point.y + v.dy * h * part)
      }
      let isRound = corners.contains(item.corner) && w > 0 && h > 0
      let start = isRound ? place(item.from, 1) : item.point
      if index == 0 { path.move(to: start) } else { path.addLine(to: start) }
      if isRound {
        path.addCurve(
          to: place(item.to, 1), control1: place(item.from, 1 - handle), control2: place(item.to, 1 - handle))
      }
    }
    path.closeSubpath()
  }
  /// Angles are in radians; `clockwise` is as seen on screen, with y pointing down.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }
  public convenience init(cgPath: CGPath) {
    self.init()
    self.cgPath = cgPath
  }

  // MARK: Building

  open var cgPath: CGPath {
    get { path.copy() ?? path }
    set { path = newValue.mutableCopy() ?? CGMutablePath() }
  }
  open func move(to point: CGPoint) { path.move(to: point) }
  open func addLine(to point: CGPoint) { path.addLine(to: point) }
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    // Core Graphics defines the direction with y pointing up.
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }
  open func close() { path.closeSubpath() }
  open func removeAllPoints() { path = CGMutablePath() }
  open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.path) }
  open func apply(_ transform: CGAffineTransform) {
    var transform = transform
    path = path.mutableCopy(using: &transform) ?? path
  }

  /// The path drawn from its end to its start, with its subpaths in reverse order.
  open func reversing() -> UIBezierPath {
    struct Subpath {
      var start: CGPoint
      var steps: [(type: CGPathElementType, points: [CGPoint])] = []
      var isClosed = false
    }
    var subpaths: [Subpath] = []
    path.applyWithBlock { element in
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint: subpaths.append(Subpath(start: points[0]))
      case .addLineToPoint: subpaths[subpaths.count - 1].steps.append((.addLineToPoint, [points[0]]))
      case .addQuadCurveToPoint:
        subpaths[subpaths.count - 1].steps.append((.addQuadCurveToPoint, [points[0], points[1]]))
      case .addCurveToPoint:
        subpaths[subpaths.count - 1].steps.append((.addCurveToPoint, [points[0], points[1], points[2]]))
      case .closeSubpath: subpaths[subpaths.count - 1].isClosed = true
      }
    }
    let result = copySettings()
    for subpath in subpaths.reversed() {
      let ends = [subpath.start] + subpath.steps.compactMap(\.points.last)
      result.path.move(to: ends[ends.count - 1])
      for (index, step) in subpath.steps.enumerated().reversed() {
        let end = ends[index]
        switch step.type {
        case .addQuadCurveToPoint: result.path.addQuadCurve(to: end, control: step.points[0])
        case .addCurveToPoint:
          result.path.addCurve(to: end, control1: step.points[1], control2: step.points[0])
        default: result.path.addLine(to: end)
        }
      }
      if subpath.isClosed { result.path.closeSubpath() }
    }
    return result
  }

  // MARK: Properties

  open var isEmpty: Bool { path.isEmpty }
  /// The bounding box of the lines and curves; zero for an empty path.
  open var bounds: CGRect {
    let box = path.boundingBoxOfPath
    return box.isNull ? .zero : box
  }
  open var currentPoint: CGPoint { path.currentPoint }
  open func contains(_ point: CGPoint) -> Bool {
    path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dashes = (pattern.map { pattern in (0..<max(count, 0)).map { pattern[$0] } } ?? [], phase)
  }
  open func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    for (index, length) in dashes.lengths.enumerated() { pattern?[index] = length }
    count?.pointee = dashes.lengths.count
    phase?.pointee = dashes.phase
  }

  // MARK: Drawing

  /// Fills with the current fill colour.
  open func fill() { fill(with: .normal, alpha: 1) }
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    draw(blendMode, alpha) { $0.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding) }
  }
  /// Strokes with the current stroke colour and the path's line settings.
  open func stroke() { stroke(with: .normal, alpha: 1) }
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
    draw(blendMode, alpha) { context in
      context.setLineWidth(lineWidth)
      context.setLineCap(lineCapStyle)
      context.setLineJoin(lineJoinStyle)
      context.setMiterLimit(miterLimit)
      context.setLineDash(phase: dashes.phase, lengths: dashes.lengths)
      context.strokePath()
    }
  }
  private func draw(_ blendMode: CGBlendMode, _ alpha: CGFloat, _ body: (CGContext) -> Void) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    if blendMode != .normal { context.setBlendMode(blendMode) }
    if alpha < 1 { context.setAlpha(alpha) }
    context.beginPath()
    context.addPath(path)
    body(context)
    context.restoreGState()
  }
  open func addClip() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addPath(path)
    context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  // MARK: Object

  private func copySettings() -> UIBezierPath {
    let copy = UIBezierPath()
    (copy.lineWidth, copy.lineCapStyle, copy.lineJoinStyle) = (lineWidth, lineCapStyle, lineJoinStyle)
    (copy.miterLimit, copy.flatness, copy.usesEvenOddFillRule) = (miterLimit, flatness, usesEvenOddFillRule)
    copy.dashes = dashes
    return copy
  }
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = copySettings()
    copy.cgPath = path
    return copy
  }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIBezierPath else { return false }
    return other === self || (other.path == path && other.lineWidth == lineWidth)
  }
  open override var hash: Int { path.hashValue }
}
