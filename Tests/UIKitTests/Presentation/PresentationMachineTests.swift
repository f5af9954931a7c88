import TestSupport
import Testing

@testable import UIKit

/// Feeds inputs to one presentation and logs each new state with the actions that led to it.
private struct PresentationTimeline {
  typealias Machine = PresentationMachine
  private(set) var machine = Machine()
  private var lines: [String] = []

  mutating func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  mutating func handle(_ inputs: Machine.Input...) {
    for input in inputs {
      let actions = machine.handle(input)
      lines.append("\(machine.state): " + actions.map { "\($0)" }.joined(separator: " "))
    }
  }

  /// A presentation on screen, without a transition.
  static func presented() -> Self {
    var line = Self()
    line.handle(.present, .begin, .presentationEnded(completed: true))
    _ = line.take()
    return line
  }
}

/// The states of presentations as timelines.
@Suite struct PresentationMachineTests {
  @Test(.rule("E-644", "E-106", "E-107"))
  func `a presentation begins at the end of the turn and can be dismissed`() {
    var line = PresentationTimeline()
    line.handle(.present, .begin, .presentationEnded(completed: true))
    #expect(
      line.take() == [
        "pending: beginAtTurnEnd", "presenting: startPresentation",
        "presented: keepPresented sendPresentationEnd(completed: true) finishCoordinator(isCancelled: false) "
          + "reportCompletion",
      ])
    line.handle(.dismiss, .dismissedWithPresenter, .dismissalEnded(completed: true))
    line.handle(.screenRemoved, .tornDown)
    #expect(
      line.take() == [
        "dismissing: startDismissal", "dismissing: ",
        "dismissing: uncoverPresenter removeDismissed reportCompletion", "removing: ", "idle: ",
      ])
  }

  @Test(.rule("E-441")) func `a cancelled presentation returns to idle`() {
    var line = PresentationTimeline()
    line.handle(.present, .begin)
    _ = line.take()
    line.handle(.presentationEnded(completed: false))
    #expect(
      line.take() == [
        "idle: takeBackPresentation sendPresentationEnd(completed: false) finishCoordinator(isCancelled: true) "
          + "tearDown reportCompletion"
      ])
  }

  @Test(.rule("E-441"))
  func `after a cancelled dismissal the screen can be dismissed again`() {
    var line = PresentationTimeline.presented()
    line.handle(.dismiss, .dismissalEnded(completed: false), .dismiss, .restored, .dismiss)
    #expect(
      line.take() == [
        "dismissing: startDismissal", "restoring: takeBackDismissal", "restoring: waitForTransition",
        "presented: sendDismissalEnd finishCoordinator(isCancelled: true) reportCompletion",
        "dismissing: startDismissal",
      ])
  }

  @Test(.rule("E-112")) func `a dismissal waits for the presentation, and a second one is dropped`() {
    var line = PresentationTimeline()
    line.handle(.present, .dismiss, .begin, .dismiss)
    line.handle(.presentationEnded(completed: true), .dismiss, .dismiss)
    #expect(
      line.take() == [
        "pending: beginAtTurnEnd", "pending: waitForTransition", "presenting: startPresentation",
        "presenting: waitForTransition",
        "presented: keepPresented sendPresentationEnd(completed: true) finishCoordinator(isCancelled: false) "
          + "reportCompletion",
        "dismissing: startDismissal", "dismissing: dropRequest",
      ])
  }

  @Test(.rule("E-431")) func `another presentation can replace it`() {
    var line = PresentationTimeline()
    line.handle(.present, .replaced)
    #expect(line.machine.state == .idle)
  }

  @Test(.rule("E-110")) func `requests to dismiss a sheet are dropped while it is dragged out`() {
    var line = PresentationTimeline.presented()
    line.handle(.dragBegan, .dismiss, .dragReleased(dismisses: true), .dismiss, .dragSettled)
    #expect(
      line.take() == [
        "dragging: startDrag", "dragging: dropRequest", "settling(dismisses: true): moveOut",
        "settling(dismisses: true): dropRequest", "dismissing: removeSheet",
      ])
  }

  @Test(.rule("E-111"))
  func `a sheet that is not dragged far enough stays; a dismissal waits until it is back`() {
    var line = PresentationTimeline.presented()
    line.handle(.dragBegan, .dragReleased(dismisses: false), .dismiss, .dragSettled, .dismiss)
    #expect(
      line.take() == [
        "dragging: startDrag", "settling(dismisses: false): moveBack",
        "settling(dismisses: false): waitForTransition", "presented: keepSheet", "dismissing: startDismissal",
      ])
  }

  @Test(.rule("E-110", "E-112"))
  func `a sheet that is dismissed during a drag keeps its drag state until it is torn down`() {
    var line = PresentationTimeline.presented()
    line.handle(.dragBegan, .dismissedWithPresenter, .screenRemoved)
    #expect(line.machine.state == .dragging)
    line.handle(.tornDown)
    #expect(line.machine.state == .idle)
    // The drag's animation ends after it was presented again.
    line.handle(.present)
    _ = line.take()
    line.handle(.dragSettled)
    #expect(line.take() == ["pending: "])
  }

  @Test(.rule("E-110")) func `a sheet that is being dismissed cannot be dragged`() {
    var line = PresentationTimeline.presented()
    line.handle(.dismiss)
    #expect(line.machine.state == .dismissing)
    var machine = line.machine
    #expect(machine.handle(.dragBegan) == [])
  }

  @Test(.rule("E-110")) func `a sheet that is not dragged cannot be released`() async {
    await #expect(processExitsWith: .failure) {
      var machine = PresentationMachine()
      _ = machine.handle(.dragReleased(dismisses: true))
    }
  }
}
