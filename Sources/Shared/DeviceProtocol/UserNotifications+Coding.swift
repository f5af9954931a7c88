extension NotificationCall {
  func encode(to writer: inout WireWriter) {
    switch self {
    case .authorize(let options):
      writer.write(1 as UInt8)
      writer.write(options)
    case .add(let request):
      writer.write(2 as UInt8)
      request.encode(to: &writer)
    case .removePending(let identifiers):
      writer.write(3 as UInt8)
      writer.write(identifiers) { $0.write($1) as Void }
    case .removeAllPending: writer.write(4 as UInt8)
    case .removeDelivered(let identifiers):
      writer.write(5 as UInt8)
      writer.write(identifiers) { $0.write($1) as Void }
    case .removeAllDelivered: writer.write(6 as UInt8)
    case .setBadge(let number):
      writer.write(7 as UInt8)
      writer.write(signed: number)
    case .setCategories(let categories):
      writer.write(8 as UInt8)
      writer.write(categories) { $1.encode(to: &$0) }
    case .present(let delivery, let options, let why):
      writer.write(9 as UInt8)
      writer.write(delivery)
      writer.write(options) { $0.write($1) as Void }
      writer.write(why)
    case .done(let delivery, let result):
      writer.write(10 as UInt8)
      writer.write(delivery)
      writer.write(result)
    case .registerForRemote: writer.write(11 as UInt8)
    case .unregisterForRemote: writer.write(12 as UInt8)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .authorize(options: try reader.unsigned32("authorize.options"))
    case 2: self = .add(try NotificationRequestRecord(from: &reader))
    case 3: self = .removePending(try reader.strings("removePending"))
    case 4: self = .removeAllPending
    case 5: self = .removeDelivered(try reader.strings("removeDelivered"))
    case 6: self = .removeAllDelivered
    case 7: self = .setBadge(try reader.signed())
    case 8:
      self = .setCategories(
        try reader.array(minimum: 5) { reader throws(WireError) in
          try NotificationCategoryRecord(from: &reader)
        })
    case 9:
      self = .present(
        delivery: try reader.unsigned32("present.delivery"),
        options: try reader.optional("present.options") { reader throws(WireError) in
          try reader.unsigned32("present.options")
        }, why: try reader.optionalString("present.why"))
    case 10:
      self = .done(
        delivery: try reader.unsigned32("done.delivery"), result: try reader.optionalString("done.result"))
    case 11: self = .registerForRemote
    case 12: self = .unregisterForRemote
    default: throw .invalidValue(field: "notificationCall")
    }
  }
}

extension NotificationMessage {
  func encode(to writer: inout WireWriter) {
    switch self {
    case .state(let state, let seen):
      writer.write(1 as UInt8)
      state.encode(to: &writer)
      writer.write(seen)
    case .arrived(let notification):
      writer.write(3 as UInt8)
      notification.encode(to: &writer)
    case .response(let response):
      writer.write(4 as UInt8)
      response.encode(to: &writer)
    case .remote(let notification):
      writer.write(5 as UInt8)
      notification.encode(to: &writer)
    case .registered(let token):
      writer.write(6 as UInt8)
      writer.write(token)
    case .openSettings(let identifier):
      writer.write(7 as UInt8)
      writer.write(identifier)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try reader.byte() {
    case 1:
      self = .state(try NotificationState(from: &reader), seen: try reader.unsigned32("state.seen"))
    case 3: self = .arrived(try DeliveredNotification(from: &reader))
    case 4: self = .response(try NotificationResponseRecord(from: &reader))
    case 5: self = .remote(try DeliveredNotification(from: &reader))
    case 6: self = .registered(token: try reader.data())
    case 7: self = .openSettings(identifier: try reader.optionalString("openSettings"))
    default: throw .invalidValue(field: "notification")
    }
  }
}

extension NotificationRequestRecord {
  func encode(to writer: inout WireWriter) {
    writer.write(identifier)
    writer.write(origin.rawValue)
    trigger.encode(to: &writer)
    writer.write(title)
    writer.write(subtitle)
    writer.write(body)
    writer.write(badge) { $0.write(signed: $1) }
    writer.write(sound)
    writer.write(thread)
    writer.write(category)
    writer.write(interruptionLevel)
    writer.write(attachments) { $0.write($1) as Void }
    writer.write(thumbnail) { writer, thumbnail in
      writer.write(thumbnail.path)
      for number in [thumbnail.x, thumbnail.y, thumbnail.width, thumbnail.height] { writer.write(number) }
    }
    writer.write(payload)
  }

