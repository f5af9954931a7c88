import CarobRuntime
import Foundation

extension Timer {
  /// Whether this is the first warning for this timer. Called on the loop's thread.
  private func isFirst() -> Bool {
    defer { hasBeenWarnedOf = true }
    return !hasBeenWarnedOf
  }

  // M-15, M-16
  func warnAboutForgottenTarget(_ target: AnyObject) {
    guard let hasLeft = Controllers.hasLeftTheScreen, MainQueue.isMainThread else { return }
    nonisolated(unsafe) let target = target  // because: it stays on this thread
    guard MainActor.assumeIsolated({ hasLeft(target) }), isFirst() else { return }
    Journal.warn(
      "Timer (\(short(timeInterval))s) retains \(Journal.className(type(of: target))); invalidate it in "
        + "viewDidDisappear, deinit will never run", rule: "M-15", site: site.text)
  }

  // M-20
  func warnAboutDuplicates(_ timers: [Timer]) {
    guard isRepeating, let (target, selector) = targetAndSelector else { return }
    let twins = timers.filter { timer in
      guard timer.isValid, timer.isRepeating, let other = timer.targetAndSelector else { return false }
      return other.target === target && other.selector == selector
    }
    guard twins.count > 1 else { return }
    Journal.warn(
      "\(twins.count) repeating timers call \(Journal.className(type(of: target))).\(selector.name)",
      rule: "M-20", site: site.text)
  }

  // M-21
  func warnIfKeptWaiting() {
    guard interval > 0, let loop, loop.clock.now > firedDeadline,
      Double(loop.clock.now - firedDeadline) / 1e9 > interval, loop.lastTracking > firedDeadline, isFirst()
    else { return }
    Journal.warn("Timer is only in the default mode; add it to .common", rule: "M-21", site: site.text)
  }

  private func short(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}
