import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Edit menus of interactions and text, and commands in menus.
@MainActor @Suite struct EditMenuTests {
  private var shown: [String] { ScreenDescription.elements().compactMap(\.label) }

  /// Shows a view with an edit menu interaction and a subview.
  private func showing(
    _ body: (TestDevice, UIEditMenuInteraction, EditMenuDelegate, Editable) -> Void
  ) {
    withDevice { device in
      let delegate = EditMenuDelegate(device.log)
      let interaction = UIEditMenuInteraction(delegate: delegate)
      let view = Editable("outer", device.log, CGRect(x: 20, y: 200, width: 200, height: 200))
      view.addInteraction(interaction)
      view.addSubview(Editable("inner", device.log, CGRect(x: 100, y: 0, width: 100, height: 100)))
      device.showEmpty().addSubview(view)
      device.turn()
      body(device, interaction, delegate, view)
    }
  }
  private func present(_ interaction: UIEditMenuInteraction, _ x: CGFloat, _ y: CGFloat, _ name: String) {
    interaction.presentEditMenu(
      with: UIEditMenuConfiguration(identifier: name, sourcePoint: CGPoint(x: x, y: y)))
  }

  // MARK: The interaction

  @Test(.rule("E-470"))
  func `presenting asks for the menu, then for the target; dismissal precedes the chosen action`() {
    showing { device, interaction, delegate, view in
      delegate.added = [UIAction(title: "Shout") { [log = device.log] _ in log("shout") }]
      delegate.animates = true
      present(interaction, 20, 50, "one")
      #expect(
        device.log.take() == [
          "outer can copy:", "menu one: copy:", "will present one", "target one", "beside present",
        ])
      #expect(shown == ["Copy", "Shout"])
      device.turn()
      device.advance(1)
      #expect(device.log.take() == ["after present"])
      device.tap(label: "Shout")
      #expect(
        device.log.take() == ["will dismiss one", "beside dismiss", "shout", "after dismiss"] && shown == [])
    }
  }

  @Test(.rule("E-470"))
  func `a new menu dismisses the active one; nil shows suggestions, an empty menu nothing`() {
    showing { device, interaction, delegate, view in
      present(interaction, 20, 50, "one")
      _ = device.log.take()
      present(interaction, 30, 50, "two")
      #expect(
        device.log.take() == [
          "will dismiss one", "outer can copy:", "menu two: copy:", "will present two", "target two",
        ])
      #expect(shown == ["Copy"])
      // A touch outside it is still delivered to the view there.
      device.down(40, 390)
      #expect(device.log.take() == ["will dismiss two", "outer.began"] && shown == [])
      device.up(40, 390)
      _ = device.log.take()
      delegate.answersEmpty = true
      present(interaction, 20, 50, "three")
      #expect(device.log.take() == ["outer can copy:", "menu three: copy:"] && shown == [])
      interaction.dismissMenu()
      view.removeInteraction(interaction)
      present(interaction, 20, 50, "four")
      #expect(device.log.take() == [] && shown == [])
    }
  }

  @Test(.rule("E-470")) func `a visible menu can be reloaded and moved, and is dismissed with its view`() {
    showing { device, interaction, delegate, view in
      delegate.target = CGRect(x: 40, y: 60, width: 20, height: 20)
      present(interaction, 20, 50, "one")
      let bar: @MainActor () -> CGRect = { EditMenu.current?.bar.frame ?? .null }
      #expect(bar().maxY == 252 && abs(bar().midX - 70) < 1)
      _ = device.log.take()
      delegate.target.origin.y = 160
      interaction.updateVisibleMenuPosition(animated: false)
      #expect(device.log.take() == ["target one"] && bar().maxY == 352)
      delegate.added = [UIAction(title: "Later") { _ in }]
      interaction.reloadVisibleMenu()
      #expect(device.log.take() == ["outer can copy:", "menu one: copy:", "target one"])
      #expect(shown == ["Copy", "Later"])
      delegate.answersEmpty = true
      interaction.reloadVisibleMenu()
      #expect(device.log.take() == ["outer can copy:", "menu one: copy:", "will dismiss one"] && shown == [])
      delegate.answersEmpty = false
      present(interaction, 20, 50, "two")
      _ = device.log.take()
      view.removeFromSuperview()
      #expect(device.log.take() == ["will dismiss two"] && EditMenu.current == nil)
    }
  }

  @Test(.rule("E-471"))
  func `commands come from the responder at the source point, or a first responder in the view`() {
    showing { device, interaction, _, view in
      present(interaction, 150, 50, "at inner")
      #expect(device.log.take().first == "inner can copy:")
      device.tap(label: "Copy")
      #expect(device.log.take().suffix(2) == ["inner can copy:", "inner copies for UICommand"])
      view.becomeFirstResponder()
      present(interaction, 150, 50, "at inner")
      #expect(device.log.take().first == "outer can copy:")
      interaction.dismissMenu()
      view.resignFirstResponder()
      // A first responder outside the view makes no difference.
      let other = Editable("other", device.log, CGRect(x: 20, y: 500, width: 10, height: 10))
      view.superview?.addSubview(other)
      other.becomeFirstResponder()
      _ = device.log.take()
      present(interaction, 20, 50, "at outer")
      #expect(device.log.take().first == "outer can copy:")
    }
  }

  @Test(.rule("E-470")) func `submenus can be opened, and commands that do not fit are on other pages`() {
    showing { device, interaction, delegate, _ in
      delegate.added = [
        UIMenu(
          title: "More colours",
          children: [UIAction(title: "Red") { [log = device.log] _ in log("red") }]),
        UIMenu(title: "Nothing"),
        UIMenu(
          options: .displayInline,
          children: (1...6).map { n in UIAction(title: "Choice number \(n)") { _ in } }),
      ]
      present(interaction, 20, 50, "one")
      #expect(shown == ["Copy", "More colours", "More"])
      var all = shown
      while shown.last == "More" {
        device.tap(label: "More")
        all += shown
        #expect(shown.first == "Back")
      }
      #expect(
        all.filter { $0 != "More" && $0 != "Back" }
          == ["Copy", "More colours"] + (1...6).map { "Choice number \($0)" })
      while shown.first == "Back" { device.tap(label: "Back") }
      device.tap(label: "More colours")
      #expect(shown == ["Back", "Red"])
      device.tap(label: "Back")
      #expect(shown == ["Copy", "More colours", "More"])
      device.tap(label: "More colours")
      _ = device.log.take()
      device.tap(label: "Red")
      #expect(device.log.take() == ["will dismiss one", "red"])
    }
  }

  @Test(.rule("E-470")) func `the arrow direction determines the side of the target for the menu`() {
    showing { _, interaction, delegate, _ in
      delegate.target = CGRect(x: 150, y: 60, width: 20, height: 20)
      let target = CGRect(x: 170, y: 260, width: 20, height: 20)
      @MainActor func bar(_ arrow: UIEditMenuArrowDirection) -> CGRect {
        let configuration = UIEditMenuConfiguration(identifier: nil, sourcePoint: CGPoint(x: 20, y: 50))
        configuration.preferredArrowDirection = arrow
        interaction.presentEditMenu(with: configuration)
        return EditMenu.current?.bar.frame ?? .null
      }
      #expect(bar(.automatic).maxY < target.minY && bar(.down).maxY < target.minY)
      #expect(bar(.up).minY > target.maxY)
      #expect(bar(.left).minX > target.maxX && bar(.right).maxX < target.minX)
    }
  }

  // MARK: Commands

  @Test(.rule("E-472"))
  func `a command in a menu is sent up the chain, and is disabled if no responder can perform it`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = Editable("view", device.log, CGRect(x: 20, y: 400, width: 100, height: 40))
      let button = UIButton(type: .system)
      button.setTitle("Menu", for: .normal)
      button.frame = CGRect(x: 20, y: 100, width: 100, height: 44)
      button.menu = UIMenu(children: [
        UICommand(title: "Copy it", action: "copy:"), UICommand(title: "Lose it", action: "lose:"),
      ])
      button.showsMenuAsPrimaryAction = true
      root.addSubview(view)
      root.addSubview(button)
      device.turn()
      view.becomeFirstResponder()
      device.tap(label: "Menu")
      device.tap(label: "Lose it")
      #expect(device.log.take() == ["view can copy:"] && shown.contains("Lose it"))
      device.tap(label: "Copy it")
      #expect(device.log.take() == ["view can copy:", "view copies for UICommand"] && shown == ["Menu"])
    }
  }

  private final class Validating: UIView {
    var log: Log?
    override var canBecomeFirstResponder: Bool { true }
    override class var _carobMethods: [_CarobMethod] { has("mark:", "sort:") }
    override func validate(_ command: UICommand) {
      super.validate(command)
      log?("validate \(command.title)")
      switch command.title {
      case "Mark": (command.title, command.state) = ("Unmark", .on)
      case "Sort": command.attributes.insert(.disabled)
      default: command.attributes.insert(.hidden)
      }
    }
  }

  @Test(.rule("E-1093")) func `the responder that performs a command validates it before a menu shows it`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = Validating(frame: CGRect(x: 20, y: 400, width: 100, height: 40))
      view.log = device.log
      let button = UIButton(type: .system)
      button.setTitle("Menu", for: .normal)
      button.frame = CGRect(x: 20, y: 100, width: 100, height: 44)
      button.menu = UIMenu(children: [
        UICommand(title: "Mark", action: "mark:"), UICommand(title: "Sort", action: "sort:"),
        UICommand(title: "Nobody's", action: "lose:"),
      ])
      button.showsMenuAsPrimaryAction = true
      root.addSubview(view)
      root.addSubview(button)
      device.turn()
      view.becomeFirstResponder()
      device.tap(label: "Menu")
      #expect(device.log.take() == ["validate Mark", "validate Sort"])
      #expect(shown.contains("Unmark") && !shown.contains("Mark"))
      let command = UICommand(title: "Hide", action: "mark:")
      #expect(!command.isOffered(from: view))
      #expect(device.log.take() == ["validate Hide"])
    }
  }

  // MARK: Text

  @Test(.rule("E-473")) func `a text field's delegate can change its menu`() {
    withDevice { device in
      let field = UITextField(frame: CGRect(x: 10, y: 200, width: 300, height: 34))
      let delegate = TextMenuDelegate(device.log)
      field.text = "one two"
      field.delegate = delegate
      device.showEmpty().addSubview(field)
      device.turn()
      field.becomeFirstResponder()
      device.advance(1)
      field.selectAll(nil)
      device.observe(UIMenuController.willShowMenuNotification, "willShow")
      device.observe(UIMenuController.didHideMenuNotification, "didHide")
      field.editor.showMenu()
      #expect(device.log.take() == ["menu 0+7: cut: copy:", "will present", "N(willShow)"])
      #expect(shown.filter { ["Cut", "Copy", "Shout"].contains($0) } == ["Cut", "Copy", "Shout"])
      device.tap(label: "Shout")
      #expect(device.log.take() == ["will dismiss", "N(didHide)", "shout"])
      delegate.answersEmpty = true
      field.editor.showMenu()
      #expect(device.log.take() == ["menu 0+7: cut: copy:"])
      #expect(!UIMenuController.shared.isMenuVisible)
    }
  }

  @Test(.rule("E-473")) func `a text view's delegate or subclass can change its menu`() {
    withDevice { device in
      let view = OwnMenuText(frame: CGRect(x: 10, y: 200, width: 300, height: 100))
      let delegate = TextMenuDelegate(device.log)
      view.text = "one two"
      view.delegate = delegate
      device.showEmpty().addSubview(view)
      device.turn()
      view.becomeFirstResponder()
      device.advance(1)
      view.selectedRange = NSRange(location: 4, length: 3)
      view.editor.showMenu()
      #expect(device.log.take() == ["menu 4+3: cut: copy: selectAll:", "will present"])
      UIMenuController.shared.hideMenu()
      #expect(device.log.take() == ["will dismiss"])
      view.own = UIMenu(children: [UIAction(title: "Mine") { _ in }])
      view.editor.showMenu()
      #expect(device.log.take() == ["will present"] && shown.contains("Mine") && !shown.contains("Copy"))
    }
  }

  // MARK: The insertion point

  @Test(.rule("E-475"))
  func `the insertion point blinks with one animation that needs no work, or not at all`() {
    let old = SelectionDisplay.blinks
    defer { SelectionDisplay.blinks = old }
    for blinks in [true, false] {
      SelectionDisplay.blinks = blinks
      withDevice { device in
        let view = UITextView(frame: CGRect(x: 10, y: 200, width: 300, height: 100))
        view.text = "one"
        device.showEmpty().addSubview(view)
        device.turn()
        view.becomeFirstResponder()
        device.advance(1)
        let carets = view.subviews.filter { $0.layer.animation(forKey: "SelectionDisplay.blink") != nil }
        #expect(carets.count == (blinks ? 1 : 0))
        #expect(LayerTree.shared.busyUntil <= 1)
        view.selectAll(nil)
        #expect(carets.allSatisfy { $0.isHidden && $0.layer.animationKeys()?.isEmpty != false })
      }
    }
  }
}

