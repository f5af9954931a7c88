import DeviceProtocol

extension MessageGenerator {
  mutating func notificationMessage() -> NotificationMessage {
    switch byte() % 6 {
    case 0: .state(notificationState(), seen: id32())
    case 1: .arrived(notification())
    case 2: .response(notificationResponse())
    case 3: .remote(notification())
    case 4: .registered(token: list { $0.byte() })
    default: .openSettings(identifier: some { $0.text() })
    }
  }

  mutating func notificationCall() -> NotificationCall {
    switch byte() % 12 {
    case 0: .authorize(options: id32())
    case 1: .add(notificationRequest())
    case 2: .removePending(list { $0.text() })
    case 3: .removeAllPending
    case 4: .removeDelivered(list { $0.text() })
    case 5: .removeAllDelivered
    case 6: .setBadge(Int64(bitPattern: id()))
    case 7: .setCategories(list { $0.notificationCategory() })
    case 8: .present(delivery: id32(), options: some { $0.id32() }, why: some { $0.text() })
    case 9: .done(delivery: id32(), result: some { $0.text() })
    case 10: .registerForRemote
    default: .unregisterForRemote
    }
  }

  mutating func notificationState() -> NotificationState {
    var state = NotificationState()
    state.authorization = byte()
    state.options = id32()
    state.pending = list { $0.notificationRequest() }
    state.delivered = list { $0.notification() }
    state.categories = list { $0.notificationCategory() }
    state.badge = Int64(bitPattern: id())
    state.isRegisteredForRemote = bool()
    return state
  }

  mutating func notification() -> DeliveredNotification {
    DeliveredNotification(number: id32(), request: notificationRequest(), date: number())
  }

  mutating func notificationResponse() -> NotificationResponseRecord {
    NotificationResponseRecord(notification: notification(), action: text(), text: some { $0.text() })
  }

  mutating func notificationRequest() -> NotificationRequestRecord {
    NotificationRequestRecord(
      identifier: text(), origin: NotificationRequestRecord.Origin(rawValue: byte() % 3) ?? .center,
      trigger: notificationTrigger(), title: text(), subtitle: text(), body: text(),
      badge: some { Int64(bitPattern: $0.id()) }, sound: some { $0.text() }, thread: text(), category: text(),
      interruptionLevel: byte(), attachments: list { $0.text() }, payload: list { $0.byte() })
  }

  mutating func notificationTrigger() -> NotificationRequestRecord.Trigger {
    switch byte() % 5 {
    case 0: .none
    case 1: .interval(seconds: number(), repeats: bool())
    case 2:
      .calendar(
        CalendarTrigger(
          components: list { (name: $0.text(), value: Int64(bitPattern: $0.id())) },
          calendar: some { $0.text() }, timeZone: some { $0.text() }, repeats: bool(),
          start: some { $0.number() }))
    case 3:
      .location(
        RegionTrigger(
          identifier: text(), latitude: number(), longitude: number(), radius: number(),
          notifiesOnEntry: bool(),
          notifiesOnExit: bool(), repeats: bool()))
    default: .push
    }
  }

  mutating func notificationCategory() -> NotificationCategoryRecord {
    NotificationCategoryRecord(
      identifier: text(),
      actions: list { generator in
        .init(
          identifier: generator.text(), title: generator.text(), options: generator.id32(),
          textInput: generator.some { $0.list { $0.text() } })
      }, options: id32(), payload: list { $0.byte() })
  }
}
