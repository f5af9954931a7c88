import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Popovers: adaptation on a phone, position and dismissal.
@MainActor @Suite struct PopoverTests {
  @Test(.rule("E-430", "E-108"))
  func `a delegate that returns none gets a popover, and A stays in the hierarchy`() {
    withDevice { device in
      let delegate = AdaptingListener(device.log)
      popping(device, delegate) { a, b, popover in
        a.present(b, animated: true) { device.log("presented") }
        device.turn()
        device.advance(1)
        #expect(
          device.log.take() == [
            "B.loadView", "B.viewDidLoad", "style for compact", "prepare", "B.willAppear", "B.isAppearing",
            "B.didAppear", "presented",
          ])
        #expect(popover.arrowDirection == .up && b.presentationController === popover)
        #expect(b.view.convert(b.view.bounds, to: nil) == CGRect(x: 30, y: 353, width: 200, height: 150))
        #expect(a.view.window != nil)
        let arrow = b.view.superview?.superview?.subviews.lazy.compactMap { $0 as? PopoverArrow }.first
        #expect(
          arrow?.convert(arrow?.bounds ?? .zero, to: nil) == CGRect(x: 117, y: 340, width: 26, height: 13))
        #expect(arrow?.hasOwnContents == true && arrow?.isHidden == false)
        a.dismiss(animated: true) { device.log("dismissed") }
        device.turn()
        device.advance(1)
        // Dismissed by code: the delegate is not called.
        #expect(device.log.take() == ["B.willDisappear", "B.didDisappear", "dismissed"])
        #expect(b.popoverPresentationController !== popover)
      }
    }
  }

  @Test(.rule("E-430", "E-109")) func `without a delegate's choice a popover is a sheet on a phone`() {
    withDevice { device in
      let delegate = PopoverListener(device.log)
      popping(device, delegate) { a, b, popover in
        a.present(b, animated: false)
        device.turn()
        #expect(b.presentationController is UISheetPresentationController)
        #expect(b.presentationController === popover.adaptiveSheetPresentationController)
        #expect(b.popoverPresentationController === popover)
        #expect(b.view.frame.width == 393 && b.view.frame.minY == 69)
        a.dismiss(animated: false)
        device.turn()
      }
      // In the classic profile it covers the screen.
      UIApplication.shared.linkedProfile = .classic
      popping(device, delegate) { a, b, _ in
        a.present(b, animated: false)
        device.turn()
        #expect(b.view.frame == UIScreen.main.bounds && a.view.window == nil)
        a.dismiss(animated: false)
        device.turn()
      }
    }
  }

  @Test(.rule("E-431")) func `the delegate may wrap the controller that adapts`() {
    withDevice { device in
      let delegate = WrappingListener(device.log)
      popping(device, delegate) { a, b, popover in
        delegate.style = .fullScreen
        a.present(b, animated: false)
        device.turn()
        #expect(
          device.log.take() == [
            "B.loadView", "B.viewDidLoad", "style", "wrap for 0", "B.willMove(parent)", "B.didMove(parent)",
            "will present as 0", "A.willDisappear", "B.willAppear", "B.isAppearing", "B.didAppear",
            "A.didDisappear",
          ])
        #expect(a.presentedViewController is UINavigationController && b.navigationController != nil)
        a.dismiss(animated: false)
        device.turn()
      }
    }
  }

  @Test(.rule("E-430")) func `in a regular width it is a popover and the delegate is not asked`() {
    withDevice { device in
      let model = DeviceModel.standIn
      UIScreen.main.configure(.tablet, Environment())
      device.window.frame = UIScreen.main.bounds
      let delegate = PopoverListener(device.log)
      popping(device, delegate) { a, b, popover in
        a.present(b, animated: false)
        device.turn()
        #expect(b.presentationController === popover && popover.arrowDirection == .up)
        a.dismiss(animated: false)
        device.turn()
      }
      UIScreen.main.configure(model, Environment())
    }
  }

  @Test(.rule("E-432")) func `a popover without a source raises an exception`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let delegate = AdaptingListener(device.log)
          popping(device, delegate) { a, b, popover in
            popover.sourceView = nil
            a.present(b, animated: false)
            device.turn()
          }
        }
      }
    }
    #expect(errors(of: result).contains("should have a non-nil sourceView or barButtonItem set before"))
  }

  @Test(.rule("E-433", "E-434"))
  func `a tap outside asks and notifies the delegate and dismisses the popover`() {
    withDevice { device in
      let delegate = BothListener(device.log)
      popping(device, delegate) { a, b, _ in
        a.present(b, animated: false)
        device.turn()
        _ = device.log.take()
        device.tap(b.view)
        #expect(device.log.take() == [])
        delegate.may = false
        device.tap(350, 700)
        #expect(device.log.take() == ["should", "attempted"])
        delegate.may = true
        device.tap(350, 700)
        #expect(device.log.take() == ["should", "will", "B.willDisappear", "B.didDisappear", "did"])
        #expect(a.presentedViewController == nil)
      }
    }
  }

  @Test(.rule("E-434")) func `a delegate with only the older methods gets those`() {
    withDevice { device in
      let delegate = EarlierListener(device.log)
      popping(device, delegate) { a, b, _ in
        a.present(b, animated: false)
        device.turn()
        _ = device.log.take()
        delegate.may = false
        device.tap(350, 700)
        #expect(device.log.take() == ["should, earlier"])
        delegate.may = true
        device.tap(350, 700)
        #expect(
          device.log.take() == ["should, earlier", "B.willDisappear", "B.didDisappear", "did, earlier"])
      }
    }
  }

  @Test(.rule("E-433")) func `a modal popover stays; passthrough views receive touches`() {
    withDevice { device in
      let delegate = LaterListener(device.log)
      popping(device, delegate) { a, b, popover in
        let pane = LoggingView("pane", device.log, CGRect(x: 300, y: 650, width: 90, height: 90))
        a.view.addSubview(pane)
        popover.passthroughViews = [pane]
        b.isModalInPresentation = true
        a.present(b, animated: false)
        device.turn()
        _ = device.log.take()
        device.tap(350, 700)
        device.tap(20, 700)
        #expect(device.log.take() == ["pane.began", "pane.ended", "attempted"])
        a.dismiss(animated: false)
        device.turn()
      }
    }
  }

  @Test(.rule("E-436")) func `a popover follows its preferred content size and the screen's rotation`() {
    withDevice { device in
      let delegate = AdaptingListener(device.log)
      popping(device, delegate) { a, b, popover in
        a.present(b, animated: false)
        device.turn()
        b.preferredContentSize = CGSize(width: 100, height: 80)
        device.turn()
        #expect(b.view.convert(b.view.bounds, to: nil) == CGRect(x: 80, y: 353, width: 100, height: 80))
        popover.sourceView?.frame.origin = CGPoint(x: 100, y: 330)
        Rotation.rotate(to: "landscapeLeft")
        device.turn()
        device.advance(1)
        // There is not enough room below the source.
        #expect(popover.arrowDirection == .down)
        #expect(b.view.convert(b.view.bounds, to: nil) == CGRect(x: 80, y: 237, width: 100, height: 80))
        a.dismiss(animated: false)
        device.turn()
        UIScreen.main.change { $0.orientation = "portrait" }
      }
    }
  }

  @Test(.rule("E-450", "E-377")) func `a popover avoids the keyboard, and its delegate may reposition it`() {
    withDevice { device in
      let delegate = MovingListener(device.log)
      popping(device, delegate) { a, b, popover in
        popover.sourceView?.frame.origin.y = 640
        popover.permittedArrowDirections = .down
        let field = UITextField(frame: CGRect(x: 10, y: 10, width: 100, height: 30))
        b.view.addSubview(field)
        a.present(b, animated: false)
        device.turn()
        @MainActor func card() -> CGRect { b.view.convert(b.view.bounds, to: nil) }
        #expect(card() == CGRect(x: 30, y: 477, width: 200, height: 150))
        _ = device.log.take()
        field.becomeFirstResponder()
        device.advance(1)
        let keyboard = Keyboard.shared.frame?.minY ?? 0
        #expect(device.log.take() == ["will move from 0,0 60×40"])
        #expect(keyboard < 627 && card() == CGRect(x: 30, y: keyboard - 160, width: 200, height: 150))
        field.resignFirstResponder()
        device.advance(1)
        #expect(device.log.take() == ["will move from 0,0 60×40"])
        #expect(card() == CGRect(x: 30, y: 477, width: 200, height: 150))
        // The next time, the delegate moves it.
        let other = UIView(frame: CGRect(x: 150, y: 300, width: 60, height: 40))
        a.view.addSubview(other)
        delegate.place = (other, CGRect(x: 0, y: 0, width: 20, height: 20))
        field.becomeFirstResponder()
        device.advance(1)
        #expect(popover.sourceView === other && popover.sourceRect.width == 20)
        #expect(card() == CGRect(x: 60, y: 137, width: 200, height: 150))
        field.resignFirstResponder()
        a.dismiss(animated: false)
        device.advance(1)
      }
    }
  }

  @Test(.rule("E-436")) func `a popover can be anchored to a bar button item`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let item = UIBarButtonItem(title: "More", style: .plain, target: nil, action: nil)
      a.navigationItem.rightBarButtonItem = item
      device.show(UINavigationController(rootViewController: a))
      b.modalPresentationStyle = .popover
      b.preferredContentSize = CGSize(width: 200, height: 150)
      let delegate = AdaptingListener(device.log)
      b.popoverPresentationController?.delegate = delegate
      b.popoverPresentationController?.barButtonItem = item
      a.present(b, animated: false)
      device.turn()
      let frame = b.view.convert(b.view.bounds, to: nil)
      let bar = item.viewInBar.map { $0.convert($0.bounds, to: nil) }
      #expect(frame.maxX == 383 && frame.minY == (bar?.maxY ?? 0) + PopoverPlacement.arrowHeight)
      a.dismiss(animated: false)
      device.turn()
    }
  }

  struct Expectation: Sendable {
    var source: CGRect
    var permitted = UIPopoverArrowDirection.any
    var size = CGSize(width: 100, height: 100)
    var direction: UIPopoverArrowDirection
    var card: CGRect
    var tip: CGPoint
  }

  @Test(
    .rule("E-436"),
    arguments: [
      Expectation(
        source: CGRect(x: 150, y: 100, width: 20, height: 20), direction: .up,
        card: CGRect(x: 110, y: 133, width: 100, height: 100), tip: CGPoint(x: 160, y: 120)),
      Expectation(
        source: CGRect(x: 150, y: 350, width: 20, height: 20), direction: .down,
        card: CGRect(x: 110, y: 237, width: 100, height: 100), tip: CGPoint(x: 160, y: 350)),
      Expectation(
        source: CGRect(x: 150, y: 200, width: 20, height: 20), permitted: [.left, .right], direction: .left,
        card: CGRect(x: 183, y: 160, width: 100, height: 100), tip: CGPoint(x: 170, y: 210)),
      Expectation(
        source: CGRect(x: 250, y: 200, width: 20, height: 20), permitted: [.left, .right], direction: .right,
        card: CGRect(x: 137, y: 160, width: 100, height: 100), tip: CGPoint(x: 250, y: 210)),
      // At the edge: the card stays in the room, the arrow off its corner.
      Expectation(
        source: CGRect(x: 2, y: 100, width: 4, height: 20), direction: .up,
        card: CGRect(x: 0, y: 133, width: 100, height: 100), tip: CGPoint(x: 26, y: 120)),
      // No arrow: in the middle.
      Expectation(
        source: CGRect(x: 150, y: 200, width: 20, height: 20), permitted: [], direction: [],
        card: CGRect(x: 110, y: 160, width: 100, height: 100), tip: CGPoint(x: 160, y: 210)),
      // Too large: where most of it fits.
      Expectation(
        source: CGRect(x: 150, y: 250, width: 20, height: 20), size: CGSize(width: 300, height: 400),
        direction: .down, card: CGRect(x: 10, y: 0, width: 300, height: 237), tip: CGPoint(x: 160, y: 250)),
    ])
  func `the arrow's direction depends on the available room`(_ expected: Expectation) {
    let place = PopoverPlacement(
      wanted: expected.size, source: expected.source, room: CGRect(x: 0, y: 0, width: 320, height: 400),
      permitted: expected.permitted)
    #expect(place.direction == expected.direction && place.card == expected.card && place.tip == expected.tip)
  }

  @Test(.rule("E-435")) func `the delegate of a segue's popover can be set in prepare`() throws {
    let button = StoryboardTests.button(
      "b1", 300,
      """
      <segue destination="b" kind="popoverPresentation" identifier="toB" animates="NO" popoverAnchorView="b1" id="s">
      <popoverArrowDirection key="popoverArrowDirection" down="YES"/></segue>
      """)
    let storyboard = try StoryboardTests.storyboard(
      "a", StoryboardTests.scene("a", button) + StoryboardTests.scene("b"))
    try withDevice { device in
      StoryScreen.log = Log()
      let screen = try #require(storyboard.instantiateInitialViewController() as? StoryScreen)
      let delegate = AdaptingListener(device.log)
      var found: UIPopoverPresentationController?
      screen.onPrepare = { segue in
        found = segue.destination.popoverPresentationController
        found?.delegate = delegate
      }
      device.show(screen)
      screen.performSegue(withIdentifier: "toB", sender: nil)
      device.turn()
      let popover = try #require(found)
      #expect(popover.sourceView is UIButton && popover.permittedArrowDirections == .down)
      #expect(screen.presentedViewController?.presentationController === popover)
      screen.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-113")) func `a custom presentation controller is called when its container is laid out`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      let maker = PresentationMaker(device.log)
      b.modalPresentationStyle = .custom
      b.transitioningDelegate = maker
      device.show(a)
      _ = device.log.take()
      a.present(b, animated: false)
      device.turn()
      #expect(
        device.log.take() == [
          "B.loadView", "B.viewDidLoad", "B.willAppear", "will begin", "B.isAppearing",
          "container will lay out",
          "container did lay out", "B.didAppear", "did end true",
        ])
      #expect(b.view.frame == CGRect(x: 0, y: 400, width: 393, height: 452))
      a.dismiss(animated: false)
      device.turn()
    }
  }
}

