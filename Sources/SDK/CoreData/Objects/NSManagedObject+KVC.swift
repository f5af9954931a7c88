import CarobFoundation

// Key–value coding by the entity: the class's custom accessors come first, then the entity's properties, then
// other properties of the class (C-143).

extension NSManagedObject {
  final func managedValue(forKey key: String) -> Any? {
    guard let slot = plan.index(of: key), !ClassPlan.of(self).custom.contains(slot) else {
      return plan.index(of: key) == nil && key == "objectID" ? objectID : super.value(forKey: key)
    }
    return value(inSlot: slot)
  }

  /// A property's value as key–value coding returns it.
  final func value(inSlot slot: Int) -> Any? {
    let slotPlan = plan.slots[slot]
    switch slotPlan.kind {
    case .attribute: return decoded(slot)
    case .toOne: return toOne(slot)
    case .toMany: return toMany(slot).set()
    case .fetched: return fetchedValue(slot)
    }
  }

  /// An attribute's value; a transformable one is unarchived on first access.
  final func decoded(_ slot: Int) -> Any? {
    let value = read(slot)
    let slotPlan = plan.slots[slot]
    if case .data(let data) = value, slotPlan.attributeType.isArchived,
      let attribute = slotPlan.attribute
    {
      guard let object = Transformation.object(of: data, attribute) else { return nil }
      values[slot] = .object(object)
      return object
    }
    return value.boxed(slotPlan.attributeType)
  }

  final func setManagedValue(_ value: Any?, forKey key: String) {
    guard let slot = plan.index(of: key), !ClassPlan.of(self).custom.contains(slot) else {
      return super.setValue(value, forKey: key)
    }
    setValue(value, inSlot: slot)
  }

  final func setValue(_ value: Any?, inSlot slot: Int) {
    let slotPlan = plan.slots[slot]
    switch slotPlan.kind {
    case .attribute(let type):
      guard let value = ManagedValue(boxed: value, type) else { raiseUnacceptable(value, slotPlan) }
      if let composite = slotPlan.attribute as? NSCompositeAttributeDescription,
        case .object(let object) = value,
        let problem = CompositeValue.problem(object, composite)
      {
        NSException.raise(
          .invalidArgumentException,
          "Unacceptable value for composite attribute: property = \"\(slotPlan.name)\"; \(problem).")
      }
      write(slot, value)
    case .toOne:
      if value == nil || value is NSNull { return setToOne(slot, nil) }
      guard let object = value as? NSManagedObject else { raiseUnacceptable(value, slotPlan) }
      setToOne(slot, object)
    case .toMany:
      guard let objects = Self.objects(in: value) else { raiseUnacceptable(value, slotPlan) }
      setToMany(slot, objects)
    case .fetched:
      NSException.raise(
        .invalidArgumentException,
        "fetched property '\(slotPlan.name)' of \(plan.entity.name ?? "") cannot be set")
    }
  }

  /// The objects in a collection of any type; nil if it is not a collection or has other elements.
  static func objects(in value: Any?) -> [NSManagedObject]? {
    switch value {
    case nil: return []
    case is NSNull: return []
    case let set as NSSet: return ordered(set.allObjects.map { $0 as? NSManagedObject })
    case let set as NSOrderedSet: return all(set.array.map { $0 as? NSManagedObject })
    case let array as NSArray: return all((0..<array.count).map { array[$0] as? NSManagedObject })
    case let array as [Any]: return all(array.map { $0 as? NSManagedObject })
    case let set as Set<NSManagedObject>: return set.sorted(by: precedes)
    default: return nil
    }
  }

  private static func all(_ objects: [NSManagedObject?]) -> [NSManagedObject]? {
    let found = objects.compactMap { $0 }
    return found.count == objects.count ? found : nil
  }

  // NB: sorted, because a set's own order depends on hashing and differs between runs.
  private static func ordered(_ objects: [NSManagedObject?]) -> [NSManagedObject]? {
    all(objects).map { $0.count < 2 ? $0 : $0.sorted(by: precedes) }
  }

  private func raiseUnacceptable(_ value: Any?, _ slot: EntityPlan.Slot) -> Never {
    let given = value.map { type(of: $0) as Any.Type } ?? Any?.self
    let kind =
      slot.isToMany
      ? "to-many relationship" : slot.isToOne ? "to-one relationship" : "attribute"
    let desired =
      slot.relationship.map {
        $0.isToMany
          ? ($0.isOrdered ? "NSOrderedSet" : "NSSet") : $0.destinationEntity?.managedObjectClassName ?? ""
      } ?? ManagedValue.className(slot.attributeType)
    NSException.raise(
      .invalidArgumentException,
      "Unacceptable type of value for \(kind): property = \"\(slot.name)\"; desired type = \(desired); given type = "
        + "\(Journal.className(given)); value = \(value.map { "\($0)" } ?? "(null)").")
  }

