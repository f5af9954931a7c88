import CarobFoundation
import UIKit

extension MKMapView {
  /// Decodes a map view's properties in an interface file.
  // MK-35
  func decodeMap(_ coder: NSCoder) {
    guard let coder = coder as? NibCoder else { return }
    switch coder.attribute("mapType") {
    case "satellite": mapType = .satellite
    case "hybrid": mapType = .hybrid
    case "satelliteFlyover": mapType = .satelliteFlyover
    case "hybridFlyover": mapType = .hybridFlyover
    case "mutedStandard": mapType = .mutedStandard
    default: break
    }
    func flag(_ name: String) -> Bool? { coder.attribute(name).map { $0 == "YES" } }
    if let value = flag("zoomEnabled") { isZoomEnabled = value }
    if let value = flag("scrollEnabled") { isScrollEnabled = value }
    if let value = flag("rotateEnabled") { isRotateEnabled = value }
    if let value = flag("pitchEnabled") { isPitchEnabled = value }
    if let value = flag("showsUserLocation") { showsUserLocation = value }
    if let value = flag("showsCompass") { showsCompass = value }
    if let value = flag("showsScale") { showsScale = value }
    if let value = flag("showsTraffic") { showsTraffic = value }
    if let value = flag("showsBuildings") { showsBuildings = value }
    if let value = flag("showsPointsOfInterest") { showsPointsOfInterest = value }
  }
}
