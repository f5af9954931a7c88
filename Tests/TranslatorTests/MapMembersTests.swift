import TestSupport
import Testing

@testable import Translator

/// Code that apps write for MapKit.
@Suite struct MapMembersTests {
  private func translated(_ text: String) -> String {
    let source = SourceFile(path: "/Project/A.swift", projectRelativePath: "A.swift", text: text)
    return ModuleTranslator(options: TranslationOptions(moduleName: "App")).translate([source]).files[0].text
  }

  @Test(.rule("F-142", "MK-14"))
  func `methods with the same Swift name are distinguished by their parameters`() {
    let text = translated(
      """
      import MapKit
      class A: NSObject, MKMapViewDelegate {
        func mapView(_ m: MKMapView, didSelect view: MKAnnotationView) {}
        func mapView(_ m: MKMapView, didDeselect a: any MKAnnotation) {}
        func mapView(_ m: MKMapView, didAdd r: [MKOverlayRenderer]) {}
      }
      class B: NSObject, MKMapViewDelegate {
        func mapView(_ m: MKMapView, didSelect annotation: MKAnnotation) {}
        func mapView(_ m: MKMapView, didAdd views: [MKAnnotationView]) {}
      }
      """)
    for selector in [
      "mapView:didSelectAnnotationView:", "mapView:didDeselectAnnotation:", "mapView:didAddOverlayRenderers:",
      "mapView:didSelectAnnotation:", "mapView:didAddAnnotationViews:",
    ] { #expect(text.contains("\"\(selector)\""), "\(selector)") }
    #expect(!text.contains("mapView:didDeselectAnnotationView:"))
  }

  @Test(.rule("MK-15")) func `a registered view class can be instantiated for an annotation`() {
    let text = translated(
      """
      import MapKit
      class PlaceView: MKMarkerAnnotationView {
        override init(annotation: MKAnnotation?, reuseIdentifier: String?) {
          super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
        }
        required init?(coder: NSCoder) { nil }
      }
      class Plain: MKAnnotationView {}
      """)
    #expect(text.contains("{ PlaceView(annotation: $0, reuseIdentifier: $1) }"))
    #expect(text.contains("{ Plain(annotation: $0, reuseIdentifier: $1) }"))
  }
}
