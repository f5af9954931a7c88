import CarobFoundation
import Contacts
import CoreLocation
import TestSupport
import Testing
import UIKit

@testable import MapKit

/// Services that use the gazetteer, or are not available.
@Suite struct ServiceTests {
  private func answer<Value>(_ body: @escaping @MainActor (@escaping (Value?, (any Error)?) -> Void) -> Void)
    async -> (
      value: Value?, code: MKError.Code?
    )
  {
    let result: Handover<(Value?, MKError.Code?)> = await withCheckedContinuation { continuation in
      Task { @MainActor in
        body { value, error in
          continuation.resume(returning: Handover(value: (value, (error as? MKError)?.code)))
        }
      }
    }
    return result.value
  }

  @Test(.rule("MK-30")) func `a search finds places by words, those in the region first`() async {
    let found = await answer {
      MKLocalSearch(request: .init(naturalLanguageQuery: "Berlin")).start(completionHandler: $0)
    }
    #expect(found.value?.mapItems.first?.name == "Berlin" && found.code == nil)
    #expect(found.value?.mapItems.contains { $0.name == "Brandenburg Gate" } == true)
    #expect((found.value?.boundingRegion.center.latitude ?? 0) > 52)
    let none = await answer {
      MKLocalSearch(request: .init(naturalLanguageQuery: "Atlantis")).start(completionHandler: $0)
    }
    #expect(none.value == nil && none.code == .placemarkNotFound)
  }

  @Test(.rule("MK-30", "MK-45")) @MainActor
  func `a request for points of interest finds those in its region that its filter includes`() async {
    let request = MKLocalPointsOfInterestRequest(center: place(48.8566, 2.3522), radius: 10_000)
    let found = await answer { MKLocalSearch(request: request).start(completionHandler: $0) }
    #expect(found.value?.mapItems.compactMap(\.name) == ["Eiffel Tower"])
    #expect(found.value?.mapItems.first?.pointOfInterestCategory == .landmark)
    request.pointOfInterestFilter = MKPointOfInterestFilter(excluding: [.landmark])
    let none = await answer { MKLocalSearch(request: request).start(completionHandler: $0) }
    #expect(none.code == .placemarkNotFound)
  }

  @MainActor private func names(_ query: String, _ change: (MKLocalSearch.Request) -> Void) async -> [String]
  {
    let request = MKLocalSearch.Request(naturalLanguageQuery: query)
    change(request)
    let found = await answer { MKLocalSearch(request: request).start(completionHandler: $0) }
    return found.value?.mapItems.compactMap(\.name) ?? []
  }

