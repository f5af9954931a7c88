import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Adaptation of sheets in a compact width.
@MainActor @Suite struct AdaptingSheetTests {
  private func presenting(
    _ style: UIModalPresentationStyle, answer: UIModalPresentationStyle, on model: DeviceModel = .standIn,
    _ body: (TestDevice, Screen, Screen) -> Void
  ) {
    withDevice { device in
      UIScreen.main.configure(model, Environment())
      device.window.frame = UIScreen.main.bounds
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let delegate = Adapter(device.log, answer)
      device.show(a)
      b.modalPresentationStyle = style
      b.presentationController?.delegate = delegate
      _ = device.log.take()
      a.present(b, animated: false)
      device.turn()
      body(device, a, b)
      a.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-645"), arguments: [UIModalPresentationStyle.formSheet, .pageSheet, .automatic])
  func `on a phone a sheet's delegate can turn it into a full-screen presentation`(
    _ style: UIModalPresentationStyle
  ) {
    presenting(style, answer: .fullScreen) { device, a, b in
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "style for compact", "will present as 0", "A.willDisappear",
          "B.willAppear", "B.isAppearing", "B.didAppear", "A.didDisappear",
        ])
      #expect(b.view.frame == UIScreen.main.bounds && a.view.window == nil)
      #expect(b.presentationController?.presentationStyle == .fullScreen)
    }
  }

  @Test(.rule("E-645"), arguments: [UIModalPresentationStyle.none, .automatic, .formSheet])
  func `a sheet stays a sheet if its delegate chooses no other style`(_ answer: UIModalPresentationStyle) {
    presenting(.formSheet, answer: answer) { device, a, b in
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "style for compact", "B.willAppear", "B.isAppearing", "B.didAppear",
        ])
      #expect(b.presentationController?.presentationStyle == .formSheet && a.view.window != nil)
    }
  }

  private final class OwnPresentation: UIPresentationController {
    override func adaptivePresentationStyle(for traitCollection: UITraitCollection)
      -> UIModalPresentationStyle
    {
      traitCollection.horizontalSizeClass == .compact ? .formSheet : .none
    }
  }
  private final class OwnTransition: NSObject, UIViewControllerTransitioningDelegate {
    override class var _carobMethods: [_CarobMethod] {
      has("presentationControllerForPresentedViewController:presentingViewController:sourceViewController:")
    }
    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? {
      OwnPresentation(presentedViewController: presented, presenting: presenting)
    }
  }

  @Test(.rule("E-1096"), arguments: [DeviceModel.standIn, .tablet])
  func `a presentation controller chooses its style for a compact width`(_ model: DeviceModel) {
    withDevice { device in
      UIScreen.main.configure(model, Environment())
      device.window.frame = UIScreen.main.bounds
      let (a, b) = (UIViewController(), UIViewController())
      let transition = OwnTransition()
      device.show(a)
      (b.modalPresentationStyle, b.transitioningDelegate) = (.custom, transition)
      a.present(b, animated: false)
      device.turn()
      let isCompact = a.traitCollection.horizontalSizeClass == .compact
      #expect(b.presentationController is UISheetPresentationController == isCompact)
      #expect(b.presentationController is OwnPresentation == !isCompact)
      a.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-645")) func `in a regular width the delegate is not asked`() {
    presenting(.formSheet, answer: .fullScreen, on: .tablet) { device, a, b in
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "B.willAppear", "B.isAppearing", "B.didAppear",
        ])
      #expect(b.view.bounds.size == CGSize(width: 540, height: 620))
    }
  }
}

private final class Adapter: NSObject, UIAdaptivePresentationControllerDelegate {
  let log: Log
  let answer: UIModalPresentationStyle
  init(_ log: Log, _ answer: UIModalPresentationStyle) {
    (self.log, self.answer) = (log, answer)
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "adaptivePresentationStyleForPresentationController:traitCollection:",
      "presentationController:willPresentWithAdaptiveStyle:transitionCoordinator:")
  }
  func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle {
    log("style for \(traitCollection.horizontalSizeClass == .compact ? "compact" : "regular")")
    return answer
  }
  func presentationController(
    _ presentationController: UIPresentationController,
    willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
    transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
  ) { log("will present as \(style.rawValue)") }
}
