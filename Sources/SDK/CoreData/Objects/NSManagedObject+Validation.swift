import CarobFoundation

// Validation by the model, and by the class's methods: C-40, C-42 to C-44.

extension EntityPlan.Slot {
  /// Whether the model restricts the values.
  var needsValidation: Bool {
    if case .fetched = kind { return false }
    if !isOptional || !property.validationPredicates.isEmpty { return true }
    guard let relationship, relationship.isToMany else { return false }
    return relationship.minCount > 0 || relationship.maxCount > 1
  }
}

extension NSManagedObject {
  /// Validates all properties that the model or the class restricts; several errors are combined into one
  /// (C-42).
  final func validateProperties() throws {
    var errors: [NSError] = []
    let plan = ClassPlan.of(self)
    for slot in plan.validated {
      // OPTIMIZATION: nearly all mandatory attributes have a value.
      if plan.isMandatoryAlone[slot], !read(slot).isNull { continue }
      do {
        try validate(slot)
      } catch let error as NSError {
        errors.append(error)
      }
    }
    try Self.raise(errors)
  }

  /// Validates one property's current value.
  private func validate(_ slot: Int) throws {
    let slotPlan = plan.slots[slot]
    if slotPlan.isToMany {
      // NB: a relationship whose members were not fetched did not change.
      guard row == nil || knownToMany(slot)?.log.isEmpty == false else { return }
    }
    var current = value(inSlot: slot).map { $0 as AnyObject }
    // A reference to an object that was deleted before it had a row counts as nil (C-157).
    if slotPlan.isToOne, (current as? NSManagedObject)?.isWithoutRow == true { current = nil }
    var value = current
    try Journal.deliver(.coredata, "validateValue(_:forKey:)", to: self, category: .query) {
      try validateValue(&value, forKey: slotPlan.name)
    }
    // A validation method may replace the value.
    if value !== current, !slotPlan.isToMany, !isEqualValue(value, current) {
      setValue(value, forKey: slotPlan.name)
    }
  }

  private func isEqualValue(_ a: AnyObject?, _ b: AnyObject?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return (a as? Foundation.NSObject)?.isEqual(b) ?? (a === b)
  }

  static func raise(_ errors: [NSError]) throws {
    if errors.isEmpty { return }
    if errors.count == 1 { throw errors[0] }
    throw NSError.cocoa(
      NSValidationMultipleErrorsError, "Multiple validation errors occurred.", [NSDetailedErrorsKey: errors])
  }

  /// Validates a value by the model.
  final func validateByModel(_ pointer: UnsafeMutablePointer<AnyObject?>, _ key: String) throws {
    guard let slot = plan.index(of: key) else { return }
    let slotPlan = plan.slots[slot]
    let value: AnyObject? = pointer.pointee is NSNull ? nil : pointer.pointee
    if let relationship = slotPlan.relationship, relationship.isToMany {
      return try validateCount(value, slotPlan, relationship)
    }
    guard let value else {
      if slotPlan.isOptional { return }
      throw failure(
        NSValidationMissingMandatoryPropertyError, "\(label(slotPlan)) is a required value.", slotPlan, nil)
    }
    if slotPlan.isRelationship { return try validatePredicates(value, slotPlan) }
    try validatePredicates(value, slotPlan)
  }

  private func validateCount(
    _ value: AnyObject?, _ slot: EntityPlan.Slot, _ relationship: NSRelationshipDescription
  ) throws {
    let count = (value as? NSSet)?.count ?? (value as? NSOrderedSet)?.count ?? (value as? NSArray)?.count ?? 0
    let minimum = slot.isOptional ? relationship.minCount : max(1, relationship.minCount)
    // An optional relationship may be empty whatever its minimum.
    if count < minimum, !(slot.isOptional && count == 0) {
      throw failure(
        NSValidationRelationshipLacksMinimumCountError, "There are too few items in \(label(slot)).", slot,
        value)
    }
    if relationship.maxCount > 1, count > relationship.maxCount {
      throw failure(
        NSValidationRelationshipExceedsMaximumCountError, "There are too many items in \(label(slot)).", slot,
        value)
    }
    if let value { try validatePredicates(value, slot) }
  }

