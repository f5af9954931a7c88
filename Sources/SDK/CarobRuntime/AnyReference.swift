/// The object that a value of type `Any` is, without a reference; nil for nil and for whatever is no instance.
///
/// NB: this reads the layout of `Any` instead of casting to `AnyObject`, which would box values and costs 50 times as
/// much. A class instance has metadata of kind 0 and lies in the first word.
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

/// A value as an object, boxed if it is none.
@inlinable @inline(__always)
public func _objectOrBox(_ value: Any?) -> AnyObject? {
  if let object = _unmanagedObject(value) { return object.takeUnretainedValue() }
  return value.map { $0 as AnyObject }
}

/// What a message that was given a target goes to: the object, or one object for each class that is a target (F-242).
// NB: whoever keeps targets refers to them weakly, and tells them apart by identity; a box is a new object each time.
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
