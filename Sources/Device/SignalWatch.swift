import CDeviceSystem
import Glibc

/// Hears SIGINT, SIGTERM and SIGHUP instead of being ended by them, for a command whose devices run on threads of
/// their own. A command with one device on one thread uses `SimulatedDevice.watchSignals` instead.
public struct SignalWatch: Sendable {
  private let descriptor: Int32

  public init() throws(DeviceError) {
    descriptor = carob_watch_signals()
    if descriptor < 0 { throw .environment("cannot watch signals: \(systemError())") }
  }

  /// Waits on the calling thread for the next signal; its number.
  public func wait() -> Int32 {
    while true {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&watched, 1, -1)
      var number: UInt8 = 0
      if read(descriptor, &number, 1) == 1 { return Int32(number) }
    }
  }

  /// From now on they do again what they did before. A signal that nobody has read does it now.
  public static func end() { carob_unwatch_signals() }
}
