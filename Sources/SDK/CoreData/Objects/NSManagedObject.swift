import CarobFoundation

/// The base class of an app's model objects: values and relationships of one row, managed by a context.
///
/// Used on its context's queue. A *fault* has an identifier and no values; they are fetched on first access.
/// Values are read and written with accessors (`@NSManaged`), key–value coding, or as primitives, which
/// notify no observers.
open class NSManagedObject: NSObject {
  struct Flags: OptionSet {
    let rawValue: UInt32
    static let fault = Flags(rawValue: 1 << 0)
    static let inserted = Flags(rawValue: 1 << 1)
    static let updated = Flags(rawValue: 1 << 2)
    static let deleted = Flags(rawValue: 1 << 3)
    /// Is in the context's list of changed objects.
    static let listed = Flags(rawValue: 1 << 4)
    /// Its deletion has been propagated.
    static let propagated = Flags(rawValue: 1 << 5)
    /// Its row no longer exists: all values are nil (C-15).
    static let inaccessible = Flags(rawValue: 1 << 6)
    /// A callback is running, during which changes are not recorded as an event.
    static let awaking = Flags(rawValue: 1 << 7)
    /// Was deleted and saved.
    static let gone = Flags(rawValue: 1 << 8)
    /// Is in the list of the current save.
    static let saving = Flags(rawValue: 1 << 9)
    /// The coordinator's cache keeps its row for it.
    static let holdsRow = Flags(rawValue: 1 << 10)
    static let pending: Flags = [.inserted, .updated, .deleted]
  }

  @exclusivity(unchecked) final let plan: EntityPlan
  @exclusivity(unchecked) final var id: NSManagedObjectID?
  @exclusivity(unchecked) final var registry: ObjectRegistry?
  /// The values in the store; nil for inserted objects and faults.
  @exclusivity(unchecked) final var row: RowSnapshot?
  /// By slot; shares the row's memory until it changes. Empty for a fault.
  @exclusivity(unchecked) final var values: ContiguousArray<ManagedValue>
  @exclusivity(unchecked) final var flags: Flags = []
  /// The index of the object's record in the context's current event; -1 for none; -2 and below: in the event
  /// being posted.
  @exclusivity(unchecked) final var event: Int32 = -1

