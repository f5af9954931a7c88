import DeviceProtocol

/// The layers as they are after every commit so far, so that a page that comes later gets a whole picture at once.
///
/// A pure value: the hub applies every commit and asks for `whole()` when a page connects. Nothing has to be asked
/// of the app, which may be suspended or gone.
struct ScreenMirror: Sendable {
  private var last: Commit?
  private var layers: [UInt64: LayerState] = [:]
  private var images: [UInt64: LayerImage] = [:]
  private var animations: [LayerAnimationKey: LayerAnimation] = [:]
  /// The order in which the animations were added: additive ones depend on it.
  private var animationOrder: [LayerAnimationKey] = []

  /// Forgets the app that ran before.
  mutating func reset() {
    self = ScreenMirror()
  }

  mutating func apply(_ commit: Commit) {
    last = commit
    for image in commit.images { images[image.id] = image }
    for layer in commit.layers { layers[layer.id] = layer }
    for id in commit.removed { layers[id] = nil }
    if !commit.removed.isEmpty {
      let used = Set(layers.values.compactMap(\.contents))
      // An image that no layer names yet may be named by a later commit, so those of this commit stay.
      let fresh = Set(commit.images.map(\.id))
      images = images.filter { used.contains($0.key) || fresh.contains($0.key) }
    }
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
  }

  /// Everything as one commit; nil before the app's first.
  func whole() -> Commit? {
    guard var commit = last else { return nil }
    commit.layers = layers.values.sorted { $0.id < $1.id }
    commit.removed = []
    commit.removedAnimations = []
    let used = Set(layers.values.compactMap(\.contents))
    commit.images = images.values.sorted { $0.id < $1.id }.filter {
      used.contains($0.id) || isAnimated($0.id)
    }
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
