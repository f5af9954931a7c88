import CarobFoundation
import TestSupport
import Testing
import UIKit

/// Loading a controller's view, and the messages of one appearance.
@MainActor @Suite struct LoadingTests {
  @Test(.rule("E-60")) func `reading view loads it once, isViewLoaded does not`() {
    let log = Log()
    let screen = Screen("A", log)
    #expect(screen.viewIfLoaded == nil && !screen.isViewLoaded)
    #expect(log.take() == [])
    let view = screen.view
    #expect(log.take() == ["A.loadView", "A.viewDidLoad"])
    #expect(screen.view === view && screen.isViewLoaded)
    #expect(log.take() == [])
  }

  @Test(.rule("E-61", "E-63")) func `without a nib the view is plain, and setting it to nil loads it again`()
  {
    let log = Log()
    let screen = Screen("A", log)
    screen.loadViewIfNeeded()
    let first = screen.viewIfLoaded
    #expect(first.map { type(of: $0) == UIView.self } == true)
    #expect(first?.frame == UIScreen.main.bounds)
    screen.view = nil
    #expect(screen.viewIfLoaded == nil)
    screen.loadViewIfNeeded()
    #expect(screen.viewIfLoaded != nil && screen.viewIfLoaded !== first)
    #expect(log.take() == ["A.loadView", "A.viewDidLoad", "A.loadView", "A.viewDidLoad"])
  }

  @Test(.rule("E-5", "E-70", "E-72", "E-74", "E-75"))
  func `a window's root appears in the platform's order`() {
    withDevice { device in
      let screen = Screen("A", device.log)
      screen.logsLayout = true
      screen.loadViewIfNeeded()
      screen.view.setNeedsUpdateConstraints()
      #expect(device.log.take() == ["A.loadView", "A.viewDidLoad"])
      device.window.rootViewController = screen
      device.window.makeKeyAndVisible()
      #expect(device.log.take() == ["A.willAppear"])
      device.turn()
      #expect(
        device.log.take() == [
          "A.isAppearing", "A.updateViewConstraints", "A.willLayout", "A.didLayout", "A.didAppear",
        ])
      screen.view.setNeedsLayout()
      device.turn()
      #expect(device.log.take() == ["A.willLayout", "A.didLayout"])
    }
  }

  @Test(.rule("E-64", "E-73"))
  func `bounds are the screen's in viewDidLoad and right when the view is appearing`() {
    withDevice { device in
      device.window.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
      let screen = SizedScreen("A", device.log)
      device.show(screen)
      #expect(
        device.log.take().filter { $0.contains("size") } == [
          "A.size 393.0 in viewDidLoad", "A.size 200.0 in isAppearing",
        ])
    }
  }

  @Test(.rule("E-130"))
  func `setting a new root of a visible window: the old one disappears, the new one loads and appears`() {
    withDevice { device in
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      device.show(a)
      _ = device.log.take()
      device.window.rootViewController = b
      #expect(a.view.window == nil && b.view.window === device.window)
      device.turn()
      #expect(
        device.log.take() == [
          "A.willDisappear", "A.didDisappear", "B.loadView", "B.viewDidLoad", "B.willAppear", "B.isAppearing",
          "B.didAppear",
        ])
    }
  }

  @Test(.rule("E-78", "M-70"))
  func `beginning an appearance twice, or ending one that did not begin, sends nothing`() {
    withDevice { device in
      let screen = Screen("A", device.log)
      device.show(screen)
      _ = device.log.take()
      screen.beginAppearanceTransition(true, animated: false)
      screen.endAppearanceTransition()
      #expect(device.log.take() == [])
      screen.beginAppearanceTransition(false, animated: true)
      screen.beginAppearanceTransition(false, animated: true)
      screen.endAppearanceTransition()
      screen.endAppearanceTransition()
      #expect(device.log.take() == ["A.willDisappear", "A.didDisappear"])
      screen.beginAppearanceTransition(true, animated: false)
      screen.endAppearanceTransition()
    }
  }

  @Test(.rule("E-126"))
  func `a begin with the opposite flag sends the opposite will-message, and the end sends its did-message`() {
    withDevice { device in
      let screen = Screen("A", device.log)
      device.show(screen)
      _ = device.log.take()
      screen.beginAppearanceTransition(false, animated: true)
      screen.beginAppearanceTransition(true, animated: true)
      screen.endAppearanceTransition()
      #expect(device.log.take() == ["A.willDisappear", "A.willAppear", "A.isAppearing", "A.didAppear"])
    }
  }
}

private final class SizedScreen: Screen {
  override func viewDidLoad() {
    super.viewDidLoad()
    note("size \(view.bounds.width) in viewDidLoad")
  }
  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    note("size \(view.bounds.width) in isAppearing")
  }
}
