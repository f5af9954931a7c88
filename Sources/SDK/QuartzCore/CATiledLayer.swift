import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol

/// A layer that is drawn in tiles: only the visible ones, at the resolution at which they are visible
/// (E-601).
///
/// The device gets each tile as a sublayer beneath the others; the app does not see them. `draw(in:)` is
/// called on a background thread, so that the main thread is not blocked; a tile fades in once it is drawn.
///
/// DEVIATION: one tile is drawn at a time, where the platform may draw several at once.
open class CATiledLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CATiledLayer() } }

  public override init() {
    super.init()
    LayerTree.shared.addTiled(self)
  }
  public override init(layer: Any) { super.init(layer: layer) }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    LayerTree.shared.addTiled(self)
  }

  /// Seconds that a new tile takes to appear.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }
  /// The number of resolutions at which it is drawn, each half of the previous one.
  open var levelsOfDetail = 1 { didSet { setNeedsDisplay() } }
  /// The number of these levels that are finer than the layer's own resolution.
  open var levelsOfDetailBias = 0 { didSet { setNeedsDisplay() } }
  /// The size of a tile in pixels.
  open var tileSize = CGSize(width: 256, height: 256) { didSet { setNeedsDisplay() } }

  // MARK: Tiles

  private struct Place: Hashable {
    let level: Int
    let column: Int
    let row: Int
  }
  private struct Tile {
    let id: UInt64
    let frame: CGRect
    let image: UInt64
  }
  private var tiles: [Place: Tile] = [:]
  /// Tiles that are being drawn or are waiting.
  private var jobs: [Place: TileJob] = [:]
  /// Limits the number of tiles that are kept, and of those that one pass draws.
  private static let mostTiles = 400

  open override func setNeedsDisplay() {
    forgetTiles { _, _ in true }
    callOff { _, _ in true }
    super.setNeedsDisplay()
  }
  open override func setNeedsDisplay(_ rect: CGRect) {
    forgetTiles { _, tile in tile.frame.intersects(rect) }
    callOff { _, job in job.frame.intersects(rect) }
    super.setNeedsDisplay()
  }
  /// Does nothing: tiles are drawn when they become visible.
  open override func display() {}

  private func forgetTiles(_ isOver: (Place, Tile) -> Bool) {
    let over = tiles.filter { isOver($0.key, $0.value) }
    for (place, tile) in over.sorted(by: { $0.value.id < $1.value.id }) {
      tiles[place] = nil
      LayerTree.shared.remove(tile.id)
    }
  }
  private func callOff(_ isOver: (Place, TileJob) -> Bool) {
    for (place, job) in jobs where isOver(place, job) {
      job.callOff()
      jobs[place] = nil
    }
  }
  deinit { for tile in tiles.values { LayerTree.shared.remove(tile.id) } }

  /// Starts to draw the visible tiles that have not been drawn.
  func drawVisibleTiles() {
    guard owner.map({ $0.layerHasContents(self) }) ?? true, tileSize.width >= 1, tileSize.height >= 1,
      let (seen, scale) = visiblePart, !seen.isEmpty
    else { return }
    let finest = levelsOfDetailBias
    let level = min(max(Int(log2(Double(scale)).rounded(.up)), finest - max(levelsOfDetail, 1) + 1), finest)
    // Pixels per point.
    let density = contentsScale * pow(2, CGFloat(level))
    let size = CGSize(width: tileSize.width / density, height: tileSize.height / density)
    func range(_ low: CGFloat, _ high: CGFloat, _ length: CGFloat) -> Range<Int> {
      let first = Int((low / length).rounded(.down))
      return first..<max(first, Int((high / length).rounded(.up)))
    }
    let columns = range(seen.minX - _bounds.minX, seen.maxX - _bounds.minX, size.width)
    let rows = range(seen.minY - _bounds.minY, seen.maxY - _bounds.minY, size.height)
    guard columns.count * rows.count <= Self.mostTiles else {
      return Journal.warn("a tiled layer would need \(columns.count * rows.count) tiles; nothing is drawn")
    }
    callOff { place, job in place.level != level || !job.frame.intersects(seen) }
    for row in rows {
      for column in columns { drawTile(Place(level: level, column: column, row: row), size, density) }
    }
    settle(level, seen)
  }

  private func drawTile(_ place: Place, _ size: CGSize, _ density: CGFloat) {
    guard tiles[place] == nil, jobs[place] == nil else { return }
    let frame = CGRect(
      x: _bounds.minX + CGFloat(place.column) * size.width,
      y: _bounds.minY + CGFloat(place.row) * size.height,
      width: size.width, height: size.height
    ).intersection(_bounds)
    guard let job = TileJob(self, frame, density: density) else { return }
    jobs[place] = job
    job.start { [weakSelf = ZeroingElement(self), weakJob = ZeroingElement(job)] image in
      guard let self = weakSelf.object, let job = weakJob.object, self.jobs[place] === job else {
        return
      }
      self.jobs[place] = nil
      guard let image else { return }
      self.show(image, at: place, frame)
    }
  }

  /// Shows a drawn tile: it fades in; the tiles that it replaces are removed when no tile is pending.
  private func show(_ image: CGImage, at place: Place, _ frame: CGRect) {
    let number = LayerTree.shared.addImage(
      png: image.pngBytes(), pixelWidth: image.width, pixelHeight: image.height)
    let tile = Tile(id: CALayer.nextID(), frame: frame, image: number)
    tiles[place] = tile
    let fading = Self.fadeDuration()
    if fading > 0 {
      LayerTree.shared.newAnimations.append(
        LayerAnimation(
          layer: tile.id, key: "fade", property: "opacity", values: [[0], [1]], keyTimes: [],
          timings: [[0, 0, 1, 1]], begin: LayerClock.now, duration: fading))
      LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, LayerClock.now + fading)
    }
    markChanged()
    guard let (seen, _) = visiblePart else { return }
    settle(place.level, seen)
  }

  /// Removes tiles of other levels once all tiles of this one are drawn, and invisible tiles when there are
  /// many.
  private func settle(_ level: Int, _ seen: CGRect) {
    guard jobs.isEmpty else { return }
    let count = tiles.count
    forgetTiles { place, _ in place.level != level }
    if tiles.count > Self.mostTiles { forgetTiles { _, tile in !tile.frame.intersects(seen) } }
    if tiles.count != count { markChanged() }
  }

  /// The visible part in the layer's space, and the factor by which the layer is magnified on screen.
  private var visiblePart: (CGRect, CGFloat)? {
    var part = _bounds
    var map = CGAffineTransform.identity
    var here: CALayer = self
    while let outer = here.superlayer {
      guard !here._isHidden else { return nil }
      let placement = here.placement
      part = part.applying(placement)
      map = map.concatenating(placement)
      if outer._masksToBounds || outer.superlayer == nil { part = part.intersection(outer._bounds) }
      if part.isNull { return nil }
      here = outer
    }
    let determinant = abs(map.a * map.d - map.b * map.c)
    guard determinant > 1e-9 else { return nil }
    return (part.applying(map.inverted()).intersection(_bounds), determinant.squareRoot())
  }

  /// The tiles as layers for the device, in a fixed order.
  var tileStates: [LayerState] {
    tiles.values.sorted { $0.id < $1.id }.map { tile in
      var state = LayerState(id: tile.id, name: "CATiledLayer.tile")
      (state.positionX, state.positionY) = (Double(tile.frame.midX), Double(tile.frame.midY))
      (state.width, state.height) = (Double(tile.frame.width), Double(tile.frame.height))
      (state.contents, state.contentsScale) = (tile.image, Double(contentsScale))
      return state
    }
  }
  /// Draws all tiles again: the device has lost their pictures.
  func redrawTiles() {
    forgetTiles { _, _ in true }
    callOff { _, _ in true }
  }
}
