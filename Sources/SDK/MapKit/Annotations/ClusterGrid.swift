import Foundation

/// Finds annotations that are close enough for a cluster, with a grid that is fixed to the world, so that
/// drags change nothing (MK-20).
@MainActor
enum ClusterGrid {
  struct Cell: Hashable, Comparable {
    let y: Int
    let x: Int
    static func < (a: Cell, b: Cell) -> Bool { (a.y, a.x) < (b.y, b.x) }
  }
  /// The edge of a cell in screen points, at the step's own scale.
  private static let spacing = 60.0
  /// Clusters that are nearer to each other than this are merged, in screen points.
  private static let mergeDistance = 42.0

  /// The zoom level in steps of one half; clusters change only when it changes.
  static func step(_ viewport: Viewport) -> Int { Int((log2(viewport.scale) * 2).rounded(.down)) }
  private static func scale(_ step: Int) -> Double { exp2(Double(step) / 2) }

  static func cell(_ place: MKMapPoint, _ step: Int) -> Cell {
    let edge = spacing / scale(step)
    return Cell(y: Int((place.y / edge).rounded(.down)), x: Int((place.x / edge).rounded(.down)))
  }

  /// The cells that a rectangle touches, and their neighbours.
  static func whole(_ rect: MKMapRect, _ step: Int) -> MKMapRect {
    let edge = spacing / scale(step)
    let (x, y) = ((rect.minX / edge).rounded(.down) - 1, (rect.minY / edge).rounded(.down) - 1)
    let (right, bottom) = ((rect.maxX / edge).rounded(.up) + 1, (rect.maxY / edge).rounded(.up) + 1)
    return MKMapRect(x: x * edge, y: y * edge, width: (right - x) * edge, height: (bottom - y) * edge)
  }

  /// The annotations grouped into clusters, in the order of the cells from the north-west.
  static func groups(_ records: [AnnotationRecord], _ step: Int) -> [[AnnotationRecord]] {
    var result: [[AnnotationRecord]] = []
    var byIdentifier: [String: [AnnotationRecord]] = [:]
    var identifiers: [String] = []
    for record in records {
      let identifier = record.clusteringIdentifier ?? ""
      if byIdentifier[identifier] == nil { identifiers.append(identifier) }
      byIdentifier[identifier, default: []].append(record)
    }
    for identifier in identifiers { result += alike(byIdentifier[identifier] ?? [], step) }
    return result
  }

  private struct Group {
    var members: [AnnotationRecord]
    var x: Double
    var y: Double
    var middle: (x: Double, y: Double) { (x / Double(members.count), y / Double(members.count)) }
  }

  private static func alike(_ records: [AnnotationRecord], _ step: Int) -> [[AnnotationRecord]] {
    var cells: [Cell: Group] = [:]
    cells.reserveCapacity(min(records.count, 4096))
    for record in records {
      let key = cell(record.place, step)
      if cells[key] == nil {
        cells[key] = Group(members: [record], x: record.place.x, y: record.place.y)
      } else {
        cells[key]!.members.append(record)
        cells[key]!.x += record.place.x
        cells[key]!.y += record.place.y
      }
    }
    // Neighbouring cells whose centres are near are joined with the first of them.
    let limit = mergeDistance / scale(step)
    var joined: [Cell: Cell] = [:]
    let order = cells.keys.sorted()
    for key in order {
      guard let own = cells[key] else { continue }
      for (dy, dx) in [(-1, -1), (-1, 0), (-1, 1), (0, -1)] {
        let near = Cell(y: key.y + dy, x: key.x + dx)
        let target = joined[near] ?? near
        guard target != key, let other = cells[target] else { continue }
        let (a, b) = (own.middle, other.middle)
        guard hypot(a.x - b.x, a.y - b.y) < limit else { continue }
        cells[target]!.members += own.members
        cells[target]!.x += own.x
        cells[target]!.y += own.y
        cells[key] = nil
        joined[key] = target
        break
      }
    }
    return order.compactMap { cells[$0]?.members }
  }
}
