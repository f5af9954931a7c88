import DeviceProtocol

extension Trace {
  /// The trace as JSON lines: first the schema line; fields in the order of `TraceField`, without absent ones.
  public func jsonLines(timings: Bool = false) -> [UInt8] {
    var json = JSONText()
    json.bytes.reserveCapacity(records.count * 160)
    json.raw("{\"schema\": 1")
    for (key, value) in header {
      json.raw(", ")
      json.string(key)
      json.raw(": ")
      switch value {
      case .text(let text): json.string(text)
      case .number(let number): json.raw(String(number))
      }
    }
    json.raw("}\n")
    for record in records {
      json.append(record, timings: timings)
      json.raw("\n")
    }
    return json.bytes
  }
}

extension TraceRecord {
  /// One line of the trace, without a newline; the page's inspector gets the same.
  public func jsonLine(timings: Bool = false) -> String {
    var json = JSONText()
    json.append(self, timings: timings)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// Writes JSON with the same bytes for the same values on every machine.
struct JSONText {
  var bytes: [UInt8] = []

  mutating func append(_ record: TraceRecord, timings: Bool) {
    let event = record.event
    raw("{")
    for field in TraceField.allCases {
      switch field {
      case .seq: raw(String(record.sequence), field)
      case .t: raw(fixed(microseconds: microseconds(event.time)), field)
      case .cause: if record.cause != 0 { raw(String(record.cause), field) }
      case .category: string(event.category, field)
      case .mechanism: string(event.mechanism, field)
      case .name: string(event.name, field)
      case .receiver: string(event.receiver, field)
      case .sender: string(event.sender, field)
      case .outcome: string(event.outcome, field)
      case .why: string(event.why, field)
      case .answer: string(event.answer, field)
      case .site: string(event.site, field)
      case .thread: string(event.thread, field)
      case .mode: string(event.mode, field)
      case .ms:
        if timings, let milliseconds = event.milliseconds {
          raw(fixed(microseconds: microseconds(milliseconds / 1000)), field)
        }
      case .detail: if !event.detail.isEmpty { object(event.detail, field) }
      }
    }
    raw("}")
  }

  private mutating func object(_ entries: [(key: String, value: String)], _ field: TraceField) {
    raw("{", field)
    for (index, entry) in entries.enumerated() {
      if index > 0 { raw(", ") }
      string(entry.key)
      raw(": ")
      string(entry.value)
    }
    raw("}")
  }

  mutating func raw(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private mutating func key(_ field: TraceField) {
    raw(field == .seq ? "\"" : ", \"")
    raw(field.rawValue)
    raw("\": ")
  }

  private mutating func raw(_ text: String, _ field: TraceField) {
    key(field)
    raw(text)
  }

  private mutating func string(_ value: String?, _ field: TraceField) {
    guard let value else { return }
    key(field)
    string(value)
  }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): raw("\\\"")
      case UInt8(ascii: "\\"): raw("\\\\")
      case UInt8(ascii: "\n"): raw("\\n")
      case UInt8(ascii: "\r"): raw("\\r")
      case UInt8(ascii: "\t"): raw("\\t")
      case 0..<0x20:
        raw("\\u00")
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func microseconds(_ seconds: Double) -> Int64 {
    let exact = (seconds * 1e6).rounded()
    return exact.magnitude < 9e18 ? Int64(exact) : 0
  }
}

/// Microseconds as seconds with six digits after the point.
func fixed(microseconds value: Int64) -> String {
  let magnitude = value.magnitude
  let fraction = String(magnitude % 1_000_000)
  return (value < 0 ? "-" : "") + String(magnitude / 1_000_000) + "."
    + String(repeating: "0", count: 6 - fraction.count) + fraction
}
