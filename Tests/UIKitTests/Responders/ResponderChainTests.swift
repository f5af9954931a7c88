import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The responder chain, and actions with a nil target.
@MainActor @Suite struct ResponderChainTests {
  private func chain(from responder: UIResponder) -> [UIResponder] {
    Array(sequence(first: responder) { $0.next })
  }

  @Test(.rule("E-236")) func `a recognizer's target without the method is not skipped for the next`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let (target, next) = (Listener(device.log, "target"), Listener(device.log, "next"))
          target.follower = next
          let root = device.showEmpty()
          let good = UITapGestureRecognizer(target: target, action: "plain")
          root.addGestureRecognizer(good)
          device.tap(100, 400)
          precondition(device.log.take() == ["target.plain"])
          root.removeGestureRecognizer(good)
          root.addGestureRecognizer(UITapGestureRecognizer(target: target, action: "gone"))
          device.tap(100, 400)
        }
      }
    }
    #expect(errors(of: result).contains("unrecognized selector") && errors(of: result).contains("gone"))
  }

  @Test(.rule("E-232", "E-233", "E-234"))
  func `the chain from a button in a child's view to the application's delegate`() {
    withDevice { device in
      let (parent, child) = (UIViewController(), UIViewController())
      let delegate = DelegateResponder()
      UIApplication.shared.delegate = delegate
      let button = UIButton()
      let middle = UIView()
      middle.addSubview(button)
      parent.addChild(child)
      child.view.addSubview(middle)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
      device.show(parent)
      let expected: [UIResponder] = [
        button, middle, child.view, child, parent.view, parent, device.window, UIApplication.shared, delegate,
      ]
      #expect(chain(from: button).map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
    }
  }

  @Test(.rule("E-232"))
  func `a scene is between window and application, and a presenter follows its presented controller`() {
    withDevice { device in
      let root = UIViewController()
      device.show(root)
      let session = UISceneSession(
        configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
      let scene = UIWindowScene(session: session, connectionOptions: UIScene.ConnectionOptions())
      device.window.windowScene = scene
      #expect(
        chain(from: root).map(ObjectIdentifier.init) == [
          ObjectIdentifier(root), ObjectIdentifier(device.window), ObjectIdentifier(scene),
          ObjectIdentifier(UIApplication.shared),
        ])
      device.window.windowScene = nil
      let presented = UIViewController()
      root.present(presented, animated: false)
      device.turn()
      #expect(presented.next === root)
      root.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-230", "E-212"))
  func `an action with a nil target goes only to the first responder that implements it`() {
    withDevice { device in
      let root = device.showEmpty()
      let (near, far) = (Listener(device.log, "near"), Listener(device.log, "far"))
      let button = ChainedButton(frame: CGRect(x: 10, y: 100, width: 50, height: 50))
      near.follower = far
      button.follower = near
      button.addTarget(nil, action: "plain", for: .touchUpInside)
      root.addSubview(button)
      device.turn()
      device.tap(button)
      #expect(device.log.take() == ["near.plain"])
      #expect(!UIApplication.shared.sendAction("nobodyHasThis", to: nil, from: button, for: nil))
      #expect(UIApplication.shared.sendAction("plain", to: nil, from: button, for: nil))
      #expect(button.target(forAction: "plain", withSender: nil) as? Listener === near)
      #expect(button.target(forAction: "nobodyHasThis", withSender: nil) == nil)
    }
  }

  @Test(.rule("E-230")) func `canPerformAction decides, even if the method is implemented`() {
    withDevice { device in
      device.showEmpty()
      let first = RefusingResponder()
      let second = Listener(device.log)
      first.follower = second
      #expect(UIApplication.shared.sendAction("plain", to: nil, from: first, for: nil))
      #expect(device.log.take() == ["plain"])
    }
  }

  @Test(.rule("E-231")) func `if the sender is not a responder, the search starts at the first responder`() {
    withDevice { device in
      let root = device.showEmpty()
      let focused = FocusedView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      let listener = Listener(device.log)
      focused.follower = listener
      root.addSubview(focused)
      #expect(focused.becomeFirstResponder())
      let item = UIBarButtonItem(title: "Go", style: .plain, target: nil, action: "plain")
      item.trigger()
      #expect(device.log.take() == ["plain"])
    }
  }

  @Test(.rule("E-235")) func `motion events go to the first responder and up the chain`() {
    withDevice { device in
      let root = device.showEmpty()
      let outer = MotionView("outer", device.log)
      let inner = FocusedView(frame: .zero)
      inner.follower = outer
      root.addSubview(inner)
      inner.becomeFirstResponder()
      UIApplication.shared.deliverEvent(MotionEvent())
      #expect(device.log.take() == ["outer.began", "outer.ended"])
    }
  }
}

/// Becoming and resigning first responder.
@MainActor @Suite struct FirstResponderTests {
  private func focusing(_ body: (TestDevice, FocusedView, FocusedView) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let (a, b) = (FocusedView(frame: .zero), FocusedView(frame: .zero))
      for (view, name) in [(a, "a"), (b, "b")] {
        view.name = name
        view.log = device.log
        root.addSubview(view)
      }
      body(device, a, b)
    }
  }

  @Test(.rule("E-240"))
  func `the old first responder is asked and resigns before the new one becomes first responder`() {
    focusing { device, a, b in
      #expect(a.becomeFirstResponder() && a.isFirstResponder)
      #expect(a.becomeFirstResponder())
      #expect(device.log.take() == ["a.can become"])
      #expect(b.becomeFirstResponder())
      #expect(!a.isFirstResponder && b.isFirstResponder)
      #expect(device.log.take() == ["b.can become", "a.can resign", "a resigns"])
    }
  }

  @Test(.rule("E-240"))
  func `a refusal of either responder, or a view outside a window, changes nothing and returns false`() {
    focusing { device, a, b in
      #expect(!UIView().becomeFirstResponder())
      let stray = FocusedView(frame: .zero)
      #expect(!stray.becomeFirstResponder() && !stray.isFirstResponder)
      a.mayResign = false
      a.becomeFirstResponder()
      #expect(!b.becomeFirstResponder() && a.isFirstResponder && !b.isFirstResponder)
      a.mayResign = true
      b.mayBecome = false
      #expect(!b.becomeFirstResponder() && a.isFirstResponder)
    }
  }

  @Test(.rule("E-242")) func `a view that leaves the window resigns`() {
    focusing { device, a, _ in
      a.becomeFirstResponder()
      a.removeFromSuperview()
      #expect(!a.isFirstResponder && FirstResponder.current == nil)
      #expect(device.log.take() == ["a.can become", "a resigns"])
    }
  }
}

private final class DelegateResponder: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
}

private final class ChainedButton: UIButton {
  var follower: UIResponder?
  override var next: UIResponder? { follower ?? super.next }
}

private final class RefusingResponder: UIResponder {
  var follower: UIResponder?
  override var next: UIResponder? { follower }
  override class var _carobMethods: [_CarobMethod] {
    [.init(none: "plain", "plain()", 1) { _ in Issue.record("it said that it cannot") }]
  }
  override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
}

/// A view that can become first responder.
final class FocusedView: UIView {
  var follower: UIResponder?
  var name = ""
  var log: Log?
  var mayBecome = true
  var mayResign = true
  override var next: UIResponder? { follower ?? super.next }
  override var canBecomeFirstResponder: Bool {
    log?("\(name).can become")
    return mayBecome
  }
  override var canResignFirstResponder: Bool {
    log?("\(name).can resign")
    return mayResign
  }
  override func resignFirstResponder() -> Bool {
    log?("\(name) resigns")
    return super.resignFirstResponder()
  }
}

private final class MotionView: UIView {
  let name: String
  let log: Log
  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
    super.init(frame: .zero)
  }
  required init?(coder: NSCoder) { nil }
  override func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { log("\(name).began") }
  override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { log("\(name).ended") }
}
