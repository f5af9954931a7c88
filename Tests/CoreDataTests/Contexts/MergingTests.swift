import CoreData
import TestSupport
import Testing

@Suite struct MergingTests {
  @Test(.rule("C-149", "C-150"))
  func `merging another context's changes keeps one's own`() throws {
    let shelf = try Shelf()
    let (category, notes) = shelf.category("Work", notes: "a", "b", "c")
    try shelf.context.save()
    let other = shelf.another()
    let theirs = try notes.map { try other.existingObject(with: $0.objectID) }
    let itsCategory = try other.existingObject(with: category.objectID)
    #expect(names(itsCategory.value(forKey: "notes")) == ["a", "b", "c"])
    theirs[0].setValue("of other", forKey: "body")
    let timeline = Timeline()
    timeline.watch(other)
    // nonisolated(unsafe) because the notification is posted on this thread.
    nonisolated(unsafe) var save: Notification?
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: shelf.context, queue: nil
    ) { save = $0 }
    notes[0].setValue("a2", forKey: "name")
    notes[1].setValue(nil, forKey: "category")
    shelf.context.delete(notes[2])
    let new = shelf.insert("Note", "d")
    new.setValue(category, forKey: "category")
    try shelf.context.save()
    NotificationCenter.default.removeObserver(token)
    other.mergeChanges(fromContextDidSave: try #require(save))
    #expect(theirs[0].called == "a2")
    #expect(theirs[0].value(forKey: "body") as? String == "of other")
    #expect(theirs[0].hasChanges)
    #expect(theirs[1].value(forKey: "category") == nil)
    #expect(names(itsCategory.value(forKey: "notes")) == ["a2", "d"])
    #expect(theirs[2].managedObjectContext == nil)
    #expect(
      timeline.lines == [
        "ObjectsDidChange (inserted: Note; updated: a2; deleted: Note; refreshed: Work a2 b)"
      ])
  }

  @Test(.rule("C-149"))
  func `a context that merges automatically gets what others save`() throws {
    let shelf = try Shelf()
    let other = shelf.another()
    other.automaticallyMergesChangesFromParent = true
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    let theirs = try other.existingObject(with: note.objectID)
    note.setValue("b", forKey: "name")
    try shelf.context.save()
    #expect(theirs.called == "b")
  }

  @Test(.rule("C-150"))
  func `a refresh discards or keeps changes`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    note.setValue("mine", forKey: "name")
    shelf.context.refresh(note, mergeChanges: true)
    #expect(note.called == "mine")
    #expect(note.hasChanges)
    shelf.context.refresh(note, mergeChanges: false)
    #expect(note.isFault)
    #expect(!note.hasChanges)
    #expect(note.called == "a")
  }

  private func conflict(_ policy: NSMergePolicy) throws -> (Shelf, NSManagedObject) {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    note.setValue("body", forKey: "body")
    try shelf.context.save()
    let other = shelf.another()
    let theirs = try other.existingObject(with: note.objectID)
    theirs.setValue("theirs", forKey: "name")
    theirs.setValue(1, forKey: "stars")
    try other.save()
    note.setValue("mine", forKey: "name")
    note.setValue("my body", forKey: "body")
    shelf.context.mergePolicy = policy
    return (shelf, note)
  }

  private func values(_ note: NSManagedObject) -> String {
    "\(note.called), \(note.value(forKey: "body") ?? "-"), \(note.value(forKey: "stars") ?? "-")"
  }

  @Test(.rule("C-146"))
  func `saving an object that others changed meanwhile fails without a merge policy`() throws {
    let (shelf, note) = try conflict(.error)
    let error = try #require(throws: NSError.self) { try shelf.context.save() }
    #expect(error.code == NSManagedObjectMergeError)
    let conflict = try #require((error.userInfo["conflictList"] as? [NSMergeConflict])?.first)
    #expect(conflict.sourceObject === note)
    #expect(conflict.objectSnapshot?["name"] as? String == "mine")
    #expect(conflict.cachedSnapshot?["name"] as? String == "a")
    #expect(conflict.persistedSnapshot?["name"] as? String == "theirs")
    #expect(note.hasChanges)
    #expect(error.localizedDescription == "Could not merge changes.")
    #expect(
      withoutAddresses(conflict) == "NSMergeConflict for NSManagedObject with objectID "
        + "'<\(note.objectID.uriRepresentation())>' with oldVersion = 1 and newVersion = 2")
  }

  /// A description without the addresses of objects.
  private func withoutAddresses(_ object: NSObject) -> String {
    object.description.replacing(#/ ?\(0x[0-9a-f]+\)|0x[0-9a-f]+ /#, with: "")
  }

  @Test(
    .rule("C-146"),
    arguments: [
      (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, "mine, my body, 1"),
      (.mergeByPropertyStoreTrumpMergePolicyType, "theirs, my body, 1"),
      (.overwriteMergePolicyType, "mine, my body, 3"), (.rollbackMergePolicyType, "theirs, body, 1"),
    ])
  func `a merge policy resolves the conflict`(type: NSMergePolicyType, result: String) throws {
    let (shelf, note) = try conflict(NSMergePolicy(merge: type))
    try shelf.context.save()
    #expect(values(note) == result)
    let other = shelf.another()
    #expect(values(try other.existingObject(with: note.objectID)) == result)
  }

  @Test(.rule("C-146"))
  func `the merge policy merges objects with equal unique values`() throws {
    let shelf = try Shelf { $0.constrains = true }
    let first = shelf.insert("Category", "Work")
    try shelf.context.save()
    let other = shelf.another()
    let second = shelf.insert("Category", "Work", into: other)
    let note = shelf.insert("Note", "a", into: other)
    note.setValue(second, forKey: "category")
    let error = try #require(throws: NSError.self) { try other.save() }
    #expect(error.code == NSManagedObjectConstraintMergeError)
    #expect(error.localizedDescription == "Could not merge changes.")
    let conflict = try #require((error.userInfo["conflictList"] as? [NSConstraintConflict])?.first)
    #expect(conflict.constraintValues["name"] as? String == "Work")
    #expect(
      withoutAddresses(conflict) == "NSConstraintConflict for constraint (name): database: "
        + "<\(first.objectID.uriRepresentation())>, conflictedObjects: "
        + "[\"<\(second.objectID.uriRepresentation())>\"]")
    other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try other.save()
    #expect((note.value(forKey: "category") as? NSManagedObject)?.objectID == first.objectID)
    let third = shelf.another()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Category")
    #expect(try third.count(for: request) == 1)
  }

  @Test(
    .rule("C-222"),
    arguments: [
      (NSMergePolicyType.errorMergePolicyType, nil as [String]?, ["Work"]),
      (.mergeByPropertyStoreTrumpMergePolicyType, ["Home"], ["Home", "Work"]),
      (.mergeByPropertyObjectTrumpMergePolicyType, ["Home"], ["Home", "Work"]),
    ])
  func `a batch insertion resolves constraint conflicts by the policy and returns the inserted objects`(
    type: NSMergePolicyType, inserted: [String]?, all: [String]
  ) throws {
    let shelf = try Shelf { $0.constrains = true }
    _ = shelf.insert("Category", "Work")
    try shelf.context.save()
    let context = shelf.another()
    context.mergePolicy = NSMergePolicy(merge: type)
    let request = NSBatchInsertRequest(
      entityName: "Category", objects: [["name": "Work"], ["name": "Home"]])
    request.resultType = .objectIDs
    do {
      let result = try context.execute(request) as? NSBatchInsertResult
      let ids = try #require(result?.result as? [NSManagedObjectID])
      #expect(try ids.map { try context.existingObject(with: $0).called } == inserted)
    } catch let error as NSError {
      #expect(inserted == nil)
      #expect(error.code == NSManagedObjectConstraintMergeError)
    }
    #expect(names(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Category"))) == all)
  }
}
