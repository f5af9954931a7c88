import CarobFoundation
import CoreGraphics

/// The view that a text editor works on. Offsets are in UTF-16 units; points and rectangles are in the view's
/// coordinates.
@MainActor
protocol TextEditing: UIView, UITextInput {
  var editor: TextEditor { get }
  var editedText: String { get }
  var allowsEditing: Bool { get }
  var allowsSelecting: Bool { get }
  var allowsEditingTextAttributes: Bool { get }
  /// Called before the attributes of a part of the text change.
  func prepareForStyles()
  /// Asks the delegate whether a change is allowed, before the text changes.
  func mayReplace(_ range: NSRange, with text: String) -> Bool
  /// Text with the typing attributes.
  func typed(_ text: String) -> NSAttributedString
  func part(_ range: NSRange) -> NSAttributedString
  /// Changes the stored text without notifying anyone.
  func put(_ text: NSAttributedString, in range: NSRange)
  /// Updates the display and notifies the delegate and observers after the user changed the text or the
  /// selection.
  func notifyChange()
  func notifySelection()
  /// Updates the display of the selection.
  func showSelection()
  func caretBox(at offset: Int) -> CGRect
  /// The insertion point's box where an offset is at the end of one line and the beginning of the next.
  func caretBox(at offset: Int, _ affinity: UITextStorageDirection) -> CGRect
  func boxes(of range: NSRange) -> [CGRect]
  func nearestOffset(to point: CGPoint) -> Int
}

extension TextEditing {
  func caretBox(at offset: Int, _ affinity: UITextStorageDirection) -> CGRect { caretBox(at: offset) }
}

/// Edits the text of a view: selection, typing, composing, moving, copying and pasting, undoing.
///
/// Each text field and text view has one. The view decides whether the text may change and notifies its
/// delegate.
@MainActor
final class TextEditor {
  unowned let view: any TextEditing
  private(set) var selection = NSRange(location: 0, length: 0)
  /// Whether the moving end of the selection is its start.
  private var isBackward = false
  /// The marked text, which an input method is composing (E-380).
  private(set) var marked: NSRange?
  private var composition: (location: Int, old: NSAttributedString)?
  /// The x position that the insertion point keeps when it moves up and down.
  private var column: CGFloat?
  private var last: Edit?
  /// Whether the current touch has moved the insertion point or selected a word.
  var isPressed = false
  private var loupe: Loupe?

  init(_ view: any TextEditing) { self.view = view }

  // E-1026
  /// Whether an insertion point between two lines is at the beginning of the second (`forward`) or at the end
  /// of the first. Each change of the selection resets it.
  var affinity = UITextStorageDirection.forward {
    didSet { if oldValue != affinity { view.showSelection() } }
  }
  private var headBox: CGRect { view.caretBox(at: head, selection.length == 0 ? affinity : .forward) }

  private var units: TextUnits { TextUnits(view.editedText) }
  private var length: Int { (view.editedText as NSString).length }

  // MARK: Selection

  var head: Int { isBackward ? selection.location : NSMaxRange(selection) }
  private var anchor: Int { isBackward ? NSMaxRange(selection) : selection.location }

  func clamp(_ range: NSRange) -> NSRange {
    let length = length
    let start = min(max(range.location, 0), length)
    return NSRange(location: start, length: min(max(range.length, 0), length - start))
  }

  /// Resets the state after the text was set in code. Nobody is notified, and the change cannot be undone.
  func reset() {
    (marked, composition, last, column) = (nil, nil, nil, nil)
    selection = NSRange(location: length, length: 0)
    isBackward = false
    ownUndoManager?.removeAllActions(withTarget: self)
  }
  /// Limits the selection to the text after it was changed elsewhere, without notifying anyone.
  func clampQuietly() {
    selection = clamp(selection)
    if let old = marked, clamp(old) != old { (marked, composition) = (nil, nil) }
  }

