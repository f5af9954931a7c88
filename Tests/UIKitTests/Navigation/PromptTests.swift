import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The prompt above a navigation bar's title.
@MainActor @Suite struct PromptTests {
  private func label(_ text: String, in bar: UIView) -> UILabel? {
    bar.subviews.compactMap { $0 as? UILabel }.first { $0.text == text && !$0.isHidden }
  }

  @Test(.rule("E-652")) func `a prompt is shown above the title, and the bar's height changes with it`() {
    withDevice { device in
      let screen = Screen("A", device.log)
      screen.title = "Title"
      let navigation = UINavigationController(rootViewController: screen)
      device.show(navigation)
      let bar = navigation.navigationBar
      let (height, top) = (bar.bounds.height, screen.view.safeAreaInsets.top)
      let before = label("Title", in: bar)?.frame ?? .zero
      screen.navigationItem.prompt = "Prompt"
      device.turn()
      #expect(bar.bounds.height == height + 30 && screen.view.safeAreaInsets.top == top + 30)
      let (prompt, title) = (label("Prompt", in: bar), label("Title", in: bar))
      #expect(title?.frame == before.offsetBy(dx: 0, dy: 30))
      #expect(prompt.map { $0.frame.maxY <= title?.frame.minY ?? 0 && $0.frame.minY >= 59 } == true)
      screen.navigationItem.prompt = nil
      device.turn()
      #expect(bar.bounds.height == height && label("Prompt", in: bar) == nil)
      #expect(label("Title", in: bar)?.frame == before && screen.view.safeAreaInsets.top == top)
    }
  }

  @Test(.rule("E-652")) func `a prompt is shown with its screen only, above a large title`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      a.title = "Title"
      a.navigationItem.prompt = "Prompt"
      let navigation = UINavigationController(rootViewController: a)
      navigation.navigationBar.prefersLargeTitles = true
      device.show(navigation)
      let bar = navigation.navigationBar
      #expect(bar.bounds.height == 185.0)
      navigation.pushViewController(b, animated: false)
      device.turn()
      #expect(label("Prompt", in: bar) == nil && bar.bounds.height == 155.0)
      navigation.popViewController(animated: false)
      device.turn()
      #expect(label("Prompt", in: bar) != nil && bar.bounds.height == 185.0)
    }
  }

  @Test(.rule("E-652")) func `a prompt increases the preferred height of a bar without a controller`() {
    withDevice { device in
      let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 393, height: 44))
      let item = UINavigationItem(title: "Title")
      bar.items = [item]
      #expect(bar.intrinsicContentSize.height == 44)
      item.prompt = "Prompt"
      #expect(bar.intrinsicContentSize.height == 74)
    }
  }
}
