@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Shows the menus of buttons and bar items, and context menus.
@MainActor
enum MenuPresenter {
  private static let width: CGFloat = 250
  private static let rowHeight: CGFloat = 44

  /// - Parameters:
  ///   - sender: the owner of the menu, which is also the sender of its actions.
  ///   - highlight: the image of the menu's subject, in window coordinates.
  ///   - rect: the rectangle beside which the menu is shown, in window coordinates.
  static func show(
    _ menu: UIMenu, for sender: AnyObject, highlight: UIView? = nil, beside rect: CGRect, in window: UIWindow,
    onClose: (() -> Void)? = nil
  ) {
    let deferred = DeferredElements()
    let list = MenuList(deferred.resolved(menu), width: width, rowHeight: rowHeight)
    guard list.height > 0 else {
      onClose?()
      return
    }
    let panel = PopupPanel.show(
      list, CGSize(width: width, height: list.height), beside: rect, in: window, onClose: onClose)
    panel.highlight = highlight
    connect(list, panel, sender, rect, window)
    // E-516: elements that arrive later replace their placeholder.
    deferred.changed = { [panel = ZeroingElement(panel), deferred = ZeroingElement(deferred)] in
      guard let panel = panel.object, panel.superview != nil, let deferred = deferred.object else { return }
      let list = MenuList(deferred.resolved(menu), width: width, rowHeight: rowHeight)
      guard list.height > 0 else { return panel.close() }
      panel.replace(list, CGSize(width: width, height: list.height), beside: rect)
      connect(list, panel, sender, rect, window)
    }
    panel.deferred = deferred
  }

  private static func connect(
    _ list: MenuList, _ panel: PopupPanel, _ sender: AnyObject, _ rect: CGRect, _ window: UIWindow
  ) {
    list.chosen = { [panel = ZeroingElement(panel)] element in
      switch element {
      case let leaf as any UIMenuLeaf:
        if !leaf.attributes.contains(.keepsMenuPresented) { panel.object?.close() }
        leaf.choose(from: FirstResponder.start, for: sender)
      case let inner as UIMenu:
        panel.object?.close()
        show(inner, for: sender, beside: rect, in: window)
      default: break
      }
    }
  }
}

/// The rows of a menu, including the elements of inline submenus.
@preconcurrency @MainActor
private final class MenuList: UIView {
  let height: CGFloat
  var chosen: ((UIMenuElement) -> Void)?

  init(_ menu: UIMenu, width: CGFloat, rowHeight: CGFloat) {
    let groups = MenuList.groups(menu)
    let title: CGFloat = menu.title.isEmpty || groups.isEmpty ? 0 : 30
    height =
      title + groups.reduce(0) { $0 + CGFloat($1.count) * rowHeight } + CGFloat(max(groups.count - 1, 0)) * 8
    super.init(frame: CGRect(x: 0, y: 0, width: width, height: height))
    if title > 0 {
      let label = UILabel(frame: CGRect(x: 16, y: 0, width: width - 32, height: title))
      label.text = menu.title
      label.font = .systemFont(ofSize: 13)
      label.textColor = .secondaryLabel
      addSubview(label)
    }
    var y = title
    for (index, group) in groups.enumerated() {
      if index > 0 {
        addFill(CGRect(x: 0, y: y, width: width, height: 8), .systemGray5)
        y += 8
      }
      for (row, element) in group.enumerated() {
        if row > 0 || y > 0 && index == 0 {
          addFill(CGRect(x: 0, y: y, width: width, height: 1 / UIScreen.main.scale), .separator)
        }
        addRow(element, CGRect(x: 0, y: y, width: width, height: rowHeight))
        y += rowHeight
      }
    }
  }
  required init?(coder: NSCoder) { nil }

  private static func groups(_ menu: UIMenu) -> [[UIMenuElement]] {
    var groups: [[UIMenuElement]] = [[]]
    for child in menu.children {
      if let inner = child as? UIMenu, inner.options.contains(.displayInline) {
        groups += MenuList.groups(inner)
        groups.append([])
      } else if (child as? any UIMenuLeaf)?.attributes.contains(.hidden) != true {
        groups[groups.count - 1].append(child)
      }
    }
    return groups.filter { !$0.isEmpty }
  }

  private func addFill(_ frame: CGRect, _ color: UIColor) {
    let line = UIView(frame: frame)
    line.backgroundColor = color
    addSubview(line)
  }

  private func addRow(_ element: UIMenuElement, _ frame: CGRect) {
    let action = element as? any UIMenuLeaf
    // E-472: a command that no responder can perform is shown as disabled.
    let isOffered = action?.isOffered(from: FirstResponder.start) != false
    let isDestructive =
      action?.attributes.contains(.destructive) == true
      || (element as? UIMenu)?.options.contains(.destructive) == true
    let button = TapButton(type: .system)
    button.frame = frame
    button.contentHorizontalAlignment = .leading
    button.contentEdgeInsets = UIEdgeInsets(top: 0, left: 34, bottom: 0, right: 48)
    button.setTitle(element.title, for: .normal)
    button.setTitleColor(isDestructive ? .systemRed : .label, for: .normal)
    button.titleLabel?.font = .systemFont(ofSize: 17)
    button.isEnabled = action?.attributes.contains(.disabled) != true && isOffered
    button.isSelected = action?.state == .on
    button.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.chosen?(element) }
    addSubview(button)
    func addImage(_ image: UIImage?, _ x: CGFloat) {
      guard let image else { return }
      let view = UIImageView(image: image.withRenderingMode(.alwaysTemplate))
      view.tintColor = isDestructive ? .systemRed : .label
      view.contentMode = .scaleAspectFit
      view.frame = CGRect(x: x, y: frame.midY - 9, width: 18, height: 18)
      addSubview(view)
    }
    if action?.state == .on { addImage(UIImage(systemName: "checkmark"), 10) }
    if action?.state == .mixed { addImage(UIImage(systemName: "minus"), 10) }
    addImage(
      element.image ?? (element is UIMenu ? UIImage(systemName: "chevron.right") : nil), frame.maxX - 34)
  }
}