  func select(_ range: NSRange, isBackward: Bool = false) {
    let new = clamp(range)
    let old = selection
    self.isBackward = isBackward && new.length > 0
    if let marked, NSIntersectionRange(marked, new).length < new.length || !contains(marked, new) { unmark() }
    if new != old { Keyboard.shared.selectionWillChange(view) }
    selection = new
    affinity = .forward
    view.showSelection()
    guard new != old else { return }
    last = nil
    Keyboard.shared.textChanged(view)
    Keyboard.shared.selectionDidChange(view)
    view.notifySelection()
  }
  private func contains(_ outer: NSRange, _ inner: NSRange) -> Bool {
    inner.location >= outer.location && NSMaxRange(inner) <= NSMaxRange(outer)
  }
  /// Moves one end of the selection.
  func extend(to offset: Int, from anchor: Int? = nil) {
    let anchor = anchor ?? self.anchor
    select(
      NSRange(location: min(anchor, offset), length: abs(offset - anchor)), isBackward: offset < anchor)
  }

  // MARK: Typing

  func insert(_ text: String, replacing range: NSRange? = nil) {
    guard view.allowsEditing else { return }
    let target = range ?? marked ?? selection
    if let marked, target == marked, text == (view.editedText as NSString).substring(with: marked) {
      // E-380: the composed text stays; the delegate and observers are notified.
      Keyboard.shared.textWillChange(view)
      unmark()
      selection = NSRange(location: NSMaxRange(target), length: 0)
      return changed()
    }
    replace(target, with: view.typed(text), .typing)
  }

  func deleteBackward() {
    if selection.length > 0 { return delete(selection) }
    guard selection.location > 0 else { return }
    delete(NSRange(location: units.next(head, forward: false), length: 0).union(to: head))
  }

  func delete(_ range: NSRange) {
    guard view.allowsEditing, range.length > 0 else { return }
    replace(range, with: NSAttributedString(string: ""), .deleting)
  }

  /// Replaces a range of the text. Returns whether the delegate allowed it.
  @discardableResult
  func replace(_ range: NSRange, with text: NSAttributedString, _ kind: Edit.Kind) -> Bool {
    // The delegate may have changed the text itself.
    guard asks(range, text.string, kind), clamp(range) == range else { return false }
    let isCommit = composition != nil && marked == range
    let old = isCommit ? composition?.old ?? view.part(range) : view.part(range)
    (marked, composition) = (nil, nil)
    Keyboard.shared.textWillChange(view)
    view.put(text, in: range)
    selection = NSRange(location: range.location + text.length, length: 0)
    isBackward = false
    record(Edit(kind, range.location, text.length, old))
    changed()
    return true
  }

  /// E-379: the delegate is asked about the user's changes, but not about changes in code, including those it
  /// makes itself while being asked.
  private func asks(_ range: NSRange, _ text: String, _ kind: Edit.Kind) -> Bool {
    guard KeyInput.isTyping || kind == .cutting || kind == .pasting else { return true }
    return KeyInput.byCode { view.mayReplace(range, with: text) }
  }

  private func changed() {
    column = nil
    view.showSelection()
    Keyboard.shared.textDidChange(view)
    view.notifyChange()
    Keyboard.shared.textChanged(view)
    UIMenuController.shared.hideMenu()
  }

  /// Clears the text for the clear button. The delegate was already asked with the clear button's own method
  /// (E-249).
  func clear() {
    KeyInput.byCode { _ = replace(NSRange(location: 0, length: length), with: view.typed(""), .typing) }
  }

  // MARK: Composing

  /// E-380: each composition step is a separate change, with the same delegate calls as typing.
  func setMarked(_ text: String, selected: NSRange) {
    guard view.allowsEditing, marked != nil || !text.isEmpty else { return }
    let range = marked ?? selection
    guard asks(range, text, .typing), clamp(range) == range else { return }
    if composition == nil { composition = (range.location, view.part(range)) }
    Keyboard.shared.textWillChange(view)
    view.put(view.typed(text), in: range)
    let new = NSRange(location: range.location, length: (text as NSString).length)
    marked = new.length > 0 ? new : nil
    if marked == nil { endComposition(length: 0) }
    let start = min(max(selected.location, 0), new.length)
    selection = NSRange(
      location: new.location + start, length: min(max(selected.length, 0), new.length - start))
    isBackward = false
    changed()
  }

