import CDeviceSystem
import Glibc
import Synchronization

/// Gives other threads access to the device, which is confined to the thread of its loop.
public final class DeviceHandle: Sendable {
  private let work = Mutex<[@Sendable (SimulatedDevice) -> Void]>([])
  let descriptor: Int32

  init() {
    descriptor = carob_wake_descriptor()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Runs `body` on the device's thread. Bodies run in the order of the calls.
  public func perform(_ body: @escaping @Sendable (SimulatedDevice) -> Void) {
    work.withLock { $0.append(body) }
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  func take() -> [@Sendable (SimulatedDevice) -> Void] {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
    return work.withLock { work in
      defer { work = [] }
      return work
    }
  }
}
