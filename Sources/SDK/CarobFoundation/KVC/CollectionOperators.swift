import CarobRuntime
import Foundation

// Key–value coding on collections: mapping over the elements (F-116) and collection operators (F-117).

func isCollection(_ object: Any) -> Bool { object is NSArray || object is NSSet || object is NSOrderedSet }

/// The value of a key path in a collection, such as `name`, `@count` or `items.@sum.price`.
func collectionValue(_ collection: Any, path: String) -> Any? {
  guard path.hasPrefix("@") else {
    guard let dot = path.firstIndex(of: ".") else { return mapped(collection, path) }
    let next = mapped(collection, String(path[..<dot]))
    return kvcValue(of: next, path: String(path[path.index(after: dot)...]))
  }
  guard isCollection(collection) else {
    // NB: a dictionary removes the `@` and looks up its own key.
    if let dictionary = collection as? NSDictionary, let value = dictionary.own(path.dropFirst()) {
      return value
    }
    NSException.raise(
      .undefinedKeyException, "the operator \(path) needs a collection, not a \(type(of: collection))")
  }
  let name = String(path.prefix { $0 != "." })
  let rest = path.dropFirst(name.count + 1)
  return apply(name, to: elements(collection), rest.isEmpty ? "self" : String(rest), path)
}

private func elements(_ collection: Any) -> [Any] {
  switch collection {
  case let array as NSArray: Array(array)
  case let set as NSOrderedSet: set.array
  case let set as NSSet: set.allObjects
  default: []
  }
}

// F-116
private func mapped(_ collection: Any, _ key: String) -> Any {
  let values = elements(collection).map { kvcValue(of: $0, key: key) ?? NSNull() }
  switch collection {
  case is NSSet: return set(of: values.filter { !($0 is NSNull) })
  // NB: the toolchain's ordered sets keep duplicates when created from an array.
  case is NSOrderedSet: return NSOrderedSet(array: distinct(values))
  default: return NSArray(array: values)
  }
}

// F-117
private func apply(_ name: String, to elements: [Any], _ path: String, _ whole: String) -> Any? {
  func values() -> [Any] {
    elements.compactMap { path == "self" ? $0 : kvcValue(of: $0, path: path) }.filter { !($0 is NSNull) }
  }
  func requiredValues() -> [Any] {
    let values = values()
    if values.count < elements.count {
      NSException.raise(.invalidArgumentException, "\(whole): a value in the collection is nil")
    }
    return values
  }
  switch name {
  case "@count": return NSNumber(value: elements.count)
  case "@sum": return NSNumber(value: values().reduce(0) { $0 + double($1) })
  case "@avg":
    return NSNumber(
      value: elements.isEmpty ? 0 : values().reduce(0) { $0 + double($1) } / Double(elements.count))
  case "@max": return values().max { compareValues($0, $1) == .orderedAscending }
  case "@min": return values().min { compareValues($0, $1) == .orderedAscending }
  case "@unionOfObjects": return NSArray(array: requiredValues())
  case "@distinctUnionOfObjects": return NSArray(array: distinct(requiredValues()))
  case "@unionOfArrays": return NSArray(array: nested(elements, path))
  case "@distinctUnionOfArrays": return NSArray(array: distinct(nested(elements, path)))
  case "@distinctUnionOfSets": return set(of: nested(elements, path))
  default:
    NSException.raise(.invalidArgumentException, "\(name) is not a collection operator (in \(whole))")
  }
}

private func nested(_ collections: [Any], _ path: String) -> [Any] {
  collections.flatMap { collection in
    elements(collection).compactMap { path == "self" ? $0 : kvcValue(of: $0, path: path) }
  }
}

/// The values in order, without duplicates.
// NB: strings that differ only in Unicode normalization are distinct, as on the platform. The toolchain
// considers them equal, as it does nulls and decimal numbers of equal value, but gives them different hashes,
// so that a set randomly contains one or both of them, or traps.
private func distinct(_ values: [Any]) -> [Any] {
  var texts: Set<[UInt8]> = []
  var decimals: Set<String> = []
  var hasNull = false
  let others = NSMutableSet()
  return values.filter { value in
    switch value {
    case let text as String: return texts.insert(Array(text.utf8)).inserted
    case let decimal as NSDecimalNumber: return decimals.insert(decimal.stringValue).inserted
    case is NSNull:
      defer { hasNull = true }
      return !hasNull
    default:
      defer { others.add(value) }
      return !others.contains(value)
    }
  }
}

