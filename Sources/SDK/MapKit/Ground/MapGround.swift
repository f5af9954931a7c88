internal import CMapGround
import CoreGraphics

/// The land areas of the earth, from Natural Earth at 1:50 million (script/make-map-ground), in three levels
/// of detail.
struct MapGround: Sendable {
  static let shared = MapGround(
    UnsafeRawBufferPointer(start: carob_map_ground_bytes(), count: carob_map_ground_length))

  /// A closed outline; coordinates are fractions of the world's edge times `MapGround.unit`.
  // NB: no SIMD types, with which reading all outlines takes a second in an unoptimized build.
  private struct Ring: Sendable {
    var points: [Place] = []
    var low = Place(x: .infinity, y: .infinity)
    var high = Place(x: -.infinity, y: -.infinity)
  }
  private struct Place: Sendable {
    var x: Double
    var y: Double
  }
  private struct Detail: Sendable {
    /// The highest zoom level that this level of detail is sufficient for.
    let zoom: Int
    let rings: [Ring]
  }
  private let details: [Detail]

  /// The name of a country.
  struct Name: Sendable {
    let name: String
    let place: MKMapPoint
    /// The importance, from 2 for the largest countries to 8.
    let rank: Int
  }
  let names: [Name]
  /// The main areas of countries, by ISO 3166 two-letter code.
  let regions: [String: MKMapRect]

  /// The number of units along the world's edge in the file.
  static let unit = 65536.0
  /// Above this zoom level the outlines are so coarse that a grid is drawn for orientation.
  static let gridZoom = 11

