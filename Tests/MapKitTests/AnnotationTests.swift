import CarobFoundation
import CoreLocation
import TestSupport
import Testing
import UIKit

@testable import MapKit

/// Annotations, their views, selection, callouts and dragging.
@MainActor @Suite struct AnnotationTests {
  @Test(.rule("MK-15"))
  func `views are requested at the end of the turn, for annotations near the visible part`() {
    withMap { device, map, _ in
      map.addAnnotations([pin("A", 50, 10), pin("far", 60, 10), pin("B", 50.1, 10.1)])
      #expect(device.log.take() == [] && map.annotations.count == 3)
      device.turn()
      #expect(device.log.take() == ["view for A", "view for B", "added A B"])
      let view = map.view(for: map.annotations[0])
      #expect(view is MKMarkerAnnotationView && map.view(for: map.annotations[1]) == nil)
      device.advance(1)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("MK-4")) func `an annotation without a valid coordinate is not shown`() {
    withMap { device, map, _ in
      map.setVisibleMapRect(.world, animated: false)
      _ = device.log.take()
      map.addAnnotations([pin("nowhere", 100, 0), pin("none", .nan, 0), pin("A", 0, 0)])
      device.turn()
      #expect(device.log.take() == ["view for A", "added A"] && map.annotations.count == 3)
    }
  }

  @Test(.rule("MK-15")) func `a view that left the visible part is reused`() {
    withMap { device, map, listener in
      map.register(MKPinAnnotationView.self, forAnnotationViewWithReuseIdentifier: "pin")
      listener.makeView = { $0.dequeueReusableAnnotationView(withIdentifier: "pin", for: $1) }
      map.addAnnotations([pin("A", 50, 10), pin("far", 60, 10)])
      device.turn()
      let first = map.view(for: map.annotations[0])
      map.setCenter(place(60, 10), animated: false)
      device.turn()
      #expect(map.view(for: map.annotations[0]) == nil && map.view(for: map.annotations[1]) === first)
      #expect(first?.reuseIdentifier == "pin" && first is MKPinAnnotationView)
      #expect(
        device.log.take() == [
          "view for A", "added A", "will false", "moved", "did false", "view for far", "added far",
        ])
    }
  }

  @Test(.rule("MK-15")) func `a small drag creates no views`() {
    withMap { device, map, _ in
      map.addAnnotations((0..<50).map { pin("\($0)", 49.8 + Double($0) * 0.008, 10) })
      device.turn()
      _ = device.log.take()
      let views = map.annotations.map { map.view(for: $0) }
      for step in 1...10 {
        map.setCenter(place(50 + Double(step) * 0.005, 10), animated: false)
        device.turn()
      }
      #expect(!device.log.take().contains { $0.hasPrefix("view for") })
      #expect(zip(views, map.annotations).allSatisfy { $0 === map.view(for: $1) })
    }
  }

