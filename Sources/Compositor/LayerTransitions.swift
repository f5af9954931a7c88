public import DeviceProtocol

/// Turns the transitions of an app's layers into ordinary layers and animations, for the page and the
/// compositor alike (E-930).
///
/// The device passes every commit of the app through it, before anything shows the commit. At the beginning
/// of a transition it copies what the layer and its sublayers show at that moment. Until the transition ends
/// the copy and the layer have a common parent at the layer's place. A copy that has ended is invisible, and
/// is removed with the next commit.
public struct LayerTransitions: Sendable {
  private struct Running {
    /// The layer in the original's place, which contains the original and the copy.
    let stage: UInt64
    /// The layers of the copy.
    let copies: [UInt64]
    let parts: [LayerAnimationKey]
    let end: Double
  }
  private var store = LayerStore()
  /// By the original's identifier.
  private var running: [UInt64: Running] = [:]
  private var lastID: UInt64 = 0
  // NB: larger than the ids of an app's layers and of system alerts, and exact in JavaScript's numbers.
  private static let firstID: UInt64 = 1 << 52 + 1 << 32

  public init() {}

  private mutating func newID() -> UInt64 {
    lastID += 1
    return Self.firstID + lastID
  }

  /// The commit to show instead of the app's.
  public mutating func expand(_ commit: Commit) -> Commit {
    let isNew = commit.animations.contains { Transition($0) != nil }
    guard isNew || !running.isEmpty else {
      store.apply(commit)
      return commit
    }
    var shown = commit
    shown.animations.removeAll { Transition($0) != nil }
    let old = store
    store.apply(commit)
    var restored = endTransitions(commit, &shown)
    for animation in commit.animations {
      guard let transition = Transition(animation), store.layers[animation.layer] != nil else { continue }
      if let previous = running.removeValue(forKey: animation.layer) {
        remove(previous, &shown)
        restored.insert(animation.layer)
      }
      begin(transition, old: old, at: commit.time, &shown)
      restored.remove(animation.layer)
    }
    arrangeStages(restored, &shown)
    return shown
  }

  // MARK: Ends

  /// Ends the transitions that are over or removed, and those of removed layers; returns the originals.
  private mutating func endTransitions(_ commit: Commit, _ shown: inout Commit) -> Set<UInt64> {
    var ended: Set<UInt64> = []
    let stopped = Set(commit.removedAnimations.lazy.filter { $0.key == "transition" }.map(\.layer))
    for (id, transition) in running.sorted(by: { $0.key < $1.key })
    where transition.end <= commit.time || stopped.contains(id) || store.layers[id] == nil {
      running[id] = nil
      remove(transition, &shown)
      ended.insert(id)
    }
    return ended
  }

  private func remove(_ transition: Running, _ shown: inout Commit) {
    shown.removed += [transition.stage] + transition.copies
    shown.removedAnimations += transition.parts.filter { store.layers[$0.layer] != nil }
  }

  // MARK: Beginnings

  private mutating func begin(
    _ transition: Transition, old: LayerStore, at time: Double, _ shown: inout Commit
  ) {
    let id = transition.source.layer
    guard let layer = store.layers[id] else { return }
    let (size, axes) = ((layer.width, layer.height), layer.transform ?? Matrix4.identity.m)
    var parts = transition.parts(of: id, isOld: false, opacity: Double(layer.opacity), size, axes)
    let end = AnimationSampler.end(of: transition.source)
    guard let place = old.sampled(id, at: time), !place.isHidden else {
      // Without an old appearance, the new one begins from nothing.
      shown.animations += parts
      return
    }
    var copies: [LayerState] = []
    let ghost = copy(id, of: old, at: time, &copies)
    let opacity = Double(place.opacity)
    copies[copies.count - 1].opacity = 0
    parts += transition.parts(of: ghost, isOld: true, opacity: opacity, size, axes)
    var stage = LayerState(id: newID(), name: "CATransition")
    stage.sublayers = transition.hasOldOnTop ? [id, ghost] : [ghost, id]
    stage.addsSublayers = transition.kind == "fade"
    shown.layers += copies + [stage]
    shown.animations += parts
    running[id] = Running(
      stage: stage.id, copies: copies.map(\.id),
      parts: parts.filter { $0.layer == id }.map { LayerAnimationKey(layer: id, key: $0.key) }, end: end)
  }

