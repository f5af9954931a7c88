import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// The controllers that are asked before a rotation, and the order of callbacks.
@MainActor @Suite struct RotationOrderTests {
  private func turning(_ body: (TestDevice, RotationLogger) -> Void) {
    withDevice { device in
      let root = RotationLogger("A", device.log)
      device.show(root)
      _ = device.log.take()
      body(device, root)
      UIScreen.main.change { $0.orientation = "portrait" }
    }
  }

  private func finish(_ device: TestDevice) {
    device.turn()
    device.advance(0.4)
  }

  @Test(.rule("E-333")) func `traits change before the size; upside down, neither changes`() {
    turning { device, root in
      root.mask = .all
      Rotation.rotate(to: "landscapeLeft")
      finish(device)
      #expect(device.log.take() == ["A.traits to compact", "A.size to 852", "A.traits are compact"])
      Rotation.rotate(to: "landscapeRight")
      finish(device)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-577")) func `a scene requests an orientation, and gets an error when none is allowed`() {
    turning { device, root in
      root.mask = .allButUpsideDown
      #expect(Rotation.request([.landscapeLeft, .landscapeRight]) == nil)
      finish(device)
      #expect(device.log.take() == ["A.traits to compact", "A.size to 852", "A.traits are compact"])
      #expect(Rotation.request(.landscape) == nil)
      finish(device)
      #expect(device.log.take() == [])
      root.mask = .landscape
      let session = UISceneSession(
        configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
      let scene = UIWindowScene(session: session, connectionOptions: UIScene.ConnectionOptions())
      @MainActor func ask(_ orientations: UIInterfaceOrientationMask) {
        scene.requestGeometryUpdate(.iOS(interfaceOrientations: orientations)) {
          device.log("\(($0 as? UISceneError)?.code == .geometryRequestDenied ? "denied" : "\($0)")")
        }
      }
      ask(.portrait)
      finish(device)
      #expect(device.log.take() == ["denied"] && UIScreen.main.interfaceOrientation.isLandscape)
      root.mask = .all
      ask(.portrait)
      finish(device)
      #expect(
        device.log.take().last == "A.traits are regular" && UIScreen.main.interfaceOrientation.isPortrait)
    }
  }

  @Test(.rule("E-333", "E-334"))
  func `a parent's super call notifies the children whose size changes`() {
    turning { device, root in
      let (full, fixed) = (RotationLogger("B", device.log), RotationLogger("C", device.log))
      for (child, size) in [(full, root.view.bounds.size), (fixed, CGSize(width: 100, height: 100))] {
        root.addChild(child)
        child.view.frame = CGRect(origin: .zero, size: size)
        root.view.addSubview(child.view)
        child.didMove(toParent: root)
      }
      root.sizeOfC = CGSize(width: 100, height: 100)
      device.turn()
      _ = device.log.take()
      Rotation.rotate(to: "landscapeLeft")
      finish(device)
      #expect(
        device.log.take().filter { !$0.contains("traits are") } == [
          "A.traits to compact", "B.traits to compact", "C.traits to compact", "A.size to 852",
          "B.size to 852",
        ])
      root.passesOn = false
      Rotation.rotate(to: "portrait")
      finish(device)
      #expect(
        device.log.take().filter { !$0.contains("traits are") } == [
          "A.traits to regular", "B.traits to regular", "C.traits to regular", "A.size to 393",
        ])
    }
  }

  @Test(.rule("E-336")) func `a controller with only the older callbacks gets only those`() {
    withDevice { device in
      let old = OlderCallbackLogger("A", device.log)
      device.show(old)
      _ = device.log.take()
      Rotation.rotate(to: "landscapeLeft")
      #expect(device.log.take() == ["A.willRotate to 4", "A.willAnimate to 4"])
      finish(device)
      #expect(device.log.take() == ["A.didRotate from 1"])
      UIScreen.main.change { $0.orientation = "portrait" }
    }
  }

  @Test(.rule("E-336")) func `a controller with both old and new callbacks gets the new ones`() {
    turning { device, root in
      root.knowsEarlier = true
      Rotation.rotate(to: "landscapeLeft")
      finish(device)
      #expect(device.log.take() == ["A.traits to compact", "A.size to 852", "A.traits are compact"])
    }
  }

  @Test(.rule("E-337"))
  func `the status bar's will-notification has the new orientation, the did-notification the old one`() {
    turning { device, root in
      let log = device.log
      let tokens = [
        UIApplication.willChangeStatusBarOrientationNotification,
        UIApplication.didChangeStatusBarOrientationNotification,
      ].map { name in
        NotificationCenter.default.addObserver(forName: name, object: UIApplication.shared, queue: nil) {
          let orientation = $0.userInfo?[UIApplication.statusBarOrientationUserInfoKey] as? Int ?? 0
          let text = "\($0.name.rawValue) \(orientation)"
          MainActor.assumeIsolated { log(text) }
        }
      }
      Rotation.rotate(to: "landscapeLeft")
      finish(device)
      #expect(
        device.log.take() == [
          "UIApplicationWillChangeStatusBarOrientationNotification 4", "A.traits to compact", "A.size to 852",
          "A.traits are compact", "UIApplicationDidChangeStatusBarOrientationNotification 1",
        ])
      tokens.forEach { NotificationCenter.default.removeObserver($0) }
    }
  }

  @Test(.rule("E-330")) func `the application delegate's orientations replace those of Info.plist`() {
    turning { device, root in
      let delegate = MaskingDelegate()
      UIApplication.shared.delegate = delegate
      delegate.mask = .portrait
      Rotation.rotate(to: "landscapeLeft")
      #expect(device.log.take() == [] && UIScreen.main.interfaceOrientation == .portrait)
      delegate.mask = .all
      Rotation.rotate(to: "landscapeLeft")
      finish(device)
      #expect(device.log.take().count == 3 && UIScreen.main.interfaceOrientation == .landscapeLeft)
    }
  }

  @Test(.rule("E-330", "E-332")) func `a controller that does not autorotate needs no common orientation`() {
    withDevice { device in
      UIApplication.shared.delegate = LandscapeDelegate()
      let root = FixedOrientationScreen("A", device.log)
      device.show(root)
      Rotation.rotate(to: "landscapeLeft")
      device.turn()
      device.advance(1)
      #expect(UIScreen.main.interfaceOrientation == .portrait && root.viewIfLoaded?.window != nil)
      Rotation.rotate(to: "portrait")
    }
  }

  @Test(.rule("E-650", "E-333")) func `the root's constraints are updated before the layout in the new size`()
  {
    withDevice { device in
      let root = Screen("A", device.log)
      root.logsLayout = true
      device.show(root)
      let child = Screen("B", device.log)
      child.logsLayout = true
      root.addChild(child)
      child.view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      root.view.addSubview(child.view)
      child.didMove(toParent: root)
      device.turn()
      _ = device.log.take()
      Rotation.rotate(to: "landscapeLeft")
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "A.updateViewConstraints", "A.willLayout", "A.didLayout", "B.willLayout", "B.didLayout",
        ])
      Rotation.rotate(to: "portrait")
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "A.updateViewConstraints", "A.willLayout", "A.didLayout", "B.willLayout", "B.didLayout",
        ])
    }
  }

  @Test(.rule("E-330")) func `orientations without a common one stop the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let root = RotationLogger("A", device.log)
          root.mask = .landscapeRight
          device.show(root)
          let delegate = MaskingDelegate()
          delegate.mask = .portrait
          UIApplication.shared.delegate = delegate
          Rotation.rotate(to: "landscapeLeft")
        }
      }
    }
    #expect(errors(of: result).contains("has no orientation in common"))
  }

  @Test(.rule("E-331"))
  func `a navigation controller's delegate provides its orientations, and its child does not`() {
    withDevice { device in
      let child = RotationLogger("A", device.log)
      child.mask = .landscapeRight
      let navigation = UINavigationController(rootViewController: child)
      let delegate = NavigationMaskDelegate()
      navigation.delegate = delegate
      device.show(navigation)
      _ = device.log.take()
      delegate.asked = 0
      Rotation.rotate(to: "landscapeRight")
      #expect(delegate.asked == 1 && device.log.take() == [])
      #expect(UIScreen.main.interfaceOrientation == .portrait)
    }
  }
}

