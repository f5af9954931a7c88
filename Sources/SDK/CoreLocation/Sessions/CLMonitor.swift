import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// A condition that a monitor watches.
public protocol CLCondition: Sendable {}

/// Watches conditions (`CircularGeographicCondition`, `BeaconIdentityCondition`) and reports changes as
/// `events`.
public actor CLMonitor {
  public struct CircularGeographicCondition: CLCondition, Sendable {
    public let center: CLLocationCoordinate2D
    /// Metres.
    public let radius: CLLocationDistance
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }
  }

  public struct BeaconIdentityCondition: CLCondition, Sendable, Hashable {
    public let uuid: UUID
    public let major: UInt16?
    public let minor: UInt16?
    public init(uuid: UUID) { (self.uuid, major, minor) = (uuid, nil, nil) }
    public init(uuid: UUID, major: UInt16) { (self.uuid, self.major, minor) = (uuid, major, nil) }
    public init(uuid: UUID, major: UInt16, minor: UInt16) {
      (self.uuid, self.major, self.minor) = (uuid, major, minor)
    }
  }

  /// A change of a condition's state.
  public struct Event: Sendable, Identifiable {
    public enum State: Int, Sendable { case unknown, satisfied, unsatisfied, unmonitored }
    public let identifier: String
    public var id: String { identifier }
    public let refinement: (any CLCondition)?
    public let state: State
    public let date: Date
    public var accuracyLimited: Bool { !LocationHub.permission.isPrecise }
    public var authorizationDenied: Bool { LocationHub.status == .denied }
    public var authorizationDeniedGlobally: Bool { LocationHub.permission.isSwitchedOff }
    public var authorizationRestricted: Bool { LocationHub.status == .restricted }
    public var authorizationRequestInProgress: Bool { LocationHub.status == .notDetermined }
    public let conditionLimitExceeded: Bool
    public var conditionUnsupported: Bool { false }
    public var insufficientlyInUse: Bool { false }
    public var persistenceUnavailable: Bool { false }
    public var serviceSessionRequired: Bool { CLServiceSession.isMissing }
  }

  /// A condition and its most recent event.
  public struct Record: Sendable {
    public let condition: any CLCondition
    public let lastEvent: Event
  }

  /// The events of a monitor as they happen; events from before the iteration come first.
  public struct Events: AsyncSequence, Sendable {
    public typealias Element = Event
    public typealias Failure = any Error
    fileprivate let stream: AsyncStream<Event>

    public struct AsyncIterator: AsyncIteratorProtocol {
      public typealias Element = Event
      fileprivate var inner: AsyncStream<Event>.AsyncIterator
      public mutating func next() async throws -> Event? { await inner.next() }
    }
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(inner: stream.makeAsyncIterator()) }
  }

  public let name: String
  public nonisolated let events: Events
  private let watched: WatchedConditions
  private let observer: Int

  /// Opens the monitor of this name, which keeps watching the conditions of earlier launches (L-148).
  public init(_ name: String) async {
    self.name = name
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    events = Events(stream: stream)
    let watched = WatchedConditions(continuation)
    for region in LocationHub.shared.regions where region.monitor == name {
      watched.restore(region.identifier, Self.condition(region), Self.state(region.state))
    }
    self.watched = watched
    // NB: reports are handled where they arrive, not in tasks of this actor, whose order would be undefined.
    observer = LocationHub.shared.listen(wantsFixes: false) { report in
      switch report {
      case .entered(let region, _) where region.monitor == name:
        watched.stateChanged(region.identifier, .satisfied, isCrossing: true)
      case .exited(let region, _) where region.monitor == name:
        watched.stateChanged(region.identifier, .unsatisfied, isCrossing: true)
      case .monitoringFailed(let region, _, _) where region.monitor == name:
        watched.stateChanged(region.identifier, .unmonitored)
      // L-287: the state that the device knows.
      case .regionState(let identifier, let monitor, let state) where monitor == name && state != 0:
        watched.stateChanged(identifier, Self.state(state))
      default: break
      }
    }
    // L-287: a state that was unknown at the launch may be known now.
    for identifier in watched.unknown {
      LocationHub.shared.demand(.requestState(identifier: identifier, monitor: name))
    }
  }

  private static func state(_ code: UInt8) -> Event.State {
    code == 0 ? .unknown : code == 1 ? .satisfied : .unsatisfied
  }

  deinit { LocationHub.shared.unlisten(observer) }

  public var identifiers: [String] { watched.identifiers }

  /// Starts to watch a condition, which replaces one with the same identifier.
  public func add(
    _ condition: any CLCondition, identifier: String, assuming state: Event.State = .unknown
  ) {
    watched.add(identifier, condition, state)
    guard let shape = Self.shape(condition) else {
      unimplemented("CLMonitor.add(_:identifier:) of a \(type(of: condition))")
      return
    }
    LocationHub.shared.demand(.monitor(MonitoredRegion(identifier: identifier, shape: shape, monitor: name)))
  }

  public func remove(_ identifier: String) {
    watched.remove(identifier)
    LocationHub.shared.demand(.stopMonitoring(identifier: identifier, monitor: name))
  }

  public func record(for identifier: String) -> Record? { watched.record(identifier) }

  private static func shape(_ condition: any CLCondition) -> MonitoredRegion.Shape? {
    switch condition {
    case let circle as CircularGeographicCondition:
      .circle(latitude: circle.center.latitude, longitude: circle.center.longitude, radius: circle.radius)
    case let beacon as BeaconIdentityCondition:
      .beacon(BeaconPattern(uuid: beacon.uuid.uuidString, major: beacon.major, minor: beacon.minor))
    default: nil
    }
  }

  private static func condition(_ region: MonitoredRegion) -> any CLCondition {
    switch region.shape {
    case .circle(let latitude, let longitude, let radius):
      return CircularGeographicCondition(
        center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), radius: radius)
    case .beacon(let pattern):
      let uuid = UUID(uuidString: pattern.uuid) ?? UUID()
      guard let major = pattern.major else { return BeaconIdentityCondition(uuid: uuid) }
      guard let minor = pattern.minor else { return BeaconIdentityCondition(uuid: uuid, major: major) }
      return BeaconIdentityCondition(uuid: uuid, major: major, minor: minor)
    }
  }
}

