import CarobFoundation
import CoreGraphics
import QuartzCore

/// An on-off switch; 51 × 31 points.
@preconcurrency @MainActor
open class UISwitch: UIControl {
  /// E-695: the visible views are two levels down, because some apps colour `subviews[0].subviews[0]`, which
  /// is behind the track.
  private let visual = UIView()
  private let ground = UIView()
  private let track = UIView()
  private let knob = UIView()

  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: 51, height: 31)))
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    guard visual.superview == nil else { return }
    visual.isUserInteractionEnabled = false
    addSubview(visual)
    for view in [ground, track, knob] { visual.addSubview(view) }
    ground.layer.cornerRadius = 15.5
    knob.backgroundColor = .white
    knob.layer.shadowColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    knob.layer.shadowOpacity = 0.15
    knob.layer.shadowRadius = 4
    knob.layer.shadowOffset = CGSize(width: 0, height: 3)
    update()
  }

  private var storage = false
  open var isOn: Bool {
    get { storage }
    set {
      _kvoWill("on", isOn)
      defer { _kvoDid("on", isOn) }
      setOn(newValue, animated: false)
    }
  }
  open var onTintColor: UIColor? { didSet { update() } }
  open var thumbTintColor: UIColor? { didSet { update() } }
  open var onImage: UIImage?
  open var offImage: UIImage?
  open var title: String?
  public enum Style: Int, Sendable { case automatic, checkbox, sliding }
  open var style: Style { .sliding }
  open var preferredStyle = Style.automatic

  /// Sends nothing (E-210).
  open func setOn(_ on: Bool, animated: Bool) {
    storage = on
    guard animated else { return update() }
    UIView.animate(
      withDuration: 0.25, delay: 0, options: [.internalTransition], animations: { self.update() })
  }

  private func update() {
    prepare()
    track.backgroundColor = storage ? onTintColor ?? .systemGreen : .secondarySystemFill
    knob.backgroundColor = thumbTintColor ?? .white
    alpha = isEnabled ? 1 : 0.5
    for view in [visual, ground, track] { view.frame = CGRect(x: 0, y: 0, width: 51, height: 31) }
    track.layer.cornerRadius = 15.5
    knob.frame = CGRect(x: storage ? 22 : 2, y: 2, width: 27, height: 27)
    knob.layer.cornerRadius = 13.5
  }
  override func stateChanged() { update() }
  override func colorsMayHaveChanged() { update() }

  open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  override func owns(_ recognizer: UIGestureRecognizer) -> Bool {
    if Self.isSingleTap(recognizer) { return true }
    guard let pan = recognizer as? UIPanGestureRecognizer else { return false }
    let move = pan.translation(in: self)
    return abs(move.x) > abs(move.y)
  }

  /// E-218: toggles, then sends valueChanged, then touchUpInside.
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    if inside {
      setOn(!storage, animated: true)
      send([.valueChanged, .primaryActionTriggered], event)
    }
    super.touchEnded(inside: inside, event)
  }

  override var defaultAccessibilityValue: String? { storage ? "1" : "0" }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.button)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UISwitch.self,
      {
        [
          "on": \.isOn, "onTintColor": \.onTintColor, "thumbTintColor": \.thumbTintColor,
          "onImage": \.onImage, "offImage": \.offImage, "title": \.title,
          "preferredStyle": \.preferredStyle,
        ]
      },
      readOnly: {
        [
          "style": \.style
        ]
      },
      reporting: ["on"]
    )
  }
}
