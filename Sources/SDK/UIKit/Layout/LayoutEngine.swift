import CarobFoundation
import LayoutSolver

/// Solves the constraints of one view tree: that of a window, or of a root view without a window.
///
/// Created with the first constraint in the tree. Changes are collected and processed by `update()`, which
/// runs in the constraint pass (E-140) and before a view lays out its subviews; it solves, reports conflicts
/// and marks the superviews of moved views. `apply(to:)` then sets frames, from the root down, in
/// `layoutSubviews`.
@MainActor
final class LayoutEngine {
  let solver = LayoutSolver()
  let number: Int
  private static var lastNumber = 0
  unowned let root: UIView
  /// Whether the engine is for a single query (`systemLayoutSizeFitting`): it keeps its items to itself and
  /// moves nothing.
  let isTemporary: Bool
  private(set) var items: [LayoutItem] = []
  private var temporaryItems: [ObjectIdentifier: LayoutItem] = [:]
  private var waiting: [NSLayoutConstraint] = []
  /// Installed constraints by the solver's id, for diagnostics.
  private(set) var installed: [LayoutSolver.ConstraintID: NSLayoutConstraint] = [:]
  private(set) var baselineConstraints: [NSLayoutConstraint] = []
  /// Whether the tree has a scroll view with constrained content.
  private(set) var hasContents = false
  var isDirty = true
  private var isUpdating = false
  /// Set when a frame, a margin or a safe area that constraints depend on may have changed.
  var needsRefresh = true { didSet { if needsRefresh { isDirty = true } } }
  var rootSize = CGSize.zero
  /// Fix the root's origin and, except in a temporary engine, its size.
  var rootConstraints: RootConstraints?

  init(root: UIView, isTemporary: Bool = false) {
    Self.lastNumber += 1
    number = Self.lastNumber
    self.root = root
    self.isTemporary = isTemporary
  }

  // MARK: Constraints

  var hasWaiting: Bool { !waiting.isEmpty }

  func enqueue(_ constraint: NSLayoutConstraint) {
    waiting.append(constraint)
    if !isTemporary {
      constraint.placement = .waiting
      constraint.engine = self
    }
    isDirty = true
  }

  func uninstall(_ constraint: NSLayoutConstraint) {
    if case .installed(let id) = constraint.placement, constraint.engine === self {
      solver.remove(id)
      installed[id] = nil
      baselineConstraints.removeAll { $0 === constraint }
    } else {
      waiting.removeAll { $0 === constraint }
    }
    constraint.placement = .inactive
    constraint.engine = nil
    isDirty = true
  }

  func constantChanged(of constraint: NSLayoutConstraint, _ id: LayoutSolver.ConstraintID) {
    solver.setConstant(id, to: constraint.baseConstant - Double(constraint.constant))
    isDirty = true
  }

  private func install(_ constraint: NSLayoutConstraint) {
    guard let holder = isTemporary ? constraint.holder ?? root : constraint.holder else { return }
    guard let expression = expression(of: constraint, holder: holder) else { return }
    let relation: LayoutSolver.Relation =
      switch constraint.relation {
      case .equal: .equal
      case .lessThanOrEqual: .lessThanOrEqual
      case .greaterThanOrEqual: .greaterThanOrEqual
      }
    let base = expression.constant
    let id = solver.add(
      expression - Double(constraint.constant), relation, priority: Double(constraint.priority.rawValue),
      breakRank: constraint.isSystemMade ? 2 : 1, age: constraint.age)
    installed[id] = constraint
    let hasBaseline = constraint.firstAttribute.isBaseline || constraint.secondAttribute.isBaseline
    if !isTemporary {
      constraint.placement = .installed(id)
      constraint.baseConstant = base
    }
    if hasBaseline, !isTemporary {
      constraint.baselineTerms = expression.terms
      baselineConstraints.append(constraint)
    }
  }

  // MARK: Items

  func existingItem(for subject: any LayoutConstrainable) -> LayoutItem? {
    if isTemporary { return temporaryItems[ObjectIdentifier(subject)] }
    let item = subject.layoutItem
    return item?.engineNumber == number ? item : nil
  }

  func item(for subject: any LayoutConstrainable) -> LayoutItem {
    if let item = existingItem(for: subject) { return item }
    return subject.asView.map(makeItem(for:)) ?? makeItem(for: subject.asGuide)
  }

  private func append(_ item: LayoutItem, for subject: (any LayoutConstrainable)?) {
    item.index = items.count
    items.append(item)
    isDirty = true
    if isTemporary {
      if let subject { temporaryItems[ObjectIdentifier(subject)] = item }
    } else {
      item.view?.layoutState.item = item
      item.guide?.item = item
    }
  }

  private func makeItem(for view: UIView) -> LayoutItem {
    if view !== root, let parent = view.superview { _ = item(for: parent) }
    let item = LayoutItem(self, view: view, guide: nil)
    append(item, for: view)
    item.insets = view.alignmentRectInsets
    if view === root {
      constrainRoot(item)
    } else if view.translatesAutoresizingMaskIntoConstraints {
      place(item, of: view)
    }
    if view.layoutContentOffset != nil { makeContent(of: item) }
    updateIntrinsicSize(of: item)
    needsRefresh = true
    return item
  }

