import CarobFoundation
import GestureMachines

/// Tracks moving fingers: begins after about 10 points (E-196), then reports every move.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
  private var machine = PanMachine()

  open var minimumNumberOfTouches: Int {
    get { machine.minimumFingers }
    set { machine.minimumFingers = newValue }
  }
  open var maximumNumberOfTouches: Int {
    get { machine.maximumFingers }
    set { machine.maximumFingers = newValue }
  }
  /// The scroll inputs (wheel, trackpad) that also drive the recognizer (E-464); none by default.
  open var allowedScrollTypesMask = UIScrollTypeMask(rawValue: 0)
  /// The pointer's location during a scroll event, in screen points; nil while fingers drive the pan.
  private(set) var pointer: CGPoint?

  /// The translation that the app set, minus the fingers' movement at that time; screen points.
  private var offset = CGPoint.zero
  private var moved: CGPoint { CGPoint(machine.current - machine.origin) }

  /// Seconds from the first touch to the first move.
  var restedTime: TimeInterval { machine.restedTime }
  /// Whether the pan may begin in this direction; overridden by edge and scroll recognizers.
  func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool { true }

  /// The movement of the fingers, in the view's coordinates, in points.
  open func translation(in view: UIView?) -> CGPoint {
    way(CGPoint(x: moved.x + offset.x, y: moved.y + offset.y), in: view)
  }
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    let way = screenWay(translation, of: view)
    offset = CGPoint(x: way.x - moved.x, y: way.y - moved.y)
  }
  /// Points per second over the last 0.1 s, in the view's coordinates.
  open func velocity(in view: UIView?) -> CGPoint {
    // Discrete steps have no velocity.
    isDiscrete ? .zero : way(CGPoint(machine.velocity), in: view)
  }
  private var isDiscrete = false

  open override func location(in view: UIView?) -> CGPoint {
    pointer.map { place(ofScreen: $0, in: view) } ?? super.location(in: view)
  }

  /// E-464: handles a scroll event instead of touches.
  func scrolled(_ kind: GestureInput.Kind, _ event: ScrollingEvent) {
    guard trackedTouches.isEmpty else { return }
    if kind == .began || pointer == nil {
      pointer = event.place
      isDiscrete = event.isDiscrete
    }
    let decision = machine.scroll(
      isInProgress || kind != .moved ? kind : .began, at: event.timestamp, by: GesturePoint(event.way),
      isInProgress ? .underWay : .undecided)
    guard let decision, decision != .begin || mayBegin(moved.x, moved.y) else { return }
    perform(decision)
  }

  /// Converts a distance on the screen to the view's coordinates, which differ in a rotated or scaled view.
  private func way(_ way: CGPoint, in view: UIView?) -> CGPoint {
    guard let view, view.window != nil else { return way }
    let (zero, end) = (view.convert(CGPoint.zero, from: nil), view.convert(way, from: nil))
    return CGPoint(x: end.x - zero.x, y: end.y - zero.y)
  }

  private func screenWay(_ way: CGPoint, of view: UIView?) -> CGPoint {
    guard let view, view.window != nil else { return way }
    let (zero, end) = (view.convert(CGPoint.zero, to: nil), view.convert(way, to: nil))
    return CGPoint(x: end.x - zero.x, y: end.y - zero.y)
  }

  override func decide(_ input: GestureInput) -> GestureDecision? {
    if pointer != nil { (pointer, isDiscrete) = (nil, false) }
    let decision = machine.handle(input)
    return decision == .begin && !mayBegin(moved.x, moved.y) ? nil : decision
  }
  override func resetMachine() {
    machine.reset()
    offset = .zero
  }

  /// The screen edges at which the first touch must begin; nil for anywhere.
  fileprivate var startEdges: UIRectEdge? {
    get { machine.start.map { UIRectEdge(rawValue: $0.edges.rawValue) } }
    set {
      let screen = UIScreen.main.bounds
      machine.start = newValue.map {
        (PanMachine.Edges(rawValue: $0.rawValue), GesturePoint(CGPoint(x: screen.maxX, y: screen.maxY)))
      }
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIPanGestureRecognizer.self,
      {
        [
          "minimumNumberOfTouches": \.minimumNumberOfTouches,
          "maximumNumberOfTouches": \.maximumNumberOfTouches,
          "allowedScrollTypesMask": \.allowedScrollTypesMask,
        ]
      }
    )
  }
}

public struct UIScrollTypeMask: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let discrete = UIScrollTypeMask(rawValue: 1)
  public static let continuous = UIScrollTypeMask(rawValue: 2)
  public static let all: UIScrollTypeMask = [.discrete, .continuous]
}

/// Recognizes a pan that begins at an edge of the screen.
@preconcurrency @MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  open var edges: UIRectEdge = []

  override func decide(_ input: GestureInput) -> GestureDecision? {
    // The screen may have rotated since the last attempt.
    if input.kind == .began { startEdges = edges }
    return super.decide(input)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIScreenEdgePanGestureRecognizer.self,
      {
        [
          "edges": \.edges
        ]
      }
    )
  }
}
