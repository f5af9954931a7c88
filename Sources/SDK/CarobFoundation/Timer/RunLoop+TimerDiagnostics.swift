import CarobRuntime
import Foundation

/// A snapshot of a scheduled timer or delayed perform, for diagnostics.
package struct ScheduledTimerInfo {
  package let timer: Timer
  package let target: AnyObject?
  package let selector: Selector?
  /// A delayed perform's argument.
  package let argument: Any?
  package let isPerform: Bool
  package let fireDate: Date
  package let modes: [RunLoop.Mode]
  package let site: String?
}

extension RunLoop {
  /// The app's scheduled timers in the order in which they are due (F-42); equal dates in the order of
  /// scheduling.
  package final var scheduledTimers: [ScheduledTimerInfo] {
    let (timers, modes) = state.withLock { state in
      // NB: read under the lock, because the loop's thread writes them.
      let waiting = state.slots.all.map { timer, ticket in
        (timer: timer, deadline: timer.deadline, ticket: ticket, modes: timer.modes)
      }
      return (waiting.sorted { ($0.deadline, $0.ticket) < ($1.deadline, $1.ticket) }, state.modes.map(\.mode))
    }
    return timers.filter { !$0.timer.site.isOfSDK }.map { waiting in
      let timer = waiting.timer
      // Bit 0 represents the common modes, the other bits the modes in the order in which they were first
      // used.
      let own = modes.indices.prefix(State.maximumTimerModes)
        .filter { waiting.modes & (2 << UInt32($0)) != 0 }.map { modes[$0] }
      let common: [Mode] = waiting.modes & 1 != 0 ? [.common] : []
      return ScheduledTimerInfo(
        timer: timer, target: timer.targetAndSelector?.target,
        selector: timer.performance?.selector, argument: timer.isPerform ? timer.performance?.userInfo : nil,
        isPerform: timer.isPerform, fireDate: clock.date(at: waiting.deadline), modes: common + own,
        site: timer.site.text)
    }
  }
}

extension Timer {
  fileprivate var isPerform: Bool { performance?.isPerform ?? false }
}
