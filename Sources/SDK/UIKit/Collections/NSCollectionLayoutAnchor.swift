import CarobFoundation
import CoreGraphics

/// Where a supplementary view is attached to an item: the edges, and an offset from them.
@preconcurrency @MainActor
open class NSCollectionLayoutAnchor: _MainActorNSObject {
  public let edges: NSDirectionalRectEdge
  /// The offset, in points or as fractions of the attached view's size.
  public let offset: CGPoint
  public let isFractionalOffset: Bool
  public var isAbsoluteOffset: Bool { !isFractionalOffset }

  public convenience init(edges: NSDirectionalRectEdge) { self.init(edges, .zero, isFractional: false) }
  public convenience init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {
    self.init(edges, absoluteOffset, isFractional: false)
  }
  public convenience init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
    self.init(edges, fractionalOffset, isFractional: true)
  }
  private init(_ edges: NSDirectionalRectEdge, _ offset: CGPoint, isFractional: Bool) {
    self.edges = edges
    self.offset = offset
    isFractionalOffset = isFractional
    super.init()
  }

  /// The anchor's point in a rectangle; centered along an axis for which no edge is given.
  private func point(of rect: CGRect) -> CGPoint {
    CGPoint(
      x: edges.contains(.leading) ? rect.minX : edges.contains(.trailing) ? rect.maxX : rect.midX,
      y: edges.contains(.top) ? rect.minY : edges.contains(.bottom) ? rect.maxY : rect.midY)
  }

  /// E-552: the frame of a view of the given size, attached to the item frame `container`. The view's point
  /// at `other` is placed at the container's point of this anchor; without `other`, this anchor is used for
  /// both.
  func frame(of size: CGSize, at container: CGRect, other: NSCollectionLayoutAnchor?) -> CGRect {
    var target = point(of: container)
    for anchor in [self, other].compactMap({ $0 }) {
      target.x += anchor.offset.x * (anchor.isFractionalOffset ? size.width : 1)
      target.y += anchor.offset.y * (anchor.isFractionalOffset ? size.height : 1)
    }
    let own = (other ?? self).point(of: CGRect(origin: .zero, size: size))
    return CGRect(origin: CGPoint(x: target.x - own.x, y: target.y - own.y), size: size)
  }
}
