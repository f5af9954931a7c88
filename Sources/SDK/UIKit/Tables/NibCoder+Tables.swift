import CarobFoundation
import NibFormat

extension NibCoder {
  func decodeTable(_ table: UITableView) {
    guard let e = element else { return }
    if let height = e.double("rowHeight"), height > 0 { table.rowHeight = CGFloat(height) }
    // E-541: what Xcode writes for tables of the style that say nothing.
    let unsaid: Double = table.style == .plain ? 28 : 18
    if let height = e.double("sectionHeaderHeight"), height > 0, height != unsaid {
      table.sectionHeaderHeight = CGFloat(height)
    }
    if let height = e.double("sectionFooterHeight"), height > 0, height != unsaid {
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
