@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen = 0
  case pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover,
    blurOverFullScreen
  case none = -1
  case automatic = -2
}

public enum UIModalTransitionStyle: Int, Sendable {
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}

/// Controls adaptation and dismissal by swipe (E-110).
@preconcurrency @MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol, _CarobOptional {
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
  func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle
  func presentationController(
    _ controller: UIPresentationController,
    viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
  ) -> UIViewController?
  func presentationController(
    _ presentationController: UIPresentationController,
    willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
    transitionCoordinator: (any UIViewControllerTransitionCoordinator)?)
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
  public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
  { .none }
  public func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { .none }
  public func presentationController(
    _ controller: UIPresentationController,
    viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
  ) -> UIViewController? { nil }
  public func presentationController(
    _ presentationController: UIPresentationController,
    willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
    transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
  ) {}
  public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  { true }
  public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

/// Provides custom presentation controllers and animators.
@preconcurrency @MainActor
public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol, _CarobOptional {
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  func animationController(forDismissed dismissed: UIViewController) -> (
    any UIViewControllerAnimatedTransitioning
  )?
  func interactionControllerForPresentation(using animator: any UIViewControllerAnimatedTransitioning)
    -> (any UIViewControllerInteractiveTransitioning)?
  func interactionControllerForDismissal(using animator: any UIViewControllerAnimatedTransitioning)
    -> (any UIViewControllerInteractiveTransitioning)?
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
  public func interactionControllerForPresentation(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
  public func interactionControllerForDismissal(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
  public func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  public func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  public func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController? { nil }
}

/// Animates a transition.
@preconcurrency @MainActor
public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol, _CarobOptional {
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
  /// Returns the animator of the transition, the same object each time. Implementing it makes the transition
  /// interruptible.
  func interruptibleAnimator(using transitionContext: any UIViewControllerContextTransitioning)
    -> any UIViewImplicitlyAnimating
  /// Called when the transition has ended.
  func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
  public func animationEnded(_ transitionCompleted: Bool) {}
  // NB: never called on an animator that does not implement it.
  public func interruptibleAnimator(
    using transitionContext: any UIViewControllerContextTransitioning
  ) -> any UIViewImplicitlyAnimating { UIViewPropertyAnimator() }
}

/// The context of a transition that an animator uses.
@preconcurrency @MainActor
public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
  var containerView: UIView { get }
  var isAnimated: Bool { get }
  var isInteractive: Bool { get }
  var transitionWasCancelled: Bool { get }
  var presentationStyle: UIModalPresentationStyle { get }
  var targetTransform: CGAffineTransform { get }
  func updateInteractiveTransition(_ percentComplete: CGFloat)
  func finishInteractiveTransition()
  func cancelInteractiveTransition()
  func pauseInteractiveTransition()
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  func initialFrame(for vc: UIViewController) -> CGRect
  func finalFrame(for vc: UIViewController) -> CGRect
  func completeTransition(_ didComplete: Bool)
}

public struct UITransitionContextViewControllerKey: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let from = Self(rawValue: "from")
  public static let to = Self(rawValue: "to")
}

public struct UITransitionContextViewKey: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let from = Self(rawValue: "from")
  public static let to = Self(rawValue: "to")
}

