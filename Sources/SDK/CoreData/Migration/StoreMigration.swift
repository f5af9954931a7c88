import CarobFoundation
import CarobRuntime

/// Migrates a store's file to the coordinator's model while the store is added, if the options request it
/// (C-232).
struct StoreMigration {
  let url: URL
  let type: String
  let configuration: String?
  let model: NSManagedObjectModel
  let metadata: [String: Any]
  let options: [AnyHashable: Any]?

  /// The metadata key for the checksums of the store's earlier models.
  static let earlierModelsKey = "CarobEarlierModels"

  func run() throws {
    guard StoreOptions.flag(options, NSMigratePersistentStoresAutomaticallyOption) else {
      throw StoreErrors.make(
        NSPersistentStoreIncompatibleVersionHashError,
        "The model used to open the store is incompatible with the one used to create the store",
        [
          "metadata": metadata,
          "reason": "The model used to open the store is incompatible with the one used to create the store",
        ])
    }
    let source = try sourceModel()
    if let manager = options?[NSPersistentStoreStagedMigrationManagerOptionKey] as? NSStagedMigrationManager {
      return try migrate(from: source, by: manager)
    }
    // C-233: a mapping model of the app takes precedence over an inferred one.
    if let mapping = NSMappingModel(from: nil, forSourceModel: source, destinationModel: model) {
      return try migrate(from: source, by: mapping)
    }
    guard StoreOptions.flag(options, NSInferMappingModelAutomaticallyOption) else {
      throw StoreErrors.make(
        NSMigrationMissingMappingModelError,
        "Can't find mapping model for migration: the app has none for these versions, and "
          + "NSInferMappingModelAutomaticallyOption is not set",
        ["sourceModel": source, "destinationModel": model])
    }
    try inPlace(from: source)
  }