/// A visible A, and a B that will be a popover from one of A's views.
@MainActor
private func popping(
  _ device: TestDevice, _ delegate: PopoverListener,
  _ body: (Screen, Screen, UIPopoverPresentationController) -> Void
) {
  let (a, b) = (Screen("A", device.log), Screen("B", device.log))
  device.show(a)
  let source = UIView(frame: CGRect(x: 100, y: 300, width: 60, height: 40))
  a.view.addSubview(source)
  b.modalPresentationStyle = .popover
  b.preferredContentSize = CGSize(width: 200, height: 150)
  guard let popover = b.popoverPresentationController else {
    Issue.record("no popover controller to configure")
    return
  }
  popover.sourceView = source
  popover.delegate = delegate
  _ = device.log.take()
  body(a, b, popover)
}

/// Logs a popover's messages; implements only those that the test names.
private class PopoverListener: NSObject, UIPopoverPresentationControllerDelegate {
  let log: Log
  var may = true
  var style = UIModalPresentationStyle.none

  init(_ log: Log) {
    self.log = log
    super.init()
  }

  func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle {
    log("style for \(traitCollection.horizontalSizeClass == .compact ? "compact" : "regular")")
    return style
  }
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
    log("style")
    return style
  }
  func presentationController(
    _ controller: UIPresentationController,
    viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
  ) -> UIViewController? {
    log("wrap for \(style.rawValue)")
    return UINavigationController(rootViewController: controller.presentedViewController)
  }
  func presentationController(
    _ presentationController: UIPresentationController,
    willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
    transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
  ) { log("will present as \(style.rawValue)") }
  func prepareForPopoverPresentation(_ controller: UIPopoverPresentationController) { log("prepare") }
  /// The new source of the popover.
  var place: (view: UIView, rect: CGRect)?
  func popoverPresentationController(
    _ controller: UIPopoverPresentationController, willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
    in view: AutoreleasingUnsafeMutablePointer<UIView>
  ) {
    let old = rect.pointee
    log("will move from \(Int(old.minX)),\(Int(old.minY)) \(Int(old.width))×\(Int(old.height))")
    if let place { (view.pointee, rect.pointee) = place }
  }
  func presentationControllerShouldDismiss(_ controller: UIPresentationController) -> Bool {
    log("should")
    return may
  }
  func presentationControllerWillDismiss(_ controller: UIPresentationController) { log("will") }
  func presentationControllerDidDismiss(_ controller: UIPresentationController) { log("did") }
  func presentationControllerDidAttemptToDismiss(_ controller: UIPresentationController) { log("attempted") }
  func popoverPresentationControllerShouldDismissPopover(
    _ controller: UIPopoverPresentationController
  ) -> Bool {
    log("should, earlier")
    return may
  }
  func popoverPresentationControllerDidDismissPopover(_ controller: UIPopoverPresentationController) {
    log("did, earlier")
  }
}

