import CarobFoundation

/// The slot of each property in an object's storage; computed once, when the model is first used.
///
/// Inherited properties come first, then the entity's own, each in alphabetical order, so that a subentity's layout
/// begins with its parent's and a slot's index is valid for all subentities.
package final class EntityLayout: @unchecked Sendable {
  // @unchecked because it is immutable, and so are the descriptions of a model that is in use.

  package enum Kind: Hashable, Sendable {
    case attribute(NSAttributeType)
    case toOne
    case toMany(isOrdered: Bool)
    case fetched
  }

  package struct Slot {
    package let name: String
    package let index: Int
    package let kind: Kind
    package let isTransient: Bool
    package let isOptional: Bool
    package let property: NSPropertyDescription
    package let attribute: NSAttributeDescription?
    package let relationship: NSRelationshipDescription?
    package let fetchedProperty: NSFetchedPropertyDescription?
    /// The slot of the inverse in the layout of the destination entity and of all its subentities.
    package let inverseIndex: Int?
    /// Whether stores keep the property: it is neither transient nor fetched.
    package var isStored: Bool { !isTransient && kind != .fetched }
  }

  package unowned(unsafe) let entity: NSEntityDescription
  package let slots: [Slot]
  package var inverseIndex: [Int?] { slots.map(\.inverseIndex) }
  package let attributeSlots: [Int]
  package let relationshipSlots: [Int]
  /// Slots of derived attributes, which are computed when an object is saved.
  package let derivedSlots: [Int]
  private let indexes: [String: Int]

  package var count: Int { slots.count }
  package func index(of name: String) -> Int? { indexes[name] }
  package subscript(_ name: String) -> Slot? { indexes[name].map { slots[$0] } }

  init(of entity: NSEntityDescription) {
    self.entity = entity
    let names = Self.names(of: entity)
    let properties = entity.propertiesByName
    var indexes: [String: Int] = [:]
    for (index, name) in names.enumerated() { indexes[name] = index }
    self.indexes = indexes
    slots = names.enumerated().compactMap { index, name in
      properties[name].map { Self.slot(for: $0, at: index) }
    }
    attributeSlots = slots.filter { $0.attribute != nil }.map(\.index)
    relationshipSlots = slots.filter { $0.relationship != nil }.map(\.index)
    derivedSlots = slots.filter { $0.property is NSDerivedAttributeDescription }.map(\.index)
  }

  private static func slot(for property: NSPropertyDescription, at index: Int) -> Slot {
    let relationship = property as? NSRelationshipDescription
    let kind: Kind =
      switch property {
      case let attribute as NSAttributeDescription: .attribute(attribute.attributeType)
      case let relationship as NSRelationshipDescription:
        relationship.isToMany ? .toMany(isOrdered: relationship.isOrdered) : .toOne
      default: .fetched
      }
    let inverse = relationship?.inverseRelationship.flatMap { inverse in
      relationship?.destinationEntity.flatMap { names(of: $0).firstIndex(of: inverse.name) }
    }
    return Slot(
      name: property.name, index: index, kind: kind, isTransient: property.isTransient,
      isOptional: property.isOptional, property: property, attribute: property as? NSAttributeDescription,
      relationship: relationship, fetchedProperty: property as? NSFetchedPropertyDescription,
      inverseIndex: inverse)
  }

  /// The names in the order of the slots. A property that a subentity declares again keeps the parent's slot.
  private static func names(of entity: NSEntityDescription) -> [String] {
    let inherited = entity.superentity.map(names(of:)) ?? []
    let known = Set(inherited)
    return inherited + entity.ownProperties.map(\.name).filter { !known.contains($0) }.sorted()
  }
}
