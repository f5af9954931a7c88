@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

extension UIView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    public static let curveEaseInOut: AnimationOptions = []
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
    /// Marks the SDK's own transitions, whose completions are not blocks of the app.
    static let internalTransition = AnimationOptions(rawValue: 1 << 30)
  }

  public enum AnimationCurve: Int, Sendable { case easeInOut, easeIn, easeOut, linear }

  /// Animates property changes; times in seconds. The completion is called when the last animation has ended.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    ViewAnimation(duration: duration, delay: delay, options: options, spring: nil).run(animations, completion)
  }

  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)?
  ) {
    ViewAnimation(duration: duration, delay: 0, options: [], spring: nil).run(animations, completion)
  }

  public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {
    ViewAnimation(duration: duration, delay: 0, options: [], spring: nil).run(animations, nil)
  }

  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    ViewAnimation(
      duration: duration, delay: delay, options: options, spring: (Double(dampingRatio), Double(velocity))
    )
    .run(animations, completion)
  }

  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    // DEVIATION: flips and curls are shown as a cross-fade.
    performWithoutAnimation { animations?() }
    let change = ViewAnimation(duration: duration, delay: 0, options: options, spring: nil)
    change.run(
      {
        guard areAnimationsEnabled, change.animates, view.window != nil,
          let fade = change.animation(forKey: "opacity", of: view) as? CABasicAnimation
        else { return }
        fade.fromValue = 0.0
        fade.toValue = Double(view.alpha)
        view.layer.add(fade, forKey: "transition")
      }, completion)
  }

  public class func transition(
    from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    let parent = fromView.superview
    transition(
      with: toView, duration: duration, options: options,
      animations: {
        if options.contains(.showHideTransitionViews) {
          fromView.isHidden = true
          toView.isHidden = false
        } else {
          toView.frame = fromView.frame
          fromView.removeFromSuperview()
          parent?.addSubview(toView)
        }
      }, completion: completion)
  }

  /// Animates with a spring defined by its bounce: 0 is no bounce, 1 oscillates forever.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let damping = bounce < 0 ? 1 / max(1 + Double(bounce), 0.01) : max(1 - Double(bounce), 0.01)
    ViewAnimation(
      duration: duration, delay: delay, options: options, spring: (damping, Double(initialSpringVelocity))
    )
    .run(animations, completion)
  }

  /// Repeats the changes that `animations` makes; called inside an animation block (E-615).
  public class func modifyAnimations(
    withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
  ) {
    guard let outer = ViewAnimation.stack.last else { return animations() }
    let before = outer.repetition
    outer.repetition = (Float(count), autoreverses)
    animations()
    outer.repetition = before
  }

  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    // Both option sets use the same bits.
    let shared: AnimationOptions = [
      .repeat, .autoreverse, .allowUserInteraction, .beginFromCurrentState, .overrideInheritedDuration,
      .overrideInheritedOptions, .curveLinear,
    ]
    let animation = ViewAnimation(
      duration: duration, delay: delay,
      options: AnimationOptions(rawValue: options.rawValue).intersection(shared), spring: nil)
    animation.keyframes = Keyframes(options)
    animation.run(animations, completion)
  }

  public class func addKeyframe(
    withRelativeStartTime start: Double, relativeDuration: Double, animations: @escaping () -> Void
  ) {
    guard let keyframes = ViewAnimation.stack.last?.keyframes else { return animations() }
    keyframes.add(start, relativeDuration, animations)
  }

  public struct KeyframeAnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
  }

  public class func performWithoutAnimation(_ actions: () -> Void) {
    ViewAnimation.disabledDepth += 1
    actions()
    ViewAnimation.disabledDepth -= 1
  }

  public class func setAnimationsEnabled(_ enabled: Bool) { ViewAnimation.areEnabled = enabled }
  public class var areAnimationsEnabled: Bool { ViewAnimation.areEnabled && ViewAnimation.disabledDepth == 0 }
  public class var inheritedAnimationDuration: TimeInterval { ViewAnimation.stack.last?.duration ?? 0 }

  /// The layer's action for a change of an animatable property.
  func animationAction(forKey key: String) -> LayerAction {
    guard let current = ViewAnimation.stack.last, UIView.areAnimationsEnabled, current.animates,
      windowStorage != nil
    else { return .none }
    if let keyframes = current.keyframes, keyframes.note(key, of: self) { return .none }
    return .animation(current.animation(forKey: key, of: self))
  }
}

/// One `UIView.animate` call: animates the changes that its block makes, with its timing.
@MainActor
final class ViewAnimation {
  static var stack: [ViewAnimation] = []
  static var disabledDepth = 0
  static var areEnabled = true

