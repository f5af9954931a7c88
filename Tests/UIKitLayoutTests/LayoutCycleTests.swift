import TestSupport
import Testing
import UIKit

/// The order of calls in a layout cycle, as complete timelines.
@MainActor @Suite struct LayoutCycleTests {
  @MainActor private final class Recorder {
    var events: [String] = []
  }

  private final class LoggingView: UIView {
    var recorder: Recorder?
    var name = ""

    override func updateConstraints() {
      recorder?.events.append("\(name).updateConstraints")
      super.updateConstraints()
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      recorder?.events.append("\(name).layoutSubviews")
    }
  }

  private final class LoggingController: UIViewController {
    let recorder = Recorder()
    let child = LoggingView()

    override func loadView() {
      let root = LoggingView(frame: rect(0, 0, 300, 300))
      root.recorder = recorder
      root.name = "root"
      child.recorder = recorder
      child.name = "child"
      child.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(child)
      NSLayoutConstraint.activate([
        child.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        child.topAnchor.constraint(equalTo: root.topAnchor),
        child.widthAnchor.constraint(equalToConstant: 10), child.heightAnchor.constraint(equalToConstant: 10),
      ])
      view = root
    }

    override func updateViewConstraints() {
      recorder.events.append("controller.updateViewConstraints")
      super.updateViewConstraints()
    }

    override func viewWillLayoutSubviews() { recorder.events.append("controller.viewWillLayoutSubviews") }
    override func viewDidLayoutSubviews() {
      recorder.events.append("controller.viewDidLayoutSubviews child \(child.frame.width)")
    }
  }

  @Test(.rule("E-140", "E-146", "E-147"))
  func `a controller's view updates its constraints before it lays out`() {
    let controller = LoggingController()
    controller.view.layoutIfNeeded()
    #expect(
      controller.recorder.events == [
        "child.updateConstraints",
        "controller.updateViewConstraints", "root.updateConstraints",
        "controller.viewWillLayoutSubviews", "root.layoutSubviews",
        "controller.viewDidLayoutSubviews child 10.0",
        "child.layoutSubviews",
      ])
  }

  @Test(.rule("E-144")) func `layoutIfNeeded calls nothing if nothing is pending`() {
    let controller = LoggingController()
    controller.view.layoutIfNeeded()
    controller.recorder.events = []
    controller.view.layoutIfNeeded()
    #expect(controller.recorder.events == [])
  }

  @Test(.rule("E-140", "E-143"))
  func `two calls of setNeedsUpdateConstraints cause one update, in the next cycle`() {
    let controller = LoggingController()
    controller.view.layoutIfNeeded()
    controller.recorder.events = []
    controller.child.setNeedsUpdateConstraints()
    controller.child.setNeedsUpdateConstraints()
    #expect(controller.recorder.events == [])
    controller.view.layoutIfNeeded()
    #expect(controller.recorder.events == ["child.updateConstraints"])
  }

  @Test(.rule("E-145")) func `a changed constraint lays out the superview of the view that it moves`() {
    let controller = LoggingController()
    controller.view.layoutIfNeeded()
    controller.recorder.events = []
    let width = controller.child.constraints.first { $0.firstAttribute == .width }
    width?.constant = 20
    controller.view.layoutIfNeeded()
    #expect(
      controller.recorder.events == [
        "controller.viewWillLayoutSubviews", "root.layoutSubviews",
        "controller.viewDidLayoutSubviews child 20.0",
        "child.layoutSubviews",
      ])
  }

  private final class AskingView: UIView {
    var asksAgain = false
    var updates = 0

    override func updateConstraints() {
      updates += 1
      setNeedsUpdateConstraints()
      super.updateConstraints()
      if asksAgain { setNeedsUpdateConstraints() }
    }
  }

  @Test(.rule("E-832")) func `super.updateConstraints clears a pending request for an update`() {
    let view = AskingView(frame: rect(0, 0, 10, 10))
    view.updateConstraintsIfNeeded()
    view.updateConstraintsIfNeeded()
    #expect(view.updates == 1 && !view.needsUpdateConstraints())
    view.asksAgain = true
    view.setNeedsUpdateConstraints()
    view.updateConstraintsIfNeeded()
    #expect(view.updates == 2 && view.needsUpdateConstraints())
  }
}
