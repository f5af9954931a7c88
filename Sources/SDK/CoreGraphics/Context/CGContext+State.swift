internal import CCairo
import Foundation

extension CGContext {
  // MARK: Lines

  public func setLineWidth(_ width: CGFloat) {
    state.lineWidth = width
    cairo_set_line_width(cairo, Double(max(width, 0)))
  }
  public func setLineCap(_ cap: CGLineCap) {
    cairo_set_line_cap(
      cairo,
      cap == .round ? CAIRO_LINE_CAP_ROUND : cap == .square ? CAIRO_LINE_CAP_SQUARE : CAIRO_LINE_CAP_BUTT)
  }
  public func setLineJoin(_ join: CGLineJoin) {
    cairo_set_line_join(
      cairo,
      join == .round ? CAIRO_LINE_JOIN_ROUND : join == .bevel ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_MITER)
  }
  public func setMiterLimit(_ limit: CGFloat) { cairo_set_miter_limit(cairo, Double(limit)) }
  public func setFlatness(_ flatness: CGFloat) {}

  /// If a length is negative or all are zero, lines are solid.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    let values = lengths.map { Double($0) }
    let isValid = values.allSatisfy { $0 >= 0 && $0.isFinite } && values.contains { $0 > 0 }
    cairo_set_dash(cairo, isValid ? values : [], isValid ? Int32(values.count) : 0, Double(phase))
  }

  // MARK: Colours

  public func setFillColor(_ color: CGColor) {
    state.fill = color
    if let space = color.colorSpace { state.fillSpace = space }
  }
  public func setStrokeColor(_ color: CGColor) {
    state.stroke = color
    if let space = color.colorSpace { state.strokeSpace = space }
  }
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(space: .deviceRGB, values: [red, green, blue, alpha]))
  }
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(space: .deviceRGB, values: [red, green, blue, alpha]))
  }
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(space: .deviceGray, values: [gray, alpha]))
  }
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(space: .deviceGray, values: [gray, alpha]))
  }
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(space: .deviceCMYK, values: [cyan, magenta, yellow, black, alpha]))
  }
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat)
  {
    setStrokeColor(CGColor(space: .deviceCMYK, values: [cyan, magenta, yellow, black, alpha]))
  }
  public func setFillColorSpace(_ space: CGColorSpace) {
    state.fillSpace = space
    state.fill = CGColor(space: space, values: Array(repeating: 0, count: space.numberOfComponents) + [1])
  }
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    state.strokeSpace = space
    state.stroke = CGColor(space: space, values: Array(repeating: 0, count: space.numberOfComponents) + [1])
  }
  public func setFillColor(_ components: UnsafePointer<CGFloat>) {
    state.fill = CGColor(
      space: state.fillSpace, values: (0...state.fillSpace.numberOfComponents).map { components[$0] })
  }
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    state.stroke = CGColor(
      space: state.strokeSpace, values: (0...state.strokeSpace.numberOfComponents).map { components[$0] })
  }
  public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase }
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}

  // MARK: Composition

  public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }
  public func setBlendMode(_ mode: CGBlendMode) { state.blend = mode }
  /// Black at a third, as on the platform.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(space: .deviceGray, values: [0, 1.0 / 3]))
  }
  /// A nil colour turns the shadow off. Offset and blur are in the base space: the CTM does not change them.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, color.alpha > 0 else {
      state.shadow = nil
      return
    }
    state.shadow = Shadow(offset: offset, blur: max(blur, 0), color: color)
  }
  /// Whether the edges of paths are smoothed; part of the state that `saveGState` saves (E-939).
  public func setShouldAntialias(_ shouldAntialias: Bool) {
    state.shouldAntialias = shouldAntialias
    updateAntialiasing()
  }
  /// Whether the context smooths edges at all; not part of the saved state (E-939).
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {
    self.allowsAntialiasing = allowsAntialiasing
    updateAntialiasing()
  }
  /// NB: text is smoothed in any case.
  func updateAntialiasing() {
    let isOn = allowsAntialiasing && state.shouldAntialias
    cairo_set_antialias(cairo, isOn ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
  }
  public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) {}
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {}
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {}
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {}

  public var interpolationQuality: CGInterpolationQuality {
    get { state.quality }
    set { state.quality = newValue }
  }

  // MARK: Text state

  public var textMatrix: CGAffineTransform {
    get { state.textMatrix }
    set { state.textMatrix = newValue }
  }
  public var textPosition: CGPoint {
    get { CGPoint(x: state.textMatrix.tx, y: state.textMatrix.ty) }
    set {
      state.textMatrix.tx = newValue.x
      state.textMatrix.ty = newValue.y
    }
  }
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textMode = mode }
  public func setCharacterSpacing(_ spacing: CGFloat) { state.characterSpacing = spacing }
}
