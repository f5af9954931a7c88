@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import NibFormat

/// A scrollable view with multiline text that can be selected and edited.
///
/// It shows `textStorage`, laid out by `layoutManager` in `textContainer`. Its text editor handles touches,
/// keys and menu actions.
// Above 400 lines: members of the text input protocols can only be overridden if they are declared in the
// class body.
@preconcurrency @MainActor
open class UITextView: UIScrollView, TextEditing, UIContentSizeCategoryAdjusting {
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

  /// Returns the container with its storage and layout manager, creating those that are missing.
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
    addGestureRecognizer(TextPress(editor))
    layoutManager.onInvalidate = { [weakSelf = ZeroingElement(self)] in
      MainActor.assumeIsolated { weakSelf.object?.textChanged() }
    }
    editor.reset()
    textChanged()
  }

  // MARK: Text

  public let textContainer: NSTextContainer
  private let ownedStorage: (NSTextStorage, NSLayoutManager)
  open var textStorage: NSTextStorage { ownedStorage.0 }
  override var describedText: String? { ownedStorage.0.string }
  open var layoutManager: NSLayoutManager { ownedStorage.1 }
  let canvas = TextCanvas()
  private let display = SelectionDisplay()
  private(set) lazy var editor = TextEditor(self)
  var editedText: String { textStorage.string }

  /// The plain text. Setting it does not call the delegate (E-249).
  open var text: String! {
    get { textStorage.string }
    set {
      _kvoWill("text", text)
      defer { _kvoDid("text", text) }
      Keyboard.shared.textWillChange(self)
      textStorage.setAttributedString(NSAttributedString(string: newValue ?? "", attributes: ownAttributes))
      textWasSet()
    }
  }
  open var attributedText: NSAttributedString! {
    get { textStorage.attributedSubstring(from: NSRange(location: 0, length: textStorage.length)) }
    set {
      Keyboard.shared.textWillChange(self)
      textStorage.setAttributedString(newValue ?? NSAttributedString(string: ""))
      textWasSet()
    }
  }
  private func textWasSet() {
    editor.reset()
    typedAttributes = nil
    detectData()
    showSelection()
    Keyboard.shared.textChanged(self)
    Keyboard.shared.textDidChange(self)
  }
  open var font: UIFont? {
    didSet { if !isFollowingTextSize { restyle(.font, font ?? Self.standardFont) } }
  }
  private var isFollowingTextSize = false
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
  /// The attributes of typed text: those that were set, else those of the preceding character.
  open var typingAttributes: [NSAttributedString.Key: Any] {
    get {
      if let typedAttributes { return typedAttributes }
      guard editor.selection.location > 0, textStorage.length > 0 else { return ownAttributes }
      let before = min(editor.selection.location, textStorage.length) - 1
      var attributes = textStorage.attributes(at: before, effectiveRange: nil)
      attributes[.attachment] = nil
      attributes[.link] = nil
      return attributes
    }
    set { typedAttributes = newValue }
  }
  /// The look of links, in place of the attributes that they have in the text (E-985). By default they are
  /// blue and underlined.
  open var linkTextAttributes: [NSAttributedString.Key: Any]! {
    get {
      layoutManager.linkAttributes
        ?? [.foregroundColor: UIColor.link, .underlineStyle: NSUnderlineStyle.single.rawValue]
    }
    set {
      layoutManager.linkAttributes = newValue
      layoutManager.invalidate()
    }
  }
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet {
      invalidateIntrinsicContentSize()
      setNeedsLayout()
    }
  }

  open var isEditable = true {
    didSet {
      guard isEditable != oldValue else { return }
      detectData()
      showSelection()
    }
  }
  open var isSelectable = true
  /// Whether the edit menu can make selected text bold, italic and underlined (E-984).
  open var allowsEditingTextAttributes = false
  func prepareForStyles() {}
  open var clearsOnInsertion = false
  open var adjustsFontForContentSizeCategory = false { didSet { textSizeMayHaveChanged() } }
  open var dataDetectorTypes: UIDataDetectorTypes = [] {
    didSet {
      if dataDetectorTypes != .all, !dataDetectorTypes.isSubset(of: .known) {
        unimplemented("UITextView.dataDetectorTypes other than links and phone numbers")
      }
      detectData()
    }
  }
  /// E-388: the data that was found in text that is not editable.
  var detected: [DataDetector.Found] = []

  // MARK: Layout

  open override var isScrollEnabled: Bool {
    didSet { if oldValue != isScrollEnabled { invalidateIntrinsicContentSize() } }
  }

  private func textChanged() {
    editor.clampQuietly()
    textStorage.emptyFont = font ?? Self.standardFont
    canvas.setNeedsDisplay()
    // The accessibility text is sent with the layer.
    layer.markChanged()
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  private var textWidth: CGFloat { max(0, bounds.width - textContainerInset.left - textContainerInset.right) }

  open override func layoutSubviews() {
    fit()
    super.layoutSubviews()
  }

  private func fit() {
    let inset = textContainerInset
    // E-986.1
    var room = textContainer.size
    if textContainer.widthTracksTextView { room.width = textWidth }
    if textContainer.heightTracksTextView {
      room.height = max(0, bounds.height - inset.top - inset.bottom)
    } else if textContainer.widthTracksTextView {
      room.height = .greatestFiniteMagnitude
    }
    if textContainer.size != room { textContainer.size = room }
    let size = CGSize(
      width: bounds.width, height: (layoutManager.usedHeight + inset.top + inset.bottom).rounded(.up))
    if contentSize != size { contentSize = size }
    let frame = CGRect(origin: .zero, size: size)
    if canvas.frame != frame {
      canvas.frame = frame
      canvas.setNeedsDisplay()
    }
    showSelection()
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
  /// Only a text view that does not scroll has the size of its text.
  open override var intrinsicContentSize: CGSize {
    guard !isScrollEnabled else {
      return CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    let width = layoutState.wrapWidth ?? (bounds.width > 0 ? bounds.width : .greatestFiniteMagnitude)
    return sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
  }
  override var wrapsText: Bool { !isScrollEnabled }
  override func baselineOffset(_ baseline: TextBaseline, in size: CGSize) -> CGFloat? {
    let font = font ?? Self.standardFont
    if baseline == .first { return textContainerInset.top + font.ascender }
    return sizeThatFits(size).height - textContainerInset.bottom + font.descender
  }

  override func colorsMayHaveChanged() {
    layoutManager.forgetColors()
    canvas.setNeedsDisplay()
  }
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    showSelection()
  }

  // E-970.3: each part of the text keeps its own font.
  override func textSizeMayHaveChanged() {
    guard adjustsFontForContentSizeCategory else { return }
    let traits = traitCollection
    if let new = font?.following(traits), new != font {
      isFollowingTextSize = true
      font = new
      isFollowingTextSize = false
      textChanged()
    }
    if let typed = typedAttributes?[.font] as? UIFont, let new = typed.following(traits) {
      typedAttributes?[.font] = new
    }
    let fonts = textStorage.fontsFollowing(traits)
    guard !fonts.isEmpty else { return }
    textStorage.beginEditing()
    for (font, range) in fonts { textStorage.addAttribute(.font, value: font, range: range) }
    textStorage.endEditing()
  }

  fileprivate func drawText() {
    let origin = CGPoint(x: textContainerInset.left, y: textContainerInset.top)
    let whole = NSRange(location: 0, length: textStorage.length)
    // E-987
    Journal.deliver(.display, "drawBackground(forGlyphRange:at:)", to: layoutManager, from: self) {
      layoutManager.drawBackground(forGlyphRange: whole, at: origin)
    }
    Journal.deliver(.display, "drawGlyphs(forGlyphRange:at:)", to: layoutManager, from: self) {
      layoutManager.drawGlyphs(forGlyphRange: whole, at: origin)
    }
    underlineDetectedData()
  }

  /// Shows the insertion point and the selection.
  func showSelection() {
    guard canvas.superview != nil else { return }
    var content = SelectionDisplay.Content()
    if isFirstResponder {
      let selection = editor.selection
      if selection.length == 0, isEditable {
        content.caret = caretBox(at: selection.location, editor.affinity)
      }
      content.selected = boxes(of: selection)
      content.marked = editor.marked.map { boxes(of: $0) } ?? []
      content.markedStyle = MarkedTextStyle(markedTextStyle)
      content.hasHandles = true
    }
    display.show(content, around: canvas, in: self, host: self)
  }
  func caretBox(at offset: Int) -> CGRect { caretBox(at: offset, .forward) }
  func caretBox(at offset: Int, _ affinity: UITextStorageDirection) -> CGRect {
    let place = layoutManager.caret(at: offset, affinity)
    return CGRect(
      x: place.minX + textContainerInset.left - 1, y: place.minY + textContainerInset.top, width: 2,
      height: max(place.height, textStorage.lineHeightAtEnd))
  }
  func boxes(of range: NSRange) -> [CGRect] {
    layoutManager.rectangles(of: range).map {
      $0.offsetBy(dx: textContainerInset.left, dy: textContainerInset.top)
    }
  }
  func nearestOffset(to point: CGPoint) -> Int {
    layoutManager.insertionPoint(at: inContainer(point))
  }
  private func inContainer(_ point: CGPoint) -> CGPoint {
    CGPoint(x: point.x - textContainerInset.left, y: point.y - textContainerInset.top)
  }

  // MARK: Selection

  /// The selection in UTF-16 units. The delegate is notified of changes.
  open var selectedRange: NSRange {
    get { editor.selection }
    set { editor.select(newValue) }
  }
  func notifySelection() {
    typedAttributes = nil
    if isFirstResponder { scrollRangeToVisible(NSRange(location: editor.head, length: 0)) }
    textDelegate?.tell(from: self, "textViewDidChangeSelection(_:)", "textViewDidChangeSelection:") {
      $0.textViewDidChangeSelection(self)
    }
  }
  /// Scrolls until the range is visible.
  open func scrollRangeToVisible(_ range: NSRange) {
    fit()
    let boxes = layoutManager.rectangles(of: range) + [layoutManager.caret(at: NSMaxRange(range))]
    let box = boxes.reduce(CGRect.null) { $0.union($1) }
    guard !box.isNull else { return }
    scrollRectToVisible(
      box.offsetBy(dx: textContainerInset.left, dy: textContainerInset.top), animated: false)
  }
  // MARK: Editing

  var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

  open override var canBecomeFirstResponder: Bool { isEditable || isSelectable }

  /// E-250.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard isEditable else { return becomeSelecting() }
    let may =
      textDelegate?.ask(from: self, "textViewShouldBeginEditing(_:)", "textViewShouldBeginEditing:") {
        $0.textViewShouldBeginEditing(self)
      } ?? true
    guard may, super.becomeFirstResponder() else { return false }
    showSelection()
    textDelegate?.tell(from: self, "textViewDidBeginEditing(_:)", "textViewDidBeginEditing:") {
      $0.textViewDidBeginEditing(self)
    }
    NotificationCenter.default.post(name: UITextView.textDidBeginEditingNotification, object: self)
    return true
  }

  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard isEditable else {
      guard super.resignFirstResponder() else { return false }
      showSelection()
      return true
    }
    // E-241.
    let may =
      FirstResponder.isForced
      || textDelegate?.ask(from: self, "textViewShouldEndEditing(_:)", "textViewShouldEndEditing:") {
        $0.textViewShouldEndEditing(self)
      } ?? true
    guard may else { return false }
    editor.unmark()
    guard super.resignFirstResponder() else { return false }
    showSelection()
    textDelegate?.tell(from: self, "textViewDidEndEditing(_:)", "textViewDidEndEditing:") {
      $0.textViewDidEndEditing(self)
    }
    NotificationCenter.default.post(name: UITextView.textDidEndEditingNotification, object: self)
    return true
  }

  /// Becomes first responder without editing, for text that can only be selected.
  private func becomeSelecting() -> Bool {
    guard super.becomeFirstResponder() else { return false }
    showSelection()
    return true
  }

  var allowsEditing: Bool { isEditable }
  var allowsSelecting: Bool { isSelectable }

  private func typeText(_ text: String) {
    editor.insert(text, replacing: clearsOnInsertion ? NSRange(location: 0, length: textStorage.length) : nil)
  }
  /// E-250: the delegate is asked before the text changes and notified afterwards.
  func mayReplace(_ range: NSRange, with text: String) -> Bool {
    textDelegate?.ask(
      from: self, "textView(_:shouldChangeTextIn:replacementText:)",
      "textView:shouldChangeTextInRange:replacementText:"
    ) { $0.textView(self, shouldChangeTextIn: range, replacementText: text) } ?? true
  }
  func typed(_ text: String) -> NSAttributedString {
    NSAttributedString(string: text, attributes: typingAttributes)
  }
  func part(_ range: NSRange) -> NSAttributedString { textStorage.attributedSubstring(from: range) }
  func put(_ text: NSAttributedString, in range: NSRange) {
    textStorage.replaceCharacters(in: range, with: text)
  }
  func notifyChange() {
    let typing = typedAttributes
    scrollRangeToVisible(editor.selection)
    notifySelection()
    // NB: explicitly set typing attributes remain until the insertion point moves.
    typedAttributes = typing
    textDelegate?.tell(from: self, "textViewDidChange(_:)", "textViewDidChange:") {
      $0.textViewDidChange(self)
    }
    NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: self)
  }
  func traitsChanged() { Keyboard.shared.traitsChanged(self) }

  // MARK: Touches

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    editor.isPressed = false
    super.touchesBegan(touches, with: event)
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, isSelectable || isEditable else {
      return super.touchesEnded(touches, with: event)
    }
    guard !editor.isPressed else { return }
    let point = touch.location(in: self)
    if !isEditable {
      if followLink(at: inContainer(point)) { return }
      if touch.tapCount > 1, becomeFirstResponder() { editor.tapped(point, count: touch.tapCount) }
      return
    }
    guard becomeFirstResponder() else { return }
    editor.tapped(point, count: touch.tapCount)
  }

  // MARK: Text input
  // Implemented by the editor. Declared in both text classes, because members of extensions and protocol
  // extensions cannot be overridden.

  open var hasText: Bool { !editedText.isEmpty }
  open func insertText(_ text: String) { typeText(text) }
  open func deleteBackward() { if allowsEditing { editor.deleteBackward() } }
  open func text(in range: UITextRange) -> String? { editor.text(in: range) }
  open func replace(_ range: UITextRange, withText text: String) { editor.replace(range, with: text) }
  open func shouldChangeText(in range: UITextRange, replacementText text: String) -> Bool {
    editor.mayReplace(range, with: text)
  }
  open var selectedTextRange: UITextRange? {
    get { editor.selectedTextRange }
    set { editor.selectedTextRange = newValue }
  }
  /// The line to which an insertion point between two lines belongs (E-1026).
  open var selectionAffinity: UITextStorageDirection {
    get { editor.affinity }
    set { editor.affinity = newValue }
  }
  open var markedTextRange: UITextRange? { editor.markedTextRange }
  /// How marked text is shown; see `MarkedTextStyle` for the attributes (E-983).
  open var markedTextStyle: [NSAttributedString.Key: Any]? { didSet { showSelection() } }
  open func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    editor.setMarked(markedText ?? "", selected: selectedRange)
  }
  open func unmarkText() { editor.unmark() }
  open var beginningOfDocument: UITextPosition { TextPosition(0) }
  open var endOfDocument: UITextPosition { editor.end }
  open func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
    editor.range(from: fromPosition, to: toPosition)
  }
  open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    editor.position(position, offset)
  }
  open func position(
    from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
  ) -> UITextPosition? { editor.position(position, direction, offset) }
  open func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult {
    editor.compare(position, other)
  }
  open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
    editor.offset(from, toPosition)
  }
  open func position(
    within range: UITextRange, farthestIn direction: UITextLayoutDirection
  ) -> UITextPosition? { editor.farthest(in: range, direction) }
  open func characterRange(
    byExtending position: UITextPosition, in direction: UITextLayoutDirection
  ) -> UITextRange? { editor.range(extending: position, direction) }
  open weak var inputDelegate: (any UITextInputDelegate)? {
    get { inputDelegateReference }
    set { inputDelegateReference = newValue }
  }
  @ZeroingExistential private var inputDelegateReference: (any UITextInputDelegate)?
  open private(set) lazy var tokenizer: any UITextInputTokenizer = UITextInputStringTokenizer(textInput: self)
  open var textInputView: UIView { self }
  open func baseWritingDirection(
    for position: UITextPosition, in direction: UITextStorageDirection
  ) -> NSWritingDirection { .natural }
  open func setBaseWritingDirection(_ writingDirection: NSWritingDirection, for range: UITextRange) {
    unimplemented("UITextView.setBaseWritingDirection(_:for:)")
  }
  open func firstRect(for range: UITextRange) -> CGRect { editor.firstRect(for: range) }
  open func caretRect(for position: UITextPosition) -> CGRect { editor.caretRect(for: position) }
  open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
    editor.selectionRects(for: range)
  }
  open func closestPosition(to point: CGPoint) -> UITextPosition? { editor.closest(to: point) }
  open func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition? {
    editor.closest(to: point, in: range)
  }
  open func characterRange(at point: CGPoint) -> UITextRange? { editor.character(at: point) }

  // MARK: The edit menu (E-473)

  open func editMenu(for textRange: UITextRange, suggestedActions: [UIMenuElement]) -> UIMenu? {
    guard let range = (textRange as? TextRange)?.range else { return nil }
    return textDelegate?.ask(
      from: self, "textView(_:editMenuForTextIn:suggestedActions:)",
      "textView:editMenuForTextInRange:suggestedActions:"
    ) { $0.textView(self, editMenuForTextIn: range, suggestedActions: suggestedActions) } ?? nil
  }
  open func willPresentEditMenu(with animator: any UIEditMenuInteractionAnimating) {
    textDelegate?.tell(
      from: self, "textView(_:willPresentEditMenuWith:)", "textView:willPresentEditMenuWithAnimator:"
    ) { $0.textView(self, willPresentEditMenuWith: animator) }
  }
  open func willDismissEditMenu(with animator: any UIEditMenuInteractionAnimating) {
    textDelegate?.tell(
      from: self, "textView(_:willDismissEditMenuWith:)", "textView:willDismissEditMenuWithAnimator:"
    ) { $0.textView(self, willDismissEditMenuWith: animator) }
  }

  // MARK: Edit actions (E-381)

  open override var undoManager: UndoManager? { editor.undoManager }
  open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    editor.canPerform(action) ?? super.canPerformAction(action, withSender: sender)
  }
  open override func cut(_ sender: Any?) { editor.cut() }
  open override func copy(_ sender: Any?) { editor.copy() }
  open override func paste(_ sender: Any?) { editor.paste() }
  open override func select(_ sender: Any?) { editor.selectWord() }
  open override func selectAll(_ sender: Any?) { editor.selectAll() }
  open override func toggleBoldface(_ sender: Any?) { editor.toggle(.bold) }
  open override func toggleItalics(_ sender: Any?) { editor.toggle(.italic) }
  open override func toggleUnderline(_ sender: Any?) { editor.toggle(.underline) }
  nonisolated open override class var _carobMethods: [_CarobMethod] { TextEditor.editActions }

  // MARK: Traits

  var traits = TextTraits() { didSet { traitsChanged() } }
  open var keyboardType: UIKeyboardType {
    get { traits.keyboardType }
    set { traits.keyboardType = newValue }
  }
  open var returnKeyType: UIReturnKeyType {
    get { traits.returnKeyType }
    set { traits.returnKeyType = newValue }
  }
  open var autocapitalizationType: UITextAutocapitalizationType {
    get { traits.autocapitalizationType }
    set { traits.autocapitalizationType = newValue }
  }
  open var autocorrectionType: UITextAutocorrectionType {
    get { traits.autocorrectionType }
    set { traits.autocorrectionType = newValue }
  }
  open var spellCheckingType: UITextSpellCheckingType {
    get { traits.spellCheckingType }
    set { traits.spellCheckingType = newValue }
  }
  open var keyboardAppearance: UIKeyboardAppearance {
    get { traits.keyboardAppearance }
    set { traits.keyboardAppearance = newValue }
  }
  open var isSecureTextEntry: Bool {
    get { traits.isSecureTextEntry }
    set { traits.isSecureTextEntry = newValue }
  }
  open var enablesReturnKeyAutomatically: Bool {
    get { traits.enablesReturnKeyAutomatically }
    set { traits.enablesReturnKeyAutomatically = newValue }
  }
  open var textContentType: UITextContentType! {
    get { traits.textContentType }
    set { traits.textContentType = newValue }
  }
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

  nonisolated public static let textDidBeginEditingNotification = Notification.Name(
    "UITextViewTextDidBeginEditingNotification")
  nonisolated public static let textDidEndEditingNotification = Notification.Name(
    "UITextViewTextDidEndEditingNotification")
  nonisolated public static let textDidChangeNotification = Notification.Name(
    "UITextViewTextDidChangeNotification")

  override var defaultIsAccessibilityElement: Bool { true }
  override var defaultAccessibilityValue: String? { textStorage.string }
  override var elementText: String? { textStorage.string }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITextView.self,
      {
        [
          "text": \.text, "attributedText": \.attributedText, "font": \.font, "textColor": \.textColor,
          "textAlignment": \.textAlignment, "typingAttributes": \.typingAttributes,
          "linkTextAttributes": \.linkTextAttributes, "textContainerInset": \.textContainerInset,
          "editable": \.isEditable, "selectable": \.isSelectable,
          "allowsEditingTextAttributes": \.allowsEditingTextAttributes,
          "clearsOnInsertion": \.clearsOnInsertion,
          "adjustsFontForContentSizeCategory": \.adjustsFontForContentSizeCategory,
          "dataDetectorTypes": \.dataDetectorTypes, "selectedRange": \.selectedRange,
          "selectedTextRange": \.selectedTextRange, "selectionAffinity": \.selectionAffinity,
          "markedTextStyle": \.markedTextStyle, "inputDelegate": \.inputDelegate,
          "keyboardType": \.keyboardType, "returnKeyType": \.returnKeyType,
          "autocapitalizationType": \.autocapitalizationType, "autocorrectionType": \.autocorrectionType,
          "spellCheckingType": \.spellCheckingType, "keyboardAppearance": \.keyboardAppearance,
          "secureTextEntry": \.isSecureTextEntry,
          "enablesReturnKeyAutomatically": \.enablesReturnKeyAutomatically,
          "textContentType": \.textContentType,
        ]
      },
      readOnly: {
        [
          "textContainer": \.textContainer, "textStorage": \.textStorage, "layoutManager": \.layoutManager,
          "hasText": \.hasText, "markedTextRange": \.markedTextRange,
          "beginningOfDocument": \.beginningOfDocument, "endOfDocument": \.endOfDocument,
          "tokenizer": \.tokenizer, "textInputView": \.textInputView,
        ]
      },
      reporting: ["text"]
    )
  }
}

/// The view that draws a text view's text. It has the size of the content.
@MainActor
final class TextCanvas: UIView {
  @Zeroing var textView: UITextView?
  override var hasOwnContents: Bool { true }
  override func drawContents(in rect: CGRect) { textView?.drawText() }
}
