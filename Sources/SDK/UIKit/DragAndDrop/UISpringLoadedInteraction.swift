@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// How far a spring-loaded interaction has come.
public enum UISpringLoadedInteractionEffectState: Int, Sendable {
  case inactive, possible, activating, activated
}

/// The drag over a spring-loaded view.
@preconcurrency @MainActor
public protocol UISpringLoadedInteractionContext: NSObjectProtocol {
  var state: UISpringLoadedInteractionEffectState { get }
  /// The view that shows the effect.
  var targetView: UIView? { get set }
  /// What the app identifies the target by; not used by the interaction.
  var targetItem: Any? { get set }
  /// The place of the drag in a view's coordinates, in points; in the window's for nil.
  func location(in view: UIView?) -> CGPoint
}

/// Decides whether a drag over a view may activate it.
@preconcurrency @MainActor
public protocol UISpringLoadedInteractionBehavior: NSObjectProtocol, _CarobOptional {
  /// Asked when the drag enters the view, and at each of its moves over it.
  func shouldAllow(
    _ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext
  ) -> Bool
  /// The drag left the view or ended. Optional.
  func interactionDidFinish(_ interaction: UISpringLoadedInteraction)
}
extension UISpringLoadedInteractionBehavior {
  public func interactionDidFinish(_ interaction: UISpringLoadedInteraction) {}
}

/// Shows how far the interaction has come.
@preconcurrency @MainActor
public protocol UISpringLoadedInteractionEffect: NSObjectProtocol {
  /// Called at each change of the context's state.
  func interaction(
    _ interaction: UISpringLoadedInteraction, didChangeWith context: any UISpringLoadedInteractionContext)
}

/// Activates a view when the user holds a drag over it (E-1061).
@preconcurrency @MainActor
open class UISpringLoadedInteraction: _MainActorNSObject, UIInteraction {
  public let interactionBehavior: any UISpringLoadedInteractionBehavior
  public let interactionEffect: any UISpringLoadedInteractionEffect
  let activationHandler: (UISpringLoadedInteraction, any UISpringLoadedInteractionContext) -> Void
  /// The place in the app's source where the interaction was created.
  let site: SourceSite
  /// What a point in the view belongs to; a drag that moves from one target to another begins again. Nil for
  /// points that do not activate anything.
  var target: (CGPoint) -> AnyHashable? = { _ in true }

  public init(
    interactionBehavior: (any UISpringLoadedInteractionBehavior)?,
    interactionEffect: (any UISpringLoadedInteractionEffect)?,
    activationHandler:
      @escaping (UISpringLoadedInteraction, any UISpringLoadedInteractionContext) -> Void,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    self.interactionBehavior = interactionBehavior ?? AlwaysSpringLoaded()
    self.interactionEffect = interactionEffect ?? BlinkEffect()
    self.activationHandler = activationHandler
    site = SourceSite(file, line)
    super.init()
  }
  public convenience init(
    activationHandler:
      @escaping (UISpringLoadedInteraction, any UISpringLoadedInteractionContext) -> Void,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    self.init(
      interactionBehavior: nil, interactionEffect: nil, activationHandler: activationHandler, file, line)
  }

  open private(set) weak var view: UIView? {
    get { viewReference }
    set { viewReference = newValue }
  }
  @Zeroing private var viewReference: UIView?
  open func willMove(to view: UIView?) {}
  open func didMove(to view: UIView?) { self.view = view }
}

/// The behavior of an interaction without one.
@preconcurrency @MainActor
private final class AlwaysSpringLoaded: _MainActorNSObject, UISpringLoadedInteractionBehavior {
  func shouldAllow(
    _ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext
  ) -> Bool { true }
}

/// The effect of an interaction without one: the view blinks twice before it is activated.
@preconcurrency @MainActor
private final class BlinkEffect: _MainActorNSObject, UISpringLoadedInteractionEffect {
  func interaction(
    _ interaction: UISpringLoadedInteraction, didChangeWith context: any UISpringLoadedInteractionContext
  ) {
    guard let layer = context.targetView?.layer else { return }
    guard context.state == .activating else { return layer.removeAnimation(forKey: Self.key) }
    let blink = CABasicAnimation(keyPath: "opacity")
    (blink.fromValue, blink.toValue) = (1.0, 0.4)
    (blink.duration, blink.autoreverses, blink.repeatCount) = (0.1, true, 2)
    layer.add(blink, forKey: Self.key)
  }
  private static let key = "carob.springLoading"
}
