import CarobFoundation
import CoreGraphics
import QuartzCore

/// The methods of views and responders that selectors can call (F-165).
enum ViewMessages {
  // NB: without the editing actions such as `copy:`, which a responder has only if its class implements them
  // (E-231).
  static var responder: [_CarobMethod] {
    [
      .result("becomeFirstResponder", "becomeFirstResponder()") { (r: UIResponder) in r.becomeFirstResponder()
      },
      .result("resignFirstResponder", "resignFirstResponder()") { (r: UIResponder) in r.resignFirstResponder()
      },
      .none("reloadInputViews", "reloadInputViews()") { (r: UIResponder) in r.reloadInputViews() },
      .one("updateUserActivityState:", "updateUserActivityState(_:)") { (r: UIResponder, a: NSUserActivity) in
        r.updateUserActivityState(a)
      },
      .one("restoreUserActivityState:", "restoreUserActivityState(_:)") {
        (r: UIResponder, a: NSUserActivity) in
        r.restoreUserActivityState(a)
      },
      .one("remoteControlReceivedWithEvent:", "remoteControlReceived(with:)") {
        (r: UIResponder, e: UIEvent?) in
        r.remoteControlReceived(with: e)
      },
      .two("touchesBegan:withEvent:", "touchesBegan(_:with:)") {
        (r: UIResponder, t: Set<UITouch>, e: UIEvent?) in r.touchesBegan(t, with: e)
      },
      .two("touchesMoved:withEvent:", "touchesMoved(_:with:)") {
        (r: UIResponder, t: Set<UITouch>, e: UIEvent?) in r.touchesMoved(t, with: e)
      },
      .two("touchesEnded:withEvent:", "touchesEnded(_:with:)") {
        (r: UIResponder, t: Set<UITouch>, e: UIEvent?) in r.touchesEnded(t, with: e)
      },
      .two("touchesCancelled:withEvent:", "touchesCancelled(_:with:)") {
        (r: UIResponder, t: Set<UITouch>, e: UIEvent?) in r.touchesCancelled(t, with: e)
      },
    ]
      + _CarobMethod.answered([
        ("canPerformAction:withSender:", "canPerformAction(_:withSender:)"),
        ("targetForAction:withSender:", "target(forAction:withSender:)"),
        ("motionBegan:withEvent:", "motionBegan(_:with:)"),
        ("motionEnded:withEvent:", "motionEnded(_:with:)"),
        ("motionCancelled:withEvent:", "motionCancelled(_:with:)"),
        ("pressesBegan:withEvent:", "pressesBegan(_:with:)"),
        ("pressesChanged:withEvent:", "pressesChanged(_:with:)"),
        ("pressesEnded:withEvent:", "pressesEnded(_:with:)"),
        ("pressesCancelled:withEvent:", "pressesCancelled(_:with:)"),
      ])
  }

  static var view: [_CarobMethod] { layout + hierarchy + changes }

