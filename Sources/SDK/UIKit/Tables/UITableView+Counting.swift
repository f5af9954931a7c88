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
    func responds(_ selector: Selector) -> Bool {
      tableDelegate.map { Runtime.answers($0, selector) } ?? false
    }
    let isAsked = responds("tableView:heightForRowAtIndexPath:")
    if estimatedRowHeight == 0, isAsked {
      return RowHeights(
        (0..<count).map { row in
          let height = askHeight(IndexPath(row: row, section: section)) ?? fixedHeight
          return (height ?? 44, height != nil)
        })
    }
    // OPTIMIZATION: rows that nobody is asked about are not gone through.
    if let fixedHeight, !isAsked { return RowHeights(count: count, usual: fixedHeight, isKnown: true) }
    let usual = estimatedRowHeight > 0 ? estimatedRowHeight : fixedHeight ?? 44
    guard let tableDelegate, responds("tableView:estimatedHeightForRowAtIndexPath:") else {
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

  /// The delegate's height; nil if it has none or leaves it to the cell.
  func askHeight(_ path: IndexPath) -> CGFloat? {
    let height = tableDelegate?.ask(
      from: self, "tableView(_:heightForRowAt:)", "tableView:heightForRowAtIndexPath:"
    ) { $0.tableView(self, heightForRowAt: path) }
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
    if sectionHeaderHeight > 0 { return sectionHeaderHeight }
    let title = headerTitle(section)
    let hasView = tableDelegate.map { Runtime.answers($0, "tableView:viewForHeaderInSection:") } ?? false
    if style == .plain { return title != nil || hasView ? 28 : 0 }
    return title != nil || hasView ? 38 : (section == 0 ? 35 : 18)
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
    if sectionFooterHeight > 0 { return sectionFooterHeight }
    let title = footerTitle(section)
    return title != nil ? 30 : (style == .plain ? 0 : 17)
  }
}
