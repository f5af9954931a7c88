import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// Lays out views in a row or a column with constraints that it creates itself.
///
/// The constraints are recreated in the constraint pass after a change that affects them.
@preconcurrency @MainActor
open class UIStackView: UIView {
  public enum Distribution: Int, Sendable {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  public enum Alignment: Int, Sendable {
    case fill, leading, firstBaseline, center, trailing, lastBaseline
    public static let top = Alignment.leading
    public static let bottom = Alignment.trailing
  }

  nonisolated public static var spacingUseDefault: CGFloat { .greatestFiniteMagnitude }
  nonisolated public static var spacingUseSystem: CGFloat { -.greatestFiniteMagnitude }

  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    translatesAutoresizingMaskIntoConstraints = true
    for view in views { addArrangedSubview(view) }
  }

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Arranged subviews

  open private(set) var arrangedSubviews: [UIView] = []

  open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    var index = stackIndex
    if let old = arrangedSubviews.firstIndex(where: { $0 === view }) {
      arrangedSubviews.remove(at: old)
      if old < index { index -= 1 }
    }
    guard index <= arrangedSubviews.count, index >= 0 else {
      NSException.raise(
        .internalInconsistencyException,
        "UIStackView: cannot insert at \(stackIndex), there are \(arrangedSubviews.count) arranged subviews")
    }
    view.translatesAutoresizingMaskIntoConstraints = false
    arrangedSubviews.insert(view, at: index)
    if view.superview !== self { addSubview(view) }
    arrangementChanged()
  }

  /// Removes the view from the arrangement; it stays a subview.
  open func removeArrangedSubview(_ view: UIView) {
    guard let index = arrangedSubviews.firstIndex(where: { $0 === view }) else { return }
    arrangedSubviews.remove(at: index)
    customSpacings.removeAll { $0.view === view }
    arrangementChanged()
  }

  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  override func arrangedVisibilityChanged(of view: UIView) {
    if arrangedSubviews.contains(where: { $0 === view }) { arrangementChanged() }
  }

  // MARK: Configuration

  open var axis = NSLayoutConstraint.Axis.horizontal {
    didSet { if oldValue != axis { arrangementChanged() } }
  }
  open var distribution = Distribution.fill {
    didSet { if oldValue != distribution { arrangementChanged() } }
  }
  open var alignment = Alignment.fill { didSet { if oldValue != alignment { arrangementChanged() } } }
  open var spacing: CGFloat = 0 { didSet { if oldValue != spacing { arrangementChanged() } } }
  open var isBaselineRelativeArrangement = false {
    didSet { if oldValue != isBaselineRelativeArrangement { arrangementChanged() } }
  }
  open var isLayoutMarginsRelativeArrangement = false {
    didSet { if oldValue != isLayoutMarginsRelativeArrangement { arrangementChanged() } }
  }

  private struct CustomSpacing {
    let reference: ZeroingElement<UIView>
    let spacing: CGFloat
    var view: UIView? { reference.object }
  }
  private var customSpacings: [CustomSpacing] = []

  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacings.removeAll { $0.view === arrangedSubview || $0.view == nil }
    if spacing != Self.spacingUseDefault {
      customSpacings.append(CustomSpacing(reference: ZeroingElement(arrangedSubview), spacing: spacing))
    }
    arrangementChanged()
  }

  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacings.first { $0.view === arrangedSubview }?.spacing ?? Self.spacingUseDefault
  }

  /// The spacing between a view and the next one.
  func effectiveSpacing(after view: UIView) -> CGFloat {
    var result = customSpacing(after: view)
    if result == Self.spacingUseDefault { result = spacing }
    return result == Self.spacingUseSystem ? SystemSpacing.standard : result
  }

  // MARK: Constraints

  private var needsRebuild = true
  private var arrangement: [NSLayoutConstraint] = []
  private var gaps: [UILayoutGuide] = []

  private func arrangementChanged() {
    needsRebuild = true
    setNeedsUpdateConstraints()
    setNeedsLayout()
  }

  /// Proportional distribution depends on intrinsic sizes.
  override func subviewIntrinsicSizeChanged() {
    if distribution == .fillProportionally { arrangementChanged() }
  }

  override func updateOwnConstraints() {
    guard needsRebuild else { return }
    needsRebuild = false
    NSLayoutConstraint.deactivate(arrangement)
    for gap in gaps { removeLayoutGuide(gap) }
    var builder = StackArrangement(self)
    let result = builder.build()
    gaps = result.guides
    arrangement = result.constraints
    for constraint in arrangement { constraint.isSystemMade = true }
    NSLayoutConstraint.activate(arrangement)
  }

  open override class var requiresConstraintBasedLayout: Bool { true }

  open override func layoutSubviews() {
    updateOwnConstraints()
    super.layoutSubviews()
  }

  /// The view that provides the first baseline of the stack.
  open override var forFirstBaselineLayout: UIView {
    let visible = arrangedSubviews.filter { !$0.isHidden }
    return visible.first ?? self
  }
  open override var forLastBaselineLayout: UIView {
    let visible = arrangedSubviews.filter { !$0.isHidden }
    return (axis == .vertical ? visible.last : visible.first) ?? self
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIStackView.self,
      {
        [
          "axis": \.axis, "distribution": \.distribution, "alignment": \.alignment, "spacing": \.spacing,
          "baselineRelativeArrangement": \.isBaselineRelativeArrangement,
          "layoutMarginsRelativeArrangement": \.isLayoutMarginsRelativeArrangement,
        ]
      },
      readOnly: {
        [
          "arrangedSubviews": \.arrangedSubviews
        ]
      }
    )
  }
}

extension UIStackView.Distribution {
  /// By the name that storyboards use.
  static func named(_ name: String?) -> Self {
    switch name {
    case "fillEqually": .fillEqually
    case "fillProportionally": .fillProportionally
    case "equalSpacing": .equalSpacing
    case "equalCentering": .equalCentering
    default: .fill
    }
  }
}

extension UIStackView.Alignment {
  /// By the name that storyboards use.
  static func named(_ name: String?) -> Self {
    switch name {
    case "leading", "top": .leading
    case "firstBaseline": .firstBaseline
    case "center": .center
    case "trailing", "bottom": .trailing
    case "lastBaseline", "baseline": .lastBaseline
    default: .fill
    }
  }
}
