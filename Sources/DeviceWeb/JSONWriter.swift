/// Appends JSON to a byte buffer, member by member, without building a tree first.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether the next member or element needs a comma before it.
  private var needsComma = false

  init(capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  // MARK: Structure

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func array<S: Sequence>(_ elements: S, _ body: (inout JSONWriter, S.Element) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    for element in elements { body(&self, element) }
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Names the member whose value is written next. `name` is a constant of plain ASCII.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  // MARK: Values

  mutating func value(_ number: Double) {
    separate()
    // JSON has no infinities and no NaN; the page reads null as infinity where that is meaningful.
    guard number.isFinite else {
      bytes.append(contentsOf: (number == .infinity ? "null" : "0").utf8)
      return
    }
    if let whole = Int64(exactly: number), abs(whole) < 1 << 53 {
      bytes.append(contentsOf: String(whole).utf8)
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  mutating func value(_ number: Float) {
    separate()
    guard number.isFinite else {
      bytes.append(UInt8(ascii: "0"))
      return
    }
    if let whole = Int32(exactly: number) {
      bytes.append(contentsOf: String(whole).utf8)
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  mutating func value(_ number: Int) {
    separate()
    bytes.append(contentsOf: String(number).utf8)
  }

  /// An identifier: a number, or a string if JavaScript's numbers are not exact enough.
  mutating func value(_ id: UInt64) {
    if id < 1 << 53 {
      separate()
      bytes.append(contentsOf: String(id).utf8)
    } else {
      value(String(id))
    }
  }

  mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  mutating func value(_ string: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Inserts a value that is already encoded.
  mutating func raw(_ encoded: [UInt8]) {
    separate()
    bytes.append(contentsOf: encoded)
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, object body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// An array of objects, one for each element.
  mutating func member<S: Sequence>(
    _ name: StaticString, objects elements: S, _ body: (inout JSONWriter, S.Element) -> Void
  ) {
    key(name)
    array(elements) { json, element in json.object { body(&$0, element) } }
  }

  mutating func member(_ name: StaticString, _ texts: [String]) {
    key(name)
    array(texts) { $0.value($1) }
  }

  mutating func member(_ name: StaticString, lists: [[Double]]) {
    key(name)
    array(lists) { json, numbers in json.array(numbers) { $0.value($1) } }
  }

  mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }

  /// Omits the member for nil.
  mutating func member(_ name: StaticString, _ text: String?) {
    if let text { member(name, text) }
  }

  mutating func member(_ name: StaticString, _ number: Double) {
    key(name)
    value(number)
  }

  mutating func member(_ name: StaticString, _ number: Double, unless standard: Double) {
    if number != standard { member(name, number) }
  }

  mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }

  mutating func member(_ name: StaticString, ifTrue flag: Bool) {
    if flag { member(name, true) }
  }

  mutating func member(_ name: StaticString, _ numbers: [Double]) {
    key(name)
    array(numbers) { $0.value($1) }
  }

  mutating func member(_ name: StaticString, ids: [UInt64]) {
    key(name)
    array(ids) { $0.value($1) }
  }
}
