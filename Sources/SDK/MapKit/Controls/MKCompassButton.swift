import CarobRuntime
import UIKit

/// Shows where north is; a tap rotates the map north up.
@preconcurrency @MainActor
open class MKCompassButton: _MapControl {
  /// Adaptive: shown only while the map is rotated.
  open var compassVisibility = MKFeatureVisibility.adaptive { didSet { follow() } }

  private let needle = UIImageView()

  override func setUp() {
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

  override func follow() {
    let heading = mapView?.viewport.heading ?? 0
    isHidden = compassVisibility == .hidden || (compassVisibility == .adaptive && heading == 0)
    needle.transform = CGAffineTransform(rotationAngle: CGFloat(-heading * .pi / 180))
  }
  override class var standardSize: CGSize { CGSize(width: 44, height: 44) }
}
