public import DeviceProtocol

/// The system's parts of the screen that are drawn over the app.
public struct ScreenChrome: Sendable, Equatable {
  public var device: DeviceModel
  public var orientation: DeviceOrientation
  public var isDark: Bool
  /// The status bar's clock, `9:41`.
  public var time: String
  /// The home or lock screen, and notifications.
  public var system: SystemScreen

  public init(
    device: DeviceModel, orientation: DeviceOrientation = .portrait, isDark: Bool = false,
    time: String = "9:41",
    system: SystemScreen = SystemScreen()
  ) {
    self.device = device
    self.orientation = orientation
    self.isDark = isDark
    self.time = time
    self.system = system
  }
}
