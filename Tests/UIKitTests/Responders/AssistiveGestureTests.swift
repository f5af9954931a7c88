import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The app-wide gestures of assistive technology.
@MainActor @Suite struct AssistiveGestureTests {
  private final class Player: UIViewController {
    var (log, takes) = (Log(), true)
    override func accessibilityPerformMagicTap() -> Bool {
      log("magic tap")
      return takes
    }
    override func accessibilityPerformEscape() -> Bool {
      log("escape")
      return takes
    }
  }

  @Test(.rule("E-846"))
  func `a gesture goes from the frontmost screen up the chain until a responder handles it`() {
    withDevice { device in
      let player = Player()
      player.log = device.log
      let stack = UINavigationController(rootViewController: UIViewController())
      stack.pushViewController(player, animated: false)
      device.show(stack)
      #expect(AssistiveGesture.perform("magicTap") == nil && AssistiveGesture.perform("escape") == nil)
      #expect(device.log.take() == ["magic tap", "escape"] && stack.viewControllers.count == 2)
      // If the screen does not handle it, the navigation controller does.
      player.takes = false
      #expect(AssistiveGesture.perform("magicTap") == "no responder in the chain handles the magic tap")
      #expect(AssistiveGesture.perform("escape") == nil)
      device.advance(1)
      #expect(device.log.take() == ["magic tap", "escape"] && stack.viewControllers.count == 1)
      #expect(
        AssistiveGesture.perform("escape") == "no responder in the chain handles the escape gesture")
    }
  }

  @Test(.rule("E-846")) func `it starts at the first responder`() {
    withDevice { device in
      let player = Player()
      (player.log, player.takes) = (device.log, false)
      let field = AskedField()
      field.log = device.log
      device.show(player)
      player.view.addSubview(field)
      field.becomeFirstResponder()
      _ = AssistiveGesture.perform("escape")
      #expect(device.log.take() == ["field", "escape"])
    }
  }
  private final class AskedField: UITextField {
    var log = Log()
    override func accessibilityPerformEscape() -> Bool {
      log("field")
      return false
    }
  }

  @Test(.rule("E-846")) func `escape cancels an alert, and dismisses a sheet if the delegate allows it`() {
    withDevice { device in
      let root = UIViewController()
      device.show(root)
      let alert = UIAlertController(title: "t", message: nil, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in device.log("OK") })
      alert.addAction(UIAlertAction(title: "Cancel", style: .cancel) { _ in device.log("Cancel") })
      root.present(alert, animated: false)
      device.turn()
      #expect(AssistiveGesture.perform("escape") == nil)
      device.advance(1)
      #expect(device.log.take() == ["Cancel"] && root.presentedViewController == nil)

      let sheet = UIViewController()
      sheet.modalPresentationStyle = .pageSheet
      root.present(sheet, animated: false)
      device.turn()
      sheet.isModalInPresentation = true
      #expect(AssistiveGesture.perform("escape") == nil)
      device.advance(1)
      #expect(root.presentedViewController === sheet)
      sheet.isModalInPresentation = false
      #expect(AssistiveGesture.perform("escape") == nil)
      device.advance(1)
      #expect(root.presentedViewController == nil)
    }
  }
}
