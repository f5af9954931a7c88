@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// Describes the container to a custom detent's resolver.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
  var containerTraitCollection: UITraitCollection { get }
  /// The height of a large sheet above the bottom safe area, in points.
  var maximumDetentValue: CGFloat { get }
}

/// Observes the selected detent of a sheet.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController)
}
extension UISheetPresentationControllerDelegate {
  public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {}
}

/// Presents a card over the dimmed presenter, at one of several heights (E-575).
@preconcurrency @MainActor
open class UISheetPresentationController: UIPresentationController {
  open class Detent: NSObject, @unchecked Sendable {
    // @unchecked because it is immutable.
    public struct Identifier: Hashable, RawRepresentable, Sendable {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public init(_ rawValue: String) { self.rawValue = rawValue }
      public static let medium = Identifier(rawValue: "com.apple.UIKit.medium")
      public static let large = Identifier(rawValue: "com.apple.UIKit.large")
    }
    public typealias Context = any UISheetPresentationControllerDetentResolutionContext
    public let identifier: Identifier
    private let resolver: @MainActor (Context) -> CGFloat?
    init(_ identifier: Identifier, _ resolver: @escaping @MainActor (Context) -> CGFloat?) {
      self.identifier = identifier
      self.resolver = resolver
      super.init()
    }
    public class func medium() -> Detent {
      Detent(.medium) { ($0 as? Room)?.medium ?? $0.maximumDetentValue / 2 }
    }
    public class func large() -> Detent { Detent(.large) { $0.maximumDetentValue } }
    /// A custom height. The detent is inactive while the resolver returns nil.
    @MainActor
    public class func custom(
      identifier: Identifier? = nil, resolver: @escaping @MainActor (Context) -> CGFloat?
    )
      -> Detent
    {
      customs += 1
      return Detent(identifier ?? Identifier("custom-\(customs)"), resolver)
    }
    @MainActor private static var customs = 0
    /// The height above the bottom safe area, in points; nil while the detent is inactive.
    @MainActor
    public func resolvedValue(in context: Context) -> CGFloat? { resolver(context) }
  }

