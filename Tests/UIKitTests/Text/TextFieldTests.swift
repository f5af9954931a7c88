import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Editing a text field, from the tap that begins it to the return key.
@MainActor @Suite struct TextFieldTests {
  private func editing(_ body: (TestDevice, UITextField, FieldDelegate) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let delegate = FieldDelegate(device.log)
      let field = Self.field(device, delegate, y: 100)
      root.addSubview(field)
      device.turn()
      for (name, word) in [
        (UITextField.textDidBeginEditingNotification, "begin"),
        (UITextField.textDidChangeNotification, "change"),
        (UITextField.textDidEndEditingNotification, "end"),
      ] {
        device.observe(name, word, from: field)
      }
      body(device, field, delegate)
    }
  }

  private static func field(_ device: TestDevice, _ delegate: FieldDelegate?, y: CGFloat) -> UITextField {
    let field = UITextField(frame: CGRect(x: 10, y: y, width: 200, height: 34))
    field.delegate = delegate
    for (event, name) in [
      (UIControl.Event.editingDidBegin, "editingDidBegin"), (.editingChanged, "editingChanged"),
      (.editingDidEnd, "editingDidEnd"), (.valueChanged, "valueChanged"),
    ] {
      field.addAction(
        UIAction(identifier: UIAction.Identifier(name)) { _ in device.log(name) }, for: event)
    }
    return field
  }

  @Test(.rule("E-243"))
  func `a tap asks the delegate, makes the field first responder, then reports that editing began`() {
    editing { device, field, delegate in
      device.tap(field)
      #expect(field.isFirstResponder && field.isEditing)
      #expect(device.log.take() == ["shouldBegin", "didBegin first", "N(begin)", "editingDidBegin"])
    }
  }

  @Test(.rule("E-243")) func `a delegate that returns false prevents editing`() {
    editing { device, field, delegate in
      delegate.answer = false
      device.tap(field)
      #expect(!field.isFirstResponder)
      #expect(device.log.take() == ["shouldBegin"])
    }
  }

  @Test(.rule("E-244", "E-251"))
  func `a typed character asks with the old text, changes it, then notifies; never valueChanged`() {
    editing { device, field, _ in
      field.becomeFirstResponder()
      _ = device.log.take()
      _ = KeyInput.insert("ab")
      #expect(
        device.log.take() == [
          "shouldChange '' 0,0 'a'", "editingChanged", "N(change)", "didChangeSelection 'a'",
          "shouldChange 'a' 1,0 'b'", "editingChanged", "N(change)", "didChangeSelection 'ab'",
        ])
      _ = KeyInput.handle(KeyEvent(key: "delete"))
      #expect(
        device.log.take() == [
          "shouldChange 'ab' 1,1 ''", "editingChanged", "N(change)", "didChangeSelection 'a'",
        ])
    }
  }

  @Test(.rule("E-245")) func `a delegate that returns false prevents the change and its notifications`() {
    editing { device, field, delegate in
      field.becomeFirstResponder()
      _ = device.log.take()
      delegate.answer = false
      _ = KeyInput.insert("a")
      #expect(field.text == "")
      #expect(device.log.take() == ["shouldChange '' 0,0 'a'"])
    }
  }

  @Test(.rule("E-246")) func `ending asks the delegate, resigns, then calls the method with a reason`() {
    editing { device, field, delegate in
      field.becomeFirstResponder()
      _ = device.log.take()
      delegate.answer = false
      #expect(!field.resignFirstResponder() && field.isFirstResponder)
      #expect(device.log.take() == ["shouldEnd"])
      delegate.answer = true
      #expect(field.resignFirstResponder() && !field.isFirstResponder)
      #expect(device.log.take() == ["shouldEnd", "didEnd not first, reason 0", "N(end)", "editingDidEnd"])
    }
  }

  @Test(.rule("E-246")) func `the method without a reason is called if the other is not implemented`() {
    withDevice { device in
      let root = device.showEmpty()
      let delegate = PlainFieldDelegate(device.log)
      let field = UITextField(frame: CGRect(x: 0, y: 100, width: 100, height: 30))
      field.delegate = delegate
      root.addSubview(field)
      field.becomeFirstResponder()
      field.resignFirstResponder()
      #expect(device.log.take() == ["didEnd"])
    }
  }

  @Test(.rule("E-247"))
  func `return asks the delegate; the field resigns only with an action for editingDidEndOnExit`() {
    editing { device, field, _ in
      field.becomeFirstResponder()
      _ = device.log.take()
      _ = KeyInput.insert("\n")
      #expect(field.isFirstResponder)
      #expect(device.log.take() == ["shouldReturn"])
      field.addAction(UIAction { _ in device.log("exit") }, for: .editingDidEndOnExit)
      _ = KeyInput.insert("\n")
      #expect(!field.isFirstResponder)
      #expect(
        device.log.take() == [
          "shouldReturn", "exit", "shouldEnd", "didEnd not first, reason 0", "N(end)", "editingDidEnd",
        ])
    }
  }

  @Test(.rule("E-249", "E-210")) func `text set in code notifies nobody`() {
    editing { device, field, _ in
      field.text = "Carob"
      field.becomeFirstResponder()
      _ = device.log.take()
      field.text = "tree"
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-248"))
  func `between two fields, both delegates are asked before one ends and the other begins`() {
    editing { device, field, _ in
      let other = Self.field(device, FieldDelegate.shared, y: 200)
      FieldDelegate.shared.log = device.log
      field.superview?.addSubview(other)
      device.turn()
      field.becomeFirstResponder()
      _ = device.log.take()
      device.tap(other)
      #expect(
        device.log.take() == [
          "shouldBegin", "shouldEnd", "didEnd not first, reason 0", "N(end)", "editingDidEnd",
          "didBegin first", "editingDidBegin",
        ])
      _ = other.resignFirstResponder()
    }
  }

  @Test(.rule("E-241", "E-242"))
  func `endEditing ends editing, with force against the delegate; leaving the window does too`() {
    editing { device, field, delegate in
      field.becomeFirstResponder()
      #expect(field.superview?.endEditing(false) == true && !field.isFirstResponder)
      field.becomeFirstResponder()
      delegate.answer = false
      #expect(field.superview?.endEditing(false) == false && field.isFirstResponder)
      _ = device.log.take()
      #expect(field.superview?.endEditing(true) == true && !field.isFirstResponder)
      #expect(device.log.take().suffix(3) == ["didEnd not first, reason 0", "N(end)", "editingDidEnd"])
      delegate.answer = true
      field.becomeFirstResponder()
      _ = device.log.take()
      field.removeFromSuperview()
      #expect(!field.isFirstResponder)
      #expect(device.log.take().suffix(3) == ["didEnd not first, reason 0", "N(end)", "editingDidEnd"])
    }
  }
}

