import CarobFoundation
import Synchronization

/// Finds a property's slot by the address of the literal that the accessor was compiled with.
// OPTIMIZATION: an accessor runs for every value that an app reads; hashing the key's text would be its
// slowest part.
final class StaticKeyTable: @unchecked Sendable {
  // @unchecked because entries are single words that are written once, under the lock.
  private static let capacity = 512
  private let entries: UnsafeMutablePointer<Atomic<UInt>>
  private let count = Guarded(0)

  init() {
    entries = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { (entries + index).initialize(to: Atomic(0)) }
  }

  deinit { entries.deallocate() }

  /// The slot recorded for a literal; nil if there is none.
  @inline(__always)
  func find(_ literal: StaticString) -> Int? {
    let address = UInt(bitPattern: literal.utf8Start)
    var place = Self.place(address)
    while true {
      let entry = entries[place].load(ordering: .acquiring)
      if entry >> 16 == address { return Int(entry & 0xFFFF) }
      if entry == 0 { return nil }
      place = (place + 1) & (Self.capacity - 1)
    }
  }

  func note(_ literal: StaticString, _ slot: Int) {
    let address = UInt(bitPattern: literal.utf8Start)
    count.withLock { count in
      guard count < Self.capacity * 3 / 4, slot <= 0xFFFF else { return }
      var place = Self.place(address)
      while true {
        let entry = entries[place].load(ordering: .relaxed)
        if entry >> 16 == address { return }
        if entry == 0 { break }
        place = (place + 1) & (Self.capacity - 1)
      }
      entries[place].store(address << 16 | UInt(slot), ordering: .releasing)
      count += 1
    }
  }

  @inline(__always)
  private static func place(_ address: UInt) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 40) & (capacity - 1)
  }
}
