@_spi(Hazards) import CarobRuntime
import CoreLocation
import UIKit

/// Shows an annotation. Map views create few of them and reuse them (MK-15).
@preconcurrency @MainActor
open class MKAnnotationView: UIView {
  /// The phases of dragging a view (MK-19).
  public enum DragState: UInt, Sendable { case none, starting, dragging, canceling, ending }
  /// The shape used to detect collisions with other views (MK-21).
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
  /// Sets the property from outside the initializer, where the assignment would bypass an override.
  // MK-44
  private func adopt(_ annotation: (any MKAnnotation)?) { self.annotation = annotation }
  /// Creates a view of a registered class; generated for classes with `init(annotation:reuseIdentifier:)`.
  nonisolated open class var _carobNewAnnotationView:
    (@MainActor ((any MKAnnotation)?, String?) -> MKAnnotationView)?
  { nil }

  /// Initial set-up, for the framework's subclasses.
  func setUpAnnotationView() {}

  public let reuseIdentifier: String?
  open var annotation: (any MKAnnotation)? { didSet { textsChanged() } }
  /// Called when the annotation or its texts changed.
  func textsChanged() {
    speakTitle()
    annotationChanged()
  }
  func annotationChanged() {}
  /// The accessibility label that the view set itself.
  private var spokenTitle: String?
  private func speakTitle() {
    let title = annotation?.titleText
    guard title != spokenTitle, accessibilityLabel == spokenTitle else { return }
    (accessibilityLabel, spokenTitle) = (title, title)
  }
  @Zeroing var map: MKMapView?

  /// Called before the view is reused.
  open func prepareForReuse() {
    isHighlighted = false
    if isSelected { setSelected(false, animated: false) }
    dragState = .none
  }
  /// Called before the view is shown.
  open func prepareForDisplay() {}

  // MARK: Appearance

  open var image: UIImage? {
    didSet {
      guard image !== oldValue else { return }
      layer.contents = image?.cgImage
      if let image { bounds.size = image.size }
      map?.placeChanged(of: self)
    }
  }
  /// The offset of the view's centre from the annotation's coordinate, in points.
  open var centerOffset = CGPoint.zero { didSet { map?.placeChanged(of: self) } }
  /// The offset of the callout's tip from the middle of the view's upper edge, in points.
  open var calloutOffset = CGPoint.zero
  /// The offset of the selection accessory; there are none.
  open var accessoryOffset = CGPoint.zero {
    didSet {
      if accessoryOffset != .zero {
        unimplemented("MKAnnotationView.accessoryOffset (the map has no selection accessories)")
      }
    }
  }
  open var isEnabled = true
  open var isHighlighted = false
  open var canShowCallout = false
  open var leftCalloutAccessoryView: UIView? { didSet { map?.calloutChanged(of: self) } }
  open var rightCalloutAccessoryView: UIView? { didSet { map?.calloutChanged(of: self) } }
  /// Shown instead of the subtitle.
  open var detailCalloutAccessoryView: UIView? { didSet { map?.calloutChanged(of: self) } }

  // MARK: Selection

  open var isSelected: Bool {
    get { selected }
    set { setSelected(newValue, animated: false) }
  }
  private var selected = false
  /// Called by the map view when it selects or deselects the annotation; overrides call super.
  open func setSelected(_ selected: Bool, animated: Bool) {
    guard self.selected != selected else { return }
    self.selected = selected
    selectionChanged(animated: animated)
  }
  func selectionChanged(animated: Bool) {}

  // MARK: Dragging (MK-19)

  open var isDraggable = false
  open var dragState = DragState.none
  /// Called by the map view; a subclass that animates sets the state after `.starting` and `.ending` itself.
  open func setDragState(_ newDragState: DragState, animated: Bool) {
    switch newDragState {
    case .starting: dragState = .dragging
    case .ending, .canceling: dragState = .none
    case .none, .dragging: dragState = newDragState
    }
  }

  // MARK: Clusters and collisions

  /// Views with the same identifier form a cluster when they collide (MK-20).
  open var clusteringIdentifier: String? { didSet { map?.clusteringChanged(of: self) } }
  /// The view of the cluster that contains the annotation.
  open internal(set) weak var cluster: MKAnnotationView? {
    get { clusterReference }
    set { clusterReference = newValue }
  }
  @Zeroing private var clusterReference: MKAnnotationView?
  /// Determines which of two colliding views is shown; required ones are always shown (MK-21).
  open var displayPriority = MKFeatureDisplayPriority.required { didSet { map?.collisionsChanged() } }
  open var collisionMode = CollisionMode.rectangle { didSet { map?.collisionsChanged() } }
  open var zPriority = MKAnnotationViewZPriority.defaultUnselected { didSet { map?.orderChanged() } }
  open var selectedZPriority = MKAnnotationViewZPriority.defaultSelected { didSet { map?.orderChanged() } }
  var currentPriority: Float { (isSelected ? selectedZPriority : zPriority).rawValue }

  /// The position of the callout's tip, in the view's coordinates.
  var calloutAnchor: CGPoint {
    CGPoint(x: bounds.midX + calloutOffset.x, y: bounds.minY + calloutOffset.y)
  }
  /// The area used to detect collisions, in the view's coordinates.
  var collisionFrame: CGRect { bounds }
  /// The area that reacts to touches, in the view's coordinates.
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

/// How important it is that a view is shown, from 0 to 1000.
public struct MKFeatureDisplayPriority: Hashable, RawRepresentable, Sendable {
  public let rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public static let required = MKFeatureDisplayPriority(rawValue: 1000)
  public static let defaultHigh = MKFeatureDisplayPriority(rawValue: 750)
  public static let defaultLow = MKFeatureDisplayPriority(rawValue: 250)
}

/// The front-to-back order of views; higher ones are in front.
public struct MKAnnotationViewZPriority: Hashable, RawRepresentable, Sendable {
  public let rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public static let max = MKAnnotationViewZPriority(rawValue: 1000)
  public static let defaultSelected = MKAnnotationViewZPriority(rawValue: 1000)
  public static let defaultUnselected = MKAnnotationViewZPriority(rawValue: 500)
  public static let min = MKAnnotationViewZPriority(rawValue: 0)
}

/// Whether a part of a marker is shown.
public enum MKFeatureVisibility: Int, Sendable { case adaptive, hidden, visible }

/// The identifiers of the classes for annotations for which the delegate returns no view.
public let MKMapViewDefaultAnnotationViewReuseIdentifier = "MKMapViewDefaultAnnotationViewReuseIdentifier"
public let MKMapViewDefaultClusterAnnotationViewReuseIdentifier =
  "MKMapViewDefaultClusterAnnotationViewReuseIdentifier"
