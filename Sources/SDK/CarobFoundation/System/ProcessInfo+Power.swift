import Foundation

extension NSNotification.Name {
  /// Posted when somebody sets the device's clock; the simulated device's cannot be set, so it never is.
  public static let NSSystemClockDidChange = NSNotification.Name("NSSystemClockDidChangeNotification")
  /// Posted when Low Power Mode is switched; the simulated device has none, so it never is.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}

extension ProcessInfo {
  /// How hot the device is.
  public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }

  /// The simulated device stays cool.
  public var thermalState: ThermalState { .nominal }
  public class var thermalStateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("NSProcessInfoThermalStateDidChangeNotification")
  }

  /// The simulated device has no Low Power Mode.
  public var isLowPowerModeEnabled: Bool { false }
}
