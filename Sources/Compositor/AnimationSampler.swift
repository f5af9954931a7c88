import DeviceProtocol

/// Evaluates layer animations at a time.
///
/// The same arithmetic as Web Animations in the page: keyframes with timing functions, repeats, autoreverse,
/// fill, and addition to the value below.
enum AnimationSampler {
  /// The number of components of a value of the property; nil for properties that cannot be animated.
  static func components(of property: String) -> Int? {
    switch property {
    case "position", "bounds.size", "bounds.origin", "shadowOffset": 2
    case "opacity", "cornerRadius", "borderWidth", "shadowOpacity", "shadowRadius", "contents": 1
    case "backgroundColor", "borderColor", "shadowColor": 4
    case "transform", "sublayerTransform": 16
    default: nil
    }
  }

  /// The layer with its animations applied, earlier ones first.
  static func sample(_ layer: LayerState, _ animations: [LayerAnimation], at time: Double) -> LayerState {
    var result = layer
    for animation in animations {
      guard let progress = progress(of: animation, at: time) else { continue }
      let below = value(of: animation.property, in: result)
      guard let now = value(of: animation, at: progress, below: below) else { continue }
      set(
        animation.property, to: animation.isAdditive ? sum(animation.property, now, below) : now, in: &result)
    }
    return result
  }

  /// When the animation ends, in device seconds.
  static func end(of animation: LayerAnimation) -> Double {
    guard animation.speed > 0 else { return .infinity }
    return animation.begin + total(animation) / animation.speed
  }

  private static func total(_ animation: LayerAnimation) -> Double {
    if animation.duration == 0 || animation.repeatCount == 0 { return 0 }
    return animation.duration * animation.repeatCount * (animation.autoreverses ? 2 : 1)
  }

  /// The progress of the animation (0…1); nil if it has no effect.
  static func progress(of animation: LayerAnimation, at time: Double) -> Double? {
    let elapsed = (time - animation.begin) * animation.speed
    if elapsed < 0 { return animation.fillsBackwards ? 0 : nil }
    let total = total(animation)
    let isOver = elapsed >= total
    if isOver, !animation.fillsForwards { return nil }
    guard animation.duration > 0 else { return animation.autoreverses ? 0 : 1 }
    let passes = (isOver ? total : elapsed) / animation.duration
    var pass = passes.rounded(.down)
    var fraction = passes - pass
    // The end of the last repeat is progress 1, not progress 0 of another one.
    if isOver, fraction == 0, pass > 0 {
      pass -= 1
      fraction = 1
    }
    return animation.autoreverses && pass.truncatingRemainder(dividingBy: 2) == 1 ? 1 - fraction : fraction
  }

  /// The value at a progress. A single keyframe animates from its value to the value below.
  private static func value(of animation: LayerAnimation, at progress: Double, below: [Double]?) -> [Double]?
  {
    var values = animation.values
    guard let first = values.first else { return nil }
    if values.count == 1 {
      guard let below else { return first }
      values.append(animation.isAdditive ? zero(animation.property, first.count) : below)
    }
    let last = values.count - 1
    let times =
      animation.keyTimes.count == values.count
      ? animation.keyTimes : (0...last).map { Double($0) / Double(last) }
    if progress <= times[0] { return values[0] }
    if progress >= times[last] { return values[last] }
    let next = times.firstIndex { $0 > progress } ?? last
    let span = times[next] - times[next - 1]
    var part = span > 0 ? (progress - times[next - 1]) / span : 1
    if !animation.timings.isEmpty {
      let timing =
        animation.timings.count == 1
        ? animation.timings[0] : animation.timings[min(next - 1, animation.timings.count - 1)]
      part = CubicTiming.value(timing, at: part)
    }
    let (from, to) = (values[next - 1], values[next])
    switch animation.property {
    case "contents": return from
    case "transform", "sublayerTransform":
      return Matrix4.interpolate(Matrix4(m: from), Matrix4(m: to), part).m
    case "backgroundColor", "borderColor", "shadowColor": return mixColors(from, to, part)
    default: return zip(from, to).map { $0 + ($1 - $0) * part }
    }
  }

