@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// Controls and observes popovers. All methods are optional.
@preconcurrency @MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
  func popoverPresentationControllerShouldDismissPopover(
    _ popoverPresentationController: UIPopoverPresentationController
  ) -> Bool
  func popoverPresentationControllerDidDismissPopover(
    _ popoverPresentationController: UIPopoverPresentationController)
  /// Called when the screen's size or the keyboard changed. The delegate may set another source rectangle and
  /// view.
  func popoverPresentationController(
    _ popoverPresentationController: UIPopoverPresentationController,
    willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
    in view: AutoreleasingUnsafeMutablePointer<UIView>)
}

/// The type that apps name for a pointer to an object that a delegate may replace.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

extension UIPopoverPresentationControllerDelegate {
  public func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
  {}
  public func popoverPresentationControllerShouldDismissPopover(
    _ popoverPresentationController: UIPopoverPresentationController
  ) -> Bool { true }
  public func popoverPresentationControllerDidDismissPopover(
    _ popoverPresentationController: UIPopoverPresentationController
  ) {}
  public func popoverPresentationController(
    _ popoverPresentationController: UIPopoverPresentationController,
    willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
    in view: AutoreleasingUnsafeMutablePointer<UIView>
  ) {}
}

/// An item to which a popover can be anchored: a view or a bar item.
@preconcurrency @MainActor
public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}
extension UIView: UIPopoverPresentationControllerSourceItem {}
extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}

public struct UIPopoverArrowDirection: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let up = UIPopoverArrowDirection(rawValue: 1)
  public static let down = UIPopoverArrowDirection(rawValue: 2)
  public static let left = UIPopoverArrowDirection(rawValue: 4)
  public static let right = UIPopoverArrowDirection(rawValue: 8)
  public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
  public static let unknown = UIPopoverArrowDirection(rawValue: .max)
}

/// Presents a card with an arrow beside its source; a tap outside dismisses it (E-430 to E-434).
///
/// In a compact width it becomes a sheet, unless its delegate returns `.none` (E-430).
///
/// DEVIATION: the presented view ends where the arrow begins.
@preconcurrency @MainActor
open class UIPopoverPresentationController: UIPresentationController {
  /// The view that the popover points at. `sourceRect` is the part of it, in its coordinates; null means all
  /// of it.
  open var sourceView: UIView? { didSet { containerView?.setNeedsLayout() } }
  open var sourceRect = CGRect.null { didSet { containerView?.setNeedsLayout() } }
  open var sourceItem: (any UIPopoverPresentationControllerSourceItem)? {
    get { barButtonItem ?? sourceView }
    set {
      barButtonItem = newValue as? UIBarButtonItem
      if let view = newValue as? UIView { sourceView = view }
    }
  }
  open var barButtonItem: UIBarButtonItem?
  /// An empty set means no arrow, with the popover centered on its source.
  open var permittedArrowDirections: UIPopoverArrowDirection = .any
  /// The direction of the arrow once the popover is presented.
  open private(set) var arrowDirection: UIPopoverArrowDirection = .unknown
  /// Whether the popover may cover its source where there is not enough room beside it (E-995).
  open var canOverlapSourceViewRect = false { didSet { containerView?.setNeedsLayout() } }
  open var popoverLayoutMargins = UIEdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
  open var backgroundColor: UIColor? { didSet { balloon.color = color } }
  /// Views outside of the popover that keep receiving touches; touching them does not dismiss it.
  open var passthroughViews: [UIView]?
  /// The class of the view that draws the popover's background and arrow; nil for the standard look (E-996).
  open var popoverBackgroundViewClass: UIPopoverBackgroundView.Type?

  open override var presentationStyle: UIModalPresentationStyle { .popover }
  open override var shouldRemovePresentersView: Bool { false }
  open override var frameOfPresentedViewInContainerView: CGRect { placement.card }

  // MARK: Adapting

  /// The presentation that replaces the popover in a compact width.
  private lazy var sheet = UISheetPresentationController(
    presentedViewController: presentedViewController, presenting: presentingViewController)
  open var adaptiveSheetPresentationController: UISheetPresentationController { sheet }
  override var sheetWhereCompact: UISheetPresentationController? { adaptiveSheetPresentationController }

