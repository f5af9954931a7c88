import DeviceProtocol
import LocationSimulation

/// Where the device is, and what the app hears of it.
extension SimulatedDevice {
  // MARK: What a user, or a script in their place, does

  /// Puts the device at a place; nil: nobody knows where it is.
  public func locate(_ fix: LocationFix?) throws(DeviceError) {
    let detail = fix.map { [("at", "\($0.latitude), \($0.longitude)")] } ?? [("at", "unknown")]
    try act("location", detail) { $0.locate(fix, at: $1) }
  }

  /// Goes a way from now on.
  package func follow(_ route: LocationRoute, named name: String) throws(DeviceError) {
    wayName = name
    try act("location", [("way", name)]) {
      wayCause = locationCause
      return $0.follow(route, at: $1)
    }
  }

  /// What can be done with the way under way (L-272).
  public enum WayChange: Sendable, Equatable {
    case pause, resume
    /// Be where the way is at this time of its own, seconds from its start.
    case seek(Double)
    /// Seconds of the way for each second of the device's time.
    case rate(Double)
  }

  /// Stops on the way, goes on, jumps along it, or goes faster.
  ///
  /// - Throws: `refused` when there is no way; a pause also when it has come to its end.
  public func changeWay(_ change: WayChange) throws(DeviceError) {
    guard let journey = location.journey else {
      throw .refused("no route is in progress: start one with `gpx` or `route`")
    }
    switch change {
    case .pause:
      guard !journey.isOver else { throw .refused("the route '\(wayName)' has already ended") }
      try act("way", [("paused", "true")]) { $0.pauseJourney(true, at: $1) }
    case .resume: try act("way", [("paused", "false")]) { $0.pauseJourney(false, at: $1) }
    case .rate(let rate): try act("way", [("rate", short(rate))]) { $0.setJourneyRate(rate, at: $1) }
    case .seek(let time):
      try act("way", [("at", short(time))]) {
        wayCause = locationCause
        return $0.seekJourney(time, at: $1)
      }
    }
  }

  /// Turns the device: degrees clockwise from magnetic north.
  public func turn(to degrees: Double) throws(DeviceError) {
    try act("heading", [("degrees", short(degrees))]) { service, _ in service.turn(to: degrees) }
  }

  /// Stays at a place for some seconds, which counts as a visit.
  public func visit(latitude: Double, longitude: Double, for seconds: Double) throws(DeviceError) {
    let point = GeographicPoint(latitude: latitude, longitude: longitude)
    try act("visit", [("at", "\(latitude), \(longitude)")]) { $0.arrive(point, for: seconds, at: $1) }
  }

  /// A beacon is heard; with nil it is out of range.
  public func hear(_ beacon: BeaconPattern, _ sighting: BeaconSighting?) throws(DeviceError) {
    let state = sighting.map { "\($0.proximity)" } ?? "gone"
    try act("beacon", [("uuid", beacon.uuid), ("proximity", state)]) { $0.hear(beacon, sighting, at: $1) }
  }

  /// How the boundary of a region must be crossed from now on (L-52): metres beyond it, at most half of the radius, and
  /// seconds there.
  public func useRegionRules(cushion: Double, dwell: Double) {
    record(
      "regions", category: "user", mechanism: "location",
      detail: [("cushion", short(cushion)), ("dwell", short(dwell))])
    let rules = RegionMonitor.Rules(cushion: cushion, dwell: dwell)
    location.use(rules)
    notifications.regions.use(rules)
    onOutput?(.locationChanged)
  }

  private func act(
    _ name: String, _ detail: [(key: String, value: String)],
    _ body: (inout LocationService, Double) -> [LocationService.Action]
  ) throws(DeviceError) {
    locationCause = record(name, category: "user", mechanism: "location", detail: detail)
    defer { locationCause = 0 }
    let actions = body(&location, now.seconds)
    try perform(actions)
  }

  // MARK: What the app wants

  func take(_ demand: LocationDemand, from process: AppProcess) {
    // NB: called while the app's messages are read: what follows is sent, and nothing is waited for.
    for action in location.take(demand, at: now.seconds) {
      switch action {
      case .note(let note): record(note)
      case .send(let report), .wake(let report):
        process.send(.location(report))
        outstandingInputs += 1
      case .confirmAlways: break
      }
    }
    keepLocation()
  }

  /// Called after everything that the service did.
  private func keepLocation() {
    onOutput?(.locationChanged)
    // OPTIMIZATION: most fixes change nothing that is kept.
    guard location.revision != keptRevision else { return }
    keptRevision = location.revision
    let kept = location.kept
    guard kept != keptLocation else { return }
    keptLocation = kept
    container.keep(kept, as: "location")
  }

  // MARK: What follows

  /// When the location service does something by itself.
  var locationDeadline: DeviceTime? { location.nextDeadline.map { DeviceTime(seconds: $0) } }

  /// Lets the service do what is due.
  func tendLocation() throws(DeviceError) {
    while let deadline = location.nextDeadline, DeviceTime(seconds: deadline) <= now {
      locationCause = location.isTravelling ? wayCause : 0
      defer { locationCause = 0 }
      let actions = location.advance(to: deadline)
      try perform(actions)
    }
  }