  final func raiseUndefined(_ key: String, _ method: String) -> Never {
    let known = plan.slots.map(\.name)
    let near = known.filter { editDistance($0.lowercased(), key.lowercased(), limit: 2) != nil }
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: ", "))?"
    NSException.raise(
      .undefinedKeyException,
      "[<\(Journal.className(type(of: self))) \(addressText(of: self))> \(method)]: the entity "
        + "\(plan.entity.name ?? "") is not key value coding-compliant for the key \"\(key)\".\(hint)")
  }

  final func toManySlot(_ key: String) -> Int? {
    guard let slot = plan.index(of: key), plan.slots[slot].isToMany else { return nil }
    return slot
  }

  // MARK: Primitives

  final func primitive(_ key: String) -> Any? {
    guard let slot = plan.index(of: key) else { raiseUndefined(key, "primitiveValueForKey:") }
    if flags.contains(.fault) { fire() }
    return primitive(inSlot: slot)
  }

  final func primitive(inSlot slot: Int) -> Any? {
    if plan.slots[slot].isToMany {
      return plan.slots[slot].isOrdered
        ? ManagedMutableOrderedSet(self, slot, isPrimitive: true) as Any
        : ManagedMutableSet(self, slot, isPrimitive: true)
    }
    return value(inSlot: slot)
  }

  final func setPrimitive(_ value: Any?, _ key: String) {
    guard let slot = plan.index(of: key) else { raiseUndefined(key, "setPrimitiveValue:forKey:") }
    if flags.contains(.fault) { fire() }
    setPrimitive(value, inSlot: slot)
  }

  final func setPrimitive(_ value: Any?, inSlot slot: Int) {
    let slotPlan = plan.slots[slot]
    switch slotPlan.kind {
    case .attribute(let type):
      guard let value = ManagedValue(boxed: value, type) else { raiseUnacceptable(value, slotPlan) }
      values[slot] = value
    case .toOne: storeToOne(slot, value as? NSManagedObject)
    case .toMany:
      guard let wanted = Self.objects(in: value) else { raiseUnacceptable(value, slotPlan) }
      let members = toMany(slot)
      let kept = Set(wanted.map { ObjectIdentifier($0) })
      for object in members.members where !kept.contains(ObjectIdentifier(object)) { members.remove(object) }
      for object in wanted where members.index(of: object) == nil { members.add(object) }
      if slotPlan.isOrdered { arrange(members, wanted) }
    case .fetched: break
    }
  }

  // C-292
  /// The results of a fetched property, from the first access until the object is refreshed.
  private func fetchedValue(_ slot: Int) -> Any? {
    if flags.contains(.fault) { fire() }
    guard let context, !values.isEmpty,
      let property = plan.slots[slot].property as? NSFetchedPropertyDescription
    else { return nil }
    if case .object(let known) = values[slot] { return known }
    guard let found = context.fetched(property, for: self) else { return nil }
    values[slot] = .object(found)
    return found
  }

  /// Discards the results of fetched properties, so that the next access fetches them again.
  final func forgetFetchedProperties() {
    for slot in plan.fetchedSlots where !values[slot].isNull { values[slot] = .null }
  }
}

/// Converts transformable values to and from the data that stores keep (C-144).
// C-110
enum Transformation {
  static func object(of data: Data, _ attribute: NSAttributeDescription) -> AnyObject? {
    if let composite = attribute as? NSCompositeAttributeDescription {
      return CompositeValue.object(of: data, composite)
    }
    if let transformer = transformer(attribute) {
      let value =
        isUnarchiver(attribute)
        ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
      return value.map { $0 as AnyObject }
    }
    let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver?.requiresSecureCoding = false
    return unarchiver?.decodeObject(forKey: NSKeyedArchiveRootObjectKey).map { $0 as AnyObject }
  }

  static func data(of object: AnyObject, _ attribute: NSAttributeDescription) -> Data? {
    if let composite = attribute as? NSCompositeAttributeDescription {
      return CompositeValue.data(of: object, composite)
    }
    if let transformer = transformer(attribute) {
      let value =
        isUnarchiver(attribute)
        ? transformer.reverseTransformedValue(object) : transformer.transformedValue(object)
      return value as? Data
    }
    return try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
  }

  /// Whether the transformer converts data to objects; such transformers are applied in reverse.
  private static func isUnarchiver(_ attribute: NSAttributeDescription) -> Bool {
    attribute.valueTransformerName?.hasSuffix("UnarchiveFromData") ?? true
  }

  private static func transformer(_ attribute: NSAttributeDescription) -> ValueTransformer? {
    attribute.valueTransformerName.flatMap { ValueTransformer(forName: NSValueTransformerName(rawValue: $0)) }
  }
}
