import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The alert API from before iOS 8.
@MainActor @Suite struct AlertViewTests {
  private func showing(_ delegate: Bool, _ body: (TestDevice, UIAlertView, UIViewController) -> Void) {
    withDevice { device in
      let screen = Screen("A", device.log)
      device.show(screen)
      _ = device.log.take()
      let listener = delegate ? AlertListener(device.log) : nil
      let alert = UIAlertView(
        title: "Over", message: "Again?", delegate: listener, cancelButtonTitle: "No",
        otherButtonTitles: "Sure!")
      alert.show()
      device.turn()
      device.advance(1)
      body(device, alert, screen)
      withExtendedLifetime(listener) {}
    }
  }

  private func tap(_ title: String, _ device: TestDevice, _ screen: UIViewController) {
    func find(_ view: UIView) -> UIButton? {
      if let button = view as? UIButton, button.currentTitle == title { return button }
      return view.subviews.lazy.compactMap(find).first
    }
    guard let view = screen.presentedViewController?.view, let button = find(view) else {
      Issue.record("there is no \(title)")
      return
    }
    device.tap(button)
  }

  @Test(.rule("E-323"))
  func `the delegate is notified of presentation, click and dismissal by button index`() {
    showing(true) { device, alert, screen in
      #expect(device.log.take() == ["willPresent", "didPresent"])
      #expect(alert.isVisible && alert.numberOfButtons == 2 && alert.cancelButtonIndex == 0)
      #expect(alert.firstOtherButtonIndex == 1 && alert.buttonTitle(at: 1) == "Sure!")
      tap("Sure!", device, screen)
      #expect(
        device.log.take() == ["clicked 1, still there", "will dismiss 1, still there", "did dismiss 1, gone"])
      #expect(!alert.isVisible)
      // Show it again.
      alert.show()
      device.turn()
      device.advance(1)
      tap("No", device, screen)
      #expect(
        device.log.take() == [
          "willPresent", "didPresent", "clicked 0, still there", "will dismiss 0, still there",
          "did dismiss 0, gone",
        ])
    }
  }

  @Test(.rule("E-323")) func `without a delegate a button only dismisses it`() {
    showing(false) { device, alert, screen in
      tap("No", device, screen)
      #expect(device.log.take() == [] && screen.presentedViewController == nil && !alert.isVisible)
    }
  }

  @Test(.rule("E-323")) func `dismissing it in code reports no click`() {
    showing(true) { device, alert, screen in
      _ = device.log.take()
      alert.dismiss(withClickedButtonIndex: 1, animated: true)
      device.turn()
      device.advance(1)
      #expect(device.log.take() == ["will dismiss 1, still there", "did dismiss 1, gone"])
    }
  }
}

private final class AlertListener: NSObject, UIAlertViewDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "willPresentAlertView:", "didPresentAlertView:", "alertView:clickedButtonAtIndex:",
      "alertView:willDismissWithButtonIndex:", "alertView:didDismissWithButtonIndex:")
  }
  private var isThere: String {
    UIApplication.shared.keyWindowOfAnyScene?.rootViewController?.presentedViewController == nil
      ? "gone" : "still there"
  }
  func willPresent(_ alertView: UIAlertView) { log("willPresent") }
  func didPresent(_ alertView: UIAlertView) { log("didPresent") }
  func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {
    log("clicked \(buttonIndex), \(isThere)")
  }
  func alertView(_ alertView: UIAlertView, willDismissWithButtonIndex buttonIndex: Int) {
    log("will dismiss \(buttonIndex), \(isThere)")
  }
  func alertView(_ alertView: UIAlertView, didDismissWithButtonIndex buttonIndex: Int) {
    log("did dismiss \(buttonIndex), \(isThere)")
  }
}
