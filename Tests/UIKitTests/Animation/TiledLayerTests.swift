import CarobFoundation
import CoreGraphics
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Views that are drawn in tiles.
@MainActor @Suite struct TiledLayerTests {
  private func whole(_ device: TestDevice) throws -> Commit {
    try #require(LayerTree.shared.makeCommit(roots: [device.window.layer], whole: true))
  }
  /// A layer's descendants as the device has them.
  private func tree(_ commit: Commit, _ id: UInt64) -> [LayerState] {
    guard let layer = commit.layers.last(where: { $0.id == id }) else { return [] }
    return [layer] + layer.sublayers.flatMap { tree(commit, $0) }
  }

  @Test(.rule("E-601"))
  func `tiles are drawn once, when they become visible, at the visible level of detail`() throws {
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
      // A device without state gets new tiles.
      _ = try whole(device)
      device.turn()
      #expect(device.log.take() == ["0 0 100 100", "100 0 100 100"])
      // At scale 2 the finer level is used, with tiles of 50 points.
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

  /// Work that waits for one of the two threads.
  private final class Waiting: @unchecked Sendable {
    // @unchecked because the test itself runs the work, on one thread.
    var background: [@Sendable () -> Void] = []
    var main: [@Sendable () -> Void] = []
    func run(_ list: ReferenceWritableKeyPath<Waiting, [@Sendable () -> Void]>) {
      let work = self[keyPath: list]
      self[keyPath: list] = []
      for block in work { block() }
    }
  }

  /// A view of four tiles, whose drawing waits until the test runs it.
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
  @Test(.rule("E-601")) func `tiles are drawn in the background and fade in when they are ready`() throws {
    try withTiles { device, view, waiting in
      #expect(device.log.take() == [] && waiting.background.count == 4)
      // A tile is requested only once.
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

  @Test(.rule("E-601")) func `a tile that is invalidated while it is drawn is drawn again`() {
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
      // Cancelled before it began: nothing is drawn.
      view.setNeedsDisplay()
      device.turn()
      view.setNeedsDisplay()
      waiting.run(\.background)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-601")) func `tiles of the old level stay until all of the new level are ready`() {
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

  @Test(.rule("E-601")) func `draw is called on a background thread`() async {
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
