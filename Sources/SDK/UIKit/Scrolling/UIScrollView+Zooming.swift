@_spi(Hazards) import CarobRuntime
import CarobFoundation
import GestureMachines
import QuartzCore

/// The zoom state of a scroll view (E-590, E-591).
@preconcurrency @MainActor
final class ScrollZooming {
  fileprivate(set) var scale: CGFloat = 1
  fileprivate(set) var isPinching = false
  fileprivate(set) var isBouncing = false
  fileprivate var isAnimated = false
  fileprivate(set) var pinch: ScrollPinchRecognizer?
  /// The view that is zoomed, from the beginning of a change to its end.
  @Zeroing fileprivate(set) var view: UIView?
  /// The scale at which the pinch began.
  fileprivate var base: CGFloat = 1
  /// The point of the zoomed view that stays under the fingers.
  fileprivate var anchor = CGPoint.zero
  /// The content size that constraints give at scale 1; nil if the app sets the content size.
  var constrainedSize: CGSize?
}

extension UIScrollView {
  private var zoomedView: UIView? {
    delegate?.ask(from: self, "viewForZooming(in:)", "viewForZoomingInScrollView:") {
      $0.viewForZooming(in: self)
    } ?? nil
  }

  var canBeginZooming: Bool { zoomedView != nil }

  func zoomLimitsChanged() {
    let canZoom = minimumZoomScale < maximumZoomScale
    guard canZoom != (zooming.pinch != nil) else { return }
    if let pinch = zooming.pinch {
      zooming.pinch = nil
      removeGestureRecognizer(pinch)
    } else {
      let pinch = ScrollPinchRecognizer(self)
      pinch.addTarget(self, action: "carob_pinch:")
      zooming.pinch = pinch
      addGestureRecognizer(pinch)
    }
  }

  private func limited(_ scale: CGFloat) -> CGFloat {
    max(min(scale, maximumZoomScale), minimumZoomScale)
  }

  // MARK: In code (E-591)

  /// - Parameter point: the point to show in the center, in this view's coordinates before the change.
  func zoom(to scale: CGFloat, showing point: CGPoint, animated: Bool) {
    guard limited(scale) != zooming.scale else { return }
    zoom(to: scale, animated) { $0.convert(point, from: self) }
  }

  /// - Parameter rect: the rectangle to show, in the zoomed view's coordinates.
  func zoom(toFit rect: CGRect, animated: Bool) {
    guard rect.width > 0, rect.height > 0 else { return }
    zoom(to: min(bounds.width / rect.width, bounds.height / rect.height), animated) { _ in
      CGPoint(x: rect.midX, y: rect.midY)
    }
  }

  /// - Parameter center: returns the point of the zoomed view to show in the center of this view.
  private func zoom(to scale: CGFloat, _ animated: Bool, _ center: (UIView) -> CGPoint) {
    guard !zooming.isPinching, let view = zoomedView else { return }
    stopMoving()
    zooming.view = view
    let point = center(view)
    let isAnimated = animated && window != nil
    if isAnimated { notifyWillBeginZooming() }
    let middle = CGPoint(x: bounds.width / 2, y: bounds.height / 2)
    change(to: limited(scale), view, point, at: middle, isAnimated ? .animated : .atOnce)
  }

  // MARK: By two fingers (E-590)

  func pinched() {
    guard let pinch = zooming.pinch else { return }
    switch pinch.state {
    case .began:
      guard let view = zoomedView else { return }
      stopMoving()
      stopZooming()
      zooming.view = view
      zooming.isPinching = true
      RunLoop.main.pushMode(.tracking)
      zooming.base = zooming.scale
      zooming.anchor = pinch.location(in: view)
      ScrollIndicators.show(self)
      notifyWillBeginZooming()
      follow(pinch, view)
    case .changed:
      if zooming.isPinching, let view = zooming.view { follow(pinch, view) }
    case .ended, .cancelled:
      if zooming.isPinching { endPinch(pinch) }
    default: break
    }
  }

  /// The center of the pinch relative to the visible top-left corner of the view.
  private func place(of pinch: UIPinchGestureRecognizer) -> CGPoint {
    let place = pinch.location(in: self)
    return CGPoint(x: place.x - bounds.minX, y: place.y - bounds.minY)
  }

  private func follow(_ pinch: UIPinchGestureRecognizer, _ view: UIView) {
    let wanted = zooming.base * pinch.scale
    let kept = limited(wanted)
    // NB: no source documents this. Beyond a limit the scale follows the square root of the pinch.
    let scale = wanted == kept || !bouncesZoom ? kept : kept * (wanted / kept).squareRoot()
    change(to: scale, view, zooming.anchor, at: place(of: pinch), .atOnce)
  }

