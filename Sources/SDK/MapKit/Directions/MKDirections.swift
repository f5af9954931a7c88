import CarobRuntime
import CoreLocation
import UIKit

public struct MKDirectionsTransportType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let automobile = MKDirectionsTransportType(rawValue: 1)
  public static let walking = MKDirectionsTransportType(rawValue: 2)
  public static let transit = MKDirectionsTransportType(rawValue: 4)
  public static let cycling = MKDirectionsTransportType(rawValue: 8)
  public static let any = MKDirectionsTransportType(rawValue: 0x0FFF_FFFF)
}

/// Finds simulated routes: straight lines, travelled at a fixed speed (MK-33). The device has no road data.
open class MKDirections: NSObject {
  public typealias DirectionsHandler = (MKDirections.Response?, (any Error)?) -> Void
  public typealias ETAHandler = (MKDirections.ETAResponse?, (any Error)?) -> Void
  public enum RoutePreference: Int, Sendable { case any, avoid }

  open class Request: NSObject, NSCopying {
    open var source: MKMapItem?
    open var destination: MKMapItem?
    /// The means of transport; by car if it includes several (MK-33).
    open var transportType = MKDirectionsTransportType.any
    /// Whether a response has up to three routes instead of one, the shortest first.
    open var requestsAlternateRoutes = false
    /// When the user departs; has precedence over `arrivalDate`.
    open var departureDate: Date?
    open var arrivalDate: Date?
    /// Simulated routes have neither highways nor tolls.
    open var highwayPreference = RoutePreference.any
    open var tollPreference = RoutePreference.any
    public override init() { super.init() }
    /// Links to Maps are not supported.
    public convenience init(contentsOf url: URL) {
      self.init()
      unimplemented("MKDirections.Request(contentsOf:)")
    }
    open class func isDirectionsRequest(_ url: URL) -> Bool { false }
    public func copy(with zone: NSZone? = nil) -> Any {
      let copy = Request()
      (copy.source, copy.destination, copy.transportType) = (source, destination, transportType)
      (copy.requestsAlternateRoutes, copy.departureDate, copy.arrivalDate) =
        (requestsAlternateRoutes, departureDate, arrivalDate)
      (copy.highwayPreference, copy.tollPreference) = (highwayPreference, tollPreference)
      return copy
    }
  }
  open class Response: NSObject, @unchecked Sendable {
    // @unchecked because it is immutable.
    public let source: MKMapItem
    public let destination: MKMapItem
    public let routes: [MKRoute]
    init(_ source: MKMapItem, _ destination: MKMapItem, _ routes: [MKRoute]) {
      (self.source, self.destination, self.routes) = (source, destination, routes)
      super.init()
    }
  }
  open class ETAResponse: NSObject, @unchecked Sendable {
    // @unchecked because it is immutable.
    public let source: MKMapItem
    public let destination: MKMapItem
    public let expectedTravelTime: TimeInterval
    public let distance: CLLocationDistance
    public let expectedArrivalDate: Date
    public let expectedDepartureDate: Date
    public let transportType: MKDirectionsTransportType
    init(_ source: MKMapItem, _ destination: MKMapItem, _ route: MKRoute, departure: Date) {
      (self.source, self.destination, transportType) = (source, destination, route.transportType)
      (expectedTravelTime, distance) = (route.expectedTravelTime, route.distance)
      expectedDepartureDate = departure
      expectedArrivalDate = departure.addingTimeInterval(route.expectedTravelTime)
      super.init()
    }
  }

  private let service = MapService()
  private let source: MKMapItem?
  private let destination: MKMapItem?
  private let transport: MKDirectionsTransportType
  private let wantsAlternates: Bool
  private let dates: (departure: Date?, arrival: Date?)

  public init(request: Request) {
    (source, destination) = (request.source, request.destination)
    transport = request.transportType
    wantsAlternates = request.requestsAlternateRoutes
    dates = (request.departureDate, request.arrivalDate)
    super.init()
  }

  open var isCalculating: Bool { service.isRunning }
  open func cancel() { service.cancel() }

