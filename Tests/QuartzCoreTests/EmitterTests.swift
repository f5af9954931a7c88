import CarobFoundation
import CoreGraphics
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore

/// Particles as layers and animations.
@MainActor @Suite struct EmitterTests {
  private func emitting(
    _ body: (LayerScreen, CAEmitterLayer, CAEmitterCell) throws -> Void
  ) throws {
    try withScreen { screen in
      let emitter = CAEmitterLayer()
      emitter.emitterPosition = CGPoint(x: 100, y: 200)
      let cell = CAEmitterCell()
      let context = try #require(CGContext.layerContext(size: CGSize(width: 8, height: 4), scale: 1))
      cell.contents = context.takeImage()
      (cell.name, cell.birthRate, cell.lifetime, cell.velocity) = ("spark", 4, 2, 50)
      emitter.emitterCells = [cell]
      try body(screen, emitter, cell)
      emitter.emitterCells = nil
    }
  }

  /// Begins to show the emitter and returns the first commit.
  private func first(_ screen: LayerScreen, _ emitter: CAEmitterLayer) throws -> Commit {
    screen.root.addSublayer(emitter)
    LayerTree.shared.layoutPhase()
    LayerTree.shared.displayPhase()
    return try #require(screen.changes())
  }

  @Test(.rule("E-949")) func `particles are born at the rate, and move from the emitter's position`() throws {
    try emitting { screen, emitter, cell in
      cell.yAcceleration = 10
      let commit = try first(screen, emitter)
      let particles = commit.layers.filter { $0.name == "CAEmitterLayer.particle" }
      // Those of the first half second.
      #expect(particles.count == 2)
      #expect(commit.layers.first { $0.id == emitter.id }?.sublayers == particles.map(\.id))
      #expect(
        particles.allSatisfy { $0.opacity == 0 && $0.width == 8 && $0.height == 4 && $0.contents != nil })
      let ways = commit.animations.filter { $0.property == "position" }
      #expect(ways.map(\.begin) == [screen.now + 0.25, screen.now + 0.5])
      #expect(ways[0].duration == 2 && ways[0].values.first == [100, 200])
      let last = try #require(ways[0].values.last)
      #expect(abs(last[0] - 200) < 0.001 && abs(last[1] - 220) < 0.001)
      #expect(commit.busyUntil == 0)
    }
  }

  @Test(.rule("E-949")) func `emission goes on, and particles disappear after their lifetime`() throws {
    try emitting { screen, emitter, cell in
      _ = try first(screen, emitter)
      screen.turn()
      screen.advance(5)
      // Two seconds of life at four a second, and those that the rounds keep ready.
      let living = try screen.whole().layers.count { $0.name == "CAEmitterLayer.particle" }
      #expect((0...2).contains(living) || (8...11).contains(living))
      emitter.setValue(0, forKeyPath: "emitterCells.spark.birthRate")
      #expect(cell.birthRate == 0 && emitter.value(forKeyPath: "emitterCells.spark.birthRate") as? Float == 0)
      screen.turn()
      screen.advance(5)
      #expect(emitter.particleStates.isEmpty)
    }
  }

  @Test(.rule("E-949")) func `the seed decides on the random values`() throws {
    func commit(_ seed: UInt32) throws -> [[[Double]]] {
      var result: [[[Double]]] = []
      try emitting { screen, emitter, cell in
        emitter.seed = seed
        (emitter.emitterShape, emitter.emitterSize) = (.rectangle, CGSize(width: 40, height: 20))
        (cell.emissionRange, cell.velocityRange, cell.scaleRange) = (.pi, 20, 0.5)
        let commit = try first(screen, emitter)
        result = commit.animations.map(\.values)
        for way in commit.animations where way.property == "position" {
          #expect(abs(way.values[0][0] - 100) <= 20 && abs(way.values[0][1] - 200) <= 10)
        }
      }
      return result
    }
    #expect(try commit(1) == commit(1))
    #expect(try commit(1) != commit(2))
  }

  @Test(.rule("E-949")) func `particles fade, grow and turn by their speeds, in the cell's colour`() throws {
    try emitting { screen, emitter, cell in
      (cell.alphaSpeed, cell.scaleSpeed, cell.spin) = (-0.5, 1, .pi / 4)
      cell.color = color(1, 0.5, 0)
      emitter.renderMode = .additive
      let commit = try first(screen, emitter)
      #expect(commit.layers.first { $0.id == emitter.id }?.addsSublayers == true)
      func values(_ property: String) throws -> [[Double]] {
        try #require(commit.animations.first { $0.property == property }).values
      }
      #expect(try values("opacity").first == [1])
      let faded = try #require(values("opacity").last)
      #expect(abs(faded[0]) < 0.001)
      let end = try #require(values("transform").last)
      // Three times the size, a quarter turn.
      #expect(abs(end[0]) < 0.001 && abs(end[1] - 3) < 0.001)
      #expect(commit.images.count == 1)
    }
  }

  @Test(.rule("E-949")) func `nothing is emitted while the screen is not watched`() throws {
    try emitting { screen, emitter, _ in
      LayerTree.shared.isSeen = false
      defer { LayerTree.shared.isSeen = true }
      screen.root.addSublayer(emitter)
      screen.turn()
      screen.advance(3)
      #expect(emitter.particleStates.isEmpty)
    }
  }
}
