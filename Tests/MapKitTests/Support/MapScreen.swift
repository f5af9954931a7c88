import CarobFoundation
import CoreLocation
import UIKit

@testable import MapKit

/// Records a map view's delegate calls.
@MainActor
final class MapListener: _MainActorNSObject, MKMapViewDelegate {
  let log: Log
  /// Whether loading is also recorded.
  var logsLoading = false
  var makeView: ((MKMapView, any MKAnnotation) -> MKAnnotationView?)?
  var makeRenderer: ((any MKOverlay) -> MKOverlayRenderer)?
  init(_ log: Log) {
    self.log = log
    super.init()
  }

  nonisolated override class var _carobMethods: [_CarobMethod] {
    has(
      "mapView:regionWillChangeAnimated:", "mapViewDidChangeVisibleRegion:",
      "mapView:regionDidChangeAnimated:",
      "mapViewWillStartLoadingMap:", "mapViewDidFinishLoadingMap:", "mapViewWillStartRenderingMap:",
      "mapViewDidFinishRenderingMap:fullyRendered:", "mapView:viewForAnnotation:",
      "mapView:didAddAnnotationViews:",
      "mapView:didSelectAnnotationView:", "mapView:didDeselectAnnotationView:",
      "mapView:didSelectAnnotation:",
      "mapView:didDeselectAnnotation:", "mapView:annotationView:calloutAccessoryControlTapped:",
      "mapView:annotationView:didChangeDragState:fromOldState:", "mapView:rendererForOverlay:",
      "mapView:didAddOverlayRenderers:", "mapView:didChangeUserTrackingMode:animated:",
      "mapViewWillStartLocatingUser:", "mapViewDidStopLocatingUser:", "mapView:didUpdateUserLocation:")
  }

  private func name(_ annotation: (any MKAnnotation)?) -> String {
    if let cluster = annotation as? MKClusterAnnotation {
      return "[" + cluster.memberAnnotations.map { name($0) }.joined(separator: " ") + "]"
    }
    return annotation?.titleText ?? "?"
  }
  private func loading(_ event: String) { if logsLoading { log(event) } }

  func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) { log("will \(animated)") }
  func mapViewDidChangeVisibleRegion(_ mapView: MKMapView) {
    if log.events.last != "moved" { log("moved") }
  }
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) { log("did \(animated)") }
  func mapViewWillStartLoadingMap(_ mapView: MKMapView) { loading("start loading") }
  func mapViewDidFinishLoadingMap(_ mapView: MKMapView) { loading("loaded") }
  func mapViewWillStartRenderingMap(_ mapView: MKMapView) { loading("start rendering") }
  func mapViewDidFinishRenderingMap(_ mapView: MKMapView, fullyRendered: Bool) {
    loading("rendered \(fullyRendered)")
  }
  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? {
    log("view for \(name(annotation))")
    return makeView?(mapView, annotation)
  }
  func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView]) {
    log("added " + views.map { name($0.annotation) }.joined(separator: " "))
  }
  func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {
    log("selected view of \(name(view.annotation))")
  }
  func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) {
    log("deselected view of \(name(view.annotation))")
  }
  func mapView(_ mapView: MKMapView, didSelect annotation: any MKAnnotation) {
    log("selected \(name(annotation))")
  }
  func mapView(_ mapView: MKMapView, didDeselect annotation: any MKAnnotation) {
    log("deselected \(name(annotation))")
  }
  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    calloutAccessoryControlTapped control: UIControl
  ) { log("tapped \(control.accessibilityLabel ?? "control") of \(name(view.annotation))") }
  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView,
    didChange newState: MKAnnotationView.DragState,
    fromOldState oldState: MKAnnotationView.DragState
  ) { log("drag \(newState) from \(oldState)") }
  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer {
    log("renderer for \(overlay.titleText ?? "?")")
    return makeRenderer?(overlay) ?? MKOverlayRenderer(overlay: overlay)
  }
  func mapView(_ mapView: MKMapView, didAdd renderers: [MKOverlayRenderer]) {
    log("added renderers " + renderers.map { $0.overlay.titleText ?? "?" }.joined(separator: " "))
  }
  func mapView(_ mapView: MKMapView, didChange mode: MKUserTrackingMode, animated: Bool) {
    log("mode \(mode)")
  }
  func mapViewWillStartLocatingUser(_ mapView: MKMapView) { log("start locating") }
  func mapViewDidStopLocatingUser(_ mapView: MKMapView) { log("stop locating") }
  func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) { log("user at") }
}

func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) < tolerance }
func near(_ a: CGPoint, _ b: CGPoint) -> Bool { abs(a.x - b.x) < 0.01 && abs(a.y - b.y) < 0.01 }
func pin(_ title: String, _ latitude: Double, _ longitude: Double) -> MKPointAnnotation {
  MKPointAnnotation(coordinate: place(latitude, longitude), title: title, subtitle: nil)
}
func region(_ latitude: Double, _ longitude: Double, _ span: Double) -> MKCoordinateRegion {
  MKCoordinateRegion(
    center: place(latitude, longitude), span: MKCoordinateSpan(latitudeDelta: span, longitudeDelta: span))
}

/// A map of 300 × 400 points at (0, 100), on its own screen, after its first delegate calls.
@MainActor
func withMap(_ body: (TestDevice, MKMapView, MapListener) throws -> Void) rethrows {
  try withDevice { device in
    let root = device.showEmpty()
    let map = MKMapView(frame: CGRect(x: 0, y: 100, width: 300, height: 400))
    map.region = region(50, 10, 1)
    root.addSubview(map)
    device.turn()
    device.advance(0.5)
    let listener = MapListener(device.log)
    map.delegate = listener
    try body(device, map, listener)
    map.delegate = nil
  }
}
