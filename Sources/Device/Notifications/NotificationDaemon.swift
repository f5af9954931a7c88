import DeviceProtocol
import Foundation

/// The device's notification center for one app: what is pending and when it fires, and what was delivered. A pure state
/// machine: the clock comes in, decisions come out.
struct NotificationDaemon: Sendable, Equatable {
  /// What the clocks say.
  struct Clock {
    var now: DeviceTime
    /// Seconds since 1970.
    var wall: Double
    /// The zone of triggers that name none.
    var zone: TimeZone?
  }

  /// What became of a request that was added.
  enum Added: Equatable {
    /// It fires at this date, seconds since 1970; nil for a trigger without a date.
    case scheduled(at: Double?)
    case firesNow
    case refused(why: String)
  }

  var state = NotificationState()
  /// When pending requests fire, in the order in which they were added: equal dates go first in, first out.
  private(set) var schedule: [Due] = []
  private var lastNumber: UInt32 = 0

  struct Due: Sendable, Equatable {
    var identifier: String
    /// Seconds since 1970; as the clock shows it, so that it holds over launches and devices.
    var wall: Double
  }

  /// L-91, L-156: more are not kept, the soonest are.
  static let limit = 64

  init() {}

  // MARK: Requests

  /// - Returns: what became of it, and the identifiers of requests that were dropped for want of room.
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

  /// The date of the next request that fires by the clock, seconds since 1970.
  var next: Double? { schedule.map(\.wall).min() }

  /// Takes a request that is due; one that repeats stays pending.
  mutating func takeDue(_ clock: Clock) -> NotificationRequestRecord? {
    // NB: a due date was computed from the clock and back: less than a microsecond early is on time.
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

  /// A location trigger's region was entered or left: those that fire, in the order in which they were added.
  mutating func takeCrossing(of region: String, isEntry: Bool) -> [NotificationRequestRecord] {
    let fired = state.pending.filter { request in
      guard case .location(let trigger) = request.trigger, trigger.identifier == region else { return false }
      return isEntry ? trigger.notifiesOnEntry : trigger.notifiesOnExit
    }
    remove(fired.filter { !$0.repeats }.map(\.identifier))
    return fired
  }

  /// The regions that pending requests wait for.
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
      // What was missed while the device was off is not made up for.
      let missed = max(0, ((clock.wall - last) / seconds).rounded(.down))
      return last + (missed + 1) * seconds
    case .calendar(let calendar):
      return CalendarSchedule.next(
        of: calendar, after: Date(timeIntervalSince1970: clock.wall), zone: clock.zone
      )?.timeIntervalSince1970
    }
  }

  // MARK: Delivered

  /// Numbers a notification that has fired.
  mutating func fired(_ request: NotificationRequestRecord, _ clock: Clock) -> DeliveredNotification {
    lastNumber &+= 1
    return DeliveredNotification(number: lastNumber, request: request, date: clock.wall)
  }

  /// Into the list; one with the same identifier is replaced (L-112).
  mutating func list(_ notification: DeliveredNotification) {
    state.delivered.removeAll { $0.request.identifier == notification.request.identifier }
    state.delivered.append(notification)
  }

  func category(of notification: DeliveredNotification) -> NotificationCategoryRecord? {
    state.categories.first { $0.identifier == notification.request.category }
  }

  // MARK: Kept with the container

  /// Text that `init(text:)` reads; empty if there is nothing to keep.
  var text: String {
    guard state != NotificationState() || lastNumber > 0 else { return "" }
    let dates = schedule.map { "\($0.wall) \($0.identifier)" }.joined(separator: "\n")
    return "\(lastNumber)\n\(Data(state.encoded).base64EncodedString())\n\(dates)"
  }

  /// What makes no sense is not taken over.
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
