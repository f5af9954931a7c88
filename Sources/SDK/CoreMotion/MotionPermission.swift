import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// Whether the app may see activities, steps and altitudes (E-884).
enum MotionPermission {
  private static let usageKey = "NSMotionUsageDescription"

  static var status: CMAuthorizationStatus {
    switch DeviceServices.permission(.motion).status {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    default: .authorized
    }
  }

  /// Runs `body` on the main thread once the user has decided, with the error if they do not let the app see it.
  static func request(for api: String, _ body: @escaping ((any Error)?) -> Void) {
    // E-884.1
    guard let text = Bundle.main.object(forInfoDictionaryKey: usageKey) as? String else {
      fatalError(
        "\(api) reads motion data, and Info.plist has no text for \(usageKey): the system ends an app that does this (E-884)"
      )
    }
    let decided = {
      body(status == .authorized ? nil : CMErrorMotionActivityNotAuthorized.nsError)
    }
    nonisolated(unsafe) let work = decided  // because it is called on the main thread alone
    DispatchQueue.main.async {
      // E-884.2
      if status == .notDetermined {
        DeviceServices.request(.motion, text: text) { _ in work() }
      } else {
        work()
      }
    }
  }
}

extension DeviceMotion {
  /// The date at which the device's clock was at a time.
  static func date(_ time: TimeInterval) -> Date { Date(timeIntervalSinceNow: time - Clock.now) }
  /// The device's time of a date that an app gave as the end of a stretch of time.
  // NB: a date is exact to some tenths of a microsecond: what happens just now must not lie after it.
  static func end(_ date: Date) -> TimeInterval { Clock.now + date.timeIntervalSinceNow + 1e-5 }
  static func start(_ date: Date) -> TimeInterval { Clock.now + date.timeIntervalSinceNow - 1e-5 }
}

/// Who is called while updates run; starting anew replaces, stopping ends it.
///
/// Used on the main thread alone, where the device's reports arrive.
struct CurrentReceiver<Receiver> {
  var current: Receiver?
  /// Counts starts and stops, so that a late answer of the user starts nothing that was stopped meanwhile.
  private(set) var generation = 0
  mutating func begin() -> Int {
    current = nil
    generation += 1
    return generation
  }
  mutating func install(_ receiver: Receiver, of generation: Int) -> Bool {
    guard generation == self.generation else { return false }
    current = receiver
    return true
  }
  mutating func stop() {
    current = nil
    generation += 1
  }
}
