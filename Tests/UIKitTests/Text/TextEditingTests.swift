import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Selecting, moving, cutting and pasting, composing and undoing with touches and keys.
@MainActor @Suite struct TextEditingTests {
  private func editing(_ text: String, _ body: (TestDevice, UITextView, EditingDelegate) -> Void) {
    withDevice { device in
      let delegate = EditingDelegate(device.log)
      let view = UITextView(frame: CGRect(x: 10, y: 100, width: 300, height: 200))
      view.font = .systemFont(ofSize: 20)
      view.text = text
      view.delegate = delegate
      device.showEmpty().addSubview(view)
      device.turn()
      view.becomeFirstResponder()
      device.advance(1)
      _ = device.log.take()
      body(device, view, delegate)
    }
  }
  private func inField(_ text: String, _ body: (TestDevice, UITextField) -> Void) {
    withDevice { device in
      let field = UITextField(frame: CGRect(x: 10, y: 100, width: 300, height: 34))
      field.text = text
      device.showEmpty().addSubview(field)
      device.turn()
      field.becomeFirstResponder()
      device.advance(1)
      body(device, field)
    }
  }
  private func key(_ name: String, _ modifiers: String...) {
    _ = KeyInput.handle(KeyEvent(key: name, modifiers: modifiers))
  }

  // MARK: Positions

  @Test func `both text classes find positions and rectangles in the same way`() {
    func check(_ text: any UITextInput) {
      let (start, end) = (text.beginningOfDocument, text.endOfDocument)
      guard let whole = text.textRange(from: start, to: end) else {
        Issue.record("no range")
        return
      }
      let found = [UITextLayoutDirection.left, .right, .up, .down].map { direction in
        text.position(within: whole, farthestIn: direction).map { text.offset(from: start, to: $0) }
      }
      #expect(found == [0, 3, 0, 3])
      let next = text.characterRange(byExtending: start, in: .right)
      #expect(next.flatMap { text.text(in: $0) } == "a")
      #expect(text.firstRect(for: whole) == text.selectionRects(for: whole).first?.rect)
      #expect(text.closestPosition(to: CGPoint(x: 1e6, y: 10)).map { text.offset(from: start, to: $0) } == 3)
      text.selectedTextRange = whole
      #expect(text.selectedTextRange?.isEmpty == false && text.markedTextRange == nil)
    }
    editing("abc") { _, view, _ in check(view) }
    inField("abc") { _, field in check(field) }
  }

  // MARK: Keys

  @Test(.rule("E-383")) func `arrow keys move by characters, words, lines and to the ends; shift selects`() {
    editing("one two\nthree 🌳 four") { device, view, _ in
      view.selectedRange = NSRange(location: 0, length: 0)
      @MainActor func after(_ name: String, _ modifiers: String...) -> NSRange {
        _ = KeyInput.handle(KeyEvent(key: name, modifiers: modifiers))
        return view.selectedRange
      }
      @MainActor func at(_ location: Int, _ length: Int = 0) -> NSRange {
        NSRange(location: location, length: length)
      }
      #expect(after("right") == at(1))
      #expect(after("right", "option") == at(3))
      #expect(after("right", "option") == at(7))
      #expect(after("left", "option") == at(4))
      #expect(after("right", "command") == at(7))
      #expect(after("left", "command") == at(0))
      #expect(after("down", "command") == at(21))
      #expect(after("up", "command") == at(0))
      #expect(after("right", "shift") == at(0, 1))
      #expect(after("right", "shift", "option") == at(0, 3))
      #expect(after("left", "shift") == at(0, 2))
      // The selection collapses to the side of the arrow, not one character further.
      #expect(after("right") == at(2))
      #expect(after("left", "shift") == at(1, 1))
      #expect(after("left", "shift") == at(0, 2))
      #expect(after("right", "shift") == at(1, 1))
      view.selectedRange = at(14)
      // A character counts once, regardless of its number of UTF-16 units.
      #expect(after("right") == at(16))
      #expect(after("up") == at(7))
      #expect(after("down") == at(16))
      #expect(after("down") == at(21))
    }
  }

