import CarobFoundation
import CoreGraphics

/// An area around the position of a field, in points, with its center at the origin (E-951).
@preconcurrency @MainActor
open class UIRegion: _MainActorNSObject {
  private let holds: @MainActor (CGPoint) -> Bool
  private init(_ holds: @escaping @MainActor (CGPoint) -> Bool) {
    self.holds = holds
    super.init()
  }

  /// The whole plane.
  public static let infinite = UIRegion { _ in true }
  public convenience init(radius: CGFloat) { self.init { hypot($0.x, $0.y) <= radius } }
  public convenience init(size: CGSize) {
    self.init { abs($0.x) <= size.width / 2 && abs($0.y) <= size.height / 2 }
  }

  open func inverse() -> Self { Self.same(UIRegion { [holds] in !holds($0) }) }
  open func union(with region: UIRegion) -> Self {
    Self.same(UIRegion { [holds] in holds($0) || region.holds($0) })
  }
  open func difference(from region: UIRegion) -> Self {
    Self.same(UIRegion { [holds] in holds($0) && !region.holds($0) })
  }
  open func intersection(with region: UIRegion) -> Self {
    Self.same(UIRegion { [holds] in holds($0) && region.holds($0) })
  }
  open func contains(_ point: CGPoint) -> Bool { holds(point) }

  private static func same(_ region: UIRegion) -> Self {
    guard let region = region as? Self else {
      preconditionFailure("a UIRegion makes a UIRegion, not a \(self)")
    }
    return region
  }
}
