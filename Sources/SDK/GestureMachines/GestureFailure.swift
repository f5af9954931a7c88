/// Why a gesture was not recognized. A value whose text is built only when it is read, because most gestures
/// fail for most touches.
package enum GestureFailure: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  case cancelledTouches
  /// A number of fingers other than required.
  case fingers(Int)
  /// The distance in points.
  case moved(Double)
  /// Moved by less than this number of points.
  case didNotMove(Double, isOneFinger: Bool)
  case notAtEdge, notFromEdge
  case tooSlow, wrongDirection, notStraight
  case tapsTooFarApart
  case tap(Int, of: Int)
  /// Earlier than after this number of seconds.
  case lifted(before: Double)
  /// The name of the quantity that two fingers did not change.
  case unchanged(String)
  /// A reason that only the recognizer knows.
  case other(String)

  package var description: String {
    switch self {
    case .cancelledTouches: "touches were cancelled"
    case .fingers(let count): "\(count) fingers"
    case .moved(let distance): "moved \(Int(distance.rounded())) pt"
    case .didNotMove(let distance, let isOneFinger):
      "the \(isOneFinger ? "finger" : "fingers") did not move \(Int(distance)) pt"
    case .notAtEdge: "the touch is not at an edge"
    case .notFromEdge: "the finger did not move inward from the edge"
    case .tooSlow: "too slow for a swipe"
    case .wrongDirection: "the finger moved in another direction"
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
