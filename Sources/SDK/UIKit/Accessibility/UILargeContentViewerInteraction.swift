@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// Something whose title and image are shown large while a finger is on it, at the accessibility text sizes
/// (E-1101). Views conform.
@preconcurrency @MainActor
public protocol UILargeContentViewerItem: NSObjectProtocol {
  var showsLargeContentViewer: Bool { get }
  var largeContentTitle: String? { get }
  var largeContentImage: UIImage? { get }
  /// Whether the image is enlarged; only for images that can be drawn at any size.
  var scalesLargeContentImage: Bool { get }
  var largeContentImageInsets: UIEdgeInsets { get }
}

/// Decides which items a large content viewer shows. All methods are optional.
@preconcurrency @MainActor
public protocol UILargeContentViewerInteractionDelegate: NSObjectProtocol, _CarobOptional {
  /// The item at a point in the interaction's view. Without the method it is the frontmost view there with
  /// `showsLargeContentViewer`.
  func largeContentViewerInteraction(
    _ interaction: UILargeContentViewerInteraction, itemAt point: CGPoint
  ) -> (any UILargeContentViewerItem)?
  /// The finger was lifted on the item, or on none.
  func largeContentViewerInteraction(
    _ interaction: UILargeContentViewerInteraction, didEndOn item: (any UILargeContentViewerItem)?,
    at point: CGPoint)
  /// The controller in whose window the item is shown.
  func viewController(for interaction: UILargeContentViewerInteraction) -> UIViewController
}
extension UILargeContentViewerInteractionDelegate {
  public func largeContentViewerInteraction(
    _ interaction: UILargeContentViewerInteraction, itemAt point: CGPoint
  ) -> (any UILargeContentViewerItem)? { nil }
  public func largeContentViewerInteraction(
    _ interaction: UILargeContentViewerInteraction, didEndOn item: (any UILargeContentViewerItem)?,
    at point: CGPoint
  ) {}
  public func viewController(for interaction: UILargeContentViewerInteraction) -> UIViewController {
    UIViewController()
  }
}

/// Shows the items of a view large while a finger is held on them, at the accessibility text sizes (E-1101).
@preconcurrency @MainActor
open class UILargeContentViewerInteraction: _MainActorNSObject, UIInteraction {
  public init(delegate: (any UILargeContentViewerInteractionDelegate)?) {
    delegateReference = delegate
    super.init()
    press.addTarget(self, action: "carob_press")
    press.minimumPressDuration = 0.3
    press.allowableMovement = .greatestFiniteMagnitude
    press.cancelsTouchesInView = true
  }
  public override convenience init() { self.init(delegate: nil) }

  open weak var delegate: (any UILargeContentViewerInteractionDelegate)? { delegateReference }
  @ZeroingExistential private var delegateReference: (any UILargeContentViewerInteractionDelegate)?
  /// Whether the text size is one of the accessibility sizes.
  open class var isEnabled: Bool {
    UIApplication.shared.preferredContentSizeCategory.isAccessibilityCategory
  }
  /// Posted when `isEnabled` changes.
  nonisolated public static let enabledStatusDidChangeNotification = Notification.Name(
    "UILargeContentViewerInteractionEnabledStatusDidChangeNotification")

  /// The recognizer of the press, for relations with the app's own recognizers.
  open var gestureRecognizerForExclusionRelationship: UIGestureRecognizer { press }
  private let press = UILongPressGestureRecognizer(target: nil, action: nil)

  open private(set) weak var view: UIView? {
    get { viewReference }
    set { viewReference = newValue }
  }
  @Zeroing private var viewReference: UIView?
  open func willMove(to view: UIView?) { if view == nil { self.view?.removeGestureRecognizer(press) } }
  open func didMove(to view: UIView?) {
    self.view = view
    view?.addGestureRecognizer(press)
    follow()
    if view == nil { hide() }
  }

  /// The press is recognized only at an accessibility size, so that it takes no touches otherwise.
  private func follow() { press.isEnabled = Self.isEnabled }
  static func textSizeChanged(_ view: UIView) {
    for case let interaction as UILargeContentViewerInteraction in view.interactions { interaction.follow() }
  }

  nonisolated open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_press", "carob_press()", 0) {
        unsafeDowncast($0, to: UILargeContentViewerInteraction.self).pressed()
      }
    ]
  }

  // MARK: Showing

  private var shown: (any UILargeContentViewerItem)?
  private var panel: UIView?

  private func pressed() {
    guard let view else { return }
    let point = press.location(in: view)
    switch press.state {
    case .began, .changed: show(item(at: point))
    case .ended:
      let item = item(at: point)
      hide()
      delegate?.tell(
        from: self, "largeContentViewerInteraction(_:didEndOn:at:)",
        "largeContentViewerInteraction:didEndOnItem:atPoint:"
      ) { $0.largeContentViewerInteraction(self, didEndOn: item, at: point) }
    default: hide()
    }
  }

  private func item(at point: CGPoint) -> (any UILargeContentViewerItem)? {
    if let answer = delegate?.ask(
      from: self, "largeContentViewerInteraction(_:itemAt:)", "largeContentViewerInteraction:itemAtPoint:",
      { $0.largeContentViewerInteraction(self, itemAt: point) })
    {
      return answer
    }
    var here = view?.hitTest(point, with: nil)
    while let found = here, !found.showsLargeContentViewer { here = found === view ? nil : found.superview }
    return here
  }

  private func show(_ item: (any UILargeContentViewerItem)?) {
    guard item !== shown else { return }
    hide()
    guard let item, item.showsLargeContentViewer, let window = window else { return }
    shown = item
    let panel = LargeContentPanel(item)
    panel.center = CGPoint(x: window.bounds.midX, y: window.bounds.midY)
    window.addSubview(panel)
    self.panel = panel
  }

  /// The window of the controller that the delegate gives, else that of the view.
  private var window: UIWindow? {
    let controller = delegate?.ask(
      from: self, "viewController(for:)", "viewControllerForLargeContentViewerInteraction:"
    ) { $0.viewController(for: self) }
    return controller?.viewIfLoaded?.window ?? view?.window
  }

  private func hide() {
    panel?.removeFromSuperview()
    (panel, shown) = (nil, nil)
  }
}

/// The card in the middle of the screen.
@MainActor
private final class LargeContentPanel: UIView {
  init(_ item: any UILargeContentViewerItem) {
    super.init(frame: CGRect(x: 0, y: 0, width: 250, height: 250))
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 16
    isUserInteractionEnabled = false
    let picture = UIImageView(image: item.largeContentImage)
    picture.contentMode = item.scalesLargeContentImage ? .scaleAspectFit : .center
    picture.tintColor = .label
    picture.frame = CGRect(x: 30, y: 24, width: 190, height: 130).inset(by: item.largeContentImageInsets)
    let title = UILabel(frame: CGRect(x: 16, y: 164, width: 218, height: 72))
    title.text = item.largeContentTitle
    title.font = .systemFont(ofSize: 28, weight: .semibold)
    title.textAlignment = .center
    title.numberOfLines = 2
    title.adjustsFontSizeToFitWidth = true
    if item.largeContentImage == nil { title.frame = bounds.insetBy(dx: 16, dy: 16) }
    for part in [picture, title] { addSubview(part) }
  }
  required init?(coder: NSCoder) { nil }
}
