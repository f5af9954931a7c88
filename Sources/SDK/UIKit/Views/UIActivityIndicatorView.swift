import CarobFoundation
import CoreGraphics
import QuartzCore

/// A spinner that shows that a task is in progress; 20 points, or 37 when large.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable {
    // The platform's raw values, which storyboards and archives contain.
    case whiteLarge = 0
    case white = 1
    case gray = 2
    case medium = 100
    case large = 101
  }

  private let wheel = CALayer()
  private static let spokes = 8
  private static let turn = "UIActivityIndicatorView.turn"

  public init(style: Style) {
    self.style = style
    let side = Self.side(style)
    super.init(frame: CGRect(x: 0, y: 0, width: side, height: side))
    prepare()
  }
  @available(*, deprecated, renamed: "init(style:)")
  public convenience init(activityIndicatorStyle style: Style) { self.init(style: style) }
  public override init(frame: CGRect) {
    style = .medium
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    style = .medium
    super.init(coder: coder)
    prepare()
  }

  open var style: Style {
    didSet {
      ownColor = nil
      invalidateIntrinsicContentSize()
      update()
    }
  }
  open var hidesWhenStopped = true { didSet { updateHidden() } }
  private var ownColor: UIColor?
  open var color: UIColor! {
    get {
      if let ownColor { return ownColor }
      switch style {
      case .white, .whiteLarge: return .white
      default: return UIColor(white: 0.6, alpha: 1)
      }
    }
    set {
      ownColor = newValue
      update()
    }
  }

  open private(set) var isAnimating = false
  open func startAnimating() {
    guard !isAnimating else { return }
    isAnimating = true
    if window != nil { UnseenChanges.shared.note(self) }
    updateHidden()
    turn()
  }
  open func stopAnimating() {
    guard isAnimating else { return }
    isAnimating = false
    wheel.removeAnimation(forKey: Self.turn)
    updateHidden()
  }

  /// The fraction of the spinner that is drawn, 0…1, for controls that reveal it gradually.
  var shownPart: CGFloat = 1 {
    didSet { if Self.shownSpokes(oldValue) != Self.shownSpokes(shownPart) { update() } }
  }
  private static func shownSpokes(_ part: CGFloat) -> Int { Int((part * CGFloat(spokes)).rounded(.up)) }

  private func updateHidden() { isHidden = hidesWhenStopped && !isAnimating }

  private func turn() {
    guard isAnimating, window != nil, wheel.animation(forKey: Self.turn) == nil else { return }
    let animation = CABasicAnimation(keyPath: "transform.rotation.z")
    animation.fromValue = 0
    animation.toValue = 2 * Double.pi
    animation.duration = 0.8
    animation.repeatCount = .infinity
    wheel.add(animation, forKey: Self.turn)
  }
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    turn()
  }

  // MARK: Appearance

  private func prepare() {
    guard wheel.superlayer == nil else { return }
    layer.addSublayer(wheel)
    for _ in 0..<Self.spokes { wheel.addSublayer(CALayer()) }
    update()
    updateHidden()
  }

  private static func side(_ style: Style) -> CGFloat { style == .large || style == .whiteLarge ? 37 : 20 }

  private func update() {
    let side = Self.side(style)
    wheel.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    let length = side * 0.28
    let width = side * 0.125
    for (index, spoke) in (wheel.sublayers ?? []).enumerated() {
      let angle = CGFloat(index) * 2 * .pi / CGFloat(Self.spokes)
      let radius = side / 2 - length / 2
      spoke.bounds = CGRect(x: 0, y: 0, width: width, height: length)
      spoke.position = CGPoint(x: side / 2 + sin(angle) * radius, y: side / 2 - cos(angle) * radius)
      spoke.cornerRadius = width / 2
      spoke.setAffineTransform(CGAffineTransform(rotationAngle: angle))
      spoke.backgroundColor = color.resolvedColor(with: traitCollection).cgColor
      spoke.isHidden = index >= Self.shownSpokes(shownPart)
      spoke.opacity = Float(index + 1) / Float(Self.spokes) * 0.8 + 0.2
    }
    setNeedsLayout()
  }
  override func colorsMayHaveChanged() { update() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    wheel.position = CGPoint(x: bounds.midX, y: bounds.midY)
  }
  open override var intrinsicContentSize: CGSize { CGSize(width: Self.side(style), height: Self.side(style)) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  override var defaultIsAccessibilityElement: Bool { true }
  override var defaultAccessibilityLabel: String? { isAnimating ? "In progress" : "Progress halted" }
  override var defaultAccessibilityTraits: UIAccessibilityTraits { .updatesFrequently }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIActivityIndicatorView.self,
      {
        [
          "style": \.style,
          "hidesWhenStopped": \.hidesWhenStopped, "color": \.color,
        ]
      },
      readOnly: {
        [
          "animating": \.isAnimating
        ]
      }
    )
  }
}
