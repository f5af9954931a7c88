import CThreads
import Glibc
import Synchronization

/// Lets readers use an object that a writer may replace at any time, without a lock and without counting
/// references.
///
/// This is the hazard pointer scheme. A reader publishes the pointer that it is about to use (its hazard) and
/// checks that it is still current. A writer that replaced an object retires the old one: it is released at
/// once, unless it is a thread's hazard. In that case the writer marks the hazard, and the reader that clears
/// a marked hazard retires the object again. So the last user of an object releases it, no thread waits for
/// another, and two readers do not write to a common cache line.
@_spi(Hazards) public enum Hazards {
  /// One thread's hazards, innermost last. Records are never freed; the record of a thread that ended is used
  /// by a later one.
  public struct Record: @unchecked Sendable {
    // @unchecked because only the owning thread uses `own`, and the slots are atomics.
    @inlinable static var capacity: Int { 8 }

    /// On a cache line of their own, which no other thread writes while nothing is retired.
    @usableFromInline let slots: UnsafeMutablePointer<Atomic<UInt>>

    @usableFromInline struct Own: ~Copyable {
      @usableFromInline var depth = 0
      @usableFromInline var spare: UInt = 0
      let isTaken = Atomic<Bool>(true)
      var next: Record?
      init() {}
    }
    @inlinable @inline(__always)
    var own: UnsafeMutablePointer<Own> {
      UnsafeMutableRawPointer(slots + Self.capacity).assumingMemoryBound(to: Own.self)
    }

    /// Identifies the record.
    package var address: UInt { UInt(bitPattern: slots) }

    @inlinable @inline(__always)
    init(_ address: UnsafeMutableRawPointer) { slots = address.assumingMemoryBound(to: Atomic<UInt>.self) }

    /// A new record for the calling thread.
    static func make() -> Record {
      let size = MemoryLayout<UInt>.stride * capacity
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * size, alignment: size)
      let record = Record(memory)
      for index in 0..<capacity { (record.slots + index).initialize(to: Atomic(0)) }
      precondition(MemoryLayout<Own>.size <= size)
      record.own.initialize(to: Own())
      return record
    }

