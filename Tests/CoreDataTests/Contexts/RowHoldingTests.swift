import CarobRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@testable import CoreData

/// Which rows contexts retain and release.
@Suite struct RowHoldingTests {
  @Test(.rule("C-270"))
  func `a row is retained for an object with values, and released with the object or its context`()
    throws
  {
    let shelf = try Shelf()
    let ids = try ["a", "b", "c"].map { name in
      let note = shelf.insert("Note", name)
      try shelf.context.save()
      return note.objectID
    }
    func held() -> [Bool] { ids.map { shelf.coordinator.cache.isHeld($0) } }
    #expect(held() == [false, false, false])
    do {
      let other = shelf.another()
      let notes = ids.map { other.object(with: $0) }
      #expect(notes.map(\.called) == ["a", "b", "c"])
      #expect(held() == [true, true, true])
      other.refresh(notes[0], mergeChanges: false)
      other.delete(notes[1])
      try other.save()
      #expect(held() == [false, false, true])
      _ = try other.existingObject(with: ids[0])
      #expect(held() == [true, false, true])
      withExtendedLifetime(notes) {}
    }
    #expect(held() == [false, false, false])
    let third = shelf.another()
    let note = try third.existingObject(with: ids[0])
    #expect(held() == [true, false, false])
    third.reset()
    #expect(held() == [false, false, false])
    withExtendedLifetime(note) {}
  }

  @Test(.rule("C-148", "C-150", "C-270"))
  func `a refreshed object is read again unless another context retains its row`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    let id = note.objectID
    let context = shelf.another()
    let reader = shelf.another()
    let object = try context.existingObject(with: id)
    let held = try reader.existingObject(with: id)
    // Changes the row without the coordinator.
    let store = try #require(shelf.coordinator.persistentStores[0] as? SQLiteStore)
    try store.connection().run("UPDATE Note SET name = 'b'")
    object.setValue("mine", forKey: "name")
    #expect(context.stalenessInterval < 0)
    context.refresh(object, mergeChanges: false)
    #expect(object.isFault)
    #expect(object.called == "a")
    // Cached rows of any age are stale.
    context.stalenessInterval = 0
    context.refresh(object, mergeChanges: false)
    #expect(object.called == "b")
    context.stalenessInterval = -1
    try store.connection().run("UPDATE Note SET name = 'c'")
    reader.refresh(held, mergeChanges: false)
    reader.flushReleasedRows()
    context.refresh(object, mergeChanges: false)
    #expect(object.called == "c")
  }

  @Test(.rule("C-63"))
  func `a reset removes all objects from the table, however many there were`() throws {
    let shelf = try Shelf()
    let notes = (0..<5_000).map { shelf.insert("Note", "\($0)") }
    try shelf.context.save()
    for note in notes { shelf.context.refresh(note, mergeChanges: false) }
    #expect(shelf.context.registry.count == 5_001 - 1)
    shelf.context.reset()
    #expect(shelf.context.registry.count == 0)
    #expect(notes.allSatisfy { $0.managedObjectContext == nil && $0.isFault })
    let again = try notes.reversed().map { try shelf.context.existingObject(with: $0.objectID) }
    #expect(again.map(\.called) == (0..<5_000).reversed().map { "\($0)" })
    #expect(shelf.context.registry.count == 5_000)
  }

  @Test(.rule("C-202")) func `an object that was only checked for conflicts can be changed afterwards`()
    throws
  {
    let shelf = try Shelf()
    let (_, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    shelf.context.detectConflicts(for: notes[0])
    notes[1].setValue("c", forKey: "name")
    try shelf.context.save()
    notes[0].setValue("d", forKey: "name")
    try shelf.context.save()
    let other = shelf.another()
    #expect(try other.existingObject(with: notes[0].objectID).called == "d")
    withExtendedLifetime(other) {}
  }

  @Test(.rule("C-11", "C-12"))
  func `a cascade reads members with their values, and respects pending changes`()
    throws
  {
    let shelf = try Shelf { $0.rule = .cascadeDeleteRule }
    let (category, notes) = shelf.category("Work", notes: "a", "b", "c")
    let (other, _) = shelf.category("Home", notes: "d")
    try shelf.context.save()
    let context = shelf.another()
    let moved = try context.existingObject(with: notes[1].objectID)
    moved.setValue(try context.existingObject(with: other.objectID), forKey: "category")
    context.delete(try context.existingObject(with: category.objectID))
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let fresh = shelf.another()
    #expect(try fresh.fetch(request).map(\.called) == ["b", "d"])
    withExtendedLifetime(fresh) {}
  }

  @Test func `the trace numbers managed objects when it mentions them`() async throws {
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf()
      _ = shelf.category("Work", notes: "a", "b", "c")
      try shelf.context.save()
      Journal.start(JournalRecorder.ignoringEverything())
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      let other = shelf.another()
      let faults = try other.fetch(request)
      #expect(faults.allSatisfy { $0._carobState == nil && $0.objectID._carobState == nil })
      #expect(Journal.describe(faults[2]) == "NSManagedObject#1")
      #expect(Journal.describe(faults[0]) == "NSManagedObject#2")
      #expect(Journal.describe(faults[2]) == "NSManagedObject#1")
      Journal.stop()
      withExtendedLifetime(other) {}
    }
  }
}
