import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Custom keyboards: how they are found, how they change the text, and which changes they receive.
@MainActor @Suite struct InputViewControllerTests {
  private func typing(_ text: String, _ body: (TestDevice, BoardField, Board) -> Void) {
    withDevice { device in
      let board = Board(device.log)
      let field = BoardField(frame: CGRect(x: 10, y: 100, width: 300, height: 34))
      let delegate = BoardDelegate(device.log)
      field.board = board
      field.text = text
      field.delegate = delegate
      device.showEmpty().addSubview(field)
      device.turn()
      field.becomeFirstResponder()
      device.advance(1)
      _ = device.log.take()
      withExtendedLifetime(delegate) { body(device, field, board) }
    }
  }

  @Test(.rule("E-476")) func `the view of a responder's input view controller replaces the keyboard`() {
    typing("") { device, field, board in
      let screen = UIScreen.main.bounds
      let bottom = UIScreen.main.safeAreaInsets.bottom
      #expect(board.inputView === board.view && board.view.window is KeyboardWindow)
      #expect(Keyboard.shared.frame?.height == 120 + bottom && Keyboard.shared.frame?.maxY == screen.height)
      // The responder's own input view takes precedence over its controller.
      let own = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 60))
      field.inputView = own
      field.reloadInputViews()
      device.advance(1)
      #expect(own.window is KeyboardWindow && board.view.window == nil)
      field.inputView = nil
      field.accessory = board
      field.board = nil
      field.reloadInputViews()
      device.advance(1)
      #expect(board.view.window is KeyboardWindow && (Keyboard.shared.frame?.height ?? 0) > 120 + 200)
      board.dismissKeyboard()
      device.advance(1)
      #expect(!field.isFirstResponder && Keyboard.shared.frame == nil && !board.needsInputModeSwitchKey)
    }
  }

  @Test(.rule("E-476", "E-379")) func `changes by its proxy count as typed by the user`() {
    typing("one") { device, field, board in
      board.textDocumentProxy.insertText(" two")
      board.textDocumentProxy.deleteBackward()
      #expect(
        device.log.take() == [
          "may 3+0 ' two'", "textWillChange one", "textDidChange one two", "may 6+1 ''",
          "textWillChange one two", "textDidChange one tw",
        ])
      field.returnKeyType = .search
      #expect(board.textDocumentProxy.returnKeyType == .search && board.textDocumentProxy.hasText)
      let first = board.textDocumentProxy.documentIdentifier
      #expect(first == board.textDocumentProxy.documentIdentifier)
      field.resignFirstResponder()
      board.textDocumentProxy.insertText("lost")
      #expect(field.text == "one tw" && !board.textDocumentProxy.hasText)
      #expect(board.textDocumentProxy.documentIdentifier != first)
    }
  }

  @Test(.rule("E-476")) func `its proxy reads around the selection and moves by characters`() {
    typing("ab🌳cd") { device, field, board in
      let proxy = board.textDocumentProxy
      @MainActor func read() -> [String?] {
        [proxy.documentContextBeforeInput, proxy.selectedText, proxy.documentContextAfterInput]
      }
      #expect(read() == ["ab🌳cd", nil, nil])
      proxy.adjustTextPosition(byCharacterOffset: -3)
      #expect(read() == ["ab", nil, "🌳cd"])
      #expect(device.log.take() == ["selectionWillChange", "selectionDidChange"])
      proxy.adjustTextPosition(byCharacterOffset: 1)
      #expect(read() == ["ab🌳", nil, "cd"])
      field.selectAll(nil)
      #expect(read() == [nil, "ab🌳cd", nil])
      proxy.adjustTextPosition(byCharacterOffset: -20)
      #expect(read() == [nil, nil, "ab🌳cd"])
      proxy.setMarkedText("x", selectedRange: NSRange(location: 1, length: 0))
      #expect(field.text == "xab🌳cd" && field.markedTextRange != nil)
      proxy.unmarkText()
      #expect(field.markedTextRange == nil)
    }
  }

  @Test(.rule("E-477")) func `it is notified of all changes, and of none after it is hidden`() {
    typing("one") { device, field, board in
      field.text = "two"
      #expect(device.log.take() == ["textWillChange one", "textDidChange two"])
      field.selectAll(nil)
      #expect(device.log.take() == ["selectionWillChange", "selectionDidChange"])
      field.undoManager?.removeAllActions()
      device.keyDown("x")
      #expect(
        device.log.take() == ["may 0+3 'x'", "textWillChange two", "textDidChange x"])
      field.undoManager?.undo()
      #expect(device.log.take() == ["may 0+1 'two'", "textWillChange x", "textDidChange two"])
      field.resignFirstResponder()
      field.text = "three"
      #expect(device.log.take() == [])
    }
  }
}

private final class Board: UIInputViewController {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }
  override func viewDidLoad() {
    super.viewDidLoad()
    view.frame.size.height = 120
  }
  override func textWillChange(_ textInput: (any UITextInput)?) { note("textWillChange", textInput) }
  override func textDidChange(_ textInput: (any UITextInput)?) { note("textDidChange", textInput) }
  override func selectionWillChange(_ textInput: (any UITextInput)?) { log("selectionWillChange") }
  override func selectionDidChange(_ textInput: (any UITextInput)?) { log("selectionDidChange") }
  private func note(_ what: String, _ input: (any UITextInput)?) {
    log("\(what) \((input as? UITextField)?.text ?? "nothing")")
  }
}

private final class BoardField: UITextField {
  var board: UIInputViewController?
  var accessory: UIInputViewController?
  override var inputViewController: UIInputViewController? { board }
  override var inputAccessoryViewController: UIInputViewController? { accessory }
}

private final class BoardDelegate: NSObject, UITextFieldDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("textField:shouldChangeCharactersInRange:replacementString:")
  }
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool {
    log("may \(range.location)+\(range.length) '\(string)'")
    return true
  }
}
