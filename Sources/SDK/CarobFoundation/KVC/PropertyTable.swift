import CarobRuntime
import Foundation

/// The key–value coding entries of classes, including inherited ones.
package enum PropertyTable {
  package static func property(_ cls: AnyClass, _ key: String) -> _CarobProperty? { table(cls)[key] }

  package static func all(_ cls: AnyClass) -> [String: _CarobProperty] { table(cls) }

  /// The name of the property that a key path refers to.
  package static func name(of keyPath: AnyKeyPath, in cls: AnyClass) -> String {
    // NB: key paths with different roots are not equal, and a superclass's property may be referenced through
    // either class.
    for (name, property) in all(cls).sorted(by: { $0.key < $1.key }) where property.keyPath() == keyPath {
      return name
    }
    fatalError("Could not extract a String from KeyPath \(keyPath)")
  }

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
