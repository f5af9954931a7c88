extension LayerAnimation {
  /// The animated value at a device time; nil if the animation has no effect at that time.
  ///
  /// The page, the compositor and `presentation()` all follow this function.
  public func value(at time: Double) -> [Double]? {
    guard !values.isEmpty, duration > 0 else { return nil }
    let elapsed = (time - begin) * speed
    if elapsed < 0 { return fillsBackwards ? values[0] : nil }
    let period = autoreverses ? duration * 2 : duration
    if elapsed >= period * repeatCount {
      guard fillsForwards else { return nil }
      return autoreverses ? values[0] : values[values.count - 1]
    }
    var local = elapsed - (elapsed / period).rounded(.down) * period
    if local > duration { local = period - local }
    return keyframe(at: local / duration)
  }

  /// The value at a fraction of one run.
  public func keyframe(at fraction: Double) -> [Double] {
    guard values.count > 1 else { return values[0] }
    var index = 0
    while index < values.count - 2, fraction >= keyTime(index + 1) { index += 1 }
    let (start, end) = (keyTime(index), keyTime(index + 1))
    let linear = end > start ? min(max((fraction - start) / (end - start), 0), 1) : 1
    let timing = timings.isEmpty ? nil : timings[min(index, timings.count - 1)]
    let eased = timing.map { LayerAnimation.ease(linear, $0) } ?? linear
    let (a, b) = (values[index], values[index + 1])
    guard a.count == b.count else { return eased < 1 ? a : b }
    return (0..<a.count).map { a[$0] + (b[$0] - a[$0]) * eased }
  }

  private func keyTime(_ index: Int) -> Double {
    index < keyTimes.count ? keyTimes[index] : Double(index) / Double(values.count - 1)
  }

  /// The cubic Bézier timing curve with control points (x1, y1) and (x2, y2) at `x`.
  public static func ease(_ x: Double, _ points: [Double]) -> Double {
    guard points.count == 4 else { return x }
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    func curve(_ t: Double, _ p1: Double, _ p2: Double) -> Double {
      let u = 1 - t
      return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
    }
    // Bisection: x(t) grows monotonically for control points within 0…1.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if curve(middle, points[0], points[2]) < x { low = middle } else { high = middle }
    }
    return curve((low + high) / 2, points[1], points[3])
  }
}
