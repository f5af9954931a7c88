/// A hash table of chain heads with eight bytes per slot, for millions of short chains.
///
/// Only 32 bits of the hash are compared, so different keys may share a chain: the caller compares the keys of its elements.
// OPTIMIZATION: a look-up touches one cache line; a Dictionary touches three and needs 1.5 times the memory.
struct HeadTable: Sendable {
  private struct Slot: Sendable {
    /// 0 for a slot that was never used.
    var mark: UInt32 = 0
    /// −1 for a chain that is empty.
    var head: Int32 = -1
  }
  private var slots = [Slot](repeating: Slot(), count: 16)
  /// There are 2^(64 − shift) slots.
  private var shift = 60
  private var used = 0

  /// The number of slots in use, those of chains that became empty included.
  var count: Int { used }

  /// −1 if there is no chain.
  func head(_ hash: UInt64) -> Int32 { slots[place(hash)].head }

  mutating func setHead(_ hash: UInt64, _ head: Int32) {
    let place = place(hash)
    if slots[place].mark == 0 {
      if head < 0 { return }
      slots[place].mark = Self.mark(hash)
      used += 1
    }
    slots[place].head = head
  }

  /// Whether another chain needs a larger table: call `removeAll(roomFor:)` and insert everything again.
  var isFull: Bool { used * 4 > slots.count * 3 }

  /// Empties the table and makes room for `count` chains.
  mutating func removeAll(roomFor count: Int) {
    shift = 60
    while (1 << (64 - shift)) * 3 < count * 4 + 4 { shift -= 1 }
    slots = [Slot](repeating: Slot(), count: 1 << (64 - shift))
    used = 0
  }

  /// The slot of this hash, or the empty slot where it would go.
  private func place(_ hash: UInt64) -> Int {
    let mark = Self.mark(hash)
    var place = Int(hash >> UInt64(shift))
    while slots[place].mark != 0, slots[place].mark != mark { place = (place + 1) & (slots.count - 1) }
    return place
  }

  private static func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash) | 1 }
}
