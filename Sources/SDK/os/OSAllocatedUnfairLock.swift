import CarobFoundation
import Glibc

/// A lock that is allocated on the heap together with the state that it protects.
///
/// Not recursive: locking it twice on one thread deadlocks.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // @unchecked because the mutex guards the state.
  private final class Storage {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    var state: State
    init(_ state: State) {
      self.state = state
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }
    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  }
  private let storage: Storage

  public init(uncheckedState initialState: State) { storage = Storage(initialState) }
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }
  public init() where State == Void { storage = Storage(()) }

  public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
    try withLockUnchecked(body)
  }
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    pthread_mutex_lock(storage.mutex)
    defer { pthread_mutex_unlock(storage.mutex) }
    return try body(&storage.state)
  }
  public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
    guard pthread_mutex_trylock(storage.mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(storage.mutex) }
    return try body(&storage.state)
  }
  public func lock() where State == Void { pthread_mutex_lock(storage.mutex) }
  public func unlock() where State == Void { pthread_mutex_unlock(storage.mutex) }
  public func lockIfAvailable() -> Bool where State == Void { pthread_mutex_trylock(storage.mutex) == 0 }
}

extension OSAllocatedUnfairLock where State == Void {
  public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
    lock()
    defer { unlock() }
    return try body()
  }
  public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}
