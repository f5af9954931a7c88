@_spi(Hazards) import CarobRuntime
import UIKit

/// Draws the images of a tile overlay: loads a tile when its rectangle first becomes visible, and draws it
/// once loaded (MK-24).
@preconcurrency @MainActor
open class MKTileOverlayRenderer: MKOverlayRenderer {
  public convenience init(tileOverlay: MKTileOverlay) { self.init(overlay: tileOverlay) }
  public override init(overlay: any MKOverlay) { super.init(overlay: overlay) }

  private enum Tile {
    case loading
    case failed
    case loaded(CGImage)
  }
  private var tiles: [TileKey: Tile] = [:]
  private var generation = 0

  /// Discards the loaded tiles, so that they are loaded again.
  open func reloadData() {
    tiles = [:]
    generation += 1
    setNeedsDisplay()
  }

  private func key(_ mapRect: MKMapRect, _ overlay: MKTileOverlay) -> TileKey? {
    // With tiles of 512 points there are half as many across.
    let edge = mapRect.width * Double(overlay.tileSize.width) / Double(TileBoard.edge)
    let zoom = Int(log2(MKMapSize.world.width / edge).rounded())
    guard zoom >= overlay.minimumZ, zoom >= 0 else { return nil }
    let shown = min(zoom, overlay.maximumZ)
    let length = TileKey.edge(shown)
    return TileKey(
      zoom: shown, x: Int((mapRect.midX / length).rounded(.down)),
      y: Int((mapRect.midY / length).rounded(.down)))
  }

  open override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) -> Bool {
    guard let overlay = overlay as? MKTileOverlay, let key = key(mapRect, overlay) else { return false }
    switch tiles[key] {
    case .loaded: return true
    case .failed, .loading: return false
    case nil: load(key, overlay)
    }
    if case .loaded = tiles[key] { return true }
    return false
  }

  private func load(_ key: TileKey, _ overlay: MKTileOverlay) {
    tiles[key] = .loading
    let path = MKTileOverlayPath(
      x: key.x, y: key.y, z: key.zoom, contentScaleFactor: min(contentScaleFactor, 2))
    let (generation, cause) = (generation, Journal.cause)
    Journal.deliver(.delegate, "loadTile(at:result:)", to: overlay, from: self) {
      let receiver = ZeroingElement(self)
      overlay.loadTile(at: path) { data, error in
        let image = data.flatMap { UIImage(data: $0)?.cgImage }
        let reason = error.map { "\($0)" } ?? (data == nil ? "no data" : "the data is no image")
        @MainActor func done() {
          guard let renderer = receiver.object, renderer.generation == generation else { return }
          Journal.with(cause: cause) { renderer.finish(key, image, reason) }
        }
        if Thread.isMainThread {
          MainActor.assumeIsolated { done() }
        } else {
          DispatchQueue.main.async { done() }
        }
      }
    }
  }

  private func finish(_ key: TileKey, _ image: CGImage?, _ reason: String) {
    if let image {
      tiles[key] = .loaded(image)
      map?.redraw(self, in: key.rect)
    } else {
      tiles[key] = .failed
      Journal.note(
        .delegate, "loadTile(at:result:)", outcome: "refused",
        why: "the tile \(key.zoom)/\(key.x)/\(key.y) could not be loaded: \(reason)", receiver: overlay)
    }
  }

  open override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {
    guard let overlay = overlay as? MKTileOverlay, let key = key(mapRect, overlay),
      case .loaded(let image) = tiles[key]
    else { return }
    UIGraphicsPushContext(context)
    UIImage(cgImage: image, scale: 1, orientation: .up).draw(
      in: rect(for: key.rect), blendMode: .normal, alpha: 1)
    UIGraphicsPopContext()
  }
}
