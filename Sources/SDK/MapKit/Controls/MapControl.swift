@_spi(Hazards) import CarobRuntime
import UIKit

/// The base class of `MKCompassButton`, `MKScaleView` and `MKUserTrackingButton`: a control of a map view,
/// placed anywhere.
@preconcurrency @MainActor
open class _MapControl: UIView {
  public convenience init(mapView: MKMapView?) {
    self.init(frame: .zero)
    frame.size = Self.standardSize
    self.mapView = mapView
  }
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }
  open weak var mapView: MKMapView? {
    get { holder.map }
    set { holder.hold(newValue) { [weakSelf = ZeroingElement(self)] in weakSelf.object?.follow() } }
  }
  private let holder = MapHolder()

  // MARK: For the controls

  class var standardSize: CGSize { .zero }
  func setUp() {}
  /// Called when the map was laid out or replaced.
  func follow() {}

  open override var intrinsicContentSize: CGSize { Self.standardSize }
}
