import CarobRuntime
import UIKit

/// Shows where north is; a tap turns the map north up.
@preconcurrency @MainActor
open class MKCompassButton: UIView {
  public convenience init(mapView: MKMapView?) {
    self.init(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
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
  /// Adaptive is only while the map is turned.
  open var compassVisibility = MKFeatureVisibility.adaptive { didSet { follow() } }

  private let needle = UIImageView()
  private var watch: MapWatch?

  private func setUp() {
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 22
    needle.frame = CGRect(x: 4, y: 4, width: 36, height: 36)
    let picture = GroundPainter.picture(CGSize(width: 36, height: 36), UIScreen.main.scale, isOpaque: false) {
      context in
      func triangle(_ color: UIColor, _ tip: CGFloat) {
        context.move(to: CGPoint(x: 18, y: tip))
        context.addLine(to: CGPoint(x: 23, y: 18))
        context.addLine(to: CGPoint(x: 13, y: 18))
        context.closePath()
        context.setFillColor(color.cgColor)
        context.fillPath()
      }
      triangle(.systemRed, 4)
      triangle(.systemGray, 32)
    }
    needle.image = picture.map { UIImage(cgImage: $0, scale: UIScreen.main.scale, orientation: .up) }
    addSubview(needle)
    isAccessibilityElement = true
    accessibilityLabel = "Compass"
    accessibilityTraits = .button
    let tap = UITapGestureRecognizer(target: self, action: "carob_tapped")
    addGestureRecognizer(tap)
  }
  nonisolated open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_tapped", "carob_tapped()", 0) {
        unsafeDowncast($0, to: MKCompassButton.self).mapView?.resetHeading()
      }
    ]
  }

  private func mapChanged() {
    watch = MapWatch(mapView) { [weak self] in self?.follow() }
    follow()
  }
  private func follow() {
    let heading = mapView?.viewport.heading ?? 0
    isHidden = compassVisibility == .hidden || (compassVisibility == .adaptive && heading == 0)
    needle.transform = CGAffineTransform(rotationAngle: CGFloat(-heading * .pi / 180))
  }
  open override var intrinsicContentSize: CGSize { CGSize(width: 44, height: 44) }
}

/// Shows how long a distance is on the map.
@preconcurrency @MainActor
open class MKScaleView: UIView {
  public enum Alignment: Int, Sendable { case leading, trailing }

  public convenience init(mapView: MKMapView?) {
    self.init(frame: CGRect(x: 0, y: 0, width: 160, height: 28))
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
  open var scaleVisibility = MKFeatureVisibility.adaptive { didSet { follow() } }
  open var legendAlignment = Alignment.leading { didSet { follow() } }

  private let bar = UIView()
  private let label = UILabel()
  private var watch: MapWatch?
  /// The distance that it shows, metres.
  private(set) var shownDistance = 0.0

  private func setUp() {
    isUserInteractionEnabled = false
    bar.backgroundColor = .label
    label.font = .systemFont(ofSize: 11, weight: .medium)
    label.textColor = .label
    addSubview(bar)
    addSubview(label)
  }
  private func mapChanged() {
    watch = MapWatch(mapView) { [weak self] in self?.follow() }
    follow()
  }

  private func follow() {
    isHidden = scaleVisibility == .hidden || mapView == nil
    guard let mapView, bounds.width > 0 else { return }
    let meters = MKMetersPerMapPointAtLatitude(mapView.centerCoordinate.latitude) / mapView.viewport.scale
    // The longest round distance that fits: 1, 2 or 5 with noughts.
    let most = meters * Double(bounds.width) * 0.75
    guard most > 0, most.isFinite else { return }
    let power = pow(10, floor(log10(most)))
    shownDistance = ([5, 2, 1].first { $0 * power <= most } ?? 1) * power
    let width = CGFloat(shownDistance / meters)
    let x = legendAlignment == .leading ? 0 : bounds.width - width
    bar.frame = CGRect(x: x, y: bounds.height - 4, width: width, height: 3)
    label.text = MKDistanceFormatter.short.string(fromDistance: shownDistance)
    let size = label.sizeThatFits(bounds.size)
    label.frame = CGRect(
      x: legendAlignment == .leading ? x : bounds.width - size.width, y: bounds.height - 6 - size.height,
      width: size.width.rounded(.up) + 1, height: size.height)
  }
  open override var intrinsicContentSize: CGSize { CGSize(width: 160, height: 28) }
}

/// Switches between not following the user, following, and following with the map turned.
@preconcurrency @MainActor
open class MKUserTrackingButton: UIView {
  public convenience init(mapView: MKMapView?) {
    self.init(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
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

  private let button = UIButton(type: .system)
  private var watch: MapWatch?

  private func setUp() {
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
  private func mapChanged() {
    watch = MapWatch(mapView) { [weak self] in self?.follow() }
    follow()
  }
  private func follow() {
    button.setImage(UIImage(systemName: mapView?.userTrackingMode.symbolName ?? "location"), for: .normal)
  }
  open override var intrinsicContentSize: CGSize { CGSize(width: 44, height: 44) }
}

/// The same in a bar.
@preconcurrency @MainActor
open class MKUserTrackingBarButtonItem: UIBarButtonItem {
  public convenience init(mapView: MKMapView?) {
    self.init(image: UIImage(systemName: "location"), style: .plain, target: nil, action: nil)
    target = self
    action = "carob_tapped"
    self.mapView = mapView
    mapChanged()
  }
  open weak var mapView: MKMapView? { didSet { mapChanged() } }
  private var watch: MapWatch?

  nonisolated open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_tapped", "carob_tapped()", 0) {
        unsafeDowncast($0, to: MKUserTrackingBarButtonItem.self).mapView?.nextTrackingMode()
      }
    ]
  }
  private func mapChanged() {
    watch = MapWatch(mapView) { [weak self] in self?.follow() }
    follow()
  }
  private func follow() { image = UIImage(systemName: mapView?.userTrackingMode.symbolName ?? "location") }
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
