import Foundation

/// A set that can hold its elements weakly. Deallocated elements are no longer in the set.
///
/// Elements are enumerated in the order of insertion. DEVIATION: weakly held elements are compared by
/// identity, not by `isEqual`.
open class NSHashTable<ObjectType>: NSObject {
  public typealias Options = NSPointerFunctions.Options

  private let options: Options
  private var elements: [WeakableReference] = []
  private var places: [AnyHashable: Int] = [:]

  public init(options: Options = [], capacity: Int = 0) {
    self.options = options
    super.init()
  }

  public convenience init(options: Options) { self.init(options: options, capacity: 0) }

  public static func weakObjects() -> NSHashTable<ObjectType> {
    NSHashTable(options: .weakMemory, capacity: 0)
  }

  open func add(_ object: ObjectType?) {
    guard let object, !contains(object) else { return }
    sweep()
    let reference = WeakableReference(object, options)
    places[reference.key] = elements.count
    elements.append(reference)
  }

  open func remove(_ object: ObjectType?) {
    guard let object, let place = places[WeakableReference.key(object, options)] else { return }
    elements.remove(at: place)
    rebuild()
  }

  open func removeAllObjects() {
    elements = []
    places = [:]
  }

  open func contains(_ object: ObjectType?) -> Bool { member(object) != nil }

  open func member(_ object: ObjectType?) -> ObjectType? {
    guard let object, let place = places[WeakableReference.key(object, options)] else { return nil }
    return elements[place].value(as: ObjectType.self)
  }

  /// The elements that have not been deallocated.
  open var allObjects: [ObjectType] { elements.compactMap { $0.value(as: ObjectType.self) } }
  open var anyObject: ObjectType? { allObjects.first }
  open var count: Int { allObjects.count }
  open func objectEnumerator() -> NSEnumerator { NSArray(array: allObjects).objectEnumerator() }
  open var setRepresentation: Set<AnyHashable> { Set(allObjects.compactMap { $0 as? AnyHashable }) }

  open func union(_ other: NSHashTable<ObjectType>) { other.allObjects.forEach { add($0) } }
  open func minus(_ other: NSHashTable<ObjectType>) { other.allObjects.forEach { remove($0) } }
  open func intersect(_ other: NSHashTable<ObjectType>) {
    allObjects.filter { !other.contains($0) }.forEach { remove($0) }
  }

  open func isEqual(to other: NSHashTable<ObjectType>) -> Bool {
    count == other.count && isSubset(of: other)
  }
  open func isSubset(of other: NSHashTable<ObjectType>) -> Bool {
    allObjects.allSatisfy { other.contains($0) }
  }
  open func intersects(_ other: NSHashTable<ObjectType>) -> Bool {
    allObjects.contains { other.contains($0) }
  }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSHashTable<ObjectType>).map { isEqual(to: $0) } ?? false
  }
  open override var hash: Int { count }
  open override func copy() -> Any {
    let copy = NSHashTable(options: options, capacity: 0)
    allObjects.forEach { copy.add($0) }
    return copy
  }

  private func sweep() {
    guard elements.count > 8, elements.contains(where: { $0.value == nil }) else { return }
    elements.removeAll { $0.value == nil }
    rebuild()
  }

  private func rebuild() {
    places = Dictionary(elements.enumerated().map { ($1.key, $0) }) { $1 }
  }
}
