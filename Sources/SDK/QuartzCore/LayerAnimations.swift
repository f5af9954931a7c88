import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol

/// Starts, samples and ends animations of layers.
package enum LayerAnimations {
  /// Changes a property and starts the animation that the owner, delegate or transaction provides.
  static func change(_ layer: CALayer, _ key: String, _ change: () -> Void) {
    guard !layer.isCopy else { return change() }
    defer { if type(of: layer).needsDisplay(forKey: key) { layer.setNeedsDisplay() } }
    guard animates(key) else {
      ask(layer, key)
      change()
      layer.markChanged()
      return
    }
    if let owner = layer.owner {
      // OPTIMIZATION: outside an animation block a view's layer answers at once.
      let action = owner.layerAction(layer, forKey: key)
      if case .animation(let animation) = action { return start(animation, layer, key, change) }
      change()
      layer.markChanged()
      if case .other(let other) = action { other.run(forKey: key, object: layer, arguments: nil) }
      return
    }
    guard !CATransaction.disableActions(), layer.superlayer != nil else {
      change()
      layer.markChanged()
      return
    }
    switch layer.action(forKey: key) {
    case is NSNull:
      change()
      layer.markChanged()
    case let animation as CAAnimation:
      // NB: a copy, because the app may use its animation for other changes, too.
      start(animation.copyForLayer(), layer, key, change)
    case let action?:
      change()
      layer.markChanged()
      action.run(forKey: key, object: layer, arguments: nil)
    case nil:
      let animation = CABasicAnimation(keyPath: key)
      animation.duration = CATransaction.animationDuration()
      animation.timingFunction =
        CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
      start(animation, layer, key, change)
    }
  }

  /// E-692: asks for the action of an event that has no animation unless the app provides one.
  static func ask(_ layer: CALayer, _ key: String) {
    guard !CATransaction.disableActions(), !layer.isCopy else { return }
    if let owner = layer.owner {
      guard owner.layerIsAskedForActions(layer) else { return }
      switch owner.layerAction(layer, forKey: key) {
      case .none: break
      case .animation(let animation): add(animation, to: layer, key: key)
      case .other(let action): action.run(forKey: key, object: layer, arguments: nil)
      }
      return
    }
    guard layer.superlayer != nil else { return }
    switch layer.action(forKey: key) {
    case is NSNull, nil: break
    case let animation as CAAnimation: add(animation, to: layer, key: key)
    case let action?: action.run(forKey: key, object: layer, arguments: nil)
    }
  }

  /// Changes a property that the layer's class declares `@NSManaged`, or any other value that only has a key.
  ///
  /// E-932: it is animated if `action(forKey:)` answers with an animation.
  static func changeCustom(_ layer: CALayer, _ key: String, _ change: () -> Void) {
    guard !layer.isCopy else { return change() }
    let isAsked = !CATransaction.disableActions() && (layer.superlayer != nil || layer.owner != nil)
    switch isAsked ? layer.action(forKey: key) : nil {
    case let animation as CAAnimation: start(animation.copyForLayer(), layer, key, change)
    case let action?:
      change()
      action.run(forKey: key, object: layer, arguments: nil)
    case nil: change()
    }
    if type(of: layer).needsDisplay(forKey: key) { layer.setNeedsDisplay() }
  }

  private static func start(_ animation: CAAnimation, _ layer: CALayer, _ key: String, _ change: () -> Void) {
    let old = (layer.presentation() ?? layer).animatable(key)
    AnimationTimeline.current?.note(layer, key)
    change()
    layer.markChanged()
    if let basic = animation as? CABasicAnimation {
      if basic.keyPath == nil { basic.keyPath = key }
      if basic.fromValue == nil { basic.fromValue = old }
      if basic.toValue == nil { basic.toValue = layer.animatable(key) }
    }
    add(animation, to: layer, key: key)
  }

  /// Whether a change of the property can be animated here.
  package static func animates(_ key: String) -> Bool {
    isAnimatable(key) || AnimatedProperty.drawn.contains(key)
  }

  static func isAnimatable(_ key: String) -> Bool {
    switch key {
    case "bounds", "position", "transform", "opacity", "backgroundColor", "cornerRadius", "borderWidth",
      "borderColor", "shadowOpacity":
      return true
    default: return false
    }
  }

  static func add(_ original: CAAnimation, to layer: CALayer, key: String?) {
    guard !layer.isCopy else { return }
    let animation = original.copyForLayer()
    lastKey += 1
    // E-930
    let key = animation is CATransition ? kCATransition : key ?? "carob.\(lastKey)"
    remove(from: layer, key: key)
    // E-831: `beginTime` is in the layer's time.
    if animation.beginTime == 0 { animation.beginTime = layer.time.local(LayerClock.now) }
    animation.duration = animation.effectiveDuration
    layer.animations.append((key, animation))
    let counter = CATransaction.stack[CATransaction.stack.count - 1].pending
    let cause = Journal.cause
    let over = { [weakLayer = ZeroingElement(layer), weakAnimation = ZeroingElement(animation)] in
      Journal.with(cause: cause) {
        counter.count -= 1
        if let layer = weakLayer.object, let animation = weakAnimation.object,
          layer.animations.contains(where: { $0.animation === animation })
        {
          leave(animation, layer, key)
          stopped(animation, finished: true)
        }
        counter.checkIfDone()
      }
    }
    let end = animation.beginTime + animation.totalDuration
    if end.isFinite { counter.count += 1 }
    if let timeline = AnimationTimeline.current {
      timeline.add(animation, layer, key) { _ in over() }
    } else if end.isFinite {
      animation.over = over
      arm(animation, layer)
    }
    show(animation, layer, key)
    if let delegate = animation.delegate {
      afterCommit {
        Journal.deliver(.animation, "animationDidStart(_:)", to: delegate) {
          delegate.animationDidStart(animation)
        }
      }
    }
  }

  /// Schedules the end of an animation, which is given in the layer's time.
  private static func arm(_ animation: CAAnimation, _ layer: CALayer) {
    animation.alarm?.cancel()
    animation.alarm = nil
    let time = layer.time
    // E-849: an animation that runs backwards ends at its beginning and does not call its delegate.
    if time.factor < 0, !animation.isIncidental {
      LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, time.device(animation.beginTime))
    }
    guard time.factor > 0 else { return }
    let end = time.device(animation.beginTime + animation.totalDuration)
    guard end.isFinite, let over = animation.over else { return }
    if !animation.isIncidental { LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, end) }
    animation.alarm = LayerClock.schedule(at: end) { [weakAnimation = ZeroingElement(animation)] in
      weakAnimation.object?.alarm = nil
      weakAnimation.object?.over = nil
      over()
    }
  }

  /// Updates the animations of a layer and its sublayers after a change of the layer's timing (E-831).
  static func timesChanged(_ layer: CALayer) {
    for (key, animation) in layer.animations where animation.timeline == nil {
      if animation.over != nil { arm(animation, layer) }
      send(animation, layer, key)
    }
    for sublayer in layer._sublayers { timesChanged(sublayer) }
    if let mask = layer.mask { timesChanged(mask) }
  }

  /// Removes an animation that has ended; the device notices the end itself, except for animations of a
  /// timeline.
  private static func leave(_ animation: CAAnimation, _ layer: CALayer, _ key: String) {
    defer { layer.animationsChanged(animation) }
    guard animation.isRemovedOnCompletion else {
      animation.timeline?.handBack(animation, layer, key)
      return
    }
    layer.animations.removeAll { $0.animation === animation }
    if animation.timeline != nil { forget(layer, key) }
  }

  static func remove(from layer: CALayer, key: String) {
    guard let index = layer.animations.firstIndex(where: { $0.key == key }) else { return }
    let animation = layer.animations.remove(at: index).animation
    forget(layer, key)
    layer.animationsChanged(animation)
    stopped(animation, finished: false)
    // While the layer's time is stopped, no alarm will end it.
    if animation.alarm == nil, let over = animation.over {
      animation.over = nil
      over()
    }
  }

  /// The device shows the model value again.
  private static func forget(_ layer: CALayer, _ key: String) {
    LayerTree.shared.newAnimations.removeAll { $0.layer == layer.id && $0.key == key }
    LayerTree.shared.removedAnimations.append(LayerAnimationKey(layer: layer.id, key: key))
    layer.markChanged()
  }

  /// Sends an animation again, with other times.
  static func send(_ animation: CAAnimation, _ layer: CALayer, _ key: String) {
    forget(layer, key)
    show(animation, layer, key)
  }

  /// Sends an animation to the device; animations of drawn properties stay here (E-500).
  private static func show(_ animation: CAAnimation, _ layer: CALayer, _ key: String) {
    LayerTree.shared.newAnimations.append(contentsOf: sentAnimations(animation, layer, key))
    layer.animationsChanged(animation)
    // The animations of copies are sent with the layer.
    if LayerTree.shared.hasReplicators { layer.markChanged() }
  }

  private static func stopped(_ animation: CAAnimation, finished: Bool) {
    if let onStop = animation.onStop {
      animation.onStop = nil
      onStop(finished)
    }
    if let delegate = animation.delegate {
      Journal.deliver(.animation, "animationDidStop(_:finished:)", to: delegate) {
        delegate.animationDidStop(animation, finished: finished)
      }
    }
  }

  nonisolated(unsafe) private static var lastKey = 0
  nonisolated(unsafe) private static var afterCommitBlocks: [() -> Void] = []

  /// Runs a block once the current turn has been committed.
  package static func afterCommit(_ block: @escaping () -> Void) { afterCommitBlocks.append(block) }

  package static func runAfterCommit() {
    while !afterCommitBlocks.isEmpty {
      let blocks = afterCommitBlocks
      afterCommitBlocks.removeAll()
      for block in blocks { block() }
    }
  }

  package static var hasAfterCommit: Bool { !afterCommitBlocks.isEmpty }

  /// The layer with the values of its running animations at this moment.
  static func presentation<Layer: CALayer>(of layer: Layer) -> Layer? {
    // E-691
    guard layer.wasCommitted else { return nil }
    guard !layer.animations.isEmpty, !layer.isCopy else { return layer }
    // A layer whose class has no factory is sampled as its model.
    guard let copy = layer.makeCopy() as? Layer else { return layer }
    let now = LayerClock.now
    for (key, animation) in layer.animations {
      for data in layerAnimations(animation, layer, key) {
        if let value = data.value(at: now) { copy.apply(data.property, value, isAdditive: data.isAdditive) }
      }
    }
    return copy
  }

  // MARK: Data

  static func layerAnimations(_ animation: CAAnimation, _ layer: CALayer, _ key: String)
    -> [LayerAnimation]
  {
    let time = layer.time
    let own = ownAnimations(animation, layer, key, now: time.local(LayerClock.now))
    return animation.timeline.map { own.map($0.shown) } ?? own.compactMap(time.shown)
  }

  /// The animations for the device: those of properties that the device knows, in its terms.
  static func sentAnimations(_ animation: CAAnimation, _ layer: CALayer, _ key: String) -> [LayerAnimation] {
    layerAnimations(animation, layer, key).filter {
      !AnimatedProperty.drawn.contains($0.property) && AnimatedProperty.customKey(of: $0.property) == nil
    }.map { data in
      guard layer.anchorPointZ != 0, data.property == "transform", !data.isAdditive else { return data }
      var shown = data
      shown.values = data.values.map {
        layer.aboutAnchor(CATransform3D(values: $0.map { CGFloat($0) })).values.map(Double.init)
      }
      return shown
    }
  }

  private static func ownAnimations(_ animation: CAAnimation, _ layer: CALayer, _ key: String, now: Double)
    -> [LayerAnimation]
  {
    if let group = animation as? CAAnimationGroup {
      return (group.animations ?? []).flatMap { child in
        ownAnimations(group.timed(child), layer, key, now: now)
      }
    }
    if let transition = animation as? CATransition { return data(transition, layer, key).map { [$0] } ?? [] }
    guard let property = animation as? CAPropertyAnimation, let keyPath = property.keyPath else { return [] }
    var keyframes: [[Double]] = []
    var keyTimes: [Double] = []
    var timings: [[Double]] = []
    let function = keyPath == "transform" ? property.valueFunction : nil
    let target =
      function.map { AnimatedProperty($0) } ?? AnimatedProperty(keyPath)
      ?? (layer.hasCustomProperty(keyPath) ? AnimatedProperty(custom: keyPath) : nil)
    guard let target,
      !AnimatedProperty.drawn.contains(keyPath) || layer is CAShapeLayer || layer is CAGradientLayer
    else {
      unimplemented("animation of the layer property \(keyPath)")
      return []
    }
    let model = target.read(layer)
    if let spring = property as? CASpringAnimation {
      let (from, to) = ends(spring, target, model)
      let steps = 60
      for step in 0...steps {
        let progress = spring.progress(at: spring.duration * Double(step) / Double(steps))
        keyframes.append(zip(from, to).map { $0 + ($1 - $0) * progress })
      }
      timings = [[0, 0, 1, 1]]
    } else if let steps = property as? ProgressAnimation {
      let (from, to) = ends(steps, target, model)
      keyframes = steps.progress.map { progress in zip(from, to).map { $0 + ($1 - $0) * progress } }
      timings = [[0, 0, 1, 1]]
    } else if let basic = property as? CABasicAnimation {
      let (from, to) = ends(basic, target, model)
      keyframes = [from, to]
      timings = [basic.timingFunction?.points ?? [0, 0, 1, 1]]
    } else if let frames = property as? CAKeyframeAnimation {
      let pacing = KeyframePacing(frames, target)
      (keyframes, keyTimes, timings) = (pacing.values, pacing.times, pacing.timings)
    }
    guard !keyframes.isEmpty else { return [] }
    guard keyframes.allSatisfy({ target.takes($0, model) }) else {
      Journal.warn(
        "an animation of \(keyPath) is given values of another kind than the property has; it is not run")
      return []
    }
    return target.expand(keyframes, keyTimes, timings, layer: layer, isAdditive: property.isAdditive).map {
      part in
      let data = LayerAnimation(
        layer: layer.id, key: key, property: part.property, values: part.values, keyTimes: part.keyTimes,
        timings: part.timings, begin: animation.beginTime, duration: animation.duration,
        repeatCount: animation.effectiveRepeatCount,
        autoreverses: animation.autoreverses, isAdditive: property.isAdditive, speed: Double(animation.speed),
        fillsForwards: !animation.isRemovedOnCompletion
          && (animation.fillMode == .forwards || animation.fillMode == .both),
        fillsBackwards: animation.fillMode == .backwards || animation.fillMode == .both
          || animation.beginTime <= now)
      return animation.timeOffset == 0 ? data : shifted(data, by: animation.timeOffset)
    }
  }

  /// E-831: applies `timeOffset` to an animation that is stopped, or that repeats without end and starts in
  /// the middle.
  private static func shifted(_ animation: LayerAnimation, by offset: Double) -> LayerAnimation {
    var result = animation
    if animation.speed == 0 {
      (result.speed, result.fillsBackwards, result.fillsForwards) = (1, true, true)
      let still = result.value(at: animation.begin + offset) ?? animation.values[0]
      (result.values, result.keyTimes, result.timings) = ([still, still], [], [[0, 0, 1, 1]])
      (result.repeatCount, result.autoreverses) = (.infinity, false)
    } else if animation.repeatCount.isInfinite {
      result.begin -= offset / animation.speed
    } else {
      rotate(&result, by: offset)
    }
    return result
  }

  /// E-936: begins `offset` seconds into a run, and plays the part before that at the end of it.
  private static func rotate(_ animation: inout LayerAnimation, by offset: Double) {
    let source = animation
    let period = source.duration * (source.autoreverses ? 2 : 1)
    var start = (offset / period).truncatingRemainder(dividingBy: 1)
    if start < 0 { start += 1 }
    func value(_ part: Double) -> [Double] {
      let local = source.autoreverses ? (part <= 0.5 ? part * 2 : 2 - part * 2) : part
      return source.keyframe(at: local)
    }
    let steps = max(source.values.count * 12, 60)
    func frames(_ low: Double, _ high: Double, at time: Double) -> [(time: Double, value: [Double])] {
      let count = max(1, Int((Double(steps) * (high - low)).rounded(.up)))
      return (0...count).map { step in
        let part = (high - low) * Double(step) / Double(count)
        return (min(time + part, 1), value(low + part))
      }
    }
    var all = frames(start, 1, at: 0)
    if start > 0 { all += frames(0, start, at: 1 - start) }
    (animation.values, animation.keyTimes) = (all.map(\.value), all.map(\.time))
    (animation.timings, animation.duration, animation.autoreverses) = ([[0, 0, 1, 1]], period, false)
  }

  /// E-930: a transition's progress, for the device.
  private static func data(_ transition: CATransition, _ layer: CALayer, _ key: String) -> LayerAnimation? {
    guard [.fade, .moveIn, .push, .reveal].contains(transition.type) else {
      unimplemented("CATransition of the type \(transition.type.rawValue)")
      return nil
    }
    let words = ["transition", transition.type.rawValue] + (transition.subtype.map { [$0.rawValue] } ?? [])
    let data = LayerAnimation(
      layer: layer.id, key: key, property: words.joined(separator: "."),
      values: [[Double(transition.startProgress)], [Double(transition.endProgress)]], keyTimes: [],
      timings: [transition.timingFunction?.points ?? [0, 0, 1, 1]], begin: transition.beginTime,
      duration: transition.duration, repeatCount: transition.effectiveRepeatCount,
      autoreverses: transition.autoreverses, speed: Double(transition.speed),
      fillsForwards: !transition.isRemovedOnCompletion
        && (transition.fillMode == .forwards || transition.fillMode == .both))
    return transition.timeOffset == 0 ? data : shifted(data, by: transition.timeOffset)
  }

  private static func ends(
    _ basic: CABasicAnimation, _ target: AnimatedProperty, _ model: [Double]
  ) -> ([Double], [Double]) {
    let from = basic.fromValue.flatMap(target.numbers)
    let to = basic.toValue.flatMap(target.numbers)
    let by = basic.byValue.flatMap(target.numbers)
    func sum(_ a: [Double], _ b: [Double], _ sign: Double) -> [Double] { zip(a, b).map { $0 + $1 * sign } }
    switch (from, to, by) {
    case (let from?, let to?, _): return (from, to)
    case (let from?, nil, let by?): return (from, sum(from, by, 1))
    case (nil, let to?, let by?): return (sum(to, by, -1), to)
    case (let from?, nil, nil): return (from, model)
    case (nil, let to?, nil): return (model, to)
    case (nil, nil, let by?): return (model, sum(model, by, 1))
    case (nil, nil, nil): return (model, model)
    }
  }
}