  private static var layout: [_CarobMethod] {
    [
      .one("endEditing:", "endEditing(_:)") { (v: UIView, force: Bool) in v.endEditing(force) },
      .none("setNeedsLayout", "setNeedsLayout()") { (v: UIView) in v.setNeedsLayout() },
      .none("setNeedsDisplay", "setNeedsDisplay()") { (v: UIView) in v.setNeedsDisplay() },
      .none("layoutIfNeeded", "layoutIfNeeded()") { (v: UIView) in v.layoutIfNeeded() },
      .none("layoutSubviews", "layoutSubviews()") { (v: UIView) in v.layoutSubviews() },
      .none("sizeToFit", "sizeToFit()") { (v: UIView) in v.sizeToFit() },
      .none("invalidateIntrinsicContentSize", "invalidateIntrinsicContentSize()") { (v: UIView) in
        v.invalidateIntrinsicContentSize()
      },
      .none("setNeedsUpdateConstraints", "setNeedsUpdateConstraints()") { (v: UIView) in
        v.setNeedsUpdateConstraints()
      },
      .none("updateConstraintsIfNeeded", "updateConstraintsIfNeeded()") { (v: UIView) in
        v.updateConstraintsIfNeeded()
      },
      .none("updateConstraints", "updateConstraints()") { (v: UIView) in v.updateConstraints() },
      .result("needsUpdateConstraints", "needsUpdateConstraints()") { (v: UIView) in
        v.needsUpdateConstraints()
      },
      .none("exerciseAmbiguityInLayout", "exerciseAmbiguityInLayout()") { (v: UIView) in
        v.exerciseAmbiguityInLayout()
      },
      .one("addConstraint:", "addConstraint(_:)") { (v: UIView, c: NSLayoutConstraint) in v.addConstraint(c)
      },
      .one("addConstraints:", "addConstraints(_:)") { (v: UIView, c: [NSLayoutConstraint]) in
        v.addConstraints(c)
      },
      .one("removeConstraint:", "removeConstraint(_:)") { (v: UIView, c: NSLayoutConstraint) in
        v.removeConstraint(c)
      },
      .one("removeConstraints:", "removeConstraints(_:)") { (v: UIView, c: [NSLayoutConstraint]) in
        v.removeConstraints(c)
      },
      .one("addLayoutGuide:", "addLayoutGuide(_:)") { (v: UIView, g: UILayoutGuide) in v.addLayoutGuide(g) },
      .one("removeLayoutGuide:", "removeLayoutGuide(_:)") { (v: UIView, g: UILayoutGuide) in
        v.removeLayoutGuide(g)
      },
    ]
      + _CarobMethod.answered([
        ("setNeedsDisplayInRect:", "setNeedsDisplay(_:)"), ("drawRect:", "draw(_:)"),
        ("sizeThatFits:", "sizeThatFits(_:)"), ("alignmentRectForFrame:", "alignmentRect(forFrame:)"),
        ("frameForAlignmentRect:", "frame(forAlignmentRect:)"),
        ("systemLayoutSizeFittingSize:", "systemLayoutSizeFitting(_:)"),
        (
          "systemLayoutSizeFittingSize:withHorizontalFittingPriority:verticalFittingPriority:",
          "systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:)"
        ),
      ])
  }

  private static var hierarchy: [_CarobMethod] {
    [
      .none("removeFromSuperview", "removeFromSuperview()") { (v: UIView) in v.removeFromSuperview() },
      .one("addSubview:", "addSubview(_:)") { (v: UIView, other: UIView) in v.addSubview(other) },
      .one("bringSubviewToFront:", "bringSubviewToFront(_:)") { (v: UIView, other: UIView) in
        v.bringSubviewToFront(other)
      },
      .one("sendSubviewToBack:", "sendSubviewToBack(_:)") { (v: UIView, other: UIView) in
        v.sendSubviewToBack(other)
      },
      .two("insertSubview:aboveSubview:", "insertSubview(_:aboveSubview:)") {
        (v: UIView, new: UIView, other: UIView) in v.insertSubview(new, aboveSubview: other)
      },
      .two("insertSubview:belowSubview:", "insertSubview(_:belowSubview:)") {
        (v: UIView, new: UIView, other: UIView) in v.insertSubview(new, belowSubview: other)
      },
      .resultOfOne("isDescendantOfView:", "isDescendant(of:)") { (v: UIView, other: UIView) in
        v.isDescendant(of: other)
      },
      .one("addGestureRecognizer:", "addGestureRecognizer(_:)") { (v: UIView, g: UIGestureRecognizer) in
        v.addGestureRecognizer(g)
      },
      .one("removeGestureRecognizer:", "removeGestureRecognizer(_:)") { (v: UIView, g: UIGestureRecognizer) in
        v.removeGestureRecognizer(g)
      },
      .one("addMotionEffect:", "addMotionEffect(_:)") { (v: UIView, e: UIMotionEffect) in v.addMotionEffect(e)
      },
      .one("removeMotionEffect:", "removeMotionEffect(_:)") { (v: UIView, e: UIMotionEffect) in
        v.removeMotionEffect(e)
      },
      .resultOfOne("snapshotViewAfterScreenUpdates:", "snapshotView(afterScreenUpdates:)") {
        (v: UIView, after: Bool) in v.snapshotView(afterScreenUpdates: after)
      },
    ]
      + _CarobMethod.answered([
        ("insertSubview:atIndex:", "insertSubview(_:at:)"),
        ("exchangeSubviewAtIndex:withSubviewAtIndex:", "exchangeSubview(at:withSubviewAt:)"),
        ("viewWithTag:", "viewWithTag(_:)"), ("hitTest:withEvent:", "hitTest(_:with:)"),
        ("pointInside:withEvent:", "point(inside:with:)"), ("convertPoint:toView:", "convert(_:to:)"),
        ("convertPoint:fromView:", "convert(_:from:)"), ("convertRect:toView:", "convert(_:to:)"),
        ("convertRect:fromView:", "convert(_:from:)"), ("addInteraction:", "addInteraction(_:)"),
        ("removeInteraction:", "removeInteraction(_:)"),
        ("drawViewHierarchyInRect:afterScreenUpdates:", "drawHierarchy(in:afterScreenUpdates:)"),
        ("gestureRecognizerShouldBegin:", "gestureRecognizerShouldBegin(_:)"),
      ])
  }

