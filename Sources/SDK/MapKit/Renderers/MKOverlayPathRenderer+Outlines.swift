import CoreGraphics

extension MKOverlayPathRenderer {
  func addLine(_ points: [MKMapPoint], to path: CGMutablePath) {
    for (index, place) in points.enumerated() {
      let point = point(for: place)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
  }
  func addArea(_ points: [MKMapPoint], to path: CGMutablePath) {
    guard points.count > 2 else { return }
    addLine(points, to: path)
    path.closeSubpath()
  }
  func addPolygon(_ polygon: MKPolygon, to path: CGMutablePath, in rect: MKMapRect?) {
    func cut(_ points: [MKMapPoint]) -> [MKMapPoint] {
      rect.map { MapClipping.area(points, to: $0) } ?? points
    }
    addArea(cut(polygon.mapPoints), to: path)
    for hole in polygon.interiorPolygons ?? [] { addArea(cut(hole.mapPoints), to: path) }
  }

  /// The part of these outlines from `start` to `end` of their length; nil if that is all of them.
  // MK-42
  func stroke(
    _ outlines: [[MKMapPoint]], from start: CGFloat, to end: CGFloat, _ mapRect: MKMapRect,
    _ zoomScale: MKZoomScale
  ) -> CGPath? {
    guard start > 0 || end < 1 else { return nil }
    let path = CGMutablePath()
    let room = roomy(mapRect, zoomScale)
    for line in MapClipping.part(of: outlines, from: Double(start), to: Double(end)) {
      for part in MapClipping.line(line, to: room, detail: 0.5 / Double(zoomScale)) {
        addLine(part, to: path)
      }
    }
    return path
  }
}
