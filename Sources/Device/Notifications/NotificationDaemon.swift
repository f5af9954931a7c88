import DeviceProtocol
import Foundation

/// The device's notification center for one app: pending requests with their dates, and delivered notifications.
///
/// A pure state machine: the caller passes the time in, and gets decisions.
struct NotificationDaemon: Sendable, Equatable {
  /// The current time.
  struct Clock {
    var now: DeviceTime
    /// Seconds since 1970.
    var wall: Double
    /// The time zone of triggers without one.
    var zone: TimeZone?
  }

  /// The result of adding a request.
  enum Added: Equatable {
    /// It fires at this date, seconds since 1970; nil for a trigger without a date.
    case scheduled(at: Double?)
    case firesNow
    case refused(why: String)
  }

  var state = NotificationState()
  /// When pending requests fire, in the order in which they were added. Equal dates fire in this order.
  private(set) var schedule: [Due] = []
  private var lastNumber: UInt32 = 0

  struct Due: Sendable, Equatable {
    var identifier: String
    /// Seconds since 1970 by the wall clock, so that it is valid over launches and devices.
    var wall: Double
  }

  /// L-91, L-156: the most pending requests; the latest ones are dropped.
  static let limit = 64

  init() {}

  // MARK: Requests

  /// - Returns: the result, and the identifiers of requests that were dropped because of the limit.
  mutating func add(_ request: NotificationRequestRecord, _ clock: Clock) -> (Added, dropped: [String]) {
    // L-112.
    remove([request.identifier])
    if request.origin != .legacy, !state.isAuthorized {
      return (.refused(why: Self.whyNotAuthorized(state)), [])
    }
    guard request.trigger != .none else { return (.firesNow, []) }
    let date = Self.next(request.trigger, after: clock)
    switch request.trigger {
    case .location, .push: break
    case .none, .interval, .calendar:
      guard date != nil else { return (.refused(why: "its trigger never fires"), []) }
    }
    state.pending.append(request)
    if let date { schedule.append(Due(identifier: request.identifier, wall: date)) }
    return (.scheduled(at: date), dropLatest())
  }

  private mutating func dropLatest() -> [String] {
    var dropped: [String] = []
    while state.pending.count > Self.limit {
      guard
        let latest = schedule.enumerated().max(by: {
          ($0.element.wall, $0.offset) < ($1.element.wall, $1.offset)
        })
      else { break }
      dropped.append(latest.element.identifier)
      remove([latest.element.identifier])
    }
    return dropped
  }

  mutating func remove(_ identifiers: [String]) {
    state.apply(.removePending(identifiers))
    schedule.removeAll { identifiers.contains($0.identifier) }
  }

  /// Applies a call that is not `add`.
  mutating func apply(_ call: NotificationCall) {
    switch call {
    case .removePending(let identifiers): remove(identifiers)
    case .removeAllPending:
      state.apply(call)
      schedule = []
    default: state.apply(call)
    }
  }

  static func whyNotAuthorized(_ state: NotificationState) -> String {
    state.authorization == 0
      ? "not authorized: the app has not asked for permission, or the user has not answered"
      : "not authorized: the user does not allow the app's notifications"
  }

  // MARK: Firing

  /// The date of the next request with a time trigger, seconds since 1970.
  var next: Double? { schedule.map(\.wall).min() }

  /// Removes and returns a request that is due. A repeating one stays pending.
  mutating func takeDue(_ clock: Clock) -> NotificationRequestRecord? {
    // NB: dates are converted from the clock and back, so a microsecond early counts as due.
    let due = schedule.enumerated().filter { $0.element.wall <= clock.wall + 0.000_001 }
      .min { ($0.element.wall, $0.offset) < ($1.element.wall, $1.offset) }
    guard let due, let request = state.pending.first(where: { $0.identifier == due.element.identifier })
    else {
      if let due { schedule.remove(at: due.offset) }
      return nil
    }
    schedule.remove(at: due.offset)
    if request.repeats, let date = Self.next(request.trigger, after: clock, last: due.element.wall) {
      schedule.append(Due(identifier: request.identifier, wall: date))
    } else {
      state.apply(.removePending([request.identifier]))
    }
    return request
  }

  /// The requests that fire when a region is entered or left, in the order in which they were added.
  mutating func takeCrossing(of region: String, isEntry: Bool) -> [NotificationRequestRecord] {
    let fired = state.pending.filter { request in
      guard case .location(let trigger) = request.trigger, trigger.identifier == region else { return false }
      return isEntry ? trigger.notifiesOnEntry : trigger.notifiesOnExit
    }
    remove(fired.filter { !$0.repeats }.map(\.identifier))
    return fired
  }

  /// The regions of pending location triggers.
  var regions: [RegionTrigger] {
    state.pending.compactMap { if case .location(let region) = $0.trigger { region } else { nil } }
  }

  private static func next(
    _ trigger: NotificationRequestRecord.Trigger, after clock: Clock, last: Double? = nil
  ) -> Double? {
    switch trigger {
    case .none, .location, .push: return nil
    case .interval(let seconds, let repeats):
      guard seconds > 0, seconds.isFinite else { return nil }
      guard let last, repeats else { return clock.wall + seconds }
      // Dates that were missed while the device was off are skipped.
      let missed = max(0, ((clock.wall - last) / seconds).rounded(.down))
      return last + (missed + 1) * seconds
    case .calendar(let calendar):
      return CalendarSchedule.next(
        of: calendar, after: Date(timeIntervalSince1970: clock.wall), zone: clock.zone
      )?.timeIntervalSince1970
    }
  }

  // MARK: Delivered

  /// Makes a numbered notification from a request that fires.
  mutating func fired(_ request: NotificationRequestRecord, _ clock: Clock) -> DeliveredNotification {
    lastNumber &+= 1
    return DeliveredNotification(number: lastNumber, request: request, date: clock.wall)
  }

  /// Adds a notification to the list, and replaces one with the same identifier (L-112).
  mutating func list(_ notification: DeliveredNotification) {
    state.delivered.removeAll { $0.request.identifier == notification.request.identifier }
    state.delivered.append(notification)
  }

  func category(of notification: DeliveredNotification) -> NotificationCategoryRecord? {
    state.categories.first { $0.identifier == notification.request.category }
  }

  // MARK: Kept with the container

  /// The state as text for `init(text:)`; empty if there is nothing to keep.
  var text: String {
    guard state != NotificationState() || lastNumber > 0 else { return "" }
    let dates = schedule.map { "\($0.wall) \($0.identifier)" }.joined(separator: "\n")
    return "\(lastNumber)\n\(Data(state.encoded).base64EncodedString())\n\(dates)"
  }

  /// Restores the state from `text`; invalid parts are ignored.
  init(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 2, let number = UInt32(lines[0]), let data = Data(base64Encoded: lines[1]) else {
      return
    }
    do throws(WireError) {
      state = try NotificationState(encoded: [UInt8](data))
    } catch {
      return
    }
    lastNumber = number
    for line in lines.dropFirst(2) {
      guard let space = line.firstIndex(of: " "), let wall = Double(line[..<space]) else { continue }
      let identifier = String(line[line.index(after: space)...])
      if state.pending.contains(where: { $0.identifier == identifier }) {
        schedule.append(Due(identifier: identifier, wall: wall))
      }
    }
  }
}

extension NotificationRequestRecord {
  var repeats: Bool {
    switch trigger {
    case .none, .push: false
    case .interval(_, let repeats): repeats
    case .calendar(let trigger): trigger.repeats
    case .location(let trigger): trigger.repeats
    }
  }
}
