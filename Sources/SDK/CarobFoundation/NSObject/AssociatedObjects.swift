import CarobRuntime
import Foundation

/// How an object stores an associated value.
public enum objc_AssociationPolicy: UInt, Sendable {
  case OBJC_ASSOCIATION_ASSIGN = 0
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  case OBJC_ASSOCIATION_RETAIN = 769
  case OBJC_ASSOCIATION_COPY = 771
}

/// The value associated with an object for a key; nil if there is none (F-176).
///
/// A key is an address, usually that of a static variable.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  let object = object as AnyObject
  if let own = object as? NSObject {
    return own._carobState?.associations.withLock { $0[key] }?.value
  }
  return ForeignAssociations.table.withLock { $0.of(object)?[key] }?.value
}

/// Associates a value with an object until the object is deallocated. Nil removes the value.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  let object = object as AnyObject
  let new = value.map { Association($0, policy) }
  // NB: the old value is released outside the lock, because its deinitializer may call this function.
  var old: Association?
  if let own = object as? NSObject {
    old = own.madeState.associations.withLock { values in
      let old = values[key]
      values[key] = new
      return old
    }
  } else {
    let dead = ForeignAssociations.table.withLock { table -> [ForeignAssociations.Entry] in
      let dead = table.removeDeallocated()
      old = table.set(new, key, of: object)
      return dead
    }
    withExtendedLifetime(dead) {}
  }
  withExtendedLifetime(old) {}
}

/// Removes all associated values of an object.
public func objc_removeAssociatedObjects(_ object: Any) {
  let object = object as AnyObject
  if let own = object as? NSObject {
    let old = own._carobState?.associations.withLock { values in
      let old = values
      values = [:]
      return old
    }
    withExtendedLifetime(old) {}
  } else {
    let old = ForeignAssociations.table.withLock { $0.remove(object) }
    withExtendedLifetime(old) {}
  }
}

/// An associated value.
struct Association: @unchecked Sendable {  // because the table that holds it is locked
  private enum Content {
    case kept(Any)
    case unretained(Unmanaged<AnyObject>)
  }
  private let content: Content

  init(_ value: Any, _ policy: objc_AssociationPolicy) {
    switch policy {
    case .OBJC_ASSOCIATION_ASSIGN where type(of: value) is AnyClass:
      content = .unretained(.passUnretained(value as AnyObject))
    case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC:
      content = .kept((value as? any NSCopying)?.copy(with: nil) ?? value)
    case .OBJC_ASSOCIATION_ASSIGN, .OBJC_ASSOCIATION_RETAIN, .OBJC_ASSOCIATION_RETAIN_NONATOMIC:
      content = .kept(value)
    }
  }

  var value: Any {
    switch content {
    case .kept(let value): value
    case .unretained(let object): object.takeUnretainedValue()
    }
  }
}

/// The associated values of objects that are not of SDK or app classes, such as Foundation and native Swift
/// objects.
///
/// DEVIATION: the deallocation of such an object is not reported, so its values are released when the next
/// value is stored.
struct ForeignAssociations: @unchecked Sendable {  // because it is only used under its lock
  struct Entry {
    weak var object: AnyObject?
    var values: [UnsafeRawPointer: Association] = [:]
  }
  static let table = Guarded(ForeignAssociations())

  private var entries: [ObjectIdentifier: Entry] = [:]

  func of(_ object: AnyObject) -> [UnsafeRawPointer: Association]? {
    guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
    return entry.values
  }
  mutating func set(
    _ value: Association?, _ key: UnsafeRawPointer, of object: AnyObject
  ) -> Association? {
    var entry = entries[ObjectIdentifier(object)] ?? Entry(object: object)
    let old = entry.values[key]
    entry.values[key] = value
    entries[ObjectIdentifier(object)] = entry.values.isEmpty ? nil : entry
    return old
  }
  mutating func remove(_ object: AnyObject) -> Entry? {
    entries.removeValue(forKey: ObjectIdentifier(object))
  }
  mutating func removeDeallocated() -> [Entry] {
    let dead = entries.filter { $0.value.object == nil }
    for key in dead.keys { entries[key] = nil }
    return Array(dead.values)
  }
}
