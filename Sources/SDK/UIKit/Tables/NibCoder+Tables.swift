import CarobFoundation
import NibFormat

extension NibCoder {
  func decodeTable(_ table: UITableView) {
    guard let e = element else { return }
    if let height = e.double("rowHeight"), height > 0 { table.rowHeight = CGFloat(height) }
    // E-541: the height that Xcode writes for this style when the storyboard sets none.
    let unsaid: Double = table.style == .plain ? 28 : 18
    if let height = e.double("sectionHeaderHeight"), height > 0, height != unsaid {
      table.sectionHeaderHeight = CGFloat(height)
    }
    if let height = e.double("sectionFooterHeight"), height > 0, height != unsaid {
      table.sectionFooterHeight = CGFloat(height)
    }
    // Xcode writes -1 for the automatic height.
    if let height = e.double("estimatedRowHeight"), height >= 0 { table.estimatedRowHeight = CGFloat(height) }
    if let height = e.double("estimatedSectionHeaderHeight"), height >= 0 {
      table.estimatedSectionHeaderHeight = CGFloat(height)
    }
    if let height = e.double("estimatedSectionFooterHeight"), height >= 0 {
      table.estimatedSectionFooterHeight = CGFloat(height)
    }
    if e["separatorStyle"] == "none" { table.separatorStyle = .none }
    if let color = color(key: "separatorColor") { table.separatorColor = color }
    if let inset = e.child(key: "separatorInset") { table.separatorInset = edgeInsets(inset) }
    if e["separatorInsetReference"] == "fromAutomaticInsets" {
      table.separatorInsetReference = .fromAutomaticInsets
    }
    if let flag = e.bool("cellLayoutMarginsFollowReadableWidth") {
      table.cellLayoutMarginsFollowReadableWidth = flag
    }
    if let padding = e.double("sectionHeaderTopPadding"), padding >= 0 {
      table.sectionHeaderTopPadding = CGFloat(padding)
    }
    if let color = color(key: "sectionIndexColor") { table.sectionIndexColor = color }
    if let color = color(key: "sectionIndexBackgroundColor") { table.sectionIndexBackgroundColor = color }
    if let color = color(key: "sectionIndexTrackingBackgroundColor") {
      table.sectionIndexTrackingBackgroundColor = color
    }
    if let count = e.int("sectionIndexMinimumDisplayRowCount") {
      table.sectionIndexMinimumDisplayRowCount = count
    }
    if let flag = e.bool("allowsSelectionDuringEditing") { table.allowsSelectionDuringEditing = flag }
    if let flag = e.bool("allowsMultipleSelectionDuringEditing") {
      table.allowsMultipleSelectionDuringEditing = flag
    }
    if let background = e.child(key: "backgroundView") { table.backgroundView = makeView(background) }
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
      table.tableHeaderView = makeView(header)
    }
    if let footer = e.children.first(where: { $0.key == "tableFooterView" }) {
      table.tableFooterView = makeView(footer)
    }
    if let sections = e.child(named: "sections") {
      let source = StaticTableSource()
      for section in sections.children {
        let cells = (section.child(named: "cells")?.children ?? []).compactMap { element in
          let cell = make(element, fallback: UITableViewCell.self) as? UITableViewCell
          if let cell, let height = element.double("rowHeight"), height > 0 {
            source.setHeight(CGFloat(height), of: cell)
          }
          return cell
        }
        let outer = element
        element = section
        source.sections.append((text("headerTitle"), text("footerTitle"), cells))
        element = outer
      }
      table.staticSource = source
      table.dataSource = source
    }
  }
}
