import UIKit

/// Fills and strokes an area with its holes.
@preconcurrency @MainActor
open class MKPolygonRenderer: MKOverlayPathRenderer {
  public convenience init(polygon: MKPolygon) { self.init(overlay: polygon) }
  open var polygon: MKPolygon { overlay as! MKPolygon }
  /// The part of the outline that is stroked, from 0 to 1 of its length (MK-42).
  open var strokeStart: CGFloat = 0 { didSet { setNeedsDisplay() } }
  open var strokeEnd: CGFloat = 1 { didSet { setNeedsDisplay() } }

  open override func createPath() {
    let path = CGMutablePath()
    if let polygon = overlay as? MKPolygon { addPolygon(polygon, to: path, in: nil) }
    self.path = path
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard let polygon = overlay as? MKPolygon else { return nil }
    let path = CGMutablePath()
    addPolygon(polygon, to: path, in: roomy(mapRect, zoomScale))
    return path
  }
  // MK-42: the outline begins at the first point; the outlines of the holes follow.
  override func visibleStroke(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard let polygon = overlay as? MKPolygon else { return nil }
    let outlines = ([polygon] + (polygon.interiorPolygons ?? [])).map {
      $0.mapPoints + $0.mapPoints.prefix(1)
    }
    return stroke(outlines, from: strokeStart, to: strokeEnd, mapRect, zoomScale)
  }
}
