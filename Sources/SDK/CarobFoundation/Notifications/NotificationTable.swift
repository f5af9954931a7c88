import CThreads
@_spi(Hazards) import CarobRuntime
import Foundation
import Synchronization

/// All registrations for one name, or for any name, with one center.
///
/// Writers change `list`. Posts use `snapshot`, which the first post after a change creates from the list
/// (F-4). Lock order: the center's table, then a bucket's list, then the list of the registrations for any
/// name.
final class NotificationBucket: Sendable {
  struct List {
    /// The registrations in order; removed ones leave a gap.
    var registrations: [NotificationRegistration?] = []
    var count = 0

    mutating func append(_ registration: NotificationRegistration) {
      registration.position = registrations.count
      registrations.append(registration)
      count += 1
    }

    mutating func remove(_ registration: NotificationRegistration) {
      registrations[registration.position] = nil
      count -= 1
      if registrations.count > 32, count < registrations.count / 2 { compact() }
    }

    private mutating func compact() {
      registrations.removeAll { $0 == nil }
      for (index, registration) in registrations.enumerated() { registration?.position = index }
    }
  }

  static let nobody: UInt = 0
  static let outdated: UInt = 1

  /// The name; nil for the bucket of registrations for any name.
  let name: Notification.Name?
  let list = Guarded(List())
  /// A retained `NotificationSnapshot`, or one of the states above; changed under the list's lock.
  let snapshot = Atomic<UInt>(nobody)
  /// Incremented by each change. While it is unchanged, a post need not check whether a receiver was removed
  /// (F-5).
  let changes = Atomic<UInt>(0)
  // OPTIMIZATION: puts buckets of names used by different threads on separate cache lines.
  private let padding: (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0, 0, 0)

  init(name: Notification.Name?) { self.name = name }

  deinit {
    let value = snapshot.load(ordering: .relaxed)
    guard value > Hazards.lastState, let pointer = UnsafeRawPointer(bitPattern: value) else { return }
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
  }

  /// The current registrations in order.
  var registrations: [NotificationRegistration] { list.withLock { $0.registrations.compactMap { $0 } } }

  /// Discards the snapshot, under the list's lock. Returns it, so that the caller can retire its reference
  /// outside the lock.
  func outdate(_ hasReceivers: Bool) -> UInt {
    changes.store(changes.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    return snapshot.exchange(hasReceivers ? Self.outdated : Self.nobody, ordering: .sequentiallyConsistent)
  }
}

/// An immutable list of the receivers of a name at some moment, in order of registration.
final class NotificationSnapshot {
  let count: Int
  let entries: UnsafeMutablePointer<Entry>

  struct Entry {
    let registration: Unmanaged<NotificationRegistration>
    /// The identity of the observed sender, 0 for any.
    let object: UInt
    let receiver: NotificationReceiver
  }

  /// - Parameter count: the number of registrations, without the gaps.
  init(_ registrations: [NotificationRegistration?], count: Int) {
    self.count = count
    entries = .allocate(capacity: count)
    var next = entries
    for case let registration? in registrations {
      next.initialize(
        to: Entry(
          registration: .passRetained(registration), object: registration.object,
          receiver: registration.receiverOfPosts))
      next += 1
    }
  }

  deinit {
    for index in 0..<count { entries[index].registration.release() }
    entries.deallocate()
  }
}

/// What a post calls in place of `NotificationRegistration.deliver`, without reading the registration, which keeps
/// the closure's context and the object's memory.
// OPTIMIZATION: with many receivers the processor waits for memory, and a registration takes three cache lines.
struct NotificationReceiver {
  private enum Form: UInt8 {
    /// Only the registration knows.
    case registration
    case block
    /// A block that expects the object to exist.
    case blockOfObject
    /// A method of the object.
    case method
  }
  private let form: Form
  private let code: UnsafeMutableRawPointer?
  private let context: UnsafeMutableRawPointer?
  private let object: UnsafeMutableRawPointer?

  // NB: a closure in a struct has its native calling convention.
  private struct StoredMethod { let method: (AnyObject, AnyObject?) -> Void }

  private init(
    _ form: Form, _ code: UnsafeMutableRawPointer? = nil, _ context: UnsafeMutableRawPointer? = nil,
    _ object: UInt = 0
  ) {
    self.form = form
    self.code = code
    self.context = context
    self.object = UnsafeMutableRawPointer(bitPattern: object)
  }

  /// The registration has to be called.
  static var registration: Self { Self(.registration) }

  /// - Parameter object: the address of an object that the block expects to exist, 0 for none.
  static func block(_ block: @escaping (Notification) -> Void, expecting object: UInt) -> Self {
    let (code, context) = unsafeBitCast(
      StoredBlock(block: block), to: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?).self)
    return Self(object == 0 ? .block : .blockOfObject, code, context, object)
  }