  @Test(.rule("MK-45")) @MainActor func `a search has results of the types and categories that it asks for`()
    async
  {
    #expect(await names("Berlin") { _ in } == ["Berlin", "Brandenburg Gate"])
    #expect(await names("Berlin") { $0.resultTypes = .address } == ["Berlin"])
    #expect(await names("Berlin") { $0.resultTypes = .pointOfInterest } == ["Brandenburg Gate"])
    #expect(await names("Berlin") { $0.resultTypes = .physicalFeature } == [])
    #expect(await names("Berlin") { $0.pointOfInterestFilter = .init(including: [.museum]) } == ["Berlin"])
    #expect(
      await names("Berlin") { $0.pointOfInterestFilter = .init(excluding: [.museum]) }
        == ["Berlin", "Brandenburg Gate"])
    let landmarks = await names("landmarks") { $0.region = region(35.68, 139.7, 0.5) }
    #expect(landmarks.first == "Tokyo Tower" && landmarks.contains("Big Ben"))
    #expect(!landmarks.contains("Tokyo"))
  }

  /// A completer's delegate that keeps the first answer's titles.
  @MainActor private final class Suggestions: _MainActorNSObject, MKLocalSearchCompleterDelegate {
    var done: (([String]) -> Void)?
    nonisolated override class var _carobMethods: [_CarobMethod] {
      [.init(has: "completerDidUpdateResults:", "completerDidUpdateResults(_:)", 1)]
    }
    func completerDidUpdateResults(_ completer: MKLocalSearchCompleter) {
      done?(completer.results.map { "\($0.title), \($0.subtitle)" })
    }
  }
  @MainActor private func suggestions(
    _ text: String, _ change: (MKLocalSearchCompleter) -> Void = { _ in }
  ) async -> [String] {
    let (completer, delegate) = (MKLocalSearchCompleter(), Suggestions())
    completer.delegate = delegate
    change(completer)
    return await withCheckedContinuation { continuation in
      delegate.done = {
        continuation.resume(returning: $0)
        // Also keeps both alive until now.
        withExtendedLifetime((completer, delegate)) { delegate.done = nil }
      }
      completer.queryFragment = text
    }
  }

  @Test(.rule("MK-30", "MK-45")) @MainActor
  func `a completer suggests places and queries of the types that it has`() async {
    #expect(await suggestions("Tokyo Tow") == ["Tokyo Tower, Tokyo, Tokyo, Japan"])
    #expect(await suggestions("landm") == ["Landmark, Search Nearby"])
    #expect(await suggestions("landm") { $0.filterType = .locationsOnly } == [])
    #expect(await suggestions("landm") { $0.resultTypes = .pointOfInterest } == [])
    #expect(await suggestions("landm") { $0.pointOfInterestFilter = .excludingAll } == [])
    #expect(await suggestions("Sydney") { $0.resultTypes = .address } == ["Sydney, NSW, Australia"])
    #expect(
      await suggestions("Sydney") { $0.pointOfInterestFilter = .excludingAll } == ["Sydney, NSW, Australia"])
    #expect(
      await suggestions("San") { $0.region = region(37.8, -122.4, 1) }.first?.hasPrefix("San F") == true)
  }

  @Test(.rule("MK-45")) @MainActor func `a suggested query finds the places of its category`() async {
    let (completer, delegate) = (MKLocalSearchCompleter(), Suggestions())
    completer.delegate = delegate
    await withCheckedContinuation { continuation in
      delegate.done = { _ in continuation.resume() }
      completer.queryFragment = "Landmark"
    }
    let request = MKLocalSearch.Request(completion: completer.results[0])
    #expect(request.naturalLanguageQuery == "Landmark")
    let found = await answer { MKLocalSearch(request: request).start(completionHandler: $0) }
    #expect(found.value?.mapItems.contains { $0.name == "Eiffel Tower" } == true)
  }

  @Test(.rule("MK-30")) func `a second start while the first is running is refused`() async {
    let codes = await answer { (done: @escaping (MKError.Code?, (any Error)?) -> Void) in
      let search = MKLocalSearch(request: .init(naturalLanguageQuery: "Paris"))
      search.start { _, _ in }
      #expect(search.isSearching)
      search.start { done(($1 as? MKError)?.code, nil) }
    }
    #expect(codes.value == .loadingThrottled)
  }

  @Test(.rule("MK-32")) func `the missing Maps app is reported once`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let item = MKMapItem(placemark: MKPlacemark(coordinate: place(3, 4)))
        precondition(!item.openInMaps() && !MKMapItem.openMaps(with: [item, item]))
        var answer: Bool?
        item.openInMaps(from: nil) { answer = $0 }
        precondition(answer == false)
      }
    }
    let lines = errors(of: result).split(separator: "\n").filter { $0.contains("unimplemented") }
    #expect(
      lines == ["carob: warning: unimplemented: MKMapItem.openInMaps (the device has no Maps app)"])
  }

  @MainActor private func item(_ latitude: Double, _ longitude: Double, _ name: String? = nil) -> MKMapItem {
    let item = MKMapItem(placemark: MKPlacemark(coordinate: place(latitude, longitude)))
    item.name = name
    return item
  }
  @MainActor private func directions(
    _ source: MKMapItem?, _ destination: MKMapItem?, _ change: (MKDirections.Request) -> Void = { _ in }
  ) -> MKDirections.Request {
    let request = MKDirections.Request()
    (request.source, request.destination) = (source, destination)
    change(request)
    return request
  }
  @MainActor private func routes(_ request: MKDirections.Request) async -> (
    value: MKDirections.Response?, code: MKError.Code?
  ) {
    await answer { MKDirections(request: request).calculate(completionHandler: $0) }
  }

  @Test(.rule("MK-33")) @MainActor
  func `a route is a straight line, travelled at the speed of its means of transport`() async throws {
    let (berlin, hamburg) = (item(52.52, 13.405), item(53.5511, 9.9937, "Hamburg"))
    let answer = await routes(directions(berlin, hamburg))
    let response = try #require(answer.value)
    #expect(response.source === berlin && response.destination === hamburg)
    let route = try #require(response.routes.first)
    #expect(response.routes.count == 1 && route.transportType == .automobile)
    #expect(abs(route.distance - 255_300) < 1000)
    #expect(abs(route.expectedTravelTime - route.distance / 60 * 3.6) < 0.001)
    #expect(route.steps.map(\.instructions) == ["Head northwest", "Arrive at Hamburg"])
    #expect(route.advisoryNotices.count == 1 && !route.hasTolls && !route.hasHighways)
    for (type, speed) in [(MKDirectionsTransportType.walking, 5.0), (.cycling, 15), (.any, 60)] {
      let other = try #require(await routes(directions(berlin, hamburg) { $0.transportType = type }).value)
      #expect(abs(other.routes[0].expectedTravelTime - route.distance / speed * 3.6) < 0.001)
    }
  }

  @Test(.rule("MK-33")) @MainActor func `alternate routes are longer detours to the same place`() async throws
  {
    let request = directions(item(52.52, 13.405), item(53.5511, 9.9937)) { $0.requestsAlternateRoutes = true }
    let found = try #require(await routes(request).value).routes
    #expect(found.map(\.name) == ["Direct Line", "Right Detour", "Left Detour"])
    #expect(found[0].distance < found[1].distance && found[1].distance < found[2].distance)
    for route in found {
      let end = route.polyline.points()[route.polyline.pointCount - 1].coordinate
      #expect(near(end.latitude, 53.5511, 1e-5) && near(end.longitude, 9.9937, 1e-5))
      #expect(abs(route.steps.reduce(0) { $0 + $1.distance } - route.distance) < 0.001)
    }
  }

  @Test(.rule("MK-33")) @MainActor func `there is no route over an ocean, or without both ends`() async {
    let (london, paris) = (item(51.5074, -0.1278), item(48.8566, 2.3522))
    #expect(await routes(directions(london, paris)).value != nil)
    for request in [
      directions(london, item(40.7128, -74.006)), directions(nil, paris), directions(london, nil), .init(),
      directions(.forCurrentLocation(), paris), directions(london, paris) { $0.transportType = .transit },
    ] {
      let found = await routes(request)
      #expect(found.value == nil && found.code == .directionsNotFound)
    }
    let error = MKError(.directionsNotFound) as NSError
    #expect(error.domain == MKErrorDomain && error.code == 5)
  }

  @Test(.rule("MK-33")) @MainActor func `a travel time counts from the departure or up to the arrival`()
    async throws
  {
    let date = Date(timeIntervalSinceReferenceDate: 1_000_000)
    @MainActor func estimate(_ change: (MKDirections.Request) -> Void) async throws
      -> MKDirections.ETAResponse
    {
      let request = directions(item(52.52, 13.405), item(52.4, 13.05), change)
      return try #require(
        await answer { MKDirections(request: request).calculateETA(completionHandler: $0) }.value)
    }
    let leaving = try await estimate {
      ($0.departureDate, $0.arrivalDate, $0.transportType) = (date, date, .transit)
    }
    #expect(leaving.transportType == .transit && leaving.expectedDepartureDate == date)
    #expect(abs(leaving.expectedTravelTime - leaving.distance / 30 * 3.6) < 0.001)
    #expect(leaving.expectedArrivalDate == date.addingTimeInterval(leaving.expectedTravelTime))
    let arriving = try await estimate { $0.arrivalDate = date }
    #expect(arriving.transportType == .automobile)
    #expect(abs(arriving.expectedArrivalDate.timeIntervalSince(date)) < 0.001)
    #expect(
      abs(arriving.expectedDepartureDate.timeIntervalSince(date) + arriving.expectedTravelTime) < 0.001)
  }

  @Test(.rule("MK-33")) @MainActor func `the answer of cancelled directions is dropped`() async {
    let request = directions(item(52.52, 13.405), item(52.4, 13.05))
    let log = await answer { (done: @escaping ([String]?, (any Error)?) -> Void) in
      var log: [String] = []
      let first = MKDirections(request: request)
      first.calculate { _, _ in log.append("first") }
      log.append("calculating \(first.isCalculating)")
      first.cancel()
      log.append("calculating \(first.isCalculating)")
      MKDirections(request: request).calculate { _, _ in
        log.append("second")
        done(log, nil)
      }
    }
    #expect(log.value == ["calculating true", "calculating false", "second"])
  }

  @Test(.rule("MK-30")) func `addresses and locations convert both ways`() async {
    let found = await answer {
      MKGeocodingRequest(addressString: "Tokyo Tower")!.getMapItems(completionHandler: $0)
    }
    #expect(found.value?.first?.placemark.isoCountryCode == "JP")
    let back = await answer {
      MKReverseGeocodingRequest(location: CLLocation(latitude: 35.6587, longitude: 139.7455))!
        .getMapItems(completionHandler: $0)
    }
    #expect(
      back.value?.first?.name == "Tokyo Tower" && back.value?.first?.placemark.coordinate.latitude == 35.6587)
    #expect(MKGeocodingRequest(addressString: "") == nil)
  }

  @Test(.rule("MK-34", "MK-45")) @MainActor
  func `a snapshot shows the points of interest that its options include`()
    async throws
  {
    @MainActor func pixels(_ change: (MKMapSnapshotter.Options) -> Void) async throws -> Data {
      let options = MKMapSnapshotter.Options()
      options.region = region(48.8584, 2.2945, 0.02)
      (options.size, options.scale) = (CGSize(width: 100, height: 100), 1)
      change(options)
      let found = await answer { MKMapSnapshotter(options: options).start(completionHandler: $0) }
      let image = try #require(found.value?.image.cgImage)
      return try #require(image.dataProvider?.data) as Data
    }
    let all = try await pixels { _ in }
    #expect(try await pixels { $0.pointOfInterestFilter = .init(including: [.landmark]) } == all)
    let none = try await pixels { $0.showsPointsOfInterest = false }
    #expect(none != all)
    #expect(try await pixels { $0.pointOfInterestFilter = .init(excluding: [.landmark]) } == none)
  }

  @Test(.rule("MK-34")) func `a snapshot shows the map and converts coordinates`() async throws {
    let options = MKMapSnapshotter.Options()
    options.region = region(0, -30, 10)
    options.size = CGSize(width: 100, height: 100)
    options.scale = 1
    let found = await answer { MKMapSnapshotter(options: options).start(completionHandler: $0) }
    let snapshot = try #require(found.value)
    #expect(snapshot.image.size == CGSize(width: 100, height: 100))
    let middle = snapshot.point(for: place(0, -30))
    #expect(abs(middle.x - 50) < 0.01 && abs(middle.y - 50) < 0.01)
    // A point in the Atlantic.
    let image = try #require(snapshot.image.cgImage)
    let pixels = try #require(image.dataProvider?.data) as Data
    let water = GroundStyle.of(.standard, isMuted: false, isDark: false).water
    var (r, g, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    _ = water.getRed(&r, green: &g, blue: &b, alpha: &a)
    let at = 50 * image.bytesPerRow + 50 * 4
    let shown = Set([pixels[at], pixels[at + 1], pixels[at + 2]])
    #expect(shown == Set([r, g, b].map { UInt8(($0 * 255).rounded()) }))
  }

  @Test func `a placemark has the address that was set`() {
    let placemark = MKPlacemark(
      coordinate: place(1, 2),
      addressDictionary: ["Street": "Main Street 1", "City": "Town", "CountryCode": "DE"])
    #expect(
      placemark.thoroughfare == "Main Street 1" && placemark.locality == "Town"
        && placemark.countryCode == "DE")
    #expect(placemark.coordinate.latitude == 1 && placemark.location?.coordinate.longitude == 2)
    let item = MKMapItem(placemark: MKPlacemark(coordinate: place(3, 4)))
    #expect(item.placemark.coordinate.longitude == 4 && item.name == nil && item.address == nil)
  }

  @Test(.rule("L-286")) func `a placemark created from an address has its parts`() throws {
    let address = CNMutablePostalAddress()
    (address.street, address.city, address.isoCountryCode) = ("Main Street 1", "Town", "DE")
    let placemark = MKPlacemark(coordinate: place(1, 2), postalAddress: address)
    #expect(placemark.thoroughfare == "Main Street 1" && placemark.locality == "Town")
    #expect(
      placemark.country == nil && placemark.countryCode == "DE" && placemark.title == "Town")
    #expect(placemark.postalAddress == address.copy() as? CNPostalAddress)
    #expect(MKPlacemark(coordinate: place(1, 2)).postalAddress == nil)
  }

  @Test func `filters report which categories they include`() {
    let filter = MKPointOfInterestFilter(including: [.cafe, .park])
    #expect(filter.includes(.cafe) && filter.excludes(.bank))
    #expect(
      MKPointOfInterestFilter.includingAll.includes(.zoo)
        && MKPointOfInterestFilter.excludingAll.excludes(.zoo))
  }
}
