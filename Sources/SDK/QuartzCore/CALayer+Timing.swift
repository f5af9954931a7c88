import CarobFoundation
import DeviceProtocol

/// How the time of an object runs in that of what it is in.
public protocol CAMediaTiming {
  /// When it begins, in its parent's time.
  var beginTime: CFTimeInterval { get set }
  var duration: CFTimeInterval { get set }
  /// How fast its time runs in its parent's; 0 is a standstill.
  var speed: Float { get set }
  /// Added to its time.
  var timeOffset: CFTimeInterval { get set }
  var repeatCount: Float { get set }
  var repeatDuration: CFTimeInterval { get set }
  var autoreverses: Bool { get set }
  var fillMode: CAMediaTimingFillMode { get set }
}

/// What a layer's time is different by; most layers have none (E-830).
struct LayerTiming: Equatable {
  var begin = 0.0
  var offset = 0.0
  var speed: Float = 1
}

/// The time of a layer in the device's: `factor * device + offset`.
struct LayerTime: Equatable {
  var factor = 1.0
  var offset = 0.0

  func local(_ device: Double) -> Double { factor == 0 ? offset : device * factor + offset }
  /// Infinite for what never comes, since the layer stands still.
  func device(_ local: Double) -> Double { factor == 0 ? .infinity : (local - offset) / factor }
  var isDevices: Bool { factor == 1 && offset == 0 }

  /// E-831: what a layer shows of an animation whose times are the layer's.
  func shown(_ animation: LayerAnimation) -> LayerAnimation? {
    if isDevices { return animation }
    var shown = animation
    if factor > 0 {
      shown.begin = device(animation.begin)
      shown.speed = animation.speed * factor
      return shown
    }
    if factor < 0, animation.speed > 0 { return reversed(animation) }
    guard let still = animation.value(at: offset) else { return nil }
    (shown.values, shown.keyTimes, shown.timings) = ([still, still], [], [[0, 0, 1, 1]])
    (shown.begin, shown.duration, shown.repeatCount, shown.speed) = (LayerClock.now, 1, .infinity, 1)
    (shown.autoreverses, shown.fillsBackwards, shown.fillsForwards) = (false, true, true)
    return shown
  }
}

extension LayerTime {
  /// E-849: an animation whose layer's time runs backwards: from its end to its beginning.
  private func reversed(_ animation: LayerAnimation) -> LayerAnimation {
    var shown = animation
    let period = animation.duration * (animation.autoreverses ? 2 : 1) / animation.speed
    var count = animation.repeatCount.rounded(.up)
    if count.isInfinite {
      // From now back to its beginning.
      count = max(1, ((local(LayerClock.now) - animation.begin) / period).rounded(.up))
    }
    (shown.begin, shown.repeatCount) = (device(animation.begin + count * period), count)
    shown.speed = animation.speed * -factor
    (shown.fillsForwards, shown.fillsBackwards) = (animation.fillsBackwards, animation.fillsForwards)
    // There and back is the same from behind.
    if animation.autoreverses { return shown }
    shown.values.reverse()
    shown.keyTimes = animation.keyTimes.reversed().map { 1 - $0 }
    shown.timings = animation.timings.reversed().map { curve in
      curve.count == 4 ? [1 - curve[2], 1 - curve[3], 1 - curve[0], 1 - curve[1]] : curve
    }
    return shown
  }
}

// E-830
extension CALayer: CAMediaTiming {
  /// When the layer's time is `timeOffset`, in its superlayer's.
  public var beginTime: CFTimeInterval {
    get { timing?.begin ?? 0 }
    set { retime { $0.begin = newValue } }
  }
  public var timeOffset: CFTimeInterval {
    get { timing?.offset ?? 0 }
    set { retime { $0.offset = newValue } }
  }
  public var speed: Float {
    get { timing?.speed ?? 1 }
    set { retime { $0.speed = newValue } }
  }

  // A layer is always there; of these its animations' count.
  public var duration: CFTimeInterval {
    get { .infinity }
    set { unimplemented("CALayer.duration") }
  }
  public var repeatCount: Float {
    get { 0 }
    set { unimplemented("CALayer.repeatCount") }
  }
  public var repeatDuration: CFTimeInterval {
    get { 0 }
    set { unimplemented("CALayer.repeatDuration") }
  }
  public var autoreverses: Bool {
    get { false }
    set { unimplemented("CALayer.autoreverses") }
  }
  public var fillMode: CAMediaTimingFillMode {
    get { .removed }
    set { unimplemented("CALayer.fillMode") }
  }

  /// A time of another layer's, or of the device's without one, in this one's.
  public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    time.local(l?.time.device(t) ?? t)
  }
  public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let device = time.device(t)
    return l?.time.local(device) ?? device
  }

  private func retime(_ change: (inout LayerTiming) -> Void) {
    var new = timing ?? LayerTiming()
    change(&new)
    guard new.begin.isFinite, new.offset.isFinite, new.speed.isFinite, new != timing ?? LayerTiming() else {
      return
    }
    timing = new == LayerTiming() ? nil : new
    if timing != nil { LayerTree.shared.hasTimings = true }
    LayerAnimations.timesChanged(self)
  }

  /// How its time runs: what is above it counts too.
  var time: LayerTime {
    guard LayerTree.shared.hasTimings else { return LayerTime() }
    var result = LayerTime()
    var here: CALayer? = self
    // From the inside out: local = speed * (parent - begin) + offset.
    while let layer = here {
      if let timing = layer.timing {
        let speed = Double(timing.speed)
        result.offset += result.factor * (timing.offset - speed * timing.begin)
        result.factor *= speed
      }
      here = layer.superlayer
    }
    return result
  }
}
