@_spi(Hazards) import CarobRuntime
import CoreLocation
import UIKit

/// The state that a map view keeps for an annotation.
@MainActor
final class AnnotationRecord {
  let annotation: any MKAnnotation
  /// The position in the order of addition.
  let order: Int
  var place: MKMapPoint
  var view: MKAnnotationView?
  /// Whether a view was created since it came near the visible part; the properties below are from that view
  /// (MK-15).
  var isAsked = false
  var clusteringIdentifier: String?
  /// The cluster that shows it.
  @Zeroing var cluster: ClusterRecord?
  var isSelected = false
  var isObserved = false

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

/// The annotations of a map view and the views that wait for reuse.
@MainActor
final class AnnotationStore {
  private(set) var records: [AnnotationRecord] = []
  private var byObject: [ObjectIdentifier: AnnotationRecord] = [:]
  private var lastOrder = 0
  /// The selected annotations, in the order of their selection.
  var selected: [AnnotationRecord] = []
  var clusters: [ClusterRecord] = []
  /// The area for which views were created; they are updated when the visible part leaves it.
  var covered = MKMapRect.null
  /// The step of the zoom for which clusters were formed and collisions resolved.
  var clusterStep = Int.min
  /// Whether there are changes that the views do not reflect yet.
  var needsLook = false
  var needsOrder = false
  /// Views that are not in the board yet, because their order is unknown.
  var incoming: [MKAnnotationView] = []
  /// Annotations that were selected before they had a view.
  var pendingSelections: [AnnotationRecord] = []
  var callout: CalloutView?
  var observer: AnnotationObserver?
  /// Follows all annotations of the framework's classes.
  var follower: AnnotationFollower?
  /// Whether an annotation may form clusters.
  var hasClustering = false
  /// Whether a view may have to be hidden because of another (MK-21).
  var mayCollide = false

  /// Whether markers show titles that may overlap (MK-43).
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

  func takeWaiting(_ identifier: String) -> MKAnnotationView? {
    guard let view = waiting[identifier]?.popLast() else { return nil }
    view.prepareForReuse()
    return view
  }

  /// A reusable view, or a new one of the registered class.
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

/// Contains the views of annotations: a drag moves only the board, a zoom moves the views in it.
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

  /// Moves a view to its annotation's coordinate.
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

  /// The board has no size, but its subviews react to touches.
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    subviews.contains { view in
      !view.isHidden && view.isUserInteractionEnabled
        && view.point(inside: convert(point, to: view), with: event)
    }
  }
}
