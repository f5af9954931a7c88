import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// What controls derive from their images.
@MainActor @Suite struct ImageLabelTests {
  private func image() -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 9, height: 9)).image { _ in }
  }

  @Test(.rule("E-771")) func `a button and an image view use the accessibility label of their image`() {
    withDevice { _ in
      let image = image()
      image.accessibilityLabel = "Star"
      (image.accessibilityValue, image.accessibilityHint) = ("V", "H")
      let button = UIButton.systemButton(with: image, target: nil, action: nil)
      let view = UIImageView(image: image)
      #expect(button.accessibilityLabel == "Star" && view.accessibilityLabel == "Star")
      #expect((image.accessibilityValue, image.accessibilityHint) == ("V", "H"))
      view.accessibilityLabel = "Own"
      #expect(view.accessibilityLabel == "Own")
    }
  }

  @Test func `a system button has its image and sends its action`() {
    withDevice { device in
      let image = image()
      let button = UIButton.systemButton(with: image, target: nil, action: nil)
      button.addAction(UIAction { _ in device.log("tapped") }, for: .touchUpInside)
      button.frame = CGRect(x: 100, y: 300, width: 60, height: 60)
      device.showEmpty().addSubview(button)
      device.turn()
      #expect(button.buttonType == .system && button.currentImage === image)
      device.tap(130, 330)
      #expect(device.log.take() == ["tapped"])
      let target = UIView()
      let other = UIButton.systemButton(with: image, target: target, action: "removeFromSuperview")
      #expect(other.actions(forTarget: target, forControlEvent: .touchUpInside) == ["removeFromSuperview"])
    }
  }

  @Test func `only the infinite float range is infinite`() {
    let range = UIFloatRange(minimum: -1, maximum: 2)
    #expect([range, .zero, .infinite].map(\.isInfinite) == [false, false, true])
    #expect(UIFloatRange() == .zero && range.maximum == 2)
  }

  @Test(.rule("E-803"))
  func `the application can hide the status bar only if view controllers do not control it`() {
    withDevice { device in
      device.showEmpty()
      let application = UIApplication.shared
      defer {
        application.isStatusBarHidden = false
        application.controllersDecideAboutStatusBar = true
      }
      application.isStatusBarHidden = true
      device.turn()
      #expect(!application.isStatusBarHidden && !StatusBar.wanted().isHidden)
      application.controllersDecideAboutStatusBar = false
      application.isStatusBarHidden = true
      device.turn()
      #expect(application.isStatusBarHidden && StatusBar.wanted().isHidden)
    }
  }
}
