import CarobRuntime
import Foundation

/// An array that reads through its object's indexed accessors: `countOf<Key>` and `objectIn<Key>AtIndex:`
/// (F-110).
///
/// NB: a mutable array, because `NSArray`'s initializers cannot be called outside the toolchain's library. It
/// is never mutated.
final class IndexedAccessorArray: NSMutableArray {
  private let object: NSObject
  private let count_: Selector
  private let objectAt: Selector
  private let objectsAt: Selector

  init(_ object: NSObject, _ key: String) {
    self.object = object
    let name = capitalized(key)
    count_ = Selector("countOf\(name)")
    objectAt = Selector("objectIn\(name)AtIndex:")
    objectsAt = Selector("\(key)AtIndexes:")
    super.init(capacity: 0)
  }

  required init?(coder: NSCoder) { nil }
  override init(capacity: Int) { fatalError("an accessor's array has no capacity") }
  required init(objects: UnsafePointer<AnyObject>?, count: Int) {
    fatalError("an accessor's array is not made of objects")
  }
  required convenience init(arrayLiteral elements: Any...) {
    fatalError("an accessor's array is not a literal")
  }

  override var count: Int { (Runtime.send(object, count_).result as? NSNumber)?.intValue ?? 0 }

  override func object(at index: Int) -> Any {
    let sent = Runtime.send(object, objectAt, index)
    if sent.isRecognized { return sent.result ?? NSNull() }
    let objects = Runtime.send(object, objectsAt, NSIndexSet(index: index)).result as? NSArray
    return objects?.firstObject ?? NSNull()
  }
}

/// The array behind a key, changed through the object's accessors, with notifications to its observers (F-118).
final class MutableArrayProxy: NSMutableArray {
  private let accessors: IndexedAccessors

  init(_ object: NSObject, _ key: String) {
    accessors = IndexedAccessors(object, key) { NSArray(array: $0) }
    super.init(capacity: 0)
  }

  required init?(coder: NSCoder) { nil }
  override init(capacity: Int) { fatalError("an accessor's array belongs to an object") }
  required init(objects: UnsafePointer<AnyObject>?, count: Int) {
    fatalError("an accessor's array belongs to an object")
  }
  required convenience init(arrayLiteral elements: Any...) {
    fatalError("an accessor's array is not a literal")
  }

  override var count: Int { accessors.current.count }
  override func object(at index: Int) -> Any { accessors.current[index] }

  override func insert(_ new: Any, at index: Int) { accessors.insert([new], at: IndexSet(integer: index)) }
  override func removeObject(at index: Int) { accessors.remove(at: IndexSet(integer: index)) }
  override func replaceObject(at index: Int, with new: Any) {
    accessors.replace(at: IndexSet(integer: index), with: [new])
  }

  // Several elements at once are one change.
  override func insert(_ new: [Any], at indexes: IndexSet) { accessors.insert(new, at: indexes) }
  override func removeObjects(at indexes: IndexSet) { accessors.remove(at: indexes) }
  override func removeObjects(in range: NSRange) {
    if let range = Range(range) { accessors.remove(at: IndexSet(integersIn: range)) }
  }
  override func replaceObjects(at indexes: IndexSet, with new: [Any]) {
    accessors.replace(at: indexes, with: new)
  }

  override func add(_ new: Any) { insert(new, at: count) }
  override func removeLastObject() { removeObject(at: count - 1) }
  override func removeAllObjects() {
    for index in stride(from: count - 1, through: 0, by: -1) { removeObject(at: index) }
  }

  // NB: the toolchain's implementations work only on its own arrays.
  override func exchangeObject(at first: Int, withObjectAt second: Int) {
    let (one, other) = (object(at: first), object(at: second))
    accessors.replace(at: IndexSet(integer: first), with: [other])
    accessors.replace(at: IndexSet(integer: second), with: [one])
  }
  override func replaceObjects(in range: NSRange, withObjectsFrom new: [Any]) {
    accessors.replace(range.location..<range.location + range.length, with: new)
  }
  override func setArray(_ new: [Any]) { accessors.replace(0..<count, with: new) }
}

/// The set behind a key, changed through the object's accessors, with notifications to its observers (F-118).
final class MutableSetProxy: NSMutableSet {
  private let object: NSObject
  private let key: String
  private let addOne: Selector
  private let addMany: Selector
  private let removeOne: Selector
  private let removeMany: Selector
  private let intersectMany: Selector
  private let setAll: Selector

