@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// A control that shows a color, and the color picker when it is tapped (E-1065).
@preconcurrency @MainActor
open class UIColorWell: UIControl {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  /// The title of the picker.
  open var title: String?
  /// Nil until a color is set or chosen. Setting it sends no event.
  open var selectedColor: UIColor? {
    willSet { _kvoWill("selectedColor", selectedColor) }
    didSet {
      _kvoDid("selectedColor", selectedColor)
      swatch.backgroundColor = selectedColor
    }
  }
  open var supportsAlpha = true

  private let swatch = UIView()
  private lazy var choices = Choices(self)

  private func prepare() {
    swatch.isUserInteractionEnabled = false
    swatch.layer.borderWidth = 3
    swatch.layer.borderColor = UIColor.systemGray3.cgColor
    addSubview(swatch)
    isAccessibilityElement = true
    accessibilityTraits = .button
    accessibilityLabel = "Color well"
  }
  open override var intrinsicContentSize: CGSize { CGSize(width: 28, height: 28) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
  open override func layoutSubviews() {
    super.layoutSubviews()
    let side = min(bounds.width, bounds.height)
    swatch.frame = CGRect(x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
    swatch.layer.cornerRadius = side / 2
  }

  // E-1065
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    super.touchEnded(inside: inside, event)
    guard inside, isEnabled else { return }
    let controller = sequence(first: self as UIResponder) { $0.next }.first { $0 is UIViewController }
    guard let presenter = controller as? UIViewController else { return }
    let picker = UIColorPickerViewController()
    picker.title = title
    picker.supportsAlpha = supportsAlpha
    if let selectedColor { picker.selectedColor = selectedColor }
    picker.delegate = choices
    presenter.present(picker, animated: true)
  }
  fileprivate func chosen(_ color: UIColor) {
    selectedColor = color
    sendActions(for: [.valueChanged, .primaryActionTriggered])
  }
}

/// Passes on the choices in the picker of a color well.
@MainActor
private final class Choices: _MainActorNSObject, UIColorPickerViewControllerDelegate {
  @Zeroing private var well: UIColorWell?
  init(_ well: UIColorWell) {
    super.init()
    self.well = well
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      "colorPickerViewController:didSelectColor:continuously:"
    ].map { (name: StaticString) in _CarobMethod(has: name, name, 0) }
  }
  func colorPickerViewController(
    _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
  ) { well?.chosen(color) }
}
