@_spi(Hazards) import CarobRuntime
import UIKit

/// A user-tracking button as a bar button item.
@preconcurrency @MainActor
open class MKUserTrackingBarButtonItem: UIBarButtonItem {
  public convenience init(mapView: MKMapView?) {
    self.init(image: UIImage(systemName: "location"), style: .plain, target: nil, action: nil)
    target = self
    action = "carob_tapped"
    self.mapView = mapView
  }
  open weak var mapView: MKMapView? {
    get { holder.map }
    set { holder.hold(newValue) { [weakSelf = ZeroingElement(self)] in weakSelf.object?.follow() } }
  }
  private let holder = MapHolder()

  nonisolated open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_tapped", "carob_tapped()", 0) {
        unsafeDowncast($0, to: MKUserTrackingBarButtonItem.self).mapView?.nextTrackingMode()
      }
    ]
  }
  private func follow() { image = UIImage(systemName: mapView?.userTrackingMode.symbolName ?? "location") }
}
