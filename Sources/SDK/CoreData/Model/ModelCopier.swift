import CarobFoundation

/// Copies related entities, so that the copies' relationships refer to each other.
enum ModelCopier {
  static func copies(of entities: [NSEntityDescription]) -> [NSEntityDescription] {
    // NB: copying an entity also copies its subentities.
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

  /// Points a relationship to the entity of the same name among `entities`, and to its inverse there.
  static func relink(_ relationship: NSRelationshipDescription, to entities: [String: NSEntityDescription]) {
    guard let name = relationship.destinationEntity?.name, let destination = entities[name] else { return }
    let inverse = relationship.inverseRelationship?.name
    relationship.destinationEntity = destination
    relationship.inverseRelationship = inverse.flatMap {
      destination.propertiesByName[$0] as? NSRelationshipDescription
    }
  }
}
