import CarobFoundation
import Synchronization

/// Checks that objects and contexts are used on their context's queue (C-145).
///
/// With `-com.apple.CoreData.ConcurrencyDebug 1` a violation stops the app; in strict mode it is a warning.
enum Confinement {
  enum Mode { case off, warn, stop }

  @exclusivity(unchecked) nonisolated(unsafe) static var mode = initialMode
  // Set before the app's code runs, and by tests.

  @inline(__always) static var isChecked: Bool { mode != .off }

  private static var initialMode: Mode {
    let level = UserDefaults.standard.integer(forKey: "com.apple.CoreData.ConcurrencyDebug")
    if level > 0 { return .stop }
    return Diagnostics.isStrict ? .warn : .off
  }

  @inline(never)
  static func check(_ object: NSManagedObject) {
    guard let context = object.registry?.context else { return }
    check(context)
  }

  @inline(never)
  static func check(_ context: NSManagedObjectContext) {
    if context.isOnQueue { return }
    if mode == .stop {
      fflush(nil)
      fatalError(
        "CoreData: +[NSManagedObjectContext __Multithreading_Violation_AllThatIsLeftToUsIsHonor__]: \(context.title) was "
          + "used outside its queue; use perform(_:) or performAndWait(_:)")
    }
    guard warned.withLock({ $0.insert(ObjectIdentifier(context)).inserted }) else { return }
    Journal.warn(
      "\(context.title) is used outside its queue; use perform(_:) or performAndWait(_:) "
        + "(-com.apple.CoreData.ConcurrencyDebug 1 stops the app here)", rule: "C-145")
  }

  private static let warned = Guarded<Set<ObjectIdentifier>>([])
}
