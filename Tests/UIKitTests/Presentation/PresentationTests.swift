import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Presenting and dismissing.
@MainActor @Suite struct PresentationTests {
  private func presenting(_ body: (TestDevice, Screen, Screen) -> Void) {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      device.show(a)
      _ = device.log.take()
      body(device, a, b)
    }
  }

  @Test(.rule("E-100", "E-102", "E-105", "E-106", "E-87"))
  func `a full-screen presentation sends its messages in order`() {
    presenting { device, a, b in
      b.modalPresentationStyle = .fullScreen
      a.present(b, animated: true) { device.log("presented") }
      #expect(a.presentedViewController === b && b.presentingViewController === a)
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "A.willDisappear", "B.willAppear", "B.isAppearing", "B.didAppear",
          "A.didDisappear", "presented",
        ])
      #expect(a.view.window == nil)
    }
  }

  @Test(.rule("E-654", "E-101"))
  func `children inherit presentingViewController and presentedViewController from their parents`() {
    withDevice { device in
      let (a, b, c) = (Screen("A", device.log), Screen("B", device.log), Screen("C", device.log))
      let (below, above) = (
        UINavigationController(rootViewController: a), UINavigationController(rootViewController: b)
      )
      device.show(below)
      above.pushViewController(c, animated: false)
      a.present(above, animated: false)
      device.turn()
      #expect(b.presentingViewController === below && c.presentingViewController === below)
      #expect(a.presentedViewController === above && below.presentedViewController === above)
      #expect(b.presentedViewController == nil && a.presentingViewController == nil)
      #expect(below.visibleViewController === above && above.visibleViewController === c)
      #expect(!b.isBeingPresented && c.presentationController === above.presentationController)
      c.dismiss(animated: false)
      device.turn()
      #expect(a.presentedViewController == nil && c.presentingViewController == nil)
      #expect(below.visibleViewController === a && a.view.window != nil)
    }
  }

  @Test(.rule("E-106", "E-107"))
  func `a full-screen dismissal sends its messages in order and deallocates the presented controller`() {
    presenting { device, a, _ in
      weak var gone: Screen?
      do {
        let b = Screen("B", device.log)
        gone = b
        b.modalPresentationStyle = .fullScreen
        a.present(b, animated: false)
        device.turn()
      }
      _ = device.log.take()
      a.dismiss(animated: true) { device.log("dismissed") }
      device.turn()
      // The root gets viewDidAppear after the transition, although its view is back in the window
      // immediately.
      #expect(device.log.take() == ["B.willDisappear", "A.willAppear", "A.isAppearing"])
      device.advance(1)
      #expect(
        device.log.take() == [
          "A.didAppear", "B.didDisappear", "dismissed",
        ])
      #expect(gone == nil && a.presentedViewController == nil && a.view.window === device.window)
    }
  }

  @Test(
    .rule("E-108"),
    arguments: [UIModalPresentationStyle.pageSheet, .formSheet, .overFullScreen, .overCurrentContext])
  func `below a sheet or similar the presenter gets no messages`(_ style: UIModalPresentationStyle) {
    presenting { device, a, b in
      b.modalPresentationStyle = style
      a.present(b, animated: false)
      device.turn()
      #expect(a.view.window === device.window)
      a.dismiss(animated: false)
      device.turn()
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "B.willAppear", "B.isAppearing", "B.didAppear", "B.willDisappear",
          "B.didDisappear",
        ])
    }
  }

  @Test(.rule("E-109")) func `the automatic style is a sheet, or full screen in the classic profile`() {
    presenting { device, a, b in
      a.present(b, animated: false)
      device.turn()
      #expect(b.presentationController is UISheetPresentationController)
      #expect(a.view.window != nil)
      a.dismiss(animated: false)
      device.turn()
      UIApplication.shared.linkedProfile = .classic
      let c = Screen("C", device.log)
      a.present(c, animated: false)
      device.turn()
      #expect(a.view.window == nil)
      a.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-101")) func `the presenter is the root, or the controller that defines the context`() {
    withDevice { device in
      let (root, child) = (Screen("P", device.log), Screen("C", device.log))
      root.addChild(child)
      root.view.addSubview(child.view)
      child.didMove(toParent: root)
      device.show(root)
      let b = Screen("B", device.log)
      b.modalPresentationStyle = .fullScreen
      child.present(b, animated: false)
      #expect(b.presentingViewController === root)
      device.turn()
      child.dismiss(animated: false)
      device.turn()
      #expect(root.presentedViewController == nil)
      child.definesPresentationContext = true
      b.modalPresentationStyle = .overCurrentContext
      child.present(b, animated: false)
      #expect(b.presentingViewController === child)
      device.turn()
      child.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-103", "M-72"))
  func `presenting outside a window, or while already presenting, is refused`() {
    presenting { device, a, b in
      let stray = Screen("S", device.log)
      stray.present(b, animated: false)
      #expect(stray.presentedViewController == nil && b.presentingViewController == nil)
      a.present(b, animated: false)
      device.turn()
      _ = device.log.take()
      let c = Screen("C", device.log)
      a.present(c, animated: false)
      device.turn()
      #expect(a.presentedViewController === b && c.presentingViewController == nil)
      #expect(device.log.take() == [])
      a.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-112"))
  func `dismissing the bottom controller removes all above; a leaf asks its presenter`() {
    presenting { device, a, b in
      let c = Screen("C", device.log)
      a.present(b, animated: false)
      device.turn()
      b.present(c, animated: false)
      device.turn()
      _ = device.log.take()
      c.dismiss(animated: false)
      device.turn()
      #expect(device.log.take() == ["C.willDisappear", "C.didDisappear"])
      #expect(b.presentedViewController == nil && a.presentedViewController === b)
      b.present(c, animated: false)
      device.turn()
      _ = device.log.take()
      a.dismiss(animated: true) { device.log("dismissed") }
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "C.willDisappear", "B.willDisappear", "C.didDisappear", "B.didDisappear", "dismissed",
        ])
    }
  }

  @Test(.rule("E-112")) func `animations run alongside the dismissal of a chain as of a single controller`() {
    presenting { device, a, b in
      let c = Screen("C", device.log)
      a.present(b, animated: false)
      device.turn()
      b.present(c, animated: false)
      device.turn()
      _ = device.log.take()
      a.dismiss(animated: true) { device.log("dismissed") }
      #expect(c.transitionCoordinator === a.transitionCoordinator)
      a.transitionCoordinator?.animate { context in
        a.view.alpha = 0.5
        device.log("alongside \(context.transitionDuration)")
      } completion: { context in
        device.log("completed \(context.isCancelled)")
      }
      device.turn()
      #expect(device.log.take() == ["C.willDisappear", "B.willDisappear", "alongside 0.4"])
      #expect(a.view.layer.animationKeys() == ["opacity"])
      device.advance(1)
      #expect(
        device.log.take() == ["C.didDisappear", "B.didDisappear", "completed false", "dismissed"])
      #expect(a.transitionCoordinator == nil)
    }
  }

  @Test(.rule("E-79", "E-106"))
  func `isBeingPresented, isBeingDismissed and animated are right in the appearance messages`() {
    withDevice { device in
      let a = Screen("A", device.log)
      let b = ReasonScreen("B", device.log)
      device.show(a)
      a.present(b, animated: true)
      device.turn()
      device.advance(1)
      #expect(!b.isBeingPresented)
      a.dismiss(animated: false)
      device.turn()
      #expect(!b.isBeingDismissed)
      #expect(
        device.log.take().filter { $0.hasPrefix("B.reason") } == [
          "B.reason will appear true, presented", "B.reason did appear true, presented",
          "B.reason will disappear false, dismissed", "B.reason did disappear false, dismissed",
        ])
    }
  }

  /// B in a sheet over A, with a delegate that logs its messages.
  private func sheet(_ body: (TestDevice, Screen, Screen, SheetListener) -> Void) {
    presenting { device, a, b in
      a.present(b, animated: false)
      device.turn()
      let listener = SheetListener(device.log)
      b.presentationController?.delegate = listener
      _ = device.log.take()
      body(device, a, b, listener)
    }
  }

  /// Drags the sheet down by `distance` points and releases it at rest.
  private func pull(_ device: TestDevice, _ distance: CGFloat) {
    device.down(200, 150)
    device.advance(0.1)
    device.move(200, 170)
    device.advance(0.1)
    device.move(200, 150 + distance)
    device.advance(0.5)
    device.up(200, 150 + distance)
    device.advance(1)
  }

  @Test(.rule("E-110")) func `swiping a sheet down asks and notifies the delegate and dismisses the sheet`() {
    sheet { device, a, _, _ in
      pull(device, 600)
      #expect(
        device.log.take() == [
          "shouldDismiss", "willDismiss", "B.willDisappear", "B.didDisappear", "didDismiss",
        ])
      #expect(a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-110"))
  func `a refusal or isModalInPresentation reports only the attempt`() {
    sheet { device, a, b, listener in
      listener.answer = false
      pull(device, 600)
      #expect(device.log.take() == ["shouldDismiss", "didAttempt"])
      listener.answer = true
      b.isModalInPresentation = true
      pull(device, 600)
      #expect(device.log.take() == ["didAttempt"] && a.presentedViewController === b)
      a.dismiss(animated: false)
      device.turn()
      #expect(device.log.take() == ["B.willDisappear", "B.didDisappear"])
    }
  }

  @Test(.rule("E-111")) func `a cancelled swipe makes the sheet disappear and appear again`() {
    sheet { device, a, b, _ in
      pull(device, 100)
      #expect(
        device.log.take() == [
          "shouldDismiss", "willDismiss", "B.willDisappear", "B.willAppear", "B.isAppearing", "B.didAppear",
        ])
      #expect(a.presentedViewController === b && !b.isBeingDismissed)
      a.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-111")) func `after a cancelled swipe the sheet moves back to its height without a jump`() {
    sheet { device, _, b, _ in
      @MainActor func shownY() -> CGFloat { b.view.layer.presentation()?.frame.minY ?? -1 }
      let resting = shownY()
      device.down(200, 150)
      device.advance(0.1)
      device.move(200, 170)
      device.advance(0.1)
      device.move(200, 250)
      device.advance(0.5)
      let pulled = shownY()
      #expect(pulled > resting + 50)
      device.up(200, 250)
      #expect(abs(shownY() - pulled) < 1)
      device.advance(0.1)
      #expect(shownY() < pulled - 1 && shownY() > resting + 1)
      device.advance(0.5)
      #expect(shownY() == resting)
    }
  }

  @Test(.rule("E-111", "E-112"))
  func `a dismissal while the sheet moves back waits until the sheet is in place`() {
    presenting { device, a, _ in
      let b = FleetingScreen("B", device.log)
      a.present(b, animated: false)
      device.turn()
      b.isDismissedAsItAppears = true
      _ = device.log.take()
      pull(device, 100)
      #expect(
        device.log.take() == [
          "B.willDisappear", "B.willAppear", "B.isAppearing", "B.didAppear", "B.willDisappear",
          "B.didDisappear", "dismissed",
        ])
      #expect(a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-113")) func `a custom presentation controller is notified of the beginning and the end`() {
    presenting { device, a, b in
      let delegate = Transitioner(device.log)
      b.modalPresentationStyle = .custom
      b.transitioningDelegate = delegate
      a.present(b, animated: false)
      device.turn()
      a.dismiss(animated: false)
      device.turn()
      #expect(
        device.log.take().filter { $0.hasPrefix("presentation") } == [
          "presentation asked", "presentation will begin", "presentation did end true",
          "presentation dismissal will begin", "presentation dismissal did end true",
        ])
    }
  }
}

