import CarobFoundation
import CoreGraphics
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Layers that the device gets as others than the app has: in depth, as copies, in tiles.
@MainActor @Suite struct SpecialLayerTests {
  private func whole(_ device: TestDevice) throws -> Commit {
    try #require(LayerTree.shared.makeCommit(roots: [device.window.layer], whole: true))
  }
  /// The layers under one, with theirs, as the device has them.
  private func tree(_ commit: Commit, _ id: UInt64) -> [LayerState] {
    guard let layer = commit.layers.last(where: { $0.id == id }) else { return [] }
    return [layer] + layer.sublayers.flatMap { tree(commit, $0) }
  }
  private func box(_ x: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: 0, width: 10, height: 10)
    layer.backgroundColor = CGColor(red: 1, green: 0.5, blue: 1, alpha: 1)
    return layer
  }

  @Test(.rule("E-599")) func `a transform layer is sent with its space and nothing of its own`() throws {
    try withDevice { device in
      let root = device.showEmpty()
      let space = CATransformLayer()
      space.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      space.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      space.borderWidth = 3
      space.opacity = 0.5
      let (near, far) = (box(0), box(20))
      near.zPosition = 30
      near.opacity = 0.5
      far.isDoubleSided = false
      space.addSublayer(near)
      space.addSublayer(far)
      root.layer.addSublayer(space)
      let sent = tree(try whole(device), space.id)
      #expect(sent.map(\.id) == [space.id, far.id, near.id])
      #expect(sent.map(\.preservesDepth) == [true, false, false])
      #expect(sent.map(\.opacity) == [1, 0.5, 0.25] && sent.map(\.isSingleSided) == [false, true, false])
      #expect(sent[0].backgroundColor == nil && sent[0].borderWidth == 0)
      #expect(sent[2].transform?[14] == 30)
      #expect(space.hitTest(CGPoint(x: 50, y: 50)) == nil)
      #expect(space.hitTest(CGPoint(x: 25, y: 5)) === far)
    }
  }

  private func replicator() -> CAReplicatorLayer {
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
    layer.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
    return layer
  }

  @Test(.rule("E-600")) func `copies are layers of their own, each moved, coloured and later than the last`()
    throws
  {
    try withDevice { device in
      let root = device.showEmpty()
      let layer = replicator()
      layer.instanceCount = 3
      layer.instanceDelay = 0.5
      layer.instanceColor = CGColor(red: 1, green: 1, blue: 0.5, alpha: 1)
      layer.instanceRedOffset = -0.25
      layer.instanceAlphaOffset = -0.5
      let dot = box(0)
      layer.addSublayer(dot)
      root.layer.addSublayer(layer)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (1.0, 0.0, 2)
      dot.add(fade, forKey: "fade")
      let commit = try whole(device)
      let sent = tree(commit, layer.id)
      #expect(sent.count == 7 && Set(sent.map(\.id)).count == 7 && !sent.contains { $0.id == dot.id })
      let instances = [sent[1], sent[3], sent[5]]
      #expect(instances.map { $0.transform?[12] ?? 0 } == [0, 20, 40])
      #expect(instances.map(\.opacity) == [1, 0.5, 0])
      let colors = [sent[2], sent[4], sent[6]].map { $0.backgroundColor }
      #expect(colors.map { $0?.red } == [1, 0.75, 0.5] && colors.map { $0?.blue } == [0.5, 0.5, 0.5])
      let animations = commit.animations.filter { $0.key == "fade" }
      #expect(animations.map(\.layer) == [sent[2].id, sent[4].id, sent[6].id])
      #expect(animations.map(\.begin) == [0, 0.5, 1])
      dot.removeAnimation(forKey: "fade")
      let next = try #require(LayerTree.shared.makeCommit(roots: [device.window.layer]))
      #expect(Set(next.removedAnimations.map(\.layer)).isSuperset(of: animations.map(\.layer)))
    }
  }

  @Test(.rule("E-600")) func `copies follow changes, come and go, and lie in one another`() throws {
    try withDevice { device in
      let root = device.showEmpty()
      let (outer, inner) = (replicator(), replicator())
      (outer.instanceCount, inner.instanceCount) = (2, 2)
      var dot: CALayer? = box(0)
      inner.addSublayer(try #require(dot))
      outer.addSublayer(inner)
      root.layer.addSublayer(outer)
      // The replicator; twice an instance, the inner one, and in it twice an instance with a dot.
      #expect(tree(try whole(device), outer.id).count == 1 + 2 * (2 + 2 * 2))
      dot?.cornerRadius = 4
      let change = try #require(LayerTree.shared.makeCommit(roots: [device.window.layer]))
      #expect(change.layers.map(\.cornerRadius) == [4, 4, 4, 4])
      inner.instanceCount = 3
      let more = try #require(LayerTree.shared.makeCommit(roots: [device.window.layer]))
      #expect(more.layers.filter { $0.cornerRadius == 4 }.count == 6)
      dot?.removeFromSuperlayer()
      dot = nil
      let gone = try #require(LayerTree.shared.makeCommit(roots: [device.window.layer]))
      #expect(gone.removed.count == 6)
    }
  }

  @Test(.rule("E-601")) func `tiles are drawn once, when they get into sight, as finely as they are seen`()
    throws
  {
    try withDevice { device in
      let (background, main) = (TileDrawing.background, TileDrawing.main)
      defer { (TileDrawing.background, TileDrawing.main) = (background, main) }
      (TileDrawing.background, TileDrawing.main) = ({ $0() }, { $0() })
      let root = device.showEmpty()
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      scroll.contentInsetAdjustmentBehavior = .never
      let view = TiledView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
      view.log = device.log
      view.contentScaleFactor = 1
      let tiled = try #require(view.layer as? CATiledLayer)
      tiled.tileSize = CGSize(width: 100, height: 100)
      (tiled.levelsOfDetail, tiled.levelsOfDetailBias) = (3, 1)
      scroll.addSubview(view)
      scroll.contentSize = view.bounds.size
      root.addSubview(scroll)
      device.turn()
      #expect(device.log.take() == ["0 0 100 100"])
      device.turn()
      scroll.contentOffset = CGPoint(x: 50, y: 0)
      device.turn()
      #expect(device.log.take() == ["100 0 100 100"])
      view.layer.markChanged()
      let sent = tree(
        try #require(LayerTree.shared.makeCommit(roots: [device.window.layer])), view.layer.id)
      #expect(sent.dropFirst().map(\.name) == ["CATiledLayer.tile", "CATiledLayer.tile"])
      #expect(sent.dropFirst().map(\.positionX) == [50, 150] && sent.allSatisfy { $0.width > 0 })
      // A device that knows nothing gets new ones.
      _ = try whole(device)
      device.turn()
      #expect(device.log.take() == ["0 0 100 100", "100 0 100 100"])
      // Twice as large: the finer level, of which a tile is 50 points.
      scroll.contentOffset = .zero
      view.layer.anchorPoint = .zero
      view.layer.position = .zero
      view.transform = CGAffineTransform(scaleX: 2, y: 2)
      device.turn()
      _ = device.log.take()
      view.setNeedsDisplay()
      device.turn()
      #expect(device.log.take() == ["0 0 50 50"])
      view.transform = CGAffineTransform(scaleX: 0.25, y: 0.25)
      device.turn()
      // The coarsest of the three levels has tiles of 200 points.
      #expect(
        device.log.take() == ["0 0 200 200", "200 0 200 200", "0 200 200 200", "200 200 200 200"])
    }
  }

  /// What waits to be done on one of the two threads.
  private final class Waiting: @unchecked Sendable {
    // because: the test runs it by hand, on one thread
    var background: [@Sendable () -> Void] = []
    var main: [@Sendable () -> Void] = []
    func run(_ list: ReferenceWritableKeyPath<Waiting, [@Sendable () -> Void]>) {
      let work = self[keyPath: list]
      self[keyPath: list] = []
      for block in work { block() }
    }
  }

  /// A tiled view of four tiles, whose work waits.
  private func withTiles(_ body: (TestDevice, TiledView, Waiting) throws -> Void) rethrows {
    try withDevice { device in
      let (background, main) = (TileDrawing.background, TileDrawing.main)
      defer { (TileDrawing.background, TileDrawing.main) = (background, main) }
      let waiting = Waiting()
      (TileDrawing.background, TileDrawing.main) = (
        { waiting.background.append($0) }, { waiting.main.append($0) }
      )
      let view = TiledView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
      view.log = device.log
      view.contentScaleFactor = 1
      (view.layer as? CATiledLayer)?.tileSize = CGSize(width: 100, height: 100)
      (view.layer as? CATiledLayer)?.levelsOfDetailBias = 1
      (view.layer as? CATiledLayer)?.levelsOfDetail = 2
      device.showEmpty().addSubview(view)
      device.turn()
      try body(device, view, waiting)
    }
  }
  @Test(.rule("E-601")) func `tiles are drawn in the background and fade in when they are there`() throws {
    try withTiles { device, view, waiting in
      #expect(device.log.take() == [] && waiting.background.count == 4)
      // Nobody asks twice.
      device.turn()
      #expect(waiting.background.count == 4)
      waiting.run(\.background)
      #expect(device.log.take() == ["0 0 100 100", "100 0 100 100", "0 100 100 100", "100 100 100 100"])
      _ = LayerTree.shared.makeCommit(roots: [device.window.layer])
      waiting.run(\.main)
      let shown = try #require(LayerTree.shared.makeCommit(roots: [device.window.layer]))
      #expect(shown.layers.filter { $0.name == "CATiledLayer.tile" }.count == 4)
      #expect(shown.animations.map(\.property) == ["opacity", "opacity", "opacity", "opacity"])
      #expect(shown.animations.allSatisfy { $0.duration == 0.25 } && shown.busyUntil == device.now + 0.25)
    }
  }

  @Test(.rule("E-601")) func `what is marked again while it is drawn is drawn again`() {
    withTiles { device, view, waiting in
      waiting.run(\.background)
      _ = device.log.take()
      view.setNeedsDisplay()
      waiting.run(\.main)
      #expect(LayerTree.shared.makeCommit(roots: [device.window.layer])?.animations.isEmpty ?? true)
      #expect(view.tileCount == 0)
      device.turn()
      waiting.run(\.background)
      #expect(device.log.take().count == 4)
      // Called off before it began: nothing is drawn.
      view.setNeedsDisplay()
      device.turn()
      view.setNeedsDisplay()
      waiting.run(\.background)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-601")) func `tiles of another level stay until all of the new one are there`() {
    withTiles { device, view, waiting in
      waiting.run(\.background)
      waiting.run(\.main)
      view.layer.anchorPoint = .zero
      view.layer.position = .zero
      view.transform = CGAffineTransform(scaleX: 2, y: 2)
      device.turn()
      let finer = waiting.background.count
      #expect(finer > 4)
      waiting.run(\.background)
      let last = waiting.main.removeLast()
      waiting.run(\.main)
      #expect(view.tileCount == 4 + finer - 1)
      last()
      #expect(view.tileCount == finer)
    }
  }

  @Test(.rule("E-601")) func `draw is called on another thread than the main one`() async {
    let thread = await withCheckedContinuation { continuation in
      TileDrawing.background { continuation.resume(returning: Thread.isMainThread) }
    }
    #expect(!thread)
  }
}

private final class TiledView: UIView {
  var log: Log?
  override class var layerClass: AnyClass { CATiledLayer.self }
  var tileCount: Int { (layer as? CATiledLayer)?.tileStates.count ?? 0 }
  override class var _carobMethods: [_CarobMethod] { [.init(has: "drawRect:", "draw(_:)", 1)] }
  override func draw(_ rect: CGRect) {
    log?("\(Int(rect.minX)) \(Int(rect.minY)) \(Int(rect.width)) \(Int(rect.height))")
  }
}
