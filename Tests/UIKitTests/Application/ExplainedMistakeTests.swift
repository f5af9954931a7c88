import CarobFoundation
import TestSupport
import DeviceProtocol
import Testing

@testable import UIKit

/// Diagnostics for mistakes with controls, nibs, launching and view controller life cycles.
///
/// Each test runs in a process of its own, whose standard error is checked.
@MainActor @Suite struct ExplainedMistakeTests {
  @Test(.rule("M-38", "M-41", "E-251"))
  func `connecting valueChanged of a text field, or a target without the method, warns`()
    async
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let listener = Listener(Log())
        let field = UITextField()
        field.addTarget(listener, action: "plain", for: .valueChanged)
        field.addTarget(listener, action: "plain", for: .editingChanged)
        UIButton().addTarget(listener, action: "gone:", for: .touchUpInside)
      }
    }
    #expect(
      warnings(of: result).map { $0.replacing(/#\d+/, with: "") } == [
        "UITextField never sends valueChanged; use editingChanged",
        "UIButton: Listener does not implement gone:; touchUpInside will crash",
      ])
  }

  @Test(.rule("M-42", "E-215")) func `sending an action with three arguments stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = UIApplication.shared.sendAction("a:b:c:", to: Listener(Log()), from: nil, for: nil)
      }
    }
    #expect(errors(of: result).contains("Action a:b:c: must take 0, 1 or 2 arguments"))
  }

  @Test(.rule("M-44", "M-96"))
  func `a nib with a First Responder action without a colon or with an unknown class warns`()
    async
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let button = StoryboardTests.button(
          "b", 100, #"<action selector="save" destination="f" eventType="touchUpInside" id="s"/>"#)
        let view = #"<view id="v" customClass="Nobody" customModule="Elsewhere"/>"#
        let scene = StoryboardTests.scene("a", button + view).replacingOccurrences(
          of: "<exit ",
          with:
            #"<placeholder placeholderIdentifier="IBFirstResponder" id="f" sceneMemberID="firstResponder"/><exit "#
        )
        let screen = try StoryboardTests.storyboard("a", scene).instantiateInitialViewController()
        let views = screen?.view.subviews ?? []
        precondition(views.count == 2 && type(of: views[1]) == UIView.self)
      }
    }
    #expect(
      warnings(of: result).sorted() == [
        "First Responder action save must end in a colon",
        "Unknown class Elsewhere.Nobody in Interface Builder file.",
      ])
  }

  @Test(.rule("M-67", "E-60", "E-63"))
  func `loading a view in awakeFromNib, or loading it twice, warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let scene = StoryboardTests.scene("a").replacingOccurrences(
          of: "StoryScreen", with: "EarlyViewAccessScreen")
        let screen = try StoryboardTests.storyboard("a", scene).instantiateInitialViewController()
        screen?.view = nil
        screen?.loadViewIfNeeded()
      }
    }
    #expect(
      warnings(of: result) == [
        "EarlyViewAccessScreen.view loaded from awakeFromNib; viewDidLoad ran too early",
        "viewDidLoad of EarlyViewAccessScreen ran 2 times",
      ])
  }

  @Test(.rule("M-69")) func `an appearance method that does not call super is named in a warning`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          device.show(ForgetfulScreen(nibName: nil, bundle: nil))
        }
      }
    }
    #expect(warnings(of: result) == ["ForgetfulScreen.viewWillAppear did not call super"])
  }

  @Test(.rule("M-76")) func `an app that shows no window after launch warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          Launcher.launch(nil, { EmptyDelegate(nil) }, Welcome(device: .standIn, profile: "classic"))
          Launcher.launch(
            nil, { EmptyDelegate(device.window) }, Welcome(device: .standIn, profile: "classic"))
        }
      }
    }
    #expect(
      warnings(of: result) == [
        "no window is visible after launch",
        "Application windows are expected to have a root view controller at the end of application launch",
      ])
  }

  @Test(.rule("M-78", "E-9"))
  func `app delegate methods that are not called in an app with scenes are listed`() {
    let application = UIApplication.shared
    withDevice { _ in
      let delegate = EmptyDelegate(nil)
      application.delegate = delegate
      #expect(Lifecycle.unreachableDelegateMethods(application, hasScenes: false).isEmpty)
      let found = Lifecycle.unreachableDelegateMethods(application, hasScenes: true)
      #expect(found.map(\.appDelegate) == ["applicationDidBecomeActive(_:)"])
      #expect(found.map(\.scene) == ["sceneDidBecomeActive(_:)"])
    }
  }

  @Test(.rule("M-68", "E-331")) func `a child controller whose orientations are not consulted warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          device.show(
            UINavigationController(rootViewController: FixedOrientationScreen(nibName: nil, bundle: nil)))
          Rotation.rotate(to: "landscapeLeft")
        }
      }
    }
    #expect(
      warnings(of: result) == [
        "FixedOrientationScreen.supportedInterfaceOrientations was not asked; only that of UINavigationController is. "
          + "Override it there or in its delegate"
      ])
  }

  @Test(.rule("M-85", "E-152"))
  func `a spinner started before long work warns, before short work it does not`()
    async
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let spinner = UIActivityIndicatorView(style: .medium)
          device.showEmpty().addSubview(spinner)
          device.turn()
          for work in [0.05, 2] {
            spinner.startAnimating()
            device.spend(work)
            spinner.stopAnimating()
            device.turn()
          }
        }
      }
    }
    #expect(
      warnings(of: result).map { $0.replacing(/#\d+/, with: "") } == [
        "UIActivityIndicatorView was changed 2.0 s before it could be drawn; return from the handler, and continue "
          + "with delayed performance"
      ])
  }

  @Test(.rule("M-65", "M-66"))
  func `a late text change and early use of geometry warn in strict mode`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("CAROB_STRICT", "1", 1)
      await MainActor.run {
        withDevice { device in
          let screen = LateScreen(nibName: nil, bundle: nil)
          device.show(screen)
          device.turn()
          // The second appearance does not warn again.
          screen.label.text = "again"
        }
      }
    }
    #expect(
      warnings(of: result).map { $0.replacing(/#\d+/, with: "") } == [
        "LateScreen used bounds 375×667 in viewDidLoad, final size is 393×852; lay out in viewDidLayoutSubviews",
        "LateScreen changes UILabel.text in viewDidAppear; the user saw the old value, use viewWillAppear or "
          + "viewIsAppearing",
      ])
  }

  @Test(.rule("M-65", "M-66")) func `without strict mode, possibly intended code does not warn`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { withDevice { $0.show(LateScreen(nibName: nil, bundle: nil)) } }
    }
    #expect(warnings(of: result) == [])
  }
}

