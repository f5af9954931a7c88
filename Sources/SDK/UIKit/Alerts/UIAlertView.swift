@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// The alert API from before iOS 8: an alert controller that reports button indices to a delegate (E-323).
///
/// DEVIATION: it is presented by the key window's topmost controller, not in its own window.
@preconcurrency @MainActor
open class UIAlertView: UIView {
  private let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
  open weak var delegate: (any UIAlertViewDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIAlertViewDelegate)?
  open var cancelButtonIndex = -1
  open private(set) var firstOtherButtonIndex = -1
  open private(set) var isVisible = false
  private var titles: [String] = []

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(
    title: String?, message: String?, delegate: (any UIAlertViewDelegate)?, cancelButtonTitle: String?
  ) {
    self.init(frame: .zero)
    self.title = title ?? ""
    self.message = message
    self.delegate = delegate
    if let cancelButtonTitle { cancelButtonIndex = addButton(withTitle: cancelButtonTitle) }
  }

  public convenience init(
    title: String, message: String, delegate: (any UIAlertViewDelegate)?, cancelButtonTitle: String?,
    otherButtonTitles firstButtonTitle: String, _ moreButtonTitles: String...
  ) {
    self.init(title: title, message: message, delegate: delegate, cancelButtonTitle: cancelButtonTitle)
    for title in [firstButtonTitle] + moreButtonTitles { addButton(withTitle: title) }
  }

  open var title: String {
    get { alert.title ?? "" }
    set { alert.title = newValue }
  }
  open var message: String? {
    get { alert.message }
    set { alert.message = newValue }
  }

  // MARK: Buttons

  open var numberOfButtons: Int { titles.count }

  /// Adds a button and returns its index.
  @discardableResult
  open func addButton(withTitle title: String?) -> Int {
    titles.append(title ?? "")
    return titles.count - 1
  }

  open func buttonTitle(at buttonIndex: Int) -> String? {
    titles.indices.contains(buttonIndex) ? titles[buttonIndex] : nil
  }

  // MARK: Text fields

  open var alertViewStyle = UIAlertViewStyle.default {
    didSet {
      guard alert.textFields == nil, alertViewStyle != .default else { return }
      if alertViewStyle != .secureTextInput { alert.addTextField() }
      if alertViewStyle != .plainTextInput { alert.addTextField { $0.isSecureTextEntry = true } }
    }
  }

  open func textField(at textFieldIndex: Int) -> UITextField? {
    guard let fields = alert.textFields, fields.indices.contains(textFieldIndex) else { return nil }
    return fields[textFieldIndex]
  }

  // MARK: Showing

  open func show() {
    guard !isVisible, var presenter = UIApplication.shared.keyWindowOfAnyScene?.rootViewController else {
      return
    }
    while let presented = presenter.directlyPresented { presenter = presented }
    firstOtherButtonIndex = titles.indices.first { $0 != cancelButtonIndex } ?? -1
    if alert.actions.isEmpty {
      for (index, title) in titles.enumerated() { alert.addAction(action(title, index)) }
    }
    (isVisible, isEnding) = (true, false)
    alert.onDisappear = { [weakSelf = ZeroingElement(self)] in
      LayerAnimations.afterCommit { weakSelf.object?.endIfRemoved() }
    }
    delegate?.tell(from: self, "willPresent(_:)", "willPresentAlertView:") { $0.willPresent(self) }
    presenter.present(alert, animated: true) {
      self.delegate?.tell(from: self, "didPresent(_:)", "didPresentAlertView:") { $0.didPresent(self) }
    }
  }

  /// E-323: the delegate is notified of the click immediately, and of the dismissal when it has finished.
  private func action(_ title: String, _ index: Int) -> UIAlertAction {
    let action = UIAlertAction(title: title, style: index == cancelButtonIndex ? .cancel : .default) { _ in
      self.notifyDidDismiss(index)
    }
    action.beforeDismissal = {
      self.isEnding = true
      self.delegate?.tell(from: self, "alertView(_:clickedButtonAt:)", "alertView:clickedButtonAtIndex:") {
        $0.alertView(self, clickedButtonAt: index)
      }
      self.notifyWillDismiss(index)
    }
    if index == firstOtherButtonIndex {
      action.isEnabled =
        delegate?.ask(
          from: self, "alertViewShouldEnableFirstOtherButton(_:)", "alertViewShouldEnableFirstOtherButton:"
        ) { $0.alertViewShouldEnableFirstOtherButton(self) } ?? true
    }
    return action
  }

  /// Whether a button or the app dismisses the alert.
  private var isEnding = false
  // E-1019
  /// Ends the alert if its presenter was dismissed together with it.
  private func endIfRemoved() {
    guard isVisible, !isEnding, alert.presentingViewController == nil else { return }
    isEnding = true
    if let delegate, Runtime.answers(delegate, "alertViewCancel:") {
      delegate.tell(from: self, "alertViewCancel(_:)", "alertViewCancel:") { $0.alertViewCancel(self) }
    } else if cancelButtonIndex >= 0 {
      delegate?.tell(from: self, "alertView(_:clickedButtonAt:)", "alertView:clickedButtonAtIndex:") {
        $0.alertView(self, clickedButtonAt: cancelButtonIndex)
      }
    }
    notifyWillDismiss(cancelButtonIndex)
    notifyDidDismiss(cancelButtonIndex)
  }

  private func notifyWillDismiss(_ index: Int) {
    delegate?.tell(
      from: self, "alertView(_:willDismissWithButtonIndex:)", "alertView:willDismissWithButtonIndex:"
    ) { $0.alertView(self, willDismissWithButtonIndex: index) }
  }

  private func notifyDidDismiss(_ index: Int) {
    isVisible = false
    delegate?.tell(
      from: self, "alertView(_:didDismissWithButtonIndex:)", "alertView:didDismissWithButtonIndex:"
    ) { $0.alertView(self, didDismissWithButtonIndex: index) }
  }

  /// Dismisses the alert as if the button had been tapped, but without reporting a click.
  open func dismiss(withClickedButtonIndex buttonIndex: Int, animated: Bool) {
    guard isVisible else { return }
    isEnding = true
    notifyWillDismiss(buttonIndex)
    alert.presentingViewController?.dismiss(animated: animated) { self.notifyDidDismiss(buttonIndex) }
  }
}

/// The text fields of an alert view.
public enum UIAlertViewStyle: Int, Sendable {
  case `default`, secureTextInput, plainTextInput, loginAndPasswordInput
}
