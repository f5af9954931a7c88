import CarobFoundation
import CoreGraphics

/// Receives the start and the end of an animation; all methods are optional.
@preconcurrency
public protocol CAAnimationDelegate: NSObjectProtocol, _CarobOptional {
  func animationDidStart(_ anim: CAAnimation)
  /// `flag` is true if the animation ran to its end, false if it was removed or replaced before.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  public func animationDidStart(_ anim: CAAnimation) {}
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// The timing and the delegate of an animation; subclasses add what is animated. Times are seconds of the
/// layer's time.
open class CAAnimation: NSObject, CAAction, CAMediaTiming {
  public required override init() { super.init() }

  open var delegate: (any CAAnimationDelegate)?
  open var duration: CFTimeInterval = 0
  open var beginTime: CFTimeInterval = 0
  open var timeOffset: CFTimeInterval = 0
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var speed: Float = 1
  open var fillMode = CAMediaTimingFillMode.removed
  open var timingFunction: CAMediaTimingFunction?
  open var isRemovedOnCompletion = true
  /// Values for keys that no property has: apps mark their animations with them (E-620).
  private var ownValues: [String: Any] = [:]

  /// E-620: an animation stores a value for any key.
  open override func value(forUndefinedKey key: String) -> Any? {
    ownValues[key] ?? type(of: self).defaultValue(forKey: key)
  }
  open override func setValue(_ value: Any?, forUndefinedKey key: String) { ownValues[key] = value }

  open class func defaultValue(forKey key: String) -> Any? { nil }

  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  /// Called when the animation ends, before the delegate.
  package var onStop: ((Bool) -> Void)?

  /// Whether the app counts as idle while it runs: nothing depends on its end.
  package var isIncidental = false

  /// The timeline that its times refer to; nil for the device's clock.
  package var timeline: AnimationTimeline?

  /// Fires at its end; nil for an animation without end, and while its layer's time is stopped.
  var alarm: LayerAlarm?
  /// Called when `alarm` fires.
  var over: (() -> Void)?

  /// The copy that a layer keeps, so that later changes of the original have no effect.
  package func copyForLayer() -> CAAnimation {
    let copy = type(of: self).init()
    copy.delegate = delegate
    (copy.duration, copy.beginTime, copy.timeOffset) = (duration, beginTime, timeOffset)
    (copy.repeatCount, copy.repeatDuration, copy.autoreverses) = (repeatCount, repeatDuration, autoreverses)
    (copy.speed, copy.fillMode, copy.timingFunction) = (speed, fillMode, timingFunction)
    (copy.isRemovedOnCompletion, copy.ownValues, copy.onStop) = (isRemovedOnCompletion, ownValues, onStop)
    copy.isIncidental = isIncidental
    return copy
  }

  /// The duration, or that of the current transaction if none is set.
  package var effectiveDuration: Double { duration > 0 ? duration : CATransaction.animationDuration() }

  /// Seconds of the layer's time from beginning to end, repeats included; infinite for an animation without
  /// end.
  package var totalDuration: Double {
    let one = effectiveDuration * (autoreverses ? 2 : 1)
    // An animation with a speed of 0 never ends (E-831).
    guard speed > 0 else { return .infinity }
    return one * effectiveRepeatCount / Double(max(speed, 0.0001))
  }

  /// How many times it runs, there and back counted once: `repeatCount`, else as often as fits into
  /// `repeatDuration`, else once.
  var effectiveRepeatCount: Double {
    if repeatCount > 0 {
      return repeatCount >= Float.greatestFiniteMagnitude ? .infinity : Double(repeatCount)
    }
    return repeatDuration > 0 ? repeatDuration / (effectiveDuration * (autoreverses ? 2 : 1)) : 1
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CAAnimation.self,
      {
        [
          "delegate": \.delegate, "duration": \.duration, "beginTime": \.beginTime,
          "timeOffset": \.timeOffset, "repeatCount": \.repeatCount, "repeatDuration": \.repeatDuration,
          "autoreverses": \.autoreverses, "speed": \.speed, "fillMode": \.fillMode,
          "timingFunction": \.timingFunction, "removedOnCompletion": \.isRemovedOnCompletion,
        ]
      }
    )
  }
}

