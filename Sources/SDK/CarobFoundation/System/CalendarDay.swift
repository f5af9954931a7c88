import CarobRuntime
import Foundation

/// Reports on the main thread when a new calendar day begins.
///
/// Nothing is scheduled before the first handler is added.
package enum CalendarDay {
  private static let handlers = Guarded<[@MainActor () -> Void]>([])

  /// Calls `handler` at the beginning of each day. Handlers are called in the order in which they were added.
  package static func whenChanged(_ handler: @escaping @MainActor () -> Void) {
    let isFirst = handlers.withLock { handlers in
      handlers.append(handler)
      return handlers.count == 1
    }
    if isFirst { schedule() }
  }

  /// Posts `NSCalendarDayChanged` from now on.
  static let post: Void = whenChanged {
    NotificationCenter.default.post(name: .NSCalendarDayChanged, object: nil)
  }

  private static func schedule() {
    let calendar = Calendar.current
    let today = calendar.startOfDay(for: Date())
    guard let tomorrow = calendar.date(byAdding: .day, value: 1, to: today) else { return }
    let timer = Timer(fire: tomorrow, interval: 0, repeats: false) { _ in
      MainActor.assumeIsolated { changed() }
      schedule()
    }
    RunLoop.main.add(timer, forMode: .common)
  }

  /// Calls the handlers when a new day has begun.
  @MainActor
  package static func changed() {
    Journal.root(.lifecycle, "calendar day changed", category: .lifetime) {
      handlers.withLock { $0 }.forEach { $0() }
    }
  }
}
