import CarobFoundation
import CarobRuntime

/// Shows what the event system of a running app has been asked to do: who waits for what, made where and when.
///
/// The platform has no such interface (F-12); an app that imports this module is meant for Carob alone, or keeps the import
/// between `#if canImport(CarobInspection)` and `#endif`. Every call takes a picture of the moment, in the order in which
/// things were asked for, and changes nothing; what it shows is held as long as the picture is. It costs nothing until it
/// is called.
///
///     for registration in Inspection.notificationRegistrations() where registration.receiver === self {
///       print(registration)  // songDidChange: PlayerViewController#1.songChanged: at PlayerViewController.swift:12
///     }
public enum Inspection {
  // MARK: Notifications

  /// The registrations with a notification center, in the order in which they were made. Any thread.
  public static func notificationRegistrations(
    in center: NotificationCenter = .default
  ) -> [NotificationRegistration] {
    center.registrations.map(NotificationRegistration.init)
  }

  // MARK: Timers

  /// The timers of a run loop that will fire, in the order in which they are due. Any thread.
  ///
  /// What the SDK schedules for itself (animations, the end of a turn) is left out.
  public static func timers(in loop: RunLoop = .current) -> [ScheduledTimer] {
    loop.scheduledTimers.filter { !$0.isPerform }.map(ScheduledTimer.init)
  }

  /// The delayed performs that wait in a run loop, in the order in which they are due. Any thread.
  public static func delayedPerforms(in loop: RunLoop = .current) -> [DelayedPerform] {
    loop.scheduledTimers.filter(\.isPerform).compactMap(DelayedPerform.init)
  }

  // MARK: Key–value observing

  /// Who observes an object, in the order of registration. Any thread.
  public static func observations(of object: NSObject) -> [KeyValueObservation] {
    object.observationsOfIt.map(KeyValueObservation.init)
  }

  /// What an object observes by `addObserver(_:forKeyPath:options:context:)`, in the order of registration. Any thread.
  public static func observations(by observer: NSObject) -> [KeyValueObservation] {
    observer.observationsByIt.map(KeyValueObservation.init)
  }

  // MARK: Methods

  /// The method that a message would find in a class; nil if the message would not be understood.
  public static func method(for selector: Selector, in cls: AnyClass) -> MessageMethod? {
    Runtime.method(cls, selector).map(MessageMethod.init)
  }

  /// The methods that a class and its superclasses show to the runtime, the class's own first.
  public static func methods(of cls: AnyClass) -> [MessageMethod] {
    Runtime.methods(of: cls).map(MessageMethod.init)
  }

  // MARK: Everything at once

  /// The registrations with the default center, and the timers and delayed performs of a run loop, a line each.
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

/// `at File.swift:3` behind a space, or nothing.
func place(_ site: String?) -> String { site.map { " at \($0)" } ?? "" }

/// An object's class and number, or that it is gone.
func describe(_ object: AnyObject?) -> String { object.map(Journal.describe) ?? "(gone)" }
