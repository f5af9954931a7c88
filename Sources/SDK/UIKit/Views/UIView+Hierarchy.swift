import CarobFoundation
import DeviceProtocol
import QuartzCore

extension UIView {
  /// E-131: will-hooks, insertion, did-hooks, then the parent's didAddSubview.
  func insert(_ view: UIView, at index: Int) {
    if view === self {
      NSException.raise(.invalidArgumentException, "Can't add self as subview")
    }
    var index = index
    if view.parentView === self {
      if let old = subviewList.firstIndex(where: { $0 === view }), old < index { index -= 1 }
      reorder(view, to: index)
      return
    }
    let oldWindow = view.windowStorage
    let newWindow = windowStorage
    let oldTint = UIView.someViewHasTint && view.ownTintColor == nil ? view.tintColor : nil
    view.checkControllerHierarchy(newParent: self)
    view.detachQuietly()
    if oldWindow !== newWindow { view.notifyWillMove(toWindow: newWindow) }
    Journal.deliver(.lifecycle, "willMove(toSuperview:)", to: view, category: .lifetime) {
      view.willMove(toSuperview: self)
    }
    // NB: a controller gets viewWillAppear before its view is in the hierarchy (E-70).
    let appearing = newWindow.flatMap { AppearanceTracker.viewWillEnter(view, window: $0) }
    let place = min(max(index, 0), subviewList.count)
    subviewList.insert(view, at: place)
    view.parentView = self
    syncSublayer(view, at: place)
    if oldWindow !== newWindow { view.setWindow(newWindow) }
    if oldWindow !== newWindow { view.notifyDidMoveToWindow() }
    Journal.deliver(.lifecycle, "didMoveToSuperview()", to: view, category: .lifetime) {
      view.didMoveToSuperview()
    }
    Journal.deliver(.lifecycle, "didAddSubview(_:)", to: self, category: .lifetime) { didAddSubview(view) }
    view.joinedHierarchy()
    // E-694
    if let oldTint, view.parentView === self, view.tintColor != oldTint { view.notifyTintChanged() }
    setNeedsLayout()
    if newWindow != nil { LayerTree.shared.enteredWindow(view.layer) }
    appearing?()
  }

  /// Removes the view from its old parent without a removal's other hooks, since it is added elsewhere next.
  private func detachQuietly() {
    guard let parent = parentView else { return }
    Journal.deliver(.lifecycle, "willRemoveSubview(_:)", to: parent, category: .lifetime) {
      parent.willRemoveSubview(self)
    }
    leavingHierarchy()
    parent.subviewList.removeAll { $0 === self }
    parentView = nil
    layer.removeFromSuperlayer()
    parent.setNeedsLayout()
  }

  func leaveSuperview() {
    guard let parent = parentView else { return }
    Journal.deliver(.lifecycle, "willRemoveSubview(_:)", to: parent, category: .lifetime) {
      parent.willRemoveSubview(self)
    }
    let window = windowStorage
    let disappearing = window.flatMap { _ in AppearanceTracker.viewWillLeave(self) }
    if window != nil { notifyWillMove(toWindow: nil) }
    Journal.deliver(.lifecycle, "willMove(toSuperview:)", to: self, category: .lifetime) {
      willMove(toSuperview: nil)
    }
    leavingHierarchy()
    parent.subviewList.removeAll { $0 === self }
    parentView = nil
    layer.removeFromSuperlayer()
    if window != nil {
      setWindow(nil)
      notifyDidMoveToWindow()
    }
    Journal.deliver(.lifecycle, "didMoveToSuperview()", to: self, category: .lifetime) {
      didMoveToSuperview()
    }
    parent.setNeedsLayout()
    disappearing?()
  }

  func reorder(_ view: UIView, to index: Int) {
    guard let old = subviewList.firstIndex(where: { $0 === view }) else { return }
    subviewList.remove(at: old)
    let new = min(max(index, 0), subviewList.count)
    subviewList.insert(view, at: new)
    // E-145: an unchanged position causes no layout.
    if new == old { return }
    syncSublayers()
  }

  private func syncSublayer(_ view: UIView, at index: Int) {
    // Layers of subviews keep the views' order; layers that the app added keep their positions.
    if index + 1 < subviewList.count {
      layer.insertSublayer(view.layer, below: subviewList[index + 1].layer)
    } else if index > 0 {
      layer.insertSublayer(view.layer, above: subviewList[index - 1].layer)
    } else {
      layer.addSublayer(view.layer)
    }
  }

  func syncSublayers() {
    for view in subviewList { layer.addSublayer(view.layer) }
  }