  /// Copies a layer with its sublayers as they look at a time; the last copy is that of the layer itself.
  private mutating func copy(
    _ id: UInt64, of old: LayerStore, at time: Double, _ copies: inout [LayerState], level: Int = 0
  ) -> UInt64 {
    let new = newID()
    guard var layer = old.sampled(id, at: time) else { return new }
    let known = layer.sublayers.filter { old.layers[$0] != nil && level < 2000 }
    layer.sublayers = known.map { copy($0, of: old, at: time, &copies, level: level + 1) }
    layer.id = new
    layer.accessibility = nil
    copies.append(layer)
    return new
  }

  // MARK: The tree

  /// Puts the stages in the places of their originals, and the originals without a stage back.
  private mutating func arrangeStages(_ restored: Set<UInt64>, _ shown: inout Commit) {
    let stages = running.mapValues(\.stage)
    func staged(_ ids: [UInt64]) -> [UInt64] { ids.map { stages[$0] ?? $0 } }
    shown.roots = staged(shown.roots)
    var sent: Set<UInt64> = []
    // NB: copies have no originals among their sublayers, and stages are not to be changed.
    let own = Set(stages.values)
    for index in shown.layers.indices where !own.contains(shown.layers[index].id) {
      sent.insert(shown.layers[index].id)
      shown.layers[index].sublayers = staged(shown.layers[index].sublayers)
    }
    let affected = restored.union(stages.keys)
    var placed = Set(store.roots)
    for (id, layer) in store.layers.sorted(by: { $0.key < $1.key })
    where layer.sublayers.contains(where: affected.contains) {
      placed.formUnion(layer.sublayers)
      if sent.contains(id) { continue }
      var copy = layer
      copy.sublayers = staged(layer.sublayers)
      shown.layers.append(copy)
    }
    // A layer that the app took out of the tree leaves its stage, too.
    for (id, transition) in running.sorted(by: { $0.key < $1.key }) where !placed.contains(id) {
      running[id] = nil
      shown.layers.removeAll { $0.id == transition.stage || transition.copies.contains($0.id) }
      shown.animations.removeAll { transition.copies.contains($0.layer) }
      remove(transition, &shown)
    }
  }
}

/// A transition as an app sends it.
private struct Transition {
  let source: LayerAnimation
  let kind: String
  let subtype: String

  init?(_ animation: LayerAnimation) {
    let words = animation.property.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count >= 2, words[0] == "transition", animation.values.count == 2,
      animation.values.allSatisfy({ $0.count == 1 && $0[0].isFinite })
    else { return nil }
    source = animation
    kind = String(words[1])
    subtype = words.count > 2 ? String(words[2]) : "fromLeft"
  }

  var hasOldOnTop: Bool { kind == "reveal" }

  /// From the layer's place to where the new appearance begins, in the layer's axes.
  private func way(_ size: (Double, Double)) -> (Double, Double) {
    switch subtype {
    case "fromRight": (size.0, 0)
    // E-931: in a layer's space the top is the edge with the largest y.
    case "fromTop": (0, size.1)
    case "fromBottom": (0, -size.1)
    default: (-size.0, 0)
    }
  }

  /// The animations of the new appearance, or of the old one.
  func parts(
    of layer: UInt64, isOld: Bool, opacity: Double, _ size: (Double, Double), _ axes: [Double]
  ) -> [LayerAnimation] {
    let (first, last) = (source.values[0][0], source.values[1][0])
    func part(_ property: String, _ value: (_ progress: Double) -> [Double]) -> LayerAnimation {
      var part = source
      (part.layer, part.key, part.property) = (layer, "transition", property)
      (part.values, part.isAdditive) = ([value(first), value(last)], property == "position")
      part.fillsBackwards = true
      return part
    }
    func move(_ share: (Double) -> Double) -> LayerAnimation {
      let (x, y) = way(size)
      return part("position") { progress in
        let share = share(progress)
        return [share * (x * axes[0] + y * axes[4]), share * (x * axes[1] + y * axes[5])]
      }
    }
    switch (kind, isOld) {
    case ("fade", false): return [part("opacity") { [opacity * $0] }]
    case ("fade", true): return [part("opacity") { [opacity * (1 - $0)] }]
    case ("moveIn", false), ("push", false): return [move { 1 - $0 }]
    case ("push", true), ("reveal", true): return [part("opacity") { _ in [opacity] }, move { -$0 }]
    case ("moveIn", true): return [part("opacity") { _ in [opacity] }]
    default: return []
    }
  }
}