  /// - Parameter object: the address of the object whose method is called.
  static func method(_ method: @escaping (AnyObject, AnyObject?) -> Void, of object: UInt) -> Self {
    let (code, context) = unsafeBitCast(
      StoredMethod(method: method), to: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?).self)
    return Self(.method, code, context, object)
  }

  /// Loads the memory that a call will use.
  @inline(__always)
  func prefetch() {
    carob_prefetch_for_reading(context)
    carob_prefetch(object)
  }

  /// Calls the receiver. Returns nil, without a call, if the registration has to be called; false if the object with
  /// the method was deallocated (F-6).
  @inline(__always)
  func call(_ storage: NSNotification) -> Bool? {
    let notification = Unmanaged.passUnretained(storage).toOpaque()
    switch form {
    case .registration: return nil
    case .blockOfObject where !carob_is_alive(object): return nil
    case .block, .blockOfObject: carob_call_closure(code, context, notification, nil)
    case .method:
      guard let receiver = carob_try_retain(object) else { return false }
      carob_call_closure(code, context, receiver, notification)
      carob_release(receiver)
    }
    return true
  }
}

/// A cache from names to buckets that avoids hashing the text, for names that are string literals.
///
/// A literal string (or one of at most 15 bytes) is identified by its two words. Slots are written under the
/// center's lock and read without one; the version detects concurrent writes.
struct NameCache: ~Copyable, @unchecked Sendable {
  // @unchecked because the slots are atomics.
  private struct Slot: ~Copyable {
    let version = Atomic<UInt>(0)
    let first = Atomic<UInt>(0)
    let second = Atomic<UInt>(0)
    let bucket = Atomic<UInt>(0)
  }
  private let slots: UnsafeMutablePointer<Slot>
  private let mask: Int

  init(capacity: Int) {
    slots = .allocate(capacity: capacity)
    for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
    mask = capacity - 1
  }

  deinit {
    slots.deinitialize(count: mask + 1)
    slots.deallocate()
  }

  /// The two words of a name's text.
  @inline(__always)
  static func words(_ name: Notification.Name) -> (UInt, UInt) { unsafeBitCast(name, to: (UInt, UInt).self) }

  @inline(__always)
  private func index(_ words: (UInt, UInt)) -> Int {
    Int(truncatingIfNeeded: ((words.0 &* 0x9E37_79B9_7F4A_7C15) ^ words.1) &* 0xBF58_476D_1CE4_E5B9 >> 40)
      & mask
  }

  /// The bucket for these words, 0 if they are not in the cache.
  @inline(__always)
  func find(_ words: (UInt, UInt)) -> UInt {
    let index = index(words)
    let bucket = find(words, at: index)
    return bucket != 0 ? bucket : find(words, at: index ^ 1)
  }

  @inline(__always)
  private func find(_ words: (UInt, UInt), at index: Int) -> UInt {
    let slot = slots + index
    let version = slot.pointee.version.load(ordering: .acquiring)
    let first = slot.pointee.first.load(ordering: .relaxed)
    let second = slot.pointee.second.load(ordering: .relaxed)
    let bucket = slot.pointee.bucket.load(ordering: .acquiring)
    guard first == words.0, second == words.1, version & 1 == 0,
      slot.pointee.version.load(ordering: .relaxed) == version
    else { return 0 }
    return bucket
  }

  /// Caches a name, under the center's lock. Heap strings are not cached, because their address may be
  /// reused.
  func store(_ words: (UInt, UInt), _ bucket: UInt) {
    guard words.1 >> 63 == 1 else { return }
    let index = index(words)
    // A name has two possible slots, so that two names used alternately do not evict each other.
    if slots[index].bucket.load(ordering: .relaxed) != 0 { move(from: index, to: index ^ 1) }
    set(index, words, bucket)
  }

  private func move(from index: Int, to other: Int) {
    let slot = slots + index
    set(
      other, (slot.pointee.first.load(ordering: .relaxed), slot.pointee.second.load(ordering: .relaxed)),
      slot.pointee.bucket.load(ordering: .relaxed))
  }

  /// Removes the names without a bucket from the cache, under the center's lock.
  func forget(_ bucket: UInt) {
    for index in 0...mask where slots[index].bucket.load(ordering: .relaxed) == bucket {
      set(index, (0, 0), 0)
    }
  }

  private func set(_ index: Int, _ words: (UInt, UInt), _ bucket: UInt) {
    let slot = slots + index
    let version = slot.pointee.version.load(ordering: .relaxed)
    slot.pointee.version.store(version &+ 1, ordering: .relaxed)
    // NB: releasing, so that a reader that sees a new word also sees the odd version.
    slot.pointee.first.store(words.0, ordering: .releasing)
    slot.pointee.second.store(words.1, ordering: .releasing)
    slot.pointee.bucket.store(bucket, ordering: .releasing)
    slot.pointee.version.store(version &+ 2, ordering: .releasing)
  }
}
