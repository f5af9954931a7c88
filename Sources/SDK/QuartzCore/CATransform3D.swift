import CarobFoundation
import CoreGraphics

/// A 4 × 4 matrix; points are row vectors, as on the platform.
public struct CATransform3D: BitwiseCopyable, Equatable, Sendable {
  public var m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat
  public var m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat
  public var m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat
  public var m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat

  /// All zeros, as on the platform; not the identity.
  public init() {
    self.init(values: Array(repeating: 0, count: 16))
  }

  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat, m23: CGFloat,
    m24: CGFloat, m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat, m42: CGFloat,
    m43: CGFloat, m44: CGFloat
  ) {
    self.init(values: [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44])
  }

  init(values v: [CGFloat]) {
    (m11, m12, m13, m14) = (v[0], v[1], v[2], v[3])
    (m21, m22, m23, m24) = (v[4], v[5], v[6], v[7])
    (m31, m32, m33, m34) = (v[8], v[9], v[10], v[11])
    (m41, m42, m43, m44) = (v[12], v[13], v[14], v[15])
  }

  /// The 16 elements in row order.
  package var values: [CGFloat] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }
}

extension NSValue {
  /// Wraps a transform, for use as an animation's value.
  public convenience init(caTransform3D t: CATransform3D) { self.init(interned: t) }
  /// The wrapped transform; the identity if the value wraps something else.
  public var caTransform3DValue: CATransform3D { unboxed as? CATransform3D ?? CATransform3DIdentity }
}

public let CATransform3DIdentity = CATransform3D(values: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m41, t.m42, t.m43) = (tx, ty, tz)
  return t
}

public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m11, t.m22, t.m33) = (sx, sy, sz)
  return t
}

/// A rotation by `angle` radians about the vector.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat)
  -> CATransform3D
{
  let length = sqrt(x * x + y * y + z * z)
  guard length > 0 else { return CATransform3DIdentity }
  let (x, y, z) = (x / length, y / length, z / length)
  let (c, s) = (cos(angle), sin(angle))
  var t = CATransform3DIdentity
  t.m11 = c + x * x * (1 - c)
  t.m12 = x * y * (1 - c) + z * s
  t.m13 = x * z * (1 - c) - y * s
  t.m21 = x * y * (1 - c) - z * s
  t.m22 = c + y * y * (1 - c)
  t.m23 = y * z * (1 - c) + x * s
  t.m31 = x * z * (1 - c) + y * s
  t.m32 = y * z * (1 - c) - x * s
  t.m33 = c + z * z * (1 - c)
  return t
}

/// Applies `a` first, then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  let (a, b) = (a.values, b.values)
  var result = [CGFloat](repeating: 0, count: 16)
  for row in 0..<4 {
    for column in 0..<4 {
      for k in 0..<4 { result[row * 4 + column] += a[row * 4 + k] * b[k * 4 + column] }
    }
  }
  return CATransform3D(values: result)
}

public func CATransform3DTranslate(_ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat)
  -> CATransform3D
{
  CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat)
  -> CATransform3D
{
  CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m11, t.m12, t.m21, t.m22, t.m41, t.m42) = (m.a, m.b, m.c, m.d, m.tx, m.ty)
  return t
}

public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t.m13 == 0 && t.m14 == 0 && t.m23 == 0 && t.m24 == 0 && t.m31 == 0 && t.m32 == 0 && t.m33 == 1 && t.m34 == 0
    && t.m43 == 0 && t.m44 == 1
}

public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

/// The inverse, or `t` itself if it has none.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  // Gauss–Jordan elimination with partial pivoting.
  var a = t.values
  var inverse = CATransform3DIdentity.values
  for column in 0..<4 {
    let pivot = (column..<4).max { abs(a[$0 * 4 + column]) < abs(a[$1 * 4 + column]) }!
    guard abs(a[pivot * 4 + column]) > 1e-12 else { return t }
    for k in 0..<4 {
      a.swapAt(pivot * 4 + k, column * 4 + k)
      inverse.swapAt(pivot * 4 + k, column * 4 + k)
    }
    let scale = a[column * 4 + column]
    for k in 0..<4 {
      a[column * 4 + k] /= scale
      inverse[column * 4 + k] /= scale
    }
    for row in 0..<4 where row != column {
      let factor = a[row * 4 + column]
      for k in 0..<4 {
        a[row * 4 + k] -= factor * a[column * 4 + k]
        inverse[row * 4 + k] -= factor * inverse[column * 4 + k]
      }
    }
  }
  return CATransform3D(values: inverse)
}
