import CarobFoundation

// Where views and the engine meet: what the hierarchy, the layout pass and the app's changes tell the engine.

extension UIView {
  var layoutExtras: LayoutExtras {
    if let extras = layoutState.extras { return extras }
    let extras = LayoutExtras()
    layoutState.extras = extras
    return extras
  }

  /// The topmost view of the hierarchy: a window, or the root of a tree outside of any.
  var layoutRoot: UIView {
    var view = self
    while let parent = view.superview { view = parent }
    return view
  }

  func layoutEngine(creating: Bool) -> LayoutEngine? {
    let root = layoutRoot
    if let engine = root.layoutState.engine { return engine }
    guard creating else { return nil }
    let engine = LayoutEngine(root: root)
    root.layoutState.engine = engine
    var constraints: [NSLayoutConstraint] = []
    root.collectConstraints(&constraints)
    for constraint in constraints { engine.enqueue(constraint) }
    return engine
  }

  func nearestCommonAncestor(with other: UIView) -> UIView? {
    // OPTIMIZATION: most constraints are between siblings, or a view and its superview.
    if self === other || other.superview === self { return self }
    if let superview, superview === other || superview === other.superview { return superview }
    var view: UIView? = self
    while let here = view {
      if other.isDescendant(of: here) { return here }
      view = here.superview
    }
    return nil
  }

  /// Takes a constraint into the view's list and its tree's engine.
  func hold(_ constraint: NSLayoutConstraint) {
    layoutExtras.constraints.append(constraint)
    constraint.holder = self
    NSLayoutConstraint.nextAge += 1
    constraint.age = NSLayoutConstraint.nextAge
    layoutEngine(creating: true)?.enqueue(constraint)
    // E-888
    if !layoutState.isInLayout { setNeedsLayout() }
  }

  /// Removes every constraint that mentions the guide, from the owner up.
  func dropConstraints(mentioning guide: UILayoutGuide) {
    var view: UIView? = self
    while let here = view {
      for constraint in here.constraints
      where constraint.firstLayoutItem === guide || constraint.secondLayoutItem === guide {
        here.removeConstraint(constraint)
      }
      view = here.superview
    }
    if let item = guide.item, guide.source != .scrollContent { item.engine?.release(item) }
    guide.item = nil
  }

  // MARK: Hierarchy

  /// The view has a new superview: the subtree's constraints join the engine of the tree that it is in now.
  func joinedHierarchy() {
    dissolveOwnEngine()
    var constraints: [NSLayoutConstraint] = []
    collectConstraints(&constraints)
    markSubtreeNeedsUpdate()
    if constraints.isEmpty { return }
    guard let engine = layoutEngine(creating: true) else { return }
    for constraint in constraints { engine.enqueue(constraint) }
  }

  /// The view is about to lose its superview: constraints of ancestors that mention the subtree go for good, its own
  /// leave the engine.
  func leavingHierarchy() {
    let engine = layoutEngine(creating: false)
    // OPTIMIZATION: what has no place in the engine is in no constraint of an ancestor, so those need not be searched.
    if let engine, !engine.hasWaiting, engine.existingItem(for: self) == nil { return }
    var ancestor = superview
    while let here = ancestor {
      for constraint in here.constraints where constraint.mentions(descendantOf: self) {
        here.removeConstraint(constraint)
      }
      ancestor = here.superview
    }
    guard let engine else { return }
    leave(engine)
  }

  private func collectConstraints(_ result: inout [NSLayoutConstraint]) {
    if let extras = layoutState.extras { result.append(contentsOf: extras.constraints) }
    for view in subviewList { view.collectConstraints(&result) }
  }

  private func leave(_ engine: LayoutEngine) {
    var constraints: [NSLayoutConstraint] = []
    collectConstraints(&constraints)
    for constraint in constraints { engine.uninstall(constraint) }
    engine.releaseBaselines()
    releaseItems(engine)
  }

  /// Children first: their engine-made constraints mention their parent's variables.
  private func releaseItems(_ engine: LayoutEngine) {
    for view in subviewList { view.releaseItems(engine) }
    if let extras = layoutState.extras {
      for guide in extras.guides + extras.systemGuides {
        if guide.source == .scrollContent {
          guide.item = nil
        } else if let item = guide.item, item.engine === engine {
          engine.release(item)
        }
      }
    }
    if let item = layoutState.item, item.engine === engine { engine.release(item) }
  }

