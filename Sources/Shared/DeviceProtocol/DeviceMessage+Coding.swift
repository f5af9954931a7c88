extension DeviceMessage {
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
    case .welcome(let welcome): writer.frame(tag: 1) { welcome.encode(to: &$0) }
    case .touches(let event): writer.frame(tag: 2) { event.encode(to: &$0) }
    case .key(let event): writer.frame(tag: 3) { event.encode(to: &$0) }
    case .insertText(let text): writer.frame(tag: 4) { $0.write(text) as Void }
    case .lifecycle(let change): writer.frame(tag: 5) { $0.write(change.rawValue) }
    case .environment(let change): writer.frame(tag: 6) { change.encode(to: &$0) }
    case .openURL(let url): writer.frame(tag: 7) { $0.write(url) as Void }
    case .describeScreen(let id): writer.frame(tag: 8) { $0.write(id) }
    case .fullCommit: writer.frame(tag: 9) { _ in }
    case .pickRow(let pick): writer.frame(tag: 10) { pick.encode(to: &$0) }
    case .backgroundTimeExpired: writer.frame(tag: 11) { _ in }
    case .composeText(let composed): writer.frame(tag: 12) { composed.encode(to: &$0) }
    case .pasteboard(let text): writer.frame(tag: 13) { $0.write(text) as Void }
    case .scroll(let event): writer.frame(tag: 14) { event.encode(to: &$0) }
    case .notification(let message): writer.frame(tag: 24) { message.encode(to: &$0) }
    case .location(let report): writer.frame(tag: 16) { report.encode(to: &$0) }
    case .accessibility(let request): writer.frame(tag: 17) { request.encode(to: &$0) }
    case .permission(let permission, let answers):
      writer.frame(tag: 15) { writer in
        permission.encode(to: &writer)
        writer.write(answers) { $0.write($1) as Void }
      }
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    let tag = try reader.byte()
    switch tag {
    case 1: self = .welcome(try Welcome(from: &reader))
    case 2: self = .touches(try TouchEvent(from: &reader))
    case 3: self = .key(try KeyEvent(from: &reader))
    case 4: self = .insertText(try reader.string("insertText"))
    case 5:
      guard let change = LifecycleChange(rawValue: try reader.byte()) else {
        throw .invalidValue(field: "lifecycle")
      }
      self = .lifecycle(change)
    case 6: self = .environment(try EnvironmentChange(from: &reader))
    case 7: self = .openURL(try reader.string("openURL"))
    case 8: self = .describeScreen(id: try reader.unsigned32("describeScreen.id"))
    case 9: self = .fullCommit
    case 10: self = .pickRow(try PickRow(from: &reader))
    case 11: self = .backgroundTimeExpired
    case 12: self = .composeText(try ComposedText(from: &reader))
    case 13: self = .pasteboard(try reader.string("pasteboard"))
    case 14: self = .scroll(try ScrollEvent(from: &reader))
    case 24: self = .notification(try NotificationMessage(from: &reader))
    case 15:
      self = .permission(
        try Permission(from: &reader),
        answers: try reader.optional("permission.answers") { reader throws(WireError) in
          try reader.unsigned32("permission.answers")
        })
    case 16: self = .location(try LocationReport(from: &reader))
    case 17: self = .accessibility(try AccessibilityRequest(from: &reader))
    default: throw .unknownTag(tag)
    }
  }
}

extension Welcome {
  func encode(to writer: inout WireWriter) {
    writer.writeFixed(version)
    device.encode(to: &writer)
    environment.encode(to: &writer)
    writer.write(launchReason)
    writer.write(launchURL)
    writer.write(profile)
    writer.write(recordsEvents)
    writer.write(recordsInternalEvents)
    writer.write(needsScreen)
    notifications.encode(to: &writer)
    writer.write(launchNotification) { $1.encode(to: &$0) }
    writer.write(permissions) { $1.encode(to: &$0) }
    writer.write(regions) { $1.encode(to: &$0) }
    motion.encode(to: &writer)
  }

  init(from reader: inout WireReader) throws(WireError) {
    // The version is always the first four bytes, in every version of the protocol.
    let version: UInt32 = try reader.fixed()
    guard version == deviceProtocolVersion else { throw .versionMismatch(theirs: version) }
    self.init(
      version: version, device: try DeviceModel(from: &reader), environment: try Environment(from: &reader),
      launchReason: try reader.string("welcome.launchReason"),
      launchURL: try reader.optionalString("welcome.launchURL"),
      profile: try reader.optionalString("welcome.profile"),
      recordsEvents: try reader.bool("welcome.recordsEvents"),
      recordsInternalEvents: try reader.bool("welcome.recordsInternalEvents"),
      needsScreen: try reader.bool("welcome.needsScreen"),
      notifications: try NotificationState(from: &reader),
      launchNotification: try reader.optional("welcome.launchNotification") { reader throws(WireError) in
        try NotificationResponseRecord(from: &reader)
      },
      permissions: try reader.array(minimum: 4) { reader throws(WireError) in try Permission(from: &reader) },
      regions: try reader.array(minimum: 6) { reader throws(WireError) in try MonitoredRegion(from: &reader)
      },
      motion: try MotionReport(from: &reader))
  }
}

