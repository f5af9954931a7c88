import CarobFoundation
import DeviceProtocol
import QuartzCore

/// Notifications for assistive technologies, and the settings of each.
///
/// The simulated device has a screen reader, which the user turns on in the page; all other settings are off.
/// What an app posts reaches the page (E-801).
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

  /// Reports a change to the page: an announcement and the text of a scrolled page are spoken, the other
  /// notifications move the focus to the argument if it is an element (E-801). Safe on any thread.
  public static func post(notification: Notification, argument: Any?) {
    let text = (argument as? String) ?? (argument as? NSAttributedString)?.string
    switch (notification, text) {
    case (_, let text?): send(.announcement(text))
    case (.screenChanged, nil), (.layoutChanged, nil): send(.changed(focus: identifier(of: argument)))
    default: break
    }
  }

  private static func send(_ report: AccessibilityReport) {
    EventBuffer.shared.append(AppMessage.accessibility(report).encoded())
  }

  private static func identifier(of argument: Any?) -> UInt64? {
    // NB: views may be used on the main thread only.
    guard Thread.isMainThread, let object = argument as AnyObject? else { return nil }
    nonisolated(unsafe) let asked = object
    return MainActor.assumeIsolated {
      (asked as? UIView)?.layer.id ?? (asked as? UIAccessibilityElement)?.id
    }
  }

  /// Whether the screen reader is on.
  @MainActor public static var isVoiceOverRunning: Bool { UIScreen.main.environment.isVoiceOverRunning }
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
  @MainActor public static var isShakeToUndoEnabled: Bool { true }
  @MainActor public static var isClosedCaptioningEnabled: Bool { false }
  @MainActor public static var isMonoAudioEnabled: Bool { false }
  @MainActor public static var isOnOffSwitchLabelsEnabled: Bool { false }
  @MainActor public static var isVideoAutoplayEnabled: Bool { true }
  @MainActor public static var shouldDifferentiateWithoutColor: Bool { false }
  @MainActor public static var prefersCrossFadeTransitions: Bool { false }
  @MainActor public static var buttonShapesEnabled: Bool { false }

  private static func name(_ setting: String) -> Foundation.Notification.Name {
    Foundation.Notification.Name("UIAccessibility\(setting)DidChangeNotification")
  }
  public static let voiceOverStatusDidChangeNotification = name("VoiceOverStatus")
  public static let reduceMotionStatusDidChangeNotification = name("ReduceMotionStatus")
  public static let boldTextStatusDidChangeNotification = name("BoldTextStatus")
  public static let switchControlStatusDidChangeNotification = name("SwitchControlStatus")
  public static let reduceTransparencyStatusDidChangeNotification = name("ReduceTransparencyStatus")
  public static let darkerSystemColorsStatusDidChangeNotification = name("DarkerColorsStatus")
  public static let grayscaleStatusDidChangeNotification = name("GrayscaleStatus")
  public static let invertColorsStatusDidChangeNotification = name("InvertColorsStatus")
  public static let shakeToUndoDidChangeNotification = name("ShakeToUndo")

  /// Turns the screen reader on or off, and notifies the app.
  @MainActor static func turnVoiceOver(_ isOn: Bool) {
    guard isOn != isVoiceOverRunning else { return }
    UIScreen.main.change { $0.isVoiceOverRunning = isOn }
    NotificationCenter.default.post(name: voiceOverStatusDidChangeNotification, object: nil)
  }
}
