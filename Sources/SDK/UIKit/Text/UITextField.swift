@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// A control with one line of editable text.
///
/// Its text editor handles touches, keys and menu actions. The field decides whether the text may change and
/// notifies its delegate.
// Above 400 lines: members of the text input protocols can only be overridden if they are declared in the
// class body.
@preconcurrency @MainActor
open class UITextField: UIControl, TextEditing, UIContentSizeCategoryAdjusting {
  public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
  public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }
  public enum DidEndEditingReason: Int, Sendable { case committed, cancelled }

  let label = UILabel()
  /// Clips the text to the visible part.
  let pane = UIView()
  let display = SelectionDisplay()
  /// The white ground of a rounded border, and the background image (E-978).
  let fill = UIView()
  let ground = UIImageView()
  /// What the border drew last: its style and colour.
  var drawnBorder = (style: BorderStyle.none, color: nil as CGColor?)
  private(set) lazy var editor = TextEditor(self)

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
    for view in [fill, ground] {
      view.isUserInteractionEnabled = false
      view.isHidden = true
      addSubview(view)
    }
    pane.clipsToBounds = true
    pane.isUserInteractionEnabled = false
    pane.addSubview(label)
    addSubview(pane)
    addGestureRecognizer(TextPress(editor))
    update()
  }

  open weak var delegate: (any UITextFieldDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UITextFieldDelegate)?
  var storage = ""
  /// The attributed text; nil until attributed text has been set.
  var styled: NSTextStorage?
  var editedText: String { storage }
  override var describedText: String? { storage }
  /// Setting it sends nothing (E-249).
  open var text: String? {
    get { storage }
    set {
      _kvoWill("text", text)
      defer { _kvoDid("text", text) }
      Keyboard.shared.textWillChange(self)
      storage = newValue ?? ""
      styled = nil
      textWasSet()
    }
  }
  open var attributedText: NSAttributedString? {
    get { styled ?? NSAttributedString(string: storage, attributes: defaultTextAttributes) }
    set {
      Keyboard.shared.textWillChange(self)
      storage = newValue?.string ?? ""
      styled = newValue.map { NSTextStorage(attributedString: $0) }
      textWasSet()
    }
  }
  private func textWasSet() {
    revealed = nil
    editor.reset()
    update()
    Keyboard.shared.textChanged(self)
    Keyboard.shared.textDidChange(self)
  }
  open var placeholder: String? {
    get { plainPlaceholder ?? attributedPlaceholder?.string }
    set {
      plainPlaceholder = newValue
      styledPlaceholder = nil
      update()
    }
  }
  open var attributedPlaceholder: NSAttributedString? {
    get { styledPlaceholder ?? plainPlaceholder.map { NSAttributedString(string: $0) } }
    set {
      styledPlaceholder = newValue
      plainPlaceholder = newValue?.string
      update()
    }
  }
  private var plainPlaceholder: String?
  private var styledPlaceholder: NSAttributedString?
  open var font: UIFont? = .systemFont(ofSize: 17) { didSet { update() } }
  open var textColor: UIColor? = .label { didSet { update() } }
  open var textAlignment = NSTextAlignment.natural { didSet { update() } }
  open var borderStyle = BorderStyle.none { didSet { update() } }
  open var adjustsFontForContentSizeCategory = false { didSet { textSizeMayHaveChanged() } }
  open var clearsOnBeginEditing = false
  open var clearsOnInsertion = false
  open var adjustsFontSizeToFitWidth = false { didSet { update() } }
  open var minimumFontSize: CGFloat = 0 { didSet { update() } }
  /// Whether the edit menu can make selected text bold, italic and underlined (E-984).
  open var allowsEditingTextAttributes = false
  func prepareForStyles() {
    if styled == nil { styled = NSTextStorage(string: storage, attributes: defaultTextAttributes) }
  }
  /// Replaces the border, except a rounded one, which hides it (E-978).
  open var background: UIImage? { didSet { update() } }
  /// The background while the field is disabled; ignored without `background`.
  open var disabledBackground: UIImage? { didSet { update() } }
  open override var backgroundColor: UIColor? { didSet { if label.superview != nil { showBorder() } } }
  /// The default attributes of the text: font, colour and alignment, and those set here.
  open var defaultTextAttributes: [NSAttributedString.Key: Any] {
    get {
      let style = NSMutableParagraphStyle()
      style.alignment = textAlignment
      var attributes: [NSAttributedString.Key: Any] = [
        .font: font ?? .systemFont(ofSize: 17), .foregroundColor: textColor ?? .label, .paragraphStyle: style,
      ]
      attributes.merge(otherAttributes) { $1 }
      return attributes
    }
    set {
      otherAttributes = newValue
      if let font = newValue[.font] as? UIFont { self.font = font }
      if let color = newValue[.foregroundColor] as? UIColor { textColor = color }
      if let style = newValue[.paragraphStyle] as? NSParagraphStyle { textAlignment = style.alignment }
      for key in [NSAttributedString.Key.font, .foregroundColor, .paragraphStyle] {
        otherAttributes[key] = nil
      }
      if let styled {
        styled.setAttributes(newValue, range: NSRange(location: 0, length: styled.length))
      }
      update()
    }
  }
  private var otherAttributes: [NSAttributedString.Key: Any] = [:]
  /// The attributes of text typed next; nil while the field is not being edited.
  open var typingAttributes: [NSAttributedString.Key: Any]? {
    get { isEditing ? typedAttributes ?? defaultTextAttributes : nil }
    set { if isEditing { typedAttributes = newValue } }
  }
  private var typedAttributes: [NSAttributedString.Key: Any]?
  open var isEditing: Bool { isFirstResponder }

  // MARK: Views beside the text

  open var leftView: UIView? { didSet { sideChanged(oldValue, leftView) } }
  open var rightView: UIView? { didSet { sideChanged(oldValue, rightView) } }
  open var leftViewMode = ViewMode.never { didSet { setNeedsLayout() } }
  open var rightViewMode = ViewMode.never { didSet { setNeedsLayout() } }
  open var clearButtonMode = ViewMode.never { didSet { setNeedsLayout() } }
  var clearButton: TapButton?

  private func sideChanged(_ old: UIView?, _ new: UIView?) {
    if old !== new, old?.superview === self { old?.removeFromSuperview() }
    setNeedsLayout()
  }
  // MARK: Layout

  func update() {
    guard label.superview != nil else { return }
    showText()
    // The accessibility text is sent with the layer.
    layer.markChanged()
    showBorder()
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }
  override func colorsMayHaveChanged() { update() }
  override func stateChanged() { update() }

  // E-970.3
  override func textSizeMayHaveChanged() {
    guard adjustsFontForContentSizeCategory else { return }
    let traits = traitCollection
    if let new = font?.following(traits), new != font { font = new }
    if let typed = typedAttributes?[.font] as? UIFont, let new = typed.following(traits) {
      typedAttributes?[.font] = new
    }
    if let styledPlaceholder, let new = styledPlaceholder.following(traits) {
      self.styledPlaceholder = new
      update()
    }
    if let styled, let new = styled.following(traits) {
      self.styled = NSTextStorage(attributedString: new)
      update()
    }
  }
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    showSelection()
  }
  func traitsChanged() {
    update()
    Keyboard.shared.traitsChanged(self)
  }

  private func showText() {
    label.adjustsFontSizeToFitWidth = adjustsFontSizeToFitWidth && !isEditing
    if let font, minimumFontSize > 0 { label.minimumScaleFactor = minimumFontSize / font.pointSize }
    label.font = font
    label.textAlignment = textAlignment
    if storage.isEmpty {
      label.textColor = .placeholderText
      if let styledPlaceholder {
        label.attributedText = styledPlaceholder
      } else {
        label.text = plainPlaceholder
      }
    } else {
      label.textColor = isEnabled ? textColor : .tertiaryLabel
      if let styled, !isSecureTextEntry {
        label.attributedText = styled
      } else if otherAttributes.isEmpty {
        label.text = shownText
      } else {
        label.attributedText = NSAttributedString(string: shownText, attributes: defaultTextAttributes)
      }
    }
  }

  private var padding: CGFloat { borderStyle == .none ? 0 : 7 }
  open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }
  open func textRect(forBounds bounds: CGRect) -> CGRect {
    var rect = bounds.insetBy(dx: padding, dy: 0)
    if showsLeft {
      let edge = asked("leftViewRect(forBounds:)", bounds, leftViewRect).maxX + (borderStyle == .none ? 0 : 4)
      rect = CGRect(x: edge, y: rect.minY, width: max(0, rect.maxX - edge), height: rect.height)
    }
    let right =
      showsClear
      ? asked("clearButtonRect(forBounds:)", bounds, clearButtonRect).minX - 2
      : showsRight ? asked("rightViewRect(forBounds:)", bounds, rightViewRect).minX : nil
    if let right { rect.size.width = max(0, right - rect.minX) }
    return rect
  }
  open func editingRect(forBounds bounds: CGRect) -> CGRect {
    asked("textRect(forBounds:)", bounds, textRect)
  }
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect {
    asked("textRect(forBounds:)", bounds, textRect)
  }
  func asked(_ name: String, _ bounds: CGRect, _ rect: (CGRect) -> CGRect) -> CGRect {
    askedRect(name) { rect(bounds) }
  }
  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
    CGRect(x: bounds.maxX - 24, y: bounds.midY - 9.5, width: 19, height: 19)
  }
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = sideSize(leftView)
    return CGRect(origin: CGPoint(x: bounds.minX + padding, y: bounds.midY - size.height / 2), size: size)
  }
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = sideSize(rightView)
    return CGRect(
      origin: CGPoint(x: bounds.maxX - padding - size.width, y: bounds.midY - size.height / 2), size: size)
  }
  private func sideSize(_ view: UIView?) -> CGSize {
    guard let view else { return .zero }
    return view.bounds.isEmpty ? view.intrinsicContentSize : view.bounds.size
  }
  open func drawText(in rect: CGRect) { label.drawText(in: rect) }
  open func drawPlaceholder(in rect: CGRect) { label.drawText(in: rect) }

  open override func layoutSubviews() {
    super.layoutSubviews()
    placeBorder()
    placeSides()
    let rect =
      storage.isEmpty
      ? asked("placeholderRect(forBounds:)", bounds, placeholderRect)
      : isEditing
        ? asked("editingRect(forBounds:)", bounds, editingRect)
        : asked("textRect(forBounds:)", bounds, textRect)
    if pane.frame != rect { pane.frame = rect }
    showSelection()
  }
  open override var intrinsicContentSize: CGSize {
    let size = label.intrinsicContentSize
    let line = font?.lineHeight ?? 20
    var sides = padding * 2
    if showsLeft { sides += sideSize(leftView).width }
    if showsRight { sides += sideSize(rightView).width }
    return CGSize(width: size.width + sides, height: borderStyle == .none ? line.rounded(.up) + 2 : 34)
  }

  /// The baseline of the text, even while the field shows its placeholder or is empty.
  override func baselineOffset(_ baseline: TextBaseline, in size: CGSize) -> CGFloat? {
    let rect = asked("textRect(forBounds:)", CGRect(origin: .zero, size: size), textRect)
    return label.baselineOffset(baseline, in: rect.size).map { rect.minY + $0 }
  }

  /// The index of the last typed character of a secure text, which is shown for one second (E-385).
  var revealed: Int?
  var hiding: LayerAlarm?
  /// How far the text is scrolled to the left so that the insertion point is visible, in points.
  var scroll: CGFloat = 0

  // MARK: Editing

  open override var canBecomeFirstResponder: Bool { isEnabled }
  var allowsEditing: Bool { isEnabled }
  var allowsSelecting: Bool { true }

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
    replacesSecureText = isSecureTextEntry && !storage.isEmpty
    update()
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
    editor.unmark()
    guard super.resignFirstResponder() else { return false }
    typedAttributes = nil
    revealed = nil
    replacesSecureText = false
    update()
    let outer = EndingField.current
    EndingField.current = self
    defer { EndingField.current = outer }
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

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    editor.isPressed = false
    return super.beginTracking(touch, with: event)
  }
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    super.touchEnded(inside: inside, event)
    guard inside, !editor.isPressed else { return }
    let wasEditing = isFirstResponder
    guard becomeFirstResponder(), wasEditing, let touch = event?.allTouches?.first else { return }
    editor.tapped(touch.location(in: self), count: touch.tapCount)
  }

  /// E-244, E-247.
  private func typeText(_ text: String) {
    if text == "\n" { return returnKey() }
    let replacesAll = clearsOnInsertion || replacesSecureText
    replacesSecureText = false
    editor.insert(text, replacing: replacesAll ? whole : nil)
  }
  private var whole: NSRange { NSRange(location: 0, length: storage.utf16.count) }
  /// E-440: whether the secure text was entered before this editing session; then typing replaces all of it.
  private var replacesSecureText = false

  /// E-245: if the delegate returns false, nothing changes and nobody is notified.
  func mayReplace(_ range: NSRange, with text: String) -> Bool {
    delegate?.ask(
      from: self, "textField(_:shouldChangeCharactersIn:replacementString:)",
      "textField:shouldChangeCharactersInRange:replacementString:"
    ) { $0.textField(self, shouldChangeCharactersIn: range, replacementString: text) } ?? true
  }
  func typed(_ text: String) -> NSAttributedString {
    // A text field has one line, so pasted line breaks become spaces.
    let line =
      text.contains(where: \.isNewline)
      ? String(text.map { $0.isNewline ? " " : $0 }) : text
    return NSAttributedString(string: line, attributes: typedAttributes ?? defaultTextAttributes)
  }
  func part(_ range: NSRange) -> NSAttributedString {
    styled?.attributedSubstring(from: range)
      ?? NSAttributedString(string: (storage as NSString).substring(with: range))
  }
  func put(_ text: NSAttributedString, in range: NSRange) {
    if typedAttributes != nil, styled == nil {
      styled = NSTextStorage(string: storage, attributes: defaultTextAttributes)
    }
    storage = (storage as NSString).replacingCharacters(in: range, with: text.string)
    styled?.replaceCharacters(in: range, with: text)
    if isSecureTextEntry, text.string.count == 1, NSMaxRange(range) <= storage.utf16.count {
      let index = String.Index(utf16Offset: range.location, in: storage)
      reveal(storage.distance(from: storage.startIndex, to: index))
    } else {
      revealed = nil
    }
  }

  func notifySelection() {
    delegate?.tell(from: self, "textFieldDidChangeSelection(_:)", "textFieldDidChangeSelection:") {
      $0.textFieldDidChangeSelection(self)
    }
  }
  func notifyChange() {
    update()
    send(.editingChanged, nil)
    NotificationCenter.default.post(name: UITextField.textDidChangeNotification, object: self)
    notifySelection()
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

  nonisolated public static let textDidBeginEditingNotification = Notification.Name(
    "UITextFieldTextDidBeginEditingNotification")
  nonisolated public static let textDidEndEditingNotification = Notification.Name(
    "UITextFieldTextDidEndEditingNotification")
  nonisolated public static let textDidChangeNotification = Notification.Name(
    "UITextFieldTextDidChangeNotification")

  // MARK: Text input
  // Implemented by the editor. Declared in both text classes, because members of extensions and protocol
  // extensions cannot be overridden.

  open var hasText: Bool { !editedText.isEmpty }
  open func insertText(_ text: String) { typeText(text) }
  open func deleteBackward() {
    guard allowsEditing else { return }
    guard replacesSecureText else { return editor.deleteBackward() }
    replacesSecureText = false
    editor.delete(whole)
  }
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
    unimplemented("UITextField.setBaseWritingDirection(_:for:)")
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
    return delegate?.ask(
      from: self, "textField(_:editMenuForCharactersIn:suggestedActions:)",
      "textField:editMenuForCharactersInRange:suggestedActions:"
    ) { $0.textField(self, editMenuForCharactersIn: range, suggestedActions: suggestedActions) } ?? nil
  }
  open func willPresentEditMenu(with animator: any UIEditMenuInteractionAnimating) {
    delegate?.tell(
      from: self, "textField(_:willPresentEditMenuWith:)", "textField:willPresentEditMenuWithAnimator:"
    ) { $0.textField(self, willPresentEditMenuWith: animator) }
  }
  open func willDismissEditMenu(with animator: any UIEditMenuInteractionAnimating) {
    delegate?.tell(
      from: self, "textField(_:willDismissEditMenuWith:)", "textField:willDismissEditMenuWithAnimator:"
    ) { $0.textField(self, willDismissEditMenuWith: animator) }
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

  override var defaultAccessibilityLabel: String? { placeholder }
  /// E-440: secure text is not exposed to accessibility.
  private var accessibilityText: String {
    isSecureTextEntry ? String(repeating: "•", count: storage.count) : storage
  }
  override var defaultAccessibilityValue: String? { accessibilityText }
  override var elementText: String? { storage.isEmpty ? placeholder : accessibilityText }
  override var isElementWithControls: Bool { true }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UITextField.self,
      {
        [
          "delegate": \.delegate, "text": \.text, "attributedText": \.attributedText,
          "placeholder": \.placeholder, "attributedPlaceholder": \.attributedPlaceholder, "font": \.font,
          "textColor": \.textColor, "textAlignment": \.textAlignment, "borderStyle": \.borderStyle,
          "adjustsFontForContentSizeCategory": \.adjustsFontForContentSizeCategory,
          "clearsOnBeginEditing": \.clearsOnBeginEditing, "clearsOnInsertion": \.clearsOnInsertion,
          "adjustsFontSizeToFitWidth": \.adjustsFontSizeToFitWidth, "minimumFontSize": \.minimumFontSize,
          "allowsEditingTextAttributes": \.allowsEditingTextAttributes, "background": \.background,
          "disabledBackground": \.disabledBackground, "defaultTextAttributes": \.defaultTextAttributes,
          "typingAttributes": \.typingAttributes, "leftView": \.leftView, "rightView": \.rightView,
          "leftViewMode": \.leftViewMode, "rightViewMode": \.rightViewMode,
          "clearButtonMode": \.clearButtonMode, "selectedTextRange": \.selectedTextRange,
          "selectionAffinity": \.selectionAffinity, "markedTextStyle": \.markedTextStyle,
          "inputDelegate": \.inputDelegate, "keyboardType": \.keyboardType,
          "returnKeyType": \.returnKeyType, "autocapitalizationType": \.autocapitalizationType,
          "autocorrectionType": \.autocorrectionType, "spellCheckingType": \.spellCheckingType,
          "keyboardAppearance": \.keyboardAppearance, "secureTextEntry": \.isSecureTextEntry,
          "enablesReturnKeyAutomatically": \.enablesReturnKeyAutomatically,
          "textContentType": \.textContentType,
        ]
      },
      readOnly: {
        [
          "editing": \.isEditing, "hasText": \.hasText, "markedTextRange": \.markedTextRange,
          "beginningOfDocument": \.beginningOfDocument, "endOfDocument": \.endOfDocument,
          "tokenizer": \.tokenizer, "textInputView": \.textInputView,
        ]
      },
      reporting: ["text"]
    )
  }
}
