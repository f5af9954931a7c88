import CarobFoundation
import LayoutSolver

/// Constraints of the engine's own for the sizes that contents would like to have.
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
    // Text that can wrap never insists on the width of one line: it wraps at the width that it gets.
    if view.wrapsText, resistance.horizontal == .required { resistance.horizontal = UILayoutPriority(999) }
    let (width, height) = (item.box.width, item.box.height)
    // E-566: of contents that insist equally, text that can be shortened gives way.
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

  /// A negative length is none. While the priority stays, another length is only another constant.
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

  /// Text that wraps has a height that depends on the width it got. Returns whether any height changed.
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
      // A hair more than the width, so that text which fits exactly is not wrapped by a rounding error.
      view.layoutState.wrapWidth = width + 0.01
      let size = view.intrinsicContentSize
      if isTemporary { view.layoutState.wrapWidth = outer }
      guard abs(size.height - item.intrinsicSize.height) > 0.01 else { continue }
      // The width stays what the text would like to have on one line; only the height follows.
      setIntrinsicSize(CGSize(width: item.intrinsicSize.width, height: size.height), item, view)
      changed = true
    }
    return changed
  }
}
