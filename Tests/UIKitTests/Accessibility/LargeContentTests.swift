import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// The large content viewer.
@MainActor @Suite struct LargeContentTests {
  private final class Chooser: NSObject, UILargeContentViewerInteractionDelegate {
    let log: Log
    var choice: UIView?
    init(_ log: Log) { self.log = log }
    override class var _carobMethods: [_CarobMethod] {
      has(
        "largeContentViewerInteraction:itemAtPoint:", "largeContentViewerInteraction:didEndOnItem:atPoint:")
    }
    func largeContentViewerInteraction(
      _ interaction: UILargeContentViewerInteraction, itemAt point: CGPoint
    ) -> (any UILargeContentViewerItem)? {
      log("item at \(point.x)")
      return choice
    }
    func largeContentViewerInteraction(
      _ interaction: UILargeContentViewerInteraction, didEndOn item: (any UILargeContentViewerItem)?,
      at point: CGPoint
    ) { log("ended on \(item?.largeContentTitle ?? "nothing")") }
  }

  private func shown(_ device: TestDevice) -> String? {
    guard let panel = device.window.subviews.last else { return nil }
    return panel.subviews.lazy.compactMap { $0 as? UILabel }.first?.text
  }

  private func pressing(
    _ size: String, _ delegate: (Log) -> Chooser?, _ body: (TestDevice, UIView, Chooser?) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let bar = UIView(frame: CGRect(x: 0, y: 200, width: 300, height: 60))
      for (index, name) in ["Add", "Remove"].enumerated() {
        let button = UIButton(frame: CGRect(x: 150 * CGFloat(index), y: 0, width: 140, height: 60))
        button.setTitle(name, for: .normal)
        button.showsLargeContentViewer = true
        bar.addSubview(button)
      }
      let chooser = delegate(device.log)
      bar.addInteraction(UILargeContentViewerInteraction(delegate: chooser))
      root.addSubview(bar)
      device.turn()
      device.observe(UILargeContentViewerInteraction.enabledStatusDidChangeNotification, "enabled changed")
      DeviceInput.handle(.environment(.contentSize(size)))
      device.turn()
      body(device, bar, chooser)
    }
  }

  @Test(.rule("E-1101")) func `an item is shown large while a finger is held on it`() {
    pressing("accessibilityExtraLarge", { _ in nil }) { device, _, _ in
      #expect(device.log.take() == ["N(enabled changed)"] && UILargeContentViewerInteraction.isEnabled)
      device.down(50, 220)
      device.advance(0.2)
      #expect(shown(device) == nil)
      device.advance(0.2)
      #expect(shown(device) == "Add")
      device.move(200, 220)
      #expect(shown(device) == "Remove")
      device.up(200, 220)
      #expect(shown(device) == nil)
    }
  }

  @Test(.rule("E-1101")) func `at other text sizes nothing is shown`() {
    pressing("large", { _ in nil }) { device, bar, _ in
      #expect(device.log.take() == [] && !UILargeContentViewerInteraction.isEnabled)
      device.down(50, 220)
      device.advance(1)
      #expect(shown(device) == nil)
      device.up(50, 220)
      bar.removeInteraction(bar.interactions[0])
      #expect(bar.gestureRecognizers == nil)
    }
  }

  @Test(.rule("E-1101")) func `the delegate chooses the item, and is told where the finger was lifted`() {
    let item = UILabel()
    item.accessibilityLabel = "Item"
    item.showsLargeContentViewer = true
    item.largeContentImageInsets.top = 3
    item.scalesLargeContentImage = true
    pressing("accessibilityMedium", { Chooser($0) }) { device, _, chooser in
      chooser?.choice = item
      _ = device.log.take()
      device.down(50, 220)
      device.advance(0.5)
      #expect(shown(device) == "Item")
      item.largeContentTitle = "Own"
      device.up(50, 220)
      #expect(device.log.take() == ["item at 50.0", "item at 50.0", "ended on Own"])
      #expect(item.largeContentImage == nil && item.largeContentImageInsets.top == 3)
      #expect(item.scalesLargeContentImage)
    }
  }
}
