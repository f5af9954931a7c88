import CarobFoundation
import CarobRuntime
import ManagedModelFormat

public enum NSEntityMappingType: UInt, Sendable {
  case undefinedEntityMappingType = 0
  case customEntityMappingType = 1
  case addEntityMappingType = 2
  case removeEntityMappingType = 3
  case copyEntityMappingType = 4
  case transformEntityMappingType = 5
}

/// How one property of a new object gets its value.
open class NSPropertyMapping: NSObject, @unchecked Sendable {
  // @unchecked because it is set up before a migration uses it.
  open var name: String?
  /// May use `$source`, `$destination`, `$manager`, `$entityMapping` and `$entityPolicy`.
  open var valueExpression: NSExpression?
  open var userInfo: [AnyHashable: Any]?
  public override init() { super.init() }
}

/// How objects of one entity are migrated to another.
open class NSEntityMapping: NSObject, @unchecked Sendable {
  // @unchecked because it is set up before a migration uses it.
  open var name: String!
  open var mappingType = NSEntityMappingType.undefinedEntityMappingType
  open var sourceEntityName: String?
  open var sourceEntityVersionHash: Data?
  open var destinationEntityName: String?
  open var destinationEntityVersionHash: Data?
  open var attributeMappings: [NSPropertyMapping]?
  open var relationshipMappings: [NSPropertyMapping]?
  /// Evaluates to the source objects; nil for all objects of the source entity.
  open var sourceExpression: NSExpression?
  open var userInfo: [AnyHashable: Any]?
  /// A subclass of `NSEntityMigrationPolicy`.
  open var entityMigrationPolicyClassName: String?
  public override init() { super.init() }
}

/// How the objects of one model are migrated to another.
open class NSMappingModel: NSObject, @unchecked Sendable {
  // @unchecked because it is set up before a migration uses it.
  open var entityMappings: [NSEntityMapping]!
  private var sourceHashes: [String: Data] = [:]
  private var destinationHashes: [String: Data] = [:]