/// Rotations without a rotation of the device.
@MainActor @Suite struct OwnRotationTests {
  /// Shows a screen with the given orientations that logs its orientation.
  private func standing(_ mask: UIInterfaceOrientationMask, _ body: (TestDevice, OrientationLogger) -> Void) {
    withDevice { device in
      let screen = OrientationLogger("A", device.log)
      screen.mask = mask
      body(device, screen)
      Rotation.held = "portrait"
      UIScreen.main.change { $0.orientation = "portrait" }
    }
  }

  @Test(.rule("E-335"))
  func
    `a root that is landscape only turns the screen under it before it appears, without a size transition`()
  {
    standing(.landscape) { device, a in
      device.show(a)
      #expect(
        device.log.take() == [
          "A.didLoad portrait", "A.willAppear portrait", "A.traits to compact", "A.traits are compact",
          "A.isAppearing landscape", "A.willLayout landscape", "A.didLayout landscape",
          "A.willLayout landscape",
          "A.didLayout landscape", "A.didAppear landscape",
        ])
      #expect(UIScreen.main.interfaceOrientation == .landscapeLeft && a.view.frame.width == 852)
      // The device itself has not been rotated.
      #expect(UIDevice.current.orientation == .portrait)
    }
  }

  @Test(.rule("E-335", "E-332")) func `the preferred orientation is chosen from several`() {
    standing(.landscape) { device, a in
      a.preferred = .landscapeRight
      device.show(a)
      #expect(UIScreen.main.interfaceOrientation == .landscapeRight)
    }
  }

  @Test(.rule("E-332"))
  func `a full-screen presentation rotates the screen, and its dismissal rotates it back`() {
    standing(.portrait) { device, a in
      device.show(a)
      let b = OrientationLogger("B", device.log)
      b.mask = .landscape
      b.modalPresentationStyle = .fullScreen
      a.present(b, animated: false)
      device.turn()
      device.advance(1)
      #expect(UIScreen.main.interfaceOrientation == .landscapeLeft && b.view.frame.width == 852)
      _ = device.log.take()
      a.dismiss(animated: false)
      device.turn()
      device.advance(1)
      #expect(UIScreen.main.interfaceOrientation == .portrait && a.view.frame.width == 393)
    }
  }

  @Test(.rule("E-332", "E-437"))
  func `a controller that changes its supported orientations updates the interface`() {
    standing(.portrait) { device, a in
      device.show(a)
      Rotation.rotate(to: "landscapeRight")
      device.turn()
      #expect(
        UIScreen.main.interfaceOrientation == .portrait && UIDevice.current.orientation == .landscapeLeft)
      a.mask = .all
      device.turn()
      #expect(UIScreen.main.interfaceOrientation == .portrait)
      _ = device.log.take()
      a.setNeedsUpdateOfSupportedInterfaceOrientations()
      device.turn()
      device.advance(1)
      #expect(
        device.log.take() == [
          "A.traits to compact", "A.size to 852", "A.traits are compact", "A.willLayout landscape",
          "A.didLayout landscape",
        ])
      #expect(UIScreen.main.interfaceOrientation == .landscapeRight)
    }
  }

  @Test(.rule("E-337")) func `an observer of a device rotation reads the new orientation`() {
    standing(.portrait) { device, a in
      device.show(a)
      UIDevice.current.beginGeneratingDeviceOrientationNotifications()
      let log = device.log
      let token = NotificationCenter.default.addObserver(
        forName: UIDevice.orientationDidChangeNotification, object: UIDevice.current, queue: nil
      ) { _ in MainActor.assumeIsolated { log("held \(UIDevice.current.orientation)") } }
      _ = device.log.take()
      Rotation.rotate(to: "landscapeLeft")
      #expect(device.log.take() == ["held landscapeRight"])
      NotificationCenter.default.removeObserver(token)
      UIDevice.current.endGeneratingDeviceOrientationNotifications()
    }
  }
}