  func unmark() {
    guard let range = marked else { return }
    marked = nil
    endComposition(length: range.length)
    view.showSelection()
  }

  private func endComposition(length: Int) {
    guard let made = composition else { return }
    composition = nil
    if length > 0 || made.old.length > 0 { record(Edit(.typing, made.location, length, made.old)) }
  }

  // MARK: Undoing

  /// An undo step: text typed or deleted without interruption.
  final class Edit {
    enum Kind: String {
      case typing = "Typing", deleting = "Delete", cutting = "Cut", pasting = "Paste", styling = "Format"
    }
    let kind: Kind
    var location: Int
    var inserted: Int
    var removed: NSAttributedString
    init(_ kind: Kind, _ location: Int, _ inserted: Int, _ removed: NSAttributedString) {
      (self.kind, self.location, self.inserted, self.removed) = (kind, location, inserted, removed)
    }
  }

  private var ownUndoManager: UndoManager?
  var undoManager: UndoManager {
    if let ownUndoManager { return ownUndoManager }
    let made = UndoManager()
    ownUndoManager = made
    return made
  }

  /// E-382: typing extends the previous undo step as long as nothing else happened in between.
  private func record(_ edit: Edit) {
    if let last, last.kind == edit.kind, edit.removed.length == 0 || edit.inserted == 0 {
      if edit.kind == .typing, edit.removed.length == 0, edit.location == last.location + last.inserted {
        last.inserted += edit.inserted
        return
      }
      if edit.kind == .deleting, last.inserted == 0, edit.location + edit.removed.length == last.location {
        let joined = NSTextStorage(attributedString: edit.removed)
        joined.append(last.removed)
        (last.location, last.removed) = (edit.location, joined)
        return
      }
    }
    last = edit
    register(edit)
  }

  private func register(_ edit: Edit) {
    guard let manager = view.undoManager else { return }
    manager.registerUndo(withTarget: self) { editor in editor.revert(edit) }
    manager.setActionName(edit.kind.rawValue)
  }

  private func revert(_ edit: Edit) {
    let range = NSRange(location: edit.location, length: edit.inserted)
    guard clamp(range) == range, asks(range, edit.removed.string, .pasting), clamp(range) == range else {
      return
    }
    let inverse = Edit(edit.kind, edit.location, edit.removed.length, view.part(range))
    (marked, composition, last) = (nil, nil, nil)
    Keyboard.shared.textWillChange(view)
    view.put(edit.removed, in: range)
    selection = NSRange(location: edit.location + edit.removed.length, length: 0)
    isBackward = false
    register(inverse)
    changed()
  }

  // MARK: Commands

  /// E-381: whether the text can perform an action; nil leaves the decision to the superclass.
  func canPerform(_ action: Selector) -> Bool? {
    let hasSelection = selection.length > 0
    switch action {
    case "cut:": return hasSelection && view.allowsEditing && !view.isSecureTextEntry
    case "copy:": return hasSelection && !view.isSecureTextEntry
    case "paste:": return view.allowsEditing && UIPasteboard.general.hasStrings
    case "select:": return view.allowsSelecting && !hasSelection && length > 0
    case "selectAll:": return view.allowsSelecting && length > 0 && selection.length < length
    case "toggleBoldface:", "toggleItalics:", "toggleUnderline:":
      return view.allowsEditingTextAttributes && view.allowsEditing && hasSelection && !view.isSecureTextEntry
    // NB: selected text is cut or replaced by typing; only other responders offer Delete.
    case "delete:": return false
    default: return nil
    }
  }

