import CarobFoundation
import CoreLocation
import TestSupport
import Testing
import UIKit

@testable import MapKit

/// Changes of the visible part, and the delegate's calls for them.
@MainActor @Suite struct ChangeTests {
  @Test(.rule("MK-10")) func `a change in code is announced, made and reported before the call returns`() {
    withMap { device, map, _ in
      map.setRegion(region(40, -3, 2), animated: false)
      #expect(device.log.take() == ["will false", "moved", "did false"])
      #expect(near(map.centerCoordinate.latitude, 40) && near(map.region.center.longitude, -3))
      map.setRegion(map.region, animated: false)
      map.setCenter(map.centerCoordinate, animated: true)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("MK-10")) func `an animated change takes half a second`() {
    withMap { device, map, _ in
      map.setCenter(place(50.2, 10.3), animated: true)
      #expect(device.log.take() == ["will true"])
      device.advance(0.25)
      #expect(
        device.log.take() == ["moved"] && map.centerCoordinate.latitude > 50.02
          && map.centerCoordinate.latitude < 50.18)
      device.advance(0.3)
      #expect(device.log.take() == ["moved", "did true"] && near(map.centerCoordinate.latitude, 50.2))
      device.advance(5)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("MK-10")) func `a new change ends the running one`() {
    withMap { device, map, _ in
      map.setCenter(place(50.2, 10), animated: true)
      device.advance(0.1)
      map.setCenter(place(49.8, 10), animated: false)
      device.advance(1)
      #expect(device.log.take() == ["will true", "moved", "did true", "will false", "moved", "did false"])
      #expect(near(map.centerCoordinate.latitude, 49.8))
    }
  }

  @Test(.rule("MK-11"))
  func `missing tiles are loaded, and that is reported one frame after the map came to rest`() {
    withMap { device, map, listener in
      listener.logsLoading = true
      map.setRegion(region(0, -30, 20), animated: false)
      device.turn()
      #expect(device.log.take() == ["will false", "moved", "did false", "start loading", "start rendering"])
      device.advance(0.1)
      #expect(device.log.take() == ["loaded", "rendered true"])
      map.setCenter(place(0, -29.9), animated: false)
      device.advance(1)
      #expect(device.log.take() == ["will false", "moved", "did false"])
    }
  }

  @Test(.rule("MK-12")) func `a region that is set before the view has a size is shown once it has one`() {
    withDevice { device in
      let root = device.showEmpty()
      let map = MKMapView()
      let listener = MapListener(device.log)
      map.delegate = listener
      map.setRegion(region(50, 10, 1), animated: false)
      #expect(device.log.take() == [] && near(map.centerCoordinate.latitude, 50))
      root.addSubview(map)
      map.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
      map.frame = CGRect(x: 0, y: 0, width: 300, height: 600)
      device.turn()
      #expect(device.log.take() == ["will false", "moved", "did false"])
      #expect(near(map.region.center.latitude, 50) && near(map.region.span.longitudeDelta, 1, 1e-3))
      map.frame.size.height = 300
      device.turn()
      #expect(device.log.take() == ["will false", "moved", "did false"])
      #expect(near(map.region.center.latitude, 50) && near(map.region.span.longitudeDelta, 1, 1e-3))
      map.delegate = nil
    }
  }

  @Test(.rule("MK-4")) func `an invalid region raises`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        MKMapView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)).setRegion(
          MKCoordinateRegion(
            center: CLLocationCoordinate2D(latitude: 0, longitude: 0),
            span: MKCoordinateSpan(latitudeDelta: -1, longitudeDelta: 1)), animated: false)
      }
    }
    #expect(errors(of: result).contains("Invalid Region <center:0.0, 0.0 span:-1.0, 1.0>"))
  }

  @Test(.rule("MK-6")) func `several places are shown as close as they fit, a single one from a distance`() {
    withMap { device, map, _ in
      // About twenty metres apart: too close to be told apart in a region of 1.5 km.
      map.showAnnotations([pin("A", 50, 10), pin("B", 50.0002, 10.0001)], animated: false)
      let points = map.annotations.map { map.convert($0.coordinate, toPointTo: map) }
      #expect(abs(points[0].y - points[1].y) > 200)
      map.removeAnnotations(map.annotations)
      map.showAnnotations([pin("A", 50, 10)], animated: false)
      let meters = map.region.span.longitudeDelta * 111_320 * cos(50 * Double.pi / 180)
      #expect(meters > 1400 && meters < 2000)
    }
  }

  @Test(.rule("MK-5"))
  func `the world is never smaller than the view, and cannot be scrolled beyond its northern edge`() {
    withMap { device, map, _ in
      map.setVisibleMapRect(.world, animated: false)
      #expect(
        near(map.visibleMapRect.height, MKMapSize.world.height, 1)
          && near(map.visibleMapRect.width, MKMapSize.world.width * 0.75, 1))
      map.setRegion(region(85, 10, 1), animated: false)
      #expect(map.visibleMapRect.minY >= -1 && map.centerCoordinate.latitude < 85)
      map.setRegion(region(10, 10, 0), animated: false)
      #expect(near(Double(map.bounds.width) / map.visibleMapRect.width, 2, 1e-6))
      // East and west wrap around.
      map.setRegion(region(0, 179.9, 1), animated: false)
      let west = map.convert(place(0, -179.9), toPointTo: map)
      let east = map.convert(place(0, 179.8), toPointTo: map)
      #expect(
        west.x > 150 && west.x < 300 && east.x < 150 && east.x > 0 && map.visibleMapRect.spans180thMeridian)
    }
  }

  @Test(.rule("MK-5", "MK-7")) func `camera limits apply to changes in code`() {
    withMap { device, map, _ in
      map.cameraZoomRange = MKMapView.CameraZoomRange(
        minCenterCoordinateDistance: 5000, maxCenterCoordinateDistance: 50_000)
      #expect(near(map.camera.centerCoordinateDistance, 50_000, 1))
      map.camera = MKMapCamera(lookingAtCenter: place(50, 10), fromDistance: 100, pitch: 0, heading: 30)
      #expect(near(map.camera.centerCoordinateDistance, 5000, 1) && near(map.camera.heading, 30))
      map.cameraBoundary = MKMapView.CameraBoundary(coordinateRegion: region(50, 10, 0.1))
      map.centerCoordinate = place(51, 12)
      #expect(near(map.centerCoordinate.longitude, 10.05, 1e-6) && map.centerCoordinate.latitude < 50.06)
      #expect(
        MKMapView.CameraZoomRange(minCenterCoordinateDistance: 2, maxCenterCoordinateDistance: 1) == nil)
    }
  }

  @Test(.rule("MK-6")) func `the requested rectangle fits within the padding`() {
    withMap { device, map, _ in
      let rect = region(50, 10, 1).mapRect
      map.setVisibleMapRect(
        rect, edgePadding: UIEdgeInsets(top: 100, left: 50, bottom: 20, right: 10), animated: false)
      let frame = map.convert(MKCoordinateRegion(rect), toRectTo: map)
      let room = map.bounds.inset(by: UIEdgeInsets(top: 100, left: 50, bottom: 20, right: 10))
      #expect(frame.minX > room.minX - 0.01 && frame.maxX < room.maxX + 0.01)
      #expect(frame.minY > room.minY - 0.01 && frame.maxY < room.maxY + 0.01)
      #expect(abs(frame.midX - room.midX) < 0.01 && abs(frame.midY - room.midY) < 0.01)
      #expect(abs(frame.width - room.width) < 0.01 || abs(frame.height - room.height) < 0.01)
      let fits = map.regionThatFits(region(50, 10, 1))
      #expect(fits.span.latitudeDelta >= 1 - 1e-6 && fits.span.longitudeDelta >= 1 - 1e-6)
    }
  }

  @Test(.rule("MK-1"))
  func `view points and coordinates convert both ways, on a rotated map and for other views`() {
    withMap { device, map, _ in
      map.camera.heading = 0
      for heading in [0.0, 40, 200] {
        let camera = map.camera
        camera.heading = heading
        map.camera = camera
        let point = CGPoint(x: 37, y: 311)
        #expect(near(map.convert(map.convert(point, toCoordinateFrom: map), toPointTo: map), point))
        let outer = CGPoint(x: 37, y: 411)
        let (a, b) = (
          map.convert(point, toCoordinateFrom: map), map.convert(outer, toCoordinateFrom: map.superview)
        )
        #expect(near(a.latitude, b.latitude, 1e-9) && near(a.longitude, b.longitude, 1e-9))
      }
      // With a heading of 90°, east is at the top.
      let camera = map.camera
      camera.heading = 90
      map.camera = camera
      let above = map.convert(CGPoint(x: 150, y: 0), toCoordinateFrom: map)
      #expect(
        above.longitude > map.centerCoordinate.longitude
          && near(above.latitude, map.centerCoordinate.latitude, 1e-6))
    }
  }
}

/// Gestures on a map.
@MainActor @Suite struct MapGestureTests {
  private func drag(_ device: TestDevice, by way: CGPoint, in seconds: Double, rest: Double) {
    device.down(150, 300)
    for step in 1...5 {
      device.advance(seconds / 5)
      device.move(150 + way.x * CGFloat(step) / 5, 300 + way.y * CGFloat(step) / 5)
    }
    device.advance(rest)
    if rest > 0 { device.move(150 + way.x, 300 + way.y) }
    device.up(150 + way.x, 300 + way.y)
  }

  @Test(.rule("MK-13")) func `the place under a finger stays under it`() {
    withMap { device, map, _ in
      let held = map.convert(CGPoint(x: 160, y: 200), toCoordinateFrom: map)
      device.down(150, 300)
      device.advance(0.02)
      device.move(160, 300)
      let start = map.convert(held, toPointTo: map)
      device.advance(0.02)
      device.move(100, 350)
      let end = map.convert(held, toPointTo: map)
      #expect(abs(end.x - start.x + 60) < 0.01 && abs(end.y - start.y - 50) < 0.01)
      device.advance(0.5)
      device.up(100, 350)
      #expect(device.log.take() == ["will false", "moved", "did false"])
    }
  }

  @Test(.rule("MK-13")) func `a map decelerates after a flick, and ends its one change then`() {
    withMap { device, map, _ in
      drag(device, by: CGPoint(x: -100, y: 0), in: 0.1, rest: 0)
      #expect(device.log.take() == ["will false", "moved"])
      let released = map.centerCoordinate.longitude
      device.advance(0.3)
      #expect(map.centerCoordinate.longitude > released)
      device.advance(4)
      #expect(device.log.take() == ["moved", "did true"])
    }
  }

  @Test(.rule("MK-13")) func `a touch stops a decelerating map`() {
    withMap { device, map, _ in
      drag(device, by: CGPoint(x: -100, y: 0), in: 0.1, rest: 0)
      device.advance(0.1)
      drag(device, by: CGPoint(x: 30, y: 0), in: 0.5, rest: 0.5)
      device.advance(4)
      #expect(device.log.take() == ["will false", "moved", "did false"])
    }
  }

  @Test(.rule("MK-13")) func `a pinch zooms around the point between the fingers`() {
    withMap { device, map, _ in
      let middle = CGPoint(x: 100, y: 150)
      let fixed = map.convert(middle, toCoordinateFrom: map)
      let width = map.visibleMapRect.width
      func fingers(_ distance: CGFloat) -> [UInt32: CGPoint] {
        [1: CGPoint(x: 100 - distance, y: 250), 2: CGPoint(x: 100 + distance, y: 250)]
      }
      device.touch(.began, fingers(40))
      for distance in [50, 60, 70, 80] {
        device.advance(0.02)
        device.touch(.moved, fingers(CGFloat(distance)))
      }
      let now = map.convert(fixed, toPointTo: map)
      #expect(abs(now.x - middle.x) < 1.5 && abs(now.y - middle.y) < 1.5)
      #expect(abs(width / map.visibleMapRect.width - 2) < 0.3)
      device.touch(.ended, fingers(80))
      device.advance(1)
      #expect(device.log.take() == ["will false", "moved", "did false"])
    }
  }

  @Test(.rule("MK-13")) func `a double tap zooms in around the finger, a two-finger tap zooms out`() {
    withMap { device, map, _ in
      let width = map.visibleMapRect.width
      let fixed = map.convert(CGPoint(x: 60, y: 100), toCoordinateFrom: map)
      device.quickTap(60, 200)
      device.advance(0.1)
      device.quickTap(60, 200)
      device.advance(1)
      #expect(device.log.take() == ["will true", "moved", "did true"])
      let now = map.convert(fixed, toPointTo: map)
      #expect(
        abs(width / map.visibleMapRect.width - 2) < 1e-6 && abs(now.x - 60) < 0.01 && abs(now.y - 100) < 0.01)
      device.touch(.began, [1: CGPoint(x: 100, y: 200), 2: CGPoint(x: 180, y: 200)])
      device.advance(0.05)
      device.touch(.ended, [1: CGPoint(x: 100, y: 200), 2: CGPoint(x: 180, y: 200)])
      device.advance(1)
      #expect(device.log.take() == ["will true", "moved", "did true"])
      #expect(abs(width / map.visibleMapRect.width - 1) < 1e-6)
    }
  }

  @Test(.rule("MK-38")) func `dragging after a double tap zooms around the centre, up in and down out`() {
    withMap { device, map, _ in
      let (width, center) = (map.visibleMapRect.width, map.centerCoordinate)
      @MainActor func tapDrag(by way: CGFloat) {
        device.quickTap(150, 300)
        device.advance(0.1)
        device.down(150, 300)
        for step in 1...10 {
          device.advance(0.05)
          device.move(150, 300 + way * CGFloat(step) / 10)
        }
        device.up(150, 300 + way)
        device.advance(2)
      }
      tapDrag(by: -100)
      #expect(device.log.take() == ["will false", "moved", "did false"])
      #expect((1.7...2.01).contains(width / map.visibleMapRect.width))
      #expect(near(map.centerCoordinate.latitude, center.latitude, 1e-9))
      tapDrag(by: 100)
      #expect(device.log.take() == ["will false", "moved", "did false"])
      #expect(near(width / map.visibleMapRect.width, 1, 1e-6))
      // If zooming is disabled, the finger drags.
      map.isZoomEnabled = false
      tapDrag(by: -100)
      #expect(
        near(width / map.visibleMapRect.width, 1, 1e-6) && map.centerCoordinate.latitude < center.latitude)
    }
  }

  @Test(.rule("MK-37")) func `centre, region and labels stay within the margins that the app sets`()
    throws
  {
    try withMap { device, map, _ in
      map.layoutMargins = UIEdgeInsets(top: 20, left: 30, bottom: 200, right: 10)
      map.setRegion(region(48, 11, 1), animated: false)
      device.turn()
      #expect(device.log.take() == ["will false", "moved", "did false"])
      let middle = map.convert(place(48, 11), toPointTo: map)
      #expect(near(middle.x, 160, 0.01) && near(map.centerCoordinate.latitude, 48, 1e-6))
      #expect(near(map.region.center.longitude, 11) && middle.y > 100 && middle.y < 120)
      let rect = map.convert(region(48, 11, 1), toRectTo: map)
      #expect(rect.minX > 29 && rect.maxX < 291 && rect.minY > 19 && rect.maxY < 201)
      map.setCenter(place(47, 9), animated: false)
      let moved = map.convert(place(47, 9), toPointTo: map)
      #expect(near(moved.x, 160, 0.01) && near(moved.y, 110, 0.01))
      map.setCamera(
        MKMapCamera(lookingAtCenter: place(46, 8), fromDistance: 100_000, pitch: 0, heading: 90),
        animated: false)
      device.turn()
      #expect(near(map.camera.centerCoordinate.longitude, 8) && near(map.camera.heading, 90))
      let legal = try #require(map.subviews.compactMap { $0 as? UILabel }.first)
      let compass = try #require(map.subviews.compactMap { $0 as? MKCompassButton }.first)
      #expect(legal.frame.minX == 30 && legal.frame.maxY == 204)
      #expect(compass.frame.maxX == 290 && compass.frame.minY == 20)
      #expect(map.annotationVisibleRect == CGRect(x: 30, y: 20, width: 260, height: 180))
    }
  }

  @Test(.rule("MK-39")) func `a map has no pitch, whatever camera is set`() {
    withMap { _, map, _ in
      map.camera = MKMapCamera(lookingAtCenter: place(50, 10), fromDistance: 5000, pitch: 45, heading: 30)
      #expect(map.camera.pitch == 0 && near(map.camera.heading, 30))
      #expect(near(map.camera.centerCoordinateDistance, 5000, 0.1))
    }
  }

  @Test(.rule("MK-40")) func `names are shown at low zoom levels, not on satellite maps`() {
    withMap { device, map, _ in
      map.setRegion(region(48, 10, 20), animated: false)
      device.turn()
      let names = map.labels.names
      #expect(names.contains("Germany") && names.contains("France") && !names.contains("Japan"))
      #expect(Set(names).count == names.count)
      map.mapType = .satellite
      device.turn()
      #expect(map.labels.names.isEmpty)
      map.mapType = .mutedStandard
      device.turn()
      #expect(map.labels.names == names)
      map.setRegion(region(52.5, 13.4, 0.01), animated: false)
      device.turn()
      #expect(map.labels.names.isEmpty)
    }
  }

  @Test(.rule("MK-45")) func `points of interest are shown at high zoom levels as the filter says`() {
    withMap { device, map, _ in
      @MainActor func names(_ change: () -> Void = {}) -> [String] {
        change()
        device.turn()
        return map.labels.names
      }
      map.setRegion(region(48.8584, 2.2945, 0.02), animated: false)
      #expect(names() == ["Eiffel Tower"])
      #expect(names { map.showsPointsOfInterest = false } == [])
      #expect(names { map.showsPointsOfInterest = true } == ["Eiffel Tower"])
      #expect(names { map.pointOfInterestFilter = .init(including: [.museum]) } == [])
      let configuration = MKStandardMapConfiguration()
      configuration.pointOfInterestFilter = .init(including: [.landmark])
      #expect(names { map.preferredConfiguration = configuration } == ["Eiffel Tower"])
      #expect(names { map.preferredConfiguration = MKHybridMapConfiguration() } == [])
      #expect(names { map.pointOfInterestFilter = nil } == ["Eiffel Tower"])
    }
  }

  @Test(.rule("MK-13")) func `disabled gestures have no effect`() {
    withMap { device, map, _ in
      map.isScrollEnabled = false
      map.isZoomEnabled = false
      drag(device, by: CGPoint(x: -100, y: 0), in: 0.1, rest: 0)
      device.quickTap(60, 200)
      device.advance(0.1)
      device.quickTap(60, 200)
      device.advance(2)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("MK-13")) func `a recognizer that the app adds to the map works beside the map's own`() {
    withMap { device, map, _ in
      let listener = TapListener(device.log)
      map.addGestureRecognizer(UITapGestureRecognizer(target: listener, action: "tapped"))
      device.tap(100, 200)
      #expect(device.log.take() == ["the app's tap"])
    }
  }
}

@MainActor
private final class TapListener: _MainActorNSObject {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init(none: "tapped", "tapped()", 1) { unsafeDowncast($0, to: TapListener.self).log("the app's tap") }]
  }
}
