import CThreads
import Synchronization

/// A value behind a lock, for state that is not `Sendable` piece by piece.
///
/// `Mutex` wants everything that goes in or out to be sendable; what the SDK guards are tables of the app's closures
/// and objects, which are called outside the lock and only where the platform calls them.
package typealias Guarded<Value> = _Guarded<Value>

/// `Guarded`, by the name that apps see.
// NB: for the SDK's modules alone, but public: what is `package` is not inlined in other modules, and a generic function
// that is not costs ten times what is done under the lock.
public struct _Guarded<Value>: ~Copyable, @unchecked Sendable {
  // @unchecked because the value is only reached under the lock.
  /// The value, and the lock in the words before it.
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

/// A lock in one word, on which those who wait for long sleep.
///
/// NB: our own, because the toolchain's hands itself over to the thread that has waited longest. When there are more
/// threads than processors, each use then costs a change of threads, a hundred times what is done under it.
@usableFromInline struct WordLock: ~Copyable {
  @usableFromInline let word = Atomic<UInt32>(0)

  @inlinable static var free: UInt32 { 0 }
  @inlinable static var taken: UInt32 { 1 }
  /// Taken, and somebody may sleep until it is free.
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
    // What is done under a lock is short: its owner is most likely at the end of it, on another processor.
    for _ in 0..<64 {
      carob_pause()
      if lock.pointee.word.load(ordering: .relaxed) == free,
        lock.pointee.word.compareExchange(expected: free, desired: taken, ordering: .acquiring).exchanged
      {
        return
      }
    }
    // NB: whoever has slept leaves the lock awaited, because it cannot know whether it was the last.
    while lock.pointee.word.exchange(awaited, ordering: .acquiring) != free {
      carob_sleep_on(address(of: lock), awaited)
    }
  }

  @inline(never) @usableFromInline
  static func wake(_ lock: UnsafeMutablePointer<WordLock>) { carob_wake_one(address(of: lock)) }

  /// An atomic consists of its word alone.
  private static func address(of lock: UnsafeMutablePointer<WordLock>) -> UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(lock).assumingMemoryBound(to: UInt32.self)
  }
}
