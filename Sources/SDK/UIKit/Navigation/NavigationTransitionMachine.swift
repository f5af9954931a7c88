/// Changes of a stack's top screen (E-85, E-86, E-91, E-422, E-447): the pure state machine behind them.
///
/// `handle` returns what the navigation controller does, in order. Nothing here knows controllers, views or clocks.
struct NavigationTransitionMachine: Equatable {
  /// How the caller wants the top to change.
  enum Pace: Equatable { case immediate, animated, interactive }

  /// What moves the screens.
  enum Movement: Equatable {
    /// The stack is not on screen: nobody sees the change or is told.
    case offscreen
    /// The new screen replaces the old one at the next commit.
    case immediate
    /// The framework's animation.
    case slide
    /// An animator of the app's delegate (E-439).
    case custom
    /// A finger from the edge (E-91).
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
    /// The new screen is loaded and laid out; both screens and the delegate get their will-messages.
    case preparing(Movement)
    case moving(Movement)
    /// The finger is down, and the screens are where it is.
    case tracking
    /// The finger is up, and the screens go the rest of the way.
    case settling(completes: Bool)
    /// The screens are back where they were: the old one appears again.
    case restoring(Movement)
    /// The screens have arrived: both get their did-messages.
    case ending(Movement)

    var isIdle: Bool { self == .idle }

    /// From the first will-message to the last did-message of an animated change.
    var isAnimated: Bool {
      switch self {
      case .idle: false
      case .preparing(let movement), .moving(let movement), .restoring(let movement), .ending(let movement):
        movement.isAnimated
      case .tracking, .settling: true
      }
    }

    /// As `isAnimated`, until the screens have arrived.
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

  /// What the navigation controller knows when its top changes.
  struct Situation: Equatable {
    /// It has loaded its view or shows a screen.
    var hasContent = true
    var isSameScreen = false
    var hasOldScreen = true
    /// It is on screen, or appears.
    var isVisible = true
    var areAnimationsEnabled = true
  }

  enum Input: Equatable {
    case topChanged(Pace, Situation)
    /// The delegate gave an animator.
    case customAnimator
    /// The will-messages are sent, and the new screen is in place.
    case prepared
    /// `progress` is a part of the width, `speed` points a second to the right.
    case fingerLifted(progress: Double, speed: Double, isCancelled: Bool)
    case movementEnded(completed: Bool)
    case restored
    /// The did-messages are sent.
    case ended
  }

  enum Action: Equatable {
    /// Keeps the change until the running one is over.
    case wait
    case prepare
    // How the screens move.
    case finishAtCommit, slide, runCustomAnimator, trackFinger
    case settle(completes: Bool)
    // What follows.
    case endBarTransition
    case removeOldViews, sendDidMessages, clearMovingFlags
    case restoreOldScreen
    /// To the method that changed the stack: whether the new top stays.
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
      // The screen is popped if it was pulled half its way or flung; else it stays.
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
    default: preconditionFailure("a navigation transition got \(input) while \(state)")
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
