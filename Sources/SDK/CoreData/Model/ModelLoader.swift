import CarobFoundation
import CarobRuntime
import ManagedModelFormat

/// Finds compiled models and creates their entity descriptions.
enum ModelLoader {
  // MARK: Finding

  /// The models in a bundle, in alphabetical order.
  static func urls(in bundle: Bundle) -> [URL] {
    ["momd", "mom"].flatMap { kind -> [URL] in
      (bundle.urls(forResourcesWithExtension: kind, subdirectory: nil) ?? []).map { $0 as URL }
    }
    .sorted { $0.path < $1.path }
  }

  static func model(at url: URL) -> ManagedModel? {
    do { return try ManagedModelFile.model(at: current(url)) } catch {
      Journal.warn("Failed to load NSManagedObjectModel with URL '\(url.path)': \(error)", rule: "C-102")
      return nil
    }
  }

  /// The file of the current version in a `.momd` folder; any other URL is returned as it is.
  private static func current(_ url: URL) throws -> URL {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else {
      return url
    }
    return url.appendingPathComponent(try ManagedModelVersions(folder: url).current + ".mom")
  }

  /// All versions in a `.momd` folder, the current one first.
  static func allVersions(at url: URL) -> [NSManagedObjectModel] {
    guard url.pathExtension == "momd", let versions = try? ManagedModelVersions(folder: url) else {
      return NSManagedObjectModel(contentsOf: url).map { [$0] } ?? []
    }
    let others = versions.hashes.keys.filter { $0 != versions.current }.sorted()
    return ([versions.current] + others).compactMap {
      NSManagedObjectModel(contentsOf: url.appendingPathComponent($0 + ".mom"))
    }
  }

  /// A version of one of a bundle's models.
  static func version(named name: String, in bundle: Bundle) -> NSManagedObjectModel? {
    for url in urls(in: bundle) {
      if url.pathExtension == "mom" {
        if url.deletingPathExtension().lastPathComponent == name {
          return NSManagedObjectModel(contentsOf: url)
        }
        continue
      }
      guard let versions = try? ManagedModelVersions(folder: url), versions.hashes[name] != nil else {
        continue
      }
      return NSManagedObjectModel(contentsOf: url.appendingPathComponent(name + ".mom"))
    }
    return nil
  }

  /// The models whose entities together are those of the metadata; nil if no such combination exists.
  static func fitting(_ metadata: [String: Any], among models: [NSManagedObjectModel])
    -> [NSManagedObjectModel]?
  {
    guard let stored = metadata["NSStoreModelVersionHashes"] as? [String: Data] else { return nil }
    if let one = models.first(where: { $0.entityVersionHashesByName == stored }) { return [one] }
    // A model whose entities are all in the store, with the same version hashes, is a part of the merged
    // model.
    var chosen: [NSManagedObjectModel] = []
    var found: Set<String> = []
    for model in models {
      let hashes = model.entityVersionHashesByName
      if !hashes.isEmpty, hashes.allSatisfy({ stored[$0.key] == $0.value }) {
        chosen.append(model)
        found.formUnion(hashes.keys)
      }
    }
    return found == Set(stored.keys) && !chosen.isEmpty ? chosen : nil
  }

  // MARK: Making descriptions

  static func fill(_ model: NSManagedObjectModel, from loaded: ManagedModel) {
    var entities: [String: NSEntityDescription] = [:]
    for one in loaded.entities { entities[one.name] = entity(one, module: loaded.module) }
    for one in loaded.entities {
      guard let entity = entities[one.name] else { continue }
      entity.subentities = loaded.entities.filter { $0.parent == one.name }.compactMap { entities[$0.name] }
    }
    for one in loaded.entities {
      for property in one.properties { link(property, of: one.name, entities) }
      entities[one.name].map { addIndexes(one.indexes, to: $0) }
    }
    model.entities = loaded.entities.compactMap { entities[$0.name] }
    for one in loaded.configurations {
      model.setEntities(one.entities.compactMap { entities[$0] }, forConfigurationName: one.name)
    }
    for one in loaded.fetchRequests {
      model.setFetchRequestTemplate(request(one, entities), forName: one.name)
    }
    model.versionIdentifiers = Set(loaded.versionIdentifiers)
  }

  private static func entity(_ loaded: ManagedModel.Entity, module: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = loaded.name
    entity.managedObjectClassName = loaded.className
    entity.module = module
    entity.isAbstract = loaded.isAbstract
    entity.userInfo = loaded.userInfo
    entity.givenRenamingIdentifier = loaded.renamingIdentifier
    entity.versionHashModifier = loaded.versionHashModifier
    entity.coreSpotlightDisplayNameExpression = loaded.spotlightName.map { NSExpression(format: $0) }
    entity.uniquenessConstraints = loaded.uniquenessConstraints
    entity.properties = loaded.properties.map(property)
    return entity
  }

