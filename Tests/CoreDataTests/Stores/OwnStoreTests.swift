import CoreData
import TestSupport
import Testing

/// Store classes as apps define them.
@Suite(.serialized) struct OwnStoreTests {
  private let model = CodeModel()

  private func context(_ cls: AnyClass, at url: URL? = nil) throws -> NSManagedObjectContext {
    let type = "\(cls)"
    NSPersistentStoreCoordinator.registerStoreClass(cls, forStoreType: type)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.model)
    _ = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    return context(coordinator)
  }

  private func context(_ coordinator: NSPersistentStoreCoordinator?) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func insert(_ entity: String, _ title: String?, into context: NSManagedObjectContext)
    -> NSManagedObject
  {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    if let title { object.setValue(title, forKey: "title") }
    return object
  }

  private func titles(_ context: NSManagedObjectContext, _ format: String? = nil) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    return try context.fetch(request).map { $0.value(forKey: "title") as? String ?? "" }
  }

  // MARK: Incremental

  @Test(.rule("C-295"))
  func `an incremental store gets fetches, values, relationships and saves, in order`() throws {
    let context = try context(RemoteStore.self)
    let store = try #require(context.persistentStoreCoordinator?.persistentStores[0] as? RemoteStore)
    let category = insert("Category", nil, into: context)
    let note = insert("Note", "a", into: context)
    note.setValue(category, forKey: "category")
    try context.save()
    #expect(store.referenceObject(for: note.objectID) as? String == "Note-2")
    #expect(
      note.objectID.uriRepresentation().absoluteString == "x-coredata://remote/Note/pNote%2D2")
    note.setValue("b", forKey: "title")
    try context.save()
    let other = self.context(context.persistentStoreCoordinator)
    #expect(try titles(other) == ["b"])
    let found = try other.existingObject(with: note.objectID)
    let owner = try #require(found.value(forKey: "category") as? NSManagedObject)
    #expect(owner.objectID == category.objectID)
    #expect((owner.value(forKey: "notes") as? Set<NSManagedObject>) == [found])
    #expect(try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 1)
    other.delete(found)
    try other.save()
    #expect(try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 0)
    #expect(
      store.log == [
        "identifiers for Category Note", "save inserted 2, updated 0, deleted 0",
        "save inserted 0, updated 1, deleted 0", "fetch Note", "values of Note-2", "category of Note-2",
        "values of Category-1", "notes of Category-1", "count Note", "save inserted 0, updated 1, deleted 1",
        "count Note",
      ])
  }

  @Test(.rule("C-295"))
  func `an object that an incremental store does not have cannot be fetched`() throws {
    let context = try context(RemoteStore.self)
    let store = try #require(context.persistentStoreCoordinator?.persistentStores[0] as? RemoteStore)
    let id = store.newObjectID(for: model.note, referenceObject: 7)
    #expect(id == store.newObjectID(for: model.note, referenceObject: NSNumber(value: 7)))
    #expect(id != store.newObjectID(for: model.category, referenceObject: 7))
    let coordinator = try #require(context.persistentStoreCoordinator)
    #expect(coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()) == id)
    let error = try #require(throws: NSError.self) { try context.existingObject(with: id) }
    #expect(error.code == NSManagedObjectReferentialIntegrityError)
  }

  @Test(.rule("C-295", "C-42"))
  func `an error that an incremental store throws is the error of the fetch or the save`() throws {
    let context = try context(RemoteStore.self)
    let store = try #require(context.persistentStoreCoordinator?.persistentStores[0] as? RemoteStore)
    let note = insert("Note", "a", into: context)
    store.isOffline = true
    for attempt in [{ try context.save() }, { _ = try titles(context) }] {
      let error = try #require(throws: NSError.self) { try attempt() }
      #expect([error.domain, "\(error.code)"] == ["Remote", "503"])
    }
    #expect(note.objectID.isTemporaryID)
    store.isOffline = false
    try context.save()
    #expect(try titles(self.context(context.persistentStoreCoordinator)) == ["a"])
    let request = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Note"))
    #expect(throws: NSError.self) { try context.execute(request) }
  }

  // MARK: Atomic

  @Test(.rule("C-296", "C-210"))
  func `an atomic store loads and saves its nodes as a whole and fetches in memory`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Notes.plist")
    let context = try context(PlistStore.self, at: url)
    let category = insert("Category", nil, into: context)
    for title in ["a", "b", "c"] {
      insert("Note", title, into: context).setValue(category, forKey: "category")
    }
    try context.save()
    let uri = category.objectID.uriRepresentation()

    let again = try self.context(PlistStore.self, at: url)
    #expect(try titles(again) == ["c", "b", "a"])
    #expect(try titles(again, "title > 'a' AND category != nil") == ["c", "b"])
    let coordinator = try #require(again.persistentStoreCoordinator)
    let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
    let found = try again.existingObject(with: id)
    let notes = try #require(found.value(forKey: "notes") as? Set<NSManagedObject>)
    #expect(notes.count == 3)
    let first = try #require(notes.first { $0.value(forKey: "title") as? String == "a" })
    first.setValue("z", forKey: "title")
    again.delete(try #require(notes.first { $0.value(forKey: "title") as? String == "b" }))
    try again.save()
    #expect(try titles(try self.context(PlistStore.self, at: url)) == ["z", "c"])
  }

  @Test(.rule("C-296", "C-146", "C-42"))
  func `an atomic store detects conflicts, and a failed save leaves its nodes unchanged`()
    throws
  {
    let folder = try TemporaryFolder()
    let context = try context(PlistStore.self, at: folder.file("Notes.plist"))
    let note = insert("Note", "a", into: context)
    try context.save()
    let other = self.context(context.persistentStoreCoordinator)
    let theirs = try other.existingObject(with: note.objectID)
    #expect(theirs.value(forKey: "title") as? String == "a")
    note.setValue("b", forKey: "title")
    try context.save()
    theirs.setValue("c", forKey: "title")
    let conflict = try #require(throws: NSError.self) { try other.save() }
    #expect(conflict.code == NSManagedObjectMergeError)
    let store = try #require(context.persistentStoreCoordinator?.persistentStores[0] as? PlistStore)
    store.isFull = true
    note.setValue("d", forKey: "title")
    _ = insert("Note", "e", into: context)
    let error = try #require(throws: NSError.self) { try context.save() }
    #expect(error.code == CocoaError.fileWriteOutOfSpace.rawValue)
    #expect(try titles(self.context(context.persistentStoreCoordinator)) == ["b"])
    store.isFull = false
    try context.save()
    #expect(try titles(self.context(context.persistentStoreCoordinator)) == ["e", "d"])
  }

  @Test(.rule("C-295"))
  func `an unregistered store type and a store without metadata give errors`() async throws {
    _ = try context(RemoteStore.self)
    NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "RemoteStore")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.model)
    let unknown = try #require(throws: NSError.self) {
      try coordinator.addPersistentStore(ofType: "RemoteStore", configurationName: nil, at: nil)
    }
    #expect(unknown.code == 134000)
    let nameless = try #require(throws: NSError.self) { try context(NamelessStore.self) }
    #expect(nameless.code == 134080)
    await #expect(processExitsWith: .failure) {
      NSPersistentStoreCoordinator.registerStoreClass(NSObject.self, forStoreType: "Object")
    }
  }
}

