import CarobFoundation

public enum UIDeviceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
  public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// Information about the simulated device.
@preconcurrency @MainActor
open class UIDevice: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public static let current = UIDevice()
  open var name: String { UIScreen.main.modelName }
  open var model: String { userInterfaceIdiom == .pad ? "iPad" : "iPhone" }
  open var localizedModel: String { model }
  open var systemName: String { userInterfaceIdiom == .pad ? "iPadOS" : "iOS" }
  open var systemVersion: String { "17.0" }
  open var userInterfaceIdiom: UIUserInterfaceIdiom { UIScreen.main.idiom }
  open var identifierForVendor: UUID? { UUID(uuidString: "00000000-0000-4000-8000-000000000001") }
  open var isMultitaskingSupported: Bool { true }
  open var isBatteryMonitoringEnabled = false
  open var batteryLevel: Float { isBatteryMonitoringEnabled ? 1 : -1 }
  public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }
  open var batteryState: BatteryState { isBatteryMonitoringEnabled ? .full : .unknown }
  open var isProximityMonitoringEnabled = false
  open var proximityState: Bool { false }

  private var generating = 0
  open var isGeneratingDeviceOrientationNotifications: Bool { generating > 0 }
  open func beginGeneratingDeviceOrientationNotifications() { generating += 1 }
  open func endGeneratingDeviceOrientationNotifications() { generating = max(0, generating - 1) }
  /// The device's orientation, even if the interface has another one.
  open var orientation: UIDeviceOrientation {
    switch Rotation.interfaceOrientation(Rotation.held) {
    case .portrait: return .portrait
    case .portraitUpsideDown: return .portraitUpsideDown
    // NB: landscape left for the device is landscape right for the interface, and vice versa.
    case .landscapeRight: return .landscapeLeft
    case .landscapeLeft: return .landscapeRight
    case .unknown: return .unknown
    }
  }

  nonisolated public static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification")
  nonisolated public static let batteryStateDidChangeNotification = Notification.Name(
    "UIDeviceBatteryStateDidChangeNotification")
  nonisolated public static let batteryLevelDidChangeNotification = Notification.Name(
    "UIDeviceBatteryLevelDidChangeNotification")
  nonisolated public static let proximityStateDidChangeNotification = Notification.Name(
    "UIDeviceProximityStateDidChangeNotification")

  /// E-621: apps used to rotate the interface with this key. Since iOS 16 it has no effect and prints this
  /// message.
  open override func setValue(_ value: Any?, forKey key: String) {
    guard key == "orientation" else { return super.setValue(value, forKey: key) }
    Journal.warn(
      "Setting UIDevice.orientation is not supported. Please use UIWindowScene.requestGeometryUpdate(_:)",
      rule: "E-621")
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIDevice.self,
      {
        [
          "batteryMonitoringEnabled": \.isBatteryMonitoringEnabled,
          "proximityMonitoringEnabled": \.isProximityMonitoringEnabled,
        ]
      },
      readOnly: {
        [
          "name": \.name, "model": \.model, "localizedModel": \.localizedModel, "systemName": \.systemName,
          "systemVersion": \.systemVersion, "userInterfaceIdiom": \.userInterfaceIdiom,
          "identifierForVendor": \.identifierForVendor, "multitaskingSupported": \.isMultitaskingSupported,
          "batteryLevel": \.batteryLevel, "batteryState": \.batteryState,
          "proximityState": \.proximityState,
          "generatingDeviceOrientationNotifications": \.isGeneratingDeviceOrientationNotifications,
          "orientation": \.orientation,
        ]
      }
    )
  }
}
