@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// The root of a view hierarchy: shown by a scene or the screen; distributes events to its views.
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

  /// Creates a window with the size of the screen (E-555).
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
    get { windowSceneReference }
    set { windowSceneReference = newValue }
  }
  @Zeroing private var windowSceneReference: UIWindowScene? {
    didSet { if windowScene != nil { UIApplication.shared.windowsChanged() } }
  }
  open var windowLevel = Level.normal { didSet { UIApplication.shared.windowsChanged() } }
  open var screen: UIScreen { UIScreen.main }
  open var canResizeToFitContent = false

  /// The controller whose view fills the window. Replacing it in a visible window runs the sequence of E-130.
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

  /// E-5: loads and shows the root view; the synchronous part of `makeKeyAndVisible`.
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

  /// Distributes an event: to gesture recognizers first (E-180), then to the views, phase by phase (E-167).
  open func sendEvent(_ event: UIEvent) {
    let touches = event.orderedTouches.filter { $0.window === self }
    guard !touches.isEmpty else {
      (event as? UIPressesEvent)?.deliver(in: self)
      (event as? ScrollingEvent)?.deliver()
      return
    }
    TouchDelivery.deliver(touches, event, in: self)
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