  func perform(_ actions: [LocationService.Action]) throws(DeviceError) {
    for action in actions {
      switch action {
      case .note(let note): locationCause = record(note)
      case .send(let report):
        guard process != nil, !isSuspended else { continue }
        try tell(report)
      case .wake(let report):
        try wakeApp(reason: "location", cause: locationCause)
        guard process != nil else { continue }
        try tell(report)
      case .confirmAlways: confirmAlways()
      }
    }
    keepLocation()
  }

  private func tell(_ report: LocationReport) throws(DeviceError) {
    deviceCause = locationCause
    defer { deviceCause = 0 }
    do throws(DeviceError) {
      try deliver(.location(report))
    } catch .appEnded(.exited(code: 0)) {
    }
  }

  /// Runs the app in the background if it is suspended, launches it there if it does not run (L-54, L-116, L-160). An app that runs is
  /// left as it is.
  func wakeApp(reason: String, cause: Int) throws(DeviceError) {
    guard process == nil || isSuspended else { return }
    let outer = deviceCause
    deviceCause = record(
      process == nil ? "launch in the background" : "wake app", category: "lifetime",
      detail: [("reason", reason)], cause: cause)
    defer { deviceCause = outer }
    // A notification gives time of its own, by its hold.
    if reason == "location" { wakeDeadline = now.advanced(bySeconds: Self.wakeTime) }
    for action in springboard.handle(.wake(reason: reason)) { try execute(action) }
    onOutput?(.stateChanged(springboard.state))
  }

  /// L-54: seconds that an app gets which was woken.
  static let wakeTime = 10.0

  /// L-122: the user is asked at the first event that needs always, when the app is next in front.
  private func confirmAlways() {
    guard !asksToConfirmAlways else { return }
    asksToConfirmAlways = true
    prompts.append(PermissionRequest(id: 0, kind: .location, wish: .always, text: app.alwaysText))
  }

  @discardableResult
  private func record(_ note: LocationService.Note) -> Int {
    // A crossing that counts because time has passed follows from what began its dwell time.
    var cause = locationCause
    for ending in [" entered", " exited"] where note.name.hasSuffix(ending) {
      if let begun = dwellCauses.removeValue(forKey: String(note.name.dropLast(ending.count))) {
        cause = begun
      }
    }
    let sequence = record(
      note.name, category: "functional", mechanism: "location", outcome: note.outcome, why: note.why,
      detail: note.detail.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, cause: cause)
    if note.outcome == "dropped", note.name.hasPrefix("region ") { dwellCauses[note.name] = sequence }
    return sequence
  }
}

// MARK: For a host

/// Where the device is and what the app watches, as a host shows it. Degrees and metres.
public struct ShownLocation: Sendable, Equatable {
  public struct Circle: Sendable, Equatable {
    public var identifier: String
    public var latitude, longitude, radius: Double
    public init(identifier: String, latitude: Double, longitude: Double, radius: Double) {
      self.identifier = identifier
      (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
    }
  }
  /// The way under way, or the one that ended last.
  public struct Way: Sendable, Equatable {
    public var name: String
    /// Seconds of one passage, and of the way where the device is.
    public var duration, time: Double
    public var rate: Double
    public var isPaused, isOver: Bool
    /// Latitudes and longitudes, at most `maximumPath` points.
    public var path: [[Double]]
    public init(
      name: String, duration: Double, time: Double, rate: Double, isPaused: Bool, isOver: Bool,
      path: [[Double]]
    ) {
      self.name = name
      (self.duration, self.time, self.rate) = (duration, time, rate)
      (self.isPaused, self.isOver) = (isPaused, isOver)
      self.path = path
    }
  }
  /// nil when nobody knows where the device is.
  public var fix: LocationFix?
  /// What the app watches.
  public var circles: [Circle] = []
  public var way: Way?

  static let maximumPath = 400
  public init(fix: LocationFix?) { self.fix = fix }
}

extension SimulatedDevice {
  /// Where the device is, for a host that shows it.
  public var shownLocation: ShownLocation {
    var shown = ShownLocation(fix: location.fix)
    shown.circles = location.regions.compactMap { region in
      guard case .circle(let latitude, let longitude, let radius) = region.shape else { return nil }
      return ShownLocation.Circle(
        identifier: region.identifier, latitude: latitude, longitude: longitude, radius: radius)
    }
    if let journey = location.journey {
      let way = journey.way
      let (time, _) = way.folded(journey.reached(at: now.seconds))
      // Evenly thinned out, with the last one.
      let step = max(1, Int((Double(way.stops.count) / Double(ShownLocation.maximumPath - 1)).rounded(.up)))
      var points = stride(from: 0, to: way.stops.count, by: step).map { way.stops[$0].point }
      if let last = way.stops.last?.point, points.last != last { points.append(last) }
      shown.way = ShownLocation.Way(
        name: wayName, duration: way.duration, time: time, rate: journey.rate, isPaused: journey.isPaused,
        isOver: journey.isOver, path: points.map { [$0.latitude, $0.longitude] })
    }
    return shown
  }
}