  @Test(.rule("MK-16")) func `a view follows its annotation`() {
    withMap { device, map, _ in
      let (a, own) = (pin("A", 50, 10), Moving())
      map.addAnnotations([a, own])
      device.turn()
      a.coordinate = place(50.1, 10.1)
      own.coordinate = place(49.9, 9.9)
      for annotation in [a, own] as [any MKAnnotation] {
        let view = map.view(for: annotation)!
        let shown = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.maxY), to: map)
        let wanted = map.convert(annotation.coordinate, toPointTo: map)
        #expect(abs(shown.x - wanted.x) < 0.01 && abs(shown.y - wanted.y) < 0.01)
      }
      map.removeAnnotations(map.annotations)
      a.coordinate = place(0, 0)
      own.coordinate = place(0, 0)
      #expect(map.annotations.isEmpty)
    }
  }

  @Test(.rule("MK-14")) func `a tap selects, a tap elsewhere deselects`() {
    withMap { device, map, _ in
      let (a, b) = (pin("A", 50, 10), pin("B", 50.2, 10.2))
      map.addAnnotations([a, b])
      device.turn()
      _ = device.log.take()
      let (viewA, viewB) = (map.view(for: a)!, map.view(for: b)!)
      device.tap(viewA)
      #expect(device.log.take() == ["selected view of A", "selected A"] && viewA.isSelected)
      device.tap(viewB)
      #expect(
        device.log.take() == ["deselected view of A", "deselected A", "selected view of B", "selected B"])
      #expect(map.selectedAnnotations.count == 1 && map.selectedAnnotations[0] === b && !viewA.isSelected)
      device.tap(20, 480)
      #expect(
        device.log.take() == ["deselected view of B", "deselected B"] && map.selectedAnnotations.isEmpty)
    }
  }

  @Test(.rule("MK-14")) func `selecting an annotation without a view in code is reported with the view`() {
    withMap { device, map, _ in
      let a = pin("A", 50, 10)
      map.addAnnotation(a)
      map.selectAnnotation(a, animated: true)
      #expect(device.log.take() == [] && map.selectedAnnotations.count == 1)
      device.turn()
      #expect(device.log.take() == ["view for A", "added A", "selected view of A", "selected A"])
      map.removeAnnotation(a)
      #expect(device.log.take() == ["deselected view of A", "deselected A"])
    }
  }

  @Test(.rule("MK-18")) func `a callout shows the title, and its control reports the tap`() throws {
    try withMap { device, map, listener in
      let button = UIButton(type: .detailDisclosure)
      button.bounds.size = CGSize(width: 44, height: 44)
      button.accessibilityLabel = "info"
      listener.makeView = { _, annotation in
        let view = MKPinAnnotationView(annotation: annotation, reuseIdentifier: nil)
        view.canShowCallout = true
        view.rightCalloutAccessoryView = button
        return view
      }
      let a = pin("A", 50, 10)
      map.addAnnotation(a)
      device.turn()
      device.tap(map.view(for: a)!)
      let callout = try #require(map.annotationStore.callout)
      #expect(callout.superview != nil && button.window != nil)
      let view = try #require(map.view(for: a))
      #expect(callout.frame.maxY <= view.convert(view.bounds, to: map.content).minY + 1)
      _ = device.log.take()
      device.tap(button)
      #expect(device.log.take() == ["tapped info of A"] && map.selectedAnnotations.count == 1)
      device.tap(20, 480)
      #expect(map.annotationStore.callout == nil && button.window == nil)
    }
  }

  @Test(.rule("MK-18")) func `without a title there is no callout`() {
    withMap { device, map, listener in
      listener.makeView = { _, annotation in
        let view = MKPinAnnotationView(annotation: annotation, reuseIdentifier: nil)
        view.canShowCallout = true
        return view
      }
      let a = MKPointAnnotation(coordinate: place(50, 10))
      map.addAnnotation(a)
      device.turn()
      device.tap(map.view(for: a)!)
      #expect(map.view(for: a)!.isSelected && map.annotationStore.callout == nil)
    }
  }

  @Test(.rule("MK-19")) func `a long press drags a draggable view, and its annotation moves on drop`() {
    withMap { device, map, listener in
      listener.makeView = { _, annotation in
        let view = MKPinAnnotationView(annotation: annotation, reuseIdentifier: nil)
        view.isDraggable = true
        return view
      }
      let a = pin("A", 50, 10)
      map.addAnnotation(a)
      device.turn()
      _ = device.log.take()
      let before = map.convert(a.coordinate, toPointTo: map)
      let finger = CGPoint(x: before.x, y: before.y + 100 - 15)
      device.down(finger.x, finger.y)
      device.advance(0.4)
      #expect(device.log.take() == ["drag starting from none", "drag dragging from starting"])
      device.move(finger.x + 20, finger.y + 30)
      device.advance(0.1)
      device.move(finger.x + 40, finger.y + 60)
      #expect(a.coordinate.latitude == 50)
      device.up(finger.x + 40, finger.y + 60)
      device.advance(1)
      #expect(device.log.take() == ["drag ending from dragging", "drag none from ending"])
      let after = map.convert(a.coordinate, toPointTo: map)
      #expect(abs(after.x - before.x - 40) < 0.01 && abs(after.y - before.y - 60) < 0.01)
    }
  }

  @Test(.rule("MK-17")) func `southern views are in front, and the selected one is frontmost`() {
    withMap { device, map, _ in
      let (south, north) = (pin("south", 49.9, 10), pin("north", 50.1, 10))
      map.addAnnotations([south, north])
      device.turn()
      @MainActor func order() -> [String] {
        map.annotationBoard.subviews.compactMap { ($0 as? MKAnnotationView)?.annotation?.titleText }
      }
      #expect(order() == ["north", "south"])
      map.selectAnnotation(north, animated: false)
      device.turn()
      #expect(order() == ["south", "north"])
    }
  }

  @Test(.rule("MK-21")) func `of two colliding views the one with the lower priority is hidden`() {
    withMap { device, map, listener in
      listener.makeView = { _, annotation in
        let view = MKPinAnnotationView(annotation: annotation, reuseIdentifier: nil)
        view.displayPriority = annotation.titleText == "low" ? .defaultLow : .defaultHigh
        return view
      }
      let (low, high) = (pin("low", 50, 10), pin("high", 50.001, 10))
      map.addAnnotations([low, high])
      device.turn()
      #expect(map.view(for: low)!.isHidden && !map.view(for: high)!.isHidden)
      map.setRegion(region(50, 10, 0.002), animated: false)
      device.turn()
      #expect(!map.view(for: low)!.isHidden)
    }
  }
}