  func setWindow(_ window: UIWindow?) {
    let oldTraits = windowStorage == nil ? nil : traitCollection
    windowStorage = window
    if window != nil, AppearanceProxies.isUsed { AppearanceProxies.apply(to: self) }
    if window == nil {
      TouchDispatcher.needsLostTouchCheck = true
      FirstResponder.viewLeftWindow(self)
      EditMenu.viewLeftWindow(self)
    } else if oldTraits == nil, backgroundColor != nil {
      updateBackgroundColor()
    }
    // E-149: a view with custom drawing is drawn before it is first shown.
    if window != nil, !layer.hasBackingStore, layerHasContents(layer) { setNeedsDisplay() }
    if window != nil, let nibVariations { nibVariations.apply(traitCollection) }
    if window != nil { textSizeMayHaveChanged() }
    for view in subviewList { view.setWindow(window) }
  }

  func notifyWillMove(toWindow window: UIWindow?) {
    Journal.deliver(.lifecycle, "willMove(toWindow:)", to: self, category: .lifetime) {
      willMove(toWindow: window)
    }
    for view in subviewList { view.notifyWillMove(toWindow: window) }
  }

  func notifyDidMoveToWindow() {
    Journal.deliver(.lifecycle, "didMoveToWindow()", to: self, category: .lifetime) { didMoveToWindow() }
    for view in subviewList { view.notifyDidMoveToWindow() }
  }

  /// E-128: a child controller's view must be inside its parent controller's view.
  fileprivate func checkControllerHierarchy(newParent: UIView) {
    guard let controller = viewController, let parent = controller.parent else { return }
    var view: UIView? = newParent
    while let here = view {
      if let nearest = here.viewController {
        if nearest !== parent, !nearest.isContainerOnBehalf(of: parent) {
          NSException.raise(
            NSExceptionName("UIViewControllerHierarchyInconsistency"),
            "child view controller:\(Journal.className(type(of: controller))) should have parent view controller:"
              + "\(Journal.className(type(of: nearest))) but requested parent is:"
              + "\(Journal.className(type(of: parent)))")
        }
        return
      }
      view = here.superview
    }
  }

  // MARK: Autoresizing

  /// Springs and struts: the change of the superview's size is distributed among the flexible parts.
  func resizeSubviews(from old: CGSize) {
    let new = bounds.size
    for view in subviewList where view.resizesWithSuperview {
      var frame = view.frame
      let mask = view.autoresizingMask
      (frame.origin.x, frame.size.width) = Self.resized(
        frame.minX, frame.width, old.width, new.width, mask.contains(.flexibleLeftMargin),
        mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin))
      (frame.origin.y, frame.size.height) = Self.resized(
        frame.minY, frame.height, old.height, new.height, mask.contains(.flexibleTopMargin),
        mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin))
      if frame != view.frame { view.frame = frame }
    }
  }

  private static func resized(
    _ origin: CGFloat, _ length: CGFloat, _ old: CGFloat, _ new: CGFloat, _ before: Bool, _ middle: Bool,
    _ after: Bool
  ) -> (CGFloat, CGFloat) {
    let delta = new - old
    let trailing = old - origin - length
    var flexible: CGFloat = 0
    if before { flexible += origin }
    if middle { flexible += length }
    if after { flexible += trailing }
    guard before || middle || after else { return (origin, length) }
    // The change is distributed in proportion to the parts' sizes, or equally if all are zero.
    let count = CGFloat([before, middle, after].filter { $0 }.count)
    func share(_ part: CGFloat) -> CGFloat { flexible > 0 ? delta * part / flexible : delta / count }
    return (origin + (before ? share(origin) : 0), max(0, length + (middle ? share(length) : 0)))
  }

  // MARK: Safe area

  var computedSafeAreaInsets: UIEdgeInsets {
    guard let window = windowStorage else { return .zero }
    var insets: UIEdgeInsets
    if self === window {
      return window.deviceSafeAreaInsets
    }
    // The part of the parent's safe area insets that reaches into this view (E-550: for a scroll view, the
    // part that is not a content inset).
    guard let parent = parentView else { return .zero }
    let outer = parent.safeAreaInsetsForSubviews
    let frame = layer.frame
    let size = parent.bounds
    // E-578: if nothing covers an edge of the parent, a view that extends beyond that edge is not covered
    // there either.
    func reach(_ outer: CGFloat, _ gap: CGFloat) -> CGFloat { outer > 0 ? max(0, outer - gap) : 0 }
    insets = UIEdgeInsets(
      top: reach(outer.top, frame.minY - size.minY), left: reach(outer.left, frame.minX - size.minX),
      bottom: reach(outer.bottom, size.maxY - frame.maxY), right: reach(outer.right, size.maxX - frame.maxX))
    if let controller = viewController {
      let extra = controller.totalAdditionalSafeAreaInsets
      insets.top += extra.top
      insets.left += extra.left
      insets.bottom += extra.bottom
      insets.right += extra.right
    }
    return insets
  }
}

// Layers are not isolated, but an app's layers are used on the main thread only.
extension UIView: @preconcurrency CALayerDelegate {}

