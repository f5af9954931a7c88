@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// A control with two halves, − and +, that change a value in steps; 94 × 32 points.
@preconcurrency @MainActor
open class UIStepper: UIControl {
  private let down = StepperHalf(text: "−", name: "Decrement")
  private let up = StepperHalf(text: "+", name: "Increment")
  private let divider = UIView()
  private var repeatAlarm: LayerAlarm?
  private var direction = 0.0
  private static let size = CGSize(width: 94, height: 32)

  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.size))
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    guard divider.superview == nil else { return }
    down.step = -1
    up.step = 1
    divider.isUserInteractionEnabled = false
    divider.backgroundColor = .separator
    for half in [down, up] {
      half.stepper = self
      addSubview(half)
    }
    addSubview(divider)
    backgroundColor = .tertiarySystemFill
    layer.cornerRadius = 8
    update()
  }

  // MARK: The value

  private var storage = 0.0
  open var value: Double {
    get { storage }
    set {
      _kvoWill("value", value)
      defer { _kvoDid("value", value) }
      storage = min(max(newValue, minimumValue), max(minimumValue, maximumValue))
      update()
    }
  }
  open var minimumValue = 0.0 { didSet { value = storage } }
  open var maximumValue = 100.0 { didSet { value = storage } }
  open var stepValue = 1.0
  open var isContinuous = true
  open var autorepeat = true
  /// Whether the value wraps around at the ends of its range.
  open var wraps = false { didSet { update() } }

  // MARK: Appearance

  open func setIncrementImage(_ image: UIImage?, for state: UIControl.State) {
    unimplemented("UIStepper.setIncrementImage(_:for:)")
  }
  open func setDecrementImage(_ image: UIImage?, for state: UIControl.State) {
    unimplemented("UIStepper.setDecrementImage(_:for:)")
  }
  open func setDividerImage(
    _ image: UIImage?, forLeftSegmentState left: UIControl.State, rightSegmentState right: UIControl.State
  ) { unimplemented("UIStepper.setDividerImage(_:forLeftSegmentState:rightSegmentState:)") }
  open func setBackgroundImage(_ image: UIImage?, for state: UIControl.State) {
    unimplemented("UIStepper.setBackgroundImage(_:for:)")
  }

  private func update() {
    // A half that cannot change the value is disabled.
    down.isEnabled = isEnabled && (wraps || storage > minimumValue)
    up.isEnabled = isEnabled && (wraps || storage < maximumValue)
  }
  override func stateChanged() { update() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let half = CGSize(width: bounds.width / 2, height: bounds.height)
    down.frame = CGRect(origin: .zero, size: half)
    up.frame = CGRect(origin: CGPoint(x: half.width, y: 0), size: half)
    divider.frame = CGRect(x: half.width - 0.5, y: bounds.midY - 9, width: 1, height: 18)
  }
  open override var intrinsicContentSize: CGSize { Self.size }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

  // MARK: Tracking

  /// Handles a touch on a half: one step immediately, and more while it is held (inferred: after 0.5 s, every
  /// 0.1 s).
  fileprivate func press(_ step: Double, _ event: UIEvent?) {
    direction = step
    advance(event)
    guard autorepeat else { return }
    startTimer(after: 0.5)
  }

  private func startTimer(after delay: TimeInterval) {
    repeatAlarm?.cancel()
    let cause = Journal.cause
    repeatAlarm = LayerClock.schedule(at: LayerClock.now + delay) { [weakSelf = ZeroingElement(self)] in
      Journal.with(cause: cause) { weakSelf.object?.tick() }
    }
  }

  private func tick() {
    advance(nil)
    startTimer(after: 0.1)
  }

  fileprivate func release(_ event: UIEvent?) {
    repeatAlarm?.cancel()
    repeatAlarm = nil
    if !isContinuous { send(.valueChanged, event) }
  }

  // E-834
  open override func accessibilityIncrement() { adjust(1) }
  open override func accessibilityDecrement() { adjust(-1) }
  private func adjust(_ step: Double) {
    direction = step
    advance(nil)
    if !isContinuous { send(.valueChanged, nil) }
  }

  private func advance(_ event: UIEvent?) {
    var new = storage + direction * stepValue
    if wraps {
      if new > maximumValue { new = minimumValue }
      if new < minimumValue { new = maximumValue }
    }
    let old = storage
    value = new
    if storage != old, isContinuous { send(.valueChanged, event) }
  }

  override var defaultIsAccessibilityElement: Bool { false }
  override var defaultAccessibilityValue: String? {
    storage == storage.rounded() && storage.magnitude < 1e15 ? "\(Int64(storage))" : "\(storage)"
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIStepper.self,
      {
        [
          "value": \.value, "minimumValue": \.minimumValue, "maximumValue": \.maximumValue,
          "stepValue": \.stepValue, "continuous": \.isContinuous, "autorepeat": \.autorepeat,
          "wraps": \.wraps,
        ]
      },
      reporting: ["value"]
    )
  }
}

/// One half of a stepper.
@MainActor
private final class StepperHalf: UIControl {
  @Zeroing var stepper: UIStepper?
  var step = 0.0
  private let label = UILabel()
  private let name: String

  init(text: String, name: String) {
    self.name = name
    super.init(frame: .zero)
    label.text = text
    label.font = .systemFont(ofSize: 22)
    label.textAlignment = .center
    label.isUserInteractionEnabled = false
    addSubview(label)
    stateChanged()
  }
  required init?(coder: NSCoder) { nil }

  override func stateChanged() { label.textColor = isEnabled ? .label : .tertiaryLabel }
  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds
  }
  override func owns(_ recognizer: UIGestureRecognizer) -> Bool { Self.isSingleTap(recognizer) }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    stepper?.press(step, event)
    return true
  }
  override func endTracking(_ touch: UITouch?, with event: UIEvent?) { stepper?.release(event) }
  override func cancelTracking(with event: UIEvent?) { stepper?.release(event) }
  override var defaultIsAccessibilityElement: Bool { true }
  override var defaultAccessibilityLabel: String? { name }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.button)
  }
}