/// Places a presented controller's view on the screen.
@preconcurrency @MainActor
open class UIPresentationController: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public init(
    presentedViewController: UIViewController, presenting presentingViewController: UIViewController?
  ) {
    presented = presentedViewController
    self.presentingViewController = presentingViewController ?? presentedViewController
    super.init()
  }

  open var presentedViewController: UIViewController { presented }
  private unowned let presented: UIViewController
  open internal(set) unowned var presentingViewController: UIViewController
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIAdaptivePresentationControllerDelegate)?
  open internal(set) var containerView: UIView?
  open var presentedView: UIView? { presentedViewController.view }
  open var presentationStyle: UIModalPresentationStyle { presentedViewController.resolvedPresentationStyle }
  open var adaptivePresentationStyle: UIModalPresentationStyle { presentationStyle }
  /// The style for other traits. `.none` keeps the style. The delegate's answer takes precedence (E-1096).
  open func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle {
    .automatic
  }
  open var overrideTraitCollection: UITraitCollection?
  open var shouldPresentInFullscreen: Bool { true }
  /// Whether the presenter's view is removed when the presentation ends; false for custom presentations (E-642).
  open var shouldRemovePresentersView: Bool { false }
  open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }
  open func containerViewWillLayoutSubviews() {}
  open func containerViewDidLayoutSubviews() {}
  open func presentationTransitionWillBegin() {}
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  open func dismissalTransitionWillBegin() {}
  open func dismissalTransitionDidEnd(_ completed: Bool) {}

  /// E-113: calls the layout methods of the app's presentation controller when the container is laid out.
  func layOutContainer() {
    Journal.deliver(.layout, "containerViewWillLayoutSubviews()", to: self) {
      containerViewWillLayoutSubviews()
    }
    Journal.deliver(.layout, "containerViewDidLayoutSubviews()", to: self) {
      containerViewDidLayoutSubviews()
    }
  }
  /// Called when the content's preferred size has changed.
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
    containerView?.setNeedsLayout()
  }
  /// The presentation, and its presented controller, that replace this one in a compact width
  /// (UIPresentationController+Adapting.swift).
  func adapted() -> (presentation: UIPresentationController, presented: UIViewController) {
    // E-1096
    guard presentationStyle == .custom, let style = adaptiveStyle(), style != .none, style != .custom else {
      return (self, presentedViewController)
    }
    return adapted(to: style)
  }
  /// The sheet that replaces it in a compact width; nil if the app cannot configure one.
  var sheetWhereCompact: UISheetPresentationController? { nil }
  /// The presentation that this one replaces.
  var original: UIPresentationController?
  /// Called before anything is shown.
  func prepareToPresent() {}

  /// The controller on which `present(_:animated:completion:)` was called; another one may present (E-101).
  @Zeroing var source: UIViewController?
  /// The state of the presentation, from `present` to the end of its dismissal.
  var machine = PresentationMachine()
  var isTransitioning: Bool { machine.state.isTransitioning }
  /// Work that waits for the end of the transition, in order.
  var afterTransition: [() -> Void] = []
  func runWaiting() {
    let blocks = afterTransition
    afterTransition = []
    for block in blocks { block() }
  }
  var coordinator: TransitionCoordinator?
  /// The covered controller's view while it is out of the hierarchy.
  var parkedView: UIView?
  var parkedSuperview: UIView?
  var parkedIndex = 0

  func unpark() {
    guard let parkedView else { return }
    putBack(parkedView)
    self.parkedView = nil
  }
  /// Returns the covered view to its original place.
  func putBack(_ view: UIView) {
    // E-643: its container places the view when it shows it again.
    guard let parkedSuperview, !isAway else { return }
    view.frame = parkedSuperview.bounds
    parkedSuperview.insertSubview(view, at: min(parkedIndex, parkedSuperview.subviews.count))
  }

  /// Puts the presented view into the container.
  func install(_ controller: UIViewController) {
    guard let containerView, let view = presentedView else { return }
    view.translatesAutoresizingMaskIntoConstraints = true
    view.frame = frameOfPresentedViewInContainerView
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    containerView.addSubview(view)
  }

  // E-1018
  /// The presented controller's transition style, or the one that its context provides.
  private var transitionStyle: UIModalTransitionStyle {
    switch presentedViewController.modalPresentationStyle {
    case .currentContext, .overCurrentContext:
      let context = presentingViewController
      let provides = context.definesPresentationContext && context.providesPresentationContextTransitionStyle
      return provides ? context.modalTransitionStyle : presentedViewController.modalTransitionStyle
    default: return presentedViewController.modalTransitionStyle
    }
  }

  /// Places the presented view for a progress of the transition: 0 is off screen, 1 in place.
  func apply(progress: CGFloat) {
    guard let containerView, let view = presentedView else { return }
    switch transitionStyle {
    case .crossDissolve: view.alpha = progress
    default:
      let frame = frameOfPresentedViewInContainerView
      view.center = CGPoint(
        x: frame.midX, y: frame.midY + (1 - progress) * (containerView.bounds.maxY - frame.minY))
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIPresentationController.self,
      {
        [
          "delegate": \.delegate, "overrideTraitCollection": \.overrideTraitCollection,
        ]
      },
      readOnly: {
        [
          "containerView": \.containerView, "presentedView": \.presentedView,
          "presentationStyle": \.presentationStyle,
          "adaptivePresentationStyle": \.adaptivePresentationStyle,
          "shouldPresentInFullscreen": \.shouldPresentInFullscreen,
          "shouldRemovePresentersView": \.shouldRemovePresentersView,
          "frameOfPresentedViewInContainerView": \.frameOfPresentedViewInContainerView,
        ]
      }
    )
  }
}

