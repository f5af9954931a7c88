@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// Shows and hides the keyboard, or the views that replace it, with the first responder, and posts the
/// notifications.
///
/// E-377: `willChangeFrame → willShow`, the animation, `didChangeFrame → didShow`; hiding works the same way.
/// E-248: between two responders with input only the frame notifications are posted. E-378: other input views
/// have another frame.
@MainActor
final class Keyboard {
  static let shared = Keyboard()

  /// The views shown at the bottom of the screen.
  private struct Shown {
    @Zeroing var responder: UIResponder?
    var input: UIView
    var accessory: UIView?
    var frame: CGRect
    var controllers: [UIInputViewController] = []
  }
  private var shown: Shown?
  private var window: KeyboardWindow?
  private var board: KeyboardView?
  /// Counts the changes, so that the end of a superseded change is not reported.
  private var changes = 0
  /// How far the user has dragged the keyboard down, in points.
  private var dragOffset: CGFloat = 0

  static let duration = 0.25

  /// The keyboard's frame in screen points; nil while it is hidden.
  var frame: CGRect? { shown?.frame }

  // MARK: Choosing the views

  func firstResponderChanged() { update(isReload: false) }
  /// E-378.
  func reload() { update(isReload: true) }
  func screenTurned() {
    guard let now = shown else { return }
    window?.frame = UIScreen.main.bounds
    guard let wanted = wanted(now.responder) else { return }
    change(from: now, to: wanted)
  }
  func textChanged(_ input: any UIKeyInput) {
    if let board, shown?.input === board, board.input === input { board.refresh() }
  }
  func traitsChanged(_ input: any UIKeyInput) {
    if let board, shown?.input === board, board.input === input { reload() }
  }

  // MARK: Text changes, for custom keyboards (E-477)

  func textWillChange(_ text: any TextEditing) {
    tell(text, "textWillChange(_:)") { $0.textWillChange(text) }
  }
  func textDidChange(_ text: any TextEditing) {
    tell(text, "textDidChange(_:)") { $0.textDidChange(text) }
  }
  func selectionWillChange(_ text: any TextEditing) {
    tell(text, "selectionWillChange(_:)") { $0.selectionWillChange(text) }
  }
  func selectionDidChange(_ text: any TextEditing) {
    tell(text, "selectionDidChange(_:)") { $0.selectionDidChange(text) }
  }
  private func tell(_ text: any TextEditing, _ name: String, _ body: (UIInputViewController) -> Void) {
    guard let shown, !shown.controllers.isEmpty, shown.responder === text else { return }
    for controller in shown.controllers {
      Journal.deliver(.delegate, name, to: controller, from: text, category: .user) { body(controller) }
    }
  }

  private func wanted(_ responder: UIResponder?) -> Shown? {
    guard let responder else { return nil }
    var controllers: [UIInputViewController] = []
    func view(of controller: UIInputViewController?) -> UIView? {
      guard let controller else { return nil }
      controllers.append(controller)
      return controller.view
    }
    var accessory = Self.first(from: responder) {
      $0.inputAccessoryView ?? view(of: $0.inputAccessoryViewController)
    }
    // E-476: a responder's view takes precedence over its controller's view; the nearest responder comes
    // first.
    let own = Self.first(from: responder) {
      // An input view controller is itself the controller of its keyboard.
      $0 is UIInputViewController ? nil : $0.inputView ?? view(of: $0.inputViewController)
    }
    let input: UIView
    let typing = (responder as? any TextEditing).map { $0.allowsEditing } ?? (responder is any UIKeyInput)
    if let own {
      input = own
    } else if typing, let text = responder as? any UIKeyInput {
      let kept = board ?? KeyboardView()
      board = kept
      kept.prepare(for: text)
      input = kept
    } else if accessory != nil {
      // Only an accessory view, without a keyboard below it.
      input = UIView()
    } else {
      return nil
    }
    let screen = UIScreen.main.bounds
    let bottom = UIScreen.main.safeAreaInsets.bottom
    // E-1024
    if input === board {
      accessory = responder.inputAssistantItem.bar(
        with: accessory, accessoryHeight: accessory.map { Self.height($0, screen.width) } ?? 0)
    }
    let above = accessory.map { Self.height($0, screen.width) } ?? 0
    let height =
      input === board
      ? KeyboardLayout.height(isLandscape: screen.width > screen.height) + bottom
      : own == nil ? bottom : Self.height(input, screen.width) + bottom
    let frame = CGRect(
      x: 0, y: screen.height - above - height, width: screen.width, height: above + height)
    return Shown(
      responder: Zeroing(wrappedValue: responder), input: input, accessory: accessory, frame: frame,
      controllers: controllers)
  }

