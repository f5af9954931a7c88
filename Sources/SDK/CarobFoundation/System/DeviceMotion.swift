import CarobRuntime
package import DeviceProtocol

/// What the device's motion sensors report, for the framework above UIKit that apps ask (E-880).
///
/// UIKit, which has the connection, hands over each report; nothing is polled.
package enum DeviceMotion {
  private struct State {
    var report = MotionReport()
    var observers: [(owner: WeakOwner, body: (MotionReport) -> Void)] = []
  }
  private struct WeakOwner { weak var object: AnyObject? }
  private static let state = Guarded(State())

  /// What the sensors report now.
  package static var report: MotionReport { state.withLock { $0.report } }

  /// Calls `body` on the main thread after each change, for as long as `owner` lives.
  package static func observe(for owner: AnyObject, _ body: @escaping (MotionReport) -> Void) {
    state.withLock { $0.observers.append((WeakOwner(object: owner), body)) }
  }

  /// Takes over what the device reports.
  package static func change(_ report: MotionReport) {
    let observers = state.withLock { state in
      state.report = report
      state.observers.removeAll { $0.owner.object == nil }
      return state.observers
    }
    for observer in observers { observer.body(report) }
  }
}
