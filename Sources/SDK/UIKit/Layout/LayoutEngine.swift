import CarobFoundation
import LayoutSolver

/// Solves the constraints of one view tree: of a window, or of a root view outside of any.
///
/// Made when the first constraint appears in the tree. Changes are collected and taken up by `update()`, which runs in
/// the constraint pass (E-140) and before a view lays out its subviews; it solves, reports conflicts and marks the
/// superviews of what moved. `apply(to:)` then sets frames, from the root down, in `layoutSubviews`.
@MainActor
final class LayoutEngine {
  let solver = LayoutSolver()
  let number: Int
  private static var lastNumber = 0
  unowned let root: UIView
  /// An engine for one question (`systemLayoutSizeFitting`): it keeps its items to itself and moves nothing.
  let isTemporary: Bool
  private(set) var items: [LayoutItem] = []
  private var temporaryItems: [ObjectIdentifier: LayoutItem] = [:]
  private var waiting: [NSLayoutConstraint] = []
  /// Installed constraints by the solver's id, for reports.
  private var installed: [LayoutSolver.ConstraintID: NSLayoutConstraint] = [:]
  private(set) var withBaseline: [NSLayoutConstraint] = []
  /// Whether the tree has a scroll view that takes part.
  private var hasContents = false
  private var isDirty = true
  private var isUpdating = false
  /// Set when a frame, a margin or a safe area that constraints depend on may have changed.
  var needsRefresh = true { didSet { if needsRefresh { isDirty = true } } }
  private var rootSize = CGSize.zero
  private var rootTies: [LayoutSolver.ConstraintID] = []

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
      withBaseline.removeAll { $0 === constraint }
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
      withBaseline.append(constraint)
    }
  }

  // MARK: Expressions

  /// `first + parts − multiplier · second`, with the holder's origin where a multiplier scales a location.
  private func expression(of constraint: NSLayoutConstraint, holder: UIView) -> LinearExpression? {
    guard let first = constraint.firstLayoutItem else { return nil }
    let second = constraint.secondLayoutItem
    let multiplier = Double(constraint.multiplier)
    // E-608.
    let direction: Direction = constraint.isMirrored ? .rightToLeft : .leftToRight
    var result = LinearExpression()
    result.terms.reserveCapacity(5)
    add(1, constraint.firstAttribute, direction, of: first, against: second, to: &result)
    var weight = constraint.firstAttribute.isDimension ? 0.0 : 1.0
    if let second {
      add(-multiplier, constraint.secondAttribute, direction, of: second, against: first, to: &result)
      if !constraint.secondAttribute.isDimension { weight -= multiplier }
      if hasContents { noteCrossing(constraint, first, second) }
    } else if constraint.secondAttribute != .notAnAttribute {
      return nil
    }
    for part in constraint.parts {
      guard let item = part.item else { return nil }
      add(part.factor, part.attribute, direction, of: item, against: second ?? first, to: &result)
      if !part.attribute.isDimension { weight += part.factor }
    }
    if direction == .rightToLeft { weight = -weight }
    if abs(weight) > 1e-12 {
      // Locations are multiplied in the coordinates of the holder, not of the window.
      let origin = contentBase(of: holder)
      let variable = constraint.firstAttribute.axis == .horizontal ? origin.minX : origin.minY
      result.terms.append(.init(variable, -weight))
    }
    return result
  }

  private typealias Direction = UIUserInterfaceLayoutDirection

  /// Adds `factor · attribute` to the expression; from right to left, locations count from the right.
  private func add(
    _ factor: Double, _ attribute: NSLayoutConstraint.Attribute, _ direction: Direction,
    of subject: any LayoutConstrainable, against other: (any LayoutConstrainable)?,
    to result: inout LinearExpression
  ) {
    if let inner = attribute.withinMargins, let view = subject.asView {
      return add(factor, inner, direction, of: view.layoutMarginsGuide, against: other, to: &result)
    }
    let item = item(for: subject)
    var box = item.box
    // The edges of a scroll view are those of its content for whatever is inside of it.
    if !attribute.isDimension, let content = item.content, let view = subject.asView,
      let owner = other?.layoutOwner, owner !== view || other?.asGuide != nil, owner.isDescendant(of: view),
      other?.asGuide?.source.isOfScrollView != true
    {
      box = content.box
      // E-560: its centre is that of its frame, seen from where the content begins.
      if attribute == .centerX || attribute == .centerY {
        box.width = item.box.width
        box.height = item.box.height
      } else {
        item.usesContentSize = true
      }
    }
    let isMirrored = direction == .rightToLeft
    let factor = isMirrored && !attribute.isDimension ? -factor : factor
    func term(_ variable: LayoutSolver.Variable, _ share: Double = 1) {
      result.terms.append(.init(variable, factor * share))
    }
    switch attribute {
    case .left, .leading, .right, .trailing:
      term(box.minX)
      let isEnd = attribute == .right || attribute.isDirectional && (attribute == .trailing) != isMirrored
      if isEnd { term(box.width) }
    case .top: term(box.minY)
    case .bottom:
      term(box.minY)
      term(box.height)
    case .width: term(box.width)
    case .height: term(box.height)
    case .centerX:
      term(box.minX)
      term(box.width, 0.5)
    case .centerY:
      term(box.minY)
      term(box.height, 0.5)
    case .firstBaseline:
      guard let baseline = baseline(.first, of: subject) else { return term(box.minY) }
      term(baseline.item.box.minY)
      result.constant += factor * baseline.offset
    case .lastBaseline:
      if let baseline = baseline(.last, of: subject) {
        box = baseline.item.box
        result.constant -= factor * baseline.offset
      }
      term(box.minY)
      term(box.height)
    case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
      .centerXWithinMargins, .centerYWithinMargins, .notAnAttribute:
      return
    }
  }

  /// E-606: the item that has the baseline, and its distance from that item's top (first) or bottom (last) in the size
  /// that the item was given last.
  private func baseline(
    _ baseline: TextBaseline, of subject: any LayoutConstrainable
  ) -> (item: LayoutItem, offset: Double)? {
    guard let view = subject.asView else { return nil }
    let target = view.baselineView(baseline)
    let item = item(for: target)
    let width = CGFloat(solver.value(of: item.box.width)), height = CGFloat(solver.value(of: item.box.height))
    let size = CGSize(
      width: width + item.insets.left + item.insets.right,
      height: height + item.insets.top + item.insets.bottom)
    // Before the first solution there is no size: the text is then as large as it likes to be.
    let known = height > 0 ? size : target.intrinsicContentSize
    guard let offset = target.baselineOffset(baseline, in: known) else {
      return target === view ? nil : (item, 0)
    }
    switch baseline {
    case .first: return (item, Double(offset - item.insets.top))
    case .last: return (item, Double(known.height - offset - item.insets.bottom))
    }
  }

  /// Where the coordinates of a view's subviews begin.
  private func contentBase(of view: UIView) -> LayoutItem.Box {
    let item = item(for: view)
    return item.content?.box ?? item.box
  }

  /// Marks scroll views that a location constraint reaches into from outside: their offset then matters.
  private func noteCrossing(
    _ constraint: NSLayoutConstraint, _ first: any LayoutConstrainable, _ second: any LayoutConstrainable
  ) {
    if constraint.firstAttribute.isDimension { return }
    for (item, other) in [(first, second), (second, first)] {
      var view = item.asView?.superview ?? item.asGuide?.owningView
      if let guide = item.asGuide, guide.source.isOfScrollFrame { view = view?.superview }
      while let here = view {
        if here.layoutContentOffset != nil {
          let isInside = other.layoutOwner?.isDescendant(of: here) == true
          let isFrame =
            other.asGuide.map { $0.source.isOfScrollFrame && $0.owningView === here } ?? false
          if !isInside || isFrame {
            self.item(for: here).isCrossed = true
            needsRefresh = true
          }
        }
        view = here.superview
      }
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
      tieRoot(item)
    } else if view.translatesAutoresizingMaskIntoConstraints {
      tie(item, to: view)
    }
    if view.layoutContentOffset != nil { makeContent(of: item) }
    updateIntrinsicSize(of: item)
    needsRefresh = true
    return item
  }

  /// The content rectangle of a scroll view, held at the scroll view's origin.
  private func makeContent(of item: LayoutItem) {
    let content = LayoutItem(self, view: nil, guide: nil)
    content.index = items.count
    items.append(content)
    item.content = content
    hasContents = true
    for (mine, theirs) in [(content.box.minX, item.box.minX), (content.box.minY, item.box.minY)] {
      let id = solver.add(LinearExpression(mine) - LinearExpression(theirs), .equal, breakRank: 0)
      content.ties.append(.init(id: id, factor: 1, constant: 0))
    }
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
        tie(item, to: guide, ownerItem)
        needsRefresh = true
      }
      return item
    }
    let item = LayoutItem(self, view: nil, guide: guide)
    append(item, for: guide)
    return item
  }

  /// Forgets a view or guide; its constraints are gone already.
  func release(_ item: LayoutItem) {
    for tie in item.ties { solver.remove(tie.id) }
    for tie in item.intrinsicTies { if let tie { solver.remove(tie.id) } }
    for tie in item.placeTies { solver.remove(tie) }
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

  // MARK: The root and views whose frames decide

  private func tieRoot(_ item: LayoutItem) {
    func hold(_ variable: LayoutSolver.Variable, _ value: CGFloat, _ priority: Double) {
      rootTies.append(
        solver.add(LinearExpression(variable) - Double(value), .equal, priority: priority, breakRank: 0))
    }
    hold(item.box.minX, 0, 1000)
    hold(item.box.minY, 0, 1000)
    guard !isTemporary else { return }
    rootSize = root.bounds.size
    // A root view that constraints size gives way to them.
    let priority = root.translatesAutoresizingMaskIntoConstraints ? 1000.0 : 49.5
    hold(item.box.width, rootSize.width, priority)
    hold(item.box.height, rootSize.height, priority)
  }

  /// For temporary engines: the size that is asked for.
  func askRoot(_ size: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority) {
    let box = item(for: root).box
    solver.add(
      LinearExpression(box.width) - Double(size.width), .equal, priority: Double(horizontal.rawValue))
    solver.add(
      LinearExpression(box.height) - Double(size.height), .equal, priority: Double(vertical.rawValue))
  }

  private func tie(_ item: LayoutItem, to view: UIView) {
    for (index, form) in forms(of: item, view).enumerated() {
      item.ties.append(makeTie(form, item, view, isPosition: index % 2 == 0, isHorizontal: index < 2))
    }
  }

  private func makeTie(
    _ form: AutoresizingForm, _ item: LayoutItem, _ view: UIView, isPosition: Bool, isHorizontal: Bool
  ) -> LayoutItem.Tie {
    guard let parent = view.superview else {
      preconditionFailure("UIKit layout: a view without superview is a root")
    }
    let base = contentBase(of: parent)
    let parentBox = self.item(for: parent).box
    let own =
      isPosition
      ? (isHorizontal ? item.box.minX : item.box.minY) : isHorizontal ? item.box.width : item.box.height
    var expression = LinearExpression(own)
    if isPosition { expression = expression - LinearExpression(isHorizontal ? base.minX : base.minY) }
    if form.factor != 0 {
      expression =
        expression - form.factor * LinearExpression(isHorizontal ? parentBox.width : parentBox.height)
    }
    let id = solver.add(expression - form.constant, .equal, breakRank: 0)
    return .init(id: id, factor: form.factor, constant: form.constant)
  }

  /// x, width, y, height as `factor · superview's size + constant`.
  private func forms(of item: LayoutItem, _ view: UIView) -> [AutoresizingForm] {
    let parent = view.superview
    let parentItem = parent.flatMap { existingItem(for: $0) }
    let parentInsets = parentItem?.insets ?? .zero
    var frame = view.untransformedFrame
    if parentItem?.content == nil, let origin = parent?.bounds.origin {
      frame.origin.x -= origin.x
      frame.origin.y -= origin.y
    }
    let rect = view.alignmentRect(forFrame: frame)
    let size = parent?.bounds.size ?? .zero
    let follows = parent?.autoresizesSubviews == true && parentItem?.content == nil
    let mask = follows ? view.autoresizingMask : []
    let horizontal = AutoresizingForm.pair(
      origin: rect.minX, length: rect.width, room: size.width, before: mask.contains(.flexibleLeftMargin),
      middle: mask.contains(.flexibleWidth), after: mask.contains(.flexibleRightMargin))
    let vertical = AutoresizingForm.pair(
      origin: rect.minY, length: rect.height, room: size.height, before: mask.contains(.flexibleTopMargin),
      middle: mask.contains(.flexibleHeight), after: mask.contains(.flexibleBottomMargin))
    var forms = [horizontal.0, horizontal.1, vertical.0, vertical.1]
    // The parent's variables are its alignment rectangle, the child's frame is relative to the parent's frame.
    forms[0].constant +=
      forms[0].factor * Double(parentInsets.left + parentInsets.right) - Double(parentInsets.left)
    forms[1].constant += forms[1].factor * Double(parentInsets.left + parentInsets.right)
    forms[2].constant +=
      forms[2].factor * Double(parentInsets.top + parentInsets.bottom) - Double(parentInsets.top)
    forms[3].constant += forms[3].factor * Double(parentInsets.top + parentInsets.bottom)
    return forms
  }

  // MARK: Guides that the system places

  private func tie(_ item: LayoutItem, to guide: UILayoutGuide, _ owner: LayoutItem) {
    guard let view = owner.view else { return }
    let insets = guide.systemInsets(in: view)
    func equation(_ mine: LinearExpression, _ theirs: LinearExpression, _ constant: CGFloat) {
      let id = solver.add(mine - theirs - Double(constant), .equal, breakRank: 0)
      item.ties.append(.init(id: id, factor: 1, constant: Double(constant)))
    }
    let (a, b) = (item.box, owner.box)
    equation(LinearExpression(a.minX), LinearExpression(b.minX), insets.left)
    equation(LinearExpression(a.width), LinearExpression(b.width), -insets.left - insets.right)
    switch guide.source {
    case .topBar:
      equation(LinearExpression(a.minY), LinearExpression(b.minY), 0)
      equation(LinearExpression(a.height), LinearExpression(), insets.top)
    case .bottomBar, .keyboard:
      equation(
        LinearExpression(a.minY) + LinearExpression(a.height),
        LinearExpression(b.minY) + LinearExpression(b.height), 0)
      equation(LinearExpression(a.height), LinearExpression(), insets.bottom)
    default:
      equation(LinearExpression(a.minY), LinearExpression(b.minY), insets.top)
      equation(LinearExpression(a.height), LinearExpression(b.height), -insets.top - insets.bottom)
    }
  }

  // MARK: Updating

  /// Whether something has changed since the last update.
  var needsUpdate: Bool { isDirty || needsRefresh }

  /// Takes up what has changed, solves, and marks the superviews of what moved.
  func update() {
    guard needsUpdate, !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    // E-140: constraints first. Installing may make items, whose intrinsic sizes are then asked for.
    var rounds = 0
    var changed = false
    repeat {
      isDirty = false
      if needsRefresh {
        needsRefresh = false
        refresh()
      }
      // OPTIMIZATION: sizes first, whatever the app's order. What is fixed when a location comes to depend on it need
      // not be put into the rows of everything that depends on that location. `age` keeps the app's order for reports.
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
      if placeFree() { report(solver.solve()) }
      rounds += 1
      changed = updateWrappedSizes() || refreshBaselines()
    } while (changed || needsRefresh || !waiting.isEmpty) && rounds < 8
    if !isTemporary { markMoved() }
  }

  /// Puts what the constraints leave without a place at its superview's origin, more weakly than any constraint, so
  /// that whatever places it later wins. Returns whether there was something.
  private func placeFree() -> Bool {
    if isTemporary { return false }
    var found = false
    for item in items {
      let box = item.box
      let isFreeX = solver.isFree(box.minX)
      let isFreeY = solver.isFree(box.minY)
      guard isFreeX || isFreeY, let parent = item.view.map(\.superview) ?? item.guide.map(\.owningView),
        let parent
      else { continue }
      let base = contentBase(of: parent)
      for (mine, theirs, isFree) in [(box.minX, base.minX, isFreeX), (box.minY, base.minY, isFreeY)]
      where isFree {
        let difference = LinearExpression(mine) - LinearExpression(theirs)
        item.placeTies.append(solver.add(difference, .equal, priority: 0.001, breakRank: 0))
        found = true
      }
    }
    return found
  }

  /// Brings the constants that follow from frames, margins, safe areas and baselines up to date.
  private func refresh() {
    if !isTemporary, root.bounds.size != rootSize, rootTies.count == 4 {
      rootSize = root.bounds.size
      solver.setConstant(rootTies[2], to: -Double(rootSize.width))
      solver.setConstant(rootTies[3], to: -Double(rootSize.height))
    }
    for index in 0..<items.count {
      let item = items[index]
      if let view = item.view {
        if view === root { continue }
        if view.translatesAutoresizingMaskIntoConstraints { refreshTies(of: item, view) }
        if let content = item.content, item.isCrossed, let offset = view.layoutContentOffset {
          set(&content.ties[0], Double(-offset.x))
          set(&content.ties[1], Double(-offset.y))
        }
      } else if let guide = item.guide, guide.source != .constraints, let view = guide.owningView {
        let insets = guide.systemInsets(in: view)
        guard item.ties.count == 4 else { continue }
        set(&item.ties[0], Double(insets.left))
        set(&item.ties[1], Double(-insets.left - insets.right))
        switch guide.source {
        case .topBar: set(&item.ties[3], Double(insets.top))
        case .bottomBar, .keyboard: set(&item.ties[3], Double(insets.bottom))
        default:
          set(&item.ties[2], Double(insets.top))
          set(&item.ties[3], Double(-insets.top - insets.bottom))
        }
      }
    }
    refreshBaselines()
  }

  /// Text that changes moves its baselines; a stack view may even answer with another view's.
  @discardableResult
  private func refreshBaselines() -> Bool {
    var changed = false
    for constraint in withBaseline {
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

  /// Views are about to leave: baselines that may be theirs are taken up anew in the next pass.
  func releaseBaselines() {
    for constraint in withBaseline {
      uninstall(constraint)
      enqueue(constraint)
    }
  }

  private func set(_ tie: inout LayoutItem.Tie, _ constant: Double) {
    if tie.constant == constant { return }
    tie.constant = constant
    solver.setConstant(tie.id, to: -constant)
  }

  private func refreshTies(of item: LayoutItem, _ view: UIView) {
    if item.ties.isEmpty {
      tie(item, to: view)
      return
    }
    for (index, form) in forms(of: item, view).enumerated() {
      if abs(form.factor - item.ties[index].factor) > 1e-9 {
        solver.remove(item.ties[index].id)
        item.ties[index] = makeTie(form, item, view, isPosition: index % 2 == 0, isHorizontal: index < 2)
      } else {
        set(&item.ties[index], form.constant)
      }
    }
  }

  /// The view stopped (or began) to translate its frame.
  func translationChanged(_ view: UIView) {
    guard let item = existingItem(for: view), view !== root else { return }
    for tie in item.ties { solver.remove(tie.id) }
    item.ties = []
    item.isIntrinsicDirty = true
    if view.translatesAutoresizingMaskIntoConstraints {
      removeIntrinsicTies(item)
      tie(item, to: view)
    }
    needsRefresh = true
  }

  // MARK: Intrinsic sizes

  func intrinsicSizeChanged(_ view: UIView) {
    guard let item = existingItem(for: view) else { return }
    item.isIntrinsicDirty = true
    isDirty = true
    if !withBaseline.isEmpty { needsRefresh = true }
  }

  private func updateIntrinsicSizes() {
    for index in 0..<items.count where items[index].isIntrinsicDirty { updateIntrinsicSize(of: items[index]) }
  }

  private func updateIntrinsicSize(of item: LayoutItem) {
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
    let wishes: [(LayoutSolver.Variable, CGFloat, LayoutSolver.Relation, UILayoutPriority)] = [
      (item.box.width, size.width, .lessThanOrEqual, hugging.horizontal),
      (item.box.width, size.width, .greaterThanOrEqual, resistance.horizontal),
      (item.box.height, size.height, .lessThanOrEqual, hugging.vertical),
      (item.box.height, size.height, .greaterThanOrEqual, resistance.vertical),
    ]
    for (index, wish) in wishes.enumerated() {
      if wish.1 < 0 {
        if let tie = item.intrinsicTies[index] { solver.remove(tie.id) }
        item.intrinsicTies[index] = nil
      } else if let tie = item.intrinsicTies[index], tie.factor == Double(wish.3.rawValue) {
        if tie.constant != Double(wish.1) {
          solver.setConstant(tie.id, to: -Double(wish.1))
          item.intrinsicTies[index]?.constant = Double(wish.1)
        }
      } else {
        if let tie = item.intrinsicTies[index] { solver.remove(tie.id) }
        // E-566: of contents that insist equally, text that can be shortened gives way.
        let givesWay = wish.2 == .greaterThanOrEqual && view.canShortenText
        let id = solver.add(
          LinearExpression(wish.0) - Double(wish.1), wish.2, priority: Double(wish.3.rawValue),
          weight: givesWay ? 0.999 : 1, breakRank: 3)
        // The factor's place holds the priority, which is what decides whether the constant alone can change.
        item.intrinsicTies[index] = .init(id: id, factor: Double(wish.3.rawValue), constant: Double(wish.1))
      }
    }
  }

  private func removeIntrinsicTies(_ item: LayoutItem) {
    for tie in item.intrinsicTies { if let tie { solver.remove(tie.id) } }
    item.intrinsicTies = [nil, nil, nil, nil]
  }

  /// Text that wraps has a height that depends on the width it got. Answers whether any height changed.
  private func updateWrappedSizes() -> Bool {
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

  // MARK: Results

  private func markMoved() {
    for item in items {
      guard let view = item.view else { continue }
      let box = item.box
      // Relative to the superview: what moves along with it has not moved.
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

  /// A root view outside of any window that its own constraints size.
  private func sizeRoot(_ size: CGSize) {
    guard root.superview == nil, root.bounds.size != size else { return }
    root.bounds.size = size
    rootSize = size
  }

  /// The alignment rectangle relative to the place where the superview's subviews are measured from, on pixels.
  func rect(of item: LayoutItem, relativeTo parent: UIView) -> CGRect {
    let parentItem = self.item(for: parent)
    let base = parentItem.content?.box ?? parentItem.box
    let inset = parentItem.content == nil ? parentItem.insets : .zero
    let scale = max(1, root.contentScaleFactor)
    // Edges are rounded where they are on the screen, so that neighbours still touch; what is counted in whole pixels
    // and divided last stays exact: a width of 10 is 10 at any place.
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

  /// Sets the frames of a view's subviews that follow constraints.
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

  // MARK: Diagnosis

  private func report(_ conflicts: [LayoutSolver.Conflict]) {
    for conflict in conflicts where !isTemporary {
      var text = "Unable to simultaneously satisfy constraints; one of these is probably not wanted:\n"
      for id in conflict.constraints { text += "    \(describe(id))\n" }
      text += "  Recovering by breaking \(describe(conflict.broken))."
      if conflict.constraints.contains(where: { tiedItem($0)?.view != nil }) {
        text +=
          " A view that has constraints of its own needs translatesAutoresizingMaskIntoConstraints = false."
      }
      Journal.warn(text, receiver: installed[conflict.broken]?.firstLayoutItem ?? root)
    }
  }

  private func tiedItem(_ id: LayoutSolver.ConstraintID) -> LayoutItem? {
    items.first { $0.ties.contains { $0.id == id } }
  }

  private func describe(_ id: LayoutSolver.ConstraintID) -> String {
    if let constraint = installed[id] { return constraint.description }
    if rootTies.contains(id) { return "<\(root.layoutName): size \(text(rootSize)) of the root>" }
    if let item = tiedItem(id) {
      guard let view = item.view else {
        return "<\(item.guide?.layoutName ?? "content"): placed by the system>"
      }
      let frame = view.frame
      return
        "<\(view.layoutName): autoresizing mask, frame (\(text(frame.minX)), \(text(frame.minY)), \(text(frame.size)))>"
    }
    for item in items where item.intrinsicTies.contains(where: { $0?.id == id }) {
      let name = item.view?.layoutName ?? ""
      return "<\(name): intrinsic content size \(text(item.intrinsicSize)) at a required priority>"
    }
    return "<a constraint of the system>"
  }

  private func text(_ size: CGSize) -> String { "\(text(size.width)) × \(text(size.height))" }

  private func text(_ value: CGFloat) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
  }

  func isBroken(_ constraint: NSLayoutConstraint) -> Bool {
    guard case .installed(let id) = constraint.placement, constraint.engine === self else { return false }
    return solver.isBroken(id)
  }

  func isAmbiguous(_ item: LayoutItem?) -> Bool {
    guard let item else { return false }
    update()
    for item in items where !item.placeTies.isEmpty {
      for tie in item.placeTies { solver.remove(tie) }
      item.placeTies.removeAll()
      // They come back with the next update.
      isDirty = true
    }
    let open = Set(solver.ambiguousVariables())
    return item.box.all.contains { open.contains($0) }
  }

  /// E-610: gives what is ambiguous about the view another of the values that the constraints allow, until they change.
  func exerciseAmbiguity(of view: UIView, _ item: LayoutItem) {
    guard isAmbiguous(item) else { return }
    let room = contentBase(of: view.superview ?? root)
    let open = Set(solver.ambiguousVariables())
    let box = item.box
    for (variable, origin, length) in [
      (box.width, nil, room.width), (box.height, nil, room.height), (box.minX, room.minX, room.width),
      (box.minY, room.minY, room.height),
    ] as [(LayoutSolver.Variable, LayoutSolver.Variable?, LayoutSolver.Variable)]
    where open.contains(variable) {
      var wish = LinearExpression(variable)
      if let origin { wish = wish - LinearExpression(origin) }
      let value = Double.random(in: 0...max(1, solver.value(of: length)))
      item.placeTies.append(solver.add(wish - value, .equal, priority: 0.002, breakRank: 0))
    }
    isDirty = true
    view.superview?.setNeedsLayout()
  }

  func constraints(
    mentioning subject: any LayoutConstrainable, _ axis: NSLayoutConstraint.Axis
  ) -> [NSLayoutConstraint] {
    update()
    var result: [NSLayoutConstraint] = []
    func visit(_ view: UIView) {
      for constraint in view.layoutState.extras?.constraints ?? []
      where constraint.firstAttribute.axis == axis
        && (constraint.firstLayoutItem === subject || constraint.secondLayoutItem === subject)
      {
        result.append(constraint)
      }
      for child in view.subviews { visit(child) }
    }
    visit(root)
    return result
  }
}

/// Which of a text's baselines.
enum TextBaseline { case first, last }

extension NSLayoutConstraint {
  /// E-608: whether it is about leading or trailing edges in a view that is read from right to left.
  fileprivate var isMirrored: Bool {
    guard UIView.hasRightToLeft,
      firstAttribute.isDirectional || secondAttribute.isDirectional
        || parts.contains(where: \.attribute.isDirectional)
    else { return false }
    return commonAncestor()?.effectiveUserInterfaceLayoutDirection == .rightToLeft
  }
}

extension NSLayoutConstraint.Attribute {
  var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}

extension UILayoutGuide.Source {
  /// Follows the scroll view's frame, not its content.
  var isOfScrollFrame: Bool {
    self == .scrollFrame || self == .safeArea || self == .layoutMargins || self == .keyboard
  }
  var isOfScrollView: Bool { self == .scrollContent || isOfScrollFrame }
}
