import CarobFoundation

// Reading and writing by slot, for accessors, key–value coding and primitives.

extension NSManagedObject {
  /// The value of an attribute's slot; fires the fault.
  @inline(__always)
  final func read(_ slot: Int) -> ManagedValue {
    if Confinement.isChecked { Confinement.check(self) }
    if flags.contains(.fault) { fire() }
    return values[slot]
  }

  /// Sets an attribute, registers the change and notifies observers (C-32).
  final func write(_ slot: Int, _ value: ManagedValue) {
    if Confinement.isChecked { Confinement.check(self) }
    if flags.contains(.fault) { fire() }
    // OPTIMIZATION: few objects are observed.
    let mayBeObserved = mayBeObserved
    if mayBeObserved { super.willChangeValue(forKey: plan.slots[slot].name) }
    willChange()
    values[slot] = value
    if mayBeObserved { super.didChangeValue(forKey: plan.slots[slot].name) }
  }

  /// Registers that the object is about to change; it must not be a fault.
  @inline(__always)
  final func willChange() {
    if event < 0, let context = registry?.context { context.beginChange(of: self) }
  }

  // MARK: To-one relationships

  /// The object of a to-one relationship.
  final func toOne(_ slot: Int) -> NSManagedObject? {
    if Confinement.isChecked { Confinement.check(self) }
    if flags.contains(.fault) { fire() }
    switch values[slot] {
    case .object(let object): return unsafeDowncast(object, to: NSManagedObject.self)
    case .toOne(let id):
      guard let object = registry?.context?.object(with: id) else { return nil }
      values[slot] = .object(object)
      return object
    default: return nil
    }
  }

  /// The object of a to-one relationship if it is in the context already; never creates a fault.
  final func knownToOne(_ slot: Int) -> NSManagedObject? {
    switch values[slot] {
    case .object(let object): unsafeDowncast(object, to: NSManagedObject.self)
    case .toOne(let id): registry?.context?.registeredObject(for: id)
    default: nil
    }
  }

  @inline(__always)
  final func storeToOne(_ slot: Int, _ object: NSManagedObject?) {
    values[slot] = object.map { .object($0) } ?? .null
  }

  // MARK: To-many relationships

  /// The members of a to-many relationship; `loads` says whether to fetch those in the store.
  final func toMany(_ slot: Int, loads: Bool = true) -> ToManyMembers {
    if flags.contains(.fault) { fire() }
    if case .object(let object) = values[slot] {
      let members = unsafeDowncast(object, to: ToManyMembers.self)
      if loads, !members.isLoaded { load(members, slot) }
      return members
    }
    let isOrdered = plan.slots[slot].isOrdered
    let members: ToManyMembers
    // NB: a list in the row may be outdated, because saves of other objects change it.
    let isNew = row == nil || flags.contains(.inaccessible)
    members = ToManyMembers(isOrdered: isOrdered, isLoaded: isNew)
    values[slot] = .object(members)
    if !isNew, loads { load(members, slot) }
    return members
  }

  private func load(_ members: ToManyMembers, _ slot: Int) {
    members.load(objects(of: storedMembers(slot)))
  }

  /// The members of a to-many relationship in the store.
  private func storedMembers(_ slot: Int) -> [NSManagedObjectID] {
    guard let relationship = plan.slots[slot].relationship, let id, let context = registry?.context,
      let source = context.source
    else { return [] }
    do {
      return try source.toMany(relationship, of: id, generation: context.generation)
    } catch {
      Journal.warn(
        "CoreData: error: fetching \(plan.entity.name ?? "").\(relationship.name) failed: \(error)")
      return []
    }
  }

  private func objects(of ids: [NSManagedObjectID]) -> ContiguousArray<NSManagedObject> {
    guard let context = registry?.context else { return [] }
    return ContiguousArray(ids.map { context.object(with: $0) })
  }

  /// The members, or their changes, if the object has any; nil if it has neither.
  final func knownToMany(_ slot: Int) -> ToManyMembers? {
    guard !values.isEmpty, case .object(let object) = values[slot] else { return nil }
    return unsafeDowncast(object, to: ToManyMembers.self)
  }

  final func isRelationshipFault(_ key: String) -> Bool {
    guard let slot = plan.index(of: key) else { return false }
    if isFault { return true }
    if plan.slots[slot].isToMany { return knownToMany(slot).map { !$0.isLoaded } ?? (row != nil) }
    return knownToOne(slot)?.isFault ?? false
  }

