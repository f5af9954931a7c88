import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Editing a text view, the position of typed text, and text layout.
@MainActor @Suite struct TextViewTests {
  private func editing(_ body: (TestDevice, UITextView, ViewDelegate) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let delegate = ViewDelegate(device.log)
      let view = UITextView(frame: CGRect(x: 10, y: 100, width: 200, height: 100))
      view.font = .systemFont(ofSize: 20)
      view.delegate = delegate
      root.addSubview(view)
      device.turn()
      var tokens: [any NSObjectProtocol] = []
      for (name, word) in [
        (UITextView.textDidBeginEditingNotification, "begin"),
        (UITextView.textDidChangeNotification, "change"), (UITextView.textDidEndEditingNotification, "end"),
      ] {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: view, queue: nil) { _ in
            MainActor.assumeIsolated { device.log("N(\(word))") }
          })
      }
      body(device, view, delegate)
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
  }

  @Test(.rule("E-250")) func `the callbacks for a tap, two characters, a deletion and the end of editing`() {
    editing { device, view, _ in
      device.tap(view)
      #expect(view.isFirstResponder)
      #expect(device.log.take() == ["shouldBegin", "didBegin", "N(begin)"])
      _ = KeyInput.insert("a\n")
      #expect(
        device.log.take() == [
          "shouldChange '' 0,0 'a'", "didChangeSelection 1", "didChange 'a'", "N(change)",
          "shouldChange 'a' 1,0 '\n'", "didChangeSelection 2", "didChange 'a\n'", "N(change)",
        ])
      _ = KeyInput.handle(KeyEvent(key: "delete"))
      #expect(
        device.log.take() == [
          "shouldChange 'a\n' 1,1 ''", "didChangeSelection 1", "didChange 'a'", "N(change)",
        ])
      view.resignFirstResponder()
      #expect(!view.isFirstResponder && device.log.take() == ["shouldEnd", "didEnd", "N(end)"])
    }
  }

  @Test(.rule("E-250")) func `a delegate that returns false prevents the beginning, a change and the end`() {
    editing { device, view, delegate in
      delegate.answer = false
      device.tap(view)
      #expect(!view.isFirstResponder && device.log.take() == ["shouldBegin"])
      delegate.answer = true
      view.becomeFirstResponder()
      _ = device.log.take()
      delegate.answer = false
      _ = KeyInput.insert("a")
      #expect(view.text == "" && device.log.take() == ["shouldChange '' 0,0 'a'"])
      #expect(!view.resignFirstResponder() && device.log.take() == ["shouldEnd"])
      delegate.answer = true
    }
  }

  @Test(.rule("E-249")) func `text set in code notifies nobody`() {
    editing { device, view, _ in
      view.text = "Carob"
      view.attributedText = NSAttributedString(string: "tree")
      #expect(view.text == "tree" && device.log.take() == [])
    }
  }

  @Test func `typing inserts at the insertion point and replaces the selection`() {
    editing { device, view, _ in
      view.text = "Crob tree"
      view.becomeFirstResponder()
      view.selectedRange = NSRange(location: 1, length: 0)
      _ = device.log.take()
      view.insertText("a")
      #expect(view.text == "Carob tree" && view.selectedRange == NSRange(location: 2, length: 0))
      view.selectedRange = NSRange(location: 6, length: 4)
      view.insertText("🌳")
      #expect(view.text == "Carob 🌳" && view.selectedRange == NSRange(location: 8, length: 0))
      view.deleteBackward()
      #expect(view.text == "Carob ")
      view.selectedRange = NSRange(location: 0, length: 5)
      view.deleteBackward()
      #expect(view.text == " " && view.selectedRange == NSRange(location: 0, length: 0))
    }
  }

  @Test func `a tap into the text moves the insertion point`() {
    editing { device, view, _ in
      view.text = "first\nsecond"
      device.turn()
      let line = view.font!.lineHeight
      device.tap(10 + 6, 100 + 8 + line * 1.5)
      #expect(view.selectedRange == NSRange(location: 6, length: 0))
      view.insertText("a ")
      #expect(view.text == "first\na second")
      device.tap(200, 100 + 8 + line * 0.5)
      #expect(view.selectedRange.location == 5)
    }
  }

  @Test func `the content grows with the text, including an empty last line, and typing scrolls to it`() {
    editing { device, view, _ in
      let line = view.font!.lineHeight
      let lines: @MainActor () -> Int = {
        device.turn()
        return Int(((view.contentSize.height - 16) / line).rounded())
      }
      #expect(lines() == 1)
      view.text = "one\ntwo"
      #expect(lines() == 2)
      view.text = "one\ntwo\n"
      #expect(lines() == 3)
      view.text = "one\n\n"
      #expect(lines() == 3)
      view.becomeFirstResponder()
      for _ in 0..<10 { view.insertText("\n") }
      device.turn()
      #expect(lines() == 13 && view.contentOffset.y > 0)
      #expect(abs(view.contentOffset.y + view.bounds.height - view.contentSize.height) < 12)
    }
  }

  @Test func `a text view that does not scroll has the size of its text`() {
    editing { device, view, _ in
      view.isScrollEnabled = false
      view.text = "one\ntwo\nthree"
      let size = view.sizeThatFits(CGSize(width: 200, height: CGFloat.greatestFiniteMagnitude))
      #expect(abs(size.height - (16 + 3 * view.font!.lineHeight)) <= 1)
      #expect(view.intrinsicContentSize == size)
    }
  }

  @Test func `a text view shows a custom storage, layout manager and container`() {
    withDevice { device in
      let root = device.showEmpty()
      let storage = NSTextStorage(attributedString: NSAttributedString(string: "Carob"))
      let manager = NSLayoutManager()
      storage.addLayoutManager(manager)
      let container = NSTextContainer(size: CGSize(width: 100, height: 1000))
      manager.addTextContainer(container)
      let view = UITextView(frame: CGRect(x: 0, y: 100, width: 100, height: 100), textContainer: container)
      root.addSubview(view)
      device.turn()
      #expect(view.textStorage === storage && view.layoutManager === manager && view.text == "Carob")
      let before = view.contentSize.height
      storage.replaceCharacters(in: NSRange(location: 5, length: 0), with: "\ntree")
      device.turn()
      #expect(view.text == "Carob\ntree" && view.contentSize.height > before)
      let box = manager.boundingRect(forGlyphRange: NSRange(location: 6, length: 4), in: container)
      #expect(box.minX == 5 && box.minY > 10 && box.width > 10)
    }
  }

  @Test func `a text storage's delegate is notified before and after a change, once per group`() {
    withDevice { device in
      let storage = NSTextStorage()
      let delegate = StorageDelegate(device.log)
      storage.delegate = delegate
      storage.append(NSAttributedString(string: "Carob"))
      #expect(device.log.take() == ["will 0,5 5", "did 0,5 5"])
      storage.beginEditing()
      storage.addAttribute(.kern, value: 2, range: NSRange(location: 1, length: 2))
      storage.replaceCharacters(in: NSRange(location: 4, length: 1), with: "")
      storage.endEditing()
      #expect(device.log.take() == ["will 1,3 -1", "did 1,3 -1"])
    }
  }

  @Test(.rule("E-244")) func `a tap into a text field that is being edited moves the insertion point`() {
    withDevice { device in
      let root = device.showEmpty()
      let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 34))
      field.text = "arob"
      root.addSubview(field)
      device.turn()
      device.tap(field)
      _ = KeyInput.insert("!")
      #expect(field.text == "arob!")
      device.tap(11, 117)
      _ = KeyInput.insert("C")
      #expect(field.text == "Carob!")
    }
  }
}

