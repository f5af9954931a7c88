import Glibc
import Synchronization

/// A value behind a lock, for state that is not `Sendable` piece by piece.
///
/// `Mutex` wants everything that goes in or out to be sendable; what the SDK guards are tables of the app's closures
/// and objects, which are called outside the lock and only where the platform calls them.
package struct Guarded<Value>: ~Copyable, @unchecked Sendable {
  // @unchecked because the value is only reached under the lock.
  #if SANITIZE_THREAD
    // NB: the thread sanitizer does not see into the toolchain's `Mutex` and would take each use for a race.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
  #else
    private let lock = Mutex(())
  #endif
  private let storage: UnsafeMutablePointer<Value>

  package init(_ value: Value) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: value)
    #if SANITIZE_THREAD
      lock = .allocate(capacity: 1)
      pthread_mutex_init(lock, nil)
    #endif
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
    #if SANITIZE_THREAD
      pthread_mutex_destroy(lock)
      lock.deallocate()
    #endif
  }

  @inline(__always)
  package borrowing func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    #if SANITIZE_THREAD
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
    #else
      lock._unsafeLock()
      defer { lock._unsafeUnlock() }
    #endif
    return try body(&storage.pointee)
  }
}