private final class FieldDelegate: NSObject, UITextFieldDelegate {
  static let shared = FieldDelegate(Log())
  var log: Log
  var answer = true
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "textFieldShouldBeginEditing:", "textFieldDidBeginEditing:", "textFieldShouldEndEditing:",
      "textFieldDidEndEditing:reason:", "textFieldDidEndEditing:",
      "textField:shouldChangeCharactersInRange:replacementString:", "textFieldDidChangeSelection:",
      "textFieldShouldReturn:")
  }
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
    log("shouldBegin")
    return answer
  }
  func textFieldDidBeginEditing(_ textField: UITextField) {
    log("didBegin \(textField.isFirstResponder ? "first" : "not first")")
  }
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
    log("shouldEnd")
    return answer
  }
  func textFieldDidEndEditing(_ textField: UITextField) { log("didEnd without a reason") }
  func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
    log("didEnd \(textField.isFirstResponder ? "first" : "not first"), reason \(reason.rawValue)")
  }
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool {
    log("shouldChange '\(textField.text ?? "nil")' \(range.location),\(range.length) '\(string)'")
    return answer
  }
  func textFieldDidChangeSelection(_ textField: UITextField) {
    log("didChangeSelection '\(textField.text ?? "nil")'")
  }
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    log("shouldReturn")
    return answer
  }
}

private final class PlainFieldDelegate: NSObject, UITextFieldDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] { has("textFieldDidEndEditing:") }
  func textFieldDidEndEditing(_ textField: UITextField) { log("didEnd") }
}
