import CarobFoundation

/// How prominently a notification is presented.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
  /// Added to the list, without a banner or a sound.
  case passive
  case active
  case timeSensitive
  case critical
}

/// The content of a notification: what it shows, and its `userInfo`. Requests and delivered notifications
/// have a copy.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because only the mutable subclass can change, and requests copy it.
  var values = Values()

  /// All properties of the content.
  struct Values {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: NSNumber?
    var sound: UNNotificationSound?
    var threadIdentifier = ""
    var categoryIdentifier = ""
    var launchImageName = ""
    var userInfo: [AnyHashable: Any] = [:]
    var attachments: [UNNotificationAttachment] = []
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
    var targetContentIdentifier: String?
    var summaryArgument = ""
    var summaryArgumentCount = 0
    var filterCriteria: String?
  }

  public override init() { super.init() }

  init(_ values: Values) {
    self.values = values
    super.init()
  }

  open var title: String { values.title }
  open var subtitle: String { values.subtitle }
  open var body: String { values.body }
  open var badge: NSNumber? { values.badge }
  open var sound: UNNotificationSound? { values.sound }
  open var threadIdentifier: String { values.threadIdentifier }
  open var categoryIdentifier: String { values.categoryIdentifier }
  open var launchImageName: String { values.launchImageName }
  open var userInfo: [AnyHashable: Any] { values.userInfo }
  open var attachments: [UNNotificationAttachment] { values.attachments }
  open var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }
  open var relevanceScore: Double { values.relevanceScore }
  open var targetContentIdentifier: String? { values.targetContentIdentifier }
  open var summaryArgument: String { values.summaryArgument }
  open var summaryArgumentCount: Int { values.summaryArgumentCount }
  open var filterCriteria: String? { values.filterCriteria }

  // MARK: Copying and coding

  open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(values) }
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = UNMutableNotificationContent()
    copy.values = values
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationContent else { return false }
    return NSDictionary(dictionary: other.propertyList).isEqual(NSDictionary(dictionary: propertyList))
  }
  open override var hash: Int { values.title.hashValue ^ values.body.hashValue }

  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) { coder.encode(propertyList as NSDictionary, forKey: "content") }
  public required convenience init?(coder: NSCoder) {
    guard let list = coder.decodedList(forKey: "content") else { return nil }
    self.init()
    values = Values(list)
  }

  var propertyList: [String: Any] { values.propertyList }
}

/// Content that an app sets up. Changes after a request was created have no effect on that request.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
  // @unchecked as its superclass.
  open override var title: String {
    get { values.title }
    set { values.title = newValue }
  }
  open override var subtitle: String {
    get { values.subtitle }
    set { values.subtitle = newValue }
  }
  open override var body: String {
    get { values.body }
    set { values.body = newValue }
  }
  /// 0 removes the badge, nil leaves it unchanged.
  open override var badge: NSNumber? {
    get { values.badge }
    set { values.badge = newValue }
  }
  open override var sound: UNNotificationSound? {
    get { values.sound }
    set { values.sound = newValue }
  }
  open override var threadIdentifier: String {
    get { values.threadIdentifier }
    set { values.threadIdentifier = newValue }
  }
  open override var categoryIdentifier: String {
    get { values.categoryIdentifier }
    set { values.categoryIdentifier = newValue }
  }
  open override var launchImageName: String {
    get { values.launchImageName }
    set { values.launchImageName = newValue }
  }
  open override var userInfo: [AnyHashable: Any] {
    get { values.userInfo }
    set { values.userInfo = newValue }
  }
  open override var attachments: [UNNotificationAttachment] {
    get { values.attachments }
    set { values.attachments = newValue }
  }
  open override var interruptionLevel: UNNotificationInterruptionLevel {
    get { values.interruptionLevel }
    set { values.interruptionLevel = newValue }
  }
  open override var relevanceScore: Double {
    get { values.relevanceScore }
    set { values.relevanceScore = newValue }
  }
  open override var targetContentIdentifier: String? {
    get { values.targetContentIdentifier }
    set { values.targetContentIdentifier = newValue }
  }
  open override var summaryArgument: String {
    get { values.summaryArgument }
    set { values.summaryArgument = newValue }
  }
  open override var summaryArgumentCount: Int {
    get { values.summaryArgumentCount }
    set { values.summaryArgumentCount = newValue }
  }
  open override var filterCriteria: String? {
    get { values.filterCriteria }
    set { values.filterCriteria = newValue }
  }
}

extension UNNotificationContent.Values {
  init(_ list: [String: Any]) {
    title = list["title"] as? String ?? ""
    subtitle = list["subtitle"] as? String ?? ""
    body = list["body"] as? String ?? ""
    badge = (list["badge"] as? Int).map { NSNumber(value: $0) }
    sound = UNNotificationSound.sound(list["sound"] as? [String: Any])
    threadIdentifier = list["thread"] as? String ?? ""
    categoryIdentifier = list["category"] as? String ?? ""
    launchImageName = list["launchImage"] as? String ?? ""
    userInfo = list["userInfo"] as? [String: Any] ?? [:]
    attachments = (list["attachments"] as? [[String: Any]] ?? []).compactMap(
      UNNotificationAttachment.attachment)
    let level = UInt(exactly: list["level"] as? Int ?? 1)
    interruptionLevel = level.flatMap(UNNotificationInterruptionLevel.init) ?? .active
    relevanceScore = list["relevance"] as? Double ?? 0
    targetContentIdentifier = list["target"] as? String
    summaryArgument = list["summary"] as? String ?? ""
    summaryArgumentCount = list["summaryCount"] as? Int ?? 0
    filterCriteria = list["filter"] as? String
  }

  var propertyList: [String: Any] {
    var list: [String: Any] = [
      "title": title, "subtitle": subtitle, "body": body, "thread": threadIdentifier,
      "category": categoryIdentifier, "level": Int(interruptionLevel.rawValue), "relevance": relevanceScore,
    ]
    if let badge { list["badge"] = badge.intValue }
    if let sound { list["sound"] = sound.propertyList }
    if !launchImageName.isEmpty { list["launchImage"] = launchImageName }
    if !userInfo.isEmpty { list["userInfo"] = PropertyLists.plain(userInfo) }
    if !attachments.isEmpty { list["attachments"] = attachments.map(\.propertyList) }
    if let targetContentIdentifier { list["target"] = targetContentIdentifier }
    if !summaryArgument.isEmpty { list["summary"] = summaryArgument }
    if summaryArgumentCount != 0 { list["summaryCount"] = summaryArgumentCount }
    if let filterCriteria { list["filter"] = filterCriteria }
    return list
  }
}

extension NSString {
  /// A string of the app's `Localizable` table, formatted with the arguments.
  public static func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
    let format = Bundle.main.localizedString(forKey: key, value: nil, table: nil)
    guard let arguments, !arguments.isEmpty else { return format }
    return String(
      format: format, arguments: arguments.map { ($0 as? any CVarArg) ?? String(describing: $0) as NSString })
  }
}
