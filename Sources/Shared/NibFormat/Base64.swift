/// Base64 (RFC 4648, section 4), because this module does not import Foundation.
package enum Base64 {
  /// Whitespace is skipped and padding is optional: Interface Builder omits it in `base64-UTF8` strings.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var accumulator: UInt32 = 0
    var bits = 0
    var padded = false
    for character in text {
      let value: UInt32
      switch character {
      case 0x41...0x5A: value = UInt32(character) - 0x41
      case 0x61...0x7A: value = UInt32(character) - 0x61 + 26
      case 0x30...0x39: value = UInt32(character) - 0x30 + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      case 0x3D:
        padded = true
        continue
      case 0x09, 0x0A, 0x0D, 0x20: continue
      default: return nil
      }
      if padded { return nil }
      accumulator = (accumulator << 6 | value) & 0xFF_FFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: accumulator >> UInt32(bits)))
      }
    }
    // A single remaining character has six bits, less than a byte: the text is truncated.
    return bits == 6 ? nil : result
  }
}