  private static var changes: [_CarobMethod] {
    [
      .none("didMoveToSuperview", "didMoveToSuperview()") { (v: UIView) in v.didMoveToSuperview() },
      .none("didMoveToWindow", "didMoveToWindow()") { (v: UIView) in v.didMoveToWindow() },
      .none("layoutMarginsDidChange", "layoutMarginsDidChange()") { (v: UIView) in v.layoutMarginsDidChange()
      },
      .none("safeAreaInsetsDidChange", "safeAreaInsetsDidChange()") { (v: UIView) in
        v.safeAreaInsetsDidChange()
      },
      .none("tintColorDidChange", "tintColorDidChange()") { (v: UIView) in v.tintColorDidChange() },
      .one("willMoveToSuperview:", "willMove(toSuperview:)") { (v: UIView, new: UIView?) in
        v.willMove(toSuperview: new)
      },
      .one("willMoveToWindow:", "willMove(toWindow:)") { (v: UIView, new: UIWindow?) in
        v.willMove(toWindow: new)
      },
      .one("didAddSubview:", "didAddSubview(_:)") { (v: UIView, other: UIView) in v.didAddSubview(other) },
      .one("willRemoveSubview:", "willRemoveSubview(_:)") { (v: UIView, other: UIView) in
        v.willRemoveSubview(other)
      },
      .one("traitCollectionDidChange:", "traitCollectionDidChange(_:)") {
        (v: UIView, old: UITraitCollection?) in
        v.traitCollectionDidChange(old)
      },
    ]
  }

  static var window: [_CarobMethod] {
    [
      .none("makeKeyWindow", "makeKey()") { (w: UIWindow) in w.makeKey() },
      .none("makeKeyAndVisible", "makeKeyAndVisible()") { (w: UIWindow) in w.makeKeyAndVisible() },
      .none("becomeKeyWindow", "becomeKey()") { (w: UIWindow) in w.becomeKey() },
      .none("resignKeyWindow", "resignKey()") { (w: UIWindow) in w.resignKey() },
      .one("sendEvent:", "sendEvent(_:)") { (w: UIWindow, event: UIEvent) in w.sendEvent(event) },
    ]
  }

  static var stackView: [_CarobMethod] {
    [
      .one("addArrangedSubview:", "addArrangedSubview(_:)") { (s: UIStackView, v: UIView) in
        s.addArrangedSubview(v)
      },
      .one("removeArrangedSubview:", "removeArrangedSubview(_:)") { (s: UIStackView, v: UIView) in
        s.removeArrangedSubview(v)
      },
    ]
      + _CarobMethod.answered([
        ("insertArrangedSubview:atIndex:", "insertArrangedSubview(_:at:)"),
        ("setCustomSpacing:afterView:", "setCustomSpacing(_:after:)"),
        ("customSpacingAfterView:", "customSpacing(after:)"),
      ])
  }

  static var imageView: [_CarobMethod] {
    [
      .none("startAnimating", "startAnimating()") { (v: UIImageView) in v.startAnimating() },
      .none("stopAnimating", "stopAnimating()") { (v: UIImageView) in v.stopAnimating() },
    ]
  }

  static var scrollView: [_CarobMethod] {
    [
      .none("flashScrollIndicators", "flashScrollIndicators()") { (s: UIScrollView) in
        s.flashScrollIndicators()
      },
      .none("adjustedContentInsetDidChange", "adjustedContentInsetDidChange()") { (s: UIScrollView) in
        s.adjustedContentInsetDidChange()
      },
    ]
      + _CarobMethod.answered([
        ("setContentOffset:animated:", "setContentOffset(_:animated:)"),
        ("scrollRectToVisible:animated:", "scrollRectToVisible(_:animated:)"),
        ("setZoomScale:animated:", "setZoomScale(_:animated:)"),
        ("zoomToRect:animated:", "zoom(to:animated:)"),
        ("touchesShouldBegin:withEvent:inContentView:", "touchesShouldBegin(_:with:in:)"),
        ("touchesShouldCancelInContentView:", "touchesShouldCancel(in:)"),
      ])
  }
}
