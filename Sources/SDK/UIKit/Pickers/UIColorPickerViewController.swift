@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// Receives the selections of a color picker. All methods are optional.
@preconcurrency @MainActor
public protocol UIColorPickerViewControllerDelegate: NSObjectProtocol, _CarobOptional {
  /// The user chose a color. `continuously` is true while the touch is still moving.
  func colorPickerViewController(
    _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool)
  /// The older method, called for delegates that do not implement the newer one.
  func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController)
  /// The user closed the picker. Called after it has disappeared.
  func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController)
}

extension UIColorPickerViewControllerDelegate {
  public func colorPickerViewController(
    _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
  ) {}
  public func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) {}
  public func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) {}
}

/// A sheet in which the user picks a color from a grid, or mixes it with sliders (E-835).
///
/// DEVIATION: without the spectrum, the eyedropper and saved swatches.
@preconcurrency @MainActor
open class UIColorPickerViewController: UIViewController {
  public init() { super.init(nibName: nil, bundle: nil) }
  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open weak var delegate: (any UIColorPickerViewControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIColorPickerViewControllerDelegate)?
  /// The selected color. Setting it does not call the delegate.
  open var selectedColor = UIColor.white {
    willSet { _kvoWill("selectedColor", selectedColor) }
    didSet {
      _kvoDid("selectedColor", selectedColor)
      if isViewLoaded { show() }
    }
  }
  open var supportsAlpha = true {
    didSet { if isViewLoaded { view.setNeedsLayout() } }
  }
  /// Whether the user can pick the color of a place on the screen (E-1079).
  open var supportsEyedropper = true {
    didSet { if isViewLoaded { view.setNeedsLayout() } }
  }

  // MARK: The sheet

  private let heading = UILabel()
  private let close = TapButton(type: .close)
  private let eyedropper = TapButton(type: .system)
  private let forms = UISegmentedControl(items: ["Grid", "Sliders"])
  private let grid = ColorGrid()
  private let red = ColorSlider("Red"), green = ColorSlider("Green"), blue = ColorSlider("Blue")
  private let opacity = ColorSlider("Opacity")
  private let swatch = UIView()

