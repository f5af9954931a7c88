import TestSupport
import Testing

@testable import UIKit

/// Sends changes of a stack to the machine and records each action with the state in which it is performed.
///
/// Like the navigation controller, it answers an action that ends with an input by sending that input.
private struct StackTimeline {
  typealias Machine = NavigationTransitionMachine
  private var machine = Machine()
  private var lines: [String] = []
  private var waiting: [Machine.Input] = []
  /// Whether the delegate provides an animator.
  var hasCustomAnimator = false

  var state: Machine.State { machine.state }

  mutating func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  mutating func change(_ pace: Machine.Pace, _ configure: (inout Machine.Situation) -> Void = { _ in }) {
    var situation = Machine.Situation()
    configure(&situation)
    handle(.topChanged(pace, situation))
  }

  mutating func handle(_ input: Machine.Input) {
    for action in machine.handle(input) {
      lines.append("\(machine.state): \(action)")
      switch action {
      case .wait: waiting.append(input)
      case .prepare:
        if hasCustomAnimator { handle(.customAnimator) }
        handle(.prepared)
      case .restoreOldScreen: handle(.restored)
      case .end: handle(.ended)
      case .startNext: if !waiting.isEmpty { handle(waiting.removeFirst()) }
      default: break
      }
    }
  }
}

/// State timelines of changes of a stack's top screen.
@Suite struct NavigationTransitionMachineTests {
  private let arrived = { (movement: String) in
    [
      "ending(\(movement)): endBarTransition", "ending(\(movement)): removeOldViews",
      "ending(\(movement)): sendDidMessages", "ending(\(movement)): clearMovingFlags",
      "ending(\(movement)): report(stays: true)", "ending(\(movement)): reportSettled",
      "ending(\(movement)): sendDidShow", "ending(\(movement)): end(isCancelled: false)",
    ].map { $0.replacing(movement, with: "UIKit.NavigationTransitionMachine.Movement.\(movement)") }
  }
  private func name(_ movement: String) -> String { "UIKit.NavigationTransitionMachine.Movement.\(movement)" }

