import UIKit

/// Fills and strokes several areas with the same style.
@preconcurrency @MainActor
open class MKMultiPolygonRenderer: MKOverlayPathRenderer {
  public convenience init(multiPolygon: MKMultiPolygon) { self.init(overlay: multiPolygon) }
  open var multiPolygon: MKMultiPolygon { overlay as! MKMultiPolygon }
  open override func createPath() {
    let path = CGMutablePath()
    for polygon in (overlay as? MKMultiPolygon)?.polygons ?? [] { addPolygon(polygon, to: path, in: nil) }
    self.path = path
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard let areas = overlay as? MKMultiPolygon else { return nil }
    let path = CGMutablePath()
    let room = roomy(mapRect, zoomScale)
    for polygon in areas.polygons where polygon.boundingMapRect.intersects(room) {
      addPolygon(polygon, to: path, in: room)
    }
    return path
  }
}
