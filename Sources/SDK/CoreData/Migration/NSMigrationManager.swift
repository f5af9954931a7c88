import CarobFoundation
import CarobRuntime

/// Migrates a store to a new store with a mapping model, object by object (C-234).
open class NSMigrationManager: NSObject, @unchecked Sendable {
  // @unchecked because a migration runs on one thread.
  public let sourceModel: NSManagedObjectModel
  public let destinationModel: NSManagedObjectModel
  open private(set) var mappingModel: NSMappingModel
  open private(set) var sourceContext: NSManagedObjectContext
  open private(set) var destinationContext: NSManagedObjectContext
  open private(set) var currentEntityMapping: NSEntityMapping
  /// From 0 to 1.
  open private(set) var migrationProgress: Float = 0
  open var userInfo: [AnyHashable: Any]?
  open var usesStoreSpecificMigrationManager = true
  private var cancellation: (any Error)?
  private var associations: [String: Association] = [:]

  private struct Association {
    var pairs: [(source: NSManagedObject, destination: NSManagedObject)] = []
    var bySource: [ObjectIdentifier: [Int]] = [:]
    var byDestination: [ObjectIdentifier: [Int]] = [:]
  }

  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
    mappingModel = NSMappingModel()
    sourceContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    destinationContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    currentEntityMapping = NSEntityMapping()
    super.init()
  }

  /// Reads the source store and writes the destination; the source is not changed. Throws if a mapping's
  /// version hash is not its entity's (C-352).
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    guard let mappings else {
      throw StoreErrors.make(NSMigrationMissingMappingModelError, "Can't find mapping model for migration")
    }
    mappingModel = mappings
    cancellation = nil
    try checkHashes(of: mappings)
    let source = NSPersistentStoreCoordinator(managedObjectModel: sourceModel)
    var options = sOptions ?? [:]
    options[NSReadOnlyPersistentStoreOption] = true
    do {
      try source.addPersistentStore(
        ofType: sStoreType, configurationName: nil, at: sourceURL, options: options)
    } catch {
      throw StoreErrors.make(
        NSMigrationManagerSourceStoreError,
        "The source store cannot be opened: \(error.localizedDescription)",
        [NSUnderlyingErrorKey: error])
    }
    let destination = NSPersistentStoreCoordinator(managedObjectModel: destinationModel)
    do {
      try destination.addPersistentStore(
        ofType: dStoreType, configurationName: nil, at: dURL, options: dOptions)
    } catch {
      throw StoreErrors.make(
        NSMigrationManagerDestinationStoreError,
        "The destination store cannot be opened: \(error.localizedDescription)", [NSUnderlyingErrorKey: error]
      )
    }
    defer {
      for one in [source, destination] { for store in one.persistentStores { try? one.remove(store) } }
    }
    sourceContext.persistentStoreCoordinator = source
    destinationContext.persistentStoreCoordinator = destination
    destinationContext.undoManager = nil
    var failure: (any Error)?
    sourceContext.performAndWait {
      destinationContext.performAndWait {
        do { try migrate() } catch { failure = error }
      }
    }
    reset()
    if let failure { throw failure }
  }

  open func migrateStore(
    from sourceURL: URL, type sourceStoreType: NSPersistentStore.StoreType,
    options: [AnyHashable: Any]? = nil,
    mapping mappingModel: NSMappingModel, to destinationURL: URL,
    type destinationStoreType: NSPersistentStore.StoreType,
    options destinationOptions: [AnyHashable: Any]? = nil
  ) throws {
    try migrateStore(
      from: sourceURL, sourceType: sourceStoreType.rawValue, options: options, with: mappingModel,
      toDestinationURL: destinationURL, destinationType: destinationStoreType.rawValue,
      destinationOptions: destinationOptions)
  }

  /// Discards all objects and associations.
  open func reset() {
    associations = [:]
    sourceContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    destinationContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  }

  open func cancelMigrationWithError(_ error: any Error) { cancellation = error }

  // MARK: Entities and objects

  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }

  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    var association = associations[entityMapping.name ?? ""] ?? Association()
    let place = association.pairs.count
    association.pairs.append((sourceInstance, destinationInstance))
    association.bySource[ObjectIdentifier(sourceInstance), default: []].append(place)
    association.byDestination[ObjectIdentifier(destinationInstance), default: []].append(place)
    associations[entityMapping.name ?? ""] = association
  }

  /// The objects that a mapping created for source objects; all of them for nil.
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    guard let association = associations[mappingName] else { return [] }
    guard let sourceInstances else { return association.pairs.map(\.destination) }
    return sourceInstances.flatMap { source in
      (association.bySource[ObjectIdentifier(source)] ?? []).map { association.pairs[$0].destination }
    }
  }

  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    guard let association = associations[mappingName] else { return [] }
    guard let destinationInstances else { return association.pairs.map(\.source) }
    return destinationInstances.flatMap { destination in
      (association.byDestination[ObjectIdentifier(destination)] ?? []).map { association.pairs[$0].source }
    }
  }

  func newObject(of entity: NSEntityDescription) -> NSManagedObject {
    let object = entity.plan.factory?.make(entity, nil) ?? NSManagedObject(entity: entity, insertInto: nil)
    destinationContext.insert(object)
    return object
  }

  // MARK: Values

  static let relatedSelector = "_carobDestinationInstancesForRelationship:of:"
  private static let namedSelector = "destinationInstancesForEntityMappingNamed:sourceInstances:"

  /// The value of a property mapping's expression.
  func value(
    of expression: NSExpression, source: NSManagedObject?, destination: NSManagedObject,
    _ mapping: NSEntityMapping,
    _ policy: NSEntityMigrationPolicy
  ) -> Any? {
    var bindings: [String: Any] = [
      "manager": self, "destination": destination, "entityMapping": mapping, "entityPolicy": policy,
    ]
    bindings["source"] = source ?? NSNull()
    // NB: handles the manager's methods that expressions use; others are sent as messages.
    if case .function(let name, let arguments, let operand?) = expression.content,
      case .variable("manager") = operand.content, arguments.count == 2
    {
      let of = objects(arguments[1].value(source, bindings))
      if name == Self.relatedSelector {
        return of.flatMap { source in
          associations.keys.sorted().flatMap {
            destinationInstances(forEntityMappingName: $0, sourceInstances: [source])
          }
        }
      }
      if name == Self.namedSelector, let mapping = arguments[0].value(source, bindings) as? String {
        return destinationInstances(forEntityMappingName: mapping, sourceInstances: of)
      }
    }
    return expression.value(source, bindings)
  }

  private func objects(_ value: Any?) -> [NSManagedObject] {
    if let object = value as? NSManagedObject { return [object] }
    return (PredicateValues.elements(value) ?? []).compactMap { $0 as? NSManagedObject }
  }

  /// Throws if an entity mapping was made for other versions of its entities than the models have.
  // C-352
  private func checkHashes(of mappings: NSMappingModel) throws {
    func differs(_ hash: Data?, _ entity: NSEntityDescription?) -> Bool {
      hash != nil && hash != entity?.versionHash
    }
    for mapping in mappings.entityMappings
    where differs(mapping.sourceEntityVersionHash, sourceEntity(for: mapping))
      || differs(mapping.destinationEntityVersionHash, destinationEntity(for: mapping))
    {
      throw StoreErrors.make(
        NSMigrationError, "Mismatch between mapping and source/destination models",
        ["reason": "the entity mapping \(mapping.name ?? "") has another version hash than its entity"])
    }
  }

  // MARK: The migration

  private func migrate() throws {
    var policies: [(NSEntityMapping, NSEntityMigrationPolicy)] = []
    for mapping in mappingModel.entityMappings { policies.append((mapping, try policy(mapping))) }
    let steps = Float(max(1, policies.count * 3))
    var done: Float = 0
    func step(
      _ body: (NSEntityMapping, NSEntityMigrationPolicy) throws -> Void
    ) throws {
      for (mapping, policy) in policies {
        currentEntityMapping = mapping
        try body(mapping, policy)
        done += 1
        migrationProgress = done / steps
        if let cancellation {
          throw StoreErrors.make(
            NSMigrationCancelledError, "The migration was cancelled.", [NSUnderlyingErrorKey: cancellation])
        }
      }
    }
    try step { mapping, policy in
      try policy.begin(mapping, with: self)
      if mapping.mappingType != .addEntityMappingType, mapping.mappingType != .removeEntityMappingType {
        for source in try sources(mapping) {
          try policy.createDestinationInstances(forSource: source, in: mapping, manager: self)
          if cancellation != nil { break }
        }
      }
      try policy.endInstanceCreation(forMapping: mapping, manager: self)
    }
    try step { mapping, policy in
      for object in destinationInstances(forEntityMappingName: mapping.name, sourceInstances: nil) {
        try policy.createRelationships(forDestination: object, in: mapping, manager: self)
      }
      try policy.endRelationshipCreation(forMapping: mapping, manager: self)
    }
    try step { mapping, policy in
      try policy.performCustomValidation(forMapping: mapping, manager: self)
      try policy.end(mapping, manager: self)
    }
    if destinationContext.hasChanges { try destinationContext.save() }
    migrationProgress = 1
  }

  private func policy(_ mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
    guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else {
      return NSEntityMigrationPolicy()
    }
    guard let cls = NSClassFromString(name) as? NSEntityMigrationPolicy.Type,
      let make = cls._carobNew ?? cls._carobNewOfFramework
    else {
      throw StoreErrors.make(
        NSEntityMigrationPolicyError,
        "The mapping \(mapping.name ?? "") names the policy class \(name), which the app does not have, or which has no init()."
      )
    }
    guard let made = _onMainActor({ MadePolicy(object: make()) }).object as? NSEntityMigrationPolicy else {
      return NSEntityMigrationPolicy()
    }
    return made
  }

  // NB: only objects of the entity itself; subentities have their own mappings.
  private func sources(_ mapping: NSEntityMapping) throws -> [NSManagedObject] {
    guard let entity = sourceEntity(for: mapping) else { return [] }
    if let expression = mapping.sourceExpression, let found = fetched(by: expression) { return found }
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = entity
    request.includesSubentities = false
    request.returnsObjectsAsFaults = false
    return try sourceContext.fetch(request)
  }

  /// `FETCH(FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:", "Note", "title != nil"), …)`.
  private func fetched(by expression: NSExpression) -> [NSManagedObject]? {
    guard
      case .function("fetchRequestForSourceEntityNamed:predicateString:", let arguments, _?) = expression
        .content,
      arguments.count == 2, let name = arguments[0].value(nil, [:]) as? String
    else {
      unimplemented("NSEntityMapping.sourceExpression \(expression)")
      return nil
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.includesSubentities = false
    if let format = arguments[1].value(nil, [:]) as? String {
      request.predicate = NSPredicate(format: format)
    }
    return try? sourceContext.fetch(request)
  }
}

/// Passes a policy out of main-actor code.
private struct MadePolicy: @unchecked Sendable {
  // @unchecked because the code runs on the calling thread.
  let object: AnyObject
}
