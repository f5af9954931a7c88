import CarobFoundation
import NibFormat
import TestSupport
import Testing

@testable import UIKit

/// Unwinding through containers, and custom segue classes.
@MainActor @Suite struct UnwindTests {
  /// A scene with a controller of this class, with a title and segues.
  private static func scene(_ id: String, _ cls: String, _ segues: String) -> String {
    """
    <scene sceneID="scene-\(id)"><objects>
    <viewController title="\(id.uppercased())" storyboardIdentifier="\(id)" id="\(id)" customClass="\(cls)" \
    customModule="UIKitTests" sceneMemberID="viewController">
    <view key="view" id="\(id)-view"><rect key="frame" x="0.0" y="0.0" width="393" height="852"/></view>
    <connections>\(segues)</connections></viewController>
    <exit id="\(id)-exit" userLabel="Exit" sceneMemberID="exit"/>
    </objects></scene>
    """
  }
  private static let home =
    #"<segue destination="b-exit" kind="unwind" identifier="home" unwindAction="comeHome:" animates="NO" id="u"/>"#

  private func made(_ device: TestDevice, _ id: String, _ segues: String = home, _ more: String = "") throws
    -> Homing
  {
    Homing.log = device.log
    let storyboard = try StoryboardTests.storyboard(id, Self.scene(id, "Homing", segues) + more)
    return try #require(storyboard.instantiateInitialViewController() as? Homing)
  }
  private func plain(_ name: String, _ device: TestDevice) throws -> Homing {
    let made = try made(device, name.lowercased(), "")
    return made
  }

  @Test(.rule("E-640", "E-311")) func `a source that implements the action is not its own destination`()
    throws
  {
    try withDevice { device in
      let (a, b) = (try plain("A", device), try made(device, "b"))
      device.show(a)
      a.present(b, animated: false)
      device.turn()
      _ = device.log.take()
      b.performSegue(withIdentifier: "home", sender: nil)
      device.turn()
      #expect(
        device.log.take() == [
          "B.allowed []", "B.can false", "A.allowed []", "A.responds", "A.can true", "A.comeHome",
        ])
      #expect(a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-640", "E-311", "E-312"), arguments: ["navigation", "tab"])
  func `the child that presented is asked before its container, which leaves that child out`(_ kind: String)
    throws
  {
    try withDevice { device in
      let (a, b, c) = (try plain("A", device), try made(device, "b"), try plain("C", device))
      c.accepts = false
      let container: UIViewController
      if kind == "tab" {
        let tabs = AskedTabs()
        (tabs.log, tabs.viewControllers) = (device.log, [c, a])
        container = tabs
      } else {
        let navigation = AskedStack()
        (navigation.log, navigation.viewControllers) = (device.log, [a, c])
        container = navigation
      }
      device.show(container)
      c.present(b, animated: false)
      device.turn()
      #expect(b.presentingViewController === container)
      _ = device.log.take()
      b.performSegue(withIdentifier: "home", sender: nil)
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "B.allowed []", "B.can false", "C.allowed []", "C.can false", "container.allowed [\"A\"]",
          "A.allowed []", "A.responds", "A.can true", "A.comeHome",
        ] + (kind == "tab" ? ["container selects A"] : []))
      #expect(container.presentedViewController == nil && a.view.window != nil)
    }
  }

  @Test(.rule("E-641"), arguments: ["presentation", "custom"])
  func `a custom segue class performs its kind's transition with super, if the kind is one of the platform's`(
    _ kind: String
  ) throws {
    try withDevice { device in
      let segue =
        #"<segue destination="b" kind="\#(kind)" identifier="go" customClass="LoudSegue" customModule="UIKitTests" animates="NO" id="s"/>"#
      let a = try made(device, "a", segue, Self.scene("b", "Homing", ""))
      LoudSegue.log = device.log
      device.show(a)
      a.performSegue(withIdentifier: "go", sender: nil)
      device.turn()
      #expect(device.log.take().filter { $0 == "segue performs" } == ["segue performs"])
      #expect((a.presentedViewController?.title == "B") == (kind == "presentation"))
      a.dismiss(animated: false)
      device.turn()
    }
  }
}

/// Records what it is asked during an unwind.
final class Homing: UIViewController {
  static var log = Log()
  var accepts = true
  private func note(_ event: String) { Self.log("\(title ?? "?").\(event)") }

  required init?(coder: NSCoder) { super.init(coder: coder) }
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { Homing(coder: $0) }
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "comeHome:", "comeHome(_:)", 1) { s, _ in
        unsafeDowncast(s, to: Homing.self).note("comeHome")
      }
    ]
  }
  override func responds(to selector: Selector!) -> Bool {
    if selector.name == "comeHome:" { MainActor.assumeIsolated { note("responds") } }
    return super.responds(to: selector)
  }
  override func allowedChildrenForUnwinding(from source: UIStoryboardUnwindSegueSource) -> [UIViewController]
  {
    let allowed = super.allowedChildrenForUnwinding(from: source)
    note("allowed \(allowed.map { $0.title ?? "?" })")
    return allowed
  }
  override func canPerformUnwindSegueAction(
    _ action: Selector, from fromViewController: UIViewController, sender: Any?
  ) -> Bool {
    let can = accepts && super.canPerformUnwindSegueAction(action, from: fromViewController, sender: sender)
    note("can \(can)")
    return can
  }
}

private final class AskedStack: UINavigationController {
  var log = Log()
  override func allowedChildrenForUnwinding(from source: UIStoryboardUnwindSegueSource) -> [UIViewController]
  {
    let allowed = super.allowedChildrenForUnwinding(from: source)
    log("container.allowed \(allowed.map { $0.title ?? "?" })")
    return allowed
  }
}

private final class AskedTabs: UITabBarController {
  var log = Log()
  override func allowedChildrenForUnwinding(from source: UIStoryboardUnwindSegueSource) -> [UIViewController]
  {
    let allowed = super.allowedChildrenForUnwinding(from: source)
    log("container.allowed \(allowed.map { $0.title ?? "?" })")
    return allowed
  }
  override var selectedViewController: UIViewController? {
    get { super.selectedViewController }
    set {
      log("container selects \(newValue?.title ?? "nil")")
      super.selectedViewController = newValue
    }
  }
}

final class LoudSegue: UIStoryboardSegue {
  static var log = Log()
  override func perform() {
    Self.log("segue performs")
    super.perform()
  }
  nonisolated override class var _carobNewSegue:
    (@MainActor (String?, UIViewController, UIViewController) -> UIStoryboardSegue)?
  { { LoudSegue(identifier: $0, source: $1, destination: $2) } }
}