    /// An object that the owning thread keeps for reuse (for example the storage of a post), as a retained
    /// reference; 0 for none.
    @inlinable public var spare: UInt {
      @inline(__always) get { own.pointee.spare }
      @inline(__always) nonmutating set { own.pointee.spare = newValue }
    }
  }

  /// The largest value that is a state and not an object's address.
  @inlinable public static var lastState: UInt {
    @inline(__always) get { 15 }
  }

  /// The calling thread's record.
  @inlinable @inline(__always)
  public static func record() -> Record {
    if let address = carob_thread_record() { return Record(address) }
    return newRecord()
  }

  /// Loads `pointer` and protects the object from being released until `release`. States are returned as they
  /// are.
  ///
  /// Nil if all of the thread's slots are in use; the caller then takes a lock and retains the object.
  @inlinable @inline(__always)
  public static func acquire(_ pointer: borrowing Atomic<UInt>, _ record: Record) -> UInt? {
    var value = pointer.load(ordering: .relaxed)
    guard value > lastState else { return value }
    let depth = record.own.pointee.depth
    guard depth < Record.capacity else { return nil }
    let slot = record.slots + depth
    while true {
      slot.pointee.store(value, ordering: .sequentiallyConsistent)
      let current = pointer.load(ordering: .sequentiallyConsistent)
      if current == value { break }
      // NB: the slot is cleared before anything is released, because a release may run code that needs the
      // slot.
      clear(slot, value)
      value = current
      if value <= lastState { return value }
    }
    record.own.pointee.depth = depth + 1
    return value
  }

  /// Ends the use of the value that `acquire` returned last.
  @inlinable @inline(__always)
  public static func release(_ value: UInt, _ record: Record) {
    let depth = record.own.pointee.depth - 1
    record.own.pointee.depth = depth
    clear(record.slots + depth, value)
  }

  @inlinable @inline(__always)
  static func clear(_ slot: UnsafeMutablePointer<Atomic<UInt>>, _ value: UInt) {
    // The object was retired meanwhile, so this thread has to release it.
    if slot.pointee.exchange(0, ordering: .sequentiallyConsistent) != value { retire(value) }
  }

  /// Releases an object as soon as no thread uses it. `value` is a retained reference that was removed from
  /// its pointer.
  ///
  /// NB: do not call it under a lock, because a deinitializer may run the app's code.
  @inline(never)
  public static func retire(_ value: UInt) {
    guard value > lastState, let object = UnsafeRawPointer(bitPattern: value) else { return }
    var next = UnsafeMutableRawPointer(bitPattern: head.load(ordering: .acquiring)).map { Record($0) }
    while let record = next {
      for index in 0..<Record.capacity {
        let slot = record.slots + index
        guard slot.pointee.load(ordering: .sequentiallyConsistent) == value else { continue }
        // Objects have even addresses; an odd one tells the slot's owner that it now owns the reference.
        if slot.pointee.compareExchange(
          expected: value, desired: value | 1, ordering: .sequentiallyConsistent
        ).exchanged {
          return
        }
      }
      next = record.own.pointee.next
    }
    Unmanaged<AnyObject>.fromOpaque(object).release()
  }

  @inline(never) @usableFromInline
  static func newRecord() -> Record {
    let record = takenRecord() ?? addedRecord()
    carob_thread_set_record(record.slots)
    pthread_setspecific(endOfThread, record.slots)
    return record
  }

  /// Takes over the record of a thread that has ended.
  private static func takenRecord() -> Record? {
    var next = UnsafeMutableRawPointer(bitPattern: head.load(ordering: .acquiring)).map { Record($0) }
    while let record = next {
      if !record.own.pointee.isTaken.exchange(true, ordering: .acquiring) { return record }
      next = record.own.pointee.next
    }
    return nil
  }

  private static func addedRecord() -> Record {
    let record = Record.make()
    var first = head.load(ordering: .acquiring)
    while true {
      record.own.pointee.next = UnsafeMutableRawPointer(bitPattern: first).map { Record($0) }
      let (exchanged, current) = head.compareExchange(
        expected: first, desired: UInt(bitPattern: record.slots), ordering: .acquiringAndReleasing)
      if exchanged { return record }
      first = current
    }
  }

  /// The address of the newest record.
  private static let head = Atomic<UInt>(0)
  private static let endOfThread: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { address in
      guard let address else { return }
      let record = Record(address)
      carob_thread_set_record(nil)
      if let spare = UnsafeRawPointer(bitPattern: record.spare) {
        record.spare = 0
        Unmanaged<AnyObject>.fromOpaque(spare).release()
      }
      record.own.pointee.depth = 0
      record.own.pointee.isTaken.store(false, ordering: .releasing)
    }
    return key
  }()
}