  var duration: TimeInterval
  var delay: TimeInterval
  var options: UIView.AnimationOptions
  /// The block that `beginAnimations` began; nil for an animation with closures.
  let block: AnimationBlock?
  private let spring: (damping: Double, velocity: Double)?
  private var running = 0
  private var isClosed = false
  private var finished = true
  private var completion: ((Bool) -> Void)?
  private let cause = Journal.cause
  /// The repetition that `modifyAnimations` sets for a part of the block.
  var repetition: (count: Float, autoreverses: Bool)?
  /// The frames of a keyframe animation.
  var keyframes: Keyframes?
  /// Creates the animations for the changes of a property animator's block.
  private var maker: ((UIView, String) -> CAAnimation)?

  /// Collects the changes of a property animator's block. The duration is only inherited by nested blocks.
  init(duration: TimeInterval, maker: @escaping (UIView, String) -> CAAnimation) {
    (self.duration, self.maker) = (duration, maker)
    (delay, options, spring, block) = (0, [], nil, nil)
  }

  /// Collects the changes until the block is committed (E-598).
  init(block: AnimationBlock) {
    (duration, delay, options, spring) = (0.2, 0, [], nil)
    self.block = block
  }

  /// Closes the block; its delegate is notified with the turn's commit.
  func commit() {
    completion = { [block] finished in block?.notifyDidStop(finished) }
    isClosed = true
    LayerAnimations.afterCommit { [self] in
      Journal.with(cause: cause) { block?.notifyWillStart() }
      finishIfDone()
    }
  }

  init(
    duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions, spring: (Double, Double)?
  ) {
    // Nested blocks inherit the outer duration unless their options override it.
    let outer = Self.stack.last
    let inherits = outer != nil && !options.contains(.overrideInheritedDuration) && outer!.duration > 0
    self.duration = inherits && duration > 0 ? (outer?.duration ?? duration) : duration
    self.delay = delay
    self.options = options
    self.spring = spring
    block = nil
  }

  /// Whether changes are animated; those of a property animator always are.
  var animates: Bool { duration > 0 || delay > 0 || maker != nil }

  func run(_ animations: () -> Void, _ completion: ((Bool) -> Void)?) {
    self.completion = completion
    Self.stack.append(self)
    animations()
    keyframes?.start(in: self)
    Self.stack.removeLast()
    isClosed = true
    // Without animations, the platform calls the completion immediately, with the turn's commit.
    if running == 0 { LayerAnimations.afterCommit { self.finishIfDone() } }
  }

  func animation(forKey key: String, of view: UIView) -> CAAnimation {
    if let maker { return maker(view, key) }
    let basic: CABasicAnimation
    if let spring {
      let animation = CASpringAnimation(keyPath: key)
      // A spring with this damping ratio that settles within the duration.
      let omega = TimingCurve.omega(ratio: spring.damping, duration: duration)
      animation.stiffness = CGFloat(omega * omega)
      animation.damping = CGFloat(2 * spring.damping * omega)
      animation.initialVelocity = CGFloat(spring.velocity)
      basic = animation
    } else {
      basic = CABasicAnimation(keyPath: key)
      // E-443.
      let goesEvenly = AnimationTimeline.current?.isEven == true
      basic.timingFunction = CAMediaTimingFunction(name: goesEvenly ? .linear : curve)
    }
    time(basic, of: view)
    return basic
  }

  /// Applies this object's timing to an animation of the view, and waits for its end.
  func time(_ animation: CAAnimation, of view: UIView) {
    animation.duration = duration
    animation.beginTime = view.layer.convertTime(LayerClock.now, from: nil) + delay
    animation.fillMode = .backwards
    if options.contains(.repeat) { animation.repeatCount = .infinity }
    if let count = block?.repeatCount, count > 0 { animation.repeatCount = count }
    animation.autoreverses = options.contains(.autoreverse)
    if let repetition { (animation.repeatCount, animation.autoreverses) = repetition }
    running += 1
    // E-165; the SDK's own transitions decide themselves which touches are ignored.
    let ignoresTouches = options.isDisjoint(with: [.allowUserInteraction, .internalTransition])
    if ignoresTouches { view.animationsWithoutTouches += 1 }
    animation.onStop = { [self, view = ZeroingElement(view)] ended in
      MainActor.assumeIsolated {
        if ignoresTouches { view.object?.animationsWithoutTouches -= 1 }
        running -= 1
        if !ended { finished = false }
        finishIfDone()
      }
    }
  }

  private var curve: CAMediaTimingFunctionName {
    switch (options.rawValue >> 16) & 3 {
    case 1: return .easeIn
    case 2: return .easeOut
    case 3: return .linear
    default: return .easeInEaseOut
    }
  }

  private func finishIfDone() {
    guard isClosed, running == 0, let block = completion else { return }
    completion = nil
    let finished = finished
    Journal.with(cause: cause) {
      if options.contains(.internalTransition) || self.block != nil {
        block(finished)
      } else {
        Journal.deliverRegistered(.animation, "{}", detail: [("finished", "\(finished)")]) { block(finished) }
      }
    }
  }
}
