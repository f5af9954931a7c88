import CoreData
import TestSupport
import Testing

@Suite struct ChildContextTests {
  private func parentAndChild() throws -> (Shelf, NSManagedObjectContext, NSManagedObjectContext) {
    let shelf = try Shelf { $0.rule = .cascadeDeleteRule }
    let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    parent.persistentStoreCoordinator = shelf.coordinator
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = parent
    return (shelf, parent, child)
  }

  @Test(.rule("C-45"))
  func `a child saves to its parent only`() throws {
    let (shelf, parent, child) = try parentAndChild()
    var kept: [NSManagedObject] = []
    let id = try child.performAndWait { () throws -> NSManagedObjectID in
      let category = shelf.insert("Category", "Work", into: child)
      let note = shelf.insert("Note", "a", into: child)
      note.setValue(category, forKey: "category")
      try child.save()
      #expect(!child.hasChanges)
      kept = [category, note]
      return category.objectID
    }
    let other = shelf.another()
    try parent.performAndWait { () throws in
      #expect(parent.insertedObjects.map(\.called).sorted() == ["Work", "a"])
      #expect(names(parent.object(with: id).value(forKey: "notes")) == ["a"])
      #expect(id.isTemporaryID)
      try parent.save()
    }
    let permanent = try child.performAndWait { () throws -> NSManagedObjectID in
      let category = try #require(child.registeredObject(for: id))
      #expect(!category.objectID.isTemporaryID)
      #expect(child.object(with: category.objectID) === category)
      return category.objectID
    }
    withExtendedLifetime(kept) {}
    #expect(names(try other.existingObject(with: permanent).value(forKey: "notes")) == ["a"])
  }

  @Test(.rule("C-45"))
  func `a child sees unsaved changes of its parent`() throws {
    let (shelf, parent, child) = try parentAndChild()
    let id = parent.performAndWait { () -> NSManagedObjectID in
      let category = shelf.insert("Category", "Work", into: parent)
      for name in ["a", "b"] {
        shelf.insert("Note", name, into: parent).setValue(category, forKey: "category")
      }
      return category.objectID
    }
    try child.performAndWait { () throws in
      let category = try child.existingObject(with: id)
      #expect(category.called == "Work")
      #expect(names(category.value(forKey: "notes")) == ["a", "b"])
      child.delete(category)
      try child.save()
    }
    parent.performAndWait {
      #expect(parent.insertedObjects == [])
      #expect(!parent.hasChanges)
    }
  }

  @Test(.rule("C-45", "C-63"))
  func `a child's edits are discarded with it`() throws {
    let (shelf, parent, child) = try parentAndChild()
    let id = try parent.performAndWait { () throws -> NSManagedObjectID in
      let note = shelf.insert("Note", "a", into: parent)
      try parent.save()
      return note.objectID
    }
    child.performAndWait {
      child.object(with: id).setValue("edited", forKey: "name")
      child.rollback()
      #expect(child.object(with: id).called == "a")
    }
    parent.performAndWait { #expect(parent.object(with: id).called == "a") }
  }

  @Test(.rule("C-45"))
  func `a child's fetch includes the pending changes of both contexts`() throws {
    let (shelf, parent, child) = try parentAndChild()
    try parent.performAndWait { () throws in
      _ = shelf.insert("Note", "saved", into: parent)
      try parent.save()
      _ = shelf.insert("Note", "of parent", into: parent)
    }
    try child.performAndWait { () throws in
      _ = shelf.insert("Note", "of child", into: child)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      #expect(try child.fetch(request).map(\.called) == ["of child", "of parent", "saved"])
      #expect(try child.count(for: request) == 3)
    }
  }
}
