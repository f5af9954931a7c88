import CarobRuntime
import Foundation

/// Lets `NSSortDescriptor(key:ascending:)` return a descriptor that uses key–value coding.
public protocol _SortDescriptorFromKey {}

extension Foundation.NSSortDescriptor: _SortDescriptorFromKey {}

extension _SortDescriptorFromKey where Self: Foundation.NSSortDescriptor {
  /// Sorts by the values of a key path (F-115), or by the objects themselves if it is nil.
  public init(key: String?, ascending: Bool) { self = Self.made(KeySortDescriptor(key, ascending, .natural)) }

  /// The same, comparing with a method of the values.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    self = Self.made(KeySortDescriptor(key, ascending, selector.map { .method($0) } ?? .natural))
  }

  /// The same, comparing with a closure.
  public init(key: String?, ascending: Bool, comparator: @escaping Comparator) {
    self = Self.made(KeySortDescriptor(key, ascending, .closure(comparator)))
  }

  /// Sorts by a property. The descriptor's key is the property's name, which the translator provides.
  public init<Root, Value>(keyPath: _NamedKeyPath<Root, Value>, ascending: Bool) {
    self = Self.made(KeySortDescriptor(keyPath, ascending, .natural))
  }

  /// The same, comparing with a closure.
  public init<Root, Value>(
    keyPath: _NamedKeyPath<Root, Value>, ascending: Bool, comparator: @escaping Comparator
  ) { self = Self.made(KeySortDescriptor(keyPath, ascending, .closure(comparator))) }

  /// Sorts by a property whose key path is stored in a variable.
  public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self = Self.made(KeySortDescriptor(named(keyPath), ascending, .natural, property: keyPath))
  }

  private static func made(_ descriptor: KeySortDescriptor) -> Self {
    guard let descriptor = descriptor as? Self else {
      fatalError("a subclass of NSSortDescriptor cannot be created with a key: \(Self.self)")
    }
    return descriptor
  }
}

extension Foundation.NSSortDescriptor {
  /// The key path by which it sorts; nil if it was created with a Swift key path whose root is not an object.
  public var key: String? {
    guard let descriptor = self as? KeySortDescriptor else { return named(keyPath) }
    return descriptor.path
  }
  /// The method with which it compares; nil if it was not created with one.
  public var selector: Selector? {
    guard let descriptor = self as? KeySortDescriptor else { return nil }
    switch descriptor.comparison {
    case .natural: return Selector("compare:")
    case .method(let selector): return selector
    case .closure: return nil
    }
  }
  /// Does nothing, because archived descriptors are not restricted here.
  public func allowEvaluation() {}
}

/// The name of a property, from the property table of its class.
private func named(_ keyPath: AnyKeyPath) -> String? {
  guard let cls = type(of: keyPath).rootType as? NSObject.Type else { return nil }
  return PropertyTable.name(of: keyPath, in: cls)
}

package final class KeySortDescriptor: Foundation.NSSortDescriptor {
  package enum Comparison {
    case natural
    case method(Selector)
    case closure(Comparator)
  }
  package let path: String?
  package let comparison: Comparison
  /// The key path for reading values that are not objects.
  private let property: AnyKeyPath?

  convenience init<Root, Value>(
    _ keyPath: _NamedKeyPath<Root, Value>, _ ascending: Bool, _ comparison: Comparison
  ) {
    let isObject = Root.self is NSObject.Type
    self.init(keyPath.name.description, ascending, comparison, property: isObject ? nil : keyPath.keyPath)
  }

  init(_ path: String?, _ ascending: Bool, _ comparison: Comparison, property: AnyKeyPath? = nil) {
    self.path = path
    self.property = property
    self.comparison = comparison
    // NB: the toolchain's initializer requires a Swift key path. Everything that would use it is overridden.
    super.init(keyPath: \Foundation.NSObject.hash, ascending: ascending)
  }

  package override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let result = ascendingOrder(value(object1), value(object2))
    return ascending ? result : result.reversed
  }

  private func value(_ object: Any) -> Any? {
    if let property { return PredicateValues.normal(object[keyPath: property]) }
    guard let path, !path.isEmpty, path != "self" else { return PredicateValues.normal(object) }
    return PredicateValues.normal(kvcValue(of: object, path: path))
  }

  /// Compares two values. Nil is ordered before all others.
  private func ascendingOrder(_ a: Any?, _ b: Any?) -> ComparisonResult {
    guard let a else { return b == nil ? .orderedSame : .orderedAscending }
    guard let b else { return .orderedDescending }
    switch comparison {
    case .natural: return compareValues(a, b)
    case .closure(let comparator): return comparator(a, b)
    case .method(let selector):
      if let a = a as? String, let b = b as? String, let result = Self.compareTexts(a, b, selector.name) {
        return result
      }
      if selector.name == "compare:" { return compareValues(a, b) }
      let result = _sendMessage(a as AnyObject, selector, b).result
      if let result = result as? ComparisonResult { return result }
      return (boxed(result) as? NSNumber).flatMap { ComparisonResult(rawValue: $0.intValue) } ?? .orderedSame
    }
  }

  /// Compares strings by selector, because the toolchain's string methods have no selectors.
  package static func compareTexts(_ a: String, _ b: String, _ selector: String) -> ComparisonResult? {
    let text = a as NSString
    return switch selector {
    case "compare:": text.compare(b)
    case "caseInsensitiveCompare:": text.caseInsensitiveCompare(b)
    case "localizedCompare:": text.localizedCompare(b)
    case "localizedCaseInsensitiveCompare:": text.localizedCaseInsensitiveCompare(b)
    // As in lists of files, where numbers are sorted by value.
    case "localizedStandardCompare:": text.compare(b, options: [.caseInsensitive, .numeric])
    default: nil
    }
  }

  package override var comparator: Comparator { { self.compareValuesOnly($0, $1) } }
  private func compareValuesOnly(_ a: Any, _ b: Any) -> ComparisonResult {
    ascendingOrder(PredicateValues.normal(a), PredicateValues.normal(b))
  }
  package override var reversedSortDescriptor: Any {
    KeySortDescriptor(path, !ascending, comparison, property: property)
  }
  package override var keyPath: AnyKeyPath {
    unimplemented("NSSortDescriptor.keyPath of a descriptor that was created with a string key; use key")
    return super.keyPath
  }
  package override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeySortDescriptor else { return false }
    if other === self { return true }
    guard other.path == path, other.ascending == ascending else { return false }
    return other.selector == selector && selector != nil
  }
  package override var hash: Int { (path ?? "").hashValue }
  package override var description: String {
    "(\(path ?? "self"), \(ascending ? "ascending" : "descending"))"
  }
}

extension ComparisonResult {
  fileprivate var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }
}
