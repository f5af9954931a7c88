import QuartzCore
import UIKit

/// What a tile shows.
enum MapTile {
  case nothing
  case color(CGColor)
  case image(CGImage)
}

/// A place in the pyramid of tiles: at zoom z the world has 2^z tiles across, from north-west.
struct TileKey: Hashable {
  let zoom: Int
  let x: Int
  let y: Int

  /// The length of a tile's edge, map points.
  static func edge(_ zoom: Int) -> Double { MKMapSize.world.width / Double(1 << zoom) }
  var rect: MKMapRect {
    let edge = Self.edge(zoom)
    return MKMapRect(x: Double(x) * edge, y: Double(y) * edge, width: edge, height: edge)
  }
}

/// Shows tiles of one zoom, which are moved, enlarged and turned together: a map that is dragged changes one layer a frame.
///
/// The view has no size; its place is that of the anchor.
@MainActor
final class TileBoard: UIView {
  /// Points of a tile's edge at its own zoom.
  static let edge: CGFloat = 256
  /// Farther from the anchor than this the layers are laid out anew, so that their places stay exact.
  private static let reach = 16_384.0

  private var zoom = -1
  private var anchor = MKMapPoint()
  /// By place, where x may be beyond the world.
  private var tiles: [TileKey: CALayer] = [:]
  /// How far a tile reaches below its neighbours, points: enough that no seam is seen while they are enlarged.
  var overlap: CGFloat = 0
  /// Makes a tile, whose x is in the world.
  var make: (TileKey) -> MapTile = { _ in .nothing }

  /// The zoom whose tiles are nearest to their own size.
  static func zoom(_ viewport: Viewport) -> Int {
    min(max(Int((log2(viewport.scale) + 20 + 0.25).rounded()), 0), 22)
  }

  /// Brings the tiles that are seen; answers how many were made.
  @discardableResult
  func show(_ viewport: Viewport) -> Int {
    let zoom = Self.zoom(viewport)
    let edge = TileKey.edge(zoom)
    let own = Double(Self.edge) / edge
    let visible = viewport.visibleRect
    let isFar =
      abs(Mercator.shortWay(viewport.x - anchor.x)) * own > Self.reach
      || abs(viewport.y - anchor.y) * own > Self.reach
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
    // Without a turn around the world: the anchor's side of it.
    let nearby = visible.near(anchor.x)
    let across = Int((nearby.minX / edge).rounded(.down))...Int((nearby.maxX / edge).rounded(.down))
    let last = (1 << zoom) - 1
    let top = max(Int((nearby.minY / edge).rounded(.down)), 0)
    let bottom = min(Int((nearby.maxY / edge).rounded(.down)), last)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    // One more all around stays, for a finger that goes back and forth.
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

  /// Draws again what is in a rectangle, at the next look if nil is all.
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
