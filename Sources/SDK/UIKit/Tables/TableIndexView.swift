@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The section index at a table's trailing edge: touching a title scrolls to its section (E-391).
@preconcurrency @MainActor
final class TableIndexView: UIControl {
  let titles: [String]
  private let marks: [UILabel]
  private var chosen: Int?
  var choose: ((Int) -> Void)?
  static let width: CGFloat = 15
  private static let lineHeight: CGFloat = 14

  init(_ titles: [String]) {
    self.titles = titles
    marks = titles.map { title in
      let label = UILabel()
      // The magnifying glass scrolls to the search bar above the rows.
      label.text = title == UITableView.indexSearch ? "\u{26B2}" : title
      label.font = .boldSystemFont(ofSize: 11)
      label.textAlignment = .center
      label.isAccessibilityElement = false
      return label
    }
    super.init(frame: .zero)
    for mark in marks { addSubview(mark) }
  }
  required init?(coder: NSCoder) { nil }

  /// - Parameter tracking: the background while a finger is on the index (C-318).
  func color(_ text: UIColor?, _ background: UIColor?, tracking: UIColor? = nil) {
    for mark in marks { mark.textColor = text ?? tintColor }
    colors = (background, tracking)
    showBackground()
  }
  private var colors: (usual: UIColor?, tracking: UIColor?)
  private var isFingerDown = false { didSet { if oldValue != isFingerDown { showBackground() } } }
  private func showBackground() {
    backgroundColor = (isFingerDown ? colors.tracking : nil) ?? colors.usual ?? .clear
  }

  /// The column of titles, vertically centered. If not all titles fit, evenly spaced ones are shown.
  private var column: CGRect {
    let height = min(CGFloat(titles.count) * Self.lineHeight, bounds.height)
    return CGRect(x: 0, y: (bounds.height - height) / 2, width: bounds.width, height: height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let place = column
    let room = max(1, Int(place.height / Self.lineHeight))
    let stride = (titles.count + room - 1) / room
    let line = place.height / CGFloat(max(titles.count, 1))
    for (index, mark) in marks.enumerated() {
      mark.isHidden = index % max(stride, 1) != 0
      mark.frame = CGRect(
        x: 0, y: place.minY + line * (CGFloat(index) + 0.5) - Self.lineHeight / 2, width: place.width,
        height: Self.lineHeight)
    }
  }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    chosen = nil
    isFingerDown = true
    follow(touch)
    return true
  }
  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    follow(touch)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) { isFingerDown = false }
  override func cancelTracking(with event: UIEvent?) { isFingerDown = false }

  private func follow(_ touch: UITouch) {
    let place = column
    guard !titles.isEmpty, place.height > 0 else { return }
    let part = (touch.location(in: self).y - place.minY) / place.height
    let index = min(max(Int((part * CGFloat(titles.count)).rounded(.down)), 0), titles.count - 1)
    guard index != chosen else { return }
    chosen = index
    choose?(index)
  }

  /// Moving a finger along the titles does not scroll the table.
  override func owns(_ recognizer: UIGestureRecognizer) -> Bool {
    recognizer is UIPanGestureRecognizer || Self.isSingleTap(recognizer)
  }

  override var defaultAccessibilityLabel: String? { "Section index" }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.adjustable)
  }
  // E-783: each visible title is an accessibility element.
  override var syntheticElements: [SyntheticElement] {
    marks.indices.filter { !marks[$0].layer.isHidden }.map { index in
      SyntheticElement(
        label: titles[index] == UITableView.indexSearch ? "Search" : titles[index], identifier: nil,
        value: nil,
        frame: marks[index].layer.convert(marks[index].layer.bounds, to: nil), isEnabled: hasEnabledState,
        className: "UITableViewIndexTitle")
    }
  }
}

extension TableIndexView {
  /// Places the index at the trailing edge of the visible area, in front of the content.
  func place(in list: UIScrollView) {
    let bounds = list.bounds
    var inset = list.adjustedContentInset
    // E-960
    let safe = list.safeAreaInsetsForSubviews
    (inset.left, inset.right) = (inset.left + safe.left, inset.right + safe.right)
    let isLeftToRight = list.effectiveUserInterfaceLayoutDirection == .leftToRight
    let frame = CGRect(
      x: isLeftToRight ? bounds.maxX - Self.width - inset.right : bounds.minX + inset.left,
      y: bounds.minY + inset.top, width: Self.width,
      height: max(0, bounds.height - inset.top - inset.bottom))
    // NB: set the frame only if it changes, so that no further layout is requested.
    if self.frame != frame { self.frame = frame }
    if list.subviews.last !== self { list.bringSubviewToFront(self) }
  }
}

// E-391: the section index.
extension UITableView {
  /// Asks the data source for the section index titles, and shows the index if there are any.
  func askForIndex() {
    guard needsIndexTitles else { return }
    needsIndexTitles = false
    let asked = dataSource?.ask(
      from: self, mechanism: .dataSource, "sectionIndexTitles(for:)", "sectionIndexTitlesForTableView:"
    ) { $0.sectionIndexTitles(for: self) }
    let titles = style == .plain ? (asked ?? nil) ?? [] : []
    guard titles != index?.titles ?? [] else { return }
    index?.removeFromSuperview()
    index = titles.isEmpty ? nil : TableIndexView(titles)
    guard let index else { return }
    index.choose = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.chose($0) }
    addSubview(index)
  }

  /// The index keeps its place on screen while the rows scroll below it.
  func placeIndex() {
    guard let index else { return }
    let rows = geometry.rowCounts.reduce(0, +)
    index.isHidden = rows < sectionIndexMinimumDisplayRowCount || editsRows
    index.color(
      sectionIndexColor, sectionIndexBackgroundColor, tracking: sectionIndexTrackingBackgroundColor)
    index.place(in: self)
  }

  private func chose(_ place: Int) {
    guard let index, index.titles.indices.contains(place) else { return }
    let section =
      dataSource?.ask(
        from: self, mechanism: .dataSource, "tableView(_:sectionForSectionIndexTitle:at:)",
        "tableView:sectionForSectionIndexTitle:atIndex:"
      ) { $0.tableView(self, sectionForSectionIndexTitle: index.titles[place], at: place) } ?? place
    let range = offsetRange
    // A negative section stands for the search bar above the first section.
    guard geometry.sections.indices.contains(section) else {
      if section < 0 { setContentOffset(CGPoint(x: contentOffset.x, y: range.min.y), animated: false) }
      return
    }
    let top = geometry.header(section).y - adjustedContentInset.top
    setContentOffset(
      CGPoint(x: contentOffset.x, y: min(max(top, range.min.y), range.max.y)), animated: false)
  }
}
