import CoreGraphics

/// A moving body: position, velocity and material. Units are points, seconds and radians.
struct DynamicBody {
  var center: CGPoint
  var angle: CGFloat
  let size: CGSize
  var velocity = CGPoint.zero
  var spin: CGFloat = 0

  var elasticity: CGFloat = 0
  var friction: CGFloat = 0.2
  var density: CGFloat = 1
  var resistance: CGFloat = 0
  var angularResistance: CGFloat = 0
  var isAnchored = false
  var charge: CGFloat = 0
  var allowsRotation = true
  /// The sum of forces in this step, in points per second squared times mass.
  var force = CGPoint.zero

  init(center: CGPoint, angle: CGFloat, size: CGSize) {
    self.center = center
    self.angle = angle
    self.size = size
  }

  /// A square with sides of 100 points and density 1 has mass 1.
  var mass: CGFloat { max(density * size.width * size.height / 10_000, 0.000_1) }
  var inverseMass: CGFloat { isAnchored ? 0 : 1 / mass }
  var frame: CGRect {
    CGRect(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }

  mutating func step(_ time: CGFloat) {
    guard !isAnchored else {
      velocity = .zero
      spin = 0
      return
    }
    velocity.x += force.x * inverseMass * time
    velocity.y += force.y * inverseMass * time
    let drag = max(0, 1 - resistance * time)
    velocity.x *= drag
    velocity.y *= drag
    center.x += velocity.x * time
    center.y += velocity.y * time
    guard allowsRotation else { return }
    spin *= max(0, 1 - angularResistance * time)
    angle += spin * time
  }
}

/// A contact of two bodies: the direction that separates the first one, and the depth of the overlap.
struct DynamicContact {
  let normal: CGPoint
  let depth: CGFloat
  let point: CGPoint

  /// The contact of two boxes, with rotation ignored.
  init?(_ a: CGRect, _ b: CGRect) {
    let overlap = a.intersection(b)
    guard !overlap.isNull, overlap.width > 0, overlap.height > 0 else { return nil }
    point = CGPoint(x: overlap.midX, y: overlap.midY)
    if overlap.width < overlap.height {
      normal = CGPoint(x: a.midX < b.midX ? -1 : 1, y: 0)
      depth = overlap.width
    } else {
      normal = CGPoint(x: 0, y: a.midY < b.midY ? -1 : 1)
      depth = overlap.height
    }
  }

  /// The contact of a box and a line.
  init?(_ box: CGRect, from start: CGPoint, to end: CGPoint) {
    let along = CGPoint(x: end.x - start.x, y: end.y - start.y)
    let length = hypot(along.x, along.y)
    guard length > 0 else { return nil }
    let unit = CGPoint(x: along.x / length, y: along.y / length)
    // The side of the line on which the box's centre is.
    let middle = CGPoint(x: box.midX - start.x, y: box.midY - start.y)
    let place = middle.x * unit.x + middle.y * unit.y
    var normal = CGPoint(x: -unit.y, y: unit.x)
    var distance = middle.x * normal.x + middle.y * normal.y
    if distance < 0 {
      normal = CGPoint(x: -normal.x, y: -normal.y)
      distance = -distance
    }
    let reach = abs(normal.x) * box.width / 2 + abs(normal.y) * box.height / 2
    let side = abs(unit.x) * box.width / 2 + abs(unit.y) * box.height / 2
    guard distance < reach, place > -side, place < length + side else { return nil }
    self.normal = normal
    depth = reach - distance
    let nearest = min(max(place, 0), length)
    point = CGPoint(x: start.x + unit.x * nearest, y: start.y + unit.y * nearest)
  }
}
