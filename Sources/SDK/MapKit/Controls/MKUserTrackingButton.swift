import CarobRuntime
import UIKit

/// Switches between not following the user, following, and following with the map rotated to the heading.
@preconcurrency @MainActor
open class MKUserTrackingButton: _MapControl {
  private let button = UIButton(type: .system)

  override func setUp() {
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 8
    button.frame = bounds
    button.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    button.accessibilityLabel = "Tracking"
    button.addTarget(self, action: "carob_tapped", for: .touchUpInside)
    addSubview(button)
  }
  nonisolated open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_tapped", "carob_tapped()", 0) {
        unsafeDowncast($0, to: MKUserTrackingButton.self).mapView?.nextTrackingMode()
      }
    ]
  }
  override func follow() {
    button.setImage(UIImage(systemName: mapView?.userTrackingMode.symbolName ?? "location"), for: .normal)
  }
  override class var standardSize: CGSize { CGSize(width: 44, height: 44) }
}

extension MKUserTrackingMode {
  var symbolName: String {
    switch self {
    case .none: "location"
    case .follow: "location.fill"
    case .followWithHeading: "location.north.line.fill"
    }
  }
}

extension MKMapView {
  func nextTrackingMode() {
    switch userTrackingMode {
    case .none: setUserTrackingMode(.follow, animated: true)
    case .follow: setUserTrackingMode(isRotateEnabled ? .followWithHeading : .none, animated: true)
    case .followWithHeading: setUserTrackingMode(.none, animated: true)
    }
  }
}
