import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol

public struct CAEmitterLayerEmitterShape: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let point = Self(rawValue: "point")
  public static let line = Self(rawValue: "line")
  public static let rectangle = Self(rawValue: "rectangle")
  public static let cuboid = Self(rawValue: "cuboid")
  public static let circle = Self(rawValue: "circle")
  public static let sphere = Self(rawValue: "sphere")
}

public struct CAEmitterLayerEmitterMode: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let points = Self(rawValue: "points")
  public static let outline = Self(rawValue: "outline")
  public static let surface = Self(rawValue: "surface")
  public static let volume = Self(rawValue: "volume")
}

public struct CAEmitterLayerRenderMode: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let unordered = Self(rawValue: "unordered")
  public static let oldestFirst = Self(rawValue: "oldestFirst")
  public static let oldestLast = Self(rawValue: "oldestLast")
  public static let backToFront = Self(rawValue: "backToFront")
  public static let additive = Self(rawValue: "additive")
}

/// Emits particles (E-949).
///
/// The device gets each particle as a layer with its whole life as animations, so the app works only four
/// times a second. Particles are not made while the screen is not watched. The same seed gives the same
/// particles.
///
/// DEVIATION: emission begins when the layer is shown; on the platform a layer without a `beginTime` looks as
/// if it had always emitted. Particles stay in the layer's plane. `additive` adds particles to each other, but
/// not to what is below the layer.
open class CAEmitterLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CAEmitterLayer() } }

  public override init() {
    super.init()
    LayerTree.shared.addEmitter(self)
  }
  public override init(layer: Any) { super.init(layer: layer) }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    LayerTree.shared.addEmitter(self)
  }

  open var emitterCells: [CAEmitterCell]? { didSet { markChanged() } }
  /// Multiplies the cells' rates.
  open var birthRate: Float = 1 { didSet { markChanged() } }
  /// Multiplies the cells' lifetimes; likewise `velocity`, `scale` and `spin`.
  open var lifetime: Float = 1
  open var velocity: Float = 1
  open var scale: Float = 1
  open var spin: Float = 1
  open var emitterPosition = CGPoint.zero
  open var emitterZPosition: CGFloat = 0 {
    didSet { if emitterZPosition != 0 { unimplemented("CAEmitterLayer.emitterZPosition") } }
  }
  open var emitterSize = CGSize.zero
  open var emitterDepth: CGFloat = 0 {
    didSet { if emitterDepth != 0 { unimplemented("CAEmitterLayer.emitterDepth") } }
  }
  open var emitterShape = CAEmitterLayerEmitterShape.point
  open var emitterMode = CAEmitterLayerEmitterMode.volume
  open var renderMode = CAEmitterLayerRenderMode.unordered { didSet { markChanged() } }
  open var preservesDepth = false {
    didSet { if preservesDepth { unimplemented("CAEmitterLayer.preservesDepth") } }
  }
  /// Decides on the particles' random values.
  open var seed: UInt32 = 0 { didSet { random = ParticleRandom(seed: seed) } }

  // MARK: Emitting

  private struct Particle {
    let state: LayerState
    let end: Double
  }
  /// The oldest first.
  private var particles: [Particle] = []
  private var random = ParticleRandom(seed: 0)
  /// For each cell the time up to which its particles exist, and the part of the next one.
  private var progress: [ObjectIdentifier: (time: Double, part: Double)] = [:]
  private var start: Double?
  private var alarm: LayerAlarm?
  private var tinted: [ObjectIdentifier: (color: LayerColor, image: AnyObject, id: UInt64)] = [:]
  /// Seconds between two rounds, and how far ahead a round emits.
  private static let round = 0.25
  private static let mostParticles = 2000

  deinit {
    alarm?.cancel()
    for particle in particles { LayerTree.shared.remove(particle.state.id) }
  }

  /// Makes the particles of the next round; called in the display phase of each turn in which the layer is in
  /// a window.
  func emit() {
    guard LayerTree.shared.isSeen, !isCopy else { return }
    let now = LayerClock.now
    let count = particles.count
    particles.removeAll { particle in
      guard particle.end < now else { return false }
      LayerTree.shared.remove(particle.state.id)
      return true
    }
    var hasChanged = particles.count != count
    let start = start ?? max(now, beginTime)
    self.start = start
    let cells = (emitterCells ?? []).filter { $0.isEnabled && $0.birthRate > 0 && birthRate > 0 }
    for cell in cells where emit(cell, from: start, now: now) { hasChanged = true }
    if hasChanged { markChanged() }
    guard alarm == nil, !cells.isEmpty || !particles.isEmpty else { return }
    // Emission is incidental: an app that only emits is idle.
    alarm = LayerClock.schedule(at: now + Self.round) { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.alarm = nil
      self.emit()
    }
  }

  private func emit(_ cell: CAEmitterCell, from start: Double, now: Double) -> Bool {
    let key = ObjectIdentifier(cell)
    let begin = start + cell.beginTime
    // A cell that did not emit for a while does not make up for it.
    var (time, part) = progress[key] ?? (max(begin, now), 0)
    if time < now - Self.round { (time, part) = (now, 0) }
    let end = min(now + 2 * Self.round, begin + cell.duration)
    guard end > time, end > now, let image = image(of: cell) else { return false }
    let rate = Double(cell.birthRate * birthRate)
    var births = (end - time) * rate + part
    var first = time + (1 - part) / rate
    while births >= 1, particles.count < Self.mostParticles {
      particles.append(particle(cell, image, at: first))
      births -= 1
      first += 1 / rate
    }
    progress[key] = (end, births.truncatingRemainder(dividingBy: 1))
    return true
  }

  /// A value from the range around it.
  private func vary(_ value: CGFloat, _ range: CGFloat) -> Double {
    Double(value) + Double(range) * (random.next() - 0.5)
  }

  private func place() -> CGPoint {
    let (width, height) = (emitterSize.width, emitterSize.height)
    var point = CGPoint(x: (random.next() - 0.5) * width, y: (random.next() - 0.5) * height)
    switch emitterShape {
    case .line: point.y = 0
    case .rectangle, .cuboid:
      guard emitterMode == .outline || emitterMode == .surface else { break }
      // Around the edge: two sides of each length.
      let way = random.next() * 2 * (width + height)
      if way < 2 * width {
        point.y = (way < width ? -0.5 : 0.5) * height
      } else {
        point.x = (way < 2 * width + height ? -0.5 : 0.5) * width
      }
    case .circle, .sphere:
      let angle = random.next() * 2 * .pi
      let isEdge = emitterMode == .outline || emitterMode == .surface
      // NB: the radius is the width of the emitter's size.
      let radius = width * (isEdge ? 1 : random.next().squareRoot())
      point = CGPoint(x: cos(angle) * radius, y: sin(angle) * radius)
    default: point = .zero
    }
    return CGPoint(x: emitterPosition.x + point.x, y: emitterPosition.y + point.y)
  }

  private func particle(
    _ cell: CAEmitterCell, _ image: (id: UInt64, size: CGSize), at birth: Double
  ) -> Particle {
    let life = max(vary(CGFloat(cell.lifetime), CGFloat(cell.lifetimeRange)) * Double(lifetime), 0.001)
    let from = place()
    let angle = vary(cell.emissionLongitude, cell.emissionRange)
    let speed = vary(cell.velocity, cell.velocityRange) * Double(velocity)
    let size = vary(cell.scale, cell.scaleRange)
    let spin = vary(cell.spin, cell.spinRange) * Double(self.spin)
    let alpha = vary(cell.color?.alpha ?? 1, CGFloat(cell.alphaRange))
    let (vx, vy) = (cos(angle) * speed, sin(angle) * speed)
    let (ax, ay) = (Double(cell.xAcceleration), Double(cell.yAcceleration))
    var state = LayerState(id: CALayer.nextID(), name: "CAEmitterLayer.particle")
    (state.positionX, state.positionY) = (Double(from.x), Double(from.y))
    (state.width, state.height) = (Double(image.size.width), Double(image.size.height))
    state.contents = image.id
    state.magnifiesToNearest = cell.magnificationFilter == CALayerContentsFilter.nearest.rawValue
    state.minifiesToNearest = cell.minificationFilter == CALayerContentsFilter.nearest.rawValue
    if cell.contentsRect != CGRect(x: 0, y: 0, width: 1, height: 1) {
      state.contentsRect = [
        Double(cell.contentsRect.minX), Double(cell.contentsRect.minY), Double(cell.contentsRect.width),
        Double(cell.contentsRect.height),
      ]
    }
    // Visible only through its animations.
    state.opacity = 0
    let steps = max(8, min(Int((life * (abs(spin) * 2 + 4)).rounded(.up)), 60))
    func animate(_ property: String, _ value: (Double) -> [Double]) {
      LayerTree.shared.newAnimations.append(
        LayerAnimation(
          layer: state.id, key: property, property: property,
          values: (0...steps).map { value(life * Double($0) / Double(steps)) }, keyTimes: [],
          timings: [[0, 0, 1, 1]], begin: birth, duration: life, fillsBackwards: false))
    }
    animate("opacity") { [min(max(alpha + Double(cell.alphaSpeed) * $0, 0), 1)] }
    animate("position") { time in
      [
        Double(from.x) + vx * time + ax * time * time / 2, Double(from.y) + vy * time + ay * time * time / 2,
      ]
    }
    animate("transform") { [scale] time in
      let factor = max(size + Double(cell.scaleSpeed) * time, 0.001) * Double(scale)
      let turn = CATransform3DMakeRotation(CGFloat(spin * time), 0, 0, 1)
      return CATransform3DConcat(CATransform3DMakeScale(CGFloat(factor), CGFloat(factor), 1), turn).values
        .map(Double.init)
    }
    return Particle(state: state, end: birth + life)
  }

  /// The cell's contents, multiplied with its colour, and their size in points.
  private func image(of cell: CAEmitterCell) -> (id: UInt64, size: CGSize)? {
    guard let image = cell.contents as? CGImage else {
      if cell.contents != nil { unimplemented("contents of a CAEmitterCell that are not a CGImage") }
      return nil
    }
    let part = cell.contentsRect
    let size = CGSize(
      width: CGFloat(image.width) * part.width / cell.contentsScale,
      height: CGFloat(image.height) * part.height / cell.contentsScale)
    var color = cell.color?.layerColor ?? LayerColor(red: 1, green: 1, blue: 1, alpha: 1)
    color.alpha = 1
    let key = ObjectIdentifier(cell)
    if let known = tinted[key], known.image === image, known.color == color { return (known.id, size) }
    let isPlain = color.red == 1 && color.green == 1 && color.blue == 1
    guard let shown = isPlain ? image : image.multiplied(color) else { return nil }
    let id = LayerTree.shared.addImage(
      png: shown.pngBytes(), pixelWidth: shown.width, pixelHeight: shown.height)
    tinted[key] = (color, image, id)
    return (id, size)
  }

  // MARK: Sending

  var particleStates: [LayerState] {
    renderMode == .oldestLast ? particles.reversed().map(\.state) : particles.map(\.state)
  }

  /// The device has lost the particles and their pictures.
  func restart() {
    for particle in particles { LayerTree.shared.remove(particle.state.id) }
    (particles, tinted, progress) = ([], [:], [:])
  }

  // MARK: Key paths

  /// `emitterCells.NAME.KEY` is a property of the cell with this name.
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let (cell, path) = cell(at: keyPath) else { return super.setValue(value, forKeyPath: keyPath) }
    cell.setValue(value, forKeyPath: path)
    markChanged()
  }
  open override func value(forKeyPath keyPath: String) -> Any? {
    guard let (cell, path) = cell(at: keyPath) else { return super.value(forKeyPath: keyPath) }
    return cell.value(forKeyPath: path)
  }
  private func cell(at keyPath: String) -> (CAEmitterCell, String)? {
    let parts = keyPath.split(separator: ".", maxSplits: 2).map(String.init)
    guard parts.count == 3, parts[0] == "emitterCells",
      let cell = emitterCells?.first(where: { $0.name == parts[1] })
    else { return nil }
    return (cell, parts[2])
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CAEmitterLayer.self,
      {
        [
          "emitterCells": \.emitterCells, "birthRate": \.birthRate, "lifetime": \.lifetime,
          "velocity": \.velocity, "scale": \.scale, "spin": \.spin, "emitterPosition": \.emitterPosition,
          "emitterSize": \.emitterSize, "emitterShape": \.emitterShape, "emitterMode": \.emitterMode,
          "renderMode": \.renderMode, "seed": \.seed,
        ]
      }
    )
  }
}

/// Numbers from 0 to 1 that depend only on the seed.
private struct ParticleRandom {
  private var state: UInt64
  init(seed: UInt32) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / Double(1 << 53)
  }
}

extension CGImage {
  /// The image with its colours multiplied.
  fileprivate func multiplied(_ color: LayerColor) -> CGImage? {
    let box = CGRect(x: 0, y: 0, width: width, height: height)
    guard let context = CGContext.layerContext(size: box.size, scale: 1) else { return nil }
    context.drawUpright(self, in: box)
    context.setBlendMode(.multiply)
    context.setFillColor(
      CGColor(red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue), alpha: 1))
    context.fill(box)
    context.setBlendMode(.destinationIn)
    context.drawUpright(self, in: box)
    return context.takeImage()
  }
}
