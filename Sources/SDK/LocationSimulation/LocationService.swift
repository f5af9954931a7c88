package import DeviceProtocol

/// The location service of a device, for one app: what the app wants to hear, where the device is, and what follows.
///
/// A pure state machine. The device tells it of demands, places, permissions and time (seconds that ascend), and performs the
/// actions that it gives, in order. It outlives the app's process: regions, significant changes and visits wake or launch the
/// app (L-54).
package struct LocationService: Sendable {
  package enum Action: Sendable, Equatable {
    /// For an app that runs and may be told; what it means for a suspended one is lost.
    case send(LocationReport)
    /// For the app wherever it is: it is woken or launched in the background first (L-54).
    case wake(LocationReport)
    /// Into the trace: a decision.
    case note(Note)
    /// L-122: the user is asked whether always is meant.
    case confirmAlways
  }

  package struct Note: Sendable, Equatable {
    package var name: String
    package var outcome = "handled"
    package var why: String?
    package var detail: [String: String] = [:]
  }

  /// What the user has allowed.
  package var permission = Permission(kind: .location)
  /// Where the device is; nil when nobody knows.
  package private(set) var fix: LocationFix?

  // What the app of this launch wants.
  package private(set) var updates: (isOn: Bool, inBackground: Bool) = (false, false)
  private var hasSession = false
  private var wantsHeadings = false
  private var ranging: [BeaconPattern] = []
  // What is wanted beyond a launch.
  private(set) var significant = false
  private(set) var visits = false

  private struct Entry: Sendable {
    var region: MonitoredRegion
    var circle: RegionMonitor.ID?
    /// For a beacon.
    var isInside = false
    /// When a beacon that is no longer heard counts as gone.
    var leaves: Double?
  }
  private var entries: [Entry] = []
  private var byCircle: [RegionMonitor.ID: String] = [:]
  private var monitor: RegionMonitor

  /// The way under way: when it began, and the time of its next fix, counted from there.
  // NB: kept apart, because their sum is rounded: what is taken off it again may lie before a fix that was told.
  private var route: (way: LocationRoute, start: Double, next: Double)?
  /// The place of the last significant change, and when it was said.
  private var lastSignificant: (point: GeographicPoint, time: Double)?
  private var heading: Double?
  private var beacons: [BeaconSighting] = []
  private var nextRanging: Double?
  private var visit: (report: (latitude: Double, longitude: Double, arrival: Double), end: Double)?

  /// L-41, over all types.
  package static let limit = 20
  /// L-42: metres.
  package static let maximumRadius = 1_000_000.0
  /// Whether the limit holds; a benchmark takes it away.
  package var isLimited = true

  package init(rules: RegionMonitor.Rules = RegionMonitor.Rules()) { monitor = RegionMonitor(rules: rules) }

  /// How a boundary must be crossed from now on (L-52); where the device is in which regions stays.
  package mutating func use(_ rules: RegionMonitor.Rules) {
    let states = keptEntries
    let place = monitor.place
    monitor = RegionMonitor(rules: rules)
    byCircle = [:]
    for (index, state) in states.enumerated() {
      guard case .circle(let latitude, let longitude, let radius) = state.0.shape else { continue }
      let id = monitor.add(GeographicPoint(latitude: latitude, longitude: longitude), radius: radius)
      entries[index].circle = id
      byCircle[id] = key(state.0)
      if let isInside = state.isInside { monitor.restore(id, isInside ? .inside : .outside) }
    }
    if let place { monitor.settle(place) }
  }

  // MARK: Permission

  private var mayUse: Bool {
    switch permission.status {
    case .whenInUse, .always, .provisionalAlways: true
    default: false
    }
  }
  /// L-7.
  private var mayWake: Bool { permission.status == .always || permission.status == .provisionalAlways }

  /// L-8: what was registered before begins now.
  package mutating func permissionChanged(_ permission: Permission, at time: Double) -> [Action] {
    let before = self.permission
    self.permission = permission
    let could = before.status == .whenInUse || before.status == .always || before.status == .provisionalAlways
    guard mayUse, !could || permission.isPrecise != before.isPrecise, updates.isOn, let fix else { return [] }
    return [.send(.fix(told(fix)))]
  }

  /// L-124: without the exact place, a point of a coarse grid.
  private func told(_ fix: LocationFix) -> LocationFix {
    guard !permission.isPrecise else { return fix }
    var fix = fix
    let side = 0.05
    fix.latitude = (fix.latitude / side).rounded() * side
    fix.longitude = (fix.longitude / side).rounded() * side
    fix.horizontalAccuracy = max(fix.horizontalAccuracy, 5000)
    (fix.speed, fix.course) = (-1, -1)
    return fix
  }

  // MARK: Demands

  package mutating func take(_ demand: LocationDemand, at time: Double) -> [Action] {
    switch demand {
    case .startUpdates(let inBackground):
      let wasOn = updates.isOn
      updates = (true, inBackground)
      guard mayUse, !wasOn || fix != nil else { return [] }
      // L-20: as soon as possible.
      return [.send(fix.map { .fix(told($0)) } ?? .unavailable(isAnswer: false))]
    case .stopUpdates: updates = (false, false)
    case .requestFix:
      // L-23.
      return [.send(fix.map { .requested(told($0)) } ?? .unavailable(isAnswer: true))]
    case .significantChanges(let isOn):
      let wasOn = significant
      significant = isOn
      // A launch for it asks for it again, and hears of that change alone.
      if isOn, !wasOn, let fix, mayUse {
        lastSignificant = (fix.place, time)
        return [.send(.significantChange(told(fix)))]
      }
    case .visits(let isOn): visits = isOn
    case .headings(let isOn):
      wantsHeadings = isOn
      if isOn, let heading { return [.send(.heading(heading))] }
    case .ranging(let pattern, let isOn):
      ranging.removeAll { $0 == pattern }
      if isOn { ranging.append(pattern) }
      nextRanging = ranging.isEmpty ? nil : nextRanging ?? time
    case .monitor(let region): return add(region)
    case .stopMonitoring(let identifier, let monitor):
      remove(identifier, monitor)
      return [.note(Note(name: "stop monitoring \(identifier)"))]
    case .requestState(let identifier): return state(of: identifier)
    case .backgroundSession(let isOn): hasSession = isOn
    }
    return []
  }

  /// Whether the app goes on running when it is left (L-27).
  package var keepsAppRunning: Bool { updates.isOn && (updates.inBackground || hasSession) && mayUse }

  /// The process is gone: what belongs to a launch has ended.
  package mutating func appEnded() {
    updates = (false, false)
    hasSession = false
    wantsHeadings = false
    ranging = []
    nextRanging = nil
  }

  /// The app is back in front: the newest fix.
  package mutating func appCameBack() -> [Action] {
    guard updates.isOn, mayUse, let fix else { return [] }
    return [.send(.fix(told(fix)))]
  }

  // MARK: Regions

  package var regions: [MonitoredRegion] { entries.map(\.region) }

  var entriesAreEmpty: Bool { entries.isEmpty }

  /// The regions, and whether the device is in them; nil where that is not known.
  var keptEntries: [(MonitoredRegion, isInside: Bool?)] {
    entries.map { entry in
      let code = stateCode(entry)
      return (entry.region, code == 0 ? nil : code == 1)
    }
  }

  mutating func restore(_ region: MonitoredRegion, isInside: Bool?) {
    guard index(region.identifier, region.monitor) == nil else { return }
    _ = add(region)
    guard let isInside, let last = entries.indices.last else { return }
    if let circle = entries[last].circle {
      monitor.restore(circle, isInside ? .inside : .outside)
    } else {
      entries[last].isInside = isInside
    }
  }

  mutating func restore(significant: Bool, visits: Bool) {
    (self.significant, self.visits) = (significant, visits)
  }

  private func index(_ identifier: String, _ monitor: String?) -> Int? {
    entries.firstIndex { $0.region.identifier == identifier && $0.region.monitor == monitor }
  }

  private func key(_ region: MonitoredRegion) -> String { (region.monitor ?? "") + "\0" + region.identifier }

  private mutating func add(_ region: MonitoredRegion) -> [Action] {
    func fails(_ code: Int32, _ why: String) -> [Action] {
      [
        .note(Note(name: "monitor \(region.identifier)", outcome: "refused", why: why)),
        .send(.monitoringFailed(region, code: code, why: why)),
      ]
    }
    if case .circle(let latitude, let longitude, let radius) = region.shape {
      // L-42.
      guard radius <= Self.maximumRadius else {
        return fails(
          5,
          "its radius of \(metres(radius)) m is above maximumRegionMonitoringDistance (\(metres(Self.maximumRadius)) m)"
        )
      }
      guard GeographicPoint(latitude: latitude, longitude: longitude).isValid, radius >= 0 else {
        return fails(5, "its centre is not a place on the earth")
      }
    }
    // L-44.
    remove(region.identifier, region.monitor)
    // L-41.
    guard !isLimited || entries.count < Self.limit else {
      return fails(5, "\(Self.limit) regions are monitored already, the most that an app may have")
    }
    var entry = Entry(region: region)
    if case .circle(let latitude, let longitude, let radius) = region.shape {
      let id = monitor.add(GeographicPoint(latitude: latitude, longitude: longitude), radius: radius)
      entry.circle = id
      byCircle[id] = key(region)
    } else if case .beacon(let pattern) = region.shape {
      entry.isInside = beacons.contains { pattern.matches($0.beacon) }
    }
    entries.append(entry)
    var actions: [Action] = []
    if !mayWake {
      // L-8.
      actions.append(
        .note(
          Note(
            name: "monitor \(region.identifier)", outcome: "dropped",
            why:
              "it is registered and not active: the app is \(permission.described), and regions need always"))
      )
    } else {
      actions.append(.note(Note(name: "monitor \(region.identifier)", detail: details(entry))))
    }
    actions.append(.send(.monitoring(identifier: region.identifier, monitor: region.monitor)))
    return actions
  }

  private mutating func remove(_ identifier: String, _ monitor: String?) {
    guard let index = index(identifier, monitor) else { return }
    if let circle = entries[index].circle {
      self.monitor.remove(circle)
      byCircle[circle] = nil
    }
    entries.remove(at: index)
  }

  private func state(of identifier: String) -> [Action] {
    guard let index = index(identifier, nil) else {
      return [.send(.regionState(identifier: identifier, state: 0))]
    }
    return [.send(.regionState(identifier: identifier, state: stateCode(entries[index])))]
  }

  private func stateCode(_ entry: Entry) -> UInt8 {
    guard let circle = entry.circle else { return entry.isInside ? 1 : 2 }
    switch monitor.state(of: circle) {
    case .unknown: return 0
    case .inside: return 1
    case .outside: return 2
    }
  }

  private func details(_ entry: Entry) -> [String: String] {
    guard case .circle(let latitude, let longitude, let radius) = entry.region.shape else { return [:] }
    var detail = ["circle": "\(latitude), \(longitude), \(metres(radius)) m"]
    if let id = entry.circle, let distance = monitor.distance(to: id) {
      detail["distance"] = "\(metres(distance)) m"
    }
    return detail
  }

  // MARK: Places

  /// A fixed place, or with nil that nobody knows; ends a way that is under way.
  package mutating func locate(_ fix: LocationFix?, at time: Double) -> [Action] {
    route = nil
    guard let fix else {
      self.fix = nil
      monitor.lose()
      return updates.isOn && mayUse ? [.send(.unavailable(isAnswer: false))] : []
    }
    return move(fix, at: time)
  }

  /// Goes a way from now on.
  package mutating func follow(_ way: LocationRoute, at time: Double) -> [Action] {
    route = way.nextFix(after: 0).map { (way, time, $0) }
    return move(way.fix(at: 0), at: time)
  }

  /// Whether a way is under way.
  package var isTravelling: Bool { route != nil }

  private mutating func move(_ fix: LocationFix, at time: Double) -> [Action] {
    var fix = fix
    fix.time = time
    self.fix = fix
    var actions: [Action] = []
    if updates.isOn, mayUse { actions.append(.send(.fix(told(fix)))) }
    actions += significantChange(fix, at: time)
    actions += regionActions(monitor.update(fix.place, at: time))
    return actions
  }

  /// At least 500 m from the last one, at most every five minutes (L-130).
  private mutating func significantChange(_ fix: LocationFix, at time: Double) -> [Action] {
    guard significant, mayUse else { return [] }
    if let last = lastSignificant {
      guard time - last.time >= 300, last.point.distance(to: fix.place) >= 500 else { return [] }
    }
    lastSignificant = (fix.place, time)
    return [mayWake ? .wake(.significantChange(told(fix))) : .send(.significantChange(told(fix)))]
  }

  private mutating func regionActions(_ decisions: [RegionMonitor.Decision]) -> [Action] {
    var actions: [Action] = []
    for decision in decisions {
      guard let key = byCircle[decision.id],
        let index = entries.firstIndex(where: { self.key($0.region) == key })
      else { continue }
      let entry = entries[index]
      var note = Note(name: "region \(entry.region.identifier)", detail: details(entry))
      note.detail["distance"] = "\(metres(decision.distance)) m"
      switch decision.kind {
      case .entered, .exited:
        note.name += decision.kind == .entered ? " entered" : " exited"
        actions += crossing(entry.region, decision.kind == .entered, note)
      case .inCushion:
        note.outcome = "dropped"
        note.why = "the boundary is passed by less than the cushion (L-50)"
        actions.append(.note(note))
      case .dwelling(let until):
        note.outcome = "dropped"
        note.why = "it counts if the device stays until \(metres(until)) s (L-50)"
        actions.append(.note(note))
      }
    }
    return actions
  }

  private func crossing(_ region: MonitoredRegion, _ isEntry: Bool, _ note: Note) -> [Action] {
    var note = note
    guard mayWake else {
      note.outcome = "dropped"
      note.why = "the app is \(permission.described), and regions need always"
      return [.note(note)]
    }
    // L-124.
    guard permission.isPrecise else {
      note.outcome = "dropped"
      note.why = "the app has no exact place (reduced accuracy)"
      return [.note(note)]
    }
    var actions: [Action] = [.note(note)]
    if permission.status == .provisionalAlways { actions.append(.confirmAlways) }
    let place = fix.map { told($0) }
    actions.append(.wake(isEntry ? .entered(region, place) : .exited(region, place)))
    return actions
  }

  // MARK: Time

  /// When something happens by itself.
  package var nextDeadline: Double? {
    [
      route.map { $0.start + $0.next }, monitor.nextDeadline, nextRanging, visit?.end,
      entries.compactMap(\.leaves).min(),
    ]
    .compactMap { $0 }.min()
  }

  /// Time has passed up to `time`, at most to `nextDeadline`.
  package mutating func advance(to time: Double) -> [Action] {
    var actions: [Action] = []
    if let route, route.start + route.next <= time {
      let fix = route.way.fix(at: route.next)
      self.route = route.way.nextFix(after: route.next).map { (route.way, route.start, $0) }
      actions += move(fix, at: time)
    }
    if let deadline = monitor.nextDeadline, deadline <= time {
      actions += regionActions(monitor.advance(to: time))
    }
    if let next = nextRanging, next <= time {
      nextRanging = next + 1
      for pattern in ranging where mayUse {
        actions.append(.send(.beacons(pattern, beacons.filter { pattern.matches($0.beacon) })))
      }
    }
    if let visit, visit.end <= time {
      self.visit = nil
      actions += tell(visit.report, departure: visit.end)
    }
    for index in entries.indices {
      guard let leaves = entries[index].leaves, leaves <= time else { continue }
      entries[index].leaves = nil
      entries[index].isInside = false
      let region = entries[index].region
      actions += crossing(region, false, Note(name: "region \(region.identifier) exited"))
    }
    return actions
  }

  // MARK: Injected

  package mutating func turn(to degrees: Double) -> [Action] {
    heading = degrees
    return wantsHeadings ? [.send(.heading(degrees))] : []
  }

  /// A visit begins, and ends after some seconds.
  package mutating func arrive(_ point: GeographicPoint, for duration: Double, at time: Double) -> [Action] {
    var fix = LocationFix(latitude: point.latitude, longitude: point.longitude)
    fix.horizontalAccuracy = 50
    var actions = locate(fix, at: time)
    let report = (point.latitude, point.longitude, time)
    visit = (report, time + duration)
    actions += tell(report, departure: .infinity)
    return actions
  }

  private func tell(
    _ visit: (latitude: Double, longitude: Double, arrival: Double), departure: Double
  ) -> [Action] {
    var note = Note(name: departure == .infinity ? "visit arrival" : "visit departure")
    guard visits, mayWake else {
      note.outcome = "dropped"
      note.why =
        visits
        ? "the app is \(permission.described), and visits need always" : "the app does not monitor visits"
      return [.note(note)]
    }
    return [
      .note(note),
      .wake(
        .visit(
          latitude: visit.latitude, longitude: visit.longitude, accuracy: 50, arrival: visit.arrival,
          departure: departure)),
    ]
  }

  /// A beacon is heard, or with nil no longer.
  ///
  /// L-131: entering its region is said at once, leaving it when it was not heard for 30 s.
  package mutating func hear(_ beacon: BeaconPattern, _ sighting: BeaconSighting?, at time: Double)
    -> [Action]
  {
    beacons.removeAll { $0.beacon == beacon }
    if let sighting { beacons.append(sighting) }
    var actions: [Action] = []
    for index in entries.indices {
      guard case .beacon(let pattern) = entries[index].region.shape, pattern.matches(beacon) else { continue }
      let isHeard = beacons.contains { pattern.matches($0.beacon) }
      if isHeard {
        entries[index].leaves = nil
        if !entries[index].isInside {
          entries[index].isInside = true
          let region = entries[index].region
          actions += crossing(region, true, Note(name: "region \(region.identifier) entered"))
        }
      } else if entries[index].isInside {
        entries[index].leaves = time + 30
      }
    }
    return actions
  }
}

extension LocationFix {
  package var place: GeographicPoint { GeographicPoint(latitude: latitude, longitude: longitude) }
}

extension Permission {
  /// For messages.
  fileprivate var described: String {
    switch status {
    case .notDetermined: "not authorized yet"
    case .restricted: "restricted"
    case .denied: "denied"
    case .whenInUse: "authorized while in use"
    default: "authorized"
    }
  }
}

/// Without a needless fraction; to a tenth.
private func metres(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
}
