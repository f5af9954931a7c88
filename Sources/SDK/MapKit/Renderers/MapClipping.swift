import CoreGraphics

/// Clips lines and areas to the visible part: the rasterizer cannot handle points that are millions of pixels
/// away.
enum MapClipping {
  /// The parts of a line in a rectangle, without points that are nearer to each other than `detail`.
  static func line(_ points: [MKMapPoint], to rect: MKMapRect, detail: Double) -> [[MKMapPoint]] {
    var parts: [[MKMapPoint]] = []
    var part: [MKMapPoint] = []
    guard var last = points.first else { return [] }
    for next in points.dropFirst() {
      if next.x != points[points.count - 1].x || next.y != points[points.count - 1].y,
        abs(next.x - last.x) < detail, abs(next.y - last.y) < detail
      {
        continue
      }
      if let (a, b) = segment(last, next, rect) {
        if let end = part.last, end.x == a.x, end.y == a.y {
          part.append(b)
        } else {
          if part.count > 1 { parts.append(part) }
          part = [a, b]
        }
      }
      last = next
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  /// The Liang–Barsky algorithm.
  private static func segment(_ a: MKMapPoint, _ b: MKMapPoint, _ rect: MKMapRect) -> (
    MKMapPoint, MKMapPoint
  )? {
    var (from, to) = (0.0, 1.0)
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    for (p, q) in [
      (-dx, a.x - rect.minX), (dx, rect.maxX - a.x), (-dy, a.y - rect.minY), (dy, rect.maxY - a.y),
    ] {
      if p == 0 {
        if q < 0 { return nil }
      } else if p < 0 {
        from = max(from, q / p)
      } else {
        to = min(to, q / p)
      }
    }
    guard from <= to else { return nil }
    let start = from == 0 ? a : MKMapPoint(x: a.x + dx * from, y: a.y + dy * from)
    let end = to == 1 ? b : MKMapPoint(x: a.x + dx * to, y: a.y + dy * to)
    return (start, end)
  }

  /// The Sutherland–Hodgman algorithm.
  static func area(_ points: [MKMapPoint], to rect: MKMapRect) -> [MKMapPoint] {
    var result = points
    func cut(_ inside: (MKMapPoint) -> Bool, _ cross: (MKMapPoint, MKMapPoint) -> MKMapPoint) {
      guard var last = result.last else { return }
      let source = result
      result = []
      for point in source {
        if inside(point) {
          if !inside(last) { result.append(cross(last, point)) }
          result.append(point)
        } else if inside(last) {
          result.append(cross(last, point))
        }
        last = point
      }
    }
    func atX(_ x: Double) -> (MKMapPoint, MKMapPoint) -> MKMapPoint {
      { MKMapPoint(x: x, y: $0.y + ($1.y - $0.y) * (x - $0.x) / ($1.x - $0.x)) }
    }
    func atY(_ y: Double) -> (MKMapPoint, MKMapPoint) -> MKMapPoint {
      { MKMapPoint(x: $0.x + ($1.x - $0.x) * (y - $0.y) / ($1.y - $0.y), y: y) }
    }
    cut({ $0.x >= rect.minX }, atX(rect.minX))
    cut({ $0.x <= rect.maxX }, atX(rect.maxX))
    cut({ $0.y >= rect.minY }, atY(rect.minY))
    cut({ $0.y <= rect.maxY }, atY(rect.maxY))
    return result
  }

  /// The parts of consecutive lines between two fractions, from 0 to 1, of their total length.
  static func part(of lines: [[MKMapPoint]], from start: Double, to end: Double) -> [[MKMapPoint]] {
    func length(_ a: MKMapPoint, _ b: MKMapPoint) -> Double { hypot(b.x - a.x, b.y - a.y) }
    let whole = lines.reduce(0) { sum, line in
      sum + zip(line, line.dropFirst()).reduce(0) { $0 + length($1.0, $1.1) }
    }
    let (first, last) = (start * whole, end * whole)
    guard whole > 0, first < last else { return [] }
    var parts: [[MKMapPoint]] = []
    var at = 0.0
    for line in lines {
      var part: [MKMapPoint] = []
      for (a, b) in zip(line, line.dropFirst()) {
        let own = length(a, b)
        defer { at += own }
        guard own > 0, at < last, at + own > first else { continue }
        func place(_ distance: Double) -> MKMapPoint {
          let share = min(max((distance - at) / own, 0), 1)
          return MKMapPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
        }
        if part.isEmpty { part.append(place(first)) }
        part.append(place(last))
      }
      if part.count > 1 { parts.append(part) }
    }
    return parts
  }
}
