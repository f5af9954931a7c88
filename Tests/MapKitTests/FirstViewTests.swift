import CarobFoundation
import CoreLocation
import TestSupport
import Testing
import UIKit

@testable import MapKit

/// The region that a map view shows by default.
@MainActor @Suite struct FirstViewTests {
  private func shows(
    _ locale: String, _ latitude: Double, _ longitude: Double,
    in size: CGSize = CGSize(width: 300, height: 400)
  ) -> Bool {
    MKMapView.firstView(size, Locale(identifier: locale)).visibleRect
      .contains(MKMapPoint(place(latitude, longitude)))
  }

  @Test(.rule("MK-41")) func `a new map shows the country of the locale`() {
    // Hamburg, Munich, Cologne; not Rome.
    #expect(shows("de_DE", 53.5, 10) && shows("de_DE", 48.1, 11.6) && shows("de_DE", 50.9, 7))
    #expect(!shows("de_DE", 41.9, 12.5))
    #expect(
      MKMapView.firstView(CGSize(width: 300, height: 400), Locale(identifier: "de_DE")).visibleRect.width
        < 12e6)
    // All of Japan's large islands, also in a wide view.
    let wide = CGSize(width: 800, height: 300)
    #expect(shows("ja_JP", 43, 141.3, in: wide) && shows("ja_JP", 31.6, 130.5, in: wide))
  }

  @Test(.rule("MK-41")) func `the default region excludes distant parts of a country`() {
    // New York, Los Angeles, Miami; not Hawaii.
    #expect(shows("en_US", 40.7, -74) && shows("en_US", 34, -118.2) && shows("en_US", 25.8, -80.2))
    #expect(!shows("en_US", 21.3, -157.9))
    #expect(shows("fr_FR", 48.9, 2.3) && !shows("fr_FR", 4, -53))
  }

  @Test(.rule("MK-41"), arguments: ["en", "C", "de_XX"])
  func `without a known region it is most of the world`(locale: String) {
    let view = MKMapView.firstView(CGSize(width: 300, height: 400), Locale(identifier: locale))
    #expect(view == Viewport.fitting(.world, in: CGSize(width: 300, height: 400)))
  }

  @Test(.rule("MK-41")) func `the country fits the map's size, and a part that the app sets stays`() {
    withDevice { device in
      let root = device.showEmpty()
      let (map, asked) = (MKMapView(), MKMapView())
      asked.region = region(50, 10, 1)
      root.addSubview(map)
      root.addSubview(asked)
      device.turn()
      for view in [map, asked] { view.frame = CGRect(x: 0, y: 0, width: 300, height: 200) }
      device.turn()
      #expect(map.viewport == map.limited(MKMapView.firstView(CGSize(width: 300, height: 200))))
      #expect(near(asked.region.center.latitude, 50, 0.01))
      // Afterwards a new size keeps the centre (MK-12).
      let center = map.centerCoordinate
      map.frame.size.height = 100
      device.turn()
      #expect(near(map.centerCoordinate.longitude, center.longitude) && map.viewport.size.height == 100)
      let late = MKMapView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
      root.addSubview(late)
      late.setCenter(place(10, 20), animated: false)
      device.turn()
      #expect(near(late.centerCoordinate.latitude, 10) && near(late.centerCoordinate.longitude, 20))
    }
  }
}