/// An animation of one property of a layer.
open class CAPropertyAnimation: CAAnimation {
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }
  open var keyPath: String?
  /// Whether the values are added to what the layer and its earlier animations show (E-921).
  open var isAdditive = false
  open var isCumulative = false {
    didSet { if isCumulative, !oldValue { unimplemented("CAPropertyAnimation.isCumulative") } }
  }
  /// Turns the values into transforms; has an effect only on animations of `transform` (E-501).
  open var valueFunction: CAValueFunction?

  package override func copyForLayer() -> CAAnimation {
    let copy = super.copyForLayer() as! CAPropertyAnimation
    (copy.keyPath, copy.isAdditive, copy.isCumulative) = (keyPath, isAdditive, isCumulative)
    copy.valueFunction = valueFunction
    return copy
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CAPropertyAnimation.self,
      {
        [
          "keyPath": \.keyPath, "additive": \.isAdditive, "cumulative": \.isCumulative,
          "valueFunction": \.valueFunction,
        ]
      }
    )
  }
}

/// An animation from one value to another; values that are nil follow from the others and the layer (E-924).
open class CABasicAnimation: CAPropertyAnimation {
  open var fromValue: Any?
  open var toValue: Any?
  open var byValue: Any?

  package override func copyForLayer() -> CAAnimation {
    let copy = super.copyForLayer() as! CABasicAnimation
    (copy.fromValue, copy.toValue, copy.byValue) = (fromValue, toValue, byValue)
    return copy
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CABasicAnimation.self,
      {
        [
          "fromValue": \.fromValue, "toValue": \.toValue, "byValue": \.byValue,
        ]
      }
    )
  }
}

/// An animation that moves like a damped spring from one value to another.
open class CASpringAnimation: CABasicAnimation {
  open var mass: CGFloat = 1
  open var stiffness: CGFloat = 100
  open var damping: CGFloat = 10
  open var initialVelocity: CGFloat = 0

  /// Seconds until the oscillation stays below a thousandth of the distance; at most 60.
  open var settlingDuration: CFTimeInterval {
    let decay = Double(damping / (2 * mass))
    return decay > 0 ? min(log(1000) / decay, 60) : 60
  }

  package override func copyForLayer() -> CAAnimation {
    let copy = super.copyForLayer() as! CASpringAnimation
    (copy.mass, copy.stiffness, copy.damping, copy.initialVelocity) = (
      mass, stiffness, damping, initialVelocity
    )
    return copy
  }

  /// The spring's position at `time` seconds: 0 at the start, 1 at rest.
  package func progress(at time: Double) -> Double {
    let omega = (Double(stiffness) / Double(mass)).squareRoot()
    let zeta = Double(damping) / (2 * (Double(stiffness) * Double(mass)).squareRoot())
    let v0 = Double(initialVelocity)
    if zeta < 1 {
      let damped = omega * (1 - zeta * zeta).squareRoot()
      let envelope = exp(-zeta * omega * time)
      return 1 - envelope * (cos(damped * time) + (zeta * omega - v0) / damped * sin(damped * time))
    }
    return 1 - exp(-omega * time) * (1 + (omega - v0) * time)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CASpringAnimation.self,
      {
        [
          "mass": \.mass, "stiffness": \.stiffness, "damping": \.damping,
          "initialVelocity": \.initialVelocity,
        ]
      },
      readOnly: {
        [
          "settlingDuration": \.settlingDuration
        ]
      }
    )
  }
}

/// An animation through several values, or along a path (E-618).
open class CAKeyframeAnimation: CAPropertyAnimation {
  open var values: [Any]?
  open var keyTimes: [NSNumber]?
  open var timingFunctions: [CAMediaTimingFunction]?
  open var path: CGPath?
  open var calculationMode = CAAnimationCalculationMode.linear
  open var rotationMode: CAAnimationRotationMode?

  package override func copyForLayer() -> CAAnimation {
    let copy = super.copyForLayer() as! CAKeyframeAnimation
    (copy.values, copy.keyTimes, copy.timingFunctions) = (values, keyTimes, timingFunctions)
    (copy.path, copy.calculationMode, copy.rotationMode) = (path, calculationMode, rotationMode)
    return copy
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CAKeyframeAnimation.self,
      {
        [
          "values": \.values, "keyTimes": \.keyTimes, "timingFunctions": \.timingFunctions, "path": \.path,
          "calculationMode": \.calculationMode, "rotationMode": \.rotationMode,
        ]
      }
    )
  }
}

