/// The life cycle of one presentation (E-100…E-113, E-441, E-644): the pure state machine behind
/// `UIPresentationController`.
///
/// `handle` returns the actions that the presenter performs, in order. The machine knows no controllers,
/// views or clocks.
struct PresentationMachine: Equatable {
  enum State: Equatable {
    /// Created and possibly configured by the app, or finished.
    case idle
    /// `present` was called; the presentation begins at the end of the turn (E-644).
    case pending
    case presenting
    case presented
    /// The user drags the sheet (E-110).
    case dragging
    /// The user released the sheet, and it moves out or back to its place (E-111).
    case settling(dismisses: Bool)
    case dismissing
    /// The screen has disappeared; its presentation controller is notified.
    case removing
    /// The dismissal was cancelled, and the screen appears again (E-441).
    case restoring

    /// Whether a request to dismiss waits or is dropped; nothing else may move the screen meanwhile.
    var isTransitioning: Bool {
      switch self {
      case .idle, .presented: false
      case .pending, .presenting, .dragging, .settling, .dismissing, .removing, .restoring: true
      }
    }
  }

  enum Input: Equatable {
    case present
    /// The turn ends.
    case begin
    /// Another presentation replaces this one (E-431).
    case replaced
    case presentationEnded(completed: Bool)
    case dismiss
    /// Its presenter, direct or indirect, is dismissed (E-112).
    case dismissedWithPresenter
    case dismissalEnded(completed: Bool)
    case screenRemoved
    case restored
    case dragBegan
    case dragReleased(dismisses: Bool)
    case dragSettled
    case tornDown
  }

  enum Action: Equatable {
    case beginAtTurnEnd
    case startPresentation
    // A request to dismiss.
    case waitForTransition, dropRequest, startDismissal
    // The end of a presentation.
    case keepPresented, takeBackPresentation
    case sendPresentationEnd(completed: Bool)
    // The end of a dismissal.
    case uncoverPresenter, removeDismissed, takeBackDismissal
    case sendDismissalEnd
    case finishCoordinator(isCancelled: Bool)
    case tearDown
    case reportCompletion
    // A sheet that is dragged.
    case startDrag, moveOut, moveBack, removeSheet, keepSheet
  }

  private(set) var state = State.idle

  mutating func handle(_ input: Input) -> [Action] {
    switch input {
    case .present:
      state = .pending
      return [.beginAtTurnEnd]
    case .begin:
      state = .presenting
      return [.startPresentation]
    case .replaced:
      state = .idle
      return []
    case .presentationEnded(let completed): return presentationEnded(completed)
    case .dismiss: return dismiss()
    case .dismissedWithPresenter:
      leaveFinger(for: .dismissing)
      return []
    case .dismissalEnded(completed: true): return [.uncoverPresenter, .removeDismissed, .reportCompletion]
    case .dismissalEnded(completed: false):
      if state == .dismissing { state = .restoring }
      return [.takeBackDismissal]
    case .screenRemoved:
      leaveFinger(for: .removing)
      return []
    case .restored:
      if state == .restoring { state = .presented }
      return [.sendDismissalEnd, .finishCoordinator(isCancelled: true), .reportCompletion]
    case .dragBegan:
      // The delegate may have dismissed the sheet when it was asked for permission.
      guard state == .presented else { return [] }
      state = .dragging
      return [.startDrag]
    case .dragReleased(let dismisses):
      precondition(state == .dragging, "a sheet is released while \(state)")
      state = .settling(dismisses: dismisses)
      return [dismisses ? .moveOut : .moveBack]
    case .dragSettled:
      // The sheet may meanwhile have been removed or presented again.
      guard case .settling(let dismisses) = state else { return [] }
      state = dismisses ? .dismissing : .presented
      return [dismisses ? .removeSheet : .keepSheet]
    case .tornDown:
      state = .idle
      return []
    }
  }

  /// A sheet that is dismissed while it is dragged keeps its drag state until it is torn down.
  private mutating func leaveFinger(for next: State) {
    switch state {
    case .dragging, .settling: break
    case .idle, .pending, .presenting, .presented, .dismissing, .removing, .restoring: state = next
    }
  }

  /// Meanwhile the screen may have been dismissed with its presenter, or its window may have another root.
  private mutating func presentationEnded(_ completed: Bool) -> [Action] {
    if state == .presenting { state = completed ? .presented : .idle }
    return [completed ? .keepPresented : .takeBackPresentation, .sendPresentationEnd(completed: completed)]
      + [.finishCoordinator(isCancelled: !completed)] + (completed ? [] : [.tearDown]) + [.reportCompletion]
  }

  private mutating func dismiss() -> [Action] {
    switch state {
    case .pending, .presenting, .settling(dismisses: false), .removing, .restoring:
      return [.waitForTransition]
    case .dragging, .settling(dismisses: true), .dismissing: return [.dropRequest]
    case .idle, .presented:
      state = .dismissing
      return [.startDismissal]
    }
  }
}
