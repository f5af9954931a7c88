import CarobFoundation

/// Creates the constraints of a stack view; used once per rebuild.
@MainActor
struct StackArrangement {
  private let stack: UIStackView
  private let views: [UIView]
  private let frame: any LayoutConstrainable
  private var constraints: [NSLayoutConstraint] = []
  private var guides: [UILayoutGuide] = []

  /// Attributes by role, so that rows and columns share the same code.
  private let start: NSLayoutConstraint.Attribute
  private let end: NSLayoutConstraint.Attribute
  private let center: NSLayoutConstraint.Attribute
  private let length: NSLayoutConstraint.Attribute
  private let crossStart: NSLayoutConstraint.Attribute
  private let crossEnd: NSLayoutConstraint.Attribute
  private let crossCenter: NSLayoutConstraint.Attribute
  private let crossLength: NSLayoutConstraint.Attribute

  init(_ stack: UIStackView) {
    self.stack = stack
    views = stack.arrangedSubviews.filter { !$0.isHidden }
    frame = stack.isLayoutMarginsRelativeArrangement ? stack.layoutMarginsGuide : stack
    if stack.axis == .horizontal {
      (start, end, center, length) = (.leading, .trailing, .centerX, .width)
      (crossStart, crossEnd, crossCenter, crossLength) = (.top, .bottom, .centerY, .height)
    } else {
      (start, end, center, length) = (.top, .bottom, .centerY, .height)
      (crossStart, crossEnd, crossCenter, crossLength) = (.leading, .trailing, .centerX, .width)
    }
  }

  mutating func build() -> (constraints: [NSLayoutConstraint], guides: [UILayoutGuide]) {
    guard let first = views.first, let last = views.last else {
      // An empty stack prefers a size of zero.
      add(frame, length, .equal, nil, .notAnAttribute, 0, "UISV-canvas-fit", 49)
      add(frame, crossLength, .equal, nil, .notAnAttribute, 0, "UISV-canvas-fit", 49)
      return (constraints, guides)
    }
    add(frame, start, .equal, first, start, 0, "UISV-canvas-connection")
    add(frame, end, .equal, last, end, 0, "UISV-canvas-connection")
    distribute()
    align()
    return (constraints, guides)
  }

  private mutating func add(
    _ first: any LayoutConstrainable, _ firstAttribute: NSLayoutConstraint.Attribute,
    _ relation: NSLayoutConstraint.Relation, _ second: (any LayoutConstrainable)?,
    _ secondAttribute: NSLayoutConstraint.Attribute, _ constant: CGFloat, _ name: String,
    _ priority: Float = 1000,
    multiplier: CGFloat = 1
  ) {
    let constraint = NSLayoutConstraint(
      first, firstAttribute, relation, second, secondAttribute, multiplier, constant)
    constraint.identifier = name
    constraint.priority = UILayoutPriority(priority)
    constraints.append(constraint)
  }

  // MARK: Along the axis

  private mutating func distribute() {
    switch stack.distribution {
    case .fill: space(.equal)
    case .fillEqually:
      space(.equal)
      for view in views.dropFirst() { add(view, length, .equal, views[0], length, 0, "UISV-fill-equally") }
    case .fillProportionally:
      space(.equal)
      fillProportionally()
    case .equalSpacing:
      space(.greaterThanOrEqual)
      equalGaps(from: end, to: start, "UISV-distributing", 1000)
      add(frame, length, .equal, nil, .notAnAttribute, 0, "UISV-canvas-fit", 49)
    case .equalCentering:
      space(.greaterThanOrEqual)
      equalGaps(from: center, to: center, "UISV-distributing", 149)
      add(frame, length, .equal, nil, .notAnAttribute, 0, "UISV-canvas-fit", 49)
    }
  }

