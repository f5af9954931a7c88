import CoreData
import TestSupport
import Testing

@Suite struct SavingTests {
  @Test(.rule("C-40", "C-46", "C-47", "C-60"))
  func `a save sends its callbacks and notifications in order`() throws {
    let shelf = try Shelf { $0.noteClass = "CoreDataTests.RecordingNote" }
    let (_, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    let timeline = Timeline()
    shelf.context.userInfo["timeline"] = timeline
    timeline.watch(shelf.context)
    let new = shelf.insert("Note", "c")
    notes[0].setValue(5, forKey: "stars")
    shelf.context.delete(notes[1])
    try shelf.context.save()
    #expect(
      timeline.lines
        == [
          "awakeFromInsert -",
          "prepareForDeletion (in Work) b",
          "ObjectsDidChange (inserted: c; updated: Work a; deleted: b)",
          "WillSave",
          "willSave c", "willSave a", "willSave b",
          "validateForDelete b", "validateForInsert c", "validateForUpdate a",
          "didSave c", "didSave a", "didSave b",
          "DidSave (inserted: c; updated: Work a; deleted: b)",
          "willTurnIntoFault b",
        ].filter { $0 != "willTurnIntoFault b" })
    #expect(!new.objectID.isTemporaryID)
  }

  @Test(.rule("C-40", "C-48"))
  func `willSave is called again on an object that changed in it`() throws {
    let shelf = try Shelf { $0.noteClass = "CoreDataTests.RecordingNote" }
    let note = shelf.insert("Note", "a")
    let timeline = Timeline()
    shelf.context.userInfo["timeline"] = timeline
    shelf.context.userInfo["body"] = "from willSave"
    try shelf.context.save()
    #expect(timeline.lines == ["willSave a", "willSave a", "validateForInsert a", "didSave a"])
    let other = shelf.another()
    #expect(try other.existingObject(with: note.objectID).value(forKey: "body") as? String == "from willSave")
  }

  @Test(.rule("C-40"))
  func `an object that a validation method inserts and processes is saved too`() throws {
    let shelf = try Shelf { $0.noteClass = "CoreDataTests.FilingNote" }
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    note.setValue("b", forKey: "name")
    try shelf.context.save()
    let category = try #require(note.value(forKey: "category") as? NSManagedObject)
    #expect(!category.objectID.isTemporaryID && !shelf.context.hasChanges)
    let other = shelf.another()
    #expect(try other.existingObject(with: category.objectID).called == "made")
  }

  @Test(.rule("C-41"))
  func `a save without changes posts nothing`() throws {
    let shelf = try Shelf()
    let timeline = Timeline()
    timeline.watch(shelf.context)
    try shelf.context.save()
    #expect(timeline.lines == [])
  }

  @Test(.rule("C-42", "C-43"))
  func `several problems are combined into one error, and nothing is saved`() throws {
    let shelf = try Shelf { $0.isCategoryOptional = false }
    let note = shelf.insert("Note", "a")
    let other = shelf.insert("Note", "b")
    let error = try #require(throws: NSError.self) { try shelf.context.save() }
    #expect(error.code == NSValidationMultipleErrorsError)
    let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
    #expect(details.map(\.code) == [1570, 1570])
    #expect(details.map { $0.userInfo[NSValidationKeyErrorKey] as? String } == ["category", "category"])
    #expect(shelf.context.insertedObjects == [note, other])
    #expect(note.objectID.isTemporaryID)
  }

  @Test(.rule("C-64"))
  func `changed and committed values compare with the last save`() throws {
    let shelf = try Shelf()
    let (category, notes) = shelf.category("Work", notes: "a")
    try shelf.context.save()
    let note = notes[0]
    #expect(note.changedValues().isEmpty)
    note.setValue("new", forKey: "name")
    note.setValue(nil, forKey: "category")
    #expect(note.changedValues()["name"] as? String == "new")
    #expect(note.changedValues()["category"] is NSNull)
    #expect(note.changedValues().keys.sorted() == ["category", "name"])
    #expect(note.committedValues(forKeys: ["name", "category"])["name"] as? String == "a")
    #expect(note.committedValues(forKeys: ["category"])["category"] as? NSManagedObject === category)
    #expect(names(category.committedValues(forKeys: ["notes"])["notes"]) == ["new"])
    #expect(names(category.value(forKey: "notes")) == [])
    shelf.context.processPendingChanges()
    note.setValue("newer", forKey: "name")
    #expect(note.changedValuesForCurrentEvent().mapValues { $0 as? String } == ["name": "new"])
    try shelf.context.save()
    #expect(note.changedValues().isEmpty)
    #expect(note.committedValues(forKeys: ["name"])["name"] as? String == "newer")
  }

  @Test(.rule("C-153"))
  func `setting an equal value is a change without changed values`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    note.setValue("a", forKey: "name")
    #expect(note.hasChanges)
    #expect(!note.hasPersistentChangedValues)
    #expect(note.changedValues().isEmpty)
    try shelf.context.save()
    #expect(!note.hasChanges)
  }

  @Test(.rule("C-63"))
  func `a rollback discards insertions and deletions and restores values`() throws {
    let shelf = try Shelf()
    let (category, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    let new = shelf.insert("Note", "c")
    new.setValue(category, forKey: "category")
    notes[0].setValue("changed", forKey: "name")
    notes[0].setValue(nil, forKey: "category")
    shelf.context.delete(notes[1])
    shelf.context.processPendingChanges()
    shelf.context.rollback()
    #expect(!shelf.context.hasChanges)
    #expect(notes.map(\.called) == ["a", "b"])
    #expect(names(category.value(forKey: "notes")) == ["a", "b"])
    #expect(notes[0].value(forKey: "category") as? NSManagedObject === category)
    #expect(new.managedObjectContext == nil)
    #expect(!notes[1].isDeleted)
  }

  @Test(.rule("C-63"))
  func `a reset removes all objects`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    let id = note.objectID
    note.setValue("changed", forKey: "name")
    let timeline = Timeline()
    timeline.watch(shelf.context)
    shelf.context.reset()
    #expect(timeline.lines == ["ObjectsDidChange (invalidatedAll)"])
    #expect(note.managedObjectContext == nil)
    #expect(shelf.context.registeredObjects == [])
    #expect(shelf.context.object(with: id).called == "a")
  }
}

/// A note that creates its category while its change is validated.
final class FilingNote: NSManagedObject {
  nonisolated override class var _carobNewManaged:
    (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)?
  { { FilingNote(entity: $0, insertInto: $1) } }

  override func validateForUpdate() throws {
    try super.validateForUpdate()
    guard value(forKey: "category") == nil, let context = managedObjectContext else { return }
    let category = NSEntityDescription.insertNewObject(forEntityName: "Category", into: context)
    category.setValue("made", forKey: "name")
    setValue(category, forKey: "category")
    context.processPendingChanges()
  }
}
