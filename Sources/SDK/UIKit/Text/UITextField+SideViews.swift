@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The left and right views and the clear button.
extension UITextField {
  private func isShown(_ mode: ViewMode) -> Bool {
    switch mode {
    case .never: false
    case .whileEditing: isEditing
    case .unlessEditing: !isEditing
    case .always: true
    }
  }
  var showsLeft: Bool { leftView != nil && isShown(leftViewMode) }
  /// The clear button takes precedence over the right view.
  var showsClear: Bool { isShown(clearButtonMode) && !storage.isEmpty && isEnabled }
  var showsRight: Bool { rightView != nil && isShown(rightViewMode) && !showsClear }

  func placeSides() {
    place(leftView, showsLeft ? asked("leftViewRect(forBounds:)", bounds, leftViewRect) : nil)
    place(rightView, showsRight ? asked("rightViewRect(forBounds:)", bounds, rightViewRect) : nil)
    if showsClear, clearButton == nil {
      let button = TapButton(type: .custom)
      button.setImage(UIImage(systemName: "xmark.circle.fill"), for: .normal)
      button.tintColor = .tertiaryLabel
      button.accessibilityLabel = "Clear text"
      button.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.clear() }
      clearButton = button
    }
    place(clearButton, showsClear ? asked("clearButtonRect(forBounds:)", bounds, clearButtonRect) : nil)
  }
  private func place(_ view: UIView?, _ frame: CGRect?) {
    guard let view else { return }
    if let frame {
      if view.superview !== self { addSubview(view) }
      view.frame = frame
    } else if view.superview === self {
      view.removeFromSuperview()
    }
  }

  /// E-249.
  private func clear() {
    let may =
      delegate?.ask(
        from: self, "textFieldShouldClear(_:)", "textFieldShouldClear:", { $0.textFieldShouldClear(self) })
      ?? true
    guard may else { return }
    editor.clear()
  }
}
