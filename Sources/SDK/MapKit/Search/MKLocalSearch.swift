@_spi(Hazards) import CarobRuntime
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
        naturalLanguageQuery: [completion.title, completion.isQuery ? "" : completion.subtitle].filter {
          !$0.isEmpty
        }.joined(separator: ", "))
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
    case text(String, Area?, Choice)
    case around(Area, MKPointOfInterestFilter?)
  }
  /// The places that a request wants.
  struct Choice: Sendable {
    let hasAddresses: Bool
    let hasPoints: Bool
    let filter: MKPointOfInterestFilter?

    // MK-45
    func includes(_ entry: Gazetteer.Entry) -> Bool {
      entry.isPointOfInterest ? hasPoints && filter?.includes(entry) != false : hasAddresses
    }
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
      request.naturalLanguageQuery ?? "", rect.width < MKMapSize.world.width * 0.99 ? Area(rect: rect) : nil,
      Choice(
        hasAddresses: request.resultTypes.contains(.address),
        hasPoints: request.resultTypes.contains(.pointOfInterest), filter: request.pointOfInterestFilter))
    super.init()
  }
  public init(request: MKLocalPointsOfInterestRequest) {
    question = .around(Area(rect: request.region.mapRect), request.pointOfInterestFilter)
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
        callback(Response(found.map { MKMapItem($0) }), nil)
      }
    }
  }
  open func start() async throws -> Response { try await awaitMapService { start(completionHandler: $0) } }

  private static func find(_ question: Question) -> [Gazetteer.Entry] {
    switch question {
    case .around(let area, let filter):
      let choice = Choice(hasAddresses: false, hasPoints: true, filter: filter)
      return Gazetteer.shared.entries.filter { area.contains($0) && choice.includes($0) }
    case .text(let text, let area, let choice):
      let found = places(text).filter(choice.includes)
      guard let area else { return found }
      return found.filter(area.contains) + found.filter { !area.contains($0) }
    }
  }

  /// The places that a text names, and those of a category that it names: "museums".
  // MK-45
  private static func places(_ text: String) -> [Gazetteer.Entry] {
    let words = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    let named = Gazetteer.shared.find(text)
    let ofCategory = Gazetteer.shared.entries.filter { entry in
      guard let category = entry.pointOfInterestCategory?.words else { return false }
      return (words == category || words == category + "s") && !named.contains(entry)
    }
    return named + ofCategory
  }
}
public typealias MKLocalSearchRequest = MKLocalSearch.Request
public typealias MKLocalSearchResponse = MKLocalSearch.Response

/// Searches all points of interest in a region (MK-45).
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
  /// Whether it is a category to search for, not a place.
  let isQuery: Bool
  init(_ title: String, _ subtitle: String, _ typed: String, isQuery: Bool = false) {
    (self.title, self.subtitle, self.isQuery) = (title, subtitle, isQuery)
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
  open weak var delegate: (any MKLocalSearchCompleterDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any MKLocalSearchCompleterDelegate)?
  open var queryFragment = "" { didSet { ask() } }
  /// Places in this region come first.
  open var region = MKCoordinateRegion(.world)
  /// Deprecated on the platform in favour of `resultTypes`: `.locationsOnly` excludes queries.
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
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.delay) { [weakSelf = ZeroingElement(self)] in
      MainActor.assumeIsolated {
        guard let self = weakSelf.object, self.generation == own else { return }
        self.answer()
      }
    }
  }

  private func answer() {
    isSearching = false
    let choice = MKLocalSearch.Choice(
      hasAddresses: resultTypes.contains(.address), hasPoints: resultTypes.contains(.pointOfInterest),
      filter: pointOfInterestFilter)
    let found = Gazetteer.shared.find(queryFragment).filter(choice.includes)
    let area = MKLocalSearch.Area(rect: region.isValid ? region.mapRect : .world)
    let ordered = found.filter(area.contains) + found.filter { !area.contains($0) }
    let places = ordered.prefix(15).map { entry in
      let name = entry.name ?? entry.locality ?? ""
      let context = [entry.locality == name ? nil : entry.locality, entry.administrativeArea, entry.country]
      return MKLocalSearchCompletion(name, context.compactMap { $0 }.joined(separator: ", "), queryFragment)
    }
    results = queries + places
    guard let delegate else { return }
    Journal.deliver(.delegate, "completerDidUpdateResults(_:)", to: delegate, from: self, category: .user) {
      delegate.completerDidUpdateResults(self)
    }
  }
}

extension MKLocalSearchCompleter {
  /// The categories of the gazetteer that begin with the typed text.
  // MK-45
  private var queries: [MKLocalSearchCompletion] {
    guard resultTypes.contains(.query), filterType == .locationsAndQueries else { return [] }
    var categories: [MKPointOfInterestCategory] = []
    for case let category? in Gazetteer.shared.entries.map(\.pointOfInterestCategory)
    where !categories.contains(category) && pointOfInterestFilter?.includes(category) != false
      && category.words.hasPrefix(queryFragment.lowercased())
    { categories.append(category) }
    return categories.map {
      MKLocalSearchCompletion($0.words.capitalized, "Search Nearby", queryFragment, isQuery: true)
    }
  }
}

/// Finds the places of an address (MK-30).
open class MKGeocodingRequest: NSObject {
  public let addressString: String
  open var region: MKCoordinateRegion?
  open var preferredLocale: Locale? { didSet { GeocodingLanguage.check(preferredLocale) } }
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
      let found = Gazetteer.shared.find(text).map { MKMapItem($0) }
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
  open var preferredLocale: Locale? { didSet { GeocodingLanguage.check(preferredLocale) } }
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

/// The gazetteer's texts are in one language.
enum GeocodingLanguage {
  static func check(_ locale: Locale?) {
    guard let code = locale?.language.languageCode, code != .english else { return }
    unimplemented("preferredLocale of geocoding requests (the gazetteer is in English)")
  }
}