  override func configureSheet(_ sheet: UISheetPresentationController) {
    sheet.detents = [.medium(), .large()]
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGroupedBackground
    heading.text = title ?? "Colors"
    heading.font = .systemFont(ofSize: 17, weight: .semibold)
    heading.textAlignment = .center
    close.accessibilityLabel = "Close"
    close.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.finish() }
    eyedropper.accessibilityLabel = "Eyedropper"
    eyedropper.setImage(UIImage(systemName: "eyedropper"), for: .normal)
    eyedropper.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.pickFromScreen() }
    forms.selectedSegmentIndex = 0
    forms.addAction(
      UIAction { [weakSelf = ZeroingElement(self)] _ in weakSelf.object?.view.setNeedsLayout() },
      for: .valueChanged)
    grid.onPick = { [weakSelf = ZeroingElement(self)] color, isContinuous in
      guard let self = weakSelf.object else { return }
      self.pick(color.withAlphaComponent(self.selectedColor.parts.alpha), isContinuous)
    }
    for slider in [red, green, blue, opacity] {
      slider.onChange = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.mix($0) }
    }
    swatch.layer.cornerRadius = 10
    swatch.layer.borderWidth = 1
    swatch.isAccessibilityElement = true
    swatch.accessibilityLabel = "Selected color"
    for part in [heading, close, eyedropper, forms, grid, red, green, blue, opacity, swatch] {
      view.addSubview(part)
    }
    show()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let width = view.bounds.width
    heading.frame = CGRect(x: 60, y: 14, width: max(0, width - 120), height: 24)
    close.frame = CGRect(x: width - 46, y: 11, width: 30, height: 30)
    eyedropper.frame = CGRect(x: 16, y: 11, width: 30, height: 30)
    eyedropper.isHidden = !supportsEyedropper
    forms.frame = CGRect(x: 16, y: 52, width: max(0, width - 32), height: 32)
    let showsGrid = forms.selectedSegmentIndex == 0
    grid.isHidden = !showsGrid
    grid.frame = CGRect(x: 16, y: 96, width: max(0, width - 32), height: 200)
    for (index, slider) in [red, green, blue].enumerated() {
      slider.isHidden = showsGrid
      slider.frame = CGRect(x: 16, y: 96 + CGFloat(index) * 66, width: max(0, width - 32), height: 60)
    }
    opacity.isHidden = !supportsAlpha
    opacity.frame = CGRect(x: 16, y: 304, width: max(0, width - 32), height: 60)
    swatch.frame = CGRect(x: 16, y: supportsAlpha ? 376 : 312, width: 60, height: 60)
  }

  private func show() {
    let parts = selectedColor.parts
    for (slider, value) in [
      (red, parts.red), (green, parts.green), (blue, parts.blue), (opacity, parts.alpha),
    ] { slider.value = value }
    grid.selected = selectedColor
    swatch.backgroundColor = selectedColor
    swatch.layer.borderColor = UIColor.separator.cgColor
    swatch.accessibilityValue = selectedColor.hexText
  }

  // MARK: Input

  // E-1079
  /// Hides the picker until the user has touched the place whose color is to be picked.
  private func pickFromScreen() {
    guard let window = view.window, let sheet = presentationController?.containerView ?? view else { return }
    sheet.isHidden = true
    let layer = EyedropperView(frame: window.bounds)
    layer.onEnd = { [weakSelf = ZeroingElement(self), sheet = ZeroingElement(sheet)] color in
      sheet.object?.isHidden = false
      guard let self = weakSelf.object, let color else { return }
      self.pick(color.withAlphaComponent(self.supportsAlpha ? self.selectedColor.parts.alpha : 1), false)
    }
    window.addSubview(layer)
  }

  private func mix(_ isContinuous: Bool) {
    pick(
      UIColor(red: red.value, green: green.value, blue: blue.value, alpha: supportsAlpha ? opacity.value : 1),
      isContinuous)
  }

  private func pick(_ color: UIColor, _ isContinuous: Bool) {
    selectedColor = color
    guard let delegate else { return }
    let newer = "colorPickerViewController:didSelectColor:continuously:"
    if delegate.responds(to: Selector(newer)) {
      Journal.deliver(
        .delegate, "colorPickerViewController(_:didSelect:continuously:)", to: delegate, from: self,
        category: .user
      ) { delegate.colorPickerViewController(self, didSelect: color, continuously: isContinuous) }
    } else {
      Journal.deliver(
        .delegate, "colorPickerViewControllerDidSelectColor(_:)", to: delegate, from: self, category: .user
      ) { delegate.colorPickerViewControllerDidSelectColor(self) }
    }
  }

  private var isFinished = false
  private func finish() {
    guard !isFinished else { return }
    isFinished = true
    guard let presenter = presentingViewController, !isBeingDismissed else { return tell() }
    presenter.dismiss(animated: true) { self.tell() }
  }
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    // Dismissed with a swipe: reported after it has disappeared.
    guard isBeingDismissed, !isFinished else { return }
    isFinished = true
    LayerAnimations.afterCommit { self.tell() }
  }
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    isFinished = false
  }
  private func tell() {
    guard let delegate else { return }
    Journal.deliver(
      .delegate, "colorPickerViewControllerDidFinish(_:)", to: delegate, from: self, category: .user
    ) { delegate.colorPickerViewControllerDidFinish(self) }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIColorPickerViewController.self,
      {
        [
          "selectedColor": \.selectedColor, "supportsAlpha": \.supportsAlpha,
          "supportsEyedropper": \.supportsEyedropper,
        ]
      },
      reporting: ["selectedColor"]
    )
  }
}

