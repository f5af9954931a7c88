import UIKit

/// Fills and strokes a circle.
@preconcurrency @MainActor
open class MKCircleRenderer: MKOverlayPathRenderer {
  public convenience init(circle: MKCircle) { self.init(overlay: circle) }
  open var circle: MKCircle { overlay as! MKCircle }
  /// The part of the outline that is stroked, from 0 to 1 of its length (MK-42).
  open var strokeStart: CGFloat = 0 { didSet { setNeedsDisplay() } }
  open var strokeEnd: CGFloat = 1 { didSet { setNeedsDisplay() } }

  open override func createPath() {
    path = CGPath(ellipseIn: rect(for: overlay.boundingMapRect), transform: nil)
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    let bounds = overlay.boundingMapRect
    // A circle much larger than the screen becomes a polygon, clipped to the visible part.
    guard bounds.width * Double(zoomScale) > 20_000 else { return nil }
    let path = CGMutablePath()
    addArea(MapClipping.area(corners(7200), to: roomy(mapRect, zoomScale)), to: path)
    return path
  }
  // MK-42: the outline begins in the east and continues to the south.
  override func visibleStroke(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard strokeStart > 0 || strokeEnd < 1 else { return nil }
    let size = overlay.boundingMapRect.width * Double(zoomScale)
    let corners = corners(min(max(Int(size / 2), 180), 7200))
    return stroke([corners + corners.prefix(1)], from: strokeStart, to: strokeEnd, mapRect, zoomScale)
  }

  private func corners(_ count: Int) -> [MKMapPoint] {
    let bounds = overlay.boundingMapRect
    return (0..<count).map { index in
      let angle = Double(index) / Double(count) * 2 * .pi
      return MKMapPoint(
        x: bounds.midX + cos(angle) * bounds.width / 2, y: bounds.midY + sin(angle) * bounds.height / 2)
    }
  }
}
