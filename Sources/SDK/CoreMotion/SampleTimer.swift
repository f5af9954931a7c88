import CarobFoundation
import CarobRuntime

/// Calls a closure at a regular interval until it is stopped: the sampling rate of a sensor (E-882).
final class SampleTimer: @unchecked Sendable {
  // @unchecked because the source is thread-safe and the rest is immutable.
  private let source: any DispatchSourceTimer
  // NB: samples are taken on a queue of their own, so that a busy main thread does not delay handlers on
  // other queues.
  private static let queue = DispatchQueue(label: "com.apple.CoreMotion.MotionThread")

  init(every interval: TimeInterval, _ body: @escaping @Sendable () -> Void) {
    // E-882: the hardware provides at most 100 samples per second.
    let interval = interval.isFinite ? max(interval, 0.01) : 0.01
    source = DispatchSource.makeTimerSource(queue: Self.queue)
    source.schedule(deadline: .now() + interval, repeating: interval)
    source.setEventHandler(handler: body)
    source.resume()
  }

  func stop() { source.cancel() }
  deinit { source.cancel() }
}

/// The queue and the handler that an app gave to a sensor.
struct SampleReceiver<Sample>: @unchecked Sendable {
  // @unchecked because the handler is called only on the app's queue.
  let queue: OperationQueue
  let handler: (Sample?, (any Error)?) -> Void
  let site: SourceSite
  /// The sensor's name in the trace.
  let sensor: String

  func deliver(_ sample: Sample?, _ error: (any Error)? = nil) {
    nonisolated(unsafe) let values = (sample, error)  // because only the app's queue uses them from here on
    queue.addOperation {
      Journal.deliverRegistered(.dispatch, "{}", site: site.text, detail: [("sensor", sensor)]) {
        handler(values.0, values.1)
      }
    }
  }
}
