import Foundation

/// Contents that can be discarded while they are not being accessed.
public protocol NSDiscardableContent {
  func beginContentAccess() -> Bool
  func endContentAccess()
  func discardContentIfPossible()
  func isContentDiscarded() -> Bool
}

/// Data that can be discarded while it is not being accessed. Here only `discardContentIfPossible` discards
/// it.
// F-221
open class NSPurgeableData: NSMutableData, NSDiscardableContent {
  // NB: the toolchain's class provides no storage for subclasses and mutates them incorrectly.
  private let contents = NSMutableData()
  private var accesses = 1
  private var isDiscarded = false

  open override var length: Int {
    get { contents.length }
    set { contents.length = newValue }
  }
  open override var bytes: UnsafeRawPointer { contents.bytes }
  open override var mutableBytes: UnsafeMutableRawPointer { contents.mutableBytes }
  open override func append(_ bytes: UnsafeRawPointer, length: Int) { contents.append(bytes, length: length) }
  open override func append(_ other: Data) { contents.append(other) }
  open override func increaseLength(by extraLength: Int) { contents.increaseLength(by: extraLength) }
  open override func replaceBytes(in range: NSRange, withBytes bytes: UnsafeRawPointer) {
    contents.replaceBytes(in: range, withBytes: bytes)
  }
  open override func replaceBytes(in range: NSRange, withBytes bytes: UnsafeRawPointer?, length: Int) {
    contents.replaceBytes(in: range, withBytes: bytes, length: length)
  }
  open override func resetBytes(in range: NSRange) { contents.resetBytes(in: range) }
  open override func setData(_ data: Data) { contents.setData(data) }
  open override func copy(with zone: NSZone? = nil) -> Any { contents.copy(with: zone) }
  open override func mutableCopy(with zone: NSZone? = nil) -> Any { contents.mutableCopy(with: zone) }

  open func beginContentAccess() -> Bool {
    if isDiscarded { return false }
    accesses += 1
    return true
  }
  open func endContentAccess() {
    precondition(accesses > 0, "NSPurgeableData.endContentAccess without beginContentAccess (F-221)")
    accesses -= 1
  }
  open func discardContentIfPossible() {
    guard accesses == 0, !isDiscarded else { return }
    isDiscarded = true
    length = 0
  }
  open func isContentDiscarded() -> Bool { isDiscarded }
}