/// A view that can copy.
private final class Editable: UIView {
  let name: String
  let log: Log
  init(_ name: String, _ log: Log, _ frame: CGRect) {
    (self.name, self.log) = (name, log)
    super.init(frame: frame)
  }
  required init?(coder: NSCoder) { nil }
  override var canBecomeFirstResponder: Bool { true }
  override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    let can = super.canPerformAction(action, withSender: sender)
    if can { log("\(name) can \(action.name)") }
    return can
  }
  override func copy(_ sender: Any?) {
    log("\(name) copies for \(sender.map { "\(type(of: $0))" } ?? "nil")")
  }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log("\(name).began") }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init(object: "copy:", "copy(_:)", 1) { unsafeDowncast($0, to: Editable.self).copy($1) }]
  }
}

@MainActor
private func names(_ elements: [UIMenuElement]) -> String {
  elements.flatMap { element -> [String] in
    if let menu = element as? UIMenu { return menu.children.map { names([$0]) } }
    return [(element as? UICommand)?.action.name ?? element.title]
  }.joined(separator: " ")
}

private final class EditMenuDelegate: NSObject, UIEditMenuInteractionDelegate {
  let log: Log
  var added: [UIMenuElement] = []
  var answersEmpty = false
  var animates = false
  var target = CGRect.null
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "editMenuInteraction:menuForConfiguration:suggestedActions:",
      "editMenuInteraction:targetRectForConfiguration:",
      "editMenuInteraction:willPresentMenuForConfiguration:animator:",
      "editMenuInteraction:willDismissMenuForConfiguration:animator:")
  }
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
    suggestedActions: [UIMenuElement]
  ) -> UIMenu? {
    log("menu \(configuration.identifier): \(names(suggestedActions))")
    if answersEmpty { return UIMenu() }
    return added.isEmpty ? nil : UIMenu(children: suggestedActions + added)
  }
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
  ) -> CGRect {
    log("target \(configuration.identifier)")
    return target
  }
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  ) {
    log("will present \(configuration.identifier)")
    animate(animator, "present")
  }
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  ) {
    log("will dismiss \(configuration.identifier)")
    animate(animator, "dismiss")
    interaction.dismissMenu()
  }
  private func animate(_ animator: any UIEditMenuInteractionAnimating, _ what: String) {
    guard animates else { return }
    let log = log
    animator.addAnimations { log("beside \(what)") }
    animator.addCompletion { log("after \(what)") }
  }
}

