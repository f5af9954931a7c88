import DeviceProtocol

extension Trace {
  /// The trace as readable text: one line per event, aligned, indented by cause.
  public func timeline(timings: Bool = false) -> String {
    timelineLines(from: 0, timings: timings).joined(separator: "\n") + (records.isEmpty ? "" : "\n")
  }

  /// The lines of the events from index `start`; causes before that do not indent.
  public func timelineLines(from start: Int, timings: Bool = false) -> [String] {
    guard start < records.count else { return [] }
    var depths = [Int](repeating: 0, count: records.count - start)
    let rows = records[start...].enumerated().map { index, record in
      let parent = record.cause - 1 - start
      if parent >= 0, parent < index { depths[index] = depths[parent] + 1 }
      return record.timelineRow(depth: min(depths[index], 20), timings: timings)
    }
    let widths = (
      rows.map(\.time.count).max() ?? 0, rows.map(\.mechanism.count).max() ?? 0
    )
    return rows.map { row in
      String(repeating: " ", count: widths.0 - row.time.count) + row.time + "  " + row.mechanism
        + String(repeating: " ", count: widths.1 - row.mechanism.count) + "  " + row.text
    }
  }
}

extension TraceRecord {
  fileprivate func timelineRow(depth: Int, timings: Bool) -> (time: String, mechanism: String, text: String) {
    var text = String(repeating: "  ", count: depth)
    if let receiver = event.receiver { text += receiver + "  " }
    text += event.mechanism == "print" ? "\"" + event.name.timelineEscaped + "\"" : event.name.timelineEscaped
    if let sender = event.sender { text += "  from " + sender }
    if event.outcome != "handled" { text += "  [" + event.outcome + "]" }
    if let why = event.why { text += "  because " + why.timelineEscaped }
    if let answer = event.answer { text += "  → " + answer.timelineEscaped }
    if let mode = event.mode { text += "  mode " + mode }
    if let thread = event.thread { text += "  thread " + thread }
    for (key, value) in event.detail { text += "  " + key + "=" + value.timelineEscaped }
    if let site = event.site { text += "  (" + site + ")" }
    if timings, let milliseconds = event.milliseconds {
      text += "  " + fixed(microseconds: Int64((milliseconds * 1000).rounded())) + " s"
    }
    return (fixed(microseconds: Int64((event.time * 1e6).rounded())), event.mechanism, text)
  }
}

extension String {
  /// Control characters escaped, so that the text is one line.
  fileprivate var timelineEscaped: String {
    guard utf8.contains(where: { $0 < 0x20 }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20: result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
