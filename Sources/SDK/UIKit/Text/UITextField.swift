import CarobFoundation
import CoreGraphics
import QuartzCore

/// Hears of a text field's editing. All methods are optional (E-243…E-249).
@preconcurrency @MainActor
public protocol UITextFieldDelegate: NSObjectProtocol, _CarobOptional {
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  func textFieldDidBeginEditing(_ textField: UITextField)
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  func textFieldDidEndEditing(_ textField: UITextField)
  func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason)
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool
  func textFieldDidChangeSelection(_ textField: UITextField)
  func textFieldShouldClear(_ textField: UITextField) -> Bool
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  public func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {}
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool { true }
  public func textFieldDidChangeSelection(_ textField: UITextField) {}
  public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

/// One line of editable text.
///
/// FIXME: selecting by hand, input views and the rest of text input are the work of a later step.
@preconcurrency @MainActor
open class UITextField: UIControl, UIKeyInput, TextTraits {
  public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
  public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }
  public enum DidEndEditingReason: Int, Sendable { case committed, cancelled }

  private let label = UILabel()

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }
  private func prepare() {
    guard label.superview == nil else { return }
    addSubview(label)
    update()
  }

  open weak var delegate: (any UITextFieldDelegate)?
  private var storage = ""
  /// Setting it sends nothing (E-249).
  open var text: String? {
    get { storage }
    set {
      storage = newValue ?? ""
      cursor.moveToEnd(of: storage)
      update()
    }
  }
  private var cursor = TextCursor()
  open var attributedText: NSAttributedString? {
    get { NSAttributedString(string: storage) }
    set { text = newValue?.string }
  }
  open var placeholder: String? { didSet { update() } }
  open var attributedPlaceholder: NSAttributedString? {
    didSet { placeholder = attributedPlaceholder?.string }
  }
  open var font: UIFont? = .systemFont(ofSize: 17) { didSet { update() } }
  open var textColor: UIColor? = .label { didSet { update() } }
  open var textAlignment = NSTextAlignment.natural { didSet { update() } }
  open var borderStyle = BorderStyle.none { didSet { update() } }
  open var clearButtonMode = ViewMode.never
  open var leftView: UIView?
  open var rightView: UIView?
  open var leftViewMode = ViewMode.never
  open var rightViewMode = ViewMode.never
  open var clearsOnBeginEditing = false
  open var adjustsFontSizeToFitWidth = false
  open var minimumFontSize: CGFloat = 0
  open var isSecureTextEntry = false { didSet { update() } }
  open var keyboardType = UIKeyboardType.default
  open var returnKeyType = UIReturnKeyType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var autocorrectionType = UITextAutocorrectionType.default
  open var spellCheckingType = UITextSpellCheckingType.default
  open var keyboardAppearance = UIKeyboardAppearance.default
  open var enablesReturnKeyAutomatically = false
  open var textContentType: UITextContentType!
  private var ownInputView: UIView?
  open override var inputView: UIView? {
    get { ownInputView }
    set { ownInputView = newValue }
  }
  private var ownAccessoryView: UIView?
  open override var inputAccessoryView: UIView? {
    get { ownAccessoryView }
    set { ownAccessoryView = newValue }
  }
  open var isEditing: Bool { isFirstResponder }

  private func update() {
    guard label.superview != nil else { return }
    let isEmpty = storage.isEmpty
    label.text =
      isEmpty ? placeholder : (isSecureTextEntry ? String(repeating: "•", count: storage.count) : storage)
    label.textColor = isEmpty ? .placeholderText : textColor
    label.font = font
    label.textAlignment = textAlignment
    switch borderStyle {
    case .roundedRect:
      layer.cornerRadius = 5
      layer.borderWidth = 1 / UIScreen.main.scale
      layer.borderColor = UIColor.separator.resolvedColor(with: traitCollection).cgColor
      if backgroundColor == nil { backgroundColor = .systemBackground }
    case .line, .bezel:
      layer.borderWidth = 1
      layer.borderColor = UIColor.label.resolvedColor(with: traitCollection).cgColor
    case .none: break
    }
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }
  override func colorsMayHaveChanged() { update() }

  private var padding: CGFloat { borderStyle == .none ? 0 : 7 }
  open func textRect(forBounds bounds: CGRect) -> CGRect { bounds.insetBy(dx: padding, dy: 0) }
  open func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }

  open override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = storage.isEmpty ? placeholderRect(forBounds: bounds) : textRect(forBounds: bounds)
  }
  open override var intrinsicContentSize: CGSize {
    let size = label.intrinsicContentSize
    let line = font?.lineHeight ?? 20
    return CGSize(width: size.width + padding * 2, height: borderStyle == .none ? line.rounded(.up) + 2 : 34)
  }

  // MARK: Editing

  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// E-243.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard
      delegate?.ask(
        from: self, "textFieldShouldBeginEditing(_:)", "textFieldShouldBeginEditing:",
        { $0.textFieldShouldBeginEditing(self) }) ?? true
    else {
      return false
    }
    guard super.becomeFirstResponder() else { return false }
    if clearsOnBeginEditing { text = "" }
    delegate?.tell(from: self, "textFieldDidBeginEditing(_:)", "textFieldDidBeginEditing:") {
      $0.textFieldDidBeginEditing(self)
    }
    NotificationCenter.default.post(name: UITextField.textDidBeginEditingNotification, object: self)
    send(.editingDidBegin, nil)
    return true
  }

  /// E-246.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    // E-241.
    let may =
      FirstResponder.isForced
      || delegate?.ask(from: self, "textFieldShouldEndEditing(_:)", "textFieldShouldEndEditing:") {
        $0.textFieldShouldEndEditing(self)
      } ?? true
    guard may else { return false }
    guard super.resignFirstResponder() else { return false }
    if let delegate, Runtime.answers(delegate, "textFieldDidEndEditing:reason:") {
      delegate.tell(from: self, "textFieldDidEndEditing(_:reason:)", "textFieldDidEndEditing:reason:") {
        $0.textFieldDidEndEditing(self, reason: .committed)
      }
    } else {
      delegate?.tell(from: self, "textFieldDidEndEditing(_:)", "textFieldDidEndEditing:") {
        $0.textFieldDidEndEditing(self)
      }
    }
    NotificationCenter.default.post(name: UITextField.textDidEndEditingNotification, object: self)
    send(.editingDidEnd, nil)
    return true
  }

  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    super.touchEnded(inside: inside, event)
    guard inside else { return }
    let wasEditing = isFirstResponder
    guard becomeFirstResponder(), wasEditing, let touch = event?.allTouches?.first else { return }
    moveCursor(to: touch.location(in: label).x)
  }

  /// A tap into the text that is being edited chooses where typing goes on.
  private func moveCursor(to x: CGFloat) {
    let shown = NSAttributedString(
      string: isSecureTextEntry ? String(repeating: "•", count: storage.count) : storage,
      attributes: [.font: font ?? .systemFont(ofSize: 17)])
    let lines = StyledText(shown).layout(width: nil)
    let room = label.bounds.width - CGFloat(lines.width)
    let start = textAlignment == .center ? room / 2 : textAlignment == .right ? room : 0
    let offset = lines.offset(atX: Double(x - start), y: 0)
    let place = NSRange(location: min(offset, (storage as NSString).length), length: 0)
    guard place != cursor.selection else { return }
    cursor.selection = place
    delegate?.tell(from: self, "textFieldDidChangeSelection(_:)", "textFieldDidChangeSelection:") {
      $0.textFieldDidChangeSelection(self)
    }
  }

  open var hasText: Bool { !storage.isEmpty }

  /// E-244, E-247.
  open func insertText(_ text: String) {
    if text == "\n" { return returnKey() }
    replace(cursor.selection, with: text)
  }

  open func deleteBackward() {
    guard let range = cursor.deletion(in: storage) else { return }
    replace(range, with: "")
  }

  private func replace(_ range: NSRange, with text: String) {
    let may =
      delegate?.ask(
        from: self, "textField(_:shouldChangeCharactersIn:replacementString:)",
        "textField:shouldChangeCharactersInRange:replacementString:"
      ) { $0.textField(self, shouldChangeCharactersIn: range, replacementString: text) } ?? true
    // The delegate may have changed the text instead.
    let old = storage as NSString
    guard may, NSMaxRange(range) <= old.length else { return }
    storage = old.replacingCharacters(in: range, with: text)
    cursor.replaced(with: text, in: range)
    textChanged()
  }

  private func textChanged() {
    update()
    send(.editingChanged, nil)
    NotificationCenter.default.post(name: UITextField.textDidChangeNotification, object: self)
    delegate?.tell(from: self, "textFieldDidChangeSelection(_:)", "textFieldDidChangeSelection:") {
      $0.textFieldDidChangeSelection(self)
    }
  }

  private func returnKey() {
    guard
      delegate?.ask(
        from: self, "textFieldShouldReturn(_:)", "textFieldShouldReturn:", { $0.textFieldShouldReturn(self) })
        ?? true
    else { return }
    guard allControlEvents.contains(.editingDidEndOnExit) else { return }
    send(.editingDidEndOnExit, nil)
    resignFirstResponder()
  }

  public static let textDidBeginEditingNotification = Notification.Name(
    "UITextFieldTextDidBeginEditingNotification")
  public static let textDidEndEditingNotification = Notification.Name(
    "UITextFieldTextDidEndEditingNotification")
  public static let textDidChangeNotification = Notification.Name("UITextFieldTextDidChangeNotification")

  override var defaultAccessibilityLabel: String? { placeholder }
  override var defaultAccessibilityValue: String? { storage }
  override var elementText: String? { storage.isEmpty ? placeholder : storage }
}

public enum UIKeyboardType: Int, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
    decimalPad,
    twitter, webSearch, asciiCapableNumberPad
}
public enum UIReturnKeyType: Int, Sendable {
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}
public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }
public enum UITextSpellCheckingType: Int, Sendable { case `default`, no, yes }
public enum UIKeyboardAppearance: Int, Sendable { case `default`, dark, light }
public struct UITextContentType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let username = Self(rawValue: "username")
  public static let password = Self(rawValue: "password")
  public static let emailAddress = Self(rawValue: "email")
  public static let name = Self(rawValue: "name")
}
