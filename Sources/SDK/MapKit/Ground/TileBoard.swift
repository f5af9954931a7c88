import QuartzCore
import UIKit

/// The content of a tile.
enum MapTile {
  case nothing
  case color(CGColor)
  case image(CGImage)
}

/// A position in the tile pyramid: at zoom level z the world is 2^z tiles wide, counted from the north-west.
struct TileKey: Hashable {
  let zoom: Int
  let x: Int
  let y: Int

  /// The length of a tile's edge, in map points.
  static func edge(_ zoom: Int) -> Double { MKMapSize.world.width / Double(1 << zoom) }
  var rect: MKMapRect {
    let edge = Self.edge(zoom)
    return MKMapRect(x: Double(x) * edge, y: Double(y) * edge, width: edge, height: edge)
  }
}

/// Shows tiles of one zoom level, which are moved, scaled and rotated together: dragging a map changes one
/// layer per frame.
///
/// The view has no size; its position is that of the anchor.
@MainActor
final class TileBoard: UIView {
  /// The edge of a tile at its own zoom level, in points.
  static let edge: CGFloat = 256
  /// The distance from the anchor beyond which the layers are laid out again, so that their positions stay
  /// exact.
  private static let maximumAnchorDistance = 16_384.0

  private var zoom = -1
  private var anchor = MKMapPoint()
  /// By tile, where x may be outside the world.
  private var tiles: [TileKey: CALayer] = [:]
  /// How far a tile extends under its neighbours, in points, so that no seam is visible while they are
  /// scaled.
  var overlap: CGFloat = 0
  /// Creates a tile, whose x is inside the world.
  var make: (TileKey) -> MapTile = { _ in .nothing }

  /// The zoom level at which tiles are closest to their natural size.
  static func zoom(_ viewport: Viewport) -> Int {
    min(max(Int((log2(viewport.scale) + 20 + 0.25).rounded()), 0), 22)
  }

  /// Shows the visible tiles; returns the number of tiles that were created.
  @discardableResult
  func show(_ viewport: Viewport) -> Int {
    let zoom = Self.zoom(viewport)
    let edge = TileKey.edge(zoom)
    let own = Double(Self.edge) / edge
    let visible = viewport.visibleRect
    let isFar =
      abs(Mercator.shortWay(viewport.x - anchor.x)) * own > Self.maximumAnchorDistance
      || abs(viewport.y - anchor.y) * own > Self.maximumAnchorDistance
    if zoom != self.zoom || isFar {
      dropAll()
      self.zoom = zoom
      anchor = MKMapPoint(
        x: (viewport.x / edge).rounded(.down) * edge, y: (viewport.y / edge).rounded(.down) * edge)
    }
    let made = bring(visible, edge, own)
    UIView.performWithoutAnimation {
      let factor = CGFloat(viewport.scale / own)
      let turn = CGFloat(-viewport.heading * .pi / 180)
      transform = CGAffineTransform(rotationAngle: turn).scaledBy(x: factor, y: factor)
      center = viewport.point(anchor)
    }
    return made
  }

  private func bring(_ visible: MKMapRect, _ edge: Double, _ own: Double) -> Int {
    // On the anchor's side of the 180th meridian.
    let nearby = visible.near(anchor.x)
    let across = Int((nearby.minX / edge).rounded(.down))...Int((nearby.maxX / edge).rounded(.down))
    let last = (1 << zoom) - 1
    let top = max(Int((nearby.minY / edge).rounded(.down)), 0)
    let bottom = min(Int((nearby.maxY / edge).rounded(.down)), last)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    // One more row of tiles all around is kept, for drags back and forth.
    for key in sortedKeys
    where key.x < across.lowerBound - 1 || key.x > across.upperBound + 1 || key.y < top - 1
      || key.y > bottom + 1
    {
      tiles.removeValue(forKey: key)?.removeFromSuperlayer()
    }
    guard top <= bottom else { return 0 }
    var made = 0
    for y in top...bottom {
      for x in across {
        let place = TileKey(zoom: zoom, x: x, y: y)
        guard tiles[place] == nil else { continue }
        tiles[place] = layer(for: place, own)
        made += 1
      }
    }
    return made
  }

  private func layer(for place: TileKey, _ own: Double) -> CALayer {
    let layer = CALayer()
    let rect = place.rect
    layer.frame = CGRect(
      x: (rect.minX - anchor.x) * own, y: (rect.minY - anchor.y) * own,
      width: Double(Self.edge + overlap), height: Double(Self.edge + overlap))
    fill(layer, place)
    self.layer.addSublayer(layer)
    return layer
  }

  private func fill(_ layer: CALayer, _ place: TileKey) {
    let count = 1 << place.zoom
    let x = ((place.x % count) + count) % count
    switch make(TileKey(zoom: place.zoom, x: x, y: place.y)) {
    case .nothing: (layer.backgroundColor, layer.contents) = (nil, nil)
    case .color(let color): (layer.backgroundColor, layer.contents) = (color, nil)
    case .image(let image): (layer.backgroundColor, layer.contents) = (nil, image)
    }
  }

  /// Redraws the tiles that intersect a rectangle, or all tiles.
  func redraw(in rect: MKMapRect? = nil) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for key in sortedKeys {
      guard let layer = tiles[key] else { continue }
      if let rect, !key.rect.intersects(rect.near(key.rect.midX)) { continue }
      fill(layer, key)
    }
    CATransaction.commit()
  }

  private var sortedKeys: [TileKey] { tiles.keys.sorted { ($0.y, $0.x) < ($1.y, $1.x) } }

  func dropAll() {
    guard !tiles.isEmpty else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for key in sortedKeys { tiles[key]?.removeFromSuperlayer() }
    CATransaction.commit()
    tiles = [:]
  }
}