  /// The first view along the responder chain (E-378).
  private static func first(from responder: UIResponder, _ view: (UIResponder) -> UIView?) -> UIView? {
    var here: UIResponder? = responder
    while let current = here {
      if let found = view(current) { return found }
      here = current.next
    }
    return nil
  }

  /// The view's current height, or else its intrinsic or fitting height.
  private static func height(_ view: UIView, _ width: CGFloat) -> CGFloat {
    if let own = (view as? UIInputView)?.ownHeight(width) { return own }
    if view.bounds.height > 0 { return view.bounds.height }
    if view.intrinsicContentSize.height > 0 { return view.intrinsicContentSize.height }
    let fitting = view.systemLayoutSizeFitting(CGSize(width: width, height: 0)).height
    return fitting > 0 ? fitting : 216
  }

  private func update(isReload: Bool) {
    let wanted = wanted(FirstResponder.current)
    switch (shown, wanted) {
    case (nil, nil): break
    case (nil, let new?): show(new)
    case (let old?, nil): hide(old)
    case (let old?, let new?):
      let isSame =
        old.responder === new.responder && old.input === new.input && old.accessory === new.accessory
        && old.frame == new.frame
      if !isSame || (!isReload && old.responder !== new.responder) { change(from: old, to: new) }
    }
  }

  // MARK: Showing and hiding

  private func outside(_ frame: CGRect) -> CGRect {
    CGRect(x: 0, y: UIScreen.main.bounds.height, width: frame.width, height: frame.height)
  }

  private func show(_ new: Shown) {
    let begin = outside(new.frame)
    let change = began(new)
    post(UIResponder.keyboardWillChangeFrameNotification, begin, new.frame)
    post(UIResponder.keyboardWillShowNotification, begin, new.frame)
    // An observer may have hidden it again.
    guard changes == change else { return }
    if let responder = new.responder { UINavigationController.keyboardAppears(for: responder) }
    let window = makeWindow()
    UIView.performWithoutAnimation {
      window.place(new.input, new.accessory, in: begin)
      window.isHidden = false
      window.layoutIfNeeded()
    }
    animate(to: new.frame) {
      guard self.changes == change else { return }
      self.post(UIResponder.keyboardDidChangeFrameNotification, begin, new.frame)
      self.post(UIResponder.keyboardDidShowNotification, begin, new.frame)
    }
  }

  private func hide(_ old: Shown) {
    let end = outside(old.frame)
    let begin = old.frame.offsetBy(dx: 0, dy: dragOffset)
    dragOffset = 0
    let change = began(nil)
    post(UIResponder.keyboardWillChangeFrameNotification, begin, end)
    post(UIResponder.keyboardWillHideNotification, begin, end)
    guard changes == change else { return }
    animate(to: end) {
      guard self.changes == change else { return }
      self.window?.clear()
      self.window?.isHidden = true
      self.post(UIResponder.keyboardDidChangeFrameNotification, begin, end)
      self.post(UIResponder.keyboardDidHideNotification, begin, end)
    }
  }

  private func change(from old: Shown, to new: Shown) {
    let change = began(new)
    post(UIResponder.keyboardWillChangeFrameNotification, old.frame, new.frame)
    guard changes == change else { return }
    let window = makeWindow()
    UIView.performWithoutAnimation {
      // Place it with its new size at its old position.
      window.place(
        new.input, new.accessory, in: CGRect(origin: old.frame.origin, size: new.frame.size))
      window.isHidden = false
      window.layoutIfNeeded()
    }
    animate(to: new.frame) {
      guard self.changes == change else { return }
      self.post(UIResponder.keyboardDidChangeFrameNotification, old.frame, new.frame)
    }
  }

  /// The language of the keyboard, such as `en-US`.
  var language: String { Self.language(shown?.controllers ?? []) }
  private static func language(_ controllers: [UIInputViewController]) -> String {
    controllers.lazy.compactMap(\.primaryLanguage).first ?? "en-US"
  }
  // E-1025
  private var reportedLanguage = "en-US"
  func languageMayHaveChanged() {
    guard language != reportedLanguage else { return }
    reportedLanguage = language
    NotificationCenter.default.post(
      name: UITextInputMode.currentInputModeDidChangeNotification, object: UITextInputMode.current)
  }

  private func began(_ new: Shown?) -> Int {
    shown = new
    if new != nil { languageMayHaveChanged() }
    dragOffset = 0
    changes += 1
    return changes
  }

