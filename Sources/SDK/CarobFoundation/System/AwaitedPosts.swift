import CarobRuntime
import Foundation

/// Starts the sources of notifications that the toolchain does not post, when an observer first registers for
/// their names.
package enum AwaitedPosts {
  private static let starters = Guarded<[Notification.Name: @Sendable () -> Void]>([
    UserDefaults.didChangeNotification: { ObservedUserDefaults.adoptStandard },
    .NSCalendarDayChanged: { CalendarDay.post },
  ])

  /// Lets another part of the SDK provide the starter for a name. Must be called before an observer registers
  /// for the name.
  package static func begin(_ name: Notification.Name, with start: @escaping @Sendable () -> Void) {
    starters.withLock { $0[name] = start }
  }

  /// Called under a center's lock, so a starter must not call a notification center.
  static func start(_ name: Notification.Name) { starters.withLock { $0[name] }?() }
}
