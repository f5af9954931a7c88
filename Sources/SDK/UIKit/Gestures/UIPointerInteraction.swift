@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Decides about the pointer over a view. All methods are optional.
@preconcurrency @MainActor
public protocol UIPointerInteractionDelegate: NSObjectProtocol, _CarobOptional {
  /// The region under the pointer; nil for none. Without the method it is the whole view.
  func pointerInteraction(
    _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion?
  func pointerInteraction(
    _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
  ) -> UIPointerStyle?
  func pointerInteraction(
    _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating)
  func pointerInteraction(
    _ interaction: UIPointerInteraction, willExit region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating)
}
extension UIPointerInteractionDelegate {
  public func pointerInteraction(
    _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion? { defaultRegion }
  public func pointerInteraction(
    _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
  ) -> UIPointerStyle? { nil }
  public func pointerInteraction(
    _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  ) {}
  public func pointerInteraction(
    _ interaction: UIPointerInteraction, willExit region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  ) {}
}

/// Adds animations to the pointer's own.
@preconcurrency @MainActor
public protocol UIPointerInteractionAnimating: NSObjectProtocol {
  func addAnimations(_ animations: @escaping () -> Void)
  func addCompletion(_ completion: @escaping (Bool) -> Void)
}

/// A part of a view that the pointer can enter, in the view's coordinates.
@preconcurrency @MainActor
open class UIPointerRegion: _MainActorNSObject {
  public let rect: CGRect
  public let identifier: AnyHashable?
  public init(rect: CGRect, identifier: AnyHashable? = nil) {
    (self.rect, self.identifier) = (rect, identifier)
    super.init()
  }
}

/// Where the pointer is, in the coordinates of the interaction's view.
@preconcurrency @MainActor
open class UIPointerRegionRequest: _MainActorNSObject {
  public let location: CGPoint
  public let modifiers: UIKeyModifierFlags
  init(_ location: CGPoint) {
    (self.location, modifiers) = (location, [])
    super.init()
  }
}

/// How the pointer looks. DEVIATION: it keeps its usual shape, since the browser or nobody draws it.
@preconcurrency @MainActor
open class UIPointerStyle: _MainActorNSObject {
  public let effect: UIPointerEffect?
  public let shape: UIPointerShape?
  public init(effect: UIPointerEffect, shape: UIPointerShape? = nil) {
    (self.effect, self.shape) = (effect, shape)
    super.init()
  }
  public init(shape: UIPointerShape, constrainedAxes: UIAxis = []) {
    (effect, self.shape) = (nil, shape)
    super.init()
  }
  public class func hidden() -> UIPointerStyle { UIPointerStyle(shape: .roundedRect(.zero, radius: 0)) }
  public class func system() -> UIPointerStyle { UIPointerStyle(shape: .roundedRect(.zero, radius: 8)) }
}

@preconcurrency @MainActor
public enum UIPointerEffect {
  public enum TintMode: Int, Sendable { case none, overlay, underlay }
  case automatic(UITargetedPreview)
  case highlight(UITargetedPreview)
  case lift(UITargetedPreview)
  case hover(
    UITargetedPreview, preferredTintMode: TintMode = .overlay, prefersShadow: Bool = false,
    prefersScaledContent: Bool = true)
}

public enum UIPointerShape {
  public static let defaultCornerRadius: CGFloat = 8
  case path(UIBezierPath)
  case roundedRect(CGRect, radius: CGFloat = UIPointerShape.defaultCornerRadius)
  case verticalBeam(length: CGFloat)
  case horizontalBeam(length: CGFloat)
}

/// Tells a delegate about the pointer over a view (E-1003).
@preconcurrency @MainActor
open class UIPointerInteraction: _MainActorNSObject, UIInteraction {
  public init(delegate: (any UIPointerInteractionDelegate)?) {
    delegateReference = delegate
    super.init()
    hover.addTarget(self, action: "carob_hovered")
  }
  open private(set) weak var delegate: (any UIPointerInteractionDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIPointerInteractionDelegate)?
  open private(set) weak var view: UIView? {
    get { viewReference }
    set { viewReference = newValue }
  }
  @Zeroing private var viewReference: UIView?
  open var isEnabled = true { didSet { if !isEnabled { leave() } } }
  private let hover = UIHoverGestureRecognizer(target: nil, action: nil)
  private var region: UIPointerRegion?
  private(set) var style: UIPointerStyle?

  nonisolated open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_hovered", "carob_hovered()", 0) {
        unsafeDowncast($0, to: UIPointerInteraction.self).hovered()
      }
    ]
  }

  open func willMove(to view: UIView?) {
    leave()
    self.view?.removeGestureRecognizer(hover)
  }
  open func didMove(to view: UIView?) {
    self.view = view
    view?.addGestureRecognizer(hover)
  }
  /// Asks again for the region and style under the pointer.
  open func invalidate() {
    guard region != nil else { return }
    leave()
    enter()
  }

  // E-1003
  private func hovered() {
    switch hover.state {
    case .began, .changed: enter()
    default: leave()
    }
  }
  private func enter() {
    guard isEnabled, let view else { return }
    let request = UIPointerRegionRequest(hover.location(in: view))
    let whole = UIPointerRegion(rect: view.bounds)
    let asked = delegate?.ask(
      from: self, "pointerInteraction(_:regionFor:defaultRegion:)",
      "pointerInteraction:regionForRequest:defaultRegion:"
    ) { $0.pointerInteraction(self, regionFor: request, defaultRegion: whole) }
    let new = asked ?? whole
    if let new, let region, new === region || new.rect == region.rect && new.identifier == region.identifier {
      return
    }
    leave()
    guard let new else { return }
    region = new
    style =
      delegate?.ask(
        from: self, "pointerInteraction(_:styleFor:)", "pointerInteraction:styleForRegion:"
      ) { $0.pointerInteraction(self, styleFor: new) } ?? nil
    let animator = PointerAnimator()
    delegate?.tell(
      from: self, "pointerInteraction(_:willEnter:animator:)",
      "pointerInteraction:willEnterRegion:animator:"
    ) { $0.pointerInteraction(self, willEnter: new, animator: animator) }
    animator.run()
  }
  private func leave() {
    guard let old = region else { return }
    (region, style) = (nil, nil)
    let animator = PointerAnimator()
    delegate?.tell(
      from: self, "pointerInteraction(_:willExit:animator:)", "pointerInteraction:willExitRegion:animator:"
    ) { $0.pointerInteraction(self, willExit: old, animator: animator) }
    animator.run()
  }
}

@MainActor
private final class PointerAnimator: NSObject, UIPointerInteractionAnimating {
  private var animations: [() -> Void] = []
  private var completions: [(Bool) -> Void] = []
  func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
  func addCompletion(_ completion: @escaping (Bool) -> Void) { completions.append(completion) }
  func run() {
    guard !animations.isEmpty || !completions.isEmpty else { return }
    UIView.animate(
      withDuration: 0.25, delay: 0, options: [.internalTransition],
      animations: { for animation in self.animations { animation() } },
      completion: { finished in for completion in self.completions { completion(finished) } })
  }
}
