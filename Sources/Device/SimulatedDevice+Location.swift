import DeviceProtocol
import LocationSimulation

/// The device's location, and what is reported to the app.
extension SimulatedDevice {
  // MARK: Actions of the user or a script

  /// Puts the device at a place; nil makes its location unknown.
  public func locate(_ fix: LocationFix?) throws(DeviceError) {
    let detail = fix.map { [("at", "\($0.latitude), \($0.longitude)")] } ?? [("at", "unknown")]
    try act("location", detail) { $0.service.locate(fix, at: $1) }
  }

  /// Follows a route from now on.
  package func follow(_ route: LocationRoute, named name: String) throws(DeviceError) {
    location.routeName = name
    try act("location", [("way", name)]) {
      $0.routeCause = $0.cause
      return $0.service.follow(route, at: $1)
    }
  }

  /// A change of the current route (L-272).
  public enum RouteChange: Sendable, Equatable {
    case pause, resume
    /// Jumps to this time of the route, seconds from its start.
    case seek(Double)
    /// Seconds of the route for each second of device time.
    case rate(Double)
  }

  /// Pauses or resumes the current route, jumps along it, or changes its speed.
  ///
  /// - Throws: `refused` when there is no route; a pause also when the route has ended.
  public func changeRoute(_ change: RouteChange) throws(DeviceError) {
    guard let journey = location.service.journey else {
      throw .refused("no route is in progress: start one with `gpx` or `route`")
    }
    switch change {
    case .pause:
      guard !journey.isOver else { throw .refused("the route '\(location.routeName)' has already ended") }
      try act("way", [("paused", "true")]) { $0.service.pauseJourney(true, at: $1) }
    case .resume: try act("way", [("paused", "false")]) { $0.service.pauseJourney(false, at: $1) }
    case .rate(let rate): try act("way", [("rate", short(rate))]) { $0.service.setJourneyRate(rate, at: $1) }
    case .seek(let time):
      try act("way", [("at", short(time))]) {
        $0.routeCause = $0.cause
        return $0.service.seekJourney(time, at: $1)
      }
    }
  }

  /// Turns the device: degrees clockwise from magnetic north.
  public func turn(to degrees: Double) throws(DeviceError) {
    try act("heading", [("degrees", short(degrees))]) { location, _ in location.service.turn(to: degrees) }
  }

  /// Stays at a place for some seconds, which counts as a visit.
  public func visit(latitude: Double, longitude: Double, for seconds: Double) throws(DeviceError) {
    let point = GeographicPoint(latitude: latitude, longitude: longitude)
    try act("visit", [("at", "\(latitude), \(longitude)")]) { $0.service.arrive(point, for: seconds, at: $1) }
  }

  /// A beacon is in range; with nil it is out of range.
  public func setBeacon(_ beacon: BeaconPattern, _ sighting: BeaconSighting?) throws(DeviceError) {
    let state = sighting.map { "\($0.proximity)" } ?? "gone"
    try act("beacon", [("uuid", beacon.uuid), ("proximity", state)]) {
      $0.service.updateBeacon(beacon, sighting, at: $1)
    }
  }

  /// Sets how a region's boundary must be crossed from now on (L-52): by how many metres, at most half of the radius, and for
  /// how many seconds.
  public func useRegionRules(cushion: Double, dwell: Double) {
    record(
      "regions", category: .user, mechanism: .location,
      detail: [("cushion", short(cushion)), ("dwell", short(dwell))])
    let rules = RegionMonitor.Rules(cushion: cushion, dwell: dwell)
    location.service.use(rules)
    notifications.regions.use(rules)
    onOutput?(.locationChanged)
  }

  private func act(
    _ name: String, _ detail: [(key: String, value: String)],
    _ body: (inout LocationActivity, Double) -> [LocationService.Action]
  ) throws(DeviceError) {
    location.cause = record(name, category: .user, mechanism: .location, detail: detail)
    defer { location.cause = 0 }
    let actions = body(&location, now.seconds)
    try perform(actions)
  }

