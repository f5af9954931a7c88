import TestSupport
@testable import CoreData

/// A model of authors, books and tags, with a store, and the same objects in memory.
final class Library {
  let model = NSManagedObjectModel()
  let coordinator: NSPersistentStoreCoordinator
  let author = NSEntityDescription()
  let novelist = NSEntityDescription()
  let book = NSEntityDescription()
  let tag = NSEntityDescription()
  private(set) var objects: [String: [PlainObject]] = [:]

  init() {
    coordinator = Self.makeModel(model, author, novelist, book, tag)
  }

  static func makeModel(
    _ model: NSManagedObjectModel, _ author: NSEntityDescription, _ novelist: NSEntityDescription,
    _ book: NSEntityDescription, _ tag: NSEntityDescription
  ) -> NSPersistentStoreCoordinator {
    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
      let made = NSAttributeDescription()
      made.name = name
      made.attributeType = type
      return made
    }
    func relationship(_ name: String, _ to: NSEntityDescription, max: Int, ordered: Bool = false)
      -> NSRelationshipDescription
    {
      let made = NSRelationshipDescription()
      made.name = name
      made.destinationEntity = to
      made.maxCount = max
      made.isOrdered = ordered
      return made
    }
    author.name = "Author"
    novelist.name = "Novelist"
    book.name = "Book"
    tag.name = "Tag"
    let books = relationship("books", book, max: 0)
    let writer = relationship("author", author, max: 1)
    let tags = relationship("tags", tag, max: 0)
    let tagged = relationship("books", book, max: 0)
    let chapters = relationship("series", book, max: 0, ordered: true)
    let sequel = relationship("firstBook", book, max: 1)
    let mentor = relationship("mentor", author, max: 1)
    let pupils = relationship("pupils", author, max: 0)
    (books.inverseRelationship, writer.inverseRelationship) = (writer, books)
    (tags.inverseRelationship, tagged.inverseRelationship) = (tagged, tags)
    (chapters.inverseRelationship, sequel.inverseRelationship) = (sequel, chapters)
    (mentor.inverseRelationship, pupils.inverseRelationship) = (pupils, mentor)
    author.properties = [
      attribute("name", .stringAttributeType), attribute("born", .dateAttributeType),
      attribute("rating", .doubleAttributeType), attribute("isActive", .booleanAttributeType), books, mentor,
      pupils,
    ]
    novelist.properties = [attribute("genre", .stringAttributeType)]
    author.subentities = [novelist]
    book.properties = [
      attribute("title", .stringAttributeType), attribute("pages", .integer32AttributeType),
      attribute("price", .decimalAttributeType), attribute("weight", .floatAttributeType),
      attribute("isbn", .UUIDAttributeType), attribute("cover", .binaryDataAttributeType), writer, tags,
      chapters,
      sequel,
    ]
    tag.properties = [
      attribute("name", .stringAttributeType), attribute("rank", .integer16AttributeType), tagged,
    ]
    model.entities = [author, novelist, book, tag]
    return NSPersistentStoreCoordinator(managedObjectModel: model)
  }

  func entity(_ name: String) -> NSEntityDescription { model.entitiesByName[name]! }

  // MARK: Writing

  func ids(_ name: String, _ count: Int) throws -> [NSManagedObjectID] {
    let store = coordinator.persistentStores.lazy.compactMap { $0 as? SQLiteStore }.first!
    return try store.permanentIDs(for: entity(name), count: count)
  }

  /// A row of the entity with the given values; other attributes are nil, other relationships empty.
  func row(_ name: String, _ values: [String: ManagedValue] = [:], version: Int64 = 0) -> RowSnapshot {
    let slots = entity(name).layout.slots
    return RowSnapshot(
      version: version,
      values: ContiguousArray(
        slots.map { slot in
          if let value = values[slot.name] { return value }
          if case .toMany = slot.kind { return .toMany([]) }
          return .null
        }))
  }

  @discardableResult
  func insert(_ name: String, _ values: [String: ManagedValue] = [:]) throws -> NSManagedObjectID {
    let id = try ids(name, 1)[0]
    var changes = StoreChanges()
    changes.inserted = [.init(id: id, row: row(name, values))]
    _ = try coordinator.save(changes, author: nil, context: nil)
    return id
  }

  @discardableResult
  func update(
    _ id: NSManagedObjectID, _ old: RowSnapshot, _ values: [String: ManagedValue]
  ) throws -> RowSnapshot {
    var new = old.values
    var changed: [Int] = []
    for (name, value) in values {
      let index = id.entity.layout.index(of: name)!
      new[index] = value
      changed.append(index)
    }
    var changes = StoreChanges()
    let snapshot = RowSnapshot(version: old.version + 1, values: new)
    changes.updated = [.init(id: id, old: old, new: snapshot, changed: changed.sorted())]
    _ = try coordinator.save(changes, author: nil, context: nil)
    return snapshot
  }

  func delete(_ id: NSManagedObjectID, _ old: RowSnapshot) throws {
    var changes = StoreChanges()
    changes.deleted = [.init(id: id, old: old)]
    _ = try coordinator.save(changes, author: nil, context: nil)
  }

  // MARK: Reading

  func row(of id: NSManagedObjectID) throws -> RowSnapshot? {
    try coordinator.row(for: id, maximumAge: 0, generation: nil)
  }

  func value(_ id: NSManagedObjectID, _ name: String) throws -> ManagedValue {
    try row(of: id)?.values[id.entity.layout.index(of: name)!] ?? .unloaded
  }

  func keys(
    _ name: String, _ predicate: NSPredicate? = nil, sort: [NSSortDescriptor] = [], limit: Int = 0,
    offset: Int = 0
  ) throws -> [Int64] {
    var request = StoreRequest(entity: entity(name), result: .ids, predicate: predicate)
    request.sortDescriptors = sort
    request.limit = limit
    request.offset = offset
    guard case .ids(let ids) = try coordinator.fetch(request, in: nil) else { return [] }
    return ids.map(\.key)
  }

  func toMany(_ id: NSManagedObjectID, _ name: String) throws -> [Int64] {
    let relationship = id.entity.propertiesByName[name] as! NSRelationshipDescription
    return try coordinator.toMany(relationship, of: id, generation: nil).map(\.key)
  }

  // MARK: Objects for predicates

  /// Fills the store with objects from a small set of values, and keeps the same objects in memory.
  func fill(_ random: inout SeededRandom) throws {
    let texts: [String?] = [
      nil, "", "a", "A", "ab", "Ab", "abc", "b", "Émile", "emile", "E\u{301}mile", "straße", "STRASSE", "K",
      "\u{212A}",
      "x;y", "ünder", "under", "a b", "100%", "a*b", "日本", "🙂", "Zoë", "zoe", "a\nb",
    ]
    let numbers: [Double?] = [nil, 0, 1, -1, 2.5, 10, 100, 0.25]
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    var all: [PlainObject] = []
    for (name, count) in [("Author", 25), ("Novelist", 10), ("Book", 80), ("Tag", 12)] {
      for id in try ids(name, count) {
        let object = PlainObject(id)
        for slot in id.entity.layout.slots {
          switch slot.kind {
          case .attribute(let type):
            let value: Any?
            switch type {
            case .stringAttributeType: value = texts.randomElement(using: &random)!
            case .dateAttributeType:
              value = numbers.randomElement(using: &random)!
                .map { Date(timeIntervalSinceReferenceDate: $0 * 1000) }
            case .doubleAttributeType:
              value = numbers.randomElement(using: &random)!.map { NSNumber(value: $0) }
            case .floatAttributeType:
              value = [
                nil, NSNumber(value: Float(0.1)), NSNumber(value: Float(2.5)), NSNumber(value: Float(3)),
              ]
              .randomElement(using: &random)!
            case .booleanAttributeType:
              value = [nil, true, false].randomElement(using: &random)!.map { NSNumber(value: $0) }
            case .decimalAttributeType:
              value = [nil, "0", "1.50", "9.99", "10", "-3.25", "123456789012345678.25"]
                .randomElement(using: &random)!.map { NSDecimalNumber(string: $0) }
            case .UUIDAttributeType:
              value = [nil, UUID(uuidString: "00000000-0000-0000-0000-00000000000A")].randomElement(
                using: &random)!
            case .binaryDataAttributeType:
              value = [nil, Data(), Data([1, 2])].randomElement(using: &random)!
            default:
              value = [nil, 0, 1, 2, 3, 100, 250].randomElement(using: &random)!.map { NSNumber(value: $0) }
            }
            object.values[slot.name] = value
          case .toMany(let isOrdered):
            object.values[slot.name] = isOrdered ? NSMutableOrderedSet() : NSMutableSet()
          default: break
          }
        }
        all.append(object)
        objects[name, default: []].append(object)
      }
    }
    objects["Author"]! += objects["Novelist"]!
    func link(_ one: PlainObject, _ toOne: String, _ many: PlainObject, _ toMany: String) {
      one.values[toOne] = many
      (many.values[toMany] as? NSMutableSet)?.add(one)
      (many.values[toMany] as? NSMutableOrderedSet)?.add(one)
    }
    for book in objects["Book"]! {
      if Int.random(in: 0..<5, using: &random) > 0 {
        link(book, "author", objects["Author"]!.randomElement(using: &random)!, "books")
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        link(book, "firstBook", objects["Book"]!.randomElement(using: &random)!, "series")
      }
      for tag in objects["Tag"]! where Int.random(in: 0..<6, using: &random) == 0 {
        (book.values["tags"] as! NSMutableSet).add(tag)
        (tag.values["books"] as! NSMutableSet).add(book)
      }
    }
    for one in objects["Author"]! where Int.random(in: 0..<2, using: &random) == 0 {
      link(one, "mentor", objects["Author"]!.randomElement(using: &random)!, "pupils")
    }
    var changes = StoreChanges()
    for object in all {
      var values: [String: ManagedValue] = [:]
      for (name, value) in object.values { values[name] = Self.stored(value) }
      changes.inserted.append(.init(id: object.id, row: row(object.id.entity.name!, values)))
    }
    _ = try coordinator.save(changes, author: nil, context: nil)
  }

  private static func stored(_ value: Any?) -> ManagedValue {
    switch value {
    case let object as PlainObject: return .toOne(object.id)
    case let set as NSMutableOrderedSet: return .toMany(set.array.map { ($0 as! PlainObject).id })
    case let set as NSMutableSet:
      return .toMany(set.allObjects.map { ($0 as! PlainObject).id }.sorted { $0.key < $1.key })
    default:
      switch ValueKind.stored(value)?.0 {
      case .integer(let value): return .integer(value)
      case .real(let value): return .real(value)
      case .text(let value): return .text(value)
      case .blob(let value): return .data(value)
      default: return .null
      }
    }
  }
}

/// An object with keys and values, for predicates in memory.
final class PlainObject: NSObject {
  let id: NSManagedObjectID
  var values: [String: Any] = [:]
  init(_ id: NSManagedObjectID) {
    self.id = id
    super.init()
  }
  override func value(forKey key: String) -> Any? {
    if key == "self" { return self }
    guard id.entity.layout.index(of: key) != nil else { return super.value(forKey: key) }
    return values[key]
  }
  override var description: String { "\(id.entity.name ?? "") \(id.key)" }
}
