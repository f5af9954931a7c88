@_spi(Hazards) import CarobRuntime
import Glibc
import TestSupport
import Synchronization
import Testing

/// Makes objects and counts those that exist. Each test has its own, because tests run in parallel.
private final class Maker: Sendable {
  private let count = Atomic<Int>(0)
  var alive: Int { count.load(ordering: .sequentiallyConsistent) }

  func retained(_ value: Int = 0, onEnd: @escaping @Sendable () -> Void = {}) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(Counted(value, self, onEnd: onEnd)).toOpaque())
  }
  func change(by difference: Int) { count.wrappingAdd(difference, ordering: .sequentiallyConsistent) }
}

private final class Counted: Sendable {
  let value: Int
  private let maker: Maker
  private let canary = Atomic<Int>(1)
  private let onEnd: @Sendable () -> Void

  init(_ value: Int, _ maker: Maker, onEnd: @escaping @Sendable () -> Void = {}) {
    self.value = value
    self.maker = maker
    self.onEnd = onEnd
    maker.change(by: 1)
  }
  deinit {
    canary.store(0, ordering: .sequentiallyConsistent)
    maker.change(by: -1)
    onEnd()
  }
  var isIntact: Bool { canary.load(ordering: .sequentiallyConsistent) == 1 }
}

private func object(_ bits: UInt) -> Unmanaged<Counted>? {
  UnsafeRawPointer(bitPattern: bits).map { Unmanaged<Counted>.fromOpaque($0) }
}

// NB: the macro cannot take an atomic.
private func acquire(_ pointer: borrowing Atomic<UInt>, _ record: Hazards.Record) throws -> UInt {
  let bits = Hazards.acquire(pointer, record)
  return try #require(bits)
}

/// Runs the bodies on a thread each, and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  final class Start: Sendable {
    let index: Int
    let body: @Sendable (Int) -> Void
    init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.index = index
      self.body = body
    }
  }
  var threads: [pthread_t] = []
  for index in 0..<count {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(index, body)).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        start.body(start.index)
        return nil
      }, start)
    threads.append(thread)
  }
  for thread in threads { pthread_join(thread, nil) }
}

@Suite struct HazardTests {
  private let maker = Maker()

  @Test func `an unused object is released when it is retired`() {
    let bits = maker.retained()
    #expect(maker.alive == 1)
    Hazards.retire(bits)
    #expect(maker.alive == 0)
  }

  @Test func `states are neither protected nor released`() {
    let pointer = Atomic<UInt>(Hazards.lastState)
    let record = Hazards.record()
    let state = Hazards.acquire(pointer, record)
    #expect(state == Hazards.lastState)
    Hazards.retire(Hazards.lastState)
    Hazards.retire(0)
  }

  @Test func `an object in use is released by its last user, also in nested uses`() throws {
    let pointer = Atomic<UInt>(maker.retained(7))
    let record = Hazards.record()
    let outer = try acquire(pointer, record)
    let inner = try acquire(pointer, record)
    Hazards.retire(pointer.exchange(0, ordering: .sequentiallyConsistent))
    #expect(object(outer)?.takeUnretainedValue().isIntact == true)
    Hazards.release(inner, record)
    #expect(object(outer)?.takeUnretainedValue().value == 7)
    Hazards.release(outer, record)
    #expect(maker.alive == 0)
  }

  @Test func `a thread that uses more objects than a record has slots gets nil`() throws {
    let pointer = Atomic<UInt>(maker.retained())
    let record = Hazards.record()
    var used: [UInt] = []
    while let bits = Hazards.acquire(pointer, record) { used.append(bits) }
    #expect(used.count == 8)
    for bits in used { Hazards.release(bits, record) }
    let again = try acquire(pointer, record)
    Hazards.release(again, record)
    Hazards.retire(pointer.exchange(0, ordering: .sequentiallyConsistent))
  }

