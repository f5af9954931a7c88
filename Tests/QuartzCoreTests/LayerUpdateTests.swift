import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import QuartzCore

/// Layout and drawing at the end of a turn.
@MainActor @Suite struct LayerUpdateTests {
  private func logging(_ name: String, _ screen: LayerScreen) -> LoggingLayer {
    let layer = LoggingLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    (layer.name, layer.log) = (name, screen.log)
    return layer
  }

  @Test(.rule("E-140", "E-143"))
  func `a layer is laid out once a turn, from the root to the leaves, then drawn`() {
    withScreen { screen in
      let (outer, inner) = (logging("outer", screen), logging("inner", screen))
      outer.addSublayer(inner)
      screen.root.addSublayer(outer)
      screen.turn()
      #expect(screen.log.take() == ["outer layout", "inner layout"])
      inner.setNeedsDisplay()
      inner.setNeedsLayout()
      outer.setNeedsLayout()
      outer.setNeedsLayout()
      #expect(screen.log.take() == [] && inner.needsLayout() && inner.needsDisplay())
      screen.turn()
      #expect(screen.log.take() == ["outer layout", "inner layout", "inner draw"])
      #expect(!inner.needsLayout() && !inner.needsDisplay())
      screen.turn()
      #expect(screen.log.take() == [])
    }
  }

  @Test(.rule("E-141")) func `flushing lays out and draws at once`() {
    withScreen { screen in
      let layer = screen.shown(logging("", screen))
      _ = screen.log.take()
      layer.setNeedsLayout()
      layer.setNeedsDisplay()
      CATransaction.flush()
      #expect(screen.log.take() == ["layout", "draw"])
      screen.turn()
      #expect(screen.log.take() == [])
    }
  }

  @Test(.rule("E-144")) func `layoutIfNeeded begins with the highest layer that needs it`() {
    withScreen { screen in
      let (outer, inner) = (logging("outer", screen), logging("inner", screen))
      outer.addSublayer(inner)
      screen.root.addSublayer(outer)
      screen.turn()
      _ = screen.log.take()
      inner.layoutIfNeeded()
      #expect(screen.log.take() == [])
      outer.setNeedsLayout()
      inner.setNeedsLayout()
      inner.layoutIfNeeded()
      #expect(screen.log.take() == ["outer layout", "inner layout"])
    }
  }

  @Test func `a new size marks a layer for layout, a new position or transform does not`() {
    withScreen { screen in
      let layer = screen.shown(logging("", screen))
      _ = screen.log.take()
      withoutActions {
        layer.position.x += 10
        layer.bounds.origin.x += 10
        layer.setAffineTransform(CGAffineTransform(rotationAngle: 1))
      }
      screen.turn()
      #expect(screen.log.take() == [])
      withoutActions { layer.bounds.size.width += 10 }
      screen.turn()
      #expect(screen.log.take() == ["layout"])
      layer.addSublayer(CALayer())
      screen.turn()
      #expect(screen.log.take() == ["layout"])
      layer.needsDisplayOnBoundsChange = true
      withoutActions { layer.bounds.size.width += 10 }
      screen.turn()
      #expect(screen.log.take() == ["layout", "draw"])
    }
  }

  @Test(.rule("E-143")) func `a layer outside of windows is laid out and drawn when it is added to one`() {
    withScreen { screen in
      let (outer, layer) = (CALayer(), logging("", screen))
      outer.addSublayer(layer)
      layer.setNeedsDisplay()
      screen.turn()
      #expect(screen.log.take() == [])
      screen.root.addSublayer(outer)
      // As a window does for layers that are added to it.
      LayerTree.shared.enteredWindow(outer)
      screen.turn()
      #expect(screen.log.take() == ["layout", "draw"])
    }
  }

  @Test(.rule("E-561"))
  func `a layer that was displayed with an empty size is drawn as soon as it has one`() {
    withScreen { screen in
      let layer = logging("", screen)
      layer.bounds = .zero
      screen.root.addSublayer(layer)
      layer.setNeedsDisplay()
      screen.turn()
      #expect(screen.log.take().contains("draw") == false && !layer.hasBackingStore)
      withoutActions { layer.bounds.size = CGSize(width: 10, height: 10) }
      screen.turn()
      #expect(screen.log.take() == ["layout", "draw"] && layer.hasBackingStore)
    }
  }

  @Test(.rule("E-150"))
  func `a layer's delegate displays it, or the layer draws, by default with its delegate`() {
    class Delegate: NSObject, CALayerDelegate {
      let log: Log
      init(_ log: Log) { self.log = log }
      func display(_ layer: CALayer) { MainActor.assumeIsolated { [log] in log("display") } }
      func draw(_ layer: CALayer, in ctx: CGContext) {
        MainActor.assumeIsolated { [log] in log("draw in context") }
      }
      func layoutSublayers(of layer: CALayer) { MainActor.assumeIsolated { [log] in log("layout") } }
    }
    final class Displaying: Delegate {
      override class var _carobMethods: [_CarobMethod] { [.init(has: "displayLayer:", "", 1)] }
    }
    withScreen { screen in
      let layer = screen.shown(box(0, 0, 10, 10))
      let (displaying, drawing) = (Displaying(screen.log), Delegate(screen.log))
      layer.delegate = displaying
      layer.setNeedsDisplay()
      screen.turn()
      #expect(screen.log.take() == ["display"])
      layer.delegate = drawing
      layer.setNeedsDisplay()
      layer.setNeedsLayout()
      screen.turn()
      #expect(screen.log.take() == ["layout", "draw in context"])
      layer.contents = nil
      #expect(!layer.hasBackingStore)
    }
  }

  @Test func `contents are sent once, however many layers show them`() throws {
    try withScreen { screen in
      let context = try #require(CGContext(size: CGSize(width: 2, height: 2), scale: 1))
      let image = try #require(context.makeImage())
      let (one, two) = (screen.shown(box(0, 0, 10, 10)), screen.shown(box(0, 0, 10, 10)))
      (one.contents, two.contents) = (image, image)
      let commit = try #require(screen.changes())
      #expect(commit.images.count == 1)
      let numbers = commit.layers.compactMap(\.contents)
      #expect(numbers.count == 2 && Set(numbers) == Set(commit.images.map(\.id)))
    }
  }
}