  // MK-33
  open func calculate(completionHandler: @escaping DirectionsHandler) {
    let wantsAlternates = wantsAlternates
    // NB: as on the platform, public transport has travel times only.
    find("calculate", transport.subtracting(.transit), Callback(completionHandler)) { ends in
      Response(ends.source, ends.destination, Array(ends.routes.prefix(wantsAlternates ? 3 : 1)))
    }
  }
  /// The travel time of the shortest route, without the route.
  open func calculateETA(completionHandler: @escaping ETAHandler) {
    let dates = dates
    find("calculateETA", transport, Callback(completionHandler)) { ends in
      guard let route = ends.routes.first else { return nil }
      let departure =
        dates.departure ?? dates.arrival?.addingTimeInterval(-route.expectedTravelTime) ?? Date()
      return ETAResponse(ends.source, ends.destination, route, departure: departure)
    }
  }
  open func calculate() async throws -> Response {
    try await awaitMapService { calculate(completionHandler: $0) }
  }
  open func calculateETA() async throws -> ETAResponse {
    try await awaitMapService { calculateETA(completionHandler: $0) }
  }

  private struct Found: Sendable {
    let source: MKMapItem
    let destination: MKMapItem
    /// The shortest first.
    let routes: [MKRoute]
  }

  private func find<Value>(
    _ name: String, _ transport: MKDirectionsTransportType, _ callback: Callback<Value>,
    _ answer: @escaping @Sendable (Found) -> Value?
  ) {
    unimplemented("roads in MKDirections (routes are straight lines, travelled at a fixed speed)")
    let (source, destination) = (source, destination)
    service.begin(
      "MKDirections.\(name)", by: self, refused: { callback(nil, MKError(.loadingThrottled)) }
    ) { finish in
      let fail = { @Sendable (why: String) in
        finish {
          Journal.note(.location, "MKDirections.\(name)", outcome: "refused", why: "\(why) (MK-33)")
          callback(
            nil,
            MKError(.directionsNotFound, userInfo: [NSLocalizedDescriptionKey: "Directions Not Available"]))
        }
      }
      guard let source, let destination else { return fail("the request has no source or destination") }
      MainActor.assumeIsolated {
        CurrentPlace.resolve([source, destination]) { places in
          guard let places else { return fail("the current location is not known") }
          let line = RouteFinder(from: places[0], to: places[1], transport, destination.name)
          if let why = line.obstacle { return fail(why) }
          let found = Found(source: source, destination: destination, routes: line.routes)
          finish { callback(answer(found), nil) }
        }
      }
    }
  }
}
public typealias MKDirectionsRequest = MKDirections.Request
public typealias MKDirectionsResponse = MKDirections.Response

/// A route, simulated (MK-33).
open class MKRoute: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  open class Step: NSObject, @unchecked Sendable {
    // @unchecked because it is immutable.
    public let instructions: String
    public let notice: String?
    public let polyline: MKPolyline
    public let distance: CLLocationDistance
    public let transportType: MKDirectionsTransportType
    init(
      _ instructions: String, _ notice: String?, _ polyline: MKPolyline, _ distance: CLLocationDistance,
      _ type: MKDirectionsTransportType
    ) {
      (self.instructions, self.notice, self.polyline) = (instructions, notice, polyline)
      (self.distance, transportType) = (distance, type)
      super.init()
    }
  }
  public let name: String
  /// Says that the route is simulated.
  public let advisoryNotices = ["This route is simulated and follows no roads."]
  public let distance: CLLocationDistance
  public let expectedTravelTime: TimeInterval
  public let transportType: MKDirectionsTransportType
  public let polyline: MKPolyline
  public let steps: [Step]
  public let hasHighways = false
  public let hasTolls = false
  init(
    _ name: String, _ polyline: MKPolyline, _ steps: [Step], _ distance: CLLocationDistance,
    _ time: TimeInterval,
    _ type: MKDirectionsTransportType
  ) {
    (self.name, self.polyline, self.steps, self.distance) = (name, polyline, steps, distance)
    (expectedTravelTime, transportType) = (time, type)
    super.init()
  }
}