nonisolated private let adapting: [_CarobMethod] = has(
  "adaptivePresentationStyleForPresentationController:traitCollection:", "prepareForPopoverPresentation:")
nonisolated private let earlier = has(
  "popoverPresentationControllerShouldDismissPopover:", "popoverPresentationControllerDidDismissPopover:")
nonisolated private let later = has(
  "presentationControllerShouldDismiss:", "presentationControllerWillDismiss:",
  "presentationControllerDidDismiss:", "presentationControllerDidAttemptToDismiss:")

private final class AdaptingListener: PopoverListener {
  override class var _carobMethods: [_CarobMethod] { adapting }
}
private final class MovingListener: PopoverListener {
  override class var _carobMethods: [_CarobMethod] {
    adapting + has("popoverPresentationController:willRepositionPopoverToRect:inView:")
  }
}
private final class EarlierListener: PopoverListener {
  override class var _carobMethods: [_CarobMethod] { adapting + earlier }
}
private final class LaterListener: PopoverListener {
  override class var _carobMethods: [_CarobMethod] { adapting + later }
}
private final class BothListener: PopoverListener {
  override class var _carobMethods: [_CarobMethod] { adapting + earlier + later }
}
private final class WrappingListener: PopoverListener {
  override class var _carobMethods: [_CarobMethod] {
    has(
      "adaptivePresentationStyleForPresentationController:",
      "presentationController:viewControllerForAdaptivePresentationStyle:",
      "presentationController:willPresentWithAdaptiveStyle:transitionCoordinator:")
  }
}