  /// E-430: a popover only in a regular width, or if the delegate declines the adaptation.
  override func adapted() -> (presentation: UIPresentationController, presented: UIViewController) {
    // E-109.
    let usual =
      UIApplication.shared.linkedProfile == .classic ? UIModalPresentationStyle.fullScreen : .pageSheet
    let style = adaptiveStyle() ?? usual
    return style == .none || style == .popover ? super.adapted() : adapted(to: style)
  }

  // MARK: The card

  private let balloon = PopoverBalloon()
  private let region = TapButton(type: .custom)
  private var placement = PopoverPlacement()
  /// The container's size when the placement was made.
  private var arrangedIn = CGSize.zero

  private var color: UIColor {
    backgroundColor ?? presentedViewController.viewIfLoaded?.backgroundColor ?? .systemBackground
  }

  override func prepareToPresent() {
    // E-432: without a source, the popover has no position.
    if barButtonItem == nil, sourceView == nil {
      NSException.raise(
        NSExceptionName("NSGenericException"),
        "UIPopoverPresentationController (\(Journal.describe(self))) should have a non-nil sourceView or "
          + "barButtonItem set before the presentation occurs.")
    }
    popoverDelegate?.tell(
      from: self, "prepareForPopoverPresentation(_:)", "prepareForPopoverPresentation:"
    ) { $0.prepareForPopoverPresentation(self) }
  }

