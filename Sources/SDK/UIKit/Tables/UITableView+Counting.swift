import CarobFoundation

// E-260…E-262: when the data source and the delegate are asked for counts, titles and heights.
extension UITableView {
  var fixedHeight: CGFloat? { rowHeight > 0 ? rowHeight : nil }

  /// E-260, E-261.
  func count() {
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
    refuseNegative(number, "sections")
    var sections: [TableGeometry.Section] = []
    for index in 0..<max(0, number) {
      let header = headerHeight(index)
      let footer = footerHeight(index)
      let rows = Journal.query(
        .dataSource, "tableView(_:numberOfRowsInSection:)", to: dataSource, from: self
      ) { dataSource.tableView(self, numberOfRowsInSection: index) }
      // E-696
      refuseNegative(rows, "rows in section \(index)")
      sections.append(
        TableGeometry.Section(
          padding: header.height > 0 ? headerPadding : 0, header: header, footer: footer,
          rows: heightsBeforeDisplay(max(0, rows), index)))
    }
    geometry = TableGeometry(sections)
    hasCounted = true
    place()
  }

  private func refuseNegative(_ count: Int, _ what: String) {
    guard count < 0 else { return }
    NSException.raise(
      .internalInconsistencyException,
      "the data source of \(Journal.className(type(of: self))) answered \(count) \(what)")
  }

  /// E-262: with estimates (the default) the delegate is asked for a row's height only before the row is
  /// displayed.
  private func heightsBeforeDisplay(_ count: Int, _ section: Int) -> RowHeights {
    let isAsked = answers("tableView:heightForRowAtIndexPath:")
    if estimatedRowHeight == 0, isAsked {
      return RowHeights(
        (0..<count).map { row in
          let height = askHeight(IndexPath(row: row, section: section)) ?? fixedHeight
          return (height ?? 44, height != nil)
        })
    }
    if let staticSource, !isAsked {
      return RowHeights(
        (0..<count).map { row in
          let height = staticSource.height(IndexPath(row: row, section: section)) ?? fixedHeight
          return (height ?? (estimatedRowHeight > 0 ? estimatedRowHeight : 44), height != nil)
        })
    }
    // OPTIMIZATION: no loop over the rows if the delegate is not asked about them.
    if let fixedHeight, !isAsked { return RowHeights(count: count, usual: fixedHeight, isKnown: true) }
    let usual = estimatedRowHeight > 0 ? estimatedRowHeight : fixedHeight ?? 44
    guard let tableDelegate, answers("tableView:estimatedHeightForRowAtIndexPath:") else {
      return RowHeights(count: count, usual: usual, isKnown: false)
    }
    return RowHeights(
      (0..<count).map { row in
        let path = IndexPath(row: row, section: section)
        let estimate = Journal.query(
          .delegate, "tableView(_:estimatedHeightForRowAt:)", to: tableDelegate, from: self
        ) { tableDelegate.tableView(self, estimatedHeightForRowAt: path) }
        return (estimate > 0 ? estimate : usual, false)
      })
  }

  /// The height from the delegate, or from the storyboard for a static row (E-554); nil if there is none or
  /// if the height is automatic.
  func askHeight(_ path: IndexPath) -> CGFloat? {
    let height =
      tableDelegate?.ask(
        from: self, "tableView(_:heightForRowAt:)", "tableView:heightForRowAtIndexPath:"
      ) { $0.tableView(self, heightForRowAt: path) } ?? staticSource?.height(path)
    return height.flatMap { $0 >= 0 ? $0 : nil }
  }

  func headerTitle(_ section: Int) -> String? {
    if let known = headerTitles[section] { return known }
    let title =
      dataSource?.ask(
        from: self, mechanism: .dataSource, "tableView(_:titleForHeaderInSection:)",
        "tableView:titleForHeaderInSection:"
      ) { $0.tableView(self, titleForHeaderInSection: section) } ?? nil
    headerTitles[section] = .some(title)
    return title
  }

  func footerTitle(_ section: Int) -> String? {
    if let known = footerTitles[section] { return known }
    let title =
      dataSource?.ask(
        from: self, mechanism: .dataSource, "tableView(_:titleForFooterInSection:)",
        "tableView:titleForFooterInSection:"
      ) { $0.tableView(self, titleForFooterInSection: section) } ?? nil
    footerTitles[section] = .some(title)
    return title
  }

