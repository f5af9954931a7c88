@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The kind of a container of accessibility elements.
public enum UIAccessibilityContainerType: Int, Sendable {
  case none, dataTable, list, landmark, semanticGroup
}
public enum UIAccessibilityNavigationStyle: Int, Sendable { case automatic, separate, combined }

/// An element for assistive technology that is not a view, such as a part of a drawing (E-964).
@preconcurrency @MainActor
open class UIAccessibilityElement: UIResponder, UIAccessibilityIdentification {
  public init(accessibilityContainer container: Any) {
    accessibilityContainerReference = container as AnyObject
    super.init()
    Self.lastID += 1
    id = Self.firstID + Self.lastID
  }

  open weak var accessibilityContainer: AnyObject? {
    get { accessibilityContainerReference }
    set { accessibilityContainerReference = newValue }
  }
  @Zeroing private var accessibilityContainerReference: AnyObject?
  open var accessibilityIdentifier: String?
  open var isAccessibilityElement = true
  open var accessibilityLabel: String?
  open var accessibilityHint: String?
  open var accessibilityValue: String?
  open var accessibilityTraits: UIAccessibilityTraits = .none
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
  open var accessibilityElementsHidden = false

  /// In screen points. Setting it fixes it; otherwise it follows the frame in the container's space.
  open var accessibilityFrame: CGRect {
    get {
      guard let container = accessibilityContainer as? UIView else { return ownFrame }
      return isFrameOfContainer
        ? container.layer.convert(accessibilityFrameInContainerSpace, to: nil) : ownFrame
    }
    set {
      ownFrame = newValue
      isFrameOfContainer = false
    }
  }
  /// In the coordinate space of the container, which is a view.
  open var accessibilityFrameInContainerSpace = CGRect.zero { didSet { isFrameOfContainer = true } }
  open var accessibilityActivationPoint: CGPoint {
    get { ownActivationPoint ?? CGPoint(x: accessibilityFrame.midX, y: accessibilityFrame.midY) }
    set { ownActivationPoint = newValue }
  }

  open override var next: UIResponder? { accessibilityContainer as? UIResponder }

  private var ownFrame = CGRect.zero
  private var isFrameOfContainer = false
  private var ownActivationPoint: CGPoint?
  private(set) var id: UInt64 = 0
  private static var lastID: UInt64 = 0
  /// NB: beyond the ids of layers, and exact in JavaScript.
  private static let firstID: UInt64 = 1 << 49
}
