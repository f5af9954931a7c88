import Device
import DeviceProtocol

/// An input of the user through the page.
public enum ScreenInput: Sendable, Equatable {
  /// Fingers that changed at the same time, in screen points. Ids are unique over all open pages.
  case touches([TouchEvent.Finger])
  case key(KeyEvent)
  /// Composed text for the first responder.
  case insertText(String)
  /// The marked text of an input method.
  case composeText(ComposedText)
  /// Pasted from the browser's clipboard.
  case pasteText(String)
  case scroll(ScrollEvent)
  case press(Button)
  case rotate(DeviceOrientation)
  /// `light` or `dark`.
  case appearance(Appearance)
  /// A tap on a notification, its dismissal, or one of its actions, by the notification's number.
  case notification(UInt32, NotificationAction)
  /// Changes the device's location, like the steps of a script.
  case location(LocationAction)
  /// A command of assistive technology, or of the keyboard, for an element of the screen; the label finds it in
  /// another build.
  case accessibility(AccessibilityCommand, element: UInt64, label: String)
  /// Turns the screen reader on or off.
  case voiceOver(Bool)
  case textSize(TextSize)
  /// An address that another app opens.
  case openURL(String)
  /// Ends the app, if it runs, and launches it again.
  case relaunch

  public enum NotificationAction: Sendable, Equatable {
    case tap, dismiss
    case action(String, text: String?)
  }
  public enum LocationAction: Sendable, Equatable {
    /// Degrees.
    case place(latitude: Double, longitude: Double)
    case unknown
    /// A simulated route, by name.
    case route(String)
    /// A GPX file of the project, by its path below the project's folder.
    case file(String)
    case change(SimulatedDevice.RouteChange)
  }
  public enum Button: String, Sendable, CaseIterable {
    case home, lock, unlock
    /// The app's icon on the home screen.
    case icon
    case shake, memoryWarning
    /// The escape gesture of assistive technology.
    case escape
  }
  /// UIContentSizeCategory's short names.
  public enum TextSize: String, Sendable, CaseIterable {
    case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
    case accessibilityExtraExtraExtraLarge
  }
  public enum Appearance: String, Sendable, CaseIterable { case light, dark }
}
