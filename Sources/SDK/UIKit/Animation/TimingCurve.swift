import CoreGraphics
import QuartzCore

/// A timing curve: progress (0…1; springs overshoot) as a function of the fraction of the duration.
struct TimingCurve {
  private enum Kind {
    case linear
    case cubic([Double])
    case spring(CASpringAnimation)
  }
  private let kind: Kind
  /// The duration in seconds.
  let duration: Double

  init(_ provider: any UITimingCurveProvider, duration: Double) {
    if let spring = provider.springTimingParameters {
      let animation = CASpringAnimation()
      animation.initialVelocity = spring.initialVelocity.dx
      switch spring.form {
      case .ratio(let ratio):
        let omega = Self.omega(ratio: Double(ratio), duration: duration)
        animation.stiffness = CGFloat(omega * omega)
        animation.damping = CGFloat(2 * Double(ratio) * omega)
        self.duration = duration
      case .physical(let mass, let stiffness, let damping):
        (animation.mass, animation.stiffness, animation.damping) = (mass, stiffness, damping)
        self.duration = animation.settlingDuration
      }
      kind = .spring(animation)
    } else {
      let cubic = provider.cubicTimingParameters ?? UICubicTimingParameters()
      let (one, two) = (cubic.controlPoint1, cubic.controlPoint2)
      // These control points give a straight line, which is computed exactly.
      let isLinear = one == .zero && two == CGPoint(x: 1, y: 1)
      kind = isLinear ? .linear : .cubic([Double(one.x), Double(one.y), Double(two.x), Double(two.y)])
      self.duration = duration
    }
  }

  /// The angular frequency of a spring with the damping ratio that settles within the duration.
  static func omega(ratio: Double, duration: Double) -> Double {
    max(4, 6 / max(ratio, 0.1)) / max(duration, 0.01)
  }

  func progress(at fraction: Double) -> Double {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    switch kind {
    case .linear: return fraction
    case .cubic(let points): return CAMediaTimingFunction.ease(fraction, points)
    case .spring(let animation): return animation.progress(at: fraction * duration)
    }
  }

  /// The first fraction of the duration at which the curve reaches `progress`.
  func fraction(of progress: Double) -> Double {
    if progress <= 0 { return 0 }
    if progress >= 1 { return 1 }
    if case .linear = kind { return progress }
    let steps = 1000
    var low = 0
    while low < steps, self.progress(at: Double(low + 1) / Double(steps)) < progress { low += 1 }
    let (a, b) = (
      self.progress(at: Double(low) / Double(steps)), self.progress(at: Double(low + 1) / Double(steps))
    )
    let part = b > a ? (progress - a) / (b - a) : 0
    return (Double(low) + min(max(part, 0), 1)) / Double(steps)
  }
}
