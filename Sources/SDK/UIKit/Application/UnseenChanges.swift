import CarobFoundation
@_spi(Hazards) import CarobRuntime
import QuartzCore

/// Detects an activity indicator that starts in a turn that takes too long for it to be seen (E-152, M-85).
@MainActor
final class UnseenChanges {
  static let shared = UnseenChanges()
  @Zeroing private var view: UIView?
  private var time = 0.0
  /// The delay, in seconds, after which the user notices that the change is missing.
  private let maxDelay = 0.1

  /// Records that a view that shows activity has started.
  func note(_ view: UIView) {
    guard self.view == nil else { return }
    self.view = view
    time = LayerClock.now
  }

  /// Called at the end of the turn, when the change becomes visible.
  func turnEnds() {
    guard let view else { return }
    self.view = nil
    let waited = LayerClock.now - time
    guard waited > maxDelay else { return }
    let seconds = String((waited * 10).rounded() / 10)
    Journal.warn(
      "\(Journal.describe(view)) was changed \(seconds) s before it could be drawn; return from the handler, and "
        + "continue with delayed performance", rule: "M-85", receiver: view)
  }
}
