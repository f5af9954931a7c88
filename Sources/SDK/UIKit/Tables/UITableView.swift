import CarobFoundation
import NibFormat
import QuartzCore

/// Rows in sections, of which only the visible ones have cells (E-260…E-272).
///
/// FIXME: editing, moving, swipe actions and batch updates with animation are the work of a later step.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
  public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
  public enum RowAnimation: Int, Sendable {
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }
  public static let automaticDimension: CGFloat = -1
  public static let indexSearch = "{search}"
  public static let selectionDidChangeNotification = Notification.Name(
    "UITableViewSelectionDidChangeNotification")

  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    prepareTable()
  }
  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }
  public required init?(coder: NSCoder) {
    switch (coder as? NibCoder)?.element?["style"] {
    case "grouped": style = .grouped
    case "insetGrouped": style = .insetGrouped
    default: style = .plain
    }
    super.init(coder: coder)
    prepareTable()
    (coder as? NibCoder)?.decodeTable(self)
  }
  private func prepareTable() {
    if backgroundColor == nil {
      backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
    }
    alwaysBounceVertical = true
  }

  public private(set) var style: Style
  open weak var dataSource: (any UITableViewDataSource)? { didSet { invalidateRows() } }
  private var tableDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }
  open override weak var delegate: (any UIScrollViewDelegate)? { didSet { invalidateRows() } }
  open weak var prefetchDataSource: AnyObject?

  open var rowHeight: CGFloat = UITableView.automaticDimension { didSet { invalidateRows() } }
  open var estimatedRowHeight: CGFloat = UITableView.automaticDimension { didSet { invalidateRows() } }
  open var sectionHeaderHeight: CGFloat = UITableView.automaticDimension { didSet { invalidateRows() } }
  open var sectionFooterHeight: CGFloat = UITableView.automaticDimension { didSet { invalidateRows() } }
  open var estimatedSectionHeaderHeight: CGFloat = UITableView.automaticDimension
  open var estimatedSectionFooterHeight: CGFloat = UITableView.automaticDimension
  open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { for (_, cell) in visible { cell.showSeparator(separatorStyle != .none) } }
  }
  open var separatorColor: UIColor?
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  open var tableHeaderView: UIView? { didSet { replaceEdge(oldValue, tableHeaderView) } }
  open var tableFooterView: UIView? { didSet { replaceEdge(oldValue, tableFooterView) } }
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  open var allowsSelectionDuringEditing = false
  open var allowsMultipleSelectionDuringEditing = false
  open var remembersLastFocusedIndexPath = false
  open var cellLayoutMarginsFollowReadableWidth = false
  open var sectionIndexColor: UIColor?
  open var sectionIndexBackgroundColor: UIColor?
  open var isEditing = false
  open func setEditing(_ editing: Bool, animated: Bool) {
    isEditing = editing
    if editing { unimplemented("editing a UITableView") }
  }
  /// Whether a cell looks selected before `didSelectRow` (E-267); the default follows the source documents.
  public static var selectsCellBeforeDidSelect = false

  /// The rows of a storyboard with static cells.
  var staticSource: StaticTableSource?

  // MARK: Geometry

  private var geometry = TableGeometry()
  /// Titles of headers that were asked for their height's sake, by section.
  private var headerTitles: [Int: String?] = [:]
  private var footerTitles: [Int: String?] = [:]
  private var needsCounting = true
  /// The cells on screen, in order of their rows.
  private var visible: [(path: IndexPath, cell: UITableViewCell)] = []
  private var headers: [Int: UIView] = [:]
  private var footers: [Int: UIView] = [:]
  private var selection: [IndexPath] = []
  private var pressed: (cell: UITableViewCell, path: IndexPath)?

  private func replaceEdge(_ old: UIView?, _ new: UIView?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    place()
    setNeedsLayout()
  }

  /// The counts are asked again at the next layout.
  private func invalidateRows() {
    needsCounting = true
    setNeedsLayout()
  }

  /// E-263: counts at once, cells at the next layout; the selection is cleared.
  open func reloadData() {
    selection = []
    for (path, cell) in visible { recycle(cell, path, tells: false) }
    visible = []
    dropHeaders()
    needsCounting = true
    count()
    setNeedsLayout()
  }

  private func dropHeaders() {
    for view in headers.values { view.removeFromSuperview() }
    for view in footers.values { view.removeFromSuperview() }
    headers = [:]
    footers = [:]
  }

  private var fixedHeight: CGFloat? { rowHeight > 0 ? rowHeight : nil }

  /// E-260, E-261.
  private func count() {
    guard needsCounting else { return }
    needsCounting = false
    headerTitles = [:]
    footerTitles = [:]
    geometry = TableGeometry()
    guard let dataSource else { return }
    let number =
      dataSource.ask(
        from: self, mechanism: .dataSource, "numberOfSections(in:)", "numberOfSectionsInTableView:"
      ) { $0.numberOfSections(in: self) } ?? 1
    var sections: [TableGeometry.Section] = []
    for index in 0..<max(0, number) {
      let header = headerHeight(index)
      let footer = footerHeight(index)
      let rows = Journal.query(
        .dataSource, "tableView(_:numberOfRowsInSection:)", to: dataSource, from: self
      ) { dataSource.tableView(self, numberOfRowsInSection: index) }
      sections.append(
        TableGeometry.Section(
          headerHeight: header, footerHeight: footer,
          rows: (0..<max(0, rows)).map { rowBeforeDisplay(IndexPath(row: $0, section: index)) }))
    }
    geometry = TableGeometry(sections)
    place()
  }

  /// E-262: with estimates (the default) a row's height is asked only when it is about to show.
  private func rowBeforeDisplay(_ path: IndexPath) -> TableGeometry.Row {
    if estimatedRowHeight == 0, let height = askHeight(path) {
      return TableGeometry.Row(height: height, isKnown: true)
    }
    let asksLater =
      tableDelegate.map { Runtime.responds($0, "tableView:heightForRowAtIndexPath:") } ?? false
    if let fixedHeight, !asksLater || estimatedRowHeight == 0 {
      return TableGeometry.Row(height: fixedHeight, isKnown: true)
    }
    let estimate =
      tableDelegate?.ask(
        from: self, "tableView(_:estimatedHeightForRowAt:)", "tableView:estimatedHeightForRowAtIndexPath:"
      ) { $0.tableView(self, estimatedHeightForRowAt: path) } ?? estimatedRowHeight
    return TableGeometry.Row(height: estimate > 0 ? estimate : fixedHeight ?? 44, isKnown: false)
  }

  /// The delegate's height; nil if it has none or leaves it to the cell.
  private func askHeight(_ path: IndexPath) -> CGFloat? {
    let height = tableDelegate?.ask(
      from: self, "tableView(_:heightForRowAt:)", "tableView:heightForRowAtIndexPath:"
    ) { $0.tableView(self, heightForRowAt: path) }
    return height.flatMap { $0 >= 0 ? $0 : nil }
  }

  private func headerTitle(_ section: Int) -> String? {
    if let known = headerTitles[section] { return known }
    let title =
      dataSource?.ask(
        from: self, mechanism: .dataSource, "tableView(_:titleForHeaderInSection:)",
        "tableView:titleForHeaderInSection:"
      ) { $0.tableView(self, titleForHeaderInSection: section) } ?? nil
    headerTitles[section] = .some(title)
    return title
  }

  private func footerTitle(_ section: Int) -> String? {
    if let known = footerTitles[section] { return known }
    let title =
      dataSource?.ask(
        from: self, mechanism: .dataSource, "tableView(_:titleForFooterInSection:)",
        "tableView:titleForFooterInSection:"
      ) { $0.tableView(self, titleForFooterInSection: section) } ?? nil
    footerTitles[section] = .some(title)
    return title
  }

  private func headerHeight(_ section: Int) -> CGFloat {
    if let height = tableDelegate?.ask(
      from: self,
      "tableView(_:heightForHeaderInSection:)", "tableView:heightForHeaderInSection:",
      {
        $0.tableView(self, heightForHeaderInSection: section)
      }), height >= 0
    {
      return height
    }
    if sectionHeaderHeight > 0 { return sectionHeaderHeight }
    let title = headerTitle(section)
    let hasView = tableDelegate.map { Runtime.responds($0, "tableView:viewForHeaderInSection:") } ?? false
    if style == .plain { return title != nil || hasView ? 28 : 0 }
    return title != nil || hasView ? 38 : (section == 0 ? 35 : 18)
  }

  private func footerHeight(_ section: Int) -> CGFloat {
    if let height = tableDelegate?.ask(
      from: self,
      "tableView(_:heightForFooterInSection:)", "tableView:heightForFooterInSection:",
      {
        $0.tableView(self, heightForFooterInSection: section)
      }), height >= 0
    {
      return height
    }
    if sectionFooterHeight > 0 { return sectionFooterHeight }
    let title = footerTitle(section)
    return title != nil ? 30 : (style == .plain ? 0 : 17)
  }

  private func place() {
    var y: CGFloat = 0
    if let header = tableHeaderView {
      header.frame = CGRect(x: 0, y: 0, width: bounds.width, height: header.bounds.height)
      y += header.bounds.height
    }
    y = geometry.place(below: y)
    if let footer = tableFooterView {
      footer.frame = CGRect(x: 0, y: y, width: bounds.width, height: footer.bounds.height)
      y += footer.bounds.height
    }
    contentSize = CGSize(width: bounds.width, height: y)
  }

  private var rowInset: CGFloat { style == .insetGrouped ? 20 : 0 }

  open override func layoutSubviews() {
    super.layoutSubviews()
    count()
    guard bounds.width > 0 else { return }
    backgroundView?.frame = bounds
    if contentSize.width != bounds.width { place() }
    var passes = 0
    while layoutVisible(), passes < 20 { passes += 1 }
  }

  /// Makes cells for what is on screen; true if heights that were estimates moved the rows.
  private func layoutVisible() -> Bool {
    let window = bounds
    let wanted = geometry.rows(from: window.minY, to: window.maxY)
    var known: [IndexPath: UITableViewCell] = [:]
    for (path, cell) in visible {
      if let first = wanted.first, let last = wanted.last, path >= first, path <= last {
        known[path] = cell
      } else {
        recycle(cell, path, tells: true)
      }
    }
    visible = visible.filter { known[$0.path] != nil }
    var moved = false
    var shown: [(path: IndexPath, cell: UITableViewCell)] = []
    for path in wanted {
      guard let cell = known[path] ?? makeCell(path) else { continue }
      shown.append((path, cell))
      if known[path] == nil { visible.append((path, cell)) }
      if !geometry.row(path).isKnown {
        let height =
          askHeight(path) ?? fixedHeight
          ?? cell.sizeThatFits(CGSize(width: window.width - 2 * rowInset, height: 0)).height
        if geometry.setHeight(height, of: path) { moved = true }
      }
      let place = geometry.row(path)
      let frame = CGRect(x: rowInset, y: place.y, width: window.width - 2 * rowInset, height: place.height)
      if cell.frame != frame { cell.frame = frame }
      roundCorners(cell, path)
      if known[path] == nil {
        tableDelegate?.tell(
          from: self, "tableView(_:willDisplay:forRowAt:)", "tableView:willDisplayCell:forRowAtIndexPath:"
        ) { $0.tableView(self, willDisplay: cell, forRowAt: path) }
      }
    }
    visible = shown
    layoutHeaders(window)
    if moved { place() }
    return moved
  }

  private func makeCell(_ path: IndexPath) -> UITableViewCell? {
    guard let dataSource else { return nil }
    let cell = Journal.query(.dataSource, "tableView(_:cellForRowAt:)", to: dataSource, from: self) {
      dataSource.tableView(self, cellForRowAt: path)
    }
    cell.table = self
    cell.indexPath = path
    if cell.superview !== self { insertSubview(cell, at: backgroundView == nil ? 0 : 1) }
    cell.showSeparator(separatorStyle != .none)
    cell.isSelected = selection.contains(path)
    cell.setSelected(selection.contains(path), animated: false)
    return cell
  }

  private func roundCorners(_ cell: UITableViewCell, _ path: IndexPath) {
    guard style == .insetGrouped else { return }
    var corners: CACornerMask = []
    if path.row == 0 { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if path.row == geometry.sections[path.section].rowCount - 1 {
      corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
    }
    cell.layer.cornerRadius = corners.isEmpty ? 0 : 10
    cell.layer.maskedCorners = corners
    cell.clipsToBounds = true
  }

  private func layoutHeaders(_ window: CGRect) {
    let shown = geometry.sections(from: window.minY, to: window.maxY)
    let gone = Set(headers.keys).union(footers.keys).filter { !shown.contains($0) }
    for index in gone {
      headers.removeValue(forKey: index)?.removeFromSuperview()
      footers.removeValue(forKey: index)?.removeFromSuperview()
    }
    for index in shown {
      edge(
        index, geometry.header(index), window, &headers, isHeader: true,
        sticksUntil: style == .plain ? geometry.end(of: index) : nil)
      edge(index, geometry.footer(index), window, &footers, isHeader: false, sticksUntil: nil)
    }
  }

  private func edge(
    _ index: Int, _ place: (y: CGFloat, height: CGFloat), _ window: CGRect, _ views: inout [Int: UIView],
    isHeader: Bool,
    sticksUntil end: CGFloat?
  ) {
    var y = place.y
    if let end, place.height > 0 {
      let top = window.minY + adjustedContentInset.top
      y = min(max(y, top), max(place.y, end - place.height))
    }
    guard place.height > 0, y < window.maxY, y + place.height > window.minY else {
      views.removeValue(forKey: index)?.removeFromSuperview()
      return
    }
    if views[index] == nil {
      guard let view = isHeader ? makeHeader(index) : makeFooter(index) else { return }
      views[index] = view
      addSubview(view)
      if isHeader {
        tableDelegate?.tell(
          from: self,
          "tableView(_:willDisplayHeaderView:forSection:)", "tableView:willDisplayHeaderView:forSection:"
        ) {
          $0.tableView(self, willDisplayHeaderView: view, forSection: index)
        }
      }
    }
    views[index]?.frame = CGRect(x: 0, y: y, width: window.width, height: place.height)
  }

  private func makeHeader(_ section: Int) -> UIView? {
    if let view = tableDelegate?.ask(
      from: self,
      "tableView(_:viewForHeaderInSection:)", "tableView:viewForHeaderInSection:",
      {
        $0.tableView(self, viewForHeaderInSection: section)
      }) ?? nil
    {
      return view
    }
    guard let title = headerTitle(section) else { return nil }
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.configure(style == .plain ? title : title.uppercased(), isPlain: style == .plain)
    return view
  }

  private func makeFooter(_ section: Int) -> UIView? {
    if let view = tableDelegate?.ask(
      from: self,
      "tableView(_:viewForFooterInSection:)", "tableView:viewForFooterInSection:",
      {
        $0.tableView(self, viewForFooterInSection: section)
      }) ?? nil
    {
      return view
    }
    guard let title = footerTitle(section) else { return nil }
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.configure(title, isPlain: false)
    return view
  }

  // MARK: Cells and reuse (E-264, E-265)

  private var registeredClasses: [String: AnyClass] = [:]
  private var registeredNibs: [String: UINib] = [:]
  private var prototypes: [String: (element: NibElement, nib: ControllerNib)] = [:]
  private var queues: [String: [UITableViewCell]] = [:]
  private var headerClasses: [String: AnyClass] = [:]

  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    registeredClasses[identifier] = cellClass
  }
  open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    registeredNibs[identifier] = nib
  }
  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    headerClasses[identifier] = aClass
  }
  func registerPrototype(_ element: NibElement, _ nib: ControllerNib, _ identifier: String) {
    prototypes[identifier] = (element, nib)
  }

  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if var queue = queues[identifier], let cell = queue.popLast() {
      queues[identifier] = queue
      Journal.deliver(.lifecycle, "prepareForReuse()", to: cell, category: .functional) {
        cell.prepareForReuse()
      }
      return cell
    }
    if let (element, nib) = prototypes[identifier] {
      return nib.makePrototype(element, fallback: UITableViewCell.self, in: self) as? UITableViewCell
    }
    if let nib = registeredNibs[identifier] {
      let cell = nib.instantiate(withOwner: nil).first { $0 is UITableViewCell } as? UITableViewCell
      cell?.setReuseIdentifier(identifier)
      return cell
    }
    if let cls = registeredClasses[identifier] as? UITableViewCell.Type { return cls.makeCell(identifier) }
    return nil
  }

  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> UITableViewCell
  {
    guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
      NSException.raise(
        .internalInconsistencyException,
        "unable to dequeue a cell with identifier \(identifier) - must register a nib or a class for the identifier or "
          + "connect a prototype cell in a storyboard")
    }
    return cell
  }

  open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView?
  {
    guard let cls = headerClasses[identifier] as? UITableViewHeaderFooterView.Type else { return nil }
    if cls == UITableViewHeaderFooterView.self {
      return UITableViewHeaderFooterView(reuseIdentifier: identifier)
    }
    guard let make = cls._carobNewHeader else { unimplementedInitializer("init(reuseIdentifier:)", of: cls) }
    return make(identifier)
  }

  private func recycle(_ cell: UITableViewCell, _ path: IndexPath, tells: Bool) {
    cell.removeFromSuperview()
    cell.table = nil
    cell.indexPath = nil
    if tells {
      tableDelegate?.tell(
        from: self,
        "tableView(_:didEndDisplaying:forRowAt:)", "tableView:didEndDisplayingCell:forRowAtIndexPath:"
      ) {
        $0.tableView(self, didEndDisplaying: cell, forRowAt: path)
      }
    }
    if let identifier = cell.reuseIdentifier { queues[identifier, default: []].append(cell) }
  }

  // MARK: Asking

  open var numberOfSections: Int {
    count()
    return geometry.sections.count
  }
  open func numberOfRows(inSection section: Int) -> Int {
    count()
    return geometry.sections.indices.contains(section) ? geometry.sections[section].rowCount : 0
  }
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    visible.first { $0.path == indexPath }?.cell
  }
  open func indexPath(for cell: UITableViewCell) -> IndexPath? { visible.first { $0.cell === cell }?.path }
  open var visibleCells: [UITableViewCell] { visible.map(\.cell) }
  open var indexPathsForVisibleRows: [IndexPath]? { visible.map(\.path) }
  open func indexPathForRow(at point: CGPoint) -> IndexPath? {
    count()
    return geometry.row(at: point.y)
  }
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    count()
    guard geometry.contains(indexPath) else { return .zero }
    let row = geometry.row(indexPath)
    return CGRect(x: rowInset, y: row.y, width: bounds.width - 2 * rowInset, height: row.height)
  }
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    headers[section] as? UITableViewHeaderFooterView
  }
  open var indexPathForSelectedRow: IndexPath? { selection.first }
  open var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection }

  open func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
    layoutIfNeeded()
    let rect = rectForRow(at: indexPath)
    let range = offsetRange
    let inset = adjustedContentInset
    var y = contentOffset.y
    switch position {
    case .top: y = rect.minY - inset.top
    case .middle: y = rect.midY - bounds.height / 2
    case .bottom: y = rect.maxY - bounds.height + inset.bottom
    case .none: return scrollRectToVisible(rect, animated: animated)
    }
    setContentOffset(
      CGPoint(x: contentOffset.x, y: min(max(y, range.min.y), range.max.y)), animated: animated)
  }

  // MARK: Changing. The rows are read again; the change is shown without animation.

  open func beginUpdates() {}
  open func endUpdates() { rereadRows() }
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    updates?()
    rereadRows()
    if let completion { LayerAnimations.afterCommit { completion(true) } }
  }
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { rereadRows() }
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { rereadRows() }
  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) { rereadRows() }
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { rereadRows() }
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) { rereadRows() }
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) { rereadRows() }
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { rereadRows() }
  open func reconfigureRows(at indexPaths: [IndexPath]) { rereadRows() }
  open func reloadSectionIndexTitles() {}
  open var hasUncommittedUpdates: Bool { false }

  private func rereadRows() {
    for (path, cell) in visible { recycle(cell, path, tells: false) }
    visible = []
    dropHeaders()
    invalidateRows()
  }

  // MARK: Selection (E-266…E-272)

  func touchBegan(_ cell: UITableViewCell, _ path: IndexPath) {
    guard allowsSelection, !isEditing || allowsSelectionDuringEditing else { return }
    let may =
      tableDelegate?.ask(
        from: self, "tableView(_:shouldHighlightRowAt:)", "tableView:shouldHighlightRowAtIndexPath:"
      ) {
        $0.tableView(self, shouldHighlightRowAt: path)
      } ?? true
    guard may else { return }
    pressed = (cell, path)
    Journal.deliver(.control, "setHighlighted(_:animated:)", to: cell) {
      cell.setHighlighted(true, animated: false)
    }
    tableDelegate?.tell(
      from: self, "tableView(_:didHighlightRowAt:)", "tableView:didHighlightRowAtIndexPath:"
    ) {
      $0.tableView(self, didHighlightRowAt: path)
    }
  }

  func touchCancelled(_ cell: UITableViewCell) {
    guard let (cell, path) = pressed else { return }
    pressed = nil
    unhighlight(cell, path)
  }

  private func unhighlight(_ cell: UITableViewCell, _ path: IndexPath) {
    Journal.deliver(.control, "setHighlighted(_:animated:)", to: cell) {
      cell.setHighlighted(false, animated: false)
    }
    tableDelegate?.tell(
      from: self, "tableView(_:didUnhighlightRowAt:)", "tableView:didUnhighlightRowAtIndexPath:"
    ) {
      $0.tableView(self, didUnhighlightRowAt: path)
    }
  }

  func touchEnded(_ cell: UITableViewCell, _ path: IndexPath) {
    guard pressed != nil else { return }
    pressed = nil
    unhighlight(cell, path)
    userSelected(path)
  }

  private func userSelected(_ touched: IndexPath) {
    if allowsMultipleSelection, selection.contains(touched) { return userDeselected(touched) }
    var path = touched
    let asked = tableDelegate?.ask(
      from: self, "tableView(_:willSelectRowAt:)", "tableView:willSelectRowAtIndexPath:"
    ) { $0.tableView(self, willSelectRowAt: touched) }
    if let answer = asked {
      // E-269.
      guard let answer else { return }
      path = answer
    }
    if !allowsMultipleSelection {
      for old in selection where old != path { userDeselected(old) }
    }
    if !selection.contains(path) { selection.append(path) }
    let cell = cellForRow(at: path)
    if UITableView.selectsCellBeforeDidSelect { select(cell, true) }
    tableDelegate?.tell(from: self, "tableView(_:didSelectRowAt:)", "tableView:didSelectRowAtIndexPath:") {
      $0.tableView(self, didSelectRowAt: path)
    }
    // E-267: the cell follows once the handler has returned.
    if !UITableView.selectsCellBeforeDidSelect { select(cell, selection.contains(path)) }
    NotificationCenter.default.post(name: UITableView.selectionDidChangeNotification, object: self)
    cell?.segue?.trigger(by: cell)
  }

  private func userDeselected(_ path: IndexPath) {
    var path = path
    let asked = tableDelegate?.ask(
      from: self, "tableView(_:willDeselectRowAt:)", "tableView:willDeselectRowAtIndexPath:"
    ) { $0.tableView(self, willDeselectRowAt: path) }
    if let answer = asked {
      guard let answer else { return }
      path = answer
    }
    selection.removeAll { $0 == path }
    select(cellForRow(at: path), false)
    tableDelegate?.tell(from: self, "tableView(_:didDeselectRowAt:)", "tableView:didDeselectRowAtIndexPath:")
    {
      $0.tableView(self, didDeselectRowAt: path)
    }
  }

  private func select(_ cell: UITableViewCell?, _ selected: Bool) {
    guard let cell else { return }
    Journal.deliver(.control, "setSelected(_:animated:)", to: cell) {
      cell.setSelected(selected, animated: false)
    }
  }

  /// E-271: in code nothing is told.
  open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    guard let indexPath else {
      for path in selection { select(cellForRow(at: path), false) }
      selection = []
      return
    }
    if !allowsMultipleSelection { for path in selection { select(cellForRow(at: path), false) } }
    if !allowsMultipleSelection { selection = [] }
    if !selection.contains(indexPath) { selection.append(indexPath) }
    select(cellForRow(at: indexPath), true)
    if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
  }

  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    selection.removeAll { $0 == indexPath }
    select(cellForRow(at: indexPath), false)
  }
}

