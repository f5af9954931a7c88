import CarobFoundation
import DeviceProtocol

/// A notification to schedule: its content and its trigger.
open class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it never changes.
  public let identifier: String
  public let content: UNNotificationContent
  public let trigger: UNNotificationTrigger?
  /// Where the request comes from, for the device.
  let origin: NotificationRequestRecord.Origin
  let payload: [UInt8]

  public convenience init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?)
  {
    let copy = content.copy() as? UNNotificationContent ?? content
    self.init(identifier: identifier, content: copy, trigger: trigger, origin: .center)
  }

  package init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?,
    origin: NotificationRequestRecord.Origin, payload: [UInt8] = []
  ) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
    self.origin = origin
    self.payload = payload
    super.init()
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationRequest else { return false }
    return other.identifier == identifier && other.content.isEqual(content)
      && (other.trigger === trigger || trigger?.isEqual(other.trigger) == true)
  }
  open override var hash: Int { identifier.hashValue }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) {
    coder.encode(identifier, forKey: "identifier")
    coder.encode(content, forKey: "content")
    if let trigger { coder.encode(trigger, forKey: "trigger") }
  }
  public required convenience init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") as String?,
      let content = coder.decodeObject(of: UNNotificationContent.self, forKey: "content")
    else { return nil }
    self.init(
      identifier: identifier, content: content,
      trigger: coder.decodeObject(of: UNNotificationTrigger.self, forKey: "trigger"))
  }

  // MARK: Conversion to and from the device's form

  /// - Parameter content: the content, with its attachments moved into the store.
  package func record(content: UNNotificationContent) -> NotificationRequestRecord {
    NotificationRequestRecord(
      identifier: identifier, origin: origin, trigger: trigger?.record ?? .none, title: content.title,
      subtitle: content.subtitle, body: content.body, badge: content.badge?.int64Value,
      sound: content.sound?.name, thread: content.threadIdentifier, category: content.categoryIdentifier,
      interruptionLevel: UInt8(content.interruptionLevel.rawValue),
      attachments: content.attachments.map(\.url.path),
      thumbnail: content.attachments.lazy.compactMap(\.thumbnail).first,
      payload: payload.isEmpty ? PropertyLists.encoded(content.propertyList) : payload)
  }

  package convenience init(_ record: NotificationRequestRecord) {
    self.init(
      identifier: record.identifier, content: Self.content(record),
      trigger: UNNotificationTrigger.trigger(record.trigger), origin: record.origin, payload: record.payload)
  }

  private static func content(_ record: NotificationRequestRecord) -> UNNotificationContent {
    if record.origin == .center, let list = PropertyLists.decoded(record.payload) {
      return UNNotificationContent(UNNotificationContent.Values(list))
    }
    // A remote notification, or one of the older API: its content is in the record.
    var values = UNNotificationContent.Values()
    values.title = record.title
    values.subtitle = record.subtitle
    values.body = record.body
    values.badge = record.badge.map { NSNumber(value: $0) }
    values.sound = record.sound.map {
      $0.isEmpty ? .default : UNNotificationSound(named: UNNotificationSoundName($0))
    }
    values.threadIdentifier = record.thread
    values.categoryIdentifier = record.category
    values.interruptionLevel =
      UNNotificationInterruptionLevel(rawValue: UInt(record.interruptionLevel)) ?? .active
    if record.origin == .remote { values.userInfo = record.remoteUserInfo }
    if record.origin == .legacy, let list = PropertyLists.decoded(record.payload) {
      values.userInfo = list["userInfo"] as? [String: Any] ?? [:]
      values.launchImageName = list["launchImage"] as? String ?? ""
    }
    return UNNotificationContent(values)
  }
}

extension NotificationRequestRecord {
  /// The complete JSON payload of a remote notification.
  package var remoteUserInfo: [AnyHashable: Any] {
    (try? JSONSerialization.jsonObject(with: Data(payload))) as? [String: Any] ?? [:]
  }
}

/// A notification that was delivered.
open class UNNotification: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it never changes.
  /// The date of delivery.
  public let date: Date
  public let request: UNNotificationRequest
  let number: UInt32

  package init(_ record: DeliveredNotification) {
    date = Date(timeIntervalSince1970: record.date)
    request = UNNotificationRequest(record.request)
    number = record.number
    super.init()
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) {
    coder.encode(date as NSDate, forKey: "date")
    coder.encode(request, forKey: "request")
  }
  public required init?(coder: NSCoder) {
    guard let date = coder.decodeObject(of: NSDate.self, forKey: "date"),
      let request = coder.decodeObject(of: UNNotificationRequest.self, forKey: "request")
    else { return nil }
    self.date = date as Date
    self.request = request
    number = 0
    super.init()
  }
}

/// The action identifier for a tap on the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action identifier for a dismissal; sent if the category has `customDismissAction`.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// What the user did with a notification (L-114).
open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it never changes.
  public let notification: UNNotification
  public let actionIdentifier: String

  package init(notification: UNNotification, actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
    super.init()
  }

  package static func response(_ record: NotificationResponseRecord) -> UNNotificationResponse {
    let notification = UNNotification(record.notification)
    guard let text = record.text else {
      return UNNotificationResponse(notification: notification, actionIdentifier: record.action)
    }
    return UNTextInputNotificationResponse(
      notification: notification, actionIdentifier: record.action, userText: text)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) {
    coder.encode(notification, forKey: "notification")
    coder.encode(actionIdentifier, forKey: "actionIdentifier")
  }
  public required init?(coder: NSCoder) {
    guard let notification = coder.decodeObject(of: UNNotification.self, forKey: "notification"),
      let action = coder.decodeObject(of: NSString.self, forKey: "actionIdentifier")
    else { return nil }
    self.notification = notification
    actionIdentifier = action as String
    super.init()
  }
}

/// The user's response to a text-input action.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  public let userText: String

  package init(notification: UNNotification, actionIdentifier: String, userText: String) {
    self.userText = userText
    super.init(notification: notification, actionIdentifier: actionIdentifier)
  }
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(userText, forKey: "userText")
  }
  public required init?(coder: NSCoder) {
    userText = coder.decodeObject(of: NSString.self, forKey: "userText") as String? ?? ""
    super.init(coder: coder)
  }
}
