import CarobRuntime
import UIKit

public enum MKPinAnnotationColor: UInt, Sendable { case red, green, purple }

/// A pin whose point is at the coordinate.
@preconcurrency @MainActor
open class MKPinAnnotationView: MKAnnotationView {
  public override init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open class func redPinColor() -> UIColor { UIColor(red: 0.95, green: 0.26, blue: 0.21, alpha: 1) }
  open class func greenPinColor() -> UIColor { UIColor(red: 0.3, green: 0.75, blue: 0.29, alpha: 1) }
  open class func purplePinColor() -> UIColor { UIColor(red: 0.61, green: 0.3, blue: 0.8, alpha: 1) }

  /// The colour of the pin's head; red if nil.
  open var pinTintColor: UIColor! = MKPinAnnotationView.redPinColor() { didSet { draw() } }
  open var pinColor: MKPinAnnotationColor {
    get {
      pinTintColor == Self.greenPinColor() ? .green : pinTintColor == Self.purplePinColor() ? .purple : .red
    }
    set {
      switch newValue {
      case .red: pinTintColor = Self.redPinColor()
      case .green: pinTintColor = Self.greenPinColor()
      case .purple: pinTintColor = Self.purplePinColor()
      }
    }
  }
  /// Whether the pin drops onto the map when it is added.
  open var animatesDrop = false

  private static let pinSize = CGSize(width: 24, height: 36)
  private static var drawn: [UIColor: CGImage] = [:]

  override func setUpAnnotationView() {
    bounds.size = Self.pinSize
    centerOffset = CGPoint(x: 0, y: -Self.pinSize.height / 2)
    draw()
  }

  private func draw() {
    let tint: UIColor = pinTintColor ?? Self.redPinColor()
    if let known = Self.drawn[tint] {
      layer.contents = known
      return
    }
    let picture = GroundPainter.picture(Self.pinSize, UIScreen.main.scale, isOpaque: false) { context in
      context.setFillColor(UIColor(white: 0.45, alpha: 1).cgColor)
      context.fill(CGRect(x: 11, y: 16, width: 2, height: 19.5))
      context.setFillColor(tint.cgColor)
      context.fillEllipse(in: CGRect(x: 3.5, y: 1, width: 17, height: 17))
      context.setFillColor(UIColor.white.withAlphaComponent(0.55).cgColor)
      context.fillEllipse(in: CGRect(x: 7.5, y: 4, width: 5, height: 5))
    }
    Self.drawn[tint] = picture
    layer.contents = picture
  }

  open override func prepareForDisplay() {
    super.prepareForDisplay()
    guard animatesDrop, window != nil, UIView.areAnimationsEnabled else { return }
    let drop = CABasicAnimation(keyPath: "transform.translation.y")
    (drop.fromValue, drop.toValue) = (-400.0, 0.0)
    drop.duration = 0.35
    drop.timingFunction = CAMediaTimingFunction(name: .easeIn)
    layer.add(drop, forKey: "drop")
  }

  nonisolated open override class var _carobNewAnnotationView:
    (@MainActor ((any MKAnnotation)?, String?) -> MKAnnotationView)?
  {
    guard self == MKPinAnnotationView.self else { return nil }
    return { MKPinAnnotationView(annotation: $0, reuseIdentifier: $1) as MKAnnotationView }
  }
}

/// The blue dot at the device's location.
@preconcurrency @MainActor
open class MKUserLocationView: MKAnnotationView {
  public override init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override func setUpAnnotationView() {
    bounds.size = CGSize(width: 22, height: 22)
    canShowCallout = true
    zPriority = .max
    collisionMode = .none
    ring.backgroundColor = UIColor.systemBlue.withAlphaComponent(0.15).cgColor
    ring.borderColor = UIColor.systemBlue.withAlphaComponent(0.3).cgColor
    ring.borderWidth = 1
    ring.isHidden = true
    layer.addSublayer(ring)
    let dot = CALayer()
    dot.frame = bounds
    dot.contents = GroundPainter.picture(bounds.size, UIScreen.main.scale, isOpaque: false) { context in
      context.setShadow(
        offset: CGSize(width: 0, height: 1), blur: 2, color: UIColor.black.withAlphaComponent(0.3).cgColor)
      context.setFillColor(UIColor.white.cgColor)
      context.fillEllipse(in: CGRect(x: 2, y: 2, width: 18, height: 18))
      context.setShadow(offset: .zero, blur: 0, color: nil)
      context.setFillColor(UIColor.systemBlue.cgColor)
      context.fillEllipse(in: CGRect(x: 5, y: 5, width: 12, height: 12))
    }
    layer.addSublayer(dot)
  }

  private let ring = CALayer()
  /// Larger radii are drawn with this one, which reaches far beyond every screen.
  private static let largestRadius: CGFloat = 8192
  /// The radius of the accuracy circle, in points; not shown if the dot covers it.
  // MK-36
  var accuracyRadius: CGFloat = 0 {
    didSet {
      guard accuracyRadius != oldValue else { return }
      let radius = min(accuracyRadius, Self.largestRadius)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      ring.isHidden = radius <= bounds.width / 2
      ring.frame = bounds.insetBy(dx: bounds.width / 2 - radius, dy: bounds.height / 2 - radius)
      ring.cornerRadius = radius
      CATransaction.commit()
    }
  }

  nonisolated open override class var _carobNewAnnotationView:
    (@MainActor ((any MKAnnotation)?, String?) -> MKAnnotationView)?
  {
    guard self == MKUserLocationView.self else { return nil }
    return { MKUserLocationView(annotation: $0, reuseIdentifier: $1) as MKAnnotationView }
  }
}
