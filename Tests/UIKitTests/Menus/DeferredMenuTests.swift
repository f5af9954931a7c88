import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Deferred menu elements, key commands in menus, menu builders, and paste configurations.
@MainActor @Suite struct DeferredMenuTests {
  private func titles() -> [String] {
    ScreenDescription.elements().compactMap(\.label).filter { $0 != "Dismiss" && $0 != "Menu" }
  }
  /// A button with a menu, at (20, 200).
  private func showing(_ children: [UIMenuElement], _ body: (TestDevice) -> Void) {
    withDevice { device in
      let button = UIButton(type: .system)
      button.frame = CGRect(x: 20, y: 200, width: 100, height: 44)
      button.setTitle("Menu", for: .normal)
      button.menu = UIMenu(children: children)
      button.showsMenuAsPrimaryAction = true
      device.showEmpty().addSubview(button)
      device.turn()
      body(device)
    }
  }
  private func close(_ device: TestDevice) {
    PopupPanel.current?.close()
    device.advance(1)
  }

  @Test(.rule("E-516"), arguments: [true, false])
  func `a deferred element is replaced by its elements, cached or for every menu`(isCached: Bool) {
    var completions: [([UIMenuElement]) -> Void] = []
    let provider: UIDeferredMenuElement.Provider = { completions.append($0) }
    let deferred = isCached ? UIDeferredMenuElement(provider) : UIDeferredMenuElement.uncached(provider)
    let chosen = Log()
    showing([UIAction(title: "Own") { _ in }, UIMenu(options: .displayInline, children: [deferred])]) {
      device in
      #expect(completions.isEmpty)
      device.tap(70, 222)
      #expect(titles() == ["Own", "Loading…"] && completions.count == 1)
      completions[0]([
        UIAction(title: "One") { _ in chosen("one") }, UIAction(title: "Two") { _ in chosen("two") },
      ])
      device.advance(1)
      #expect(titles() == ["Own", "One", "Two"])
      device.tap(label: "Two")
      #expect(chosen.take() == ["two"] && PopupPanel.current == nil)
      device.advance(1)
      device.tap(70, 222)
      #expect(titles() == (isCached ? ["Own", "One", "Two"] : ["Own", "Loading…"]))
      #expect(completions.count == (isCached ? 1 : 2))
      close(device)
      // Too late for the menu that requested them.
      completions.last?([])
      #expect(PopupPanel.current == nil)
    }
  }

  @Test(.rule("E-516"))
  func `elements provided immediately show no placeholder, and no elements show nothing`() {
    let now = UIDeferredMenuElement { $0([UIAction(title: "Now") { _ in }]) }
    showing([now, UIDeferredMenuElement { $0([]) }]) { device in
      device.tap(70, 222)
      #expect(titles() == ["Now"])
      close(device)
    }
    var later: (([UIMenuElement]) -> Void)?
    showing([UIDeferredMenuElement { later = $0 }]) { device in
      device.tap(70, 222)
      #expect(titles() == ["Loading…"])
      later?([])
      device.advance(1)
      #expect(PopupPanel.current == nil)
    }
  }

  @Test(.rule("E-472", "E-515")) func `a menu shows a key command and sends its action`() {
    let command = UIKeyCommand(
      title: "Shout", action: "shout:", input: "s", modifierFlags: .command, propertyList: 7,
      discoverabilityTitle: "Shouts", attributes: .destructive, state: .on)
    #expect(command.attributes == .destructive && command.state == .on)
    #expect(command.discoverabilityTitle == "Shouts" && command.propertyList as? Int == 7)
    showing([command, UIKeyCommand(title: "Nobody's", action: "nobody:", input: "n")]) { device in
      let view = Pasting(device.log)
      device.window.rootViewController?.view.addSubview(view)
      view.becomeFirstResponder()
      device.tap(70, 222)
      #expect(titles() == ["Shout", "Nobody's"])
      device.tap(label: "Nobody's")
      #expect(device.log.take() == [])
      device.tap(label: "Shout")
      #expect(device.log.take() == ["shout from Shout"])
      close(device)
    }
  }

  private typealias Build = (any UIMenuBuilder) -> Void
  /// The contents of the edit menu after both responders have built it.
  private func shown(
    _ inner: Building, _ outer: Building, _ first: @escaping Build, _ second: @escaping Build
  )
    -> [String]
  {
    (inner.build, outer.build) = (first, second)
    UIMenuController.shared.showMenu(from: outer, rect: outer.bounds)
    defer { UIMenuController.shared.hideMenu() }
    return titles()
  }