  final func relationshipIDs(_ key: String) -> [NSManagedObjectID] {
    guard let slot = plan.index(of: key), plan.slots[slot].isRelationship else {
      raiseUndefined(key, "objectIDsForRelationshipNamed:")
    }
    if flags.contains(.fault) { fire() }
    if plan.slots[slot].isToMany {
      // NB: creates no faults for the members, unless the relationship changed.
      if let known = knownToMany(slot), known.isLoaded || !known.log.isEmpty {
        return toMany(slot).members.map(\.objectID)
      }
      return row == nil ? [] : storedMembers(slot)
    }
    switch values[slot] {
    case .object(let object): return [unsafeDowncast(object, to: NSManagedObject.self).objectID]
    case .toOne(let id): return [id]
    default: return []
    }
  }

  // MARK: Faults

  /// Fulfills a fault; raises if its row no longer exists and the context does not allow that (C-15).
  @inline(never)
  final func fire() {
    guard flags.contains(.fault) else { return }
    guard let context = registry?.context, let id else {
      // The object's deletion was saved, or its context was deallocated.
      flags.remove(.fault)
      values =
        plan.defaults.isEmpty ? [] : ContiguousArray(plan.slots.map { $0.isToMany ? .unloaded : .null })
      return
    }
    if let row = context.prefetchedRow(self) { return fulfil(row, context) }
    guard let row = context.fetchRow(id) else { return becomeInaccessible(id, context) }
    fulfil(row, context)
    context.hold([self])
  }

  /// Fulfills a fault with a row.
  final func fulfil(_ row: RowSnapshot, _ context: NSManagedObjectContext) {
    self.row = row
    values = row.values
    flags.remove(.fault)
    if ClassPlan.of(self).awakesFromFetch {
      withoutEvents {
        Journal.deliver(.coredata, "awakeFromFetch()", to: self, from: context, category: .lifetime) {
          awakeFromFetch()
        }
      }
    }
  }

  // C-15
  private func becomeInaccessible(_ id: NSManagedObjectID, _ context: NSManagedObjectContext) {
    guard context.shouldDeleteInaccessibleFaults else {
      NSException.raise(
        NSExceptionName("NSObjectInaccessibleException"),
        "CoreData could not fulfill a fault for '\(id)'")
    }
    if Journal.explains {
      Journal.explain(
        "CoreData could not fulfill a fault for '<\(id.uriText)>': its row was deleted, and a relationship "
          + "with rule No Action still points at it; the object counts as deleted, with nil for all values",
        rule: "M-118",
        receiver: self)
    }
    flags.remove(.fault)
    flags.insert(.inaccessible)
    values = ContiguousArray(plan.slots.map { $0.isToMany ? .unloaded : .null })
    context.noteInaccessible(self)
  }

  /// Runs a callback whose changes are not recorded as an event (C-60).
  final func withoutEvents(_ body: () -> Void) {
    let isOuter = !flags.contains(.awaking)
    flags.insert(.awaking)
    body()
    if isOuter { flags.remove(.awaking) }
  }

  /// Discards the values (C-60).
  final func turnIntoFault() {
    guard !flags.contains(.fault) else { return }
    let isRecorded = ClassPlan.of(self).turnsIntoFault
    if isRecorded {
      Journal.deliver(.coredata, "willTurnIntoFault()", to: self, category: .lifetime) { willTurnIntoFault() }
    }
    releaseRow()
    row = nil
    values = []
    flags.insert(.fault)
    if isRecorded {
      Journal.deliver(.coredata, "didTurnIntoFault()", to: self, category: .lifetime) { didTurnIntoFault() }
    }
  }
}

/// The overrides and validation methods of a class; looked up once for each class and entity.
final class ClassPlan: Sendable {
  let awakesFromFetch: Bool
  let turnsIntoFault: Bool
  let willSave: Bool
  let didSave: Bool
  let awakesFromInsert: Bool
  let preparesForDeletion: Bool
  let validateForInsert: Bool
  let validateForUpdate: Bool
  let validateForDelete: Bool
  /// The slots whose values must be validated on a save.
  let validated: [Int]
  /// By slot, whether its only validation is that it has a value.
  let isMandatoryAlone: [Bool]
  /// Slots with custom accessors.
  let custom: Set<Int>

