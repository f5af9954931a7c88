import Foundation

// Called by CEqualityHooks to compare objects that Foundation's C code cannot compare (F-220).

@_cdecl("carob_objects_are_equal")
func objectsAreEqual(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> UInt8 {
  let object = Unmanaged<AnyObject>.fromOpaque(first).takeUnretainedValue()
  let other = Unmanaged<AnyObject>.fromOpaque(second).takeUnretainedValue()
  guard let object = object as? Foundation.NSObject else { return object === other ? 1 : 0 }
  return object.isEqual(other) ? 1 : 0
}

@_cdecl("carob_object_hash")
func objectHash(_ object: UnsafeRawPointer) -> UInt {
  let known = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue() as? Foundation.NSObject
  return known.map { UInt(bitPattern: $0.hash) } ?? UInt(bitPattern: object)
}
