import CarobFoundation
import CoreGraphics

public enum UITimingCurveType: Int, Sendable { case builtin, cubic, spring, composed }

/// Provides an animator's progress as a function of time.
public protocol UITimingCurveProvider: NSCoding, NSCopying {
  var timingCurveType: UITimingCurveType { get }
  var cubicTimingParameters: UICubicTimingParameters? { get }
  var springTimingParameters: UISpringTimingParameters? { get }
}

/// A cubic Bézier curve from (0, 0) to (1, 1).
public final class UICubicTimingParameters: NSObject, UITimingCurveProvider, @unchecked Sendable {
  // @unchecked because nothing changes after init.
  public let animationCurve: UIView.AnimationCurve
  public let controlPoint1: CGPoint
  public let controlPoint2: CGPoint
  private let isBuiltIn: Bool

  /// The platform's default curve: a fast start and a slow end.
  public override init() {
    animationCurve = .easeInOut
    (controlPoint1, controlPoint2) = (CGPoint(x: 0.25, y: 0.1), CGPoint(x: 0.25, y: 1))
    isBuiltIn = true
    super.init()
  }
  public init(animationCurve curve: UIView.AnimationCurve) {
    animationCurve = curve
    switch curve {
    case .easeInOut: (controlPoint1, controlPoint2) = (CGPoint(x: 0.42, y: 0), CGPoint(x: 0.58, y: 1))
    case .easeIn: (controlPoint1, controlPoint2) = (CGPoint(x: 0.42, y: 0), CGPoint(x: 1, y: 1))
    case .easeOut: (controlPoint1, controlPoint2) = (CGPoint.zero, CGPoint(x: 0.58, y: 1))
    case .linear: (controlPoint1, controlPoint2) = (CGPoint.zero, CGPoint(x: 1, y: 1))
    }
    isBuiltIn = true
    super.init()
  }
  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    animationCurve = .easeInOut
    (controlPoint1, controlPoint2) = (point1, point2)
    isBuiltIn = false
    super.init()
  }
  public init?(coder: NSCoder) {
    unimplemented("UICubicTimingParameters.init(coder:)")
    return nil
  }
  public func encode(with coder: NSCoder) { unimplemented("UICubicTimingParameters.encode(with:)") }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public var timingCurveType: UITimingCurveType { isBuiltIn ? .builtin : .cubic }
  public var cubicTimingParameters: UICubicTimingParameters? { self }
  public var springTimingParameters: UISpringTimingParameters? { nil }
}

/// A damped spring from 0 to 1.
public final class UISpringTimingParameters: NSObject, UITimingCurveProvider, @unchecked Sendable {
  // @unchecked because nothing changes after init.

  /// The parameters that define the spring.
  enum Form {
    /// A damping ratio; the spring settles after the animator's duration.
    case ratio(CGFloat)
    /// Physical parameters, which determine the duration; the animator's duration is ignored.
    case physical(mass: CGFloat, stiffness: CGFloat, damping: CGFloat)
  }
  let form: Form
  public let initialVelocity: CGVector

  public convenience override init() {
    self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero)
  }
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    (form, initialVelocity) = (.ratio(ratio), velocity)
    super.init()
  }
  public convenience init(dampingRatio ratio: CGFloat) {
    self.init(dampingRatio: ratio, initialVelocity: .zero)
  }
  public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
    form = .physical(mass: mass, stiffness: stiffness, damping: damping)
    initialVelocity = velocity
    super.init()
  }
  public init?(coder: NSCoder) {
    unimplemented("UISpringTimingParameters.init(coder:)")
    return nil
  }
  public func encode(with coder: NSCoder) { unimplemented("UISpringTimingParameters.encode(with:)") }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public var timingCurveType: UITimingCurveType { .spring }
  public var cubicTimingParameters: UICubicTimingParameters? { nil }
  public var springTimingParameters: UISpringTimingParameters? { self }
}