  private func makeWindow() -> KeyboardWindow {
    if let window { return window }
    let made = KeyboardWindow(frame: UIScreen.main.bounds)
    made.windowScene = UIApplication.shared.keyWindowOfAnyScene?.windowScene
    window = made
    return made
  }

  /// Animates the keyboard together with the views that are laid out by its layout guide (E-387).
  private func animate(to frame: CGRect, _ completion: @escaping () -> Void) {
    moveGuides(frame)
    UIView.animate(
      withDuration: Self.duration, delay: 0, options: [.internalTransition, .beginFromCurrentState],
      animations: {
        self.window?.move(to: frame)
        for owner in UIKeyboardLayoutGuide.owners { owner.window?.layoutIfNeeded() }
        for popover in self.popovers { popover.reposition() }
      }, completion: { _ in completion() })
  }

  /// E-450.
  private var popovers: [UIPopoverPresentationController] {
    UIApplication.shared.windows.flatMap { $0.rootViewController?.presentationStack ?? [] }
      .compactMap { $0.presentation as? UIPopoverPresentationController }
  }

  private func moveGuides(_ frame: CGRect) {
    UIKeyboardLayoutGuide.keyboardFrame = frame.minY < UIScreen.main.bounds.height ? frame : nil
    for owner in UIKeyboardLayoutGuide.owners {
      owner.layoutGuidesChanged()
      owner.setNeedsLayout()
    }
  }

  private func post(_ name: Notification.Name, _ begin: CGRect, _ end: CGRect) {
    NotificationCenter.default.post(
      name: name, object: UIScreen.main,
      userInfo: [
        UIResponder.keyboardFrameBeginUserInfoKey: NSValue(cgRect: begin),
        UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: end),
        UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: Self.duration),
        // DEVIATION: the platform uses curve 7, which has no public name.
        UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(
          value: UIView.AnimationCurve.easeInOut.rawValue),
        UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: true),
      ])
  }

  // MARK: Interactive dismissal (E-386)

  func follow(_ y: CGFloat, from view: UIView) {
    guard let shown, view.window !== window else { return }
    // E-1015
    let padding =
      UIKeyboardLayoutGuide.owners.filter { $0.window === view.window }
      .map(\.keyboardLayoutGuide.keyboardDismissPadding).max() ?? 0
    dragOffset = min(max(0, y - shown.frame.minY + max(0, padding)), shown.frame.height)
    let frame = shown.frame.offsetBy(dx: 0, dy: dragOffset)
    window?.move(to: frame)
    moveGuides(frame)
    for popover in popovers { popover.arrange() }
  }

  func endInteractiveDismissal(_ velocity: CGFloat, from view: UIView) {
    guard let shown, dragOffset > 0 else { return }
    if velocity > 0 || dragOffset > shown.frame.height / 2, let window = view.window {
      window.endEditing(true)
    } else {
      dragOffset = 0
      animate(to: shown.frame) {}
    }
  }

  /// Hides everything immediately without notifications, at the end of a test.
  func reset() {
    _ = began(nil)
    window?.clear()
    window?.isHidden = true
    window = nil
    board = nil
    reportedLanguage = "en-US"
    UIKeyboardLayoutGuide.keyboardFrame = nil
  }
}

/// A window that shows the keyboard above all others. Touches outside the keyboard go to the windows behind
/// it.
@MainActor
final class KeyboardWindow: UIWindow {
  private let host = UIView()
  @Zeroing private var accessory: UIView?

  override init(frame: CGRect) {
    super.init(frame: frame)
    windowLevel = Level(rawValue: 10_000)
    host.backgroundColor = UIColor {
      $0.userInterfaceStyle == .dark ? UIColor(white: 0.17, alpha: 1) : .systemGray4
    }
    addSubview(host)
  }
  required init?(coder: NSCoder) { nil }

  override var canBecomeKey: Bool { false }
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === self ? nil : hit
  }

  func place(_ input: UIView, _ accessory: UIView?, in frame: CGRect) {
    for view in host.subviews where view !== input && view !== accessory { view.removeFromSuperview() }
    host.frame = frame
    overrideUserInterfaceStyle = (input as? KeyboardView)?.style ?? .unspecified
    let above = accessory.map { Self.height(of: $0, width: frame.width) } ?? 0
    for view in [accessory, input] {
      guard let view else { continue }
      view.translatesAutoresizingMaskIntoConstraints = true
      if view.superview !== host { host.addSubview(view) }
    }
    accessory?.frame = CGRect(x: 0, y: 0, width: frame.width, height: above)
    let bottom = input is KeyboardView ? 0 : UIScreen.main.safeAreaInsets.bottom
    input.frame = CGRect(
      x: 0, y: above, width: frame.width, height: max(0, frame.height - above - bottom))
  }
  private static func height(of view: UIView, width: CGFloat) -> CGFloat {
    if let own = (view as? UIInputView)?.ownHeight(width) { return own }
    return view.bounds.height > 0 ? view.bounds.height : max(view.intrinsicContentSize.height, 0)
  }

  func move(to frame: CGRect) { host.frame.origin = frame.origin; host.frame.size = frame.size }
  func clear() { for view in host.subviews { view.removeFromSuperview() } }
}