  init(_ cls: AnyClass, _ plan: EntityPlan) {
    awakesFromFetch = Callbacks.awakeFromFetch.isOverridden(by: cls)
    turnsIntoFault =
      Callbacks.willTurnIntoFault.isOverridden(by: cls) || Callbacks.didTurnIntoFault.isOverridden(by: cls)
    willSave = Callbacks.willSave.isOverridden(by: cls)
    didSave = Callbacks.didSave.isOverridden(by: cls)
    awakesFromInsert = Callbacks.awakeFromInsert.isOverridden(by: cls)
    preparesForDeletion = Callbacks.prepareForDeletion.isOverridden(by: cls)
    let validatesAll = Callbacks.validateValue.isOverridden(by: cls)
    let isValidatedByClass = plan.slots.map { slot in
      validatesAll
        || Runtime.method(cls, Selector("validate\(slot.name.capitalizedKey):error:"))?.isCallable == true
    }
    validated = plan.slots.indices.filter { plan.slots[$0].needsValidation || isValidatedByClass[$0] }
    isMandatoryAlone = plan.slots.indices.map { index in
      let slot = plan.slots[index]
      return slot.attribute != nil && slot.property.validationPredicates.isEmpty
        && !isValidatedByClass[index]
    }
    validateForInsert = Callbacks.validateForInsert.isOverridden(by: cls)
    validateForUpdate = Callbacks.validateForUpdate.isOverridden(by: cls)
    validateForDelete = Callbacks.validateForDelete.isOverridden(by: cls)
    custom = Set(
      plan.slots.indices.filter { index in
        let name = plan.slots[index].name
        if let property = PropertyTable.property(cls, name) {
          return !property.isManaged && !property.isOfFramework
        }
        return Runtime.method(cls, Selector(name))?.isCallable == true
          || Runtime.method(cls, Selector("set\(name.capitalizedKey):"))?.isCallable == true
      })
  }

  static func of(_ object: NSManagedObject) -> ClassPlan {
    let cls: AnyClass = type(of: object)
    // OPTIMIZATION: nearly every object has its entity's class, whose plan is found without a search.
    let isOwn = cls == object.plan.managedClass
    if isOwn, let known = UnsafeRawPointer(bitPattern: object.plan.ownClassPlan.load(ordering: .acquiring)) {
      return Unmanaged<ClassPlan>.fromOpaque(known).takeUnretainedValue()
    }
    let key = ObjectIdentifier(cls)
    if let known = object.plan.classPlans.withLock({ $0[key] }) { return known }
    let made = ClassPlan(cls, object.plan)
    return object.plan.classPlans.withLock { plans in
      if let known = plans[key] { return known }
      plans[key] = made
      // NB: the table keeps it for the lifetime of the entity's plan.
      if isOwn {
        object.plan.ownClassPlan.store(
          UInt(bitPattern: Unmanaged.passUnretained(made).toOpaque()), ordering: .releasing)
      }
      return made
    }
  }
}

/// Which callbacks a class overrides, so that only overridden ones are called.
private enum Callbacks {
  static let awakeFromFetch = point(AwakeFromFetch.self)
  static let awakeFromInsert = point(AwakeFromInsert.self)
  static let willSave = point(WillSave.self)
  static let didSave = point(DidSave.self)
  static let prepareForDeletion = point(PrepareForDeletion.self)
  static let willTurnIntoFault = point(WillTurnIntoFault.self)
  static let didTurnIntoFault = point(DidTurnIntoFault.self)
  static let validateValue = point(ValidateValue.self)
  static let validateForInsert = point(ValidateForInsert.self)
  static let validateForUpdate = point(ValidateForUpdate.self)
  static let validateForDelete = point(ValidateForDelete.self)

  private static func point(_ overriding: AnyClass) -> OverridePoint {
    OverridePoint(of: NSManagedObject.self, overriding: overriding, plain: Plain.self)
  }
  private final class Plain: NSManagedObject {}
  private final class AwakeFromFetch: NSManagedObject { override func awakeFromFetch() {} }
  private final class AwakeFromInsert: NSManagedObject { override func awakeFromInsert() {} }
  private final class WillSave: NSManagedObject { override func willSave() {} }
  private final class DidSave: NSManagedObject { override func didSave() {} }
  private final class PrepareForDeletion: NSManagedObject { override func prepareForDeletion() {} }
  private final class WillTurnIntoFault: NSManagedObject { override func willTurnIntoFault() {} }
  private final class DidTurnIntoFault: NSManagedObject { override func didTurnIntoFault() {} }
  private final class ValidateForInsert: NSManagedObject { override func validateForInsert() throws {} }
  private final class ValidateForUpdate: NSManagedObject { override func validateForUpdate() throws {} }
  private final class ValidateForDelete: NSManagedObject { override func validateForDelete() throws {} }
  private final class ValidateValue: NSManagedObject {
    override func validateValue(_ value: UnsafeMutablePointer<AnyObject?>, forKey key: String) throws {}
  }
}

extension String {
  /// The key with an uppercase first letter, as in accessor names.
  var capitalizedKey: String { prefix(1).uppercased() + dropFirst() }
}
