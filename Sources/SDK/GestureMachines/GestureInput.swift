/// A finger of a gesture.
package struct TouchSample: Equatable, Sendable {
  package enum Phase: Sendable { case began, moved, stationary, ended, cancelled }

  package var phase: Phase
  package var place: GesturePoint
  /// Where the finger touched down.
  package var start: GesturePoint

  package init(_ phase: Phase, _ place: GesturePoint, from start: GesturePoint) {
    self.phase = phase
    self.place = place
    self.start = start
  }

  package var isOver: Bool { phase == .ended || phase == .cancelled }
  package var distance: Double { (place - start).length }
}

/// An input of a gesture's machine: a phase of some of its fingers, or the end of a delay that it requested.
package struct GestureInput: Sendable {
  package enum Kind: Sendable { case began, moved, ended, cancelled, alarm }
  /// The recognizer's state, passed with each input because apps may set it.
  package enum Standing: Sendable { case undecided, underWay }

  package var kind: Kind
  /// Seconds.
  package var time: Double
  package var standing: Standing
  /// All fingers of the gesture, in the order in which they touched the screen.
  package var fingers: [TouchSample]

  package init(_ kind: Kind, at time: Double, _ standing: Standing, _ fingers: [TouchSample]) {
    self.kind = kind
    self.time = time
    self.standing = standing
    self.fingers = fingers
  }

  package var areAllOver: Bool { fingers.allSatisfy { $0.isOver } }
}

/// The machine's response to an input; the recognizer performs it (E-183).
package enum GestureDecision: Equatable, Sendable {
  case begin, change, end, cancel
  /// A discrete gesture is complete.
  case recognize
  /// The reason is for the trace.
  case fail(GestureFailure)
  /// Requests `.alarm` after this number of seconds; replaces an earlier request.
  case wait(Double)
}

/// Recognizes a gesture as a pure state machine: timed samples in, decisions out; no view, clock or target.
package protocol GestureMachine: Sendable {
  mutating func handle(_ input: GestureInput) -> GestureDecision?
  /// Called before the next sequence of touches.
  mutating func reset()
}

extension GestureMachine {
  /// The decision of every gesture when the system cancels its touches.
  func cancelled(_ input: GestureInput) -> GestureDecision {
    input.standing == .underWay ? .cancel : .fail(.cancelledTouches)
  }
}
