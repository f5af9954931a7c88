import CarobFoundation
@_spi(Hazards) import CarobRuntime
import DeviceProtocol

/// Records which layers of the app changed in this turn, and makes commits from them.
///
/// Main thread only, except for `Marks`.
package final class LayerTree {
  nonisolated(unsafe) package static let shared = LayerTree()

  /// Marks that layers set on any thread: a layer without a view may be created, changed and released
  /// anywhere.
  private struct Marks {
    var changed: [CALayer] = []
    var layout: [ZeroingElement<CALayer>] = []
    var display: [ZeroingElement<CALayer>] = []
    /// The layers that the device has, and those that it must remove.
    var sent: Set<UInt64> = []
    var removed: [UInt64] = []
    /// The copies of layers in replicators, by the original's identifier.
    var replicas: [UInt64: [ReplicaPlace: UInt64]] = [:]
    var hasChanges: Bool { !changed.isEmpty || !removed.isEmpty }
  }
  // NB: no layer may be deallocated while this is locked, because its deinit takes the lock.
  private let marks = Guarded(Marks())
  private var images: [LayerImage] = []
  private var imageIDs: [ObjectIdentifier: (image: AnyObject, id: UInt64)] = [:]
  private var imageOrder: [ObjectIdentifier] = []
  private var lastImageID: UInt64 = 0
  private let shadows = ShadowPictures()
  private var sequence: UInt64 = 0
  var newAnimations: [LayerAnimation] = []
  var removedAnimations: [LayerAnimationKey] = []
  /// When the last finite animation ends, in device seconds.
  package var busyUntil = 0.0
  /// Its value at the last commit.
  private var saidBusyUntil = 0.0

  package var hasWork: Bool {
    marks.withLock { $0.hasChanges || !$0.layout.isEmpty || !$0.display.isEmpty }
      || !newAnimations.isEmpty || !removedAnimations.isEmpty
  }

  package var needsLayout: Bool {
    marks.withLock { $0.layout }.contains { $0.object?.needsLayoutFlag == true }
  }

  func created(_ layer: CALayer) {
    // Nothing to send until the layer is reachable from a window.
  }

  /// Whether the device has the layer.
  package func hasSent(_ layer: CALayer) -> Bool { hasSent(layer.id) }
  func hasSent(_ id: UInt64) -> Bool { marks.withLock { $0.sent.contains(id) } }

  func remove(_ id: UInt64) {
    marks.withLock { marks in
      if marks.sent.remove(id) != nil { marks.removed.append(id) }
      guard !marks.replicas.isEmpty, let copies = marks.replicas.removeValue(forKey: id) else { return }
      marks.removed += copies.values.filter { marks.sent.remove($0) != nil }.sorted()
    }
  }

  /// The identifier of a layer's copy.
  func replica(of id: UInt64, _ place: ReplicaPlace) -> UInt64 {
    guard !place.isOriginal else { return id }
    return marks.withLock { marks in
      if let known = marks.replicas[id]?[place] { return known }
      let new = CALayer.nextID()
      marks.replicas[id, default: [:]][place] = new
      return new
    }
  }

  func changed(_ layer: CALayer) {
    guard !layer.isMarkedChanged else { return }
    if !MainQueue.isMainThread { OffMainThread.warn(layer) }
    layer.isMarkedChanged = true
    marks.withLock { $0.changed.append(layer) }
  }

  func needsLayout(_ layer: CALayer) { marks.withLock { $0.layout.append(ZeroingElement(layer)) } }
  func needsDisplay(_ layer: CALayer) { marks.withLock { $0.display.append(ZeroingElement(layer)) } }

  /// Returns a list of marks and empties it.
  private func take<Mark>(_ list: WritableKeyPath<Marks, [Mark]>) -> [Mark] {
    marks.withLock { marks in
      defer { marks[keyPath: list] = [] }
      return marks[keyPath: list]
    }
  }

  /// Whether the screen is watched; otherwise no layer is sent, and images only get an identifier.
  package var isSeen = true
  /// Whether any layer ever had a mask.
  var hasMasks = false
  /// Whether any layer ever set its timing.
  var hasTimings = false
  /// Whether there ever was a replicator.
  var hasReplicators = false

  /// Registers an image for the next commit and returns its identifier.
  func addImage(png: @autoclosure () -> [UInt8], pixelWidth: Int, pixelHeight: Int) -> UInt64 {
    lastImageID += 1
    // OPTIMIZATION: encoding is the most expensive part of a turn that changes text.
    guard isSeen else { return lastImageID }
    images.append(LayerImage(id: lastImageID, pixelWidth: pixelWidth, pixelHeight: pixelHeight, png: png()))
    return lastImageID
  }

  /// The layout phase: lays out every marked layer, and repeats while layout marks others, up to 100 times
  /// (E-143, E-151).
  package func layoutPhase() {
    var passes = 0
    while case let marked = take(\.layout), !marked.isEmpty {
      passes += 1
      if passes > 100 {
        Journal.warn("layout feedback loop: layers mark each other for layout without end", rule: "M-89")
        return
      }
      for entry in marked {
        guard let layer = entry.object, layer.needsLayoutFlag else { continue }
        guard isInWindow(layer) else {
          // It is laid out when it is added to a window.
          continue
        }
        layer.layoutIfNeeded()
      }
    }
  }

  /// The display phase, after layout (E-140). A layer that is in no window is drawn when it is added to one.
  package func displayPhase() {
    for entry in take(\.display) {
      guard let layer = entry.object, isInWindow(layer) else { continue }
      layer.displayIfNeeded()
    }
    drawTiles()
    emitParticles()
  }

  /// Tiled layers, which check in each turn what of them is visible (E-601).
  private var tiled: [ZeroingElement<CALayer>] = []
  func addTiled(_ layer: CATiledLayer) { tiled.append(ZeroingElement(layer)) }
  private func drawTiles() {
    guard !tiled.isEmpty else { return }
    tiled.removeAll { $0.object == nil }
    for case let layer as CATiledLayer in tiled.map(\.object) where isInWindow(layer) {
      layer.drawVisibleTiles()
    }
  }

  private var emitters: [ZeroingElement<CALayer>] = []
  func addEmitter(_ layer: CAEmitterLayer) { emitters.append(ZeroingElement(layer)) }
  private func emitParticles() {
    guard !emitters.isEmpty else { return }
    emitters.removeAll { $0.object == nil }
    for case let layer as CAEmitterLayer in emitters.map(\.object) where isInWindow(layer) { layer.emit() }
  }

  /// Whether a layer is that of a visible window; set by UIKit.
  package var isRoot: (CALayer) -> Bool = { _ in false }

  private func isInWindow(_ layer: CALayer) -> Bool {
    var current: CALayer? = layer
    while let here = current {
      if isRoot(here) { return true }
      current = here.superlayer
    }
    return false
  }

  /// Marks a layer that was added to a window again for layout and display, as far as it needs them.
  package func enteredWindow(_ layer: CALayer) {
    if layer.needsLayoutFlag { needsLayout(layer) }
    if layer.needsDisplayFlag { needsDisplay(layer) }
    for sublayer in layer._sublayers { enteredWindow(sublayer) }
    if let mask = layer.mask { enteredWindow(mask) }
  }

  /// Makes a commit of what changed; nil if nothing did.
  package func makeCommit(roots: [CALayer], whole: Bool = false) -> Commit? {
    if whole {
      shadows.forget()
      marks.withLock { $0.sent.removeAll() }
      for root in roots { markSubtree(root) }
    }
    guard
      marks.withLock({ $0.hasChanges }) || !newAnimations.isEmpty || !removedAnimations.isEmpty
        || busyUntil != saidBusyUntil && busyUntil > LayerClock.now
    else { return nil }
    // NB: something that moves without an animation, such as a decelerating list, may not change a layer at
    // first.
    saidBusyUntil = busyUntil
    if !isSeen { return makeUnseenCommit(rearmost: roots.first) }
    sequence += 1
    var commit = Commit(sequence: sequence, time: LayerClock.now)
    commit.roots = roots.map(\.id)
    for layer in takeShown() {
      if hasReplicators {
        let places = layer.replicaPlaces
        if layer is CAReplicatorLayer || places.first?.isOriginal != true {
          appendReplicas(of: layer, places, to: &commit)
          continue
        }
      }
      commit.layers.append(state(of: layer))
      if let picture = (layer as? CAShapeLayer).flatMap(picture) { commit.layers.append(picture) }
      if let tiled = layer as? CATiledLayer { commit.layers += tiled.tileStates }
      if let emitter = layer as? CAEmitterLayer { commit.layers += emitter.particleStates }
    }
    commit.removed = marks.withLock { marks in
      marks.sent.formUnion(commit.layers.lazy.map(\.id))
      defer { marks.removed = [] }
      return marks.removed
    }
    commit.images = images
    images.removeAll()
    // NB: the device does not have layers in masks or outside of windows.
    commit.animations += marks.withLock { marks in newAnimations.filter { marks.sent.contains($0.layer) } }
    newAnimations.removeAll()
    commit.removedAnimations = removedAnimations
    if hasReplicators {
      commit.removedAnimations += marks.withLock { marks in
        removedAnimations.flatMap { removed in
          (marks.replicas[removed.layer]?.values.sorted() ?? []).map {
            LayerAnimationKey(layer: $0, key: removed.key)
          }
        }
      }
    }
    removedAnimations.removeAll()
    commit.busyUntil = busyUntil > LayerClock.now ? busyUntil : 0
    return commit
  }

  /// The changed layers that are sent; for a layer in a mask, the layer that has the mask.
  private func takeShown() -> [CALayer] {
    var shown: [CALayer] = []
    var masked: [CALayer] = []
    for layer in take(\.changed) {
      layer.isMarkedChanged = false
      guard isInWindow(layer) else { continue }
      layer.wasCommitted = true
      guard hasMasks, let outer = layer.masked else {
        shown.append(layer)
        continue
      }
      outer.maskState?.picture = nil
      masked.append(outer)
    }
    for layer in masked where !shown.contains(where: { $0 === layer }) { shown.append(layer) }
    return shown
  }

  /// The `busyUntil` and the size of the rearmost window that the last commit sent.
  private var said = (busyUntil: 0.0, size: CGSize.zero)

  /// Discards the changes; sends only `busyUntil` and the orientation (E-335), if they changed.
  private func makeUnseenCommit(rearmost: CALayer?) -> Commit? {
    for layer in take(\.changed) {
      layer.isMarkedChanged = false
      if !layer.wasCommitted { layer.wasCommitted = isInWindow(layer) }
    }
    marks.withLock { $0.removed = [] }
    newAnimations.removeAll()
    removedAnimations.removeAll()
    let busy = busyUntil > LayerClock.now ? busyUntil : 0
    let size = rearmost?._bounds.size ?? said.size
    if said == (busy, size) { return nil }
    sequence += 1
    var commit = Commit(sequence: sequence, time: LayerClock.now)
    commit.busyUntil = busy
    if let rearmost, size != said.size {
      commit.roots = [rearmost.id]
      commit.layers = [state(of: rearmost)]
    }
    said = (busy, size)
    return commit
  }

  private func markSubtree(_ layer: CALayer) {
    changed(layer)
    layer.maskState?.picture = nil
    (layer as? CATiledLayer)?.redrawTiles()
    (layer as? CAEmitterLayer)?.restart()
    if layer.contentsImage != nil {
      if layer.hasBackingStore {
        layer.needsDisplayFlag = true
        layer.displayIfNeeded()
      } else {
        layer.contentsImage = nil
      }
    }
    for sublayer in layer._sublayers { markSubtree(sublayer) }
  }

  func state(of layer: CALayer) -> LayerState {
    var state = LayerState(id: layer.id, name: layer.owner?.layerName ?? Journal.className(type(of: layer)))
    state.sublayers = layer.orderedSublayers.map(\.id)
    (state.positionX, state.positionY) = (Double(layer._position.x), Double(layer._position.y))
    (state.boundsX, state.boundsY) = (Double(layer._bounds.minX), Double(layer._bounds.minY))
    (state.width, state.height) = (Double(layer._bounds.width), Double(layer._bounds.height))
    (state.anchorX, state.anchorY) = (Double(layer._anchorPoint.x), Double(layer._anchorPoint.y))
    let transform = layer.aboutAnchor(layer.deepTransform)
    if !CATransform3DIsIdentity(transform) { state.transform = transform.values.map(Double.init) }
    if !CATransform3DIsIdentity(layer._sublayerTransform) {
      state.sublayerTransform = layer._sublayerTransform.values.map(Double.init)
    }
    state.opacity = layer.opacityAmongOthers
    state.isHidden = layer._isHidden
    state.isSingleSided = !layer.isDoubleSided
    if layer is CATransformLayer {
      // E-599
      (state.opacity, state.preservesDepth) = (1, true)
      return state
    }
    state.masksToBounds = layer._masksToBounds
    state.cornerRadius = Double(layer._cornerRadius)
    state.maskedCorners = UInt8(layer.maskedCorners.rawValue & 15)
    state.isContinuousCorner = layer.cornerCurve == .continuous
    state.backgroundColor = layer._backgroundColor?.layerColor
    state.borderWidth = Double(layer._borderWidth)
    if layer._borderWidth > 0 { state.borderColor = layer._borderColor?.layerColor }
    if layer._shadowOpacity > 0 {
      state.shadowColor = layer.shadowColor?.layerColor
      state.shadowOpacity = layer._shadowOpacity
      (state.shadowOffsetX, state.shadowOffsetY) = (
        Double(layer.shadowOffset.width), Double(layer.shadowOffset.height)
      )
      state.shadowRadius = Double(layer.shadowRadius)
      state.shadowPicture = shadows.picture(of: layer)
    }
    if let shape = layer as? CAShapeLayer {
      if shape.pictureFrame != nil { state.sublayers.insert(shape.pictureID, at: 0) }
    } else if let tiled = layer as? CATiledLayer {
      state.sublayers.insert(contentsOf: tiled.tileStates.map(\.id), at: 0)
    } else {
      state.contents = layer.contentsImage ?? imageID(of: layer)
    }
    if let emitter = layer as? CAEmitterLayer {
      state.sublayers.insert(contentsOf: emitter.particleStates.map(\.id), at: 0)
      state.addsSublayers = emitter.renderMode == .additive
    }
    state.contentsGravity = layer.contentsGravity.rawValue
    state.contentsScale = Double(layer.contentsScale)
    if layer.contentsCenter != CGRect(x: 0, y: 0, width: 1, height: 1) {
      state.contentsCenter = numbers(layer.contentsCenter)
    }
    if layer.contentsRect != CGRect(x: 0, y: 0, width: 1, height: 1) {
      state.contentsRect = numbers(layer.contentsRect)
    }
    state.magnifiesToNearest = layer.magnificationFilter == .nearest
    state.minifiesToNearest = layer.minificationFilter == .nearest
    state.backdropBlur = Double(layer.backdropBlur)
    state.gradient = (layer as? CAGradientLayer)?.shownGradient
    state.mask = layer.maskState?.picture(for: layer)
    state.accessibility = layer.owner?.layerAccessibility
    return state
  }

  /// E-499: the picture of a shape layer as a layer for the device.
  func picture(of layer: CAShapeLayer) -> LayerState? {
    guard let frame = layer.pictureFrame, let image = layer.contentsImage else { return nil }
    var state = LayerState(id: layer.pictureID, name: "CAShapeLayer.path")
    (state.positionX, state.positionY) = (Double(frame.midX), Double(frame.midY))
    (state.width, state.height) = (Double(frame.width), Double(frame.height))
    (state.contents, state.contentsScale) = (image, Double(layer.contentsScale))
    return state
  }

  private func numbers(_ r: CGRect) -> [Double] {
    [Double(r.minX), Double(r.minY), Double(r.width), Double(r.height)]
  }

  /// The identifier of a layer's CGImage; each image is sent once.
  private func imageID(of layer: CALayer) -> UInt64? {
    guard let image = layer.contents as? CGImage else { return nil }
    let key = ObjectIdentifier(image)
    if let known = imageIDs[key] {
      layer.contentsImage = known.id
      return known.id
    }
    let id = addImage(png: image.pngBytes(), pixelWidth: image.width, pixelHeight: image.height)
    imageIDs[key] = (image, id)
    imageOrder.append(key)
    // OPTIMIZATION: a bounded cache of images that were sent; the oldest is evicted first.
    if imageOrder.count > 256 { imageIDs[imageOrder.removeFirst()] = nil }
    layer.contentsImage = id
    return id
  }
}
