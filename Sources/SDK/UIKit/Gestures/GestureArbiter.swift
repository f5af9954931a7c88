import CarobFoundation
@_spi(Hazards) import CarobRuntime
import GestureMachines

/// Who wins when several recognizers see the same touches (E-190, E-192).
@MainActor
enum GestureArbiter {
  /// Recognizers that wait for others to fail, in the order in which they began to.
  private static var waiting: [ZeroingElement<UIGestureRecognizer>] = []

  static func waits(_ recognizer: UIGestureRecognizer) {
    if !waiting.contains(where: { $0.object === recognizer }) {
      waiting.append(ZeroingElement(recognizer))
    }
  }

  /// A recognizer is no longer undecided: whoever waited for it goes on or fails, held touches go to their views.
  static func decided(_ recognizer: UIGestureRecognizer, recognized: Bool) {
    let touches = recognizer.touchesOfCurrentGesture
    defer { TouchDelivery.deliverDeferred(touches) }
    if recognized {
      // E-190: also those that have not come so far as to wait.
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

  /// Looks again at those who wait, after something that nobody decided: a touch that was ignored, a ring.
  static func settle() {
    guard !waiting.isEmpty else { return }
    let all = waiting.compactMap(\.object)
    for recognizer in all where !recognizer.deferredStates.isEmpty && recognizer.awaited.isEmpty {
      recognizer.proceed()
    }
    // Two that require each other's failure would wait for ever.
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

  /// Whether a recognizer waits for the other, through any number of others that wait.
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

  /// Why this recognizer cannot be recognized now: one whose failure it requires was (E-190), or a gesture in progress
  /// keeps it off (E-192).
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

  /// For a reason that is read only where it is recorded.
  private static func name(_ recognizer: UIGestureRecognizer) -> String {
    Journal.isRecording ? Journal.describe(recognizer) : ""
  }

  /// E-192: who is undecided fails; who has begun, and could not keep the winner off, is cancelled.
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
