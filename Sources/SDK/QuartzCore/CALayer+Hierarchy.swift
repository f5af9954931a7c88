import CarobFoundation

/// Adding and removing sublayers.
extension CALayer {
  func insert(_ layer: CALayer, at index: Int) {
    var index = index
    if layer.superlayer === self, let old = _sublayers.firstIndex(where: { $0 === layer }) {
      _sublayers.remove(at: old)
      if old < index { index -= 1 }
    } else if layer.superlayer != nil {
      // E-693
      layer.removeFromSuperlayer()
    }
    _sublayers.insert(layer, at: min(max(index, 0), _sublayers.count))
    layer.parent = self
    markChanged()
    setNeedsLayout()
    layer.becameReachable(depth: depth + 1)
    // E-692
    LayerAnimations.ask(self, "sublayers")
    LayerAnimations.ask(layer, "onOrderIn")
  }

  /// Marks the layer and all below it as changed: the device may have dropped them.
  private func becameReachable(depth: Int) {
    // E-697
    guard depth <= Self.deepest else {
      NSException.raise(
        .internalInconsistencyException,
        "layers (or views) are nested deeper than \(Self.deepest) levels; is something added in a loop?")
    }
    markChanged()
    for layer in _sublayers { layer.becameReachable(depth: depth + 1) }
  }

  /// Deeper nesting would overflow the stack, here or on the device.
  private static let deepest = 2000
  /// The number of its superlayers.
  private var depth: Int {
    var depth = 0
    var here = superlayer
    while let layer = here {
      depth += 1
      here = layer.superlayer
    }
    return depth
  }

  func leaveSuperlayer() {
    guard let parent = superlayer else { return }
    guard parent.mask !== self else { return parent.mask = nil }
    // E-692
    LayerAnimations.ask(self, "onOrderOut")
    LayerAnimations.ask(parent, "sublayers")
    parent._sublayers.removeAll { $0 === self }
    self.parent = nil
    parent.markChanged()
  }
}
