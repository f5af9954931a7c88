import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Padding, self-sizing input views, shortcuts, languages, and insertion points between lines.
@MainActor @Suite struct KeyboardDetailTests {
  private static let tablet = DeviceModel(
    name: "tablet", width: 800, height: 1000, scale: 2, idiom: "pad", safeAreaTop: 20, safeAreaBottom: 0,
    cornerRadius: 0)

  @Test(.rule("E-1015")) func `a drag moves the keyboard from the padding above it on`() throws {
    try withDevice { device in
      let root = device.showEmpty()
      let field = UITextField(frame: CGRect(x: 10, y: 60, width: 300, height: 34))
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 100, width: 300, height: 700))
      scroll.contentSize = CGSize(width: 300, height: 2000)
      scroll.keyboardDismissMode = .interactive
      root.addSubview(scroll)
      root.addSubview(field)
      root.keyboardLayoutGuide.keyboardDismissPadding = 60
      device.turn()
      field.becomeFirstResponder()
      device.advance(1)
      let top = try #require(Keyboard.shared.frame?.minY)
      @MainActor func shownTop() -> CGFloat? { UIKeyboardLayoutGuide.keyboardFrame?.minY }
      device.down(150, 300)
      for y in stride(from: CGFloat(310), through: top - 70, by: 10) {
        device.advance(0.05)
        device.move(150, y)
      }
      #expect(shownTop() == top)
      device.advance(0.05)
      device.move(150, top - 40)
      #expect(shownTop() == top + 20)
      device.advance(0.5)
      device.up(150, top - 40)
      device.advance(1)
      #expect(shownTop() == top && field.isFirstResponder)
    }
  }

  private final class Pane: UIView {
    var board: UIView?
    override var canBecomeFirstResponder: Bool { true }
    override var inputView: UIView? { board }
  }

  @Test(.rule("E-1016")) func `constraints decide about the height of an input view that sizes itself`() {
    withDevice { device in
      let board = UIInputView(frame: CGRect(x: 0, y: 0, width: 320, height: 90), inputViewStyle: .keyboard)
      let inner = UIView()
      inner.translatesAutoresizingMaskIntoConstraints = false
      board.addSubview(inner)
      NSLayoutConstraint.activate([
        inner.leadingAnchor.constraint(equalTo: board.leadingAnchor),
        inner.trailingAnchor.constraint(equalTo: board.trailingAnchor),
        inner.topAnchor.constraint(equalTo: board.topAnchor),
        inner.bottomAnchor.constraint(equalTo: board.bottomAnchor),
        inner.heightAnchor.constraint(equalToConstant: 150),
      ])
      let pane = Pane(frame: CGRect(x: 0, y: 100, width: 100, height: 100))
      pane.board = board
      device.showEmpty().addSubview(pane)
      device.turn()
      pane.becomeFirstResponder()
      device.advance(1)
      let bottom = UIScreen.main.safeAreaInsets.bottom
      #expect(Keyboard.shared.frame?.height == 90 + bottom)
      board.allowsSelfSizing = true
      device.turn()
      device.advance(1)
      #expect(Keyboard.shared.frame?.height == 150 + bottom && board.bounds.height == 150)
    }
  }

  private final class Receiver: NSObject {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override class var _carobMethods: [_CarobMethod] {
      [.init(none: "chosen", "chosen()", 0) { unsafeDowncast($0, to: Receiver.self).log("chosen") }]
    }
  }

  @Test(.rule("E-1024"), arguments: [true, false])
  func `a tablet's keyboard has a bar of shortcuts`(_ isTablet: Bool) {
    withDevice { device in
      if isTablet {
        UIScreen.main.configure(Self.tablet, Environment())
        device.window.frame = UIScreen.main.bounds
      }
      let field = UITextField(frame: CGRect(x: 10, y: 60, width: 300, height: 34))
      device.showEmpty().addSubview(field)
      device.turn()
      field.becomeFirstResponder()
      device.advance(1)
      let height = Keyboard.shared.frame?.height ?? 0
      let receiver = Receiver(device.log)
      @MainActor func group(_ title: String) -> UIBarButtonItemGroup {
        UIBarButtonItemGroup(
          barButtonItems: [UIBarButtonItem(title: title, style: .plain, target: receiver, action: "chosen")],
          representativeItem: nil)
      }
      field.inputAssistantItem.leadingBarButtonGroups = [group("Date")]
      field.inputAssistantItem.trailingBarButtonGroups = [group("Sign")]
      device.advance(1)
      #expect(Keyboard.shared.frame?.height == height + (isTablet ? 55 : 0))
      if isTablet {
        device.tap(label: "Date")
        device.tap(label: "Sign")
        #expect(device.log.take() == ["chosen", "chosen"])
      }
      field.inputAssistantItem.leadingBarButtonGroups = []
      field.inputAssistantItem.trailingBarButtonGroups = []
      device.advance(1)
      #expect(Keyboard.shared.frame?.height == height)
    }
  }

  private final class Board: UIInputViewController {
    override func viewDidLoad() {
      super.viewDidLoad()
      view.frame.size.height = 120
    }
  }
  private final class BoardField: UITextField {
    var board: UIInputViewController?
    override var inputViewController: UIInputViewController? { board }
  }

  @Test(.rule("E-1025")) func `a text field has the language of the app's own keyboard`() {
    withDevice { device in
      let field = BoardField(frame: CGRect(x: 10, y: 60, width: 300, height: 34))
      let board = Board()
      board.primaryLanguage = "fr-FR"
      device.observe(UITextInputMode.currentInputModeDidChangeNotification, "mode")
      device.showEmpty().addSubview(field)
      device.turn()
      #expect(field.textInputMode?.primaryLanguage == "en-US" && UIView().textInputMode == nil)
      field.becomeFirstResponder()
      device.advance(1)
      #expect(device.log.take() == [])
      field.board = board
      field.reloadInputViews()
      device.advance(1)
      #expect(device.log.take() == ["N(mode)"] && field.textInputMode?.primaryLanguage == "fr-FR")
      #expect(board.textDocumentProxy.documentInputMode?.primaryLanguage == "fr-FR")
      board.primaryLanguage = "de-DE"
      #expect(device.log.take() == ["N(mode)"] && field.textInputMode?.primaryLanguage == "de-DE")
    }
  }

  @Test(.rule("E-1026"))
  func `an insertion point between two lines is at the end of the first with backward affinity`()
    throws
  {
    try withDevice { device in
      let view = UITextView(frame: CGRect(x: 0, y: 100, width: 100, height: 300))
      view.text = String(repeating: "m", count: 30)
      device.showEmpty().addSubview(view)
      device.turn()
      view.becomeFirstResponder()
      device.advance(1)
      let first = view.caretBox(at: 0)
      let wrap = try #require((1..<30).first { view.caretBox(at: $0).minY > first.minY })
      view.selectedRange = NSRange(location: wrap, length: 0)
      #expect(view.selectionAffinity == .forward && view.caretBox(at: wrap, .forward).minX == first.minX)
      view.selectionAffinity = .backward
      let end = view.caretBox(at: wrap, view.selectionAffinity)
      #expect(end.minY == first.minY && end.minX > first.minX)
      // Another selection resets it; the end of the line stays in its line.
      view.selectedRange = NSRange(location: 1, length: 0)
      #expect(view.selectionAffinity == .forward)
      device.keyDown("end")
      #expect(view.caretBox(at: view.editor.head, view.selectionAffinity).minY == first.minY)
      // Up and down start from the line where the insertion point is.
      view.selectedRange = NSRange(location: wrap, length: 0)
      view.selectionAffinity = .backward
      device.keyDown("down")
      #expect(view.selectedRange.location > wrap)
      let y = view.caretBox(at: view.selectedRange.location).minY
      #expect(y > first.minY)
    }
  }
}