/// An annotation class of an app, in the form that the translator generates.
private final class Moving: NSObject, MKAnnotation {
  var coordinate = CLLocationCoordinate2D(latitude: 50, longitude: 10) {
    willSet { _kvoWill("coordinate", coordinate) }
    didSet { _kvoDid("coordinate", coordinate) }
  }
  nonisolated override class var _carobKVC: [_CarobProperty] { [.init("coordinate", \Moving.coordinate)] }
}

/// Clusters.
@MainActor @Suite struct ClusterTests {
  private func clustering(_ listener: MapListener) {
    listener.makeView = { map, annotation in
      let view = map.dequeueReusableAnnotationView(
        withIdentifier: MKMapViewDefaultAnnotationViewReuseIdentifier, for: annotation)
      view.clusteringIdentifier = annotation is MKClusterAnnotation ? nil : "places"
      return view
    }
  }

  @Test(.rule("MK-20")) func `overlapping views form one cluster, which zooming in splits`() {
    withMap { device, map, listener in
      clustering(listener)
      let (a, b, c) = (pin("A", 50.001, 10.001), pin("B", 50.002, 10.002), pin("C", 50.3, 10.3))
      map.addAnnotations([a, b, c])
      device.turn()
      #expect(
        device.log.take() == ["view for A", "view for B", "view for C", "view for [A B]", "added C [A B]"])
      #expect(map.view(for: a) == nil && map.view(for: c) != nil && map.annotationStore.clusters.count == 1)
      map.setRegion(region(50.0015, 10.0015, 0.004), animated: false)
      device.turn()
      #expect(
        device.log.take() == ["will false", "moved", "did false", "view for A", "view for B", "added A B"])
      #expect(map.view(for: a) != nil && map.annotationStore.clusters.isEmpty)
    }
  }

  @Test(.rule("MK-20")) func `a drag changes no cluster`() {
    withMap { device, map, listener in
      clustering(listener)
      var seed: UInt64 = 7
      func random() -> Double {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(seed >> 33) / Double(1 << 31)
      }
      map.addAnnotations((0..<200).map { pin("\($0)", 49.6 + random() * 0.8, 9.6 + random() * 0.8) })
      device.turn()
      let before = map.annotationStore.clusters.map { $0.members.map(\.order) }
      let total = map.annotationStore.clusters.reduce(0) { $0 + $1.members.count }
      let single = map.annotations.filter { map.view(for: $0) != nil }.count
      #expect(total + single == 200 && before.count > 5)
      _ = device.log.take()
      for step in 1...20 {
        map.setCenter(place(50 + Double(step) * 0.002, 10), animated: false)
        device.turn()
      }
      #expect(map.annotationStore.clusters.map { $0.members.map(\.order) } == before)
      #expect(!device.log.take().contains { $0.hasPrefix("view for") })
    }
  }
}

/// Overlays and their renderers.
@MainActor @Suite struct OverlayTests {
  private func circle(_ title: String, _ latitude: Double, _ longitude: Double, _ radius: Double) -> MKCircle
  {
    let circle = MKCircle(center: place(latitude, longitude), radius: radius)
    circle.title = title
    return circle
  }

  @Test(.rule("MK-22")) func `a renderer is requested once, at the end of the turn`() {
    withMap { device, map, _ in
      let (a, b) = (circle("A", 50, 10, 1000), circle("B", 50, 10, 2000))
      map.addOverlays([a, b])
      map.addOverlay(a)
      #expect(device.log.take() == [] && map.overlays.count == 2)
      device.turn()
      #expect(device.log.take() == ["renderer for A", "renderer for B", "added renderers A B"])
      #expect(map.renderer(for: a)?.overlay === a)
      map.removeOverlay(a)
      map.addOverlay(a, level: .aboveRoads)
      device.turn()
      #expect(device.log.take() == ["renderer for A", "added renderers A"])
      #expect(map.overlays[0] === a && map.overlays(in: .aboveLabels).count == 1)
      map.insertOverlay(circle("C", 0, 0, 1), below: b)
      #expect(map.overlays.map { $0.titleText ?? "" } == ["A", "C", "B"])
      map.exchangeOverlay(at: 1, withOverlayAt: 2)
      #expect(map.overlays.map { $0.titleText ?? "" } == ["A", "B", "C"])
    }
  }

