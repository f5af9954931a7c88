import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Backgrounds of headers, and separators at the edges of sections.
@MainActor @Suite struct SectionLookTests {
  @Test(.rule("E-1010")) func `a header's background view replaces its standard background`() {
    withDevice { device in
      let header = UITableViewHeaderFooterView(reuseIdentifier: nil)
      header.configure("Fruit", isPlain: true)
      #expect(header.backgroundColor == .secondarySystemBackground)
      let (first, second) = (UIView(), UIView())
      header.backgroundView = first
      #expect(header.backgroundColor == nil && header.subviews.first === first)
      header.frame = CGRect(x: 0, y: 0, width: 300, height: 40)
      device.showEmpty().addSubview(header)
      device.turn()
      #expect(first.frame == CGRect(x: 0, y: 0, width: 300, height: 40))
      header.backgroundView = second
      #expect(first.superview == nil && header.subviews.first === second)
      header.backgroundView = nil
      #expect(second.superview == nil && header.subviews.first === header.contentView)
      // A color of the app's own stays.
      header.backgroundColor = .red
      header.backgroundView = first
      #expect(header.backgroundColor == .red)
    }
  }

  private func separators(_ table: UITableView) -> [Bool] {
    table.visibleCells.map { cell in cell.contentView.bounds.height < cell.bounds.height }
  }

  @Test(.rule("E-1070"), arguments: [UITableView.Style.plain, .insetGrouped])
  func `the last row of an inset-grouped section has no separator`(_ style: UITableView.Style) {
    withDevice { device in
      let table = UITableView(frame: CGRect(x: 0, y: 100, width: 300, height: 500), style: style)
      table.rowHeight = 44
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      let source = ListSource(device.log, [["a", "b"], ["c"]])
      (table.dataSource, table.delegate) = (source, source)
      device.showEmpty().addSubview(table)
      device.turn()
      let isPlain = style == .plain
      #expect(separators(table) == [true, isPlain, isPlain])
      table.separatorStyle = .none
      device.turn()
      #expect(separators(table) == [false, false, false])
      table.separatorStyle = .singleLine
      device.turn()
      #expect(separators(table) == [true, isPlain, isPlain])
      // A row that is inserted below gives the former last row its separator.
      source.names[1].append("d")
      table.insertRows(at: [IndexPath(row: 1, section: 1)], with: .none)
      device.advance(1)
      #expect(separators(table) == [true, isPlain, true, isPlain])
    }
  }
}
