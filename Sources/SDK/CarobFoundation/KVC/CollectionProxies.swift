import CarobRuntime
import Foundation

/// An array that asks its object's indexed accessors: `countOf<Key>` and `objectIn<Key>AtIndex:` (F-110).
///
/// NB: `NSArray`'s own initializers cannot be called from outside the toolchain's library; nothing changes this one.
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
  private let object: NSObject
  private let key: String
  private let path: String
  private let insertOne: Selector
  private let insertMany: Selector
  private let removeOne: Selector
  private let removeMany: Selector
  private let replaceOne: Selector
  private let replaceMany: Selector

  /// `path` leads from the object to the owner of the last key.
  init(_ object: NSObject, _ key: String) {
    self.object = object
    self.key = key
    path = key
    let name = capitalized(key)
    insertOne = Selector("insertObject:in\(name)AtIndex:")
    insertMany = Selector("insert\(name):atIndexes:")
    removeOne = Selector("removeObjectFrom\(name)AtIndex:")
    removeMany = Selector("remove\(name)AtIndexes:")
    replaceOne = Selector("replaceObjectIn\(name)AtIndex:withObject:")
    replaceMany = Selector("replace\(name)AtIndexes:with\(name):")
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

  private var current: [Any] {
    switch object.value(forKey: key) {
    case let array as NSArray: Array(array)
    case let set as NSOrderedSet: set.array
    default: []
    }
  }

  private func has(_ selector: Selector) -> Bool {
    Runtime.method(type(of: object), selector)?.isCallable == true
  }
  private var isIndexed: Bool { (has(insertOne) || has(insertMany)) && (has(removeOne) || has(removeMany)) }

  override var count: Int { current.count }
  override func object(at index: Int) -> Any { current[index] }

  override func insert(_ new: Any, at index: Int) {
    change(.insertion, index) {
      if has(insertOne) {
        Runtime.send(object, insertOne, new, index)
      } else {
        Runtime.send(object, insertMany, NSArray(object: new), NSIndexSet(index: index))
      }
    } orWhole: {
      $0.insert(new, at: index)
    }
  }

  override func removeObject(at index: Int) {
    change(.removal, index) {
      if has(removeOne) {
        Runtime.send(object, removeOne, index)
      } else {
        Runtime.send(object, removeMany, NSIndexSet(index: index))
      }
    } orWhole: {
      $0.remove(at: index)
    }
  }

  override func replaceObject(at index: Int, with new: Any) {
    if isIndexed, !has(replaceOne), !has(replaceMany) {
      removeObject(at: index)
      return insert(new, at: index)
    }
    change(.replacement, index) {
      if has(replaceOne) {
        Runtime.send(object, replaceOne, index, new)
      } else {
        Runtime.send(object, replaceMany, NSIndexSet(index: index), NSArray(object: new))
      }
    } orWhole: {
      $0[index] = new
    }
  }

  override func add(_ new: Any) { insert(new, at: count) }
  override func removeLastObject() { removeObject(at: count - 1) }
  override func removeAllObjects() {
    for index in stride(from: count - 1, through: 0, by: -1) { removeObject(at: index) }
  }

  /// One change: through the accessors if there are any, else by setting the whole with the change in it.
  private func change(
    _ kind: NSKeyValueChange, _ index: Int, _ indexed: () -> Void, orWhole edit: (inout [Any]) -> Void
  ) {
    let indexes = IndexSet(integer: index)
    object.willChange(kind, valuesAt: indexes, forKey: key)
    if isIndexed {
      indexed()
    } else {
      var array = current
      edit(&array)
      object._carobState?.observation?.quietly(object, key) { object.kvcSet(array, key) }
        ?? object.kvcSet(array, key)
    }
    object.didChange(kind, valuesAt: indexes, forKey: key)
  }
}

/// The set behind a key, changed through the object's accessors, with notifications to its observers (F-118).
final class MutableSetProxy: NSMutableSet {
  private let object: NSObject
  private let key: String
  private let addOne: Selector
  private let removeOne: Selector

  init(_ object: NSObject, _ key: String) {
    self.object = object
    self.key = key
    addOne = Selector("add\(capitalized(key))Object:")
    removeOne = Selector("remove\(capitalized(key))Object:")
    super.init(capacity: 0)
  }

  required init?(coder: NSCoder) { nil }
  required init(capacity: Int) { fatalError("an accessor's set belongs to an object") }

  private var current: NSSet { object.value(forKey: key) as? NSSet ?? NSSet() }
  private func has(_ selector: Selector) -> Bool {
    Runtime.method(type(of: object), selector)?.isCallable == true
  }

  override var count: Int { current.count }
  override func member(_ object: Any) -> Any? { current.member(object) }
  override func objectEnumerator() -> NSEnumerator { current.objectEnumerator() }

  override func add(_ new: Any) {
    guard current.member(new) == nil else { return }
    change(.unionSetMutation, new, addOne) { $0.add(new) }
  }

  override func remove(_ old: Any) {
    guard current.member(old) != nil else { return }
    change(.minusSetMutation, old, removeOne) { $0.remove(old) }
  }

  override func removeAllObjects() { for element in current.allObjects { remove(element) } }

  private func change(
    _ mutation: NSKeyValueSetMutationKind, _ element: Any, _ selector: Selector,
    orWhole edit: (NSMutableSet) -> Void
  ) {
    let elements: Set<AnyHashable> = (element as? AnyHashable).map { [$0] } ?? []
    object.willChangeValue(forKey: key, withSetMutation: mutation, using: elements)
    if has(selector) {
      Runtime.send(object, selector, element)
    } else {
      let whole = NSMutableSet(set: current as? Set<AnyHashable> ?? [])
      edit(whole)
      object._carobState?.observation?.quietly(object, key) { object.kvcSet(whole, key) }
        ?? object.kvcSet(whole, key)
    }
    object.didChangeValue(forKey: key, withSetMutation: mutation, using: elements)
  }
}