  func cut() {
    guard selection.length > 0, view.allowsEditing, !view.isSecureTextEntry else { return }
    let text = (view.editedText as NSString).substring(with: selection)
    if replace(selection, with: NSAttributedString(string: ""), .cutting) {
      UIPasteboard.general.string = text
    }
  }
  func copy() {
    guard selection.length > 0, !view.isSecureTextEntry else { return }
    UIPasteboard.general.string = (view.editedText as NSString).substring(with: selection)
  }
  func paste() {
    guard view.allowsEditing, let text = UIPasteboard.general.string else { return }
    replace(marked ?? selection, with: view.typed(text), .pasting)
  }
  func selectWord() { if let word = units.selectableWord(at: head) { select(word) } }
  func selectAll() { select(NSRange(location: 0, length: length)) }

  // E-984
  /// Gives the selected text a style, or removes it if all of the text has it. The delegate is notified of the
  /// change, but not asked, because the characters stay.
  func toggle(_ style: TextStyleChange) {
    guard canPerform(style.action) == true else { return }
    view.prepareForStyles()
    let (range, old) = (selection, view.part(selection))
    Keyboard.shared.textWillChange(view)
    view.put(style.toggled(old), in: range)
    last = nil
    register(Edit(.styling, range.location, range.length, old))
    changed()
  }

  // MARK: Keys

  /// Performs a key that moves the insertion point or deletes (E-383). Returns false for other keys.
  func perform(_ key: String, _ flags: UIKeyModifierFlags) -> Bool {
    let extends = flags.contains(.shift)
    let flags = flags.subtracting([.shift, .numericPad, .alphaShift])
    switch key {
    case "left", "right":
      let forward = key == "right"
      if flags.contains(.command) { return moveToLineEnd(forward, extends) }
      if flags.contains(.alternate) {
        return move(to: units.boundary(.word, from: head, forward: forward) ?? head, extends)
      }
      // Without shift, the first step collapses the selection to the side of the movement.
      if !extends, selection.length > 0 {
        return move(to: forward ? NSMaxRange(selection) : selection.location, false)
      }
      return move(to: units.next(head, forward: forward), extends)
    case "up", "down":
      let forward = key == "down"
      if flags.contains(.command) { return move(to: forward ? length : 0, extends) }
      if flags.contains(.alternate) {
        return move(to: units.boundary(.paragraph, from: head, forward: forward) ?? head, extends)
      }
      return moveLine(forward, extends)
    case "home", "end": return moveToLineEnd(key == "end", extends)
    case "pageUp": return move(to: 0, extends)
    case "pageDown": return move(to: length, extends)
    case "delete", "forwardDelete":
      let forward = key == "forwardDelete"
      guard selection.length == 0, forward || !flags.isDisjoint(with: [.command, .alternate]) else {
        view.deleteBackward()
        return true
      }
      let other: Int
      if flags.contains(.command) {
        other = lineEnd(forward)
      } else if flags.contains(.alternate) {
        other = units.boundary(.word, from: head, forward: forward) ?? head
      } else {
        other = units.next(head, forward: forward)
      }
      delete(NSRange(location: min(head, other), length: abs(other - head)))
      return true
    default: return false
    }
  }

  private func move(to offset: Int, _ extends: Bool) -> Bool {
    column = nil
    if extends { extend(to: offset) } else { select(NSRange(location: offset, length: 0)) }
    return true
  }

  /// E-1026: at the end of a wrapped line the insertion point stays in that line.
  private func moveToLineEnd(_ forward: Bool, _ extends: Bool) -> Bool {
    _ = move(to: lineEnd(forward), extends)
    if forward { affinity = .backward }
    return true
  }

  /// The start or end of the displayed line, not of the paragraph.
  private func lineEnd(_ forward: Bool) -> Int {
    let box = headBox
    return view.nearestOffset(to: CGPoint(x: forward ? 1e6 : -1e6, y: box.midY))
  }

