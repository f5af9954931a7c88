import CarobRuntime
import CoreLocation
import UIKit

/// The style of the map. DEVIATION: there is no satellite imagery; such types only have different colours.
public enum MKMapType: UInt, Sendable {
  case standard, satellite, hybrid, satelliteFlyover, hybridFlyover, mutedStandard
}

/// How a map view follows the user (MK-26).
public enum MKUserTrackingMode: Int, Sendable { case none, follow, followWithHeading }

public enum MKFeatureVisibilityMode: Int, Sendable { case adaptive, hidden, visible }

/// The style of a map, as a replacement for map types.
open class MKMapConfiguration: NSObject {
  public enum ElevationStyle: Int, Sendable { case flat, realistic }
  open var elevationStyle = ElevationStyle.flat {
    didSet {
      if elevationStyle == .realistic {
        unimplemented("MKMapConfiguration.elevationStyle = .realistic (the map is flat)")
      }
    }
  }
  /// Which points of interest are shown; nil if it does not say (MK-45).
  var points: MKPointOfInterestFilter? { nil }
  var mapType: MKMapType { .standard }
  var isMuted: Bool { false }
  override init() { super.init() }
}

open class MKStandardMapConfiguration: MKMapConfiguration {
  public enum EmphasisStyle: Int, Sendable { case `default`, muted }
  open var emphasisStyle = EmphasisStyle.default
  open var pointOfInterestFilter: MKPointOfInterestFilter?
  open var showsTraffic = false
  public override init() { super.init() }
  public convenience init(elevationStyle: ElevationStyle) {
    self.init()
    self.elevationStyle = elevationStyle
  }
  public convenience init(elevationStyle: ElevationStyle, emphasisStyle: EmphasisStyle) {
    self.init()
    (self.elevationStyle, self.emphasisStyle) = (elevationStyle, emphasisStyle)
  }
  public convenience init(emphasisStyle: EmphasisStyle) {
    self.init()
    self.emphasisStyle = emphasisStyle
  }
  override var points: MKPointOfInterestFilter? { pointOfInterestFilter }
  override var mapType: MKMapType { emphasisStyle == .muted ? .mutedStandard : .standard }
}

open class MKImageryMapConfiguration: MKMapConfiguration {
  public override init() { super.init() }
  public convenience init(elevationStyle: ElevationStyle) {
    self.init()
    self.elevationStyle = elevationStyle
  }
  override var mapType: MKMapType { .satellite }
}

open class MKHybridMapConfiguration: MKMapConfiguration {
  open var pointOfInterestFilter: MKPointOfInterestFilter?
  open var showsTraffic = false
  public override init() { super.init() }
  public convenience init(elevationStyle: ElevationStyle) {
    self.init()
    self.elevationStyle = elevationStyle
  }
  override var points: MKPointOfInterestFilter? { pointOfInterestFilter }
  override var mapType: MKMapType { .hybrid }
}

/// The viewpoint of a map.
///
/// DEVIATION: a map view is always seen from straight above; its camera's pitch is 0 (MK-39).
open class MKMapCamera: NSObject, NSCopying {
  open var centerCoordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
  /// Metres from the camera to the centre (MK-7).
  open var centerCoordinateDistance: CLLocationDistance = 0
  /// Metres above the ground.
  open var altitude: CLLocationDistance {
    get { centerCoordinateDistance * Double(cos(pitch * .pi / 180)) }
    set { centerCoordinateDistance = newValue / max(Double(cos(pitch * .pi / 180)), 0.01) }
  }
  /// Degrees; 0 looks straight down.
  open var pitch: CGFloat = 0
  /// Degrees clockwise from north.
  open var heading: CLLocationDirection = 0

  public override init() { super.init() }
  public convenience init(
    lookingAtCenter centerCoordinate: CLLocationCoordinate2D, fromDistance distance: CLLocationDistance,
    pitch: CGFloat, heading: CLLocationDirection
  ) {
    self.init()
    self.centerCoordinate = centerCoordinate
    centerCoordinateDistance = distance
    (self.pitch, self.heading) = (pitch, heading)
  }
  public convenience init(
    lookingAtCenter centerCoordinate: CLLocationCoordinate2D, fromEyeCoordinate eye: CLLocationCoordinate2D,
    eyeAltitude: CLLocationDistance
  ) {
    self.init()
    self.centerCoordinate = centerCoordinate
    let (a, b) = (MKMapPoint(eye), MKMapPoint(centerCoordinate))
    let way = a.distance(to: b)
    centerCoordinateDistance = hypot(way, eyeAltitude)
    pitch = CGFloat(atan2(way, eyeAltitude) * 180 / .pi)
    if way > 0.5 {
      heading = Mercator.wrap(atan2(Mercator.shortWay(b.x - a.x), a.y - b.y) * 180 / .pi, 360)
    }
  }

  public func copy(with zone: NSZone? = nil) -> Any {
    MKMapCamera(
      lookingAtCenter: centerCoordinate, fromDistance: centerCoordinateDistance, pitch: pitch,
      heading: heading)
  }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? MKMapCamera else { return false }
    return centerCoordinate.latitude == other.centerCoordinate.latitude
      && centerCoordinate.longitude == other.centerCoordinate.longitude
      && centerCoordinateDistance == other.centerCoordinateDistance && pitch == other.pitch
      && heading == other.heading
  }
  open override var hash: Int { centerCoordinateDistance.hashValue ^ heading.hashValue }
}

extension MKMapView {
  /// The area that the map's centre must stay in (MK-5).
  open class CameraBoundary: NSObject, NSCopying {
    public let mapRect: MKMapRect
    public var region: MKCoordinateRegion { MKCoordinateRegion(mapRect) }
    public init?(mapRect: MKMapRect) {
      guard !mapRect.isNull else { return nil }
      self.mapRect = mapRect
      super.init()
    }
    public init?(coordinateRegion region: MKCoordinateRegion) {
      guard region.isValid else { return nil }
      mapRect = region.mapRect
      super.init()
    }
    public func copy(with zone: NSZone? = nil) -> Any { self }
  }

  /// The minimum and maximum distance of the camera from the centre, in metres (MK-5).
  open class CameraZoomRange: NSObject, NSCopying {
    public let minCenterCoordinateDistance: CLLocationDistance
    public let maxCenterCoordinateDistance: CLLocationDistance
    public init?(
      minCenterCoordinateDistance: CLLocationDistance, maxCenterCoordinateDistance: CLLocationDistance
    ) {
      self.minCenterCoordinateDistance = minCenterCoordinateDistance
      self.maxCenterCoordinateDistance = maxCenterCoordinateDistance
      super.init()
      if minCenterCoordinateDistance >= 0, maxCenterCoordinateDistance >= 0,
        minCenterCoordinateDistance > maxCenterCoordinateDistance
      {
        return nil
      }
    }
    public convenience init?(minCenterCoordinateDistance: CLLocationDistance) {
      self.init(
        minCenterCoordinateDistance: minCenterCoordinateDistance,
        maxCenterCoordinateDistance: MKMapCameraZoomDefault)
    }
    public convenience init?(maxCenterCoordinateDistance: CLLocationDistance) {
      self.init(
        minCenterCoordinateDistance: MKMapCameraZoomDefault,
        maxCenterCoordinateDistance: maxCenterCoordinateDistance)
    }
    public func copy(with zone: NSZone? = nil) -> Any { self }
  }
}
/// The value for no limit.
public let MKMapCameraZoomDefault: CLLocationDistance = -1