  /// E-594: the space above each header: the app's padding if it is set, otherwise 22 points in a plain table
  /// and none in other styles.
  private var headerPadding: CGFloat {
    if sectionHeaderTopPadding >= 0 { return sectionHeaderTopPadding }
    return style == .plain ? 22 : 0
  }

  private func answers(_ selector: Selector) -> Bool {
    tableDelegate.map { Runtime.answers($0, selector) } ?? false
  }

  func headerHeight(_ section: Int) -> TableGeometry.Edge {
    let givesView = answers("tableView:viewForHeaderInSection:")
    if let estimate = estimatedHeaderHeight(section), estimate > 0 { return .estimate(estimate) }
    if let height = askHeaderHeight(section) { return .known(height) }
    let hasHeader = headerTitle(section) != nil || givesView
    // A plain table reserves no space for a missing header, whatever `sectionHeaderHeight` is.
    if style == .plain, !hasHeader { return .known(0) }
    if sectionHeaderHeight > 0 { return .known(sectionHeaderHeight) }
    // E-595: for a view from the delegate the usual height is only an estimate.
    let usual: CGFloat = style == .plain ? 28 : hasHeader ? 38 : section == 0 ? 35 : 18
    return givesView ? .estimate(usual) : .known(usual)
  }

  func footerHeight(_ section: Int) -> TableGeometry.Edge {
    let givesView = answers("tableView:viewForFooterInSection:")
    if let estimate = estimatedFooterHeight(section), estimate > 0 { return .estimate(estimate) }
    if let height = askFooterHeight(section) { return .known(height) }
    let hasFooter = footerTitle(section) != nil || givesView
    if style == .plain, !hasFooter { return .known(0) }
    if sectionFooterHeight > 0 { return .known(sectionFooterHeight) }
    let usual: CGFloat = hasFooter ? 30 : 17
    return givesView ? .estimate(usual) : .known(usual)
  }

  private func askHeaderHeight(_ section: Int) -> CGFloat? {
    tableDelegate?.ask(
      from: self, "tableView(_:heightForHeaderInSection:)", "tableView:heightForHeaderInSection:"
    ) { $0.tableView(self, heightForHeaderInSection: section) }.flatMap { $0 >= 0 ? $0 : nil }
  }
  private func askFooterHeight(_ section: Int) -> CGFloat? {
    tableDelegate?.ask(
      from: self, "tableView(_:heightForFooterInSection:)", "tableView:heightForFooterInSection:"
    ) { $0.tableView(self, heightForFooterInSection: section) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// E-595: the table's estimated heights apply only if the delegate provides header or footer views.
  private func estimatedHeaderHeight(_ section: Int) -> CGFloat? {
    tableDelegate?.ask(
      from: self, "tableView(_:estimatedHeightForHeaderInSection:)",
      "tableView:estimatedHeightForHeaderInSection:",
      { $0.tableView(self, estimatedHeightForHeaderInSection: section) })
      ?? (answers("tableView:viewForHeaderInSection:") ? estimatedSectionHeaderHeight : nil)
  }
  private func estimatedFooterHeight(_ section: Int) -> CGFloat? {
    tableDelegate?.ask(
      from: self, "tableView(_:estimatedHeightForFooterInSection:)",
      "tableView:estimatedHeightForFooterInSection:",
      { $0.tableView(self, estimatedHeightForFooterInSection: section) })
      ?? (answers("tableView:viewForFooterInSection:") ? estimatedSectionFooterHeight : nil)
  }

  /// E-595: the height of an estimated header or footer that is about to be displayed; nil keeps the
  /// estimate.
  func heightBeforeDisplay(_ section: Int, _ view: UIView?, isHeader: Bool) -> CGFloat? {
    if let height = isHeader ? askHeaderHeight(section) : askFooterHeight(section) { return height }
    let given = isHeader ? sectionHeaderHeight : sectionFooterHeight
    if given > 0 { return given }
    guard let view else { return style == .plain ? 0 : nil }
    let header = view as? UITableViewHeaderFooterView
    if let height = header?.configuredHeight(width: bounds.width) { return height }
    let content = header?.contentView ?? view
    let height = content.systemLayoutSizeFitting(
      CGSize(width: bounds.width, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    ).height
    return height > 0 ? height : nil
  }
}