  @Test(.rule("MK-22"))
  func `a renderer draws the tiles that its overlay covers, also those that become visible later`() {
    withMap { device, map, listener in
      var drawn: [MKMapRect] = []
      listener.makeRenderer = { DrawingRenderer($0) { drawn.append($0) } }
      let a = circle("A", 50, 10, 20_000)
      map.addOverlay(a)
      device.turn()
      #expect(
        !drawn.isEmpty && drawn.allSatisfy { $0.intersects(a.boundingMapRect.insetBy(dx: -1e6, dy: -1e6)) })
      let count = drawn.count
      map.setCenter(place(50.001, 10), animated: false)
      device.turn()
      #expect(drawn.count == count)
      map.renderer(for: a)?.setNeedsDisplay()
      #expect(drawn.count > count)
    }
  }

  @Test func `a path renderer draws where its overlay is`() throws {
    let a = circle("A", 0, 0, 100_000)
    let renderer = MKCircleRenderer(circle: a)
    renderer.fillColor = .red
    let rect = a.boundingMapRect.insetBy(dx: -a.boundingMapRect.width / 2, dy: -a.boundingMapRect.width / 2)
    let image = try #require(
      GroundPainter.picture(CGSize(width: 100, height: 100), 1, isOpaque: false) { context in
        let scale = 100 / rect.width
        let origin = renderer.point(for: rect.origin)
        context.scaleBy(x: scale, y: scale)
        context.translateBy(x: -origin.x, y: -origin.y)
        renderer.draw(rect, zoomScale: scale, in: context)
      })
    let pixels = try #require(image.dataProvider?.data) as Data
    func alpha(_ x: Int, _ y: Int) -> UInt8 { pixels[y * image.bytesPerRow + x * 4 + 3] }
    #expect(alpha(50, 50) == 255 && alpha(70, 50) == 255 && alpha(10, 50) == 0 && alpha(78, 78) == 0)
  }

  @Test func `lines and areas are clipped to the visible part`() {
    let rect = MKMapRect(x: 0, y: 0, width: 10, height: 10)
    func points(_ list: [(Double, Double)]) -> [MKMapPoint] { list.map { MKMapPoint(x: $0.0, y: $0.1) } }
    let parts = MapClipping.line(points([(-10, 5), (5, 5), (5, 30), (30, 8), (5, 8)]), to: rect, detail: 0)
    #expect(
      parts.map { $0.map { "\(Int($0.x)),\(Int($0.y))" } } == [["0,5", "5,5", "5,10"], ["10,8", "5,8"]])
    let area = MapClipping.area(points([(-5, -5), (20, -5), (20, 20), (-5, 20)]), to: rect)
    let box = MKMapRect(around: area)
    #expect(box.minX == 0 && box.maxX == 10 && box.minY == 0 && box.maxY == 10)
    #expect(MapClipping.area(points([(20, 20), (30, 20), (30, 30)]), to: rect).isEmpty)
  }

  @Test(.rule("MK-24")) func `a tile is loaded once, and drawn when it is loaded`() {
    withMap { device, map, listener in
      let overlay = Tiles(device.log)
      listener.makeRenderer = { MKTileOverlayRenderer(overlay: $0) }
      map.setRegion(region(0, -30, 20), animated: false)
      map.addOverlay(overlay)
      device.turn()
      let asked = device.log.take().filter { $0.hasPrefix("tile") }
      #expect(!asked.isEmpty && Set(asked).count == asked.count)
      map.renderer(for: overlay)?.setNeedsDisplay()
      device.turn()
      #expect(device.log.take().filter { $0.hasPrefix("tile") } == [])
      (map.renderer(for: overlay) as? MKTileOverlayRenderer)?.reloadData()
      device.turn()
      #expect(device.log.take().filter { $0.hasPrefix("tile") }.sorted() == asked.sorted())
    }
  }
}

@MainActor
private final class DrawingRenderer: MKOverlayRenderer {
  let drawn: (MKMapRect) -> Void
  init(_ overlay: any MKOverlay, _ drawn: @escaping (MKMapRect) -> Void) {
    self.drawn = drawn
    super.init(overlay: overlay)
  }
  override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) { drawn(mapRect) }
}

private final class Tiles: MKTileOverlay {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init(urlTemplate: nil)
  }
  override func loadTile(
    at path: MKTileOverlayPath, result: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    let log = log
    MainActor.assumeIsolated { log("tile \(path.z)/\(path.x)/\(path.y)") }
    result(nil, nil)
  }
}
