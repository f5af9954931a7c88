import DeviceProtocol

/// The fingers of one page on the screen, with ids that are unique over all pages.
///
/// A pure state machine. An impossible change (a finger that moves before it began) is an error. The fingers of a page that
/// disconnects are cancelled, so that no touch stays down forever.
struct FingerTable: Sendable {
  private var fingers: [UInt32: TouchEvent.Finger] = [:]

  var isEmpty: Bool { fingers.isEmpty }

  /// Translates a page's fingers; `makeID` gives the next unused id.
  mutating func translate(
    _ changes: [TouchEvent.Finger], makeID: () -> UInt32
  ) throws(PageInput.Invalid) -> [TouchEvent.Finger] {
    var result: [TouchEvent.Finger] = []
    for var change in changes {
      let page = change.id
      switch change.phase {
      case .began:
        guard fingers[page] == nil else { throw .init("fingers: began twice") }
        guard fingers.count < PageInput.maximumFingers else { throw .init("fingers: too many") }
        change.id = makeID()
        fingers[page] = change
      case .moved, .stationary:
        guard let known = fingers[page] else { throw .init("fingers: moved before it began") }
        change.id = known.id
        fingers[page] = change
      case .ended, .cancelled:
        guard let known = fingers.removeValue(forKey: page) else {
          throw .init("fingers: ended before it began")
        }
        change.id = known.id
      case .hovering:
        guard fingers[page] == nil else { throw .init("fingers: hovers while it touches") }
        change.id = 0
      }
      result.append(change)
    }
    return result
  }

  /// Cancels the fingers that are down, at their last positions.
  mutating func cancelAll() -> [TouchEvent.Finger] {
    let cancelled = fingers.values.sorted { $0.id < $1.id }.map { finger in
      var finger = finger
      finger.phase = .cancelled
      return finger
    }
    fingers = [:]
    return cancelled
  }
}
