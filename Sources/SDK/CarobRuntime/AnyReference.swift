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
