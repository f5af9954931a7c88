import ManagedModelFormat
import TestSupport
import Testing

@testable import CoreData

/// Builds a model from a short description of entities and their properties.
@MainActor private func model(
  _ entities: [String: [NSPropertyDescription]], _ more: ([String: NSEntityDescription]) -> Void = { _ in }
)
  -> NSManagedObjectModel
{
  let model = NSManagedObjectModel()
  var made: [String: NSEntityDescription] = [:]
  for (name, properties) in entities {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    made[name] = entity
  }
  more(made)
  for entity in made.values {
    for case let relationship as NSRelationshipDescription in entity.ownProperties {
      let (destination, inverse) = links[ObjectIdentifier(relationship)] ?? ("", nil)
      relationship.destinationEntity = made[destination]
      if let inverse {
        relationship.inverseRelationship =
          made[destination]?.propertiesByName[inverse] as? NSRelationshipDescription
      }
    }
  }
  model.entities = made.sorted { $0.key < $1.key }.map(\.value)
  return model
}

@MainActor private var links: [ObjectIdentifier: (String, String?)] = [:]

@MainActor private func attribute(
  _ name: String, _ type: NSAttributeType = .stringAttributeType, optional: Bool = true, value: Any? = nil,
  was: String? = nil
) -> NSAttributeDescription {
  let made = NSAttributeDescription()
  made.name = name
  made.attributeType = type
  made.isOptional = optional
  made.defaultValue = value
  if let was { made.renamingIdentifier = was }
  return made
}

@MainActor private func relationship(
  _ name: String, to destination: String, _ inverse: String?, many: Bool = false, ordered: Bool = false,
  was: String? = nil
) -> NSRelationshipDescription {
  let made = NSRelationshipDescription()
  made.name = name
  made.maxCount = many ? 0 : 1
  made.isOrdered = ordered
  if let was { made.renamingIdentifier = was }
  links[ObjectIdentifier(made)] = (destination, inverse)
  return made
}