@MainActor
private final class ViewDelegate: NSObject, UITextViewDelegate {
  let log: Log
  var answer = true
  init(_ log: Log) { self.log = log }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    has(
      "textViewShouldBeginEditing:", "textViewDidBeginEditing:", "textViewShouldEndEditing:",
      "textViewDidEndEditing:", "textView:shouldChangeTextInRange:replacementText:", "textViewDidChange:",
      "textViewDidChangeSelection:")
  }
  func textViewShouldBeginEditing(_ textView: UITextView) -> Bool {
    log("shouldBegin")
    return answer
  }
  func textViewDidBeginEditing(_ textView: UITextView) { log("didBegin") }
  func textViewShouldEndEditing(_ textView: UITextView) -> Bool {
    log("shouldEnd")
    return answer
  }
  func textViewDidEndEditing(_ textView: UITextView) { log("didEnd") }
  func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool {
    log("shouldChange '\(textView.text ?? "")' \(range.location),\(range.length) '\(text)'")
    return answer
  }
  func textViewDidChange(_ textView: UITextView) { log("didChange '\(textView.text ?? "")'") }
  func textViewDidChangeSelection(_ textView: UITextView) {
    log("didChangeSelection \(textView.selectedRange.location)")
  }
}

@MainActor
private final class StorageDelegate: NSObject, @preconcurrency NSTextStorageDelegate {
  let log: Log
  init(_ log: Log) { self.log = log }
  func textStorage(
    _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int
  ) { log("will \(editedRange.location),\(editedRange.length) \(delta)") }
  func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int
  ) { log("did \(editedRange.location),\(editedRange.length) \(delta)") }
}
