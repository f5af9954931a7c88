import CarobFoundation
import TestSupport
import Testing
import UIKit

/// The messages between containers and children.
@MainActor @Suite struct ContainmentTests {
  /// A visible parent, and a controller that is not its child yet.
  private func visible(_ body: (TestDevice, Screen, Screen) -> Void) {
    withDevice { device in
      let (parent, child) = (Screen("P", device.log), Screen("C", device.log))
      device.show(parent)
      _ = device.log.take()
      body(device, parent, child)
    }
  }

  @Test(.rule("E-120"))
  func `addChild sends willMove, removeFromParent sends didMove; the container sends the others`() {
    let log = Log()
    let (first, second, child) = (Screen("P", log), Screen("Q", log), Screen("C", log))
    first.addChild(child)
    #expect(child.parent === first && first.children == [child])
    #expect(log.take() == ["C.willMove(parent)"])
    second.addChild(child)
    #expect(first.children.isEmpty && second.children == [child])
    #expect(log.take() == ["C.didMove(nil)", "C.willMove(parent)"])
    child.removeFromParent()
    #expect(child.parent == nil && second.children.isEmpty)
    #expect(log.take() == ["C.didMove(nil)"])
  }

  @Test(.rule("E-121")) func `a child is added to a visible parent`() {
    visible { device, parent, child in
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
      #expect(
        device.log.take() == [
          "C.willMove(parent)", "C.loadView", "C.viewDidLoad", "C.willAppear", "C.didMove(parent)",
        ])
      device.turn()
      #expect(device.log.take() == ["C.isAppearing", "C.didAppear"])
    }
  }

  @Test(.rule("E-122", "E-93"))
  func `a child that was added before appears with its parent, after it`() {
    withDevice { device in
      let (parent, child) = (Screen("P", device.log), Screen("C", device.log))
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
      _ = device.log.take()
      device.show(parent)
      #expect(
        device.log.take() == [
          "P.willAppear", "C.willAppear", "P.isAppearing", "C.isAppearing", "P.didAppear", "C.didAppear",
        ])
    }
  }

  @Test(.rule("E-123")) func `a visible child is removed`() {
    visible { device, parent, child in
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
      device.turn()
      _ = device.log.take()
      child.willMove(toParent: nil)
      child.view.removeFromSuperview()
      child.removeFromParent()
      #expect(
        device.log.take() == ["C.willMove(nil)", "C.willDisappear", "C.didDisappear", "C.didMove(nil)"])
    }
  }

  @Test(.rule("E-124")) func `a transition from one child to another`() {
    visible { device, parent, a in
      let b = Screen("B", device.log)
      parent.addChild(a)
      parent.view.addSubview(a.view)
      a.didMove(toParent: parent)
      device.turn()
      _ = device.log.take()
      parent.addChild(b)
      a.willMove(toParent: nil)
      _ = b.view
      parent.transition(from: a, to: b, duration: 0.2, options: [], animations: nil) { _ in
        b.didMove(toParent: parent)
        a.removeFromParent()
      }
      device.turn()
      device.advance(0.3)
      #expect(
        device.log.take() == [
          "B.willMove(parent)", "C.willMove(nil)", "B.loadView", "B.viewDidLoad", "C.willDisappear",
          "B.willAppear", "B.isAppearing", "B.didAppear", "C.didDisappear", "B.didMove(parent)",
          "C.didMove(nil)",
        ])
    }
  }

  @Test(.rule("E-125")) func `manually forwarded appearance messages are sent as requested, in that order`() {
    withDevice { device in
      let parent = ForwardingScreen("P", device.log)
      let (a, b) = (Screen("A", device.log), Screen("B", device.log))
      for child in [a, b] {
        parent.addChild(child)
        _ = child.view
        child.didMove(toParent: parent)
      }
      parent.view.addSubview(a.view)
      device.show(parent)
      a.beginAppearanceTransition(true, animated: false)
      a.endAppearanceTransition()
      _ = device.log.take()
      a.beginAppearanceTransition(false, animated: false)
      b.beginAppearanceTransition(true, animated: false)
      a.view.removeFromSuperview()
      parent.view.addSubview(b.view)
      b.endAppearanceTransition()
      a.endAppearanceTransition()
      #expect(
        device.log.take() == [
          "A.willDisappear", "B.willAppear", "B.isAppearing", "B.didAppear", "A.didDisappear",
        ])
    }
  }

  @Test(.rule("E-127")) func `a transition between controllers without a common parent raises an exception`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let log = Log()
        let (parent, a, b) = (Screen("P", log), Screen("A", log), Screen("B", log))
        parent.addChild(a)
        parent.transition(from: a, to: b, duration: 0, options: [], animations: nil, completion: nil)
      }
    }
    #expect(errors(of: result).contains("common parent"))
  }

  @Test(.rule("E-128")) func `adding a child's view below a view of another hierarchy raises an exception`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let log = Log()
        let (parent, child, stranger) = (Screen("P", log), Screen("C", log), Screen("S", log))
        parent.addChild(child)
        stranger.view.addSubview(child.view)
      }
    }
    #expect(
      errors(of: result).contains("UIViewControllerHierarchyInconsistency"))
  }

  @Test(.rule("E-131")) func `a view enters a window and leaves it`() {
    withDevice { device in
      let root = device.showEmpty()
      let parent = LoggingView("p", device.log, CGRect(x: 0, y: 0, width: 100, height: 100))
      root.addSubview(parent)
      let view = LoggingView("v", device.log, CGRect(x: 0, y: 0, width: 10, height: 10))
      let below = LoggingView("w", device.log, CGRect(x: 0, y: 0, width: 5, height: 5))
      view.addSubview(below)
      for pane in [parent, view, below] { pane.logsHierarchy = true }
      parent.addSubview(view)
      #expect(
        device.log.take() == [
          "v.willMove(toWindow: w)", "w.willMove(toWindow: w)", "v.willMove(toSuperview: p)",
          "v.didMoveToWindow", "w.didMoveToWindow", "v.didMoveToSuperview", "p.didAddSubview",
        ])
      view.removeFromSuperview()
      #expect(
        device.log.take() == [
          "p.willRemoveSubview", "v.willMove(toWindow: nil)", "w.willMove(toWindow: nil)",
          "v.willMove(toSuperview: nil)", "v.didMoveToWindow", "w.didMoveToWindow", "v.didMoveToSuperview",
        ])
    }
  }
}

private final class ForwardingScreen: Screen {
  override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
}
