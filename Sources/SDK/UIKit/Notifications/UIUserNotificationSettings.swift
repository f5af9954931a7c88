import CarobFoundation
import DeviceProtocol
import UserNotifications

public struct UIUserNotificationType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UIUserNotificationType(rawValue: 1)
  public static let sound = UIUserNotificationType(rawValue: 2)
  public static let alert = UIUserNotificationType(rawValue: 4)
}

public enum UIUserNotificationActionBehavior: UInt, Sendable { case `default`, textInput }
public enum UIUserNotificationActivationMode: UInt, Sendable { case foreground, background }
public enum UIUserNotificationActionContext: UInt, Sendable { case `default`, minimal }
public let UIUserNotificationTextInputActionButtonTitleKey = "UIUserNotificationTextInputActionButtonTitle"
public let UIUserNotificationActionResponseTypedTextKey = "UIUserNotificationActionResponseTypedText"

/// A button of a notification, in the API from before `UserNotifications`.
open class UIUserNotificationAction: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked as on the platform, where it is used on the main thread.
  fileprivate var values = Values()
  fileprivate struct Values {
    var identifier: String?
    var title: String?
    var behavior = UIUserNotificationActionBehavior.default
    var parameters: [AnyHashable: Any] = [:]
    var activationMode = UIUserNotificationActivationMode.foreground
    var isAuthenticationRequired = false
    var isDestructive = false
  }
  public override init() { super.init() }
  open var identifier: String? { values.identifier }
  open var title: String? { values.title }
  open var behavior: UIUserNotificationActionBehavior { values.behavior }
  open var parameters: [AnyHashable: Any] { values.parameters }
  open var activationMode: UIUserNotificationActivationMode { values.activationMode }
  open var isAuthenticationRequired: Bool { values.isAuthenticationRequired }
  open var isDestructive: Bool { values.isDestructive }
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIUserNotificationAction()
    copy.values = values
    return copy
  }
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = UIMutableUserNotificationAction()
    copy.values = values
    return copy
  }

  fileprivate var record: NotificationCategoryRecord.Action {
    var options: UInt32 = 0
    if isAuthenticationRequired { options |= 1 }
    if isDestructive { options |= 2 }
    if activationMode == .foreground { options |= 4 }
    let button = parameters[UIUserNotificationTextInputActionButtonTitleKey] as? String ?? "Send"
    return .init(
      identifier: identifier ?? "", title: title ?? "", options: options,
      textInput: behavior == .textInput ? [button, ""] : nil)
  }
}

open class UIMutableUserNotificationAction: UIUserNotificationAction, @unchecked Sendable {
  open override var identifier: String? {
    get { values.identifier }
    set { values.identifier = newValue }
  }
  open override var title: String? {
    get { values.title }
    set { values.title = newValue }
  }
  open override var behavior: UIUserNotificationActionBehavior {
    get { values.behavior }
    set { values.behavior = newValue }
  }
  open override var parameters: [AnyHashable: Any] {
    get { values.parameters }
    set { values.parameters = newValue }
  }
  open override var activationMode: UIUserNotificationActivationMode {
    get { values.activationMode }
    set { values.activationMode = newValue }
  }
  open override var isAuthenticationRequired: Bool {
    get { values.isAuthenticationRequired }
    set { values.isAuthenticationRequired = newValue }
  }
  open override var isDestructive: Bool {
    get { values.isDestructive }
    set { values.isDestructive = newValue }
  }
}

/// A category of notifications and its buttons, in the API from before `UserNotifications`.
open class UIUserNotificationCategory: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked as on the platform, where it is used on the main thread.
  fileprivate var storedIdentifier: String?
  fileprivate var storedActions: [UIUserNotificationActionContext: [UIUserNotificationAction]] = [:]
  public override init() { super.init() }
  open var identifier: String? { storedIdentifier }
  /// The minimal context falls back to the first two actions of the default context.
  open func actions(for context: UIUserNotificationActionContext) -> [UIUserNotificationAction]? {
    storedActions[context]
      ?? (context == .minimal ? storedActions[.default].map { Array($0.prefix(2)) } : nil)
  }
  open func copy(with zone: NSZone? = nil) -> Any { filled(UIUserNotificationCategory()) }
  open func mutableCopy(with zone: NSZone? = nil) -> Any { filled(UIMutableUserNotificationCategory()) }
  private func filled(_ copy: UIUserNotificationCategory) -> UIUserNotificationCategory {
    copy.storedIdentifier = storedIdentifier
    copy.storedActions = storedActions
    return copy
  }

  var record: NotificationCategoryRecord {
    NotificationCategoryRecord(
      identifier: identifier ?? "",
      actions: (storedActions[.default] ?? storedActions[.minimal] ?? []).map(\.record), options: 0)
  }
}

open class UIMutableUserNotificationCategory: UIUserNotificationCategory, @unchecked Sendable {
  open override var identifier: String? {
    get { storedIdentifier }
    set { storedIdentifier = newValue }
  }
  open func setActions(
    _ actions: [UIUserNotificationAction]?, for context: UIUserNotificationActionContext
  ) { storedActions[context] = actions }
}

/// The kinds of notification an app wants to show, in the API from before `UserNotifications` (L-90).
open class UIUserNotificationSettings: NSObject, @unchecked Sendable {
  // @unchecked because it never changes.
  public let types: UIUserNotificationType
  public let categories: Set<UIUserNotificationCategory>?
  public init(types: UIUserNotificationType, categories: Set<UIUserNotificationCategory>?) {
    self.types = types
    self.categories = categories
    super.init()
  }
}

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }
