/// Why a gesture was not recognized. Stored as a value; its text is made only when it is read, since most gestures of most touches
/// fail.
package enum GestureFailure: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  case cancelledTouches
  /// So many fingers, which the gesture does not have.
  case fingers(Int)
  /// Points.
  case moved(Double)
  /// Less than so many points.
  case didNotMove(Double, isOneFinger: Bool)
  case notAtEdge, notFromEdge
  case tooSlow, wrongDirection, notStraight
  case tapsTooFarApart
  case tap(Int, of: Int)
  /// Before so many seconds.
  case lifted(before: Double)
  /// A quantity that two fingers change.
  case unchanged(String)
  /// What recognizers know and machines do not.
  case other(String)

  package var description: String {
    switch self {
    case .cancelledTouches: "touches were cancelled"
    case .fingers(let count): "\(count) fingers"
    case .moved(let distance): "moved \(Int(distance.rounded())) pt"
    case .didNotMove(let distance, let isOneFinger):
      "the \(isOneFinger ? "finger" : "fingers") did not move \(Int(distance)) pt"
    case .notAtEdge: "the touch is not at an edge"
    case .notFromEdge: "the finger does not go in from the edge"
    case .tooSlow: "too slow for a swipe"
    case .wrongDirection: "the finger went another way"
    case .notStraight: "the finger did not move straight"
    case .tapsTooFarApart: "the taps are too far apart"
    case .tap(let count, let required): "tap \(count) of \(required)"
    case .lifted(let seconds): "lifted before \(seconds) s"
    case .unchanged(let quantity): "the \(quantity) did not change"
    case .other(let why): why
    }
  }

  package var debugDescription: String { String(reflecting: description) }
}
