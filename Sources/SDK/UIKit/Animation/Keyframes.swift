import CarobFoundation
import QuartzCore

/// The frames of one `UIView.animateKeyframes` call. The changes in their blocks become one keyframe
/// animation per property, through the values at the end of each frame (E-616).
@MainActor
final class Keyframes {
  private struct Track {
    let view: UIView
    let key: String
    let initial: Any
    /// Start and end as fractions of the whole duration, and the value at the end.
    var frames: [(start: Double, end: Double, value: Any)] = []
  }

  private let mode: CAAnimationCalculationMode
  private var tracks: [Track] = []
  /// The properties that the current frame's block has changed, as indices of tracks; nil outside of frames.
  private var touched: [Int]?

  init(_ options: UIView.KeyframeAnimationOptions) {
    mode =
      switch (options.rawValue >> 10) & 7 {
      case 1: .discrete
      case 2: .paced
      case 3: .cubic
      case 4: .cubicPaced
      default: .linear
      }
  }

  /// Runs a frame's block; the changes are animated by `start(in:)`.
  func add(_ start: Double, _ duration: Double, _ animations: () -> Void) {
    let outer = touched
    touched = []
    animations()
    for index in touched ?? [] {
      guard let value = tracks[index].view.layer.animatable(tracks[index].key) else { continue }
      tracks[index].frames.append((start, min(1, start + duration), value))
    }
    touched = outer
  }

  /// Called before a property changes. Returns whether the change belongs to a frame.
  func note(_ key: String, of view: UIView) -> Bool {
    guard touched != nil else { return false }
    var index = tracks.firstIndex { $0.view === view && $0.key == key }
    if index == nil, let value = (view.layer.presentation() ?? view.layer).animatable(key) {
      index = tracks.count
      tracks.append(Track(view: view, key: key, initial: value))
    }
    guard let index else { return false }
    if touched?.contains(index) == false { touched?.append(index) }
    return true
  }

  /// Starts the animations once all frames are known.
  func start(in whole: ViewAnimation) {
    for track in tracks where whole.animates {
      var values = [track.initial]
      var times = [0.0]
      for frame in track.frames.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
        if let last = values.last, let time = times.last, frame.start > time {
          values.append(last)
          times.append(frame.start)
        }
        values.append(frame.value)
        times.append(max(frame.end, times.last ?? 0))
      }
      if let last = values.last, let time = times.last, time < 1 {
        values.append(last)
        times.append(1)
      }
      // A discrete value lasts from its key time to the next one.
      if mode == .discrete { times.append(1) }
      let animation = CAKeyframeAnimation(keyPath: track.key)
      (animation.values, animation.calculationMode) = (values, mode)
      animation.keyTimes = times.map { NSNumber(value: $0) }
      whole.time(animation, of: track.view)
      track.view.layer.add(animation, forKey: track.key)
    }
    tracks.removeAll()
  }
}
