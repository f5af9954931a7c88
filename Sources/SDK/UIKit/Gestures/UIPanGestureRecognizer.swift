import CarobFoundation
import GestureMachines

/// Follows fingers that move: begins after about 10 points (E-196), then reports every move.
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
  /// The scroll devices (wheel, trackpad) that also drive the recognizer (E-464); none by default.
  open var allowedScrollTypesMask = UIScrollTypeMask(rawValue: 0)
  /// Where the pointer is whose wheel moves it, screen points; nil while fingers do.
  private(set) var pointer: CGPoint?

  /// What an app set the translation to, less what the fingers had moved by then; screen points.
  private var offset = CGPoint.zero
  private var moved: CGPoint { CGPoint(machine.current - machine.origin) }

  /// Seconds from the first finger until the first move.
  var restedTime: TimeInterval { machine.restedTime }
  /// Edge and scroll recognizers look at the direction first.
  func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool { true }

  /// How far the fingers have moved, in the view's coordinates, points.
  open func translation(in view: UIView?) -> CGPoint {
    way(CGPoint(x: moved.x + offset.x, y: moved.y + offset.y), in: view)
  }
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    let way = screenWay(translation, of: view)
    offset = CGPoint(x: way.x - moved.x, y: way.y - moved.y)
  }
  /// Points per second over the last tenth of a second, in the view's coordinates.
  open func velocity(in view: UIView?) -> CGPoint {
    // Whole steps have no speed.
    isDiscrete ? .zero : way(CGPoint(machine.velocity), in: view)
  }
  private var isDiscrete = false

  open override func location(in view: UIView?) -> CGPoint {
    pointer.map { place(ofScreen: $0, in: view) } ?? super.location(in: view)
  }

  /// E-464: a step of a wheel, in place of fingers.
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

  /// A way on the screen, as the view's own coordinates have it: a turned or enlarged view sees it otherwise.
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

  /// The edges at one of which the first finger must come down; nil for anywhere.
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

/// A pan that begins at an edge of the screen.
@preconcurrency @MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  open var edges: UIRectEdge = []

  override func decide(_ input: GestureInput) -> GestureDecision? {
    // The screen may have turned since the last attempt.
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
