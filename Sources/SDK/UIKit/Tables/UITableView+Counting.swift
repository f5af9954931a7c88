import CarobFoundation

// E-260…E-262: what the data source and the delegate say of rows, and when they are asked.
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
    var sections: [TableGeometry.Section] = []
    for index in 0..<max(0, number) {
      let header = headerHeight(index)
      let footer = footerHeight(index)
      let rows = Journal.query(
        .dataSource, "tableView(_:numberOfRowsInSection:)", to: dataSource, from: self
      ) { dataSource.tableView(self, numberOfRowsInSection: index) }
      sections.append(
        TableGeometry.Section(
          headerHeight: header, footerHeight: footer, rows: heightsBeforeDisplay(max(0, rows), index)))
    }
    geometry = TableGeometry(sections)
    hasCounted = true
    place()
  }

  /// E-262: with estimates (the default) a row's height is asked only when it is about to show.
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
    // OPTIMIZATION: rows that nobody is asked about are not gone through.
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

  /// The delegate's height, or the storyboard's of a static row (E-554); nil if there is none or it is left to the cell.
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

  func headerHeight(_ section: Int) -> CGFloat {
    if let height = tableDelegate?.ask(
      from: self,
      "tableView(_:heightForHeaderInSection:)", "tableView:heightForHeaderInSection:",
      {
        $0.tableView(self, heightForHeaderInSection: section)
      }), height >= 0
    {
      return height
    }
    let hasHeader = headerTitle(section) != nil || answers("tableView:viewForHeaderInSection:")
    // A plain table has no room for a header that nobody gives, whatever height its headers have.
    if style == .plain, !hasHeader { return 0 }
    if sectionHeaderHeight > 0 { return sectionHeaderHeight }
    if style == .plain { return 28 }
    return hasHeader ? 38 : (section == 0 ? 35 : 18)
  }

  private func answers(_ selector: Selector) -> Bool {
    tableDelegate.map { Runtime.answers($0, selector) } ?? false
  }

  func footerHeight(_ section: Int) -> CGFloat {
    if let height = tableDelegate?.ask(
      from: self,
      "tableView(_:heightForFooterInSection:)", "tableView:heightForFooterInSection:",
      {
        $0.tableView(self, heightForFooterInSection: section)
      }), height >= 0
    {
      return height
    }
    let hasFooter = footerTitle(section) != nil || answers("tableView:viewForFooterInSection:")
    if style == .plain, !hasFooter { return 0 }
    if sectionFooterHeight > 0 { return sectionFooterHeight }
    return hasFooter ? 30 : 17
  }
}