/// Whether an app's view class overrides the animations of its layer's changes.
private enum LayerOverrides {
  static let ofAction = OverridePoint(
    of: UIView.self, overriding: ActionView.self, plain: PlainView.self)

  final class PlainView: UIView {}
  final class ActionView: UIView {
    override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
  }
}

extension UIView: LayerOwner {
  // NB: layers are not isolated, but an app's layers are used on the main thread only. Assuming isolation
  // costs 100 ns, so the witnesses only forward.
  nonisolated package func layerNeedsLayout(_ layer: CALayer) {}

  nonisolated package func layerLayoutSublayers(_ layer: CALayer) {
    onMain { $0.layoutSublayers(of: $0.layer) }
  }

  nonisolated package func layerHasContents(_ layer: CALayer) -> Bool {
    onMain { view in
      view.hasOwnContents || Runtime.implementation(type(of: view), "draw(_:)") != nil
        || Runtime.implementation(type(of: view), "draw(_:in:)") != nil
    }
  }

  /// E-937
  nonisolated package func layerIsFilledBlack(_ layer: CALayer) -> Bool {
    onMain { view in
      view.isOpaque && view.backgroundColor == nil
        && (Runtime.implementation(type(of: view), "draw(_:)") != nil
          || Runtime.implementation(type(of: view), "draw(_:in:)") != nil)
    }
  }

  nonisolated package func layerDraw(_ layer: CALayer, in context: CGContext) {
    // Layers draw on the main thread only, and nothing else uses the context.
    nonisolated(unsafe) let context = context
    onMain { $0.draw($0.layer, in: context) }
  }

  nonisolated package func layerDrawsByItself(_ layer: CALayer) -> Bool {
    onMain { !Journal.recordsInternal && $0.drawsByItself }
  }

  /// Draws the view into its layer's context.
  func drawView(in context: CGContext) {
    UIGraphicsPushContext(context)
    defer { UIGraphicsPopContext() }
    UITraitCollection.performAsCurrent(traitCollection) {
      // E-601: a tiled layer draws one tile at a time.
      let part = layer is CATiledLayer ? context.boundingBoxOfClipPath : bounds
      drawContents(in: bounds)
      Journal.deliver(.display, "draw(_:)", to: self) { draw(part) }
    }
  }

  nonisolated package func layerAction(_ layer: CALayer, forKey key: String) -> LayerAction {
    onMain { view in
      guard LayerOverrides.ofAction.isOverridden(by: type(of: view)) else {
        return view.animationAction(forKey: key)
      }
      switch view.action(for: view.layer, forKey: key) {
      case nil, is NSNull: return .none
      case let animation as CAAnimation: return .animation(animation)
      case let action?: return .other(action)
      }
    }
  }
  nonisolated package func layerIsAskedForActions(_ layer: CALayer) -> Bool {
    onMain { LayerOverrides.ofAction.isOverridden(by: type(of: $0)) }
  }

  nonisolated package var layerIsOpaqueByDefault: Bool { Self.isOpaqueByDefault }

  /// Whether views of the class promise that `draw(_:)` covers the whole box.
  nonisolated private static var isOpaqueByDefault: Bool {
    let transparent: [AnyClass] = [
      UIButton.self, UITextField.self, UISlider.self, UISwitch.self, UIStackView.self, UIProgressView.self,
      UISegmentedControl.self, UIPageControl.self, UIStepper.self, UIActivityIndicatorView.self,
      UICollectionReusableView.self, UITableViewCell.self, UITableViewHeaderFooterView.self,
    ]
    var here: AnyClass? = self
    while let type = here, type != UIView.self {
      if transparent.contains(where: { $0 == type }) { return false }
      here = _getSuperclass(type)
    }
    return true
  }

  nonisolated package var layerName: String { Journal.className(type(of: self)) }

  nonisolated package var layerAccessibility: LayerAccessibility? { onMain { $0.accessibilityForPage } }

  nonisolated private func onMain<R>(_ body: @MainActor (UIView) -> R) -> R {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: ((UIView) -> R).self)(self) }
  }

  /// E-146: calls the controller's viewWillLayoutSubviews and viewDidLayoutSubviews around `layoutSubviews`.
  func performLayout() {
    notifyInsets()
    // E-888
    layoutState.isInLayout = true
    defer { layoutState.isInLayout = false }
    guard let controller = viewController else {
      Journal.deliver(.layout, "layoutSubviews()", to: self) { layoutSubviews() }
      return
    }
    controller.updateContentUnavailableIfNeeded()
    Journal.deliver(.appearance, "viewWillLayoutSubviews()", to: controller, category: .lifetime) {
      controller.viewWillLayoutSubviews()
    }
    Journal.deliver(.layout, "layoutSubviews()", to: self) { layoutSubviews() }
    Journal.deliver(.appearance, "viewDidLayoutSubviews()", to: controller, category: .lifetime) {
      controller.viewDidLayoutSubviews()
    }
    controller.unavailableView?.cover(self)
  }
}