  init(_ bytes: UnsafeRawBufferPointer) {
    var at = 4
    func varint() -> UInt64 {
      var (value, shift): (UInt64, UInt64) = (0, 0)
      while at < bytes.count, shift < 64 {
        let byte = bytes[at]
        at += 1
        value |= UInt64(byte & 127) << shift
        if byte < 128 { break }
        shift += 7
      }
      return value
    }
    func signed() -> Int32 {
      let value = varint()
      return Int32(truncatingIfNeeded: Int64(value >> 1) ^ -Int64(value & 1))
    }
    guard bytes.count > 5, bytes.starts(with: "CMG2".utf8) else {
      (details, names, regions) = ([], [], [:])
      return
    }
    let levels = Int(bytes[at])
    at += 1
    details = (0..<levels).compactMap { _ in
      guard at + 9 <= bytes.count else { return nil }
      let zoom = Int(bytes[at])
      let rings = Int(bytes.loadUnaligned(fromByteOffset: at + 1, as: UInt32.self))
      at += 9
      return Detail(
        zoom: zoom,
        rings: (0..<rings).map { _ in
          let length = min(max(Int(signed()), 0), bytes.count)
          var (x, y): (Int32, Int32) = (0, 0)
          var ring = Ring()
          ring.points.reserveCapacity(length)
          for _ in 0..<length {
            x &+= signed()
            y &+= signed()
            let point = Place(x: Double(x), y: Double(y))
            ring.points.append(point)
            ring.low = Place(x: min(ring.low.x, point.x), y: min(ring.low.y, point.y))
            ring.high = Place(x: max(ring.high.x, point.x), y: max(ring.high.y, point.y))
          }
          return ring
        })
    }
    let count = at + 2 <= bytes.count ? Int(bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)) : 0
    at += 2
    names = (0..<count).compactMap { _ in
      guard at + 6 <= bytes.count, at + 6 + Int(bytes[at + 5]) <= bytes.count else { return nil }
      func part(_ offset: Int) -> Double {
        Double(bytes.loadUnaligned(fromByteOffset: at + offset, as: UInt16.self)) / Self.unit
          * MKMapSize.world.width
      }
      defer { at += 6 + Int(bytes[at + 5]) }
      return Name(
        name: String(decoding: bytes[(at + 6)..<(at + 6 + Int(bytes[at + 5]))], as: UTF8.self),
        place: MKMapPoint(x: part(0), y: part(2)), rank: Int(bytes[at + 4]))
    }
    let regionCount =
      at + 2 <= bytes.count ? Int(bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)) : 0
    at += 2
    var regions: [String: MKMapRect] = [:]
    for _ in 0..<regionCount where at + 10 <= bytes.count {
      func edge(_ index: Int) -> Double {
        Double(bytes.loadUnaligned(fromByteOffset: at + 2 + 2 * index, as: UInt16.self)) / Self.unit
          * MKMapSize.world.width
      }
      let (left, top) = (edge(0), edge(1))
      regions[String(decoding: bytes[at..<(at + 2)], as: UTF8.self)] = MKMapRect(
        x: left, y: top, width: edge(2) - left, height: edge(3) - top)
      at += 10
    }
    self.regions = regions
  }

  /// Whether a point of the world is on land, at the finest level of detail.
  func isLand(_ point: MKMapPoint) -> Bool {
    let toUnit = Self.unit / MKMapSize.world.width
    let place = Place(x: point.x * toUnit, y: point.y * toUnit)
    return details.last?.rings.contains { ring in
      ring.low.x <= place.x && place.x <= ring.high.x && ring.low.y <= place.y && place.y <= ring.high.y
        && Self.contains(ring.points, place)
    } ?? false
  }

  /// The land in a rectangle.
  enum Part {
    case water, land
    /// A path in the rectangle's points; its outlines are coasts and borders.
    case mixed(CGPath)
  }

  /// The land in a rectangle of the world, which is drawn at `scale` points per map point.
  func part(in rect: MKMapRect, zoom: Int, scale: Double) -> Part {
    guard let detail = details.first(where: { zoom <= $0.zoom }) ?? details.last else { return .water }
    let toUnit = Self.unit / MKMapSize.world.width
    // Slightly larger than the rectangle, so that no line is visible along its edge.
    let margin = 2 / scale
    let low = Place(x: (rect.minX - margin) * toUnit, y: (rect.minY - margin) * toUnit)
    let high = Place(x: (rect.maxX + margin) * toUnit, y: (rect.maxY + margin) * toUnit)
    let factor = scale / toUnit
    let origin = Place(x: rect.minX * toUnit, y: rect.minY * toUnit)
    let path = CGMutablePath()
    var isCrossed = false
    var isInside = false
    let middle = Place(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
    for ring in detail.rings {
      if ring.high.x < low.x || ring.low.x > high.x || ring.high.y < low.y || ring.low.y > high.y { continue }
      // Of a run of points beyond the same edge only the ends are kept: the segments between are beyond it,
      // too.
      var kept: [Place] = []
      var lastCode = 0
      var crosses = false
      var pending: Place?
      for index in ring.points.indices {
        let place = ring.points[index]
        let code = Self.code(place, low, high)
        if index > 0, code & lastCode != 0, code == lastCode {
          pending = place
          continue
        }
        if let skipped = pending {
          kept.append(skipped)
          pending = nil
        }
        if index > 0, code & lastCode == 0 { crosses = true }
        kept.append(place)
        lastCode = code
      }
      if let skipped = pending { kept.append(skipped) }
      guard kept.count > 2 else { continue }
      if Self.code(kept[0], low, high) & lastCode == 0 { crosses = true }
      if !crosses {
        isInside = isInside || Self.contains(kept, middle)
        continue
      }
      isCrossed = true
      for (index, place) in kept.enumerated() {
        // Coordinates of points far away would be too large for the rasterizer.
        let x = max(min(place.x, high.x + 64), low.x - 64)
        let y = max(min(place.y, high.y + 64), low.y - 64)
        let target = CGPoint(x: (x - origin.x) * factor, y: (y - origin.y) * factor)
        if index == 0 { path.move(to: target) } else { path.addLine(to: target) }
      }
      path.closeSubpath()
    }
    guard isCrossed else { return isInside ? .land : .water }
    if isInside {
      path.addRect(
        CGRect(x: -4, y: -4, width: rect.width * scale + 8, height: rect.height * scale + 8))
    }
    return .mixed(path)
  }

  /// The edges that a point is beyond, as a bit set.
  private static func code(_ p: Place, _ low: Place, _ high: Place) -> Int {
    (p.x < low.x ? 1 : p.x > high.x ? 2 : 0) | (p.y < low.y ? 4 : p.y > high.y ? 8 : 0)
  }

  private static func contains(_ ring: [Place], _ p: Place) -> Bool {
    var inside = false
    var last = ring[ring.count - 1]
    for point in ring {
      if (point.y > p.y) != (last.y > p.y),
        p.x < (last.x - point.x) * (p.y - point.y) / (last.y - point.y) + point.x
      {
        inside.toggle()
      }
      last = point
    }
    return inside
  }
}
