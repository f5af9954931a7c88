import CoreData
import TestSupport
import Testing

@Suite struct UndoTests {
  private func shelf(_ change: (inout Shelf.Options) -> Void = { _ in }) throws -> (Shelf, UndoManager) {
    let shelf = try Shelf(change)
    let manager = UndoManager()
    manager.groupsByEvent = false
    return (shelf, manager)
  }

  /// Runs a body as one event: one undo group.
  private func event(_ shelf: Shelf, _ manager: UndoManager, _ body: () -> Void) {
    shelf.context.undoManager = manager
    manager.beginUndoGrouping()
    body()
    shelf.context.processPendingChanges()
    manager.endUndoGrouping()
  }

  @Test(.rule("C-61"))
  func `a context has no undo manager by default`() throws {
    #expect(try Shelf().context.undoManager == nil)
  }

  @Test(.rule("C-62"))
  func `an event is undone and redone as a whole`() throws {
    let (shelf, manager) = try shelf()
    var note: NSManagedObject?
    event(shelf, manager) {
      let (_, notes) = shelf.category("Work", notes: "a")
      note = notes[0]
    }
    let a = try #require(note)
    event(shelf, manager) {
      a.setValue("b", forKey: "name")
      a.setValue(nil, forKey: "category")
    }
    shelf.context.undo()
    #expect(a.called == "a")
    let category = try #require(a.value(forKey: "category") as? NSManagedObject)
    #expect(names(category.value(forKey: "notes")) == ["a"])
    shelf.context.redo()
    #expect(a.called == "b")
    #expect(a.value(forKey: "category") == nil)
    #expect(names(category.value(forKey: "notes")) == [])
    shelf.context.undo()
    shelf.context.undo()
    #expect(shelf.context.insertedObjects == [])
    #expect(!shelf.context.hasChanges)
    shelf.context.redo()
    #expect(shelf.context.insertedObjects == [a, category])
    #expect(names(category.value(forKey: "notes")) == ["a"])
  }

  @Test(.rule("C-290", "C-13"))
  func `undoing an insertion after a save is a deletion that no rule denies`() throws {
    let (shelf, manager) = try shelf { $0.rule = .denyDeleteRule }
    let (_, notes) = shelf.category("Work", notes: "a")
    let cover = shelf.insert("Cover", "blue")
    try shelf.context.save()
    var made: NSManagedObject?
    event(shelf, manager) {
      let category = shelf.insert("Category", "Home")
      notes[0].setValue(category, forKey: "category")
      category.setValue(cover, forKey: "cover")
      made = category
    }
    let category = try #require(made)
    try shelf.context.save()
    shelf.context.undo()
    #expect(shelf.context.deletedObjects == [category])
    #expect(names(category.value(forKey: "notes")) == [])
    #expect(category.value(forKey: "cover") == nil)
    #expect(category.called == "Home")
    #expect((notes[0].value(forKey: "category") as? NSManagedObject)?.called == "Work")
    shelf.context.redo()
    #expect(names(category.value(forKey: "notes")) == ["a"])
    #expect(category.value(forKey: "cover") as? NSManagedObject === cover)
    #expect(cover.value(forKey: "category") as? NSManagedObject === category)
    shelf.context.undo()
    try shelf.context.save()
    #expect(try shelf.another().count(for: NSFetchRequest<NSManagedObject>(entityName: "Category")) == 1)
  }

  @Test(
    .rule("C-62", "C-14"), arguments: [NSDeleteRule.nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule])
  func `undoing a deletion also restores what it propagated to`(rule: NSDeleteRule) throws {
    let (shelf, manager) = try shelf { $0.rule = rule }
    let (category, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    event(shelf, manager) { shelf.context.delete(category) }
    #expect(shelf.context.deletedObjects.contains(category))
    shelf.context.undo()
    #expect(shelf.context.deletedObjects == [])
    #expect(names(category.value(forKey: "notes")) == ["a", "b"])
    #expect(notes.allSatisfy { $0.value(forKey: "category") as? NSManagedObject === category })
    try shelf.context.save()
    let other = shelf.another()
    #expect(names(try other.existingObject(with: category.objectID).value(forKey: "notes")) == ["a", "b"])
  }

  @Test(.rule("C-62"))
  func `a deletion that was saved is undone by inserting the objects again`() throws {
    let (shelf, manager) = try shelf { $0.rule = .cascadeDeleteRule }
    let (category, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    let id = category.objectID
    event(shelf, manager) { shelf.context.delete(category) }
    try shelf.context.save()
    shelf.context.undo()
    #expect(shelf.context.insertedObjects == Set(notes + [category]))
    #expect(names(category.value(forKey: "notes")) == ["a", "b"])
    try shelf.context.save()
    let other = shelf.another()
    #expect(names(try other.existingObject(with: id).value(forKey: "notes")) == ["a", "b"])
  }

  @Test(.rule("C-60", "C-62"))
  func `objects are notified that undo changed their values`() throws {
    let (shelf, manager) = try shelf { $0.noteClass = "CoreDataTests.RecordingNote" }
    let (_, notes) = shelf.category("Work", notes: "a")
    try shelf.context.save()
    let timeline = Timeline()
    event(shelf, manager) { notes[0].setValue("b", forKey: "name") }
    event(shelf, manager) { shelf.context.delete(notes[0]) }
    shelf.context.userInfo["timeline"] = timeline
    shelf.context.undo()
    shelf.context.undo()
    shelf.context.redo()
    #expect(
      timeline.lines == [
        "awakeFromSnapshotEvents(4) b", "awakeFromSnapshotEvents(8) a", "awakeFromSnapshotEvents(8) b",
      ])
  }

  @Test(.rule("C-62"))
  func `the undo manager undoes the current event's changes so far`() throws {
    let (shelf, manager) = try shelf()
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    shelf.context.undoManager = manager
    manager.groupsByEvent = true
    note.setValue("b", forKey: "name")
    manager.undo()
    #expect(note.called == "a")
  }
}
