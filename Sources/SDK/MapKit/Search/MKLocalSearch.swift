import CarobRuntime
import CoreLocation
import UIKit

/// Searches places by text in the device's gazetteer (MK-30).
open class MKLocalSearch: NSObject {
  public typealias CompletionHandler = (MKLocalSearch.Response?, (any Error)?) -> Void
  public struct ResultType: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let address = ResultType(rawValue: 1)
    public static let pointOfInterest = ResultType(rawValue: 2)
    public static let physicalFeature = ResultType(rawValue: 4)
  }

  open class Request: NSObject, NSCopying {
    open var naturalLanguageQuery: String?
    /// Places in this region come first.
    open var region = MKCoordinateRegion(.world)
    open var resultTypes: ResultType = [.address, .pointOfInterest]
    open var pointOfInterestFilter: MKPointOfInterestFilter?
    public override init() { super.init() }
    public convenience init(naturalLanguageQuery: String) {
      self.init()
      self.naturalLanguageQuery = naturalLanguageQuery
    }
    public convenience init(naturalLanguageQuery: String, region: MKCoordinateRegion) {
      self.init(naturalLanguageQuery: naturalLanguageQuery)
      self.region = region
    }
    public convenience init(completion: MKLocalSearchCompletion) {
      self.init(
        naturalLanguageQuery: [completion.title, completion.subtitle].filter { !$0.isEmpty }.joined(
          separator: ", "))
    }
    public func copy(with zone: NSZone? = nil) -> Any {
      let copy = Request()
      (copy.naturalLanguageQuery, copy.region) = (naturalLanguageQuery, region)
      (copy.resultTypes, copy.pointOfInterestFilter) = (resultTypes, pointOfInterestFilter)
      return copy
    }
  }

  open class Response: NSObject, @unchecked Sendable {
    // @unchecked because it is immutable.
    public let mapItems: [MKMapItem]
    public let boundingRegion: MKCoordinateRegion
    init(_ mapItems: [MKMapItem]) {
      self.mapItems = mapItems
      let rect = MKMapRect(around: mapItems.map { MKMapPoint($0.placemark.coordinate) })
      let margin = max(rect.width, rect.height) * 0.1 + 2000
      boundingRegion = MKCoordinateRegion(rect.insetBy(dx: -margin, dy: -margin))
      super.init()
    }
  }

  private enum Question: Sendable {
    case text(String, Area?)
    case around(Area)
  }
  /// A region in a sendable form.
  struct Area: Sendable {
    let rect: MKMapRect
    func contains(_ entry: Gazetteer.Entry) -> Bool {
      let place = MKMapPoint(CLLocationCoordinate2D(latitude: entry.latitude, longitude: entry.longitude))
      return abs(Mercator.shortWay(place.x - rect.midX)) <= rect.width / 2 && place.y >= rect.minY
        && place.y <= rect.maxY
    }
  }
  private let question: Question
  private let service = MapService()

  public init(request: Request) {
    let rect = request.region.isValid ? request.region.mapRect : .world
    question = .text(
      request.naturalLanguageQuery ?? "", rect.width < MKMapSize.world.width * 0.99 ? Area(rect: rect) : nil)
    super.init()
  }
  public init(request: MKLocalPointsOfInterestRequest) {
    question = .around(Area(rect: request.region.mapRect))
    super.init()
  }

  open var isSearching: Bool { service.isRunning }
  open func cancel() { service.cancel() }

  // MK-30
  open func start(completionHandler: @escaping CompletionHandler) {
    let (callback, question) = (Callback(completionHandler), question)
    service.start("MKLocalSearch.start", by: self, refused: { callback(nil, MKError(.loadingThrottled)) }) {
      let found = Self.find(question)
      if found.isEmpty {
        callback(nil, MKError(.placemarkNotFound))
      } else {
        callback(Response(found.map { MKMapItem(placemark: MKPlacemark($0)) }), nil)
      }
    }
  }
  open func start() async throws -> Response { try await awaitMapService { start(completionHandler: $0) } }

  private static func find(_ question: Question) -> [Gazetteer.Entry] {
    switch question {
    case .around(let area): return Gazetteer.shared.entries.filter(area.contains)
    case .text(let text, let area):
      let found = Gazetteer.shared.find(text)
      guard let area else { return found }
      return found.filter(area.contains) + found.filter { !area.contains($0) }
    }
  }
}
public typealias MKLocalSearchRequest = MKLocalSearch.Request
public typealias MKLocalSearchResponse = MKLocalSearch.Response

/// Searches all places in a region.
open class MKLocalPointsOfInterestRequest: NSObject, NSCopying {
  public let region: MKCoordinateRegion
  open var coordinate: CLLocationCoordinate2D { region.center }
  public let radius: CLLocationDistance
  open var pointOfInterestFilter: MKPointOfInterestFilter?
  public init(center coordinate: CLLocationCoordinate2D, radius: CLLocationDistance) {
    region = MKCoordinateRegion(
      center: coordinate, latitudinalMeters: 2 * radius, longitudinalMeters: 2 * radius)
    self.radius = radius
    super.init()
  }
  public init(coordinateRegion region: MKCoordinateRegion) {
    self.region = region
    radius = region.span.latitudeDelta * Globe.metersPerDegree / 2
    super.init()
  }
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = MKLocalPointsOfInterestRequest(coordinateRegion: region)
    copy.pointOfInterestFilter = pointOfInterestFilter
    return copy
  }
}

