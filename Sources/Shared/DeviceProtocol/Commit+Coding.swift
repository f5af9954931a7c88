extension Commit {
  func encode(to writer: inout WireWriter) {
    writer.write(sequence)
    writer.write(time)
    writer.write(roots) { $0.write($1) as Void }
    writer.write(layers) { $1.encode(to: &$0) }
    writer.write(removed) { $0.write($1) as Void }
    writer.write(images) { $1.encode(to: &$0) }
    writer.write(animations) { $1.encode(to: &$0) }
    writer.write(removedAnimations) { writer, animation in
      writer.write(animation.layer)
      writer.write(animation.key)
    }
    writer.write(busyUntil)
    writer.write(statusBarStyle)
    writer.write(statusBarHidden)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      sequence: try reader.unsigned(), time: try reader.double(),
      roots: try reader.array { reader throws(WireError) in try reader.unsigned() },
      layers: try reader.array(minimum: 6) { reader throws(WireError) in try LayerState(from: &reader) },
      removed: try reader.array { reader throws(WireError) in try reader.unsigned() },
      images: try reader.array(minimum: 4) { reader throws(WireError) in try LayerImage(from: &reader) },
      animations: try reader.array(minimum: 39) { reader throws(WireError) in
        try LayerAnimation(from: &reader)
      },
      removedAnimations: try reader.array(minimum: 2) { reader throws(WireError) in
        LayerAnimationKey(layer: try reader.unsigned(), key: try reader.string("removedAnimations.key"))
      },
      busyUntil: try reader.double(), statusBarStyle: try reader.string("statusBarStyle"),
      statusBarHidden: try reader.bool("statusBarHidden"))
  }
}

extension LayerColor {
  func encode(to writer: inout WireWriter) {
    writer.write(red)
    writer.write(green)
    writer.write(blue)
    writer.write(alpha)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      red: try reader.float(), green: try reader.float(), blue: try reader.float(), alpha: try reader.float())
  }
}

extension LayerGradient {
  func encode(to writer: inout WireWriter) {
    writer.write(kind)
    writer.write(colors) { $1.encode(to: &$0) }
    writer.write(locations)
    writer.write(startX)
    writer.write(startY)
    writer.write(endX)
    writer.write(endY)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      kind: try reader.string("gradient.kind"),
      colors: try reader.array(minimum: 16) { reader throws(WireError) in try LayerColor(from: &reader) },
      locations: try reader.doubles(), startX: try reader.double(), startY: try reader.double(),
      endX: try reader.double(), endY: try reader.double())
  }
}

extension LayerAccessibility {
  func encode(to writer: inout WireWriter) {
    writer.write(identifier)
    writer.write(label)
    writer.write(value)
    writer.write(role)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      identifier: try reader.optionalString("accessibility.identifier"),
      label: try reader.optionalString("accessibility.label"),
      value: try reader.optionalString("accessibility.value"),
      role: try reader.optionalString("accessibility.role"))
  }
}

extension LayerImage {
  func encode(to writer: inout WireWriter) {
    writer.write(id)
    writer.write(signed: Int64(pixelWidth))
    writer.write(signed: Int64(pixelHeight))
    writer.write(png)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      id: try reader.unsigned(), pixelWidth: try reader.integer("image.pixelWidth"),
      pixelHeight: try reader.integer("image.pixelHeight"), png: try reader.data())
  }
}

extension LayerAnimation {
  func encode(to writer: inout WireWriter) {
    writer.write(layer)
    writer.write(key)
    writer.write(property)
    writer.write(values) { $0.write($1) as Void }
    writer.write(keyTimes)
    writer.write(timings) { $0.write($1) as Void }
    writer.write(begin)
    writer.write(duration)
    writer.write(repeatCount)
    writer.write(speed)
    writer.write(
      (autoreverses ? 1 : 0) | (isAdditive ? 2 : 0) | (fillsForwards ? 4 : 0) | (fillsBackwards ? 8 : 0)
        as UInt8)
  }

  init(from reader: inout WireReader) throws(WireError) {
    let layer = try reader.unsigned()
    let key = try reader.string("animation.key")
    let property = try reader.string("animation.property")
    let values = try reader.array { reader throws(WireError) in try reader.doubles() }
    let keyTimes = try reader.doubles()
    let timings = try reader.array { reader throws(WireError) in try reader.doubles() }
    let begin = try reader.double()
    let duration = try reader.double()
    let repeatCount = try reader.double()
    let speed = try reader.double()
    let flags = try reader.byte()
    guard flags < 16 else { throw .invalidValue(field: "animation.flags") }
    self.init(
      layer: layer, key: key, property: property, values: values, keyTimes: keyTimes, timings: timings,
      begin: begin, duration: duration, repeatCount: repeatCount, autoreverses: flags & 1 != 0,
      isAdditive: flags & 2 != 0, speed: speed, fillsForwards: flags & 4 != 0, fillsBackwards: flags & 8 != 0)
  }
}
