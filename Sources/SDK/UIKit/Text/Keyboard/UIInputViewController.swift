@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Gives a custom keyboard access to the text of the current first responder.
///
/// Changes count as typed by the user, so delegates are asked (E-379).
@preconcurrency @MainActor
public protocol UITextDocumentProxy: UIKeyInput {
  /// The text before and after the selection; nil if there is none.
  var documentContextBeforeInput: String? { get }
  var documentContextAfterInput: String? { get }
  var selectedText: String? { get }
  var documentInputMode: UITextInputMode? { get }
  /// An identifier that stays the same as long as the same object is first responder.
  var documentIdentifier: UUID { get }
  /// - Parameter offset: the number of characters, backward if negative. The position is limited to the text.
  func adjustTextPosition(byCharacterOffset offset: Int)
  func setMarkedText(_ markedText: String, selectedRange: NSRange)
  func unmarkText()
}

/// The user's custom words and shortcuts; always empty here.
@preconcurrency @MainActor
open class UILexicon: _MainActorNSObject {
  open var entries: [UILexiconEntry] { [] }
}
@preconcurrency @MainActor
open class UILexiconEntry: _MainActorNSObject {
  public let documentText: String
  public let userInput: String
  init(documentText: String, userInput: String) {
    (self.documentText, self.userInput) = (documentText, userInput)
    super.init()
  }
}

/// The controller of a custom keyboard or accessory view, as the `inputViewController` of a responder (E-476,
/// E-477).
///
/// Its view is an input view. Text changes are reported to the text methods, whose default implementations do
/// nothing. DEVIATION: there is no other keyboard to switch to, so no key for switching is needed.
@preconcurrency @MainActor
open class UIInputViewController: UIViewController, UITextInputDelegate {
  open override func loadView() {
    view = UIInputView(
      frame: CGRect(x: 0, y: 0, width: UIScreen.main.bounds.width, height: 0), inputViewStyle: .keyboard)
  }

  /// The controller's view, if it is an input view.
  open override var inputView: UIInputView? {
    get { view as? UIInputView }
    set { view = newValue }
  }

  open private(set) lazy var textDocumentProxy: any UITextDocumentProxy = TextDocumentProxy()
  /// The language of the keyboard, such as `en-US`. Text objects report it while the keyboard is shown (E-1025).
  open var primaryLanguage: String? { didSet { Keyboard.shared.languageMayHaveChanged() } }
  /// Whether the keyboard has a key for dictation, so that the system shows none. There is no dictation here.
  open var hasDictationKey = false
  open var hasFullAccess: Bool { true }
  open var needsInputModeSwitchKey: Bool { false }

  /// Hides the keyboard by ending editing.
  open func dismissKeyboard() { FirstResponder.current?.resignFirstResponder() }
  open func advanceToNextInputMode() {
    unimplemented("UIInputViewController.advanceToNextInputMode() (there is only one keyboard)")
  }
  open func handleInputModeList(from view: UIView, with event: UIEvent) {
    unimplemented("UIInputViewController.handleInputModeList(from:with:) (there is only one keyboard)")
  }
  open func requestSupplementaryLexicon(completion completionHandler: @escaping (UILexicon) -> Void) {
    unimplemented("UIInputViewController.requestSupplementaryLexicon(completion:)")
    completionHandler(UILexicon())
  }

  // MARK: Text changes (E-477)

  open func textWillChange(_ textInput: (any UITextInput)?) {}
  open func textDidChange(_ textInput: (any UITextInput)?) {}
  open func selectionWillChange(_ textInput: (any UITextInput)?) {}
  open func selectionDidChange(_ textInput: (any UITextInput)?) {}
}

/// The first responder's text, as seen by input view controllers.
@MainActor
final class TextDocumentProxy: _MainActorNSObject, UITextDocumentProxy {
  private var keyInput: (any UIKeyInput)? { FirstResponder.current as? any UIKeyInput }
  private var text: (any UITextInput)? { FirstResponder.current as? any UITextInput }

  // MARK: Writing

  func insertText(_ text: String) {
    guard let keyInput else { return noteMissing("insertText(_:)") }
    KeyInput.byUser { keyInput.insertText(text) }
  }
  func deleteBackward() {
    guard let keyInput else { return noteMissing("deleteBackward()") }
    KeyInput.byUser { keyInput.deleteBackward() }
  }
  func setMarkedText(_ markedText: String, selectedRange: NSRange) {
    guard let text else { return noteMissing("setMarkedText(_:selectedRange:)") }
    KeyInput.byUser { text.setMarkedText(markedText, selectedRange: selectedRange) }
  }
  func unmarkText() { text?.unmarkText() }

  private func noteMissing(_ name: String) {
    Journal.note(
      .firstResponder, name, outcome: "unhandled", why: "there is no first responder that accepts text",
      receiver: self,
      category: .user)
  }

  func adjustTextPosition(byCharacterOffset offset: Int) {
    guard let text, let selection = text.selectedTextRange, offset != 0 else { return }
    let start = offset < 0 ? selection.start : selection.end
    let end = offset < 0 ? text.beginningOfDocument : text.endOfDocument
    let place = text.position(from: start, in: .right, offset: offset) ?? end
    text.selectedTextRange = text.textRange(from: place, to: place)
  }

  // MARK: Reading

  var hasText: Bool { keyInput?.hasText ?? false }
  var documentContextBeforeInput: String? {
    guard let text, let selection = text.selectedTextRange else { return nil }
    return part(from: text.beginningOfDocument, to: selection.start)
  }
  var documentContextAfterInput: String? {
    guard let text, let selection = text.selectedTextRange else { return nil }
    return part(from: selection.end, to: text.endOfDocument)
  }
  var selectedText: String? {
    guard let selection = text?.selectedTextRange else { return nil }
    return part(from: selection.start, to: selection.end)
  }
  private func part(from start: UITextPosition, to end: UITextPosition) -> String? {
    guard let text, let range = text.textRange(from: start, to: end) else { return nil }
    return text.text(in: range).flatMap { $0.isEmpty ? nil : $0 }
  }

  var documentInputMode: UITextInputMode? {
    FirstResponder.current.map { $0.textInputMode ?? .current }
  }
  @Zeroing private var known: UIResponder?
  private var identifier = UUID()
  var documentIdentifier: UUID {
    if FirstResponder.current !== known || known == nil {
      known = FirstResponder.current
      identifier = UUID()
    }
    return identifier
  }

  // MARK: Traits of the text

  var autocapitalizationType: UITextAutocapitalizationType { keyInput?.autocapitalizationType ?? .sentences }
  var autocorrectionType: UITextAutocorrectionType { keyInput?.autocorrectionType ?? .default }
  var spellCheckingType: UITextSpellCheckingType { keyInput?.spellCheckingType ?? .default }
  var keyboardType: UIKeyboardType { keyInput?.keyboardType ?? .default }
  var keyboardAppearance: UIKeyboardAppearance { keyInput?.keyboardAppearance ?? .default }
  var returnKeyType: UIReturnKeyType { keyInput?.returnKeyType ?? .default }
  var enablesReturnKeyAutomatically: Bool { keyInput?.enablesReturnKeyAutomatically ?? false }
  var isSecureTextEntry: Bool { keyInput?.isSecureTextEntry ?? false }
  var textContentType: UITextContentType! { keyInput?.textContentType }
}