  @Test(.rule("E-85")) func `an animated push prepares, slides and ends`() {
    var line = StackTimeline()
    line.change(.animated)
    #expect(
      line.take() == ["preparing(\(name("slide"))): prepare", "moving(\(name("slide"))): slide"])
    line.handle(.movementEnded(completed: true))
    #expect(line.take() == arrived("slide") + ["idle: layOut", "idle: startNext"])
  }

  @Test(.rule("E-88")) func `without animation the end follows the commit, without another layout`() {
    for configure in [
      { $0.areAnimationsEnabled = false }, { $0.hasOldScreen = false },
    ] as [(inout NavigationTransitionMachine.Situation) -> Void] {
      var line = StackTimeline()
      line.change(.animated, configure)
      #expect(
        line.take() == [
          "preparing(\(name("immediate"))): prepare", "moving(\(name("immediate"))): finishAtCommit",
        ])
      line.handle(.movementEnded(completed: true))
      #expect(line.take() == arrived("immediate") + ["idle: startNext"])
    }
  }

  @Test(.rule("E-85")) func `off screen a change ends immediately, without messages`() {
    var line = StackTimeline()
    line.change(.animated) { $0.isVisible = false }
    let state = "ending(\(name("offscreen"))): "
    #expect(
      line.take() == [
        "preparing(\(name("offscreen"))): prepare", state + "endBarTransition", state + "removeOldViews",
        state + "clearMovingFlags", state + "report(stays: true)", state + "reportSettled",
        state + "end(isCancelled: false)", "idle: startNext",
      ])
  }

  @Test(.rule("E-91", "E-421"))
  func `an interactive pop beyond half the width completes`() {
    var line = StackTimeline()
    line.change(.interactive)
    #expect(line.take() == ["preparing(\(name("finger"))): prepare", "tracking: trackFinger"])
    line.handle(.fingerLifted(progress: 0.51, speed: 0, isCancelled: false))
    #expect(line.take() == ["settling(completes: true): settle(completes: true)"])
    line.handle(.movementEnded(completed: true))
    #expect(line.take() == arrived("finger") + ["idle: layOut", "idle: startNext"])
  }

  @Test(
    .rule("E-91", "E-422"),
    arguments: [(0.5, 0.0, false), (0.9, -300, false), (0.5, 300, false), (0.9, 1000, true)])
  func `an interactive pop that is released early, flung back or cancelled restores the stack`(
    progress: Double, speed: Double, isCancelled: Bool
  ) {
    var line = StackTimeline()
    line.change(.interactive)
    _ = line.take()
    line.handle(.fingerLifted(progress: progress, speed: speed, isCancelled: isCancelled))
    line.handle(.movementEnded(completed: false))
    #expect(
      line.take() == [
        "settling(completes: false): settle(completes: false)",
        "restoring(\(name("finger"))): endBarTransition", "restoring(\(name("finger"))): restoreOldScreen",
        "ending(\(name("finger"))): report(stays: false)",
        "ending(\(name("finger"))): end(isCancelled: true)",
        "idle: layOut", "idle: startNext",
      ])
  }

  @Test(.rule("E-91")) func `a fling pops at any distance`() {
    var line = StackTimeline()
    line.change(.interactive)
    line.handle(.fingerLifted(progress: 0.1, speed: 301, isCancelled: false))
    #expect(line.state == .settling(completes: true))
  }

  @Test(.rule("E-439", "E-447")) func `the app's animator may cancel a push`() {
    var line = StackTimeline()
    line.hasCustomAnimator = true
    line.change(.animated)
    line.handle(.movementEnded(completed: false))
    #expect(
      line.take() == [
        "preparing(\(name("slide"))): prepare", "moving(\(name("custom"))): runCustomAnimator",
        "restoring(\(name("custom"))): endBarTransition", "restoring(\(name("custom"))): restoreOldScreen",
        "ending(\(name("custom"))): report(stays: false)",
        "ending(\(name("custom"))): end(isCancelled: true)",
        "idle: layOut", "idle: startNext",
      ])
  }

  @Test(.rule("E-422")) func `a push during a push waits in each state until the first has ended`() {
    var line = StackTimeline()
    line.change(.animated)
    _ = line.take()
    line.change(.immediate)
    #expect(line.take() == ["moving(\(name("slide"))): wait"])
    line.handle(.movementEnded(completed: true))
    #expect(
      line.take() == arrived("slide") + [
        "idle: layOut", "idle: startNext", "preparing(\(name("immediate"))): prepare",
        "moving(\(name("immediate"))): finishAtCommit",
      ])
  }

  @Test(.rule("E-90")) func `setting a new stack with the same top needs no transition`() {
    var line = StackTimeline()
    line.change(.animated) { $0.isSameScreen = true }
    #expect(line.take() == ["idle: report(stays: true)", "idle: startNext"])
  }

  @Test(.rule("E-93")) func `before the view is loaded a new top is only recorded`() {
    var line = StackTimeline()
    line.change(.animated) { $0.hasContent = false }
    #expect(line.take() == ["idle: report(stays: true)", "idle: reportSettled"])
  }

  @Test(.rule("E-85")) func `an end without a beginning stops the app`() async {
    await #expect(processExitsWith: .failure) {
      var machine = NavigationTransitionMachine()
      _ = machine.handle(.movementEnded(completed: true))
    }
  }
}

/// The bars during one transition of a stack.
@Suite struct BarTransitionTests {
  private func preparing(navigation: Bool, toolbar: Bool) -> BarTransition {
    .preparing(wasHidden: StackBarPair(navigation: navigation, toolbar: toolbar))
  }

  @Test(.rule("E-580"))
  func `in a push a hidden bar moves out to the left, and a shown bar moves in from the right`() {
    var bars = preparing(navigation: false, toolbar: true)
    bars.begin(isHidden: StackBarPair(navigation: true, toolbar: false), distance: 390)
    #expect(bars.offset(of: .navigation) == 0 && bars.offset(of: .toolbar) == 390)
    bars.moveToEnd()
    #expect(bars.offset(of: .navigation) == -390 && bars.offset(of: .toolbar) == 0)
  }

  @Test(.rule("E-580"))
  func `in a pop the directions are reversed, and a bar whose state does not change stays`() {
    var bars = preparing(navigation: true, toolbar: true)
    bars.begin(isHidden: StackBarPair(navigation: false, toolbar: true), distance: -390)
    #expect(bars.offset(of: .navigation) == -390 && bars.offset(of: .toolbar) == nil)
    bars.moveToEnd()
    #expect(bars.offset(of: .navigation) == 0 && bars.offset(of: .toolbar) == nil)
  }

  @Test(.rule("E-580")) func `bars that do not change need no transition`() {
    var bars = preparing(navigation: false, toolbar: true)
    bars.begin(isHidden: StackBarPair(navigation: false, toolbar: true), distance: 390)
    #expect(bars == .none)
  }

  @Test(.rule("E-580"))
  func `a bar hidden without animation during preparation does not move with the screens`() {
    var bars = preparing(navigation: false, toolbar: true)
    bars.changeAtOnce(.navigation, isHidden: true)
    bars.begin(isHidden: StackBarPair(navigation: true, toolbar: true), distance: 390)
    #expect(bars == .none)
  }
}
