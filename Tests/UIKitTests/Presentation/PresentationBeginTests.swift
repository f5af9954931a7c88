import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// When a presentation begins, and what can be configured until then.
@MainActor @Suite struct PresentationBeginTests {
  private func presenting(_ body: (TestDevice, Screen, Screen) -> Void) {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      device.show(a)
      _ = device.log.take()
      body(device, a, b)
    }
  }

  @Test(.rule("E-644", "E-100", "E-102"), arguments: [true, false])
  func `appearance messages are sent after the caller's turn`(_ animated: Bool) {
    presenting { device, a, b in
      b.modalPresentationStyle = .fullScreen
      a.present(b, animated: animated) { device.log("presented") }
      device.log("present returned")
      #expect(a.presentedViewController === b && b.isBeingPresented && b.isViewLoaded)
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "present returned", "A.willDisappear", "B.willAppear",
          "B.isAppearing", "B.didAppear", "A.didDisappear", "presented",
        ])
    }
  }

  @Test(.rule("E-644")) func `another presentation, or a use of the coordinator, begins it immediately`() {
    presenting { device, a, b in
      let c = Screen("C", device.log)
      (b.modalPresentationStyle, c.modalPresentationStyle) = (.overFullScreen, .overFullScreen)
      a.present(b, animated: false)
      b.present(c, animated: true)
      #expect(c.transitionCoordinator?.viewController(forKey: .to) === c)
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "B.willAppear", "C.loadView", "C.viewDidLoad", "C.willAppear",
          "B.isAppearing", "C.isAppearing", "B.didAppear", "C.didAppear",
        ])
      a.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-644")) func `a controller that is dismissed in the same turn appears and disappears`() {
    presenting { device, a, b in
      b.modalPresentationStyle = .overFullScreen
      a.present(b, animated: false)
      a.dismiss(animated: false) { device.log("dismissed") }
      device.turn()
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "B.willAppear", "B.isAppearing", "B.didAppear", "B.willDisappear",
          "B.didDisappear", "dismissed",
        ])
      #expect(a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-644", "E-432"))
  func `a popover's source can be set after present, on a tablet and on a phone`() {
    for model in [DeviceModel.tablet, .standIn] {
      presenting { device, a, b in
        UIScreen.main.configure(model, Environment())
        device.window.frame = UIScreen.main.bounds
        let source = UIView(frame: CGRect(x: 100, y: 300, width: 60, height: 40))
        a.view.addSubview(source)
        b.modalPresentationStyle = .popover
        b.preferredContentSize = CGSize(width: 200, height: 150)
        let delegate = Staying()
        a.present(b, animated: true)
        let popover = b.popoverPresentationController
        popover?.sourceView = source
        popover?.permittedArrowDirections = .up
        popover?.delegate = delegate
        device.turn()
        device.advance(1)
        #expect(b.presentationController === popover && popover?.arrowDirection == .up)
        #expect(b.view.convert(b.view.bounds, to: nil) == CGRect(x: 30, y: 353, width: 200, height: 150))
        a.dismiss(animated: false)
        device.turn()
      }
    }
  }

  @Test(.rule("E-646"), arguments: [true, false])
  func `a covered controller gets no messages and no warning when all are dismissed`(_ animated: Bool) async {
    presenting { device, root, a in
      let b = Screen("C", device.log)
      (a.modalPresentationStyle, b.modalPresentationStyle) = (.fullScreen, .fullScreen)
      root.present(a, animated: false)
      device.turn()
      a.present(b, animated: false)
      device.turn()
      _ = device.log.take()
      root.dismiss(animated: animated) { device.log("dismissed") }
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "C.willDisappear", "A.willAppear", "A.isAppearing", "A.didAppear", "C.didDisappear", "dismissed",
        ])
      #expect(a.appearance == .disappeared && a.presentedViewController == nil)
    }
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let root = UIViewController()
          device.show(root)
          let (a, b) = (UIViewController(), UIViewController())
          (a.modalPresentationStyle, b.modalPresentationStyle) = (.fullScreen, .fullScreen)
          root.present(a, animated: false)
          device.turn()
          a.present(b, animated: false)
          device.turn()
          root.dismiss(animated: false)
          device.turn()
        }
      }
    }
    #expect(warnings(of: result) == [])
  }

  @Test(.rule("E-646", "E-112")) func `stacked sheets get all messages`() {
    presenting { device, root, a in
      let b = Screen("C", device.log)
      (a.modalPresentationStyle, b.modalPresentationStyle) = (.pageSheet, .pageSheet)
      root.present(a, animated: false)
      device.turn()
      a.present(b, animated: false)
      device.turn()
      _ = device.log.take()
      root.dismiss(animated: false)
      device.turn()
      #expect(
        device.log.take() == ["C.willDisappear", "B.willDisappear", "C.didDisappear", "B.didDisappear"])
    }
  }
}

/// Keeps popovers from adapting.
private final class Staying: NSObject, UIPopoverPresentationControllerDelegate {
  override class var _carobMethods: [_CarobMethod] {
    has("adaptivePresentationStyleForPresentationController:traitCollection:")
  }
  func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { .none }
}