/// Covers its context and removes the presenter's view from the hierarchy while presented.
@preconcurrency @MainActor
final class FullScreenPresentationController: UIPresentationController {
  override var presentationStyle: UIModalPresentationStyle {
    presentedViewController.modalPresentationStyle == .currentContext ? .currentContext : .fullScreen
  }
  override var shouldRemovePresentersView: Bool { true }
}

/// Covers its context and keeps the presenter's view in the hierarchy.
@preconcurrency @MainActor
final class OverFullScreenPresentationController: UIPresentationController {
  override var presentationStyle: UIModalPresentationStyle {
    switch presentedViewController.modalPresentationStyle {
    case .overCurrentContext: .overCurrentContext
    case .custom: .custom
    case .blurOverFullScreen: .blurOverFullScreen
    default: .overFullScreen
    }
  }
}

extension UIViewController {
  /// The presentation controller to configure before presenting.
  func presentationForConfiguring() -> UIPresentationController? {
    if let presentation { return presentation }
    if let presented = nearestPresented, presented !== self { return presented.presentation }
    let new = makePresentation(presenting: nil)
    presentation = new
    return new
  }

  private var nearestPresented: UIViewController? {
    var current: UIViewController? = self
    while let here = current {
      if here.directPresenter != nil { return here }
      current = here.parent
    }
    return nil
  }

  func presentationForPresenting(_ presenter: UIViewController) -> UIPresentationController {
    let chosen = presentation ?? makePresentation(presenting: presenter)
    chosen.presentingViewController = presenter
    return chosen
  }

  private func makePresentation(presenting: UIViewController?) -> UIPresentationController {
    if modalPresentationStyle == .custom, let delegate = transitioningDelegate {
      let made = Journal.query(
        .delegate, "presentationController(forPresented:presenting:source:)", to: delegate
      ) {
        delegate.presentationController(
          forPresented: self, presenting: presenting, source: presenting ?? self)
      }
      if let made { return made }
    }
    switch resolvedPresentationStyle {
    case .pageSheet, .formSheet:
      return configured(
        UISheetPresentationController(presentedViewController: self, presenting: presenting))
    case .popover:
      return UIPopoverPresentationController(presentedViewController: self, presenting: presenting)
    case .overFullScreen, .overCurrentContext, .custom, .blurOverFullScreen:
      return OverFullScreenPresentationController(presentedViewController: self, presenting: presenting)
    default: return FullScreenPresentationController(presentedViewController: self, presenting: presenting)
    }
  }

  private func configured(_ sheet: UISheetPresentationController) -> UIPresentationController {
    configureSheet(sheet)
    return sheet
  }

  /// E-109: automatic means a page sheet, and full screen in the classic profile.
  var resolvedPresentationStyle: UIModalPresentationStyle {
    if self is UIAlertController { return .overFullScreen }
    guard modalPresentationStyle == .automatic else { return modalPresentationStyle }
    // UIActivityViewController was a sheet even before automatic presentations became sheets.
    if self is UIActivityViewController { return .pageSheet }
    return UIApplication.shared.linkedProfile == .classic ? .fullScreen : .pageSheet
  }
}
