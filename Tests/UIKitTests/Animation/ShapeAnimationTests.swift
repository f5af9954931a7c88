import CarobFoundation
import CoreGraphics
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Paths in layers as the device gets them, and their animations.
@MainActor @Suite struct ShapeAnimationTests {
  /// A line of 100 points, 4 thick, in a layer without a size at (50, 200) of the screen.
  private func line(_ device: TestDevice) -> CAShapeLayer {
    let root = device.showEmpty()
    let layer = CAShapeLayer()
    layer.position = CGPoint(x: 50, y: 200)
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 100, y: 0))
    layer.path = path
    (layer.fillColor, layer.lineWidth) = (nil, 4)
    layer.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.layer.addSublayer(layer)
    device.turn()
    return layer
  }

  /// What the device gets of the only shape that is shown: the picture's state, its parent's, and its pixels.
  private func shown(_ device: TestDevice) throws -> (
    picture: LayerState, parent: LayerState, image: CGImage
  )? {
    let commit = try #require(LayerTree.shared.makeCommit(roots: [device.window.layer], whole: true))
    guard let picture = commit.layers.first(where: { $0.name == "CAShapeLayer.path" }) else { return nil }
    let parent = try #require(commit.layers.first { $0.sublayers.contains(picture.id) })
    let sent = try #require(commit.images.last { $0.id == picture.contents })
    return (picture, parent, try #require(UIImage(data: Data(sent.png))?.cgImage))
  }

  /// How far the line is drawn, in points from its beginning.
  private func reach(_ device: TestDevice) -> Int {
    guard let (picture, _, image) = (try? shown(device)) ?? nil else { return 0 }
    let row = image.height / 2
    let last = (0..<image.width).last { image.surface[$0, row] >> 24 > 127 } ?? -1
    return last + 1 + Int(picture.positionX - picture.width / 2)
  }

  private func strokeEnd(_ seconds: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "strokeEnd")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, seconds)
    return animation
  }

  @Test(.rule("E-499")) func `a path is shown wherever the layer's bounds are, under sublayers of the app's`()
    throws
  {
    try withDevice { device in
      let layer = line(device)
      let child = CALayer()
      layer.addSublayer(child)
      device.turn()
      let (picture, parent, image) = try #require(try shown(device))
      #expect([picture.positionX, picture.positionY, picture.width, picture.height] == [50, 0, 116, 16])
      #expect(parent.sublayers == [picture.id, child.id] && parent.contents == nil && parent.width == 0)
      #expect(layer.sublayers?.count == 1)
      #expect(image.width == 116 && image.surface[58, 8] == 0xFFFF_0000 && image.surface[58, 2] == 0)
      layer.path = nil
      device.turn()
      #expect(try shown(device) == nil)
    }
  }

  @Test(.rule("E-500")) func `an animated stroke is drawn anew for every frame, and not after its end`()
    throws
  {
    withDevice { device in
      let layer = line(device)
      layer.add(strokeEnd(1), forKey: "grow")
      device.turn()
      #expect(layer.strokeEnd == 1)
      #expect(reach(device) <= 0)
      device.advance(0.5)
      #expect(abs((layer.presentation()?.strokeEnd ?? 0) - 0.5) < 0.001)
      #expect(abs(reach(device) - 50) <= 1)
      var pictures: Set<UInt64> = []
      for _ in 0..<120 {
        device.advance(1 / 120.0)
        pictures.insert(layer.contentsImage ?? 0)
      }
      #expect((29...32).contains(pictures.count))
      #expect(layer.animationKeys() == nil)
      #expect(reach(device) == 100)
      let last = layer.contentsImage
      device.advance(1)
      #expect(layer.contentsImage == last)
    }
  }

  @Test(.rule("E-500"))
  func `an animation that stays shows its end, one that is removed the layer's own value`() {
    withDevice { device in
      let layer = line(device)
      layer.strokeEnd = 0.2
      device.advance(1)
      let animation = strokeEnd(1)
      (animation.toValue, animation.isRemovedOnCompletion, animation.fillMode) = (0.8, false, .forwards)
      let group = CAAnimationGroup()
      (group.animations, group.duration, group.isRemovedOnCompletion) = ([animation], 1, false)
      layer.add(group, forKey: "grow")
      device.advance(0.5)
      let before = layer.contentsImage
      device.advance(1.5)
      #expect(layer.contentsImage != before)
      #expect(abs(reach(device) - 80) <= 1)
      layer.removeAnimation(forKey: "grow")
      device.turn()
      #expect(abs(reach(device) - 20) <= 1)
    }
  }

  @Test(.rule("E-500")) func `a layer of its own animates what is set, but not its path`() {
    withDevice { device in
      let layer = line(device)
      layer.strokeEnd = 0
      #expect(layer.animationKeys() == ["strokeEnd"])
      device.advance(0.125)
      let half = layer.presentation()?.strokeEnd ?? 0
      #expect(half > 0.1 && half < 0.9)
      device.advance(0.2)
      #expect(layer.animationKeys() == nil)
      #expect(reach(device) <= 0)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.strokeEnd = 1
      CATransaction.commit()
      layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 4), transform: nil)
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test(.rule("E-500")) func `points of a path go to those of another one with the same elements`() {
    withDevice { device in
      let layer = line(device)
      let animation = CABasicAnimation(keyPath: "path")
      let longer = CGMutablePath()
      longer.move(to: CGPoint(x: 0, y: 20))
      longer.addLine(to: CGPoint(x: 200, y: 20))
      (animation.toValue, animation.duration) = (longer, 1)
      layer.add(animation, forKey: nil)
      device.advance(0.5)
      let box = layer.presentation()?.path?.boundingBox ?? .zero
      #expect(abs(box.width - 150) < 0.01 && abs(box.minY - 10) < 0.01)
      #expect(abs(reach(device) - 150) <= 1)
      device.advance(1)
      #expect(reach(device) == 100)
    }
  }

  @Test(.rule("E-501")) func `a value function makes transforms of numbers, all the way around`() {
    withDevice { device in
      let layer = CALayer()
      device.showEmpty().layer.addSublayer(layer)
      device.turn()
      let turn = CABasicAnimation(keyPath: "transform")
      turn.valueFunction = CAValueFunction(name: .rotateZ)
      (turn.fromValue, turn.toValue, turn.duration) = (0, 2 * CGFloat.pi, 1)
      layer.add(turn, forKey: "turn")
      device.turn()
      device.advance(0.25)
      let quarter = layer.presentation()?.transform ?? CATransform3DIdentity
      #expect(abs(quarter.m11) < 0.01 && abs(quarter.m12 - 1) < 0.01)
      device.advance(0.25)
      #expect(abs((layer.presentation()?.transform.m11 ?? 0) + 1) < 0.01)
      let grow = CABasicAnimation(keyPath: "transform")
      grow.valueFunction = CAValueFunction(name: .scale)
      (grow.fromValue, grow.toValue, grow.duration) = ([1, 1, 1], [3, 5, 1], 1)
      layer.add(grow, forKey: "turn")
      device.advance(0.5)
      let grown = layer.presentation()?.transform ?? CATransform3DIdentity
      #expect(abs(grown.m11 - 2) < 0.01 && abs(grown.m22 - 3) < 0.01 && grown.m12 == 0)
      #expect(CAValueFunction(name: .init(rawValue: "none")) == nil)
    }
  }
  @Test(.rule("E-501")) func `values of another kind than the property has are not animated`() {
    withDevice { device in
      let layer = CALayer()
      device.showEmpty().layer.addSublayer(layer)
      device.turn()
      for (keyPath, value) in [("transform", 2 as Any), ("position", 3), ("bounds", CGPoint.zero)] {
        let animation = CABasicAnimation(keyPath: keyPath)
        (animation.fromValue, animation.toValue, animation.duration) = (value, value, 1)
        layer.add(animation, forKey: keyPath)
      }
      device.advance(0.5)
      #expect(layer.presentation()?.transform.m11 == 1)
      #expect(layer.presentation()?.position == .zero)
      #expect(layer.presentation()?.bounds == .zero)
    }
  }
}
