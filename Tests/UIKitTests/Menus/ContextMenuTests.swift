import CarobFoundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// Menus of buttons and bar items, and context menus.
@MainActor @Suite struct ContextMenuTests {
  private func menu(_ log: Log) -> UIMenu {
    UIMenu(
      title: "What now?",
      children: [
        UIAction(title: "Copy") { _ in log("copy") },
        UIAction(title: "Secret", attributes: .hidden) { _ in log("secret") },
        UIAction(title: "Never", attributes: .disabled) { _ in log("never") },
        UIMenu(title: "More", children: [UIAction(title: "Rename") { _ in log("rename") }]),
        UIMenu(options: .displayInline, children: [UIAction(title: "Delete") { _ in log("delete") }]),
      ])
  }
  private var shown: [String] { ScreenDescription.elements().compactMap(\.label) }
  private func press(_ device: TestDevice, _ x: CGFloat, _ y: CGFloat) {
    device.down(x, y)
    device.advance(0.7)
    device.up(x, y)
    device.advance(0.5)
  }

  private final class Badger: NSObject, UIContextMenuInteractionDelegate {
    var count = 3
    override class var _carobMethods: [_CarobMethod] {
      has("contextMenuInteraction:previewForHighlightingMenuWithConfiguration:")
    }
    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
      let configuration = UIContextMenuConfiguration(
        actionProvider: { _ in UIMenu(children: [UIAction(title: "Copy") { _ in }]) })
      configuration.badgeCount = count
      return configuration
    }
    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction,
      previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? {
      let parameters = UIPreviewParameters()
      parameters.visiblePath = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 60, height: 60))
      return interaction.view.map { UITargetedPreview(view: $0, parameters: parameters) }
    }
  }

  @Test(.rule("E-1074", "E-1077")) func `a context menu highlights its subject, with a badge`() throws {
    try withDevice { device in
      let view = UIView(frame: CGRect(x: 40, y: 200, width: 100, height: 60))
      let badger = Badger()
      view.addInteraction(UIContextMenuInteraction(delegate: badger))
      device.showEmpty().addSubview(view)
      device.turn()
      press(device, 60, 220)
      let highlight = try #require(PopupPanel.current?.highlight as? PreviewHighlight)
      #expect(highlight.frame == CGRect(x: 40, y: 200, width: 100, height: 60))
      #expect(highlight.badge.text == "3" && highlight.badge.superview === highlight)
      let mask = highlight.subviews.first?.layer.mask as? CAShapeLayer
      #expect(mask?.path?.boundingBox == CGRect(x: 0, y: 0, width: 60, height: 60))
      #expect(shown == ["Dismiss", "Copy"])
      device.tap(10, 10)
      device.advance(1)
      #expect(highlight.window == nil)
      badger.count = 0
      press(device, 60, 220)
      let plain = try #require(PopupPanel.current?.highlight as? PreviewHighlight)
      #expect(plain.badge.superview == nil)
    }
  }

  @Test(.rule("E-374")) func `a button's menu replaces its action`() {
    withDevice { device in
      let button = UIButton(type: .system)
      button.setTitle("Menu", for: .normal)
      button.frame = CGRect(x: 20, y: 100, width: 100, height: 44)
      button.menu = menu(device.log)
      button.showsMenuAsPrimaryAction = true
      button.addAction(UIAction { _ in device.log("touched") }, for: .touchUpInside)
      button.addAction(UIAction { _ in device.log("menu") }, for: .menuActionTriggered)
      device.showEmpty().addSubview(button)
      device.tap(label: "Menu")
      #expect(device.log.take() == ["menu"])
      #expect(shown == ["Dismiss", "What now?", "Copy", "Never", "More", "Delete"])
      device.tap(label: "Never")
      #expect(device.log.take() == [] && shown.contains("Copy"))
      device.tap(label: "More")
      #expect(shown == ["Dismiss", "More", "Rename"])
      device.tap(label: "Rename")
      #expect(device.log.take() == ["rename"] && shown == ["Menu"])
      device.tap(label: "Menu")
      device.tap(10, 10)
      #expect(device.log.take() == ["menu"] && shown == ["Menu"])
    }
  }

  @Test(.rule("E-374")) func `a bar item without an action shows its menu`() {
    withDevice { device in
      let screen = UIViewController()
      screen.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Sort", menu: menu(device.log))
      device.show(UINavigationController(rootViewController: screen))
      device.tap(label: "Sort")
      device.tap(label: "Delete")
      #expect(device.log.take() == ["delete"])
    }
  }

  @Test(.rule("E-373", "E-185")) func `a long press asks for a menu and reports its display and end`() {
    withDevice { device in
      let pane = LoggingView("pane", device.log, CGRect(x: 20, y: 100, width: 200, height: 100))
      let delegate = MenuDelegate(device.log)
      delegate.menu = menu(device.log)
      pane.addInteraction(UIContextMenuInteraction(delegate: delegate))
      device.showEmpty().addSubview(pane)
      press(device, 50, 150)
      #expect(
        device.log.take() == ["pane.began", "pane.cancelled", "configuration at 30,50", "will display"])
      device.tap(label: "Copy")
      #expect(device.log.take() == ["will end", "copy"])
      delegate.menu = nil
      press(device, 50, 150)
      #expect(!shown.contains("Copy"))
    }
  }

  @Test(.rule("E-373")) func `tapping a preview commits to its controller`() {
    withDevice { device in
      let pane = LoggingView("pane", device.log, CGRect(x: 20, y: 100, width: 200, height: 100))
      let delegate = MenuDelegate(device.log)
      delegate.menu = menu(device.log)
      let preview = UIViewController()
      preview.title = "Details"
      delegate.preview = preview
      pane.addInteraction(UIContextMenuInteraction(delegate: delegate))
      device.showEmpty().addSubview(pane)
      press(device, 50, 150)
      _ = device.log.take()
      device.tap(label: "Details")
      #expect(device.log.take() == ["will end", "commit Details", "committed"])
    }
  }

  @Test(.rule("E-373")) func `opening a row's menu does not select the row`() {
    showingList([["a", "b"]], RowMenuSource.self) { device, table, source in
      source.menu = menu(device.log)
      press(device, 100, 166)
      #expect(device.log.take() == ["menu 0.1 at 100,66"])
      device.tap(label: "Delete")
      #expect(device.log.take() == ["delete"])
      device.tap(100, 166)
      #expect(device.log.take() == ["didSelect 0.1"])
    }
  }
}

private final class MenuDelegate: NSObject, UIContextMenuInteractionDelegate {
  let log: Log
  var menu: UIMenu?
  var preview: UIViewController?
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "contextMenuInteraction:willDisplayMenuForConfiguration:animator:",
      "contextMenuInteraction:willEndForConfiguration:animator:",
      "contextMenuInteraction:willPerformPreviewActionForMenuWithConfiguration:animator:")
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    log("configuration at \(Int(location.x)),\(Int(location.y))")
    guard let menu else { return nil }
    let shown = preview
    return UIContextMenuConfiguration(
      identifier: nil, previewProvider: shown == nil ? nil : { shown }, actionProvider: { _ in menu })
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { log("will display") }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { log("will end") }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {
    log("commit \(animator.previewViewController?.title ?? "nothing")")
    let log = log
    animator.addCompletion { log("committed") }
  }
}

private final class RowMenuSource: ListSource {
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "tableView:contextMenuConfigurationForRowAtIndexPath:point:", "tableView:didSelectRowAtIndexPath:")
  }
}
