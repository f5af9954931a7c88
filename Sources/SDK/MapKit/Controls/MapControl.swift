import CarobRuntime
import UIKit

/// A control that belongs to a map view and may lie anywhere: what `MKCompassButton`, `MKScaleView` and `MKUserTrackingButton` share.
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
  /// The map was laid out, or is another one.
  func follow() {}

  open override var intrinsicContentSize: CGSize { Self.standardSize }
}