  public override init() {
    entityMappings = []
    super.init()
  }

  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(entityMappings.map { ($0.name ?? "", $0) }) { a, _ in a }
  }

  /// Loads a compiled mapping model, `.cdm`.
  public init?(contentsOf url: URL?) {
    guard let url else { return nil }
    entityMappings = []
    super.init()
    do { fill(from: try ManagedModelFile.mapping(at: url)) } catch {
      Journal.warn("Failed to load NSMappingModel with URL '\(url.path)': \(error)", rule: "C-233")
      return nil
    }
  }

  /// Finds the mapping model between two models in the bundles (nil for the app's main bundle).
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel else { return nil }
    for (bundle, url) in Self.files(in: bundles ?? [.main]) {
      guard var mapping = try? ManagedModelFile.mapping(at: url) else { continue }
      Self.addHashes(to: &mapping, bundle, url)
      guard mapping.sourceHashes == sourceModel.entityVersionHashesByName,
        mapping.destinationHashes == destinationModel.entityVersionHashesByName
      else { continue }
      self.init()
      fill(from: mapping)
      return
    }
    return nil
  }

  private static func files(in bundles: [Bundle]) -> [(Bundle, URL)] {
    bundles.flatMap { bundle in
      (bundle.urls(forResourcesWithExtension: "cdm", subdirectory: nil) ?? []).map { (bundle, $0 as URL) }
    }.sorted { $0.1.path < $1.1.path }
  }

  /// Finds the models that the mapping model names in the bundle.
  // C-233
  private static func addHashes(to mapping: inout ManagedMapping, _ bundle: Bundle, _ url: URL) {
    guard mapping.sourceHashes.isEmpty else { return }
    func model(_ name: String?) -> NSManagedObjectModel? {
      guard let name else { return nil }
      return ModelLoader.version(named: name, in: bundle)
    }
    guard let source = model(mapping.sourceModel), let destination = model(mapping.destinationModel) else {
      Journal.warn(
        "The mapping model \(url.lastPathComponent) is not used: it maps \(mapping.sourceModel ?? "a model without a name") to "
          + "\(mapping.destinationModel ?? "a model without a name"), and the bundle does not have both versions",
        rule: "C-233")
      return
    }
    mapping.sourceHashes = source.entityVersionHashesByName
    mapping.destinationHashes = destination.entityVersionHashesByName
  }

  private func fill(from mapping: ManagedMapping) {
    sourceHashes = mapping.sourceHashes
    destinationHashes = mapping.destinationHashes
    entityMappings = mapping.entities.map { one in
      let made = NSEntityMapping()
      made.name = one.name
      made.mappingType = NSEntityMappingType(rawValue: one.type) ?? .undefinedEntityMappingType
      made.sourceEntityName = one.source
      made.sourceEntityVersionHash = one.source.flatMap { sourceHashes[$0] }
      made.destinationEntityName = one.destination
      made.destinationEntityVersionHash = one.destination.flatMap { destinationHashes[$0] }
      made.attributeMappings = one.attributes.map(Self.property)
      made.relationshipMappings = one.relationships.map(Self.property)
      made.sourceExpression = one.sourceExpression.map { NSExpression(format: $0) }
      made.userInfo = one.userInfo
      made.entityMigrationPolicyClassName = one.policyClass
      return made
    }
  }

  private static func property(_ one: ManagedMapping.PropertyMapping) -> NSPropertyMapping {
    let made = NSPropertyMapping()
    made.name = one.name
    made.valueExpression = one.expression.map { NSExpression(format: $0) }
    made.userInfo = one.userInfo
    return made
  }

  /// The mapping model that lightweight migration infers. Throws 134190 if it cannot be inferred.
  open class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    sourceModel.freeze()
    destinationModel.freeze()
    let difference = try ModelDifference(from: sourceModel.entities, to: destinationModel.entities)
    let result = NSMappingModel()
    for entity in difference.entities { result.entityMappings.append(mapping(entity)) }
    for entity in difference.removed {
      let made = NSEntityMapping()
      made.name = "IEM_Remove_\(entity.name ?? "")"
      made.mappingType = .removeEntityMappingType
      made.sourceEntityName = entity.name
      made.sourceEntityVersionHash = entity.versionHash
      result.entityMappings.append(made)
    }
    return result
  }

  private static func mapping(_ entity: ModelDifference.Entity) -> NSEntityMapping {
    let made = NSEntityMapping()
    let name = entity.new.name ?? ""
    made.destinationEntityName = name
    made.destinationEntityVersionHash = entity.new.versionHash
    guard let old = entity.old else {
      made.name = "IEM_Add_\(name)"
      made.mappingType = .addEntityMappingType
      return made
    }
    let isSame = old.versionHash == entity.new.versionHash
    made.mappingType = isSame ? .copyEntityMappingType : .transformEntityMappingType
    made.name = "IEM_\(isSame ? "Copy" : "Transform")_\(name)"
    made.sourceEntityName = old.name
    made.sourceEntityVersionHash = old.versionHash
    var attributes: [NSPropertyMapping] = []
    var relationships: [NSPropertyMapping] = []
    for property in entity.properties {
      let one = NSPropertyMapping()
      one.name = property.new.name
      guard let source = property.old else { continue }
      let value = NSExpression(format: "$source.\(source.name)")
      if property.new.attribute != nil {
        one.valueExpression = value
        attributes.append(one)
      } else {
        // The destination objects are those that are associated with the source's related objects.
        one.valueExpression = NSExpression(
          .function(
            NSMigrationManager.relatedSelector, [NSExpression(forConstantValue: property.new.name), value],
            operand: NSExpression(forVariable: "manager")))
        relationships.append(one)
      }
    }
    made.attributeMappings = attributes
    made.relationshipMappings = relationships
    return made
  }
}