private final class SheetListener: NSObject, UIAdaptivePresentationControllerDelegate {
  let log: Log
  var answer = true
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "presentationControllerShouldDismiss:", "presentationControllerWillDismiss:",
      "presentationControllerDidDismiss:", "presentationControllerDidAttemptToDismiss:")
  }
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
    log("shouldDismiss")
    return answer
  }
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
    log("willDismiss")
  }
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    log("didDismiss")
  }
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
    log("didAttempt")
  }
}

private final class Transitioner: NSObject, UIViewControllerTransitioningDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("presentationControllerForPresentedViewController:presentingViewController:sourceViewController:")
  }
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController? {
    log("presentation asked")
    let controller = LoggingPresentation(presentedViewController: presented, presenting: presenting)
    controller.log = log
    return controller
  }
}

private final class LoggingPresentation: UIPresentationController {
  var log: Log?
  override func presentationTransitionWillBegin() { log?("presentation will begin") }
  override func presentationTransitionDidEnd(_ completed: Bool) { log?("presentation did end \(completed)") }
  override func dismissalTransitionWillBegin() { log?("presentation dismissal will begin") }
  override func dismissalTransitionDidEnd(_ completed: Bool) {
    log?("presentation dismissal did end \(completed)")
  }
}

/// Dismisses itself while it appears.
private final class FleetingScreen: Screen {
  var isDismissedAsItAppears = false

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard isDismissedAsItAppears else { return }
    dismiss(animated: false) { [log] in log("dismissed") }
  }
}
