@_exported import CarobFoundation

// As much of Core Data as the golden files name.
open class NSEntityDescription: NSObject {}
open class NSManagedObjectContext: NSObject {}
open class NSFetchRequest<ResultType>: NSObject {
  public init(entityName: String) {}
}
public protocol NSFetchRequestResult {}
public func _fetchRequest<R>(_ request: Any?, as type: NSFetchRequest<R>.Type) -> NSFetchRequest<R>? { nil }
open class NSManagedObject: NSObject, NSFetchRequestResult {
  public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {}
  public convenience init(context: NSManagedObjectContext) {
    self.init(entity: NSEntityDescription(), insertInto: context)
  }
  @_disfavoredOverload open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest(entityName: "")
  }
  nonisolated open class var _carobNewManaged:
    (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)?
  { { NSManagedObject(entity: $0, insertInto: $1) } }
  public final func _managedValue<V>(_ key: StaticString) -> V { fatalError("\(key)") }
  public final func _setManagedValue<V>(_ value: V, _ key: StaticString) {}
  public final func _primitiveManagedValue<V>(_ key: StaticString) -> V { fatalError("\(key)") }
  public final func _setPrimitiveManagedValue<V>(_ value: V, _ key: StaticString) {}
  public final func _addToMany(_ object: NSManagedObject, _ key: StaticString) {}
  public final func _removeFromMany(_ object: NSManagedObject, _ key: StaticString) {}
  public final func _addToMany(all: NSSet, _ key: StaticString) {}
  public final func _removeFromMany(all: NSSet, _ key: StaticString) {}
  public final func _addToMany<T>(all: Set<T>, _ key: StaticString) {}
  public final func _removeFromMany<T>(all: Set<T>, _ key: StaticString) {}
  public final func _insertIntoMany(_ object: NSManagedObject, at index: Int, _ key: StaticString) {}
  public final func _removeFromMany(at index: Int, _ key: StaticString) {}
  public final func _insertIntoMany(all: [NSManagedObject], at indexes: NSIndexSet, _ key: StaticString) {}
  public final func _removeFromMany(atAll indexes: NSIndexSet, _ key: StaticString) {}
  public final func _replaceInMany(at index: Int, with object: NSManagedObject, _ key: StaticString) {}
  public final func _replaceInMany(
    atAll indexes: NSIndexSet, with objects: [NSManagedObject], _ key: StaticString
  ) {}
}
