import CarobFoundation
import CoreGraphics
import DeviceProtocol

/// Identifies a copy of a layer in replicators: one number for each replicator, from the outermost (E-600).
struct ReplicaPlace: Hashable {
  private(set) var steps: [UInt64] = []
  private(set) var delay = 0.0
  /// The factor of the copy's colours; the opacity belongs to the copy as a whole.
  private(set) var color = SIMD3<Float>.one

  var isOriginal: Bool { steps.isEmpty }

  func appending(_ replicator: CAReplicatorLayer, _ index: Int) -> ReplicaPlace {
    var next = self
    next.steps += [replicator.id, UInt64(index)]
    next.delay += replicator.instanceDelay * Double(index)
    let tint = replicator.color(ofInstance: index)
    next.color *= SIMD3(tint.x, tint.y, tint.z)
    return next
  }

  static func == (a: ReplicaPlace, b: ReplicaPlace) -> Bool { a.steps == b.steps }
  func hash(into hasher: inout Hasher) { hasher.combine(steps) }
}

extension CALayer {
  /// The places of all copies of the layer; only the original outside of replicators.
  var replicaPlaces: [ReplicaPlace] {
    var replicators: [CAReplicatorLayer] = []
    var here = superlayer
    while let outer = here {
      if let replicator = outer as? CAReplicatorLayer { replicators.append(replicator) }
      here = outer.superlayer
    }
    var places = [ReplicaPlace()]
    for replicator in replicators.reversed() {
      places = places.flatMap { place in (0..<replicator.count).map { place.appending(replicator, $0) } }
      if places.count > CAReplicatorLayer.mostReplicas {
        Journal.warn(
          "replicator layers in one another make more than \(CAReplicatorLayer.mostReplicas) copies")
        places.removeLast(places.count - CAReplicatorLayer.mostReplicas)
      }
    }
    return places
  }
}

extension LayerState {
  /// Multiplies the colours with those of a copy.
  mutating func tint(_ color: SIMD3<Float>) {
    guard color != .one else { return }
    func tinted(_ old: LayerColor) -> LayerColor {
      LayerColor(
        red: old.red * color.x, green: old.green * color.y, blue: old.blue * color.z, alpha: old.alpha)
    }
    backgroundColor = backgroundColor.map(tinted)
    borderColor = borderColor.map(tinted)
    shadowColor = shadowColor.map(tinted)
    if let gradient {
      self.gradient = LayerGradient(
        kind: gradient.kind, colors: gradient.colors.map(tinted), locations: gradient.locations,
        startX: gradient.startX, startY: gradient.startY, endX: gradient.endX, endY: gradient.endY)
    }
  }
}

extension LayerTree {
  /// Adds the copies of a layer in replicators to the commit, with the animations that they do not have yet.
  func appendReplicas(of layer: CALayer, _ places: [ReplicaPlace], to commit: inout Commit) {
    let state = state(of: layer)
    let picture = (layer as? CAShapeLayer).flatMap(picture)
    let new = Set(newAnimations.lazy.filter { $0.layer == layer.id }.map(\.key))
    for place in places {
      var copy = state
      copy.id = replica(of: layer.id, place)
      copy.sublayers = state.sublayers.map { replica(of: $0, place) }
      copy.tint(place.color)
      if place.color != .one, state.contents != nil {
        unimplemented("instanceColor of pictures in a CAReplicatorLayer; colours and shapes are multiplied")
      }
      let isFresh = !hasSent(copy.id)
      if let replicator = layer as? CAReplicatorLayer {
        appendInstances(of: replicator, place, &copy, to: &commit)
      }
      commit.layers.append(copy)
      if var picture, let shape = layer as? CAShapeLayer {
        picture.id = replica(of: picture.id, place)
        if let tinted = shape.tintedPicture(place.color) { picture.contents = tinted }
        commit.layers.append(picture)
      }
      guard !place.isOriginal else { continue }
      for (key, animation) in layer.animations where isFresh || new.contains(key) {
        for data in LayerAnimations.sentAnimations(animation, layer, key) {
          var later = data
          later.layer = copy.id
          later.begin += place.delay
          if place.delay > 0 {
            later.fillsBackwards = animation.fillMode == .backwards || animation.fillMode == .both
          }
          commit.animations.append(later)
        }
      }
    }
  }

  /// Adds a layer for each instance, which moves the copies in it.
  private func appendInstances(
    of replicator: CAReplicatorLayer, _ place: ReplicaPlace, _ state: inout LayerState,
    to commit: inout Commit
  ) {
    let sublayers = replicator.orderedSublayers.map(\.id)
    let box = replicator._bounds
    state.sublayers = []
    for index in 0..<replicator.count {
      let inner = place.appending(replicator, index)
      var instance = LayerState(
        id: replica(of: replicator.id, inner), name: "CAReplicatorLayer.instance")
      (instance.positionX, instance.positionY) = (Double(box.midX), Double(box.midY))
      (instance.boundsX, instance.boundsY) = (Double(box.minX), Double(box.minY))
      (instance.width, instance.height) = (Double(box.width), Double(box.height))
      let transform = replicator.transform(ofInstance: index)
      if !CATransform3DIsIdentity(transform) { instance.transform = transform.values.map(Double.init) }
      instance.opacity = replicator.color(ofInstance: index).w
      instance.preservesDepth = replicator.preservesDepth
      instance.sublayers = sublayers.map { replica(of: $0, inner) }
      state.sublayers.append(instance.id)
      commit.layers.append(instance)
    }
    state.preservesDepth = replicator.preservesDepth
  }
}
