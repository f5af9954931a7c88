import DeviceProtocol
import TestSupport
import Testing

@testable import CoreLocation

@Suite struct CLLocationTests {
  @Test func `a location created from a coordinate has only the coordinate`() {
    let location = CLLocation(latitude: 52, longitude: 13)
    #expect(location.coordinate.latitude == 52 && location.coordinate.longitude == 13)
    #expect((location.horizontalAccuracy, location.verticalAccuracy) == (0, -1))
    #expect((location.speed, location.course) == (-1, -1))
    #expect(location.sourceInformation == nil && location.floor == nil)
  }

  @Test func `distances follow the ellipsoid`() {
    let berlin = CLLocation(latitude: 52.52, longitude: 13.405)
    let paris = CLLocation(latitude: 48.8566, longitude: 2.3522)
    // 879.7 km according to GeographicLib's GeodSolve.
    #expect(abs(berlin.distance(from: paris) - 879_699) < 50)
    #expect(berlin.distance(from: berlin) == 0)
  }

  @Test func `a coordinate is valid within its limits`() {
    #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90, -180)))
    for (latitude, longitude) in [(90.1, 0.0), (0, 180.1), (.nan, 0)] {
      #expect(
        !CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: latitude, longitude: longitude)))
    }
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
  }

  @Test func `locations, regions, headings, visits and placemarks survive an archive`() throws {
    func again<Object: CarobFoundation.NSObject & NSSecureCoding>(_ object: Object, as cls: Object.Type)
      throws -> Object
    {
      let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
      return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: cls, from: data))
    }
    let location = CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2), altitude: 3, horizontalAccuracy: 4,
      verticalAccuracy: 5, course: 6, speed: 7, timestamp: Date(timeIntervalSinceReferenceDate: 8))
    let copy = try again(location, as: CLLocation.self)
    #expect(copy.description == location.description && copy.timestamp == location.timestamp)
    let circle = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 1, longitude: 2), radius: 3, identifier: "c")
    circle.notifyOnExit = false
    let circleCopy = try again(circle, as: CLCircularRegion.self)
    #expect(
      circleCopy == circle && circleCopy.radius == 3 && !circleCopy.notifyOnExit && circleCopy.notifyOnEntry)
    let beacon = CLBeaconRegion(uuid: UUID(), major: 1, identifier: "b")
    let beaconCopy = try again(beacon, as: CLBeaconRegion.self)
    #expect(beaconCopy.uuid == beacon.uuid && beaconCopy.major == 1 && beaconCopy.minor == nil)
    let mark = CLPlacemark(try #require(Gazetteer.standard.entries.first))
    #expect(try again(mark, as: CLPlacemark.self).locality == "San Francisco")
  }

  @Test(.rule("L-45"))
  func `regions are equal if their class and identifier are`() {
    let center = CLLocationCoordinate2D(latitude: 1, longitude: 2)
    let a = CLCircularRegion(center: center, radius: 3, identifier: "a")
    #expect(a == CLCircularRegion(center: center, radius: 30, identifier: "a"))
    #expect(a != CLCircularRegion(center: center, radius: 3, identifier: "b"))
    #expect(a != CLBeaconRegion(uuid: UUID(), identifier: "a"))
    #expect(a.contains(center) && !a.contains(CLLocationCoordinate2D(latitude: 1.001, longitude: 2)))
  }
}

@Suite struct GazetteerTests {
  @Test(.rule("L-140"))
  func `a search finds the places that match all words`() {
    let places = Gazetteer.standard
    #expect(places.find("Berlin").first?.name == "Berlin")
    #expect(places.find("eiffel tower, paris").map(\.name) == ["Eiffel Tower"])
    #expect(places.find("sao paulo").first?.locality == "São Paulo")
    #expect(places.find("Cupertino, CA 95014").first?.isoCountryCode == "US")
    #expect(places.find("Atlantis").isEmpty && places.find(" ,").isEmpty)
  }

  @Test(.rule("L-140"))
  func `a coordinate has the address of the smallest place around it`() {
    let places = Gazetteer.standard
    #expect(
      places.nearest(to: CLLocationCoordinate2D(latitude: 52.5164, longitude: 13.3778).point)?.name
        == "Brandenburg Gate")
    #expect(
      places.nearest(to: CLLocationCoordinate2D(latitude: 52.55, longitude: 13.3).point)?.name == "Berlin")
    #expect(places.nearest(to: CLLocationCoordinate2D(latitude: 0, longitude: -30).point) == nil)
    #expect(places.entries.count == 66 && places.entries.allSatisfy { $0.point.isValid && $0.country != nil })
  }
}
