import CarobFoundation
import Synchronization

/// Cached data of an entity that objects and contexts need: slots with their properties, rules and inverses.
final class EntityPlan: @unchecked Sendable {
  // @unchecked because it is immutable after its creation; the entity is frozen by then (C-4).
  // OPTIMIZATION: a class, because structs would be copied field by field on each access to an object's
  // slots.
  final class Slot {
    let name: String
    let kind: EntityLayout.Kind
    let property: NSPropertyDescription
    let isTransient: Bool
    let isOptional: Bool
    let relationship: NSRelationshipDescription?
    let attribute: NSAttributeDescription?
    let attributeType: NSAttributeType
    let deleteRule: NSDeleteRule
    let isOrdered: Bool
    /// The slot of the inverse in the destination entity.
    let inverse: Int?
    let inverseIsToMany: Bool
    let defaultValue: ManagedValue
    let isToMany: Bool
    let isToOne: Bool

    init(_ slot: EntityLayout.Slot) {
      name = slot.name
      kind = slot.kind
      property = slot.property
      isTransient = slot.isTransient
      isOptional = slot.isOptional
      relationship = slot.relationship
      attribute = slot.attribute
      deleteRule = relationship?.deleteRule ?? .noActionDeleteRule
      isOrdered = relationship.map { $0.isToMany && $0.isOrdered } ?? false
      inverse = slot.inverseIndex
      inverseIsToMany = relationship?.inverseRelationship?.isToMany ?? false
      if case .toOne = kind { isToOne = true } else { isToOne = false }
      if case .toMany = kind { isToMany = true } else { isToMany = false }
      switch slot.kind {
      case .attribute(let type):
        attributeType = type
        defaultValue = attribute?.defaultValue.map { ManagedValue(boxed: $0, type) ?? .null } ?? .null
      case .toOne: (attributeType, defaultValue) = (.undefinedAttributeType, .null)
      case .toMany, .fetched: (attributeType, defaultValue) = (.undefinedAttributeType, .unloaded)
      }
    }

    var isRelationship: Bool { relationship != nil }
    /// Whether the store keeps data for the slot with this object: a column, a join table or an order.
    var isStored: Bool {
      if isTransient { return false }
      switch kind {
      case .attribute, .toOne: return true
      case .toMany: return isOrdered || inverse == nil || inverseIsToMany
      case .fetched: return false
      }
    }
  }

  let entity: NSEntityDescription
  let slots: [Slot]
  let toManySlots: [Int]
  let toOneSlots: [Int]
  let relationshipSlots: [Int]
  /// Relationships whose rule has an effect when the object's deletion is propagated.
  let propagatingSlots: [Int]
  let denyingSlots: [Int]
  /// Relationships with rule No Action that have an inverse.
  let unpropagatedSlots: [Int]
  let transientSlots: [Int]
  let derivedSlots: [Int]
  let fetchedSlots: [Int]
  let defaults: ContiguousArray<ManagedValue>
  let keys = StaticKeyTable()
  private let layout: EntityLayout
  let className: String
  let classPlans = Guarded<[ObjectIdentifier: ClassPlan]>([:])
  /// The address of the plan of the entity's own class, which `classPlans` keeps; 0 until it is made.
  let ownClassPlan = Atomic<UInt>(0)
  let managedClass: AnyClass
  let factory: ManagedObjectFactory?

  init(_ entity: NSEntityDescription) {
    self.entity = entity
    layout = entity.layout
    slots = layout.slots.map { Slot($0) }
    toManySlots = slots.indices.filter { [slots] in slots[$0].isToMany }
    toOneSlots = slots.indices.filter { [slots] in slots[$0].isToOne }
    relationshipSlots = slots.indices.filter { [slots] in slots[$0].isRelationship }
    let relationships = relationshipSlots.map { [slots] in (index: $0, slot: slots[$0]) }
    // C-17: without an inverse, Nullify has nothing to clear.
    propagatingSlots = relationships.filter {
      $0.slot.deleteRule == .cascadeDeleteRule
        || $0.slot.deleteRule == .nullifyDeleteRule && $0.slot.inverse != nil
    }.map(\.index)
    denyingSlots = relationships.filter { $0.slot.deleteRule == .denyDeleteRule }.map(\.index)
    unpropagatedSlots = relationships.filter {
      $0.slot.deleteRule == .noActionDeleteRule && $0.slot.inverse != nil
    }.map(\.index)
    transientSlots = slots.indices.filter { [slots] in slots[$0].isTransient }
    derivedSlots = layout.derivedSlots
    fetchedSlots = slots.indices.filter { [slots] in slots[$0].kind == .fetched }
    defaults = ContiguousArray(slots.map(\.defaultValue))
    className = entity.managedObjectClassName ?? "NSManagedObject"
    (managedClass, factory) = ManagedObjectFactory.find(entity)
  }

  @inline(__always)
  func index(of name: String) -> Int? { layout.index(of: name) }

  /// The slot of the property that an accessor names; traps if the entity has no such property.
  @inline(__always)
  func index(of literal: StaticString) -> Int {
    if let index = keys.find(literal) { return index }
    return findIndex(of: literal)
  }

  @inline(never)
  private func findIndex(of literal: StaticString) -> Int {
    guard let index = index(of: literal.description) else {
      NSException.raise(
        .invalidArgumentException,
        "-[\(className) \(literal)]: unrecognized selector: the entity \(entity.name ?? "") has no property "
          + "\"\(literal)\"")
    }
    keys.note(literal, index)
    return index
  }
}

/// Creates objects of an entity's class.
struct ManagedObjectFactory: @unchecked Sendable {
  // @unchecked because the closure captures only a class.
  typealias Make = (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject
  let make: Make

  static func find(_ entity: NSEntityDescription) -> (AnyClass, ManagedObjectFactory?) {
    guard let cls = entity.findObjectClass() as? NSManagedObject.Type else {
      return (NSManagedObject.self, nil)
    }
    guard let make = cls._carobNewManaged else {
      Journal.warn(
        "\(Journal.className(cls)) has no initializer init(entity:insertInto:); objects of entity "
          + "'\(entity.name ?? "")' are created as NSManagedObject", rule: "C-141")
      return (NSManagedObject.self, nil)
    }
    // Contexts of any queue create objects; only the translator declares the hook as isolated to the main
    // actor.
    return (cls, ManagedObjectFactory(make: unsafeBitCast(make, to: Make.self)))
  }
}

extension NSEntityDescription {
  /// The entity's cached data; the first use freezes its model (C-4).
  final var plan: EntityPlan {
    if let known = UnsafeRawPointer(bitPattern: madePlan.load(ordering: .acquiring)) {
      return Unmanaged<EntityPlan>.fromOpaque(known).takeUnretainedValue()
    }
    return planStorage.withLock { plan in
      if let plan { return plan }
      owningModel?.freeze()
      let made = EntityPlan(self)
      plan = made
      madePlan.store(UInt(bitPattern: Unmanaged.passUnretained(made).toOpaque()), ordering: .releasing)
      return made
    }
  }

  /// The topmost superentity; all of its subentities share its table and primary keys.
  final var root: NSEntityDescription { rootEntity }
}
