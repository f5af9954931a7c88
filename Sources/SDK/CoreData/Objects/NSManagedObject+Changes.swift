import CarobFoundation

// Differences from the store and from the beginning of the event (C-64).

extension NSManagedObject {
  /// Whether a slot's value differs from the store's.
  final func differs(_ slot: Int) -> Bool {
    guard !flags.contains(.fault), plan.slots[slot].kind != .fetched else { return false }
    let value = values[slot]
    guard let row else {
      if plan.slots[slot].isToMany { return knownToMany(slot).map { !$0.members.isEmpty } ?? false }
      return !value.isNull
    }
    if plan.slots[slot].isToMany { return knownToMany(slot)?.hasNetChanges ?? false }
    if plan.slots[slot].isToOne {
      switch (value, row.values[slot]) {
      case (.null, .null): return false
      case (.toOne(let a), .toOne(let b)): return !a.isSame(as: b)
      case (.object(let object), .toOne(let id)):
        let mine = unsafeDowncast(object, to: NSManagedObject.self).id
        return mine.map { !$0.isSame(as: id) } ?? true
      default: return true
      }
    }
    if case .object(let object) = value, case .data(let data) = row.values[slot],
      let attribute = plan.slots[slot].attribute
    {
      // A transformable value that was unarchived.
      return Transformation.data(of: object, attribute) != data
    }
    return !value.isSame(as: row.values[slot])
  }

  final var hasPersistentChanges: Bool {
    if flags.isDisjoint(with: .pending) { return false }
    if !flags.isDisjoint(with: [.inserted, .deleted]) { return true }
    return plan.slots.indices.contains { !plan.slots[$0].isTransient && differs($0) }
  }

  final func netChanges() -> [String: Any] {
    guard hasChanges, !isFault else { return [:] }
    var result: [String: Any] = [:]
    for slot in plan.slots.indices where !plan.slots[slot].isTransient && differs(slot) {
      result[plan.slots[slot].name] = value(inSlot: slot) ?? NSNull()
    }
    return result
  }

  /// The object's state before the current event; while an event's changes are posted, its state before that
  /// event.
  private var eventRecord: EventChange? {
    guard let context, event != -1 else { return nil }
    let record = event >= 0 ? context.event[Int(event)] : context.posted[-2 - Int(event)]
    return record.oldValues.isEmpty ? nil : record
  }

  /// Whether a slot changed in the event.
  final func changedInEvent(_ slot: Int, _ record: EventChange) -> Bool {
    guard plan.slots[slot].isToMany else {
      return plan.slots[slot].kind != .fetched && !sameInMemory(record.oldValues[slot], values[slot])
    }
    guard let members = knownToMany(slot) else { return false }
    return event >= 0 ? members.log.count > members.eventStart : members.eventStart > members.postedStart
  }

  final func eventChanges() -> [String: Any] {
    guard let record = eventRecord, !isFault else { return [:] }
    var result: [String: Any] = [:]
    for slot in plan.slots.indices where changedInEvent(slot, record) {
      if plan.slots[slot].isToMany {
        guard let members = knownToMany(slot) else { continue }
        let start = event >= 0 ? members.eventStart : members.postedStart
        result[plan.slots[slot].name] = collection(members.members(before: start), slot)
      } else {
        result[plan.slots[slot].name] = boxed(record.oldValues[slot], slot) ?? NSNull()
      }
    }
    return result
  }

  final func committed(_ keys: [String]?) -> [String: Any] {
    if flags.contains(.fault) { fire() }
    var result: [String: Any] = [:]
    for key in keys ?? plan.slots.filter({ $0.kind != .fetched }).map(\.name) {
      guard let slot = plan.index(of: key) else { continue }
      if plan.slots[slot].isToMany {
        result[key] = row == nil ? collection([], slot) : collection(toMany(slot).committed, slot)
      } else if let row, !plan.slots[slot].isTransient {
        result[key] = boxed(row.values[slot], slot) ?? NSNull()
      } else {
        result[key] = NSNull()
      }
    }
    return result
  }

  /// A value of this slot as key–value coding returns it.
  private func boxed(_ value: ManagedValue, _ slot: Int) -> Any? {
    switch value {
    case .toOne(let id): return context?.object(with: id)
    case .data(let data):
      guard plan.slots[slot].attributeType.isArchived,
        let attribute = plan.slots[slot].attribute
      else { return data }
      return Transformation.object(of: data, attribute)
    default: return value.boxed(plan.slots[slot].attributeType)
    }
  }

  private func collection(_ members: ContiguousArray<NSManagedObject>, _ slot: Int) -> Any {
    plan.slots[slot].isOrdered ? NSOrderedSet(array: Array(members)) : NSSet(array: Array(members))
  }

  /// Whether two values are equal; a to-one relationship's value may be an object or its identifier.
  final func sameInMemory(_ a: ManagedValue, _ b: ManagedValue) -> Bool {
    switch (a, b) {
    case (.object(let object), .toOne(let id)), (.toOne(let id), .object(let object)):
      return (object as? NSManagedObject)?.id.map { $0.isSame(as: id) } ?? false
    case (.toOne(let a), .toOne(let b)): return a.isSame(as: b)
    default: return a.isSame(as: b)
    }
  }

  /// The names of the slots that changed in the event, without their values.
  final var changedKeys: [String] {
    guard let record = eventRecord, !isFault else { return [] }
    return plan.slots.indices.filter { changedInEvent($0, record) }.map { plan.slots[$0].name }
  }

  // MARK: Rows

  /// The row that a save writes: identifiers for objects, transformable values archived.
  final func newRow(version: Int64) -> RowSnapshot {
    var result = values
    for slot in plan.slots.indices {
      let slotPlan = plan.slots[slot]
      if slotPlan.isTransient {
        if slotPlan.isToMany {
          result[slot] = .unloaded
        } else if !values[slot].isNull {
          result[slot] = .null
        }
        continue
      }
      guard case .object(let object) = values[slot] else { continue }
      switch slotPlan.kind {
      case .toOne:
        let destination = unsafeDowncast(object, to: NSManagedObject.self)
        result[slot] = destination.isWithoutRow ? .null : .toOne(destination.objectID)
      case .toMany:
        let members = unsafeDowncast(object, to: ToManyMembers.self)
        if members.isLoaded, slotPlan.isStored, row == nil || !members.log.isEmpty {
          result[slot] = .toMany(members.members.filter { !$0.isWithoutRow }.map(\.objectID))
        } else {
          result[slot] = row == nil ? .toMany([]) : .unloaded
        }
      case .attribute(let type):
        if type.isArchived, let attribute = slotPlan.attribute {
          result[slot] = Transformation.data(of: object, attribute).map { .data($0) } ?? .null
        }
      case .fetched: result[slot] = .null
      }
    }
    return RowSnapshot(version: version, values: result)
  }

  /// Whether it was deleted before it was ever saved; rule No Action leaves references to such objects (C-15,
  /// C-18).
  final var isWithoutRow: Bool { registry == nil && (id?.isTemporaryID ?? true) }

  // C-153
  /// The slots whose columns, tables or orders in the store a save must change.
  final var storedChanges: [Int] {
    plan.slots.indices.filter { plan.slots[$0].isStored && differs($0) }
  }
}
