import CarobFoundation
import CoreGraphics
import DeviceProtocol

/// A key path of a layer that can be animated: converts its values to numbers, and to animations for the
/// device.
struct AnimatedProperty {
  enum Kind {
    case scalar, point, size, rect, color, transform
    /// A part of the transform: `rotation.z`, `scale`, `translation.x`…
    case transformPart(String)
    /// Transforms given by some of their components, one number for each (E-501).
    case transformOf([String])
    /// One component of a point or size: the whole property and the index.
    case component(String, Int)
    case contents
    /// The points of a path; the types of its elements are the model's.
    case path
    /// A list of as many numbers as the model has.
    case list
    /// A property of the app's layer class, or any value that only has a key (E-932).
    case custom
  }
  let keyPath: String
  let kind: Kind

  /// Properties of shape and gradient layers, which are drawn here and not sent to the device.
  static let drawn: Set = [
    "path", "fillColor", "strokeColor", "lineWidth", "miterLimit", "lineDashPhase", "strokeStart",
    "strokeEnd", "colors", "locations", "startPoint", "endPoint",
  ]

  /// Whether an animation changes such a property.
  static func isDrawn(_ animation: CAAnimation) -> Bool {
    switch animation {
    case let group as CAAnimationGroup: return group.animations?.contains(where: isDrawn) == true
    case let property as CAPropertyAnimation: return property.keyPath.map(drawn.contains) ?? false
    default: return false
    }
  }

  init?(_ keyPath: String) {
    self.keyPath = keyPath
    switch keyPath {
    case "opacity", "cornerRadius", "borderWidth", "shadowOpacity", "shadowRadius", "zPosition":
      kind = .scalar
    case "position": kind = .point
    case "bounds.size", "shadowOffset": kind = .size
    case "bounds": kind = .rect
    case "bounds.origin": kind = .point
    case "backgroundColor", "borderColor", "shadowColor": kind = .color
    case "transform": kind = .transform
    case "position.x": kind = .component("position", 0)
    case "position.y": kind = .component("position", 1)
    case "bounds.size.width": kind = .component("bounds.size", 0)
    case "bounds.size.height": kind = .component("bounds.size", 1)
    case "bounds.origin.x": kind = .component("bounds.origin", 0)
    case "bounds.origin.y": kind = .component("bounds.origin", 1)
    case "contents": kind = .contents
    case "lineWidth", "miterLimit", "lineDashPhase", "strokeStart", "strokeEnd": kind = .scalar
    case "fillColor", "strokeColor": kind = .color
    case "path": kind = .path
    case "colors", "locations": kind = .list
    case "startPoint", "endPoint": kind = .point
    default:
      guard keyPath.hasPrefix("transform.") else { return nil }
      kind = .transformPart(String(keyPath.dropFirst("transform.".count)))
    }
  }

  /// A property of the app's layer class.
  init(custom keyPath: String) { (self.keyPath, kind) = (keyPath, .custom) }

  private static let customPrefix = "custom."
  /// The key of an app's own property, from the name in animation data; nil for the others.
  static func customKey(of property: String) -> String? {
    property.hasPrefix(customPrefix) ? String(property.dropFirst(customPrefix.count)) : nil
  }

  /// The transform that a value function computes.
  init(_ function: CAValueFunction) {
    (keyPath, kind) = ("transform", .transformOf(function.parts))
  }

  /// A value of the property as numbers.
  func numbers(_ value: Any) -> [Double]? {
    switch value {
    case let number as NSNumber: return [number.doubleValue]
    case let number as CGFloat: return [Double(number)]
    case let number as Double: return [number]
    case let number as Float: return [Double(number)]
    case let number as Int: return [Double(number)]
    case let point as CGPoint: return [Double(point.x), Double(point.y)]
    case let size as CGSize: return [Double(size.width), Double(size.height)]
    case let rect as CGRect:
      return [Double(rect.minX), Double(rect.minY), Double(rect.width), Double(rect.height)]
    case let transform as CATransform3D: return transform.values.map(Double.init)
    case let transform as CGAffineTransform:
      return CATransform3DMakeAffineTransform(transform).values.map(Double.init)
    case let color as CGColor: return color.layerColor.numbers
    case let path as CGPath: return path.points.flatMap { [Double($0.x), Double($0.y)] }
    case let value as NSValue: return value.unboxed.flatMap(numbers)
    case let list as [Any]: return list.flatMap { numbers($0) ?? [] }
    default: return nil
    }
  }