  /// The store's current model: one of the app's versions, or the copy that the store keeps.
  // C-232: a store that had this model earlier comes from a later version of the app, and is not changed.
  private func sourceModel() throws -> NSManagedObjectModel {
    let earlier = metadata[Self.earlierModelsKey] as? [String] ?? []
    if let version = NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata) {
      return version
    }
    if !earlier.contains(model.versionChecksum), let kept = SQLiteFile.model(at: url),
      kept.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        || kept.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata)
    {
      return kept
    }
    throw StoreErrors.make(
      NSMigrationMissingSourceModelError, "Can't find model for source store",
      [
        "metadata": metadata,
        "reason": earlier.contains(model.versionChecksum)
          ? "The store was migrated to a later version of the model. It was not changed."
          : "Can't find model for source store",
      ])
  }

  private func migratedMetadata(_ source: NSManagedObjectModel, _ entities: [NSEntityDescription]) -> [String:
    Any]
  {
    var new = metadata
    let fresh = SQLiteFile.metadata(
      type: type, uuid: metadata[NSStoreUUIDKey] as? String ?? "", entities: entities, model: model)
    new.merge(fresh) { $1 }
    var earlier = metadata[Self.earlierModelsKey] as? [String] ?? []
    if !earlier.contains(source.versionChecksum) { earlier.append(source.versionChecksum) }
    // NB: if the app has a model for migrating back, the later version counts as the earlier one.
    new[Self.earlierModelsKey] = earlier.filter { $0 != model.versionChecksum }
    return new
  }

  // C-282
  private func migrate(from source: NSManagedObjectModel, by manager: NSStagedMigrationManager) throws {
    var current = source
    for step in StagedMigration.steps(manager.stages, from: source, to: model) {
      let next: NSManagedObjectModel
      switch step {
      case .lightweight(let model):
        next = model
        try stage(to: next).inPlace(from: current)
      case .custom(let custom):
        next = custom.nextModel.resolvedModel
        try call(custom.willMigrateHandler, custom, manager, current)
        // NB: a stage that only runs the app's code may have the same model at both ends.
        if !next.isEqual(current) { try stage(to: next).inPlace(from: current) }
        try call(custom.didMigrateHandler, custom, manager, next)
      }
      current = next
    }
  }

  /// The migration of the store from its current state to another model.
  private func stage(to model: NSManagedObjectModel) throws -> StoreMigration {
    model.freeze()
    return StoreMigration(
      url: url, type: type, configuration: configuration, model: model,
      metadata: try SQLiteFile.metadata(at: url), options: options)
  }

  /// Runs a handler while a container has the store open.
  private func call(
    _ handler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?,
    _ stage: NSCustomMigrationStage, _ manager: NSStagedMigrationManager, _ model: NSManagedObjectModel
  ) throws {
    guard let handler else { return }
    let container = NSPersistentContainer(
      name: url.deletingPathExtension().lastPathComponent, managedObjectModel: model)
    let coordinator = container.persistentStoreCoordinator
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: configuration, at: url, options: nil)
    manager.container = container
    defer {
      manager.container = nil
      try? coordinator.remove(store)
    }
    if Journal.isRecording {
      Journal.note(
        .coredata, "migrate", outcome: "handled",
        why: "stage \(stage.label ?? "") of \(url.lastPathComponent)",
        sender: nil, category: .functional, detail: [])
    }
    try handler(manager, stage)
  }

  private func inPlace(from source: NSManagedObjectModel) throws {
    source.freeze()
    guard let oldEntities = entities(of: source),
      let newEntities = model.entities(forConfigurationName: configuration)
    else { return }
    do {
      try SQLiteFile.withConnection(at: url, .readWrite) { connection in
        try connection.transaction {
          var migration = try LightweightMigration(connection, from: oldEntities, to: newEntities)
          try migration.run()
          let plist = try SQLiteFile.plist(migratedMetadata(source, newEntities))
          try connection.run(
            "UPDATE _metadata SET plist = ?, model = ?",
            [.blob(plist), SQLiteFile.archived(model).map { .blob($0) } ?? .null])
        }
      }
    } catch let error as SQLiteError {
      throw error.cocoaError(at: url)
    }
    if Journal.isRecording {
      Journal.note(
        .coredata, "migrate", outcome: "handled", why: "lightweight migration of \(url.lastPathComponent)",
        sender: nil, category: .functional, detail: [])
    }
  }

  /// The old model's entities that are in the store.
  private func entities(of source: NSManagedObjectModel) -> [NSEntityDescription]? {
    let names = (metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]).keys
    return source.entities.filter { names.contains($0.name ?? "") }
  }

  /// Migrates to a new file, which then replaces the old one.
  private func migrate(from source: NSManagedObjectModel, by mapping: NSMappingModel) throws {
    let temporary = url.deletingLastPathComponent().appendingPathComponent(
      ".\(url.lastPathComponent).migrating")
    SQLiteFile.files(of: temporary).forEach { try? FileManager.default.removeItem(at: $0) }
    let manager = NSMigrationManager(sourceModel: source, destinationModel: model)
    try manager.migrateStore(
      from: url, sourceType: type, options: nil, with: mapping, toDestinationURL: temporary,
      destinationType: type,
      destinationOptions: nil)
    do {
      let entities = model.entities(forConfigurationName: configuration) ?? model.entities
      try SQLiteFile.withConnection(at: temporary, .readWrite) { connection in
        let plist = try SQLiteFile.plist(migratedMetadata(source, entities))
        try connection.run(
          "UPDATE _metadata SET plist = ?, uuid = ?",
          [.blob(plist), .text(metadata[NSStoreUUIDKey] as? String ?? "")])
      }
    } catch let error as SQLiteError { throw error.cocoaError(at: temporary) }
    try SQLiteFile.replace(url, with: temporary)
    if Journal.isRecording {
      Journal.note(
        .coredata, "migrate", outcome: "handled", why: "mapping model for \(url.lastPathComponent)",
        sender: nil,
        category: .functional, detail: [])
    }
  }
}

extension SQLiteFile {
  /// Replaces a store's file by another one. If that is interrupted at any point, one of the two exists.
  static func replace(_ url: URL, with other: URL) throws {
    do {
      // Checkpoints both into their main files first, so that no write-ahead log remains beside another
      // database.
      for one in [url, other] where !isEmpty(at: one.path) {
        try withConnection(at: one, .readWrite) { connection in
          _ = try connection.text("PRAGMA wal_checkpoint(TRUNCATE)")
          _ = try connection.text("PRAGMA journal_mode = DELETE")
        }
      }
    } catch let error as SQLiteError { throw error.cocoaError(at: url) }
    guard rename(other.path, url.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    let external = ExternalData.folder(of: other)
    if FileManager.default.fileExists(atPath: external.path) {
      try? FileManager.default.removeItem(at: ExternalData.folder(of: url))
      try FileManager.default.moveItem(at: external, to: ExternalData.folder(of: url))
    }
  }
}
