import CarobFoundation
import TestSupport
import Testing

@testable import QuartzCore

/// Sublayers and their order.
@MainActor @Suite struct LayerTreeTests {
  private func named(_ name: String) -> CALayer {
    let layer = CALayer()
    layer.name = name
    return layer
  }
  private func names(_ layer: CALayer) -> [String] { (layer.sublayers ?? []).compactMap(\.name) }

  @Test func `sublayers are added, inserted, replaced and removed in their order`() {
    let (outer, a, b, c, d) = (CALayer(), named("a"), named("b"), named("c"), named("d"))
    #expect(outer.sublayers == nil)
    outer.addSublayer(a)
    outer.insertSublayer(b, at: 0)
    #expect(names(outer) == ["b", "a"])
    outer.insertSublayer(c, below: a)
    #expect(names(outer) == ["b", "c", "a"])
    outer.insertSublayer(d, above: b)
    #expect(names(outer) == ["b", "d", "c", "a"])
    outer.insertSublayer(b, above: a)
    #expect(names(outer) == ["d", "c", "a", "b"])
    // An index beyond the end appends.
    outer.insertSublayer(d, at: 99)
    #expect(names(outer) == ["c", "a", "b", "d"])
    let e = named("e")
    outer.replaceSublayer(a, with: e)
    #expect(names(outer) == ["c", "e", "b", "d"] && a.superlayer == nil && e.superlayer === outer)
    b.removeFromSuperlayer()
    b.removeFromSuperlayer()
    #expect(names(outer) == ["c", "e", "d"] && b.superlayer == nil)
    outer.sublayers = [d, a]
    #expect(names(outer) == ["d", "a"] && c.superlayer == nil && a.superlayer === outer)
    outer.sublayers = nil
    #expect(outer.sublayers == nil && d.superlayer == nil)
  }

  @Test func `a sublayer does not keep its superlayer alive`() {
    withScreen { screen in
      let inner = CALayer()
      do {
        let outer = CALayer()
        outer.addSublayer(inner)
        #expect(inner.superlayer === outer)
      }
      // Until the turn ends, the list of changed layers retains it.
      screen.turn()
      #expect(inner.superlayer == nil)
    }
  }

  @Test(.rule("E-693"))
  func `a layer that is added to another superlayer is removed from the previous one`() {
    final class Leaving: CALayer {
      // nonisolated(unsafe) because the test's layers live on the main thread.
      nonisolated(unsafe) var departures = 0
      override func removeFromSuperlayer() {
        departures += 1
        super.removeFromSuperlayer()
      }
    }
    let (one, two, layer) = (CALayer(), CALayer(), Leaving())
    one.addSublayer(layer)
    #expect(layer.departures == 0)
    two.addSublayer(layer)
    #expect(layer.departures == 1 && one.sublayers == nil && layer.superlayer === two)
    // Only its index among its siblings changes.
    two.addSublayer(layer)
    #expect(layer.departures == 1 && two.sublayers?.count == 1)
  }

  @Test
  func `zPosition changes the order in which sublayers are drawn, not their order in the array`() throws {
    try withScreen { screen in
      let (a, b, c) = (named("a"), named("b"), named("c"))
      screen.root.sublayers = [a, b, c]
      a.zPosition = 2
      b.zPosition = -1
      let sent = try #require(try screen.whole().layers.first { $0.id == screen.root.id })
      #expect(sent.sublayers == [b.id, c.id, a.id])
      #expect(names(screen.root) == ["a", "b", "c"])
    }
  }

  @Test func `a commit has the changed and the removed layers`() throws {
    try withScreen { screen in
      var layer: CALayer? = screen.shown(box(0, 0, 10, 10))
      let other = screen.shown(box(0, 0, 10, 10))
      #expect(screen.changes() == nil)
      let number = try #require(layer).id
      withoutActions {
        layer?.opacity = 0.5
        layer?.cornerRadius = 2
      }
      let changed = try #require(screen.changes())
      #expect(changed.layers.map(\.id) == [number] && changed.layers.map(\.opacity) == [0.5])
      // The device does not have layers outside of windows.
      CALayer().opacity = 0.2
      #expect(screen.changes()?.layers.isEmpty ?? true)
      layer?.removeFromSuperlayer()
      layer = nil
      let removed = try #require(screen.changes())
      #expect(removed.removed == [number] && removed.layers.map(\.sublayers) == [[other.id]])
    }
  }

  @Test(.rule("E-691")) func `there is no presentation of a layer before a commit shows it`() {
    withScreen { screen in
      let (shown, free) = (CALayer(), CALayer())
      #expect(shown.presentation() == nil)
      screen.root.addSublayer(shown)
      #expect(shown.presentation() == nil)
      screen.turn()
      #expect(shown.presentation() != nil && free.presentation() == nil)
    }
  }

  @Test(.rule("E-697"))
  func `unlimited nesting of layers raises an exception, two thousand levels do not`() async {
    var outermost = CALayer()
    let innermost = outermost
    for _ in 0..<1900 {
      let outer = CALayer()
      outer.addSublayer(outermost)
      outermost = outer
    }
    #expect(innermost.convert(CGPoint.zero, to: nil) == .zero)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        var outer = CALayer()
        for _ in 0..<100_000 {
          let around = CALayer()
          around.addSublayer(outer)
          outer = around
        }
      }
    }
    #expect(errors(of: result).contains("nested deeper than 2000 levels"))
  }
}
