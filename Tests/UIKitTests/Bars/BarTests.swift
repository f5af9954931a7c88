import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Toolbars, and bars without a controller.
@MainActor @Suite struct BarTests {
  private func item(_ device: TestDevice, _ title: String) -> UIBarButtonItem {
    UIBarButtonItem(title: title, primaryAction: UIAction(title: title) { _ in device.log(title) })
  }

  @Test func `flexible spaces of a toolbar share the remaining width, fixed ones keep theirs`() {
    withDevice { device in
      let root = device.showEmpty()
      let bar = UIToolbar(frame: CGRect(x: 0, y: 700, width: 393, height: 44))
      let boxes = (0..<3).map { _ in UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 30)) }
      let items = boxes.map { UIBarButtonItem(customView: $0) }
      bar.items = [items[0], .fixedSpace(21), items[1], .flexibleSpace(), items[2]]
      root.addSubview(bar)
      device.turn()
      #expect(boxes.map { $0.frame.minX } == [16, 77, 393 - 16 - 40])
      bar.items = [.flexibleSpace(), items[0], .flexibleSpace()]
      device.turn()
      #expect(boxes[0].frame.midX == 393 / 2 && boxes[1].superview == nil)
    }
  }

  @Test(.rule("E-705", "E-706"))
  func `a tab bar's indicator is behind the selected item, also with centred items`() {
    withDevice { device in
      let bar = UITabBar(frame: CGRect(x: 0, y: 700, width: 390, height: 49))
      bar.items = ["A", "B", "C"].enumerated().map { UITabBarItem(title: $1, image: nil, tag: $0) }
      device.showEmpty().addSubview(bar)
      let picture = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 9)).image { _ in }
      bar.standardAppearance.selectionIndicatorImage = picture
      bar.selectedItem = bar.items?[1]
      device.turn()
      @MainActor func indicator() -> CGRect? {
        bar.subviews.first { ($0 as? UIImageView)?.image === picture && !$0.isHidden }?.frame
      }
      #expect(indicator() == CGRect(x: 180, y: 20, width: 30, height: 9))
      bar.itemPositioning = .centered
      bar.itemWidth = 50
      bar.itemSpacing = 10
      bar.selectedItem = bar.items?[2]
      device.turn()
      // The items are 170 points wide in total and centred: they start at 110, the third at 230.
      #expect(indicator()?.midX == 255)
      bar.selectedItem = nil
      device.turn()
      #expect(indicator() == nil)
    }
  }

  @Test func `a navigation controller's toolbar shows the items of the top controller`() {
    withDevice { device in
      let first = UIViewController()
      let second = UIViewController()
      first.toolbarItems = [item(device, "One")]
      second.toolbarItems = [item(device, "Two")]
      let navigation = UINavigationController(rootViewController: first)
      navigation.isToolbarHidden = false
      device.show(navigation)
      let shown: @MainActor () -> [String] = {
        ScreenDescription.elements().compactMap(\.label).filter { ["One", "Two", "Three"].contains($0) }
      }
      #expect(shown() == ["One"])
      let below = navigation.toolbar.convert(navigation.toolbar.bounds, to: nil)
      #expect(below.maxY == device.window.bounds.height)
      #expect(first.view.safeAreaInsets.bottom == below.height)
      device.tap(below.minX + 30, below.minY + 22)
      #expect(device.log.take() == ["One"])
      navigation.pushViewController(second, animated: false)
      device.turn()
      #expect(shown() == ["Two"])
      second.toolbarItems = [item(device, "Three")]
      device.turn()
      #expect(shown() == ["Three"])
      navigation.setToolbarHidden(true, animated: false)
      device.turn()
      #expect(shown() == [] && second.view.safeAreaInsets.bottom == navigation.view.safeAreaInsets.bottom)
    }
  }

  @Test(.rule("E-889")) func `the key "view" returns an item's view in the bar, or nil outside a bar`() {
    withDevice { device in
      let one = item(device, "One")
      let screen = UIViewController()
      screen.tabBarItem = UITabBarItem(title: "First", image: nil, tag: 0)
      #expect(one.value(forKey: "view") == nil)
      screen.navigationItem.rightBarButtonItem = one
      let tabs = UITabBarController()
      tabs.viewControllers = [UINavigationController(rootViewController: screen)]
      tabs.viewControllers?.first?.tabBarItem = screen.tabBarItem
      device.show(tabs)
      let button = one.value(forKey: "view") as? UIView
      #expect(button?.window != nil && button?.accessibilityLabel == "One")
      let tab = screen.tabBarItem.value(forKey: "view") as? UIView
      #expect(tab?.isDescendant(of: tabs.tabBar) == true)
    }
  }

  @Test(.rule("E-821")) func `a hidden item takes no space and no touches`() {
    withDevice { device in
      let box = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 30))
      let (one, two) = (item(device, "One"), UIBarButtonItem(customView: box))
      let screen = UIViewController()
      screen.navigationItem.leftBarButtonItems = [one, two]
      let (three, four) = (item(device, "Three"), item(device, "Four"))
      screen.toolbarItems = [three, four]
      let navigation = UINavigationController(rootViewController: screen)
      navigation.isToolbarHidden = false
      one.isHidden = true
      device.show(navigation)
      @MainActor func shown() -> [String] {
        device.turn()
        return ScreenDescription.elements().compactMap(\.label)
          .filter { ["One", "Three", "Four"].contains($0) } + ["box at \(Int(box.frame.minX))"]
      }
      #expect(shown() == ["Three", "Four", "box at 16"])
      (one.isHidden, two.isHidden, three.isHidden) = (false, true, true)
      #expect(shown().dropLast() == ["One", "Four"] && box.isHidden)
      let below = navigation.toolbar.convert(navigation.toolbar.bounds, to: nil)
      device.tap(below.minX + 30, below.minY + 22)
      #expect(device.log.take() == ["Four"])
      two.isHidden = false
      #expect(shown().last != "box at 16" && !box.isHidden)
    }
  }

  @Test func `a toolbar shows the background and shadow images for its position`() {
    withDevice { device in
      let root = device.showEmpty()
      let bar = UIToolbar(frame: CGRect(x: 0, y: 700, width: 393, height: 44))
      root.addSubview(bar)
      let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { _ in }
      let other = UIGraphicsImageRenderer(size: CGSize(width: 6, height: 6)).image { _ in }
      bar.setBackgroundImage(other, forToolbarPosition: .top, barMetrics: .default)
      @MainActor func pictures() -> [CGRect] {
        device.turn()
        return (bar.subviews.first?.subviews ?? []).compactMap { $0 as? UIImageView }.map(\.frame)
      }
      #expect(pictures() == [])
      bar.setBackgroundImage(image, forToolbarPosition: .any, barMetrics: .default)
      #expect(pictures() == [CGRect(x: 0, y: 0, width: 393, height: 44)])
      #expect(bar.backgroundImage(forToolbarPosition: .any, barMetrics: .default) === image)
      bar.setShadowImage(image, forToolbarPosition: .any)
      #expect(pictures().contains(CGRect(x: 0, y: -4, width: 393, height: 4)))
      bar.setBackgroundImage(nil, forToolbarPosition: .any, barMetrics: .default)
      bar.setShadowImage(UIImage(), forToolbarPosition: .bottom)
      #expect(pictures() == [])
    }
  }

  @Test func `a bar asks its delegate for its position, and extends behind the status bar`() {
    withDevice { device in
      let root = device.showEmpty()
      let bar = UINavigationBar(frame: CGRect(x: 0, y: 59, width: 393, height: 44))
      bar.items = [UINavigationItem(title: "Settings")]
      root.addSubview(bar)
      device.turn()
      #expect(bar.barPosition == .top)
      let delegate = PositionDelegate(device.log)
      bar.delegate = delegate
      device.turn()
      #expect(bar.barPosition == .topAttached)
      let backdrop = bar.subviews.first
      #expect(backdrop?.convert(backdrop!.bounds, to: nil) == CGRect(x: 0, y: 0, width: 393, height: 59))
      #expect(Set(device.log.take()) == ["position of the bar"])
      #expect(ScreenDescription.elements().contains { $0.label == "Settings" })
    }
  }

  @Test func `a bar without a controller pushes and pops items if its delegate allows it`() {
    withDevice { device in
      let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 393, height: 44))
      let delegate = PositionDelegate(device.log)
      bar.delegate = delegate
      bar.pushItem(UINavigationItem(title: "A"), animated: false)
      bar.pushItem(UINavigationItem(title: "B"), animated: false)
      #expect(device.log.take() == ["should push A", "did push A", "should push B", "did push B"])
      delegate.answer = false
      #expect(bar.popItem(animated: false) == nil && bar.topItem?.title == "B")
      delegate.answer = true
      #expect(bar.popItem(animated: false)?.title == "B" && bar.topItem?.title == "A")
      #expect(device.log.take() == ["should pop B", "should pop B", "did pop B"])
    }
  }
}

@MainActor
private final class PositionDelegate: NSObject, UINavigationBarDelegate {
  let log: Log
  var answer = true
  init(_ log: Log) { self.log = log }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    has(
      "positionForBar:", "navigationBar:shouldPushItem:", "navigationBar:didPushItem:",
      "navigationBar:shouldPopItem:", "navigationBar:didPopItem:")
  }
  func position(for bar: any UIBarPositioning) -> UIBarPosition {
    log("position of the bar")
    return .topAttached
  }
  func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool {
    log("should push \(item.title ?? "")")
    return answer
  }
  func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {
    log("did push \(item.title ?? "")")
  }
  func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool {
    log("should pop \(item.title ?? "")")
    return answer
  }
  func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {
    log("did pop \(item.title ?? "")")
  }
}
