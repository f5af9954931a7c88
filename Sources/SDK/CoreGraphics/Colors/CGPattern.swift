import Foundation
internal import Raster

/// How a pattern's tiles are placed; here they are always placed exactly (E-950).
public enum CGPatternTiling: Int32, Sendable {
  case noDistortion, constantSpacingMinimalDistortion, constantSpacing
}

// NB: Swift functions, because a context is not a C type here.
public typealias CGPatternDrawPatternCallback =
  @Sendable (_ info: UnsafeMutableRawPointer?, _ context: CGContext) -> Void
public typealias CGPatternReleaseInfoCallback = @Sendable (_ info: UnsafeMutableRawPointer?) -> Void

/// The functions of a pattern: one draws a tile, one is called when the pattern is deallocated.
public struct CGPatternCallbacks: Sendable {
  public var version: UInt32
  public var drawPattern: CGPatternDrawPatternCallback?
  public var releaseInfo: CGPatternReleaseInfoCallback?
  public init(
    version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?
  ) {
    (self.version, self.drawPattern, self.releaseInfo) = (version, drawPattern, releaseInfo)
  }
}

/// A tile that an app draws, to fill or stroke with (E-950).
public final class CGPattern: @unchecked Sendable {
  // @unchecked because `info` belongs to the app, which answers for the threads that use it.
  private let info: UnsafeMutableRawPointer?
  private let bounds: CGRect
  private let callbacks: CGPatternCallbacks
  let matrix: CGAffineTransform
  let step: CGSize
  let isColored: Bool

  /// Nil if the bounds or the steps are empty.
  ///
  /// - Parameters:
  ///   - bounds: What the callback draws, in the pattern's space.
  ///   - matrix: From the pattern's space to the context's base space.
  ///   - xStep: From one tile to the next in the pattern's space; likewise `yStep`.
  ///   - isColored: Whether the callback sets colours; otherwise the tile is painted in the fill or stroke
  ///     colour.
  public init?(
    info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
    tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    guard bounds.width > 0, bounds.height > 0, xStep != 0, yStep != 0, xStep.isFinite, yStep.isFinite else {
      return nil
    }
    (self.info, self.bounds, self.matrix) = (info, bounds, matrix)
    step = CGSize(width: abs(xStep), height: abs(yStep))
    (self.isColored, self.callbacks) = (isColored, callbacks.pointee)
  }

  deinit { callbacks.releaseInfo?(info) }

  /// A tile of the size of a step, with the color of an uncolored pattern, at `scale` pixels per unit.
  func tile(_ color: CGColor?, alpha: CGFloat, scale: CGFloat) -> CGImage? {
    let width = Int(max(1, (step.width * scale).rounded())),
      height = Int(max(1, (step.height * scale).rounded()))
    guard width <= 4096, height <= 4096,
      let context = CGContext(pixelWidth: width, pixelHeight: height, isFlipped: false)
    else { return nil }
    context.setAlpha(alpha)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.scaleBy(x: CGFloat(width) / step.width, y: CGFloat(height) / step.height)
    // Tiles whose bounds reach into this one are drawn, too.
    func range(_ low: CGFloat, _ high: CGFloat, _ step: CGFloat) -> ClosedRange<Int> {
      let first = max(Int((-high / step).rounded(.down)) + 1, -8)
      let last = min(Int(((step - low) / step).rounded(.up)) - 1, 8)
      return first...max(first, last)
    }
    for row in range(bounds.minY, bounds.maxY, step.height) {
      for column in range(bounds.minX, bounds.maxX, step.width) {
        context.saveGState()
        context.translateBy(x: CGFloat(column) * step.width, y: CGFloat(row) * step.height)
        context.clip(to: bounds)
        if !isColored, let color {
          context.setFillColor(color)
          context.setStrokeColor(color)
        }
        callbacks.drawPattern?(info, context)
        context.restoreGState()
      }
    }
    context.endTransparencyLayer()
    return context.makeImage()
  }
}

extension CGContext {
  /// Fills with a pattern from now on; the components are an alpha, and before it, for an uncoloured pattern,
  /// those of a colour in the base space of the fill colour space.
  public func setFillPattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    if let color = color(of: pattern, components, state.fillSpace) { state.fill = color }
  }
  public func setStrokePattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    if let color = color(of: pattern, components, state.strokeSpace) { state.stroke = color }
  }

  private func color(
    of pattern: CGPattern, _ components: UnsafePointer<CGFloat>, _ space: CGColorSpace
  ) -> CGColor? {
    var paint: CGColor?
    if !pattern.isColored {
      let base = space.base ?? .deviceGray
      paint = CGColor(space: base, values: (0...base.numberOfComponents).map { components[$0] })
    }
    let scale = max(abs(base.a), 1)
    guard let tile = pattern.tile(paint, alpha: pattern.isColored ? components[0] : 1, scale: scale) else {
      return nil
    }
    return CGColor(tile: tile, step: pattern.step, matrix: pattern.matrix)
  }
}

extension CGColor {
  /// A colour that paints a pattern; nil if its tile cannot be drawn.
  public convenience init?(
    patternSpace space: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>
  ) {
    guard space.model == .pattern else { return nil }
    var paint: CGColor?
    if !pattern.isColored, let base = space.base {
      paint = CGColor(space: base, values: (0...base.numberOfComponents).map { components[$0] })
    }
    // NB: the scale of the context is not known yet.
    guard let tile = pattern.tile(paint, alpha: pattern.isColored ? components[0] : 1, scale: 3) else {
      return nil
    }
    self.init(tile: tile, step: pattern.step, matrix: pattern.matrix)
  }
}