extension DeviceModel {
  func encode(to writer: inout WireWriter) {
    writer.write(name)
    writer.write(width)
    writer.write(height)
    writer.write(scale)
    writer.write(idiom)
    writer.write(safeAreaTop)
    writer.write(safeAreaBottom)
    writer.write(cornerRadius)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      name: try reader.string("device.name"), width: try reader.double(), height: try reader.double(),
      scale: try reader.double(), idiom: try reader.string("device.idiom"), safeAreaTop: try reader.double(),
      safeAreaBottom: try reader.double(), cornerRadius: try reader.double())
  }
}

extension Environment {
  func encode(to writer: inout WireWriter) {
    writer.write(orientation)
    writer.write(appearance)
    writer.write(contentSize)
    writer.write(isVoiceOverRunning)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init()
    orientation = try reader.string("environment.orientation")
    appearance = try reader.string("environment.appearance")
    contentSize = try reader.string("environment.contentSize")
    isVoiceOverRunning = try reader.bool("environment.isVoiceOverRunning")
  }
}

extension TouchEvent {
  func encode(to writer: inout WireWriter) {
    writer.write(time)
    writer.write(resetsTapCount)
    writer.write(fingers) { writer, finger in
      writer.write(finger.id)
      writer.write(finger.phase.rawValue)
      writer.write(finger.x)
      writer.write(finger.y)
      writer.write(finger.force)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    let time = try reader.double()
    let resetsTapCount = try reader.bool("touches.resetsTapCount")
    let fingers = try reader.array(minimum: 26) { reader throws(WireError) in
      let id = try reader.unsigned32("finger.id")
      guard let phase = Phase(rawValue: try reader.byte()) else { throw .invalidValue(field: "finger.phase") }
      return Finger(
        id: id, phase: phase, x: try reader.double(), y: try reader.double(), force: try reader.double())
    }
    self.init(time: time, fingers: fingers, resetsTapCount: resetsTapCount)
  }
}

extension KeyEvent {
  func encode(to writer: inout WireWriter) {
    writer.write(key)
    writer.write(modifiers) { $0.write($1) as Void }
    writer.write(isDown)
    writer.write(code)
    writer.write(isRepeat)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      key: try reader.string("key.key"),
      modifiers: try reader.array { reader throws(WireError) in try reader.string("key.modifiers") },
      isDown: try reader.bool("key.isDown"), code: try reader.string("key.code"),
      isRepeat: try reader.bool("key.isRepeat"))
  }
}

extension ScrollEvent {
  func encode(to writer: inout WireWriter) {
    writer.write(x)
    writer.write(y)
    writer.write(dx)
    writer.write(dy)
    writer.write(isDiscrete)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      x: try reader.double(), y: try reader.double(), dx: try reader.double(),
      dy: try reader.double(), isDiscrete: try reader.bool("scroll.isDiscrete"))
  }
}

extension ComposedText {
  func encode(to writer: inout WireWriter) {
    writer.write(text)
    writer.write(location)
    writer.write(length)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      text: try reader.string("composeText.text"), location: try reader.unsigned32("composeText.location"),
      length: try reader.unsigned32("composeText.length"))
  }
}

extension PickRow {
  func encode(to writer: inout WireWriter) {
    writer.write(x)
    writer.write(y)
    writer.write(component)
    writer.write(row)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      x: try reader.double(), y: try reader.double(), component: try reader.unsigned32("pickRow.component"),
      row: try reader.unsigned32("pickRow.row"))
  }
}

extension EnvironmentChange {
  func encode(to writer: inout WireWriter) {
    switch self {
    case .orientation(let name):
      writer.write(1 as UInt8)
      writer.write(name)
    case .appearance(let name):
      writer.write(2 as UInt8)
      writer.write(name)
    case .contentSize(let name):
      writer.write(3 as UInt8)
      writer.write(name)
    case .memoryWarning: writer.write(4 as UInt8)
    case .shake: writer.write(5 as UInt8)
    case .music(let command):
      writer.write(6 as UInt8)
      writer.write(command)
    case .mediaDelay(let seconds):
      writer.write(7 as UInt8)
      writer.write(seconds)
    case .motion(let report):
      writer.write(8 as UInt8)
      report.encode(to: &writer)
    case .assistiveGesture(let name):
      writer.write(9 as UInt8)
      writer.write(name)
    case .voiceOver(let isOn):
      writer.write(10 as UInt8)
      writer.write(isOn)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .orientation(try reader.string("orientation"))
    case 2: self = .appearance(try reader.string("appearance"))
    case 3: self = .contentSize(try reader.string("contentSize"))
    case 4: self = .memoryWarning
    case 5: self = .shake
    case 6: self = .music(try reader.string("music"))
    case 7: self = .mediaDelay(try reader.double())
    case 8: self = .motion(try MotionReport(from: &reader))
    case 9: self = .assistiveGesture(try reader.string("assistiveGesture"))
    case 10: self = .voiceOver(try reader.bool("voiceOver"))
    default: throw .invalidValue(field: "environment")
    }
  }
}
