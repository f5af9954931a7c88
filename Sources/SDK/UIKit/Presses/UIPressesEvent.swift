import CarobFoundation

/// An event for keys that were pressed or released, with all keys that are currently down.
@preconcurrency @MainActor
open class UIPressesEvent: UIEvent {
  open var allPresses: Set<UIPress> { Set(orderedPresses) }
  open func presses(for gesture: UIGestureRecognizer) -> Set<UIPress> { [] }
  open override var type: EventType { .presses }
  open override var modifierFlags: UIKeyModifierFlags { flags }
  open override var allTouches: Set<UITouch>? { nil }

  /// The presses in the order in which they began.
  let orderedPresses: [UIPress]
  private let flags: UIKeyModifierFlags

  init(_ presses: [UIPress], _ flags: UIKeyModifierFlags, at time: TimeInterval) {
    orderedPresses = presses
    self.flags = flags
    super.init()
    timestamp = time
  }

  /// E-460: delivers the presses to the responders where they began, phase by phase.
  func deliver(in window: UIWindow?) {
    for phase in [UIPress.Phase.began, .changed, .ended, .cancelled] {
      var rest = orderedPresses.filter { $0.phase == phase && $0.window === window && $0.responder != nil }
      while let responder = rest.first?.responder {
        let part = rest.filter { $0.responder === responder }
        rest.removeAll { $0.responder === responder }
        send(Set(part), phase, to: responder)
      }
    }
  }

  private func send(_ presses: Set<UIPress>, _ phase: UIPress.Phase, to responder: UIResponder) {
    func tell(_ name: String, _ body: () -> Void) {
      Journal.deliver(.responder, name, to: responder, category: .user, body)
    }
    switch phase {
    case .began: tell("pressesBegan(_:with:)") { responder.pressesBegan(presses, with: self) }
    case .changed: tell("pressesChanged(_:with:)") { responder.pressesChanged(presses, with: self) }
    case .ended: tell("pressesEnded(_:with:)") { responder.pressesEnded(presses, with: self) }
    case .cancelled: tell("pressesCancelled(_:with:)") { responder.pressesCancelled(presses, with: self) }
    case .stationary: break
    }
  }

  /// The distinct windows of the presses; nil for presses without a window.
  var windows: [UIWindow?] {
    orderedPresses.reduce(into: []) { windows, press in
      if !windows.contains(where: { $0 === press.window }) { windows.append(press.window) }
    }
  }
}
