import CarobFoundation
import LayoutSolver

/// Turns constraints into linear expressions of the solver's variables.
extension LayoutEngine {
  /// `first + parts − multiplier · second`, relative to the holder's origin if a multiplier scales a
  /// location.
  func expression(of constraint: NSLayoutConstraint, holder: UIView) -> LinearExpression? {
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
      if hasContents { noteConstraintAcrossContentBoundary(constraint, first, second) }
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
      // Locations are scaled in the coordinates of the holder, not of the window.
      let origin = contentOrigin(of: holder)
      let variable = constraint.firstAttribute.axis == .horizontal ? origin.minX : origin.minY
      result.terms.append(.init(variable, -weight))
    }
    return result
  }

  private typealias Direction = UIUserInterfaceLayoutDirection

  /// Adds `factor · attribute` to the expression; right-to-left locations are measured from the right.
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
    // For items inside a scroll view, its edges are those of its content.
    if !attribute.isDimension, let content = item.content, let view = subject.asView,
      let owner = other?.layoutOwner, owner !== view || other?.asGuide != nil, owner.isDescendant(of: view),
      other?.asGuide?.source.isOfScrollView != true
    {
      box = content.box
      // E-560: its center is that of its frame, relative to the origin of its content.
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

  /// E-606: the item that has the baseline, and its distance from that item's top (first) or bottom (last) in
  /// the size of the last solution.
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
    // Before the first solution there is no size: use the intrinsic size.
    let known = height > 0 ? size : target.intrinsicContentSize
    guard let offset = target.baselineOffset(baseline, in: known) else {
      return target === view ? nil : (item, 0)
    }
    switch baseline {
    case .first: return (item, Double(offset - item.insets.top))
    case .last: return (item, Double(known.height - offset - item.insets.bottom))
    }
  }

  /// The origin of the coordinates of a view's subviews.
  func contentOrigin(of view: UIView) -> LayoutItem.Box {
    let item = item(for: view)
    return item.content?.box ?? item.box
  }

  /// Marks scroll views with a location constraint between their content and something outside, which depends
  /// on the scroll offset.
  private func noteConstraintAcrossContentBoundary(
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
            self.item(for: here).hasConstraintsAcrossContentBoundary = true
            needsRefresh = true
          }
        }
        view = here.superview
      }
    }
  }
}

extension NSLayoutConstraint {
  /// E-608: whether it uses leading or trailing edges in a right-to-left view.
  fileprivate var isMirrored: Bool {
    guard UIView.hasRightToLeft,
      firstAttribute.isDirectional || secondAttribute.isDirectional
        || parts.contains(where: \.attribute.isDirectional)
    else { return false }
    return commonAncestor()?.effectiveUserInterfaceLayoutDirection == .rightToLeft
  }
}
