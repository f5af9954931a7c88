import Foundation

/// An array of pointers that can contain nil and can hold its objects weakly. Deallocated objects become nil.
open class NSPointerArray: NSObject {
  private let options: NSPointerFunctions.Options
  private var slots: [WeakableReference?] = []

  public init(options: NSPointerFunctions.Options = .strongMemory) {
    self.options = options
    super.init()
  }

  public class func strongObjects() -> NSPointerArray { NSPointerArray(options: .strongMemory) }
  public class func weakObjects() -> NSPointerArray { NSPointerArray(options: .weakMemory) }

  /// The number of slots, including nil ones. Slots added by setting it are nil.
  open var count: Int {
    get { slots.count }
    set {
      slots =
        newValue < slots.count
        ? Array(slots[..<newValue]) : slots + Array(repeating: nil, count: newValue - slots.count)
    }
  }

  open func pointer(at index: Int) -> UnsafeMutableRawPointer? {
    check(index)
    guard let value = slots[index]?.value else { return nil }
    let object = value as AnyObject
    // NB: the caller gets it unretained.
    keepUntilEndOfTurn(object)
    return Unmanaged.passUnretained(object).toOpaque()
  }

  open func addPointer(_ pointer: UnsafeMutableRawPointer?) { slots.append(reference(pointer)) }

  open func insertPointer(_ item: UnsafeMutableRawPointer?, at index: Int) {
    if index != slots.count { check(index) }
    slots.insert(reference(item), at: index)
  }

  open func replacePointer(at index: Int, withPointer item: UnsafeMutableRawPointer?) {
    check(index)
    slots[index] = reference(item)
  }

  open func removePointer(at index: Int) {
    check(index)
    slots.remove(at: index)
  }

  /// Removes the nil slots.
  open func compact() { slots.removeAll { $0?.value == nil } }

  /// The objects in order, without nil slots.
  open var allObjects: [Any] { slots.compactMap { $0?.value } }

  open override func copy() -> Any {
    let copy = NSPointerArray(options: options)
    copy.slots = slots
    return copy
  }

  private func reference(_ pointer: UnsafeMutableRawPointer?) -> WeakableReference? {
    pointer.map { WeakableReference(Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue(), options) }
  }

  private func check(_ index: Int) {
    guard slots.indices.contains(index) else {
      NSException.raise(
        .rangeException,
        "*** -[NSPointerArray pointerAtIndex:]: attempt to access pointer at index \(index) beyond bounds \(slots.count)"
      )
    }
  }
}
