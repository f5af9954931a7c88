/// Which circles the device is in: the state machine of L-50 to L-52, over any number of circles.
///
/// A pure value without a clock: the caller passes times in seconds, in ascending order. `update` takes a new place, `advance`
/// lets time pass at the last one; both return the crossings in the order of the circles' numbers.
public struct RegionMonitor: Sendable {
  public typealias ID = Int32

  /// How a boundary must be crossed to count.
  public struct Rules: Sendable, Equatable {
    /// L-50, L-52: metres by which the boundary must be passed, at most half of the radius.
    public var cushion: Double
    /// L-50: seconds for which the device must stay there.
    public var dwell: Double
    public init(cushion: Double = 200, dwell: Double = 20) {
      self.cushion = cushion
      self.dwell = dwell
    }
    /// Every crossing counts at once.
    public static let exact = Rules(cushion: 0, dwell: 0)
  }

  public enum State: Sendable, Equatable { case unknown, inside, outside }

  /// What the monitor decided about one circle.
  public struct Decision: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
      case entered, exited
      /// The boundary is crossed by less than the cushion: no crossing yet.
      case inCushion
      /// Beyond the cushion: counts at this time, if the device stays.
      case dwelling(until: Double)
    }
    public var id: ID
    public var kind: Kind
    /// Metres from the centre.
    public var distance: Double
  }

  private struct Crossing: Sendable {
    /// The state after the crossing.
    var isInside: Bool
    /// When the device passed the cushion.
    var since: Double
  }

  public let rules: Rules
  private var index = CircleIndex()
  private var inside: Set<ID> = []
  private var crossings: [ID: Crossing] = [:]
  /// Circles that were added while no place was known: their first state is not a crossing.
  private var unsettled: Set<ID> = []
  /// Circles whose `inCushion` was reported already.
  private var saidCushion: Set<ID> = []
  public private(set) var place: GeographicPoint?
  /// The candidates of `update`; empty between updates.
  private var near: [ID] = []

  public init(rules: Rules = Rules()) { self.rules = rules }

  public var count: Int { index.count }

  private func cushion(_ radius: Double) -> Double { min(rules.cushion, radius / 2) }
  private func reach(_ radius: Double) -> Double { radius + rules.cushion }

  /// Watches a circle. L-48: the current place is not a crossing.
  public mutating func add(_ center: GeographicPoint, radius: Double) -> ID {
    let id = index.insert(center, radius: radius, reach: reach(radius))
    if let place {
      if place.distance(to: center) <= radius { inside.insert(id) }
    } else {
      unsettled.insert(id)
    }
    return id
  }

  public mutating func remove(_ id: ID) {
    index.remove(id)
    inside.remove(id)
    crossings[id] = nil
    unsettled.remove(id)
    saidCushion.remove(id)
  }

  /// L-48: the answer to `requestState(for:)`.
  public func state(of id: ID) -> State {
    if place == nil || unsettled.contains(id) { return .unknown }
    return inside.contains(id) ? .inside : .outside
  }

  /// Whether the state of a circle waits for the first place.
  func isUnsettled(_ id: ID) -> Bool { unsettled.contains(id) }
  var hasUnsettled: Bool { !unsettled.isEmpty }

  /// Sets the state of an earlier run, so that a crossing in between counts.
  public mutating func restore(_ id: ID, _ state: State) {
    guard state != .unknown else { return }
    unsettled.remove(id)
    if state == .inside { inside.insert(id) } else { inside.remove(id) }
  }

  /// Sets the place without decisions: the states of the circles are known already.
  package mutating func settle(_ place: GeographicPoint) { self.place = place }

  /// Metres from the last place to the centre; nil without a place.
  public func distance(to id: ID) -> Double? { place?.distance(to: index.point(id)) }

  /// The device is at a new place. Returns crossings first, then why others do not count yet.
  public mutating func update(_ place: GeographicPoint, at time: Double) -> [Decision] {
    self.place = place
    // OPTIMIZATION: one array for all updates.
    var near: [ID] = []
    swap(&near, &self.near)
    defer {
      near.removeAll(keepingCapacity: true)
      swap(&near, &self.near)
    }
    let bound = DistanceBound(from: place)
    index.forEachNear(place) { id, circle in
      // OPTIMIZATION: most circles were outside and stay far outside.
      let limit = circle.radius + cushion(circle.radius)
      if !bound.isFarther(than: limit, latitude: circle.latitude, longitude: circle.longitude) {
        near.append(id)
      }
    }
    near += inside
    near += crossings.keys
    near += saidCushion
    near.sort()
    var decisions: [Decision] = []
    var last: ID = -1
    for id in near where id != last {
      last = id
      // OPTIMIZATION: most of the rest were inside and stay far inside.
      if isSettledInside(id, bound) { continue }
      if let decision = decide(id, place, time) { decisions.append(decision) }
    }
    if !unsettled.isEmpty { unsettled = [] }
    return ordered(decisions)
  }

  /// Whether the device was inside a circle and is certainly still inside, beyond the cushion.
  private func isSettledInside(_ id: ID, _ bound: DistanceBound) -> Bool {
    guard inside.contains(id), crossings[id] == nil, !saidCushion.contains(id) else { return false }
    let circle = index.circles[Int(id)]
    return bound.isNearer(
      than: circle.radius - cushion(circle.radius), latitude: circle.latitude, longitude: circle.longitude)
  }

  /// L-52: a crossing beyond the cushion, which must last for the dwell time.
  private mutating func decide(_ id: ID, _ place: GeographicPoint, _ time: Double) -> Decision? {
    let circle = index.circles[Int(id)]
    let distance = place.distance(to: index.point(id))
    // L-48.
    if unsettled.contains(id) {
      if distance <= circle.radius { inside.insert(id) }
      return nil
    }
    let c = cushion(circle.radius)
    let isInside = inside.contains(id)
    let isPast = (distance <= circle.radius) != isInside
    let candidate: Bool? =
      distance <= circle.radius - c
      ? true : distance >= circle.radius + c && distance > circle.radius ? false : nil
    guard let candidate, candidate != isInside else {
      crossings[id] = nil
      guard isPast else {
        saidCushion.remove(id)
        return nil
      }
      return saidCushion.insert(id).inserted ? Decision(id: id, kind: .inCushion, distance: distance) : nil
    }
    saidCushion.remove(id)
    let known = crossings[id]
    let crossing = known ?? Crossing(isInside: candidate, since: time)
    if time - crossing.since >= rules.dwell { return flip(id, crossing, distance) }
    crossings[id] = crossing
    return known == nil
      ? Decision(id: id, kind: .dwelling(until: crossing.since + rules.dwell), distance: distance) : nil
  }

  private mutating func flip(_ id: ID, _ crossing: Crossing, _ distance: Double) -> Decision {
    crossings[id] = nil
    if crossing.isInside { inside.insert(id) } else { inside.remove(id) }
    return Decision(id: id, kind: crossing.isInside ? .entered : .exited, distance: distance)
  }

  /// When the next crossing counts, if the device stays where it is.
  public var nextDeadline: Double? {
    guard !crossings.isEmpty else { return nil }
    return crossings.values.lazy.map { $0.since + rules.dwell }.min()
  }

  /// Lets time pass at the same place.
  public mutating func advance(to time: Double) -> [Decision] {
    var decisions: [Decision] = []
    for (id, crossing) in crossings.sorted(by: { $0.key < $1.key })
    where crossing.since + rules.dwell <= time {
      decisions.append(flip(id, crossing, distance(to: id) ?? 0))
    }
    return decisions
  }

  /// The location becomes unknown: states are kept, crossings that do not count yet are dropped.
  public mutating func forgetLocation() {
    place = nil
    crossings = [:]
  }

  private func ordered(_ decisions: [Decision]) -> [Decision] {
    guard decisions.count > 1 else { return decisions }
    return decisions.filter { $0.kind == .entered || $0.kind == .exited }
      + decisions.filter { $0.kind != .entered && $0.kind != .exited }
  }
}
