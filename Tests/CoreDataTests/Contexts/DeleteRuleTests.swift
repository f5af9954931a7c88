import CoreData
import TestSupport
import Testing

@Suite struct DeleteRuleTests {
  @Test(.rule("C-3", "C-10", "C-20"))
  func `nullify clears the inverse of each destination at the end of the event`() throws {
    let shelf = try Shelf()
    let (category, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    shelf.context.delete(category)
    #expect(notes.map { ($0.value(forKey: "category") as? NSManagedObject)?.called } == ["Work", "Work"])
    shelf.context.processPendingChanges()
    #expect(notes.allSatisfy { $0.value(forKey: "category") == nil })
    #expect(names(category.value(forKey: "notes")) == [])
    #expect(shelf.context.updatedObjects == Set(notes))
    #expect(shelf.context.deletedObjects == [category])
    try shelf.context.save()
    let other = shelf.another()
    for note in notes {
      #expect(try other.existingObject(with: note.objectID).value(forKey: "category") == nil)
    }
    #expect(throws: (any Error).self) { try other.existingObject(with: category.objectID) }
  }

  @Test(.rule("C-42", "C-44", "M-121"))
  func `nullify with a mandatory inverse fails the save with 1570`() throws {
    let shelf = try Shelf { $0.isCategoryOptional = false }
    let (category, notes) = shelf.category("Work", notes: "a")
    try shelf.context.save()
    shelf.context.delete(category)
    let error = try #require(throws: NSError.self) { try shelf.context.save() }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSValidationMissingMandatoryPropertyError)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "category")
    #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === notes[0])
    #expect(shelf.context.deletedObjects == [category])
  }

  @Test(.rule("C-12", "C-3"))
  func `cascade deletes destinations and their destinations once`() throws {
    let shelf = try Shelf { $0.rule = .cascadeDeleteRule }
    let (category, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    shelf.context.delete(category)
    #expect(notes.allSatisfy { !$0.isDeleted })
    shelf.context.processPendingChanges()
    #expect(shelf.context.deletedObjects == Set(notes + [category]))
    try shelf.context.save()
    let other = shelf.another()
    for object in notes + [category] {
      #expect(throws: (any Error).self) { try other.existingObject(with: object.objectID) }
    }
  }

  @Test(.rule("C-16"))
  func `cascade over many-to-many deletes destinations that others share`() throws {
    let shelf = try Shelf { $0.tagRule = .cascadeDeleteRule }
    let (_, notes) = shelf.category("Work", notes: "a", "b")
    let tag = shelf.insert("Tag", "red")
    for note in notes { note.mutableSetValue(forKey: "tags").add(tag) }
    try shelf.context.save()
    shelf.context.delete(notes[0])
    try shelf.context.save()
    #expect(names(notes[1].value(forKey: "tags")) == [])
    #expect(throws: (any Error).self) { try shelf.another().existingObject(with: tag.objectID) }
  }

  @Test(.rule("C-13", "C-14", "C-43", "M-120"))
  func `deny fails the save with 1600 and the key while a destination remains`() throws {
    let shelf = try Shelf { $0.rule = .denyDeleteRule }
    let (category, notes) = shelf.category("Work", notes: "a")
    try shelf.context.save()
    shelf.context.delete(category)
    #expect(category.isDeleted)
    let error = try #require(throws: NSError.self) { try shelf.context.save() }
    #expect(error.code == NSValidationRelationshipDeniedDeleteError)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "notes")
    #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === category)
    #expect(error.localizedDescription == "Items cannot be deleted from notes.")
    #expect(shelf.context.deletedObjects == [category])
    #expect(throws: Never.self) { try shelf.another().existingObject(with: category.objectID) }
    shelf.context.rollback()
    #expect(!category.isDeleted)
    #expect(notes[0].value(forKey: "category") as? NSManagedObject === category)
    #expect(!shelf.context.hasChanges)
  }

  @Test(.rule("C-13"))
  func `deny allows deleting an owner if its destinations are deleted in the same save`() throws {
    let shelf = try Shelf { $0.rule = .denyDeleteRule }
    let (category, notes) = shelf.category("Work", notes: "a", "b")
    let other = shelf.insert("Category", "Home")
    try shelf.context.save()
    shelf.context.delete(notes[0])
    notes[1].setValue(other, forKey: "category")
    shelf.context.delete(category)
    try shelf.context.save()
    #expect(!shelf.context.hasChanges)
    #expect(names(other.value(forKey: "notes")) == ["b"])
  }

  @Test(.rule("C-14"))
  func `inserting a deleted object again keeps it`() throws {
    let shelf = try Shelf { $0.rule = .denyDeleteRule }
    let (category, _) = shelf.category("Work", notes: "a")
    try shelf.context.save()
    shelf.context.delete(category)
    shelf.context.insert(category)
    #expect(!category.isDeleted)
    try shelf.context.save()
    #expect(throws: Never.self) { try shelf.another().existingObject(with: category.objectID) }
  }

  @Test(.rule("C-15", "M-118"))
  func `no action leaves a reference to a row that no longer exists`() throws {
    let shelf = try Shelf { $0.rule = .noActionDeleteRule }
    let (category, notes) = shelf.category("Work", notes: "a")
    try shelf.context.save()
    shelf.context.delete(category)
    try shelf.context.save()
    #expect(!shelf.context.hasChanges)
    let other = shelf.another()
    let note = try other.existingObject(with: notes[0].objectID)
    let dangling = try #require(note.value(forKey: "category") as? NSManagedObject)
    #expect(dangling.isFault)
    #expect(dangling.value(forKey: "name") == nil)
    #expect(dangling.isDeleted)
  }

  @Test(.rule("C-17"))
  func `nullify without an inverse clears nothing`() throws {
    let shelf = try Shelf { $0.hasInverse = false }
    let category = shelf.insert("Category", "Work")
    let note = shelf.insert("Note", "a")
    note.setValue(category, forKey: "category")
    try shelf.context.save()
    shelf.context.delete(category)
    shelf.context.processPendingChanges()
    #expect(note.value(forKey: "category") as? NSManagedObject === category)
  }

  @Test(.rule("C-18"))
  func `deleting an object that was never saved only removes it from the context`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    shelf.context.processPendingChanges()
    shelf.context.delete(note)
    #expect(note.isDeleted)
    #expect(shelf.context.insertedObjects == [])
    shelf.context.processPendingChanges()
    #expect(shelf.context.deletedObjects == [])
    #expect(note.managedObjectContext == nil)
    #expect(!shelf.context.hasChanges)
  }

  @Test(.rule("C-19", "C-20"))
  func `a deleted object keeps its values until the save and then has no context`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    shelf.context.delete(note)
    shelf.context.processPendingChanges()
    #expect(note.called == "a")
    #expect(note.isDeleted)
    try shelf.context.save()
    #expect(!note.isDeleted)
    #expect(note.isFault)
    #expect(note.managedObjectContext == nil)
  }

  @Test(.rule("C-10"))
  func `deletions that are not propagated at the end of the event are propagated by the save`() throws {
    let shelf = try Shelf { $0.rule = .cascadeDeleteRule }
    shelf.context.propagatesDeletesAtEndOfEvent = false
    let (category, notes) = shelf.category("Work", notes: "a")
    try shelf.context.save()
    shelf.context.delete(category)
    shelf.context.processPendingChanges()
    #expect(!notes[0].isDeleted)
    try shelf.context.save()
    #expect(notes[0].managedObjectContext == nil)
  }

  @Test(.rule("C-11"))
  func `objects prepare for deletion while their relationships are intact`() throws {
    let shelf = try Shelf {
      $0.rule = .cascadeDeleteRule
      $0.noteClass = "CoreDataTests.RecordingNote"
    }
    let (category, _) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    let timeline = Timeline()
    shelf.context.userInfo["timeline"] = timeline
    shelf.context.delete(category)
    #expect(timeline.lines == [])
    shelf.context.processPendingChanges()
    #expect(timeline.lines.sorted() == ["prepareForDeletion (in Work) a", "prepareForDeletion (in Work) b"])
  }
}
