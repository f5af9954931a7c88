/// A 128-bit hash that is the same in every process and on every machine, for the names of cached files.
///
/// Two multiplicative hashes over eight-byte words. Resists accidental but not deliberate collisions, which
/// is enough for the user's own cache. Also fast in debug builds of the command.
package struct StableHash {
  private var first: UInt64 = 0xcbf2_9ce4_8422_2325
  private var second: UInt64 = 0x8422_2325_cbf2_9ce4

  package init() {}

  private mutating func mix(_ word: UInt64) {
    first = (first ^ word) &* 0x9e37_79b9_7f4a_7c15
    first ^= first >> 29
    second = (second &+ word) &* 0xbf58_476d_1ce4_e5b9
    second ^= second >> 31
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
    mix(rest)
    mix(UInt64(bytes.count))
  }

  /// Adds a text and its length, so that "ab", "c" hashes differently from "a", "bc".
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  package var hex: String {
    func digits(_ value: UInt64) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits(first) + digits(second)
  }

  package static func hex(of bytes: [UInt8]) -> String {
    var hash = StableHash()
    bytes.withUnsafeBytes { hash.add($0) }
    return hash.hex
  }

  package static func hex(of text: String) -> String {
    var hash = StableHash()
    hash.add(text)
    return hash.hex
  }
}
