@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Receives messages about collisions. All methods are optional.
@preconcurrency @MainActor
public protocol UICollisionBehaviorDelegate: NSObjectProtocol, _CarobOptional {
  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem,
    at p: CGPoint)
  func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem)
  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint)
  func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?)
}
extension UICollisionBehaviorDelegate {
  public func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem,
    at p: CGPoint
  ) {}
  public func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem
  ) {}
  public func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint
  ) {}
  public func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?
  ) {}
}

/// Keeps items from passing through each other and through boundaries.
///
/// DEVIATION: items collide as unrotated boxes; a boundary path is replaced by its bounding box.
@preconcurrency @MainActor
open class UICollisionBehavior: _ItemListBehavior {
  public struct Mode: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let items = Mode(rawValue: 1)
    public static let boundaries = Mode(rawValue: 2)
    public static let everything = Mode(rawValue: .max)
  }

  public override init() { super.init() }
  public init(items: [any UIDynamicItem]) {
    super.init()
    list = items
  }
  open var items: [any UIDynamicItem] { list }
  open func addItem(_ item: any UIDynamicItem) { add(item) }
  open func removeItem(_ item: any UIDynamicItem) { remove(item) }
  open var collisionMode = Mode.everything { didSet { changed() } }
  open weak var collisionDelegate: (any UICollisionBehaviorDelegate)? {
    get { collisionDelegateReference }
    set { collisionDelegateReference = newValue }
  }
  @ZeroingExistential private var collisionDelegateReference: (any UICollisionBehaviorDelegate)?

  // MARK: Boundaries

  private struct Boundary {
    let identifier: (any NSCopying)?
    let lines: [(from: CGPoint, to: CGPoint)]
  }
  private var boundaries: [Boundary] = []
  private var referenceInsets: UIEdgeInsets?
  open var translatesReferenceBoundsIntoBoundary: Bool {
    get { referenceInsets != nil }
    set {
      referenceInsets = newValue ? .zero : nil
      changed()
    }
  }
  open func setTranslatesReferenceBoundsIntoBoundary(with insets: UIEdgeInsets) {
    referenceInsets = insets
    changed()
  }
  open func addBoundary(withIdentifier identifier: any NSCopying, for bezierPath: UIBezierPath) {
    boundaries.append(Boundary(identifier: identifier, lines: Self.edges(bezierPath.bounds)))
    changed()
  }
  open func addBoundary(withIdentifier identifier: any NSCopying, from p1: CGPoint, to p2: CGPoint) {
    boundaries.append(Boundary(identifier: identifier, lines: [(p1, p2)]))
    changed()
  }
  open func removeBoundary(withIdentifier identifier: any NSCopying) {
    boundaries.removeAll { Self.isSame($0.identifier, identifier) }
    changed()
  }
  open func removeAllBoundaries() {
    boundaries = []
    changed()
  }
  open var boundaryIdentifiers: [any NSCopying]? { boundaries.compactMap(\.identifier) }
  private static func isSame(_ a: (any NSCopying)?, _ b: any NSCopying) -> Bool {
    guard let a else { return false }
    if let a = a as? Foundation.NSObject, let b = b as? Foundation.NSObject { return a.isEqual(b) }
    return (a as? AnyHashable).map { $0 == b as? AnyHashable } ?? false
  }
  private static func edges(_ box: CGRect) -> [(from: CGPoint, to: CGPoint)] {
    let corners = [
      CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY),
      CGPoint(x: box.maxX, y: box.maxY), CGPoint(x: box.minX, y: box.maxY),
    ]
    return corners.indices.map { (corners[$0], corners[($0 + 1) % 4]) }
  }

  // MARK: Contacts

  /// A contact between two items, or between an item and a boundary, identified by the boundary's index.
  private struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier?
    let boundary: Int?
  }
  private var touching: [(pair: Pair, end: () -> Void)] = []

  override func resolve(_ world: UIDynamicAnimator, _ time: CGFloat) {
    var now: Set<Pair> = []
    if collisionMode.contains(.items) {
      for (index, item) in list.enumerated() {
        for other in list[(index + 1)...] { resolve(item, other, world, &now) }
      }
    }
    if collisionMode.contains(.boundaries) {
      for item in list {
        if let insets = referenceInsets, let bounds = world.referenceView?.bounds {
          keepInside(item, within: bounds.inset(by: insets), world, &now)
        }
        for (index, boundary) in boundaries.enumerated() { resolve(item, boundary, index, world, &now) }
      }
    }
    let ended = touching.filter { !now.contains($0.pair) }
    touching.removeAll { !now.contains($0.pair) }
    for contact in ended { contact.end() }
  }

  private func resolve(
    _ item: any UIDynamicItem, _ other: any UIDynamicItem, _ world: UIDynamicAnimator, _ now: inout Set<Pair>
  ) {
    guard let a = world.body(item), let b = world.body(other),
      let contact = DynamicContact(a.frame, b.frame)
    else { return }
    let weight = a.inverseMass + b.inverseMass
    guard weight > 0 else { return }
    let normal = contact.normal
    let (x, y) = (a.velocity.x - b.velocity.x, a.velocity.y - b.velocity.y)
    let speed = x * normal.x + y * normal.y
    let impulse = speed < 0 ? -(1 + max(a.elasticity, b.elasticity)) * speed / weight : 0
    let slide = -(x * -normal.y + y * normal.x) * (a.friction * b.friction).squareRoot() * 0.2 / weight
    func change(_ item: any UIDynamicItem, _ sign: CGFloat) {
      world.change(item) { body in
        let part = sign * body.inverseMass
        body.center.x += normal.x * contact.depth * part / weight
        body.center.y += normal.y * contact.depth * part / weight
        body.velocity.x += (normal.x * impulse - normal.y * slide) * part
        body.velocity.y += (normal.y * impulse + normal.x * slide) * part
      }
    }
    change(item, 1)
    change(other, -1)
    recordContact(Pair(first: ObjectIdentifier(item), second: ObjectIdentifier(other), boundary: nil), &now) {
      [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.collisionDelegate?.tell(
        from: self, "collisionBehavior(_:beganContactFor:with:at:)",
        "collisionBehavior:beganContactForItem:withItem:atPoint:"
      ) { $0.collisionBehavior(self, beganContactFor: item, with: other, at: contact.point) }
    } ended: { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.collisionDelegate?.tell(
        from: self, "collisionBehavior(_:endedContactFor:with:)",
        "collisionBehavior:endedContactForItem:withItem:"
      ) { $0.collisionBehavior(self, endedContactFor: item, with: other) }
    }
  }

  /// Keeps items inside the reference view's edges, even if they were too fast for the line test.
  private func keepInside(
    _ item: any UIDynamicItem, within box: CGRect, _ world: UIDynamicAnimator, _ now: inout Set<Pair>
  ) {
    guard let body = world.body(item) else { return }
    let frame = body.frame
    if frame.minX < box.minX {
      bounce(
        item, CGPoint(x: 1, y: 0), box.minX - frame.minX, nil, -1, CGPoint(x: box.minX, y: frame.midY), world,
        &now)
    }
    if frame.maxX > box.maxX {
      bounce(
        item, CGPoint(x: -1, y: 0), frame.maxX - box.maxX, nil, -2, CGPoint(x: box.maxX, y: frame.midY),
        world, &now)
    }
    if frame.minY < box.minY {
      bounce(
        item, CGPoint(x: 0, y: 1), box.minY - frame.minY, nil, -3, CGPoint(x: frame.midX, y: box.minY), world,
        &now)
    }
    if frame.maxY > box.maxY {
      bounce(
        item, CGPoint(x: 0, y: -1), frame.maxY - box.maxY, nil, -4, CGPoint(x: frame.midX, y: box.maxY),
        world, &now)
    }
  }

  private func resolve(
    _ item: any UIDynamicItem, _ boundary: Boundary, _ index: Int, _ world: UIDynamicAnimator,
    _ now: inout Set<Pair>
  ) {
    for line in boundary.lines {
      guard let body = world.body(item),
        let contact = DynamicContact(body.frame, from: line.from, to: line.to)
      else { continue }
      bounce(
        item, contact.normal, contact.depth, boundary.identifier, index, contact.point, world, &now)
    }
  }

  private func bounce(
    _ item: any UIDynamicItem, _ normal: CGPoint, _ depth: CGFloat, _ identifier: (any NSCopying)?,
    _ index: Int, _ point: CGPoint, _ world: UIDynamicAnimator, _ now: inout Set<Pair>
  ) {
    world.change(item) { body in
      guard !body.isAnchored else { return }
      body.center.x += normal.x * depth
      body.center.y += normal.y * depth
      let speed = body.velocity.x * normal.x + body.velocity.y * normal.y
      guard speed < 0 else { return }
      // Below this speed the body comes to rest.
      let back = -speed < 40 ? 1 : 1 + body.elasticity
      body.velocity.x -= normal.x * speed * back
      body.velocity.y -= normal.y * speed * back
      let slide = 1 - min(body.friction * 0.2, 1)
      if normal.x == 0 { body.velocity.x *= slide } else if normal.y == 0 { body.velocity.y *= slide }
    }
    recordContact(Pair(first: ObjectIdentifier(item), second: nil, boundary: index), &now) {
      [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.collisionDelegate?.tell(
        from: self, "collisionBehavior(_:beganContactFor:withBoundaryIdentifier:at:)",
        "collisionBehavior:beganContactForItem:withBoundaryIdentifier:atPoint:"
      ) {
        $0.collisionBehavior(self, beganContactFor: item, withBoundaryIdentifier: identifier, at: point)
      }
    } ended: { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.collisionDelegate?.tell(
        from: self, "collisionBehavior(_:endedContactFor:withBoundaryIdentifier:)",
        "collisionBehavior:endedContactForItem:withBoundaryIdentifier:"
      ) { $0.collisionBehavior(self, endedContactFor: item, withBoundaryIdentifier: identifier) }
    }
  }

  /// Records a contact that may last several steps; only its beginning and its end are reported.
  private func recordContact(
    _ pair: Pair, _ now: inout Set<Pair>, began: () -> Void, ended: @escaping () -> Void
  ) {
    now.insert(pair)
    guard !touching.contains(where: { $0.pair == pair }) else { return }
    touching.append((pair, ended))
    began()
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UICollisionBehavior.self,
      {
        [
          "collisionMode": \.collisionMode, "collisionDelegate": \.collisionDelegate,
          "translatesReferenceBoundsIntoBoundary": \.translatesReferenceBoundsIntoBoundary,
        ]
      },
      readOnly: {
        [
          "items": \.items, "boundaryIdentifiers": \.boundaryIdentifiers,
        ]
      }
    )
  }
}
