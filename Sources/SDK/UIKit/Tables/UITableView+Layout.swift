import CarobFoundation
import QuartzCore

// E-260, E-264: layout of the visible cells, headers and footers.
extension UITableView {
  /// The insets of the rows of an inset style from the table's sides (E-960).
  var rowInsets: (left: CGFloat, right: CGFloat) {
    guard style == .insetGrouped else { return (0, 0) }
    let safe = safeAreaInsetsForSubviews
    return (20 + safe.left, 20 + safe.right)
  }

  /// E-960: the part of the safe area that content views of rows, headers and footers keep free at the sides.
  ///
  /// NB: the table's and not the view's own, which a swipe would change.
  var contentSides: (left: CGFloat, right: CGFloat) {
    guard insetsContentViewsToSafeArea, style != .insetGrouped else { return (0, 0) }
    return headerSides
  }
  /// The same for headers and footers, which fill the table's width in each style.
  var headerSides: (left: CGFloat, right: CGFloat) {
    guard insetsContentViewsToSafeArea else { return (0, 0) }
    let safe = safeAreaInsetsForSubviews
    return (safe.left, safe.right)
  }

  func rowFrame(y: CGFloat, height: CGFloat) -> CGRect {
    let insets = rowInsets
    return CGRect(x: insets.left, y: y, width: bounds.width - insets.left - insets.right, height: height)
  }

  /// The frame of a row's cell, including the offsets of an open swipe and of reordering.
  func cellFrame(_ path: IndexPath, in geometry: TableGeometry) -> CGRect {
    let place = geometry.row(path)
    var frame = rowFrame(y: place.y, height: place.height)
    if let swipe, swipe.path == path { frame.origin.x += swipe.offset }
    if let reordering { frame.origin.y += reordering.shift(ofRow: path) }
    return frame
  }

  /// Makes cells for the visible rows; returns true if a height differed from its estimate and moved other
  /// rows.
  func layoutVisible() -> Bool {
    var window = bounds
    // Rows that make room for the dragged row may come from just outside the visible area.
    if let reordering { window = window.insetBy(dx: 0, dy: -reordering.height) }
    let wanted = geometry.rows(from: window.minY, to: window.maxY)
    var known: [IndexPath: UITableViewCell] = [:]
    for (path, cell) in visible {
      if let first = wanted.first, let last = wanted.last, path >= first, path <= last {
        known[path] = cell
      } else if reordering?.cell === cell {
        continue
      } else if transition != nil {
        transition?.leaving.append(LeavingCell(cell: cell, path: path, animation: nil))
        if geometry.contains(path) { cell.frame = cellFrame(path, in: geometry) }
      } else {
        recycle(cell, path, tells: true)
      }
    }
    visible = visible.filter { known[$0.path] != nil || reordering?.cell === $0.cell }
    var moved = false
    var shown: [(path: IndexPath, cell: UITableViewCell)] = visible.filter { known[$0.path] == nil }
    for path in wanted where geometry.contains(path) {
      guard let cell = known[path] ?? makeCell(path) else { continue }
      shown.append((path, cell))
      if known[path] == nil { visible.append((path, cell)) }
      if !geometry.row(path).isKnown {
        let height =
          askHeight(path) ?? fixedHeight
          ?? cell.sizeThatFits(CGSize(width: rowFrame(y: 0, height: 0).width, height: 0)).height
        if geometry.setHeight(height, of: path) { moved = true }
      }
      if known[path] == nil, transition != nil { begin(cell, at: path) }
      let frame = cellFrame(path, in: geometry)
      if cell.frame != frame, reordering?.cell !== cell { cell.frame = frame }
      roundCorners(cell, path)
      if known[path] == nil {
        prepareForEditing(cell, path)
        tableDelegate?.tell(
          from: self, "tableView(_:willDisplay:forRowAt:)", "tableView:willDisplayCell:forRowAtIndexPath:"
        ) { $0.tableView(self, willDisplay: cell, forRowAt: path) }
      }
    }
    visible = shown.sorted { $0.path < $1.path }
    if layoutHeaders(bounds) { moved = true }
    layoutSwipe()
    if moved { place() }
    return moved
  }

  func makeCell(_ path: IndexPath) -> UITableViewCell? {
    guard let dataSource else { return nil }
    let cell = Journal.query(.dataSource, "tableView(_:cellForRowAt:)", to: dataSource, from: self) {
      dataSource.tableView(self, cellForRowAt: path)
    }
    cell.table = self
    cell.indexPath = path
    if cell.superview !== self { insertSubview(cell, at: backgroundView == nil ? 0 : 1) }
    showSeparator(of: cell, path)
    cell.separatorChanged()
    // C-310
    if let level = tableDelegate?.ask(
      from: self, "tableView(_:indentationLevelForRowAt:)", "tableView:indentationLevelForRowAtIndexPath:",
      { $0.tableView(self, indentationLevelForRowAt: path) })
    {
      cell.indentationLevel = level
    }
    cell.isSelected = selection.contains(path)
    cell.setSelected(selection.contains(path), animated: false)
    cell.setNeedsUpdateConfiguration()
    cell.updateConfigurationIfNeeded()
    return cell
  }

