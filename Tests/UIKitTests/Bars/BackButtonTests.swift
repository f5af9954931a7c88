import CarobFoundation
import RuleTrait
import Testing

@testable import UIKit

/// What the back button says.
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
}
