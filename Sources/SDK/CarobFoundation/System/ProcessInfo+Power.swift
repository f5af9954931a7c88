import Foundation

extension NSNotification.Name {
  /// Posted when the device's clock is set. Never posted, because the simulated device's clock cannot be set.
  public static let NSSystemClockDidChange = NSNotification.Name("NSSystemClockDidChangeNotification")
  /// Posted when Low Power Mode changes. Never posted, because the simulated device has no Low Power Mode.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}

extension ProcessInfo {
  /// The thermal state of the device.
  public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }

  /// Always nominal on the simulated device.
  public var thermalState: ThermalState { .nominal }
  public class var thermalStateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("NSProcessInfoThermalStateDidChangeNotification")
  }

  /// Always false, because the simulated device has no Low Power Mode.
  public var isLowPowerModeEnabled: Bool { false }
}
