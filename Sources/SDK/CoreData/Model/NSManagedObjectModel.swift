import CarobFoundation
import CarobRuntime
import ManagedModelFormat
import Synchronization

/// A data model: entities, configurations and fetch-request templates, loaded from a file or built in code.
///
/// It can be changed until a coordinator uses it. From then on every change to it or its parts raises (C-4),
/// and it stays in memory until the app ends. A copy can be changed again.
open class NSManagedObjectModel: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it is immutable once contexts of several threads read it (C-4).

  private let frozen = Mutex(false)
  /// The entities of classes, cached on first lookup after the model is frozen.
  final let entitiesByClass = Guarded<[ObjectIdentifier: NSEntityDescription]>([:])
  private var frozenEntities: [String: NSEntityDescription]?
  private var configurationOrder: [String] = []
  private var configurationEntities: [String: [NSEntityDescription]] = [:]

  public override init() { super.init() }

  /// Loads a compiled model, `.mom`, or the current version of a `.momd` folder.
  public init?(contentsOf url: URL) {
    guard let loaded = ModelLoader.model(at: url) else { return nil }
    super.init()
    ModelLoader.fill(self, from: loaded)
  }

  /// Merges models; entities with the same name must be equal.
  // C-108
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models else { return nil }
    self.init()
    merge(models)
  }

  /// Merges those models that match the store's metadata; nil if no combination does.
  public convenience init?(
    byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
  ) {
    guard let fitting = ModelLoader.fitting(metadata, among: models) else { return nil }
    self.init()
    merge(fitting)
  }

  // MARK: Entities

  /// The entities in alphabetical order. Setting also adds their subentities.
  open var entities: [NSEntityDescription] {
    get { storedEntities }
    set {
      requireMutable()
      for entity in storedEntities where entity.owningModel === self { entity.adopt(by: nil) }
      storedEntities = Self.complete(newValue)
      for entity in storedEntities { entity.adopt(by: self) }
    }
  }
  private var storedEntities: [NSEntityDescription] = []

  private static func complete(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    var result: [NSEntityDescription] = []
    var byName: [String: NSEntityDescription] = [:]
    func add(_ entity: NSEntityDescription) {
      guard let name = entity.name, !name.isEmpty else {
        NSException.raise(.invalidArgumentException, "an entity of a model has no name")
      }
      if let known = byName[name] {
        if known === entity { return }
        NSException.raise(
          .invalidArgumentException, "the model already has an entity named \"\(name)\"")
      }
      byName[name] = entity
      result.append(entity)
      for child in entity.subentities { add(child) }
    }
    for entity in entities { add(entity) }
    return result.sorted { ($0.name ?? "") < ($1.name ?? "") }
  }

  open var entitiesByName: [String: NSEntityDescription] {
    frozenEntities ?? Dictionary(storedEntities.map { ($0.name ?? "", $0) }) { first, _ in first }
  }

  // MARK: Configurations

  open var configurations: [String] { configurationOrder.sorted() }

  /// The entities of a configuration: all entities for nil, nil for an unknown name.
  // C-107
  open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration, !Self.isDefault(configuration) else { return entities }
    return configurationEntities[configuration]
  }

  open func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
    requireMutable()
    if configurationEntities.updateValue(entities, forKey: configuration) == nil {
      configurationOrder.append(configuration)
    }
  }

  private static func isDefault(_ configuration: String) -> Bool {
    configuration.isEmpty || configuration == "PF_DEFAULT_CONFIGURATION_NAME"
  }

  // MARK: Fetch-request templates

  open private(set) var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]

  open func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    requireMutable()
    fetchRequestTemplatesByName[name] = fetchRequestTemplate
  }

  /// The template itself; copy it before changing it.
  open func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
    fetchRequestTemplatesByName[name]
  }

  /// A copy of a template with its predicate's `$` variables replaced by values.
  open func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let template = fetchRequestTemplatesByName[name],
      let request = template.copy() as? NSFetchRequest<any NSFetchRequestResult>
    else { return nil }
    request.predicate = request.predicate?.withSubstitutionVariables(variables)
    return request
  }

  // MARK: Versions

  open var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireMutable() } }
  /// The texts that errors use in place of names in the model. The keys are `Property/NAME/Entity/ENTITY`,
  /// `Property/NAME`, `Entity/NAME` and `ErrorString/TEXT` (C-353).
  open var localizationDictionary: [String: String]? { willSet { requireMutable() } }

  open var entityVersionHashesByName: [String: Data] {
    Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }) { first, _ in first }
  }
  open var versionChecksum: String { VersionHash.checksum(entityVersionHashesByName) }

  /// Whether the entities of a configuration have the version hashes that are in the store's metadata
  /// (C-100).
  open func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let stored = metadata["NSStoreModelVersionHashes"] as? [String: Data],
      let entities = entities(forConfigurationName: configuration)
    else { return false }
    return entities.count == stored.count
      && entities.allSatisfy { stored[$0.name ?? ""] == $0.versionHash }
  }

  // MARK: Merging

  /// Merges all models of some bundles; of the app's main bundle for nil.
  open class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let models = (bundles ?? [.main]).flatMap(ModelLoader.urls(in:)).compactMap {
      NSManagedObjectModel(contentsOf: $0)
    }
    return NSManagedObjectModel(byMerging: models)
  }

  /// Merges the versions of the bundles' models that match a store's metadata; nil if none do.
  open class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    let models = (bundles ?? [.main]).flatMap(ModelLoader.urls(in:)).flatMap(ModelLoader.allVersions(at:))
    return NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata)
  }

  private func merge(_ models: [NSManagedObjectModel]) {
    var merged: [String: NSEntityDescription] = [:]
    var families: [NSEntityDescription] = []
    let copies = models.compactMap { $0.copy() as? NSManagedObjectModel }
    for model in copies {
      for entity in model.entities {
        let name = entity.name ?? ""
        if let known = merged[name] {
          guard known.versionHash == entity.versionHash else {
            NSException.raise(
              .internalInconsistencyException,
              "Can't merge models with two different entities named '\(name)'")
          }
        } else {
          merged[name] = entity
          families.append(entity)
        }
      }
    }
    // NB: an entity that another model also contains is replaced by that one everywhere.
    let kept = Set(families.map { ObjectIdentifier($0) })
    for entity in families {
      entity.subentities = entity.subentities.map {
        kept.contains(ObjectIdentifier($0)) ? $0 : merged[$0.name ?? ""] ?? $0
      }
      for case let relationship as NSRelationshipDescription in entity.ownProperties {
        ModelCopier.relink(relationship, to: merged)
      }
    }
    entities = families
    for model in copies {
      for name in model.configurationOrder {
        let named = (model.configurationEntities[name] ?? []).compactMap { merged[$0.name ?? ""] }
        let known = configurationEntities[name] ?? []
        setEntities(
          known + named.filter { new in !known.contains { $0 === new } }, forConfigurationName: name)
      }
      for (name, request) in model.fetchRequestTemplatesByName {
        fetchRequestTemplatesByName[name] = request
      }
      versionIdentifiers.formUnion(model.versionIdentifiers)
    }
    for request in fetchRequestTemplatesByName.values {
      request.entity = request.entity?.name.flatMap { merged[$0] }
    }
  }

  // MARK: Archives

  public class var supportsSecureCoding: Bool { true }
  /// Reads what `encode(with:)` wrote; the platform's archives of models cannot be read (C-289).
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "carob.model") as Data?,
      let loaded = try? ManagedModelFile.model(data, path: "")
    else { return nil }
    super.init()
    ModelLoader.fill(self, from: loaded)
  }
  open func encode(with coder: NSCoder) {
    if let data = archived() { coder.encode(data as NSData, forKey: "carob.model") }
  }

  // MARK: Copies

  open override func copy() -> Any { copy(with: nil) }
  /// A deep copy, which can be changed.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSManagedObjectModel()
    copy.entities = ModelCopier.copies(of: entities)
    let byName = copy.entitiesByName
    for name in configurationOrder {
      copy.setEntities(
        (configurationEntities[name] ?? []).compactMap { byName[$0.name ?? ""] }, forConfigurationName: name)
    }
    for (name, request) in fetchRequestTemplatesByName {
      guard let request = request.copy() as? NSFetchRequest<any NSFetchRequestResult> else { continue }
      request.entity = request.entity?.name.flatMap { byName[$0] }
      copy.fetchRequestTemplatesByName[name] = request
    }
    copy.versionIdentifiers = versionIdentifiers
    copy.localizationDictionary = localizationDictionary
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectModel else { return false }
    return other === self || other.entityVersionHashesByName == entityVersionHashesByName
  }
  open override var hash: Int { entities.count }

  open override var description: String {
    "(\(super.description)) isEditable \(isFrozen ? 0 : 1), entities \(entities.compactMap(\.name)), "
      + "fetch request templates \(fetchRequestTemplatesByName.keys.sorted())"
  }

  // MARK: Freezing

  package final var isFrozen: Bool { frozen.withLock { $0 } }

  // C-4
  private func requireMutable() {
    if isFrozen { raiseImmutableModel() }
  }

  /// Makes the model immutable and prepares its entities; called by each coordinator that uses it.
  // C-4
  package final func freeze() {
    frozen.withLock { isFrozen in
      if isFrozen { return }
      let ordered = entities.sorted { $0.depth < $1.depth }
      frozenEntities = entitiesByName
      for entity in ordered { entity.freezeProperties() }
      for entity in ordered { entity.makeLayout() }
      isFrozen = true
    }
    ModelWarnings.report(self)
  }
}

extension NSEntityDescription {
  /// The number of entities that it inherits from.
  final var depth: Int { superentity.map { $0.depth + 1 } ?? 0 }
}
