import CDeviceSystem
import Glibc

/// Catches SIGINT, SIGTERM and SIGHUP, for a command whose devices run on threads of their own. A command with one device on one
/// thread uses `SimulatedDevice.watchSignals` instead.
public struct SignalWatch: Sendable {
  private let descriptor: Int32

  public init() throws(DeviceError) {
    descriptor = carob_watch_signals()
    if descriptor < 0 { throw .environment("cannot watch signals: \(systemError())") }
  }

  /// Blocks the calling thread until the next signal, and returns its number.
  public func wait() -> Int32 {
    while true {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&watched, 1, -1)
      var number: UInt8 = 0
      if read(descriptor, &number, 1) == 1 { return Int32(number) }
    }
  }

  /// Restores the previous handling of the signals. A signal that was not read yet is delivered now.
  public static func end() { carob_unwatch_signals() }
}
