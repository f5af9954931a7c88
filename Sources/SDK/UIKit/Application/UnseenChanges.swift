import CarobFoundation
@_spi(Hazards) import CarobRuntime
import QuartzCore

/// What was started to be seen, and waits for the end of its turn (E-152, M-85).
@MainActor
final class UnseenChanges {
  static let shared = UnseenChanges()
  @Zeroing private var view: UIView?
  private var time = 0.0
  /// Longer, and the user wonders what goes on.
  private let patience = 0.1

  /// A view that shows that something goes on has begun to.
  func note(_ view: UIView) {
    guard self.view == nil else { return }
    self.view = view
    time = LayerClock.now
  }

  /// The turn ends: what was changed is seen now.
  func turnEnds() {
    guard let view else { return }
    self.view = nil
    let waited = LayerClock.now - time
    guard waited > patience else { return }
    let seconds = String((waited * 10).rounded() / 10)
    Journal.warn(
      "\(Journal.describe(view)) was changed \(seconds) s before it could be drawn; return from the handler, and "
        + "continue with delayed performance", rule: "M-85", receiver: view)
  }
}
