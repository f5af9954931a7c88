import CarobRuntime
import QuartzCore
import UIKit

/// Animates a map view's visible part, sixty times a second, in the way of scroll views.
@MainActor
final class MapMover {
  private let steps: (Double) -> Void
  private var completion: (() -> Void)?
  private let begin = LayerClock.now
  private let duration: Double
  private let curve: [Double]
  private var alarm: LayerAlarm?
  private let cause = Journal.cause

  static let easeInOut = [0.42, 0, 0.58, 1]
  /// The timing curve of deceleration after a drag.
  static let decelerating = [0.165, 0.84, 0.44, 1]

  /// `steps` is called with the progress, from 0 to 1.
  init(
    duration: Double, curve: [Double], steps: @escaping (Double) -> Void, completion: @escaping () -> Void
  ) {
    (self.duration, self.curve, self.steps, self.completion) = (duration, curve, steps, completion)
    // The animation ends at a frame, which may be later than its duration.
    let end = begin + (duration * 60 - 1e-6).rounded(.up) / 60
    LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, end)
    waitForFrame()
  }

  private func waitForFrame() {
    let frame = ((LayerClock.now - begin) * 60 + 1e-6).rounded(.down) + 1
    alarm = LayerClock.schedule(at: begin + frame / 60) { [self] in MainActor.assumeIsolated { step() } }
  }

  private func step() {
    let part = (LayerClock.now - begin) / duration
    let fraction = part > 1 - 1e-6 ? 1 : part
    Journal.with(cause: cause) {
      steps(CAMediaTimingFunction.ease(fraction, curve))
      if fraction < 1 {
        // The callback may have stopped the animation.
        if alarm != nil { waitForFrame() }
        return
      }
      let completion = completion
      stop()
      completion?()
    }
  }

  func stop() {
    alarm?.cancel()
    alarm = nil
    completion = nil
  }
}
