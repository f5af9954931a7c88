import CarobFoundation

// The Auto Layout API of UIView that the platform declares in categories.

extension UIView {
  nonisolated public static var layoutFittingCompressedSize: CGSize { .zero }
  nonisolated public static var layoutFittingExpandedSize: CGSize { CGSize(width: 10_000, height: 10_000) }

  // MARK: Constraints

  func takeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder === self { return }
    guard constraint.commonAncestor().map({ $0.isDescendant(of: self) }) == true else {
      NSException.raise(
        .genericException,
        "Unable to install constraint \(constraint) on \(layoutName): one of its items is neither the view nor below it. "
          + "Add the views to the hierarchy first, or set isActive to let the right view be found.")
    }
    constraint.holder?.removeConstraint(constraint)
    hold(constraint)
  }

  public func addConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { addConstraint(constraint) }
  }

  func dropConstraint(_ constraint: NSLayoutConstraint) {
    guard constraint.holder === self, let extras = layoutState.extras else { return }
    extras.constraints.removeAll { $0 === constraint }
    constraint.holder = nil
    layoutEngine(creating: false)?.uninstall(constraint)
    constraint.placement = .inactive
    setNeedsLayout()
  }

  public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  // MARK: Guides

  public var layoutGuides: [UILayoutGuide] { layoutState.extras?.guides ?? [] }

  public func addLayoutGuide(_ guide: UILayoutGuide) {
    guide.owningView?.removeLayoutGuide(guide)
    guide.owningView = self
    layoutExtras.guides.append(guide)
  }

  public func removeLayoutGuide(_ guide: UILayoutGuide) {
    guard guide.owningView === self, guide.source == .constraints else { return }
    dropConstraints(mentioning: guide)
    layoutState.extras?.guides.removeAll { $0 === guide }
    guide.owningView = nil
  }

  public var readableContentGuide: UILayoutGuide {
    systemGuide(.readableContent, "UIViewReadableContentGuide")
  }
  public var keyboardLayoutGuide: UIKeyboardLayoutGuide {
    if let guide = existingSystemGuide(.keyboard) as? UIKeyboardLayoutGuide { return guide }
    let guide = UIKeyboardLayoutGuide(.keyboard, of: self, identifier: "UIViewKeyboardLayoutGuide")
    layoutExtras.systemGuides.append(guide)
    guide.followKeyboard()
    return guide
  }

  /// The guide with this key in a storyboard's `<viewLayoutGuide key=…>`.
  func layoutGuide(forNibKey key: String) -> UILayoutGuide {
    switch key {
    case "safeArea": safeAreaLayoutGuide
    case "contentLayoutGuide": systemGuide(.scrollContent, "UIScrollView-contentLayoutGuide")
    case "frameLayoutGuide": systemGuide(.scrollFrame, "UIScrollView-frameLayoutGuide")
    case "keyboard": keyboardLayoutGuide
    default: layoutMarginsGuide
    }
  }

  func barGuide(_ source: UILayoutGuide.Source) -> any UILayoutSupport {
    if let guide = existingSystemGuide(source) as? BarLayoutGuide { return guide }
    let guide = BarLayoutGuide(
      source, of: self, identifier: source == .topBar ? "topLayoutGuide" : "bottomLayoutGuide")
    layoutExtras.systemGuides.append(guide)
    return guide
  }

  private func existingSystemGuide(_ source: UILayoutGuide.Source) -> UILayoutGuide? {
    layoutState.extras?.systemGuides.first { $0.source == source }
  }

  func systemGuide(_ source: UILayoutGuide.Source, _ identifier: String) -> UILayoutGuide {
    if let guide = existingSystemGuide(source) { return guide }
    let guide = UILayoutGuide(source, of: self, identifier: identifier)
    layoutExtras.systemGuides.append(guide)
    return guide
  }

  // MARK: Content priorities

  func hugging(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    guard let extras = layoutState.extras else { return .defaultLow }
    return axis == .horizontal ? extras.hugging.horizontal : extras.hugging.vertical
  }

  func setHugging(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    if axis == .horizontal {
      layoutExtras.hugging.horizontal = priority
    } else {
      layoutExtras.hugging.vertical = priority
    }
    intrinsicContentSizeChanged()
  }

  func compressionResistance(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    guard let extras = layoutState.extras else { return .defaultHigh }
    return axis == .horizontal
      ? extras.compressionResistance.horizontal : extras.compressionResistance.vertical
  }

  func setCompressionResistance(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    if axis == .horizontal {
      layoutExtras.compressionResistance.horizontal = priority
    } else {
      layoutExtras.compressionResistance.vertical = priority
    }
    intrinsicContentSizeChanged()
  }

  // MARK: The constraint pass

  /// E-140: requests `updateConstraints` in the next constraint pass.
  func needUpdateOfConstraints() {
    layoutState.needsUpdateConstraints = true
    markSubtreeNeedsUpdate()
  }

  // MARK: Debugging

  public func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
    layoutEngine(creating: false)?.constraints(mentioning: self, axis) ?? []
  }

  public var hasAmbiguousLayout: Bool {
    guard !translatesAutoresizingMaskIntoConstraints, let engine = layoutEngine(creating: false) else {
      return false
    }
    return engine.isAmbiguous(engine.existingItem(for: self))
  }

  public func exerciseAmbiguityInLayout() {
    guard !translatesAutoresizingMaskIntoConstraints, let engine = layoutEngine(creating: false),
      let item = engine.existingItem(for: self)
    else { return }
    engine.exerciseAmbiguity(of: self, item)
  }
}
