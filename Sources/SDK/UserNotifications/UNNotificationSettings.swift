import CarobFoundation
import DeviceProtocol

public enum UNAuthorizationStatus: Int, Sendable {
  case notDetermined, denied, authorized
  /// Notifications are delivered quietly, without a prompt.
  case provisional
  /// For app clips.
  case ephemeral
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UNAuthorizationOptions(rawValue: 1)
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  public static let alert = UNAuthorizationOptions(rawValue: 4)
  public static let carPlay = UNAuthorizationOptions(rawValue: 8)
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
  public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
  public static let provisional = UNAuthorizationOptions(rawValue: 64)
  public static let announcement = UNAuthorizationOptions(rawValue: 128)
  public static let timeSensitive = UNAuthorizationOptions(rawValue: 256)
}

public enum UNNotificationSetting: Int, Sendable {
  case notSupported, disabled, enabled
}

public enum UNAlertStyle: Int, Sendable {
  case none, banner, alert
}

public enum UNShowPreviewsSetting: Int, Sendable {
  case always, whenAuthenticated, never
}

/// The user's settings for the app's notifications.
open class UNNotificationSettings: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it never changes.
  private let authorization: UInt8
  private let options: UNAuthorizationOptions

  package init(_ state: NotificationState) {
    authorization = state.authorization
    options = UNAuthorizationOptions(rawValue: UInt(state.options))
    super.init()
  }

  open var authorizationStatus: UNAuthorizationStatus {
    UNAuthorizationStatus(rawValue: Int(authorization)) ?? .notDetermined
  }
  open var soundSetting: UNNotificationSetting { setting(.sound) }
  open var badgeSetting: UNNotificationSetting { setting(.badge) }
  open var alertSetting: UNNotificationSetting { setting(.alert) }
  open var notificationCenterSetting: UNNotificationSetting { general }
  open var lockScreenSetting: UNNotificationSetting { setting(.alert, isQuiet: false) }
  open var carPlaySetting: UNNotificationSetting { setting(.carPlay) }
  open var criticalAlertSetting: UNNotificationSetting { setting(.criticalAlert) }
  open var announcementSetting: UNNotificationSetting { setting(.announcement) }
  open var timeSensitiveSetting: UNNotificationSetting { setting(.timeSensitive) }
  /// DEVIATION: the device has no scheduled summary, and no messages that Siri announces.
  open var scheduledDeliverySetting: UNNotificationSetting { .disabled }
  open var directMessagesSetting: UNNotificationSetting { .notSupported }
  open var alertStyle: UNAlertStyle {
    authorizationStatus == .authorized && options.contains(.alert) ? .banner : .none
  }
  open var showPreviewsSetting: UNShowPreviewsSetting { .always }
  open var providesAppNotificationSettings: Bool { options.contains(.providesAppNotificationSettings) }

  /// L-153: an option that was not requested is not supported; the others are enabled or disabled together.
  private func setting(_ option: UNAuthorizationOptions, isQuiet: Bool = true) -> UNNotificationSetting {
    guard options.contains(option) else { return .notSupported }
    switch authorizationStatus {
    case .notDetermined: return .notSupported
    case .denied: return .disabled
    case .authorized, .ephemeral: return .enabled
    // Added only to the list.
    case .provisional: return .disabled
    }
  }

  private var general: UNNotificationSetting {
    switch authorizationStatus {
    case .notDetermined: .notSupported
    case .denied: .disabled
    case .authorized, .ephemeral, .provisional: .enabled
    }
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSettings else { return false }
    return other.authorization == authorization && other.options == options
  }
  open override var hash: Int { Int(authorization) }
  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) {
    coder.encode(Int(authorization), forKey: "authorization")
    coder.encode(Int(options.rawValue), forKey: "options")
  }
  public required init?(coder: NSCoder) {
    authorization = UInt8(clamping: coder.decodeInteger(forKey: "authorization"))
    options = UNAuthorizationOptions(rawValue: UInt(coder.decodeInteger(forKey: "options")))
    super.init()
  }
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UNNotificationPresentationOptions(rawValue: 1)
  public static let sound = UNNotificationPresentationOptions(rawValue: 2)
  /// Banner and list; the option of systems before iOS 14.
  public static let alert = UNNotificationPresentationOptions(rawValue: 4)
  public static let list = UNNotificationPresentationOptions(rawValue: 8)
  public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}
