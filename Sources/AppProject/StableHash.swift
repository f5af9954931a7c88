/// A 128-bit hash that is the same in every process and on every machine, for the names of cached files.
///
/// Two FNV-1a hashes with different offsets: good against chance, useless against intent, which a user's own
/// cache does not need.
package struct StableHash {
  private var first: UInt64 = 0xcbf2_9ce4_8422_2325
  private var second: UInt64 = 0x8422_2325_cbf2_9ce4

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      second = (second ^ UInt64(byte &+ 0x5b)) &* 0x0000_0100_0000_01b3
    }
  }

  /// Adds a text and its end, so that "ab", "c" differs from "a", "bc".
  package mutating func add(_ text: String) {
    add(text.utf8)
    add(CollectionOfOne(0xFF))
  }

  package var hex: String {
    func digits(_ value: UInt64) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits(first) + digits(second)
  }

  package static func hex(of bytes: some Sequence<UInt8>) -> String {
    var hash = StableHash()
    hash.add(bytes)
    return hash.hex
  }
}