  // E-1070
  /// Shows the separator below a row, except at the rounded lower edge of an inset-grouped section.
  func showSeparator(of cell: UITableViewCell, _ path: IndexPath) {
    let endsSection =
      style == .insetGrouped && geometry.contains(path)
      && path.row == geometry.sections[path.section].rowCount - 1
    cell.showSeparator(separatorStyle != .none && !endsSection)
  }

  func roundCorners(_ cell: UITableViewCell, _ path: IndexPath) {
    guard style == .insetGrouped else { return }
    showSeparator(of: cell, path)
    var corners: CACornerMask = []
    if path.row == 0 { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if path.row == geometry.sections[path.section].rowCount - 1 {
      corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
    }
    cell.layer.cornerRadius = corners.isEmpty ? 0 : 10
    cell.layer.maskedCorners = corners
    cell.clipsToBounds = true
  }

  /// Returns true if a height differed from its estimate and moved the content below.
  @discardableResult
  func layoutHeaders(_ window: CGRect) -> Bool {
    let shown = geometry.sections(from: window.minY, to: window.maxY)
    for index in Set(headers.keys).union(footers.keys).sorted() where !shown.contains(index) {
      dropEdge(index, isHeader: true)
      dropEdge(index, isHeader: false)
    }
    var moved = false
    for index in shown {
      let header = edge(
        index, geometry.header(index), window, isHeader: true,
        sticksUntil: style == .plain ? geometry.end(of: index) : nil)
      let footer = edge(index, geometry.footer(index), window, isHeader: false, sticksUntil: nil)
      if header || footer { moved = true }
    }
    return moved
  }

  private func edge(
    _ index: Int, _ place: (y: CGFloat, height: CGFloat), _ window: CGRect, isHeader: Bool,
    sticksUntil end: CGFloat?
  ) -> Bool {
    var y = place.y
    if let end, place.height > 0 {
      let top = window.minY + adjustedContentInset.top
      y = min(max(y, top), max(place.y, end - place.height))
    }
    let isPinned = y > place.y
    guard place.height > 0, y < window.maxY, y + place.height > window.minY else {
      dropEdge(index, isHeader: isHeader)
      return false
    }
    if let reordering {
      y += reordering.shift(ofSection: index, isHeader: isHeader)
    }
    let frame = CGRect(x: 0, y: y, width: window.width, height: place.height)
    if let view = isHeader ? headers[index] : footers[index] {
      view.frame = frame
      (view as? UITableViewHeaderFooterView)?.isPinned = isPinned
      return false
    }
    let made = isHeader ? makeHeader(index) : makeFooter(index)
    (made as? UITableViewHeaderFooterView)?.prepareForDisplay(isHeader: isHeader, isPinned: isPinned)
    var moved = false
    if !geometry.isEdgeKnown(index, isHeader: isHeader) {
      let height = heightBeforeDisplay(index, made, isHeader: isHeader) ?? place.height
      moved = geometry.setEdge(height, of: index, isHeader: isHeader)
    }
    guard let view = made else { return moved }
    if isHeader { headers[index] = view } else { footers[index] = view }
    UIView.performWithoutAnimation {
      view.frame = frame
      addSubview(view)
    }
    if isHeader {
      tableDelegate?.tell(
        from: self,
        "tableView(_:willDisplayHeaderView:forSection:)", "tableView:willDisplayHeaderView:forSection:"
      ) { $0.tableView(self, willDisplayHeaderView: view, forSection: index) }
    } else {
      tableDelegate?.tell(
        from: self,
        "tableView(_:willDisplayFooterView:forSection:)", "tableView:willDisplayFooterView:forSection:"
      ) { $0.tableView(self, willDisplayFooterView: view, forSection: index) }
    }
    return moved
  }

  private func dropEdge(_ index: Int, isHeader: Bool) {
    guard let view = isHeader ? headers.removeValue(forKey: index) : footers.removeValue(forKey: index) else {
      return
    }
    view.removeFromSuperview()
    if isHeader {
      tableDelegate?.tell(
        from: self, "tableView(_:didEndDisplayingHeaderView:forSection:)",
        "tableView:didEndDisplayingHeaderView:forSection:"
      ) { $0.tableView(self, didEndDisplayingHeaderView: view, forSection: index) }
    } else {
      tableDelegate?.tell(
        from: self, "tableView(_:didEndDisplayingFooterView:forSection:)",
        "tableView:didEndDisplayingFooterView:forSection:"
      ) { $0.tableView(self, didEndDisplayingFooterView: view, forSection: index) }
    }
  }

  func makeHeader(_ section: Int) -> UIView? {
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

  func makeFooter(_ section: Int) -> UIView? {
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
}
