import CarobFoundation
import QuartzCore

/// The root of a view hierarchy: shown by a scene (or the screen), it distributes events.
@preconcurrency @MainActor
open class UIWindow: UIView {
  public struct Level: Hashable, RawRepresentable, Comparable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    public static let normal = Level(rawValue: 0)
    public static let statusBar = Level(rawValue: 1000)
    public static let alert = Level(rawValue: 2000)
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// A window that is as large as the screen (E-555).
  public convenience init() { self.init(frame: UIScreen.main.bounds) }

  public init(windowScene: UIWindowScene) {
    super.init(frame: windowScene.coordinateSpace.bounds)
    prepare()
    self.windowScene = windowScene
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    isHidden = true
    windowStorage = self
    autoresizingMask = []
    UIApplication.shared.registerWindow(self)
    // E-651
    if let scene = UIApplication.shared.onlyScene { windowScene = scene }
  }

  open weak var windowScene: UIWindowScene? {
    didSet { if windowScene != nil { UIApplication.shared.windowsChanged() } }
  }
  open var windowLevel = Level.normal { didSet { UIApplication.shared.windowsChanged() } }
  open var screen: UIScreen { UIScreen.main }
  open var canResizeToFitContent = false

  /// The controller that fills the window. Replacing it on a visible window runs the sequence of E-130.
  open var rootViewController: UIViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      replaceRoot(oldValue)
    }
  }

  private func replaceRoot(_ old: UIViewController?) {
    old?.windowAsRoot = nil
    if let old, let view = old.viewIfLoaded, view.superview === self {
      old.presentationStack.forEach { $0.tearDownPresentation() }
      view.removeFromSuperview()
    }
    rootViewController?.windowAsRoot = self
    if !isHidden { installRoot() }
  }

  /// E-5: loads the root's view and shows it; what `makeKeyAndVisible` does synchronously.
  private func installRoot() {
    guard let root = rootViewController else { return }
    guard let view = root.view else { return }
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.translatesAutoresizingMaskIntoConstraints = true
    if view.superview !== self {
      insertSubview(view, at: 0)
      Rotation.needsLook = true
    }
  }

  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      let was = super.isHidden
      super.isHidden = newValue
      guard was != newValue else { return }
      UIApplication.shared.windowsChanged()
      if newValue {
        NotificationCenter.default.post(name: UIWindow.didBecomeHiddenNotification, object: self)
      } else {
        installRoot()
        LayerTree.shared.enteredWindow(layer)
        NotificationCenter.default.post(name: UIWindow.didBecomeVisibleNotification, object: self)
      }
    }
  }

  open var isKeyWindow: Bool { UIApplication.shared.keyWindowOfAnyScene === self }
  open var canBecomeKey: Bool { true }

  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }

  open func makeKey() {
    guard canBecomeKey else { return }
    UIApplication.shared.setKeyWindow(self)
  }

  open func becomeKey() {}
  open func resignKey() {}

  private lazy var ownUndoManager = UndoManager()
  open override var undoManager: UndoManager? { ownUndoManager }

  open override var next: UIResponder? { windowScene ?? UIApplication.shared }

  open func convert(_ point: CGPoint, to window: UIWindow?) -> CGPoint {
    layer.convert(point, to: window?.layer)
  }
  open func convert(_ point: CGPoint, from window: UIWindow?) -> CGPoint {
    layer.convert(point, from: window?.layer)
  }
  open func convert(_ rect: CGRect, to window: UIWindow?) -> CGRect { layer.convert(rect, to: window?.layer) }
  open func convert(_ rect: CGRect, from window: UIWindow?) -> CGRect {
    layer.convert(rect, from: window?.layer)
  }

  var windowTraitCollection: UITraitCollection {
    let base = windowScene?.traitCollection ?? UIScreen.main.traitCollection
    return ownTraits(base)
  }
  open override var traitCollection: UITraitCollection { windowTraitCollection }

  var deviceSafeAreaInsets: UIEdgeInsets { UIScreen.main.safeAreaInsets }

  nonisolated public static let didBecomeVisibleNotification = Notification.Name(
    "UIWindowDidBecomeVisibleNotification")
  nonisolated public static let didBecomeHiddenNotification = Notification.Name(
    "UIWindowDidBecomeHiddenNotification")
  nonisolated public static let didBecomeKeyNotification = Notification.Name(
    "UIWindowDidBecomeKeyNotification")
  nonisolated public static let didResignKeyNotification = Notification.Name(
    "UIWindowDidResignKeyNotification")

  // MARK: Events

  /// Distributes an event: recognizers first (E-180), then the views, phase by phase (E-167).
  open func sendEvent(_ event: UIEvent) {
    let touches = event.orderedTouches.filter { $0.window === self }
    guard !touches.isEmpty else {
      (event as? UIPressesEvent)?.deliver(in: self)
      (event as? ScrollingEvent)?.deliver()
      return
    }
    sendToRecognizers(touches, event)
    sendToViews(touches, event)
    finishSequences(touches, event)
    GestureArbiter.settle()
  }

  // OPTIMIZATION: loops over lists; sets only for those who are told.
  private func sendToRecognizers(_ touches: [UITouch], _ event: UIEvent) {
    for touch in touches where touch.phase == .began {
      // A recognizer that waits for the failure of others has what it needs.
      var wanting: [UIGestureRecognizer] = []
      for recognizer in touch.recognizers
      where recognizer.deferredStates.isEmpty && recognizer.wants(event) && recognizer.wants(touch) {
        wanting.append(recognizer)
      }
      touch.recognizers = wanting
    }
    let recognizers = Self.recognizers(of: touches)
    if recognizers.isEmpty { return }
    // All have their touches before one is told, so that each knows who else is undecided.
    for recognizer in recognizers {
      for touch in touches where touch.phase == .began && Self.reaches(touch, recognizer) {
        recognizer.trackedTouches.append(touch)
        recognizer.touchesOfCurrentGesture.append(touch)
      }
    }
    let all = Set(touches)
    for recognizer in Self.byPrecedence(recognizers) {
      for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
        // NB: asked at each phase, because what it did at the one before may have cost it its touches.
        var part: Set<UITouch> = []
        for touch in touches where touch.phase == phase && Self.reaches(touch, recognizer) {
          if touches.count == 1 { part = all } else { part.insert(touch) }
        }
        guard !part.isEmpty, recognizer.isEnabled else { continue }
        // Recognized and failed recognizers hear nothing until they are reset.
        if recognizer.state == .failed || recognizer.state == .ended || recognizer.state == .cancelled
          || recognizer.deferredStates.contains(.ended)
        {
          continue
        }
        switch phase {
        case .began: recognizer.touchesBegan(part, with: event)
        case .moved: recognizer.touchesMoved(part, with: event)
        case .ended: recognizer.touchesEnded(part, with: event)
        default: recognizer.touchesCancelled(part, with: event)
        }
      }
    }
  }

  private static func reaches(_ touch: UITouch, _ recognizer: UIGestureRecognizer) -> Bool {
    for other in touch.recognizers where other === recognizer { return true }
    return false
  }

  /// Each once, in the order of the touches.
  private static func recognizers(of touches: [UITouch]) -> [UIGestureRecognizer] {
    guard touches.count != 1 else { return touches[0].recognizers }
    var result: [UIGestureRecognizer] = []
    var seen: Set<ObjectIdentifier> = []
    for touch in touches {
      for recognizer in touch.recognizers where seen.insert(ObjectIdentifier(recognizer)).inserted {
        result.append(recognizer)
      }
    }
    return result
  }

  /// Those that need more of the same touch first, else as they are.
  private static func byPrecedence(_ recognizers: [UIGestureRecognizer]) -> [UIGestureRecognizer] {
    var sorted = recognizers
    for index in sorted.indices {
      var place = index
      while place > 0, sorted[place - 1].precedence < sorted[place].precedence {
        sorted.swapAt(place - 1, place)
        place -= 1
      }
    }
    return sorted
  }

  private func sendToViews(_ touches: [UITouch], _ event: UIEvent) {
    for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
      var views: [UIView] = []
      for touch in touches where touch.phase == phase && !touch.isCancelledForView {
        guard let view = touch.view else { continue }
        if phase == .began { touch.isWithheldFromView = isWithheld(touch, from: view, event) }
        if touch.isWithheldFromView { continue }
        if holds(touch, phase) {
          if phase != .moved || touch.deferredPhases.last != .moved { touch.deferredPhases.append(phase) }
          continue
        }
        if !views.contains(where: { $0 === view }) { views.append(view) }
      }
      for view in views {
        let part = Set(
          touches.filter {
            $0.view === view && $0.phase == phase && !$0.isCancelledForView && !$0.isWithheldFromView
              && $0.deferredPhases.isEmpty
          })
        guard !part.isEmpty else { continue }
        Self.send(part, phase, to: view, event)
      }
    }
  }

  /// E-186, E-187: whether an undecided recognizer keeps this phase from the view.
  private func holds(_ touch: UITouch, _ phase: UITouch.Phase) -> Bool {
    if phase == .cancelled {
      // NB: what began behind the view's back is over without it.
      if touch.deferredPhases.contains(.began) { touch.isCancelledForView = true }
      touch.deferredPhases = []
      return false
    }
    if !touch.deferredPhases.isEmpty { return true }
    return Self.isDelayed(touch, phase)
  }

  private static func isDelayed(_ touch: UITouch, _ phase: UITouch.Phase) -> Bool {
    guard phase == .began || phase == .ended else { return false }
    for recognizer in touch.recognizers
    where (phase == .began ? recognizer.delaysTouchesBegan : recognizer.delaysTouchesEnded)
      && recognizer.isUndecided
    {
      // NB: one that has begun anew with other touches keeps this one no more.
      for attempted in recognizer.touchesOfCurrentGesture where attempted === touch { return true }
    }
    return false
  }

  /// Gives views what was held for them, now that a recognizer has decided.
  static func deliverDeferred(_ touches: [UITouch]) {
    var free: [UITouch] = []
    for touch in touches {
      guard let first = touch.deferredPhases.first, !touch.isCancelledForView else { continue }
      if !isDelayed(touch, first), !touch.isBeingDelivered { free.append(touch) }
    }
    if free.isEmpty { return }
    for touch in free { touch.isBeingDelivered = true }
    defer { for touch in free { touch.isBeingDelivered = false } }
    for phase in [UITouch.Phase.began, .moved, .ended] {
      var views: [(view: UIView, touches: Set<UITouch>)] = []
      for touch in free where touch.deferredPhases.first == phase && !touch.isCancelledForView {
        if phase == .ended, isDelayed(touch, .ended) { continue }
        guard let view = touch.view else { continue }
        touch.deferredPhases.removeFirst()
        if let place = views.firstIndex(where: { $0.view === view }) {
          views[place].touches.insert(touch)
        } else {
          views.append((view, [touch]))
        }
      }
      for entry in views {
        let present = entry.touches.map { ($0, $0.phase) }
        for (touch, _) in present { touch.phase = phase }
        send(entry.touches, phase, to: entry.view, UIApplication.shared.touchDispatcher.currentEvent)
        for (touch, now) in present { touch.phase = now }
      }
    }
  }

  /// E-168, E-169: a view without multiple touch ignores further fingers; an exclusive view keeps others away.
  private func isWithheld(_ touch: UITouch, from view: UIView, _ event: UIEvent) -> Bool {
    let others = event.orderedTouches.filter {
      $0 !== touch && $0.window === self && $0.phase != .ended && $0.phase != .cancelled
        && !$0.isWithheldFromView
    }
    if !view.isMultipleTouchEnabled, others.contains(where: { $0.view === view }) { return true }
    if others.contains(where: { $0.view !== view && $0.view?.isExclusiveTouch == true }) { return true }
    return view.isExclusiveTouch && others.contains { $0.view !== view }
  }

  static func send(_ touches: Set<UITouch>, _ phase: UITouch.Phase, to view: UIView, _ event: UIEvent?) {
    if phase == .ended || phase == .cancelled { for touch in touches { touch.isFinishedForView = true } }
    switch phase {
    case .began:
      for touch in touches { touch.isKnownToView = true }
      Journal.deliver(.touch, "touchesBegan(_:with:)", to: view, category: .user) {
        view.touchesBegan(touches, with: event)
      }
    case .moved:
      Journal.deliver(.touch, "touchesMoved(_:with:)", to: view, category: .user) {
        view.touchesMoved(touches, with: event)
      }
    case .ended:
      Journal.deliver(.touch, "touchesEnded(_:with:)", to: view, category: .user) {
        view.touchesEnded(touches, with: event)
      }
    case .cancelled:
      Journal.deliver(.touch, "touchesCancelled(_:with:)", to: view, category: .user) {
        view.touchesCancelled(touches, with: event)
      }
    default: break
    }
  }

  /// A recognizer claims a touch, or its view has gone: the view hears a cancel, and nothing more (E-171, E-185).
  static func cancelForView(_ touch: UITouch, because recognizer: UIGestureRecognizer?) {
    guard !touch.isCancelledForView, !touch.isFinishedForView, let view = touch.view else { return }
    touch.isCancelledForView = true
    touch.deferredPhases = []
    // What the view has not heard of needs no cancel.
    guard !touch.isWithheldFromView, touch.isKnownToView else { return }
    send([touch], .cancelled, to: view, nil)
  }

  private func finishSequences(_ touches: [UITouch], _ event: UIEvent) {
    for recognizer in Self.recognizers(of: touches) {
      guard recognizer.hasNoFingers,
        recognizer.state != .possible || !recognizer.touchesOfCurrentGesture.isEmpty
      else { continue }
      if recognizer.keepsTouchesAfterEnd {
        recognizer.keepPlaces()
        continue
      }
      // E-183: what began ends, also if a subclass forgets it.
      if recognizer.isUnderWay { recognizer.state = .cancelled }
      let wasUndecided = recognizer.isUndecided
      let attempt = recognizer.touchesOfCurrentGesture
      recognizer.resetAfterSequence()
      // Who saw its touches end without a decision has failed.
      if wasUndecided {
        GestureArbiter.decided(recognizer, recognized: false)
        Self.deliverDeferred(attempt)
      }
    }
    for touch in touches where touch.phase == .ended || touch.phase == .cancelled {
      if touch.deferredPhases.isEmpty { continue }
      Self.deliverDeferred([touch])
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIWindow.self,
      {
        [
          "windowScene": \.windowScene, "windowLevel": \.windowLevel,
          "canResizeToFitContent": \.canResizeToFitContent, "rootViewController": \.rootViewController,
        ]
      },
      readOnly: {
        [
          "screen": \.screen, "keyWindow": \.isKeyWindow, "canBecomeKey": \.canBecomeKey,
        ]
      }
    )
  }
}
