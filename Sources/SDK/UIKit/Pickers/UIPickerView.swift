@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// A view with wheels of rows. The rows in the middle are selected (E-285, E-286).
///
/// DEVIATION: rows are flat and fade out instead of turning on a cylinder.
@preconcurrency @MainActor
open class UIPickerView: UIView {
  public override init(frame: CGRect) {
    super.init(
      frame: CGRect(
        origin: frame.origin,
        size: CGSize(
          width: frame.width > 0 ? frame.width : 320, height: frame.height > 0 ? frame.height : 216)))
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }
  private func prepare() {
    guard band.superview == nil else { return }
    band.backgroundColor = .tertiarySystemFill
    band.layer.cornerRadius = 8
    band.isUserInteractionEnabled = false
    addSubview(band)
    setNeedsLayout()
  }

  open weak var dataSource: (any UIPickerViewDataSource)? {
    get { dataSourceReference }
    set { dataSourceReference = newValue }
  }
  @ZeroingExistential private var dataSourceReference: (any UIPickerViewDataSource)? { didSet { forget() } }
  open weak var delegate: (any UIPickerViewDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIPickerViewDelegate)? { didSet { forget() } }
  open var showsSelectionIndicator = true
  private let band = UIView()
  private var wheels: [PickerWheel]?

  private func forget() {
    for wheel in wheels ?? [] { wheel.removeFromSuperview() }
    wheels = nil
    setNeedsLayout()
  }

  /// E-285: asks for all counts before any title.
  private func loaded() -> [PickerWheel] {
    if let wheels { return wheels }
    guard let dataSource else { return [] }
    let count = Journal.query(.dataSource, "numberOfComponents(in:)", to: dataSource, from: self) {
      dataSource.numberOfComponents(in: self)
    }
    let made = (0..<max(count, 0)).map { index in
      let wheel = PickerWheel(self, index)
      measure(wheel)
      return wheel
    }
    wheels = made
    for wheel in made { addSubview(wheel) }
    setNeedsLayout()
    return made
  }

  private func measure(_ wheel: PickerWheel) {
    guard let dataSource else { return }
    wheel.count = Journal.query(
      .dataSource, "pickerView(_:numberOfRowsInComponent:)", to: dataSource, from: self
    ) { dataSource.pickerView(self, numberOfRowsInComponent: wheel.component) }
    wheel.rowHeight =
      delegate?.ask(
        from: self, "pickerView(_:rowHeightForComponent:)", "pickerView:rowHeightForComponent:"
      ) { $0.pickerView(self, rowHeightForComponent: wheel.component) } ?? 32
    wheel.wantedWidth = delegate?.ask(
      from: self, "pickerView(_:widthForComponent:)", "pickerView:widthForComponent:"
    ) { $0.pickerView(self, widthForComponent: wheel.component) }
  }

  // MARK: Rows

  open var numberOfComponents: Int { loaded().count }
  open func numberOfRows(inComponent component: Int) -> Int { wheel(component)?.count ?? 0 }
  open func rowSize(forComponent component: Int) -> CGSize {
    layoutIfNeeded()
    return wheel(component).map { CGSize(width: $0.bounds.width, height: $0.rowHeight) } ?? .zero
  }
  open func view(forRow row: Int, forComponent component: Int) -> UIView? { wheel(component)?.rows[row] }
  private func wheel(_ component: Int) -> PickerWheel? {
    let wheels = loaded()
    return wheels.indices.contains(component) ? wheels[component] : nil
  }

  open func reloadAllComponents() {
    // Keep the selected rows that still exist.
    let chosen = (wheels ?? []).map(\.selected)
    forget()
    for (component, row) in chosen.enumerated() { selectRow(row, inComponent: component, animated: false) }
  }
  open func reloadComponent(_ component: Int) {
    guard let wheel = wheel(component) else { return }
    measure(wheel)
    wheel.reload()
  }