/// Accesses its view in awakeFromNib.
final class EarlyViewAccessScreen: UIViewController {
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { EarlyViewAccessScreen(coder: $0) }
  }
  override func awakeFromNib() {
    super.awakeFromNib()
    MainActor.assumeIsolated { view.tintColor = .red }
  }
}

private final class ForgetfulScreen: UIViewController {
  override func viewWillAppear(_ animated: Bool) {}
}

private final class FixedOrientationScreen: UIViewController {
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "supportedInterfaceOrientations", "supportedInterfaceOrientations", 1)]
  }
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .portrait }
}

/// Lays out for the size of another phone in viewDidLoad, and changes its text in viewDidAppear.
private final class LateScreen: UIViewController {
  let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
  override func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 667)) }
  override func viewDidLoad() {
    super.viewDidLoad()
    label.text = "early"
    label.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
    view.addSubview(label)
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    label.text = "late"
  }
}

private final class EmptyDelegate: NSObject, UIApplicationDelegate {
  var window: UIWindow?
  init(_ window: UIWindow?) {
    self.window = window
    super.init()
    window?.makeKeyAndVisible()
  }
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "applicationDidBecomeActive:", "applicationDidBecomeActive(_:)", 1)]
  }
  func applicationDidBecomeActive(_ application: UIApplication) {}
}