  private mutating func space(_ relation: NSLayoutConstraint.Relation) {
    let usesBaselines = stack.isBaselineRelativeArrangement && stack.axis == .vertical
    for (view, next) in zip(views, views.dropFirst()) {
      add(
        next, usesBaselines ? .firstBaseline : start, relation, view, usesBaselines ? .lastBaseline : end,
        stack.effectiveSpacing(after: view), "UISV-spacing")
    }
  }

  /// Lengths in proportion to the intrinsic lengths, as fractions of the stack's length without the spacing.
  private mutating func fillProportionally() {
    let lengths = views.map { view -> CGFloat in
      let size = view.intrinsicContentSize
      return max(0, stack.axis == .horizontal ? size.width : size.height)
    }
    let total = lengths.reduce(0, +)
    guard total > 0 else {
      for view in views.dropFirst() {
        add(view, length, .equal, views[0], length, 0, "UISV-fill-proportionally", 999)
      }
      return
    }
    let spacing = views.dropLast().reduce(0) { $0 + stack.effectiveSpacing(after: $1) }
    for (view, own) in zip(views, lengths) {
      let share = own / total
      add(
        view, length, .equal, frame, length, -spacing * share, "UISV-fill-proportionally", 999,
        multiplier: share)
    }
  }

  /// Guides between an attribute of each view and an attribute of the next, all of equal length.
  private mutating func equalGaps(
    from: NSLayoutConstraint.Attribute, to: NSLayoutConstraint.Attribute, _ name: String, _ priority: Float
  ) {
    guard views.count > 2 else { return }
    for (view, next) in zip(views, views.dropFirst()) {
      let guide = UILayoutGuide()
      guide.identifier = name
      stack.addLayoutGuide(guide)
      guides.append(guide)
      add(guide, start, .equal, view, from, 0, name)
      add(guide, end, .equal, next, to, 0, name)
      // Guides have no position across the axis; without these constraints they would be reported as
      // ambiguous.
      add(guide, crossStart, .equal, stack, crossStart, 0, name)
      add(guide, crossLength, .equal, nil, .notAnAttribute, 0, name)
    }
    for guide in guides.dropFirst() { add(guide, length, .equal, guides[0], length, 0, name, priority) }
  }

  // MARK: Across the axis

  private mutating func align() {
    switch stack.alignment {
    case .fill:
      for view in views {
        add(view, crossStart, .equal, frame, crossStart, 0, "UISV-alignment")
        add(view, crossEnd, .equal, frame, crossEnd, 0, "UISV-alignment")
      }
    case .leading:
      for view in views { add(view, crossStart, .equal, frame, crossStart, 0, "UISV-alignment") }
      span()
    case .trailing:
      for view in views { add(view, crossEnd, .equal, frame, crossEnd, 0, "UISV-alignment") }
      span()
    case .center:
      for view in views { add(view, crossCenter, .equal, frame, crossCenter, 0, "UISV-alignment") }
      span()
    case .firstBaseline, .lastBaseline:
      let attribute: NSLayoutConstraint.Attribute =
        stack.alignment == .firstBaseline ? .firstBaseline : .lastBaseline
      guard stack.axis == .horizontal else {
        for view in views { add(view, crossStart, .equal, frame, crossStart, 0, "UISV-alignment") }
        span()
        return
      }
      for view in views.dropFirst() { add(view, attribute, .equal, views[0], attribute, 0, "UISV-alignment") }
      span()
      // The side without the common baseline takes the remaining room.
      add(
        views[0], attribute == .firstBaseline ? crossStart : crossEnd, .equal, frame,
        attribute == .firstBaseline ? crossStart : crossEnd, 0, "UISV-canvas-fit", 49)
    }
  }

  /// The stack contains its views and is no larger than required.
  private mutating func span() {
    for view in views {
      add(view, crossStart, .greaterThanOrEqual, frame, crossStart, 0, "UISV-spanning-boundary")
      add(view, crossEnd, .lessThanOrEqual, frame, crossEnd, 0, "UISV-spanning-boundary")
    }
    add(frame, crossLength, .equal, nil, .notAnAttribute, 0, "UISV-spanning-fit", 51)
  }
}
