import CarobFoundation
import LayoutSolver

/// Constraints that the engine creates for intrinsic content sizes.
extension LayoutEngine {
  func intrinsicSizeChanged(_ view: UIView) {
    guard let item = existingItem(for: view) else { return }
    item.isIntrinsicDirty = true
    isDirty = true
    if !baselineConstraints.isEmpty { needsRefresh = true }
  }

  func updateIntrinsicSizes() {
    for index in 0..<items.count where items[index].isIntrinsicDirty { updateIntrinsicSize(of: items[index]) }
  }

  func updateIntrinsicSize(of item: LayoutItem) {
    item.isIntrinsicDirty = false
    guard let view = item.view else { return }
    if view.translatesAutoresizingMaskIntoConstraints, view !== root || !isTemporary { return }
    let insets = item.insets
    item.insets = view.alignmentRectInsets
    if insets != item.insets { needsRefresh = true }
    let wrapWidth = view.layoutState.wrapWidth
    view.layoutState.wrapWidth = nil
    let size = view.intrinsicContentSize
    view.layoutState.wrapWidth = wrapWidth
    setIntrinsicSize(size, item, view)
  }

  private func setIntrinsicSize(_ size: CGSize, _ item: LayoutItem, _ view: UIView) {
    item.intrinsicSize = size
    let extras = view.layoutState.extras
    let hugging = extras?.hugging ?? (.defaultLow, .defaultLow)
    var resistance = extras?.compressionResistance ?? (.defaultHigh, .defaultHigh)
    // Text that can wrap never requires the width of one line: it wraps at the width that it gets.
    if view.wrapsText, resistance.horizontal == .required { resistance.horizontal = UILayoutPriority(999) }
    let (width, height) = (item.box.width, item.box.height)
    // E-566: among contents with equal resistance, text that can be truncated yields.
    let weight = view.canShortenText ? 0.999 : 1
    set(
      &item.intrinsicSizeConstraints.maxWidth, width, .lessThanOrEqual, size.width, hugging.horizontal)
    set(
      &item.intrinsicSizeConstraints.minWidth, width, .greaterThanOrEqual, size.width,
      resistance.horizontal, weight: weight)
    set(
      &item.intrinsicSizeConstraints.maxHeight, height, .lessThanOrEqual, size.height, hugging.vertical)
    set(
      &item.intrinsicSizeConstraints.minHeight, height, .greaterThanOrEqual, size.height,
      resistance.vertical, weight: weight)
  }

  /// A negative length means none. While the priority stays the same, a new length only changes the constant.
  private func set(
    _ constraint: inout SizeConstraint?, _ variable: LayoutSolver.Variable,
    _ relation: LayoutSolver.Relation, _ length: CGFloat, _ priority: UILayoutPriority, weight: Double = 1
  ) {
    let (length, priority) = (Double(length), Double(priority.rawValue))
    if length >= 0, let old = constraint, old.priority == priority {
      if old.length != length {
        solver.setConstant(old.id, to: -length)
        constraint?.length = length
      }
      return
    }
    if let constraint { solver.remove(constraint.id) }
    guard length >= 0 else {
      constraint = nil
      return
    }
    let id = solver.add(
      LinearExpression(variable) - length, relation, priority: priority, weight: weight, breakRank: 3)
    constraint = SizeConstraint(id: id, priority: priority, length: length)
  }

  /// Updates the heights of wrapping text, which depend on the solved width. Returns whether any height
  /// changed.
  func updateWrappedSizes() -> Bool {
    var changed = false
    for index in 0..<items.count {
      let item = items[index]
      guard let view = item.view, view.wrapsText,
        !view.translatesAutoresizingMaskIntoConstraints || (isTemporary && view === root)
      else { continue }
      let width = CGFloat(solver.value(of: item.box.width)) + item.insets.left + item.insets.right
      guard width > 0 else { continue }
      let outer = view.layoutState.wrapWidth
      // Slightly more than the width, so that text which fits exactly does not wrap because of a rounding
      // error.
      view.layoutState.wrapWidth = width + 0.01
      let size = view.intrinsicContentSize
      if isTemporary { view.layoutState.wrapWidth = outer }
      guard abs(size.height - item.intrinsicSize.height) > 0.01 else { continue }
      // The intrinsic width stays that of one line; only the height changes.
      setIntrinsicSize(CGSize(width: item.intrinsicSize.width, height: size.height), item, view)
      changed = true
    }
    return changed
  }
}
