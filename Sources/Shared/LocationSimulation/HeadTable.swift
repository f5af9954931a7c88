/// The heads of chains by a hash of what they hold: a hash table of eight bytes a slot, for millions of short chains.
///
/// Of the hash only 32 bits are compared. What is chained is therefore compared by who walks the chain: very seldom two things share one.
// OPTIMIZATION: one cache line a look-up, where a Dictionary needs three and half as much memory again.
struct HeadTable: Sendable {
  private struct Slot: Sendable {
    /// 0 for a slot that was never used.
    var mark: UInt32 = 0
    /// −1 for a chain that is empty.
    var head: Int32 = -1
  }
  private var slots = [Slot](repeating: Slot(), count: 16)
  /// The number of slots is two to the power of 64 less this.
  private var shift = 60
  private var used = 0

  /// How many chains there are, or were.
  var count: Int { used }

  /// −1 without a chain.
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

  /// Whether another chain needs a larger table: who fills it begins again with `removeAll(roomFor:)`.
  var isFull: Bool { used * 4 > slots.count * 3 }

  /// Begins again with room for so many chains.
  mutating func removeAll(roomFor count: Int) {
    shift = 60
    while (1 << (64 - shift)) * 3 < count * 4 + 4 { shift -= 1 }
    slots = [Slot](repeating: Slot(), count: 1 << (64 - shift))
    used = 0
  }

  /// The slot of this hash, or the empty one where it belongs.
  private func place(_ hash: UInt64) -> Int {
    let mark = Self.mark(hash)
    var place = Int(hash >> UInt64(shift))
    while slots[place].mark != 0, slots[place].mark != mark { place = (place + 1) & (slots.count - 1) }
    return place
  }

  private static func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash) | 1 }
}
