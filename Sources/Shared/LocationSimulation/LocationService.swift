package import DeviceProtocol

/// The location service of a device, for one app: decides from the app's requests and the device's location what to report.
///
/// A pure state machine. The device passes in requests, locations, permissions and time (seconds, ascending), and performs the
/// actions that are returned, in order. It is kept when the app's process ends: regions, significant changes and visits wake or
/// launch the app (L-54).
package struct LocationService: Sendable {
  package enum Action: Sendable, Equatable {
    /// For an app that runs; a suspended app does not get it.
    case send(LocationReport)
    /// For the app in any state: it is woken or launched in the background first (L-54).
    case wake(LocationReport)
    /// A decision, for the trace.
    case note(Note)
    /// L-122: the user is asked to confirm always.
    case confirmAlways
  }

  package struct Note: Sendable, Equatable {
    package var name: String
    package var outcome = EventOutcome.handled
    package var why: String?
    package var detail: [String: String] = [:]
  }

  /// The app's permission.
  package var permission = Permission(kind: .location)
  /// The device's location; nil if it is unknown.
  package private(set) var fix: LocationFix?

  // Requests of this launch.
  package private(set) var updates: (isOn: Bool, inBackground: Bool) = (false, false)
  private var hasSession = false
  /// L-28: updates pause after this many seconds at one place; nil for never.
  private var pausesAfter: Double?
  /// Since when the device has not moved, or updates have run if that is later.
  private var standsSince = 0.0
  /// L-28: where the device was when updates paused; nil while they run.
  private var pausedPlace: GeographicPoint?
  /// It was noted that a suspended app does not learn that updates have resumed.
  private var hasLostResumption = false
  /// A suspended app gets only the reports that wake it.
  package var appIsSuspended = false
  private var wantsHeadings = false
  private var ranging: [BeaconPattern] = []
  // Requests that are kept over launches.
  private(set) var significant = false
  private(set) var visits = false

  private var table = RegionTable()
  private var monitor: RegionMonitor
  /// Counts the changes of `kept`, which is written only when this has changed.
  package private(set) var revision = 0

  /// The current route, or the last one.
  package private(set) var journey: Journey?
  /// Place and time of the last significant change that was reported.
  private var lastSignificant: (point: GeographicPoint, time: Double)?
  private var heading: Double?
  private var beacons: [BeaconSighting] = []
  private var nextRanging: Double?
  private var visit: (report: (latitude: Double, longitude: Double, arrival: Double), end: Double)?

  /// L-41: the limit for regions of all types together.
  package static let limit = 20
  /// L-42: the largest radius, metres.
  package static let maximumRadius = 1_000_000.0
  /// Whether the limit applies; a benchmark turns it off.
  package var isLimited = true

  package init(rules: RegionMonitor.Rules = RegionMonitor.Rules()) { monitor = RegionMonitor(rules: rules) }

  /// Sets how a boundary must be crossed from now on (L-52); the states of regions are kept.
  package mutating func use(_ rules: RegionMonitor.Rules) {
    let old = monitor
    var monitor = RegionMonitor(rules: rules)
    table.renumber { region, circle in
      guard case .circle(let latitude, let longitude, let radius) = region.shape else { return circle }
      let id = monitor.add(GeographicPoint(latitude: latitude, longitude: longitude), radius: radius)
      monitor.restore(id, old.state(of: circle))
      return id
    }
    if let place = old.place { monitor.settle(place) }
    self.monitor = monitor
    revision += 1
  }

  // MARK: Permission

  private var mayUse: Bool { permission.allowsLocation }
  /// L-7.
  private var mayWake: Bool { mayUse && permission.status != .whenInUse }

  /// L-8: starts what the app registered before it had the permission.
  package mutating func permissionChanged(_ permission: Permission, at time: Double) -> [Action] {
    let before = self.permission
    self.permission = permission
    guard mayUse, !before.allowsLocation || permission.isPrecise != before.isPrecise else { return [] }
    let states = firstStates()
    guard updates.isOn, let fix else { return states }
    standsSince = time
    return resume() + [.send(.fix(told(fix)))] + states
  }

  /// L-124: with reduced accuracy, the nearest point of a coarse grid.
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
    case .startUpdates(let inBackground, let pausesAfter):
      let wasOn = updates.isOn
      updates = (true, inBackground)
      self.pausesAfter = pausesAfter
      if !wasOn || isPaused { standsSince = time }
      let resumption = resume()
      guard mayUse, !wasOn || fix != nil else { return resumption }
      // L-20: as soon as possible.
      return resumption + [.send(fix.map { .fix(told($0)) } ?? .unavailable(isAnswer: false))]
    case .stopUpdates:
      updates = (false, false)
      pausedPlace = nil
    case .requestFix:
      // L-23.
      return [.send(fix.map { .requested(told($0)) } ?? .unavailable(isAnswer: true))]
    case .significantChanges(let isOn):
      let wasOn = significant
      significant = isOn
      revision += 1
      // An app that was launched for a change requests them again, and gets that change only.
      if isOn, !wasOn, let fix, mayUse {
        lastSignificant = (fix.place, time)
        return [.send(.significantChange(told(fix)))]
      }
    case .visits(let isOn):
      visits = isOn
      revision += 1
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
    case .requestState(let identifier, let monitor): return state(of: identifier, monitor)
    case .backgroundSession(let isOn): hasSession = isOn
    }
    return []
  }

  /// Whether the app keeps running in the background (L-27).
  package var keepsAppRunning: Bool {
    updates.isOn && (updates.inBackground || hasSession) && mayUse && !isPaused
  }

  // MARK: Pauses (L-28)

  package var isPaused: Bool { pausedPlace != nil }

  private var nextPause: Double? {
    guard let pausesAfter, updates.isOn, !isPaused, !appIsSuspended, mayUse, fix != nil else { return nil }
    return standsSince + pausesAfter
  }

  private mutating func pause() -> [Action] {
    guard let fix, let pausesAfter else { return [] }
    pausedPlace = fix.place
    hasLostResumption = false
    // L-28.
    let note = Note(name: "updates paused", detail: ["stood still": "\(metres(pausesAfter)) s"])
    return [.note(note), .send(.updatesPaused(true))]
  }

  /// Wakes an app that may use its location at any time and gets locations in the background.
  private mutating func resume() -> [Action] {
    guard isPaused else { return [] }
    pausedPlace = nil
    return [mayBeWokenForUpdates ? .wake(.updatesPaused(false)) : .send(.updatesPaused(false))]
  }

  /// L-28: standard updates at a new fix. During a pause, only a move away from the paused place counts.
  private mutating func update(_ fix: LocationFix) -> [Action] {
    guard updates.isOn, mayUse, pausedPlace != fix.place else { return [] }
    guard isPaused, appIsSuspended, !mayBeWokenForUpdates else { return resume() + [.send(.fix(told(fix)))] }
    guard !hasLostResumption else { return [] }
    hasLostResumption = true
    return [
      .note(
        Note(
          name: "updates resumed", outcome: .dropped,
          why:
            "they paused while the app was in the background, and it is \(permission.described): it hears of places again when it is in front (L-28)"
        ))
    ]
  }

  private var mayBeWokenForUpdates: Bool { mayWake && (updates.inBackground || hasSession) }

  /// The process has ended, and with it the requests of its launch.
  package mutating func appEnded() {
    updates = (false, false)
    pausedPlace = nil
    hasSession = false
    wantsHeadings = false
    ranging = []
    nextRanging = nil
  }

  /// The app is in front again and gets the latest fix.
  package mutating func appCameBack(at time: Double) -> [Action] {
    standsSince = time
    let actions = mayUse ? firstStates(wakes: false) : []
    guard updates.isOn, mayUse, let fix else { return actions }
    // L-28: after a pause, the app gets a fix only when the device moves.
    if pausedPlace == fix.place { return actions }
    return resume() + [.send(.fix(told(fix)))] + actions
  }

  // MARK: Regions

  package var regions: [MonitoredRegion] { table.inOrder.map { table.region(at: $0) } }

  /// The regions with their known states.
  package var regionsWithStates: [MonitoredRegion] {
    table.inOrder.map { slot in
      var region = table.region(at: slot)
      region.state = stateCode(slot)
      return region
    }
  }

  var hasRegions: Bool { table.count > 0 }

  /// The regions and whether the device is inside; nil if that is unknown.
  var keptEntries: [(MonitoredRegion, isInside: Bool?)] {
    table.inOrder.map { slot in
      let code = stateCode(slot)
      return (table.region(at: slot), code == 0 ? nil : code == 1)
    }
  }

  mutating func restore(_ region: MonitoredRegion, isInside: Bool?) {
    guard table.slot(of: region.identifier, region.monitor) == nil else { return }
    _ = add(region)
    guard let isInside, let slot = table.slot(of: region.identifier, region.monitor) else { return }
    if let circle = table.circle(at: slot) {
      monitor.restore(circle, isInside ? .inside : .outside)
    } else {
      table.setBeacon(RegionTable.Beacon(isInside: isInside), at: slot)
    }
  }

  mutating func restore(significant: Bool, visits: Bool) {
    (self.significant, self.visits) = (significant, visits)
  }

  private mutating func add(_ region: MonitoredRegion) -> [Action] {
    func fails(_ code: Int32, _ why: String) -> [Action] {
      [
        .note(Note(name: "monitor \(region.identifier)", outcome: .refused, why: why)),
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
    guard !isLimited || table.count < Self.limit else {
      return fails(5, "\(Self.limit) regions are monitored already, the most that an app may have")
    }
    var circle: RegionMonitor.ID?
    if case .circle(let latitude, let longitude, let radius) = region.shape {
      circle = monitor.add(GeographicPoint(latitude: latitude, longitude: longitude), radius: radius)
    }
    let slot = table.append(region, circle: circle)
    if case .beacon(let pattern) = region.shape {
      let isHeard = beacons.contains { pattern.matches($0.beacon) }
      table.setBeacon(RegionTable.Beacon(isInside: isHeard), at: slot)
    }
    revision += 1
    var actions: [Action] = []
    if !mayWake {
      // L-8.
      actions.append(
        .note(
          Note(
            name: "monitor \(region.identifier)", outcome: .dropped,
            why:
              "it is registered and not active: the app is \(permission.described), and regions need always"))
      )
    } else {
      actions.append(.note(Note(name: "monitor \(region.identifier)", detail: details(region, circle))))
    }
    actions.append(.send(.monitoring(identifier: region.identifier, monitor: region.monitor)))
    if tellsConditions, let report = conditionState(slot) { actions.append(.send(report)) }
    return actions
  }

  // MARK: Conditions of monitors (L-287)

  private var tellsConditions: Bool { mayUse && permission.isPrecise }

  /// nil for a region of location managers, and while the state is unknown.
  private func conditionState(_ slot: Int) -> LocationReport? {
    let region = table.region(at: slot)
    let state = stateCode(slot)
    guard region.monitor != nil, state != 0 else { return nil }
    return .regionState(identifier: region.identifier, monitor: region.monitor, state: state)
  }

  /// Conditions whose state is not known yet.
  private var openConditions: [Int] {
    guard monitor.hasUnsettled else { return [] }
    return table.inOrder.filter { slot in
      table.region(at: slot).monitor != nil
        && table.circle(at: slot).map { monitor.isUnsettled($0) } ?? false
    }
  }

  /// The first states of conditions. The app ignores those that it knows already.
  private func firstStates(_ slots: [Int]? = nil, wakes: Bool = true) -> [Action] {
    guard tellsConditions else { return [] }
    return (slots ?? Array(table.inOrder)).compactMap { conditionState($0) }.map {
      wakes && mayWake && slots != nil ? .wake($0) : .send($0)
    }
  }

  private mutating func remove(_ identifier: String, _ monitor: String?) {
    guard let slot = table.slot(of: identifier, monitor) else { return }
    if let circle = table.circle(at: slot) { self.monitor.remove(circle) }
    table.remove(at: slot)
    revision += 1
  }

  private func state(of identifier: String, _ monitor: String?) -> [Action] {
    let isNotified = monitor == nil || tellsConditions
    let state = isNotified ? table.slot(of: identifier, monitor).map { stateCode($0) } ?? 0 : 0
    return [.send(.regionState(identifier: identifier, monitor: monitor, state: state))]
  }

  private func stateCode(_ slot: Int) -> UInt8 {
    guard let circle = table.circle(at: slot) else { return table.beacons[slot]?.isInside == true ? 1 : 2 }
    switch monitor.state(of: circle) {
    case .unknown: return 0
    case .inside: return 1
    case .outside: return 2
    }
  }

  private func details(_ region: MonitoredRegion, _ circle: RegionMonitor.ID?) -> [String: String] {
    guard case .circle(let latitude, let longitude, let radius) = region.shape else { return [:] }
    var detail = ["circle": "\(latitude), \(longitude), \(metres(radius)) m"]
    if let circle, let distance = monitor.distance(to: circle) {
      detail["distance"] = "\(metres(distance)) m"
    }
    return detail
  }

  // MARK: Places

  /// Sets a fixed location, or with nil an unknown one; ends the current route.
  package mutating func locate(_ fix: LocationFix?, at time: Double) -> [Action] {
    journey = nil
    guard let fix else {
      self.fix = nil
      monitor.forgetLocation()
      revision += 1
      return updates.isOn && mayUse && !isPaused ? [.send(.unavailable(isAnswer: false))] : []
    }
    return move(fix, at: time)
  }

  /// Follows a route from now on.
  package mutating func follow(_ way: LocationRoute, at time: Double) -> [Action] {
    journey = Journey(way, at: time)
    return move(way.fix(at: 0), at: time)
  }

  /// Whether the device follows a route.
  package var isTravelling: Bool {
    // OPTIMIZATION: as in `nextDeadline`.
    mutating get { journey?.nextFix != nil }
  }

  /// L-272: pauses or resumes the route.
  package mutating func pauseJourney(_ isPaused: Bool, at time: Double) -> [Action] {
    journey?.pause(isPaused, at: time)
    return []
  }

  /// L-272: sets the seconds of the route for each second of device time.
  package mutating func setJourneyRate(_ rate: Double, at time: Double) -> [Action] {
    journey?.setRate(rate, at: time)
    return []
  }

  /// L-272: jumps to a route time and continues from there.
  package mutating func seekJourney(_ wayTime: Double, at time: Double) -> [Action] {
    guard journey != nil else { return [] }
    journey?.seek(wayTime, at: time)
    return journey.map { move($0.way.fix(at: $0.reached(at: time)), at: time) } ?? []
  }

  private mutating func move(_ fix: LocationFix, at time: Double) -> [Action] {
    var fix = fix
    fix.time = time
    if self.fix?.place != fix.place { standsSince = time }
    self.fix = fix
    var actions = update(fix)
    actions += significantChange(fix, at: time)
    // The first location determines the state of each region.
    if monitor.place == nil { revision += 1 }
    let open = openConditions
    actions += regionActions(monitor.update(fix.place, at: time))
    if !open.isEmpty { actions += firstStates(open) }
    return actions
  }

  /// A significant change: at least 500 m from the last one, at most every five minutes (L-130).
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
      guard let slot = table.slot(ofCircle: decision.id) else { continue }
      let region = table.region(at: slot)
      var note = Note(name: "region \(region.identifier)", detail: details(region, decision.id))
      note.detail["distance"] = "\(metres(decision.distance)) m"
      switch decision.kind {
      case .entered, .exited:
        note.name += decision.kind == .entered ? " entered" : " exited"
        revision += 1
        actions += crossing(region, decision.kind == .entered, note)
      case .inCushion:
        note.outcome = .dropped
        note.why = "the boundary is passed by less than the cushion (L-50)"
        actions.append(.note(note))
      case .dwelling(let until):
        note.outcome = .dropped
        note.why = "it counts if the device stays until \(metres(until)) s (L-50)"
        actions.append(.note(note))
      }
    }
    return actions
  }

  private func crossing(_ region: MonitoredRegion, _ isEntry: Bool, _ note: Note) -> [Action] {
    var note = note
    guard mayWake else {
      note.outcome = .dropped
      note.why = "the app is \(permission.described), and regions need always"
      return [.note(note)]
    }
    // L-124.
    guard permission.isPrecise else {
      note.outcome = .dropped
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

  /// The next time at which `advance(to:)` has something to do.
  // OPTIMIZATION: read several times for each fix, so it builds no array; and `mutating` although nothing changes, because the
  // owner is a class of another module and would copy the whole service for each read otherwise.
  package var nextDeadline: Double? {
    mutating get { earliestDeadline }
  }
  private var earliestDeadline: Double? {
    var earliest = Double.infinity
    if let next = journey?.nextFix { earliest = next }
    if let next = monitor.nextDeadline { earliest = min(earliest, next) }
    if let nextRanging { earliest = min(earliest, nextRanging) }
    if let visit { earliest = min(earliest, visit.end) }
    if let nextPause { earliest = min(earliest, nextPause) }
    if let next = table.nextLeaving { earliest = min(earliest, next) }
    return earliest < .infinity ? earliest : nil
  }

  /// Lets time pass up to `time`, which is at most `nextDeadline`.
  package mutating func advance(to time: Double) -> [Action] {
    var actions: [Action] = []
    if let next = journey?.nextFix, next <= time, let fix = journey?.takeFix() {
      actions += move(fix, at: time)
    }
    if let deadline = monitor.nextDeadline, deadline <= time {
      actions += regionActions(monitor.advance(to: time))
    }
    if let nextPause, nextPause <= time { actions += pause() }
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
    for slot in table.beaconSlots {
      guard let leaves = table.beacons[slot]?.leaves, leaves <= time else { continue }
      table.setBeacon(RegionTable.Beacon(), at: slot)
      revision += 1
      let region = table.region(at: slot)
      actions += crossing(region, false, Note(name: "region \(region.identifier) exited"))
    }
    return actions
  }

  // MARK: Simulated sensors

  package mutating func turn(to degrees: Double) -> [Action] {
    heading = degrees
    return wantsHeadings ? [.send(.heading(degrees))] : []
  }

  /// Begins a visit, which ends after `duration` seconds.
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
      note.outcome = .dropped
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

  /// A beacon is in range, or with nil out of range.
  ///
  /// L-131: entering its region is reported at once, leaving it after 30 s out of range.
  package mutating func updateBeacon(_ beacon: BeaconPattern, _ sighting: BeaconSighting?, at time: Double)
    -> [Action]
  {
    beacons.removeAll { $0.beacon == beacon }
    if let sighting { beacons.append(sighting) }
    var actions: [Action] = []
    for slot in table.beaconSlots {
      let region = table.region(at: slot)
      guard case .beacon(let pattern) = region.shape, pattern.matches(beacon) else { continue }
      let wasInside = table.beacons[slot]?.isInside == true
      if beacons.contains(where: { pattern.matches($0.beacon) }) {
        table.setBeacon(RegionTable.Beacon(isInside: true), at: slot)
        guard !wasInside else { continue }
        revision += 1
        actions += crossing(region, true, Note(name: "region \(region.identifier) entered"))
      } else if wasInside {
        table.setBeacon(RegionTable.Beacon(isInside: true, leaves: time + 30), at: slot)
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
    case _ where isSwitchedOff: "denied, because Location Services are off"
    case .notDetermined: "not authorized yet"
    case .restricted: "restricted"
    case .denied: "denied"
    case .whenInUse: "authorized while in use"
    default: "authorized"
    }
  }
}

/// Rounded to a tenth, without a fraction for whole numbers.
private func metres(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
}
