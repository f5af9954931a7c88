import CarobFoundation
import CoreGraphics
import DeviceProtocol
import Raster
import TestSupport
import Testing

@testable import QuartzCore

/// Shadows of paths, filters, opaque layers, depth, and transitions as data.
@MainActor @Suite struct LayerAppearanceTests {
  private func state(of layer: CALayer, _ screen: LayerScreen) throws -> (LayerState, Commit) {
    layer.markChanged()
    let commit = try #require(screen.changes())
    return (try #require(commit.layers.first { $0.id == layer.id }), commit)
  }

  @Test(.rule("E-934")) func `the shadow of a path is a picture, which equal layers share`() throws {
    try withScreen { screen in
      func card() -> CALayer {
        let layer = box(0, 0, 40, 20)
        layer.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 40, height: 20), transform: nil)
        (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 2, CGSize(width: 0, height: 10))
        layer.shadowColor = color(1, 0, 0)
        return layer
      }
      let (first, second) = (card(), card())
      second.position = CGPoint(x: 100, y: 100)
      screen.root.addSublayer(first)
      screen.root.addSublayer(second)
      let commit = try #require(screen.changes())
      let picture = try #require(commit.layers.first { $0.id == first.id }?.shadowPicture)
      #expect(commit.layers.first { $0.id == second.id }?.shadowPicture == picture)
      #expect(commit.images.map(\.id) == [picture.image])
      // The blur reaches three times the radius, and a point.
      #expect([picture.x, picture.y, picture.width, picture.height] == [-7, 3, 54, 34])
      let shadow = try #require(pixels(of: commit.images[0]))
      #expect(shadow[27, 17] == 0xFFFF_0000)
      #expect(shadow[27, 2] >> 24 < 40)
      // Over an opaque background there is no shadow.
      first.backgroundColor = color(1, 1, 1)
      let (state, next) = try state(of: first, screen)
      #expect(state.shadowPicture?.image != picture.image)
      let image = try #require(next.images.first)
      let covered = try #require(pixels(of: image))
      #expect(covered[27, 12] == 0)
      #expect(covered[27, 24] >> 24 > 200)
      first.masksToBounds = true
      #expect(try self.state(of: first, screen).0.shadowPicture == nil)
    }
  }

  @Test(.rule("E-934")) func `a picture that an app makes has the shadow of the path`() throws {
    let layer = box(0, 0, 20, 20)
    layer.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, CGSize(width: 5, height: 5))
    let context = try #require(CGContext.layerContext(size: CGSize(width: 20, height: 20), scale: 1))
    layer.render(in: context)
    let png = context.takeImage().pngBytes()
    let image = try #require(pixels(of: LayerImage(id: 1, pixelWidth: 20, pixelHeight: 20, png: png)))
    #expect(image[7, 7] >> 24 == 255)
    #expect(image[2, 2] == 0)
    #expect(image[17, 17] == 0)
  }

  @Test(.rule("E-935")) func `the filters are sent`() throws {
    try withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      layer.magnificationFilter = .nearest
      #expect(try state(of: layer, screen).0.magnifiesToNearest)
      layer.magnificationFilter = .trilinear
      layer.minificationFilter = .nearest
      let state = try state(of: layer, screen).0
      #expect(!state.magnifiesToNearest && state.minifiesToNearest)
    }
  }

  @Test(.rule("E-936"))
  func `an animation with a time offset begins in the middle and ends with its beginning`() {
    withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 4)
      animation.timeOffset = 1
      animation.delegate = AnimationListener(screen.log)
      layer.add(animation, forKey: "k")
      screen.turn()
      var seen: [Int] = []
      for _ in 0..<5 {
        seen.append(Int(((layer.presentation()?.opacity ?? -1) * 100).rounded()))
        screen.advance(0.9)
      }
      #expect(seen == [25, 48, 70, 93, 15])
      #expect(screen.log.take() == ["started", "stopped true"])
    }
  }

  @Test(.rule("E-936")) func `an animation that autoreverses has an offset, too`() {
    withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
      (animation.autoreverses, animation.repeatCount, animation.timeOffset) = (true, 2, 1.5)
      layer.add(animation, forKey: "k")
      screen.turn()
      var seen: [Int] = []
      for _ in 0..<4 {
        seen.append(Int(((layer.presentation()?.opacity ?? -1) * 100).rounded()))
        screen.advance(0.75)
      }
      #expect(seen == [50, 25, 100, 25])
    }
  }

  @Test(.rule("E-937")) func `an opaque layer is black where nothing is drawn`() throws {
    try withScreen { screen in
      let layer = box(0, 0, 4, 4)
      layer.isOpaque = true
      layer.setNeedsDisplay()
      screen.root.addSublayer(layer)
      screen.root.layoutIfNeeded()
      LayerTree.shared.displayPhase()
      let commit = try #require(screen.changes())
      let black = try #require(pixels(of: commit.images[0]))
      #expect(black[1, 1] == 0xFF00_0000)
      layer.isOpaque = false
      LayerTree.shared.displayPhase()
      let next = try #require(screen.changes())
      let clear = try #require(pixels(of: next.images[0]))
      #expect(clear[1, 1] == 0)
    }
  }

  @Test(.rule("E-940")) func `a layer lies behind its anchor point, also while its transform is animated`()
    throws
  {
    try withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      layer.anchorPointZ = 30
      #expect(try state(of: layer, screen).0.transform?[14] == -30)
      let animation = CABasicAnimation(keyPath: "transform")
      animation.toValue = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
      layer.add(animation, forKey: "turn")
      let sent = try #require(screen.changes()?.animations.first)
      #expect(sent.values[0][14] == -30)
      // A quarter turn about the y axis carries the depth to the side.
      #expect(sent.values[1][12] == -30 && abs(sent.values[1][14]) < 1e-9)
      #expect(CATransform3DIsIdentity(layer.presentation()!.transform))
    }
  }

  @Test(.rule("E-930")) func `a transition is sent with its progress, under its own key`() throws {
    try withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      let transition = CATransition()
      (transition.type, transition.subtype, transition.duration) = (.push, .fromTop, 2)
      (transition.startProgress, transition.endProgress) = (0.25, 0.5)
      transition.timingFunction = CAMediaTimingFunction(name: .easeIn)
      transition.delegate = AnimationListener(screen.log)
      layer.add(transition, forKey: "mine")
      // The layer has a copy.
      transition.type = .fade
      #expect(layer.animationKeys() == [kCATransition])
      let sent = try #require(screen.changes()?.animations)
      #expect(sent.map(\.property) == ["transition.push.fromTop"])
      #expect(sent[0].values == [[0.25], [0.5]] && sent[0].timings == [[0.42, 0, 1, 1]])
      #expect(sent[0].duration == 2 && sent[0].begin == screen.now)
      screen.turn()
      screen.advance(3)
      #expect(screen.log.take() == ["started", "stopped true"])
    }
  }

  @Test(.rule("E-930")) func `an unknown type of transition is reported, and nothing is sent`() {
    withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      let transition = CATransition()
      transition.type = CATransitionType(rawValue: "rippleEffect")
      layer.add(transition, forKey: nil)
      #expect(screen.changes()?.animations ?? [] == [])
    }
  }
}
