import CarobFoundation
import DeviceProtocol

public struct CAMediaTimingFillMode: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let removed = Self(rawValue: "removed")
  public static let forwards = Self(rawValue: "forwards")
  public static let backwards = Self(rawValue: "backwards")
  public static let both = Self(rawValue: "both")
}

public struct CAMediaTimingFunctionName: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let linear = Self(rawValue: "linear")
  public static let easeIn = Self(rawValue: "easeIn")
  public static let easeOut = Self(rawValue: "easeOut")
  public static let easeInEaseOut = Self(rawValue: "easeInEaseOut")
  public static let `default` = Self(rawValue: "default")
}

/// A cubic Bézier timing curve from (0, 0) to (1, 1).
open class CAMediaTimingFunction: NSObject {
  package let points: [Double]

  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    points = [Double(c1x), Double(c1y), Double(c2x), Double(c2y)]
    super.init()
  }

  public init(name: CAMediaTimingFunctionName) {
    switch name {
    case .easeIn: points = [0.42, 0, 1, 1]
    case .easeOut: points = [0, 0, 0.58, 1]
    case .easeInEaseOut: points = [0.42, 0, 0.58, 1]
    case .default: points = [0.25, 0.1, 0.25, 1]
    default: points = [0, 0, 1, 1]
    }
    super.init()
  }
}

/// An action that a change of a layer's property can trigger: an animation, or code of the app.
public protocol CAAction: AnyObject {
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// The action that does nothing: a delegate or an `actions` dictionary that has it ends the search for one
/// (E-692).
extension NSNull: CAAction {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// The current time in seconds of the device's clock, which is virtual in scripts.
public func CACurrentMediaTime() -> CFTimeInterval {
  Clock.noteThatAppReads()
  return LayerClock.now
}

public typealias CFTimeInterval = Double

extension CAMediaTimingFunction {
  /// The value at `x` of the curve with these control points.
  package static func ease(_ x: Double, _ points: [Double]) -> Double { LayerAnimation.ease(x, points) }
}
