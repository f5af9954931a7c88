@_spi(Hazards) import CarobRuntime
import CarobFoundation
import NibFormat
import QuartzCore

/// A scrollable list of rows in sections; only the visible rows have cells (E-260…E-272). Counting, layout,
/// selection, updates, editing, swiping and reordering are in extensions. The members that a subclass may
/// override are in this file.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
  public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
  public enum RowAnimation: Int, Sendable {
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }
  nonisolated public static let automaticDimension: CGFloat = -1
  nonisolated public static let indexSearch = "{search}"
  nonisolated public static let selectionDidChangeNotification = Notification.Name(
    "UITableViewSelectionDidChangeNotification")

  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    prepareTable()
  }
  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }
  /// Makes an object of the class for a value of its metatype; generated for classes with the initializer.
  nonisolated open class var _carobNewTable: (@MainActor (CGRect, Style) -> UITableView)? { nil }
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
    addGestureRecognizer(swipeRecognizer)
    swipeRecognizer.addTarget(self, action: "carob_swipe:")
  }

  open private(set) var style: Style
  open weak var dataSource: (any UITableViewDataSource)? {
    get { dataSourceReference }
    set { dataSourceReference = newValue }
  }
  @ZeroingExistential private var dataSourceReference: (any UITableViewDataSource)? {
    didSet {
      hasCounted = false
      needsIndexTitles = true
      prefetching.forget()
      invalidateRows()
    }
  }
  var tableDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }
  open override weak var delegate: (any UIScrollViewDelegate)? {
    didSet {
      delegateChanged()
      invalidateRows()
    }
  }
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)? {
    get { prefetchDataSourceReference }
    set { prefetchDataSourceReference = newValue }
  }
  @ZeroingExistential private var prefetchDataSourceReference: (any UITableViewDataSourcePrefetching)? {
    didSet {
      prefetching = PrefetchWindow()
      setNeedsLayout()
    }
  }
  open var isPrefetchingEnabled = true

  // MARK: Drag and drop (E-510…E-513)

  open weak var dragDelegate: (any UITableViewDragDelegate)? {
    get { dragDelegateReference }
    set { dragDelegateReference = newValue }
  }
  @ZeroingExistential private var dragDelegateReference: (any UITableViewDragDelegate)? {
    didSet { dragDelegatesChanged() }
  }
  open weak var dropDelegate: (any UITableViewDropDelegate)? {
    get { dropDelegateReference }
    set { dropDelegateReference = newValue }
  }
  @ZeroingExistential private var dropDelegateReference: (any UITableViewDropDelegate)? {
    didSet { dragDelegatesChanged() }
  }
  open var dragInteractionEnabled = true { didSet { dragDelegatesChanged() } }
  /// Whether rows of this table are being lifted or dragged.
  open var hasActiveDrag: Bool { dragging?.hasActiveDrag ?? false }
  /// Whether a drag session that the table accepts is over the table.
  open var hasActiveDrop: Bool { dragging?.hasActiveDrop ?? false }
  var dragging: TableDragging?

  open var rowHeight: CGFloat = UITableView.automaticDimension { didSet { invalidateRows() } }
  open var estimatedRowHeight: CGFloat = UITableView.automaticDimension { didSet { invalidateRows() } }
  open var sectionHeaderHeight: CGFloat = UITableView.automaticDimension { didSet { invalidateRows() } }
  open var sectionFooterHeight: CGFloat = UITableView.automaticDimension { didSet { invalidateRows() } }
  /// The assumed height of headers that are not visible, in points (E-595).
  open var estimatedSectionHeaderHeight: CGFloat = UITableView.automaticDimension {
    didSet { invalidateRows() }
  }
  open var estimatedSectionFooterHeight: CGFloat = UITableView.automaticDimension {
    didSet { invalidateRows() }
  }
  /// The padding above each section's header, in points (E-594).
  open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension { didSet { invalidateRows() } }
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { for (path, cell) in visible { showSeparator(of: cell, path) } }
  }
  open var separatorColor: UIColor? { didSet { separatorsChanged() } }
  /// The edges from which `separatorInset` is measured.
  public enum SeparatorInsetReference: Int, Sendable { case fromCellEdges, fromAutomaticInsets }
  open var separatorInsetReference = SeparatorInsetReference.fromCellEdges { didSet { separatorsChanged() } }
  /// The insets of the separators between rows (E-596).
  open var separatorInset: UIEdgeInsets {
    get { ownSeparatorInset ?? UITableViewCell.automaticSeparatorInset }
    set {
      ownSeparatorInset = newValue
      separatorsChanged()
    }
  }
  private(set) var ownSeparatorInset: UIEdgeInsets?
  private func separatorsChanged() { for (_, cell) in visible { cell.separatorChanged() } }
  /// The inset, in points, added at both sides of a cell's content to limit it to the readable width (E-596).
  var readableInset: CGFloat {
    guard cellLayoutMarginsFollowReadableWidth else { return 0 }
    let usual = UITableViewCell.automaticSeparatorInset.left
    let (rows, safe) = (rowInsets, contentSides)
    let room = bounds.width - rows.left - rows.right - safe.left - safe.right
    return max(0, (room - UILayoutGuide.readableWidth) / 2 - usual)
  }
  /// Whether the content views of cells, headers and footers keep out of the safe area at the sides (E-960).
  open var insetsContentViewsToSafeArea = true {
    didSet {
      guard oldValue != insetsContentViewsToSafeArea else { return }
      invalidateRows()
      for view in subviews { view.setNeedsLayout() }
    }
  }
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
  open var cellLayoutMarginsFollowReadableWidth = false { didSet { separatorsChanged() } }
  open var sectionIndexColor: UIColor? { didSet { placeIndex() } }
  open var sectionIndexBackgroundColor: UIColor? { didSet { placeIndex() } }
  /// The background of the section index while a finger is on it; without it, the usual one (C-318).
  open var sectionIndexTrackingBackgroundColor: UIColor? { didSet { placeIndex() } }
  /// The number of rows below which no section index is shown.
  open var sectionIndexMinimumDisplayRowCount = 0 { didSet { placeIndex() } }
  /// Whether the table is in editing mode; also true while a swiped row shows its actions (E-275).
  open var isEditing: Bool {
    get { editsRows || swipe != nil }
    set { setEditing(newValue, animated: false) }
  }
  /// E-274.
  open func setEditing(_ editing: Bool, animated: Bool) { changeEditing(editing, animated: animated) }
  /// Whether a cell becomes selected before `didSelectRow` instead of after it (E-267). The default, false,
  /// follows the sources of that rule.
  public static var selectsCellBeforeDidSelect = false

  /// The static cells of a storyboard, if the table has any.
  var staticSource: StaticTableSource?

  // MARK: Geometry

  var geometry = TableGeometry()
  /// The header titles by section, cached when the header heights are computed.
  var headerTitles: [Int: String?] = [:]
  var footerTitles: [Int: String?] = [:]
  var needsCounting = true
  /// Whether the counts of the current data source are known; a change of heights does not reset it.
  var hasCounted = false
  /// The cells on screen, in order of their rows.
  var visible: [(path: IndexPath, cell: UITableViewCell)] = []
  var headers: [Int: UIView] = [:]
  var footers: [Int: UIView] = [:]
  var selection: [IndexPath] = []
  var pressed: (cell: UITableViewCell, path: IndexPath)?

  // State of the extensions.
  var prefetching = PrefetchWindow()
  /// The section index (E-391); `needsIndexTitles` requests its titles at the next layout.
  var index: TableIndexView?
  var needsIndexTitles = true
  /// The open batch of updates (E-276).
  var batch: TableBatch?
  /// The update that is currently being laid out.
  var transition: TableTransition?
  /// Whether the table is in editing mode (E-274).
  var editsRows = false
  /// The row whose swipe buttons are visible or are being pulled out (E-275).
  var swipe: RowSwipe? {
    didSet {
      for path in [oldValue, swipe].compactMap({ $0?.path }) {
        visible.first { $0.path == path }?.cell.setNeedsUpdateConfiguration()
      }
    }
  }
  private(set) lazy var swipeRecognizer = RowSwipeRecognizer(self)
  var rowMenus: RowMenus?
  var editMenus: ElementEditMenus?
  var multipleSelection: MultipleSelection?
  /// The row that is being reordered (E-277).
  var reordering: RowReordering? {
    didSet {
      guard oldValue?.cell !== reordering?.cell else { return }
      for cell in [oldValue, reordering].compactMap({ $0?.cell }) { cell.setNeedsUpdateConfiguration() }
    }
  }

  private func replaceEdge(_ old: UIView?, _ new: UIView?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    place()
    setNeedsLayout()
  }

  /// Asks the data source for the counts again at the next layout.
  func invalidateRows() {
    needsCounting = true
    setNeedsLayout()
  }

  /// Asks for the counts at once and for cells at the next layout; clears the selection (E-263).
  open func reloadData() {
    EndingField.check(self, nil, "reloadData")
    selection = []
    batch?.wasReloaded = true
    dropSwipedRow()
    forgetReordering()
    for (path, cell) in visible { recycle(cell, path, tells: false) }
    visible = []
    dropHeaders()
    needsCounting = true
    needsIndexTitles = true
    prefetching.forget()
    count()
    setNeedsLayout()
  }

  func dropHeaders() {
    for view in headers.values { view.removeFromSuperview() }
    for view in footers.values { view.removeFromSuperview() }
    headers = [:]
    footers = [:]
  }

  func place() {
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

  open override func layoutSubviews() {
    super.layoutSubviews()
    count()
    guard bounds.width > 0 else { return }
    backgroundView?.frame = bounds
    if contentSize.width != bounds.width { place() }
    // A cell that lays out while it is being made also lays out its ancestors and re-enters this method; the
    // outer call then repeats its pass.
    guard !isLayingOut else {
      isAskedAgain = true
      return
    }
    isLayingOut = true
    var passes = 0
    repeat {
      isAskedAgain = false
      passes += 1
    } while (layoutVisible() || isAskedAgain) && passes < 20
    isLayingOut = false
    askForIndex()
    placeIndex()
    prefetch()
  }
  private var isLayingOut = false
  private var isAskedAgain = false

  // MARK: Cells and reuse (E-264, E-265)

  /// How the views of a reuse identifier are made.
  private enum Registration {
    case viewClass(AnyClass)
    case nib(UINib)
    case prototype(NibElement, ControllerNib)
  }
  // E-690: the last registration of an identifier replaces earlier ones of any kind.
  private var cellRegistrations: [String: Registration] = [:]
  private var headerRegistrations: [String: Registration] = [:]
  private var queues: [String: [UITableViewCell]] = [:]

  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    cellRegistrations[identifier] = cellClass.map { .viewClass($0) }
  }
  open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    cellRegistrations[identifier] = nib.map { .nib($0) }
  }
  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    headerRegistrations[identifier] = aClass.map { .viewClass($0) }
  }
  open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    headerRegistrations[identifier] = nib.map { .nib($0) }
  }
  func registerPrototype(_ element: NibElement, _ nib: ControllerNib, _ identifier: String) {
    cellRegistrations[identifier] = .prototype(element, nib)
  }

  /// The existing cell that is being reconfigured; dequeuing its identifier returns it.
  var reconfiguring: UITableViewCell?

  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let reconfiguring, reconfiguring.reuseIdentifier == identifier { return reconfiguring }
    if var queue = queues[identifier], let cell = queue.popLast() {
      queues[identifier] = queue
      Journal.deliver(.lifecycle, "prepareForReuse()", to: cell, category: .functional) {
        cell.prepareForReuse()
      }
      return cell
    }
    switch cellRegistrations[identifier] {
    case .prototype(let element, let nib):
      return nib.makePrototype(element, fallback: UITableViewCell.self, in: self) as? UITableViewCell
    case .nib(let nib):
      let cell = nib.instantiate(withOwner: nil).first { $0 is UITableViewCell } as? UITableViewCell
      cell?.setReuseIdentifier(identifier)
      return cell
    case .viewClass(let cls): return (cls as? UITableViewCell.Type)?.makeCell(identifier)
    case nil: return nil
    }
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
    let registration = headerRegistrations[identifier]
    if case .nib(let nib) = registration {
      return nib.instantiate(withOwner: nil).lazy.compactMap { $0 as? UITableViewHeaderFooterView }.first
    }
    guard case .viewClass(let registered) = registration,
      let cls = registered as? UITableViewHeaderFooterView.Type
    else { return nil }
    if cls == UITableViewHeaderFooterView.self {
      return UITableViewHeaderFooterView(reuseIdentifier: identifier)
    }
    guard let make = cls._carobNewHeader else { unimplementedInitializer("init(reuseIdentifier:)", of: cls) }
    return make(identifier)
  }

  func recycle(_ cell: UITableViewCell, _ path: IndexPath, tells: Bool) {
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
    if pressed?.cell === cell { pressed = nil }
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
    return rowFrame(y: row.y, height: row.height)
  }
  /// The rectangle of a section's header, rows and footer, in the table's coordinates; empty for a section that does not exist.
  open func rect(forSection section: Int) -> CGRect {
    count()
    guard geometry.sections.indices.contains(section) else { return .zero }
    let top = geometry.top(of: section)
    return band(top, geometry.end(of: section) - top)
  }
  open func rectForHeader(inSection section: Int) -> CGRect {
    count()
    guard geometry.sections.indices.contains(section) else { return .zero }
    let header = geometry.header(section)
    return band(header.y, header.height)
  }
  open func rectForFooter(inSection section: Int) -> CGRect {
    count()
    guard geometry.sections.indices.contains(section) else { return .zero }
    let footer = geometry.footer(section)
    return band(footer.y, footer.height)
  }
  private func band(_ y: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: 0, y: y, width: bounds.width, height: height)
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

  /// Scrolls the selected row that is nearest to the position to that position (E-553).
  open func scrollToNearestSelectedRow(at position: ScrollPosition, animated: Bool) {
    layoutIfNeeded()
    let visible = bounds.inset(by: adjustedContentInset)
    func distance(_ path: IndexPath) -> CGFloat {
      let rect = rectForRow(at: path)
      switch position {
      case .top: return abs(rect.minY - visible.minY)
      case .bottom: return abs(rect.maxY - visible.maxY)
      case .middle, .none: return abs(rect.midY - visible.midY)
      }
    }
    guard let nearest = selection.min(by: { distance($0) < distance($1) }) else { return }
    scrollToRow(at: nearest, at: position, animated: animated)
  }

  // MARK: Changing (E-276)

  open func beginUpdates() { openBatch() }
  open func endUpdates() { closeBatch() }
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    openBatch()
    updates?()
    if let completion { batch?.completions.append(completion) }
    closeBatch()
  }
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.insertRows(indexPaths, animation) }
  }
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    EndingField.check(self, indexPaths, "deleteRows")
    update { $0.deleteRows(indexPaths, animation) }
  }
  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    EndingField.check(self, indexPaths, "reloadRows")
    update { $0.reloadRows(indexPaths, animation) }
  }
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    update { $0.changes.moved.append((indexPath, newIndexPath)) }
  }
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    update { $0.insertSections(sections, animation) }
  }
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    update { $0.deleteSections(sections, animation) }
  }
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    update { $0.reloadSections(sections, animation) }
  }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    update { $0.changes.movedSections.append((section, newSection)) }
  }
  open func reconfigureRows(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }
  open func reloadSectionIndexTitles() {
    needsIndexTitles = true
    setNeedsLayout()
  }
  open var hasUncommittedUpdates: Bool { batch != nil }

  // MARK: State (E-406)

  open override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    encodeElements(coder)
  }
  open override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    decodeElements(coder)
  }

  // MARK: Selection

  /// Selects a row without telling the delegate (E-271).
  open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    guard let indexPath else {
      for path in selection { select(cellForRow(at: path), false) }
      selection = []
      return
    }
    if !selectsSeveral {
      for path in selection { select(cellForRow(at: path), false) }
      selection = []
    }
    if !selection.contains(indexPath) { selection.append(indexPath) }
    select(cellForRow(at: indexPath), true)
    if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
  }

  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    selection.removeAll { $0 == indexPath }
    select(cellForRow(at: indexPath), false)
  }

  // MARK: Gestures and the like

  override func offsetChanged() {
    super.offsetChanged()
    if isDragging { closeSwipe() }
  }
  open override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + [
      .init(object: "carob_swipe:", "carob_swipe(_:)", 0) { table, _ in
        unsafeDowncast(table, to: UITableView.self).swiped()
      }
    ]
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITableView.self,
      {
        [
          "dataSource": \.dataSource, "prefetchDataSource": \.prefetchDataSource,
          "prefetchingEnabled": \.isPrefetchingEnabled, "dragDelegate": \.dragDelegate,
          "dropDelegate": \.dropDelegate, "dragInteractionEnabled": \.dragInteractionEnabled,
          "rowHeight": \.rowHeight, "estimatedRowHeight": \.estimatedRowHeight,
          "sectionHeaderHeight": \.sectionHeaderHeight, "sectionFooterHeight": \.sectionFooterHeight,
          "estimatedSectionHeaderHeight": \.estimatedSectionHeaderHeight,
          "estimatedSectionFooterHeight": \.estimatedSectionFooterHeight,
          "sectionHeaderTopPadding": \.sectionHeaderTopPadding, "separatorStyle": \.separatorStyle,
          "separatorColor": \.separatorColor, "separatorInset": \.separatorInset,
          "separatorInsetReference": \.separatorInsetReference,
          "insetsContentViewsToSafeArea": \.insetsContentViewsToSafeArea,
          "tableHeaderView": \.tableHeaderView, "tableFooterView": \.tableFooterView,
          "backgroundView": \.backgroundView, "allowsSelection": \.allowsSelection,
          "allowsMultipleSelection": \.allowsMultipleSelection,
          "allowsSelectionDuringEditing": \.allowsSelectionDuringEditing,
          "allowsMultipleSelectionDuringEditing": \.allowsMultipleSelectionDuringEditing,
          "remembersLastFocusedIndexPath": \.remembersLastFocusedIndexPath,
          "cellLayoutMarginsFollowReadableWidth": \.cellLayoutMarginsFollowReadableWidth,
          "sectionIndexColor": \.sectionIndexColor,
          "sectionIndexBackgroundColor": \.sectionIndexBackgroundColor,
          "sectionIndexTrackingBackgroundColor": \.sectionIndexTrackingBackgroundColor,
          "sectionIndexMinimumDisplayRowCount": \.sectionIndexMinimumDisplayRowCount,
          "editing": \.isEditing,
        ]
      },
      readOnly: {
        [
          "style": \.style, "hasActiveDrag": \.hasActiveDrag, "hasActiveDrop": \.hasActiveDrop,
          "numberOfSections": \.numberOfSections, "visibleCells": \.visibleCells,
          "indexPathsForVisibleRows": \.indexPathsForVisibleRows,
          "indexPathForSelectedRow": \.indexPathForSelectedRow,
          "indexPathsForSelectedRows": \.indexPathsForSelectedRows,
          "hasUncommittedUpdates": \.hasUncommittedUpdates,
        ]
      }
    )
  }
}
