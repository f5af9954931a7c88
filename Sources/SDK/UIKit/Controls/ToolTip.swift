import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import QuartzCore

/// The text that appears below a pointer that rests on a control (E-1029).
@MainActor
enum ToolTip {
  /// Whether any control has had a tool tip.
  static var wereSet = false
  static let delay = 1.0
  @Zeroing private static var control: UIControl?
  @Zeroing private static var label: UILabel?
  private static var alarm: LayerAlarm?

  /// Called when the pointer moves; `view` is the one below it.
  static func pointer(at point: CGPoint, over view: UIView?) {
    var here = view
    while let current = here, (current as? UIControl)?.toolTip == nil { here = current.superview }
    let found = here as? UIControl
    if found !== control { hide() }
    guard let found, label == nil else { return }
    control = found
    alarm?.cancel()
    alarm = LayerClock.schedule(at: LayerClock.now + delay) { show(found, at: point) }
  }

  private static func show(_ control: UIControl, at point: CGPoint) {
    alarm = nil
    guard self.control === control, let text = control.toolTip, let window = control.window else { return }
    let label = UILabel()
    label.text = text
    label.font = .systemFont(ofSize: 13)
    label.textColor = .label
    label.textAlignment = .center
    label.backgroundColor = .secondarySystemBackground
    label.layer.borderWidth = 1 / UIScreen.main.scale
    label.layer.borderColor = UIColor.separator.cgColor
    label.isUserInteractionEnabled = false
    let size = label.intrinsicContentSize
    let room = window.bounds.inset(by: window.safeAreaInsets)
    let width = min(size.width + 12, room.width)
    let place = window.convert(point, from: nil)
    label.frame = CGRect(
      x: min(max(place.x, room.minX), room.maxX - width), y: min(place.y + 20, room.maxY - size.height - 6),
      width: width, height: size.height + 6)
    window.addSubview(label)
    self.label = label
  }

  static func hide() {
    alarm?.cancel()
    alarm = nil
    label?.removeFromSuperview()
    (control, label) = (nil, nil)
  }
}
