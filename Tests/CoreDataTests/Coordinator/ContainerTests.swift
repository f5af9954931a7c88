import TestSupport
import Testing

@testable import CoreData

@MainActor @Suite struct ContainerTests {
  private func container(_ description: NSPersistentStoreDescription) -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Books", managedObjectModel: CodeModelOfBooks.make())
    container.persistentStoreDescriptions = [description]
    return container
  }

  @Test(.rule("C-208"))
  func `a container has one SQLite store in Application Support, which migrates automatically`() {
    let container = NSPersistentContainer(name: "Books", managedObjectModel: CodeModelOfBooks.make())
    let description = container.persistentStoreDescriptions[0]
    #expect(container.persistentStoreDescriptions.count == 1)
    #expect(description.type == NSSQLiteStoreType)
    #expect(
      description.url == NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Books.sqlite"))
    #expect(description.shouldMigrateStoreAutomatically)
    #expect(description.shouldInferMappingModelAutomatically)
    #expect(!description.shouldAddStoreAsynchronously)
    #expect(container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
  }

  @Test(.rule("C-208")) func `stores load before the method returns, or later if the description says so`()
    async throws
  {
    let folder = try TemporaryFolder()
    let now = container(NSPersistentStoreDescription(url: folder.file("Now.sqlite")))
    var loaded: [String] = []
    now.loadPersistentStores { description, error in
      loaded.append("\(description.url?.lastPathComponent ?? "") \(error == nil)")
    }
    #expect(loaded == ["Now.sqlite true"])
    let description = NSPersistentStoreDescription(url: folder.file("Later.sqlite"))
    description.shouldAddStoreAsynchronously = true
    let later = container(description)
    let isMissing = await withCheckedContinuation { continuation in
      later.loadPersistentStores { _, error in continuation.resume(returning: error != nil) }
    }
    #expect(!isMissing)
    #expect(later.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test(.rule("C-284"))
  func `a container for CloudKit works on the device only, and reports that once`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for _ in 0..<2 {
        let container = NSPersistentCloudKitContainer(
          name: "Books", managedObjectModel: CodeModelOfBooks.make())
        container.persistentStoreDescriptions = [
          NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
        ]
        container.loadPersistentStores { _, error in if let error { fatalError("\(error)") } }
        container.viewContext.automaticallyMergesChangesFromParent = true
        _ = NSEntityDescription.insertNewObject(forEntityName: "Book", into: container.viewContext)
        try container.viewContext.save()
        if try container.viewContext.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) != 1 {
          fatalError("not saved")
        }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.components(separatedBy: "nothing is synchronized with iCloud").count == 2)
  }

  @Test(.rule("C-203", "C-208"))
  func `the error of a store that cannot be loaded is passed to the block`() throws {
    let folder = try TemporaryFolder()
    let container = container(NSPersistentStoreDescription(url: folder.file("none/Books.sqlite")))
    var code = 0
    container.loadPersistentStores { _, error in code = (error as NSError?)?.code ?? 0 }
    #expect(code == 256)
    let refused = #expect(throws: NSError.self) {
      try container.viewContext.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
    }
    #expect(refused?.code == 134070)
  }

  @Test(.rule("C-208"), arguments: ["/dev/null", ""])
  func `a background task saves what the view context then fetches`(path: String) async throws {
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    if path.isEmpty { description.type = NSInMemoryStoreType }
    let container = container(description)
    container.loadPersistentStores { _, _ in }
    let count = try await container.performBackgroundTask { context in
      let entity = context.persistentStoreCoordinator!.managedObjectModel.entitiesByName["Book"]!
      for title in ["a", "b"] {
        NSManagedObject(entity: entity, insertInto: context).setValue(title, forKey: "title")
      }
      try context.save()
      return try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book"))
    }
    #expect(count == 2)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    let found = try container.viewContext.fetch(request)
    #expect(found.map { $0.value(forKey: "title") as? String } == ["b", "a"])
  }

  @Test(.rule("C-227")) func `each save updates derived attributes`() throws {
    let container = container(NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null")))
    container.loadPersistentStores { _, _ in }
    let context = container.viewContext
    let entities = container.managedObjectModel.entitiesByName
    let author = NSManagedObject(entity: entities["Author"]!, insertInto: context)
    author.setValue("Émile", forKey: "name")
    let book = NSManagedObject(entity: entities["Book"]!, insertInto: context)
    book.setValue(author, forKey: "author")
    try context.save()
    func values() -> [String] {
      context.refreshAllObjects()
      return ["folded", "bookCount"].map { "\(author.value(forKey: $0) ?? "nil")" }
        + ["\(book.value(forKey: "authorName") ?? "nil")"]
    }
    #expect(values() == ["emile", "1", "Émile"])
    author.setValue("Zoë", forKey: "name")
    try context.save()
    #expect(values() == ["zoe", "1", "Zoë"])
    book.setValue(nil, forKey: "author")
    try context.save()
    #expect(values() == ["zoe", "0", "nil"])
  }
}

/// Books and authors, with derived attributes.
enum CodeModelOfBooks {
  static func make() -> NSManagedObjectModel {
    func attribute(_ name: String, _ type: NSAttributeType, _ derivation: String? = nil)
      -> NSAttributeDescription
    {
      let derived = NSDerivedAttributeDescription()
      derived.derivationExpression = derivation.map { NSExpression(format: $0) }
      let made = derivation == nil ? NSAttributeDescription() : derived
      made.name = name
      made.attributeType = type
      return made
    }
    let (author, book) = (NSEntityDescription(), NSEntityDescription())
    author.name = "Author"
    book.name = "Book"
    let (books, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
    books.name = "books"
    books.destinationEntity = book
    owner.name = "author"
    owner.destinationEntity = author
    owner.maxCount = 1
    (books.inverseRelationship, owner.inverseRelationship) = (owner, books)
    author.properties = [
      attribute("name", .stringAttributeType), attribute("folded", .stringAttributeType, "canonical:(name)"),
      attribute("bookCount", .integer64AttributeType, "books.@count"), books,
    ]
    book.properties = [
      attribute("title", .stringAttributeType), attribute("authorName", .stringAttributeType, "author.name"),
      owner,
    ]
    let model = NSManagedObjectModel()
    model.entities = [author, book]
    return model
  }
}
