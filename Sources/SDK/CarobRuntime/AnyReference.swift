/// The class instance in an `Any`, without retaining it; nil for nil and for any other value.
///
/// NB: this reads the layout of `Any` instead of casting to `AnyObject`, which would box values and takes 50
/// times as long. A class instance has metadata of kind 0 and is in the first word.
@inlinable @inline(__always)
public func _unmanagedObject(_ value: Any?) -> Unmanaged<AnyObject>? {
  withUnsafeBytes(of: value) { bytes in
    let type = bytes.load(fromByteOffset: 3 * MemoryLayout<UInt>.size, as: UInt.self)
    guard type != 0, UnsafePointer<UInt>(bitPattern: type)?.pointee == 0,
      let object = UnsafeRawPointer(bitPattern: bytes.load(as: UInt.self))
    else { return nil }
    return Unmanaged.fromOpaque(object)
  }
}

/// A value as an object: the object itself, the one that a struct such as `Notification` wraps, or a box.
@inlinable @inline(__always)
public func _objectOrBox(_ value: Any?) -> AnyObject? {
  if let object = _unmanagedObject(value) { return object.takeUnretainedValue() }
  return value.map { _wrappedObject($0) }
}

@inline(never)
public func _wrappedObject(_ value: Any) -> AnyObject {
  (value as? any _ReferenceArgument)?._reference ?? value as AnyObject
}

/// The object that receives a target's messages: the target itself, or, for a class, an object that stands
/// for it (F-242).
// NB: always the same object for a class, because targets are referenced weakly and compared by identity, and
// boxing makes a new object each time.
public func _messageTarget(_ value: Any?) -> AnyObject? {
  let object = _objectOrBox(value)
  guard let object, let cls = object as? AnyClass else { return object }
  return classTargets.withLock { targets in
    if let known = targets[ObjectIdentifier(cls)] { return known }
    targets[ObjectIdentifier(cls)] = object
    return object
  }
}
private let classTargets = Guarded<[ObjectIdentifier: AnyObject]>([:])
