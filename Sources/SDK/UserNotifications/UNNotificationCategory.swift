import CarobFoundation
import DeviceProtocol

public struct UNNotificationActionOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
  public static let destructive = UNNotificationActionOptions(rawValue: 2)
  /// Brings the app to the foreground; without it the app is woken in the background (L-116).
  public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

/// The icon beside an action's title. It is stored but not drawn.
open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it never changes.
  let name: String
  let isSystem: Bool
  public convenience init(templateImageName: String) { self.init(name: templateImageName, isSystem: false) }
  public convenience init(systemImageName: String) { self.init(name: systemImageName, isSystem: true) }
  init(name: String, isSystem: Bool) {
    self.name = name
    self.isSystem = isSystem
    super.init()
  }
  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(isSystem, forKey: "isSystem")
  }
  public required convenience init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
    self.init(name: name, isSystem: coder.decodeBool(forKey: "isSystem"))
  }
}

/// A button of a notification.
open class UNNotificationAction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it never changes.
  public let identifier: String
  public let title: String
  public let options: UNNotificationActionOptions
  public let icon: UNNotificationActionIcon?

  public convenience init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
    self.init(identifier: identifier, title: title, options: options, icon: nil)
  }
  public init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?
  ) {
    self.identifier = identifier
    self.title = title
    self.options = options
    self.icon = icon
    super.init()
  }

  var record: NotificationCategoryRecord.Action {
    .init(identifier: identifier, title: title, options: UInt32(truncatingIfNeeded: options.rawValue))
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationAction)?.record == record }
  open override var hash: Int { identifier.hashValue }
  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) {
    coder.encode(identifier, forKey: "identifier")
    coder.encode(title, forKey: "title")
    coder.encode(Int(options.rawValue), forKey: "options")
  }
  public required init?(coder: NSCoder) {
    identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") as String? ?? ""
    title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? ""
    options = UNNotificationActionOptions(rawValue: UInt(coder.decodeInteger(forKey: "options")))
    icon = nil
    super.init()
  }
}

/// A button that asks the user to type a text.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
  public let textInputButtonTitle: String
  public let textInputPlaceholder: String

  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    textInputButtonTitle: String, textInputPlaceholder: String
  ) {
    self.init(
      identifier: identifier, title: title, options: options, icon: nil,
      textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
  }
  public init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?, textInputButtonTitle: String, textInputPlaceholder: String
  ) {
    self.textInputButtonTitle = textInputButtonTitle
    self.textInputPlaceholder = textInputPlaceholder
    super.init(identifier: identifier, title: title, options: options, icon: icon)
  }
  override var record: NotificationCategoryRecord.Action {
    var record = super.record
    record.textInput = [textInputButtonTitle, textInputPlaceholder]
    return record
  }
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(textInputButtonTitle, forKey: "button")
    coder.encode(textInputPlaceholder, forKey: "placeholder")
  }
  public required init?(coder: NSCoder) {
    textInputButtonTitle = coder.decodeObject(of: NSString.self, forKey: "button") as String? ?? ""
    textInputPlaceholder = coder.decodeObject(of: NSString.self, forKey: "placeholder") as String? ?? ""
    super.init(coder: coder)
  }
}

public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Also reports when the user dismisses the notification (L-114).
  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
  public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
  public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
  public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
  public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 16)
}

/// A type of notification, with its buttons.
open class UNNotificationCategory: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it never changes.
  public let identifier: String
  public let actions: [UNNotificationAction]
  public let intentIdentifiers: [String]
  public let options: UNNotificationCategoryOptions
  public let hiddenPreviewsBodyPlaceholder: String
  public let categorySummaryFormat: String

  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
  }
  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: nil,
      options: options)
  }
  public init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
    options: UNNotificationCategoryOptions = []
  ) {
    self.identifier = identifier
    self.actions = actions
    self.intentIdentifiers = intentIdentifiers
    self.options = options
    self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder ?? ""
    self.categorySummaryFormat = categorySummaryFormat ?? ""
    super.init()
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationCategory else { return false }
    return other.identifier == identifier && other.actions == actions && other.options == options
      && other.intentIdentifiers == intentIdentifiers
      && other.hiddenPreviewsBodyPlaceholder == hiddenPreviewsBodyPlaceholder
      && other.categorySummaryFormat == categorySummaryFormat
  }
  open override var hash: Int { identifier.hashValue }
  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) {
    coder.encode(identifier, forKey: "identifier")
    coder.encode(actions as NSArray, forKey: "actions")
    coder.encode(intentIdentifiers as NSArray, forKey: "intents")
    coder.encode(Int(options.rawValue), forKey: "options")
    coder.encode(hiddenPreviewsBodyPlaceholder, forKey: "placeholder")
    coder.encode(categorySummaryFormat, forKey: "summary")
  }
  public required convenience init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") as String? else {
      return nil
    }
    let actions =
      coder.decodeObject(
        of: [NSArray.self, UNNotificationAction.self, UNTextInputNotificationAction.self], forKey: "actions")
      as? [UNNotificationAction]
    let intents = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "intents") as? [String]
    self.init(
      identifier: identifier, actions: actions ?? [], intentIdentifiers: intents ?? [],
      hiddenPreviewsBodyPlaceholder: coder.decodeObject(of: NSString.self, forKey: "placeholder")
        as String?,
      categorySummaryFormat: coder.decodeObject(of: NSString.self, forKey: "summary") as String?,
      options: UNNotificationCategoryOptions(rawValue: UInt(coder.decodeInteger(forKey: "options"))))
  }

  // MARK: Conversion to and from the device's form

  var record: NotificationCategoryRecord {
    NotificationCategoryRecord(
      identifier: identifier, actions: actions.map(\.record),
      options: UInt32(truncatingIfNeeded: options.rawValue),
      payload: PropertyLists.encoded([
        "intents": intentIdentifiers, "placeholder": hiddenPreviewsBodyPlaceholder,
        "summary": categorySummaryFormat,
      ]))
  }

  convenience init(_ record: NotificationCategoryRecord) {
    let list = PropertyLists.decoded(record.payload) ?? [:]
    let actions = record.actions.map { action -> UNNotificationAction in
      let options = UNNotificationActionOptions(rawValue: UInt(action.options))
      guard let texts = action.textInput, texts.count == 2 else {
        return UNNotificationAction(identifier: action.identifier, title: action.title, options: options)
      }
      return UNTextInputNotificationAction(
        identifier: action.identifier, title: action.title, options: options, textInputButtonTitle: texts[0],
        textInputPlaceholder: texts[1])
    }
    self.init(
      identifier: record.identifier, actions: actions,
      intentIdentifiers: list["intents"] as? [String] ?? [],
      hiddenPreviewsBodyPlaceholder: list["placeholder"] as? String,
      categorySummaryFormat: list["summary"] as? String,
      options: UNNotificationCategoryOptions(rawValue: UInt(record.options)))
  }
}