/// Rows as on a server, with reference objects "Entity-number".
private final class RemoteStore: NSIncrementalStore, @unchecked Sendable {
  private var rows: [String: [String: Any]] = [:]
  private var last = 0
  private(set) var log: [String] = []
  var isOffline = false

  override var type: String { "RemoteStore" }
  override func loadMetadata() throws {
    metadata = [NSStoreTypeKey: "RemoteStore", NSStoreUUIDKey: "remote"]
  }

  private func name(_ id: NSManagedObjectID) -> String { "\(referenceObject(for: id))" }

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    if isOffline { throw NSError(domain: "Remote", code: 503) }
    if let save = request as? NSSaveChangesRequest {
      let counts = [save.insertedObjects, save.updatedObjects, save.deletedObjects].map { $0?.count ?? 0 }
      log.append("save inserted \(counts[0]), updated \(counts[1]), deleted \(counts[2])")
      for object in (save.insertedObjects ?? []).union(save.updatedObjects ?? []) {
        var row: [String: Any] = [:]
        for (key, property) in object.entity.propertiesByName {
          if property is NSAttributeDescription { row[key] = object.value(forKey: key) }
          if (property as? NSRelationshipDescription)?.isToMany == false {
            row[key] = (object.value(forKey: key) as? NSManagedObject).map { name($0.objectID) }
          }
        }
        rows[name(object.objectID)] = row
      }
      for object in save.deletedObjects ?? [] { rows[name(object.objectID)] = nil }
      return [Any]()
    }
    let fetch = try #require(request as? NSFetchRequest<any NSFetchRequestResult>)
    let entity = try #require(fetch.entity)
    let found = rows.keys.filter { $0.hasPrefix("\(entity.name!)-") }.sorted()
    if fetch.resultType == .countResultType {
      log.append("count \(entity.name!)")
      return [NSNumber(value: found.count)]
    }
    log.append("fetch \(entity.name!)")
    return found.compactMap { context?.object(with: newObjectID(for: entity, referenceObject: $0)) }
  }

  override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    log.append("values of \(name(objectID))")
    guard let row = rows[name(objectID)] else {
      throw NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError)
    }
    return NSIncrementalStoreNode(
      objectID: objectID, withValues: row.filter { $0.key != "category" }, version: 1)
  }

  override func newValue(
    forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
    with context: NSManagedObjectContext?
  ) throws -> Any {
    log.append("\(relationship.name) of \(name(objectID))")
    let destination = try #require(relationship.destinationEntity)
    if !relationship.isToMany {
      guard let owner = rows[name(objectID)]?[relationship.name] else { return NSNull() }
      return newObjectID(for: destination, referenceObject: owner)
    }
    return rows.filter { $0.value["category"] as? String == name(objectID) }.keys.sorted().map {
      newObjectID(for: destination, referenceObject: $0)
    }
  }

  override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    if isOffline { throw NSError(domain: "Remote", code: 503) }
    let names = array.map { $0.entity.name ?? "" }
    // NB: the context requests identifiers for one entity at a time.
    if let place = log.indices.last, log[place].hasPrefix("identifiers") {
      log[place] += " " + names.joined(separator: " ")
    } else {
      log.append("identifiers for " + names.joined(separator: " "))
    }
    return array.map { object in
      last += 1
      return newObjectID(for: object.entity, referenceObject: "\(object.entity.name ?? "")-\(last)")
    }
  }
}

