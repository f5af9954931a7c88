import DeviceProtocol
import LocationSimulation

/// Where the device is and which regions the app monitors, as a host shows it. Degrees and metres.
public struct ShownLocation: Sendable, Equatable {
  public struct Circle: Sendable, Equatable {
    public var identifier: String
    public var latitude, longitude, radius: Double
    public init(identifier: String, latitude: Double, longitude: Double, radius: Double) {
      self.identifier = identifier
      (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
    }
  }
  /// The current route, or the last one.
  public struct Route: Sendable, Equatable {
    public var name: String
    /// The length of one passage, and where on it the device is; seconds.
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
  /// nil when the location is unknown.
  public var fix: LocationFix?
  /// The regions that the app monitors.
  public var circles: [Circle] = []
  public var route: Route?

  static let maximumPath = 400
  public init(fix: LocationFix?) { self.fix = fix }
}

extension SimulatedDevice {
  /// Where the device is, for a host that shows it.
  public var shownLocation: ShownLocation {
    var shown = ShownLocation(fix: location.service.fix)
    shown.circles = location.service.regions.compactMap { region in
      guard case .circle(let latitude, let longitude, let radius) = region.shape else { return nil }
      return ShownLocation.Circle(
        identifier: region.identifier, latitude: latitude, longitude: longitude, radius: radius)
    }
    if let journey = location.service.journey {
      let way = journey.way
      let (time, _) = way.folded(journey.reached(at: now.seconds))
      // Every n-th stop, and the last one.
      let step = max(1, Int((Double(way.stops.count) / Double(ShownLocation.maximumPath - 1)).rounded(.up)))
      var points = stride(from: 0, to: way.stops.count, by: step).map { way.stops[$0].point }
      if let last = way.stops.last?.point, points.last != last { points.append(last) }
      shown.route = ShownLocation.Route(
        name: location.routeName, duration: way.duration, time: time, rate: journey.rate,
        isPaused: journey.isPaused,
        isOver: journey.isOver, path: points.map { [$0.latitude, $0.longitude] })
    }
    return shown
  }
}
