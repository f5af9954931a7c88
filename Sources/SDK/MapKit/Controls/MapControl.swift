import CarobRuntime
import UIKit

/// The base class of `MKCompassButton`, `MKScaleView` and `MKUserTrackingButton`: a control of a map view,
/// placed anywhere.
@preconcurrency @MainActor
open class _MapControl: UIView {
  public convenience init(mapView: MKMapView?) {
    self.init(frame: .zero)
    frame.size = Self.standardSize
    self.mapView = mapView
    mapChanged()
  }
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }
  open weak var mapView: MKMapView? { didSet { mapChanged() } }

  private var watch: MapWatch?
  private func mapChanged() {
    watch = MapWatch(mapView) { [weak self] in self?.follow() }
    follow()
  }

  // MARK: For the controls

  class var standardSize: CGSize { .zero }
  func setUp() {}
  /// Called when the map was laid out or replaced.
  func follow() {}

  open override var intrinsicContentSize: CGSize { Self.standardSize }
}
