import Synchronization

/// A value behind a lock, for state that is not `Sendable` piece by piece.
///
/// `Mutex` wants everything that goes in or out to be sendable; what the SDK guards are tables of the app's closures
/// and objects, which are called outside the lock and only where the platform calls them.
package struct Guarded<Value>: ~Copyable, @unchecked Sendable {
  // @unchecked because the value is only reached under the lock.
  private let lock = Mutex(())
  private let storage: UnsafeMutablePointer<Value>

  package init(_ value: Value) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: value)
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  @inline(__always)
  package borrowing func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    lock._unsafeLock()
    defer { lock._unsafeUnlock() }
    return try body(&storage.pointee)
  }
}
