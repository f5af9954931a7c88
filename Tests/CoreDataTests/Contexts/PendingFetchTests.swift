import CoreData
import TestSupport
import Testing

@Suite struct PendingFetchTests {
  @Test(.rule("C-152", "C-10"))
  func `a fetch finds unsaved changes`() throws {
    let shelf = try Shelf()
    let (_, notes) = shelf.category("Work", notes: "a", "b", "c", "d")
    try shelf.context.save()
    notes[0].setValue("z", forKey: "name")
    notes[1].setValue(0, forKey: "stars")
    shelf.context.delete(notes[2])
    _ = shelf.insert("Note", "aa")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.predicate = NSPredicate(format: "stars > 1")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    #expect(try shelf.context.fetch(request).map(\.called) == ["aa", "d", "z"])
    #expect(try shelf.context.count(for: request) == 3)
    request.fetchOffset = 1
    request.fetchLimit = 1
    #expect(try shelf.context.fetch(request).map(\.called) == ["d"])
    request.fetchOffset = 0
    request.fetchLimit = 0
    request.includesPendingChanges = false
    #expect(try shelf.context.fetch(request).map(\.objectID) == notes.map(\.objectID))
  }

  @Test(.rule("C-152"))
  func `a row always has the same object, with its changes`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    note.setValue("b", forKey: "name")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.includesPendingChanges = false
    let found = try shelf.context.fetch(request)
    #expect(found.count == 1 && found[0] === note)
    #expect(note.called == "b")
    #expect(shelf.context.registeredObject(for: note.objectID) === note)
  }

  @Test(.rule("C-60"))
  func `fetched objects are faults until a value is read`() throws {
    let shelf = try Shelf { $0.noteClass = "CoreDataTests.RecordingNote" }
    _ = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    let other = shelf.another()
    let timeline = Timeline()
    other.userInfo["timeline"] = timeline
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let found = try other.fetch(request)
    #expect(found.allSatisfy { $0.isFault })
    #expect(timeline.lines == [])
    #expect(found[1].called == "b")
    #expect(timeline.lines == ["awakeFromFetch b"])
    #expect(found[0].isFault)
    request.returnsObjectsAsFaults = false
    let third = shelf.another()
    #expect(try third.fetch(request).allSatisfy { !$0.isFault })
  }

  @Test(.rule("C-154"))
  func `a batched list reads one batch at a time`() throws {
    let shelf = try Shelf()
    for index in 0..<10 { _ = shelf.insert("Note", "n\(index)") }
    try shelf.context.save()
    let other = shelf.another()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.fetchBatchSize = 4
    #expect(try other.fetch(request).map(\.called) == (0..<10).map { "n\($0)" })
  }
}