private final class OrientationLogger: UIViewController {
  let name: String
  let log: Log
  var mask = UIInterfaceOrientationMask.allButUpsideDown
  var preferred = UIInterfaceOrientation.portrait
  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }
  private func note(_ event: String) { log("\(name).\(event)") }
  private func noteShape(_ event: String) {
    note("\(event) \(view.bounds.width > view.bounds.height ? "landscape" : "portrait")")
  }

  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { mask }
  override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { preferred }
  override func viewDidLoad() {
    super.viewDidLoad()
    noteShape("didLoad")
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    noteShape("willAppear")
  }
  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    noteShape("isAppearing")
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    noteShape("didAppear")
  }
  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    noteShape("willLayout")
  }
  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    noteShape("didLayout")
  }
  override func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    note("traits to \(newCollection.verticalSizeClass == .compact ? "compact" : "regular")")
    super.willTransition(to: newCollection, with: coordinator)
  }
  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    note("size to \(Int(size.width))")
    super.viewWillTransition(to: size, with: coordinator)
  }
  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    guard previousTraitCollection?.verticalSizeClass != traitCollection.verticalSizeClass else { return }
    note("traits are \(traitCollection.verticalSizeClass == .compact ? "compact" : "regular")")
  }
}

/// Logs rotation callbacks.
private final class RotationLogger: UIViewController {
  let name: String
  let log: Log
  var mask = UIInterfaceOrientationMask.allButUpsideDown
  var passesOn = true
  var knowsEarlier = false
  var sizeOfC: CGSize?
  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }
  func note(_ event: String) { log("\(name).\(event)") }

  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "viewWillTransitionToSize:withTransitionCoordinator:", "viewWillTransition(to:with:)", 1)]
      + OlderCallbackLogger.earlier
  }
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { mask }
  override func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    note("traits to \(newCollection.verticalSizeClass == .compact ? "compact" : "regular")")
    super.willTransition(to: newCollection, with: coordinator)
  }
  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    note("size to \(Int(size.width))")
    if passesOn { super.viewWillTransition(to: size, with: coordinator) }
  }
  override func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize {
    if let sizeOfC, (container as? RotationLogger)?.name == "C" { return sizeOfC }
    return super.size(forChildContentContainer: container, withParentContainerSize: parentSize)
  }
  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    guard previousTraitCollection?.verticalSizeClass != traitCollection.verticalSizeClass else { return }
    note("traits are \(traitCollection.verticalSizeClass == .compact ? "compact" : "regular")")
  }
  override func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {
    if knowsEarlier { note("willRotate") }
  }
}

