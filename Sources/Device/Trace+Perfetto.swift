import DeviceProtocol

extension Trace {
  /// The trace in the Chrome trace-event format, which the Perfetto and `chrome://tracing` viewers open.
  ///
  /// Every event is a slice on the track of its thread; arrows lead from causes to effects. Handlers take no virtual time, so a
  /// slice lasts one microsecond, or its real duration with `timings`.
  public func perfetto(timings: Bool = false) -> [UInt8] {
    var json = JSONText()
    var threads: [String] = ["main"]
    json.raw("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n")
    json.raw("{\"ph\": \"M\", \"pid\": 1, \"tid\": 1, \"name\": \"process_name\", \"args\": {\"name\": ")
    if case .text(let app)? = header.first(where: { $0.key == "app" })?.value {
      json.string(app)
    } else {
      json.string("app")
    }
    json.raw("}}")
    var tracks: [Int] = []
    for record in records {
      let event = record.event
      let thread = event.thread ?? "main"
      let track = (threads.firstIndex(of: thread) ?? threads.count) + 1
      if track > threads.count { threads.append(thread) }
      tracks.append(track)
      let time = Int64((event.time * 1e6).rounded())
      let duration = timings ? Int64(((event.milliseconds ?? 0) * 1000).rounded()) : 0
      json.raw(
        ",\n{\"ph\": \"X\", \"pid\": 1, \"tid\": \(track), \"ts\": \(time), \"dur\": \(max(duration, 1)), \"cat\": "
      )
      json.string(event.mechanism)
      json.raw(", \"name\": ")
      json.string((event.receiver.map { $0 + " " } ?? "") + event.name)
      json.raw(", \"args\": ")
      json.append(record, timings: timings)
      json.raw("}")
      if record.cause > 0, record.cause < record.sequence {
        let cause = records[record.cause - 1]
        let causeTime = Int64((cause.event.time * 1e6).rounded())
        let causeTrack = tracks[record.cause - 1]
        let flow = "\"id\": \(record.sequence), \"cat\": \"cause\", \"name\": \"cause\""
        json.raw(",\n{\"ph\": \"s\", \"pid\": 1, \"tid\": \(causeTrack), \"ts\": \(causeTime), \(flow)}")
        json.raw(",\n{\"ph\": \"f\", \"bp\": \"e\", \"pid\": 1, \"tid\": \(track), \"ts\": \(time), \(flow)}")
      }
    }
    for (index, thread) in threads.enumerated() {
      json.raw(
        ",\n{\"ph\": \"M\", \"pid\": 1, \"tid\": \(index + 1), \"name\": \"thread_name\", \"args\": {\"name\": "
      )
      json.string(thread)
      json.raw("}}")
    }
    json.raw("\n]}\n")
    return json.bytes
  }
}