/// A section's header or footer.
@preconcurrency @MainActor
open class UITableViewHeaderFooterView: UIView {
  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }
  public override convenience init(frame: CGRect) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }
  /// Makes a view of the class for a section; generated for classes with `init(reuseIdentifier:)`.
  nonisolated open class var _carobNewHeader: (@MainActor (String?) -> UITableViewHeaderFooterView)? { nil }
  public required init?(coder: NSCoder) {
    reuseIdentifier = nil
    super.init(coder: coder)
    addSubview(contentView)
  }
  open private(set) var reuseIdentifier: String?
  public let contentView = UIView()
  open var backgroundView: UIView?
  private var label: UILabel?
  open var textLabel: UILabel? {
    if let label { return label }
    let new = UILabel()
    new.font = .systemFont(ofSize: 13)
    contentView.addSubview(new)
    label = new
    return new
  }
  open var detailTextLabel: UILabel? { nil }
  open func prepareForReuse() {}
  func configure(_ title: String, isPlain: Bool) {
    textLabel?.text = title
    textLabel?.font = isPlain ? .systemFont(ofSize: 17, weight: .semibold) : .systemFont(ofSize: 13)
    textLabel?.textColor = isPlain ? .label : .secondaryLabel
    if isPlain { backgroundColor = .secondarySystemBackground }
  }
  open override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = bounds
    label?.frame = CGRect(
      x: 16, y: bounds.height > 30 ? bounds.height - 26 : 0, width: bounds.width - 32,
      height: min(bounds.height, 28) - 4)
  }
}

