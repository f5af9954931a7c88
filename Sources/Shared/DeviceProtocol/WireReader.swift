/// Reads values from one frame's content. Every read checks the bounds: invalid bytes throw and never trap.
struct WireReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// The bytes must stay valid for as long as the reader is used.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count - position }

  func finish() throws(WireError) {
    if remaining != 0 { throw .trailingBytes(count: remaining) }
  }

  mutating func byte() throws(WireError) -> UInt8 {
    guard position < bytes.count else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func bool(_ field: StaticString) throws(WireError) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw .invalidValue(field: field)
    }
  }

  mutating func unsigned() throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      // The tenth byte has room for one bit only.
      if shift == 63, next > 1 { throw .invalidValue(field: "integer") }
      value |= UInt64(next & 0x7F) << shift
      if next & 0x80 == 0 { return value }
      shift += 7
    }
  }

  mutating func unsigned32(_ field: StaticString) throws(WireError) -> UInt32 {
    guard let value = UInt32(exactly: try unsigned()) else { throw .invalidValue(field: field) }
    return value
  }

  mutating func signed() throws(WireError) -> Int64 {
    let value = try unsigned()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func integer(_ field: StaticString) throws(WireError) -> Int {
    guard let value = Int(exactly: try signed()) else { throw .invalidValue(field: field) }
    return value
  }

  mutating func double() throws(WireError) -> Double { Double(bitPattern: try fixed()) }

  mutating func float() throws(WireError) -> Float { Float(bitPattern: try fixed()) }

  mutating func fixed<Integer: FixedWidthInteger>() throws(WireError) -> Integer {
    let size = MemoryLayout<Integer>.size
    guard remaining >= size else { throw .truncated }
    defer { position += size }
    return Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Integer.self))
  }

  /// A count of elements of at least `minimum` bytes each; a count that exceeds the frame is rejected before
  /// memory is reserved.
  mutating func count(minimum: Int) throws(WireError) -> Int {
    guard let count = Int(exactly: try unsigned()), count <= remaining / minimum else { throw .truncated }
    return count
  }

  mutating func string(_ field: StaticString) throws(WireError) -> String {
    let count = try count(minimum: 1)
    defer { position += count }
    let slice = UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    guard let string = String(validating: slice, as: UTF8.self) else { throw .invalidValue(field: field) }
    return string
  }

  mutating func data() throws(WireError) -> [UInt8] {
    let count = try count(minimum: 1)
    defer { position += count }
    return [UInt8](bytes[position..<position + count])
  }

  mutating func array<Element>(
    minimum: Int = 1, _ element: (inout WireReader) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    let count = try count(minimum: minimum)
    var result: [Element] = []
    result.reserveCapacity(count)
    for _ in 0..<count { result.append(try element(&self)) }
    return result
  }

  mutating func doubles() throws(WireError) -> [Double] {
    try array(minimum: 8) { reader throws(WireError) in try reader.double() }
  }

  mutating func doubles(exactly count: Int, _ field: StaticString) throws(WireError) -> [Double] {
    let values = try doubles()
    guard values.count == count else { throw .invalidValue(field: field) }
    return values
  }

  mutating func optional<Wrapped>(
    _ field: StaticString, _ some: (inout WireReader) throws(WireError) -> Wrapped
  ) throws(WireError) -> Wrapped? {
    try bool(field) ? try some(&self) : nil
  }

  mutating func optionalString(_ field: StaticString) throws(WireError) -> String? {
    try bool(field) ? try string(field) : nil
  }
}
