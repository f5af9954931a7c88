import TestSupport
import Testing

@testable import CoreData

/// A temporary folder for one test.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("carob-store-\(UUID().uuidString)")
  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }
  func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

@Suite struct SQLiteStoreTests {
  private func library(at url: URL? = nil) throws -> Library {
    let library = Library()
    try library.coordinator.addPersistentStore(
      ofType: url == nil ? NSInMemoryStoreType : NSSQLiteStoreType, configurationName: nil, at: url)
    return library
  }

  @Test(.rule("C-200")) func `another coordinator reads what was saved`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Books.sqlite")
    let library = try library(at: url)
    let author = try library.insert(
      "Novelist", ["name": .text("Ada"), "born": .real(12.5), "isActive": .integer(1)])
    let book = try library.insert(
      "Book", ["title": .text("é"), "price": .text("1.50"), "author": .toOne(author)])
    let uri = book.uriRepresentation()
    try library.coordinator.remove(library.coordinator.persistentStores[0])

    let again = try self.library(at: url)
    let found = try #require(again.coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(try again.value(found, "title").isSame(as: .text("é")))
    #expect(try again.value(found, "price").isSame(as: .text("1.50")))
    #expect(try again.value(found, "pages").isNull)
    guard case .toOne(let owner) = try again.value(found, "author") else {
      Issue.record("no author")
      return
    }
    // A to-one relationship has the subentity of its destination.
    #expect(owner.entity.name == "Novelist")
    #expect(try again.toMany(owner, "books") == [book.key])
    #expect(try again.keys("Author") == [author.key])
    #expect(try again.keys("Novelist") == [author.key])
  }

  @Test(.rule("C-201")) func `tables and columns are named as entities and properties`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Books.sqlite")
    _ = try library(at: url)
    let connection = try SQLiteConnection(path: url.path, mode: .readOnly)
    var columns: [String: [String]] = [:]
    for table in ["Author", "Book", "Tag", "Book·tags", "_keys", "_metadata", "_history", "_changes"] {
      try connection.rows("PRAGMA table_info(\(table.quotedName))") {
        columns[table, default: []].append($0.text(1))
      }
    }
    #expect(
      columns["Author"] == [
        "_pk", "_entity", "_version", "born", "isActive", "mentor", "mentor·entity", "name", "rating",
        "genre",
      ])
    #expect(
      columns["Book"] == [
        "_pk", "_entity", "_version", "author", "author·entity", "cover", "firstBook", "isbn", "pages",
        "price",
        "title", "weight", "_order·firstBook",
      ])
    #expect(columns["Book·tags"] == ["source", "destination"])
    #expect(try connection.text("PRAGMA journal_mode") == "wal")
    #expect(columns["_keys"] == ["entity", "name", "parent", "last"])
  }

  @Test(.rule("C-202", "C-204")) func `rows with consecutive keys are deleted together`() throws {
    let library = try library()
    let tags = try (0..<10).map { try library.insert("Tag", ["name": .text("\($0)")]) }
    for tag in tags { try library.insert("Book", ["tags": .toMany([tag])]) }
    let rows = try tags.map { try #require(try library.row(of: $0)) }
    let store = try #require(library.coordinator.persistentStores[0] as? SQLiteStore)
    func delete(_ places: [Int], _ rows: [RowSnapshot]) throws -> [Int64] {
      var changes = StoreChanges()
      changes.deleted = places.map { .init(id: tags[$0], old: rows[$0]) }
      do {
        _ = try library.coordinator.save(changes, author: nil, context: nil)
        return []
      } catch let conflict as StoreConflict { return conflict.rows.map(\.id.key) }
    }
    func left() throws -> [Int64] { try library.keys("Tag").map { $0 - tags[0].key } }
    // One row was changed, and one was deleted.
    try library.update(tags[2], rows[2], ["name": .text("new")])
    try library.delete(tags[3], rows[3])
    #expect(try delete([0, 1, 2, 3, 4], rows) == [tags[2].key])
    #expect(try left() == [0, 1, 2, 4, 5, 6, 7, 8, 9])
    var newer = rows
    newer[2] = try #require(try library.row(of: tags[2]))
    let before = try store.connection().useCount
    #expect(try delete([0, 1, 2, 3, 4, 8, 7], newer) == [])
    #expect(try left() == [5, 6, 9])
    #expect(try store.connection().integer("SELECT count(*) FROM \"Book·tags\"") == 3)
    #expect(try store.connection().useCount - before < 12)
  }

  @Test(.rule("C-202")) func `a row that another context changed is a conflict and nothing is written`()
    throws
  {
    let library = try library()
    let id = try library.insert("Tag", ["name": .text("old")])
    let read = try #require(try library.row(of: id))
    let newer = try library.update(id, read, ["name": .text("new")])
    #expect(newer.version == read.version + 1)
    let other = try library.ids("Tag", 1)[0]
    var changes = StoreChanges()
    changes.inserted = [.init(id: other, row: library.row("Tag"))]
    changes.updated = [
      .init(id: id, old: read, new: read, changed: [id.entity.layout.index(of: "rank")!])
    ]
    do {
      _ = try library.coordinator.save(changes, author: nil, context: nil)
      Issue.record("no conflict")
    } catch let conflict as StoreConflict {
      #expect(conflict.rows.map(\.id) == [id])
      #expect(conflict.rows[0].stored?.version == newer.version)
    }
    #expect(try library.keys("Tag") == [id.key])
  }

  @Test(.rule("C-202")) func `a row that was deleted is a conflict for updates only`() throws {
    let library = try library()
    let id = try library.insert("Tag", ["name": .text("old")])
    let read = try #require(try library.row(of: id))
    try library.delete(id, read)
    #expect(try library.row(of: id) == nil)
    #expect(throws: StoreConflict.self) { try library.update(id, read, ["name": .text("new")]) }
    try library.delete(id, read)
  }

  @Test(.rule("C-204"))
  func `many-to-many pairs are written from both sides, and deleted with their objects`()
    throws
  {
    let library = try library()
    let tags = try [library.insert("Tag"), library.insert("Tag"), library.insert("Tag")]
    let book = try library.insert("Book", ["tags": .toMany([tags[0], tags[1]])])
    #expect(try library.toMany(tags[0], "books") == [book.key])
    let row = library.row("Book", ["tags": .toMany([tags[0], tags[1]])], version: 1)
    let next = try library.update(book, row, ["tags": .toMany([tags[1], tags[2]])])
    #expect(try library.toMany(book, "tags") == [tags[1].key, tags[2].key])
    #expect(try library.toMany(tags[0], "books") == [])
    try library.delete(book, next)
    #expect(try library.toMany(tags[1], "books") == [])
  }

  @Test(.rule("C-204")) func `an ordered relationship keeps its order`() throws {
    let library = try library()
    let parts = try (0..<4).map { _ in try library.insert("Book") }
    let order = [parts[2], parts[0], parts[3]]
    let first = try library.insert("Book", ["series": .toMany(order)])
    for part in order {
      let row = try #require(try library.row(of: part))
      try library.update(part, row, ["firstBook": .toOne(first)])
    }
    #expect(try library.toMany(first, "series") == order.map(\.key))
    let row = library.row("Book", ["series": .toMany(order)], version: 1)
    try library.update(first, row, ["series": .toMany(Array(order.reversed()))])
    #expect(try library.toMany(first, "series") == order.reversed().map(\.key))
  }

  @Test(.rule("C-214")) func `results are sorted with nil first, by selectors, through relationships`() throws
  {
    let library = try library()
    let authors = try ["b", "a"].map { try library.insert("Author", ["name": .text($0)]) }
    let titles: [(String?, Int)] = [("b", 0), (nil, 1), ("A", 0), ("a10", 1), ("a9", 0)]
    var keys: [Int64] = []
    for (title, author) in titles {
      keys.append(
        try library.insert(
          "Book", ["title": title.map { .text($0) } ?? .null, "author": .toOne(authors[author])]
        ).key)
    }
    func sorted(_ descriptors: [NSSortDescriptor], limit: Int = 0, offset: Int = 0) throws -> [Int] {
      try library.keys("Book", sort: descriptors, limit: limit, offset: offset)
        .map { keys.firstIndex(of: $0)! }
    }
    #expect(try sorted([NSSortDescriptor(key: "title", ascending: true)]) == [1, 2, 3, 4, 0])
    #expect(try sorted([NSSortDescriptor(key: "title", ascending: false)]) == [0, 4, 3, 2, 1])
    #expect(
      try sorted([NSSortDescriptor(key: "title", ascending: true)], limit: 2, offset: 1) == [2, 3])
    let natural = Selector("localizedStandardCompare:")
    #expect(
      try sorted([NSSortDescriptor(key: "title", ascending: true, selector: natural)]) == [1, 2, 4, 3, 0])
    #expect(
      try sorted([
        NSSortDescriptor(key: "author.name", ascending: true),
        NSSortDescriptor(key: "title", ascending: true),
      ]) == [1, 3, 2, 4, 0])
  }

  @Test(
    .rule("C-211"),
    arguments: [
      ("NOT (nothing == 1)", "keypath nothing not found in entity <NSSQLEntity Book id=2>"),
      ("tags == 1", "to-many key not allowed here"),
      ("ANY tags.books.title == 'a'", "multiple to-many keys not allowed here"),
      (
        "ANY title == 'a'",
        "The left hand side for an ALL or ANY operator must be either an NSArray or an NSSet."
      ),
      (
        "FUNCTION(title, 'x') == 1",
        "unimplemented SQL generation for predicate : (FUNCTION(title, \"x\") == 1)"
      ),
    ])
  func `a predicate that SQL cannot express is refused`(format: String, message: String) throws {
    let library = try library()
    let refusal = #expect(throws: PredicateRefusal.self) {
      try library.keys("Book", NSPredicate(format: format))
    }
    #expect(refusal?.message == message)
  }

  @Test(.rule("C-211")) func `blocks and comparators are refused`() throws {
    let library = try library()
    let block = NSPredicate { _, _ in true }
    let refusal = #expect(throws: PredicateRefusal.self) { try library.keys("Book", block) }
    #expect(refusal?.message.hasPrefix("Problem with subpredicate BLOCKPREDICATE(0x") == true)
    let comparator = NSSortDescriptor(key: "title", ascending: true) { _, _ in .orderedSame }
    let sort = #expect(throws: PredicateRefusal.self) { try library.keys("Book", sort: [comparator]) }
    #expect(sort?.message == "unsupported NSSortDescriptor (comparator blocks are not supported)")
    let selector = NSSortDescriptor(key: "title", ascending: true, selector: Selector("other:"))
    let other = #expect(throws: PredicateRefusal.self) { try library.keys("Book", sort: [selector]) }
    #expect(other?.message == "unsupported NSSortDescriptor selector: other:")
  }

  @Test(.rule("C-215", "C-216"))
  func `dictionaries have the requested properties, expressions and groups`() throws {
    let library = try library()
    let authors = try ["a", "b"].map { try library.insert("Author", ["name": .text($0)]) }
    for (title, pages, author) in [("x", 1, 0), ("y", 2, 0), ("y", 4, 1), ("z", 8, 1)] {
      try library.insert(
        "Book", ["title": .text(title), "pages": .integer(Int64(pages)), "author": .toOne(authors[author])])
    }
    var request = StoreRequest(entity: library.book, result: .dictionaries)
    func results() throws -> [NSDictionary] {
      guard case .dictionaries(let found) = try library.coordinator.fetch(request, in: nil) else { return [] }
      return found
    }
    let sum = NSExpressionDescription()
    sum.name = "total"
    sum.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "pages")])
    sum.expressionResultType = .integer32AttributeType
    request.propertiesToFetch = ["author.name", sum]
    request.propertiesToGroupBy = ["author.name"]
    request.sortDescriptors = [NSSortDescriptor(key: "total", ascending: false)]
    #expect(
      try results() == [["author.name": "b", "total": 12], ["author.name": "a", "total": 3]] as [NSDictionary]
    )
    request.havingPredicate = NSPredicate(format: "total > 5")
    #expect(try results() == [["author.name": "b", "total": 12]] as [NSDictionary])
    request.havingPredicate = nil
    request.propertiesToFetch = ["title"]
    #expect(throws: PredicateRefusal.self) { try results() }
    request.propertiesToGroupBy = nil
    request.sortDescriptors = []
    request.returnsDistinctResults = true
    #expect(try results() == [["title": "x"], ["title": "y"], ["title": "z"]] as [NSDictionary])
    request.propertiesToFetch = [sum]
    request.returnsDistinctResults = false
    request.predicate = NSPredicate(format: "author.name == 'a'")
    #expect(try results() == [["total": 3]] as [NSDictionary])
  }

  // MARK: Files that cannot be opened

  private func failure(at url: URL, _ options: [AnyHashable: Any]? = nil) -> NSError? {
    let library = Library()
    do {
      try library.coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
      return nil
    } catch { return error as NSError }
  }

  @Test(.rule("C-203")) func `a damaged file, a folder and a foreign database give errors`() throws {
    let folder = try TemporaryFolder()
    let damaged = folder.file("Damaged.sqlite")
    try Data("this is no database, however long it may be".utf8).write(to: damaged)
    let first = try #require(failure(at: damaged))
    #expect([first.domain, "\(first.code)"] == [NSCocoaErrorDomain, "259"])
    #expect(first.userInfo[NSSQLiteErrorDomain] as? Int == 26)
    let second = try #require(failure(at: folder.url))
    #expect([second.domain, "\(second.code)"] == [NSCocoaErrorDomain, "256"])
    #expect(second.userInfo[NSSQLiteErrorDomain] as? Int == 14)
    let missing = try #require(failure(at: folder.file("none/Books.sqlite")))
    #expect(missing.code == 256)
    let foreign = folder.file("Foreign.sqlite")
    try SQLiteConnection(path: foreign.path, mode: .create).execute("CREATE TABLE t (x)")
    #expect(try #require(failure(at: foreign)).code == 134020)
    let unknown = #expect(throws: NSError.self) {
      try Library().coordinator.addPersistentStore(ofType: "Cloud", configurationName: nil, at: foreign)
    }
    #expect(unknown?.code == 134000)
  }

  @Test(.rule("C-203")) func `a truncated store gives an error instead of wrong results`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Books.sqlite")
    let first = try library(at: url)
    for index in 0..<500 { try first.insert("Tag", ["name": .text("tag \(index)")]) }
    try first.coordinator.remove(first.coordinator.persistentStores[0])
    let whole = try Data(contentsOf: url)
    try whole.prefix(whole.count / 2).write(to: url)
    do {
      let again = try library(at: url)
      _ = try again.keys("Tag", sort: [NSSortDescriptor(key: "name", ascending: true)])
      Issue.record("no error")
    } catch {
      let error = error as NSError
      #expect([error.domain, "\(error.code)"] == [NSCocoaErrorDomain, "259"])
    }
  }

  @Test(.rule("C-203")) func `a read-only store is read and not written`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Books.sqlite")
    let first = try library(at: url)
    let id = try first.insert("Tag", ["name": .text("a")])
    let uri = id.uriRepresentation()
    try first.coordinator.remove(first.coordinator.persistentStores[0])
    let second = Library()
    try second.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [NSReadOnlyPersistentStoreOption: true])
    let found = try #require(second.coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(try second.value(found, "name").isSame(as: .text("a")))
    let error = #expect(throws: NSError.self) {
      try second.delete(found, try #require(try second.row(of: found)))
    }
    #expect(error?.code == 513)
  }

  // MARK: External data, constraints, history, generations

  @Test(.rule("C-226"))
  func `large binary values are files beside the store, and are deleted with their rows`() throws {
    let folder = try TemporaryFolder()
    let library = Library()
    _ = library
    let model = NSManagedObjectModel()
    let photo = NSEntityDescription()
    photo.name = "Photo"
    let image = NSAttributeDescription()
    image.name = "image"
    image.attributeType = .binaryDataAttributeType
    image.allowsExternalBinaryDataStorage = true
    photo.properties = [image]
    model.entities = [photo]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try #require(
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("Photos.sqlite")) as? SQLiteStore)
    let ids = try store.permanentIDs(for: photo, count: 2)
    let large = Data(repeating: 7, count: 300_000)
    var changes = StoreChanges()
    changes.inserted = [
      .init(id: ids[0], row: RowSnapshot(version: 0, values: [.data(large)])),
      .init(id: ids[1], row: RowSnapshot(version: 0, values: [.data(Data([1]))])),
    ]
    _ = try coordinator.save(changes, author: nil, context: nil)
    let files = folder.file(".Photos_EXTERNAL").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 1)
    let rows = try coordinator.rows(for: ids, maximumAge: 0, generation: nil)
    #expect(rows[ids[0]]?.values[0].isSame(as: .data(large)) == true)
    #expect(rows[ids[1]]?.values[0].isSame(as: .data(Data([1]))) == true)
    changes = StoreChanges()
    changes.deleted = [.init(id: ids[0], old: try #require(rows[ids[0]]))]
    _ = try coordinator.save(changes, author: nil, context: nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: files) == [])
  }

  @Test(.rule("C-224")) func `a pinned state does not change`() throws {
    let folder = try TemporaryFolder()
    let library = try library(at: folder.file("Books.sqlite"))
    let id = try library.insert("Tag", ["name": .text("old")])
    let generation = try #require(try library.coordinator.currentGeneration())
    let row = try #require(try library.row(of: id))
    try library.update(id, row, ["name": .text("new")])
    let slot = id.entity.layout.index(of: "name")!
    let pinned = try library.coordinator.row(for: id, maximumAge: -1, generation: generation)
    #expect(pinned?.values[slot].isSame(as: .text("old")) == true)
    #expect(try library.value(id, "name").isSame(as: .text("new")))
  }
}
