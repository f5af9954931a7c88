import CarobFoundation

// Connects views and the engine: notifies the engine of changes in the hierarchy, layout passes and changes
// by the app.

extension UIView {
  var layoutExtras: LayoutExtras {
    if let extras = layoutState.extras { return extras }
    let extras = LayoutExtras()
    layoutState.extras = extras
    return extras
  }

  /// The topmost view of the hierarchy: a window, or the root of a tree without a window.
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

  /// Adds a constraint to the view's list and its tree's engine.
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

  /// Called when the view has a new superview: the subtree's constraints join the engine of the new tree.
  func joinedHierarchy() {
    dissolveOwnEngine()
    var constraints: [NSLayoutConstraint] = []
    collectConstraints(&constraints)
    markSubtreeNeedsUpdate()
    if constraints.isEmpty { return }
    guard let engine = layoutEngine(creating: true) else { return }
    for constraint in constraints { engine.enqueue(constraint) }
  }

  /// Called before the view loses its superview: constraints of ancestors that mention the subtree are
  /// removed permanently, its own constraints leave the engine.
  func leavingHierarchy() {
    let engine = layoutEngine(creating: false)
    // OPTIMIZATION: a view without an item in the engine is in no constraint of an ancestor, so those need
    // not be searched.
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

  /// Children first: the engine's constraints for them mention their parent's variables.
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

  /// Discards the engine of a root that has become part of another tree.
  private func dissolveOwnEngine() {
    guard layoutState.engine != nil, superview != nil else { return }
    layoutState.engine = nil
    forgetItems()
  }

  /// Clears the references to an engine that is being discarded, without removing anything from it.
  private func forgetItems() {
    layoutState.item = nil
    if let extras = layoutState.extras {
      for constraint in extras.constraints { constraint.placement = .inactive }
      for guide in extras.guides + extras.systemGuides { guide.item = nil }
    }
    for view in subviewList { view.forgetItems() }
  }

  // MARK: Changes

  /// Called by the setters of `frame`, `bounds` and `center`: constraints may depend on the view's position.
  func geometryChanged() {
    guard let item = layoutState.item else {
      if let engine = layoutState.engine { engine.needsRefresh = true }
      return
    }
    if translatesAutoresizingMaskIntoConstraints || item.content != nil || layoutState.engine != nil {
      item.engine?.needsRefresh = true
    }
  }

  /// E-608: the directions of the view's constraints and the sides of its margins may have changed.
  func readingDirectionChanged() {
    UIView.hasRightToLeft = UIView.hasRightToLeft || semanticContentAttribute == .forceRightToLeft
    setNeedsLayout()
    guard let extras = layoutState.extras, let engine = layoutEngine(creating: false) else { return }
    for constraint in extras.constraints {
      engine.uninstall(constraint)
      engine.enqueue(constraint)
    }
  }
  /// Whether any view was ever laid out right to left; until then, checks are skipped.
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

  /// Called when margins or the safe area changed.
  func layoutGuidesChanged() {
    guard let engine = layoutEngine(creating: false) else { return }
    engine.needsRefresh = true
  }

  /// Whether the view's autoresizing mask applies when the superview's size changes; otherwise constraints
  /// determine the frame.
  var resizesWithSuperview: Bool { translatesAutoresizingMaskIntoConstraints }

  /// The frame without the view's transform.
  var untransformedFrame: CGRect {
    let size = bounds.size
    let anchor = anchorPoint
    return CGRect(
      x: center.x - size.width * anchor.x, y: center.y - size.height * anchor.y, width: size.width,
      height: size.height)
  }

  /// Sets size and center only if they differ, to avoid needless layout and animations.
  func setConstrainedFrame(_ frame: CGRect) {
    if bounds.size != frame.size { bounds.size = frame.size }
    let anchor = anchorPoint
    // E-590: a view that a scroll view zooms grows from its top left corner.
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

  /// E-140: updates constraints from the leaves to the receiver.
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

  /// The first half of `layoutIfNeeded`: updates constraints, which marks the views that need layout.
  func layoutConstraintsIfNeeded() {
    updateConstraintsBelow()
    layoutEngine(creating: false)?.update()
  }

  /// The default implementation of `layoutSubviews`: sets the frames of constrained subviews.
  func layoutConstrainedSubviews() {
    guard subviewList.contains(where: { !$0.translatesAutoresizingMaskIntoConstraints }) else {
      // Constraints of descendants may still depend on this view's size.
      layoutState.item?.engine?.update()
      return
    }
    layoutEngine(creating: true)?.apply(to: self)
  }

  // MARK: Fitting

  /// The size that the subtree's constraints give the view, with the target size at the given priorities.
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

  /// The view that provides this view's baseline; for a stack view, one of its arranged views.
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
  /// The constraint pass at the end of a turn (E-140), before any layout.
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
