import CarobRuntime
import CoreLocation
import UIKit

/// What a map view knows of an annotation.
@MainActor
final class AnnotationRecord {
  let annotation: any MKAnnotation
  /// In the order in which they were added.
  let order: Int
  var place: MKMapPoint
  var view: MKAnnotationView?
  /// Whether a view was made for it since it came near the visible part: what follows is of that view (MK-15).
  var isAsked = false
  var clusteringIdentifier: String?
  /// The cluster that shows it.
  weak var cluster: ClusterRecord?
  var isSelected = false
  var isObserved = false
  /// Whether a view with a lower priority than another's is left out (MK-21).
  var isCluster: Bool { annotation is MKClusterAnnotation }

  init(_ annotation: any MKAnnotation, _ order: Int) {
    self.annotation = annotation
    self.order = order
    place = MKMapPoint(annotation.coordinate)
  }
}

/// A cluster that is shown.
@MainActor
final class ClusterRecord {
  let record: AnnotationRecord
  let members: [AnnotationRecord]
  init(_ record: AnnotationRecord, _ members: [AnnotationRecord]) {
    (self.record, self.members) = (record, members)
  }
}

/// The annotations of a map view and the views that wait to be used again.
@MainActor
final class AnnotationStore {
  private(set) var records: [AnnotationRecord] = []
  private var byObject: [ObjectIdentifier: AnnotationRecord] = [:]
  private var lastOrder = 0
  /// In the order of their selection.
  var selected: [AnnotationRecord] = []
  var clusters: [ClusterRecord] = []
  /// For what the views were made: beyond it they are looked at again.
  var covered = MKMapRect.null
  /// The step of the zoom for which clusters were formed and collisions resolved.
  var clusterStep = Int.min
  /// Whether something changed that was not looked at.
  var needsLook = false
  var needsOrder = false
  /// Views that are not in the board yet, because their order is not known.
  var incoming: [MKAnnotationView] = []
  /// Selected before they had a view.
  var pendingSelections: [AnnotationRecord] = []
  var callout: CalloutView?
  var observer: AnnotationObserver?
  /// For all of the framework's annotations.
  var follower: AnnotationFollower?
  /// Whether an annotation may form clusters.
  var hasClustering = false
  /// Whether a view may have to give way to another (MK-21).
  var mayCollide = false

  /// Whether markers show titles that may have to give way to each other (MK-43).
  var hasTitles = false

  private var waiting: [String: [MKAnnotationView]] = [:]
  private var classes: [String: MKAnnotationView.Type] = [:]

  func record(of annotation: any MKAnnotation) -> AnnotationRecord? { byObject[ObjectIdentifier(annotation)] }

  @discardableResult
  func add(_ annotation: any MKAnnotation) -> AnnotationRecord? {
    let key = ObjectIdentifier(annotation)
    guard byObject[key] == nil else { return nil }
    lastOrder += 1
    let record = AnnotationRecord(annotation, lastOrder)
    byObject[key] = record
    records.append(record)
    needsLook = true
    return record
  }

  func remove(_ removed: [AnnotationRecord]) {
    guard !removed.isEmpty else { return }
    for record in removed { byObject[ObjectIdentifier(record.annotation)] = nil }
    if removed.count == 1 {
      records.removeAll { $0 === removed[0] }
    } else {
      records.removeAll { byObject[ObjectIdentifier($0.annotation)] == nil }
    }
    needsLook = true
  }

  // MARK: Views (MK-15)

  func register(_ cls: AnyClass?, _ identifier: String) {
    classes[identifier] = cls as? MKAnnotationView.Type
  }
  func isRegistered(_ identifier: String) -> Bool { classes[identifier] != nil }

  func takeWaiting(_ identifier: String) -> MKAnnotationView? {
    guard let view = waiting[identifier]?.popLast() else { return nil }
    view.prepareForReuse()
    return view
  }

  /// A view that waits, else a new one of the registered class.
  func dequeue(_ identifier: String, for annotation: any MKAnnotation) -> MKAnnotationView? {
    if let view = takeWaiting(identifier) {
      view.annotation = annotation
      return view
    }
    guard let cls = classes[identifier] else { return nil }
    guard let make = cls._carobNewAnnotationView else {
      if cls == MKAnnotationView.self {
        return MKAnnotationView(annotation: annotation, reuseIdentifier: identifier)
      }
      NSException.raise(
        .invalidArgumentException,
        "\(Journal.className(cls)) was registered for \(identifier), but has no init(annotation:reuseIdentifier:)"
      )
    }
    return make(annotation, identifier)
  }

  func recycle(_ view: MKAnnotationView) {
    guard let identifier = view.reuseIdentifier else { return }
    waiting[identifier, default: []].append(view)
  }
}

/// Holds the views of annotations: a drag moves it alone, a zoom the views in it.
@MainActor
final class AnnotationBoard: UIView {
  private var anchor = MKMapPoint()
  private var scale = 0.0
  private var heading = 0.0
  private static let reach = 16_384.0

  func show(_ viewport: Viewport) {
    let way = max(abs(Mercator.shortWay(viewport.x - anchor.x)), abs(viewport.y - anchor.y))
    let isMoved = viewport.scale != scale || viewport.heading != heading || way * viewport.scale > Self.reach
    if isMoved {
      anchor = viewport.center
      (scale, heading) = (viewport.scale, viewport.heading)
    }
    UIView.performWithoutAnimation {
      center = viewport.point(anchor)
      guard isMoved else { return }
      for case let view as MKAnnotationView in subviews { place(view) }
    }
  }

  /// Puts a view to its annotation's place.
  func place(_ view: MKAnnotationView) {
    guard let annotation = view.annotation, scale > 0 else { return }
    let place = MKMapPoint(annotation.coordinate)
    let dx = Mercator.shortWay(place.x - anchor.x) * scale
    let dy = (place.y - anchor.y) * scale
    let turn = heading * .pi / 180
    view.center = CGPoint(
      x: CGFloat(dx * cos(turn) + dy * sin(turn)) + view.centerOffset.x,
      y: CGFloat(dy * cos(turn) - dx * sin(turn)) + view.centerOffset.y)
  }

  /// Its size is none, but what is in it is touched.
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    subviews.contains { view in
      !view.isHidden && view.isUserInteractionEnabled
        && view.point(inside: convert(point, to: view), with: event)
    }
  }
}
