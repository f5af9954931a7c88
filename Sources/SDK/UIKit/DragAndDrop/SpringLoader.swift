@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// Follows one drag, and activates the spring-loaded views that it is held over (E-1061).
@MainActor
final class SpringLoader {
  private var context: SpringContext?
  private var alarm: LayerAlarm?

  /// How long the drag must be over a view before its effect begins, and how long the effect lasts, in seconds.
  static let hold = 0.5
  static let effect = 0.4

  func move(to place: CGPoint, in window: UIWindow) {
    guard let (interaction, view, target) = candidate(at: place, in: window) else { return leave() }
    let isSame = context.map { $0.interaction === interaction && $0.target == target } ?? false
    if !isSame { leave() }
    let context = isSame ? self.context! : SpringContext(interaction, view, target)
    context.place = place
    context.window = window
    // E-1061.1
    guard allows(interaction, context) else {
      if isSame { leave() }
      return
    }
    guard !isSame else { return }
    self.context = context
    change(.possible)
    // E-1061.2
    schedule(after: Self.hold) { loader in
      loader.change(.activating)
      loader.schedule(after: Self.effect) { $0.activate() }
    }
  }

  /// The drag left the view, or ended.
  func leave() {
    alarm?.cancel()
    alarm = nil
    guard let context else { return }
    if context.state != .inactive { change(.inactive) }
    self.context = nil
    let behavior = context.interaction.interactionBehavior
    behavior.tell(from: context.interaction, "interactionDidFinish(_:)", "interactionDidFinish:") {
      $0.interactionDidFinish(context.interaction)
    }
  }

  private func schedule(after delay: Double, _ block: @escaping @MainActor (SpringLoader) -> Void) {
    let cause = Journal.cause
    alarm = LayerClock.schedule(at: LayerClock.now + delay) { [weakSelf = ZeroingElement(self)] in
      MainActor.assumeIsolated {
        guard let self = weakSelf.object else { return }
        Journal.with(cause: cause) { block(self) }
      }
    }
  }

  /// The innermost spring-loaded view at a point.
  private func candidate(
    at place: CGPoint, in window: UIWindow
  ) -> (UISpringLoadedInteraction, UIView, AnyHashable)? {
    var here = window.hitTest(place, with: nil)
    while let view = here {
      for case let interaction as UISpringLoadedInteraction in view.interactions {
        if let target = interaction.target(view.convert(place, from: nil)) {
          return (interaction, view, target)
        }
      }
      here = view.superview
    }
    return nil
  }

  private func allows(_ interaction: UISpringLoadedInteraction, _ context: SpringContext) -> Bool {
    let behavior = interaction.interactionBehavior
    return Journal.query(.delegate, "shouldAllow(_:with:)", to: behavior, from: interaction) {
      behavior.shouldAllow(interaction, with: context)
    }
  }

  private func change(_ state: UISpringLoadedInteractionEffectState) {
    guard let context else { return }
    context.state = state
    let effect = context.interaction.interactionEffect
    Journal.deliver(
      .delegate, "interaction(_:didChangeWith:)", to: effect, from: context.interaction, category: .user
    ) { effect.interaction(context.interaction, didChangeWith: context) }
  }

  // E-1061.3
  private func activate() {
    guard let context else { return }
    change(.activated)
    Journal.deliverRegistered(
      .action, "{}", from: context.interaction, category: .user, site: context.interaction.site.text
    ) { context.interaction.activationHandler(context.interaction, context) }
  }
}

/// What an app learns about the drag over one target.
@preconcurrency @MainActor
private final class SpringContext: _MainActorNSObject, UISpringLoadedInteractionContext {
  let interaction: UISpringLoadedInteraction
  let target: AnyHashable
  var state = UISpringLoadedInteractionEffectState.inactive
  var targetView: UIView?
  var targetItem: Any?
  var place = CGPoint.zero
  @Zeroing var window: UIWindow?

  init(_ interaction: UISpringLoadedInteraction, _ view: UIView, _ target: AnyHashable) {
    (self.interaction, targetView, self.target) = (interaction, view, target)
    super.init()
  }
  func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }
}