  /// Creates the content rectangle of a scroll view, placed at the scroll view's origin.
  private func makeContent(of item: LayoutItem) {
    let content = LayoutItem(self, view: nil, guide: nil)
    content.index = items.count
    items.append(content)
    item.content = content
    hasContents = true
    func equal(_ mine: LayoutSolver.Variable, _ theirs: LayoutSolver.Variable) -> EngineConstraint {
      let id = solver.add(LinearExpression(mine) - LinearExpression(theirs), .equal, breakRank: 0)
      return EngineConstraint(id: id, factor: 1, constant: 0)
    }
    let x = equal(content.box.minX, item.box.minX)
    content.contentOriginConstraints = OriginConstraints(x: x, y: equal(content.box.minY, item.box.minY))
  }

  private func makeItem(for guide: UILayoutGuide?) -> LayoutItem {
    guard let guide else { preconditionFailure("UIKit layout: an item that is neither view nor guide") }
    if let owner = guide.owningView {
      let ownerItem = item(for: owner)
      if guide.source == .scrollContent, let content = ownerItem.content {
        ownerItem.usesContentSize = true
        if isTemporary { temporaryItems[ObjectIdentifier(guide)] = content } else { guide.item = content }
        return content
      }
      let item = LayoutItem(self, view: nil, guide: guide)
      append(item, for: guide)
      if guide.source != .constraints {
        place(item, of: guide, ownerItem)
        needsRefresh = true
      }
      return item
    }
    let item = LayoutItem(self, view: nil, guide: guide)
    append(item, for: guide)
    return item
  }

  /// Removes a view or guide, whose constraints have already been removed.
  func release(_ item: LayoutItem) {
    item.placement?.remove(from: solver)
    item.contentOriginConstraints?.remove(from: solver)
    item.intrinsicSizeConstraints.remove(from: solver)
    for constraint in item.fallbackPositionConstraints { solver.remove(constraint) }
    if let content = item.content { release(content) }
    for variable in item.box.all { solver.removeVariable(variable) }
    let last = items.count - 1
    if item.index != last {
      items[item.index] = items[last]
      items[item.index].index = item.index
    }
    items.removeLast()
    item.view?.layoutState.item = nil
    item.guide?.item = nil
    isDirty = true
  }

  // MARK: Updating

  /// Whether something has changed since the last update.
  var needsUpdate: Bool { isDirty || needsRefresh }

  /// Processes changes, solves, and marks the superviews of moved views.
  func update() {
    guard needsUpdate, !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    // E-140: constraints first. Installing them may create items, whose intrinsic sizes are requested next.
    var rounds = 0
    var changed = false
    repeat {
      isDirty = false
      if needsRefresh {
        needsRefresh = false
        refresh()
      }
      // OPTIMIZATION: sizes are installed first, independent of the app's order. A value that is already
      // fixed when a location comes to depend on it need not be substituted into all rows that depend on that
      // location. `age` keeps the app's order for reports.
      let taken = waiting.filter(\.isPlainSize) + waiting.filter { !$0.isPlainSize }
      waiting.removeAll()
      for constraint in taken {
        if isTemporary {
          install(constraint)
        } else if case .waiting = constraint.placement {
          install(constraint)
        }
      }
      updateIntrinsicSizes()
      report(solver.solve())
      if addFallbackPositions() { report(solver.solve()) }
      rounds += 1
      changed = updateWrappedSizes() || refreshBaselines()
    } while (changed || needsRefresh || !waiting.isEmpty) && rounds < 8
    if !isTemporary { markMoved() }
  }

  /// Places items whose position is ambiguous at their superview's origin, with a lower priority than any
  /// constraint, so that later constraints win. Returns whether there were any.
  private func addFallbackPositions() -> Bool {
    if isTemporary { return false }
    var found = false
    for item in items {
      let box = item.box
      let isFreeX = solver.isFree(box.minX)
      let isFreeY = solver.isFree(box.minY)
      guard isFreeX || isFreeY, let parent = item.view.map(\.superview) ?? item.guide.map(\.owningView),
        let parent
      else { continue }
      let base = contentOrigin(of: parent)
      for (mine, theirs, isFree) in [(box.minX, base.minX, isFreeX), (box.minY, base.minY, isFreeY)]
      where isFree {
        let difference = LinearExpression(mine) - LinearExpression(theirs)
        item.fallbackPositionConstraints.append(solver.add(difference, .equal, priority: 0.001, breakRank: 0))
        found = true
      }
    }
    return found
  }

