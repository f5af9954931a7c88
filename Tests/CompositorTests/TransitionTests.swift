import DeviceProtocol
import TestSupport
import Testing

@testable import Compositor

/// The transitions of an app's layers, as layers and animations.
@Suite struct TransitionTests {
  /// A screen that shows the commits of an app.
  private final class Screen {
    private var transitions = LayerTransitions()
    let scene = LayerScene()

    @discardableResult
    func apply(_ commit: Commit) throws -> Commit {
      let shown = transitions.expand(commit)
      try scene.apply(shown)
      return shown
    }
    func hex(_ x: Int, _ y: Int, at time: Double) throws -> String {
      CompositorTests.hex(try #require(scene.render(width: 100, height: 100, scale: 1, at: time)), x, y)
    }
  }

  private func root(_ ids: [UInt64] = [2]) -> LayerState {
    layer(1, 0, 0, 100, 100) { $0.sublayers = ids }
  }
  private func card(_ color: LayerColor, _ edit: (inout LayerState) -> Void = { _ in }) -> LayerState {
    layer(2, 20, 20, 40, 40) {
      $0.backgroundColor = color
      edit(&$0)
    }
  }
  private func transition(
    _ name: String, from first: Double = 0, to last: Double = 1, begin: Double = 10
  ) -> LayerAnimation {
    LayerAnimation(
      layer: 2, key: "transition", property: "transition.\(name)", values: [[first], [last]], keyTimes: [],
      timings: [[0, 0, 1, 1]], begin: begin, duration: 1)
  }

  /// A red card that turns green with a transition at 10 seconds.
  private func turning(_ name: String, from first: Double = 0, to last: Double = 1) throws -> Screen {
    let screen = Screen()
    try screen.apply(commit([root(), card(red)]))
    try screen.apply(
      commit([card(green)], animations: [transition(name, from: first, to: last)], time: 10))
    return screen
  }

  @Test(.rule("E-930")) func `a fade mixes the old and the new appearance`() throws {
    let screen = try turning("fade")
    #expect(try screen.hex(40, 40, at: 10) == "FF0000")
    #expect(try screen.hex(40, 40, at: 10.5) == "807F00" || screen.hex(40, 40, at: 10.5) == "808000")
    #expect(try screen.hex(40, 40, at: 11) == "00FF00")
    #expect(try screen.hex(10, 10, at: 10.5) == "FFFFFF")
  }

  @Test(.rule("E-930", "E-931")) func `a push moves both by the layer's size, beyond its edge`() throws {
    let screen = try turning("push.fromRight")
    #expect(try screen.hex(30, 40, at: 10.25) == "FF0000")
    // A quarter of 40 points: the old one from 10 to 50, the new one from 50 to 90.
    #expect(try screen.hex(12, 40, at: 10.25) == "FF0000")
    #expect(try screen.hex(48, 40, at: 10.25) == "FF0000")
    #expect(try screen.hex(52, 40, at: 10.25) == "00FF00")
    #expect(try screen.hex(88, 40, at: 10.25) == "00FF00")
    #expect(try screen.hex(8, 40, at: 10.25) == "FFFFFF")
    #expect(try screen.hex(12, 40, at: 11) == "FFFFFF")
    #expect(try screen.hex(40, 40, at: 11) == "00FF00")
  }

  @Test(.rule("E-930", "E-931")) func `moving in covers the old appearance from the named edge`() throws {
    let places = [
      ("fromLeft", (5, 40)), ("fromRight", (75, 40)), ("fromTop", (40, 75)), ("fromBottom", (40, 5)),
    ]
    for (subtype, outside) in places {
      let screen = try turning("moveIn.\(subtype)")
      #expect(try screen.hex(outside.0, outside.1, at: 10.5) == "00FF00", "\(subtype)")
      #expect(try screen.hex(40, 40, at: 10.25) == "FF0000", "\(subtype)")
      #expect(try screen.hex(40, 40, at: 10.75) == "00FF00", "\(subtype)")
    }
    let screen = try turning("moveIn")
    #expect(try screen.hex(5, 40, at: 10.5) == "00FF00")
  }

  @Test(.rule("E-930")) func `revealing moves the old appearance away from over the new one`() throws {
    let screen = try turning("reveal.fromBottom")
    #expect(try screen.hex(40, 30, at: 10.5) == "00FF00")
    #expect(try screen.hex(40, 50, at: 10.5) == "FF0000")
    #expect(try screen.hex(40, 70, at: 10.5) == "FF0000")
    #expect(try screen.hex(40, 50, at: 11) == "00FF00")
  }

  @Test(.rule("E-930")) func `the progress runs between the given ends`() throws {
    let screen = try turning("push.fromRight", from: 0.5, to: 0.75)
    #expect(try screen.hex(38, 40, at: 10) == "FF0000")
    #expect(try screen.hex(42, 40, at: 10) == "00FF00")
    #expect(try screen.hex(28, 40, at: 10.999) == "FF0000")
    #expect(try screen.hex(32, 40, at: 10.999) == "00FF00")
  }

