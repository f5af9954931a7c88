import TestSupport
import Testing

@testable import CoreData

@MainActor @Suite(.serialized) struct RequestTests {
  private let folder: TemporaryFolder
  private let library = Library()
  private let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)

  init() throws {
    folder = try TemporaryFolder()
    let option = NSNumber(value: true)
    try library.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("Books.sqlite"),
      options: [
        NSPersistentHistoryTrackingKey: option,
        NSPersistentStoreRemoteChangeNotificationPostOptionKey: option,
      ])
    context.persistentStoreCoordinator = library.coordinator
  }

  private func titles() throws -> [String] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Book")
    request.resultType = .dictionaryResultType
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try context.fetch(request).map { "\($0["title"] ?? "nil") \($0["pages"] ?? "nil")" }
  }

  private func insertBooks() throws {
    let rows: [[String: Any]] = [
      ["title": "a", "pages": 1], ["title": "b", "pages": 2, "price": NSDecimalNumber(string: "1.5")],
      ["title": "c"],
    ]
    let request = NSBatchInsertRequest(entityName: "Book", objects: rows)
    request.resultType = .count
    let result = try context.execute(request) as? NSBatchInsertResult
    #expect(result?.result as? Int == 3)
  }

  @Test(.rule("C-220", "C-221", "C-222")) func `batch requests insert, update and delete rows`() throws {
    try insertBooks()
    #expect(try titles() == ["a 1", "b 2", "c nil"])
    let update = NSBatchUpdateRequest(entityName: "Book")
    update.predicate = NSPredicate(format: "pages != nil")
    update.propertiesToUpdate = ["pages": NSExpression(format: "pages * 10")]
    update.resultType = .updatedObjectsCountResultType
    #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 2)
    #expect(try titles() == ["a 10", "b 20", "c nil"])
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    fetch.predicate = NSPredicate(format: "title == 'b'")
    let delete = NSBatchDeleteRequest(fetchRequest: fetch)
    delete.resultType = .resultTypeObjectIDs
    #expect(
      ((try context.execute(delete) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID])?.count == 1)
    #expect(try titles() == ["a 10", "c nil"])
  }

  @Test(.rule("C-222"), arguments: [1, 1_000])
  func `a batch insertion needs no more statements for many rows than for one`(count: Int) throws {
    let store = try #require(library.coordinator.persistentStores[0] as? SQLiteStore)
    try insertBooks()
    let before = try store.connection().useCount
    var number = 0
    let request = NSBatchInsertRequest(
      entityName: "Book",
      dictionaryHandler: { book in
        if number == count { return true }
        book["title"] = "book \(number)"
        number += 1
        return false
      })
    request.resultType = .objectIDs
    let result = try context.execute(request) as? NSBatchInsertResult
    #expect((result?.result as? [NSManagedObjectID])?.count == count)
    // One statement for the keys, one for the rows; the history needs a statement for each row.
    #expect(try store.connection().useCount - before - count <= 4)
    #expect(try titles().count == count + 3)
  }

  @Test(.rule("C-225")) func `the history contains each save with its author and changes`() throws {
    // nonisolated(unsafe) because the notification is posted on this thread.
    nonisolated(unsafe) var posted = 0
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: library.coordinator, queue: nil
    ) { _ in posted += 1 }
    defer { NotificationCenter.default.removeObserver(observer) }
    let start = library.coordinator.currentPersistentHistoryToken(fromStores: nil)
    context.transactionAuthor = "app"
    let book = NSManagedObject(entity: library.book, insertInto: context)
    book.setValue("a", forKey: "title")
    try context.save()
    book.setValue("b", forKey: "title")
    try context.save()
    context.delete(book)
    try context.save()
    #expect(posted == 3)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: start)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
    #expect(transactions.map(\.author) == ["app", "app", "app"])
    let changes = transactions.flatMap { $0.changes ?? [] }
    #expect(changes.map(\.changeType) == [.insert, .update, .delete])
    #expect(changes[1].updatedProperties?.map(\.name) == ["title"])
    let later = NSPersistentHistoryChangeRequest.fetchHistory(after: transactions[1].token)
    later.resultType = .count
    #expect((try context.execute(later) as? NSPersistentHistoryResult)?.result as? Int == 1)
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: transactions[2]))
    let expired = NSPersistentHistoryChangeRequest.fetchHistory(after: transactions[0].token)
    let error = #expect(throws: NSError.self) { try context.execute(expired) }
    #expect(error?.code == 134301)
  }

  @Test(.rule("C-281")) func `a fetch request selects transactions or changes of the history`() throws {
    for author in ["app", "widget", "app"] {
      context.transactionAuthor = author
      let book = NSManagedObject(entity: library.book, insertInto: context)
      book.setValue(author, forKey: "title")
      if author == "widget" { _ = NSManagedObject(entity: library.tag, insertInto: context) }
      try context.save()
      book.setValue("changed", forKey: "title")
      try context.save()
    }
    func transactions(
      _ request: NSPersistentHistoryChangeRequest
    ) throws -> [NSPersistentHistoryTransaction] {
      let result = try context.execute(request) as? NSPersistentHistoryResult
      return try #require(result?.result as? [NSPersistentHistoryTransaction])
    }
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    let others = try #require(NSPersistentHistoryTransaction.fetchRequest)
    others.predicate = NSPredicate(format: "author != %@", "app")
    request.fetchRequest = others
    #expect(try transactions(request).map(\.author) == ["widget", "widget"])
    #expect(try transactions(request)[0].changes?.count == 2)
    let newest = try #require(NSPersistentHistoryTransaction.fetchRequest)
    newest.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
    newest.fetchLimit = 2
    #expect(
      try transactions(.fetchHistory(withFetch: newest)).map(\.transactionNumber)
        == [6, 5].map {
          $0 + (try transactions(.fetchHistory(after: Date.distantPast))[0].transactionNumber - 1)
        })
    let updates = try #require(NSPersistentHistoryChange.fetchRequest)
    updates.predicate = NSPredicate(
      format: "changeType == %d", NSPersistentHistoryChangeType.update.rawValue)
    let found = try transactions(.fetchHistory(withFetch: updates))
    #expect(found.map { $0.changes?.map(\.changeType) } == [[.update], [.update], [.update]])
    let count = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: updates)
    count.resultType = .count
    #expect((try context.execute(count) as? NSPersistentHistoryResult)?.result as? Int == 3)
    let wrong = NSPersistentHistoryChangeRequest.fetchHistory(
      withFetch: NSFetchRequest<any NSFetchRequestResult>(entityName: "Book"))
    #expect(throws: NSError.self) { try context.execute(wrong) }
  }

  @Test(.rule("C-223"))
  func `an asynchronous fetch delivers its results on the context's queue`() async throws {
    try insertBooks()
    let background = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    background.persistentStoreCoordinator = library.coordinator
    let count = await withCheckedContinuation { continuation in
      let request = NSAsynchronousFetchRequest(
        fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Book")
      ) { result in continuation.resume(returning: result.finalResult?.count ?? -1) }
      do { try background.performAndWait { _ = try background.execute(request) } } catch {
        continuation.resume(returning: -2)
      }
    }
    #expect(count == 3)
  }

  @Test(.rule("C-224")) func `a context with a pinned generation reads the old state`() throws {
    try insertBooks()
    try context.setQueryGenerationFrom(.current)
    let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    other.persistentStoreCoordinator = library.coordinator
    let update = NSBatchUpdateRequest(entityName: "Book")
    update.propertiesToUpdate = ["title": "z"]
    try other.execute(update)
    #expect(try titles() == ["a 1", "b 2", "c nil"])
    try context.setQueryGenerationFrom(nil)
    #expect(try titles() == ["z 1", "z 2", "z nil"])
  }
}
