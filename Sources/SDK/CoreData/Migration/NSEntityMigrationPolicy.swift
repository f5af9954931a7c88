import CarobFoundation

/// Migrates the objects of one entity mapping; subclasses override its steps (C-234).
///
/// Called for each mapping in order: `begin`, `createDestinationInstances` for each source object,
/// `endInstanceCreation`. Then for each mapping: `createRelationships` for each new object,
/// `endRelationshipCreation`. Finally `performCustomValidation`, `end`.
open class NSEntityMigrationPolicy: NSObject {
  public override init() { super.init() }

  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Creates an object of the destination entity with its attribute values, and associates it with the source
  /// object.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    guard let entity = manager.destinationEntity(for: mapping) else { return }
    let made = manager.newObject(of: entity)
    for property in mapping.attributeMappings ?? [] {
      guard let name = property.name, entity.attributesByName[name] != nil,
        let expression = property.valueExpression
      else { continue }
      made.setValue(
        manager.value(of: expression, source: sInstance, destination: made, mapping, self), forKey: name)
    }
    manager.associate(sourceInstance: sInstance, withDestinationInstance: made, for: mapping)
  }

  open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    let source = manager.sourceInstances(
      forEntityMappingName: mapping.name, destinationInstances: [dInstance]
    ).first
    for property in mapping.relationshipMappings ?? [] {
      guard let name = property.name, let relationship = dInstance.entity.relationshipsByName[name],
        let expression = property.valueExpression
      else { continue }
      let value = manager.value(of: expression, source: source, destination: dInstance, mapping, self)
      dInstance.setValue(Self.fitting(value, relationship), forKey: name)
    }
  }

  private static func fitting(_ value: Any?, _ relationship: NSRelationshipDescription) -> Any? {
    let elements = PredicateValues.elements(value) ?? (value.map { [$0] } ?? [])
    let present = elements.filter { !($0 is NSNull) }
    guard relationship.isToMany else { return present.first }
    return relationship.isOrdered ? NSOrderedSet(array: present) : NSSet(array: present)
  }

  open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
  }
  open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
  }
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  nonisolated open override class var _carobNewOfFramework: (@MainActor () -> AnyObject)? {
    guard self == NSEntityMigrationPolicy.self else { return nil }
    return { NSEntityMigrationPolicy() }
  }
}
