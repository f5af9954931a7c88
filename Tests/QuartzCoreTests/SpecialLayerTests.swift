import CarobFoundation
import CoreGraphics
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore

/// Layers that are sent in another form than the app has them: transform layers and replicators.
@MainActor @Suite struct SpecialLayerTests {
  /// All descendants of a layer, as the device has them.
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

  @Test(.rule("E-599")) func `a transform layer is sent with its geometry only`() throws {
    try withScreen { screen in
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
      screen.root.addSublayer(space)
      let sent = tree(try screen.whole(), space.id)
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

  @Test(.rule("E-600"))
  func `copies are separate layers, each moved, coloured and delayed relative to the previous one`() throws {
    try withScreen { screen in
      let layer = replicator()
      layer.instanceCount = 3
      layer.instanceDelay = 0.5
      layer.instanceColor = CGColor(red: 1, green: 1, blue: 0.5, alpha: 1)
      layer.instanceRedOffset = -0.25
      layer.instanceAlphaOffset = -0.5
      let dot = box(0)
      layer.addSublayer(dot)
      screen.root.addSublayer(layer)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (1.0, 0.0, 2)
      dot.add(fade, forKey: "fade")
      let commit = try screen.whole()
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
      let next = try #require(screen.changes())
      #expect(Set(next.removedAnimations.map(\.layer)).isSuperset(of: animations.map(\.layer)))
    }
  }

  @Test(.rule("E-600"))
  func `copies follow changes and removal of the original, and replicators can be nested`() throws {
    try withScreen { screen in
      let (outer, inner) = (replicator(), replicator())
      (outer.instanceCount, inner.instanceCount) = (2, 2)
      var dot: CALayer? = box(0)
      inner.addSublayer(try #require(dot))
      outer.addSublayer(inner)
      screen.root.addSublayer(outer)
      // The replicator; two instances with an inner replicator each, and in it two instances with a dot
      // each.
      #expect(tree(try screen.whole(), outer.id).count == 1 + 2 * (2 + 2 * 2))
      dot?.cornerRadius = 4
      let change = try #require(screen.changes())
      #expect(change.layers.map(\.cornerRadius) == [4, 4, 4, 4])
      inner.instanceCount = 3
      let more = try #require(screen.changes())
      #expect(more.layers.filter { $0.cornerRadius == 4 }.count == 6)
      dot?.removeFromSuperlayer()
      dot = nil
      let gone = try #require(screen.changes())
      #expect(gone.removed.count == 6)
    }
  }
}
