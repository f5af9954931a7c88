import CarobFoundation

/// An object that can handle events, or pass them to `next`.
@preconcurrency @MainActor
open class UIResponder: _MainActorNSObject, UIResponderStandardEditActions, UIUserActivityRestoring,
  UIPasteConfigurationSupporting
{
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public override init() { super.init() }

  // MARK: The chain

  /// Who gets what this object does not handle (E-232). A custom override is honoured by events and actions alike (E-234).
  open var next: UIResponder? {
    // E-232: a scene's delegate hands on to the application, unless that hands on to it.
    let application = UIApplication.shared
    let isOfScene = application.orderedScenes.contains { $0.delegate === self }
    return isOfScene && application.delegate !== self ? application : nil
  }

  /// The first of the receiver and its successors that answers `action`, or nil.
  open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
    var responder: UIResponder? = self
    while let current = responder {
      if current.canPerformAction(action, withSender: sender) { return current }
      responder = current.next
    }
    return nil
  }

  /// Whether the receiver wants `action` now; by default whether it implements it (E-230).
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

  /// What comes up in the keyboard's place while the receiver is first responder; the keyboard looks for it along the chain.
  open var inputView: UIView? { nil }
  /// What lies above the keyboard; looked for likewise.
  open var inputAccessoryView: UIView? { nil }
  /// Controllers of such views (E-476).
  open var inputViewController: UIInputViewController? { nil }
  open var inputAccessoryViewController: UIInputViewController? { nil }
  open var textInputMode: UITextInputMode? { nil }
  open var textInputContextIdentifier: String? { nil }
  /// Asks for the input views again if the receiver is first responder (E-378).
  open func reloadInputViews() { if isFirstResponder { Keyboard.shared.reload() } }
  /// The nearest one along the chain; a window has one of its own.
  open var undoManager: UndoManager? { next?.undoManager }
  open var keyCommands: [UIKeyCommand]? { nil }
  /// What the user does here; several responders may share one, and are asked to fill it (E-407).
  open var userActivity: NSUserActivity? {
    didSet { UserActivities.changed(of: self, from: oldValue) }
  }
  open func updateUserActivityState(_ activity: NSUserActivity) {}
  open func restoreUserActivityState(_ userActivity: NSUserActivity) {}

  // MARK: Touches: by default they climb to the next responder (E-170)

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
    // E-461: where nobody is left, the press is the system's: text and key commands.
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

  // MARK: Standard edit actions. Not in the method table: a class answers to them only if it overrides them.

  open func cut(_ sender: Any?) {}
  open func copy(_ sender: Any?) {}
  open func paste(_ sender: Any?) {}
  open func select(_ sender: Any?) {}
  open func selectAll(_ sender: Any?) {}
  open func delete(_ sender: Any?) {}

  // MARK: Accessibility: what assistive technology does, if the object takes it (E-834)

  /// As if it had been tapped; false for what has no way of its own.
  open func accessibilityActivate() -> Bool { false }
  open func accessibilityIncrement() {}
  open func accessibilityDecrement() {}
  /// Whether it scrolled.
  open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
  /// Leaves what is shown: a sheet, a mode.
  open func accessibilityPerformEscape() -> Bool { false }
  /// What matters most here: play and pause, answer and hang up.
  open func accessibilityPerformMagicTap() -> Bool { false }

  // MARK: Menus (E-519)

  open func buildMenu(with builder: any UIMenuBuilder) {}

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

/// The editing actions that menus send along the responder chain.
@preconcurrency @MainActor
public protocol UIResponderStandardEditActions: NSObjectProtocol {
  func cut(_ sender: Any?)
  func copy(_ sender: Any?)
  func paste(_ sender: Any?)
  func select(_ sender: Any?)
  func selectAll(_ sender: Any?)
  func delete(_ sender: Any?)
}

/// Which way the user wants to scroll, and for pages which one is to come.
public enum UIAccessibilityScrollDirection: Int, Sendable {
  case right = 1, left, up, down, next, previous
}
