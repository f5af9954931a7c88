import CarobFoundation
import CarobRuntime

/// Shows the registrations of a running app: observers, timers and delayed performs, and where and when each
/// was made.
///
/// The platform has no such interface (F-12). An app that is also built for the platform imports this module
/// between `#if canImport(CarobInspection)` and `#endif`. Every call returns a snapshot in the order of
/// registration, and changes nothing. A snapshot keeps the objects in it alive. Without calls the module
/// costs nothing.
///
///     for registration in Inspection.notificationRegistrations() where registration.receiver === self {
///       print(registration)  // songDidChange: PlayerViewController#1.songChanged: at PlayerViewController.swift:12
///     }
public enum Inspection {
  // MARK: Notifications

  /// The registrations with a notification center, in the order in which they were made. Can be called on any
  /// thread.
  public static func notificationRegistrations(
    in center: NotificationCenter = .default
  ) -> [NotificationRegistration] {
    center.registrations.map(NotificationRegistration.init)
  }

  // MARK: Timers

  /// The valid timers of a run loop, by fire date. Can be called on any thread.
  ///
  /// Timers that the SDK schedules for itself (for animations, for example) are not included.
  public static func timers(in loop: RunLoop = .current) -> [ScheduledTimer] {
    loop.scheduledTimers.filter { !$0.isPerform }.map(ScheduledTimer.init)
  }

  /// The pending `perform(_:with:afterDelay:)` calls of a run loop, by fire date. Can be called on any
  /// thread.
  public static func delayedPerforms(in loop: RunLoop = .current) -> [DelayedPerform] {
    loop.scheduledTimers.filter(\.isPerform).compactMap(DelayedPerform.init)
  }

  // MARK: Key–value observing

  /// The observers of an object, in the order of registration. Can be called on any thread.
  public static func observations(of object: NSObject) -> [KeyValueObservation] {
    object.observationsOfIt.map(KeyValueObservation.init)
  }

  /// What an object observes with `addObserver(_:forKeyPath:options:context:)`, in the order of registration.
  /// Can be called on any thread.
  public static func observations(by observer: NSObject) -> [KeyValueObservation] {
    observer.observationsByIt.map(KeyValueObservation.init)
  }

  // MARK: Methods

  /// The method that a message to an instance of a class calls; nil if the class does not recognize the
  /// selector.
  public static func method(for selector: Selector, in cls: AnyClass) -> MessageMethod? {
    Runtime.method(cls, selector).map(MessageMethod.init)
  }

  /// The methods of a class and its superclasses that have selectors, the class's own first.
  public static func methods(of cls: AnyClass) -> [MessageMethod] {
    Runtime.methods(of: cls).map(MessageMethod.init)
  }

  // MARK: Everything at once

  /// A text with the registrations with the default center and the timers and delayed performs of a run loop,
  /// one per line.
  public static func report(loop: RunLoop = .main) -> String {
    func section(_ title: String, _ entries: [any CustomStringConvertible]) -> [String] {
      ["\(title): \(entries.count)"] + entries.map { "  \($0)" }
    }
    return
      (section("notification registrations", notificationRegistrations())
      + section("timers", timers(in: loop)) + section("delayed performs", delayedPerforms(in: loop)))
      .joined(separator: "\n")
  }
}

/// ` at File.swift:3`, or nothing.
func place(_ site: String?) -> String { site.map { " at \($0)" } ?? "" }

/// An object's class and number, or `(deallocated)`.
func describe(_ object: AnyObject?) -> String { object.map(Journal.describe) ?? "(deallocated)" }
