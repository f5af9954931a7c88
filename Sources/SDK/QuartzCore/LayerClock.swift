import CarobFoundation

/// The device's time for UIKit and Core Animation, and the only place where they schedule something for
/// later.
///
/// UIKit sets `waiter` at launch (the main run loop, common modes); tests set both and advance the time
/// themselves.
package enum LayerClock {
  nonisolated(unsafe) package static var reader: () -> Double = { Clock.now }
  /// Runs the block at a time, unless the returned closure is called before.
  nonisolated(unsafe) package static var waiter:
    (_ time: Double, _ block: @escaping () -> Void) -> () -> Void =
      { _, _ in {} }

  /// Seconds since the device started.
  package static var now: Double { reader() }

  @discardableResult
  package static func schedule(at time: Double, _ block: @escaping () -> Void) -> LayerAlarm {
    LayerAlarm(waiter(time, block))
  }
}

/// Something that is scheduled and can be cancelled.
package struct LayerAlarm {
  private let stop: () -> Void
  init(_ stop: @escaping () -> Void) { self.stop = stop }
  package func cancel() { stop() }
}
