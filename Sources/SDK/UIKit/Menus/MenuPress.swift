import CarobFoundation

/// The long press that opens the menu of a button that also has a primary action (E-648).
@MainActor
final class MenuPress: _MainActorNSObject {
  private let press = ContextPress(target: nil, action: nil)
  private let open: () -> Void

  init(_ view: UIView, _ open: @escaping () -> Void) {
    self.open = open
    super.init()
    press.addTarget(self, action: "carob_pressed")
    view.addGestureRecognizer(press)
  }

  var isEnabled: Bool {
    get { press.isEnabled }
    set { press.isEnabled = newValue }
  }

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_pressed", "carob_pressed()", 0) {
        let menuPress = unsafeDowncast($0, to: MenuPress.self)
        if menuPress.press.state == .began { menuPress.open() }
      }
    ]
  }
}
