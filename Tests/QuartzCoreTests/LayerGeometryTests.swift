import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import QuartzCore

/// Geometry of layers: frames, conversion of points, and hit testing.
@MainActor @Suite struct LayerGeometryTests {
  @Test func `the frame follows from bounds, position, anchor point and transform`() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 7, y: 7, width: 20, height: 10)
    layer.position = CGPoint(x: 100, y: 50)
    #expect(layer.frame == CGRect(x: 90, y: 45, width: 20, height: 10))
    layer.anchorPoint = CGPoint(x: 0, y: 1)
    #expect(layer.frame == CGRect(x: 100, y: 40, width: 20, height: 10))
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
    #expect(layer.bounds == CGRect(x: 7, y: 7, width: 40, height: 30))
    #expect(layer.position == CGPoint(x: 0, y: 30))
    // A frame with negative lengths is the same rectangle.
    layer.frame = CGRect(x: 40, y: 30, width: -40, height: -30)
    #expect(layer.frame == CGRect(x: 0, y: 0, width: 40, height: 30))
    // A quarter turn about the anchor point: width and height are swapped.
    layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    layer.position = CGPoint(x: 100, y: 100)
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    let turned = layer.frame
    #expect(abs(turned.minX - 85) < 1e-9 && abs(turned.minY - 80) < 1e-9)
    #expect(abs(turned.width - 30) < 1e-9 && abs(turned.height - 40) < 1e-9)
  }

  @Test func `points and rectangles are converted through bounds and transforms, up and down`() {
    let (root, left, inner, right) = (
      box(0, 0, 400, 800), box(10, 20, 100, 100), box(5, 5, 50, 50), box(200, 0, 100, 100)
    )
    root.sublayers = [left, right]
    left.addSublayer(inner)
    // As in a scrolled list.
    left.bounds.origin = CGPoint(x: 0, y: 30)
    right.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
    #expect(inner.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 16, y: -3))
    #expect(inner.convert(CGPoint(x: 16, y: -3), from: root) == CGPoint(x: 1, y: 2))
    // It is scaled by two about its centre, (250, 50).
    #expect(right.convert(CGPoint(x: 0, y: 0), to: root) == CGPoint(x: 150, y: -50))
    #expect(inner.convert(CGPoint(x: 135, y: -45), to: right) == CGPoint.zero)
    #expect(
      right.convert(CGRect(x: 0, y: 0, width: 10, height: 10), to: root)
        == CGRect(x: 150, y: -50, width: 20, height: 20))
    #expect(
      right.convert(CGRect(x: 150, y: -50, width: 20, height: 20), from: root)
        == CGRect(x: 0, y: 0, width: 10, height: 10))
    // Nil means the space of the outermost layer's superlayer, the device's space.
    #expect(inner.convert(CGPoint.zero, to: nil) == CGPoint(x: 15, y: -5))
  }

  @Test(.rule("E-923")) func `the farthest sublayer that contains the point is hit, the frontmost first`() {
    let (root, back, front, inner) = (
      box(0, 0, 400, 800), box(0, 0, 100, 100), box(50, 50, 100, 100), box(10, 10, 20, 20)
    )
    root.sublayers = [back, front]
    front.addSublayer(inner)
    #expect(root.hitTest(CGPoint(x: 20, y: 20)) === back)
    #expect(root.hitTest(CGPoint(x: 55, y: 55)) === front)
    #expect(root.hitTest(CGPoint(x: 65, y: 65)) === inner)
    #expect(root.hitTest(CGPoint(x: 300, y: 300)) === root && root.hitTest(CGPoint(x: 500, y: 0)) == nil)
    // The point is in the superlayer's space.
    #expect(front.hitTest(CGPoint(x: 65, y: 65)) === inner && front.hitTest(CGPoint(x: 15, y: 15)) == nil)
    // A zPosition does not change the order of hit testing.
    back.zPosition = 1
    #expect(root.hitTest(CGPoint(x: 55, y: 55)) === front)
    front.isHidden = true
    #expect(root.hitTest(CGPoint(x: 65, y: 65)) === back)
    front.isHidden = false
    front.setAffineTransform(CGAffineTransform(translationX: 200, y: 0))
    #expect(root.hitTest(CGPoint(x: 265, y: 65)) === inner && root.hitTest(CGPoint(x: 65, y: 65)) === back)
    // A mask affects drawing, not hit testing (E-534).
    back.mask = box(0, 0, 5, 5)
    #expect(root.hitTest(CGPoint(x: 65, y: 65)) === back)
  }

  @Test(.rule("E-923")) func `a layer's contains method decides whether it is hit`() {
    final class Round: CALayer {
      override func contains(_ p: CGPoint) -> Bool {
        let (x, y) = (p.x - bounds.midX, p.y - bounds.midY)
        return x * x + y * y <= bounds.width * bounds.width / 4
      }
    }
    let (root, round) = (box(0, 0, 100, 100), Round())
    round.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
    root.addSublayer(round)
    #expect(root.hitTest(CGPoint(x: 2, y: 2)) === root && root.hitTest(CGPoint(x: 25, y: 2)) === round)
  }

  @Test(.rule("E-696")) func `a position that is not finite raises an exception`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { CALayer().position = CGPoint(x: CGFloat.nan, y: 0) }
    }
    #expect(errors(of: result).contains("CALayer position contains a number that is not finite: nan 0.0"))
  }

  @Test(.rule("E-696")) func `bounds that are not finite raise an exception`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { CALayer().bounds = CGRect(x: 0, y: CGFloat.infinity, width: 0, height: 0) }
    }
    #expect(errors(of: result).contains("CALayer bounds contains a number that is not finite: 0.0 inf"))
  }
}