  private func moveLine(_ down: Bool, _ extends: Bool) -> Bool {
    let box = headBox
    let x = column ?? box.midX
    let y = down ? box.maxY + box.height / 2 : box.minY - box.height / 2
    let first = view.caretBox(at: 0)
    let end = view.caretBox(at: length)
    // Moving beyond the first or last line goes to the start or end of the text.
    let offset = y < first.minY ? 0 : y > end.maxY ? length : view.nearestOffset(to: CGPoint(x: x, y: y))
    _ = move(to: offset, extends)
    column = x
    return true
  }

  // MARK: Touches

  /// E-383: one tap places the insertion point, two select a word, three the paragraph.
  func tapped(_ point: CGPoint, count: Int) {
    let offset = view.nearestOffset(to: point)
    unmark()
    switch count {
    case 1:
      let caret = view.caretBox(at: head)
      let stays = selection == NSRange(location: offset, length: 0) && abs(point.x - caret.midX) < 12
      select(NSRange(location: offset, length: 0))
      // A second tap at the insertion point shows the menu.
      if stays { showMenu() }
    case 2:
      if let word = units.selectableWord(at: offset) { select(word) }
      showMenu()
    default:
      select(units.paragraph(at: offset))
      showMenu()
    }
  }

  func pressed(_ press: UILongPressGestureRecognizer) {
    let point = press.location(in: view)
    switch press.state {
    case .began:
      isPressed = true
      if view.allowsEditing {
        guard view.becomeFirstResponder() else { return }
        select(NSRange(location: view.nearestOffset(to: point), length: 0))
        showLoupe()
      } else if view.becomeFirstResponder(),
        let word = units.selectableWord(at: view.nearestOffset(to: point))
      {
        select(word)
      }
    case .changed:
      guard view.isFirstResponder, view.allowsEditing else { return }
      select(NSRange(location: view.nearestOffset(to: point), length: 0))
      showLoupe()
    case .ended:
      hideLoupe()
      if view.isFirstResponder { showMenu() }
    default: hideLoupe()
    }
  }

  /// E-518: shows or moves the loupe.
  private func showLoupe() {
    guard let window = view.window else { return hideLoupe() }
    let loupe = loupe ?? Loupe()
    self.loupe = loupe
    loupe.show(view, view.caretBox(at: head), in: window)
  }
  private func hideLoupe() {
    loupe?.removeFromSuperview()
    loupe = nil
  }

  /// Moves one end of the selection while it is dragged. It cannot pass the other end.
  func drag(_ isStart: Bool, to point: CGPoint) {
    let offset = view.nearestOffset(to: point)
    let range = selection
    if isStart {
      extend(to: min(offset, NSMaxRange(range) - 1), from: NSMaxRange(range))
    } else {
      extend(to: max(offset, range.location + 1), from: range.location)
    }
  }

  func showMenu() {
    guard view.isFirstResponder else { return }
    let menu = UIMenuController.shared
    menu.hideMenu()
    let boxes = selection.length > 0 ? view.boxes(of: selection) : [view.caretBox(at: head)]
    let box = boxes.reduce(CGRect.null) { $0.union($1) }
    guard !box.isNull else { return }
    menu.show(for: view, rect: box.intersection(view.bounds.insetBy(dx: -2, dy: -2)))
  }
}

extension NSRange {
  fileprivate func union(to end: Int) -> NSRange { NSRange(location: location, length: end - location) }
}

/// The long press of text views. It does not take touches from other views inside them.
@MainActor
final class TextPress: UILongPressGestureRecognizer {
  private let editor: TextEditor
  init(_ editor: TextEditor) {
    self.editor = editor
    super.init(target: nil, action: nil)
    cancelsTouchesInView = false
    addTarget(self, action: "carob_pressed")
  }
  required init?(coder: NSCoder) { nil }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_pressed", "carob_pressed()", 0) {
        let press = unsafeDowncast($0, to: TextPress.self)
        press.editor.pressed(press)
      }
    ]
  }
}