  /// The root of a tree has become part of another one.
  private func dissolveOwnEngine() {
    guard layoutState.engine != nil, superview != nil else { return }
    layoutState.engine = nil
    forgetItems()
  }

  /// The engine itself is about to go, so nothing has to be taken out of it.
  private func forgetItems() {
    layoutState.item = nil
    if let extras = layoutState.extras {
      for constraint in extras.constraints { constraint.placement = .inactive }
      for guide in extras.guides + extras.systemGuides { guide.item = nil }
    }
    for view in subviewList { view.forgetItems() }
  }

  // MARK: Changes

  /// Called by the setters of `frame`, `bounds` and `center`: constraints may depend on where the view is.
  func geometryChanged() {
    guard let item = layoutState.item else {
      if let engine = layoutState.engine { engine.needsRefresh = true }
      return
    }
    if translatesAutoresizingMaskIntoConstraints || item.content != nil || layoutState.engine != nil {
      item.engine?.needsRefresh = true
    }
  }

  /// E-608: the constraints that the view holds may have other directions now, its margins other sides.
  func readingDirectionChanged() {
    UIView.hasRightToLeft = UIView.hasRightToLeft || semanticContentAttribute == .forceRightToLeft
    setNeedsLayout()
    guard let extras = layoutState.extras, let engine = layoutEngine(creating: false) else { return }
    for constraint in extras.constraints {
      engine.uninstall(constraint)
      engine.enqueue(constraint)
    }
  }
  /// Whether any view has ever been read from right to left; until then nobody need look.
  static var hasRightToLeft = false

  func autoresizingTranslationChanged() {
    layoutState.item?.engine?.translationChanged(self)
    superview?.setNeedsLayout()
  }

  func intrinsicContentSizeChanged() {
    guard let item = layoutState.item else { return }
    item.engine?.intrinsicSizeChanged(self)
    superview?.subviewIntrinsicSizeChanged()
    superview?.setNeedsLayout()
  }

  /// Margins or the safe area changed.
  func layoutGuidesChanged() {
    guard let engine = layoutEngine(creating: false) else { return }
    engine.needsRefresh = true
  }

  /// Whether the superview's size changes resize the view by its mask; constraints do it otherwise.
  var resizesWithSuperview: Bool { translatesAutoresizingMaskIntoConstraints }

  /// The frame without the view's transform.
  var untransformedFrame: CGRect {
    let size = bounds.size
    let anchor = anchorPoint
    return CGRect(
      x: center.x - size.width * anchor.x, y: center.y - size.height * anchor.y, width: size.width,
      height: size.height)
  }

  /// Sets size and center only where they differ, so that nothing is marked or animated needlessly.
  func setConstrainedFrame(_ frame: CGRect) {
    if bounds.size != frame.size { bounds.size = frame.size }
    let anchor = anchorPoint
    // E-590: what a scroll view zooms grows from its corner.
    let scale = layer.hasTransform ? superview?.zoomScale(of: self) ?? 1 : 1
    let newCenter = CGPoint(
      x: frame.minX + frame.width * anchor.x * scale, y: frame.minY + frame.height * anchor.y * scale)
    if center != newCenter { center = newCenter }
    guard let item = layoutState.item else { return }
    if layoutState.extras?.systemGuides.isEmpty == false || item.engine?.baselineConstraints.isEmpty == false
    {
      item.engine?.needsRefresh = true
    }
  }

  // MARK: The passes

  func markSubtreeNeedsUpdate() {
    var view: UIView? = self
    while let here = view {
      if here !== self, here.layoutState.subtreeNeedsUpdate { return }
      here.layoutState.subtreeNeedsUpdate = true
      view = here.superview
    }
  }

  /// E-140: from the leaves to the receiver.
  func updateConstraintsBelow() {
    guard layoutState.subtreeNeedsUpdate || layoutState.needsUpdateConstraints else { return }
    layoutState.subtreeNeedsUpdate = false
    for view in subviewList { view.updateConstraintsBelow() }
    guard layoutState.needsUpdateConstraints else { return }
    layoutState.needsUpdateConstraints = false
    updateOwnConstraints()
    // E-146: a controller's root view is updated through its controller.
    if let viewController {
      Journal.deliver(.layout, "updateViewConstraints()", to: viewController, category: .lifetime) {
        viewController.updateViewConstraints()
      }
    } else {
      Journal.deliver(.layout, "updateConstraints()", to: self) { updateConstraints() }
    }
  }

