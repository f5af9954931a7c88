import CarobFoundation
import CoreLocation
import TestSupport
import Testing
import UIKit

@testable import MapKit

/// Markers, and apps' subclasses of annotation views.
@MainActor @Suite struct MarkerTests {
  /// An app's view class that configures itself when its annotation is set.
  private final class Place: MKMarkerAnnotationView {
    static var log: [String] = []
    let kind = "place"
    override var annotation: (any MKAnnotation)? {
      willSet { Self.log.append("will \(newValue?.titleText ?? "none")") }
      didSet {
        clusteringIdentifier = kind
        collisionMode = .rectangle
        centerOffset = CGPoint(x: 1, y: 2)
      }
    }
    override class var _carobNewAnnotationView:
      (@MainActor ((any MKAnnotation)?, String?) -> MKAnnotationView)?
    {
      { Place(annotation: $0, reuseIdentifier: $1) as MKAnnotationView }
    }
  }

  @Test(.rule("MK-44")) func `an override of the annotation is called for the first one, too`() {
    Place.log = []
    let view = Place(annotation: pin("A", 50, 10), reuseIdentifier: nil)
    #expect(Place.log == ["will A"] && view.clusteringIdentifier == "place" && view.accessibilityLabel == "A")
    #expect(view.collisionMode == .rectangle && view.centerOffset == CGPoint(x: 1, y: 2))
    withMap { device, map, _ in
      map.register(
        Place.self, forAnnotationViewWithReuseIdentifier: MKMapViewDefaultAnnotationViewReuseIdentifier)
      map.addAnnotations([pin("B", 50, 10), pin("C", 50, 10.001)])
      device.turn()
      #expect(map.annotationStore.clusters.map(\.members.count) == [2])
    }
  }

  @Test(.rule("MK-46")) func `a marker that animates its addition grows from its tip`() {
    withMap { device, map, listener in
      for animates in [true, false] {
        listener.makeView = { _, annotation in
          let view = MKMarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
          view.animatesWhenAdded = animates
          return view
        }
        let annotation = pin("A", 50, 10)
        map.addAnnotation(annotation)
        device.turn()
        let view = map.view(for: annotation)
        #expect((view?.layer.animation(forKey: "appearance") != nil) == animates)
        device.advance(0.1)
        let shown = view?.layer.presentation()?.affineTransform() ?? .identity
        #expect(animates ? shown.a > 0.1 && shown.a < 0.9 : shown == .identity)
        // The tip stays at its place.
        #expect(near(Double(shown.ty + (view?.bounds.height ?? 0) / 2 * shown.d), 17, 0.01))
        device.advance(0.3)
        #expect(view?.layer.animation(forKey: "appearance") == nil)
        map.removeAnnotation(annotation)
        device.turn()
      }
    }
  }

  /// A view that sets its clustering identifier in its initializer.
  private final class Cycle: MKMarkerAnnotationView {
    override init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
      super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
      clusteringIdentifier = "cycle"
    }
    required init?(coder: NSCoder) { nil }
    override class var _carobNewAnnotationView:
      (@MainActor ((any MKAnnotation)?, String?) -> MKAnnotationView)?
    {
      { Cycle(annotation: $0, reuseIdentifier: $1) as MKAnnotationView }
    }
  }

  @Test(.rule("MK-20")) func `a reused view keeps its clustering identifier`() {
    withMap { device, map, _ in
      map.register(
        Cycle.self, forAnnotationViewWithReuseIdentifier: MKMapViewDefaultAnnotationViewReuseIdentifier)
      map.addAnnotations((0..<6).map { pin("\($0)", 50, 10 + Double($0) * 0.001) })
      device.turn()
      #expect(map.annotationStore.clusters.map(\.members.count) == [6])
      map.setRegion(region(50, 10.0025, 0.002), animated: false)
      device.turn()
      #expect(map.annotationStore.clusters.isEmpty)
      map.setRegion(region(50, 10, 1), animated: false)
      device.turn()
      #expect(map.annotationStore.clusters.map(\.members.count) == [6])
    }
  }

  /// The titles of the markers that show them.
  private func titles(_ map: MKMapView) -> [String] {
    map.annotations.compactMap { map.view(for: $0) }.compactMap { view in
      view.subviews.compactMap { $0 as? UILabel }.first { !$0.isHidden }?.text
    }
  }

  @Test(.rule("MK-43")) func `of overlapping titles the first is shown, and all if there is room`() {
    withMap { device, map, listener in
      // A degree is 300 points wide: the first two are 15 points apart, the third 90.
      map.addAnnotations([pin("Museum", 50, 9.9), pin("Library", 50, 9.95), pin("Station", 50, 10.25)])
      device.turn()
      #expect(titles(map) == ["Museum", "Station"])
      map.setRegion(region(50, 9.925, 0.2), animated: false)
      device.turn()
      #expect(titles(map) == ["Museum", "Library"])
      map.setRegion(region(50, 10, 1), animated: false)
      device.turn()
      #expect(titles(map) == ["Museum", "Station"])
      map.selectAnnotation(map.annotations[1], animated: false)
      device.turn()
      #expect(titles(map).contains("Library"))
    }
  }

  @Test(.rule("MK-43")) func `a title that is always visible is never hidden`() {
    withMap { device, map, listener in
      listener.makeView = { _, annotation in
        let view = MKMarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
        view.titleVisibility = .visible
        return view
      }
      map.addAnnotations([pin("Museum", 50, 9.9), pin("Library", 50, 9.95)])
      device.turn()
      #expect(titles(map) == ["Museum", "Library"])
    }
  }

  @Test(.rule("MK-18")) func `a callout's size follows the constraints of its detail view`() throws {
    try withMap { device, map, listener in
      let stack = UIStackView()
      stack.axis = .vertical
      let (short, long) = (UILabel(), UILabel())
      short.text = "Stars"
      long.text = "Open until eight in the evening, and longer at the end of the week"
      long.numberOfLines = 0
      for label in [short, long] { stack.addArrangedSubview(label) }
      listener.makeView = { _, annotation in
        let view = MKPinAnnotationView(annotation: annotation, reuseIdentifier: nil)
        view.canShowCallout = true
        view.detailCalloutAccessoryView = stack
        return view
      }
      map.addAnnotations([pin("A", 50, 10)])
      device.turn()
      map.selectAnnotation(map.annotations[0], animated: false)
      device.turn()
      let callout = try #require(map.annotationStore.callout)
      let title = try #require(callout.subviews.last?.subviews.compactMap { $0 as? UILabel }.first)
      #expect(title.text == "A" && stack.frame.width <= 240 && stack.frame.minY >= title.frame.maxY)
      // At least two lines, while the short label has one.
      #expect(stack.frame.height > short.frame.height * 2.5 && long.frame.maxY <= stack.bounds.maxY + 1)
      #expect(callout.bounds.height > stack.frame.height + title.frame.height)
    }
  }
}
