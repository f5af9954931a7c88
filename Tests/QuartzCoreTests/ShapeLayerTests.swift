import CarobFoundation
import CoreGraphics
import DeviceProtocol
import Raster
import TestSupport
import Testing

@testable import QuartzCore

/// Paths in layers as the device gets them, and their animations.
@MainActor @Suite struct ShapeLayerTests {
  /// A line of 100 points, 4 points wide, in a layer of zero size at (50, 200) on the screen.
  private func line(_ screen: LayerScreen) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.position = CGPoint(x: 50, y: 200)
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 100, y: 0))
    layer.path = path
    (layer.fillColor, layer.lineWidth) = (nil, 4)
    layer.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    screen.root.addSublayer(layer)
    screen.turn()
    return layer
  }

  /// The only shape on the screen as the device gets it: the states of the picture and its parent, and the
  /// pixels.
  private func shown(_ screen: LayerScreen) throws -> (
    picture: LayerState, parent: LayerState, image: Surface
  )? {
    let commit = try screen.whole()
    guard let picture = commit.layers.first(where: { $0.name == "CAShapeLayer.path" }) else { return nil }
    let parent = try #require(commit.layers.first { $0.sublayers.contains(picture.id) })
    let sent = try #require(commit.images.last { $0.id == picture.contents })
    return (picture, parent, try #require(pixels(of: sent)))
  }

  /// The length of the drawn line, in points.
  private func reach(_ screen: LayerScreen) -> Int {
    guard let (picture, _, image) = (try? shown(screen)) ?? nil else { return 0 }
    let row = image.height / 2
    let last = (0..<image.width).last { image[$0, row] >> 24 > 127 } ?? -1
    return last + 1 + Int(picture.positionX - picture.width / 2)
  }

  private func strokeEnd(_ seconds: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "strokeEnd")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, seconds)
    return animation
  }

  @Test(.rule("E-499")) func `a path is shown regardless of the layer's bounds, under the app's sublayers`()
    throws
  {
    try withScreen { screen in
      let layer = line(screen)
      let child = CALayer()
      layer.addSublayer(child)
      screen.turn()
      let (picture, parent, image) = try #require(try shown(screen))
      #expect([picture.positionX, picture.positionY, picture.width, picture.height] == [50, 0, 116, 16])
      #expect(parent.sublayers == [picture.id, child.id] && parent.contents == nil && parent.width == 0)
      #expect(layer.sublayers?.count == 1)
      #expect(image.width == 116 && image[58, 8] == 0xFFFF_0000 && image[58, 2] == 0)
      layer.path = nil
      screen.turn()
      #expect(try shown(screen) == nil)
    }
  }

  @Test(.rule("E-500")) func `an animated stroke is drawn again for every frame until the animation ends`()
    throws
  {
    withScreen { screen in
      let layer = line(screen)
      layer.add(strokeEnd(1), forKey: "grow")
      screen.turn()
      #expect(layer.strokeEnd == 1)
      #expect(reach(screen) <= 0)
      screen.advance(0.5)
      #expect(abs((layer.presentation()?.strokeEnd ?? 0) - 0.5) < 0.001)
      #expect(abs(reach(screen) - 50) <= 1)
      var pictures: Set<UInt64> = []
      for _ in 0..<120 {
        screen.advance(1 / 120.0)
        pictures.insert(layer.contentsImage ?? 0)
      }
      #expect((29...32).contains(pictures.count))
      #expect(layer.animationKeys() == nil)
      #expect(reach(screen) == 100)
      let last = layer.contentsImage
      screen.advance(1)
      #expect(layer.contentsImage == last)
    }
  }

  @Test(.rule("E-500"))
  func `an animation that stays shows its end value, after a removed one the layer's value is shown`() {
    withScreen { screen in
      let layer = line(screen)
      layer.strokeEnd = 0.2
      screen.advance(1)
      let animation = strokeEnd(1)
      (animation.toValue, animation.isRemovedOnCompletion, animation.fillMode) = (0.8, false, .forwards)
      let group = CAAnimationGroup()
      (group.animations, group.duration, group.isRemovedOnCompletion) = ([animation], 1, false)
      layer.add(group, forKey: "grow")
      screen.advance(0.5)
      let before = layer.contentsImage
      screen.advance(1.5)
      #expect(layer.contentsImage != before)
      #expect(abs(reach(screen) - 80) <= 1)
      layer.removeAnimation(forKey: "grow")
      screen.turn()
      #expect(abs(reach(screen) - 20) <= 1)
    }
  }

  @Test(.rule("E-500")) func `a layer without a view animates changed properties, but not its path`() {
    withScreen { screen in
      let layer = line(screen)
      layer.strokeEnd = 0
      #expect(layer.animationKeys() == ["strokeEnd"])
      screen.advance(0.125)
      let half = layer.presentation()?.strokeEnd ?? 0
      #expect(half > 0.1 && half < 0.9)
      screen.advance(0.2)
      #expect(layer.animationKeys() == nil)
      #expect(reach(screen) <= 0)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.strokeEnd = 1
      CATransaction.commit()
      layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 4), transform: nil)
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test(.rule("E-500")) func `a path animates to another one with the same elements`() {
    withScreen { screen in
      let layer = line(screen)
      let animation = CABasicAnimation(keyPath: "path")
      let longer = CGMutablePath()
      longer.move(to: CGPoint(x: 0, y: 20))
      longer.addLine(to: CGPoint(x: 200, y: 20))
      (animation.toValue, animation.duration) = (longer, 1)
      layer.add(animation, forKey: nil)
      screen.advance(0.5)
      let box = layer.presentation()?.path?.boundingBox ?? .zero
      #expect(abs(box.width - 150) < 0.01 && abs(box.minY - 10) < 0.01)
      #expect(abs(reach(screen) - 150) <= 1)
      screen.advance(1)
      #expect(reach(screen) == 100)
    }
  }
}
