import CarobFoundation

/// An object that can handle events or pass them to `next`.
@preconcurrency @MainActor
open class UIResponder: _MainActorNSObject, UIResponderStandardEditActions, UIUserActivityRestoring,
  UIPasteConfigurationSupporting
{
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public override init() { super.init() }

  // MARK: The chain

  /// The next responder, which gets what this object does not handle (E-232). Overrides affect both events
  /// and actions (E-234).
  open var next: UIResponder? {
    // E-232: the next responder of a scene's delegate is the application, unless that would create a cycle.
    let application = UIApplication.shared
    let isOfScene = application.orderedScenes.contains { $0.delegate === self }
    return isOfScene && application.delegate !== self ? application : nil
  }

  /// The first responder in the chain, starting with the receiver, that can perform `action`; nil if there is
  /// none.
  open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
    var responder: UIResponder? = self
    while true {
      ResponderSearch.passOver(&responder, action)
      guard let current = responder else { return nil }
      if current.canPerformAction(action, withSender: sender) { return current }
      responder = current.next
    }
  }

  /// Whether the receiver can perform `action` now; by default, whether it implements it (E-230).
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    responds(to: action) || action == UIResponder.pasting && pastesItems
  }

  // MARK: First responder (E-240…E-242)

  open var canBecomeFirstResponder: Bool { false }
  open var canResignFirstResponder: Bool { true }
  open var isFirstResponder: Bool { FirstResponder.current === self }

  @discardableResult
  open func becomeFirstResponder() -> Bool { FirstResponder.take(self) }

  @discardableResult
  open func resignFirstResponder() -> Bool { FirstResponder.resign(self) }

  /// The view shown in place of the keyboard while the receiver is first responder. It is searched for up the
  /// responder chain.
  open var inputView: UIView? { nil }
  /// The view above the keyboard; found in the same way.
  open var inputAccessoryView: UIView? { nil }
  /// Controllers that provide these views (E-476).
  open var inputViewController: UIInputViewController? { nil }
  open var inputAccessoryViewController: UIInputViewController? { nil }
  /// The language in which text objects are typed; nil for other responders (E-1025).
  open var textInputMode: UITextInputMode? { self is any UIKeyInput ? .current : nil }
  /// The shortcuts above a tablet's keyboard while the receiver is first responder (E-1024).
  open var inputAssistantItem: UITextInputAssistantItem {
    if let ownAssistant { return ownAssistant }
    let made = UITextInputAssistantItem()
    ownAssistant = made
    return made
  }
  private var ownAssistant: UITextInputAssistantItem?
  open var textInputContextIdentifier: String? { nil }
  /// Updates the input views if the receiver is first responder (E-378).
  open func reloadInputViews() { if isFirstResponder { Keyboard.shared.reload() } }
  /// The nearest undo manager up the chain; a window has its own.
  open var undoManager: UndoManager? { next?.undoManager }
  open var keyCommands: [UIKeyCommand]? { nil }
  /// The user's current activity. Several responders can share one, and each is asked to update it (E-407).
  open var userActivity: NSUserActivity? {
    didSet { UserActivities.changed(of: self, from: oldValue) }
  }
  open func updateUserActivityState(_ activity: NSUserActivity) {}
  open func restoreUserActivityState(_ userActivity: NSUserActivity) {}

  // MARK: Touches: forwarded to the next responder by default (E-170)

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    forward(.touch, "touchesBegan(_:with:)") { $0.touchesBegan(touches, with: event) }
  }
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    forward(.touch, "touchesMoved(_:with:)") { $0.touchesMoved(touches, with: event) }
  }
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    forward(.touch, "touchesEnded(_:with:)") { $0.touchesEnded(touches, with: event) }
  }
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    forward(.touch, "touchesCancelled(_:with:)") { $0.touchesCancelled(touches, with: event) }
  }
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}

  private func forward(_ mechanism: Mechanism, _ name: String, _ send: (UIResponder) -> Void) {
    guard let next else { return }
    Journal.deliver(mechanism, name, to: next, category: .user) { send(next) }
  }

  // MARK: Motion, presses, remote control: to the first responder, then up (E-235)

  open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionBegan(motion, with: event)
  }
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionEnded(motion, with: event)
  }
  open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionCancelled(motion, with: event)
  }
  open func remoteControlReceived(with event: UIEvent?) { next?.remoteControlReceived(with: event) }
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    // E-461: at the end of the chain the system handles the press: text input and key commands.
    guard next != nil else { return presses.forEach { $0.isDeclined = true } }
    forward(.responder, "pressesBegan(_:with:)") { $0.pressesBegan(presses, with: event) }
  }
  open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    forward(.responder, "pressesChanged(_:with:)") { $0.pressesChanged(presses, with: event) }
  }
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    forward(.responder, "pressesEnded(_:with:)") { $0.pressesEnded(presses, with: event) }
  }
  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    forward(.responder, "pressesCancelled(_:with:)") { $0.pressesCancelled(presses, with: event) }
  }

  // MARK: Standard edit actions. Not in the method table, because a class responds to them only if it
  // overrides them.

  open func cut(_ sender: Any?) {}
  open func copy(_ sender: Any?) {}
  open func paste(_ sender: Any?) {}
  open func select(_ sender: Any?) {}
  open func selectAll(_ sender: Any?) {}
  open func delete(_ sender: Any?) {}
  open func toggleBoldface(_ sender: Any?) {}
  open func toggleItalics(_ sender: Any?) {}
  open func toggleUnderline(_ sender: Any?) {}
  open func increaseSize(_ sender: Any?) {}
  open func decreaseSize(_ sender: Any?) {}
  open func makeTextWritingDirectionLeftToRight(_ sender: Any?) {}
  open func makeTextWritingDirectionRightToLeft(_ sender: Any?) {}
  open func pasteAndMatchStyle(_ sender: Any?) {}

  // MARK: Accessibility: actions of assistive technology (E-834)

  /// Activates the element in place of a tap. Returns false if the element has no activation of its own.
  open func accessibilityActivate() -> Bool { false }
  open func accessibilityIncrement() {}
  open func accessibilityDecrement() {}
  /// Scrolls the content. Returns whether it did.
  open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
  /// Leaves the current screen or mode, such as a sheet.
  open func accessibilityPerformEscape() -> Bool { false }
  /// Performs the most important action, such as play and pause, or answer and hang up.
  open func accessibilityPerformMagicTap() -> Bool { false }

  // MARK: Menus (E-519)

  open func buildMenu(with builder: any UIMenuBuilder) {}
  /// Changes a command that the receiver performs, before a menu shows it (E-1093).
  open func validate(_ command: UICommand) {}

  // MARK: Pasting (E-517)

  open var pasteConfiguration: UIPasteConfiguration?
  open func paste(itemProviders: [NSItemProvider]) {}
  open func canPaste(_ itemProviders: [NSItemProvider]) -> Bool {
    pasteConfiguration.map { itemProviders.contains(where: $0.accepts) } ?? false
  }

  // MARK: State restoration

  open func encodeRestorableState(with coder: NSCoder) {}
  open func decodeRestorableState(with coder: NSCoder) {}

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIResponder.self,
      {
        [
          "userActivity": \.userActivity, "pasteConfiguration": \.pasteConfiguration,
        ]
      },
      readOnly: {
        [
          "next": \.next, "canBecomeFirstResponder": \.canBecomeFirstResponder,
          "canResignFirstResponder": \.canResignFirstResponder, "firstResponder": \.isFirstResponder,
          "inputView": \.inputView, "inputAccessoryView": \.inputAccessoryView,
          "inputViewController": \.inputViewController,
          "inputAccessoryViewController": \.inputAccessoryViewController, "textInputMode": \.textInputMode,
          "undoManager": \.undoManager, "keyCommands": \.keyCommands,
        ]
      }
    )
  }
}

/// The editing actions that menus send up the responder chain.
@preconcurrency @MainActor
public protocol UIResponderStandardEditActions: NSObjectProtocol {
  func cut(_ sender: Any?)
  func copy(_ sender: Any?)
  func paste(_ sender: Any?)
  func select(_ sender: Any?)
  func selectAll(_ sender: Any?)
  func delete(_ sender: Any?)
}

/// The direction in which the user scrolls, or the page to show.
public enum UIAccessibilityScrollDirection: Int, Sendable {
  case right = 1, left, up, down, next, previous
}