  /// The first half of `layoutIfNeeded`: constraints are brought up to date, which marks what has to lay out.
  func layoutConstraintsIfNeeded() {
    updateConstraintsBelow()
    layoutEngine(creating: false)?.update()
  }

  /// What `layoutSubviews` does by itself: frames of subviews that follow constraints.
  func layoutConstrainedSubviews() {
    guard subviewList.contains(where: { !$0.translatesAutoresizingMaskIntoConstraints }) else {
      // Constraints inside may still depend on this view's size.
      layoutState.item?.engine?.update()
      return
    }
    layoutEngine(creating: true)?.apply(to: self)
  }

  // MARK: Fitting

  /// The size that the constraints of the subtree give the view when the target counts as much as the priorities say.
  func fittingSize(
    _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize {
    updateConstraintsBelow()
    let engine = LayoutEngine(root: self, isTemporary: true)
    var constraints: [NSLayoutConstraint] = []
    collectConstraints(&constraints)
    engine.askRoot(target, horizontal, vertical)
    for constraint in constraints { engine.enqueue(constraint) }
    engine.update()
    let item = engine.item(for: self)
    let scale = max(1, contentScaleFactor)
    func pixels(_ value: Double) -> CGFloat { ((CGFloat(value) * scale) - 1e-4).rounded(.up) / scale }
    let insets = alignmentRectInsets
    return CGSize(
      width: max(0, pixels(engine.solver.value(of: item.box.width)) + insets.left + insets.right),
      height: max(0, pixels(engine.solver.value(of: item.box.height)) + insets.top + insets.bottom))
  }

  // MARK: Baselines

  /// The view whose baseline is meant by this one's: of a stack view one of its arranged views.
  func baselineView(_ baseline: TextBaseline) -> UIView {
    var view = self
    for _ in 0..<32 where view.baselineOffset(baseline, in: view.bounds.size) == nil {
      let next = baseline == .first ? view.forFirstBaselineLayout : view.forLastBaselineLayout
      if next === view { break }
      view = next
    }
    return view
  }
}

extension UIWindow {
  /// The constraint pass of a turn's end (E-140), before anything lays out.
  func updateConstraintsPhase() {
    updateConstraintsBelow()
    layoutState.engine?.update()
  }

  /// Whether constraints have changed since that pass.
  var needsUpdateConstraintsPhase: Bool { layoutState.engine?.needsUpdate ?? false }
}

extension UILayoutGuide {
  /// The distances of a system guide's edges from its view's edges.
  func systemInsets(in view: UIView) -> UIEdgeInsets {
    switch source {
    case .constraints, .scrollFrame, .scrollContent: return .zero
    case .safeArea: return view.safeAreaInsets
    case .layoutMargins: return view.layoutMargins
    case .readableContent:
      var insets = view.layoutMargins
      let width = view.bounds.width - insets.left - insets.right
      let excess = width - UILayoutGuide.readableWidth
      if excess > 0 {
        insets.left += excess / 2
        insets.right += excess / 2
      }
      return insets
    case .topBar: return UIEdgeInsets(top: view.safeAreaInsets.top, left: 0, bottom: 0, right: 0)
    case .bottomBar: return UIEdgeInsets(top: 0, left: 0, bottom: view.safeAreaInsets.bottom, right: 0)
    case .keyboard:
      let guide = self as? UIKeyboardLayoutGuide
      var bottom = guide?.usesBottomSafeArea == false ? 0 : view.safeAreaInsets.bottom
      if let keyboard = UIKeyboardLayoutGuide.keyboardFrame, let window = view.window {
        bottom = max(bottom, view.bounds.maxY - view.convert(keyboard, from: window).minY)
      }
      return UIEdgeInsets(top: 0, left: 0, bottom: bottom, right: 0)
    }
  }

  /// About 70 characters of body text.
  static let readableWidth: CGFloat = 672
}