/// Implements only the callbacks from before iOS 8.
private final class OlderCallbackLogger: Screen {
  nonisolated static var earlier: [_CarobMethod] {
    [
      .init(
        has: "willRotateToInterfaceOrientation:duration:", "willRotate(to:duration:)", 1),
      .init(has: "didRotateFromInterfaceOrientation:", "didRotate(from:)", 1),
    ]
  }
  override class var _carobMethods: [_CarobMethod] { earlier }
  override func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {
    note("willRotate to \(toInterfaceOrientation.rawValue)")
  }
  override func willAnimateRotation(
    to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval
  ) { note("willAnimate to \(toInterfaceOrientation.rawValue)") }
  override func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {
    note("didRotate from \(fromInterfaceOrientation.rawValue)")
  }
}

private final class MaskingDelegate: NSObject, UIApplicationDelegate {
  var mask = UIInterfaceOrientationMask.all
  override class var _carobMethods: [_CarobMethod] {
    has("application:supportedInterfaceOrientationsForWindow:")
  }
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { mask }
}

private final class NavigationMaskDelegate: NSObject, UINavigationControllerDelegate {
  var asked = 0
  override class var _carobMethods: [_CarobMethod] {
    has("navigationControllerSupportedInterfaceOrientations:")
  }
  func navigationControllerSupportedInterfaceOrientations(
    _ navigationController: UINavigationController
  ) -> UIInterfaceOrientationMask {
    asked += 1
    return .portrait
  }
}

/// Allows only landscape.
private final class LandscapeDelegate: NSObject, UIApplicationDelegate {
  override class var _carobMethods: [_CarobMethod] {
    has("application:supportedInterfaceOrientationsForWindow:")
  }
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { .landscape }
}

private final class FixedOrientationScreen: Screen {
  override var shouldAutorotate: Bool { false }
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .portrait }
}
