import CarobFoundation

public struct CAValueFunctionName: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let rotateX = Self(rawValue: "rotateX")
  public static let rotateY = Self(rawValue: "rotateY")
  public static let rotateZ = Self(rawValue: "rotateZ")
  public static let scale = Self(rawValue: "scale")
  public static let scaleX = Self(rawValue: "scaleX")
  public static let scaleY = Self(rawValue: "scaleY")
  public static let scaleZ = Self(rawValue: "scaleZ")
  public static let translate = Self(rawValue: "translate")
  public static let translateX = Self(rawValue: "translateX")
  public static let translateY = Self(rawValue: "translateY")
  public static let translateZ = Self(rawValue: "translateZ")
}

/// Turns numbers into transforms, so that an animation can rotate a layer by more than half a turn (E-501).
///
/// Rotations take radians. `scale` and `translate` take an array of three numbers, the others one number.
open class CAValueFunction: NSObject {
  public let name: CAValueFunctionName
  /// The components of a transform that the values set.
  let parts: [String]

  public init?(name: CAValueFunctionName) {
    guard let parts = Self.parts[name] else { return nil }
    (self.name, self.parts) = (name, parts)
    super.init()
  }

  private static let parts: [CAValueFunctionName: [String]] = [
    .rotateX: ["rotation.x"], .rotateY: ["rotation.y"], .rotateZ: ["rotation.z"],
    .scale: ["scale.x", "scale.y", "scale.z"], .scaleX: ["scale.x"], .scaleY: ["scale.y"],
    .scaleZ: ["scale.z"],
    .translate: ["translation.x", "translation.y", "translation.z"], .translateX: ["translation.x"],
    .translateY: ["translation.y"], .translateZ: ["translation.z"],
  ]
}