  private func endPinch(_ pinch: UIPinchGestureRecognizer) {
    zooming.isPinching = false
    RunLoop.main.popMode(.tracking)
    defer {
      rebaseDrag()
      if !isDragging { ScrollIndicators.hide(self) }
    }
    guard let view = zooming.view else { return }
    let scale = limited(zooming.scale)
    if scale != zooming.scale {
      zooming.isBouncing = true
      change(to: scale, view, zooming.anchor, at: place(of: pinch), .animated)
      return
    }
    notifyDidEndZooming()
  }

  // MARK: Changing the scale

  private enum ZoomChange { case atOnce, animated }

  /// Sets the scale and the content size, and scrolls so that `point` of the zoomed view is at `place` of
  /// this view, as far as the content allows.
  ///
  /// DEVIATION: even during a pinch the content is not pulled beyond its ends.
  private func change(
    to scale: CGFloat, _ view: UIView, _ point: CGPoint, at place: CGPoint, _ how: ZoomChange
  ) {
    let change = { [self] in
      let isNew = scale != zooming.scale
      if isNew { apply(scale, view) }
      let target = convert(point, from: view)
      let offset = CGPoint(x: target.x - place.x, y: target.y - place.y)
      contentOffset = kept(offset)
      if isNew {
        delegate?.tell(from: self, "scrollViewDidZoom(_:)", "scrollViewDidZoom:") {
          $0.scrollViewDidZoom(self)
        }
      }
    }
    guard how == .animated else { return change() }
    zooming.isAnimated = true
    UIView.animate(withDuration: 0.3, delay: 0, options: [.internalTransition]) {
      change()
      // Include the layout that the change requests in the animation.
      self.layoutIfNeeded()
    } completion: { [weakSelf = ZeroingElement(self)] _ in
      guard let self = weakSelf.object else { return }
      (self.zooming.isBouncing, self.zooming.isAnimated) = (false, false)
      self.notifyDidEndZooming()
    }
  }

  /// Scales the view; its origin in the content stays the same.
  private func apply(_ scale: CGFloat, _ view: UIView) {
    let origin = view.frame.origin
    zooming.scale = scale
    view.transform = CGAffineTransform(scaleX: scale, y: scale)
    if view.frame.origin != origin { view.frame.origin = origin }
    if zooming.constrainedSize != nil {
      followConstrainedContent()
    } else {
      contentSize = view.frame.size
    }
  }

  /// Enlarges the constrained content size by the growth of the zoomed view.
  func followConstrainedContent() {
    guard var size = zooming.constrainedSize else { return }
    if zooming.scale != 1, let view = zooming.view, !view.translatesAutoresizingMaskIntoConstraints {
      size.width += view.bounds.width * (zooming.scale - 1)
      size.height += view.bounds.height * (zooming.scale - 1)
    }
    contentSize = size
  }

  private func kept(_ offset: CGPoint) -> CGPoint {
    let range = offsetRange
    return CGPoint(
      x: min(max(offset.x, range.min.x), range.max.x), y: min(max(offset.y, range.min.y), range.max.y))
  }

  /// Ends a running zoom animation, because a new pinch has begun.
  private func stopZooming() {
    guard zooming.isAnimated, let view = zooming.view else { return }
    for key in ["transform", "position", "bounds"] { view.layer.removeAnimation(forKey: key) }
    layer.removeAnimation(forKey: "bounds")
  }

  private func notifyWillBeginZooming() {
    delegate?.tell(
      from: self, "scrollViewWillBeginZooming(_:with:)", "scrollViewWillBeginZooming:withView:"
    ) { $0.scrollViewWillBeginZooming(self, with: self.zooming.view) }
  }

  private func notifyDidEndZooming() {
    delegate?.tell(
      from: self, "scrollViewDidEndZooming(_:with:atScale:)", "scrollViewDidEndZooming:withView:atScale:"
    ) { $0.scrollViewDidEndZooming(self, with: self.zooming.view, atScale: self.zooming.scale) }
  }
}

/// The pinch recognizer of a scroll view; works simultaneously with its pan.
@preconcurrency @MainActor
final class ScrollPinchRecognizer: UIPinchGestureRecognizer {
  @Zeroing private var scrollView: UIScrollView?
  init(_ scrollView: UIScrollView) {
    self.scrollView = scrollView
    super.init(target: nil, action: nil)
  }
  override func canPrevent(_ other: UIGestureRecognizer) -> Bool {
    other !== scrollView?.panGestureRecognizer && super.canPrevent(other)
  }
  override func decide(_ input: GestureInput) -> GestureDecision? {
    let decision = super.decide(input)
    // If there is no view to zoom, other recognizers get the touches.
    return decision == .begin && scrollView?.canBeginZooming != true ? nil : decision
  }
}
