import CoreLocation
import UIKit

/// The visible part of a map view: pure geometry, which converts between map points and points of the view.
struct Viewport: Equatable {
  /// The map point at the centre of the view; x is inside the world.
  private(set) var x: Double
  private(set) var y: Double
  /// View points per map point.
  private(set) var scale: Double
  /// The direction at the top of the view, in degrees clockwise from north, 0 up to 360.
  var heading = 0.0 { didSet { heading = Mercator.wrap(heading, 360) } }
  /// The size of the view, in points.
  private(set) var size: CGSize

  /// The largest scale: two points per map point, about 7 cm per point (MK-5).
  static let maximumScale = 2.0

  init(center: MKMapPoint, scale: Double, heading: Double = 0, size: CGSize) {
    (x, y) = (center.x, center.y)
    (self.scale, self.size) = (scale, size)
    self.heading = Mercator.wrap(heading, 360)
  }

  var center: MKMapPoint {
    get { MKMapPoint(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }

  /// The smallest scale: the world is never smaller than the view (MK-5).
  // MK-5
  static func minimumScale(_ size: CGSize) -> Double {
    max(Double(max(size.width, size.height)), 1) / MKMapSize.world.width
  }

  /// The viewport with its scale within the limits, and its centre so that the view does not extend beyond
  /// the world.
  // MK-5
  func limited(_ scales: ClosedRange<Double>) -> Viewport {
    var result = self
    result.scale = min(max(scale, scales.lowerBound), scales.upperBound)
    result.x = Mercator.wrap(x, MKMapSize.world.width)
    let half = min(result.extent.height / 2, MKMapSize.world.height / 2)
    result.y = min(max(y, half), MKMapSize.world.height - half)
    return result
  }

  mutating func resize(_ size: CGSize) { self.size = size }
  mutating func setScale(_ scale: Double) { self.scale = scale }

  /// Width and height of the visible rectangle; of a rotated view, its bounding rectangle.
  private var extent: MKMapSize {
    let (w, h) = (Double(size.width) / scale, Double(size.height) / scale)
    guard heading != 0 else { return MKMapSize(width: w, height: h) }
    let (s, c) = (abs(sin(radians)), abs(cos(radians)))
    return MKMapSize(width: w * c + h * s, height: w * s + h * c)
  }
  private var radians: Double { heading * .pi / 180 }

  var visibleRect: MKMapRect {
    let extent = extent
    return MKMapRect(
      x: x - extent.width / 2, y: y - extent.height / 2, width: extent.width, height: extent.height)
  }

  // MARK: Margins (MK-37)

  /// The rectangle that is visible within these margins.
  // MK-37
  func visibleRect(in insets: UIEdgeInsets) -> MKMapRect {
    guard insets != .zero else { return visibleRect }
    var inner = self
    inner.size = CGSize(
      width: max(size.width - insets.left - insets.right, 1),
      height: max(size.height - insets.top - insets.bottom, 1))
    inner.center = center(in: insets)
    return inner.visibleRect
  }
  /// The map point at the centre of the area within these margins.
  func center(in insets: UIEdgeInsets) -> MKMapPoint {
    guard insets != .zero else { return center }
    return place(
      CGPoint(x: size.width / 2 + insets.middle.x, y: size.height / 2 + insets.middle.y))
  }
  /// The viewport with a map point at the centre of the area within these margins.
  func centered(on place: MKMapPoint, in insets: UIEdgeInsets) -> Viewport {
    var result = self
    result.center = place
    return insets == .zero ? result : result.moved(by: insets.middle)
  }

  /// The view point of a map point, on the side of the world that is nearer to the view's centre.
  func point(_ place: MKMapPoint) -> CGPoint {
    let (dx, dy) = (Mercator.shortWay(place.x - x) * scale, (place.y - y) * scale)
    let middle = CGPoint(x: size.width / 2, y: size.height / 2)
    guard heading != 0 else { return CGPoint(x: middle.x + CGFloat(dx), y: middle.y + CGFloat(dy)) }
    let (s, c) = (sin(radians), cos(radians))
    return CGPoint(x: middle.x + CGFloat(dx * c + dy * s), y: middle.y + CGFloat(dy * c - dx * s))
  }

  /// The map point at a point of the view; may be outside the world.
  func place(_ point: CGPoint) -> MKMapPoint {
    let dx = Double(point.x - size.width / 2) / scale
    let dy = Double(point.y - size.height / 2) / scale
    guard heading != 0 else { return MKMapPoint(x: x + dx, y: y + dy) }
    let (s, c) = (sin(radians), cos(radians))
    return MKMapPoint(x: x + dx * c - dy * s, y: y + dx * s + dy * c)
  }

  /// Moves the map by an offset in view points.
  func moved(by way: CGPoint) -> Viewport {
    var result = self
    result.center = place(CGPoint(x: size.width / 2 - way.x, y: size.height / 2 - way.y))
    return result
  }

  /// Zooms and rotates around a fixed point of the view.
  func zoomed(by factor: Double, turnedBy degrees: Double = 0, around point: CGPoint) -> Viewport {
    let fixed = place(point)
    var result = self
    result.scale = scale * factor
    result.heading = heading + degrees
    let now = result.place(point)
    result.center = MKMapPoint(x: result.x + fixed.x - now.x, y: result.y + fixed.y - now.y)
    return result
  }

  /// The viewport that shows a rectangle centred and as large as it fits (MK-6).
  // MK-6
  static func fitting(
    _ rect: MKMapRect, in size: CGSize, insets: UIEdgeInsets = .zero, heading: Double = 0
  ) -> Viewport {
    let room = CGSize(
      width: max(size.width - insets.left - insets.right, 1),
      height: max(size.height - insets.top - insets.bottom, 1))
    let scale = min(Double(room.width) / max(rect.width, 1e-3), Double(room.height) / max(rect.height, 1e-3))
    return Viewport(center: rect.center, scale: scale, heading: heading, size: size).moved(by: insets.middle)
  }

  // MARK: Cameras

  /// The height in metres from which a camera that looks straight down, with a field of view of 30°, sees the
  /// view's height (MK-7).
  // MK-7
  var distance: Double {
    let meters = Double(size.height) / scale * metersPerMapPoint
    return meters / 2 / tan(.pi / 12)
  }
  private var metersPerMapPoint: Double {
    let latitude = Mercator.latitude(ofFraction: min(max(y / MKMapSize.world.height, 0), 1))
    return MKMetersPerMapPointAtLatitude(latitude)
  }
  func seen(from distance: Double) -> Viewport {
    var result = self
    let meters = max(distance, 1) * 2 * tan(.pi / 12)
    result.scale = Double(max(size.height, 1)) * metersPerMapPoint / meters
    return result
  }

  /// Interpolates between two viewports: linearly in the logarithm of the scale, and the short way around the
  /// world.
  static func between(_ a: Viewport, _ b: Viewport, _ part: Double) -> Viewport {
    guard part < 1 else { return b }
    var result = b
    result.scale = exp(log(a.scale) + (log(b.scale) - log(a.scale)) * part)
    // While the scale changes, the centre moves evenly in view points, not in map points.
    let ratio = b.scale / a.scale
    let way = abs(ratio - 1) < 1e-9 ? part : (1 - a.scale / result.scale) / (1 - 1 / ratio)
    let dx = Mercator.shortWay(b.x - a.x)
    result.center = MKMapPoint(x: a.x + dx * way, y: a.y + (b.y - a.y) * way)
    let turn = Mercator.wrap(b.heading - a.heading + 180, 360) - 180
    result.heading = a.heading + turn * part
    return result
  }
}

extension UIEdgeInsets {
  /// The vector from the centre of a rectangle to the centre of the inset rectangle, in points.
  fileprivate var middle: CGPoint { CGPoint(x: (left - right) / 2, y: (top - bottom) / 2) }
  func adding(_ other: UIEdgeInsets) -> UIEdgeInsets {
    UIEdgeInsets(
      top: top + other.top, left: left + other.left, bottom: bottom + other.bottom, right: right + other.right
    )
  }
}
