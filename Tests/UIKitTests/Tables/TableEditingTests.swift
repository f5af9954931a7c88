import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Deleting, inserting, swiping and reordering rows by touch.
@MainActor @Suite struct TableEditingTests {
  private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

  // MARK: Editing

  @Test(.rule("E-274")) func `when editing begins, the editing options of each visible row are requested`() {
    showingList([["a", "b"]], FullSource.self) { device, table, source in
      source.editable = { $0.row == 0 }
      table.setEditing(true, animated: true)
      #expect(
        device.log.take() == [
          "canEdit 0.0", "style 0.0", "shouldIndent 0.0", "canMove 0.0", "canEdit 0.1",
        ])
      #expect(table.isEditing)
      #expect(table.visibleCells.map(\.isEditing) == [true, false])
      #expect(table.visibleCells.map(\.editingStyle) == [.delete, .none])
      device.advance(1)
      #expect(table.visibleCells.map(\.contentView.frame.minX) == [38, 0])
      table.setEditing(false, animated: true)
      device.advance(1)
      #expect(table.visibleCells.map(\.contentView.frame.minX) == [0, 0])
    }
  }

  @Test(.rule("E-260")) func `canEditRow is called before a row is displayed`() {
    showingList([["a"]], FullSource.self) { device, table, source in
      table.reloadData()
      device.turn()
      #expect(device.log.take() == ["cell 0.0", "canEdit 0.0"])
    }
  }

  @Test(.rule("E-274")) func `the delete control shows the Delete button, which calls commit`() {
    showingList([["a", "b"]], CommitSource.self) { device, table, source in
      table.setEditing(true, animated: false)
      device.turn()
      device.tap(label: "Delete b")
      #expect(table.visibleCells[1].showingDeleteConfirmation)
      #expect(device.log.take() == [])
      device.tap(label: "Delete")
      #expect(device.log.take() == ["commit delete 0.1"])
      #expect(table.texts == ["a@0"] && table.isEditing)
    }
  }

  @Test(.rule("E-274"))
  func `the insert control calls commit at once, and a row without a style has no control`() {
    showingList([["a", "b"]], StyleSource.self) { device, table, source in
      source.styles = { $0.row == 0 ? .insert : .none }
      table.setEditing(true, animated: false)
      _ = device.log.take()
      device.turn()
      device.tap(label: "Insert a")
      #expect(device.log.take() == ["commit insert 0.0"])
      #expect(!ScreenDescription.elements().contains { $0.label == "Delete b" })
    }
  }

  @Test(.rule("E-272")) func `in editing mode rows can be selected only if the table allows it`() {
    showingList([["a", "b"]], CommitSource.self) { device, table, source in
      table.setEditing(true, animated: false)
      device.tap(200, 122)
      #expect(device.log.take() == [])
      table.allowsSelectionDuringEditing = true
      device.tap(200, 122)
      #expect(device.log.take() == ["didSelect 0.0"])
      table.setEditing(false, animated: false)
      table.allowsMultipleSelectionDuringEditing = true
      table.setEditing(true, animated: false)
      table.selectRow(at: nil, animated: false, scrollPosition: .none)
      device.tap(200, 122)
      device.tap(200, 166)
      #expect(table.indexPathsForSelectedRows == [path(0), path(1)])
      device.tap(200, 166)
      #expect(table.indexPathsForSelectedRows == [path(0)])
      table.setEditing(false, animated: false)
      #expect(table.indexPathsForSelectedRows == nil)
    }
  }

  @Test(.rule("E-274")) func `editButtonItem is always the same item, titled Done while editing`() {
    withDevice { device in
      let controller = UITableViewController(style: .plain)
      controller.navigationItem.rightBarButtonItem = controller.editButtonItem
      device.show(UINavigationController(rootViewController: controller))
      #expect(controller.editButtonItem === controller.editButtonItem)
      device.tap(label: "Edit")
      #expect(controller.isEditing && controller.tableView.isEditing)
      #expect(controller.editButtonItem.title == "Done")
      device.tap(label: "Done")
      #expect(!controller.isEditing && !controller.tableView.isEditing)
    }
  }

  @Test(.rule("E-274")) func `a row's detail button notifies the delegate and does not select the row`() {
    showingList([["a", "b"]], CommitSource.self) { device, table, source in
      for cell in table.visibleCells { cell.accessoryType = .detailDisclosureButton }
      device.turn()
      device.tap(275, 166)
      #expect(device.log.take() == ["accessory 0.1"])
    }
  }

  // MARK: Swiping

  @Test(.rule("E-275")) func `swiping a row and tapping Delete deletes it`() {
    showingList([["a", "b"]], FullSource.self) { device, table, source in
      device.drag(CGPoint(x: 250, y: 166), CGPoint(x: 130, y: 166))
      #expect(
        device.log.take() == [
          "canEdit 0.1", "style 0.1", "willBeginEditing 0.1, table edits",
        ])
      device.advance(1)
      #expect(table.visibleCells[1].frame.minX < -60)
      device.tap(label: "Delete")
      #expect(device.log.take() == ["commit delete 0.1", "didEndEditing nil, table does not edit"])
      #expect(table.texts == ["a@0"])
      #expect(!ScreenDescription.elements().contains { $0.label == "Delete" })
    }
  }

  @Test(.rule("E-275")) func `a swiped row that commit does not delete returns to its place`() {
    showingList([["a", "b"]], FullSource.self) { device, table, source in
      source.deletes = false
      device.drag(CGPoint(x: 250, y: 166), CGPoint(x: 130, y: 166))
      device.tap(label: "Delete")
      #expect(
        Array(device.log.take().suffix(2)) == [
          "commit delete 0.1", "didEndEditing 0.1, table does not edit",
        ])
      device.advance(1)
      #expect(table.visibleCells[1].frame == CGRect(x: 0, y: 44, width: 300, height: 44))
    }
  }

  @Test(.rule("E-275")) func `a full swipe performs the action`() {
    showingList([["a", "b"]], CommitSource.self) { device, table, source in
      device.drag(CGPoint(x: 280, y: 166), CGPoint(x: 20, y: 166))
      #expect(device.log.take() == ["commit delete 0.1"])
    }
  }

  @Test(.rule("E-275")) func `a tap outside the swipe buttons closes them and selects nothing`() {
    showingList([["a", "b"]], FullSource.self) { device, table, source in
      device.drag(CGPoint(x: 250, y: 166), CGPoint(x: 130, y: 166))
      _ = device.log.take()
      device.tap(100, 122)
      #expect(device.log.take() == ["didEndEditing 0.1, table does not edit"])
      device.tap(100, 122)
      #expect(device.log.take() == ["didSelect 0.0"])
    }
  }

  @Test(.rule("E-275"))
  func `rows that cannot be edited, and rows of a table without commit, cannot be swiped`() {
    showingList([["a"]], FullSource.self) { device, table, source in
      source.editable = { _ in false }
      device.drag(CGPoint(x: 250, y: 122), CGPoint(x: 130, y: 122))
      #expect(device.log.take() == ["canEdit 0.0", "didSelect 0.0"] && !table.isEditing)
    }
    showingList([["a"]]) { device, table, source in
      device.drag(CGPoint(x: 250, y: 122), CGPoint(x: 130, y: 122))
      #expect(device.log.take() == [] && !table.isEditing)
    }
  }

  @Test(.rule("E-275"))
  func `custom swipe actions do not call commit, and the row closes when they complete`() {
    showingList([["a", "b"]], ActionSource.self) { device, table, source in
      var done: ((Bool) -> Void)?
      let pin = UIContextualAction(style: .normal, title: "Pin") { action, _, completion in
        device.log("pin")
        done = completion
      }
      let trash = UIContextualAction(style: .destructive, title: "Trash") { _, _, completion in
        device.log("trash")
        completion(true)
      }
      source.trailing = UISwipeActionsConfiguration(actions: [trash, pin])
      device.drag(CGPoint(x: 250, y: 122), CGPoint(x: 100, y: 122))
      #expect(
        device.log.take() == [
          "canEdit 0.0", "style 0.0", "trailing 0.0", "willBeginEditing 0.0, table edits",
        ])
      device.tap(label: "Pin")
      #expect(device.log.take() == ["pin"])
      #expect(table.isEditing)
      done?(true)
      #expect(device.log.take() == ["didEndEditing 0.0, table does not edit"])
      device.advance(1)
      device.drag(CGPoint(x: 20, y: 122), CGPoint(x: 150, y: 122))
      _ = device.log.take()
      device.tap(label: "Trash")
      #expect(device.log.take() == ["trash", "didEndEditing 0.0, table does not edit"])
    }
  }

  @Test(.rule("E-275")) func `a vertical drag scrolls and does not request swipe actions`() {
    showingList([(0..<50).map { "\($0)" }], FullSource.self) { device, table, source in
      device.drag(CGPoint(x: 150, y: 400), CGPoint(x: 160, y: 300))
      #expect(table.contentOffset.y > 80)
      #expect(!device.log.take().contains { $0.hasPrefix("style") })
    }
  }

  // MARK: Moving

  @Test(.rule("E-277")) func `dragging the reorder control moves the row to where it is dropped`() {
    showingList([["a", "b", "c"]], FullSource.self) { device, table, source in
      table.setEditing(true, animated: false)
      device.turn()
      _ = device.log.take()
      device.drag(CGPoint(x: 280, y: 122), CGPoint(x: 280, y: 210), steps: 4)
      #expect(device.log.take() == ["target 0.0 to 0.1", "target 0.0 to 0.2", "move 0.0 to 0.2"])
      device.advance(1)
      #expect(table.texts == ["b@0", "c@44", "a@88"])
      #expect(source.names == [["b", "c", "a"]])
      #expect(table.contentOffset == .zero)
    }
  }

  @Test(.rule("E-277")) func `other rows make room for a dragged row, also in another section`() {
    showingList([["a", "b"], ["c", "d"]], FullSource.self) { device, table, source in
      table.setEditing(true, animated: false)
      device.turn()
      _ = device.log.take()
      device.drag(CGPoint(x: 280, y: 122), CGPoint(x: 280, y: 212), steps: 3, lifts: false)
      #expect(table.texts.sorted() == ["a@90", "b@0", "c@44", "d@132"].sorted())
      device.up(280, 212)
      device.advance(1)
      #expect(source.names == [["b"], ["c", "a", "d"]])
      #expect(table.texts == ["b@0", "c@44", "a@88", "d@132"])
      #expect(device.log.take().last == "move 0.0 to 1.1")
    }
  }

  @Test(.rule("E-277"))
  func `a row does not move if the delegate returns its own index path as the target`() {
    showingList([["a", "b", "c"]], FullSource.self) { device, table, source in
      table.setEditing(true, animated: false)
      device.turn()
      _ = device.log.take()
      source.landing = { _ in IndexPath(row: 0, section: 0) }
      device.drag(CGPoint(x: 280, y: 122), CGPoint(x: 280, y: 166), steps: 2)
      #expect(device.log.take() == ["target 0.0 to 0.1"])
      device.advance(1)
      #expect(table.texts == ["a@0", "b@44", "c@88"])
    }
  }
}

private class CommitSource: ListSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "tableView:commitEditingStyle:forRowAtIndexPath:", "tableView:didSelectRowAtIndexPath:",
        "tableView:accessoryButtonTappedForRowWithIndexPath:")
  }
}

private class StyleSource: CommitSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods + has("tableView:editingStyleForRowAtIndexPath:")
  }
}

private class FullSource: StyleSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "tableView:canEditRowAtIndexPath:", "tableView:shouldIndentWhileEditingRowAtIndexPath:",
        "tableView:canMoveRowAtIndexPath:", "tableView:moveRowAtIndexPath:toIndexPath:",
        "tableView:targetIndexPathForMoveFromRowAtIndexPath:toProposedIndexPath:",
        "tableView:willBeginEditingRowAtIndexPath:", "tableView:didEndEditingRowAtIndexPath:")
  }
}

private final class ActionSource: FullSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "tableView:trailingSwipeActionsConfigurationForRowAtIndexPath:",
        "tableView:leadingSwipeActionsConfigurationForRowAtIndexPath:")
  }
}