  /// The model value of the layer.
  func read(_ layer: CALayer) -> [Double] {
    if case .transformOf(let parts) = kind {
      let model = TransformParts(layer.transform)
      return parts.map { model[$0] }
    }
    if case .custom = kind { return layer.value(forKeyPath: keyPath).flatMap(numbers) ?? [0] }
    switch keyPath {
    case "opacity": return [Double(layer.opacity)]
    case "cornerRadius": return [Double(layer.cornerRadius)]
    case "borderWidth": return [Double(layer.borderWidth)]
    case "shadowOpacity": return [Double(layer.shadowOpacity)]
    case "shadowRadius": return [Double(layer.shadowRadius)]
    case "zPosition": return [Double(layer.zPosition)]
    case "position": return [Double(layer.position.x), Double(layer.position.y)]
    case "bounds.size": return [Double(layer.bounds.width), Double(layer.bounds.height)]
    case "bounds.origin": return [Double(layer.bounds.minX), Double(layer.bounds.minY)]
    case "bounds": return numbers(layer.bounds) ?? []
    case "shadowOffset": return [Double(layer.shadowOffset.width), Double(layer.shadowOffset.height)]
    case "backgroundColor": return layer.backgroundColor?.layerColor.numbers ?? [0, 0, 0, 0]
    case "borderColor": return layer.borderColor?.layerColor.numbers ?? [0, 0, 0, 0]
    case "shadowColor": return layer.shadowColor?.layerColor.numbers ?? [0, 0, 0, 0]
    case "transform": return layer.transform.values.map(Double.init)
    default: break
    }
    switch kind {
    case .component(let whole, let index): return [AnimatedProperty(whole)?.read(layer)[index] ?? 0]
    case .transformPart(let part): return [TransformParts(layer.transform)[part]]
    case .path: return layer.drawnValue(keyPath).flatMap(numbers) ?? []
    case .color: return layer.drawnValue(keyPath).flatMap(numbers) ?? [0, 0, 0, 0]
    default: return layer.drawnValue(keyPath).flatMap(numbers) ?? [0]
    }
  }

  /// Whether a value has as many numbers as the property.
  func takes(_ value: [Double], _ model: [Double]) -> Bool {
    switch kind {
    case .contents, .path, .custom: true
    // NB: `transform.translation` takes a size, too, and `transform.scale` one number for all three.
    case .transformPart: (1...3).contains(value.count)
    default: value.count == model.count
    }
  }

  struct Part {
    var property: String
    var values: [[Double]]
    var keyTimes: [Double]
    var timings: [[Double]]
  }

  /// Converts the animation to one or more properties that the device can animate.
  ///
  /// Components that the values do not set keep the model's value; in an additive animation (E-921) they are
  /// 0.
  func expand(
    _ values: [[Double]], _ keyTimes: [Double], _ timings: [[Double]], layer: CALayer, isAdditive: Bool
  ) -> [Part] {
    switch kind {
    case .rect:
      return [
        Part(
          property: "bounds.origin", values: values.map { Array($0.prefix(2)) }, keyTimes: keyTimes,
          timings: timings),
        Part(
          property: "bounds.size", values: values.map { Array($0.suffix(2)) }, keyTimes: keyTimes,
          timings: timings),
      ]
    case .component(let whole, let index):
      let model = isAdditive ? [0, 0] : AnimatedProperty(whole)?.read(layer) ?? [0, 0]
      let full = values.map { value -> [Double] in
        var copy = model
        copy[index] = value[0]
        return copy
      }
      return [Part(property: whole, values: full, keyTimes: keyTimes, timings: timings)]
    case .transformPart(let part):
      return [
        sampled(
          values, keyTimes, timings, TransformParts(isAdditive ? CATransform3DIdentity : layer.transform)
        ) { value, parts in
          if value.count > 1 {
            parts["translation.x"] = value[0]
            parts["translation.y"] = value[1]
          } else {
            parts[part] = value[0]
          }
        }
      ]
    case .transformOf(let names):
      return [
        sampled(values, keyTimes, timings, TransformParts(CATransform3DIdentity)) { value, parts in
          for (name, number) in zip(names, value) { parts[name] = number }
        }
      ]
    case .contents: return []
    case .custom:
      return [
        Part(property: Self.customPrefix + keyPath, values: values, keyTimes: keyTimes, timings: timings)
      ]
    default: return [Part(property: keyPath, values: values, keyTimes: keyTimes, timings: timings)]
    }
  }