  init(from reader: inout WireReader) throws(WireError) {
    let identifier = try reader.string("request.identifier")
    guard let origin = Origin(rawValue: try reader.byte()) else {
      throw .invalidValue(field: "request.origin")
    }
    self.init(
      identifier: identifier, origin: origin, trigger: try Trigger(from: &reader),
      title: try reader.string("request.title"), subtitle: try reader.string("request.subtitle"),
      body: try reader.string("request.body"),
      badge: try reader.optional("request.badge") { reader throws(WireError) in try reader.signed() },
      sound: try reader.optionalString("request.sound"), thread: try reader.string("request.thread"),
      category: try reader.string("request.category"), interruptionLevel: try reader.byte(),
      attachments: try reader.strings("request.attachments"),
      thumbnail: try reader.optional("request.thumbnail") { reader throws(WireError) in
        NotificationThumbnail(
          path: try reader.string("request.thumbnail"), x: try reader.double(), y: try reader.double(),
          width: try reader.double(), height: try reader.double())
      }, payload: try reader.data())
  }
}

extension NotificationRequestRecord.Trigger {
  func encode(to writer: inout WireWriter) {
    switch self {
    case .none: writer.write(0 as UInt8)
    case .interval(let seconds, let repeats):
      writer.write(1 as UInt8)
      writer.write(seconds)
      writer.write(repeats)
    case .calendar(let trigger):
      writer.write(2 as UInt8)
      writer.write(trigger.components) { writer, component in
        writer.write(component.name)
        writer.write(signed: component.value)
      }
      writer.write(trigger.calendar)
      writer.write(trigger.timeZone)
      writer.write(trigger.repeats)
      writer.write(trigger.start) { $0.write($1) as Void }
    case .location(let trigger):
      writer.write(3 as UInt8)
      writer.write(trigger.identifier)
      writer.write(trigger.latitude)
      writer.write(trigger.longitude)
      writer.write(trigger.radius)
      writer.write(trigger.notifiesOnEntry)
      writer.write(trigger.notifiesOnExit)
      writer.write(trigger.repeats)
    case .push: writer.write(4 as UInt8)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try reader.byte() {
    case 0: self = .none
    case 1: self = .interval(seconds: try reader.double(), repeats: try reader.bool("interval.repeats"))
    case 2:
      let components = try reader.array(minimum: 2) {
        reader throws(WireError) -> (name: String, value: Int64) in
        (name: try reader.string("calendar.component"), value: try reader.signed())
      }
      self = .calendar(
        CalendarTrigger(
          components: components, calendar: try reader.optionalString("calendar.calendar"),
          timeZone: try reader.optionalString("calendar.timeZone"),
          repeats: try reader.bool("calendar.repeats"),
          start: try reader.optional("calendar.start") { reader throws(WireError) in try reader.double() }))
    case 3:
      self = .location(
        RegionTrigger(
          identifier: try reader.string("region.identifier"), latitude: try reader.double(),
          longitude: try reader.double(), radius: try reader.double(),
          notifiesOnEntry: try reader.bool("region.entry"), notifiesOnExit: try reader.bool("region.exit"),
          repeats: try reader.bool("region.repeats")))
    case 4: self = .push
    default: throw .invalidValue(field: "trigger")
    }
  }
}

extension DeliveredNotification {
  func encode(to writer: inout WireWriter) {
    writer.write(number)
    request.encode(to: &writer)
    writer.write(date)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      number: try reader.unsigned32("notification.number"),
      request: try NotificationRequestRecord(from: &reader), date: try reader.double())
  }
}

extension NotificationResponseRecord {
  func encode(to writer: inout WireWriter) {
    notification.encode(to: &writer)
    writer.write(action)
    writer.write(text)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      notification: try DeliveredNotification(from: &reader), action: try reader.string("response.action"),
      text: try reader.optionalString("response.text"))
  }
}

extension NotificationCategoryRecord {
  func encode(to writer: inout WireWriter) {
    writer.write(identifier)
    writer.write(actions) { writer, action in
      writer.write(action.identifier)
      writer.write(action.title)
      writer.write(action.options)
      writer.write(action.textInput) { writer, texts in writer.write(texts) { $0.write($1) as Void } }
    }
    writer.write(options)
    writer.write(payload)
  }

  init(from reader: inout WireReader) throws(WireError) {
    let identifier = try reader.string("category.identifier")
    let actions = try reader.array(minimum: 4) { reader throws(WireError) -> Action in
      Action(
        identifier: try reader.string("action.identifier"), title: try reader.string("action.title"),
        options: try reader.unsigned32("action.options"),
        textInput: try reader.optional("action.textInput") { reader throws(WireError) in
          try reader.strings("action.textInput")
        })
    }
    self.init(
      identifier: identifier, actions: actions, options: try reader.unsigned32("category.options"),
      payload: try reader.data())
  }
}

extension NotificationState {
  /// The encoded state, for a file.
  public var encoded: [UInt8] {
    var writer = WireWriter()
    encode(to: &writer)
    return writer.bytes
  }

  /// - Throws: `WireError` if the bytes are invalid.
  public init(encoded bytes: [UInt8]) throws(WireError) {
    let result: Result<NotificationState, WireError> = bytes.withUnsafeBytes { bytes in
      var reader = WireReader(bytes)
      do throws(WireError) {
        let state = try NotificationState(from: &reader)
        try reader.finish()
        return .success(state)
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  func encode(to writer: inout WireWriter) {
    writer.write(authorization)
    writer.write(options)
    writer.write(pending) { $1.encode(to: &$0) }
    writer.write(delivered) { $1.encode(to: &$0) }
    writer.write(categories) { $1.encode(to: &$0) }
    writer.write(signed: badge)
    writer.write(isRegisteredForRemote)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init()
    authorization = try reader.byte()
    options = try reader.unsigned32("state.options")
    pending = try reader.array(minimum: 10) { reader throws(WireError) in
      try NotificationRequestRecord(from: &reader)
    }
    delivered = try reader.array(minimum: 10) { reader throws(WireError) in
      try DeliveredNotification(from: &reader)
    }
    categories = try reader.array(minimum: 4) { reader throws(WireError) in
      try NotificationCategoryRecord(from: &reader)
    }
    badge = try reader.signed()
    isRegisteredForRemote = try reader.bool("state.isRegisteredForRemote")
  }
}

extension WireReader {
  mutating func strings(_ field: StaticString) throws(WireError) -> [String] {
    try array { reader throws(WireError) in try reader.string(field) }
  }
}
