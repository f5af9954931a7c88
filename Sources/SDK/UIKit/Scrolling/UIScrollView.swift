import CarobFoundation
@_spi(Hazards) import CarobRuntime
import QuartzCore

/// Shows a part of content that is larger than the view; the user scrolls it by dragging.
///
/// The content offset is the origin of the bounds. Lengths are in points of the content.
@preconcurrency @MainActor
open class UIScrollView: UIView {
  public struct DecelerationRate: Hashable, RawRepresentable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = DecelerationRate(rawValue: 0.998)
    public static let fast = DecelerationRate(rawValue: 0.99)
  }
  public enum KeyboardDismissMode: Int, Sendable {
    case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory
  }
  public enum IndicatorStyle: Int, Sendable { case `default`, black, white }
  public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, scrollableAxes, never, always }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    (coder as? NibCoder)?.decodeScrollView(self)
  }
  private func prepare() {
    clipsToBounds = true
    addGestureRecognizer(panGestureRecognizer)
    panGestureRecognizer.addTarget(self, action: "carob_pan:")
  }

  open weak var delegate: (any UIScrollViewDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIScrollViewDelegate)?
  open private(set) lazy var panGestureRecognizer: UIPanGestureRecognizer = ScrollPanRecognizer(self)
  /// The recognizer for zooming; nil while the zoom limits allow only one scale (E-590).
  open var pinchGestureRecognizer: UIPinchGestureRecognizer? { zooming.pinch }
  // E-605.
  open var contentLayoutGuide: UILayoutGuide {
    systemGuide(.scrollContent, "UIScrollView-contentLayoutGuide")
  }
  open var frameLayoutGuide: UILayoutGuide { systemGuide(.scrollFrame, "UIScrollView-frameLayoutGuide") }

  // MARK: State (E-404)

  open override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    encodeOffset(coder)
  }
  open override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    decodeOffset(coder)
  }

  // MARK: Content

  open var contentSize = CGSize.zero {
    willSet { _kvoWill("contentSize", contentSize) }
    didSet {
      if oldValue != contentSize { contentSizeChanged() }
      _kvoDid("contentSize", contentSize)
    }
  }
  override var describedEnd: String {
    let inset = adjustedContentInset
    let sides = [inset.top, inset.left, inset.bottom, inset.right].map(Describing.number).joined(
      separator: ", ")
    return
      "; contentOffset: \(Describing.text(contentOffset)); contentSize: \(Describing.text(contentSize)); "
      + "adjustedContentInset: {\(sides)}"
  }
  func contentSizeChanged() {
    setNeedsLayout()
  }
  open var contentOffset: CGPoint {
    get { layer.bounds.origin }
    set {
      _kvoWill("contentOffset", contentOffset)
      defer { _kvoDid("contentOffset", contentOffset) }
      guard newValue != layer.bounds.origin else { return }
      bounds.origin = newValue
      offsetChanged()
    }
  }
  open var contentInset = UIEdgeInsets.zero {
    willSet { _kvoWill("contentInset", contentInset) }
    didSet {
      insetsChanged(from: oldValue)
      _kvoDid("contentInset", contentInset)
    }
  }
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
    didSet { setNeedsLayout() }
  }
  open var adjustedContentInset: UIEdgeInsets {
    var inset = insetWithoutRefreshing
    // E-682
    inset.top += refreshRoom
    return inset
  }
  /// The height reserved for a refresh control, in points; set in `refreshRoomChanged()`.
  var refreshRoom: CGFloat = 0
  var insetWithoutRefreshing: UIEdgeInsets {
    guard adjustsForSafeArea else { return contentInset }
    let safe = safeAreaInsets
    let bothAxes = contentInsetAdjustmentBehavior == .always
    return UIEdgeInsets(
      top: contentInset.top + safe.top, left: contentInset.left + (bothAxes ? safe.left : 0),
      bottom: contentInset.bottom + safe.bottom, right: contentInset.right + (bothAxes ? safe.right : 0))
  }
  /// E-550: safe area insets that are applied as content insets are not passed on to subviews.
  override var safeAreaInsetsForSubviews: UIEdgeInsets {
    var safe = computedSafeAreaInsets
    guard adjustsForSafeArea else { return safe }
    (safe.top, safe.bottom) = (0, 0)
    if contentInsetAdjustmentBehavior == .always { (safe.left, safe.right) = (0, 0) }
    return safe
  }
  var adjustsForSafeArea: Bool {
    switch contentInsetAdjustmentBehavior {
    case .never: return false
    case .always: return true
    case .automatic where isContentUnderBars: return true
    default: return contentSize.height > bounds.height || alwaysBounceVertical
    }
  }
  /// E-845: whether this is the scroll view under a container's bars; its insets are then adjusted even if it
  /// cannot scroll.
  private var isContentUnderBars: Bool {
    guard let screen = nearestController, let root = screen.loadedView,
      screen.navigationController != nil || screen.tabBarController != nil,
      screen.automaticallyAdjustsScrollViewInsets
    else { return false }
    return root === self || root.scrollView(at: .top) === self
  }
  private(set) var knownInset = UIEdgeInsets.zero
  /// The large title above the content.
  var largeTitle = LargeTitle()
  private func insetsChanged(from old: UIEdgeInsets) { adjustForInsets() }
  open func adjustedContentInsetDidChange() {}

  /// Content that is at the top stays at the top when the insets change.
  private func adjustForInsets() {
    let inset = insetWithoutRefreshing
    guard inset != knownInset else { return }
    let wasAtTop = contentOffset.y == -knownInset.top
    knownInset = inset
    if wasAtTop { contentOffset.y = -inset.top }
    notifyAdjustedInset()
  }

  func notifyAdjustedInset() {
    adjustedContentInsetDidChange()
    delegate?.tell(
      from: self, "scrollViewDidChangeAdjustedContentInset(_:)", "scrollViewDidChangeAdjustedContentInset:"
    ) {
      $0.scrollViewDidChangeAdjustedContentInset(self)
    }
  }

  open override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    adjustForInsets()
  }
  open override func layoutSubviews() {
    adjustForInsets()
    super.layoutSubviews()
    if zooming.constrainedSize != nil { followConstrainedContent() }
    endsMayHaveChanged()
    indicators?.follow()
    followRefreshControl()
  }
  /// E-530: notifies bars when an end of the content reaches or leaves them.
  private func endsMayHaveChanged() {
    let ends = contentEnds
    guard ends != knownEnds else { return }
    knownEnds = ends
    guard window != nil else { return }
    notifyBars()
    knownEnds = contentEnds
  }
  private var knownEnds = ContentEnds()
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window != nil else { return stopMoving() }
    adjustForInsets()
    notifyBars()
  }

  override var layoutContentOffset: CGPoint? { contentOffset }
  override func layoutContentSizeChanged(_ size: CGSize) {
    zooming.constrainedSize = size
    followConstrainedContent()
  }

  open var isScrollEnabled = true
  open var isPagingEnabled = false
  /// Whether a drag that begins along one axis is restricted to it (E-592).
  open var isDirectionalLockEnabled = false
  open var bounces = true
  open var alwaysBounceVertical = false
  open var alwaysBounceHorizontal = false
  open var showsVerticalScrollIndicator = true { didSet { indicators?.follow() } }
  open var showsHorizontalScrollIndicator = true { didSet { indicators?.follow() } }
  open var indicatorStyle = IndicatorStyle.default { didSet { indicators?.follow() } }
  /// The insets of both indicators; if they differ, those of the vertical one are returned.
  open var scrollIndicatorInsets: UIEdgeInsets {
    get { verticalScrollIndicatorInsets }
    set { (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets) = (newValue, newValue) }
  }
  /// The insets of the vertical indicator in points, in addition to the safe area (E-593).
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero { didSet { indicators?.follow() } }
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero { didSet { indicators?.follow() } }
  open var automaticallyAdjustsScrollIndicatorInsets = true { didSet { indicators?.follow() } }
  /// Nil while no indicator is visible.
  var indicators: ScrollIndicators?
  open var decelerationRate = DecelerationRate.normal
  open var delaysContentTouches = true
  open var canCancelContentTouches = true
  open var scrollsToTop = true
  open var keyboardDismissMode = KeyboardDismissMode.none
  open var refreshControl: UIRefreshControl? {
    didSet {
      guard oldValue !== refreshControl else { return }
      oldValue?.removeFromSuperview()
      if let refreshControl { insertSubview(refreshControl, at: 0) }
    }
  }
  /// The refresh control that is pulled: `refreshControl`, or one that an app has added as a subview (E-680).
  @Zeroing var pulledControl: UIRefreshControl?
  /// Shows the indicators briefly (E-593).
  open func flashScrollIndicators() { ScrollIndicators.flash(self) }
  open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool {
    true
  }
  /// Whether a drag may cancel the touches of a view in the content; false for controls unless overridden.
  open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

  // MARK: Zooming (E-590, E-591)

  let zooming = ScrollZooming()
  override func zoomScale(of subview: UIView) -> CGFloat { subview === zooming.view ? zooming.scale : 1 }
  open var minimumZoomScale: CGFloat = 1 { didSet { zoomLimitsChanged() } }
  open var maximumZoomScale: CGFloat = 1 { didSet { zoomLimitsChanged() } }
  /// Whether a pinch may exceed the zoom limits; the scale returns to the limit when the pinch ends.
  open var bouncesZoom = true
  /// Whether a pinch is changing the scale now.
  open var isZooming: Bool { zooming.isPinching }
  /// Whether the scale is returning to a limit that a pinch exceeded.
  open var isZoomBouncing: Bool { zooming.isBouncing }
  open var zoomScale: CGFloat {
    get { zooming.scale }
    set { setZoomScale(newValue, animated: false) }
  }
  /// Changes the scale within its limits, around the center of the view.
  open func setZoomScale(_ scale: CGFloat, animated: Bool) {
    zoom(
      to: scale, showing: CGPoint(x: bounds.midX, y: bounds.midY), animated: animated)
  }
  /// Zooms so that a rectangle, in the zoomed view's coordinates, fills the view as far as the limits allow.
  open func zoom(to rect: CGRect, animated: Bool) { zoom(toFit: rect, animated: animated) }

  // MARK: Moving

  open internal(set) var isDragging = false
  open private(set) var isDecelerating = false
  open var isTracking: Bool { isDragging }
  private var dragOrigin = CGPoint.zero
  /// The axis to which the current drag is restricted (E-592).
  private var lockedAxis: NSLayoutConstraint.Axis?
  private var mover: ScrollMover?

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "carob_pan:", "carob_pan(_:)", 0) { s, _ in
        unsafeDowncast(s, to: UIScrollView.self).panned()
      },
      .init(object: "carob_pinch:", "carob_pinch(_:)", 0) { s, _ in
        unsafeDowncast(s, to: UIScrollView.self).pinched()
      },
    ]
  }

  /// The offsets at which the content ends.
  var offsetRange: (min: CGPoint, max: CGPoint) {
    let inset = adjustedContentInset
    let low = CGPoint(x: -inset.left, y: -inset.top - largeTitle.inset)
    return (
      low,
      CGPoint(
        x: max(low.x, contentSize.width + inset.right - bounds.width),
        y: max(low.y, contentSize.height + inset.bottom - bounds.height))
    )
  }

  var canScrollHorizontally: Bool { contentSize.width > bounds.width + 0.5 || alwaysBounceHorizontal }
  var canScrollVertically: Bool {
    let inset = adjustedContentInset
    return contentSize.height + inset.top + largeTitle.hidden + inset.bottom > bounds.height + 0.5
      || alwaysBounceVertical
  }

  private func panned() {
    let pan = panGestureRecognizer
    switch pan.state {
    case .began:
      stopMoving()
      isDragging = true
      pulledControl?.dragBegan()
      RunLoop.main.pushMode(.tracking)
      dragOrigin = contentOffset
      lockedAxis = isDirectionalLockEnabled ? axis(of: pan.translation(in: self)) : nil
      ScrollIndicators.show(self)
      // E-386.
      if keyboardDismissMode.isOnDrag { window?.endEditing(true) }
      delegate?.tell(from: self, "scrollViewWillBeginDragging(_:)", "scrollViewWillBeginDragging:") {
        $0.scrollViewWillBeginDragging(self)
      }
      drag(pan)
    case .changed:
      drag(pan)
      if keyboardDismissMode.isInteractive {
        Keyboard.shared.follow(pan.location(in: nil).y, from: self)
      }
    case .ended, .cancelled:
      if keyboardDismissMode.isInteractive {
        Keyboard.shared.endInteractiveDismissal(pan.velocity(in: nil).y, from: self)
      }
      endDrag(pan)
    default: break
    }
  }

  /// E-592: the axis along which a drag moves at least twice as far as along the other; nil if there is none.
  private func axis(of way: CGPoint) -> NSLayoutConstraint.Axis? {
    if abs(way.x) >= 2 * abs(way.y) { return .horizontal }
    return abs(way.y) >= 2 * abs(way.x) ? .vertical : nil
  }
  private var dragsHorizontally: Bool { canScrollHorizontally && lockedAxis != .vertical }
  private var dragsVertically: Bool { canScrollVertically && lockedAxis != .horizontal }

  /// Continues the drag from the offset at which a pinch has left the content.
  func rebaseDrag() {
    guard isDragging else { return }
    dragOrigin = contentOffset
    panGestureRecognizer.setTranslation(.zero, in: self)
  }

  private func drag(_ pan: UIPanGestureRecognizer) {
    // E-590: during a zoom the pinch moves the content.
    guard !isZooming, !isZoomBouncing else { return }
    let move = pan.translation(in: self)
    let range = offsetRange
    var offset = dragOrigin
    if dragsHorizontally { offset.x = resisted(dragOrigin.x - move.x, range.min.x, range.max.x) }
    if dragsVertically { offset.y = resisted(dragOrigin.y - move.y, range.min.y, range.max.y) }
    // DEVIATION: a scroll wheel or trackpad does not pull the content beyond its ends, and moves it without
    // animation.
    if pan.pointer != nil {
      offset.x = min(max(offset.x, range.min.x), max(range.max.x, range.min.x))
      offset.y = min(max(offset.y, range.min.y), max(range.max.y, range.min.y))
    }
    contentOffset = offset
    if pan.pointer == nil { notifyRefreshControl() }
  }

  /// Beyond its ends the content follows the finger by half the distance, or not at all if `bounces` is
  /// false.
  func resisted(_ value: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
    if value < low { return bounces ? low - (low - value) / 2 : low }
    if value > high { return bounces ? high + (value - high) / 2 : high }
    return value
  }

  private func endDrag(_ pan: UIPanGestureRecognizer) {
    guard isDragging else { return }
    isDragging = false
    RunLoop.main.popMode(.tracking)
    refreshRoomChanged()
    let raw = pan.state == .cancelled ? .zero : pan.velocity(in: self)
    let velocity = CGPoint(x: dragsHorizontally ? -raw.x : 0, y: dragsVertically ? -raw.y : 0)
    var target = restingOffset(velocity)
    // The platform passes points per millisecond to the delegate.
    let perMillisecond = CGPoint(x: velocity.x / 1000, y: velocity.y / 1000)
    delegate?.tell(
      from: self, "scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)",
      "scrollViewWillEndDragging:withVelocity:targetContentOffset:"
    ) { $0.scrollViewWillEndDragging(self, withVelocity: perMillisecond, targetContentOffset: &target) }
    // While the zoom scale returns to a limit, that animation also moves the offset.
    let moves =
      !isZoomBouncing
      && (abs(target.x - contentOffset.x) > 0.5 || abs(target.y - contentOffset.y) > 0.5)
    delegate?.tell(
      from: self, "scrollViewDidEndDragging(_:willDecelerate:)", "scrollViewDidEndDragging:willDecelerate:"
    ) {
      $0.scrollViewDidEndDragging(self, willDecelerate: moves)
    }
    guard moves else { return ScrollIndicators.hide(self) }
    isDecelerating = true
    delegate?.tell(from: self, "scrollViewWillBeginDecelerating(_:)", "scrollViewWillBeginDecelerating:") {
      $0.scrollViewWillBeginDecelerating(self)
    }
    let distance = hypot(target.x - contentOffset.x, target.y - contentOffset.y)
    let speed = hypot(velocity.x, velocity.y)
    let duration =
      isPagingEnabled || speed < 50 ? 0.35 : min(max(Double(distance / max(speed, 1)) * 2.5, 0.3), 3)
    ScrollIndicators.fade(self, endingAt: LayerClock.now + duration)
    decelerate(to: target, duration: duration)
  }

  private func decelerate(to target: CGPoint, duration: TimeInterval) {
    move(to: target, duration: duration, curve: [0.165, 0.84, 0.44, 1]) { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.isDecelerating = false
      ScrollIndicators.hide(self)
      self.delegate?.tell(from: self, "scrollViewDidEndDecelerating(_:)", "scrollViewDidEndDecelerating:") {
        $0.scrollViewDidEndDecelerating(self)
      }
    }
  }

  /// Moves the content to its new end; a running deceleration is redirected to it.
  func comeToRest(at target: CGPoint) {
    guard window != nil else { return contentOffset = target }
    guard !isDecelerating else { return decelerate(to: target, duration: 0.35) }
    move(to: target, duration: 0.3, curve: [0.42, 0, 0.58, 1]) {}
  }

  private func restingOffset(_ velocity: CGPoint) -> CGPoint {
    let range = offsetRange
    var target = contentOffset
    if isPagingEnabled {
      target.x = page(contentOffset.x, velocity.x, bounds.width)
      target.y = page(contentOffset.y, velocity.y, bounds.height)
    } else {
      // The sum of a geometric series: the velocity is multiplied by the deceleration rate each millisecond.
      let factor = decelerationRate.rawValue / (1 - decelerationRate.rawValue) / 1000
      target.x += velocity.x * factor
      target.y += velocity.y * factor
    }
    let part = target.y - range.min.y
    // E-543: scrolling does not rest with a partly collapsed title; it moves to the nearest stop.
    if part > 0, part < largeTitle.room {
      let stop = largeTitle.stops.min { abs($0 - part) < abs($1 - part) } ?? 0
      target.y = range.min.y + stop
    }
    return CGPoint(
      x: min(max(target.x, range.min.x), range.max.x), y: min(max(target.y, range.min.y), range.max.y))
  }

  private func page(_ offset: CGFloat, _ velocity: CGFloat, _ length: CGFloat) -> CGFloat {
    guard length > 0 else { return offset }
    let position = offset / length
    let index =
      abs(velocity) > 100
      ? (velocity > 0 ? position.rounded(.up) : position.rounded(.down)) : position.rounded()
    return index * length
  }

  open func setContentOffset(_ offset: CGPoint, animated: Bool) {
    stopMoving()
    guard animated, window != nil, offset != contentOffset else {
      contentOffset = offset
      return
    }
    move(to: offset, duration: 0.3, curve: [0.42, 0, 0.58, 1]) { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.delegate?.tell(
        from: self, "scrollViewDidEndScrollingAnimation(_:)", "scrollViewDidEndScrollingAnimation:"
      ) {
        $0.scrollViewDidEndScrollingAnimation(self)
      }
    }
  }

  /// E-834: scrolls by a page.
  open override func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool {
    let range = offsetRange
    let page = bounds.inset(by: adjustedContentInset).size
    let isWide = range.max.x > range.min.x && range.max.y <= range.min.y
    var offset = contentOffset
    switch direction {
    // NB: the direction is that of the fingers: a swipe to the left shows the content on the right.
    case .left: offset.x += page.width
    case .right: offset.x -= page.width
    case .up: offset.y -= page.height
    case .down: offset.y += page.height
    case .next: if isWide { offset.x += page.width } else { offset.y += page.height }
    case .previous: if isWide { offset.x -= page.width } else { offset.y -= page.height }
    }
    offset = CGPoint(
      x: min(max(offset.x, range.min.x), range.max.x), y: min(max(offset.y, range.min.y), range.max.y))
    guard offset != contentOffset else { return false }
    setContentOffset(offset, animated: true)
    return true
  }

  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let range = offsetRange
    let visible = bounds.inset(by: adjustedContentInset)
    var offset = contentOffset
    if rect.minX < visible.minX {
      offset.x += rect.minX - visible.minX
    } else if rect.maxX > visible.maxX {
      offset.x += rect.maxX - visible.maxX
    }
    if rect.minY < visible.minY {
      offset.y += rect.minY - visible.minY
    } else if rect.maxY > visible.maxY {
      offset.y += rect.maxY - visible.maxY
    }
    setContentOffset(
      CGPoint(
        x: min(max(offset.x, range.min.x), range.max.x), y: min(max(offset.y, range.min.y), range.max.y)),
      animated: animated)
  }

  func move(
    to target: CGPoint, duration: TimeInterval, curve: [Double], _ completion: @escaping () -> Void
  ) {
    mover?.stop()
    let mover = ScrollMover(self, target, duration, curve, completion)
    self.mover = mover
    mover.start()
  }

  /// The target offset of the running move.
  var movesTo: CGPoint? { mover?.to }
  func stopMoving() {
    mover?.stop()
    mover = nil
    isDecelerating = false
    if !isDragging { ScrollIndicators.hide(self) }
  }

  func offsetChanged() {
    setNeedsLayout()
    endsMayHaveChanged()
    indicators?.follow()
    followRefreshControl()
    delegate?.tell(from: self, "scrollViewDidScroll(_:)", "scrollViewDidScroll:") {
      $0.scrollViewDidScroll(self)
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIScrollView.self,
      {
        [
          "delegate": \.delegate, "contentSize": \.contentSize, "contentOffset": \.contentOffset,
          "contentInset": \.contentInset,
          "contentInsetAdjustmentBehavior": \.contentInsetAdjustmentBehavior,
          "scrollEnabled": \.isScrollEnabled, "pagingEnabled": \.isPagingEnabled,
          "directionalLockEnabled": \.isDirectionalLockEnabled, "bounces": \.bounces,
          "alwaysBounceVertical": \.alwaysBounceVertical,
          "alwaysBounceHorizontal": \.alwaysBounceHorizontal,
          "showsVerticalScrollIndicator": \.showsVerticalScrollIndicator,
          "showsHorizontalScrollIndicator": \.showsHorizontalScrollIndicator,
          "indicatorStyle": \.indicatorStyle, "scrollIndicatorInsets": \.scrollIndicatorInsets,
          "verticalScrollIndicatorInsets": \.verticalScrollIndicatorInsets,
          "horizontalScrollIndicatorInsets": \.horizontalScrollIndicatorInsets,
          "automaticallyAdjustsScrollIndicatorInsets": \.automaticallyAdjustsScrollIndicatorInsets,
          "decelerationRate": \.decelerationRate, "delaysContentTouches": \.delaysContentTouches,
          "canCancelContentTouches": \.canCancelContentTouches, "scrollsToTop": \.scrollsToTop,
          "keyboardDismissMode": \.keyboardDismissMode, "refreshControl": \.refreshControl,
          "minimumZoomScale": \.minimumZoomScale, "maximumZoomScale": \.maximumZoomScale,
          "bouncesZoom": \.bouncesZoom, "zoomScale": \.zoomScale,
        ]
      },
      readOnly: {
        [
          "panGestureRecognizer": \.panGestureRecognizer,
          "pinchGestureRecognizer": \.pinchGestureRecognizer, "contentLayoutGuide": \.contentLayoutGuide,
          "frameLayoutGuide": \.frameLayoutGuide, "adjustedContentInset": \.adjustedContentInset,
          "zooming": \.isZooming, "zoomBouncing": \.isZoomBouncing, "dragging": \.isDragging,
          "decelerating": \.isDecelerating, "tracking": \.isTracking,
        ]
      },
      reporting: ["contentOffset", "contentSize", "contentInset"]
    )
  }
}
