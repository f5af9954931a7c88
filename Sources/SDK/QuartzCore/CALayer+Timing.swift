import CarobFoundation
import DeviceProtocol

/// Maps the time of a parent (a superlayer, a layer of an animation) to the local time of an object (E-830).
public protocol CAMediaTiming {
  /// When the object begins, in its parent's time, in seconds.
  var beginTime: CFTimeInterval { get set }
  var duration: CFTimeInterval { get set }
  /// How fast local time runs relative to the parent's; 0 stops it, a negative speed runs it backwards.
  var speed: Float { get set }
  /// Seconds added to local time.
  var timeOffset: CFTimeInterval { get set }
  var repeatCount: Float { get set }
  var repeatDuration: CFTimeInterval { get set }
  var autoreverses: Bool { get set }
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The timing properties of a layer that has set any (E-830).
struct LayerTiming: Equatable {
  var begin = 0.0
  var offset = 0.0
  var speed: Float = 1
}

/// Maps the device's time to a layer's: `factor * device + offset`.
struct LayerTime: Equatable {
  var factor = 1.0
  var offset = 0.0

  func local(_ device: Double) -> Double { factor == 0 ? offset : device * factor + offset }
  /// The device's time for a layer's; infinite if the layer's time is stopped.
  func device(_ local: Double) -> Double { factor == 0 ? .infinity : (local - offset) / factor }
  var isDevices: Bool { factor == 1 && offset == 0 }

  /// E-831: an animation in the layer's time, converted to the device's; nil if it has no effect.
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
  /// E-849: an animation of a layer whose time runs backwards, from its end to its beginning.
  private func reversed(_ animation: LayerAnimation) -> LayerAnimation {
    var shown = animation
    let period = animation.duration * (animation.autoreverses ? 2 : 1) / animation.speed
    var count = animation.repeatCount.rounded(.up)
    if count.isInfinite {
      // From now back to the beginning.
      count = max(1, ((local(LayerClock.now) - animation.begin) / period).rounded(.up))
    }
    (shown.begin, shown.repeatCount) = (device(animation.begin + count * period), count)
    shown.speed = animation.speed * -factor
    (shown.fillsForwards, shown.fillsBackwards) = (animation.fillsBackwards, animation.fillsForwards)
    // An animation that autoreverses looks the same backwards.
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
extension CALayer {
  /// Converts a time of another layer, or of the device if `l` is nil, to this layer's.
  public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    time.local(l?.time.device(t) ?? t)
  }
  public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let device = time.device(t)
    return l?.time.local(device) ?? device
  }

  func retime(_ change: (inout LayerTiming) -> Void) {
    var new = timing ?? LayerTiming()
    change(&new)
    guard new.begin.isFinite, new.offset.isFinite, new.speed.isFinite, new != timing ?? LayerTiming() else {
      return
    }
    timing = new == LayerTiming() ? nil : new
    if timing != nil { LayerTree.shared.hasTimings = true }
    LayerAnimations.timesChanged(self)
  }

  /// The layer's time relative to the device's, with all superlayers taken into account.
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