  /// Samples the numbers finely, because a rotation is not a linear interpolation of matrices.
  private func sampled(
    _ values: [[Double]], _ keyTimes: [Double], _ timings: [[Double]], _ origin: TransformParts,
    _ set: (_ value: [Double], _ parts: inout TransformParts) -> Void
  ) -> Part {
    let source = LayerAnimation(
      layer: 0, key: "", property: "", values: values, keyTimes: keyTimes, timings: timings, begin: 0,
      duration: 1)
    let steps = max(values.count * 12, 24)
    var parts = origin
    let frames = (0...steps).map { step -> [Double] in
      set(source.keyframe(at: Double(step) / Double(steps)), &parts)
      return parts.transform.values.map(Double.init)
    }
    return Part(property: "transform", values: frames, keyTimes: [], timings: [[0, 0, 1, 1]])
  }
}

/// A transform as rotation, scale and translation, for key paths like `transform.rotation.z`.
struct TransformParts {
  var rotation = (x: 0.0, y: 0.0, z: 0.0)
  var scale = (x: 1.0, y: 1.0, z: 1.0)
  var translation = (x: 0.0, y: 0.0, z: 0.0)
  private let m34: CGFloat

  init(_ t: CATransform3D) {
    translation = (Double(t.m41), Double(t.m42), Double(t.m43))
    func length(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> Double {
      Double((x * x + y * y + z * z).squareRoot())
    }
    scale = (length(t.m11, t.m12, t.m13), length(t.m21, t.m22, t.m23), length(t.m31, t.m32, t.m33))
    if t.m11 * t.m22 - t.m12 * t.m21 < 0, t.m33 > 0 { scale.y = -scale.y }
    // Scale, then rotation about x, y and z: the order of `transform`.
    let sine = scale.x == 0 ? 0 : -Double(t.m13) / scale.x
    if abs(sine) < 0.999_999 {
      rotation.y = asin(sine)
      rotation.x = scale.y == 0 || scale.z == 0 ? 0 : atan2(Double(t.m23) / scale.y, Double(t.m33) / scale.z)
      rotation.z = atan2(Double(t.m12), Double(t.m11))
    } else {
      // Gimbal lock: one angle represents the rotations about x and z.
      rotation.y = sine > 0 ? .pi / 2 : -.pi / 2
      rotation.z = scale.y == 0 ? 0 : atan2(-Double(t.m21) / scale.y, Double(t.m22) / scale.y)
    }
    m34 = t.m34
  }

  /// The components that a key path may name.
  static let names: Set = [
    "rotation", "rotation.x", "rotation.y", "rotation.z", "scale", "scale.x", "scale.y", "scale.z",
    "translation",
    "translation.x", "translation.y", "translation.z",
  ]

  subscript(part: String) -> Double {
    get {
      switch part {
      case "rotation", "rotation.z": return rotation.z
      case "rotation.x": return rotation.x
      case "rotation.y": return rotation.y
      case "scale": return (scale.x + scale.y + scale.z) / 3
      case "scale.x": return scale.x
      case "scale.y": return scale.y
      case "scale.z": return scale.z
      case "translation", "translation.x": return translation.x
      case "translation.y": return translation.y
      case "translation.z": return translation.z
      default:
        unimplemented("layer key path transform.\(part)")
        return 0
      }
    }
    set {
      switch part {
      case "rotation", "rotation.z": rotation.z = newValue
      case "rotation.x": rotation.x = newValue
      case "rotation.y": rotation.y = newValue
      case "scale": scale = (newValue, newValue, newValue)
      case "scale.x": scale.x = newValue
      case "scale.y": scale.y = newValue
      case "scale.z": scale.z = newValue
      case "translation", "translation.x": translation.x = newValue
      case "translation.y": translation.y = newValue
      case "translation.z": translation.z = newValue
      default: unimplemented("layer key path transform.\(part)")
      }
    }
  }

  var transform: CATransform3D {
    var t = CATransform3DMakeScale(CGFloat(scale.x), CGFloat(scale.y), CGFloat(scale.z))
    if rotation.x != 0 { t = CATransform3DConcat(t, CATransform3DMakeRotation(CGFloat(rotation.x), 1, 0, 0)) }
    if rotation.y != 0 { t = CATransform3DConcat(t, CATransform3DMakeRotation(CGFloat(rotation.y), 0, 1, 0)) }
    if rotation.z != 0 { t = CATransform3DConcat(t, CATransform3DMakeRotation(CGFloat(rotation.z), 0, 0, 1)) }
    var move = CATransform3DMakeTranslation(
      CGFloat(translation.x), CGFloat(translation.y), CGFloat(translation.z))
    move.m34 = m34
    return CATransform3DConcat(t, move)
  }
}

extension CALayer {
  /// The model value of an animatable property, as an animation's from and to values hold it.
  package func animatable(_ key: String) -> Any? {
    switch key {
    case "bounds": return bounds
    case "position": return position
    case "transform": return transform
    case "opacity": return opacity
    case "backgroundColor": return backgroundColor
    case "cornerRadius": return cornerRadius
    case "borderWidth": return borderWidth
    case "borderColor": return borderColor
    case "shadowOpacity": return shadowOpacity
    default: return drawnValue(key) ?? customValue(key)
    }
  }

