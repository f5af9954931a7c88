import CarobFoundation
@_spi(Hazards) import CarobRuntime
import QuartzCore

/// Animates a scroll view's offset, sixty times a second. It runs in the common modes, so it continues during
/// tracking.
@preconcurrency @MainActor
final class ScrollMover: _MainActorNSObject {
  @Zeroing private var scrollView: UIScrollView?
  private let from: CGPoint
  let to: CGPoint
  private let begin = LayerClock.now
  private let duration: TimeInterval
  private let curve: [Double]
  private var completion: (() -> Void)?
  private var alarm: LayerAlarm?
  private let cause = Journal.cause

  init(
    _ view: UIScrollView, _ target: CGPoint, _ duration: TimeInterval, _ curve: [Double],
    _ completion: @escaping () -> Void
  ) {
    scrollView = view
    (from, to) = (view.contentOffset, target)
    self.duration = duration
    self.curve = curve
    self.completion = completion
    super.init()
  }

  func start() {
    // The move ends at a frame, which may be later than the exact duration.
    let end = begin + (duration * 60 - 1e-6).rounded(.up) / 60
    LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, end)
    waitForFrame()
  }

  private func waitForFrame() {
    // NB: late frames are skipped, not performed later.
    let frame = ((LayerClock.now - begin) * 60 + 1e-6).rounded(.down) + 1
    alarm = LayerClock.schedule(at: begin + frame / 60) { [self] in step() }
  }

  private func step() {
    guard let scrollView else { return stop() }
    let part = (LayerClock.now - begin) / duration
    let fraction = part > 1 - 1e-6 ? 1 : part
    let eased = CGFloat(CAMediaTimingFunction.ease(fraction, curve))
    Journal.with(cause: cause) {
      scrollView.contentOffset = CGPoint(
        x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * eased)
      if fraction < 1 {
        // A delegate that was notified of this step may have stopped the move.
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
