import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The title and image of the back button.
@MainActor @Suite struct BackButtonTests {
  @Test(
    .rule("E-563"), arguments: [("Short", "Short"), ("A title of far too many words", "Back"), ("", "Back")])
  func `a back button without room for its title says Back`(title: String, shown: String) {
    withDevice { device in
      let first = UIViewController()
      first.title = title
      let navigation = UINavigationController(rootViewController: first)
      device.show(navigation)
      navigation.pushViewController(UIViewController(), animated: false)
      device.turn()
      let buttons = navigation.navigationBar.subviews.compactMap { $0 as? UIButton }
      #expect(buttons.filter { !$0.isHidden }.map(\.currentTitle) == [shown])
    }
  }

  @Test(.rule("E-707"))
  func `a bar's back indicator replaces the arrow, and the appearance's takes precedence`() {
    withDevice { device in
      let navigation = UINavigationController(rootViewController: UIViewController())
      device.show(navigation)
      navigation.pushViewController(UIViewController(), animated: false)
      device.turn()
      let back = navigation.navigationBar.subviews.compactMap { $0 as? UIButton }.first { !$0.isHidden }
      let arrow = back?.currentImage
      let (own, other) = (image(10), image(12))
      navigation.navigationBar.backIndicatorImage = own
      device.turn()
      #expect(arrow != nil && back?.currentImage?.size == own.size)
      let appearance = UINavigationBarAppearance()
      appearance.setBackIndicatorImage(other, transitionMaskImage: other)
      navigation.navigationBar.standardAppearance = appearance
      device.turn()
      #expect(back?.currentImage?.size == other.size)
    }
  }

  private func image(_ side: CGFloat) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: side, height: side)).image { _ in }
  }
}
