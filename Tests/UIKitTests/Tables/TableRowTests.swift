import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// What a table asks its delegate about rows, and how cells show it.
@MainActor @Suite struct TableRowTests {
  private static let names = [["a", "b", "c", "d"]]

  @Test(.rule("C-310")) func `the delegate's indentation level moves the content of a row`() {
    showingList(Self.names, IndentingSource.self) { device, table, _ in
      let lefts = table.visibleCells.compactMap { $0.textLabel?.frame.minX }
      #expect(lefts == [16, 26, 36, 46])
      #expect(table.visibleCells.map(\.indentationLevel) == [0, 1, 2, 3])
      let cell = table.visibleCells[2]
      var content = UIListContentConfiguration.cell()
      content.text = "x"
      cell.contentConfiguration = content
      cell.layoutIfNeeded()
      #expect((cell.contentView.subviews.last as? UIListContentView)?.frame.minX == 20)
    }
  }

  @Test(.rule("C-311"))
  func `two fingers select the rows that they pass, after the delegate has begun editing`() {
    showingList(Self.names, SelectingSource.self) { device, table, source in
      table.allowsMultipleSelectionDuringEditing = true
      device.touch(.began, [1: CGPoint(x: 100, y: 120), 2: CGPoint(x: 140, y: 120)])
      device.touch(.moved, [1: CGPoint(x: 100, y: 140), 2: CGPoint(x: 140, y: 140)])
      device.touch(.moved, [1: CGPoint(x: 100, y: 210), 2: CGPoint(x: 140, y: 210)])
      device.touch(.ended, [1: CGPoint(x: 100, y: 210), 2: CGPoint(x: 140, y: 210)])
      #expect(
        device.log.take() == [
          "should begin 0.0", "did begin 0.0", "didSelect 0.0", "didSelect 0.1", "didSelect 0.2", "did end",
        ])
      #expect(table.indexPathsForSelectedRows?.map(\.row) == [0, 1, 2] && table.isEditing)
      // One finger does not select.
      device.advance(1)
      table.allowsMultipleSelectionDuringEditing = false
      device.touch(.began, [1: CGPoint(x: 100, y: 120), 2: CGPoint(x: 140, y: 120)])
      device.touch(.moved, [1: CGPoint(x: 100, y: 140), 2: CGPoint(x: 140, y: 140)])
      device.touch(.ended, [1: CGPoint(x: 100, y: 140), 2: CGPoint(x: 140, y: 140)])
      #expect(!device.log.take().contains("should begin 0.0"))
    }
  }

  @Test(.rule("C-325")) func `a long press shows the edit commands that the delegate allows for a row`() {
    showingList(Self.names, MenuSource.self) { device, _, _ in
      device.down(100, 150)
      device.advance(0.7)
      device.up(100, 150)
      #expect(device.log.take() == ["should show menu 0.1"])
      device.tap(label: "Copy")
      #expect(device.log.take() == ["perform copy: 0.1"])
    }
  }

  @Test(.rule("C-316"))
  func `a cell keeps its accessory in editing mode only if its storyboard says so`() {
    showingList(Self.names) { device, table, _ in
      let (hiding, keeping) = (table.visibleCells[0], table.visibleCells[1])
      for cell in [hiding, keeping] { cell.accessoryType = .detailButton }
      keeping.hidesAccessoryWhenEditing = false
      @MainActor func hasButton(_ cell: UITableViewCell) -> Bool { cell.subviews.contains { $0 is UIButton } }
      #expect(hasButton(hiding) && hasButton(keeping))
      table.isEditing = true
      #expect(!hasButton(hiding) && hasButton(keeping))
      keeping.editingAccessoryType = .checkmark
      #expect(!hasButton(keeping))
    }
  }

  @Test(.rule("C-317")) func `a table with multiple selection has its own background of selected cells`() {
    showingList(Self.names) { device, table, _ in
      let cell = table.visibleCells[0]
      let (single, several) = (UIView(), UIView())
      (cell.selectedBackgroundView, cell.multipleSelectionBackgroundView) = (single, several)
      device.tap(100, 120)
      #expect(single.superview === cell && several.superview == nil)
      table.deselectRow(at: IndexPath(row: 0, section: 0), animated: false)
      #expect(single.superview == nil)
      table.allowsMultipleSelection = true
      device.tap(100, 120)
      #expect(single.superview == nil && several.superview === cell)
    }
  }

  @Test(.rule("C-318")) func `the section index has another background while a finger is on it`() {
    showingList((0..<5).map { ["\($0)"] }, IndexSource.self) { device, table, source in
      table.sectionIndexBackgroundColor = .yellow
      table.sectionIndexTrackingBackgroundColor = .red
      let index = table.subviews.lazy.compactMap { $0 as? TableIndexView }.first
      #expect(index?.backgroundColor == .yellow)
      device.down(295, 300)
      #expect(index?.backgroundColor == .red)
      device.up(295, 300)
      #expect(index?.backgroundColor == .yellow)
    }
  }

  @Test(.rule("C-319")) func `a row action's effect is behind its title in place of the color`() {
    let action = UITableViewRowAction(style: .normal, title: "Mark") { _, _ in }
    action.backgroundEffect = UIBlurEffect(style: .dark)
    let buttons = SwipeButtons([action.contextual(at: IndexPath(row: 0, section: 0))], .trailing)
    let button = buttons.subviews.first
    #expect(button?.backgroundColor == .clear && button?.subviews.first is UIVisualEffectView)
  }

  private final class IndentingSource: ListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods + has("tableView:indentationLevelForRowAtIndexPath:")
    }
  }
  private final class SelectingSource: ListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods
        + has(
          "tableView:shouldBeginMultipleSelectionInteractionAtIndexPath:",
          "tableView:didBeginMultipleSelectionInteractionAtIndexPath:",
          "tableViewDidEndMultipleSelectionInteraction:", "tableView:didSelectRowAtIndexPath:")
    }
  }
  private final class MenuSource: ListSource {
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods
        + has(
          "tableView:shouldShowMenuForRowAtIndexPath:",
          "tableView:canPerformAction:forRowAtIndexPath:withSender:",
          "tableView:performAction:forRowAtIndexPath:withSender:", "tableView:didSelectRowAtIndexPath:")
    }
  }
  private final class IndexSource: ListSource {
    required init(_ log: Log, _ names: [[String]]) {
      super.init(log, names)
      titles = ["A", "B", "C", "D", "E"]
    }
    override class var _carobMethods: [_CarobMethod] {
      super._carobMethods + has("sectionIndexTitlesForTableView:")
    }
  }
}
