import DeviceProtocol

extension PageMessage {
  /// - Parameters:
  ///   - isFull: the page drops all its layers before it applies this commit.
  ///   - input: the number of the last input that reached the device before this commit, for measuring latency.
  static func commit(_ commit: Commit, isFull: Bool, input: UInt64) -> [UInt8] {
    var json = JSONWriter(capacity: 256 + commit.layers.count * 256)
    json.object {
      $0.member("type", "commit")
      $0.key("sequence")
      $0.value(commit.sequence)
      $0.member("time", commit.time)
      $0.member("full", ifTrue: isFull)
      if input != 0 {
        $0.key("input")
        $0.value(input)
      }
      $0.member("roots", ids: commit.roots)
      $0.key("layers")
      $0.array(commit.layers) { $0.layer($1) }
      if !commit.removed.isEmpty { $0.member("removed", ids: commit.removed) }
      if !commit.images.isEmpty { $0.member("images", ids: commit.images.map(\.id)) }
      if !commit.animations.isEmpty {
        $0.key("animations")
        $0.array(commit.animations) { $0.animation($1) }
      }
      if !commit.removedAnimations.isEmpty {
        $0.key("removedAnimations")
        $0.array(commit.removedAnimations) { json, removed in
          json.object {
            $0.key("layer")
            $0.value(removed.layer)
            $0.member("key", removed.key)
          }
        }
      }
      $0.member("busyUntil", commit.busyUntil, unless: 0)
      $0.member("statusBarStyle", commit.statusBarStyle)
      $0.member("statusBarHidden", ifTrue: commit.statusBarHidden)
    }
    return json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func layer(_ layer: LayerState) {
    object {
      $0.key("id")
      $0.value(layer.id)
      $0.member("name", layer.name)
      if !layer.sublayers.isEmpty { $0.member("sublayers", ids: layer.sublayers) }
      $0.member("position", [layer.positionX, layer.positionY])
      $0.member("size", [layer.width, layer.height])
      if layer.boundsX != 0 || layer.boundsY != 0 { $0.member("origin", [layer.boundsX, layer.boundsY]) }
      if layer.anchorX != 0.5 || layer.anchorY != 0.5 { $0.member("anchor", [layer.anchorX, layer.anchorY]) }
      if let transform = layer.transform { $0.member("transform", transform) }
      if let transform = layer.sublayerTransform { $0.member("sublayerTransform", transform) }
      $0.member("depth", ifTrue: layer.preservesDepth)
      $0.member("singleSided", ifTrue: layer.isSingleSided)
      $0.member("adds", ifTrue: layer.addsSublayers)
      $0.member("opacity", Double(layer.opacity), unless: 1)
      $0.member("hidden", ifTrue: layer.isHidden)
      $0.member("masks", ifTrue: layer.masksToBounds)
      $0.member("radius", layer.cornerRadius, unless: 0)
      $0.member("corners", Double(layer.maskedCorners), unless: 15)
      $0.member("continuous", ifTrue: layer.isContinuousCorner)
      if let color = layer.backgroundColor { $0.color("background", color) }
      $0.member("borderWidth", layer.borderWidth, unless: 0)
      if let color = layer.borderColor { $0.color("borderColor", color) }
      if layer.shadowOpacity != 0 {
        $0.member("shadowOpacity", Double(layer.shadowOpacity))
        if let color = layer.shadowColor { $0.color("shadowColor", color) }
        $0.member("shadowOffset", [layer.shadowOffsetX, layer.shadowOffsetY])
        $0.member("shadowRadius", layer.shadowRadius)
        if let picture = layer.shadowPicture { $0.picture("shadowPicture", picture) }
      }
      if let contents = layer.contents {
        $0.key("contents")
        $0.value(contents)
        if layer.contentsGravity != "resize" { $0.member("gravity", layer.contentsGravity) }
        $0.member("contentsScale", layer.contentsScale, unless: 1)
        if let center = layer.contentsCenter { $0.member("contentsCenter", center) }
        if let rect = layer.contentsRect { $0.member("contentsRect", rect) }
        $0.member("magnifiesToNearest", ifTrue: layer.magnifiesToNearest)
        $0.member("minifiesToNearest", ifTrue: layer.minifiesToNearest)
      }
      if let gradient = layer.gradient {
        $0.key("gradient")
        $0.object {
          $0.member("kind", gradient.kind)
          $0.key("colors")
          $0.array(gradient.colors) { $0.color($1) }
          $0.member("locations", gradient.locations)
          $0.member("start", [gradient.startX, gradient.startY])
          $0.member("end", [gradient.endX, gradient.endY])
        }
      }
      $0.member("backdropBlur", layer.backdropBlur, unless: 0)
      if let mask = layer.mask { $0.picture("mask", mask) }
      if let accessibility = layer.accessibility {
        $0.member(
          "accessibility",
          object: {
            $0.member("identifier", accessibility.identifier)
            $0.member("label", accessibility.label)
            $0.member("value", accessibility.value)
            $0.member("role", accessibility.role)
          })
      }
    }
  }

  private mutating func picture(_ name: StaticString, _ picture: LayerPicture) {
    member(
      name,
      object: {
        $0.key("image")
        $0.value(picture.image)
        $0.member("box", [picture.x, picture.y, picture.width, picture.height])
      })
  }

  fileprivate mutating func animation(_ animation: LayerAnimation) {
    object {
      $0.key("layer")
      $0.value(animation.layer)
      $0.member("key", animation.key)
      $0.member("property", animation.property)
      $0.member("values", lists: animation.values)
      $0.member("keyTimes", animation.keyTimes)
      $0.member("timings", lists: animation.timings)
      $0.member("begin", animation.begin)
      $0.member("duration", animation.duration)
      // Infinity is written as null.
      $0.member("repeatCount", animation.repeatCount, unless: 1)
      $0.member("autoreverses", ifTrue: animation.autoreverses)
      $0.member("additive", ifTrue: animation.isAdditive)
      $0.member("speed", animation.speed, unless: 1)
      $0.member("fillsForwards", ifTrue: animation.fillsForwards)
      $0.member("fillsBackwards", ifTrue: animation.fillsBackwards)
    }
  }

  fileprivate mutating func color(_ name: StaticString, _ color: LayerColor) {
    key(name)
    self.color(color)
  }

  fileprivate mutating func color(_ color: LayerColor) {
    array([color.red, color.green, color.blue, color.alpha]) { $0.value($1) }
  }
}
