import UIKit

/// Shows the scale of the map as a bar with a distance.
@preconcurrency @MainActor
open class MKScaleView: _MapControl {
  public enum Alignment: Int, Sendable { case leading, trailing }

  open var scaleVisibility = MKFeatureVisibility.adaptive { didSet { follow() } }
  open var legendAlignment = Alignment.leading { didSet { follow() } }

  private let bar = UIView()
  private let label = UILabel()
  /// The distance that it shows, in metres.
  private(set) var shownDistance = 0.0

  override func setUp() {
    isUserInteractionEnabled = false
    bar.backgroundColor = .label
    label.font = .systemFont(ofSize: 11, weight: .medium)
    label.textColor = .label
    addSubview(bar)
    addSubview(label)
  }

  override func follow() {
    isHidden = scaleVisibility == .hidden || mapView == nil
    guard let mapView, bounds.width > 0 else { return }
    let meters = MKMetersPerMapPointAtLatitude(mapView.centerCoordinate.latitude) / mapView.viewport.scale
    // The longest round distance that fits: 1, 2 or 5 times a power of ten.
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
  override class var standardSize: CGSize { CGSize(width: 160, height: 28) }
}
