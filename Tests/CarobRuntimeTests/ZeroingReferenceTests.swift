@_spi(Hazards) @testable import CarobRuntime
import Glibc
import Synchronization
import TestSupport
import Testing

/// Weak references without side tables.
@Suite struct ZeroingReferenceTests {
  @Test func `a reference gives its object while the object exists`() throws {
    var object: Thing? = Thing(1)
    let reference = ZeroingReference(try #require(object))
    let element = ZeroingElement(try #require(object))
    #expect(reference.object === object)
    #expect(element.object?.number == 1)
    #expect(reference.address == UInt(bitPattern: Unmanaged.passUnretained(try #require(object)).toOpaque()))
    object = nil
    #expect(reference.object == nil)
    #expect(element.object == nil)
  }

  @Test func `a reference does not keep its object alive`() {
    let ended = Log()
    var object: Thing? = Thing(1) { ended("1") }
    let holder = Holder()
    holder.thing = object
    object = nil
    #expect(ended.events == ["1"])
    #expect(holder.thing == nil)
  }

  @Test func `a property gives its object unretained until its deinitialization begins`() throws {
    for hasSideTable in [false, true] {
      var seen: [Bool] = []
      let holder = Holder()
      #expect(holder.unretained == nil)
      var object: Thing? = Thing(1) { seen.append(holder.unretained == nil) }
      holder.thing = object
      weak let weakly = hasSideTable ? object : nil
      #expect(holder.unretained?.toOpaque() == Unmanaged.passUnretained(try #require(object)).toOpaque())
      object = nil
      #expect(seen == [true] && holder.unretained == nil && weakly == nil)
    }
  }

  @Test func `an object that is being deinitialized is gone already`() {
    var seen: [Bool] = []
    let holder = Holder()
    var object: Thing? = Thing(1) { seen.append(holder.thing == nil) }
    holder.thing = object
    #expect(holder.thing != nil)
    object = nil
    #expect(seen == [true])
  }

  @Test func `a property starts empty, takes an object, another and none`() {
    let holder = Holder()
    #expect(holder.thing == nil)
    let (first, second) = (Thing(1), Thing(2))
    holder.thing = first
    #expect(holder.thing === first)
    holder.thing = second
    #expect(holder.thing === second)
    holder.thing = nil
    #expect(holder.thing == nil)
    #expect(Initialized(first).thing === first)
    #expect(Initialized(nil).thing == nil)
  }

  @Test
  func `a property of a protocol's type gives its object with its conformance, and keeps only the memory`() {
    let ended = Log()
    let holder = Holder()
    #expect(holder.delegate == nil)
    var first: Answering? = Answering("first") { ended("first") }
    let second = OtherAnswering()
    holder.delegate = first
    #expect(holder.delegate === first && holder.delegate?.answer == "first")
    holder.delegate = second
    #expect(holder.delegate === second && holder.delegate?.answer == "other")
    holder.delegate = first
    first = nil
    #expect(ended.events == ["first"])
    #expect(holder.delegate == nil)
    holder.delegate = second
    holder.delegate = nil
    #expect(holder.delegate == nil)
  }

  @Test func `a list keeps the memory of its objects, not the objects`() {
    var things: [Thing?] = (0..<5).map { Thing($0) }
    let list = things.map { ZeroingElement($0!) }
    things[1] = nil
    things[3] = nil
    #expect(list.map { $0.object?.number } == [0, nil, 2, nil, 4])
  }

  @Test func `threads that read while the object goes see it whole or not at all`() {
    final class Shared: @unchecked Sendable {
      // @unchecked because the element is set before the threads start, and the object is only released.
      var object: Thing?
      let element: ZeroingElement<Thing>
      init(_ object: Thing) {
        self.object = object
        element = ZeroingElement(object)
      }
    }
    let wrong = Guarded(0)
    withUnsafePointer(to: wrong) { wrong in
      struct Counter: @unchecked Sendable { let pointer: UnsafePointer<Guarded<Int>> }
      let counter = Counter(pointer: wrong)
      for _ in 0..<50 {
        let shared = Shared(Thing(7))
        onThreads(4) { thread in
          if thread == 0 { shared.object = nil }
          for _ in 0..<200 {
            if let thing = shared.element.object, thing.number != 7 {
              counter.pointer.pointee.withLock { $0 += 1 }
            }
          }
        }
        #expect(shared.element.object == nil)
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  @Test func `an address is retained only while the object exists`() throws {
    var object: Thing? = Thing(3)
    let address = UInt(bitPattern: Unmanaged.passUnretained(try #require(object)).toOpaque())
    let memory = ZeroingReference(try #require(object))
    #expect(tryRetain(address) === object)
    object = nil
    #expect(tryRetain(address) == nil)
    #expect(memory.object == nil)
  }

  @Test func `an object is alive until its deinitialization begins, with and without a side table`() throws {
    for hasSideTable in [false, true] {
      var address: UInt = 0
      var seen: [Bool] = []
      var object: Thing? = Thing(4) { seen.append(isAlive(address)) }
      address = UInt(bitPattern: Unmanaged.passUnretained(try #require(object)).toOpaque())
      let memory = ZeroingReference(try #require(object))
      weak let weakly = hasSideTable ? object : nil
      seen.append(isAlive(address))
      object = nil
      seen.append(isAlive(address))
      #expect(seen == [true, false, false])
      #expect(weakly == nil && memory.address == address)
    }
    #expect(!isAlive(0))
  }

  @Test func `what a thread keeps for itself is released at its end`() {
    let ended = Log()
    onThreads(1) { _ in
      let record = Hazards.record()
      #expect(record.spare == 0)
      record.spare = UInt(bitPattern: Unmanaged.passRetained(Thing(1) { ended("1") }).toOpaque())
      #expect(Hazards.record().spare != 0)
      #expect(Hazards.record().address == record.address)
      #expect(ended.events.isEmpty)
    }
    #expect(ended.events == ["1"])
  }

  @Test func `a record that a later thread takes over is empty`() {
    let ended = Log()
    for number in 0..<50 {
      onThreads(1) { _ in
        let record = Hazards.record()
        #expect(record.spare == 0)
        record.spare = UInt(
          bitPattern: Unmanaged.passRetained(Thing(number) { ended("\(number)") }).toOpaque())
      }
    }
    #expect(ended.events == (0..<50).map { "\($0)" })
  }

  @Test func `code that runs at a thread's end after the record was given up gets a record of its own`() {
    onThreads(1) { _ in
      _ = Hazards.record()
      // Destructors run in the order in which their keys were made.
      var key = pthread_key_t()
      pthread_key_create(&key) { _ in
        if !Hazards.record().own.pointee.isTaken.load(ordering: .relaxed) {
          Issue.record("the record may be another thread's")
        }
      }
      pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    }
  }

  @Test func `a thread that ends while it uses objects leaves a record that can be used completely`() {
    let maker = Log()
    onThreads(1) { _ in
      let record = Hazards.record()
      let pointer = Atomic<UInt>(UInt(bitPattern: Unmanaged.passRetained(maker).toOpaque()))
      for _ in 0..<3 { _ = Hazards.acquire(pointer, record) }
      #expect(record.own.pointee.depth == 3)
    }
    for _ in 0..<50 { onThreads(1) { _ in #expect(Hazards.record().own.pointee.depth == 0) } }
  }

  @Test func `a thread has a record of its own`() {
    let addresses = Guarded<Set<UInt>>([])
    withUnsafePointer(to: addresses) { addresses in
      struct Shared: @unchecked Sendable { let pointer: UnsafePointer<Guarded<Set<UInt>>> }
      let shared = Shared(pointer: addresses)
      let barrier = Barrier(6)
      onThreads(6) { _ in
        let address = Hazards.record().address
        shared.pointer.pointee.withLock { _ = $0.insert(address) }
        barrier.wait()
      }
    }
    #expect(addresses.withLock { $0.count } == 6)
  }
}

/// Holds threads until all are there.
private final class Barrier: Sendable {
  private let missing: Guarded<Int>
  init(_ count: Int) { missing = Guarded(count) }
  func wait() {
    missing.withLock { $0 -= 1 }
    while missing.withLock({ $0 }) > 0 { sched_yield() }
  }
}

private final class Thing {
  let number: Int
  private let onEnd: () -> Void
  init(_ number: Int, onEnd: @escaping () -> Void = {}) {
    self.number = number
    self.onEnd = onEnd
  }
  deinit { onEnd() }
}

private final class Holder {
  @Zeroing var thing: Thing?
  var unretained: Unmanaged<Thing>? { _thing.unretained }
  @ZeroingExistential var delegate: (any Answers)?
}

private protocol Answers: AnyObject { var answer: String { get } }

private final class Answering: Answers {
  let answer: String
  private let onEnd: () -> Void
  init(_ answer: String, onEnd: @escaping () -> Void) {
    self.answer = answer
    self.onEnd = onEnd
  }
  deinit { onEnd() }
}

private final class OtherAnswering: Answers { var answer: String { "other" } }

private final class Initialized {
  @Zeroing var thing: Thing?
  init(_ thing: Thing?) { _thing = Zeroing(wrappedValue: thing) }
}
