extension AppMessage {
  /// A whole frame, ready for the socket.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return bytes
  }

  /// Appends a whole frame, so that several messages go out in one write.
  public func encode(into bytes: inout [UInt8]) {
    var writer = WireWriter(appendingTo: bytes)
    bytes = []
    write(to: &writer)
    bytes = writer.bytes
  }

  private func write(to writer: inout WireWriter) {
    switch self {
    case .hello(let hello): writer.frame(tag: 1) { hello.encode(to: &$0) }
    case .commit(let commit): writer.frame(tag: 2) { commit.encode(to: &$0) }
    case .event(let event): writer.frame(tag: 3) { event.encode(to: &$0) }
    case .screen(let id, let elements):
      writer.frame(tag: 4) { writer in
        writer.write(id)
        writer.write(elements) { $1.encode(to: &$0) }
      }
    case .handled: writer.frame(tag: 5) { _ in }
    case .openURL(let url): writer.frame(tag: 6) { $0.write(url) as Void }
    case .diagnostic(let text): writer.frame(tag: 7) { $0.write(text) as Void }
    case .refused(let why): writer.frame(tag: 10) { $0.write(why) as Void }
    case .pasteboard(let text): writer.frame(tag: 11) { $0.write(text) as Void }
    case .notification(let call, let number, let cause):
      writer.frame(tag: 24) { writer in
        writer.write(number)
        writer.write(cause)
        call.encode(to: &writer)
      }
    case .location(let demand): writer.frame(tag: 13) { demand.encode(to: &$0) }
    case .accessibility(let report): writer.frame(tag: 14) { report.encode(to: &$0) }
    case .requestPermission(let request): writer.frame(tag: 12) { request.encode(to: &$0) }
    case .backgroundTasks(let count): writer.frame(tag: 8) { $0.write(count) }
    case .answer(let event, let text, let milliseconds):
      writer.frame(tag: 9) { writer in
        writer.write(event)
        writer.write(text)
        writer.write(milliseconds) { $0.write($1) as Void }
      }
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    let tag = try reader.byte()
    switch tag {
    case 1: self = .hello(try Hello(from: &reader))
    case 2: self = .commit(try Commit(from: &reader))
    case 3: self = .event(try TraceEvent(from: &reader))
    case 4:
      let id = try reader.unsigned32("screen.id")
      let elements = try reader.array(minimum: 42) { reader throws(WireError) in
        try ScreenElement(from: &reader)
      }
      for element in elements where element.ancestors.contains(where: { !elements.indices.contains($0) }) {
        throw .invalidValue(field: "element.ancestors")
      }
      self = .screen(id: id, elements: elements)
    case 5: self = .handled
    case 6: self = .openURL(try reader.string("openURL"))
    case 7: self = .diagnostic(try reader.string("diagnostic"))
    case 8: self = .backgroundTasks(count: try reader.unsigned32("backgroundTasks.count"))
    case 9:
      self = .answer(
        event: try reader.unsigned(), text: try reader.optionalString("answer.text"),
        milliseconds: try reader.optional("answer.milliseconds") { reader throws(WireError) in
          try reader.double()
        })
    case 10: self = .refused(try reader.string("refused"))
    case 11: self = .pasteboard(try reader.string("pasteboard"))
    case 24:
      let number = try reader.unsigned32("notification.number")
      let cause = try reader.unsigned()
      self = .notification(try NotificationCall(from: &reader), number: number, cause: cause)
    case 12: self = .requestPermission(try PermissionRequest(from: &reader))
    case 13: self = .location(try LocationDemand(from: &reader))
    case 14: self = .accessibility(try AccessibilityReport(from: &reader))
    default: throw .unknownTag(tag)
    }
  }
}

extension Hello {
  func encode(to writer: inout WireWriter) {
    writer.writeFixed(version)
    writer.write(signed: Int64(processID))
    writer.write(bundleIdentifier)
  }

  init(from reader: inout WireReader) throws(WireError) {
    // The version is always the first four bytes, in every version of the protocol.
    let version: UInt32 = try reader.fixed()
    guard version == deviceProtocolVersion else { throw .versionMismatch(theirs: version) }
    guard let processID = Int32(exactly: try reader.signed()) else {
      throw .invalidValue(field: "hello.processID")
    }
    self.init(
      version: version, processID: processID, bundleIdentifier: try reader.string("hello.bundleIdentifier"))
  }
}

extension ScreenElement {
  func encode(to writer: inout WireWriter) {
    writer.write(identifier)
    writer.write(label)
    writer.write(text)
    writer.write(value)
    writer.write(classes) { $0.write($1) as Void }
    writer.write(x)
    writer.write(y)
    writer.write(width)
    writer.write(height)
    writer.write(isEnabled)
    writer.write(isSelected)
    writer.write(coveredBy)
    writer.write(ancestors) { $0.write(count: $1) }
    writer.write(isAccessibilityElement)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      identifier: try reader.optionalString("element.identifier"),
      label: try reader.optionalString("element.label"), text: try reader.optionalString("element.text"),
      value: try reader.optionalString("element.value"),
      classes: try reader.array { reader throws(WireError) in try reader.string("element.classes") },
      x: try reader.double(), y: try reader.double(), width: try reader.double(),
      height: try reader.double(), isEnabled: try reader.bool("element.isEnabled"),
      isSelected: try reader.bool("element.isSelected"),
      coveredBy: try reader.optionalString("element.coveredBy"),
      ancestors: try reader.array { reader throws(WireError) in
        guard let index = Int(exactly: try reader.unsigned()) else {
          throw .invalidValue(field: "element.ancestors")
        }
        return index
      }, isAccessibilityElement: try reader.bool("element.isAccessibilityElement"))
  }
}

extension TraceEvent {
  func encode(to writer: inout WireWriter) {
    writer.write(id)
    writer.write(time)
    writer.write(cause)
    writer.write(category)
    writer.write(mechanism)
    writer.write(name)
    // OPTIMIZATION: most events lack most of these fields, so one byte says which are present.
    var present: UInt8 = 0
    if receiver != nil { present |= 1 }
    if sender != nil { present |= 2 }
    if why != nil { present |= 4 }
    if answer != nil { present |= 8 }
    if site != nil { present |= 16 }
    if thread != nil { present |= 32 }
    if mode != nil { present |= 64 }
    if milliseconds != nil { present |= 128 }
    writer.write(present)
    for case let text? in [receiver, sender, why, answer, site, thread, mode] { writer.write(text) }
    if let milliseconds { writer.write(milliseconds) }
    writer.write(outcome)
    writer.write(detail) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      id: try reader.unsigned(), time: try reader.double(), cause: try reader.unsigned(),
      category: try reader.string("event.category"), mechanism: try reader.string("event.mechanism"),
      name: try reader.string("event.name"))
    let present = try reader.byte()
    if present & 1 != 0 { receiver = try reader.string("event.receiver") }
    if present & 2 != 0 { sender = try reader.string("event.sender") }
    if present & 4 != 0 { why = try reader.string("event.why") }
    if present & 8 != 0 { answer = try reader.string("event.answer") }
    if present & 16 != 0 { site = try reader.string("event.site") }
    if present & 32 != 0 { thread = try reader.string("event.thread") }
    if present & 64 != 0 { mode = try reader.string("event.mode") }
    if present & 128 != 0 { milliseconds = try reader.double() }
    outcome = try reader.string("event.outcome")
    detail = try reader.array(minimum: 2) { reader throws(WireError) in
      (key: try reader.string("event.detail"), value: try reader.string("event.detail"))
    }
  }
}