  @Test func `a deinitializer may use and retire other objects`() throws {
    final class Pointer: Sendable { let atomic = Atomic<UInt>(0) }
    let second = Pointer()
    second.atomic.store(maker.retained(2), ordering: .sequentiallyConsistent)
    let first = Atomic<UInt>(
      maker.retained(1) {
        let record = Hazards.record()
        guard let bits = Hazards.acquire(second.atomic, record) else { return }
        Hazards.retire(second.atomic.exchange(0, ordering: .sequentiallyConsistent))
        Hazards.release(bits, record)
      })
    let record = Hazards.record()
    let bits = try acquire(first, record)
    Hazards.retire(first.exchange(0, ordering: .sequentiallyConsistent))
    Hazards.release(bits, record)
    #expect(maker.alive == 0)
  }

  @Test func `threads that read objects that others replace never see a deallocated one, and none is leaked`()
  {
    final class Shared: Sendable {
      let pointers = [Pointer(), Pointer(), Pointer()]
      let wrong = Atomic<Int>(0)
      final class Pointer: Sendable { let atomic = Atomic<UInt>(0) }
    }
    let shared = Shared()
    for pointer in shared.pointers { pointer.atomic.store(maker.retained(), ordering: .relaxed) }
    onThreads(6) { [maker] thread in
      var seed = UInt64(thread + 1)
      for step in 0..<20_000 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let pointer = shared.pointers[Int(seed >> 33) % 3]
        if thread < 2 || step % 16 == 0 {
          let new = maker.retained(step)
          Hazards.retire(pointer.atomic.exchange(new, ordering: .sequentiallyConsistent))
        } else {
          let record = Hazards.record()
          guard let bits = Hazards.acquire(pointer.atomic, record) else { continue }
          if object(bits)?._withUnsafeGuaranteedRef({ $0.isIntact }) != true {
            shared.wrong.wrappingAdd(1, ordering: .relaxed)
          }
          Hazards.release(bits, record)
        }
      }
    }
    for pointer in shared.pointers {
      Hazards.retire(pointer.atomic.exchange(0, ordering: .sequentiallyConsistent))
    }
    #expect(shared.wrong.load(ordering: .relaxed) == 0)
    #expect(maker.alive == 0)
  }

  @Test func `the record of a thread that ended is used by a later thread`() {
    final class Seen: Sendable {
      let records = Guarded<[UInt]>([])
    }
    let seen = Seen()
    for _ in 0..<200 {
      onThreads(1) { _ in
        let record = Hazards.record()
        seen.records.withLock { $0.append(record.address) }
      }
    }
    // NB: other tests' threads leave theirs and take these meanwhile; 200 threads cannot each have got a new one.
    let records = seen.records.withLock { Set($0) }
    #expect(records.count < 200)
  }
}

@Suite struct GuardedTests {
  @Test func `no update is lost, however many threads there are`() {
    final class Shared: Sendable { let values = Guarded<[Int]>([0, 0]) }
    let shared = Shared()
    onThreads(10) { _ in
      for _ in 0..<5_000 {
        shared.values.withLock { values in
          values[0] += 1
          values[1] = values[0]
        }
      }
    }
    #expect(shared.values.withLock { $0 } == [50_000, 50_000])
  }

  @Test func `an error leaves the lock free`() {
    struct Failure: Error {}
    let value = Guarded(1)
    #expect(throws: Failure.self) {
      try value.withLock { (value: inout Int) throws(Failure) in
        value = 2
        throw Failure()
      }
    }
    #expect(value.withLock { $0 } == 2)
  }

  @Test func `a guard frees its memory`() async {
    await #expect(processExitsWith: .success) {
      let before = residentPages()
      for number in 0..<400_000 {
        let guarded = Guarded(number)
        if guarded.withLock({ $0 }) != number { Issue.record("\(number) is another number") }
      }
      // Without it they would have 3,000.
      #expect(residentPages() < before + 1_000)
    }
  }

  @Test func `the value is released with its guard`() {
    let maker = Maker()
    do {
      let guarded = Guarded(Counted(1, maker))
      #expect(guarded.withLock { $0.value } == 1)
    }
    #expect(maker.alive == 0)
  }
}

/// How many pages of memory the process uses.
private func residentPages() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var text = [CChar](repeating: 0, count: 128)
  let count = fread(&text, 1, text.count - 1, file)
  let words = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
    separator: " ")
  return words.count > 1 ? Int(words[1]) ?? 0 : 0
}
