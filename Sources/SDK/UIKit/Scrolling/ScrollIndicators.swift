@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// The two scroll indicators, visible while the content is dragged or decelerates (E-593).
///
/// They are sublayers of the scroll view's layer, not subviews, and exist only while they are visible.
///
/// DEVIATION: after a drag that ends without deceleration they disappear without fading, and by the end of a
/// deceleration they have faded, so that a snapshot of a screen at rest never shows them. Scrolling that is
/// animated in code does not show them.
@preconcurrency @MainActor
final class ScrollIndicators {
  private unowned let scrollView: UIScrollView
  private let vertical = ScrollIndicatorLayer()
  private let horizontal = ScrollIndicatorLayer()
  private var alarm: LayerAlarm?

  private static let thickness: CGFloat = 3
  private static let shortest: CGFloat = 36
  private static let fading = 0.25
  private static let fade = "carob.fade"

  private init(_ scrollView: UIScrollView) {
    self.scrollView = scrollView
    for bar in [vertical, horizontal] {
      bar.cornerRadius = Self.thickness / 2
      // In front of all subviews, whatever their order.
      bar.zPosition = 1_000_000
    }
  }

  // MARK: For scroll views

  static func show(_ scrollView: UIScrollView) {
    guard scrollView.showsVerticalScrollIndicator || scrollView.showsHorizontalScrollIndicator else { return }
    let indicators = scrollView.indicators ?? ScrollIndicators(scrollView)
    scrollView.indicators = indicators
    indicators.alarm?.cancel()
    indicators.alarm = nil
    for bar in [indicators.vertical, indicators.horizontal] where bar.animation(forKey: fade) != nil {
      bar.removeAnimation(forKey: fade)
    }
    indicators.follow()
  }

  static func hide(_ scrollView: UIScrollView) {
    guard let indicators = scrollView.indicators else { return }
    scrollView.indicators = nil
    indicators.alarm?.cancel()
    indicators.vertical.removeFromSuperlayer()
    indicators.horizontal.removeFromSuperlayer()
  }

  /// Fades the indicators out, so that they have disappeared at `end`, a time of `LayerClock`.
  static func fade(_ scrollView: UIScrollView, endingAt end: Double) {
    guard let indicators = scrollView.indicators else { return }
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 1.0
    animation.toValue = 0.0
    animation.duration = min(fading, max(end - LayerClock.now, 0.01))
    animation.beginTime = end - animation.duration
    animation.isIncidental = true
    // NB: the animation is removed together with the layer.
    (animation.fillMode, animation.isRemovedOnCompletion) = (.forwards, false)
    indicators.vertical.add(animation, forKey: fade)
    indicators.horizontal.add(animation, forKey: fade)
  }

  /// Shows the indicators for a second, during which the device counts as idle.
  static func flash(_ scrollView: UIScrollView) {
    guard scrollView.window != nil, !scrollView.isDragging, !scrollView.isDecelerating else { return }
    show(scrollView)
    let end = LayerClock.now + 1
    fade(scrollView, endingAt: end)
    scrollView.indicators?.alarm = LayerClock.schedule(at: end) { [scrollView = ZeroingElement(scrollView)] in
      MainActor.assumeIsolated { if let scrollView = scrollView.object { hide(scrollView) } }
    }
  }

  // MARK: Where they are

  func follow() {
    let view = scrollView
    let inset = view.adjustedContentInset
    let shown = view.bounds.size
    let (isTall, isWide) = (
      view.contentSize.height + inset.top + inset.bottom > shown.height + 0.5,
      view.contentSize.width + inset.left + inset.right > shown.width + 0.5
    )
    // The insets covered by bars; the indicators are placed inside of them.
    let covered = view.automaticallyAdjustsScrollIndicatorInsets ? view.safeAreaInsets : .zero
    let color = color
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let side = Self.thickness
    place(vertical, view.showsVerticalScrollIndicator && isTall, color) {
      let room = view.bounds.inset(by: covered).inset(by: view.verticalScrollIndicatorInsets)
        .insetBy(dx: side, dy: side)
      let (start, length) = Self.part(
        view.contentOffset.y + inset.top, shown.height - inset.top - inset.bottom, view.contentSize.height,
        room.height - (isWide && view.showsHorizontalScrollIndicator ? 2 * side : 0))
      return CGRect(x: room.maxX - side, y: room.minY + start, width: side, height: length)
    }
    place(horizontal, view.showsHorizontalScrollIndicator && isWide, color) {
      let room = view.bounds.inset(by: covered).inset(by: view.horizontalScrollIndicatorInsets)
        .insetBy(dx: side, dy: side)
      let (start, length) = Self.part(
        view.contentOffset.x + inset.left, shown.width - inset.left - inset.right, view.contentSize.width,
        room.width - (isTall && view.showsVerticalScrollIndicator ? 2 * side : 0))
      return CGRect(x: room.minX + start, y: room.maxY - side, width: length, height: side)
    }
    CATransaction.commit()
  }

  private func place(_ bar: CALayer, _ isShown: Bool, _ color: CGColor, _ frame: () -> CGRect) {
    guard isShown else { return bar.removeFromSuperlayer() }
    bar.frame = frame()
    if bar.backgroundColor != color { bar.backgroundColor = color }
    if bar.superlayer == nil { scrollView.layer.addSublayer(bar) }
  }

  /// The position and length of an indicator in points. It is shortened while the content is pulled beyond
  /// its ends.
  private static func part(_ offset: CGFloat, _ shown: CGFloat, _ content: CGFloat, _ room: CGFloat) -> (
    CGFloat, CGFloat
  ) {
    guard content > 0, room > 0 else { return (0, 0) }
    let whole = min(max(room * shown / content, shortest), room)
    let last = max(content - shown, 1)
    let beyond = offset < 0 ? -offset : max(offset - last, 0)
    let length = max(whole - beyond, min(2 * thickness, whole))
    return ((room - length) * min(max(offset / last, 0), 1), length)
  }

  private var color: CGColor {
    switch scrollView.indicatorStyle {
    case .black: return CGColor(red: 0, green: 0, blue: 0, alpha: 0.35)
    case .white: return CGColor(red: 1, green: 1, blue: 1, alpha: 0.35)
    case .default:
      let level: CGFloat = scrollView.traitCollection.userInterfaceStyle == .dark ? 1 : 0
      return CGColor(red: level, green: level, blue: level, alpha: 0.35)
    }
  }
}

/// The layer of one indicator.
final class ScrollIndicatorLayer: CALayer {
  nonisolated override class var _carobNew: (@MainActor () -> AnyObject)? { { ScrollIndicatorLayer() } }
}
