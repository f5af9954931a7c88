import CarobFoundation

/// The differences that lightweight migration can infer: the old entity and property of each new one (C-230).
struct ModelDifference {
  struct Property {
    let new: EntityLayout.Slot
    /// Nil for properties that were added.
    let old: EntityLayout.Slot?
  }
  struct Entity {
    let new: NSEntityDescription
    /// Nil for entities that were added.
    let old: NSEntityDescription?
    let properties: [Property]
  }
  let entities: [Entity]
  let removed: [NSEntityDescription]

  /// Throws 134190 with the reason if the change cannot be inferred.
  init(
    from oldEntities: [NSEntityDescription], to newEntities: [NSEntityDescription]
  ) throws {
    let oldByName = Dictionary(oldEntities.map { ($0.name ?? "", $0) }) { a, _ in a }
    var used: [String: String] = [:]
    var sources: [String: NSEntityDescription] = [:]
    for entity in newEntities {
      let name = entity.name ?? ""
      guard let source = Self.source(of: entity, oldByName, oldEntities) else { continue }
      if let other = used[source.name ?? ""] {
        throw Self.failure("the entities \(other) and \(name) both come from \(source.name ?? "")")
      }
      used[source.name ?? ""] = name
      sources[name] = source
    }
    entities = try newEntities.sorted { ($0.name ?? "") < ($1.name ?? "") }.map { entity in
      let old = sources[entity.name ?? ""]
      return Entity(
        new: entity, old: old,
        properties: try entity.layout.slots.filter(\.isStored).map { slot in
          try Self.property(slot, of: entity, from: old, sources)
        })
    }
    removed = oldEntities.filter { used[$0.name ?? ""] == nil }
  }

  private static func source(
    of entity: NSEntityDescription, _ oldByName: [String: NSEntityDescription], _ old: [NSEntityDescription]
  ) -> NSEntityDescription? {
    let identifier = entity.renamingIdentifier ?? entity.name ?? ""
    // NB: the renaming identifier is the old name, or the old entity's own renaming identifier.
    return oldByName[identifier] ?? old.first { $0.renamingIdentifier == identifier }
      ?? oldByName[entity.name ?? ""]
  }

  private static func property(
    _ slot: EntityLayout.Slot, of entity: NSEntityDescription, from old: NSEntityDescription?,
    _ sources: [String: NSEntityDescription]
  ) throws -> Property {
    let place = "\(entity.name ?? "").\(slot.name)"
    guard let old else { return Property(new: slot, old: nil) }
    let identifier = slot.property.renamingIdentifier ?? slot.name
    let stored = old.layout.slots.filter(\.isStored)
    let source =
      stored.first { $0.name == identifier } ?? stored.first { $0.property.renamingIdentifier == identifier }
      ?? stored.first { $0.name == slot.name }
    guard let source else {
      try checkIsOptional(slot, place)
      return Property(new: slot, old: nil)
    }
    switch (source.kind, slot.kind) {
    case (.attribute(let a), .attribute(let b)):
      guard a == b else {
        throw failure("the type of \(place) changed from \(a) to \(b)")
      }
      if source.attribute?.allowsExternalBinaryDataStorage == true,
        slot.attribute?.allowsExternalBinaryDataStorage != true
      {
        throw failure(
          "the values of \(place) are stored in external files and would have to be moved back into the store"
        )
      }
      if source.isOptional { try checkIsOptional(slot, place) }
    case (.toOne, .toOne), (.toOne, .toMany), (.toMany, .toMany):
      let destination = slot.relationship?.destinationEntity
      let expected = destination.flatMap { sources[$0.name ?? ""] }
      let was = source.relationship?.destinationEntity
      // NB: the new destination may be a superentity of the old one, or be derived from it.
      guard let was, let destination,
        expected === was || destination.isKindOfAny(of: was, sources)
      else { throw failure("the destination of \(place) changed to an unrelated entity") }
    case (.toMany, .toOne):
      throw failure("\(place) changed from to-many to to-one: it is unknown which object to keep")
    default:
      throw failure("\(place) changed from \(Self.words(source.kind)) to \(Self.words(slot.kind))")
    }
    return Property(new: slot, old: source)
  }

  private static func words(_ kind: EntityLayout.Kind) -> String {
    switch kind {
    case .attribute: "an attribute"
    case .toOne, .toMany: "a relationship"
    case .fetched: "a fetched property"
    }
  }

  private static func checkIsOptional(_ slot: EntityLayout.Slot, _ place: String) throws {
    guard let attribute = slot.attribute, !slot.isOptional, attribute.defaultValue == nil,
      !(attribute is NSDerivedAttributeDescription)
    else { return }
    throw StoreErrors.make(
      NSMigrationError,
      "Validation error missing attribute values on mandatory destination attribute: \(place) is not optional, and has no "
        + "default value",
      ["entity": place.split(separator: ".").first.map(String.init) ?? "", "attribute": slot.name])
  }

  static func failure(_ reason: String) -> NSError {
    StoreErrors.make(
      NSInferredMappingModelError, "Can't infer mapping model for source and destination models: \(reason)",
      ["reason": reason])
  }
}

extension NSEntityDescription {
  /// Whether one of the entity's subentities is the old entity or is derived from it.
  fileprivate func isKindOfAny(
    of old: NSEntityDescription, _ sources: [String: NSEntityDescription]
  ) -> Bool {
    if sources[name ?? ""] === old { return true }
    return subentities.contains { $0.isKindOfAny(of: old, sources) }
  }
}
