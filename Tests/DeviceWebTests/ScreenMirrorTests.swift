import DeviceProtocol
import Testing

@testable import DeviceWeb

struct ScreenMirrorTests {
  private func layer(_ id: UInt64, x: Double = 0, contents: UInt64? = nil, sublayers: [UInt64] = [])
    -> LayerState
  {
    var layer = LayerState(id: id, name: "L")
    layer.positionX = x
    layer.contents = contents
    layer.sublayers = sublayers
    return layer
  }

  private func animation(
    _ layer: UInt64, key: String = "k", begin: Double, duration: Double, repeats: Double = 1
  )
    -> LayerAnimation
  {
    LayerAnimation(
      layer: layer, key: key, property: "opacity", values: [[0], [1]], keyTimes: [0, 1], timings: [],
      begin: begin,
      duration: duration, repeatCount: repeats)
  }

  private let image = LayerImage(id: 1, pixelWidth: 1, pixelHeight: 1, png: [1])

  @Test func `before the first commit there is no full commit`() {
    #expect(ScreenMirror().whole() == nil)
  }

  @Test func `the full commit has each layer as it was last sent`() {
    var mirror = ScreenMirror()
    mirror.apply(Commit(sequence: 1, time: 0, roots: [1], layers: [layer(1, sublayers: [2]), layer(2)]))
    mirror.apply(
      Commit(sequence: 2, time: 1, roots: [1], layers: [layer(2, x: 5)], statusBarStyle: "lightContent"))
    #expect(
      mirror.whole()
        == Commit(
          sequence: 2, time: 1, roots: [1], layers: [layer(1, sublayers: [2]), layer(2, x: 5)],
          statusBarStyle: "lightContent"))
  }

  @Test func `an unused image is dropped when many newer ones have arrived`() {
    var mirror = ScreenMirror()
    func images(_ ids: ClosedRange<UInt64>) -> [LayerImage] {
      ids.map { LayerImage(id: $0, pixelWidth: 1, pixelHeight: 1, png: [1]) }
    }
    mirror.apply(
      Commit(sequence: 1, time: 0, roots: [1], layers: [layer(1, contents: 2)], images: images(1...2)))
    mirror.apply(Commit(sequence: 2, time: 1, roots: [1], images: images(3...512)))
    #expect(mirror.whole()?.images.count == 512)
    mirror.apply(Commit(sequence: 3, time: 2, roots: [1], images: images(513...520)))
    // The images before the latest 512, except the one that is shown.
    #expect(mirror.whole()?.images.map(\.id) == [2] + Array(9...520))
  }

  @Test func `an animation is in the full commit until it has ended or is removed`() {
    var mirror = ScreenMirror()
    let short = animation(1, begin: 0, duration: 1)
    let endless = animation(1, key: "e", begin: 0, duration: 1, repeats: .infinity)
    let removed = animation(1, key: "r", begin: 0, duration: 100)
    mirror.apply(
      Commit(sequence: 1, time: 0, roots: [1], layers: [layer(1)], animations: [short, endless, removed]))
    #expect(mirror.whole()?.animations == [short, endless, removed])
    mirror.apply(
      Commit(sequence: 2, time: 2, roots: [1], removedAnimations: [LayerAnimationKey(layer: 1, key: "r")]))
    #expect(mirror.whole()?.animations == [endless])
    mirror.apply(Commit(sequence: 3, time: 3, removed: [1]))
    #expect(mirror.whole()?.animations == [])
  }
}