private final class TextMenuDelegate: NSObject, UITextFieldDelegate, UITextViewDelegate {
  let log: Log
  var answersEmpty = false
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "textField:editMenuForCharactersInRange:suggestedActions:",
      "textField:willPresentEditMenuWithAnimator:",
      "textField:willDismissEditMenuWithAnimator:", "textView:editMenuForTextInRange:suggestedActions:",
      "textView:willPresentEditMenuWithAnimator:", "textView:willDismissEditMenuWithAnimator:")
  }
  private func menu(_ range: NSRange, _ suggested: [UIMenuElement]) -> UIMenu? {
    log("menu \(range.location)+\(range.length): \(names(suggested))")
    if answersEmpty { return UIMenu() }
    return UIMenu(children: suggested + [UIAction(title: "Shout") { [log] _ in log("shout") }])
  }
  func textField(
    _ textField: UITextField, editMenuForCharactersIn range: NSRange, suggestedActions: [UIMenuElement]
  ) -> UIMenu? { menu(range, suggestedActions) }
  func textField(_ field: UITextField, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating) {
    log("will present")
  }
  func textField(_ field: UITextField, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating) {
    log("will dismiss")
  }
  func textView(
    _ textView: UITextView, editMenuForTextIn range: NSRange, suggestedActions: [UIMenuElement]
  ) -> UIMenu? { menu(range, suggestedActions) }
  func textView(_ view: UITextView, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating) {
    log("will present")
  }
  func textView(_ view: UITextView, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating) {
    log("will dismiss")
  }
}

private final class OwnMenuText: UITextView {
  var own: UIMenu?
  override func editMenu(for textRange: UITextRange, suggestedActions: [UIMenuElement]) -> UIMenu? {
    own ?? super.editMenu(for: textRange, suggestedActions: suggestedActions)
  }
}
