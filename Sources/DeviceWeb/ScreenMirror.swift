import DeviceProtocol

/// The layers as they are after every commit so far, so that a page that comes later gets a whole picture at once.
///
/// A pure value: the hub applies every commit and asks for `whole()` when a page connects. Nothing has to be asked
/// of the app, which may be suspended or gone.
struct ScreenMirror: Sendable {
  private var last: Commit?
  private var layers: [UInt64: LayerState] = [:]
  private var images: [UInt64: LayerImage] = [:]
  /// The images' ids in the order in which they came.
  private var arrivals: [UInt64] = []
  /// How many of the latest images are kept whether anything names them or not (Documentation/Rendering.md).
  static let keptImages = 512
  private var animations: [LayerAnimationKey: LayerAnimation] = [:]
  /// The order in which the animations were added: additive ones depend on it.
  private var animationOrder: [LayerAnimationKey] = []

  /// Forgets the app that ran before.
  mutating func reset() {
    self = ScreenMirror()
  }

  mutating func apply(_ commit: Commit) {
    last = commit
    for image in commit.images where images.updateValue(image, forKey: image.id) == nil {
      arrivals.append(image.id)
    }
    for layer in commit.layers { layers[layer.id] = layer }
    for id in commit.removed { layers[id] = nil }
    for key in commit.removedAnimations { animations[key] = nil }
    for animation in commit.animations {
      let key = LayerAnimationKey(layer: animation.layer, key: animation.key)
      animationOrder.removeAll { $0 == key }
      animationOrder.append(key)
      animations[key] = animation
    }
    animations = animations.filter { key, animation in
      layers[key.layer] != nil && !animation.isOver(at: commit.time)
    }
    animationOrder.removeAll { animations[$0] == nil }
    dropImages()
  }

  /// An app may name an image again without sending it: only old ones that nothing names are dropped.
  private mutating func dropImages() {
    guard arrivals.count > Self.keptImages else { return }
    let used = Set(layers.values.flatMap { [$0.contents, $0.mask?.image].compactMap { $0 } })
    let old = arrivals.dropLast(Self.keptImages).filter { !used.contains($0) && !isAnimated($0) }
    guard !old.isEmpty else { return }
    for id in old { images[id] = nil }
    arrivals.removeAll { images[$0] == nil }
  }

  /// Everything as one commit; nil before the app's first.
  func whole() -> Commit? {
    guard var commit = last else { return nil }
    commit.layers = layers.values.sorted { $0.id < $1.id }
    commit.removed = []
    commit.removedAnimations = []
    commit.images = images.values.sorted { $0.id < $1.id }
    commit.animations = animationOrder.compactMap { animations[$0] }
    return commit
  }

  private func isAnimated(_ image: UInt64) -> Bool {
    animations.values.contains { animation in
      animation.property == "contents" && animation.values.contains { $0.first == Double(image) }
    }
  }
}

extension LayerAnimation {
  fileprivate func isOver(at time: Double) -> Bool {
    if fillsForwards || repeatCount == .infinity || speed <= 0 { return false }
    let cycle = autoreverses ? duration * 2 : duration
    return begin + cycle * repeatCount / speed < time
  }
}
