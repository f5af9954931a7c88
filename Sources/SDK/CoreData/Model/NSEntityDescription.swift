import CarobFoundation
@_spi(Hazards) import CarobRuntime
import ManagedModelFormat
import Synchronization

/// An entity of a model: its class, its properties and its place in the inheritance.
///
/// It can be changed until its model is used by a coordinator; then every setter raises (C-4). The model owns it, and it
/// owns its properties and, without a model, its subentities.
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable once contexts of several threads read it (C-4).

  package internal(set) final var isFrozen = false
  // OPTIMIZATION: zeroing references instead of weak ones, which would make each retain of an entity three
  // times as slow.
  @Zeroing private var givenModel: NSManagedObjectModel?
  /// NB: keeps a model that is in use alive until the app ends, so that no reference to its parts can dangle.
  private var frozenModel: NSManagedObjectModel?
  /// The properties of a frozen entity, cached.
  private var frozenProperties: [String: NSPropertyDescription]?
  private var frozenLayout: EntityLayout?
  /// The cached data about the entity that objects and contexts use.
  final let planStorage = Guarded<EntityPlan?>(nil)
  /// The address of the plan in `planStorage`; 0 until it is made.
  final let madePlan = Atomic<UInt>(0)
  /// The module in which a class name without a module is looked up.
  final var module = ""

  public override init() { super.init() }

  // MARK: The entity

  open var managedObjectModel: NSManagedObjectModel {
    guard let model = frozenModel ?? givenModel else {
      NSException.raise(
        .internalInconsistencyException, "the entity \"\(name ?? "")\" does not belong to a model yet")
    }
    return model
  }
  package final var owningModel: NSManagedObjectModel? { frozenModel ?? givenModel }
  final func adopt(by model: NSManagedObjectModel?) { givenModel = model }

  open var name: String? { willSet { requireMutable() } }
  open var isAbstract = false { willSet { requireMutable() } }
  open var userInfo: [AnyHashable: Any]? = [:] { willSet { requireMutable() } }
  open var coreSpotlightDisplayNameExpression: NSExpression? { willSet { requireMutable() } }

  /// The name of the class of the entity's objects; `NSManagedObject` by default.
  open var managedObjectClassName: String! = "NSManagedObject" {
    willSet { requireMutable() }
    didSet { if managedObjectClassName == nil { managedObjectClassName = "NSManagedObject" } }
  }

  // NB: predicates can use these in key paths: `entity.name`.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      NSEntityDescription.self,
      { ["name": \.name, "userInfo": \.userInfo, "managedObjectClassName": \.managedObjectClassName] })
  }

  // MARK: Inheritance

  @Zeroing private var parentEntity: NSEntityDescription?
  open internal(set) var superentity: NSEntityDescription? {
    get { parentEntity }
    set { parentEntity = newValue }
  }

  open var subentities: [NSEntityDescription] = [] {
    willSet {
      requireMutable()
      for entity in subentities where entity.superentity === self { entity.superentity = nil }
    }
    didSet { for entity in subentities { entity.superentity = self } }
  }
  open var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(subentities.map { ($0.name ?? "", $0) }) { first, _ in first }
  }

  /// Whether the entity is `entity` or inherits from it. Entities are compared by name, so that copies are
  /// equal.
  open func isKindOf(entity: NSEntityDescription) -> Bool {
    var current: NSEntityDescription? = self
    while let one = current {
      if one === entity || one.name == entity.name { return true }
      current = one.superentity
    }
    return false
  }

  /// The topmost superentity; the entity itself if it has no superentity.
  package final var rootEntity: NSEntityDescription {
    var entity = self
    while let parent = entity.superentity { entity = parent }
    return entity
  }

  // MARK: Properties

  /// The entity's own properties, in the order in which they were set.
  package private(set) final var ownProperties: [NSPropertyDescription] = []

  /// All properties, the inherited ones first. Setting replaces the entity's own.
  open var properties: [NSPropertyDescription] {
    get { (superentity?.properties ?? []) + ownProperties }
    set {
      requireMutable()
      let inherited = Set((superentity?.properties ?? []).map { ObjectIdentifier($0) })
      for property in ownProperties where property.owner === self { property.owner = nil }
      ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
      checkNames()
      for property in ownProperties { property.owner = self }
    }
  }

  private func checkNames() {
    var seen: Set<String> = []
    for property in ownProperties where !seen.insert(property.name).inserted {
      NSException.raise(
        .invalidArgumentException,
        "the entity \"\(name ?? "")\" already has a property named \"\(property.name)\"")
    }
  }

  open var propertiesByName: [String: NSPropertyDescription] {
    frozenProperties ?? Dictionary(properties.map { ($0.name, $0) }) { _, last in last }
  }
  open var attributesByName: [String: NSAttributeDescription] {
    propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
  }
  open var relationshipsByName: [String: NSRelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
  }
  open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }.filter { relationship in
      relationship.destinationEntity.map { entity.isKindOf(entity: $0) } ?? false
    }
  }

  // MARK: Indexes and constraints

  open var indexes: [NSFetchIndexDescription] = [] {
    willSet { requireMutable() }
    didSet { for index in indexes { index.entity = self } }
  }
  /// Lists of attribute names or attributes; a store has an index for each list (C-351). Deprecated on the
  /// platform in favour of `indexes`.
  open var compoundIndexes: [[Any]] = [] { willSet { requireMutable() } }
  /// The names in each compound index.
  package final var compoundIndexNames: [[String]] {
    compoundIndexes.map { $0.compactMap { $0 as? String ?? ($0 as? NSPropertyDescription)?.name } }
  }
  /// Lists of attribute names or attributes; no two objects may have equal values for all attributes of one
  /// list.
  open var uniquenessConstraints: [[Any]] = [] { willSet { requireMutable() } }
  /// The names in each constraint.
  package final var constraintNames: [[String]] {
    uniquenessConstraints.map { $0.compactMap { $0 as? String ?? ($0 as? NSPropertyDescription)?.name } }
  }

  // MARK: Versions

  /// Changes when the entity's stored form does (C-100).
  open var versionHash: Data {
    VersionHash.of(format, inherited: superentity?.properties.map(\.format) ?? [])
  }
  open var versionHashModifier: String? { willSet { requireMutable() } }
  /// The entity's name in the previous model, for migration; its own name by default.
  open var renamingIdentifier: String? {
    get { givenRenamingIdentifier ?? name }
    set {
      requireMutable()
      givenRenamingIdentifier = newValue
    }
  }
  final var givenRenamingIdentifier: String?

  /// The parts of the entity that version hashes are computed from.
  private var format: ManagedModel.Entity {
    var format = ManagedModel.Entity(name: name ?? "")
    format.isAbstract = isAbstract
    format.parent = superentity?.name
    format.versionHashModifier = versionHashModifier
    format.properties = ownProperties.map(\.format)
    return format
  }

  // MARK: Freezing

  /// The slot of each property in an object's storage.
  package final var layout: EntityLayout {
    guard let frozenLayout else {
      NSException.raise(
        .internalInconsistencyException,
        "the entity \"\(name ?? "")\" is used before its model: give the model to a coordinator first")
    }
    return frozenLayout
  }

  // C-4
  final func requireMutable() {
    if isFrozen { raiseImmutableModel() }
  }

  /// Called by the model, for parents before their subentities.
  final func freezeProperties() {
    frozenProperties = propertiesByName
    for property in ownProperties { property.freeze() }
    frozenModel = givenModel
    isFrozen = true
  }
  /// Called by the model once all entities have their properties.
  final func makeLayout() { frozenLayout = EntityLayout(of: self) }

  // MARK: Copies

  open override func copy() -> Any { copy(with: nil) }
  /// A copy with copies of its properties and subentities; relationships keep their destinations.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSEntityDescription()
    copy.name = name
    copy.isAbstract = isAbstract
    copy.userInfo = userInfo
    copy.coreSpotlightDisplayNameExpression = coreSpotlightDisplayNameExpression
    copy.managedObjectClassName = managedObjectClassName
    copy.module = module
    copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
    copy.subentities = subentities.compactMap { $0.copy() as? NSEntityDescription }
    copy.compoundIndexes = compoundIndexNames
    copy.uniquenessConstraints = constraintNames
    copy.versionHashModifier = versionHashModifier
    copy.givenRenamingIdentifier = givenRenamingIdentifier
    copy.indexes = indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
    let properties = copy.propertiesByName
    for element in copy.indexes.flatMap(\.elements) {
      if let name = element.propertyName, let own = properties[name] { element.property = own }
    }
    return copy
  }

  open override var description: String {
    "(\(super.description)) name \(name ?? "(null)"), managedObjectClassName "
      + "\(managedObjectClassName ?? "(null)"), renamingIdentifier \(renamingIdentifier ?? "(null)"), isAbstract "
      + "\(isAbstract ? 1 : 0), superentity name \(superentity?.name ?? "(null)"), properties "
      + "\(propertiesByName.keys.sorted()), subentities \(subentities.compactMap(\.name).sorted())"
  }
}
