@_spi(Hazards) import CarobRuntime
import CoreLocation
import UIKit

/// An object at a coordinate, for which a map view asks its delegate for a view.
///
/// A map view follows changes of `coordinate` if they can be observed: declare it `@objc dynamic`, or use
/// `MKPointAnnotation`.
public protocol MKAnnotation: NSObjectProtocol, _CarobOptional {
  var coordinate: CLLocationCoordinate2D { get }
  // NB: optional requirements. As on the platform, they are optionals of optionals if the annotation's class
  // is unknown: the members below are preferred then, and those of the class if it is known.
  @_disfavoredOverload var title: String? { get }
  @_disfavoredOverload var subtitle: String? { get }
}

extension MKAnnotation {
  @_disfavoredOverload public var title: String? { nil }
  @_disfavoredOverload public var subtitle: String? { nil }
  /// The annotation's title, if it has one.
  var titleText: String? {
    let text: String? = self.title
    return text
  }
  var subtitleText: String? {
    let text: String? = self.subtitle
    return text
  }
}

extension _CarobOptional where Self: MKAnnotation {
  public var title: String?? { .some((self as any MKAnnotation).titleText) }
  public var subtitle: String?? { .some((self as any MKAnnotation).subtitleText) }
}

/// An annotation with texts: the base class of the framework's annotations.
open class MKShape: NSObject, MKAnnotation {
  open var title: String? {
    willSet { _kvoWill("title", title) }
    didSet {
      _kvoDid("title", title)
      AnnotationChanges.tell(self, .texts)
    }
  }
  open var subtitle: String? {
    willSet { _kvoWill("subtitle", subtitle) }
    didSet {
      _kvoDid("subtitle", subtitle)
      AnnotationChanges.tell(self, .texts)
    }
  }
  open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: 0, longitude: 0) }
  /// The map views that show it.
  // nonisolated(unsafe) because map views are on the main thread, and only that thread changes it.
  nonisolated(unsafe) var followers: [AnnotationFollower] = []

  public override init() { super.init() }

  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      MKShape.self, { ["title": \.title, "subtitle": \.subtitle] },
      readOnly: { ["coordinate": \.coordinate] },
      reporting: ["title", "subtitle"])
  }
}

/// An annotation at a coordinate, with texts.
open class MKPointAnnotation: MKShape {
  open override var coordinate: CLLocationCoordinate2D {
    get { place }
    set {
      _kvoWill("coordinate", place)
      place = newValue
      _kvoDid("coordinate", place)
      AnnotationChanges.tell(self, .place)
    }
  }
  private var place = CLLocationCoordinate2D(latitude: 0, longitude: 0)

  public override init() { super.init() }
  public init(coordinate: CLLocationCoordinate2D) {
    place = coordinate
    super.init()
  }
  public init(coordinate: CLLocationCoordinate2D, title: String?, subtitle: String?) {
    place = coordinate
    super.init()
    self.title = title
    self.subtitle = subtitle
  }

  nonisolated open override class var _carobKVC: [_CarobProperty] {
    super._carobKVC
      + _CarobProperty.table(
        MKPointAnnotation.self, { ["coordinate": \.coordinate] }, reporting: ["coordinate"])
  }
}

/// Several annotations that are so close to each other that one view represents them (MK-20).
open class MKClusterAnnotation: NSObject, MKAnnotation {
  public let memberAnnotations: [any MKAnnotation]
  open var title: String?
  open var subtitle: String?
  public let coordinate: CLLocationCoordinate2D

  public init(memberAnnotations: [any MKAnnotation]) {
    self.memberAnnotations = memberAnnotations
    coordinate = Self.middle(memberAnnotations)
    super.init()
    title = memberAnnotations.first?.titleText
    subtitle = memberAnnotations.count > 1 ? "+\(memberAnnotations.count - 1) more" : nil
  }

  private static func middle(_ members: [any MKAnnotation]) -> CLLocationCoordinate2D {
    guard let first = members.first.map({ MKMapPoint($0.coordinate) }) else {
      return CLLocationCoordinate2D(latitude: 0, longitude: 0)
    }
    var (x, y) = (0.0, 0.0)
    for member in members {
      let point = MKMapPoint(member.coordinate)
      x += Mercator.shortWay(point.x - first.x)
      y += point.y - first.y
    }
    let count = Double(members.count)
    return MKMapPoint(x: first.x + x / count, y: first.y + y / count).wrapped.coordinate
  }
}

/// The device's location, as shown by a map view.
open class MKUserLocation: NSObject, MKAnnotation {
  /// Whether the location is currently being determined.
  open internal(set) var isUpdating = false
  open internal(set) var location: CLLocation? {
    willSet { _kvoWill("location", location) }
    didSet { _kvoDid("location", location) }
  }
  open internal(set) var heading: CLHeading?
  open var title: String? = "Current Location"
  open var subtitle: String?
  /// 0, 0 until a location is known.
  open var coordinate: CLLocationCoordinate2D {
    location?.coordinate ?? CLLocationCoordinate2D(latitude: 0, longitude: 0)
  }
  override init() { super.init() }
}

/// What has changed in an annotation.
enum AnnotationChange { case place, texts }

/// Notifies a map view of changes to the framework's annotations, without key–value observing.
// OPTIMIZATION: observing ten thousand objects takes longer than drawing them.
final class AnnotationFollower {
  @Zeroing var map: MKMapView?
  init(_ map: MKMapView) { self.map = map }
}

enum AnnotationChanges {
  static func tell(_ shape: MKShape, _ change: AnnotationChange) {
    guard !shape.followers.isEmpty else { return }
    nonisolated(unsafe) let annotation = shape
    // NB: annotations on a map belong to the main thread, as on the platform.
    MainActor.assumeIsolated {
      for follower in annotation.followers { follower.map?.annotationChanged(annotation, change) }
    }
  }
}