extension UIColor {
  fileprivate var parts: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 1)
    getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return (red, green, blue, alpha)
  }
  /// The color as `#ff8000`, its name for scripts and screen readers.
  fileprivate var hexText: String {
    let (red, green, blue) = bytes
    return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Shows the color below the finger, and reports that at which the finger is lifted; nil for a cancelled touch.
@MainActor
private final class EyedropperView: UIView {
  var onEnd: ((UIColor?) -> Void)?
  private let loupe = UIView(frame: CGRect(x: 0, y: 0, width: 64, height: 64))

  override init(frame: CGRect) {
    super.init(frame: frame)
    isAccessibilityElement = true
    accessibilityLabel = "Pick a color from the screen"
    loupe.layer.cornerRadius = 32
    loupe.layer.borderWidth = 4
    loupe.layer.borderColor = UIColor.white.cgColor
    loupe.center = CGPoint(x: bounds.midX, y: bounds.midY)
    loupe.isUserInteractionEnabled = false
    addSubview(loupe)
  }
  required init?(coder: NSCoder) { nil }

  /// The color of the window's pixel at a point.
  private func color(at point: CGPoint) -> UIColor? {
    guard let window else { return nil }
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    isHidden = true
    let pixel = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1), format: format).image { context in
      context.cgContext.translateBy(x: -point.x.rounded(.down), y: -point.y.rounded(.down))
      window.drawHierarchy(in: window.bounds, afterScreenUpdates: false)
    }
    isHidden = false
    guard let bytes = pixel.cgImage?.dataProvider?.data, bytes.count >= 3 else { return nil }
    let parts = bytes.prefix(3).map { CGFloat($0) / 255 }
    return UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: 1)
  }
  private func follow(_ touches: Set<UITouch>) -> UIColor? {
    guard let point = touches.first?.location(in: self) else { return nil }
    let color = color(at: point)
    loupe.center = CGPoint(x: point.x, y: point.y - 60)
    loupe.backgroundColor = color
    return color
  }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { _ = follow(touches) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { _ = follow(touches) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { end(follow(touches)) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { end(nil) }
  private func end(_ color: UIColor?) {
    removeFromSuperview()
    onEnd?(color)
  }
}

/// Twelve hues in nine shades below a row of greys. The user can drag across it.
@preconcurrency @MainActor
private final class ColorGrid: UIView {
  static let columns = 12, rows = 10
  var onPick: ((UIColor, _ isContinuous: Bool) -> Void)?
  var selected: UIColor? { didSet { setNeedsDisplay() } }

  override init(frame: CGRect) {
    super.init(frame: frame)
    layer.cornerRadius = 8
    clipsToBounds = true
  }
  required init?(coder: NSCoder) { nil }

  static func color(_ column: Int, _ row: Int) -> UIColor {
    guard row > 0 else { return UIColor(white: 1 - CGFloat(column) / CGFloat(columns - 1), alpha: 1) }
    // From dark to saturated to pale.
    let hue = CGFloat((column + 6) % columns) / CGFloat(columns)
    let step = CGFloat(row - 1) / CGFloat(rows - 2)
    let brightness = min(1, 0.3 + step * 1.4)
    let saturation = min(1, 2 - step * 1.8)
    return UIColor(hue: hue, saturation: saturation, brightness: brightness, alpha: 1)
  }

  private func cell(_ column: Int, _ row: Int) -> CGRect {
    let (width, height) = (bounds.width / CGFloat(Self.columns), bounds.height / CGFloat(Self.rows))
    return CGRect(x: CGFloat(column) * width, y: CGFloat(row) * height, width: width, height: height)
  }

  override var hasOwnContents: Bool { true }
  override func drawContents(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let chosen = selected.map(\.hexText)
    var mark: CGRect?
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let color = Self.color(column, row)
        context.setFillColor(color.cgColor)
        context.fill(cell(column, row))
        if mark == nil, color.hexText == chosen { mark = cell(column, row) }
      }
    }
    guard let mark else { return }
    context.setStrokeColor(UIColor.white.cgColor)
    context.setLineWidth(3)
    context.stroke(mark.insetBy(dx: 1.5, dy: 1.5))
  }

  private func pick(_ touch: UITouch, isContinuous: Bool) {
    let place = touch.location(in: self)
    let column = Int(place.x / bounds.width * CGFloat(Self.columns))
    let row = Int(place.y / bounds.height * CGFloat(Self.rows))
    onPick?(
      Self.color(min(max(column, 0), Self.columns - 1), min(max(row, 0), Self.rows - 1)), isContinuous)
  }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first { pick(touch, isContinuous: true) }
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first { pick(touch, isContinuous: true) }
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first { pick(touch, isContinuous: false) }
  }

  override var syntheticElements: [SyntheticElement] {
    (0..<Self.rows).flatMap { row in
      (0..<Self.columns).map { column in
        let color = Self.color(column, row)
        return SyntheticElement(
          label: "Color \(color.hexText)", identifier: nil, value: nil,
          frame: convert(cell(column, row), to: nil), isSelected: color.hexText == selected?.hexText,
          className: "UIColorPickerViewController.Color")
      }
    }
  }
}

/// A slider for one component of a color, from 0 to 1, with its name and value.
@preconcurrency @MainActor
private final class ColorSlider: UIView {
  var onChange: ((_ isContinuous: Bool) -> Void)?
  private let name = UILabel()
  private let number = UILabel()
  private let slider = UISlider()
  private let isPercentage: Bool

  init(_ title: String) {
    isPercentage = title == "Opacity"
    super.init(frame: .zero)
    name.text = title.uppercased()
    name.font = .systemFont(ofSize: 12, weight: .semibold)
    name.textColor = .secondaryLabel
    number.font = .systemFont(ofSize: 15)
    number.textAlignment = .right
    slider.accessibilityLabel = title
    slider.addAction(
      UIAction { [weakSelf = ZeroingElement(self)] _ in
        weakSelf.object?.showNumber()
        weakSelf.object?.onChange?(true)
      }, for: .valueChanged)
    for end in [UIControl.Event.touchUpInside, .touchUpOutside] {
      slider.addAction(
        UIAction { [weakSelf = ZeroingElement(self)] _ in weakSelf.object?.onChange?(false) }, for: end)
    }
    for part in [name, slider, number] { addSubview(part) }
  }
  required init?(coder: NSCoder) { nil }

  var value: CGFloat {
    get { CGFloat(slider.value) }
    set {
      guard newValue != value else { return showNumber() }
      slider.value = Float(newValue)
      showNumber()
    }
  }
  private func showNumber() {
    number.text = isPercentage ? "\(Int((value * 100).rounded()))%" : "\(Int((value * 255).rounded()))"
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    name.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 18)
    slider.frame = CGRect(x: 0, y: 22, width: max(0, bounds.width - 64), height: 34)
    number.frame = CGRect(x: max(0, bounds.width - 56), y: 22, width: 56, height: 34)
  }
}