/// A card in the lower part of the screen.
private final class PresentationMaker: NSObject, UIViewControllerTransitioningDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController? {
    let made = ShortPresentation(presentedViewController: presented, presenting: presenting)
    made.log = log
    return made
  }
}

private final class ShortPresentation: UIPresentationController {
  var log: Log?
  override class var _carobMethods: [_CarobMethod] {
    has("containerViewWillLayoutSubviews", "containerViewDidLayoutSubviews")
  }
  override var shouldRemovePresentersView: Bool { false }
  override var frameOfPresentedViewInContainerView: CGRect {
    CGRect(x: 0, y: 400, width: 393, height: 452)
  }
  override func presentationTransitionWillBegin() { log?("will begin") }
  override func presentationTransitionDidEnd(_ completed: Bool) { log?("did end \(completed)") }
  override func containerViewWillLayoutSubviews() {
    log?("container will lay out")
    presentedView?.frame = frameOfPresentedViewInContainerView
  }
  override func containerViewDidLayoutSubviews() { log?("container did lay out") }
}

extension DeviceModel {
  static var tablet: DeviceModel {
    DeviceModel(
      name: "iPad", width: 820, height: 1180, scale: 2, idiom: "pad", safeAreaTop: 24, safeAreaBottom: 20,
      cornerRadius: 18)
  }
}
