import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// Something that a monitor watches.
public protocol CLCondition: Sendable {}

/// Conditions that a `CLMonitor` may have: `CLMonitor.CircularGeographicCondition`, `CLMonitor.BeaconIdentityCondition`.
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

  /// What became of a condition.
  public struct Event: Sendable, Identifiable {
    public enum State: Int, Sendable { case unknown, satisfied, unsatisfied, unmonitored }
    public let identifier: String
    public var id: String { identifier }
    public let refinement: (any CLCondition)?
    public let state: State
    public let date: Date
    public var accuracyLimited: Bool { !LocationHub.permission.isPrecise }
    public var authorizationDenied: Bool { LocationHub.status == .denied }
    public var authorizationDeniedGlobally: Bool { false }
    public var authorizationRestricted: Bool { LocationHub.status == .restricted }
    public var authorizationRequestInProgress: Bool { LocationHub.status == .notDetermined }
    public let conditionLimitExceeded: Bool
    public var conditionUnsupported: Bool { false }
    public var insufficientlyInUse: Bool { false }
    public var persistenceUnavailable: Bool { false }
    public var serviceSessionRequired: Bool { false }
  }

  /// A condition and what became of it last.
  public struct Record: Sendable {
    public let condition: any CLCondition
    public let lastEvent: Event
  }

  /// The events of a monitor, as they happen; what happened while nobody iterated comes first.
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
  private let continuation: AsyncStream<Event>.Continuation
  private var conditions: [(identifier: String, condition: any CLCondition, last: Event)] = []
  private var observer = 0

  /// L-148: opens the monitor of this name; what it watched in earlier launches it watches still.
  public init(_ name: String) async {
    self.name = name
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    events = Events(stream: stream)
    self.continuation = continuation
    for region in LocationHub.shared.regions where region.monitor == name {
      let condition = Self.condition(region)
      conditions.append((region.identifier, condition, Self.event(region.identifier, .unknown, condition)))
    }
    observer = LocationHub.shared.listen(wantsFixes: false) { [weak self] report in
      guard let self else { return }
      switch report {
      case .entered(let region, _) where region.monitor == name:
        Task { await self.happened(region.identifier, .satisfied) }
      case .exited(let region, _) where region.monitor == name:
        Task { await self.happened(region.identifier, .unsatisfied) }
      case .monitoringFailed(let region, _, _) where region.monitor == name:
        Task { await self.happened(region.identifier, .unmonitored) }
      default: break
      }
    }
  }

  deinit { LocationHub.shared.unlisten(observer) }

  public var identifiers: [String] { conditions.map(\.identifier) }

  /// Watches a condition from now on, in place of one with the same identifier.
  public func add(
    _ condition: any CLCondition, identifier: String, assuming state: Event.State = .unknown
  ) {
    conditions.removeAll { $0.identifier == identifier }
    conditions.append((identifier, condition, Self.event(identifier, state, condition)))
    guard let shape = Self.shape(condition) else {
      unimplemented("CLMonitor.add(_:identifier:) of a \(type(of: condition))")
      return
    }
    LocationHub.shared.demand(.monitor(MonitoredRegion(identifier: identifier, shape: shape, monitor: name)))
  }

  public func remove(_ identifier: String) {
    conditions.removeAll { $0.identifier == identifier }
    LocationHub.shared.demand(.stopMonitoring(identifier: identifier, monitor: name))
  }

  public func record(for identifier: String) -> Record? {
    conditions.first { $0.identifier == identifier }.map {
      Record(condition: $0.condition, lastEvent: $0.last)
    }
  }

  private func happened(_ identifier: String, _ state: Event.State) {
    guard let index = conditions.firstIndex(where: { $0.identifier == identifier }) else { return }
    // An assumption that holds is no event.
    guard conditions[index].last.state != state else { return }
    let event = Self.event(identifier, state, conditions[index].condition)
    conditions[index].last = event
    continuation.yield(event)
  }

  private static func event(_ identifier: String, _ state: Event.State, _ condition: any CLCondition) -> Event
  {
    Event(
      identifier: identifier, refinement: state == .satisfied ? condition : nil, state: state, date: Date(),
      conditionLimitExceeded: state == .unmonitored)
  }

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
