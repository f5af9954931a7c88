import CarobFoundation
@_spi(Hazards) import CarobRuntime
import DeviceProtocol
import QuartzCore

/// Answers the device's questions about the accessibility tree, and performs its commands (E-965).
@MainActor
enum AccessibilityInput {
  static func handle(_ request: AccessibilityRequest) {
    switch request {
    case .describe:
      // NB: the app's getters, which run with a screen reader only, have no cause.
      let tree = Journal.with(cause: 0) { AccessibilityTree(overrides) }
      DeviceConnection.shared.send(.accessibility(.tree(tree.nodes)))
      DeviceConnection.shared.flush()
    case .perform(let command, let element, let label):
      var refusal: String?
      // The focus is the page's own; only what scrolls because of it is an event.
      guard command != .focus else {
        _ = perform(command, element, label)
        return DeviceConnection.shared.send(.handled)
      }
      Journal.root(
        .responder, "accessibility \(command.name)", category: .user, detail: [("element", label)]
      ) {
        refusal = perform(command, element, label)
      }
      DeviceConnection.shared.send(refusal.map { .refused($0) } ?? .handled)
    }
  }

  private static var overrides: AccessibilityReading.Overrides {
    UIAccessibility.isVoiceOverRunning ? .called : .ignored
  }

  /// Returns the reason if the command had no effect, else nil.
  static func perform(_ command: AccessibilityCommand, _ id: UInt64, _ label: String) -> String? {
    // NB: what is on the screen now, which may be more than the page knows.
    guard let node = find(id, label, Journal.with(cause: 0) { AccessibilityTree(overrides) }) else {
      return "there is no element \"\(label)\""
    }
    switch node.target {
    case .wheel(let wheel): return turn(wheel, command)
    case .view(let view, let element): return perform(command, view, element, node.node)
    }
  }

  /// The element with this id; if its label differs (an input that was recorded in another build), the one with
  /// the label.
  private static func find(
    _ id: UInt64, _ label: String, _ tree: AccessibilityTree
  ) -> (node: AccessibilityNode, target: AccessibilityTree.Target)? {
    let found =
      tree.nodes.first { $0.id == id && ($0.label ?? "") == label }
      ?? tree.nodes.first { !label.isEmpty && $0.label == label }
      ?? tree.nodes.first { $0.id == id }
    guard let found, let target = tree.targets[found.id] else { return nil }
    return (found, target)
  }

  private static func perform(
    _ command: AccessibilityCommand, _ view: UIView, _ element: UIAccessibilityElement?,
    _ node: AccessibilityNode
  ) -> String? {
    let responder: UIResponder = element ?? view
    switch command {
    case .activate:
      let isDone = Journal.query(.responder, "accessibilityActivate()", to: responder) {
        responder.accessibilityActivate()
      }
      if !isDone { tap(CGPoint(x: node.activationX, y: node.activationY)) }
    case .increment:
      Journal.deliver(.responder, "accessibilityIncrement()", to: responder, category: .user) {
        responder.accessibilityIncrement()
      }
    case .decrement:
      Journal.deliver(.responder, "accessibilityDecrement()", to: responder, category: .user) {
        responder.accessibilityDecrement()
      }
    case .focus: reveal(CGRect(x: node.x, y: node.y, width: node.width, height: node.height), from: view)
    case .scroll(let name): return scroll(name, from: responder)
    case .action(let name):
      let actions = element?.accessibilityCustomActions ?? view.accessibilityCustomActions ?? []
      guard let action = actions.first(where: { $0.name == name }) else {
        return "there is no action \"\(name)\""
      }
      return action.run() ? nil : "the action \"\(name)\" did nothing"
    }
    return nil
  }

  private static func turn(_ wheel: PickerWheel, _ command: AccessibilityCommand) -> String? {
    let step: Int
    switch command {
    case .increment: step = 1
    case .decrement: step = -1
    case .focus: return nil
    default: return "a wheel of a picker has no such action"
    }
    guard wheel.picker?.pick(row: wheel.selected + step, component: wheel.component) == true else {
      return "the wheel ends here"
    }
    return nil
  }

  /// E-834: the first responder of the chain that scrolls.
  private static func scroll(_ name: String, from start: UIResponder) -> String? {
    let directions: [String: UIAccessibilityScrollDirection] = [
      "left": .left, "right": .right, "up": .up, "down": .down, "next": .next, "previous": .previous,
    ]
    guard let direction = directions[name] else { return "unknown direction \(name)" }
    var responder: UIResponder? = start
    while let asked = responder {
      let isDone = Journal.query(.responder, "accessibilityScroll(_:)", to: asked) {
        asked.accessibilityScroll(direction)
      }
      if isDone { return nil }
      responder = asked.next
    }
    return "nothing scrolls in that direction"
  }

  /// E-966: scrolls the element and its neighbours into view.
  private static func reveal(_ frame: CGRect, from view: UIView) {
    var ancestor = view.parentView
    while let here = ancestor {
      if let scroll = here as? UIScrollView, !(scroll is PickerWheel) {
        let local = scroll.layer.convert(frame, from: nil)
        let margin = min(local.height, scroll.bounds.height / 4)
        scroll.scrollRectToVisible(local.insetBy(dx: 0, dy: -margin), animated: false)
        return
      }
      ancestor = here.parentView
    }
  }

  private static func tap(_ point: CGPoint) {
    for phase in [TouchEvent.Phase.began, .ended] {
      let finger = TouchEvent.Finger(id: .max, phase: phase, x: point.x, y: point.y)
      UIApplication.shared.touchDispatcher.handle(
        TouchEvent(time: Clock.now, fingers: [finger], resetsTapCount: phase == .began))
    }
  }
}

extension AccessibilityCommand {
  fileprivate var name: String {
    switch self {
    case .activate: "activate"
    case .increment: "increment"
    case .decrement: "decrement"
    case .focus: "focus"
    case .scroll(let direction): "scroll \(direction)"
    case .action(let name): "action \(name)"
    }
  }
}
