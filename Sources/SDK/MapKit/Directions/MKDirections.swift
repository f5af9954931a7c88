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

/// Finds routes. The device has no road data: each request fails with the platform's error for a missing
/// route (MK-33).
open class MKDirections: NSObject {
  public typealias DirectionsHandler = (MKDirections.Response?, (any Error)?) -> Void
  public typealias ETAHandler = (MKDirections.ETAResponse?, (any Error)?) -> Void
  public enum RoutePreference: Int, Sendable { case any, avoid }

  open class Request: NSObject, NSCopying {
    open var source: MKMapItem?
    open var destination: MKMapItem?
    open var transportType = MKDirectionsTransportType.any
    open var requestsAlternateRoutes = false
    open var departureDate: Date?
    open var arrivalDate: Date?
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
    init(_ source: MKMapItem, _ destination: MKMapItem, _ type: MKDirectionsTransportType) {
      (self.source, self.destination, transportType) = (source, destination, type)
      (expectedTravelTime, distance) = (0, 0)
      (expectedArrivalDate, expectedDepartureDate) = (Date(), Date())
      super.init()
    }
  }

  private let service = MapService()
  public init(request: Request) { super.init() }

  open var isCalculating: Bool { service.isRunning }
  open func cancel() { service.cancel() }

  // MK-33
  open func calculate(completionHandler: @escaping DirectionsHandler) {
    fail("calculate", Callback(completionHandler))
  }
  open func calculateETA(completionHandler: @escaping ETAHandler) {
    fail("calculateETA", Callback(completionHandler))
  }
  open func calculate() async throws -> Response {
    try await awaitMapService { calculate(completionHandler: $0) }
  }
  open func calculateETA() async throws -> ETAResponse {
    try await awaitMapService { calculateETA(completionHandler: $0) }
  }

  private func fail<Value>(_ name: String, _ callback: Callback<Value>) {
    unimplemented("MKDirections (the device has no road data; each request fails with directionsNotFound)")
    service.start("MKDirections.\(name)", by: self, refused: { callback(nil, MKError(.loadingThrottled)) }) {
      callback(
        nil,
        MKError(.directionsNotFound, userInfo: [NSLocalizedDescriptionKey: "Directions Not Available"]))
    }
  }
}
public typealias MKDirectionsRequest = MKDirections.Request
public typealias MKDirectionsResponse = MKDirections.Response

/// A route; this device never finds one.
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
  public let advisoryNotices: [String] = []
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