private final class NamelessStore: NSIncrementalStore, @unchecked Sendable {
  override func loadMetadata() throws {}
}

/// Stores nodes in a property list: a dictionary of titles and owners by number.
private final class PlistStore: NSAtomicStore, @unchecked Sendable {
  var isFull = false
  private var last = 0

  override var type: String { "PlistStore" }

  override func load() throws {
    metadata = [NSStoreTypeKey: "PlistStore", NSStoreUUIDKey: "plist"]
    guard let url, let data = try? Data(contentsOf: url),
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: [String: String]],
      let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName
    else { return }
    var nodes: [String: NSAtomicStoreCacheNode] = [:]
    for (key, row) in list {
      guard let entity = row["entity"].flatMap({ entities[$0] }), let number = Int(key) else { continue }
      nodes[key] = NSAtomicStoreCacheNode(objectID: objectID(for: entity, withReferenceObject: number))
      nodes[key]?.setValue(row["title"], forKey: "title")
      last = max(last, number)
    }
    for (key, row) in list {
      guard let owner = row["category"].flatMap({ nodes[$0] }), let node = nodes[key] else { continue }
      node.setValue(owner, forKey: "category")
      let notes = owner.value(forKey: "notes") as? Set<NSAtomicStoreCacheNode> ?? []
      owner.setValue(notes.union([node]), forKey: "notes")
    }
    addCacheNodes(Set(nodes.values))
  }

  override func save() throws {
    if isFull { throw CocoaError(.fileWriteOutOfSpace) }
    var list: [String: [String: String]] = [:]
    for node in cacheNodes() {
      var row = ["entity": node.objectID.entity.name ?? ""]
      if let title = node.value(forKey: "title") as? String { row["title"] = title }
      if let owner = node.value(forKey: "category") as? NSManagedObjectID {
        row["category"] = "\(referenceObject(for: owner))"
      } else if let owner = node.value(forKey: "category") as? NSAtomicStoreCacheNode {
        row["category"] = "\(referenceObject(for: owner.objectID))"
      }
      list["\(referenceObject(for: node.objectID))"] = row
    }
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    if let url { try data.write(to: url) }
  }

  override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    last += 1
    return last
  }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    updateCacheNode(node, from: managedObject)
    return node
  }

  override func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
    for (key, property) in managedObject.entity.propertiesByName {
      switch property {
      case let relationship as NSRelationshipDescription where relationship.isToMany:
        node.setValue(managedObject.objectIDs(forRelationshipNamed: key), forKey: key)
      case is NSRelationshipDescription:
        node.setValue((managedObject.value(forKey: key) as? NSManagedObject)?.objectID, forKey: key)
      default: node.setValue(managedObject.value(forKey: key), forKey: key)
      }
    }
  }
}
