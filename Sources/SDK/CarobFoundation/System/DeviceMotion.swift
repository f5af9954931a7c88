import CarobRuntime
package import DeviceProtocol

/// The reports of the device's motion sensors, for the motion framework, which is above UIKit (E-880).
///
/// UIKit owns the connection and forwards each report; nothing is polled.
package enum DeviceMotion {
  private struct State {
    var report = MotionReport()
    var observers: [(owner: WeakOwner, body: (MotionReport) -> Void)] = []
  }
  private struct WeakOwner { weak var object: AnyObject? }
  private static let state = Guarded(State())

  /// The current report of the sensors.
  package static var report: MotionReport { state.withLock { $0.report } }

  /// Calls `body` on the main thread after each change, as long as `owner` exists.
  package static func observe(for owner: AnyObject, _ body: @escaping (MotionReport) -> Void) {
    state.withLock { $0.observers.append((WeakOwner(object: owner), body)) }
  }

  /// Stores a report from the device and notifies the observers.
  package static func change(_ report: MotionReport) {
    let observers = state.withLock { state in
      state.report = report
      state.observers.removeAll { $0.owner.object == nil }
      return state.observers
    }
    for observer in observers { observer.body(report) }
  }
}
