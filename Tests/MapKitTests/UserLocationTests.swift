import CarobFoundation
import CoreLocation
import TestSupport
import Testing
import UIKit

@testable import MapKit

/// The device's location on a map.
@MainActor @Suite struct UserLocationTests {
  private func fix(_ map: MKMapView, _ latitude: Double, _ longitude: Double) throws {
    let manager = try #require(map.userLocator.manager)
    map.userLocator.locationManager(
      manager, didUpdateLocations: [CLLocation(latitude: latitude, longitude: longitude)])
  }

  @Test(.rule("MK-25"))
  func `the user's location appears with the first fix, and disappears when it is hidden`()
    throws
  {
    try withMap { device, map, _ in
      map.showsUserLocation = true
      device.turn()
      #expect(device.log.take() == [] && map.annotations.isEmpty && !map.isUserLocationVisible)
      try fix(map, 50, 10)
      device.turn()
      #expect(device.log.take() == ["user at", "view for Current Location", "added Current Location"])
      #expect(map.view(for: map.userLocation) is MKUserLocationView && map.isUserLocationVisible)
      map.removeAnnotations(map.annotations)
      #expect(map.annotations.count == 1)
      map.showsUserLocation = false
      #expect(map.annotations.isEmpty && map.userLocation.location == nil && map.userLocator.manager == nil)
    }
  }

  @Test(.rule("MK-36")) func `the ring around the dot has the size of the accuracy radius`() throws {
    try withMap { device, map, _ in
      map.setRegion(
        MKCoordinateRegion(center: place(50, 10), latitudinalMeters: 2000, longitudinalMeters: 2000),
        animated: false)
      map.showsUserLocation = true
      device.turn()
      @MainActor func fix(accuracy: Double) throws {
        map.userLocator.locationManager(
          try #require(map.userLocator.manager),
          didUpdateLocations: [
            CLLocation(
              coordinate: place(50, 10), altitude: 0, horizontalAccuracy: accuracy, verticalAccuracy: -1,
              timestamp: Date())
          ])
        device.turn()
      }
      try fix(accuracy: 200)
      let view = try #require(map.view(for: map.userLocation) as? MKUserLocationView)
      let ring = try #require(view.layer.sublayers?.first)
      let width = map.convert(
        MKCoordinateRegion(center: place(50, 10), latitudinalMeters: 400, longitudinalMeters: 400),
        toRectTo: map
      ).width
      #expect(!ring.isHidden && abs(ring.frame.width - width) < 0.5)
      map.region = MKCoordinateRegion(
        center: place(50, 10), latitudinalMeters: 1000, longitudinalMeters: 1000)
      device.turn()
      #expect(abs(ring.frame.width - 2 * width) < 1 && abs(ring.frame.midX - view.bounds.midX) < 0.01)
      // The dot covers the ring.
      try fix(accuracy: 5)
      #expect(ring.isHidden)
    }
  }

  @Test(.rule("MK-26")) func `a map follows the user until a finger drags it`() throws {
    try withMap { device, map, _ in
      map.setUserTrackingMode(.follow, animated: false)
      #expect(device.log.take() == ["mode follow"] && map.showsUserLocation)
      try fix(map, 50.1, 10.1)
      // The run-loop turn ends before the first frame of the animation.
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "user at", "will true", "view for Current Location", "added Current Location", "moved", "did true",
        ])
      #expect(abs(map.centerCoordinate.latitude - 50.1) < 1e-6 && map.region.span.latitudeDelta < 0.03)
      device.down(150, 300)
      device.advance(0.02)
      device.move(120, 300)
      device.advance(0.5)
      device.move(110, 300)
      device.advance(0.5)
      device.up(110, 300)
      device.advance(1)
      #expect(device.log.take() == ["mode none", "will false", "moved", "did false"])
      try fix(map, 50.2, 10.2)
      device.advance(1)
      #expect(device.log.take() == ["user at"] && abs(map.centerCoordinate.latitude - 50.1) < 1e-3)
    }
  }
}
