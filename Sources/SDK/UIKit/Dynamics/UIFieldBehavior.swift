import CarobFoundation
import CoreGraphics

/// Applies a force to items that depends on their place, velocity, mass or charge (E-951).
///
/// A force of 1 accelerates a square with sides of 100 points and density 1 by 100 points per second squared,
/// like that of a push. Noise is the same in each run.
///
/// DEVIATION: the platform's forces have no documented scale; here a field's strength is in the unit above.
@preconcurrency @MainActor
open class UIFieldBehavior: UIDynamicBehavior {
  public typealias Evaluation = (
    _ field: UIFieldBehavior, _ position: CGPoint, _ velocity: CGVector, _ mass: CGFloat, _ charge: CGFloat,
    _ deltaTime: TimeInterval
  ) -> CGVector

  private enum Kind {
    case drag, vortex, radialGravity, linearGravity, velocity, noise, turbulence, spring, electric, magnetic
    case custom(Evaluation)
  }
  private let kind: Kind
  private init(_ kind: Kind) {
    self.kind = kind
    super.init()
  }
  private class func make(_ kind: Kind, _ change: (UIFieldBehavior) -> Void = { _ in }) -> Self {
    let field = UIFieldBehavior(kind)
    change(field)
    guard let field = field as? Self else {
      preconditionFailure("UIFieldBehavior makes itself, not a \(self)")
    }
    return field
  }

  // MARK: Kinds

  /// A force against the velocity, proportional to its square.
  open class func dragField() -> Self { make(.drag) }
  /// A force around the field's position.
  open class func vortexField() -> Self { make(.vortex) }
  /// A force toward a position.
  open class func radialGravityField(position: CGPoint) -> Self {
    make(.radialGravity) { $0.position = position }
  }
  open class func linearGravityField(direction: CGVector) -> Self {
    make(.linearGravity) { $0.direction = direction }
  }
  /// Replaces the items' velocity, in 100 points per second.
  open class func velocityField(direction: CGVector) -> Self { make(.velocity) { $0.direction = direction } }
  open class func noiseField(smoothness: CGFloat, animationSpeed speed: CGFloat) -> Self {
    make(.noise) { ($0.smoothness, $0.animationSpeed) = (smoothness, speed) }
  }
  /// Noise that grows with the velocity.
  open class func turbulenceField(smoothness: CGFloat, animationSpeed speed: CGFloat) -> Self {
    make(.turbulence) { ($0.smoothness, $0.animationSpeed) = (smoothness, speed) }
  }
  /// A force toward the field's position, proportional to the distance.
  open class func springField() -> Self { make(.spring) }
  /// A force away from the field's position, proportional to the charge.
  open class func electricField() -> Self { make(.electric) }
  /// A force across the velocity, proportional to the charge.
  open class func magneticField() -> Self { make(.magnetic) }
  open class func field(evaluationBlock block: @escaping Evaluation) -> Self { make(.custom(block)) }

  // MARK: Items

  open private(set) var items: [any UIDynamicItem] = []
  open func addItem(_ item: any UIDynamicItem) {
    guard !items.contains(where: { $0 === item }) else { return }
    items.append(item)
    changed()
  }
  open func removeItem(_ item: any UIDynamicItem) {
    items.removeAll { $0 === item }
    changed()
  }

  // MARK: Properties

  /// The center of the field and of its region, in the reference view's space.
  open var position = CGPoint.zero { didSet { changed() } }
  /// Where the field has an effect, relative to its position.
  open var region = UIRegion.infinite { didSet { changed() } }
  open var strength: CGFloat = 1 { didSet { changed() } }
  /// The power with which the field becomes weaker with the distance; 0 is the same everywhere.
  open var falloff: CGFloat = 0 { didSet { changed() } }
  /// The distance within which it does not become stronger, in points.
  open var minimumRadius: CGFloat = 1 { didSet { changed() } }
  open var direction = CGVector(dx: 0, dy: 0) { didSet { changed() } }
  /// 0 is rough, 1 is smooth.
  open var smoothness: CGFloat = 0 { didSet { changed() } }
  /// How fast noise changes; 0 keeps it.
  open var animationSpeed: CGFloat = 0 { didSet { changed() } }

  override var movedItems: [any UIDynamicItem] { items }

  override func apply(_ world: UIDynamicAnimator, _ time: CGFloat) {
    for item in items {
      guard let body = world.body(item) else { continue }
      let (x, y) = (body.center.x - position.x, body.center.y - position.y)
      guard region.contains(CGPoint(x: x, y: y)) else { continue }
      let distance = max(hypot(x, y), minimumRadius)
      let force = strength * (falloff == 0 ? 1 : pow(distance, -falloff))
      let (ux, uy) = (x / distance, y / distance)
      let (vx, vy) = (body.velocity.x / 100, body.velocity.y / 100)
      let speed = hypot(vx, vy)
      func push(_ dx: CGFloat, _ dy: CGFloat) {
        world.change(item) { body in
          body.force.x += dx * force * 100
          body.force.y += dy * force * 100
        }
      }
      switch kind {
      case .drag: push(-vx * speed, -vy * speed)
      case .vortex: push(-uy, ux)
      case .radialGravity: push(-ux * body.mass, -uy * body.mass)
      case .linearGravity: push(direction.dx * body.mass, direction.dy * body.mass)
      case .velocity:
        world.change(item) {
          $0.velocity = CGPoint(x: direction.dx * force * 100, y: direction.dy * force * 100)
        }
      case .noise, .turbulence:
        let noise = noise(body.center, at: CGFloat(world.elapsedTime))
        let scale = if case .turbulence = kind { speed } else { CGFloat(1) }
        push(noise.dx * scale, noise.dy * scale)
      case .spring: push(-x / 100, -y / 100)
      case .electric: push(ux * body.charge, uy * body.charge)
      case .magnetic: push(-vy * body.charge, vx * body.charge)
      case .custom(let block):
        // E-951: an app's block gets the place relative to the field.
        let result = block(
          self, CGPoint(x: x, y: y), CGVector(dx: body.velocity.x, dy: body.velocity.y), body.mass,
          body.charge,
          Double(time))
        push(result.dx, result.dy)
      }
    }
  }

  /// A smooth function of place and time with values between -1 and 1.
  private func noise(_ place: CGPoint, at time: CGFloat) -> CGVector {
    let grain = 0.05 * (1 - 0.9 * min(max(smoothness, 0), 1))
    let phase = time * animationSpeed
    func wave(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat) -> CGFloat {
      (sin(place.x * grain * a + phase + c) + sin(place.y * grain * b - phase * 1.3 + 2 * c)) / 2
    }
    return CGVector(dx: wave(1, 1.7, 0.3), dy: wave(1.3, 0.9, 1.9))
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIFieldBehavior.self,
      {
        [
          "position": \.position, "region": \.region, "strength": \.strength, "falloff": \.falloff,
          "minimumRadius": \.minimumRadius, "direction": \.direction, "smoothness": \.smoothness,
          "animationSpeed": \.animationSpeed,
        ]
      },
      readOnly: {
        [
          "items": \.items
        ]
      }
    )
  }
}
