import Foundation

public enum CGPathElementType: Int32, Sendable {
  case moveToPoint = 0
  case addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath

  /// The number of points of an element of this type.
  package var pointCount: Int {
    switch self {
    case .moveToPoint, .addLineToPoint: 1
    case .addQuadCurveToPoint: 2
    case .addCurveToPoint: 3
    case .closeSubpath: 0
    }
  }
}

/// One step of a path, with as many points as its type has. Only valid during `applyWithBlock`.
public struct CGPathElement {
  public var type: CGPathElementType
  public var points: UnsafeMutablePointer<CGPoint>
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}
