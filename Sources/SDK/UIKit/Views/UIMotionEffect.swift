import CarobFoundation
import CoreGraphics

/// Changes a view's properties as the device is tilted (E-604).
///
/// The simulated device is never tilted: effects are stored and can be queried, but have no effect.
@preconcurrency @MainActor
open class UIMotionEffect: _MainActorNSObject {
  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  /// The offsets that the effect adds to the view's properties, by key path.
  ///
  /// - Parameter viewerOffset: -1…1 on each axis; zero when the user looks straight at the device.
  open func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? { nil }
}

/// Interpolates a number or a point between two values.
@preconcurrency @MainActor
open class UIInterpolatingMotionEffect: UIMotionEffect {
  public enum EffectType: Int, Sendable { case tiltAlongHorizontalAxis, tiltAlongVerticalAxis }

  public init(keyPath: String, type: EffectType) {
    (self.keyPath, self.type) = (keyPath, type)
    super.init()
  }
  public required init?(coder: NSCoder) {
    (keyPath, type) = ("", .tiltAlongHorizontalAxis)
    super.init(coder: coder)
  }
  open private(set) var keyPath: String
  open private(set) var type: EffectType
  /// The offsets added to the property at the two extremes of the tilt.
  open var minimumRelativeValue: Any?
  open var maximumRelativeValue: Any?

  open override func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? {
    let offset = type == .tiltAlongHorizontalAxis ? viewerOffset.horizontal : viewerOffset.vertical
    let part = (min(max(offset, -1), 1) + 1) / 2
    func between(_ low: CGFloat, _ high: CGFloat) -> CGFloat { low + (high - low) * part }
    switch (minimumRelativeValue, maximumRelativeValue) {
    case (let low as CGPoint, let high as CGPoint):
      return [keyPath: CGPoint(x: between(low.x, high.x), y: between(low.y, high.y))]
    case (let low as CGSize, let high as CGSize):
      return [
        keyPath: CGSize(width: between(low.width, high.width), height: between(low.height, high.height))
      ]
    case (let low?, let high?):
      guard let low = Self.number(low), let high = Self.number(high) else { return nil }
      return [keyPath: between(low, high)]
    default: return nil
    }
  }
  private static func number(_ value: Any) -> CGFloat? {
    switch value {
    case let number as CGFloat: number
    case let number as Double: CGFloat(number)
    case let number as Float: CGFloat(number)
    case let number as Int: CGFloat(number)
    case let number as NSNumber: CGFloat(number.doubleValue)
    default: nil
    }
  }
}

/// A group of effects that are applied together.
@preconcurrency @MainActor
open class UIMotionEffectGroup: UIMotionEffect {
  open var motionEffects: [UIMotionEffect]?
  open override func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? {
    var result: [String: Any] = [:]
    for effect in motionEffects ?? [] {
      result.merge(effect.keyPathsAndRelativeValues(forViewerOffset: viewerOffset) ?? [:]) { $1 }
    }
    return result.isEmpty ? nil : result
  }
}
