import CarobRuntime
import CoreLocation
import UIKit

/// Draws an overlay as a path that is filled and stroked.
@preconcurrency @MainActor
open class MKOverlayPathRenderer: MKOverlayRenderer {
  open var fillColor: UIColor? { didSet { setNeedsDisplay() } }
  open var strokeColor: UIColor? { didSet { setNeedsDisplay() } }
  /// Screen points; 0 is the width of a road.
  open var lineWidth: CGFloat = 0 { didSet { setNeedsDisplay() } }
  open var lineJoin = CGLineJoin.round { didSet { setNeedsDisplay() } }
  open var lineCap = CGLineCap.round { didSet { setNeedsDisplay() } }
  open var miterLimit: CGFloat = 10 { didSet { setNeedsDisplay() } }
  open var lineDashPhase: CGFloat = 0 { didSet { setNeedsDisplay() } }
  open var lineDashPattern: [NSNumber]? { didSet { setNeedsDisplay() } }
  open var shouldRasterize = false

  /// The path in the renderer's coordinates; `createPath()` creates it on first access.
  open var path: CGPath! {
    get {
      if storedPath == nil {
        createPath()
        hasOwnPath = false
      }
      return storedPath
    }
    set {
      storedPath = newValue
      hasOwnPath = newValue != nil
    }
  }
  private var storedPath: CGPath?
  /// Whether the app set a path, which is drawn instead of the overlay's points.
  private(set) var hasOwnPath = false
  /// Subclasses override it to set `path`.
  open func createPath() {}
  open func invalidatePath() {
    storedPath = nil
    hasOwnPath = false
    setNeedsDisplay()
  }

  /// Whether the app determines the path, by setting it or by overriding `createPath()`.
  private var isPathFromApp: Bool {
    hasOwnPath || Runtime.implementation(type(of: self), "createPath()") != nil
  }
  /// The path to draw in a rectangle, in the renderer's coordinates; the framework's renderers omit invisible
  /// parts.
  func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? { nil }
  /// The path to stroke in a rectangle if only a part of the outline is stroked (MK-42).
  func visibleStroke(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? { nil }

  open override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {
    let isPathFromApp = isPathFromApp
    guard let path = isPathFromApp ? self.path : visiblePath(mapRect, zoomScale) ?? self.path else { return }
    let stroke = isPathFromApp ? nil : visibleStroke(mapRect, zoomScale)
    if !path.isEmpty { fillPath(path, in: context, zoomScale) }
    let outline = stroke ?? path
    if !outline.isEmpty { strokePath(outline, in: context, zoomScale) }
  }

  private func fillPath(_ path: CGPath, in context: CGContext, _ zoomScale: MKZoomScale) {
    guard fillColor != nil else { return }
    context.saveGState()
    applyFillProperties(to: context, atZoomScale: zoomScale)
    fillPath(path, in: context)
    context.restoreGState()
  }
  private func strokePath(_ path: CGPath, in context: CGContext, _ zoomScale: MKZoomScale) {
    guard strokeColor != nil else { return }
    context.saveGState()
    applyStrokeProperties(to: context, atZoomScale: zoomScale)
    strokePath(path, in: context)
    context.restoreGState()
  }

  open func applyStrokeProperties(to context: CGContext, atZoomScale zoomScale: MKZoomScale) {
    if let strokeColor { context.setStrokeColor(strokeColor.cgColor) }
    context.setLineWidth(width(zoomScale))
    context.setLineJoin(lineJoin)
    context.setLineCap(lineCap)
    context.setMiterLimit(miterLimit)
    if let pattern = lineDashPattern, !pattern.isEmpty {
      context.setLineDash(
        phase: lineDashPhase / zoomScale, lengths: pattern.map { CGFloat($0.doubleValue) / zoomScale })
    }
  }
  open func applyFillProperties(to context: CGContext, atZoomScale zoomScale: MKZoomScale) {
    if let fillColor { context.setFillColor(fillColor.cgColor) }
  }
  open func strokePath(_ path: CGPath, in context: CGContext) {
    context.addPath(path)
    context.strokePath()
  }
  open func fillPath(_ path: CGPath, in context: CGContext) {
    context.addPath(path)
    context.fillPath(using: .evenOdd)
  }
  /// The line width in map points.
  func width(_ zoomScale: MKZoomScale) -> CGFloat {
    lineWidth > 0 ? lineWidth / zoomScale : MKRoadWidthAtZoomScale(zoomScale)
  }

  /// A rectangle enlarged by a margin for the line width.
  func roomy(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> MKMapRect {
    let margin = Double(width(zoomScale)) * 2 + 8 / Double(zoomScale)
    return mapRect.insetBy(dx: -margin, dy: -margin)
  }
}
