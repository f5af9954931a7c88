import Glibc
import Synchronization

/// Lets readers use an object that a writer may replace at any time, without a lock and without counting references.
///
/// A reader publishes the pointer that it is about to use (its hazard) and checks that it is still the current one. A
/// writer that replaced an object retires the old one: it is released as soon as no thread has it as a hazard. Two
/// threads that only read do not touch a common cache line.
package enum Hazards {
  /// One thread's hazards, innermost last; records are never freed, but used again by later threads.
  package final class Record: @unchecked Sendable {
    // @unchecked because only the owning thread changes `depth`, and `slots` are atomics.
    static let capacity = 8
    @exclusivity(unchecked) package var depth = 0
    let slots: UnsafeMutablePointer<Atomic<UInt>>
    let isTaken = Atomic<Bool>(true)
    fileprivate(set) var next: Record?
    /// Something of the owning thread's that would otherwise be made anew each time: what a post consists of.
    @exclusivity(unchecked) private var spare: Unmanaged<AnyObject>?

    @inline(__always)
    package func takeSpare() -> AnyObject? {
      guard let object = spare else { return nil }
      spare = nil
      return object.takeRetainedValue()
    }

    /// NB: an older one, left by a post inside the post, goes.
    @inline(__always)
    package func keepSpare(_ object: consuming AnyObject) {
      spare?.release()
      spare = .passRetained(object)
    }

    init() {
      slots = .allocate(capacity: Self.capacity)
      for index in 0..<Self.capacity { (slots + index).initialize(to: Atomic(0)) }
    }
  }

  /// Values up to this one are states, not objects.
  package static let lastState: UInt = 15

  /// The calling thread's record.
  @inline(__always)
  package static func record() -> Record {
    if let raw = pthread_getspecific(key) { return Unmanaged<Record>.fromOpaque(raw).takeUnretainedValue() }
    return newRecord()
  }

  /// Loads `pointer` so that what it names cannot be released before `release`. States are returned unprotected.
  ///
  /// Nil if the thread holds as many hazards as a record has slots; the caller then takes a lock and a reference.
  @inline(__always)
  package static func acquire(_ pointer: borrowing Atomic<UInt>, _ record: Record) -> UInt? {
    var value = pointer.load(ordering: .relaxed)
    guard value > lastState else { return value }
    let depth = record.depth
    guard depth < Record.capacity else { return nil }
    while true {
      record.slots[depth].store(value, ordering: .sequentiallyConsistent)
      let current = pointer.load(ordering: .sequentiallyConsistent)
      if current == value { break }
      value = current
      if value <= lastState {
        record.slots[depth].store(0, ordering: .releasing)
        return value
      }
    }
    record.depth = depth + 1
    return value
  }

  /// Ends the use of what `acquire` returned last, from `pointer`.
  @inline(__always)
  package static func release(_ pointer: borrowing Atomic<UInt>, _ value: UInt, _ record: Record) {
    let depth = record.depth - 1
    record.slots[depth].store(0, ordering: .sequentiallyConsistent)
    record.depth = depth
    // OPTIMIZATION: what is still current was not retired, so what others retired meanwhile is theirs to reclaim; without
    // this, threads that have nothing in common would wait for each other's locks.
    if retiredCount.load(ordering: .relaxed) != 0, pointer.load(ordering: .sequentiallyConsistent) != value {
      reclaim()
    }
  }

  /// Releases the object (a retained reference) as soon as nobody uses it.
  package static func retire(_ value: UInt) {
    guard value > lastState else { return }
    retired.withLock { $0.append(value) }
    retiredCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
    reclaim()
  }

  private static func reclaim() {
    var free: [UInt] = []
    retired.withLock { values in
      var used = Set<UInt>()
      var record = head.withLock { $0 }
      while let current = record {
        for index in 0..<Record.capacity {
          let value = current.slots[index].load(ordering: .sequentiallyConsistent)
          if value != 0 { used.insert(value) }
        }
        record = current.next
      }
      var kept: [UInt] = []
      for value in values { if used.contains(value) { kept.append(value) } else { free.append(value) } }
      values = kept
      retiredCount.store(kept.count, ordering: .sequentiallyConsistent)
    }
    // NB: outside the lock, because what is released may run the app's code.
    for value in free {
      guard let pointer = UnsafeRawPointer(bitPattern: value) else { continue }
      Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
  }

  @inline(never)
  private static func newRecord() -> Record {
    let record = head.withLock { head -> Record in
      var record = head
      while let current = record {
        if !current.isTaken.exchange(true, ordering: .acquiring) { return current }
        record = current.next
      }
      let new = Record()
      new.next = head
      head = new
      return new
    }
    pthread_setspecific(key, Unmanaged.passUnretained(record).toOpaque())
    return record
  }

  private static let head = Guarded<Record?>(nil)
  private static let retired = Guarded<[UInt]>([])
  private static let retiredCount = Atomic<Int>(0)
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in
      guard let raw else { return }
      let record = Unmanaged<Record>.fromOpaque(raw).takeUnretainedValue()
      record.depth = 0
      _ = record.takeSpare()
      record.isTaken.store(false, ordering: .releasing)
    }
    return key
  }()
}

/// A zeroing weak reference that costs the object no side table, which would make every later reference to it slower.
///
/// The object's memory, not the object, lives as long as this does.
package struct ZeroingReference {
  private unowned let memory: AnyObject
  package let address: UInt

  package init(_ object: AnyObject) {
    memory = object
    address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  /// The object; nil if its deinitialization has begun.
  package var object: AnyObject? { tryRetain(address) }
}

/// A property that refers to an object weakly, without a side table.
// OPTIMIZATION: views and layers are told apart from other objects by being asked for all the time; `weak` would make each
// retain and release of one of them cost three times as much.
@propertyWrapper
package struct Zeroing<Object: AnyObject> {
  private var reference: ZeroingReference?
  package init() {}
  package var wrappedValue: Object? {
    get { reference?.object.map { unsafeDowncast($0, to: Object.self) } }
    set { reference = newValue.map { ZeroingReference($0) } }
  }
}

/// A strong reference to an object of which only the memory is known to exist; nil if its deinitialization has begun.
///
/// The caller holds an unowned reference, which keeps the memory. It is what a weak reference does, without its side
/// table: one atomic operation.
@inline(__always)
package func tryRetain(_ object: UInt) -> AnyObject? {
  guard let pointer = UnsafeRawPointer(bitPattern: object), let retained = swiftTryRetain(pointer) else {
    return nil
  }
  return Unmanaged<AnyObject>.fromOpaque(retained).takeRetainedValue()
}

// NB: the compiler reserves the name, so it is looked up; it is part of the runtime's stable interface.
private let swiftTryRetain: @convention(c) (UnsafeRawPointer) -> UnsafeRawPointer? = {
  guard let symbol = dlsym(nil, "swift_tryRetain") else {
    fatalError("the Swift runtime has no swift_tryRetain")
  }
  return unsafeBitCast(symbol, to: (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?).self)
}()
