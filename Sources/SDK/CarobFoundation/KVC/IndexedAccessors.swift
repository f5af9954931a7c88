import CarobRuntime
import Foundation

/// Changes the ordered collection of a key: through the object's indexed accessors if it has them, else by
/// setting a changed copy. Observers are notified in both cases (F-118).
struct IndexedAccessors {
  private let object: NSObject
  private let key: String
  private let insertOne: Selector
  private let insertMany: Selector
  private let removeOne: Selector
  private let removeMany: Selector
  private let replaceOne: Selector
  private let replaceMany: Selector
  private let makeWhole: ([Any]) -> Any

  /// `makeWhole` converts elements to the type of the key's setter.
  init(_ object: NSObject, _ key: String, _ makeWhole: @escaping ([Any]) -> Any) {
    self.object = object
    self.key = key
    self.makeWhole = makeWhole
    let name = capitalized(key)
    insertOne = Selector("insertObject:in\(name)AtIndex:")
    insertMany = Selector("insert\(name):atIndexes:")
    removeOne = Selector("removeObjectFrom\(name)AtIndex:")
    removeMany = Selector("remove\(name)AtIndexes:")
    replaceOne = Selector("replaceObjectIn\(name)AtIndex:withObject:")
    replaceMany = Selector("replace\(name)AtIndexes:with\(name):")
  }

  var current: [Any] {
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
  private func prefersMany(_ indexes: IndexSet, _ one: Selector, _ many: Selector) -> Bool {
    has(many) && (indexes.count > 1 || !has(one))
  }

  /// Inserts elements. `indexes` are their positions after the insertion.
  func insert(_ new: [Any], at indexes: IndexSet) {
    change(.insertion, indexes) {
      if prefersMany(indexes, insertOne, insertMany) {
        Runtime.send(object, insertMany, NSArray(array: new), NSIndexSet(indexSet: indexes))
      } else {
        for (index, element) in zip(indexes, new) { Runtime.send(object, insertOne, element, index) }
      }
    } orWhole: {
      for (index, element) in zip(indexes, new) { $0.insert(element, at: index) }
    }
  }

  func remove(at indexes: IndexSet) {
    change(.removal, indexes) {
      if prefersMany(indexes, removeOne, removeMany) {
        Runtime.send(object, removeMany, NSIndexSet(indexSet: indexes))
      } else {
        for index in indexes.reversed() { Runtime.send(object, removeOne, index) }
      }
    } orWhole: {
      for index in indexes.reversed() { $0.remove(at: index) }
    }
  }

  func replace(at indexes: IndexSet, with new: [Any]) {
    if isIndexed, !has(replaceOne), !has(replaceMany) {
      remove(at: indexes)
      return insert(new, at: indexes)
    }
    change(.replacement, indexes) {
      if prefersMany(indexes, replaceOne, replaceMany) {
        Runtime.send(object, replaceMany, NSIndexSet(indexSet: indexes), NSArray(array: new))
      } else {
        for (index, element) in zip(indexes, new) { Runtime.send(object, replaceOne, index, element) }
      }
    } orWhole: {
      for (index, element) in zip(indexes, new) { $0[index] = element }
    }
  }

  /// Replaces a range by any number of elements: replaces as many as possible, then inserts or removes the
  /// rest.
  func replace(_ range: Range<Int>, with new: [Any]) {
    let common = range.lowerBound..<range.lowerBound + min(range.count, new.count)
    replace(at: IndexSet(integersIn: common), with: Array(new.prefix(common.count)))
    remove(at: IndexSet(integersIn: common.upperBound..<range.upperBound))
    let end = range.lowerBound + new.count
    insert(
      Array(new.dropFirst(common.count)),
      at: IndexSet(integersIn: common.upperBound..<max(end, common.upperBound)))
  }

  /// Performs one change: through the accessors if they exist, else by setting a changed copy.
  private func change(
    _ kind: NSKeyValueChange, _ indexes: IndexSet, _ indexed: () -> Void, orWhole edit: (inout [Any]) -> Void
  ) {
    if indexes.isEmpty { return }
    object.willChange(kind, valuesAt: indexes, forKey: key)
    if isIndexed {
      indexed()
    } else {
      var elements = current
      edit(&elements)
      let whole = makeWhole(elements)
      object._carobState?.observation?.quietly(object, key) { object.kvcSet(whole, key) }
        ?? object.kvcSet(whole, key)
    }
    object.didChange(kind, valuesAt: indexes, forKey: key)
  }
}