extension UITableViewCell {
  func setReuseIdentifier(_ identifier: String) { adoptIdentifier(identifier) }

  // E-265
  /// A new cell of a registered class: `init(style:reuseIdentifier:)`.
  class func makeCell(_ identifier: String) -> UITableViewCell {
    if self == UITableViewCell.self { return UITableViewCell(style: .default, reuseIdentifier: identifier) }
    guard let make = _carobNewCell else { unimplementedInitializer("init(style:reuseIdentifier:)", of: self) }
    return make(.default, identifier)
  }
}

extension UIView {
  /// The controller whose view contains this one.
  var nearestController: UIViewController? {
    var view: UIView? = self
    while let here = view {
      if let controller = here.viewController { return controller }
      view = here.superview
    }
    return nil
  }
}

extension NibCoder {
  func decodeTable(_ table: UITableView) {
    guard let e = element else { return }
    if let height = e.double("rowHeight"), height > 0 { table.rowHeight = CGFloat(height) }
    if let height = e.double("sectionHeaderHeight"), height > 0, height != 28, height != 18 {
      table.sectionHeaderHeight = CGFloat(height)
    }
    if let height = e.double("sectionFooterHeight"), height > 0, height != 28, height != 18 {
      table.sectionFooterHeight = CGFloat(height)
    }
    if e["separatorStyle"] == "none" { table.separatorStyle = .none }
    if let flag = e.bool("allowsSelection") { table.allowsSelection = flag }
    if let flag = e.bool("allowsMultipleSelection") ?? (e["allowsMultipleSelection"].map { _ in true }) {
      table.allowsMultipleSelection = flag
    }
    if let controllerNib {
      for prototype in e.child(named: "prototypes")?.children ?? [] {
        if let identifier = prototype["reuseIdentifier"] {
          table.registerPrototype(prototype, controllerNib, identifier)
        }
      }
    }
    if let header = e.children.first(where: { $0.key == "tableHeaderView" }) {
      table.tableHeaderView =
        make(header, fallback: ElementNames.viewClass(header.name, site(header))) as? UIView
    }
    if let footer = e.children.first(where: { $0.key == "tableFooterView" }) {
      table.tableFooterView =
        make(footer, fallback: ElementNames.viewClass(footer.name, site(footer))) as? UIView
    }
    if let sections = e.child(named: "sections") {
      let source = StaticTableSource()
      for section in sections.children {
        let cells = (section.child(named: "cells")?.children ?? []).compactMap {
          make($0, fallback: UITableViewCell.self) as? UITableViewCell
        }
        source.sections.append((section["headerTitle"], section["footerTitle"], cells))
      }
      table.staticSource = source
      table.dataSource = source
    }
  }
}

/// The rows of a table that a storyboard fills.
@preconcurrency @MainActor
final class StaticTableSource: _MainActorNSObject, UITableViewDataSource {
  var sections: [(header: String?, footer: String?, cells: [UITableViewCell])] = []
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "numberOfSectionsInTableView:", "numberOfSections(in:)", 0),
      .init(has: "tableView:titleForHeaderInSection:", "tableView(_:titleForHeaderInSection:)", 0),
      .init(has: "tableView:titleForFooterInSection:", "tableView(_:titleForFooterInSection:)", 0),
    ]
  }
  func numberOfSections(in tableView: UITableView) -> Int { sections.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].cells.count
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    sections[indexPath.section].cells[indexPath.row]
  }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].header
  }
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    sections[section].footer
  }
}