public struct CAAnimationCalculationMode: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let linear = Self(rawValue: "linear")
  public static let discrete = Self(rawValue: "discrete")
  public static let paced = Self(rawValue: "paced")
  public static let cubic = Self(rawValue: "cubic")
  public static let cubicPaced = Self(rawValue: "cubicPaced")
}

public struct CAAnimationRotationMode: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let rotateAuto = Self(rawValue: "auto")
  public static let rotateAutoReverse = Self(rawValue: "autoReverse")
}

/// Several animations with a common beginning, duration and speed (E-920).
open class CAAnimationGroup: CAAnimation {
  open var animations: [CAAnimation]?

  package override func copyForLayer() -> CAAnimation {
    let copy = super.copyForLayer() as! CAAnimationGroup
    copy.animations = animations
    return copy
  }

  /// A copy of one of its animations with the times that the group gives it, in the time of the group's
  /// layer (E-920).
  ///
  /// DEVIATION: a group that repeats repeats each of its animations by itself, and does not cut off those
  /// that are longer than the group.
  func timed(_ child: CAAnimation) -> CAAnimation {
    let copy = child.copyForLayer()
    if copy.duration == 0 { copy.duration = duration }
    let endsWithGroup = child.beginTime + copy.totalDuration >= duration
    copy.beginTime = beginTime + (speed > 0 ? child.beginTime / Double(speed) : child.beginTime)
    copy.speed *= speed
    if copy.timingFunction == nil { copy.timingFunction = timingFunction }
    if repeatCount > 0 { copy.repeatCount = repeatCount }
    copy.autoreverses = copy.autoreverses || autoreverses
    // A group that stays shows each animation as it is at the group's end.
    copy.isRemovedOnCompletion = isRemovedOnCompletion
    let fillsForwards =
      copy.fillMode == .forwards || copy.fillMode == .both
      || endsWithGroup && (fillMode == .forwards || fillMode == .both)
    let fillsBackwards =
      copy.fillMode == .backwards || copy.fillMode == .both
      || child.beginTime <= 0 && (fillMode == .backwards || fillMode == .both)
    copy.fillMode =
      switch (fillsBackwards, fillsForwards) {
      case (true, true): .both
      case (true, false): .backwards
      case (false, true): .forwards
      case (false, false): .removed
      }
    return copy
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CAAnimationGroup.self,
      {
        [
          "animations": \.animations
        ]
      }
    )
  }
}

/// A transition from what the layer and its sublayers show when the turn ends to what they show after it
/// (E-930).
///
/// A layer has one transition at a time, under the key `kCATransition`, whatever key it was added with.
/// DEVIATION: pictures that the app itself makes of its layers, and masks, show the new appearance at once.
open class CATransition: CAAnimation {
  open var type = CATransitionType.fade
  /// The edge at which the new appearance begins; nil is the left one. Without effect on a fade (E-931).
  open var subtype: CATransitionSubtype?
  /// The progress, 0 to 1, at which the transition begins and ends.
  open var startProgress: Float = 0
  open var endProgress: Float = 1

  package override func copyForLayer() -> CAAnimation {
    let copy = super.copyForLayer() as! CATransition
    (copy.type, copy.subtype) = (type, subtype)
    (copy.startProgress, copy.endProgress) = (startProgress, endProgress)
    return copy
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CATransition.self,
      {
        [
          "type": \.type, "subtype": \.subtype, "startProgress": \.startProgress,
          "endProgress": \.endProgress,
        ]
      }
    )
  }
}

/// The key under which a layer stores its transition.
public let kCATransition = "transition"
/// The events for which a layer looks for an action when it is added to or removed from a superlayer (E-692).
public let kCAOnOrderIn = "onOrderIn"
public let kCAOnOrderOut = "onOrderOut"

public struct CATransitionType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let fade = Self(rawValue: "fade")
  public static let moveIn = Self(rawValue: "moveIn")
  public static let push = Self(rawValue: "push")
  public static let reveal = Self(rawValue: "reveal")
}

public struct CATransitionSubtype: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let fromRight = Self(rawValue: "fromRight")
  public static let fromLeft = Self(rawValue: "fromLeft")
  public static let fromTop = Self(rawValue: "fromTop")
  public static let fromBottom = Self(rawValue: "fromBottom")
}