  override func install(_ controller: UIViewController) {
    guard let containerView, let view = presentedView else { return }
    containerView.accessibilityViewIsModal = passthroughViews?.isEmpty ?? true
    (containerView as? TransitionView)?.letsThrough = { [weakSelf = ZeroingElement(self)] point in
      weakSelf.object?.letsThrough(point) ?? false
    }
    region.frame = containerView.bounds
    region.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    region.accessibilityIdentifier = "PopoverDismissRegion"
    region.accessibilityLabel = "dismiss popup"
    region.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.tappedBeside() }
    containerView.addSubview(region)
    containerView.addSubview(balloon)
    view.translatesAutoresizingMaskIntoConstraints = true
    view.autoresizingMask = []
    balloon.show(view, color, popoverBackgroundViewClass)
    arrange()
  }

  override func apply(progress: CGFloat) { balloon.alpha = progress }

  override func layOutContainer() {
    super.layOutContainer()
    guard presentedView?.superview != nil else { return }
    if containerView?.bounds.size == arrangedIn { arrange() } else { reposition() }
  }

  /// E-450: the screen's size or the keyboard changed. The delegate is asked only for a source view; a bar
  /// button item determines its own position.
  func reposition() {
    if barButtonItem == nil, let view = sourceView {
      var (rect, place) = (sourceRect.isNull ? view.bounds : sourceRect, view)
      let old = rect
      popoverDelegate?.tell(
        from: self, "popoverPresentationController(_:willRepositionPopoverTo:in:)",
        "popoverPresentationController:willRepositionPopoverToRect:inView:"
      ) { $0.popoverPresentationController(self, willRepositionPopoverTo: &rect, in: &place) }
      if rect != old { sourceRect = rect }
      if place !== view { sourceView = place }
    }
    arrange()
  }

  /// The part of the container that the keyboard leaves visible.
  private func room(in container: UIView) -> CGRect {
    var room = container.bounds.inset(by: UIScreen.main.safeAreaInsets).inset(by: popoverLayoutMargins)
    if let keyboard = UIKeyboardLayoutGuide.keyboardFrame {
      let top = container.convert(keyboard, from: nil).minY - popoverLayoutMargins.bottom
      room.size.height = max(min(room.maxY, top) - room.minY, 0)
    }
    return room
  }

  func arrange() {
    guard let containerView else { return }
    arrangedIn = containerView.bounds.size
    let room = room(in: containerView)
    placement = PopoverPlacement(
      wanted: wantedSize(room), source: source(in: containerView), room: room,
      permitted: permittedArrowDirections, arrowHeight: popoverBackgroundViewClass?.arrowHeight(),
      overlapsSource: canOverlapSourceViewRect)
    arrowDirection = placement.direction
    balloon.place(placement)
  }

  private func wantedSize(_ room: CGRect) -> CGSize {
    var size = presentedViewController.preferredContentSize
    if let navigation = presentedViewController as? UINavigationController, size == .zero,
      let inner = navigation.topViewController?.preferredContentSize, inner != .zero
    {
      size = inner
      if !navigation.isNavigationBarHidden { size.height += navigation.navigationBar.preferredHeight }
    }
    // NB: without a preferred size it is as wide as a small phone and as high as the room allows.
    return CGSize(
      width: size.width > 0 ? size.width : 320, height: size.height > 0 ? size.height : room.height)
  }

  private func source(in container: UIView) -> CGRect {
    if let view = barButtonItem?.viewInBar { return view.convert(view.bounds, to: container) }
    guard let sourceView else { return CGRect(x: container.bounds.midX, y: 0, width: 0, height: 0) }
    return sourceView.convert(sourceRect.isNull ? sourceView.bounds : sourceRect, to: container)
  }

  // MARK: Dismissing by the user

  private var popoverDelegate: (any UIPopoverPresentationControllerDelegate)? {
    delegate as? any UIPopoverPresentationControllerDelegate
  }

  private func letsThrough(_ point: CGPoint) -> Bool {
    guard let containerView, !placement.card.contains(point) else { return false }
    return (passthroughViews ?? []).contains { view in
      view.window != nil && view.bounds.contains(view.convert(point, from: containerView))
    }
  }

  /// E-433.
  private func tappedBeside() { _ = leaveByUser() }
  /// Dismisses the popover as the user would; returns false if it cannot be dismissed in its current state.
  func leaveByUser() -> Bool {
    let controller = presentedViewController
    guard !isTransitioning, !controller.isBeingDismissed, controller.directlyPresented == nil else {
      return false
    }
    guard mayBeDismissed(controller) else {
      delegate?.tell(
        from: self, "presentationControllerDidAttemptToDismiss(_:)",
        "presentationControllerDidAttemptToDismiss:"
      ) { $0.presentationControllerDidAttemptToDismiss(self) }
      return true
    }
    delegate?.tell(
      from: self, "presentationControllerWillDismiss(_:)", "presentationControllerWillDismiss:"
    ) { $0.presentationControllerWillDismiss(self) }
    afterTransition.append { [self] in
      delegate?.tell(
        from: self, "presentationControllerDidDismiss(_:)", "presentationControllerDidDismiss:"
      ) { $0.presentationControllerDidDismiss(self) }
      guard !knows("presentationControllerDidDismiss:") else { return }
      popoverDelegate?.tell(
        from: self, "popoverPresentationControllerDidDismissPopover(_:)",
        "popoverPresentationControllerDidDismissPopover:"
      ) { $0.popoverPresentationControllerDidDismissPopover(self) }
    }
    Presenter.dismissPresented(controller, animated: true, completion: nil)
    return true
  }

  private func mayBeDismissed(_ controller: UIViewController) -> Bool {
    if controller.isModalInPresentation { return false }
    // E-434: a delegate that implements the newer methods gets only those.
    if knows("presentationControllerShouldDismiss:") {
      return delegate?.ask(
        from: self, "presentationControllerShouldDismiss(_:)", "presentationControllerShouldDismiss:"
      ) { $0.presentationControllerShouldDismiss(self) } ?? true
    }
    return popoverDelegate?.ask(
      from: self, "popoverPresentationControllerShouldDismissPopover(_:)",
      "popoverPresentationControllerShouldDismissPopover:"
    ) { $0.popoverPresentationControllerShouldDismissPopover(self) } ?? true
  }

  private func knows(_ selector: Selector) -> Bool {
    delegate.map { Runtime.answers($0, selector) } ?? false
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIPopoverPresentationController.self,
      {
        [
          "sourceView": \.sourceView, "sourceRect": \.sourceRect, "sourceItem": \.sourceItem,
          "barButtonItem": \.barButtonItem, "permittedArrowDirections": \.permittedArrowDirections,
          "canOverlapSourceViewRect": \.canOverlapSourceViewRect,
          "popoverLayoutMargins": \.popoverLayoutMargins, "backgroundColor": \.backgroundColor,
          "passthroughViews": \.passthroughViews,
        ]
      },
      readOnly: {
        [
          "arrowDirection": \.arrowDirection,
          "adaptiveSheetPresentationController": \.adaptiveSheetPresentationController,
        ]
      }
    )
  }
}
