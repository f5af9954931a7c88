import UIKit

/// Strokes several lines with the same style.
@preconcurrency @MainActor
open class MKMultiPolylineRenderer: MKOverlayPathRenderer {
  public convenience init(multiPolyline: MKMultiPolyline) { self.init(overlay: multiPolyline) }
  open var multiPolyline: MKMultiPolyline { overlay as! MKMultiPolyline }
  open override func createPath() {
    let path = CGMutablePath()
    for line in (overlay as? MKMultiPolyline)?.polylines ?? [] { addLine(line.mapPoints, to: path) }
    self.path = path
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard let lines = overlay as? MKMultiPolyline else { return nil }
    let path = CGMutablePath()
    let room = roomy(mapRect, zoomScale)
    for line in lines.polylines where line.boundingMapRect.intersects(room) {
      for part in MapClipping.line(line.mapPoints, to: room, detail: 0.5 / Double(zoomScale)) {
        addLine(part, to: path)
      }
    }
    return path
  }
}