  open var detents: [Detent] = [.large()] { didSet { heightChanged() } }
  open var selectedDetentIdentifier: Detent.Identifier? { didSet { heightChanged() } }
  open var prefersGrabberVisible = false { didSet { grabber.isHidden = !prefersGrabberVisible } }
  open var preferredCornerRadius: CGFloat? { didSet { roundCorners() } }
  /// The highest detent at which the presenter is not dimmed and receives touches.
  open var largestUndimmedDetentIdentifier: Detent.Identifier? { didSet { heightChanged() } }
  /// Whether scrolling up at the top of the content first makes the sheet larger (E-1021).
  open var prefersScrollingExpandsWhenScrolledToEdge = true
  /// Whether the sheet stays attached to the bottom edge in a compact height; otherwise it covers the screen
  /// there (E-994.1).
  open var prefersEdgeAttachedInCompactHeight = false { didSet { heightChanged() } }
  /// Whether an attached sheet is as wide as the preferred content size says, and not as the screen
  /// (E-994.2).
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false { didSet { heightChanged() } }
  /// Whether a page sheet on a large screen has the size of a page, and not that of a form (E-994.3).
  open var prefersPageSizing = true { didSet { heightChanged() } }
  open func animateChanges(_ changes: () -> Void) {
    changes()
    guard containerView != nil else { return }
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.curveEaseOut, .internalTransition], animations: { self.place() }
    )
  }
  open func invalidateDetents() { heightChanged() }

  open override var presentationStyle: UIModalPresentationStyle {
    adaptedStyle
      ?? (presentedViewController.resolvedPresentationStyle == .formSheet ? .formSheet : .pageSheet)
  }
  /// The style that a delegate chose when this sheet replaced another presentation.
  var adaptedStyle: UIModalPresentationStyle?
  open override var shouldRemovePresentersView: Bool { false }
  /// E-645: stays a sheet unless the delegate chooses another style.
  override func adapted() -> (presentation: UIPresentationController, presented: UIViewController) {
    switch adaptiveStyle() {
    case nil, UIModalPresentationStyle.none?, .pageSheet?, .formSheet?, .popover?: super.adapted()
    case let style?: adapted(to: style)
    }
  }
  private let dimming = TapButton(type: .custom)
  private let grabber = UIView(frame: CGRect(x: 0, y: 0, width: 36, height: 5))
  private let drag = SheetDragRecognizer(target: nil, action: nil)
  /// Whether the user drags the sheet below its lowest detent (SheetDrag.swift).
  var isBeingDragged: Bool { machine.state == .dragging }
  /// Whether dismissal by the current drag was refused.
  var isDragRefused = false
  /// The height when the drag began, in points. `pulledHeight` is that during the drag.
  var heightAtFirst: CGFloat = 0
  var pulledHeight: CGFloat?

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "carob_drag:", "carob_drag(_:)", 0) { s, _ in
        let sheet = unsafeDowncast(s, to: UISheetPresentationController.self)
        sheet.dragged(sheet.drag)
      }
    ]
  }

  // MARK: Heights

  /// Whether the sheet is centered on a large screen and not attached to the bottom edge.
  private var floats: Bool {
    let traits = presentingViewController.traitCollection
    return traits.horizontalSizeClass == .regular && traits.verticalSizeClass == .regular
  }

  private final class Room: NSObject, UISheetPresentationControllerDetentResolutionContext {
    let containerTraitCollection: UITraitCollection
    let maximumDetentValue: CGFloat
    let medium: CGFloat
    init(_ traits: UITraitCollection, _ bounds: CGRect, _ safe: UIEdgeInsets) {
      containerTraitCollection = traits
      maximumDetentValue = bounds.height - safe.top - 10 - safe.bottom
      medium = bounds.height / 2 - safe.bottom
      super.init()
    }
  }
  private var room: Room {
    Room(
      presentingViewController.traitCollection, containerView?.bounds ?? UIScreen.main.bounds,
      UIScreen.main.safeAreaInsets)
  }

  /// The active detents with the resulting heights of the sheet, in points, lowest first.
  var heights: [(identifier: Detent.Identifier, height: CGFloat)] {
    let room = room
    let bottom = UIScreen.main.safeAreaInsets.bottom
    let found = detents.compactMap { detent in
      detent.resolvedValue(in: room).map { (detent.identifier, min($0, room.maximumDetentValue) + bottom) }
    }
    return found.isEmpty
      ? [(.large, room.maximumDetentValue + bottom)] : found.sorted { $0.1 < $1.1 }
  }

  var height: CGFloat {
    if let pulledHeight { return pulledHeight }
    let heights = heights
    let chosen = selectedDetentIdentifier ?? detents.first?.identifier
    return heights.first { $0.identifier == chosen }?.height ?? heights[0].height
  }

  private var isUndimmed: Bool {
    guard !floats, let limit = largestUndimmedDetentIdentifier else { return false }
    return heights.first { $0.identifier == limit }.map { height <= $0.height + 0.5 } ?? false
  }

  open override var frameOfPresentedViewInContainerView: CGRect {
    guard let containerView else { return .zero }
    let bounds = containerView.bounds
    if coversCompactHeight { return bounds }
    guard floats else {
      // E-994.2
      let wanted = presentedViewController.preferredContentSize.width
      let width =
        widthFollowsPreferredContentSizeWhenEdgeAttached && wanted > 0
        ? min(wanted, bounds.width) : bounds.width
      return CGRect(
        x: ((bounds.width - width) / 2).rounded(), y: bounds.height - height, width: width, height: height)
    }
    let wanted = presentedViewController.preferredContentSize
    // E-994.3
    let isForm = presentedViewController.modalPresentationStyle == .formSheet || !prefersPageSizing
    let usual = isForm ? CGSize(width: 540, height: 620) : CGSize(width: 704, height: bounds.height)
    let size = CGSize(
      width: min(wanted.width > 0 ? wanted.width : usual.width, bounds.width - 40),
      height: min(wanted.height > 0 ? wanted.height : usual.height, bounds.height - 88))
    return CGRect(
      x: ((bounds.width - size.width) / 2).rounded(), y: ((bounds.height - size.height) / 2).rounded(),
      width: size.width, height: size.height)
  }

  private var isCompactHeight: Bool {
    presentingViewController.traitCollection.verticalSizeClass == .compact
  }
  // E-994.1
  /// Whether the sheet covers the whole screen, as on a phone in landscape.
  var coversCompactHeight: Bool { isCompactHeight && !prefersEdgeAttachedInCompactHeight }

  private func heightChanged() {
    if containerView != nil, presentedViewController.viewIfLoaded?.superview != nil { place() }
  }

  // MARK: Views

  override func install(_ controller: UIViewController) {
    dimming.frame = containerView?.bounds ?? .zero
    dimming.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    dimming.backgroundColor = UIColor(white: 0, alpha: 0.2)
    dimming.isAccessibilityElement = false
    dimming.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.tappedOutside() }
    containerView?.addSubview(dimming)
    (containerView as? TransitionView)?.letsThrough = { [weakSelf = ZeroingElement(self)] point in
      guard let self = weakSelf.object, let view = self.presentedView else { return false }
      return self.isUndimmed && !view.frame.contains(point)
    }
    super.install(controller)
    guard let view = presentedView else { return }
    drag.sheet = self
    drag.addTarget(self, action: "carob_drag:")
    containerView?.addGestureRecognizer(drag)
    grabber.backgroundColor = .tertiaryLabel
    grabber.layer.cornerRadius = 2.5
    grabber.isHidden = !prefersGrabberVisible
    grabber.isUserInteractionEnabled = false
    containerView?.addSubview(grabber)
    view.layer.cornerCurve = .continuous
    view.clipsToBounds = true
    roundCorners()
  }

  private func roundCorners() {
    guard containerView != nil, let view = presentedViewController.viewIfLoaded else { return }
    view.layer.cornerRadius = coversCompactHeight ? 0 : preferredCornerRadius ?? 10
    view.layer.maskedCorners =
      floats
      ? [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner]
      : [.layerMinXMinYCorner, .layerMaxXMinYCorner]
  }

  override func layOutContainer() {
    super.layOutContainer()
    if !isTransitioning { place() }
  }

  /// Moves the sheet to the height of its detent.
  func place() {
    guard let view = presentedView else { return }
    let frame = frameOfPresentedViewInContainerView
    if view.bounds.size != frame.size { view.bounds.size = frame.size }
    roundCorners()
    apply(progress: 1)
    view.layoutIfNeeded()
  }

  override func apply(progress: CGFloat) {
    let isUndimmed = isUndimmed
    dimming.alpha = isUndimmed ? 0 : progress
    containerView?.accessibilityViewIsModal = !isUndimmed
    super.apply(progress: progress)
    guard let view = presentedView else { return }
    grabber.center = CGPoint(x: view.center.x, y: view.center.y - view.bounds.height / 2 + 7.5)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UISheetPresentationController.self,
      {
        [
          "detents": \.detents, "selectedDetentIdentifier": \.selectedDetentIdentifier,
          "prefersGrabberVisible": \.prefersGrabberVisible,
          "preferredCornerRadius": \.preferredCornerRadius,
          "largestUndimmedDetentIdentifier": \.largestUndimmedDetentIdentifier,
          "prefersScrollingExpandsWhenScrolledToEdge": \.prefersScrollingExpandsWhenScrolledToEdge,
          "prefersEdgeAttachedInCompactHeight": \.prefersEdgeAttachedInCompactHeight,
          "widthFollowsPreferredContentSizeWhenEdgeAttached":
            \.widthFollowsPreferredContentSizeWhenEdgeAttached,
          "prefersPageSizing": \.prefersPageSizing,
        ]
      }
    )
  }
}
