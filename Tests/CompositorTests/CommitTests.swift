import DeviceProtocol
import TestSupport
import Testing

@testable import Compositor

@Suite struct CommitTests {
  private func problem(_ commits: Commit...) -> String? {
    let scene = LayerScene()
    for commit in commits {
      do { try scene.apply(commit) } catch { return error.problem }
    }
    return nil
  }

  @Test func `changed layers are replaced, and removed ones are deleted`() throws {
    let scene = LayerScene()
    try scene.apply(
      commit([
        layer(1, 0, 0, 100, 100) { $0.sublayers = [2] }, layer(2, 0, 0, 50, 50) { $0.backgroundColor = red },
      ]))
    try scene.apply(commit([layer(2, 50, 50, 50, 50) { $0.backgroundColor = blue }]))
    let moved = try #require(scene.render(width: 100, height: 100, scale: 1, at: 0))
    #expect(hex(moved, 25, 25) == "FFFFFF")
    #expect(hex(moved, 75, 75) == "0000FF")
    try scene.apply(commit([layer(1, 0, 0, 100, 100)], removed: [2]))
    #expect(scene.layers.keys.sorted() == [1])
  }

  @Test func `unknown ids are rejected`() {
    #expect(problem(commit([layer(1, 0, 0, 1, 1)], roots: [1, 2])) == "root 2 is not a layer")
    #expect(
      problem(commit([layer(1, 0, 0, 1, 1) { $0.sublayers = [9] }]))
        == "layer 1 has sublayer 9, which is not a layer")
    #expect(
      problem(commit([layer(1, 0, 0, 1, 1) { $0.contents = 3 }]))
        == "layer 1 names image 3, which was not sent")
    let move = LayerAnimation(
      layer: 5, key: "k", property: "opacity", values: [[1]], keyTimes: [], timings: [], begin: 0, duration: 1
    )
    #expect(
      problem(commit([layer(1, 0, 0, 1, 1)], animations: [move]))
        == "animation k of layer 5: there is no such layer")
  }

  @Test func `a layer with two parents is rejected`() {
    let child = layer(2, 0, 0, 1, 1)
    #expect(
      problem(commit([layer(1, 0, 0, 1, 1) { $0.sublayers = [2, 2] }, child]))
        == "layer 2 is twice in layer 1")
    #expect(
      problem(
        commit(
          [layer(1, 0, 0, 1, 1) { $0.sublayers = [2] }, layer(3, 0, 0, 1, 1) { $0.sublayers = [2] }, child],
          roots: [1, 3]))
        == "layer 2 is in both 1 and 3")
    #expect(
      problem(
        commit(
          [layer(1, 0, 0, 1, 1) { $0.sublayers = [2] }, layer(2, 0, 0, 1, 1) { $0.sublayers = [1] }],
          roots: []))?.hasSuffix("is inside itself") == true)
    #expect(
      problem(commit([layer(1, 0, 0, 1, 1) { $0.sublayers = [1] }], roots: []))?.hasSuffix("is inside itself")
        == true)
  }

  @Test func `removing a layer that is still a sublayer is rejected`() {
    let first = commit([layer(1, 0, 0, 1, 1) { $0.sublayers = [2] }, layer(2, 0, 0, 1, 1)])
    #expect(problem(first, commit([], removed: [2])) == "layer 1 has sublayer 2, which is not a layer")
  }

  @Test func `a rejected commit changes nothing`() throws {
    let scene = LayerScene()
    try scene.apply(commit([layer(1, 0, 0, 100, 100) { $0.backgroundColor = red }]))
    #expect(throws: CommitError.self) {
      try scene.apply(commit([layer(1, 0, 0, 100, 100) { $0.backgroundColor = blue }], roots: [1, 7]))
    }
    let image = try #require(scene.render(width: 100, height: 100, scale: 1, at: 0))
    #expect(hex(image, 50, 50) == "FF0000")
  }

  @Test func `NaN and infinite numbers are rejected`() {
    #expect(
      problem(commit([layer(1, 0, 0, 1, 1) { $0.positionX = .nan }]))
        == "layer 1 has a number that is not finite")
    #expect(
      problem(commit([layer(1, 0, 0, 1, 1) { $0.transform = [1, 2] }]))
        == "layer 1 has a transform that is not 4 × 4")
    #expect(
      problem(commit([layer(1, 0, 0, 1, 1) { $0.contentsRect = [0] }]))
        == "layer 1 has an invalid contents rectangle")
    #expect(
      problem(commit([layer(1, 0, 0, 1, 1) { $0.mask = .init(image: 7, x: 0, y: 0, width: 1, height: 1) }]))
        == "layer 1 has image 7 as its mask, which was not sent")
    #expect(
      problem(
        commit(
          [layer(1, 0, 0, 1, 1) { $0.mask = .init(image: 7, x: 0, y: .nan, width: 1, height: 1) }],
          images: [image(7, [[0]])])) == "layer 1 has a mask without an area")
    #expect(problem(commit([layer(0, 0, 0, 1, 1)], roots: [0])) == "a layer has the id 0")
  }

  @Test func `animations with values of the wrong size are rejected`() {
    func animated(_ edit: (inout LayerAnimation) -> Void) -> String? {
      var animation = LayerAnimation(
        layer: 1, key: "k", property: "opacity", values: [[0], [1]], keyTimes: [], timings: [], begin: 0,
        duration: 1)
      edit(&animation)
      return problem(commit([layer(1, 0, 0, 1, 1)], animations: [animation]))
    }
    #expect(animated { _ in } == nil)
    #expect(animated { $0.property = "zPosition" } == "animation k of layer 1: unknown property zPosition")
    #expect(animated { $0.values = [[1, 2]] } != nil)
    #expect(animated { $0.values = [] } != nil)
    #expect(animated { $0.keyTimes = [0.5, 0.2] } != nil)
    #expect(animated { $0.timings = [[1]] } != nil)
    #expect(animated { $0.duration = -1 } != nil)
    #expect(animated { $0.duration = .nan } != nil)
  }

  @Test func `unused images are dropped when many newer ones have arrived`() throws {
    let scene = LayerScene()
    let pixels = image(1, [[0xFF0000]])
    func send(_ ids: ClosedRange<UInt64>) throws {
      let images = ids.map { LayerImage(id: $0, pixelWidth: 1, pixelHeight: 1, png: pixels.png) }
      try scene.apply(commit([layer(1, 0, 0, 10, 10) { $0.contents = 2 }], images: images))
    }
    try send(1...300)
    #expect(scene.picture(1) != nil)
    try send(301...600)
    #expect(scene.picture(1) == nil)
    #expect(scene.picture(2) != nil)
    #expect(scene.picture(89) != nil)
  }

  @Test func `an image that cannot be decoded is not drawn`() throws {
    var broken = image(7, [[0xFF0000]])
    broken.png.removeLast(20)
    let drawn = try picture([layer(1, 0, 0, 100, 100) { $0.contents = 7 }], images: [broken])
    #expect(hex(drawn, 50, 50) == "FFFFFF")
    broken.png = [1, 2, 3]
    #expect(problem(commit([], roots: [], images: [broken])) == "image 7 is not a PNG file")
  }

  @Test func `random commits are applied or rejected, and never trap`() {
    var random = SeededRandom(seed: 42)
    let scene = LayerScene()
    var taken = 0
    for round in 0..<1500 {
      func id() -> UInt64 { UInt64.random(in: 0...6, using: &random) }
      func number() -> Double {
        [0, 1, -1, 50, 1e300, -1e300, .infinity, .nan, 0.5, 1e-300, 0, 1, 2, 1, 0, 3, 0, 1e7, -1e12]
          .randomElement(using: &random) ?? 0
      }
      var layers: [LayerState] = []
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        layers.append(
          layer(id(), 0, 0, 20, 20) {
            $0.sublayers = (0..<Int.random(in: 0...2, using: &random)).map { _ in id() }
            // Most numbers are unchanged; otherwise nearly every commit would be rejected.
            guard Int.random(in: 0..<4, using: &random) == 0 else { return }
            if Bool.random(using: &random) { $0.positionX = number() }
            if Bool.random(using: &random) { $0.width = number() }
            if Bool.random(using: &random) { $0.cornerRadius = number() }
            if Bool.random(using: &random) {
              $0.shadowOpacity = 1
              $0.shadowRadius = number()
            }
            if Bool.random(using: &random) { $0.borderWidth = number() }
            if Bool.random(using: &random) { $0.backdropBlur = number() }
            if Bool.random(using: &random) { $0.backgroundColor = red }
            if Bool.random(using: &random) { $0.transform = (0..<16).map { _ in number() } }
            if Bool.random(using: &random) {
              $0.sublayerTransform = (0..<16).map { _ in Double.random(in: -2...2, using: &random) }
            }
            if Bool.random(using: &random) { $0.opacity = Float(number()) }
          })
      }
      if (try? scene.apply(commit(layers, roots: [id()], removed: [id()]))) != nil { taken += 1 }
      if round.isMultiple(of: 5) { _ = scene.render(width: 40, height: 40, scale: 1, at: 0) }
    }
    #expect(taken > 50)
  }
}