  /// Makes an object, and inserts it into a context.
  // DEVIATION: also called for fetched objects, because Swift has no other way to create an instance.
  public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    plan = entity.plan
    values = plan.defaults
    super.init()
    if let context { context.insertNew(self) }
  }

  /// Makes an object of the class's entity, and inserts it (C-142).
  public convenience init(context moc: NSManagedObjectContext) {
    self.init(entity: Self.entity(for: Self.self, in: moc), insertInto: moc)
  }

  deinit {
    guard let registry else { return }
    registry.remove(self)
    if flags.contains(.holdsRow), let id, let context = registry.context { context.released(id) }
  }

  /// Creates an object of the class; the translator generates it for classes that have the initializer.
  nonisolated open class var _carobNewManaged:
    (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)?
  {
    guard self == NSManagedObject.self else { return nil }
    return { NSManagedObject(entity: $0, insertInto: $1) }
  }

  nonisolated open override class var _carobIsNumberedWhenMentioned: Bool { true }

  /// The entity of the class in the loaded models (C-142).
  open class func entity() -> NSEntityDescription { entity(for: self, in: nil) }

  open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity()
    return request
  }

  /// Whether changes to properties that are not in the model leave `hasChanges` unchanged.
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  // MARK: Identity and state

  /// Nil after the object's deletion was saved, or its context was reset or deallocated (C-19).
  open var managedObjectContext: NSManagedObjectContext? { registry?.context }
  open var entity: NSEntityDescription { plan.entity }
  open var objectID: NSManagedObjectID {
    if let id { return id.permanent.flatMap { adopt($0) } ?? id }
    let made = NSManagedObjectID(temporaryFor: plan.entity)
    id = made
    return made
  }
  open var isInserted: Bool { flags.contains(.inserted) }
  open var isUpdated: Bool { flags.contains(.updated) && !flags.contains(.deleted) }
  /// True from `delete(_:)` until the save (C-19).
  open var isDeleted: Bool { flags.contains(.deleted) }
  open var hasChanges: Bool { !flags.isDisjoint(with: .pending) }
  /// Whether persistent values differ from the store's; unlike `hasChanges`, false if equal values were set.
  open var hasPersistentChangedValues: Bool { hasPersistentChanges }
  open var isFault: Bool { flags.contains(.fault) }
  /// 1 for a fault, 0 otherwise.
  open var faultingState: Int { isFault ? 1 : 0 }
  open func hasFault(forRelationshipNamed key: String) -> Bool { isRelationshipFault(key) }
  /// The identifiers of a relationship's objects, without creating or firing faults.
  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] { relationshipIDs(key) }

  // MARK: Callbacks (C-60); overrides call super

  /// Called once, when the object is inserted for the first time.
  open func awakeFromInsert() {}
  /// Called each time a fault was fulfilled.
  open func awakeFromFetch() {}
  /// Called after undo, redo, rollback or refresh changed the object's values.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}
  /// Called just before the deletion is propagated (C-11).
  open func prepareForDeletion() {}
  /// Called before a save, repeatedly while objects change (C-40, C-48).
  open func willSave() {}
  open func didSave() {}
  open func willTurnIntoFault() {}
  open func didTurnIntoFault() {}

  // MARK: Values

  open override func value(forKey key: String) -> Any? { managedValue(forKey: key) }
  open override func setValue(_ value: Any?, forKey key: String) { setManagedValue(value, forKey: key) }

  open override func value(forUndefinedKey key: String) -> Any? {
    raiseUndefined(key, "valueForUndefinedKey:")
  }
  open override func setValue(_ value: Any?, forUndefinedKey key: String) {
    raiseUndefined(key, "setValue:forUndefinedKey:")
  }

  open override func mutableSetValue(forKey key: String) -> NSMutableSet {
    guard let slot = toManySlot(key) else { return super.mutableSetValue(forKey: key) }
    return ManagedMutableSet(self, slot)
  }
  open override func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    guard let slot = toManySlot(key) else { return super.mutableOrderedSetValue(forKey: key) }
    return ManagedMutableOrderedSet(self, slot)
  }

  /// Fires the fault; a custom getter calls it before it reads a primitive value.
  open func willAccessValue(forKey key: String?) {
    checkConfinement()
    if flags.contains(.fault) { fire() }
  }
  open func didAccessValue(forKey key: String?) {}

  /// Registers a change; a custom setter calls it before it sets a primitive value (C-32).
  open override func willChangeValue(forKey key: String) {
    beginManualChange(key)
    super.willChangeValue(forKey: key)
  }
  /// Updates the inverse; a custom setter calls it after it set a primitive value (C-30).
  open override func didChangeValue(forKey key: String) {
    endManualChange(key)
    super.didChangeValue(forKey: key)
  }
  open override func willChangeValue(
    forKey key: String, withSetMutation mutationKind: NSKeyValueSetMutationKind,
    using objects: Set<AnyHashable>
  ) {
    beginManualChange(key)
    super.willChangeValue(forKey: key, withSetMutation: mutationKind, using: objects)
  }
  open override func didChangeValue(
    forKey key: String, withSetMutation mutationKind: NSKeyValueSetMutationKind,
    using objects: Set<AnyHashable>
  ) {
    endManualChange(key)
    super.didChangeValue(forKey: key, withSetMutation: mutationKind, using: objects)
  }
  open override func willChange(
    _ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String
  ) {
    beginManualChange(key)
    super.willChange(changeKind, valuesAt: indexes, forKey: key)
  }
  open override func didChange(
    _ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String
  ) {
    endManualChange(key)
    super.didChange(changeKind, valuesAt: indexes, forKey: key)
  }

  /// A property's stored value; fires no fault and notifies no observers.
  open func primitiveValue(forKey key: String) -> Any? { primitive(key) }
  open func setPrimitiveValue(_ value: Any?, forKey key: String) { setPrimitive(value, key) }

  /// The changed persistent properties since the last fetch or save, with their new values (C-64).
  open func changedValues() -> [String: Any] { netChanges() }
  /// The properties that changed in the current event, with their values before it.
  open func changedValuesForCurrentEvent() -> [String: Any] { eventChanges() }
  /// The values as they were fetched or saved, `NSNull` for nil; of all properties without keys (C-64).
  open func committedValues(forKeys keys: [String]?) -> [String: Any] { committed(keys) }

  // MARK: Validation (C-40, C-42); overrides call super

  open override func validateValue(_ value: UnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
    try validateByModel(value, key)
    try super.validateValue(value, forKey: key)
  }
  open func validateForInsert() throws { try validateProperties() }
  open func validateForUpdate() throws { try validateProperties() }
  open func validateForDelete() throws { try validateDeletion() }

  open override var description: String { managedDescription }
}

