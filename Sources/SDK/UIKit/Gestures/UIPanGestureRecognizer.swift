import CarobFoundation

/// Follows fingers that move: begins after about 10 points (E-196), then reports every move.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
  open var minimumNumberOfTouches = 1
  open var maximumNumberOfTouches = Int.max
  open var allowedScrollTypesMask = UIScrollTypeMask(rawValue: 0)
  /// How far a finger moves before the gesture begins, points.
  let threshold: CGFloat = 10

  private var origin = CGPoint.zero
  private var offset = CGPoint.zero
  private var samples: [(time: TimeInterval, point: CGPoint)] = []
  private var beganAt: TimeInterval = 0
  /// Seconds from the first finger until the first move.
  private(set) var restedTime: TimeInterval = 0

  private var current: CGPoint {
    guard !trackedTouches.isEmpty else { return samples.last?.point ?? origin }
    let points = trackedTouches.map(\.screenLocation)
    return CGPoint(
      x: points.map(\.x).reduce(0, +) / CGFloat(points.count),
      y: points.map(\.y).reduce(0, +) / CGFloat(points.count))
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if trackedTouches.count > maximumNumberOfTouches, state == .possible {
      return fail("\(trackedTouches.count) fingers")
    }
    if state == .possible {
      origin = current
      samples = [(event.timestamp, origin)]
      beganAt = event.timestamp
      restedTime = -1
    } else {
      rebase()
    }
  }

  /// A finger came or went in mid-gesture: the translation goes on from where it was.
  private func rebase() {
    let before = samples.last?.point ?? current
    origin = CGPoint(x: origin.x + current.x - before.x, y: origin.y + current.y - before.y)
    samples = [(samples.last?.time ?? 0, current)]
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if restedTime < 0 { restedTime = event.timestamp - beganAt }
    samples.append((event.timestamp, current))
    if samples.count > 8 { samples.removeFirst() }
    switch state {
    case .possible:
      guard trackedTouches.count >= minimumNumberOfTouches else { return }
      let (dx, dy) = (current.x - origin.x, current.y - origin.y)
      if hypot(dx, dy) >= threshold, mayBegin(dx, dy) { state = .began }
    case .began, .changed: state = .changed
    default: break
    }
  }

  /// Edge and scroll recognizers look at the direction first.
  func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool { true }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard trackedTouches.allSatisfy({ $0.phase == .ended || $0.phase == .cancelled }) else { return }
    // A finger that rested before it was lifted flings nothing.
    samples.append((event.timestamp, current))
    switch state {
    case .began, .changed: state = .ended
    case .possible: fail("the fingers did not move \(Int(threshold)) pt")
    default: break
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    switch state {
    case .began, .changed: state = .cancelled
    case .possible: fail("touches were cancelled")
    default: break
    }
  }

  /// How far the fingers have moved, in the view's coordinates, points.
  open func translation(in view: UIView?) -> CGPoint {
    CGPoint(x: current.x - origin.x + offset.x, y: current.y - origin.y + offset.y)
  }
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    offset = CGPoint(x: translation.x - (current.x - origin.x), y: translation.y - (current.y - origin.y))
  }
  /// Points per second over the last tenth of a second.
  open func velocity(in view: UIView?) -> CGPoint {
    guard let last = samples.last, let first = samples.first(where: { last.time - $0.time <= 0.1 }),
      last.time > first.time
    else { return .zero }
    let time = CGFloat(last.time - first.time)
    return CGPoint(x: (last.point.x - first.point.x) / time, y: (last.point.y - first.point.y) / time)
  }

  open override func reset() {
    offset = .zero
  }
}

public struct UIScrollTypeMask: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let discrete = UIScrollTypeMask(rawValue: 1)
  public static let continuous = UIScrollTypeMask(rawValue: 2)
  public static let all: UIScrollTypeMask = [.discrete, .continuous]
}

/// A pan that begins at an edge of the screen.
@preconcurrency @MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  open var edges: UIRectEdge = []
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    guard state == .possible, let touch = trackedTouches.first else { return }
    let (p, screen) = (touch.screenLocation, UIScreen.main.bounds)
    let isAtEdge =
      edges.contains(.left) && p.x < 20 || edges.contains(.right) && p.x > screen.maxX - 20
      || edges.contains(.top) && p.y < 20 || edges.contains(.bottom) && p.y > screen.maxY - 20
    if !isAtEdge { fail("the touch is not at an edge") }
  }
}
