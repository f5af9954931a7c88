import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Images, widths and groups of bar items, and the background images of bars.
@MainActor @Suite struct BarItemTests {
  private func picture(_ width: CGFloat = 8) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: width, height: 8)).image { _ in }
  }
  private func images(_ view: UIView) -> [UIImage] {
    [(view as? UIImageView)?.image].compactMap { $0 } + view.subviews.flatMap(images)
  }
  private func showing(_ body: (TestDevice, UIViewController, UINavigationBar) -> Void) {
    withDevice { device in
      let screen = UIViewController()
      let navigation = UINavigationController(rootViewController: screen)
      device.show(navigation)
      body(device, screen, navigation.navigationBar)
    }
  }

  @Test(.rule("C-343")) func `an item is as wide as the widest of its possible titles`() {
    showing { device, screen, bar in
      let plain = UIBarButtonItem(title: "Edit", style: .plain, target: nil, action: nil)
      let wide = UIBarButtonItem(title: "Edit", style: .plain, target: nil, action: nil)
      wide.possibleTitles = ["Edit", "A much longer title"]
      let long = UIBarButtonItem(title: "A much longer title", style: .plain, target: nil, action: nil)
      screen.navigationItem.rightBarButtonItems = [plain, wide]
      screen.navigationItem.leftBarButtonItem = long
      device.turn()
      let (a, b, c) = (plain.viewInBar?.frame.width, wide.viewInBar?.frame.width, long.viewInBar?.frame.width)
      #expect((a ?? 0) < (b ?? 0) && b == c)
      wide.title = "A much longer title"
      device.turn()
      #expect(wide.viewInBar?.frame.width == b)
    }
  }

  @Test(.rule("C-341")) func `an item's own background images and title position are those of its button`() {
    showing { device, screen, bar in
      let item = UIBarButtonItem(title: "Edit", style: .plain, target: nil, action: nil)
      let (normal, other, done) = (picture(), picture(), picture())
      item.setBackgroundImage(normal, for: .normal, barMetrics: .default)
      item.setBackgroundImage(other, for: .highlighted, barMetrics: .default)
      item.setBackgroundImage(done, for: .normal, style: .done, barMetrics: .default)
      item.setTitlePositionAdjustment(UIOffset(horizontal: 3, vertical: 4), for: .default)
      screen.navigationItem.rightBarButtonItem = item
      device.turn()
      let button = item.viewInBar as? UIButton
      #expect(button?.backgroundImage(for: .normal) === normal)
      #expect(button?.backgroundImage(for: .highlighted) === other)
      #expect(button?.titleEdgeInsets == UIEdgeInsets(top: 4, left: 3, bottom: -4, right: -3))
      item.style = .done
      #expect(button?.backgroundImage(for: .normal) === done)
      #expect(item.backgroundImage(for: .normal, barMetrics: .default) === normal)
    }
  }

  @Test(.rule("C-341")) func `the back button has the back images of the previous screen's back item`() {
    showing { device, screen, bar in
      let back = UIBarButtonItem(title: "Home", style: .plain, target: nil, action: nil)
      let image = picture()
      back.setBackButtonBackgroundImage(image, for: .normal, barMetrics: .default)
      screen.navigationItem.backBarButtonItem = back
      screen.navigationController?.pushViewController(UIViewController(), animated: false)
      device.turn()
      let buttons = bar.subviews.compactMap { $0 as? UIButton }
      #expect(buttons.contains { $0.backgroundImage(for: .normal) === image })
    }
  }

  @Test(.rule("C-344")) func `the back indicator image replaces the arrow of the back button`() {
    showing { device, screen, bar in
      let (image, mask) = (picture(), picture())
      (bar.backIndicatorImage, bar.backIndicatorTransitionMaskImage) = (image, mask)
      screen.navigationController?.pushViewController(UIViewController(), animated: false)
      device.turn()
      #expect(images(bar).contains(image) && !images(bar).contains(mask))
    }
  }

  @Test(.rule("C-340")) func `a bar shows the background image of its position and metrics`() {
    withDevice { device in
      let bar = UINavigationBar(frame: CGRect(x: 0, y: 300, width: 300, height: 44))
      let item = UINavigationItem(title: "Title")
      bar.items = [item]
      device.showEmpty().addSubview(bar)
      device.turn()
      let (any, top, prompt) = (picture(), picture(), picture())
      bar.setBackgroundImage(any, for: .default)
      #expect(images(bar).contains(any))
      bar.setBackgroundImage(top, for: .top, barMetrics: .default)
      bar.setBackgroundImage(prompt, for: .any, barMetrics: .defaultPrompt)
      #expect(images(bar).contains(top) && !images(bar).contains(any))
      #expect(bar.backgroundImage(for: .any, barMetrics: .default) === any)
      bar.setBackgroundImage(nil, for: .top, barMetrics: .default)
      #expect(images(bar).contains(any))
      item.prompt = "Above"
      device.turn()
      #expect(images(bar).contains(prompt) && !images(bar).contains(any))
    }
  }

  @Test(.rule("C-340")) func `a tab bar shows its own background and shadow images`() {
    withDevice { device in
      let bar = UITabBar(frame: CGRect(x: 0, y: 300, width: 300, height: 49))
      device.showEmpty().addSubview(bar)
      let (background, shadow) = (picture(), picture())
      bar.backgroundImage = background
      bar.shadowImage = shadow
      device.turn()
      let views = bar.subviews.compactMap { $0 as? UIImageView }
      #expect(views.first { $0.image === background }?.frame == bar.bounds)
      #expect(views.first { $0.image === shadow }?.frame == CGRect(x: 0, y: -8, width: 300, height: 8))
    }
  }

  @Test(.rule("C-340")) func `a title can be moved vertically`() {
    showing { device, screen, bar in
      screen.title = "Title"
      device.turn()
      let label = bar.subviews.compactMap { $0 as? UILabel }.first { $0.text == "Title" && !$0.isHidden }
      let y = label?.frame.minY ?? 0
      bar.setTitleVerticalPositionAdjustment(5, for: .default)
      device.turn()
      #expect(label?.frame.minY == y + 5)
    }
  }

  @Test(.rule("C-342")) func `groups of items are shown beside single items, and can be hidden`() {
    showing { device, screen, bar in
      @MainActor func item(_ title: String) -> UIBarButtonItem {
        UIBarButtonItem(title: title, style: .plain, target: nil, action: nil)
      }
      @MainActor func titles() -> [String] {
        bar.subviews.compactMap { $0 as? ItemButton }.filter { $0.superview != nil }
          .sorted { $0.frame.minX < $1.frame.minX }.compactMap { $0.title(for: .normal) }
      }
      screen.navigationItem.leftBarButtonItem = item("L")
      screen.navigationItem.rightBarButtonItem = item("R")
      let group = UIBarButtonItemGroup(barButtonItems: [item("1"), item("2")], representativeItem: nil)
      screen.navigationItem.trailingItemGroups = [group]
      screen.navigationItem.leadingItemGroups = [.fixedGroup(items: [item("3")])]
      device.turn()
      #expect(titles() == ["L", "3", "1", "2", "R"])
      group.isHidden = true
      device.turn()
      #expect(titles() == ["L", "3", "R"])
    }
  }
}
