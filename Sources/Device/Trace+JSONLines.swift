import DeviceProtocol

extension Trace {
  /// The trace as JSON lines, schema line first, fields in the order of the contract, absent ones left out.
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
  /// One line of the trace, without its newline: what the page's inspector gets, too.
  public func jsonLine(timings: Bool = false) -> String {
    var json = JSONText()
    json.append(self, timings: timings)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// Writes JSON with the same bytes for the same values, everywhere.
struct JSONText {
  var bytes: [UInt8] = []

  mutating func append(_ record: TraceRecord, timings: Bool) {
    let event = record.event
    raw("{\"seq\": ")
    raw(String(record.sequence))
    raw(", \"t\": ")
    raw(fixed(microseconds: microseconds(event.time)))
    if record.cause != 0 {
      raw(", \"cause\": ")
      raw(String(record.cause))
    }
    field(", \"category\": ", event.category)
    field(", \"mechanism\": ", event.mechanism)
    field(", \"name\": ", event.name)
    field(", \"receiver\": ", event.receiver)
    field(", \"sender\": ", event.sender)
    field(", \"outcome\": ", event.outcome)
    field(", \"why\": ", event.why)
    field(", \"answer\": ", event.answer)
    field(", \"site\": ", event.site)
    field(", \"thread\": ", event.thread)
    field(", \"mode\": ", event.mode)
    if timings, let milliseconds = event.milliseconds {
      raw(", \"ms\": ")
      raw(fixed(microseconds: microseconds(milliseconds / 1000)))
    }
    if !event.detail.isEmpty {
      raw(", \"detail\": {")
      for (index, entry) in event.detail.enumerated() {
        if index > 0 { raw(", ") }
        string(entry.key)
        raw(": ")
        string(entry.value)
      }
      raw("}")
    }
    raw("}")
  }

  mutating func raw(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private mutating func field(_ prefix: String, _ value: String?) {
    guard let value else { return }
    raw(prefix)
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
