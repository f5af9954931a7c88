import UIKit

/// Strokes a line.
@preconcurrency @MainActor
open class MKPolylineRenderer: MKOverlayPathRenderer {
  public convenience init(polyline: MKPolyline) { self.init(overlay: polyline) }
  open var polyline: MKPolyline { overlay as! MKPolyline }
  /// The part of the line that is drawn, from 0 to 1 of its length.
  open var strokeStart: CGFloat = 0 { didSet { setNeedsDisplay() } }
  open var strokeEnd: CGFloat = 1 { didSet { setNeedsDisplay() } }

  open override func createPath() {
    let path = CGMutablePath()
    if let line = overlay as? MKPolyline { addLine(line.mapPoints, to: path) }
    self.path = path
  }
  override func visiblePath(_ mapRect: MKMapRect, _ zoomScale: MKZoomScale) -> CGPath? {
    guard let line = overlay as? MKPolyline else { return nil }
    let path = CGMutablePath()
    for part in MapClipping.line(
      shown(line), to: roomy(mapRect, zoomScale), detail: 0.5 / Double(zoomScale))
    { addLine(part, to: path) }
    return path
  }

  func shown(_ line: MKPolyline) -> [MKMapPoint] {
    guard strokeStart > 0 || strokeEnd < 1 else { return line.mapPoints }
    var result: [MKMapPoint] = []
    let points = line.mapPoints
    for index in points.indices.dropFirst() {
      let (from, to) = (line.location(atPointIndex: index - 1), line.location(atPointIndex: index))
      guard to >= strokeStart, from <= strokeEnd, to > from else { continue }
      func place(_ at: CGFloat) -> MKMapPoint {
        let part = Double((at - from) / (to - from))
        let (a, b) = (points[index - 1], points[index])
        return MKMapPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
      }
      if result.isEmpty { result.append(place(max(from, strokeStart))) }
      result.append(place(min(to, strokeEnd)))
    }
    return result
  }
}
