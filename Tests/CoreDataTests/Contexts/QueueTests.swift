@testable import CoreData
import TestSupport
import Testing

@Suite struct QueueTests {
  private func shelfAndContext() throws -> (Shelf, NSManagedObjectContext) {
    let shelf = try Shelf()
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = shelf.coordinator
    return (shelf, context)
  }

  private struct Failure: Error {}

  @Test(.rule("C-151"))
  func `blocks return results and throw errors`() async throws {
    let (_, context) = try shelfAndContext()
    #expect(context.performAndWait { 1 + 1 } == 2)
    #expect(throws: Failure.self) { try context.performAndWait { throw Failure() } }
    let value = await context.perform { "value" }
    #expect(value == "value")
    await #expect(throws: Failure.self) { try await context.perform { throw Failure() } }
    let nested = context.performAndWait { context.performAndWait { context.isOnQueue } }
    #expect(nested)
    #expect(!context.isOnQueue)
  }

  @MainActor @Test(.rule("C-286"))
  func `the main actor passes blocks and contexts that are not sendable`() async throws {
    let (shelf, context) = try shelfAndContext()
    let names = Timeline()
    let count = try await context.perform {
      _ = shelf.insert("Note", "a", into: context)
      try context.save()
      names.note("\(context.isOnQueue)")
      return try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
    }
    #expect(count == 1)
    let value = await context.perform(schedule: .enqueued) { names.lines }
    #expect(value == ["true"])
  }

  @Test(.rule("C-151", "C-10"))
  func `a block of perform is an event`() async throws {
    let (shelf, context) = try shelfAndContext()
    let timeline = Timeline()
    timeline.watch(context)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      context.perform { _ = shelf.insert("Note", "a", into: context) }
      context.perform {
        timeline.note("next block")
        done.resume()
      }
    }
    context.performAndWait { context.reset() }
    #expect(
      timeline.lines == ["ObjectsDidChange (inserted: a)", "next block", "ObjectsDidChange (invalidatedAll)"])
  }

  @Test(.rule("C-145"))
  func `use outside the queue stops the app under concurrency debugging`() async throws {
    await #expect(processExitsWith: .failure) {
      Confinement.mode = .stop
      let shelf = try Shelf()
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = shelf.coordinator
      _ = shelf.insert("Note", "a", into: context)
    }
    await #expect(processExitsWith: .success) {
      Confinement.mode = .stop
      let shelf = try Shelf()
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = shelf.coordinator
      try context.performAndWait { () throws in
        _ = shelf.insert("Note", "a", into: context)
        try context.save()
      }
    }
  }

  @Test(.rule("C-147"))
  func `objects that outlive their context have no context`() throws {
    let shelf = try Shelf()
    var context: NSManagedObjectContext? = shelf.another()
    let note = shelf.insert("Note", "a", into: context)
    weak let watched = context
    context = nil
    #expect(watched == nil)
    #expect(note.managedObjectContext == nil)
  }

  @Test(.rule("C-156"))
  func `a context keeps only changed objects alive`() throws {
    let shelf = try Shelf()
    weak var note: NSManagedObject?
    do {
      let made = shelf.insert("Note", "a")
      note = made
    }
    #expect(note != nil)
    try shelf.context.save()
    #expect(note == nil)
    #expect(shelf.context.registeredObjects == [])
    shelf.context.retainsRegisteredObjects = true
    _ = shelf.insert("Note", "b")
    try shelf.context.save()
    #expect(shelf.context.registeredObjects.count == 1)
  }
}
