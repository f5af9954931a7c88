import CarobRuntime
import Foundation

/// How an object keeps a value that is hung on it.
public enum objc_AssociationPolicy: UInt, Sendable {
  case OBJC_ASSOCIATION_ASSIGN = 0
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  case OBJC_ASSOCIATION_RETAIN = 769
  case OBJC_ASSOCIATION_COPY = 771
}

/// The value that was hung on an object under a key; nil if there is none (F-176).
///
/// A key is an address, usually that of a static variable.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  let object = object as AnyObject
  if let own = object as? NSObject {
    return own._carobState?.associations.withLock { $0[key] }?.value
  }
  return ForeignAssociations.table.withLock { $0.of(object)?[key] }?.value
}

/// Hangs a value on an object until the object is deallocated; nil takes it off.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  let object = object as AnyObject
  let new = value.map { Association($0, policy) }
  // NB: what was there is released outside the lock, for its deinitializer may come here.
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

/// Takes everything off an object that was hung on it.
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

/// A value that is hung on an object.
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

/// Values of objects that are not the SDK's: Foundation's, and Swift's own.
///
/// DEVIATION: nobody says when such an object is deallocated; its values are released when the next one is stored.
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
