import CDeviceSystem
import Glibc
import Synchronization

/// Gives other threads access to the device, which is confined to the thread of its loop.
public final class DeviceHandle: Sendable {
  private struct Work {
    let run: @Sendable (SimulatedDevice) -> Void
    /// Called instead if the device ends before.
    let drop: @Sendable () -> Void
  }
  /// What waits for the device's thread; nil when the device has ended.
  private let work = Mutex<[Work]?>([])
  let descriptor: Int32

  init() {
    descriptor = carob_wake_descriptor()
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Runs `body` on the device's thread. Bodies run in the order of the calls; a device that has ended runs none.
  public func perform(_ body: @escaping @Sendable (SimulatedDevice) -> Void) {
    _ = add(Work(run: body, drop: {}))
  }

  /// The result of `body`, which runs on the device's thread; nil if the device has ended or ends before.
  public func result<Value: Sendable>(
    of body: @escaping @Sendable (SimulatedDevice) -> Value
  ) async -> Value? {
    await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
      let isTaken = add(
        Work(
          run: { continuation.resume(returning: body($0)) }, drop: { continuation.resume(returning: nil) }))
      if !isTaken { continuation.resume(returning: nil) }
    }
  }

  private func add(_ new: Work) -> Bool {
    let isTaken = work.withLock { work in
      work?.append(new)
      return work != nil
    }
    guard isTaken else { return false }
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
    return true
  }

  func take() -> [@Sendable (SimulatedDevice) -> Void] {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
    return work.withLock { work in
      guard let waiting = work else { return [] }
      work = []
      return waiting.map(\.run)
    }
  }

  /// The device has ended: what waits is dropped.
  func close() {
    let waiting = work.withLock { work in
      defer { work = nil }
      return work ?? []
    }
    for work in waiting { work.drop() }
  }
}
