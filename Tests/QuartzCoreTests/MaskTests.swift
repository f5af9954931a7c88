import CarobFoundation
import CoreGraphics
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore

/// Masks as the device gets them.
@MainActor @Suite struct MaskTests {
  /// A layer of 100 × 60 points.
  private func layer(_ screen: LayerScreen) -> CALayer { screen.shown(box(20, 30, 100, 60)) }
  private func shape(_ rect: CGRect) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.path = CGPath(rect: rect, transform: nil)
    return layer
  }

  private func commit(_ screen: LayerScreen) throws -> Commit {
    try screen.whole()
  }
  /// The mask of a layer as the device gets it: its frame, and its alpha at points of the layer, 0 to 255.
  private func mask(_ screen: LayerScreen, _ layer: CALayer, at points: (Int, Int)...) throws -> (
    place: [Double], alpha: [UInt32]
  ) {
    let commit = try commit(screen)
    let mask = try #require(commit.layers.first { $0.id == layer.id }?.mask)
    let sent = try #require(commit.images.last { $0.id == mask.image })
    let image = try #require(pixels(of: sent))
    let scale = image.width / Int(mask.width)
    return (
      [mask.x, mask.y, mask.width, mask.height],
      points.map { image[($0.0 - Int(mask.x)) * scale, ($0.1 - Int(mask.y)) * scale] >> 24 }
    )
  }

  @Test(.rule("E-534"))
  func `a mask is sent as a picture of it and its sublayers, at its place in the layer`() throws {
    try withScreen { screen in
      let layer = layer(screen)
      let mask = shape(CGRect(x: 0, y: 0, width: 30, height: 20))
      mask.frame = CGRect(x: 10, y: 10, width: 30, height: 20)
      mask.opacity = 0.5
      let inside = CALayer()
      inside.frame = CGRect(x: 100, y: 0, width: 20, height: 20)
      inside.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      mask.addSublayer(inside)
      layer.mask = mask
      screen.turn()
      #expect(mask.superlayer === layer && layer.sublayers == nil)
      let sent = try self.mask(screen, layer, at: (9, 9), (11, 11), (39, 29), (41, 29), (115, 15))
      #expect(sent.place == [0, 0, 130, 60])
      #expect(sent.alpha == [0, 128, 128, 0, 128])
      let ids = try commit(screen).layers.flatMap { [$0.id] + $0.sublayers }
      #expect(!ids.contains(mask.id) && !ids.contains(inside.id) && !ids.contains(mask.pictureID))
      mask.removeFromSuperlayer()
      #expect(layer.mask == nil)
      #expect(try commit(screen).layers.first { $0.id == layer.id }?.mask == nil)
    }
  }

  @Test(.rule("E-534")) func `a gradient layer, or a layer with its own mask, can be a mask`() throws {
    try withScreen { screen in
      let layer = layer(screen)
      let fade = CAGradientLayer()
      fade.frame = CGRect(x: 0, y: 0, width: 100, height: 60)
      fade.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0)]
      (fade.startPoint, fade.endPoint) = (.zero, CGPoint(x: 1, y: 0))
      layer.mask = fade
      let seen = try mask(screen, layer, at: (0, 5), (50, 5), (99, 5)).alpha
      #expect(seen[0] > 250 && abs(Int(seen[1]) - 127) < 4 && seen[2] < 5)
      fade.mask = shape(CGRect(x: 0, y: 0, width: 100, height: 30))
      let cut = try mask(screen, layer, at: (0, 5), (50, 5), (0, 35)).alpha
      #expect(cut == [seen[0], seen[1], 0])
    }
  }

  @Test(.rule("E-534")) func `the picture is drawn again only when something in the mask changes`() {
    withScreen { screen in
      let layer = layer(screen)
      let mask = shape(CGRect(x: 0, y: 0, width: 30, height: 20))
      let inside = CALayer()
      mask.addSublayer(inside)
      layer.mask = mask
      var pictures: [UInt64] = []
      @MainActor func turn(_ change: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        change()
        CATransaction.commit()
        screen.turn()
        pictures.append(layer.maskState?.picture?.image ?? 0)
      }
      turn {}
      turn { layer.position.x += 10 }
      turn { mask.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil) }
      turn { inside.frame = CGRect(x: 0, y: 0, width: 20, height: 20) }
      turn { layer.backgroundColor = color(1, 0, 0) }
      let steps = zip(pictures, pictures.dropFirst()).map { $0 != $1 }
      #expect(pictures[0] != 0 && steps == [false, true, true, false])
    }
  }

  @Test(.rule("E-535"))
  func `an animated mask is drawn again for every frame until the animation ends`() throws {
    try withScreen { screen in
      let layer = layer(screen)
      let mask = CALayer()
      mask.frame = CGRect(x: 0, y: 0, width: 20, height: 60)
      mask.backgroundColor = CGColor(gray: 0, alpha: 1)
      layer.mask = mask
      screen.turn()
      let move = CABasicAnimation(keyPath: "position")
      (move.fromValue, move.toValue) = (CGPoint(x: 10, y: 30), CGPoint(x: 90, y: 30))
      move.duration = 1
      mask.add(move, forKey: "move")
      screen.turn()
      screen.advance(0.5)
      let middle = try self.mask(screen, layer, at: (35, 30), (50, 30), (65, 30)).alpha
      #expect(middle == [0, 255, 0])
      var pictures: Set<UInt64> = []
      for _ in 0..<120 {
        screen.advance(1 / 120.0)
        pictures.insert(layer.maskState?.picture?.image ?? 0)
      }
      #expect((29...32).contains(pictures.count))
      let end = try self.mask(screen, layer, at: (5, 30), (50, 30)).alpha
      #expect(end == [255, 0])
      let last = layer.maskState?.picture
      screen.advance(1)
      #expect(layer.maskState?.picture == last)
      mask.add(move, forKey: "move")
      let sent = try commit(screen)
      #expect(sent.animations.isEmpty)
    }
  }
}
