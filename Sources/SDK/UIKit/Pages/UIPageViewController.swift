@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// Shows pages that the user turns by swiping (E-287…E-290).
///
/// The neighbours of the current page are requested in advance and kept until `setViewControllers` (E-287).
/// The pages are side by side in a paging scroll view; only the current page is on screen between swipes.
/// DEVIATION: the page curl style also slides, and only one page is shown at a time.
@preconcurrency @MainActor
open class UIPageViewController: UIViewController {
  public enum TransitionStyle: Int, Sendable { case pageCurl, scroll }
  public enum NavigationOrientation: Int, Sendable { case horizontal, vertical }
  public enum NavigationDirection: Int, Sendable { case forward, reverse }
  public enum SpineLocation: Int, Sendable { case none, min, mid, max }
  public struct OptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
    public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
  }

  public init(
    transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
    options: [OptionsKey: Any]? = nil
  ) {
    transitionStyle = style
    self.navigationOrientation = navigationOrientation
    // E-585.
    spacing = style == .scroll ? max(0, Self.points(options?[.interPageSpacing])) : 0
    super.init(nibName: nil, bundle: nil)
    let spine = options?[.spineLocation]
    let place = (spine as? SpineLocation)?.rawValue ?? spine.map { Int(Self.points($0)) }
    if style == .pageCurl, let place, place != SpineLocation.min.rawValue {
      unimplemented("UIPageViewController.SpineLocation other than min")
    }
    if style == .pageCurl {
      unimplemented("UIPageViewController.TransitionStyle.pageCurl (pages slide instead)")
    }
  }
  /// The value of a number in any of the types that apps use.
  private static func points(_ number: Any?) -> CGFloat {
    switch number {
    case let points as CGFloat: points
    case let number as Double: CGFloat(number)
    case let number as Int: CGFloat(number)
    case let number as NSNumber: CGFloat(number.doubleValue)
    default: 0
    }
  }
  public convenience init() { self.init(transitionStyle: .pageCurl, navigationOrientation: .horizontal) }
  public required init?(coder: NSCoder) {
    let e = (coder as? NibCoder)?.element
    transitionStyle = e?["transitionStyle"] == "scroll" ? .scroll : .pageCurl
    navigationOrientation = e?["navigationOrientation"] == "vertical" ? .vertical : .horizontal
    spacing = transitionStyle == .scroll ? max(0, CGFloat(e?.double("pageSpacing") ?? 0)) : 0
    super.init(coder: coder)
  }

  public let transitionStyle: TransitionStyle
  public let navigationOrientation: NavigationOrientation
  /// Points between the edges of neighbouring pages (E-585).
  private let spacing: CGFloat
  open weak var dataSource: (any UIPageViewControllerDataSource)? {
    get { dataSourceReference }
    set { dataSourceReference = newValue }
  }
  @ZeroingExistential private var dataSourceReference: (any UIPageViewControllerDataSource)? {
    didSet {
      forgetNeighbours()
      if viewIfLoaded != nil, current != nil { lookAhead() }
    }
  }
  open weak var delegate: (any UIPageViewControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIPageViewControllerDelegate)?
  open var spineLocation: SpineLocation { transitionStyle == .scroll ? .none : .min }
  /// Whether the back of a curled page is a page of its own. Not implemented: pages slide.
  open var isDoubleSided = false {
    didSet { if isDoubleSided { unimplemented("UIPageViewController.isDoubleSided") } }
  }

  // E-997
  /// In the page curl style the delegate is asked for the spine before each rotation.
  open override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    guard transitionStyle == .pageCurl else { return }
    let orientation = UIScreen.main.interfaceOrientation
    let spine = delegate?.ask(
      from: self, "pageViewController(_:spineLocationFor:)",
      "pageViewController:spineLocationForInterfaceOrientation:"
    ) { $0.pageViewController(self, spineLocationFor: orientation) }
    if let spine, spine != .min {
      unimplemented("UIPageViewController.SpineLocation other than min")
    }
  }
  open var gestureRecognizers: [UIGestureRecognizer] {
    transitionStyle == .scroll ? [] : [scroll.panGestureRecognizer]
  }
  /// The page on screen, as an array of one.
  open var viewControllers: [UIViewController]? { current.map { [$0] } ?? [] }

  private let scroll = UIScrollView()
  private let scrollObserver = PageScrollObserver()
  private let pageControl = UIPageControl()
  private var current: UIViewController?
  /// The previous and the next page. Nil means not requested yet.
  private var before: UIViewController??
  private var after: UIViewController??
  /// The page that the current swipe brings in.
  private var pending: UIViewController?
  private var isArranging = false

  override var managesChildAppearance: Bool { true }
  override var appearanceChildren: [UIViewController] { current.map { [$0] } ?? [] }
  private var isHorizontal: Bool { navigationOrientation == .horizontal }

  // MARK: View

  open override func viewDidLoad() {
    super.viewDidLoad()
    scrollObserver.owner = self
    scroll.delegate = scrollObserver
    scroll.isPagingEnabled = true
    scroll.contentInsetAdjustmentBehavior = .never
    scroll.alwaysBounceHorizontal = isHorizontal
    scroll.alwaysBounceVertical = !isHorizontal
    scroll.frame = view.bounds.insetBy(
      dx: isHorizontal ? -spacing / 2 : 0, dy: isHorizontal ? 0 : -spacing / 2)
    if spacing > 0 { view.clipsToBounds = true }
    scroll.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(scroll)
    pageControl.isHidden = true
    pageControl.addTarget(self, action: "carob_dots", for: .valueChanged)
    view.addSubview(pageControl)
    if let current {
      scroll.addSubview(current.view)
      lookAhead()
      updatePageControl()
    }
  }

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_dots", "carob_dots()", 0) {
        unsafeDowncast($0, to: UIPageViewController.self).dotsTapped()
      }
    ]
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bottom = view.safeAreaInsets.bottom
    pageControl.frame = CGRect(
      x: 0, y: view.bounds.height - bottom - 37, width: view.bounds.width, height: 37)
    if pending == nil { arrange() }
  }

  // MARK: Pages

  /// E-287: shows a page without requesting it from the data source. E-290: sends no delegate messages.
  open func setViewControllers(
    _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    if (viewControllers?.count ?? 0) > 1 { unimplemented("UIPageViewController with two pages side by side") }
    abandonSwipe()
    forgetNeighbours()
    let old = current
    let new = viewControllers?.first
    guard old !== new else {
      lookAhead()
      updatePageControl()
      completion?(true)
      return
    }
    let isVisible = appearance.isVisibleOrBecomes
    if let new { addChild(new) }
    old?.willMove(toParent: nil)
    current = new
    if isVisible {
      new?.beginAppearanceTransition(true, animated: animated)
      old?.beginAppearanceTransition(false, animated: animated)
    }
    if isViewLoaded, let new { scroll.addSubview(new.view) }
    let cause = Journal.cause
    let finish = { [self] in
      Journal.with(cause: cause) {
        old?.viewIfLoaded?.removeFromSuperview()
        if isVisible {
          if let new, case .appearing = new.appearance, case .appeared = appearance {
            new.endAppearanceTransition()
          }
          if let old, case .disappearing = old.appearance { old.endAppearanceTransition() }
        }
        old?.removeFromParent()
        new?.didMove(toParent: self)
        if isViewLoaded { arrange() }
        if let completion {
          Journal.deliverRegistered(.animation, "{}", detail: [("finished", "true")]) { completion(true) }
        }
      }
    }
    if isViewLoaded {
      lookAhead()
      updatePageControl()
    }
    guard isVisible, animated, UIView.areAnimationsEnabled, let new, let oldView = old?.viewIfLoaded else {
      if isVisible { LayerAnimations.afterCommit(finish) } else { finish() }
      return
    }
    let length = isHorizontal ? scroll.bounds.width : scroll.bounds.height
    let step = direction == .forward ? length : -length
    let move = CGPoint(x: isHorizontal ? step : 0, y: isHorizontal ? 0 : step)
    let middle = oldView.center
    UIView.performWithoutAnimation {
      new.view.frame = oldView.frame
      new.view.center = CGPoint(x: middle.x + move.x, y: middle.y + move.y)
    }
    UIView.animate(
      withDuration: 0.35, delay: 0, options: [.curveEaseInOut, .internalTransition],
      animations: {
        new.view.center = middle
        oldView.center = CGPoint(x: middle.x - move.x, y: middle.y - move.y)
      }, completion: { _ in finish() })
  }

  private func forgetNeighbours() { (before, after) = (nil, nil) }

  /// E-287: requests the pages around the current one if they are not known.
  private func lookAhead() {
    guard transitionStyle == .scroll || pending != nil || scroll.isDragging else { return }
    guard let current, let dataSource else { return }
    if before == nil { before = .some(ask(dataSource, before: current)) }
    if after == nil { after = .some(ask(dataSource, after: current)) }
    arrange()
  }

  private func ask(_ source: any UIPageViewControllerDataSource, before page: UIViewController)
    -> UIViewController?
  {
    Journal.query(
      .dataSource, "pageViewController(_:viewControllerBefore:)", to: source, from: self
    ) { source.pageViewController(self, viewControllerBefore: page) }
  }
  private func ask(_ source: any UIPageViewControllerDataSource, after page: UIViewController)
    -> UIViewController?
  {
    Journal.query(
      .dataSource, "pageViewController(_:viewControllerAfter:)", to: source, from: self
    ) { source.pageViewController(self, viewControllerAfter: page) }
  }

  /// E-288: after `setViewControllers`, if both data source methods are implemented; not after a swipe.
  private func updatePageControl() {
    guard transitionStyle == .scroll, let dataSource,
      Runtime.answers(dataSource, "presentationCountForPageViewController:"),
      Runtime.answers(dataSource, "presentationIndexForPageViewController:")
    else { return }
    pageControl.numberOfPages = Journal.query(
      .dataSource, "presentationCount(for:)", to: dataSource, from: self
    ) { dataSource.presentationCount(for: self) }
    dotIndex = Journal.query(
      .dataSource, "presentationIndex(for:)", to: dataSource, from: self
    ) { dataSource.presentationIndex(for: self) }
    pageControl.isHidden = pageControl.numberOfPages == 0
  }

  private var pages: [UIViewController] { [before ?? nil, current, after ?? nil].compactMap { $0 } }

  /// Sizes the scroll view's content for the known pages and scrolls to the current one.
  private func arrange() {
    guard isViewLoaded, let current else { return }
    isArranging = true
    defer { isArranging = false }
    let size = scroll.bounds.size
    let count = CGFloat(max(pages.count, 1))
    scroll.contentSize =
      isHorizontal
      ? CGSize(width: size.width * count, height: size.height)
      : CGSize(width: size.width, height: size.height * count)
    scroll.contentOffset = offset(of: current)
    current.view.frame = place(of: current)
  }

  /// The content offset at which the scroll view shows a page. The scroll view is as long as a page plus
  /// the spacing.
  private func offset(of page: UIViewController) -> CGPoint {
    let index = CGFloat(pages.firstIndex { $0 === page } ?? 0)
    let size = scroll.bounds.size
    return isHorizontal ? CGPoint(x: index * size.width, y: 0) : CGPoint(x: 0, y: index * size.height)
  }
  private func place(of page: UIViewController) -> CGRect {
    CGRect(origin: offset(of: page), size: scroll.bounds.size).insetBy(
      dx: isHorizontal ? spacing / 2 : 0, dy: isHorizontal ? 0 : spacing / 2)
  }

  // MARK: Swipes

  fileprivate func swipeBegan() { if transitionStyle == .pageCurl { lookAhead() } }

  /// E-289: begins the transition as soon as another page becomes visible.
  fileprivate func scrolled() {
    guard !isArranging, pending == nil, scroll.isTracking || scroll.isDecelerating, let current else {
      return
    }
    let home = offset(of: current)
    let moved = isHorizontal ? scroll.contentOffset.x - home.x : scroll.contentOffset.y - home.y
    guard abs(moved) > 0.5, let page = moved > 0 ? after ?? nil : before ?? nil else { return }
    pending = page
    delegate?.tell(
      from: self, "pageViewController(_:willTransitionTo:)",
      "pageViewController:willTransitionToViewControllers:"
    ) { $0.pageViewController(self, willTransitionTo: [page]) }
    addChild(page)
    page.beginAppearanceTransition(true, animated: true)
    current.beginAppearanceTransition(false, animated: true)
    page.view.frame = place(of: page)
    scroll.addSubview(page.view)
  }

  fileprivate func swipeEnded() {
    guard let page = pending, let old = current else { return }
    pending = nil
    let home = offset(of: page)
    let isThere =
      abs(isHorizontal ? scroll.contentOffset.x - home.x : scroll.contentOffset.y - home.y) < 1
    if isThere {
      page.endAppearanceTransition()
      old.endAppearanceTransition()
      old.viewIfLoaded?.removeFromSuperview()
      old.willMove(toParent: nil)
      old.removeFromParent()
      page.didMove(toParent: self)
      let isForward = (after ?? nil) === page
      current = page
      // The old page is known as a neighbour; only the page on the other side has to be requested.
      (before, after) = isForward ? (.some(old), nil) : (nil, .some(old))
      dotIndex += isForward ? 1 : -1
    } else {
      restore(page, old)
    }
    delegate?.tell(
      from: self, "pageViewController(_:didFinishAnimating:previousViewControllers:transitionCompleted:)",
      "pageViewController:didFinishAnimating:previousViewControllers:transitionCompleted:"
    ) {
      $0.pageViewController(
        self, didFinishAnimating: true, previousViewControllers: [old], transitionCompleted: isThere)
    }
    if isThere { lookAhead() }
    arrange()
  }

  /// Ends a swipe that did not turn the page: removes the pending page and lets the old one appear again.
  private func restore(_ page: UIViewController, _ old: UIViewController) {
    page.beginAppearanceTransition(false, animated: true)
    old.beginAppearanceTransition(true, animated: true)
    page.viewIfLoaded?.removeFromSuperview()
    page.endAppearanceTransition()
    old.endAppearanceTransition()
    page.willMove(toParent: nil)
    page.removeFromParent()
  }

  /// E-585: when the controller disappears during a swipe, the pending page is completed or removed
  /// immediately.
  open override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    guard let page = pending else { return }
    let way = scroll.contentOffset
    let (home, end) = (current.map(offset) ?? .zero, scroll.movesTo ?? way)
    let there = offset(of: page)
    let isNear = hypot(end.x - there.x, end.y - there.y) < hypot(end.x - home.x, end.y - home.y)
    scroll.stopMoving()
    scroll.panGestureRecognizer.isEnabled = false
    scroll.panGestureRecognizer.isEnabled = true
    scroll.stopMoving()
    isArranging = true
    scroll.contentOffset = isNear ? there : home
    isArranging = false
    swipeEnded()
  }

  private func abandonSwipe() {
    guard let page = pending, let old = current else { return }
    pending = nil
    restore(page, old)
  }

  /// Turns to the next or previous page after a tap beside the dots.
  private func dotsTapped() {
    guard let current, let source = dataSource, pageControl.currentPage != dotIndex else { return }
    let isForward = pageControl.currentPage > dotIndex
    let page = isForward ? after ?? ask(source, after: current) : before ?? ask(source, before: current)
    guard let page else { return }
    setViewControllers([page], direction: isForward ? .forward : .reverse, animated: true)
  }
  /// The index of the current page's dot.
  private var dotIndex = 0 { didSet { pageControl.currentPage = dotIndex } }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIPageViewController.self,
      {
        [
          "dataSource": \.dataSource, "delegate": \.delegate, "doubleSided": \.isDoubleSided,
        ]
      },
      readOnly: {
        [
          "transitionStyle": \.transitionStyle, "navigationOrientation": \.navigationOrientation,
          "spineLocation": \.spineLocation, "gestureRecognizers": \.gestureRecognizers,
          "viewControllers": \.viewControllers,
        ]
      }
    )
  }
}

/// Reports the scrolling of the pages to their controller.
@MainActor
private final class PageScrollObserver: NSObject, UIScrollViewDelegate {
  @Zeroing var owner: UIPageViewController?

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "scrollViewDidScroll:", "scrollViewDidScroll(_:)", 0),
      .init(has: "scrollViewWillBeginDragging:", "scrollViewWillBeginDragging(_:)", 0),
      .init(
        has: "scrollViewDidEndDragging:willDecelerate:", "scrollViewDidEndDragging(_:willDecelerate:)", 0),
      .init(has: "scrollViewDidEndDecelerating:", "scrollViewDidEndDecelerating(_:)", 0),
    ]
  }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { owner?.swipeBegan() }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { owner?.scrolled() }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { owner?.swipeEnded() }
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { owner?.swipeEnded() }
}
