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

  @Test(.rule("MK-30")) func `a request for a region finds all places in it`() async {
    let request = MKLocalPointsOfInterestRequest(center: place(48.8566, 2.3522), radius: 10_000)
    let found = await answer { MKLocalSearch(request: request).start(completionHandler: $0) }
    #expect(found.value?.mapItems.compactMap(\.name).sorted() == ["Eiffel Tower", "Paris"])
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

  @Test(.rule("MK-33")) func `directions fail, because there is no road data`() async {
    let found = await answer { MKDirections(request: .init()).calculate(completionHandler: $0) }
    #expect(found.value == nil && found.code == .directionsNotFound)
    let error = MKError(.directionsNotFound) as NSError
    #expect(error.domain == MKErrorDomain && error.code == 5)
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