  /// Updates baseline constraints: changed text moves its baselines, and a stack view may use the baseline of
  /// another view.
  @discardableResult
  func refreshBaselines() -> Bool {
    var changed = false
    for constraint in baselineConstraints {
      guard case .installed(let id) = constraint.placement, let holder = constraint.holder,
        let expression = expression(of: constraint, holder: holder)
      else { continue }
      if expression.terms != constraint.baselineTerms {
        uninstall(constraint)
        enqueue(constraint)
      } else if abs(expression.constant - constraint.baseConstant) > 1e-6 {
        changed = true
        constraint.baseConstant = expression.constant
        solver.setConstant(id, to: expression.constant - Double(constraint.constant))
      }
    }
    return changed
  }

  /// Called before views are removed: reinstalls all baseline constraints in the next pass, since they may
  /// refer to these views.
  func releaseBaselines() {
    for constraint in baselineConstraints {
      uninstall(constraint)
      enqueue(constraint)
    }
  }

  /// Called when the view's `translatesAutoresizingMaskIntoConstraints` changed.
  func translationChanged(_ view: UIView) {
    guard let item = existingItem(for: view), view !== root else { return }
    item.placement?.remove(from: solver)
    item.placement = nil
    item.isIntrinsicDirty = true
    if view.translatesAutoresizingMaskIntoConstraints {
      item.intrinsicSizeConstraints.remove(from: solver)
      place(item, of: view)
    }
    needsRefresh = true
  }

  // MARK: Results

  private func markMoved() {
    for item in items {
      guard let view = item.view else { continue }
      let box = item.box
      // Compare relative to the superview: a view that only moves with it has not moved.
      let base = view === root ? nil : view.superview.flatMap { existingItem(for: $0) }
      let origin = base?.content?.box ?? base?.box
      let values = SIMD4(
        solver.value(of: box.minX) - (origin.map { solver.value(of: $0.minX) } ?? 0),
        solver.value(of: box.minY) - (origin.map { solver.value(of: $0.minY) } ?? 0),
        solver.value(of: box.width), solver.value(of: box.height))
      if let seen = item.seen {
        let change = values - seen
        if (change * change).max() < 1e-8 { continue }
      }
      item.seen = values
      if view === root {
        if !root.translatesAutoresizingMaskIntoConstraints {
          sizeRoot(CGSize(width: values[2], height: values[3]))
        }
      } else if !view.translatesAutoresizingMaskIntoConstraints {
        view.superview?.setNeedsLayout()
      }
    }
    for item in items where item.usesContentSize {
      guard let content = item.content else { continue }
      item.view?.layoutContentSizeChanged(
        CGSize(width: solver.value(of: content.box.width), height: solver.value(of: content.box.height)))
    }
  }

  /// Sizes a root view without a window from its constraints.
  private func sizeRoot(_ size: CGSize) {
    guard root.superview == nil, root.bounds.size != size else { return }
    root.bounds.size = size
    rootSize = size
  }

  /// The alignment rectangle relative to the origin of the superview's subviews, rounded to pixels.
  func rect(of item: LayoutItem, relativeTo parent: UIView) -> CGRect {
    let parentItem = self.item(for: parent)
    let base = parentItem.content?.box ?? parentItem.box
    let inset = parentItem.content == nil ? parentItem.insets : .zero
    let scale = max(1, root.contentScaleFactor)
    // Edges are rounded in root coordinates, so that neighbors still touch. Values are counted in whole
    // pixels and divided last, which is exact: a width of 10 is 10 at any position.
    func pixels(_ value: Double) -> CGFloat { (CGFloat(value) * scale).rounded() }
    let originX = pixels(solver.value(of: base.minX) - Double(inset.left))
    let originY = pixels(solver.value(of: base.minY) - Double(inset.top))
    let left = pixels(solver.value(of: item.box.minX))
    let right = pixels(solver.value(of: item.box.minX) + solver.value(of: item.box.width))
    let top = pixels(solver.value(of: item.box.minY))
    let bottom = pixels(solver.value(of: item.box.minY) + solver.value(of: item.box.height))
    return CGRect(
      x: (left - originX) / scale, y: (top - originY) / scale, width: (right - left) / scale,
      height: (bottom - top) / scale)
  }

  func rect(of guide: UILayoutGuide, in owner: UIView) -> CGRect {
    let item = item(for: guide)
    update()
    return rect(of: item, relativeTo: owner)
  }

  /// Sets the frames of a view's constrained subviews.
  func apply(to parent: UIView) {
    update()
    for view in parent.subviews where !view.translatesAutoresizingMaskIntoConstraints {
      if existingItem(for: view) == nil {
        _ = item(for: view)
        update()
      }
      guard let item = existingItem(for: view) else { continue }
      view.setConstrainedFrame(view.frame(forAlignmentRect: rect(of: item, relativeTo: parent)))
    }
  }
}

/// One of the two baselines of a text.
enum TextBaseline { case first, last }

extension NSLayoutConstraint.Attribute {
  var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}

extension UILayoutGuide.Source {
  /// Whether the guide follows the scroll view's frame and not its content.
  var isOfScrollFrame: Bool {
    self == .scrollFrame || self == .safeArea || self == .layoutMargins || self == .keyboard
  }
  var isOfScrollView: Bool { self == .scrollContent || isOfScrollFrame }
}
