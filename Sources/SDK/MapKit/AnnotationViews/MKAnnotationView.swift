import CarobRuntime
import CoreLocation
import UIKit

/// Shows an annotation. Map views make few of them and use them again (MK-15).
@preconcurrency @MainActor
open class MKAnnotationView: UIView {
  /// Where its view is while it is dragged (MK-19).
  public enum DragState: UInt, Sendable { case none, starting, dragging, canceling, ending }
  /// The shape that collides with others (MK-21).
  public enum CollisionMode: Int, Sendable { case rectangle, circle, none }

  public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    isAccessibilityElement = true
    setUpAnnotationView()
    adopt(annotation)
  }
  public override init(frame: CGRect) {
    reuseIdentifier = nil
    super.init(frame: frame)
    setUpAnnotationView()
  }
  public required init?(coder: NSCoder) {
    reuseIdentifier = nil
    super.init(coder: coder)
    setUpAnnotationView()
  }
  /// Sets the property as the app sees it: in an initializer the assignment would pass an override of it by.
  // MK-44
  private func adopt(_ annotation: (any MKAnnotation)?) { self.annotation = annotation }
  /// Makes a view of the class where it was registered; generated for classes with `init(annotation:reuseIdentifier:)`.
  nonisolated open class var _carobNewAnnotationView:
    (@MainActor ((any MKAnnotation)?, String?) -> MKAnnotationView)?
  { nil }

  /// What a subclass of the framework does first.
  func setUpAnnotationView() {}

  public let reuseIdentifier: String?
  open var annotation: (any MKAnnotation)? { didSet { textsChanged() } }
  /// The annotation is another one, or has other texts.
  func textsChanged() {
    speakTitle()
    annotationChanged()
  }
  func annotationChanged() {}
  /// The label that the app did not set.
  private var spokenTitle: String?
  private func speakTitle() {
    let title = annotation?.titleText
    guard title != spokenTitle, accessibilityLabel == spokenTitle else { return }
    (accessibilityLabel, spokenTitle) = (title, title)
  }
  weak var map: MKMapView?

  /// Sent before the view is handed out again.
  open func prepareForReuse() {
    isHighlighted = false
    if isSelected { setSelected(false, animated: false) }
    dragState = .none
  }
  /// Sent before the view is shown.
  open func prepareForDisplay() {}

  // MARK: Look

  open var image: UIImage? {
    didSet {
      guard image !== oldValue else { return }
      layer.contents = image?.cgImage
      if let image { bounds.size = image.size }
      map?.placeChanged(of: self)
    }
  }
  /// From the place of the annotation to the middle of the view, points.
  open var centerOffset = CGPoint.zero { didSet { map?.placeChanged(of: self) } }
  /// Of the callout's tip from the middle of the view's upper edge, points.
  open var calloutOffset = CGPoint.zero
  open var accessoryOffset = CGPoint.zero
  open var isEnabled = true
  open var isHighlighted = false
  open var canShowCallout = false
  open var leftCalloutAccessoryView: UIView? { didSet { map?.calloutChanged(of: self) } }
  open var rightCalloutAccessoryView: UIView? { didSet { map?.calloutChanged(of: self) } }
  /// In place of the subtitle.
  open var detailCalloutAccessoryView: UIView? { didSet { map?.calloutChanged(of: self) } }

  // MARK: Selection

  open var isSelected: Bool {
    get { selected }
    set { setSelected(newValue, animated: false) }
  }
  private var selected = false
  /// Sent by the map view when it selects the annotation; overrides call super.
  open func setSelected(_ selected: Bool, animated: Bool) {
    guard self.selected != selected else { return }
    self.selected = selected
    selectionChanged(animated: animated)
  }
  func selectionChanged(animated: Bool) {}

  // MARK: Dragging (MK-19)

  open var isDraggable = false
  open var dragState = DragState.none
  /// Sent by the map view; a subclass that animates answers `.starting` and `.ending` with the next state itself.
  open func setDragState(_ newDragState: DragState, animated: Bool) {
    switch newDragState {
    case .starting: dragState = .dragging
    case .ending, .canceling: dragState = .none
    case .none, .dragging: dragState = newDragState
    }
  }

  // MARK: Many of them

  /// Views with the same one form clusters when they collide (MK-20).
  open var clusteringIdentifier: String? { didSet { map?.clusteringChanged(of: self) } }
  /// The view of the cluster that the annotation is in.
  open internal(set) weak var cluster: MKAnnotationView?
  /// Which of two that collide is seen; required ones always are (MK-21).
  open var displayPriority = MKFeatureDisplayPriority.required { didSet { map?.collisionsChanged() } }
  open var collisionMode = CollisionMode.rectangle { didSet { map?.collisionsChanged() } }
  open var zPriority = MKAnnotationViewZPriority.defaultUnselected { didSet { map?.orderChanged() } }
  open var selectedZPriority = MKAnnotationViewZPriority.defaultSelected { didSet { map?.orderChanged() } }
  var currentPriority: Float { (isSelected ? selectedZPriority : zPriority).rawValue }

  /// Where the callout's tip is, in the view's coordinates.
  var calloutAnchor: CGPoint {
    CGPoint(x: bounds.midX + calloutOffset.x, y: bounds.minY + calloutOffset.y)
  }
  /// What collides with others, in the view's coordinates.
  var collisionFrame: CGRect { bounds }
  /// What a finger reaches, in the view's coordinates.
  var touchFrame: CGRect { bounds }

  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { nil }

  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      MKAnnotationView.self,
      {
        [
          "image": \.image, "enabled": \.isEnabled, "highlighted": \.isHighlighted, "selected": \.isSelected,
          "canShowCallout": \.canShowCallout, "draggable": \.isDraggable,
          "clusteringIdentifier": \.clusteringIdentifier, "centerOffset": \.centerOffset,
          "calloutOffset": \.calloutOffset,
        ]
      }, readOnly: { ["reuseIdentifier": \.reuseIdentifier] })
  }
}

/// How important it is that a view is seen, from 0 to 1000.
public struct MKFeatureDisplayPriority: Hashable, RawRepresentable, Sendable {
  public let rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public static let required = MKFeatureDisplayPriority(rawValue: 1000)
  public static let defaultHigh = MKFeatureDisplayPriority(rawValue: 750)
  public static let defaultLow = MKFeatureDisplayPriority(rawValue: 250)
}

/// Which views are in front of others.
public struct MKAnnotationViewZPriority: Hashable, RawRepresentable, Sendable {
  public let rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public static let max = MKAnnotationViewZPriority(rawValue: 1000)
  public static let defaultSelected = MKAnnotationViewZPriority(rawValue: 1000)
  public static let defaultUnselected = MKAnnotationViewZPriority(rawValue: 500)
  public static let min = MKAnnotationViewZPriority(rawValue: 0)
}

/// Whether a part of a marker is seen.
public enum MKFeatureVisibility: Int, Sendable { case adaptive, hidden, visible }

/// The identifiers of the classes for annotations of which the delegate does not make a view.
public let MKMapViewDefaultAnnotationViewReuseIdentifier = "MKMapViewDefaultAnnotationViewReuseIdentifier"
public let MKMapViewDefaultClusterAnnotationViewReuseIdentifier =
  "MKMapViewDefaultClusterAnnotationViewReuseIdentifier"