  /// Mixes colours premultiplied, as CSS does, so that a fade from transparent has no tint.
  private static func mixColors(_ a: [Double], _ b: [Double], _ t: Double) -> [Double] {
    let alpha = a[3] + (b[3] - a[3]) * t
    guard alpha > 0 else { return [b[0], b[1], b[2], 0] }
    return (0..<3).map { (a[$0] * a[3] * (1 - t) + b[$0] * b[3] * t) / alpha } + [alpha]
  }

  private static func zero(_ property: String, _ count: Int) -> [Double] {
    count == 16 ? Matrix4.identity.m : [Double](repeating: 0, count: count)
  }

  private static func sum(_ property: String, _ value: [Double], _ below: [Double]?) -> [Double] {
    guard let below, property != "contents" else { return value }
    // Adding a transform multiplies it with the one below, like `composite: add`.
    if value.count == 16 { return (Matrix4(m: value) * Matrix4(m: below)).m }
    return zip(value, below).map { $0 + $1 }
  }

  // MARK: Properties

  private static func value(of property: String, in layer: LayerState) -> [Double]? {
    func numbers(_ color: LayerColor?) -> [Double] {
      guard let color else { return [0, 0, 0, 0] }
      return [Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha)]
    }
    switch property {
    case "position": return [layer.positionX, layer.positionY]
    case "bounds.size": return [layer.width, layer.height]
    case "bounds.origin": return [layer.boundsX, layer.boundsY]
    case "shadowOffset": return [layer.shadowOffsetX, layer.shadowOffsetY]
    case "opacity": return [Double(layer.opacity)]
    case "cornerRadius": return [layer.cornerRadius]
    case "borderWidth": return [layer.borderWidth]
    case "shadowOpacity": return [Double(layer.shadowOpacity)]
    case "shadowRadius": return [layer.shadowRadius]
    case "backgroundColor": return numbers(layer.backgroundColor)
    case "borderColor": return numbers(layer.borderColor)
    case "shadowColor": return numbers(layer.shadowColor)
    case "transform": return layer.transform ?? Matrix4.identity.m
    case "sublayerTransform": return layer.sublayerTransform ?? Matrix4.identity.m
    default: return nil
    }
  }

  private static func set(_ property: String, to v: [Double], in layer: inout LayerState) {
    func color() -> LayerColor {
      LayerColor(red: Float(v[0]), green: Float(v[1]), blue: Float(v[2]), alpha: Float(v[3]))
    }
    switch property {
    case "position": (layer.positionX, layer.positionY) = (v[0], v[1])
    case "bounds.size": (layer.width, layer.height) = (max(v[0], 0), max(v[1], 0))
    case "bounds.origin": (layer.boundsX, layer.boundsY) = (v[0], v[1])
    case "shadowOffset": (layer.shadowOffsetX, layer.shadowOffsetY) = (v[0], v[1])
    case "opacity": layer.opacity = Float(v[0])
    case "cornerRadius": layer.cornerRadius = v[0]
    case "borderWidth": layer.borderWidth = v[0]
    case "shadowOpacity": layer.shadowOpacity = Float(v[0])
    case "shadowRadius": layer.shadowRadius = v[0]
    case "backgroundColor": layer.backgroundColor = color()
    case "borderColor": layer.borderColor = color()
    case "shadowColor": layer.shadowColor = color()
    case "transform": layer.transform = v
    case "sublayerTransform": layer.sublayerTransform = v
    case "contents": layer.contents = v[0] >= 1 && v[0] < 9e15 ? UInt64(v[0]) : nil
    default: break
    }
  }
}

/// A timing function: the cubic Bézier curve from (0, 0) to (1, 1) with two control points.
enum CubicTiming {
  static func value(_ c: [Double], at x: Double) -> Double {
    guard c.count == 4 else { return x }
    let (x1, x2) = (min(max(c[0], 0), 1), min(max(c[2], 0), 1))
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    func curve(_ a: Double, _ b: Double, _ t: Double) -> Double {
      let s = 1 - t
      return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
    }
    // x increases with t, so bisection finds it; 60 steps reach the last bit.
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if curve(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return curve(c[1], c[3], (low + high) / 2)
  }
}
