import CarobFoundation

/// Notifications for assistive technologies, and the settings of each.
///
/// The simulated device has no assistive technologies: all settings are off, and posted notifications have no
/// effect (E-801).
public enum UIAccessibility {
  /// A change on the screen that is reported to assistive technologies.
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let screenChanged = Notification(rawValue: 1000)
    public static let layoutChanged = Notification(rawValue: 1001)
    public static let announcement = Notification(rawValue: 1008)
    public static let pageScrolled = Notification(rawValue: 1009)
  }

  public static func post(notification: Notification, argument: Any?) {}

  @MainActor public static var isVoiceOverRunning: Bool { false }
  @MainActor public static var isSwitchControlRunning: Bool { false }
  @MainActor public static var isAssistiveTouchRunning: Bool { false }
  @MainActor public static var isGuidedAccessEnabled: Bool { false }
  @MainActor public static var isBoldTextEnabled: Bool { false }
  @MainActor public static var isGrayscaleEnabled: Bool { false }
  @MainActor public static var isInvertColorsEnabled: Bool { false }
  @MainActor public static var isReduceMotionEnabled: Bool { false }
  @MainActor public static var isReduceTransparencyEnabled: Bool { false }
  @MainActor public static var isDarkerSystemColorsEnabled: Bool { false }
  @MainActor public static var isSpeakScreenEnabled: Bool { false }
  @MainActor public static var isSpeakSelectionEnabled: Bool { false }

  public static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityVoiceOverStatusDidChangeNotification")
  public static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityReduceMotionStatusDidChangeNotification")
  public static let boldTextStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityBoldTextStatusDidChangeNotification")
}
