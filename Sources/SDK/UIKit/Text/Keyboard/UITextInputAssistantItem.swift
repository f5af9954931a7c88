import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics

/// The shortcut items of a text object, in a bar above a tablet's keyboard (E-1024).
///
/// DEVIATION: the system's own shortcuts (undo, redo, paste) are not shown, so that without groups there is no bar.
@preconcurrency @MainActor
open class UITextInputAssistantItem: _MainActorNSObject {
  /// Whether the user may hide the shortcuts; there is no control for that here.
  open var allowsHidingShortcuts = true
  open var leadingBarButtonGroups: [UIBarButtonItemGroup] = [] { didSet { changed() } }
  open var trailingBarButtonGroups: [UIBarButtonItemGroup] = [] { didSet { changed() } }

  private var bar: AssistantBar?
  private func changed() {
    for group in leadingBarButtonGroups + trailingBarButtonGroups {
      group.onChange = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.changed() }
    }
    bar = nil
    if FirstResponder.current?.inputAssistantItem === self { Keyboard.shared.reload() }
  }

  // E-1024
  /// The bar with the items above an app's accessory view; that view alone without items, or on a phone.
  func bar(with accessory: UIView?, accessoryHeight: CGFloat) -> UIView? {
    func shown(_ groups: [UIBarButtonItemGroup]) -> [UIBarButtonItem] {
      groups.filter { !$0.isHidden }.flatMap(\.shownItems)
    }
    let items = (shown(leadingBarButtonGroups), shown(trailingBarButtonGroups))
    guard UIDevice.current.userInterfaceIdiom == .pad, !items.0.isEmpty || !items.1.isEmpty else {
      return accessory
    }
    if let bar, bar.accessory === accessory { return bar }
    let made = AssistantBar(items.0, items.1, accessory, accessoryHeight)
    bar = made
    return made
  }
}

/// Shows shortcut items in a row, below an app's accessory view.
@MainActor
final class AssistantBar: UIView {
  static let rowHeight: CGFloat = 55
  let accessory: UIView?
  private let accessoryHeight: CGFloat
  private let leading: [BarButton]
  private let trailing: [BarButton]

  init(
    _ leading: [UIBarButtonItem], _ trailing: [UIBarButtonItem], _ accessory: UIView?,
    _ accessoryHeight: CGFloat
  ) {
    (self.accessory, self.accessoryHeight) = (accessory, accessoryHeight)
    let look = UIBarButtonItemAppearance()
    let host = UIView()
    self.leading = BarButton.make(leading, host, { _ in look })
    self.trailing = BarButton.make(trailing, host, { _ in look })
    super.init(frame: CGRect(x: 0, y: 0, width: 0, height: accessoryHeight + Self.rowHeight))
    if let accessory { addSubview(accessory) }
    for button in self.leading + self.trailing { addSubview(button.view) }
  }
  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    accessory?.frame = CGRect(x: 0, y: 0, width: bounds.width, height: accessoryHeight)
    func place(_ button: BarButton, _ x: CGFloat) {
      button.view.frame = CGRect(
        x: x, y: accessoryHeight + (Self.rowHeight - button.height) / 2, width: button.width,
        height: button.height)
    }
    var left: CGFloat = 16
    for button in leading where !button.item.isHidden {
      place(button, left)
      left += button.width + 20
    }
    var right = bounds.width - 16
    for button in trailing.reversed() where !button.item.isHidden {
      place(button, right - button.width)
      right -= button.width + 20
    }
  }
}
