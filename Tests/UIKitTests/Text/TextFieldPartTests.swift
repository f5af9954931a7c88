import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// The views beside a field's text, and the display of secure text.
@MainActor @Suite struct TextFieldPartTests {
  private func withField(_ body: (TestDevice, UITextField) -> Void) {
    withDevice { device in
      let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 34))
      field.borderStyle = .roundedRect
      device.showEmpty().addSubview(field)
      device.turn()
      body(device, field)
    }
  }
  private var shown: [String] { ScreenDescription.elements().compactMap(\.label) }

  @Test(.rule("E-249"))
  func `the clear button is visible according to its mode, asks the delegate, and clears the text`() {
    withField { device, field in
      let delegate = ClearDelegate(device.log)
      field.delegate = delegate
      field.addAction(UIAction { _ in device.log("changed '\(field.text ?? "")'") }, for: .editingChanged)
      @MainActor func shows(_ mode: UITextField.ViewMode) -> Bool {
        field.clearButtonMode = mode
        device.turn()
        return shown.contains("Clear text")
      }
      let modes: [UITextField.ViewMode] = [.never, .whileEditing, .unlessEditing, .always]
      #expect(modes.map(shows) == [false, false, false, false])
      field.text = "Carob"
      #expect(modes.map(shows) == [false, false, true, true])
      field.becomeFirstResponder()
      #expect(modes.map(shows) == [false, true, false, true])
      delegate.answer = false
      device.tap(label: "Clear text")
      #expect(field.text == "Carob" && device.log.take() == ["shouldClear"])
      delegate.answer = true
      device.tap(label: "Clear text")
      #expect(
        field.text == "" && field.isFirstResponder && device.log.take() == ["shouldClear", "changed ''"])
      device.turn()
      #expect(!shown.contains("Clear text"))
    }
  }

  @Test func `left and right views reduce the width of the text`() {
    withField { device, field in
      let left = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      let right = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 10))
      field.leftView = left
      field.rightView = right
      device.turn()
      #expect(
        left.superview == nil
          && field.textRect(forBounds: field.bounds) == CGRect(x: 7, y: 0, width: 186, height: 34))
      field.leftViewMode = .always
      field.rightViewMode = .unlessEditing
      device.turn()
      #expect(left.frame == CGRect(x: 7, y: 7, width: 20, height: 20))
      #expect(right.frame == CGRect(x: 163, y: 12, width: 30, height: 10))
      #expect(field.textRect(forBounds: field.bounds) == CGRect(x: 31, y: 0, width: 132, height: 34))
      field.becomeFirstResponder()
      device.turn()
      #expect(right.superview == nil && left.superview === field)
    }
  }

  private func drawn(_ field: UITextField) -> String? {
    field.subviews.lazy.flatMap(\.subviews).compactMap { ($0 as? UILabel)?.text }.first
  }

  @Test(.rule("E-385")) func `secure text shows the last typed character for a second`() {
    withField { device, field in
      field.isSecureTextEntry = true
      field.becomeFirstResponder()
      _ = KeyInput.insert("ab")
      device.turn()
      #expect(field.text == "ab" && drawn(field) == "•b")
      device.advance(0.9)
      #expect(drawn(field) == "•b")
      device.advance(0.2)
      #expect(drawn(field) == "••")
      _ = KeyInput.insert("🌳")
      #expect(drawn(field) == "••🌳")
      let end = field.caretBox(at: 4).minX
      _ = KeyInput.handle(KeyEvent(key: "left"))
      #expect(
        field.selectedTextRange == TextRange(NSRange(location: 2, length: 0))
          && field.caretBox(at: 2).minX < end)
      _ = KeyInput.handle(KeyEvent(key: "forwardDelete"))
      #expect(field.text == "ab" && drawn(field) == "••")
    }
  }

  @Test(.rule("E-440"))
  func `typing replaces earlier secure text, and accessibility reads bullets`() {
    withField { device, field in
      field.isSecureTextEntry = true
      field.text = "sesame"
      #expect(field.accessibilityValue == "••••••")
      field.becomeFirstResponder()
      #expect(field.text == "sesame")
      _ = KeyInput.insert("a")
      _ = KeyInput.insert("b")
      #expect(field.text == "ab" && field.accessibilityValue == "••")
      field.resignFirstResponder()
      field.becomeFirstResponder()
      _ = KeyInput.handle(KeyEvent(key: "delete"))
      #expect(field.text == "")
      field.isSecureTextEntry = false
      field.text = "open"
      field.resignFirstResponder()
      field.becomeFirstResponder()
      _ = KeyInput.handle(KeyEvent(key: "delete"))
      #expect(field.text == "ope" && field.accessibilityValue == "ope")
    }
  }

  @Test func `a long text scrolls with the insertion point and is truncated when editing ends`() {
    withField { device, field in
      field.becomeFirstResponder()
      _ = KeyInput.insert("a long text that does not fit into its field")
      device.turn()
      let end = field.caretBox(at: 44)
      #expect(end.minX > 180 && end.maxX <= 193)
      _ = KeyInput.handle(KeyEvent(key: "home"))
      device.turn()
      #expect(field.caretBox(at: 0).minX == 7)
    }
  }

  @Test func `pasted line breaks become spaces, and attributed text keeps its attributes`() {
    withField { device, field in
      field.becomeFirstResponder()
      UIPasteboard.general.string = "one\ntwo"
      field.paste(nil)
      #expect(field.text == "one two")
      field.attributedText = NSAttributedString(string: "red", attributes: [.foregroundColor: UIColor.red])
      #expect(field.text == "red")
      #expect(
        field.attributedText?.attribute(.foregroundColor, at: 1, effectiveRange: nil) as? UIColor == .red)
    }
  }

  @Test func `text input traits in a storyboard apply to every text class`() {
    withField { device, field in
      var traits = TextTraits()
      traits.keyboardType = .emailAddress
      traits.isSecureTextEntry = true
      field.traits = traits
      #expect(field.keyboardType == .emailAddress && field.isSecureTextEntry)
      let bar = UISearchBar()
      bar.searchTextField.traits = traits
      #expect(bar.keyboardType == .emailAddress && bar.isSecureTextEntry)
    }
  }
}

private final class ClearDelegate: NSObject, UITextFieldDelegate {
  let log: Log
  var answer = true
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] { has("textFieldShouldClear:") }
  func textFieldShouldClear(_ textField: UITextField) -> Bool {
    log("shouldClear")
    return answer
  }
}
