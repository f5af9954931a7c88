import DeviceProtocol
import Foundation
import Testing

/// No recorded message is lost or repeated, wherever the app ends. One mapping serves as both sides' memory.
struct EventMemoryTests {
  private final class Mapping {
    let base: UnsafeMutableRawPointer
    init() {
      base = .allocate(byteCount: EventMemory.length, alignment: 4096)
      memset(base, 0, EventMemory.length)
    }
    deinit { base.deallocate() }
    var memory: EventMemory { EventMemory(base: base) }
  }

  private let mapping = Mapping()
  private var memory: EventMemory { mapping.memory }

  private func append(_ text: String) { Array(text.utf8).withUnsafeBytes { memory.append($0) } }

  private func rest(after received: Int) -> String {
    String(decoding: memory.rest(after: received), as: UTF8.self)
  }

  @Test func `the device can read what was recorded and never sent`() {
    append("one")
    append("two")
    #expect(rest(after: 0) == "onetwo")
    #expect(memory.count == 6)
  }

  @Test func `the device does not read again what was sent`() {
    var sent = ""
    append("one")
    memory.drain { sent += String(decoding: $0, as: UTF8.self) }
    append("two")
    #expect(sent == "one")
    #expect(rest(after: 3) == "two")
    #expect(!memory.mayBeTaken || memory.count == 3)
  }

  @Test func `an exit while sending leaves exactly what did not arrive`() {
    append("one")
    memory.drain { _ in }
    append("twothree")
    memory.drain { _ in
      // Three of the eight bytes were sent when the process was killed.
      #expect(rest(after: 6) == "three")
      #expect(!memory.mayBeTaken)
    }
    // All bytes were sent, and the process ended before it recorded that: nothing is repeated.
    append("four")
    #expect(rest(after: 11) == "four")
    #expect(rest(after: 15) == "")
  }

  @Test func `the device takes the messages, and the app continues after them`() {
    append("one")
    #expect(memory.mayBeTaken)
    #expect(rest(after: 0) == "one")
    memory.taken()
    #expect(!memory.mayBeTaken)
    append("two")
    #expect(rest(after: 3) == "two")
  }

  @Test func `bytes that never fitted are counted, too`() {
    memory.countSent(EventMemory.capacity + 5)
    append("after")
    #expect(rest(after: EventMemory.capacity + 5) == "after")
    #expect(memory.fits(EventMemory.capacity - 5))
    #expect(!memory.fits(EventMemory.capacity - 4))
  }

  @Test(arguments: [
    (0, -1), (0, EventMemory.capacity + 1), (0, Int.max), (-5, 10), (100, 10), (Int.max, 10), (Int.min, 10),
  ])
  func `a header that the app has damaged gives nothing`(handedOver: Int, count: Int) {
    append("text")
    mapping.base.storeBytes(of: handedOver, as: Int.self)
    mapping.base.storeBytes(of: count, toByteOffset: 8, as: Int.self)
    #expect(memory.rest(after: 0).isEmpty)
  }
}
