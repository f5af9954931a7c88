import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// The app's permission to read activities, steps and altitudes (E-884).
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

  /// Runs `body` on the main thread once the user has decided, with an error if the user denied permission.
  static func request(for api: String, _ body: @escaping ((any Error)?) -> Void) {
    // E-884.1
    guard let text = Bundle.main.object(forInfoDictionaryKey: usageKey) as? String else {
      fatalError(
        "\(api) reads motion data, but Info.plist has no \(usageKey) string; the system terminates such an app (E-884)"
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
  /// The date at a time of the device's clock.
  static func date(_ time: TimeInterval) -> Date { Date(timeIntervalSinceNow: time - Clock.now) }
  /// The device's time for a date that an app gives as the end of a time range.
  // NB: dates are exact to some tenths of a microsecond; an event that happens now must not be later than
  // the end.
  static func end(_ date: Date) -> TimeInterval { Clock.now + date.timeIntervalSinceNow + 1e-5 }
  static func start(_ date: Date) -> TimeInterval { Clock.now + date.timeIntervalSinceNow - 1e-5 }
}

/// The receiver while updates run. Starting again replaces it, stopping removes it.
///
/// Used only on the main thread, where the device's reports arrive.
struct CurrentReceiver<Receiver> {
  var current: Receiver?
  /// Counts starts and stops, so that a late permission does not start updates that were stopped in the
  /// meantime.
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