  /// Sets a sampled value on a presentation copy, or adds it to what the copy has (E-921).
  func apply(_ property: String, _ value: [Double], isAdditive: Bool) {
    if let key = AnimatedProperty.customKey(of: property) {
      return applyCustom(value, forKeyPath: key, isAdditive: isAdditive)
    }
    var v = value
    if isAdditive, let below = AnimatedProperty(property)?.read(self), below.count == v.count {
      // A transform is added by applying it before the one in the copy.
      v =
        property == "transform"
        ? CATransform3DConcat(CATransform3D(values: v.map { CGFloat($0) }), _transform).values.map(
          Double.init)
        : zip(v, below).map(+)
    }
    switch property {
    case "opacity": _opacity = Float(v[0])
    case "cornerRadius": _cornerRadius = CGFloat(v[0])
    case "borderWidth": _borderWidth = CGFloat(v[0])
    case "shadowOpacity": _shadowOpacity = Float(v[0])
    case "zPosition": _zPosition = CGFloat(v[0])
    case "position": _position = CGPoint(x: v[0], y: v[1])
    case "bounds.size": _bounds.size = CGSize(width: v[0], height: v[1])
    case "bounds.origin": _bounds.origin = CGPoint(x: v[0], y: v[1])
    case "backgroundColor": _backgroundColor = CGColor(red: v[0], green: v[1], blue: v[2], alpha: v[3])
    case "borderColor": _borderColor = CGColor(red: v[0], green: v[1], blue: v[2], alpha: v[3])
    case "transform": _transform = CATransform3D(values: v.map { CGFloat($0) })
    case "fillColor", "strokeColor":
      setDrawnValue(CGColor(red: v[0], green: v[1], blue: v[2], alpha: v[3]), forKey: property)
    case "path":
      // E-500: paths of other elements have no values between them.
      guard let path = (drawnValue("path") as? CGPath)?.mutableCopy(), path.points.count * 2 == v.count
      else { break }
      path.points = stride(from: 0, to: v.count, by: 2).map { CGPoint(x: v[$0], y: v[$0 + 1]) }
      setDrawnValue(path, forKey: property)
    case "colors":
      let colors = stride(from: 0, to: v.count - 3, by: 4).map {
        CGColor(red: v[$0], green: v[$0 + 1], blue: v[$0 + 2], alpha: v[$0 + 3])
      }
      setDrawnValue(colors, forKey: property)
    case "locations": setDrawnValue(v.map { NSNumber(value: $0) }, forKey: property)
    case "startPoint", "endPoint": setDrawnValue(CGPoint(x: v[0], y: v[1]), forKey: property)
    default: if let number = v.first { setDrawnValue(CGFloat(number), forKey: property) }
    }
  }
}

extension LayerColor {
  var numbers: [Double] { [Double(red), Double(green), Double(blue), Double(alpha)] }
}
