import CarobFoundation
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import MapKit

/// Maps and layers refer weakly to an app's objects without giving them side tables (Decisions/0079).
@MainActor @Suite struct SideTableTests {
  /// Whether the object's reference counts are in a side table: the two highest bits of the second word of its
  /// header.
  private func hasSideTable(_ object: AnyObject) -> Bool {
    let header = UnsafePointer<UInt>(OpaquePointer(Unmanaged.passUnretained(object).toOpaque()))
    return header[1] >> 62 == 0b11
  }

  @Test func `a map, its delegate, its annotations and their views have no side tables`() {
    withMap { device, map, listener in
      let annotations = [pin("A", 50, 10), pin("B", 50.1, 10.1)]
      map.addAnnotations(annotations)
      let circle = MKCircle(center: place(50, 10), radius: 1000)
      let renderer = MKCircleRenderer(circle: circle)
      listener.makeRenderer = { _ in renderer }
      map.addOverlay(circle)
      let button = MKUserTrackingButton(mapView: map)
      let item = MKUserTrackingBarButtonItem(mapView: map)
      map.addSubview(button)
      device.turn()
      map.selectAnnotation(annotations[0], animated: true)
      map.setRegion(region(51, 11, 1), animated: true)
      device.advance(2)
      let views = annotations.compactMap { map.view(for: $0) }
      for object in [map, listener, renderer, button, item] + annotations + views as [AnyObject] {
        #expect(!hasSideTable(object), "\(type(of: object))")
      }
      #expect(views.count <= 2 && button.mapView === map && item.mapView === map)
    }
  }

  @Test func `an animated layer and its animation have no side tables`() {
    withDevice { device in
      let view = device.showEmpty()
      let (shape, gradient, masked) = (CAShapeLayer(), CAGradientLayer(), CALayer())
      shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
      (gradient.colors, masked.mask) = ([UIColor.red.cgColor, UIColor.blue.cgColor], CALayer())
      let layers = [(shape, "strokeEnd"), (gradient, "locations"), (masked.mask!, "position.x")]
      for layer in [shape, gradient, masked] {
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        view.layer.addSublayer(layer)
      }
      for (layer, key) in layers {
        let animation = CABasicAnimation(keyPath: key)
        (animation.fromValue, animation.toValue) =
          key == "locations" ? ([0.0, 0.5], [0.5, 1.0]) : (0.0, 1.0)
        animation.duration = 1
        layer.add(animation, forKey: "it")
      }
      device.turn()
      device.advance(0.5)
      for layer in [shape, gradient, masked, masked.mask!] { #expect(!hasSideTable(layer)) }
      for (layer, _) in layers { #expect(layer.animation(forKey: "it").map(hasSideTable) == false) }
      device.advance(1)
      for (layer, _) in layers { #expect(layer.animation(forKey: "it") == nil && !hasSideTable(layer)) }
    }
  }

  @Test func `a map is deallocated while its delegate and its controls remain`() {
    withDevice { device in
      let root = device.showEmpty()
      let listener = MapListener(device.log)
      var map: MKMapView? = MKMapView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
      weak let reference = map
      map?.delegate = listener
      root.addSubview(map!)
      let button = MKCompassButton(mapView: map)
      device.advance(1)
      map?.removeFromSuperview()
      map = nil
      device.advance(1)
      #expect(reference == nil && button.mapView == nil)
    }
  }
}
