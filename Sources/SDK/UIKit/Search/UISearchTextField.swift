import CarobFoundation
import CoreGraphics

/// A part of a search that stands before the typed text as one unit (C-347).
@preconcurrency @MainActor
open class UISearchToken: _MainActorNSObject {
  public init(icon: UIImage?, text: String) {
    (self.icon, self.text) = (icon, text)
    super.init()
  }
  let icon: UIImage?
  let text: String
  /// What the token stands for.
  open var representedObject: Any?
}

/// Copying of tokens; the other methods are those of text fields.
@preconcurrency @MainActor
public protocol UISearchTextFieldDelegate: UITextFieldDelegate {
  func searchTextField(
    _ searchTextField: UISearchTextField, itemProviderForCopying token: UISearchToken
  ) -> NSItemProvider
}
extension UISearchTextFieldDelegate {
  public func searchTextField(
    _ searchTextField: UISearchTextField, itemProviderForCopying token: UISearchToken
  ) -> NSItemProvider { NSItemProvider() }
}

/// The text field of a search bar. It shows tokens before its text (C-347).
@preconcurrency @MainActor
open class UISearchTextField: UITextField {
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.searchField)
  }
  /// Moves the text from its usual place, in points (C-346).
  var textAdjustment = UIOffset.zero { didSet { setNeedsLayout() } }
  /// The image of the clear button; nil for the standard one.
  var clearImage: UIImage? { didSet { setNeedsLayout() } }

  open override func textRect(forBounds bounds: CGRect) -> CGRect {
    let rect = super.textRect(forBounds: bounds)
    let left = 30 + tokensWidth + textAdjustment.horizontal
    return CGRect(
      x: left, y: textAdjustment.vertical, width: max(0, min(rect.maxX, bounds.width - 8) - left),
      height: bounds.height)
  }
  open override func layoutSubviews() {
    super.layoutSubviews()
    if let clearImage { clearButton?.setImage(clearImage, for: .normal) }
    var x: CGFloat = 30
    for chip in chips {
      chip.frame = CGRect(x: x, y: (bounds.height - 24) / 2, width: chip.bounds.width, height: 24)
      x += chip.bounds.width + 4
    }
  }

  // MARK: Tokens

  open var tokens: [UISearchToken] = [] { didSet { tokensChanged() } }
  open var tokenBackgroundColor: UIColor! {
    get { ownTokenColor ?? tintColor }
    set {
      ownTokenColor = newValue
      tokensChanged()
    }
  }
  private var ownTokenColor: UIColor?
  /// Whether the delete key at the beginning of the text removes tokens.
  open var allowsDeletingTokens = true
  /// Whether a selected token can be copied, if the delegate provides an item for it (E-1072).
  ///
  /// DEVIATION: tokens cannot be dragged, and only one can be selected, with the delete key.
  open var allowsCopyingTokens = true
  open func insertToken(_ token: UISearchToken, at tokenIndex: Int) {
    tokens.insert(token, at: min(max(tokenIndex, 0), tokens.count))
  }
  open func removeToken(at tokenIndex: Int) {
    if tokens.indices.contains(tokenIndex) { tokens.remove(at: tokenIndex) }
  }
  /// Removes a part of the text and inserts a token for it.
  open func replaceTextualPortion(
    of textRange: UITextRange, with token: UISearchToken, at tokenIndex: Int
  ) {
    replace(textRange, withText: "")
    insertToken(token, at: tokenIndex)
  }
  /// The range of the text without tokens.
  open var textualRange: UITextRange {
    textRange(from: beginningOfDocument, to: endOfDocument) ?? UITextRange()
  }
  /// Tokens stand at the beginning of the text.
  open func positionOfToken(at tokenIndex: Int) -> UITextPosition { beginningOfDocument }
  open func tokens(in textRange: UITextRange) -> [UISearchToken] {
    offset(from: beginningOfDocument, to: textRange.start) == 0 ? tokens : []
  }

  private var chips: [UILabel] = []
  private var tokensWidth: CGFloat { chips.reduce(0) { $0 + $1.bounds.width + 4 } }
  /// Whether the next press of the delete key removes the last token.
  private var isLastSelected = false { didSet { if oldValue != isLastSelected { colorChips() } } }

  private func tokensChanged() {
    for chip in chips { chip.removeFromSuperview() }
    isLastSelected = false
    chips = tokens.map { token in
      let chip = UILabel()
      chip.text = token.text
      chip.font = .systemFont(ofSize: 15)
      chip.textAlignment = .center
      chip.layer.cornerRadius = 5
      chip.layer.masksToBounds = true
      chip.textColor = .white
      chip.bounds.size.width = chip.intrinsicContentSize.width + 12
      if let icon = token.icon {
        let picture = UIImageView(image: icon.withRenderingMode(.alwaysTemplate))
        picture.tintColor = .white
        picture.contentMode = .scaleAspectFit
        picture.frame = CGRect(x: 5, y: 5, width: 14, height: 14)
        chip.addSubview(picture)
        chip.textAlignment = .right
        chip.bounds.size.width += 18
      }
      addSubview(chip)
      return chip
    }
    colorChips()
    setNeedsLayout()
  }
  private func colorChips() {
    for (index, chip) in chips.enumerated() {
      let isSelected = isLastSelected && index == chips.count - 1
      chip.backgroundColor = isSelected ? .systemGray : tokenBackgroundColor
    }
  }

  /// At the beginning of the text, the first press selects the last token and the second removes it.
  open override func deleteBackward() {
    guard allowsDeletingTokens, !tokens.isEmpty, let range = selectedTextRange, range.isEmpty,
      offset(from: beginningOfDocument, to: range.start) == 0
    else {
      isLastSelected = false
      return super.deleteBackward()
    }
    guard isLastSelected else { return isLastSelected = true }
    tokens.removeLast()
    sendActions(for: .editingChanged)
  }
  open override func insertText(_ text: String) {
    isLastSelected = false
    super.insertText(text)
  }

  // MARK: Copying (E-1072)

  /// The delegate, if the selected token can be copied.
  private var copyDelegate: (any UISearchTextFieldDelegate)? {
    guard isLastSelected, allowsCopyingTokens, !tokens.isEmpty,
      let delegate = delegate as? any UISearchTextFieldDelegate,
      Runtime.answers(delegate, "searchTextField:itemProviderForCopyingToken:")
    else { return nil }
    return delegate
  }
  open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    switch action {
    case "copy:" where isLastSelected: copyDelegate != nil
    case "cut:" where isLastSelected: copyDelegate != nil && allowsDeletingTokens
    default: super.canPerformAction(action, withSender: sender)
    }
  }
  open override func copy(_ sender: Any?) {
    if isLastSelected { copyToken() } else { super.copy(sender) }
  }
  open override func cut(_ sender: Any?) {
    guard isLastSelected else { return super.cut(sender) }
    guard allowsDeletingTokens, copyToken() else { return }
    tokens.removeLast()
    sendActions(for: .editingChanged)
  }
  @discardableResult
  private func copyToken() -> Bool {
    guard let delegate = copyDelegate, let token = tokens.last else { return false }
    let provider = delegate.ask(
      from: self, "searchTextField(_:itemProviderForCopying:)",
      "searchTextField:itemProviderForCopyingToken:"
    ) { $0.searchTextField(self, itemProviderForCopying: token) }
    guard let provider else { return false }
    UIPasteboard.general.itemProviders = [provider]
    return true
  }
}
