import CarobRuntime
import Foundation

/// What has to be begun when somebody registers for a name for the first time, because the toolchain does not post it.
package enum AwaitedPosts {
  private static let starters = Guarded<[Notification.Name: @Sendable () -> Void]>([
    UserDefaults.didChangeNotification: { ObservedUserDefaults.adoptStandard },
    .NSCalendarDayChanged: { CalendarDay.post },
  ])

  /// Lets another part of the SDK begin what a name's posts need. Registering for the name has to come later.
  package static func begin(_ name: Notification.Name, with start: @escaping @Sendable () -> Void) {
    starters.withLock { $0[name] = start }
  }

  /// Called under a center's lock; a starter comes back to no center.
  static func start(_ name: Notification.Name) { starters.withLock { $0[name] }?() }
}
