import CarobFoundation
import Contacts
import LocationSimulation
import TestSupport
import Testing

@testable import CoreLocation

/// Geocoding of addresses and locations.
@Suite(.timeLimit(.minutes(1))) struct GeocoderTests {
  /// Records the answers of geocoders, which arrive on the main queue.
  private final class Answers: Sendable {
    private let lines = Guarded<[String]>([])
    private let stream = AsyncStream<Void>.makeStream()
    func note(_ name: String) -> CLGeocodeCompletionHandler {
      { [self] placemarks, error in
        let found = placemarks.map { $0.compactMap(\.name).joined(separator: ", ") }
        let code = (error as? CLError).map { "\($0.code)" }
        MainActor.assertIsolated()
        lines.withLock { $0.append("\(name): \(found ?? code ?? "nothing")") }
        stream.continuation.yield()
      }
    }
    func wait(for count: Int) async -> [String] {
      var waiting = stream.stream.makeAsyncIterator()
      for _ in 0..<count { await waiting.next() }
      return lines.withLock { $0 }
    }
  }

  @Test(.rule("L-140", "L-141"))
  func `an address finds the places that match all words, and a location the smallest place around it`() async
  {
    let answers = Answers()
    let geocoder = CLGeocoder()
    geocoder.geocodeAddressString("berlin brandenburg", completionHandler: answers.note("text"))
    #expect(geocoder.isGeocoding)
    #expect(await answers.wait(for: 1) == ["text: Brandenburg Gate"])
    #expect(!geocoder.isGeocoding)
    geocoder.reverseGeocodeLocation(
      CLLocation(latitude: 52.5164, longitude: 13.3778), completionHandler: answers.note("place"))
    #expect(await answers.wait(for: 1).last == "place: Brandenburg Gate")
  }

  @Test(.rule("L-140"))
  func `places in the given region come first`() async {
    let answers = Answers()
    let london = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 51.5, longitude: -0.12), radius: 50_000, identifier: "london")
    CLGeocoder().geocodeAddressString("GB", completionHandler: answers.note("anywhere"))
    _ = await answers.wait(for: 1)
    CLGeocoder().geocodeAddressString("united kingdom", in: london, completionHandler: answers.note("near"))
    #expect(
      await answers.wait(for: 1) == [
        "anywhere: London, Big Ben, Edinburgh", "near: London, Big Ben, Edinburgh",
      ])
    let scotland = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 55.95, longitude: -3.19), radius: 50_000, identifier: "e")
    CLGeocoder().geocodeAddressString(
      "united kingdom", in: scotland, completionHandler: answers.note("north"))
    #expect(await answers.wait(for: 1).last == "north: Edinburgh, London, Big Ben")
  }

  @Test(.rule("L-140", "L-141"))
  func `a request without results, a second request and a cancelled one fail with their codes`() async {
    let answers = Answers()
    let geocoder = CLGeocoder()
    geocoder.geocodeAddressString("Atlantis", completionHandler: answers.note("first"))
    geocoder.geocodeAddressString("Paris", completionHandler: answers.note("second"))
    #expect(await answers.wait(for: 2) == ["second: network", "first: geocodeFoundNoResult"])
    geocoder.geocodeAddressString("Paris", completionHandler: answers.note("third"))
    geocoder.cancelGeocode()
    #expect(!geocoder.isGeocoding)
    geocoder.geocodeAddressString("Paris", completionHandler: answers.note("fourth"))
    #expect(
      await answers.wait(for: 2).suffix(2) == ["third: geocodeCanceled", "fourth: Paris, Eiffel Tower"])
    geocoder.reverseGeocodeLocation(
      CLLocation(latitude: 0, longitude: -150), completionHandler: answers.note("sea"))
    #expect(await answers.wait(for: 1).last == "sea: geocodeFoundNoResult")
  }

  @Test(.rule("L-140", "L-141"))
  func `the async forms return places and throw errors`() async throws {
    let found = try await CLGeocoder().geocodeAddressString("Tokyo Tower")
    #expect(found.first?.isoCountryCode == "JP" && found.first?.timeZone?.identifier == "Asia/Tokyo")
    let address = CNMutablePostalAddress()
    (address.city, address.country) = ("Paris", "France")
    let places = try await CLGeocoder().geocodePostalAddress(address)
    #expect(places.map(\.name) == ["Paris", "Eiffel Tower"])
    await #expect(throws: CLError(.geocodeFoundNoResult)) {
      try await CLGeocoder().geocodeAddressString("Atlantis")
    }
  }

  @Test(.rule("L-140"))
  func `a file in the app replaces the gazetteer, a damaged one does not`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "Gazetteer-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func gazetteer(_ text: String) throws -> Gazetteer {
      try Data(text.utf8).write(to: folder.appendingPathComponent("Gazetteer.json"))
      return Gazetteer.of(try #require(Bundle(path: folder.path)))
    }
    let own = try gazetteer(
      #"[{"latitude": 1, "longitude": 2, "name": "Depot", "locality": "Nowhere", "radius": 100}]"#)
    #expect(own.find("depot").map(\.point) == [GeographicPoint(latitude: 1, longitude: 2)])
    #expect(own.find("Paris").isEmpty)
    #expect(own.nearest(to: GeographicPoint(latitude: 1, longitude: 2))?.name == "Depot")
    #expect(own.nearest(to: GeographicPoint(latitude: 1.1, longitude: 2)) == nil)
    #expect(try gazetteer("[{]").find("Paris").count == 2)
  }

  @Test(.rule("L-286"))
  func `a placemark has its address in parts, with the house number in the country's order`() {
    func placemark(_ country: String?) -> CLPlacemark {
      var entry = Gazetteer.Entry(latitude: 1, longitude: 2)
      (entry.thoroughfare, entry.subThoroughfare, entry.locality) = ("Main Street", "5", "Town")
      entry.isoCountryCode = country
      return CLPlacemark(entry)
    }
    #expect(placemark("US").postalAddress?.street == "5 Main Street")
    #expect(placemark("DE").postalAddress?.street == "Main Street 5")
    let address = placemark("DE").postalAddress
    #expect(address?.city == "Town" && address?.isoCountryCode == "DE" && address?.state == "")
    #expect(CLPlacemark(Gazetteer.Entry(latitude: 1, longitude: 2)).postalAddress == nil)
  }
}