  /// The row in the middle of a wheel; -1 if there is none.
  open func selectedRow(inComponent component: Int) -> Int {
    guard let wheel = wheel(component), wheel.count > 0 else { return -1 }
    return wheel.selected
  }
  /// E-286: does not call the delegate.
  open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
    guard let wheel = wheel(component), row >= 0, row < wheel.count else { return }
    wheel.turn(to: row, animated: animated, byUser: false)
  }

  /// Turns a wheel as if by the user. Returns false if there is no such row.
  func pick(row: Int, component: Int) -> Bool {
    guard let wheel = wheel(component), row >= 0, row < wheel.count else { return false }
    wheel.turn(to: row, animated: true, byUser: true)
    return true
  }

  // NB: not public, as on the platform; apps access it with key-value coding.
  var textColor: UIColor? { didSet { reloadAllComponents() } }

  /// The view of a row: the delegate's view, else its attributed title, else its title (E-285).
  func makeRow(_ row: Int, _ component: Int, reusing old: UIView?) -> UIView {
    if let view = delegate?.ask(
      from: self, "pickerView(_:viewForRow:forComponent:reusing:)",
      "pickerView:viewForRow:forComponent:reusingView:",
      { $0.pickerView(self, viewForRow: row, forComponent: component, reusing: old) })
    {
      return view
    }
    let label = old as? UILabel ?? UILabel()
    label.textAlignment = .center
    label.font = .systemFont(ofSize: 21)
    label.adjustsFontSizeToFitWidth = true
    label.textColor = textColor ?? .label
    let attributed =
      delegate?.ask(
        from: self, "pickerView(_:attributedTitleForRow:forComponent:)",
        "pickerView:attributedTitleForRow:forComponent:"
      ) { $0.pickerView(self, attributedTitleForRow: row, forComponent: component) } ?? nil
    if let attributed {
      label.attributedText = attributed
    } else {
      label.text =
        delegate?.ask(
          from: self, "pickerView(_:titleForRow:forComponent:)", "pickerView:titleForRow:forComponent:"
        ) { $0.pickerView(self, titleForRow: row, forComponent: component) } ?? "?"
    }
    return label
  }

  /// E-286: called once, when the wheel has stopped.
  func rested(_ wheel: PickerWheel) {
    let row = wheel.selected
    delegate?.tell(
      from: self, "pickerView(_:didSelectRow:inComponent:)", "pickerView:didSelectRow:inComponent:"
    ) { $0.pickerView(self, didSelectRow: row, inComponent: wheel.component) }
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    let wheels = loaded()
    band.isHidden = wheels.isEmpty
    let height = wheels.map(\.rowHeight).max() ?? 32
    band.frame = CGRect(x: 9, y: (bounds.height - height) / 2, width: bounds.width - 18, height: height)
    let gap: CGFloat = 5
    let room = bounds.width - 18 - gap * CGFloat(max(wheels.count - 1, 0))
    let wanted = wheels.compactMap(\.wantedWidth).reduce(0, +)
    let open = wheels.filter { $0.wantedWidth == nil }.count
    let share = open > 0 ? max(0, room - wanted) / CGFloat(open) : 0
    let whole = wanted + share * CGFloat(open)
    var x = 9 + max(0, (room - whole) / 2)
    for wheel in wheels {
      let width = wheel.wantedWidth ?? share
      wheel.place(CGRect(x: x, y: 0, width: width, height: bounds.height))
      x += width + gap
    }
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 320, height: 216) }
  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }

  override var defaultIsAccessibilityElement: Bool { true }
  /// The accessibility label of the wheels that the delegate provides.
  override var accessibilityLabelOfDelegate: String? {
    textOfDelegate(
      "pickerView(_:accessibilityLabelForComponent:)", "pickerView:accessibilityLabelForComponent:"
    ) { $0.pickerView(self, accessibilityLabelForComponent: $1) }
  }
  // E-1017
  /// The accessibility hint of the wheels that the delegate provides.
  override var accessibilityHintOfDelegate: String? {
    textOfDelegate(
      "pickerView(_:accessibilityHintForComponent:)", "pickerView:accessibilityHintForComponent:"
    ) { $0.pickerView(self, accessibilityHintForComponent: $1) }
  }
  /// The delegate's texts for all wheels; nil if it has none.
  private func textOfDelegate(
    _ name: String, _ selector: Selector,
    _ text: (any UIPickerViewAccessibilityDelegate, _ component: Int) -> String?
  ) -> String? {
    guard let delegate = delegate as? any UIPickerViewAccessibilityDelegate,
      Runtime.answers(delegate, selector)
    else { return nil }
    let texts = (wheels ?? []).compactMap { wheel in
      Journal.query(.delegate, name, to: delegate, from: self) { text(delegate, wheel.component) }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
  override var defaultAccessibilityValue: String? {
    (wheels ?? []).compactMap { $0.title(of: $0.selected) }.joined(separator: ", ")
  }
  override var defaultAccessibilityTraits: UIAccessibilityTraits { .adjustable }
  override var syntheticElements: [SyntheticElement] { (wheels ?? []).flatMap(\.elements) }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIPickerView.self,
      {
        [
          "dataSource": \.dataSource, "delegate": \.delegate, "textColor": \.textColor,
          "showsSelectionIndicator": \.showsSelectionIndicator,
        ]
      },
      readOnly: {
        [
          "numberOfComponents": \.numberOfComponents
        ]
      }
    )
  }
}

/// One wheel: a scroll view that snaps to rows.
@MainActor
final class PickerWheel: UIScrollView {
  @Zeroing var picker: UIPickerView?
  let component: Int
  var count = 0
  var rowHeight: CGFloat = 32
  var wantedWidth: CGFloat?
  private(set) var rows: [Int: UIView] = [:]
  private(set) var selected = 0
  private let scrollObserver = WheelScrollObserver()
  private var isTurnedByUser = false

  init(_ picker: UIPickerView, _ component: Int) {
    self.picker = picker
    self.component = component
    super.init(frame: .zero)
    contentInsetAdjustmentBehavior = .never
    alwaysBounceVertical = true
    decelerationRate = .fast
    scrollObserver.wheel = self
    delegate = scrollObserver
  }
  required init?(coder: NSCoder) { nil }

