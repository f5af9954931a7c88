import CarobFoundation
import CoreGraphics
import NibFormat
import QuartzCore

/// Text of many lines that can be scrolled, selected by a tap and edited.
///
/// What it shows is `textStorage`, set by `layoutManager` in `textContainer`.
/// DEVIATION: the insertion point does not blink, and there are no handles, magnifier or menu for selecting by hand.
@preconcurrency @MainActor
open class UITextView: UIScrollView, UIKeyInput, TextTraits {
  public struct DataDetectorTypes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  // MARK: Creating

  public init(frame: CGRect, textContainer: NSTextContainer?) {
    (self.textContainer, ownedStorage) = Self.stack(textContainer)
    super.init(frame: frame)
    prepareText()
  }
  public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }
  public required init?(coder: NSCoder) {
    (textContainer, ownedStorage) = Self.stack(nil)
    super.init(coder: coder)
    prepareText()
    (coder as? NibCoder)?.decodeTextView(self)
  }

  /// A container with all that belongs to it, also if only a part was given.
  private static func stack(_ container: NSTextContainer?) -> (
    NSTextContainer, (NSTextStorage, NSLayoutManager)
  ) {
    let container = container ?? NSTextContainer()
    let manager = container.layoutManager ?? NSLayoutManager()
    if container.layoutManager == nil { manager.addTextContainer(container) }
    let storage = manager.textStorage ?? NSTextStorage()
    if manager.textStorage == nil { storage.addLayoutManager(manager) }
    return (container, (storage, manager))
  }

  private func prepareText() {
    guard canvas.superview == nil else { return }
    if backgroundColor == nil { backgroundColor = .systemBackground }
    alwaysBounceVertical = true
    textContainer.widthTracksTextView = true
    canvas.textView = self
    canvas.isUserInteractionEnabled = false
    canvas.isOpaque = false
    addSubview(canvas)
    caret.isUserInteractionEnabled = false
    caret.isHidden = true
    canvas.addSubview(caret)
    layoutManager.onInvalidate = { [weak self] in MainActor.assumeIsolated { self?.textChanged() } }
    cursor.moveToEnd(of: textStorage.string)
    textChanged()
  }

  // MARK: Text

  public let textContainer: NSTextContainer
  private let ownedStorage: (NSTextStorage, NSLayoutManager)
  open var textStorage: NSTextStorage { ownedStorage.0 }
  open var layoutManager: NSLayoutManager { ownedStorage.1 }
  private let canvas = TextCanvas()
  private let caret = UIView()
  var cursor = TextCursor()

  /// Setting it tells the delegate nothing (E-249).
  open var text: String! {
    get { textStorage.string }
    set {
      textStorage.setAttributedString(NSAttributedString(string: newValue ?? "", attributes: ownAttributes))
      cursor.moveToEnd(of: textStorage.string)
      updateCaret()
    }
  }
  open var attributedText: NSAttributedString! {
    get { textStorage.attributedSubstring(from: NSRange(location: 0, length: textStorage.length)) }
    set {
      textStorage.setAttributedString(newValue ?? NSAttributedString(string: ""))
      cursor.moveToEnd(of: textStorage.string)
      updateCaret()
    }
  }
  open var font: UIFont? { didSet { restyle(.font, font ?? Self.standardFont) } }
  open var textColor: UIColor? { didSet { restyle(.foregroundColor, textColor ?? .label) } }
  open var textAlignment = NSTextAlignment.natural { didSet { restyle(.paragraphStyle, paragraphStyle) } }
  private static var standardFont: UIFont { .systemFont(ofSize: 12) }

  private var paragraphStyle: NSParagraphStyle {
    let style = NSMutableParagraphStyle()
    style.alignment = textAlignment
    return style
  }
  private var ownAttributes: [NSAttributedString.Key: Any] {
    [
      .font: font ?? Self.standardFont, .foregroundColor: textColor ?? UIColor.label,
      .paragraphStyle: paragraphStyle,
    ]
  }
  private func restyle(_ key: NSAttributedString.Key, _ value: Any) {
    typedAttributes = nil
    let whole = NSRange(location: 0, length: textStorage.length)
    if whole.length > 0 { textStorage.addAttribute(key, value: value, range: whole) } else { textChanged() }
  }

  private var typedAttributes: [NSAttributedString.Key: Any]?
  /// How typed text looks: as what was set, else as the character before it.
  open var typingAttributes: [NSAttributedString.Key: Any] {
    get {
      if let typedAttributes { return typedAttributes }
      guard cursor.selection.location > 0, textStorage.length > 0 else { return ownAttributes }
      let before = min(cursor.selection.location, textStorage.length) - 1
      var attributes = textStorage.attributes(at: before, effectiveRange: nil)
      attributes[.attachment] = nil
      attributes[.link] = nil
      return attributes
    }
    set { typedAttributes = newValue }
  }
  open var linkTextAttributes: [NSAttributedString.Key: Any]! = [:]
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet {
      invalidateIntrinsicContentSize()
      setNeedsLayout()
    }
  }

  open var isEditable = true
  open var isSelectable = true
  open var allowsEditingTextAttributes = false
  open var clearsOnInsertion = false
  open var adjustsFontForContentSizeCategory = false
  open var dataDetectorTypes: DataDetectorTypes = [] {
    didSet { if !dataDetectorTypes.isEmpty { unimplemented("UITextView.dataDetectorTypes") } }
  }
  open var keyboardType = UIKeyboardType.default
  open var returnKeyType = UIReturnKeyType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var autocorrectionType = UITextAutocorrectionType.default
  open var spellCheckingType = UITextSpellCheckingType.default
  open var keyboardAppearance = UIKeyboardAppearance.default
  open var isSecureTextEntry = false
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

  // MARK: Layout

  open override var isScrollEnabled: Bool {
    didSet { if oldValue != isScrollEnabled { invalidateIntrinsicContentSize() } }
  }

  private func textChanged() {
    cursor.clamp(to: textStorage.length)
    textStorage.emptyFont = font ?? Self.standardFont
    canvas.setNeedsDisplay()
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  private var textWidth: CGFloat { max(0, bounds.width - textContainerInset.left - textContainerInset.right) }

  open override func layoutSubviews() {
    fit()
    super.layoutSubviews()
  }

  private func fit() {
    if textContainer.widthTracksTextView, textContainer.size.width != textWidth {
      textContainer.size = CGSize(width: textWidth, height: CGFloat.greatestFiniteMagnitude)
    }
    let inset = textContainerInset
    let size = CGSize(
      width: bounds.width, height: (layoutManager.usedHeight + inset.top + inset.bottom).rounded(.up))
    if contentSize != size { contentSize = size }
    let frame = CGRect(origin: .zero, size: size)
    if canvas.frame != frame {
      canvas.frame = frame
      canvas.setNeedsDisplay()
    }
    updateCaret()
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let inset = textContainerInset
    let sides = inset.left + inset.right + 2 * textContainer.lineFragmentPadding
    let width = size.width > 0 && size.width < 1_000_000 ? max(0, size.width - sides) : nil
    let lines = StyledText(textStorage).layout(width: width, lineLimit: textContainer.maximumNumberOfLines)
    let endsOpen = textStorage.length == 0 || textStorage.string.last?.isNewline == true
    let height = CGFloat(lines.height) + (endsOpen ? textStorage.lineHeightAtEnd : 0)
    return CGSize(
      width: (CGFloat(lines.width) + sides).rounded(.up),
      height: (height + inset.top + inset.bottom).rounded(.up))
  }
  open override func sizeToFit() {
    frame.size = CGSize(width: bounds.width, height: sizeThatFits(bounds.size).height)
  }
  /// Only a text view that does not scroll is as large as its text.
  open override var intrinsicContentSize: CGSize {
    guard !isScrollEnabled else {
      return CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    let width = layoutState.wrapWidth ?? (bounds.width > 0 ? bounds.width : .greatestFiniteMagnitude)
    return sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
  }
  override var wrapsText: Bool { !isScrollEnabled }

  override func colorsMayHaveChanged() {
    layoutManager.forgetColors()
    canvas.setNeedsDisplay()
  }
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    updateCaret()
  }

  fileprivate func drawText() {
    let origin = CGPoint(x: textContainerInset.left, y: textContainerInset.top)
    if isFirstResponder, cursor.selection.length > 0 {
      tintColor.withAlphaComponent(0.2).setFill()
      for rect in layoutManager.rectangles(of: cursor.selection) {
        UIRectFillUsingBlendMode(rect.offsetBy(dx: origin.x, dy: origin.y), .normal)
      }
    }
    layoutManager.drawGlyphs(
      forGlyphRange: NSRange(location: 0, length: textStorage.length), at: origin)
  }

  /// Shows the insertion point where typing would go on.
  func updateCaret() {
    caret.isHidden = !isFirstResponder || !isEditable || cursor.selection.length > 0
    guard !caret.isHidden else { return }
    caret.backgroundColor = tintColor
    caret.frame = caretFrame
  }
  private var caretFrame: CGRect {
    let place = layoutManager.caret(at: cursor.selection.location)
    return CGRect(
      x: place.minX + textContainerInset.left - 1, y: place.minY + textContainerInset.top, width: 2,
      height: max(place.height, textStorage.lineHeightAtEnd))
  }

  // MARK: Selection

  /// UTF-16 units of the text. The delegate hears of changes.
  open var selectedRange: NSRange {
    get { cursor.selection }
    set { select(newValue) }
  }
  private func select(_ range: NSRange) {
    let old = cursor.selection
    cursor.selection = range
    cursor.clamp(to: textStorage.length)
    typedAttributes = nil
    updateCaret()
    guard cursor.selection != old else { return }
    canvas.setNeedsDisplay()
    tellSelection()
  }
  private func tellSelection() {
    textDelegate?.tell(from: self, "textViewDidChangeSelection(_:)", "textViewDidChangeSelection:") {
      $0.textViewDidChangeSelection(self)
    }
  }
  /// Scrolls until the range is on the screen.
  open func scrollRangeToVisible(_ range: NSRange) {
    fit()
    let boxes = layoutManager.rectangles(of: range) + [layoutManager.caret(at: NSMaxRange(range))]
    let box = boxes.reduce(CGRect.null) { $0.union($1) }
    guard !box.isNull else { return }
    scrollRectToVisible(
      box.offsetBy(dx: textContainerInset.left, dy: textContainerInset.top), animated: false)
  }
  open override func selectAll(_ sender: Any?) { select(NSRange(location: 0, length: textStorage.length)) }

  // MARK: Editing

  private var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

  open override var canBecomeFirstResponder: Bool { isEditable || isSelectable }

  /// E-250.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard isEditable else { return super.becomeFirstResponder() }
    let may =
      textDelegate?.ask(from: self, "textViewShouldBeginEditing(_:)", "textViewShouldBeginEditing:") {
        $0.textViewShouldBeginEditing(self)
      } ?? true
    guard may, super.becomeFirstResponder() else { return false }
    updateCaret()
    textDelegate?.tell(from: self, "textViewDidBeginEditing(_:)", "textViewDidBeginEditing:") {
      $0.textViewDidBeginEditing(self)
    }
    NotificationCenter.default.post(name: UITextView.textDidBeginEditingNotification, object: self)
    return true
  }

  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard isEditable else { return super.resignFirstResponder() }
    // E-241.
    let may =
      FirstResponder.isForced
      || textDelegate?.ask(from: self, "textViewShouldEndEditing(_:)", "textViewShouldEndEditing:") {
        $0.textViewShouldEndEditing(self)
      } ?? true
    guard may, super.resignFirstResponder() else { return false }
    updateCaret()
    canvas.setNeedsDisplay()
    textDelegate?.tell(from: self, "textViewDidEndEditing(_:)", "textViewDidEndEditing:") {
      $0.textViewDidEndEditing(self)
    }
    NotificationCenter.default.post(name: UITextView.textDidEndEditingNotification, object: self)
    return true
  }

  open var hasText: Bool { textStorage.length > 0 }

  open func insertText(_ text: String) {
    guard isEditable else { return }
    let range = clearsOnInsertion ? NSRange(location: 0, length: textStorage.length) : cursor.selection
    replace(range, with: text)
  }
  open func deleteBackward() {
    guard isEditable, let range = cursor.deletion(in: textStorage.string) else { return }
    replace(range, with: "")
  }

  /// E-250: asked with the old text, changed, told.
  private func replace(_ range: NSRange, with text: String) {
    let may =
      textDelegate?.ask(
        from: self, "textView(_:shouldChangeTextIn:replacementText:)",
        "textView:shouldChangeTextInRange:replacementText:"
      ) { $0.textView(self, shouldChangeTextIn: range, replacementText: text) } ?? true
    // The delegate may have changed the text instead.
    guard may, NSMaxRange(range) <= textStorage.length else { return }
    let typed = NSAttributedString(string: text, attributes: typingAttributes)
    cursor.replaced(with: text, in: range)
    let end = cursor
    textStorage.replaceCharacters(in: range, with: typed)
    cursor = end
    scrollRangeToVisible(cursor.selection)
    tellSelection()
    textDelegate?.tell(from: self, "textViewDidChange(_:)", "textViewDidChange:") {
      $0.textViewDidChange(self)
    }
    NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: self)
  }

  // MARK: Touches

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, isSelectable || isEditable else {
      return super.touchesEnded(touches, with: event)
    }
    let point = touch.location(in: self)
    let place = CGPoint(x: point.x - textContainerInset.left, y: point.y - textContainerInset.top)
    if !isEditable, followLink(at: place) { return }
    guard isEditable, becomeFirstResponder() else { return }
    select(NSRange(location: layoutManager.insertionPoint(at: place), length: 0))
  }

  /// Whether there was a link at the place.
  private func followLink(at place: CGPoint) -> Bool {
    guard textStorage.length > 0 else { return false }
    let index = layoutManager.characterIndex(
      for: place, in: textContainer, fractionOfDistanceBetweenInsertionPoints: nil)
    var range = NSRange()
    let link = textStorage.attribute(.link, at: index, effectiveRange: &range)
    guard let url = link as? URL ?? (link as? String).flatMap({ URL(string: $0) }),
      layoutManager.rectangles(of: range).contains(where: { $0.contains(place) })
    else { return false }
    let may =
      textDelegate?.ask(
        from: self, "textView(_:shouldInteractWith:in:interaction:)",
        "textView:shouldInteractWithURL:inRange:interaction:"
      ) { $0.textView(self, shouldInteractWith: url, in: range, interaction: .invokeDefaultAction) } ?? true
    if may { UIApplication.shared.open(url) }
    return true
  }

  public static let textDidBeginEditingNotification = Notification.Name(
    "UITextViewTextDidBeginEditingNotification")
  public static let textDidEndEditingNotification = Notification.Name(
    "UITextViewTextDidEndEditingNotification")
  public static let textDidChangeNotification = Notification.Name("UITextViewTextDidChangeNotification")

  override var defaultIsAccessibilityElement: Bool { true }
  override var defaultAccessibilityValue: String? { textStorage.string }
  override var elementText: String? { textStorage.string }
}

/// What shows a text view's text: as large as the content.
@MainActor
private final class TextCanvas: UIView {
  weak var textView: UITextView?
  override var hasOwnContents: Bool { true }
  override func drawContents(in rect: CGRect) { textView?.drawText() }
}

extension NibCoder {
  func decodeTextView(_ view: UITextView) {
    guard let e = element else { return }
    if let font = font(key: "fontDescription") { view.font = font }
    if let color = color(key: "textColor") { view.textColor = color }
    view.textAlignment = NibValues.textAlignment(e["textAlignment"])
    if let flag = e.bool("editable") { view.isEditable = flag }
    if let flag = e.bool("selectable") { view.isSelectable = flag }
    if let traits = e.child(key: "textInputTraits") { view.decodeTraits(traits) }
    if let attributed = e.child(key: "attributedText") {
      view.attributedText = attributedText(attributed)
    } else {
      view.text = text("text")
    }
  }
}
