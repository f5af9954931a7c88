import CarobFoundation
@_spi(Hazards) import CarobRuntime
import GestureMachines

/// Decides which recognizers win when several of them track the same touches (E-190, E-192).
@MainActor
enum GestureArbiter {
  /// Recognizers that wait for others to fail, in the order in which they began to wait.
  private static var waiting: [ZeroingElement<UIGestureRecognizer>] = []

  static func waits(_ recognizer: UIGestureRecognizer) {
    if !waiting.contains(where: { $0.object === recognizer }) {
      waiting.append(ZeroingElement(recognizer))
    }
  }

  /// Called when a recognizer recognized or failed: those that waited for it proceed or fail, and delayed
  /// touches are delivered to their views.
  static func decided(_ recognizer: UIGestureRecognizer, recognized: Bool) {
    let touches = recognizer.touchesOfCurrentGesture
    defer { TouchDelivery.deliverDeferred(touches) }
    if recognized {
      // E-190: also fails recognizers that have not begun to wait.
      for other in others(beside: recognizer) where other.isUndecided && other.namesRequirement(recognizer) {
        other.fail(.other("\(Journal.describe(recognizer)) recognized, whose failure it requires"))
      }
    }
    if waiting.isEmpty { return }
    for other in waiting.compactMap(\.object) where other !== recognizer {
      other.requirementResolved(recognizer, recognized: recognized)
    }
    waiting.removeAll { $0.object?.deferredStates.isEmpty != false }
  }

  /// Re-evaluates the waiting recognizers after something that was not a decision: an ignored touch, or a
  /// cycle of requirements.
  static func settle() {
    guard !waiting.isEmpty else { return }
    let all = waiting.compactMap(\.object)
    for recognizer in all where !recognizer.deferredStates.isEmpty && recognizer.awaited.isEmpty {
      recognizer.proceed()
    }
    // Recognizers that require each other's failure would wait forever.
    let ring = all.filter { recognizer in
      guard recognizer.hasNoFingers else { return false }
      var visited: [UIGestureRecognizer] = []
      return waits(recognizer, for: recognizer, &visited)
    }
    for recognizer in ring { recognizer.giveUpWaiting() }
    for recognizer in ring {
      recognizer.fail(.other("requires the failure of one that requires its own"))
      recognizer.resetIfOver()
    }
    waiting.removeAll { $0.object?.deferredStates.isEmpty != false }
  }

  /// Whether a recognizer waits for the other, directly or through other waiting recognizers.
  private static func waits(
    _ recognizer: UIGestureRecognizer, for other: UIGestureRecognizer, _ visited: inout [UIGestureRecognizer]
  ) -> Bool {
    guard !recognizer.deferredStates.isEmpty, !visited.contains(where: { $0 === recognizer }) else {
      return false
    }
    visited.append(recognizer)
    let awaited = recognizer.awaited
    return awaited.contains { $0 === other } || awaited.contains { waits($0, for: other, &visited) }
  }

  private static func others(beside recognizer: UIGestureRecognizer) -> [UIGestureRecognizer] {
    var result: [UIGestureRecognizer] = []
    if recognizer.touchesOfCurrentGesture.count == 1 {
      for other in recognizer.touchesOfCurrentGesture[0].recognizers where other !== recognizer {
        result.append(other)
      }
      return result
    }
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(recognizer)]
    for touch in recognizer.touchesOfCurrentGesture {
      for other in touch.recognizers where seen.insert(ObjectIdentifier(other)).inserted {
        result.append(other)
      }
    }
    return result
  }

  /// Why this recognizer cannot recognize in this state: a recognizer whose failure it requires recognized
  /// (E-190), or a gesture in progress prevents it (E-192).
  static func obstacle(to recognizer: UIGestureRecognizer) -> GestureFailure? {
    for other in others(beside: recognizer) {
      if other.isInProgress || other.state == .ended, recognizer.namesRequirement(other) {
        return .other(name(other) + " recognized, whose failure it requires")
      }
      if other.isInProgress, other.canPrevent(recognizer), recognizer.canBePrevented(by: other),
        !mayRunTogether(other, recognizer)
      {
        return .other("prevented by " + name(other))
      }
    }
    return nil
  }

  /// The recognizer's name for a failure reason; empty unless the journal records.
  private static func name(_ recognizer: UIGestureRecognizer) -> String {
    Journal.isRecording ? Journal.describe(recognizer) : ""
  }

  /// E-192: the winner makes undecided recognizers fail, and cancels those that have begun and did not
  /// prevent it.
  static func recognized(_ winner: UIGestureRecognizer) {
    for other in others(beside: winner)
    where other.isUndecided || other.isInProgress {
      guard winner.canPrevent(other), other.canBePrevented(by: winner), !mayRunTogether(winner, other) else {
        continue
      }
      if other.state == .possible {
        other.fail(.other("prevented by \(Journal.describe(winner))"))
      } else {
        other.state = .cancelled
      }
    }
  }

  static func mayRunTogether(_ a: UIGestureRecognizer, _ b: UIGestureRecognizer) -> Bool {
    allows(a, beside: b) || allows(b, beside: a)
  }

  private static func allows(_ one: UIGestureRecognizer, beside other: UIGestureRecognizer) -> Bool {
    one.delegate?.ask(
      from: one, mechanism: .gesture, "gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)",
      "gestureRecognizer:shouldRecognizeSimultaneouslyWithGestureRecognizer:"
    ) { $0.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other) } == true
  }
}
