import CarobFoundation

/// Copies of entities that belong together, with relationships among the copies.
enum ModelCopier {
  static func copies(of entities: [NSEntityDescription]) -> [NSEntityDescription] {
    // NB: the copy of an entity brings copies of its subentities.
    let roots = entities.filter { $0.superentity == nil }.compactMap { $0.copy() as? NSEntityDescription }
    var byName: [String: NSEntityDescription] = [:]
    func collect(_ entity: NSEntityDescription) {
      byName[entity.name ?? ""] = entity
      entity.subentities.forEach(collect)
    }
    roots.forEach(collect)
    for entity in byName.values {
      for property in entity.ownProperties {
        if let relationship = property as? NSRelationshipDescription { relink(relationship, to: byName) }
        if let fetched = property as? NSFetchedPropertyDescription, let request = fetched.fetchRequest {
          request.entity = request.entity?.name.flatMap { byName[$0] }
        }
      }
    }
    return roots
  }

  /// Makes a relationship lead to the entity of the same name among `entities`, and to its inverse there.
  static func relink(_ relationship: NSRelationshipDescription, to entities: [String: NSEntityDescription]) {
    guard let name = relationship.destinationEntity?.name, let destination = entities[name] else { return }
    let inverse = relationship.inverseRelationship?.name
    relationship.destinationEntity = destination
    relationship.inverseRelationship = inverse.flatMap {
      destination.propertiesByName[$0] as? NSRelationshipDescription
    }
  }
}