extension UIResponder {
  nonisolated public static let keyboardWillShowNotification = Notification.Name(
    "UIKeyboardWillShowNotification")
  nonisolated public static let keyboardDidShowNotification = Notification.Name(
    "UIKeyboardDidShowNotification")
  nonisolated public static let keyboardWillHideNotification = Notification.Name(
    "UIKeyboardWillHideNotification")
  nonisolated public static let keyboardDidHideNotification = Notification.Name(
    "UIKeyboardDidHideNotification")
  nonisolated public static let keyboardWillChangeFrameNotification = Notification.Name(
    "UIKeyboardWillChangeFrameNotification")
  nonisolated public static let keyboardDidChangeFrameNotification = Notification.Name(
    "UIKeyboardDidChangeFrameNotification")
  /// An `NSValue` with a rectangle in screen points.
  public nonisolated static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  public nonisolated static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// An `NSNumber` with a duration in seconds.
  public nonisolated static let keyboardAnimationDurationUserInfoKey =
    "UIKeyboardAnimationDurationUserInfoKey"
  public nonisolated static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
  public nonisolated static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}

extension UIScrollView.KeyboardDismissMode {
  var isOnDrag: Bool { self == .onDrag || self == .onDragWithAccessory }
  var isInteractive: Bool { self == .interactive || self == .interactiveWithAccessory }
}

/// A custom input view with the appearance of the keyboard.
@preconcurrency @MainActor
open class UIInputView: UIView {
  public enum Style: Int, Sendable { case `default`, keyboard }
  public let inputViewStyle: Style
  /// Whether constraints decide about the height, also while the view is shown (E-1016).
  open var allowsSelfSizing = false { didSet { if oldValue != allowsSelfSizing { setNeedsLayout() } } }
  // E-1016
  /// The height that the constraints ask for; nil if they do not decide.
  func ownHeight(_ width: CGFloat) -> CGFloat? {
    guard allowsSelfSizing else { return nil }
    let height = systemLayoutSizeFitting(
      CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    ).height
    return height > 0 ? height : nil
  }
  open override func layoutSubviews() {
    super.layoutSubviews()
    guard window is KeyboardWindow, let height = ownHeight(bounds.width), abs(height - bounds.height) > 0.5
    else { return }
    LayerAnimations.afterCommit { Keyboard.shared.reload() }
  }
  public init(frame: CGRect, inputViewStyle: Style) {
    self.inputViewStyle = inputViewStyle
    super.init(frame: frame)
    if inputViewStyle == .keyboard { backgroundColor = .systemGray4 }
  }
  public required init?(coder: NSCoder) {
    inputViewStyle = .default
    super.init(coder: coder)
  }
}

/// A language for typing: English, or that of the app's own keyboard (E-1025).
@preconcurrency @MainActor
open class UITextInputMode: _MainActorNSObject {
  open var primaryLanguage: String? { language }
  private let language: String
  init(_ language: String) {
    self.language = language
    super.init()
  }
  open class var activeInputModes: [UITextInputMode] { [UITextInputMode("en-US")] }
  static var current: UITextInputMode { UITextInputMode(Keyboard.shared.language) }
  nonisolated public static let currentInputModeDidChangeNotification = Notification.Name(
    "UITextInputCurrentInputModeDidChangeNotification")
}

/// E-382: shaking the device offers to undo the last change.
@MainActor
enum ShakeToUndo {
  static func offer() {
    guard let responder = FirstResponder.start, let manager = responder.undoManager,
      manager.canUndo || manager.canRedo,
      var top = UIApplication.shared.keyWindowOfAnyScene?.rootViewController
    else { return }
    while let presented = top.directlyPresented { top = presented }
    guard !(top is UIAlertController) else { return }
    let undoes = manager.canUndo
    let title = undoes ? manager.undoMenuItemTitle : manager.redoMenuItemTitle
    let alert = UIAlertController(title: title, message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      UIAlertAction(title: undoes ? "Undo" : "Redo", style: .default) { _ in
        undoes ? manager.undo() : manager.redo()
      })
    top.present(alert, animated: true)
  }
}
