import CarobFoundation
import CarobRuntime

/// Warns of likely mistakes in a model when it is first used; each text is reported once.
enum ModelWarnings {
  private static let reported = Guarded<Set<String>>([])

  static func report(_ model: NSManagedObjectModel) {
    for (rule, text) in findings(in: model) where reported.withLock({ $0.insert(text).inserted }) {
      Journal.warn(text, rule: rule)
    }
  }

  static func findings(in model: NSManagedObjectModel) -> [(rule: StaticString, text: String)] {
    var findings: [(rule: StaticString, text: String)] = []
    for entity in model.entities {
      for property in entity.ownProperties.sorted(by: { $0.name < $1.name }) {
        guard let relationship = property as? NSRelationshipDescription else { continue }
        if let finding = finding(relationship, of: entity.name ?? "") { findings.append(finding) }
      }
    }
    return findings
  }

  private static func finding(
    _ relationship: NSRelationshipDescription, of entity: String
  ) -> (rule: StaticString, text: String)? {
    let place = "\(entity).\(relationship.name)"
    let destination = relationship.destinationEntity?.name ?? ""
    guard let inverse = relationship.inverseRelationship else {
      return ("M-122", "\(place) should have an inverse")
    }
    switch relationship.deleteRule {
    case .cascadeDeleteRule where relationship.isToMany && inverse.isToMany:
      return (
        "M-119", "\(place): deleting a \(entity) will delete every \(destination) it shares with others"
      )
    case .nullifyDeleteRule where !inverse.isOptional && !inverse.isToMany:
      return (
        "M-121", "\(destination).\(inverse.name) is not optional; deleting \(entity) will fail with 1570"
      )
    default: return nil
    }
  }
}
