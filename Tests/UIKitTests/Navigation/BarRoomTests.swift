import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Groups of bar items without enough room, and the button for the secondary column.
@MainActor @Suite struct BarRoomTests {
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
  private var labels: [String] { ScreenDescription.elements().compactMap(\.label) }

  @Test(.rule("E-1023")) func `a group without room is replaced by its representative item`() {
    withDevice { device in
      let (screen, receiver) = (UIViewController(), Receiver(device.log))
      @MainActor func item(_ title: String) -> UIBarButtonItem {
        UIBarButtonItem(title: title, style: .plain, target: receiver, action: "chosen")
      }
      let more = UIBarButtonItem(title: "More", style: .plain, target: nil, action: nil)
      let group = UIBarButtonItemGroup(
        barButtonItems: [item("Bold text"), item("Italic text"), item("Underlined")], representativeItem: more
      )
      screen.navigationItem.trailingItemGroups = [group]
      device.show(UINavigationController(rootViewController: screen))
      device.turn()
      device.window.frame.size.width = 300
      device.turn()
      #expect(group.isDisplayingRepresentativeItem)
      #expect(labels.contains("More") && !labels.contains("Bold text"))
      device.tap(label: "More")
      #expect(labels.contains("Bold text") && labels.contains("Underlined"))
      device.tap(label: "Italic text")
      #expect(device.log.take() == ["chosen"])
      device.window.frame.size.width = 700
      device.turn()
      device.turn()
      #expect(!group.isDisplayingRepresentativeItem)
      #expect(more.viewInBar?.superview == nil && group.barButtonItems[0].viewInBar?.superview != nil)
    }
  }

  @Test(.rule("E-1022"), arguments: [UISplitViewController.Style.tripleColumn, .doubleColumn])
  func `the secondary of three columns has a button that hides the others`(
    _ style: UISplitViewController.Style
  ) {
    withDevice { device in
      let model = DeviceModel(
        name: "broad", width: 1200, height: 800, scale: 2, idiom: "pad", safeAreaTop: 20, safeAreaBottom: 0,
        cornerRadius: 0)
      UIScreen.main.configure(model, Environment())
      device.window.frame = UIScreen.main.bounds
      let split = UISplitViewController(style: style)
      split.setViewController(UIViewController(), for: .primary)
      if style == .tripleColumn { split.setViewController(UIViewController(), for: .supplementary) }
      split.setViewController(UIViewController(), for: .secondary)
      device.show(split)
      device.advance(1)
      #expect(!labels.contains("Full Screen"))
      split.showsSecondaryOnlyButton = true
      device.turn()
      #expect(labels.contains("Full Screen") == (style == .tripleColumn))
      guard style == .tripleColumn else { return }
      split.show(.primary)
      device.advance(1)
      let mode = split.displayMode
      #expect(mode != .secondaryOnly)
      device.tap(label: "Full Screen")
      device.advance(1)
      #expect(split.displayMode == .secondaryOnly)
      device.tap(label: "Full Screen")
      device.advance(1)
      #expect(split.displayMode == mode)
    }
  }
}