@MainActor @Suite(.serialized) struct MigrationTests {
  private let folder: TemporaryFolder
  private let url: URL
  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Store.sqlite")
  }

  private func open(
    _ model: NSManagedObjectModel, migrates: Bool = true, infers: Bool = true
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: migrates,
        NSInferMappingModelAutomaticallyOption: infers,
      ])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func close(_ context: NSManagedObjectContext) throws {
    let coordinator = try #require(context.persistentStoreCoordinator)
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  private func insert(
    _ name: String, _ values: [String: Any], _ context: NSManagedObjectContext
  ) throws -> NSManagedObject {
    let entity = try #require(context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[name])
    let object = NSManagedObject(entity: entity, insertInto: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  private func all(_ name: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name))
  }

  private func texts(_ objects: [NSManagedObject], _ key: String) -> [String] {
    objects.map { $0.value(forKeyPath: key).map { "\($0)" } ?? "nil" }
  }

  /// Creates a store with two categories with notes, and two tags.
  private func makeFirstVersion() throws {
    let context = try open(firstVersion)
    let work = try insert("Category", ["name": "work"], context)
    let home = try insert("Category", ["name": "home"], context)
    let tag = try insert("Tag", ["name": "red"], context)
    let notes = try [("a", work), ("b", work), ("c", home)].map { title, category in
      try insert("Note", ["title": title, "category": category, "rank": 3], context)
    }
    _ = try insert("Note", ["title": "d"], context)
    notes[0].setValue(NSSet(array: [tag]), forKey: "tags")
    try context.save()
    try close(context)
  }
  private var firstVersion: NSManagedObjectModel {
    model([
      "Category": [attribute("name"), relationship("notes", to: "Note", "category", many: true)],
      "Note": [
        attribute("title"), attribute("rank", .integer16AttributeType),
        relationship("category", to: "Category", "notes"),
        relationship("tags", to: "Tag", "notes", many: true),
      ],
      "Tag": [attribute("name"), relationship("notes", to: "Note", "tags", many: true)],
    ])
  }

  private func failure(_ model: NSManagedObjectModel, migrates: Bool = true, infers: Bool = true) -> NSError?
  {
    do {
      try close(try open(model, migrates: migrates, infers: infers))
      return nil
    } catch { return error as NSError }
  }

  @Test(.rule("C-230", "C-231"))
  func `properties and entities are added, removed and renamed in place`() throws {
    try makeFirstVersion()
    let second = model(
      [
        "Folder": [
          attribute("label", was: "name"), relationship("notes", to: "Note", "folder", many: true),
          attribute("color", optional: false, value: "blue"),
        ],
        "Note": [
          attribute("title"), attribute("rank", .integer16AttributeType, optional: false, value: 7),
          attribute("text"), relationship("folder", to: "Folder", "notes", was: "category"),
          relationship("labels", to: "Label", "notes", many: true, was: "tags"),
        ],
        "Label": [attribute("name"), relationship("notes", to: "Note", "labels", many: true)],
        "Extra": [attribute("name")],
      ]
    ) {
      $0["Folder"]?.renamingIdentifier = "Category"
      $0["Label"]?.renamingIdentifier = "Tag"
    }
    let context = try open(second)
    #expect(texts(try all("Note", context), "title") == ["a", "b", "c", "d"])
    #expect(texts(try all("Note", context), "folder.label") == ["work", "work", "home", "nil"])
    #expect(texts(try all("Note", context), "rank") == ["3", "3", "3", "7"])
    #expect(texts(try all("Folder", context), "color") == ["blue", "blue"])
    #expect(texts(try all("Folder", context), "notes.@count") == ["2", "1"])
    #expect(texts(try all("Note", context), "labels.@count") == ["1", "0", "0", "0"])
    #expect(texts(try all("Label", context), "notes.@count") == ["1"])
    #expect(try all("Extra", context).isEmpty)
    // New objects get keys that were never used before.
    _ = try insert("Note", ["title": "e"], context)
    try context.save()
    #expect(texts(try all("Note", context), "title") == ["a", "b", "c", "d", "e"])
    try close(context)
    // The store has the new model.
    #expect(failure(second, migrates: false) == nil)
    #expect(failure(firstVersion, migrates: false)?.code == 134100)
  }

  @Test(.rule("C-231")) func `entities get a common parent, and objects keep their relationships`()
    throws
  {
    try makeFirstVersion()
    let second = model([
      "Named": [attribute("name")],
      "Category": [relationship("notes", to: "Note", "category", many: true)],
      "Note": [
        attribute("title"), attribute("rank", .integer16AttributeType),
        relationship("category", to: "Category", "notes"),
        relationship("tags", to: "Tag", "notes", many: true),
      ],
      "Tag": [relationship("notes", to: "Note", "tags", many: true)],
    ]) { entities in
      entities["Named"]?.subentities = [entities["Category"]!, entities["Tag"]!]
    }
    let context = try open(second)
    #expect(texts(try all("Named", context), "name") == ["work", "home", "red"])
    #expect(texts(try all("Note", context), "category.name") == ["work", "work", "home", "nil"])
    #expect(texts(try all("Tag", context), "notes.@count") == ["1"])
    #expect((try all("Note", context)[0].value(forKey: "tags") as? NSSet)?.count == 1)
    try close(context)
  }

  @Test(.rule("C-231")) func `a to-one relationship becomes to-many, and a set becomes ordered`() throws {
    try makeFirstVersion()
    let second = model([
      "Category": [attribute("name"), relationship("notes", to: "Note", "categories", many: true)],
      "Note": [
        attribute("title"), attribute("rank", .integer16AttributeType),
        relationship("categories", to: "Category", "notes", many: true, was: "category"),
        relationship("tags", to: "Tag", "notes", many: true, ordered: true),
      ],
      "Tag": [attribute("name"), relationship("notes", to: "Note", "tags", many: true)],
    ])
    let context = try open(second)
    #expect(texts(try all("Note", context), "categories.@count") == ["1", "1", "1", "0"])
    #expect(texts(try all("Category", context), "notes.@count") == ["2", "1"])
    #expect(texts(try all("Note", context), "tags.@count") == ["1", "0", "0", "0"])
    try close(context)
  }

  @Test(.rule("C-205", "C-230"))
  func `a migration that cannot be inferred is an error, and the store stays unchanged`()
    throws
  {
    try makeFirstVersion()
    let hash = try Data(contentsOf: url)
    let otherType = model(["Note": [attribute("title", .dateAttributeType)]])
    let mandatory = model(["Note": [attribute("title"), attribute("new", optional: false)]])
    #expect(failure(otherType, migrates: false)?.code == 134100)
    #expect(failure(otherType, migrates: false)?.userInfo["metadata"] is [String: Any])
    #expect(failure(otherType)?.code == 134190)
    #expect(failure(mandatory)?.code == 134110)
    #expect(failure(mandatory, infers: false)?.code == 134140)
    #expect(try Data(contentsOf: url) == hash)
    #expect(failure(firstVersion) == nil)
  }

  @Test(.rule("C-232")) func `a store that a later version has migrated is not changed`() throws {
    try makeFirstVersion()
    let second = model(["Note": [attribute("title"), attribute("text")]])
    #expect(failure(second) == nil)
    let before = try Data(contentsOf: url)
    #expect(failure(firstVersion)?.code == 134130)
    #expect(try Data(contentsOf: url) == before)
  }

  @Test(.rule("C-234")) func `a mapping model and a policy migrate to another store`() throws {
    try makeFirstVersion()
    let source = firstVersion
    let destination = model([
      "Category": [attribute("name"), relationship("notes", to: "Note", "category", many: true)],
      "Note": [
        attribute("title"), attribute("length", .integer64AttributeType),
        relationship("category", to: "Category", "notes"),
      ],
    ])
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: source, destinationModel: destination)
    #expect(
      mapping.entityMappings.map(\.name) == ["IEM_Copy_Category", "IEM_Transform_Note", "IEM_Remove_Tag"])
    let length = NSPropertyMapping()
    length.name = "length"
    length.valueExpression = NSExpression(format: "length($source.title) + 10")
    mapping.entityMappings[1].attributeMappings?.append(length)
    let target = folder.file("New.sqlite")
    let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
    try manager.migrateStore(
      from: url, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: target,
      destinationType: NSSQLiteStoreType, destinationOptions: nil)
    #expect(manager.migrationProgress == 1)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: destination)
    try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: target)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let notes = try all("Note", context).sorted {
      "\($0.value(forKey: "title")!)" < "\($1.value(forKey: "title")!)"
    }
    #expect(texts(notes, "title") == ["a", "b", "c", "d"])
    #expect(texts(notes, "length") == ["11", "11", "11", "11"])
    #expect(texts(notes, "category.name") == ["work", "work", "home", "nil"])
    try close(context)
  }

  @Test(.rule("C-206"))
  func `a store can be moved, replaced and destroyed, and keeps its identifiers`() throws {
    try makeFirstVersion()
    let context = try open(firstVersion)
    let coordinator = try #require(context.persistentStoreCoordinator)
    let uri = try all("Note", context)[0].objectID.uriRepresentation()
    let other = folder.file("Other.sqlite")
    let moved = try coordinator.migratePersistentStore(
      coordinator.persistentStores[0], to: other, options: nil, withType: NSSQLiteStoreType)
    #expect(moved.url == other)
    let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
    context.reset()
    #expect(try context.existingObject(with: id).value(forKey: "title") as? String == "a")
    try coordinator.remove(moved)
    try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    try coordinator.replacePersistentStore(
      at: url, withPersistentStoreFrom: other, ofType: NSSQLiteStoreType)
    let replaced = try open(firstVersion)
    #expect(texts(try all("Note", replaced), "title") == ["a", "b", "c", "d"])
  }

  // MARK: Stages

  private func staged(_ stages: [NSMigrationStage], to model: NSManagedObjectModel) throws
    -> NSManagedObjectContext
  {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager(stages),
      ])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func note(_ attributes: NSAttributeDescription...) -> NSManagedObjectModel {
    model(["Note": attributes])
  }

  /// Four versions: title; title and number; number only; number and text.
  private func versions() -> [NSManagedObjectModel] {
    [
      note(attribute("title")), note(attribute("title"), attribute("number", .integer32AttributeType)),
      note(attribute("number", .integer32AttributeType)),
      note(attribute("number", .integer32AttributeType), attribute("text")),
    ]
  }

  private func reference(_ model: NSManagedObjectModel) -> NSManagedObjectModelReference {
    NSManagedObjectModelReference(model: model, versionChecksum: "of another compiler")
  }

  @Test(.rule("C-282")) func `stages run in order, with the app's code between them`() throws {
    let versions = versions()
    let first = try open(versions[0])
    for title in ["1", "2"] { _ = try insert("Note", ["title": title], first) }
    try first.save()
    try close(first)
    var lines: [String] = []
    func titles(_ manager: NSStagedMigrationManager, _ key: String) throws -> [String] {
      let context = try #require(manager.container).newBackgroundContext()
      return try context.performAndWait {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
          .map { $0.value(forKey: key).map { "\($0)" } ?? "-" }.sorted()
      }
    }
    let custom = NSCustomMigrationStage(migratingFrom: reference(versions[1]), to: reference(versions[2]))
    custom.label = "numbers"
    custom.willMigrateHandler = { manager, stage in
      lines.append(
        "will \(stage.label ?? "") \(try titles(manager, "title")) \(try titles(manager, "number"))")
      let context = try #require(manager.container).newBackgroundContext()
      try context.performAndWait {
        for note in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")) {
          note.setValue(Int(note.value(forKey: "title") as? String ?? ""), forKey: "number")
        }
        try context.save()
      }
    }
    custom.didMigrateHandler = { manager, _ in lines.append("did \(try titles(manager, "number"))") }
    let stages = [NSLightweightMigrationStage([versions[0].versionChecksum]), custom]
    let context = try staged(stages, to: versions[3])
    #expect(lines == [#"will numbers ["1", "2"] ["-", "-"]"#, #"did ["1", "2"]"#])
    #expect(try texts(all("Note", context), "number").sorted() == ["1", "2"])
    #expect(try texts(all("Note", context), "text") == ["nil", "nil"])
    try close(context)
    // A store that has the last model is opened as it is.
    try close(try staged(stages, to: versions[3]))
    #expect(lines.count == 2)
  }

  @Test(.rule("C-282"))
  func `a store with an intermediate version goes through the remaining stages`() throws {
    let versions = versions()
    let first = try open(versions[2])
    _ = try insert("Note", ["number": 7], first)
    try first.save()
    try close(first)
    var ran = false
    let custom = NSCustomMigrationStage(migratingFrom: reference(versions[1]), to: reference(versions[2]))
    custom.willMigrateHandler = { _, _ in ran = true }
    let context = try staged([custom], to: versions[3])
    #expect(!ran)
    #expect(try texts(all("Note", context), "number") == ["7"])
    try close(context)
  }

  @Test(.rule("C-282")) func `a handler's error ends the migration after the previous stages`() throws {
    struct Refusal: Error {}
    let versions = versions()
    let first = try open(versions[0])
    _ = try insert("Note", ["title": "1"], first)
    try first.save()
    try close(first)
    let custom = NSCustomMigrationStage(migratingFrom: reference(versions[1]), to: reference(versions[2]))
    custom.willMigrateHandler = { _, _ in throw Refusal() }
    #expect(throws: Refusal.self) { try close(try staged([custom], to: versions[3])) }
    let context = try open(versions[1], migrates: false)
    #expect(try texts(all("Note", context), "title") == ["1"])
    try close(context)
  }

  @Test(.rule("C-233")) func `a bundle's mapping model is found by its version names`() throws {
    let first = note(attribute("title"))
    let second = note(attribute("heading"))
    let third = note(attribute("heading"), attribute("more"))
    let momd = folder.file("Notes.momd")
    try FileManager.default.createDirectory(at: momd, withIntermediateDirectories: true)
    var hashes: [String: [String: Data]] = [:]
    for (name, model) in [("Notes", first), ("Notes 2", second)] {
      try ManagedModelFile.data(ModelWriter.model(model)).write(
        to: momd.appendingPathComponent("\(name).mom"))
      hashes[name] = model.entityVersionHashesByName
    }
    try ManagedModelVersions(current: "Notes 2", hashes: hashes).data()
      .write(to: momd.appendingPathComponent(ManagedModelVersions.fileName))
    var mapping = ManagedMapping()
    (mapping.sourceModel, mapping.destinationModel) = ("Notes", "Notes 2")
    var entity = ManagedMapping.EntityMapping(name: "NoteToNote", type: 5)
    (entity.source, entity.destination) = ("Note", "Note")
    mapping.entities = [entity]
    try ManagedModelFile.data(mapping).write(to: folder.file("OneToTwo.cdm"))
    let bundle = try #require(Bundle(path: folder.url.path))
    let found = try #require(NSMappingModel(from: [bundle], forSourceModel: first, destinationModel: second))
    #expect(found.entityMappings.map(\.name) == ["NoteToNote"])
    #expect(found.entityMappings[0].sourceEntityVersionHash == first.entityVersionHashesByName["Note"])
    #expect(NSMappingModel(from: [bundle], forSourceModel: first, destinationModel: third) == nil)
    #expect(NSMappingModel(from: [bundle], forSourceModel: second, destinationModel: first) == nil)
  }

  @Test(.rule("C-352")) func `a mapping for other versions of the models is refused`() throws {
    try makeFirstVersion()
    let destination = model(["Note": [attribute("title"), attribute("more")]])
    let target = folder.file("Refused.sqlite")
    func migrate(_ change: (NSEntityMapping) -> Void) throws {
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: firstVersion, destinationModel: destination)
      change(try #require(mapping.entityMappings.first { $0.name == "IEM_Transform_Note" }))
      try NSMigrationManager(sourceModel: firstVersion, destinationModel: destination).migrateStore(
        from: url, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: target,
        destinationType: NSSQLiteStoreType, destinationOptions: nil)
    }
    let old = firstVersion.entityVersionHashesByName["Note"]
    for change in [
      { $0.destinationEntityVersionHash = old }, { $0.sourceEntityVersionHash = Data([1]) },
    ] as [(NSEntityMapping) -> Void] {
      let error = try #require(throws: NSError.self) { try migrate(change) }
      #expect(error.code == NSMigrationError)
      #expect(error.localizedDescription == "Mismatch between mapping and source/destination models")
      #expect(!FileManager.default.fileExists(atPath: target.path))
    }
    // A mapping without hashes is not checked.
    try migrate { ($0.sourceEntityVersionHash, $0.destinationEntityVersionHash) = (nil, nil) }
    #expect(FileManager.default.fileExists(atPath: target.path))
  }

  @Test(.rule("C-233")) func `without a mapping model and without inference there is no migration`() throws {
    try makeFirstVersion()
    let error = try #require(failure(note(attribute("title"), attribute("more")), infers: false))
    #expect(error.code == NSMigrationMissingMappingModelError)
    #expect(error.userInfo["sourceModel"] is NSManagedObjectModel)
  }
}