private func set(of values: [Any]) -> NSSet {
  let distinct = distinct(values)
  let texts = distinct.compactMap { $0 as? String }
  return Set(texts).count == texts.count ? NSSet(array: distinct) : LiteralSet(distinct)
}

/// A set that distinguishes strings with different Unicode normalization.
private final class LiteralSet: NSSet {
  private let members: [Any]

  init(_ members: [Any]) {
    self.members = members
    super.init(objects: nil, count: 0)
  }
  required override init(objects: UnsafePointer<AnyObject>!, count: Int) { fatalError("made of an array") }
  required init?(coder: NSCoder) { fatalError("made of an array") }

  override var count: Int { members.count }
  override var allObjects: [Any] { members }
  override func objectEnumerator() -> NSEnumerator { NSArray(array: members).objectEnumerator() }
  override func member(_ object: Any) -> Any? {
    if let text = object as? String {
      return members.first { ($0 as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false }
    }
    return members.first { ($0 as? Foundation.NSObject)?.isEqual(object) ?? false }
  }
  override func copy(with zone: NSZone? = nil) -> Any { self }
  override var description: String { NSArray(array: members).description }
}

private func double(_ value: Any) -> Double {
  (value as? NSNumber)?.doubleValue ?? (value as? NSString)?.doubleValue ?? 0
}

/// Compares two numbers. The toolchain compares decimal numbers with other kinds of numbers incorrectly.
package func compareNumbers(_ a: NSNumber, _ b: NSNumber) -> ComparisonResult {
  guard a is NSDecimalNumber || b is NSDecimalNumber else { return a.compare(b) }
  return NSDecimalNumber(decimal: a.decimalValue).compare(NSDecimalNumber(decimal: b.decimalValue))
}

/// Compares two values as `compare:` does.
package func compareValues(_ a: Any, _ b: Any) -> ComparisonResult {
  switch (a, b) {
  case (let a as NSNumber, let b as NSNumber): return compareNumbers(a, b)
  case (let a as String, let b as String):
    return a < b ? .orderedAscending : a == b ? .orderedSame : .orderedDescending
  case (let a as Date, let b as Date): return a.compare(b)
  case (let a as NSObject, let b):
    let sent = Runtime.send(a, Selector("compare:"), b)
    if let number = sent.result as? NSNumber {
      return ComparisonResult(rawValue: number.intValue) ?? .orderedSame
    }
    if let result = sent.result as? ComparisonResult { return result }
    if sent.isRecognized { return .orderedSame }
  default: break
  }
  NSException.raise(
    .invalidArgumentException,
    "-[\(type(of: a)) compare:]: values of \(type(of: a)) and \(type(of: b)) cannot be compared")
}

// NB: `NSDictionary.value(forKey:)` is the toolchain's own.
extension NSArray {
  /// The value of each element for `key`, nil as `NSNull` (F-116).
  public func value(forKey key: String) -> Any { collectionValue(self, path: key) ?? NSNull() }
  public func value(forKeyPath path: String) -> Any? { collectionValue(self, path: path) }
  public func setValue(_ value: Any?, forKey key: String) { kvcSet(value, of: self, path: key) }
}

extension NSSet {
  /// The values of the elements for `key` (F-116).
  public func value(forKey key: String) -> Any { collectionValue(self, path: key) ?? NSSet() }
  public func value(forKeyPath path: String) -> Any? { collectionValue(self, path: path) }
  public func setValue(_ value: Any?, forKey key: String) { kvcSet(value, of: self, path: key) }
}

extension NSOrderedSet {
  /// The values of the elements for `key` (F-116).
  public func value(forKey key: String) -> Any { collectionValue(self, path: key) ?? NSOrderedSet() }
  public func value(forKeyPath path: String) -> Any? { collectionValue(self, path: path) }
  public func setValue(_ value: Any?, forKey key: String) { kvcSet(value, of: self, path: key) }
}

extension NSDictionary {
  public func value(forKeyPath path: String) -> Any? { kvcValue(of: self, path: path) }

  /// The value for a key such as `@count`.
  fileprivate func own(_ path: Substring) -> Any? {
    let key = path.prefix { $0 != "." }
    let rest = path.dropFirst(key.count + 1)
    let value: Any
    switch key {
    case "count": value = NSNumber(value: count)
    case "allKeys": value = NSArray(array: allKeys)
    case "allValues": value = NSArray(array: allValues)
    default: return nil
    }
    return rest.isEmpty ? value : kvcValue(of: value, path: String(rest))
  }
}

// NB: without this, a number boxed by key–value coding could not be cast to `CGFloat`.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(source.doubleValue)
    return true
  }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    CGFloat(source?.doubleValue ?? 0)
  }
}
