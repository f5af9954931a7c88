import CThreads
import Synchronization

/// A value protected by a lock, for state that is not `Sendable`.
///
/// `Mutex` requires everything that goes in or out to be sendable. The SDK guards tables of the app's
/// closures and objects, which are called outside the lock and only on the threads on which the platform
/// calls them.
package typealias Guarded<Value> = _Guarded<Value>

/// `Guarded`; public under this name.
// NB: only for the SDK's modules, but public, because `package` functions are not inlined across modules, and
// a generic function that is not inlined costs ten times as much as the work under the lock.
public struct _Guarded<Value>: ~Copyable, @unchecked Sendable {
  // @unchecked because the value is only reached under the lock.
  /// The value; the lock is in the words before it.
  @usableFromInline let storage: UnsafeMutablePointer<Value>
  @inlinable static var lockSize: Int { 16 }

  public init(_ value: Value) {
    precondition(MemoryLayout<Value>.alignment <= Self.lockSize)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.lockSize + MemoryLayout<Value>.size, alignment: Self.lockSize)
    memory.bindMemory(to: WordLock.self, capacity: 1).initialize(to: WordLock())
    storage = (memory + Self.lockSize).bindMemory(to: Value.self, capacity: 1)
    storage.initialize(to: value)
  }

  deinit {
    storage.deinitialize(count: 1)
    lock.deinitialize(count: 1)
    UnsafeMutableRawPointer(lock).deallocate()
  }

  @inlinable @inline(__always)
  var lock: UnsafeMutablePointer<WordLock> {
    (UnsafeMutableRawPointer(storage) - Self.lockSize).assumingMemoryBound(to: WordLock.self)
  }

  @inlinable @inline(__always)
  public borrowing func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    WordLock.lock(lock)
    defer { WordLock.unlock(lock) }
    return try body(&storage.pointee)
  }
}

/// A one-word lock. Waiters spin for a short time, then sleep on a futex.
///
/// NB: our own, because the toolchain's lock is handed over to the thread that has waited longest. With more
/// threads than processors each use then costs a context switch, a hundred times as much as the work under
/// the lock.
@usableFromInline struct WordLock: ~Copyable {
  @usableFromInline let word = Atomic<UInt32>(0)

  @inlinable static var free: UInt32 { 0 }
  @inlinable static var taken: UInt32 { 1 }
  /// Taken, and a thread may be sleeping until it is free.
  @inlinable static var awaited: UInt32 { 2 }

  init() {}

  @inlinable @inline(__always)
  static func lock(_ lock: UnsafeMutablePointer<WordLock>) {
    if !lock.pointee.word.compareExchange(expected: free, desired: taken, ordering: .acquiring).exchanged {
      wait(lock)
    }
  }

  @inlinable @inline(__always)
  static func unlock(_ lock: UnsafeMutablePointer<WordLock>) {
    if lock.pointee.word.exchange(free, ordering: .releasing) == awaited { wake(lock) }
  }

  @inline(never) @usableFromInline
  static func wait(_ lock: UnsafeMutablePointer<WordLock>) {
    // The work under a lock is short: its owner most likely runs on another processor and is nearly done.
    for _ in 0..<64 {
      carob_pause()
      if lock.pointee.word.load(ordering: .relaxed) == free,
        lock.pointee.word.compareExchange(expected: free, desired: taken, ordering: .acquiring).exchanged
      {
        return
      }
    }
    // NB: a thread that has slept takes the lock as awaited, because others may still be sleeping.
    while lock.pointee.word.exchange(awaited, ordering: .acquiring) != free {
      carob_sleep_on(address(of: lock), awaited)
    }
  }

  @inline(never) @usableFromInline
  static func wake(_ lock: UnsafeMutablePointer<WordLock>) { carob_wake_one(address(of: lock)) }

  /// An `Atomic` has the layout of its value.
  private static func address(of lock: UnsafeMutablePointer<WordLock>) -> UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(lock).assumingMemoryBound(to: UInt32.self)
  }
}