  @Test(.rule("E-383"))
  func `delete removes a character, with option a word, with command up to the line's start`() {
    editing("one two three") { device, view, _ in
      key("delete", "option")
      #expect(view.text == "one two ")
      key("delete")
      #expect(view.text == "one two")
      key("delete", "command")
      #expect(view.text == "")
      #expect(
        device.log.take() == [
          "shouldChange 8,5 ''", "selection 8,0", "change", "shouldChange 7,1 ''", "selection 7,0", "change",
          "shouldChange 0,7 ''", "selection 0,0", "change",
        ])
      view.text = "ab"
      view.selectedRange = NSRange(location: 0, length: 0)
      key("forwardDelete")
      #expect(view.text == "b")
    }
  }

  // MARK: Touches

  @Test(.rule("E-383"))
  func `two taps select the word, three the paragraph, and the menu shows the possible actions`() {
    editing("one two\nthree") { device, view, _ in
      let line = view.font!.lineHeight
      let point = CGPoint(x: 10 + 5 + 45, y: 100 + 8 + line / 2)
      device.quickTap(point.x, point.y)
      let one = view.selectedRange
      device.advance(0.1)
      device.quickTap(point.x, point.y)
      #expect(one.length == 0 && view.selectedRange == NSRange(location: 4, length: 3))
      #expect(UIMenuController.shared.isMenuVisible)
      #expect(titles == ["Cut", "Copy", "Select All"])
      device.advance(0.1)
      device.quickTap(point.x, point.y)
      #expect(view.selectedRange == NSRange(location: 0, length: 7))
      // A touch outside the menu dismisses it.
      device.advance(1)
      device.tap(point.x, 280)
      #expect(
        !UIMenuController.shared.isMenuVisible && view.selectedRange == NSRange(location: 13, length: 0))
    }
  }

  private var titles: [String] {
    ScreenDescription.elements().compactMap(\.label).filter {
      ["Cut", "Copy", "Paste", "Select", "Select All", "Delete"].contains($0)
    }
  }

  @Test(.rule("E-383"))
  func `a long press moves the insertion point with the touch, then shows the menu`() {
    editing("one two three") { device, view, _ in
      let y = 108 + view.font!.lineHeight / 2
      device.down(16, y)
      device.advance(0.6)
      let first = view.selectedRange
      device.move(60, y)
      let second = view.selectedRange
      device.move(290, y)
      device.up(290, y)
      #expect(first.location < 2 && second.location > first.location)
      #expect(view.selectedRange == NSRange(location: 13, length: 0))
      #expect(UIMenuController.shared.isMenuVisible && titles == ["Select", "Select All"])
    }
  }

  @Test(.rule("E-518"), arguments: [true, false])
  func `a loupe shows the text around the insertion point while it is moved`(isLifted: Bool) {
    editing("one two three") { device, view, _ in
      let y = 108 + view.font!.lineHeight / 2
      device.down(16, y)
      device.advance(0.6)
      #expect(device.window.subviews.filter { $0 is Loupe }.count == 1)
      device.move(150, y)
      let shown = device.window.subviews.compactMap { $0 as? Loupe }
      let caret = view.convert(view.caretBox(at: view.selectedRange.location), to: nil)
      #expect(shown.count == 1 && shown.first?.center.x == caret.midX)
      #expect(shown.first.map { $0.frame.maxY < caret.minY } == true)
      // The enlarged copy of the text with the insertion point in the centre, and the insertion point itself.
      let parts = shown.first?.subviews.first?.subviews ?? []
      #expect(parts.count == 2 && parts.last?.center == CGPoint(x: 60, y: 24))
      #expect(parts.last?.backgroundColor == view.tintColor)
      let box = view.caretBox(at: view.selectedRange.location)
      let place = parts.first?.convert(CGPoint(x: box.midX, y: box.midY), to: parts.first?.superview)
      #expect(abs((place?.x ?? 0) - 60) < 0.01 && abs((place?.y ?? 0) - 24) < 0.01)
      #expect(!(parts.first?.subviews.contains { $0 is InsertionPoint } ?? true))
      if isLifted { device.up(150, y) } else { device.touch(.cancelled, [1: CGPoint(x: 150, y: y)]) }
      #expect(device.window.subviews.filter { $0 is Loupe }.isEmpty)
    }
  }

  @Test(.rule("E-383")) func `the handles of a selection can be dragged, but not past each other`() {
    editing("one two three") { device, view, _ in
      view.selectedRange = NSRange(location: 4, length: 3)
      device.turn()
      let box = view.boxes(of: view.selectedRange)[0]
      let y = 100 + box.maxY
      device.down(10 + box.maxX, y)
      for x in stride(from: box.maxX, through: 280, by: 20) { device.move(10 + x, y) }
      device.up(290, y)
      #expect(view.selectedRange == NSRange(location: 4, length: 9))
      let start = view.boxes(of: view.selectedRange)[0]
      device.advance(1)
      device.down(10 + start.minX, 100 + start.minY)
      for x in stride(from: start.minX, through: 280, by: 20) { device.move(10 + x, y) }
      device.up(290, y)
      #expect(view.selectedRange == NSRange(location: 12, length: 1))
    }
  }

  // MARK: Edit actions

  @Test(.rule("E-381")) func `cut, copy and paste shortcuts call the delegate like typing`() {
    editing("one two") { device, view, _ in
      view.selectedRange = NSRange(location: 0, length: 4)
      _ = device.log.take()
      key("x", "command")
      #expect(view.text == "two" && UIPasteboard.general.string == "one ")
      #expect(device.log.take() == ["shouldChange 0,4 ''", "selection 0,0", "change"])
      key("a", "command")
      key("c", "command")
      #expect(UIPasteboard.general.string == "two" && view.selectedRange == NSRange(location: 0, length: 3))
      _ = device.log.take()
      key("right")
      key("v", "command")
      #expect(view.text == "twotwo")
      #expect(device.log.take() == ["selection 3,0", "shouldChange 3,0 'two'", "selection 6,0", "change"])
    }
  }

  @Test(.rule("E-381"))
  func `the possible actions depend on the selection, the pasteboard and the kind of text`() {
    inField("secret") { device, field in
      @MainActor func can() -> String {
        ["cut:", "copy:", "paste:", "select:", "selectAll:", "delete:"].filter {
          field.canPerformAction(Selector($0), withSender: nil)
        }.joined(separator: " ")
      }
      #expect(can() == "select: selectAll:")
      UIPasteboard.general.string = "x"
      #expect(can() == "paste: select: selectAll:")
      field.selectAll(nil)
      #expect(can() == "cut: copy: paste:")
      field.isSecureTextEntry = true
      #expect(can() == "paste:")
      field.text = ""
      #expect(can() == "paste:")
    }
  }

  @Test(.rule("E-381")) func `a subclass that refuses an action disables its shortcut and menu item`() {
    withDevice { device in
      let field = NoPaste(frame: CGRect(x: 10, y: 100, width: 200, height: 34))
      device.showEmpty().addSubview(field)
      device.turn()
      field.becomeFirstResponder()
      UIPasteboard.general.string = "x"
      key("v", "command")
      #expect(field.text == "")
    }
  }

  // MARK: Composing

  @Test(.rule("E-380"))
  func `each composition step asks the delegate, and marked text is part of the text`() {
    editing("ab") { device, view, _ in
      view.selectedRange = NSRange(location: 1, length: 0)
      _ = device.log.take()
      @MainActor func compose(_ text: String) {
        _ = KeyInput.compose(text, selected: NSRange(location: (text as NSString).length, length: 0))
      }
      compose("n")
      compose("ni")
      #expect(view.text == "anib" && view.markedTextRange == TextRange(NSRange(location: 1, length: 2)))
      #expect(view.selectedRange == NSRange(location: 3, length: 0))
      _ = KeyInput.insert("你")
      #expect(view.text == "a你b" && view.markedTextRange == nil)
      #expect(
        device.log.take() == [
          "shouldChange 1,0 'n'", "selection 2,0", "change", "shouldChange 1,1 'ni'", "selection 3,0",
          "change",
          "shouldChange 1,2 '你'", "selection 2,0", "change",
        ])
      // The final text equals the composed text: the delegate is notified but not asked again.
      compose("é")
      _ = device.log.take()
      _ = KeyInput.insert("é")
      #expect(view.text == "a你éb" && device.log.take() == ["selection 3,0", "change"])
      compose("x")
      compose("")
      #expect(view.text == "a你éb" && view.markedTextRange == nil)
      // Undone in two steps, the letter and then the ideograph, without the intermediate composed text.
      view.undoManager?.undo()
      #expect(view.text == "ab")
    }
  }

  @Test(.rule("E-380")) func `a tap elsewhere keeps the composed text`() {
    editing("ab") { device, view, _ in
      _ = KeyInput.compose("ni", selected: NSRange(location: 2, length: 0))
      device.tap(16, 120)
      #expect(view.text == "abni" && view.markedTextRange == nil)
    }
  }

  // MARK: Undoing

  @Test(.rule("E-382")) func `text typed without interruption is undone and redone in one step`() {
    editing("") { device, view, _ in
      let manager = view.undoManager!
      @MainActor func turn() { if manager.groupingLevel > 0 { manager.endUndoGrouping() } }
      _ = KeyInput.insert("one")
      turn()
      view.selectedRange = NSRange(location: 0, length: 0)
      _ = KeyInput.insert("2 ")
      turn()
      key("delete")
      key("delete")
      turn()
      #expect(view.text == "one" && manager.undoActionName == "Delete")
      _ = device.log.take()
      key("z", "command")
      #expect(
        view.text == "2 one" && device.log.take() == ["shouldChange 0,0 '2 '", "selection 2,0", "change"])
      key("z", "command")
      #expect(view.text == "one")
      key("z", "command")
      #expect(view.text == "" && !manager.canUndo)
      key("z", "command", "shift")
      key("z", "command", "shift")
      #expect(view.text == "2 one")
      view.text = "new"
      #expect(!manager.canUndo && !manager.canRedo)
    }
  }

  @Test(.rule("E-382")) func `a shake offers to undo`() {
    editing("") { device, view, _ in
      _ = KeyInput.insert("one")
      UIApplication.shared.deliverEvent(MotionEvent())
      device.turn()
      device.advance(1)
      #expect(ScreenDescription.elements().contains { $0.label == "Undo Typing" })
      device.tap(label: "Undo")
      device.advance(1)
      #expect(view.text == "")
    }
  }

  // MARK: Changes in code

  @Test(.rule("E-379", "E-245"))
  func `inserting text in code notifies the delegate without asking, also while it is being asked`() {
    editing("") { device, view, delegate in
      view.insertText("a")
      view.deleteBackward()
      #expect(device.log.take() == ["selection 1,0", "change", "selection 0,0", "change"])
      delegate.instead = "B"
      _ = KeyInput.insert("b")
      #expect(view.text == "B")
      #expect(device.log.take() == ["shouldChange 0,0 'b'", "selection 1,0", "change"])
    }
  }

  @Test func `positions and ranges behave as UITextInput requires`() {
    editing("one\ntwo") { device, view, _ in
      let start = view.beginningOfDocument
      let three = view.position(from: start, offset: 3)!
      #expect(view.offset(from: start, to: view.endOfDocument) == 7)
      #expect(view.offset(from: three, to: start) == -3)
      #expect(view.position(from: start, offset: -1) == nil && view.position(from: start, offset: 8) == nil)
      #expect(view.compare(start, to: three) == .orderedAscending)
      #expect(
        view.compare(three, to: start) == .orderedDescending && view.compare(three, to: three) == .orderedSame
      )
      let range = view.textRange(from: start, to: three)!
      #expect(view.text(in: range) == "one" && !range.isEmpty && range.end == three)
      view.selectedTextRange = range
      #expect(view.selectedRange == NSRange(location: 0, length: 3))
      view.replace(range, withText: "four")
      #expect(view.text == "four\ntwo")
      let down = view.position(from: start, in: .down, offset: 1)!
      #expect(view.offset(from: start, to: down) == 5)
      #expect(view.position(from: down, in: .down, offset: 1) == nil)
      let caret = view.caretRect(for: start)
      #expect(caret.width == 2 && caret.minX == 4 && caret.minY == 8)
      #expect(view.closestPosition(to: CGPoint(x: caret.midX, y: caret.midY)) == start)
      let rects = view.selectionRects(for: view.textRange(from: start, to: view.endOfDocument)!)
      #expect(rects.count == 2 && rects[0].containsStart && !rects[0].containsEnd && rects[1].containsEnd)
      let word = view.tokenizer.rangeEnclosingPosition(
        view.position(from: start, offset: 1)!, with: .word, inDirection: .storage(.forward))
      #expect(word.flatMap { view.text(in: $0) } == "four")
    }
  }

  @Test func `typing attributes are kept until the insertion point moves`() {
    editing("ab") { device, view, _ in
      view.typingAttributes[.foregroundColor] = UIColor.red
      _ = KeyInput.insert("cd")
      view.selectedRange = NSRange(location: 0, length: 0)
      _ = KeyInput.insert("x")
      let color = { (index: Int) in
        view.textStorage.attribute(.foregroundColor, at: index, effectiveRange: nil)
      }
      #expect(color(3) as? UIColor == .red && color(4) as? UIColor == .red && color(0) as? UIColor == .label)
    }
  }

  // MARK: Links

  @Test(.rule("E-388"))
  func `links, email addresses and phone numbers are detected in text that is not editable`() {
    let text =
      "See https://example.com/a?b, www.example.org or write to a.b@example.com; call +1 (555) 010-9999."
    let found = DataDetector.find([.link, .phoneNumber], in: text)
    #expect(
      found.map(\.url.absoluteString) == [
        "https://example.com/a?b", "http://www.example.org", "mailto:a.b@example.com", "tel:+15550109999",
      ])
    #expect(DataDetector.find(.phoneNumber, in: "in 2026, version 1.2.3, 42") == [])
    editing("Call 555-010-9999 now") { device, view, delegate in
      view.isEditable = false
      view.dataDetectorTypes = .phoneNumber
      device.turn()
      let box = view.boxes(of: NSRange(location: 8, length: 1))[0]
      _ = device.log.take()
      device.tap(10 + box.midX, 100 + box.midY)
      #expect(device.log.take() == ["interact tel:5550109999 5,12"])
    }
  }
}

private final class NoPaste: UITextField {
  override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    action == "paste:" ? false : super.canPerformAction(action, withSender: sender)
  }
}

@MainActor
private final class EditingDelegate: NSObject, UITextViewDelegate {
  let log: Log
  /// The text that the delegate inserts itself, in place of the proposed one.
  var instead: String?
  init(_ log: Log) { self.log = log }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    has(
      "textView:shouldChangeTextInRange:replacementText:", "textViewDidChange:",
      "textViewDidChangeSelection:",
      "textView:shouldInteractWithURL:inRange:interaction:")
  }
  func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool {
    log("shouldChange \(range.location),\(range.length) '\(text)'")
    guard let instead else { return true }
    textView.insertText(instead)
    return false
  }
  func textViewDidChange(_ textView: UITextView) { log("change") }
  func textViewDidChangeSelection(_ textView: UITextView) {
    log("selection \(textView.selectedRange.location),\(textView.selectedRange.length)")
  }
  func textView(
    _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool {
    log("interact \(URL) \(characterRange.location),\(characterRange.length)")
    return false
  }
}
