import CoreData
import Testing

/// Deallocation of stores that are no longer referenced.
@Suite struct StoreLifetimeTests {
  @Test func `a store is deallocated with its coordinator after it has read relationships`() throws {
    weak var store: NSPersistentStore?
    try {
      let shelf = try Shelf()
      _ = shelf.category("Work", notes: "a", "b")
      try shelf.context.save()
      let other = shelf.another()
      let notes = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
      #expect(
        notes.compactMap { ($0.value(forKey: "category") as? NSManagedObject)?.value(forKey: "name") }.count
          == 2)
      store = shelf.coordinator.persistentStores.first
      #expect(store != nil)
    }()
    #expect(store == nil)
  }
}