/// What other than the app's assignment changed an object's values (C-60).
public struct NSSnapshotEventType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
  public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
  public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
  public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
  public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
  public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}

extension NSManagedObject {
  /// What a save will do with the object; also nil for one that was inserted and deleted again (C-18).
  enum PendingChange { case inserted, updated, deleted }
  final var pendingChange: PendingChange? {
    if flags.contains(.inserted) { return flags.contains(.deleted) ? nil : .inserted }
    if flags.contains(.deleted) { return .deleted }
    return flags.contains(.updated) ? .updated : nil
  }

  /// The context; nil if it was deallocated.
  @inline(__always)
  final var context: NSManagedObjectContext? { registry?.context }

  @inline(__always)
  final func checkConfinement() {
    if Confinement.isChecked { Confinement.check(self) }
  }

  static func entity(for cls: NSManagedObject.Type, in context: NSManagedObjectContext?)
    -> NSEntityDescription
  {
    if let model = context?.model, let entity = model.entity(for: cls) { return entity }
    let loaded = LoadedModels.models.compactMap { $0.entity(for: cls) }
    if let entity = loaded.first {
      if loaded.count > 1 {
        Journal.explain(
          "CoreData: warning: Multiple NSEntityDescriptions claim the NSManagedObject subclass "
            + "'\(Journal.className(cls))' so +entity is unable to disambiguate.", rule: "C-142")
      }
      return entity
    }
    NSException.raise(
      .invalidArgumentException,
      "CoreData: error: No NSEntityDescriptions in any model claim the NSManagedObject subclass "
        + "'\(Journal.className(cls))' so +entity is confused.  Have you loaded your NSManagedObjectModel yet ?"
    )
  }

  /// An order that does not depend on addresses: by key, with temporary identifiers first, in order of
  /// creation.
  static func precedes(_ a: NSManagedObject, _ b: NSManagedObject) -> Bool {
    guard let a = a.id, let b = b.id else { return false }
    if (a.key < 0) != (b.key < 0) { return a.key < 0 }
    if a.key != b.key { return a.key < 0 ? a.key > b.key : a.key < b.key }
    return (a.entity.name ?? "") < (b.entity.name ?? "")
  }

  /// Sets the permanent identifier that the parent context assigned to the object's row.
  final func adopt(_ permanent: NSManagedObjectID) -> NSManagedObjectID {
    registry?.remove(self)
    id = permanent
    registry?.insert(self)
    return permanent
  }
}

/// Models that a coordinator or a context uses, for lookups by class only.
enum LoadedModels {
  private struct Entry { weak var model: NSManagedObjectModel? }
  private static let entries = Guarded<[Entry]>([])
  static func note(_ model: NSManagedObjectModel) {
    entries.withLock { entries in
      entries.removeAll { $0.model == nil }
      if !entries.contains(where: { $0.model === model }) { entries.append(Entry(model: model)) }
    }
  }
  /// The models, the most recent first.
  static var models: [NSManagedObjectModel] { entries.withLock { $0.compactMap(\.model) }.reversed() }
}

extension NSManagedObjectModel {
  /// The entity of a class; the topmost if there are several.
  // OPTIMIZATION: called for every object that is created by its class; a model in use looks up each class
  // once.
  func entity(for cls: NSManagedObject.Type) -> NSEntityDescription? {
    let key = ObjectIdentifier(cls)
    if let known = entitiesByClass.withLock({ $0[key] }) { return known }
    let found = findEntity(for: cls)
    if let found, found.isFrozen { entitiesByClass.withLock { $0[key] = found } }
    return found
  }

  private func findEntity(for cls: NSManagedObject.Type) -> NSEntityDescription? {
    let name = ClassNames.name(of: cls)
    let short = Journal.className(cls)
    let found = entities.filter { entity in
      guard let own = entity.managedObjectClassName else { return false }
      return own == name || own == short || own.hasSuffix("." + short)
    }
    return found.first { candidate in !found.contains { $0 !== candidate && candidate.isKindOf(entity: $0) } }
      ?? (found.isEmpty
        ? entitiesByName[short].flatMap { $0.managedObjectClassName == "NSManagedObject" ? nil : $0 } : nil)
  }
}
