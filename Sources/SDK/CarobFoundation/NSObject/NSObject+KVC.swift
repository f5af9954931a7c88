import CarobRuntime
import Foundation

extension NSObject {
  /// The entry for `key` in the class or its nearest superclass that has one.
  final func property(_ key: String) -> _CarobProperty? { PropertyTable.property(type(of: self), key) }
}

/// The key–value coding entries of classes, flattened.
package enum PropertyTable {
  package static func property(_ cls: AnyClass, _ key: String) -> _CarobProperty? { table(cls)[key] }

  package static func all(_ cls: AnyClass) -> [String: _CarobProperty] { table(cls) }

  private static func table(_ cls: AnyClass) -> [String: _CarobProperty] {
    lock.lock()
    defer { lock.unlock() }
    return build(cls)
  }

  private static func build(_ cls: AnyClass) -> [String: _CarobProperty] {
    if let table = tables[ObjectIdentifier(cls)] { return table }
    var table = _getSuperclass(cls).map(build) ?? [:]
    if let type = cls as? NSObject.Type {
      for entry in type._carobKVC { table[entry.name] = entry }
    }
    tables[ObjectIdentifier(cls)] = table
    return table
  }

  private static let lock = NSRecursiveLock()
  nonisolated(unsafe) private static var tables: [ObjectIdentifier: [String: _CarobProperty]] = [:]
}