  @Test(.rule("E-930")) func `the old appearance includes sublayers and running animations`() throws {
    let screen = Screen()
    let inner = layer(3, 10, 10, 20, 20) { $0.backgroundColor = blue }
    try screen.apply(commit([root(), card(red) { $0.sublayers = [3] }, inner]))
    let fading = LayerAnimation(
      layer: 3, key: "k", property: "opacity", values: [[0], [0]], keyTimes: [], timings: [], begin: 0,
      duration: 100)
    try screen.apply(commit([], animations: [fading], time: 5))
    try screen.apply(
      commit([card(green)], animations: [transition("push.fromRight")], removed: [3], time: 10))
    #expect(try screen.hex(40, 40, at: 10) == "FF0000")
    let other = Screen()
    try other.apply(commit([root(), card(red) { $0.sublayers = [3] }, inner]))
    try other.apply(
      commit([card(green)], animations: [transition("push.fromRight")], removed: [3], time: 10))
    #expect(try other.hex(40, 40, at: 10) == "0000FF")
    #expect(try other.hex(40, 40, at: 11) == "00FF00")
  }

  @Test(.rule("E-930")) func `a layer that was not shown before comes in alone`() throws {
    let screen = Screen()
    try screen.apply(commit([root([])]))
    let shown = try screen.apply(
      commit([root(), card(green)], animations: [transition("push.fromRight")], time: 10))
    #expect(shown.layers.map(\.id) == [1, 2])
    #expect(try screen.hex(58, 40, at: 10.5) == "00FF00")
    #expect(try screen.hex(22, 40, at: 10.25) == "FFFFFF")
  }

  @Test(.rule("E-930")) func `the next commit after the end removes everything that a transition added`()
    throws
  {
    let screen = try turning("fade")
    // The app sends the parent again while the transition runs.
    try screen.apply(commit([root()], time: 10.5))
    #expect(try screen.hex(40, 40, at: 10) == "FF0000")
    try screen.apply(commit([], time: 11))
    #expect(screen.scene.layers.keys.sorted() == [1, 2])
    #expect(screen.scene.layers[1]?.sublayers == [2])
    #expect(try screen.hex(40, 40, at: 11) == "00FF00")
  }

  @Test(.rule("E-930")) func `a transition ends when it is removed, replaced or its layer disappears`() throws
  {
    let removed = try turning("fade")
    var stop = commit([], time: 10.25)
    stop.removedAnimations = [LayerAnimationKey(layer: 2, key: "transition")]
    try removed.apply(stop)
    #expect(try removed.hex(40, 40, at: 10.25) == "00FF00")
    #expect(removed.scene.layers.keys.sorted() == [1, 2])

    let replaced = try turning("fade")
    try replaced.apply(
      commit([card(blue)], animations: [transition("fade", begin: 10.5)], time: 10.5))
    #expect(try replaced.hex(40, 40, at: 10.5) == "00FF00")
    #expect(replaced.scene.layers.count == 4)

    let gone = try turning("fade")
    try gone.apply(commit([root([])], removed: [2], time: 10.5))
    #expect(gone.scene.layers.keys.sorted() == [1])
    let taken = try turning("fade")
    try taken.apply(commit([root([])], time: 10.5))
    #expect(taken.scene.layers.keys.sorted() == [1, 2])
  }

  @Test(.rule("E-930")) func `windows have transitions, too`() throws {
    let screen = Screen()
    try screen.apply(commit([layer(2, 0, 0, 100, 100) { $0.backgroundColor = red }], roots: [2]))
    let shown = try screen.apply(
      commit(
        [layer(2, 0, 0, 100, 100) { $0.backgroundColor = green }], roots: [2],
        animations: [transition("moveIn.fromRight")], time: 10))
    #expect(shown.roots != [2] && shown.roots.count == 1)
    #expect(try screen.hex(10, 10, at: 10.5) == "FF0000")
    #expect(try screen.hex(90, 10, at: 10.5) == "00FF00")
    #expect(try screen.apply(commit([], roots: [2], time: 12)).roots == [2])
  }

  @Test(.rule("E-930")) func `a transition follows the layer's own turn`() throws {
    let screen = Screen()
    // A quarter turn clockwise: the layer's right edge is the lower one on the screen.
    let quarter: [Double] = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    try screen.apply(commit([root(), card(red) { $0.transform = quarter }]))
    try screen.apply(
      commit(
        [card(green) { $0.transform = quarter }], animations: [transition("push.fromRight")], time: 10))
    #expect(try screen.hex(40, 70, at: 10.5) == "00FF00")
    #expect(try screen.hex(40, 10, at: 10.5) == "FF0000")
  }

  @Test func `animations of a commit with the same key are parts of one, which replace the earlier ones`()
    throws
  {
    func part(_ property: String, _ values: [[Double]], begin: Double) -> LayerAnimation {
      LayerAnimation(
        layer: 1, key: "group", property: property, values: values, keyTimes: [], timings: [], begin: begin,
        duration: 10)
    }
    let scene = LayerScene()
    try scene.apply(
      commit(
        [layer(1, 0, 0, 50, 50) { $0.backgroundColor = red }],
        animations: [
          part("position", [[75, 25], [75, 25]], begin: 0),
          part("backgroundColor", [[0, 0, 1, 1], [0, 0, 1, 1]], begin: 0),
        ]))
    func color(_ x: Int, at time: Double) throws -> String {
      hex(try #require(scene.render(width: 100, height: 100, scale: 1, at: time)), x, 25)
    }
    #expect(try color(75, at: 1) == "0000FF")
    try scene.apply(commit([], animations: [part("position", [[25, 25], [25, 25]], begin: 1)], time: 1))
    #expect(try color(25, at: 1) == "FF0000")
  }
}