  private static func property(_ loaded: ManagedModel.Property) -> NSPropertyDescription {
    let property: NSPropertyDescription
    switch loaded.kind {
    case .attribute(let attribute): property = Self.attribute(attribute)
    case .relationship(let relationship):
      let made = NSRelationshipDescription()
      made.minCount = relationship.minCount
      made.maxCount = relationship.maxCount
      made.isOrdered = relationship.isOrdered
      made.deleteRule = NSDeleteRule(rawValue: UInt(relationship.deleteRule.rawValue)) ?? .nullifyDeleteRule
      property = made
    case .fetched: property = NSFetchedPropertyDescription()
    }
    property.name = loaded.name
    property.isOptional = loaded.isOptional
    property.isTransient = loaded.isTransient
    property.isIndexed = loaded.isIndexed
    property.isIndexedBySpotlight = loaded.isIndexedBySpotlight
    property.isStoredInExternalRecord = loaded.isStoredInExternalRecord
    property.givenRenamingIdentifier = loaded.renamingIdentifier
    property.versionHashModifier = loaded.versionHashModifier
    property.userInfo = loaded.userInfo
    return property
  }

  private static func attribute(_ loaded: ManagedModel.Attribute) -> NSAttributeDescription {
    let attribute: NSAttributeDescription
    if let format = loaded.derivation {
      let derived = NSDerivedAttributeDescription()
      derived.derivationExpression = NSExpression(format: format)
      attribute = derived
    } else if let elements = loaded.elements {
      let composite = NSCompositeAttributeDescription()
      composite.elements = elements.compactMap { property($0) as? NSAttributeDescription }
      attribute = composite
    } else {
      attribute = NSAttributeDescription()
    }
    attribute.attributeType = NSAttributeType(rawValue: loaded.type.number) ?? .undefinedAttributeType
    attribute.defaultValue = loaded.defaultValue.map(object)
    attribute.valueTransformerName = loaded.transformerName
    if let name = loaded.customClassName { attribute.attributeValueClassName = name }
    attribute.allowsExternalBinaryDataStorage = loaded.allowsExternalBinaryDataStorage
    attribute.preservesValueInHistoryOnDeletion = loaded.preservesValueInHistory
    attribute.allowsCloudEncryption = loaded.allowsCloudEncryption
    let (predicates, warnings) = AttributeBounds.validation(of: loaded)
    attribute.setValidation(predicates, warnings)
    return attribute
  }

  /// A value in the form that key–value coding returns: numbers as `NSNumber`.
  static func object(_ value: ManagedModel.Value) -> Any {
    switch value {
    case .integer(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .boolean(let flag): NSNumber(value: flag)
    case .text(let text): text
    case .decimal(let digits): NSDecimalNumber(string: digits)
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .uuid(let text): UUID(uuidString: text).map { $0 as Any } ?? NSNull()
    case .uri(let text): URL(string: text).map { $0 as Any } ?? NSNull()
    case .data(let data): data
    }
  }

  private static func link(
    _ loaded: ManagedModel.Property, of entity: String, _ entities: [String: NSEntityDescription]
  ) {
    let property = entities[entity]?.ownProperties.first { $0.name == loaded.name }
    switch (loaded.kind, property) {
    case (.relationship(let source), let relationship as NSRelationshipDescription):
      let destination = entities[source.destination]
      relationship.destinationEntity = destination
      relationship.inverseRelationship = source.inverse.flatMap {
        destination?.propertiesByName[$0] as? NSRelationshipDescription
      }
    case (.fetched(let source), let fetched as NSFetchedPropertyDescription):
      fetched.fetchRequest = request(source, entities)
    default: break
    }
  }

  private static func addIndexes(_ loaded: [ManagedModel.FetchIndex], to entity: NSEntityDescription) {
    let properties = entity.propertiesByName
    entity.indexes = loaded.map { one in
      let elements = one.elements.compactMap { element -> NSFetchIndexElementDescription? in
        let property: NSPropertyDescription
        if let format = element.expression {
          let computed = NSExpressionDescription()
          computed.name = element.property
          computed.expression = NSExpression(format: format)
          property = computed
        } else {
          guard let known = properties[element.property] else { return nil }
          property = known
        }
        let made = NSFetchIndexElementDescription(
          property: property, collationType: element.isSpatial ? .rTree : .binary)
        made.isAscending = element.isAscending
        return made
      }
      let index = NSFetchIndexDescription(name: one.name, elements: elements)
      index.partialIndexPredicate = one.predicate.map { NSPredicate(format: $0) }
      return index
    }
  }

  private static func request(
    _ loaded: ManagedModel.FetchRequest, _ entities: [String: NSEntityDescription]
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: loaded.entity)
    request.entity = entities[loaded.entity]
    request.predicate = loaded.predicate.map { NSPredicate(format: $0) }
    if !loaded.sorting.isEmpty {
      request.sortDescriptors = loaded.sorting.map {
        NSSortDescriptor(key: $0.key, ascending: $0.isAscending)
      }
    }
    request.fetchLimit = loaded.limit
    request.fetchOffset = loaded.offset
    request.fetchBatchSize = loaded.batchSize
    request.resultType = NSFetchRequestResultType(rawValue: loaded.resultType)
    request.includesSubentities = loaded.includesSubentities
    request.includesPropertyValues = loaded.includesPropertyValues
    request.includesPendingChanges = loaded.includesPendingChanges
    request.returnsObjectsAsFaults = loaded.returnsObjectsAsFaults
    request.returnsDistinctResults = loaded.returnsDistinctResults
    if !loaded.propertiesToFetch.isEmpty { request.propertiesToFetch = loaded.propertiesToFetch }
    if !loaded.prefetchedKeyPaths.isEmpty {
      request.relationshipKeyPathsForPrefetching = loaded.prefetchedKeyPaths
    }
    return request
  }
}