/// The conditions of a monitor and their most recent events; used on any thread.
private final class WatchedConditions: Sendable {
  private struct Entry: Sendable {
    let identifier: String
    let condition: any CLCondition
    var last: CLMonitor.Event
    /// From an earlier launch, without an event since: its state includes what happened while the app was not
    /// running.
    var isRestored = false
  }
  private let entries = Guarded<[Entry]>([])
  private let continuation: AsyncStream<CLMonitor.Event>.Continuation
  init(_ continuation: AsyncStream<CLMonitor.Event>.Continuation) { self.continuation = continuation }
  deinit { continuation.finish() }

  var identifiers: [String] { entries.withLock { $0.map(\.identifier) } }
  func record(_ identifier: String) -> CLMonitor.Record? {
    entries.withLock { entries in
      entries.first { $0.identifier == identifier }.map {
        CLMonitor.Record(condition: $0.condition, lastEvent: $0.last)
      }
    }
  }
  func add(_ identifier: String, _ condition: any CLCondition, _ state: CLMonitor.Event.State) {
    let entry = Entry(
      identifier: identifier, condition: condition, last: Self.event(identifier, state, condition))
    entries.withLock { entries in
      entries.removeAll { $0.identifier == identifier }
      entries.append(entry)
    }
  }
  func remove(_ identifier: String) { entries.withLock { $0.removeAll { $0.identifier == identifier } } }

  /// Restores a condition of an earlier launch, with the state that the device knows.
  func restore(_ identifier: String, _ condition: any CLCondition, _ state: CLMonitor.Event.State) {
    add(identifier, condition, state)
    entries.withLock { entries in entries[entries.count - 1].isRestored = true }
  }
  var unknown: [String] { entries.withLock { $0.filter { $0.last.state == .unknown }.map(\.identifier) } }

  // L-148: a state that equals the assumed or the previous one is no event.
  // L-287: a crossing that launched the app is one, although the device's state already includes it.
  func stateChanged(_ identifier: String, _ state: CLMonitor.Event.State, isCrossing: Bool = false) {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.identifier == identifier }),
        entries[index].last.state != state || (isCrossing && entries[index].isRestored)
      else { return }
      entries[index].isRestored = false
      let event = Self.event(identifier, state, entries[index].condition)
      entries[index].last = event
      // Under the lock, so that events are in the order of the states.
      continuation.yield(event)
    }
  }

  private static func event(
    _ identifier: String, _ state: CLMonitor.Event.State, _ condition: any CLCondition
  ) -> CLMonitor.Event {
    CLMonitor.Event(
      identifier: identifier, refinement: state == .satisfied ? condition : nil, state: state, date: Date(),
      conditionLimitExceeded: state == .unmonitored)
  }
}
