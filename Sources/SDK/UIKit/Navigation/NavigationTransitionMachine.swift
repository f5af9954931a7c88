/// The pure state machine for changes of a navigation stack's top screen (E-85, E-86, E-91, E-422, E-447).
///
/// `handle` returns the actions that the navigation controller performs, in order. The machine has no
/// access to controllers, views or clocks.
struct NavigationTransitionMachine: Equatable {
  /// How the caller wants the change to happen.
  enum Pace: Equatable { case immediate, animated, interactive }

  /// What moves the screens.
  enum Movement: Equatable {
    /// The stack is not on screen: there is no animation, and no appearance messages are sent.
    case offscreen
    /// The new screen replaces the old one at the next commit.
    case immediate
    /// The default animation.
    case slide
    /// An animator that the app's delegate provides (E-439).
    case custom
    /// An interactive pop from the left edge (E-91).
    case finger

    var isAnimated: Bool {
      switch self {
      case .offscreen, .immediate: false
      case .slide, .custom, .finger: true
      }
    }
  }

  enum State: Equatable {
    case idle
    /// The new screen is loaded and laid out; both screens and the delegate receive their "will" messages.
    case preparing(Movement)
    case moving(Movement)
    /// The finger is down, and the screens follow it.
    case tracking
    /// The finger was lifted, and the screens animate to their final positions.
    case settling(completes: Bool)
    /// The screens are back in their old positions; the old one appears again.
    case restoring(Movement)
    /// The screens are in their final positions; both receive their "did" messages.
    case ending(Movement)

    var isIdle: Bool { self == .idle }

    /// Whether an animated change is running, from its first "will" to its last "did" message.
    var isAnimated: Bool {
      switch self {
      case .idle: false
      case .preparing(let movement), .moving(let movement), .restoring(let movement), .ending(let movement):
        movement.isAnimated
      case .tracking, .settling: true
      }
    }

    /// Like `isAnimated`, but only until the screens have reached their final positions.
    var movesScreens: Bool {
      switch self {
      case .idle, .restoring, .ending: false
      case .preparing, .moving, .tracking, .settling: isAnimated
      }
    }

    var isRestoring: Bool {
      if case .restoring = self { return true }
      return false
    }
  }

  /// What the navigation controller knows when the change begins.
  struct Situation: Equatable {
    /// The controller has loaded its view or already shows a screen.
    var hasContent = true
    var isSameScreen = false
    var hasOldScreen = true
    /// The controller is on screen or is appearing.
    var isVisible = true
    var areAnimationsEnabled = true
  }

  enum Input: Equatable {
    case topChanged(Pace, Situation)
    /// The delegate provided an animator.
    case customAnimator
    /// The "will" messages are sent, and the new screen is in the view hierarchy.
    case prepared
    /// `progress` is a fraction of the width; `speed` is in points per second to the right.
    case fingerLifted(progress: Double, speed: Double, isCancelled: Bool)
    case movementEnded(completed: Bool)
    case restored
    /// The "did" messages are sent.
    case ended
  }

  enum Action: Equatable {
    /// Queues the change until the running one has ended.
    case wait
    case prepare
    // Moving the screens.
    case finishAtCommit, slide, runCustomAnimator, trackFinger
    case settle(completes: Bool)
    // Ending the transition.
    case endBarTransition
    case removeOldViews, sendDidMessages, clearMovingFlags
    case restoreOldScreen
    /// Reports to the method that changed the stack whether the new top stays.
    case report(stays: Bool)
    case reportSettled
    case sendDidShow
    case end(isCancelled: Bool)
    case layOut
    case startNext
  }

  private(set) var state = State.idle

  mutating func handle(_ input: Input) -> [Action] {
    switch (state, input) {
    case (_, .topChanged(_, let situation)) where !situation.hasContent:
      return [.report(stays: true), .reportSettled]
    case (.idle, .topChanged(let pace, let situation)):
      guard !situation.isSameScreen else { return [.report(stays: true), .startNext] }
      state = .preparing(movement(pace, situation))
      return [.prepare]
    case (_, .topChanged): return [.wait]

    case (.preparing(.slide), .customAnimator):
      state = .preparing(.custom)
      return []
    case (.preparing(let movement), .prepared): return begin(movement)

    case (.tracking, .fingerLifted(let progress, let speed, let isCancelled)):
      // Pops if the screen was dragged more than half its width or released with speed; otherwise restores
      // it.
      let completes = !isCancelled && speed > -300 && (progress > 0.5 || speed > 300)
      state = .settling(completes: completes)
      return [.settle(completes: completes)]

    case (.moving(let movement), .movementEnded(let completed)): return end(movement, completed)
    case (.tracking, .movementEnded(let completed)), (.settling, .movementEnded(let completed)):
      return end(.finger, completed)

    case (.restoring(let movement), .restored):
      state = .ending(movement)
      return [.report(stays: false), .end(isCancelled: true)]
    case (.ending(let movement), .ended):
      state = .idle
      return movement.isAnimated ? [.layOut, .startNext] : [.startNext]
    default: preconditionFailure("a navigation transition received \(input) in state \(state)")
    }
  }

  private func movement(_ pace: Pace, _ situation: Situation) -> Movement {
    guard situation.isVisible else { return .offscreen }
    guard pace != .immediate, situation.areAnimationsEnabled, situation.hasOldScreen else {
      return .immediate
    }
    return pace == .interactive ? .finger : .slide
  }

  private mutating func begin(_ movement: Movement) -> [Action] {
    state = movement == .finger ? .tracking : .moving(movement)
    switch movement {
    case .offscreen: return end(movement, true)
    case .immediate: return [.finishAtCommit]
    case .slide: return [.slide]
    case .custom: return [.runCustomAnimator]
    case .finger: return [.trackFinger]
    }
  }

  private mutating func end(_ movement: Movement, _ completed: Bool) -> [Action] {
    guard completed else {
      state = .restoring(movement)
      return [.endBarTransition, .restoreOldScreen]
    }
    state = .ending(movement)
    guard movement != .offscreen else {
      return [
        .endBarTransition, .removeOldViews, .clearMovingFlags, .report(stays: true), .reportSettled,
        .end(isCancelled: false),
      ]
    }
    return [
      .endBarTransition, .removeOldViews, .sendDidMessages, .clearMovingFlags, .report(stays: true),
      .reportSettled, .sendDidShow, .end(isCancelled: false),
    ]
  }
}
