import TestSupport
import Testing

@testable import CoreData

/// Damaged or foreign files: each gives an error or its readable part, and never ends the app.
@Suite struct DamagedStoreTests {
  @Test(.rule("C-203"), arguments: 0..<4)
  func `damaged files give errors`(part: Int) async {
    await #expect(processExitsWith: .success) { [part] in
      let folder = try TemporaryFolder()
      let whole = try undamagedStore(folder)
      var outcomes: [String: Int] = [:]
      for seed in 0..<60 {
        var random = SeededRandom(seed: UInt64(part * 1000 + seed))
        let url = folder.file("\(seed).sqlite")
        try Damage.allCases[seed % Damage.allCases.count].apply(to: whole, &random).write(to: url)
        if seed % 10 == 9 {
          try Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) }).write(to: wal(url))
        }
        outcomes[use(url), default: 0] += 1
        for file in SQLiteFile.files(of: url) { try? FileManager.default.removeItem(at: file) }
      }
      // Every outcome is either an error of the Cocoa domain or a working store.
      for outcome in outcomes.keys where !outcome.hasPrefix("NSCocoaErrorDomain") && outcome != "works" {
        fatalError("\(outcomes)")
      }
      if outcomes["works"] == 60 || outcomes["works"] == nil { fatalError("\(outcomes)") }
    }
  }

  @Test(.rule("C-203")) func `file errors contain the file name and SQLite's message`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Garbage.sqlite")
    try Data(repeating: 0x41, count: 5000).write(to: url)
    let garbage = try #require(throws: NSError.self) { try open(url) }
    #expect(garbage.code == 259)
    #expect(garbage.userInfo[NSSQLiteErrorDomain] as? Int == 26)
    #expect(garbage.userInfo[NSFilePathErrorKey] as? String == url.path)
    #expect(garbage.localizedDescription.contains("Garbage.sqlite"))
    let missing = try #require(throws: NSError.self) {
      try open(folder.file("Missing.sqlite"), [NSReadOnlyPersistentStoreOption: true])
    }
    #expect(missing.domain == NSCocoaErrorDomain)
    #expect(missing.localizedDescription.contains("Missing.sqlite"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("Missing.sqlite").path))
    let unknown = try #require(throws: NSError.self) {
      try Library().coordinator.addPersistentStore(ofType: "Flash", configurationName: nil, at: url)
    }
    #expect(unknown.code == 134000)
    let xml = try #require(throws: NSError.self) {
      try Library().coordinator.addPersistentStore(ofType: NSXMLStoreType, configurationName: nil, at: url)
    }
    #expect(xml.code == 134000)
    #expect(xml.localizedDescription.contains("not on iOS"))
  }

  @Test(.rule("C-203")) func `a read-only store refuses saves and batch requests`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Books.sqlite")
    let first = Library()
    let store = try first.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    try first.insert("Tag", ["name": .text("a")])
    try first.coordinator.remove(store)
    let second = Library()
    try second.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [NSReadOnlyPersistentStoreOption: true])
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = second.coordinator
    let tag = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag")).first)
    tag.setValue("b", forKey: "name")
    #expect(try #require(throws: NSError.self) { try context.save() }.code == 513)
    context.rollback()
    _ = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    #expect(try #require(throws: NSError.self) { try context.save() }.code == 513)
    context.rollback()
    let update = NSBatchUpdateRequest(entityName: "Tag")
    update.propertiesToUpdate = ["name": "z"]
    let delete = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag"))
    let insert = NSBatchInsertRequest(entityName: "Tag", objects: [["name": "x"]])
    for request in [update, delete, insert] as [NSPersistentStoreRequest] {
      let error = try #require(throws: NSError.self) { try context.execute(request) }
      #expect(error.code == 513)
      #expect(error.localizedDescription.contains("Books.sqlite"))
    }
  }

  @discardableResult
  private func open(_ url: URL, _ options: [AnyHashable: Any]? = nil) throws -> NSPersistentStore {
    try Library().coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
  }
}

private func wal(_ url: URL) -> URL { URL(fileURLWithPath: url.path + "-wal") }

/// The bytes of an undamaged store with some objects.
private func undamagedStore(_ folder: TemporaryFolder) throws -> Data {
  let library = Library()
  let url = folder.file("Sound.sqlite")
  let store = try library.coordinator.addPersistentStore(
    ofType: NSSQLiteStoreType, configurationName: nil, at: url,
    options: [NSPersistentHistoryTrackingKey: true])
  let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
  context.persistentStoreCoordinator = library.coordinator
  for index in 0..<60 {
    let author = NSEntityDescription.insertNewObject(
      forEntityName: index % 3 == 0 ? "Novelist" : "Author", into: context)
    author.setValue("author \(index) " + String(repeating: "x", count: index * 20), forKey: "name")
    for number in 0..<3 {
      let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
      book.setValue("book \(number)", forKey: "title")
      book.setValue(NSDecimalNumber(string: "12.50"), forKey: "price")
      book.setValue(UUID(), forKey: "isbn")
      book.setValue(author, forKey: "author")
      let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
      tag.setValue(NSSet(object: book), forKey: "books")
    }
  }
  try context.save()
  try library.coordinator.remove(store)
  return try Data(contentsOf: url)
}

private enum Damage: CaseIterable {
  case truncated, header, bytes, page, garbage, zeroes

  func apply(to whole: Data, _ random: inout SeededRandom) -> Data {
    var data = whole
    switch self {
    case .truncated: data = data.prefix(Int.random(in: 1..<data.count, using: &random))
    case .header:
      for _ in 0..<3 { data[Int.random(in: 0..<100, using: &random)] = .random(in: 0...255, using: &random) }
    case .bytes:
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        data[Int.random(in: 100..<data.count, using: &random)] = .random(in: 0...255, using: &random)
      }
    case .page:
      let start = Int.random(in: 0..<data.count / 4096, using: &random) * 4096
      for index in start..<min(start + 4096, data.count) {
        data[index] = .random(in: 0...255, using: &random)
      }
    case .garbage: data = Data((0..<9000).map { _ in UInt8.random(in: 0...255, using: &random) })
    case .zeroes:
      let start = Int.random(in: 0..<data.count, using: &random)
      data.replaceSubrange(
        start..<min(start + 2000, data.count), with: Data(count: min(2000, data.count - start)))
    }
    return data
  }
}

/// Opens a store and uses it like an app; returns the outcome.
private func use(_ url: URL) -> String {
  let library = Library()
  do {
    _ = try? NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
    let store = try library.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        NSPersistentHistoryTrackingKey: true,
      ])
    defer { try? library.coordinator.remove(store) }
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = library.coordinator
    for name in ["Author", "Book", "Tag"] {
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.returnsObjectsAsFaults = name == "Book"
      for object in try context.fetch(request) {
        for slot in object.entity.layout.slots {
          let value = object.value(forKey: slot.name)
          if let set = value as? NSSet { _ = set.allObjects.map { "\($0)" } }
        }
      }
    }
    try context.execute(
      NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.predicate = NSPredicate(format: "author.name BEGINSWITH 'author' AND ANY tags.rank != 3")
    request.sortDescriptors = [NSSortDescriptor(key: "author.name", ascending: true)]
    for book in try context.fetch(request) { book.setValue("new", forKey: "title") }
    _ = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    if let first = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author")).first {
      context.delete(first)
    }
    try context.save()
    return "works"
  } catch let error as NSError {
    return "\(error.domain) \(error.code)"
  }
}
