@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// A card shown above everything else, beside its source. A touch outside dismisses it.
@preconcurrency @MainActor
final class PopupPanel: UIView {
  private let backdrop = TapButton(type: .custom)
  private let card = UIView()
  private var content: UIView
  /// Shown between the dimmed window and the card.
  var highlight: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let highlight { insertSubview(highlight, belowSubview: card) }
    }
  }
  /// The deferred elements of the menu that the panel shows.
  var deferred: DeferredElements?
  private var onClose: (() -> Void)?
  @Zeroing private(set) static var current: PopupPanel?

  /// - Parameters:
  ///   - rect: the source's rectangle, in window coordinates.
  ///   - onClose: called once when the panel is closed, for any reason.
  @discardableResult
  static func show(
    _ content: UIView, _ size: CGSize, beside rect: CGRect, in window: UIWindow,
    onClose: (() -> Void)? = nil
  ) -> PopupPanel {
    current?.close()
    let panel = PopupPanel(content, onClose)
    panel.frame = window.bounds
    panel.place(size, beside: rect, within: window.bounds.inset(by: window.safeAreaInsets))
    window.addSubview(panel)
    UIView.performWithoutAnimation { panel.alpha = 0 }
    UIView.animate(
      withDuration: 0.2, delay: 0, options: [.internalTransition], animations: { panel.alpha = 1 })
    current = panel
    return panel
  }

  private init(_ content: UIView, _ onClose: (() -> Void)?) {
    self.content = content
    self.onClose = onClose
    super.init(frame: .zero)
    accessibilityViewIsModal = true
    backdrop.accessibilityLabel = "Dismiss"
    backdrop.backgroundColor = UIColor(white: 0, alpha: 0.1)
    backdrop.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.close() }
    card.backgroundColor = .secondarySystemGroupedBackground
    card.layer.cornerRadius = 13
    card.layer.cornerCurve = .continuous
    card.layer.shadowOpacity = 0.2
    card.layer.shadowRadius = 16
    card.layer.shadowOffset = CGSize(width: 0, height: 6)
    content.layer.cornerRadius = 13
    content.clipsToBounds = true
    addSubview(backdrop)
    addSubview(card)
    card.addSubview(content)
  }
  required init?(coder: NSCoder) { nil }

  /// Places the card below its source, or above if there is not enough room, or else wherever it fits.
  private func place(_ size: CGSize, beside rect: CGRect, within room: CGRect) {
    backdrop.frame = bounds
    let room = room.insetBy(dx: 8, dy: 8)
    let size = CGSize(width: min(size.width, room.width), height: min(size.height, room.height))
    var y = rect.maxY + 8
    if y + size.height > room.maxY { y = rect.minY - 8 - size.height }
    y = min(max(y, room.minY), room.maxY - size.height)
    let x = min(max(rect.midX - size.width / 2, room.minX), room.maxX - size.width)
    card.frame = CGRect(origin: CGPoint(x: x, y: y), size: size)
    content.frame = card.bounds
  }

  /// Replaces the content.
  func replace(_ content: UIView, _ size: CGSize, beside rect: CGRect) {
    self.content.removeFromSuperview()
    self.content = content
    content.layer.cornerRadius = 13
    content.clipsToBounds = true
    card.addSubview(content)
    place(size, beside: rect, within: bounds.inset(by: window?.safeAreaInsets ?? .zero))
  }

  func close() {
    guard superview != nil, isUserInteractionEnabled else { return }
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    accessibilityViewIsModal = false
    if PopupPanel.current === self { PopupPanel.current = nil }
    let closed = onClose
    onClose = nil
    closed?()
    UIView.animate(
      withDuration: 0.2, delay: 0, options: [.internalTransition], animations: { self.alpha = 0 },
      completion: { _ in self.removeFromSuperview() })
  }
}
