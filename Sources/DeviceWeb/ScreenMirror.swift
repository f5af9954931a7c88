import DeviceProtocol

/// The layers after all commits so far, so that a page that connects later gets a full commit at once.
///
/// A pure value: the hub applies every commit, and calls `whole()` when a page connects. The app is not involved, as it may be
/// suspended or have ended.
struct ScreenMirror: Sendable {
  private var last: Commit?
  private var layers: [UInt64: LayerState] = [:]
  private var images: [UInt64: LayerImage] = [:]
  /// The ids of the images in the order of their arrival.
  private var arrivals: [UInt64] = []
  /// How many recent images are kept even if no layer refers to them (Documentation/Rendering.md).
  static let keptImages = 512
  /// The parts of each animation.
  private var animations: [LayerAnimationKey: [LayerAnimation]] = [:]
  /// The order in which the animations were added, which matters for additive ones.
  private var animationOrder: [LayerAnimationKey] = []

  /// Drops everything: a new process begins.
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
    var new: Set<LayerAnimationKey> = []
    for animation in commit.animations {
      let key = LayerAnimationKey(layer: animation.layer, key: animation.key)
      if new.insert(key).inserted {
        animationOrder.removeAll { $0 == key }
        animationOrder.append(key)
        animations[key] = []
      }
      animations[key]?.append(animation)
    }
    animations = animations.filter { key, parts in
      layers[key.layer] != nil && !parts.allSatisfy { $0.isOver(at: commit.time) }
    }
    animationOrder.removeAll { animations[$0] == nil }
    dropImages()
  }

  /// Drops old images that nothing refers to. Recent ones stay, because an app may use an image again without sending it.
  private mutating func dropImages() {
    guard arrivals.count > Self.keptImages else { return }
    let used = Set(
      layers.values.flatMap { layer in
        [layer.contents, layer.mask?.image, layer.shadowPicture?.image].compactMap { $0 }
      })
    let old = arrivals.dropLast(Self.keptImages).filter { !used.contains($0) && !isAnimated($0) }
    guard !old.isEmpty else { return }
    for id in old { images[id] = nil }
    arrivals.removeAll { images[$0] == nil }
  }

  /// Everything as one commit; nil before the app's first commit.
  func whole() -> Commit? {
    guard var commit = last else { return nil }
    commit.layers = layers.values.sorted { $0.id < $1.id }
    commit.removed = []
    commit.removedAnimations = []
    commit.images = images.values.sorted { $0.id < $1.id }
    commit.animations = animationOrder.flatMap { animations[$0] ?? [] }
    return commit
  }

  private func isAnimated(_ image: UInt64) -> Bool {
    animations.values.joined().contains { animation in
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
