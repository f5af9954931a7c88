internal import DeviceProtocol

/// The layers after a list of commits, with the animations that may still run.
struct LayerStore: Sendable {
  private(set) var roots: [UInt64] = []
  private(set) var layers: [UInt64: LayerState] = [:]
  private(set) var animations: [UInt64: [LayerAnimation]] = [:]

  mutating func apply(_ commit: Commit) {
    for id in commit.removed {
      layers[id] = nil
      animations[id] = nil
    }
    for layer in commit.layers { layers[layer.id] = layer }
    roots = commit.roots
    for key in commit.removedAnimations { animations[key.layer]?.removeAll { $0.key == key.key } }
    // NB: first all, because several animations of one commit may have the same key.
    for animation in commit.animations { animations[animation.layer]?.removeAll { $0.key == animation.key } }
    for animation in commit.animations { animations[animation.layer, default: []].append(animation) }
    // Animations without a fill mode need no sampling after their end.
    for id in Set(commit.animations.map(\.layer)).sorted() {
      animations[id]?.removeAll { !$0.fillsForwards && AnimationSampler.end(of: $0) < commit.time }
    }
  }

  /// The layer at a time, with its animations applied.
  func sampled(_ id: UInt64, at time: Double) -> LayerState? {
    guard let layer = layers[id] else { return nil }
    guard let running = animations[id], !running.isEmpty else { return layer }
    return AnimationSampler.sample(layer, running, at: time)
  }
}
