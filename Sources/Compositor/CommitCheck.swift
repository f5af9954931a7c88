import DeviceProtocol

/// Validates a commit before any part of it is applied.
struct CommitCheck {
  private let commit: Commit
  private let known: [UInt64: LayerState]
  private let images: Set<UInt64>

  init(_ commit: Commit, known: [UInt64: LayerState], images: Set<UInt64>) {
    self.commit = commit
    self.known = known
    self.images = images.union(commit.images.map(\.id))
  }

  private func failure(_ problem: String) -> CommitError {
    CommitError(sequence: commit.sequence, problem: problem)
  }

  /// - Throws: the first problem of the commit.
  func check() throws(CommitError) {
    try checkImages()
    var changed: [UInt64: LayerState] = [:]
    for layer in commit.layers {
      if layer.id == 0 { throw failure("a layer has the id 0") }
      if changed.updateValue(layer, forKey: layer.id) != nil {
        throw failure("layer \(layer.id) is sent twice")
      }
      try check(layer)
    }
    let gone = Set(commit.removed)
    if let both = commit.removed.first(where: { changed[$0] != nil }) {
      throw failure("layer \(both) is sent and removed")
    }
    func find(_ id: UInt64) -> LayerState? { gone.contains(id) ? nil : changed[id] ?? known[id] }
    try checkTree(find, gone: gone, changed: changed)
    for animation in commit.animations { try check(animation, find) }
  }

  private func checkImages() throws(CommitError) {
    for image in commit.images {
      guard image.pixelWidth > 0, image.pixelHeight > 0, image.pixelWidth <= 16384, image.pixelHeight <= 16384
      else {
        throw failure("image \(image.id) claims \(image.pixelWidth) × \(image.pixelHeight) pixels")
      }
      guard image.png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
        throw failure("image \(image.id) is not a PNG file")
      }
    }
  }

  private func check(_ layer: LayerState) throws(CommitError) {
    let numbers = [
      layer.positionX, layer.positionY, layer.boundsX, layer.boundsY, layer.width, layer.height,
      layer.anchorX,
      layer.anchorY, Double(layer.opacity), layer.cornerRadius, layer.borderWidth,
      Double(layer.shadowOpacity),
      layer.shadowOffsetX, layer.shadowOffsetY, layer.shadowRadius, layer.contentsScale, layer.backdropBlur,
    ]
    guard (numbers + (layer.transform ?? []) + (layer.sublayerTransform ?? [])).allSatisfy(\.isFinite) else {
      throw failure("layer \(layer.id) has a number that is not finite")
    }
    for transform in [layer.transform, layer.sublayerTransform] {
      if let transform, transform.count != 16 {
        throw failure("layer \(layer.id) has a transform that is not 4 × 4")
      }
    }
    for rectangle in [layer.contentsCenter, layer.contentsRect] {
      if let rectangle, rectangle.count != 4 || !rectangle.allSatisfy(\.isFinite) {
        throw failure("layer \(layer.id) has an invalid contents rectangle")
      }
    }
    if layer.contentsScale <= 0 {
      throw failure("layer \(layer.id) has a contents scale of \(layer.contentsScale)")
    }
    if let contents = layer.contents, !images.contains(contents) {
      throw failure("layer \(layer.id) names image \(contents), which was not sent")
    }
    for (picture, name) in [(layer.mask, "mask"), (layer.shadowPicture, "shadow")] {
      guard let picture else { continue }
      guard images.contains(picture.image) else {
        throw failure("layer \(layer.id) has image \(picture.image) as its \(name), which was not sent")
      }
      guard [picture.x, picture.y, picture.width, picture.height].allSatisfy(\.isFinite), picture.width > 0,
        picture.height > 0
      else { throw failure("layer \(layer.id) has a \(name) without an area") }
    }
    let colors = [layer.backgroundColor, layer.borderColor, layer.shadowColor].compactMap { $0 }
    for color in colors + (layer.gradient?.colors ?? []) {
      guard color.red.isFinite, color.green.isFinite, color.blue.isFinite, color.alpha.isFinite else {
        throw failure("layer \(layer.id) has a colour that is not finite")
      }
    }
    if let gradient = layer.gradient {
      guard ["axial", "radial", "conic"].contains(gradient.kind) else {
        throw failure("layer \(layer.id) has a gradient of unknown kind \(gradient.kind)")
      }
      let numbers = gradient.locations + [gradient.startX, gradient.startY, gradient.endX, gradient.endY]
      guard gradient.locations.isEmpty || gradient.locations.count == gradient.colors.count,
        numbers.allSatisfy(\.isFinite)
      else { throw failure("layer \(layer.id) has a gradient whose locations do not fit its colours") }
    }
  }

  /// Checks that every layer in the tree exists, has one parent, and is not inside itself.
  private func checkTree(
    _ find: (UInt64) -> LayerState?, gone: Set<UInt64>, changed: [UInt64: LayerState]
  ) throws(CommitError) {
    var parents: [UInt64: UInt64] = [:]
    // 0 is the screen.
    var open: [(id: UInt64, parent: UInt64)] = commit.roots.map { ($0, 0) }
    // Also layers that are not below a root yet.
    for layer in commit.layers { open += layer.sublayers.map { ($0, layer.id) } }
    var expanded = Set(changed.keys)
    while let (id, parent) = open.popLast() {
      guard let layer = find(id) else {
        throw failure(
          parent == 0
            ? "root \(id) is not a layer" : "layer \(parent) has sublayer \(id), which is not a layer")
      }
      if let other = parents[id] {
        if other == parent { throw failure("layer \(id) is twice in layer \(parent)") }
        throw failure("layer \(id) is in both \(min(other, parent)) and \(max(other, parent))")
      }
      parents[id] = parent
      if expanded.insert(id).inserted { open += layer.sublayers.map { ($0, id) } }
    }
    // With one parent per layer, a layer is inside itself exactly if its chain of parents does not end.
    var safe: Set<UInt64> = [0]
    for start in changed.keys.sorted() {
      var path: [UInt64] = []
      var seen: Set<UInt64> = []
      var current = start
      while !safe.contains(current) {
        guard seen.insert(current).inserted else { throw failure("layer \(current) is inside itself") }
        path.append(current)
        guard let parent = parents[current] else { break }
        current = parent
      }
      safe.formUnion(path)
    }
  }

  private func check(_ animation: LayerAnimation, _ find: (UInt64) -> LayerState?) throws(CommitError) {
    let name = "animation \(animation.key) of layer \(animation.layer)"
    guard find(animation.layer) != nil else { throw failure("\(name): there is no such layer") }
    guard let count = AnimationSampler.components(of: animation.property) else {
      throw failure("\(name): unknown property \(animation.property)")
    }
    guard !animation.values.isEmpty,
      animation.values.allSatisfy({ $0.count == count && $0.allSatisfy(\.isFinite) })
    else {
      throw failure("\(name): the values of \(animation.property) are not \(count) finite numbers each")
    }
    let times = animation.keyTimes
    guard times.isEmpty || times.count == animation.values.count, times.allSatisfy({ $0 >= 0 && $0 <= 1 }),
      zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw failure("\(name): key times must rise from 0 to 1, one for each value") }
    guard animation.timings.allSatisfy({ $0.count == 4 && $0.allSatisfy(\.isFinite) }) else {
      throw failure("\(name): a timing function is four numbers")
    }
    guard animation.begin.isFinite, animation.duration.isFinite, animation.duration >= 0,
      animation.speed.isFinite,
      animation.repeatCount >= 0
    else { throw failure("\(name): begin, duration, speed or repeat count make no sense") }
  }
}