  @Test(.rule("E-519")) func `the responder chain can change an edit menu's suggestions`() {
    withDevice { device in
      let (outer, inner) = (Building("outer", device.log), Building("inner", device.log))
      outer.frame = CGRect(x: 20, y: 300, width: 300, height: 60)
      outer.addSubview(inner)
      device.showEmpty().addSubview(outer)
      inner.becomeFirstResponder()
      let own = UIMenu(title: "Own", options: .displayInline, children: [UIAction(title: "Shout") { _ in }])
      #expect(shown(inner, outer, { _ in }, { _ in }) == ["Copy"])
      #expect(device.log.take() == ["inner builds context", "outer builds context"])
      #expect(
        shown(inner, outer, { $0.insertSibling(own, afterMenu: .lookup) }, { _ in }) == ["Copy", "Shout"])
      #expect(
        shown(inner, outer, { $0.insertSibling(own, beforeMenu: .standardEdit) }, { _ in }) == [
          "Shout", "Copy",
        ])
      #expect(
        shown(inner, outer, { $0.insertChild(own, atStartOfMenu: .root) }, { _ in }) == ["Shout", "Copy"])
      #expect(
        shown(inner, outer, { $0.insertChild(own, atEndOfMenu: .standardEdit) }, { _ in }) == [
          "Copy", "Shout",
        ])
      // The outer responder sees the changes of the inner one.
      #expect(
        shown(inner, outer, { $0.insertChild(own, atEndOfMenu: .root) }, { $0.remove(menu: own.identifier) })
          == ["Copy"])
      #expect(
        shown(inner, outer, { $0.remove(menu: .standardEdit) }, { $0.remove(menu: .standardEdit) }) == [])
      #expect(shown(inner, outer, { $0.replace(menu: .standardEdit, with: own) }, { _ in }) == ["Shout"])
      #expect(
        shown(inner, outer, { $0.replaceChildren(ofMenu: .standardEdit) { $0 + own.children } }, { _ in })
          == [
            "Copy", "Shout",
          ])
      #expect(
        shown(inner, outer, { $0.insertSibling(own, afterMenu: UIMenu.Identifier("none")) }, { _ in }) == [
          "Copy"
        ])
      let commands = UIMenu(
        options: .displayInline,
        children: [
          UICommand(title: "Whisper", action: "whisper:", propertyList: 1),
          UICommand(title: "Nobody's", action: "nobody:"),
        ])
      var found: [Bool] = []
      let look: (any UIMenuBuilder) -> Void = { builder in
        found = [
          builder.command(for: "whisper:", propertyList: 1) != nil,
          builder.command(for: "whisper:", propertyList: nil) != nil,
          builder.command(for: "copy:", propertyList: nil) != nil, builder.menu(for: .share) != nil,
          builder.menu(for: .file) != nil, builder.action(for: UIAction.Identifier("none")) != nil,
        ]
      }
      #expect(
        shown(inner, outer, { $0.insertChild(commands, atEndOfMenu: .root) }, look) == ["Copy", "Whisper"])
      #expect(found == [true, false, true, true, false, false])
    }
  }

  @Test(.rule("E-517")) func `a responder with a paste configuration pastes the accepted types`() {
    withDevice { device in
      let view = Pasting(device.log)
      device.showEmpty().addSubview(view)
      view.becomeFirstResponder()
      UIPasteboard.general.string = "text"
      device.keyDown("v", "command")
      #expect(device.log.take() == [] && !view.canPerformAction("paste:", withSender: nil))
      view.pasteConfiguration = UIPasteConfiguration(forAccepting: UIImage.self)
      #expect(!view.canPerformAction("paste:", withSender: nil))
      view.pasteConfiguration?.addTypeIdentifiers(forAccepting: String.self)
      #expect(view.canPerformAction("paste:", withSender: nil))
      device.keyDown("v", "command")
      #expect(device.log.take() == ["pastes 1 text"])
      UIPasteboard.general.image = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { _ in }
      device.keyDown("v", "command")
      #expect(device.log.take() == ["pastes 1 other"])
      UIPasteboard.general.strings = []
      #expect(!view.canPerformAction("paste:", withSender: nil))
      view.refuses = true
      UIPasteboard.general.string = "text"
      device.keyDown("v", "command")
      #expect(device.log.take() == [])
    }
  }
}

private final class Building: UIView {
  let (name, log): (String, Log)
  var build: (any UIMenuBuilder) -> Void = { _ in }
  init(_ name: String, _ log: Log) {
    (self.name, self.log) = (name, log)
    super.init(frame: .zero)
  }
  required init?(coder: NSCoder) { nil }
  override var canBecomeFirstResponder: Bool { true }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    has("buildMenuWithBuilder:", "copy:", "whisper:")
  }
  override func buildMenu(with builder: any UIMenuBuilder) {
    super.buildMenu(with: builder)
    log("\(name) builds \(builder.system === UIMenuSystem.context ? "context" : "main")")
    build(builder)
  }
}

private final class Pasting: UIView {
  let log: Log
  var refuses = false
  init(_ log: Log) {
    self.log = log
    super.init(frame: .zero)
  }
  required init?(coder: NSCoder) { nil }
  override var canBecomeFirstResponder: Bool { true }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "shout:", "shout(_:)", 1) { s, sender in
        unsafeDowncast(s, to: Pasting.self).log("shout from \((sender as? UIKeyCommand)?.title ?? "")")
      }
    ]
  }
  override func canPaste(_ itemProviders: [NSItemProvider]) -> Bool {
    !refuses && super.canPaste(itemProviders)
  }
  override func paste(itemProviders: [NSItemProvider]) {
    let kinds = itemProviders.map { $0.canLoadObject(ofClass: String.self) ? "text" : "other" }
    log("pastes \(itemProviders.count) \(kinds.joined(separator: " "))")
  }
}
