import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// The on-screen keyboard: showing and hiding, notifications, keys, and input views that replace it.
@MainActor @Suite struct KeyboardTests {
  private func withFields(_ count: Int = 1, _ body: (TestDevice, [UITextField]) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let fields = (0..<count).map {
        UITextField(frame: CGRect(x: 10, y: 100 + 50 * $0, width: 200, height: 34))
      }
      for field in fields { root.addSubview(field) }
      device.turn()
      for (name, word) in [
        (UIResponder.keyboardWillShowNotification, "willShow"),
        (UIResponder.keyboardDidShowNotification, "didShow"),
        (UIResponder.keyboardWillHideNotification, "willHide"),
        (UIResponder.keyboardDidHideNotification, "didHide"),
        (UIResponder.keyboardWillChangeFrameNotification, "willChange"),
        (UIResponder.keyboardDidChangeFrameNotification, "didChange"),
      ] {
        device.observe(name, word)
      }
      body(device, fields)
    }
  }
  private func key(_ label: String, _ device: TestDevice) { device.tap(label: label) }
  private var keys: [String] {
    ScreenDescription.elements().filter { $0.classes.first == "KeyboardKey" }.compactMap(\.label)
  }

  @Test(.rule("E-377", "E-243", "E-246"))
  func `it is shown before editing begins and hidden after it ends, with notifications before and after`() {
    withFields { device, fields in
      let field = fields[0]
      field.addAction(UIAction { _ in device.log("editingDidBegin") }, for: .editingDidBegin)
      field.addAction(UIAction { _ in device.log("editingDidEnd") }, for: .editingDidEnd)
      device.quickTap(60, 117)
      #expect(device.log.take() == ["N(willChange)", "N(willShow)", "editingDidBegin"])
      device.advance(0.24)
      #expect(device.log.take() == [])
      device.advance(0.02)
      #expect(device.log.take() == ["N(didChange)", "N(didShow)"])
      field.resignFirstResponder()
      #expect(device.log.take() == ["N(willChange)", "N(willHide)", "editingDidEnd"])
      device.turn()
      device.advance(0.3)
      #expect(device.log.take() == ["N(didChange)", "N(didHide)"] && keys == [])
    }
  }

  @Test(.rule("E-377")) func `the notification contains frames, duration, curve and whether it is local`() {
    withFields { device, fields in
      var heard: [String] = []
      let screen = UIScreen.main.bounds
      let token = NotificationCenter.default.addObserver(
        forName: UIResponder.keyboardWillShowNotification, object: nil, queue: nil
      ) { note in
        MainActor.assumeIsolated {
          let info = note.userInfo ?? [:]
          let begin = (info[UIResponder.keyboardFrameBeginUserInfoKey] as? NSValue)?.cgRectValue
          let end = info[UIResponder.keyboardFrameEndUserInfoKey] as? CGRect
          heard = [
            "\(begin?.minY == screen.height)",
            "\(end?.maxY == screen.height && begin?.height == end?.height)",
            "\(end?.width == screen.width && (end?.height ?? 0) > 200)",
            "\(info[UIResponder.keyboardAnimationDurationUserInfoKey] as? Double ?? 0)",
            "\(info[UIResponder.keyboardAnimationCurveUserInfoKey] as? Int ?? -1)",
            "\(info[UIResponder.keyboardIsLocalUserInfoKey] as? Bool ?? false)",
          ]
        }
      }
      device.tap(fields[0])
      NotificationCenter.default.removeObserver(token)
      #expect(heard == ["true", "true", "true", "0.25", "0", "true"])
    }
  }

  @Test(.rule("E-248", "E-377")) func `between two fields it stays, and only frame notifications are posted`()
  {
    withFields(2) { device, fields in
      fields[0].becomeFirstResponder()
      device.turn()
      device.advance(1)
      _ = device.log.take()
      device.tap(fields[1])
      device.advance(1)
      #expect(fields[1].isFirstResponder && device.log.take() == ["N(willChange)", "N(didChange)"])
    }
  }

  @Test(.rule("E-377")) func `hiding it during its animation posts no didShow`() {
    withFields { device, fields in
      fields[0].becomeFirstResponder()
      device.turn()
      device.advance(0.1)
      fields[0].resignFirstResponder()
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "N(willChange)", "N(willShow)", "N(willChange)", "N(willHide)", "N(didChange)", "N(didHide)",
        ])
    }
  }

  @Test(.rule("E-384")) func `its keys type, and shift turns on at the beginning of a sentence`() {
    withFields { device, fields in
      let field = fields[0]
      field.becomeFirstResponder()
      device.turn()
      device.advance(1)
      #expect(keys.prefix(3) == ["Q", "W", "E"])
      key("H", device)
      key("i", device)
      key("space", device)
      key("numbers", device)
      key("!", device)
      key("space", device)
      key("letters", device)
      key("Y", device)
      key("o", device)
      key("delete", device)
      #expect(field.text == "Hi ! Y" && keys.contains("q"))
      key("shift", device)
      key("A", device)
      key("shift", device)
      key("shift", device)
      key("B", device)
      key("C", device)
      #expect(field.text == "Hi ! YABC")
    }
  }

  @Test(.rule("E-384")) func `automatic capitalization`() {
    func capital(_ type: UITextAutocapitalizationType, _ text: String) -> Bool {
      let units = TextUnits(text)
      return units.capitalizes(type, at: units.length)
    }
    #expect(
      ["", "a", "a ", "a.", "a. ", "a.\n"].map { capital(.sentences, $0) } == [
        true, false, false, false, true, true,
      ])
    #expect(["", "a", "a ", "a.", "a\n"].map { capital(.words, $0) } == [true, false, true, false, true])
    #expect(["", "a"].map { capital(.none, $0) } == [false, false])
    #expect(["", "a"].map { capital(.allCharacters, $0) } == [true, true])
  }

  @Test(.rule("E-384"))
  func `the return key has the title of its type, and is disabled without text if so set`() {
    withFields { device, fields in
      let field = fields[0]
      field.returnKeyType = .search
      field.enablesReturnKeyAutomatically = true
      field.addAction(UIAction { _ in device.log("exit") }, for: .editingDidEndOnExit)
      field.becomeFirstResponder()
      device.turn()
      device.advance(1)
      _ = device.log.take()
      key("Search", device)
      #expect(device.log.take() == [])
      _ = KeyInput.insert("x")
      device.turn()
      key("Search", device)
      #expect(device.log.take() == ["exit", "N(willChange)", "N(willHide)", "N(didChange)", "N(didHide)"])
      let titles = [UIReturnKeyType.default, .go, .next, .send, .done, .continue].map(KeyboardLayout.title)
      #expect(titles == ["return", "Go", "Next", "Send", "Done", "Continue"])
    }
  }

  @Test func `each kind of keyboard has its keys`() {
    func names(_ type: UIKeyboardType) -> [String] {
      KeyboardLayout(type, .letters).rows.map { row in
        row.map { cap in
          switch cap.key {
          case .text(let text): text
          case .shift: "⇧"
          case .delete: "⌫"
          case .space: "␣"
          case .returnKey: "⏎"
          case .gap: ""
          case .plane: "#"
          }
        }.joined(separator: " ").trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(names(.numberPad) == ["1 2 3", "4 5 6", "7 8 9", "0 ⌫"])
    #expect(names(.decimalPad).last == ". 0 ⌫" && names(.phonePad).last == "+ * 0 # ⌫")
    #expect(names(.default).last == "# ␣ ⏎" && names(.emailAddress).last == "# ␣ @ . ⏎")
    #expect(names(.URL).last == "# . / .com ⏎" && names(.webSearch).last == "# ␣ . ⏎")
    #expect(names(.numbersAndPunctuation).first == "1 2 3 4 5 6 7 8 9 0")
  }

  @Test(.rule("E-378"))
  func `an input view replaces it, an accessory view is above it, and both can be reloaded`() {
    withFields { device, fields in
      let field = fields[0]
      let own = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 150))
      let bar = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 44))
      let bottom = UIScreen.main.safeAreaInsets.bottom
      field.becomeFirstResponder()
      device.turn()
      device.advance(1)
      let whole = Keyboard.shared.frame!.height
      field.inputAccessoryView = bar
      #expect(Keyboard.shared.frame!.height == whole)
      _ = device.log.take()
      field.reloadInputViews()
      device.turn()
      device.advance(1)
      #expect(Keyboard.shared.frame!.height == whole + 44 && bar.window is KeyboardWindow)
      #expect(device.log.take() == ["N(willChange)", "N(didChange)"])
      field.inputView = own
      field.reloadInputViews()
      device.turn()
      #expect(Keyboard.shared.frame!.height == 150 + 44 + bottom && keys == [])
      #expect(own.convert(own.bounds, to: nil).minY == UIScreen.main.bounds.height - 150 - bottom)
      // They are found up the responder chain.
      let pane = InputPane(frame: CGRect(x: 0, y: 400, width: 50, height: 50))
      pane.bar = bar
      device.window.rootViewController?.view.addSubview(pane)
      field.inputAccessoryView = nil
      let inner = Focusable(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      pane.addSubview(inner)
      inner.becomeFirstResponder()
      #expect(Keyboard.shared.frame!.height == 44 + bottom)
      inner.resignFirstResponder()
      #expect(Keyboard.shared.frame == nil)
    }
  }

  @Test(.rule("E-378")) func `a responder without text and without input views shows nothing`() {
    withFields { device, fields in
      let view = Focusable(frame: CGRect(x: 0, y: 400, width: 50, height: 50))
      fields[0].superview?.addSubview(view)
      view.becomeFirstResponder()
      device.turn()
      device.advance(1)
      #expect(view.isFirstResponder && device.log.take() == [] && Keyboard.shared.frame == nil)
    }
  }

  @Test func `its window is hidden from apps`() {
    withFields { device, fields in
      let before = UIApplication.shared.windows
      fields[0].becomeFirstResponder()
      #expect(UIApplication.shared.windows == before && device.window.isKeyWindow)
      #expect(UIApplication.shared.visibleWindows.last is KeyboardWindow)
    }
  }

  @Test(.rule("E-387")) func `views constrained to its layout guide move with it`() {
    withFields { device, fields in
      let root = device.window.rootViewController!.view!
      let bar = UIView()
      bar.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(bar)
      NSLayoutConstraint.activate([
        bar.bottomAnchor.constraint(equalTo: root.keyboardLayoutGuide.topAnchor),
        bar.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        bar.widthAnchor.constraint(equalToConstant: 50),
        bar.heightAnchor.constraint(equalToConstant: 40),
      ])
      device.turn()
      let rest = bar.frame.maxY
      fields[0].becomeFirstResponder()
      device.turn()
      device.advance(1)
      #expect(rest == root.bounds.height - root.safeAreaInsets.bottom)
      #expect(bar.frame.maxY == Keyboard.shared.frame!.minY)
      fields[0].resignFirstResponder()
      device.turn()
      device.advance(1)
      #expect(bar.frame.maxY == rest)
    }
  }

  @Test(.rule("E-386")) func `scrolling dismisses it immediately or interactively`() {
    withFields { device, fields in
      let field = fields[0]
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 300, width: 300, height: 500))
      scroll.contentSize = CGSize(width: 300, height: 2000)
      field.superview?.insertSubview(scroll, at: 0)
      @MainActor func show() {
        field.becomeFirstResponder()
        device.turn()
        device.advance(1)
      }
      @MainActor func drag(to y: CGFloat) {
        let x: CGFloat = 150
        device.down(x, 400)
        for step in stride(from: CGFloat(420), through: y, by: 20) {
          device.advance(0.05)
          device.move(x, step)
        }
        device.advance(0.5)
        device.up(x, y)
        device.advance(1)
      }
      show()
      scroll.keyboardDismissMode = .onDrag
      drag(to: 440)
      #expect(!field.isFirstResponder)
      scroll.keyboardDismissMode = .interactive
      show()
      let top = Keyboard.shared.frame!.minY
      drag(to: min(top + 40, 800))
      #expect(field.isFirstResponder && Keyboard.shared.frame!.minY == top)
      drag(to: UIScreen.main.bounds.height - 20)
      #expect(!field.isFirstResponder)
      scroll.keyboardDismissMode = .none
      show()
      drag(to: 440)
      #expect(field.isFirstResponder)
    }
  }
}

private final class Focusable: UIView {
  override var canBecomeFirstResponder: Bool { true }
}
private final class InputPane: UIView {
  var bar: UIView?
  override var inputAccessoryView: UIView? { bar }
}
