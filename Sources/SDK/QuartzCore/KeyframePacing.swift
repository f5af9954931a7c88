import CoreGraphics

/// Converts a keyframe animation to values and times that the device interpolates linearly (E-618).
struct KeyframePacing {
  var values: [[Double]]
  var times: [Double]
  var timings: [[Double]]

  init(_ animation: CAKeyframeAnimation, _ target: AnimatedProperty) {
    timings = animation.timingFunctions?.map(\.points) ?? [[0, 0, 1, 1]]
    times = animation.keyTimes?.map(\.doubleValue) ?? []
    if let path = animation.path {
      (values, times) = path.animationPoints(times)
      if animation.rotationMode != nil { unimplemented("CAKeyframeAnimation.rotationMode") }
    } else {
      values = (animation.values ?? []).compactMap { target.numbers($0) }
    }
    guard values.count > 1 else { return }
    switch animation.calculationMode {
    case .discrete where animation.path == nil: hold()
    case .paced: pace()
    case .cubic where animation.path == nil: curve()
    case .cubicPaced:
      if animation.path == nil { curve() }
      pace()
    default: break
    }
  }

  private func time(_ index: Int) -> Double {
    index < times.count ? times[index] : Double(index) / Double(values.count - 1)
  }

  /// Holds each value from its time until the next; there is one more time than values.
  private mutating func hold() {
    let count = values.count
    let given = times.count == count + 1 ? times : (0...count).map { Double($0) / Double(count) }
    times = (0..<count).flatMap { [given[$0], given[$0 + 1]] }
    values = values.flatMap { [$0, $0] }
    timings = [[0, 0, 1, 1]]
  }

  /// Times at which the value changes at a constant rate.
  private mutating func pace() {
    var length = 0.0
    var lengths = [0.0]
    for (value, next) in zip(values, values.dropFirst()) where value.count == next.count {
      length += zip(value, next).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
      lengths.append(length)
    }
    guard length > 0, lengths.count == values.count else { return }
    times = lengths.map { $0 / length }
    timings = [[0, 0, 1, 1]]
  }

  /// A Catmull–Rom curve through the values, as short line segments.
  private mutating func curve() {
    let steps = 12
    let points = values
    guard points.allSatisfy({ $0.count == points[0].count }) else { return }
    let last = points.count - 1
    var (newValues, newTimes): ([[Double]], [Double]) = ([points[0]], [time(0)])
    for index in 0..<last {
      let around = [max(index - 1, 0), index, index + 1, min(index + 2, last)].map { points[$0] }
      for step in 1...steps {
        let t = Double(step) / Double(steps)
        newValues.append(
          points[0].indices.map { place in
            let (p0, p1, p2, p3) = (around[0][place], around[1][place], around[2][place], around[3][place])
            let slope = (p2 - p0) / 2, nextSlope = (p3 - p1) / 2
            let (t2, t3) = (t * t, t * t * t)
            return (2 * t3 - 3 * t2 + 1) * p1 + (t3 - 2 * t2 + t) * slope + (3 * t2 - 2 * t3) * p2
              + (t3 - t2) * nextSlope
          })
        newTimes.append(time(index) + (time(index + 1) - time(index)) * t)
      }
    }
    (values, times, timings) = (newValues, newTimes, [[0, 0, 1, 1]])
  }
}

extension CGPath {
  /// The points of a path for an animation along it, each element as straight lines, and their times: the
  /// given times at the ends of the elements, else the same time for each element.
  func animationPoints(_ given: [Double]) -> (values: [[Double]], times: [Double]) {
    var parts: [[CGPoint]] = []
    var (start, current): (CGPoint?, CGPoint?)
    forEach { type, points in
      if type == .moveToPoint {
        // A move to a new subpath takes no time.
        if !parts.isEmpty { parts.append([points[0]]) }
        (start, current) = (points[0], points[0])
        return
      }
      guard let from = current else { return }
      let piece = CGMutablePath()
      piece.move(to: from)
      switch type {
      case .addLineToPoint: piece.addLine(to: points[0])
      case .addQuadCurveToPoint: piece.addQuadCurve(to: points[1], control: points[0])
      case .addCurveToPoint: piece.addCurve(to: points[2], control1: points[0], control2: points[1])
      default: if let start { piece.addLine(to: start) }
      }
      let flat = piece.flattened().flatMap(\.points)
      current = type == .closeSubpath ? start : points.last
      if type == .closeSubpath, flat.first == flat.last { return }
      parts.append(flat)
    }
    let count = parts.count { $0.count > 1 }
    guard count > 0 else { return (parts.flatMap { $0 }.map { [Double($0.x), Double($0.y)] }, []) }
    func time(_ index: Int) -> Double {
      given.count == count + 1 ? given[index] : Double(index) / Double(count)
    }
    var (values, times): ([[Double]], [Double]) = ([], [])
    var index = 0
    for part in parts {
      let isJump = part.count == 1
      for (place, point) in part.enumerated() where isJump || place > 0 || values.isEmpty {
        values.append([Double(point.x), Double(point.y)])
        let share = isJump ? 0 : Double(place) / Double(part.count - 1)
        times.append(time(index) + (isJump ? 0 : (time(index + 1) - time(index)) * share))
      }
      if !isJump { index += 1 }
    }
    return (values, times)
  }
}