  // MARK: The app's requests

  func take(_ demand: LocationDemand, from process: AppProcess) {
    // NB: called while the app's messages are read: must not wait for the app.
    for action in location.service.take(demand, at: now.seconds) {
      switch action {
      case .note(let note): record(note)
      case .send(let report), .wake(let report):
        session?.sendInput(.location(report))
      case .confirmAlways: break
      }
    }
    keepLocation()
  }

  /// Called after everything that the service did.
  private func keepLocation() {
    onOutput?(.locationChanged)
    // OPTIMIZATION: most fixes change nothing that is kept.
    guard location.service.revision != location.keptRevision else { return }
    location.keptRevision = location.service.revision
    let kept = location.service.kept
    guard kept != location.keptText else { return }
    location.keptText = kept
    container.keep(kept, as: "location")
  }

  // MARK: The service's actions

  /// The next time at which the location service does something by itself.
  var locationDeadline: DeviceTime? { location.service.nextDeadline.map { DeviceTime(seconds: $0) } }

  /// Lets the service do what is due.
  func tendLocation() throws(DeviceError) {
    while let deadline = location.service.nextDeadline, DeviceTime(seconds: deadline) <= now {
      location.cause = location.service.isTravelling ? location.routeCause : 0
      defer { location.cause = 0 }
      let actions = location.service.advance(to: deadline)
      try perform(actions)
    }
  }

  func perform(_ actions: [LocationService.Action]) throws(DeviceError) {
    for action in actions {
      switch action {
      case .note(let note): location.cause = record(note)
      case .send(let report):
        guard session != nil, !isSuspended else { continue }
        try tell(report)
      case .wake(let report):
        try wakeApp(reason: .location, cause: location.cause)
        guard session != nil else { continue }
        try tell(report)
      case .confirmAlways: confirmAlways()
      }
    }
    keepLocation()
  }

  private func tell(_ report: LocationReport) throws(DeviceError) {
    deviceCause = location.cause
    defer { deviceCause = 0 }
    do throws(DeviceError) {
      try deliver(.location(report))
    } catch .appEnded(.exited(code: 0)) {
    }
  }

  /// Resumes a suspended app in the background, or launches it there (L-54, L-116, L-160). Has no effect on an app that runs.
  func wakeApp(reason: LaunchReason, cause: Int) throws(DeviceError) {
    guard session == nil || isSuspended else { return }
    let outer = deviceCause
    deviceCause = record(
      session == nil ? "launch in the background" : "wake app", category: .lifetime,
      detail: [("reason", reason.rawValue)], cause: cause)
    defer { deviceCause = outer }
    // A notification has a time limit of its own.
    if reason == .location { session?.background.wake(at: now) }
    for action in springboard.handle(.wake(reason: reason)) { try execute(action) }
    onOutput?(.stateChanged(springboard.state))
  }

  /// L-122: the user is asked at the first event that needs always, when the app is next in front.
  private func confirmAlways() {
    guard !prompts.confirmsAlways else { return }
    prompts.confirmsAlways = true
    prompts.waiting.append(PermissionRequest(id: 0, kind: .location, scope: .always, text: app.alwaysText))
  }

  @discardableResult
  private func record(_ note: LocationService.Note) -> Int {
    // The cause of a crossing that a dwell time confirms is the event that began the dwell time.
    var cause = location.cause
    for ending in [" entered", " exited"] where note.name.hasSuffix(ending) {
      if let begun = location.dwellCauses.removeValue(forKey: String(note.name.dropLast(ending.count))) {
        cause = begun
      }
    }
    let sequence = record(
      note.name, category: .functional, mechanism: .location, outcome: note.outcome, why: note.why,
      detail: note.detail.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, cause: cause)
    if note.outcome == .dropped, note.name.hasPrefix("region ") {
      location.dwellCauses[note.name] = sequence
    }
    return sequence
  }
}