  func place(_ frame: CGRect) {
    guard frame != self.frame || contentSize.height != CGFloat(count) * rowHeight else { return showRows() }
    self.frame = frame
    contentSize = CGSize(width: frame.width, height: CGFloat(count) * rowHeight)
    let margin = (frame.height - rowHeight) / 2
    contentInset = UIEdgeInsets(top: margin, left: 0, bottom: margin, right: 0)
    contentOffset = offset(of: selected)
    showRows()
  }
  private func offset(of row: Int) -> CGPoint {
    CGPoint(x: 0, y: CGFloat(row) * rowHeight - (bounds.height - rowHeight) / 2)
  }
  private var middleRow: Int {
    let row = ((contentOffset.y + bounds.height / 2) / rowHeight).rounded(.down)
    return min(max(Int(row), 0), max(count - 1, 0))
  }

  func reload() {
    for (_, view) in rows { view.removeFromSuperview() }
    rows = [:]
    selected = min(selected, max(count - 1, 0))
    superview?.setNeedsLayout()
  }

  func turn(to row: Int, animated: Bool, byUser: Bool) {
    selected = row
    guard bounds.height > 0 else { return }
    let target = offset(of: row)
    isTurnedByUser = byUser
    guard animated, window != nil, contentOffset != target else {
      setContentOffset(target, animated: false)
      if byUser { settled() }
      return
    }
    setContentOffset(target, animated: true)
  }

  /// The content offset at which a spin ends, on a row.
  fileprivate func rest(near y: CGFloat) -> CGFloat {
    let row = ((y + (bounds.height - rowHeight) / 2) / rowHeight).rounded()
    return offset(of: min(max(Int(row), 0), max(count - 1, 0))).y
  }
  fileprivate func began() { isTurnedByUser = true }
  fileprivate func settled() {
    guard isTurnedByUser else { return }
    isTurnedByUser = false
    selected = middleRow
    picker?.rested(self)
  }

  /// Creates the visible rows and reuses those that are no longer visible.
  fileprivate func showRows() {
    guard count > 0, bounds.height > 0 else { return }
    let first = max(0, Int((bounds.minY / rowHeight).rounded(.down)))
    let last = min(count - 1, Int((bounds.maxY / rowHeight).rounded(.down)))
    guard first <= last else { return }
    var spare: [UIView] = []
    for (row, view) in rows where row < first || row > last {
      view.removeFromSuperview()
      rows[row] = nil
      spare.append(view)
    }
    for row in first...last {
      let view: UIView
      if let shown = rows[row] {
        view = shown
      } else {
        view = picker?.makeRow(row, component, reusing: spare.popLast()) ?? UIView()
        view.isUserInteractionEnabled = false
        rows[row] = view
        addSubview(view)
      }
      view.frame = CGRect(x: 0, y: CGFloat(row) * rowHeight, width: bounds.width, height: rowHeight)
      let distance = abs(view.frame.midY - bounds.midY) / max(bounds.height / 2, 1)
      view.alpha = max(0.15, 1 - distance * 0.85)
    }
  }

  func title(of row: Int) -> String? { rows[row].flatMap { AccessibilityReading($0, .ignored).label } }

  var elements: [SyntheticElement] {
    rows.keys.sorted().compactMap { row in
      guard let view = rows[row], let title = title(of: row) else { return nil }
      let frame = view.layer.convert(view.layer.bounds, to: nil)
        .intersection(layer.convert(layer.bounds, to: nil))
      guard !frame.isNull, frame.height > rowHeight / 2 else { return nil }
      return SyntheticElement(
        label: title, identifier: view.ownAccessibility.identifier, value: nil, frame: frame,
        isSelected: row == selected, className: "UIPickerRow")
    }
  }
  override var defaultIsAccessibilityElement: Bool { false }
}

/// Forwards the scroll events of a wheel to the wheel.
@MainActor
private final class WheelScrollObserver: NSObject, UIScrollViewDelegate {
  @Zeroing var wheel: PickerWheel?

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "scrollViewDidScroll:", "scrollViewDidScroll(_:)", 0),
      .init(has: "scrollViewWillBeginDragging:", "scrollViewWillBeginDragging(_:)", 0),
      .init(
        has: "scrollViewWillEndDragging:withVelocity:targetContentOffset:",
        "scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)", 0),
      .init(
        has: "scrollViewDidEndDragging:willDecelerate:", "scrollViewDidEndDragging(_:willDecelerate:)", 0),
      .init(has: "scrollViewDidEndDecelerating:", "scrollViewDidEndDecelerating(_:)", 0),
      .init(has: "scrollViewDidEndScrollingAnimation:", "scrollViewDidEndScrollingAnimation(_:)", 0),
    ]
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { wheel?.showRows() }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { wheel?.began() }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    guard let wheel else { return }
    targetContentOffset.pointee.y = wheel.rest(near: targetContentOffset.pointee.y)
  }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { wheel?.settled() }
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { wheel?.settled() }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { wheel?.settled() }
}