  private func validatePredicates(_ value: AnyObject, _ slot: EntityPlan.Slot) throws {
    let warnings = slot.property.validationWarnings
    for (index, predicate) in slot.property.validationPredicates.enumerated() {
      if predicate.evaluate(with: value) { continue }
      let warning = index < warnings.count ? warnings[index] : nil
      let code = (warning as? NSNumber)?.intValue ?? warning as? Int ?? NSManagedObjectValidationError
      let text = (warning as? String).map(localized) ?? "\(label(slot)) \(Self.text(code))"
      var error: [String: Any] = [NSValidationPredicateErrorKey: predicate]
      error[NSValidationValueErrorKey] = value
      throw failure(code, text, slot, value, error)
    }
  }

  private static func text(_ code: Int) -> String {
    switch code {
    case NSValidationNumberTooLargeError: "is too large."
    case NSValidationNumberTooSmallError: "is too small."
    case NSValidationDateTooLateError: "is too late."
    case NSValidationDateTooSoonError: "is too soon."
    case NSValidationInvalidDateError: "is not a valid date."
    case NSValidationStringTooLongError: "is too long."
    case NSValidationStringTooShortError: "is too short."
    case NSValidationStringPatternMatchingError: "does not match the required pattern."
    default: "is not valid."
    }
  }

  private var localizations: [String: String] {
    plan.entity.managedObjectModel.localizationDictionary ?? [:]
  }
  // C-353
  private func label(_ slot: EntityPlan.Slot) -> String {
    localizations["Property/\(slot.name)/Entity/\(plan.entity.name ?? "")"]
      ?? localizations["Property/\(slot.name)"] ?? slot.name
  }
  // C-353
  private func localized(_ text: String) -> String { localizations["ErrorString/\(text)"] ?? text }

  // C-43
  private func failure(
    _ code: Int, _ text: String, _ slot: EntityPlan.Slot, _ value: AnyObject?, _ more: [String: Any] = [:]
  ) -> NSError {
    var userInfo = more
    userInfo[NSValidationObjectErrorKey] = self
    userInfo[NSValidationKeyErrorKey] = slot.name
    if let value { userInfo[NSValidationValueErrorKey] = value }
    return .cocoa(code, text, userInfo)
  }

  // C-13, M-120
  /// Throws if rule Deny forbids the object's deletion; only objects that are not deleted themselves count.
  final func validateDeletion() throws {
    var errors: [NSError] = []
    for slot in plan.denyingSlots {
      let slotPlan = plan.slots[slot]
      let members = slotPlan.isToMany ? Array(toMany(slot).members) : toOne(slot).map { [$0] } ?? []
      context?.fill(members)
      // NB: rule No Action may have left references to rows that no longer exist (C-15).
      let remaining = members.filter { !$0.isDeleted && !$0.isGone }
      if remaining.isEmpty { continue }
      let value: AnyObject =
        slotPlan.isToMany
        ? (slotPlan.isOrdered ? NSOrderedSet(array: remaining) : NSSet(array: remaining)) : remaining[0]
      errors.append(
        failure(
          NSValidationRelationshipDeniedDeleteError, "Items cannot be deleted from \(label(slotPlan)).",
          slotPlan,
          value))
      if Journal.explains {
        let entity = plan.entity.name ?? ""
        let count = remaining.count == 1 ? "1 object" : "\(remaining.count) objects"
        Journal.explain(
          "cannot delete \(entity): \(slotPlan.name) is not empty (\(count) of "
            + "\(slotPlan.relationship?.destinationEntity?.name ?? "") would remain; rule Deny); delete or move them first, "
            + "or call rollback() or undo()", rule: "M-120", receiver: self)
      }
    }
    try Self.raise(errors)
  }
}