  init(_ object: NSObject, _ key: String) {
    self.object = object
    self.key = key
    let name = capitalized(key)
    addOne = Selector("add\(name)Object:")
    addMany = Selector("add\(name):")
    removeOne = Selector("remove\(name)Object:")
    removeMany = Selector("remove\(name):")
    intersectMany = Selector("intersect\(name):")
    setAll = Selector("set\(name):")
    super.init(capacity: 0)
  }

  required init?(coder: NSCoder) { nil }
  required init(capacity: Int) { fatalError("an accessor's set belongs to an object") }

  private var current: NSSet { object.value(forKey: key) as? NSSet ?? NSSet() }
  private func has(_ selector: Selector) -> Bool {
    Runtime.method(type(of: object), selector)?.isCallable == true
  }
  private var hasAccessors: Bool { (has(addOne) || has(addMany)) && (has(removeOne) || has(removeMany)) }

  override var count: Int { current.count }
  override func member(_ object: Any) -> Any? { current.member(object) }
  override func objectEnumerator() -> NSEnumerator { current.objectEnumerator() }

  override func add(_ new: Any) { change(.unionSetMutation, NSSet(array: [new])) }
  override func remove(_ old: Any) { change(.minusSetMutation, NSSet(array: [old])) }
  override func removeAllObjects() { for element in current.allObjects { remove(element) } }

  // Several elements at once are one change.
  override func addObjects(from array: [Any]) { change(.unionSetMutation, NSSet(array: array)) }
  override func union(_ other: Set<AnyHashable>) {
    change(.unionSetMutation, NSSet(array: other.map(\.base)))
  }
  override func minus(_ other: Set<AnyHashable>) {
    change(.minusSetMutation, NSSet(array: other.map(\.base)))
  }
  override func intersect(_ other: Set<AnyHashable>) {
    change(.intersectSetMutation, NSSet(array: other.map(\.base)))
  }
  override func setSet(_ other: Set<AnyHashable>) { change(.setSetMutation, NSSet(array: other.map(\.base))) }

  private func change(_ mutation: NSKeyValueSetMutationKind, _ objects: NSSet) {
    let change = SetChange(mutation, objects, in: current)
    guard change.added.count + change.removed.count > 0 else { return }
    let elements = Set(objects.allObjects.compactMap { $0 as? AnyHashable })
    object.willChangeValue(forKey: key, withSetMutation: mutation, using: elements)
    if !hasAccessors {
      let whole = NSMutableSet(array: current.allObjects)
      change.removed.allObjects.forEach { whole.remove($0) }
      whole.addObjects(from: change.added.allObjects)
      object._carobState?.observation?.quietly(object, key) { object.kvcSet(whole, key) }
        ?? object.kvcSet(whole, key)
    } else if mutation == .intersectSetMutation, has(intersectMany) {
      Runtime.send(object, intersectMany, objects)
    } else if mutation == .setSetMutation, has(setAll) {
      Runtime.send(object, setAll, objects)
    } else {
      send(change.removed, removeOne, removeMany)
      send(change.added, addOne, addMany)
    }
    object.didChangeValue(forKey: key, withSetMutation: mutation, using: elements)
  }

  /// Adds or removes elements through accessors: all at once if there is such a method, else one by one.
  private func send(_ elements: NSSet, _ one: Selector, _ many: Selector) {
    if has(many), elements.count > 1 || elements.count == 1 && !has(one) {
      Runtime.send(object, many, elements)
    } else {
      for element in elements.allObjects { Runtime.send(object, one, element) }
    }
  }
}

/// The elements that a change of a set adds and removes.
struct SetChange {
  let added: NSSet
  let removed: NSSet

  init(_ mutation: NSKeyValueSetMutationKind, _ objects: NSSet, in current: NSSet) {
    func without(_ set: NSSet, _ other: NSSet) -> NSSet {
      NSSet(array: set.allObjects.filter { other.member($0) == nil })
    }
    switch mutation {
    case .unionSetMutation: (added, removed) = (without(objects, current), NSSet())
    case .minusSetMutation: (added, removed) = (NSSet(), without(objects, without(objects, current)))
    case .intersectSetMutation: (added, removed) = (NSSet(), without(current, objects))
    case .setSetMutation: (added, removed) = (without(objects, current), without(current, objects))
    }
  }
}