/// A zeroing weak reference that does not give the object a side table, which would make its retains and
/// releases slower.
///
/// It keeps the object's memory allocated, but not the object alive.
@usableFromInline package struct ZeroingReference {
  private unowned let memory: AnyObject
  package let address: UInt

  @usableFromInline package init(_ object: AnyObject) {
    memory = object
    address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  /// The object; nil if its deinitialization has begun.
  @usableFromInline package var object: AnyObject? { tryRetain(address) }
}

/// A weak reference without a side table, for captures of closures and elements of arrays; a property uses `Zeroing`.
@_spi(Hazards) public struct ZeroingElement<Object: AnyObject>: @unchecked Sendable {
  // @unchecked because the reference is immutable, and its user is responsible for the object, as with `weak`.

  @usableFromInline let reference: ZeroingReference
  @inlinable public init(_ object: Object) { reference = ZeroingReference(object) }
  /// The object; nil if its deinitialization has begun.
  @inlinable public var object: Object? { reference.object.map { unsafeDowncast($0, to: Object.self) } }
}

/// A property that refers to an object weakly, without a side table.
// OPTIMIZATION: for views and layers, which are retained and released all the time; a `weak` reference to one
// would make each of these operations three times as expensive.
// NB: public, because `package` code is not inlined across modules. The two words are read separately,
// because copying the first costs two atomic operations.
// NB: only for properties of classes. Without the optimizer a loop over an array of structs that begin with
// an optional unowned reference never ends (Swift 6.3.1: the iterator's nil is not recognized); a struct uses
// a `ZeroingElement`.
@_spi(Hazards) @propertyWrapper
public struct Zeroing<Object: AnyObject> {
  /// Keeps the object's memory.
  @usableFromInline unowned var memory: AnyObject?
  @usableFromInline var address: UInt
  @inlinable public init() {
    memory = nil
    address = 0
  }
  @inlinable public init(wrappedValue: Object?) {
    self.init()
    self.wrappedValue = wrappedValue
  }
  @inlinable public var wrappedValue: Object? {
    @inline(__always) get {
      guard address != 0, let object = tryRetain(address) else { return nil }
      return unsafeDowncast(object, to: Object.self)
    }
    set {
      memory = newValue
      address = newValue.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    }
  }
  /// The object, without counting a reference; nil if its deinitialization has begun.
  ///
  /// Use it only until code runs that may release the object.
  @inlinable public var unretained: Unmanaged<Object>? {
    @inline(__always) get {
      guard let object = UnsafeMutableRawPointer(bitPattern: address), carob_is_alive(object) else {
        return nil
      }
      return .fromOpaque(object)
    }
  }
}

/// The same for a property whose type is a protocol: `@ZeroingExistential var delegate: (any UITableViewDelegate)?`.
@_spi(Hazards) @propertyWrapper
public struct ZeroingExistential<Existential> {
  /// Keeps the object's memory.
  @usableFromInline unowned var memory: AnyObject?
  /// The address of the object, 0 for nil.
  @usableFromInline var address: UInt
  /// How the object conforms to the protocol.
  @usableFromInline var conformance: UInt
  @inlinable public init() {
    memory = nil
    address = 0
    conformance = 0
  }
  @inlinable public init(wrappedValue: Existential?) {
    self.init()
    self.wrappedValue = wrappedValue
  }
  // NB: a value of a protocol that only classes conform to is the object and its conformance, two words.
  @inlinable public var wrappedValue: Existential? {
    @inline(__always) get {
      guard address != 0, let object = tryRetain(address) else { return nil }
      return withExtendedLifetime(object) { unsafeBitCast((address, conformance), to: Existential?.self) }
    }
    set {
      (address, conformance) = unsafeBitCast(newValue, to: (UInt, UInt).self)
      memory = UnsafeRawPointer(bitPattern: address).map {
        Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
      }
    }
  }
}

/// Whether the deinitialization of the object at this address has not begun, without counting a reference.
///
/// The caller must hold an unowned reference, which keeps the memory allocated.
package func isAlive(_ object: UInt) -> Bool {
  guard let memory = UnsafeMutableRawPointer(bitPattern: object) else { return false }
  return carob_is_alive(memory)
}

/// A strong reference to the object at this address; nil if its deinitialization has begun.
///
/// The caller must hold an unowned reference, which keeps the memory allocated. This is what loading a weak
/// reference does, but without a side table: one atomic operation.
@_spi(Hazards) @inlinable @inline(__always)
public func tryRetain(_ object: UInt) -> AnyObject? {
  guard let retained = carob_try_retain(UnsafeMutableRawPointer(bitPattern: object)) else { return nil }
  return Unmanaged<AnyObject>.fromOpaque(retained).takeRetainedValue()
}
