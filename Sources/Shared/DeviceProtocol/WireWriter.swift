/// Appends values to a frame in the wire format of Documentation/DeviceProtocol.md.
struct WireWriter {
  private(set) var bytes: [UInt8]

  init(appendingTo bytes: consuming [UInt8] = []) {
    self.bytes = bytes
  }

  /// Writes a frame around what `body` writes.
  mutating func frame(tag: UInt8, _ body: (inout WireWriter) -> Void) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: 4))
    bytes.append(tag)
    body(&self)
    let length = UInt32(truncatingIfNeeded: bytes.count - start - 4)
    for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index))) }
  }

  mutating func write(_ value: UInt8) { bytes.append(value) }

  mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Seven bits per byte, low bits first; the top bit is set if more bytes follow.
  mutating func write(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(_ value: UInt32) { write(UInt64(value)) }

  mutating func write(count: Int) { write(UInt64(UInt(bitPattern: count))) }

  /// Zig-zag encoding: small magnitudes stay short.
  mutating func write(signed value: Int64) { write(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  mutating func write(_ value: Double) { writeFixed(value.bitPattern) }

  mutating func write(_ value: Float) { writeFixed(value.bitPattern) }

  mutating func writeFixed<Integer: FixedWidthInteger>(_ value: Integer) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      write(count: utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func write(_ value: [UInt8]) {
    write(count: value.count)
    bytes.append(contentsOf: value)
  }

  mutating func write<Element>(_ values: [Element], _ element: (inout WireWriter, Element) -> Void) {
    write(count: values.count)
    for value in values { element(&self, value) }
  }

  mutating func write(_ values: [Double]) {
    write(values) { $0.write($1) }
  }

  mutating func write<Wrapped>(_ value: Wrapped?, _ some: (inout WireWriter, Wrapped) -> Void) {
    guard let value else { return write(false) }
    write(true)
    some(&self, value)
  }

  mutating func write(_ value: String?) {
    write(value) { $0.write($1) as Void }
  }
}
