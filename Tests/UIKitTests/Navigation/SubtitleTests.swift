import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The subtitle below a navigation bar's title.
@MainActor @Suite struct SubtitleTests {
  private func label(_ text: String, in bar: UIView) -> UILabel? {
    bar.subviews.compactMap { $0 as? UILabel }.first { $0.text == text && !$0.isHidden }
  }

  @Test(.rule("E-770")) func `a subtitle is shown below the title, with its screen only`() {
    withDevice { device in
      let (a, b) = (UIViewController(), UIViewController())
      (a.title, b.title) = ("Title", "Other")
      let navigation = UINavigationController(rootViewController: a)
      device.show(navigation)
      let bar = navigation.navigationBar
      let (height, before) = (bar.bounds.height, label("Title", in: bar)?.frame ?? .zero)
      a.navigationItem.subtitle = "Subtitle"
      device.turn()
      let (title, subtitle) = (label("Title", in: bar)?.frame, label("Subtitle", in: bar)?.frame)
      #expect(bar.bounds.height == height && title == before.offsetBy(dx: 0, dy: -8))
      #expect(subtitle?.midX == before.midX && subtitle?.minY == before.midY + 2)
      #expect(subtitle.map { $0.maxY <= before.maxY } == true)
      navigation.pushViewController(b, animated: false)
      device.turn()
      #expect(label("Subtitle", in: bar) == nil)
      navigation.popViewController(animated: false)
      a.navigationItem.subtitle = nil
      device.turn()
      #expect(label("Subtitle", in: bar) == nil && label("Title", in: bar)?.frame == before)
    }
  }

  @Test(.rule("E-770")) func `a subtitle below a large title adds to the bar's height`() {
    withDevice { device in
      let screen = UIViewController()
      screen.title = "Title"
      let navigation = UINavigationController(rootViewController: screen)
      navigation.navigationBar.prefersLargeTitles = true
      device.show(navigation)
      let bar = navigation.navigationBar
      let height = bar.bounds.height
      screen.navigationItem.subtitle = "Subtitle"
      device.turn()
      #expect(bar.bounds.height == height + 18)
      let subtitle = label("Subtitle", in: bar)?.frame ?? .zero
      #expect(subtitle.minX == 16 && subtitle.maxY <= bar.bounds.height && subtitle.minY > height - 20)
    }
  }
}