/// A suggestion while the user types.
open class MKLocalSearchCompletion: NSObject {
  public let title: String
  public let subtitle: String
  /// The ranges of the title that match the typed text.
  public let titleHighlightRanges: [NSValue]
  public let subtitleHighlightRanges: [NSValue] = []
  init(_ title: String, _ subtitle: String, _ typed: String) {
    (self.title, self.subtitle) = (title, subtitle)
    let range = (title as NSString).range(of: typed, options: [.caseInsensitive, .diacriticInsensitive])
    titleHighlightRanges = range.location == NSNotFound ? [] : [NSValue(range: range)]
    super.init()
  }
}

/// All methods are optional.
@preconcurrency @MainActor
public protocol MKLocalSearchCompleterDelegate: NSObjectProtocol, _CarobOptional {
  func completerDidUpdateResults(_ completer: MKLocalSearchCompleter)
  func completer(_ completer: MKLocalSearchCompleter, didFailWithError error: any Error)
}
extension MKLocalSearchCompleterDelegate {
  public func completerDidUpdateResults(_ completer: MKLocalSearchCompleter) {}
  public func completer(_ completer: MKLocalSearchCompleter, didFailWithError error: any Error) {}
}

/// Suggests places for a partial text, a moment after its last change (MK-30).
@preconcurrency @MainActor
open class MKLocalSearchCompleter: _MainActorNSObject {
  public enum FilterType: Int, Sendable { case locationsAndQueries, locationsOnly }
  public struct ResultType: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let address = ResultType(rawValue: 1)
    public static let pointOfInterest = ResultType(rawValue: 2)
    public static let query = ResultType(rawValue: 4)
    public static let physicalFeature = ResultType(rawValue: 8)
  }
  open weak var delegate: (any MKLocalSearchCompleterDelegate)?
  open var queryFragment = "" { didSet { ask() } }
  open var region = MKCoordinateRegion(.world)
  open var filterType = FilterType.locationsAndQueries
  open var resultTypes: ResultType = [.address, .pointOfInterest, .query]
  open var pointOfInterestFilter: MKPointOfInterestFilter?
  open private(set) var results: [MKLocalSearchCompletion] = []
  open private(set) var isSearching = false
  private var generation = 0
  /// The delay after the last change, in seconds.
  private static let delay = 0.25

  public override init() { super.init() }

  open func cancel() {
    generation += 1
    isSearching = false
  }

  private func ask() {
    cancel()
    guard !queryFragment.isEmpty else {
      results = []
      return
    }
    isSearching = true
    let own = generation
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.generation == own else { return }
        self.answer()
      }
    }
  }

  private func answer() {
    isSearching = false
    results = Gazetteer.shared.find(queryFragment).prefix(15).map { entry in
      let name = entry.name ?? entry.locality ?? ""
      let context = [entry.locality == name ? nil : entry.locality, entry.administrativeArea, entry.country]
      return MKLocalSearchCompletion(name, context.compactMap { $0 }.joined(separator: ", "), queryFragment)
    }
    guard let delegate else { return }
    Journal.deliver(.delegate, "completerDidUpdateResults(_:)", to: delegate, from: self, category: .user) {
      delegate.completerDidUpdateResults(self)
    }
  }
}

/// Finds the places of an address (MK-30).
open class MKGeocodingRequest: NSObject {
  public let addressString: String
  open var region: MKCoordinateRegion?
  open var preferredLocale: Locale?
  open var isLoading: Bool { service.isRunning }
  open private(set) var isCancelled = false
  private let service = MapService()
  public init?(addressString: String) {
    guard !addressString.isEmpty else { return nil }
    self.addressString = addressString
    super.init()
  }
  open func cancel() {
    isCancelled = true
    service.cancel()
  }
  open func getMapItems(completionHandler: @escaping ([MKMapItem]?, (any Error)?) -> Void) {
    let (callback, text) = (Callback(completionHandler), addressString)
    service.start("MKGeocodingRequest", by: self, refused: { callback(nil, MKError(.loadingThrottled)) }) {
      let found = Gazetteer.shared.find(text).map { MKMapItem(placemark: MKPlacemark($0)) }
      callback(found.isEmpty ? nil : found, found.isEmpty ? MKError(.placemarkNotFound) : nil)
    }
  }
  open var mapItems: [MKMapItem] {
    get async throws { try await awaitMapService { getMapItems(completionHandler: $0) } }
  }
}

/// Finds the address of a place (MK-30).
open class MKReverseGeocodingRequest: NSObject {
  public let location: CLLocation
  open var preferredLocale: Locale?
  open var isLoading: Bool { service.isRunning }
  open private(set) var isCancelled = false
  private let service = MapService()
  public init?(location: CLLocation) {
    guard CLLocationCoordinate2DIsValid(location.coordinate) else { return nil }
    self.location = location
    super.init()
  }
  open func cancel() {
    isCancelled = true
    service.cancel()
  }
  open func getMapItems(completionHandler: @escaping ([MKMapItem]?, (any Error)?) -> Void) {
    let (callback, point) = (Callback(completionHandler), location.coordinate.point)
    service.start(
      "MKReverseGeocodingRequest", by: self, refused: { callback(nil, MKError(.loadingThrottled)) }
    ) {
      guard let entry = Gazetteer.shared.nearest(to: point) else {
        return callback(nil, MKError(.placemarkNotFound))
      }
      callback([MKMapItem(placemark: MKPlacemark(placemark: CLPlacemark(entry, at: point)))], nil)
    }
  }
  open var mapItems: [MKMapItem] {
    get async throws { try await awaitMapService { getMapItems(completionHandler: $0) } }
  }
}
