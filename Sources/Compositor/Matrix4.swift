internal import Glibc

/// A CATransform3D: row-major; points are row vectors, multiplied from the left.
struct Matrix4: Equatable {
  var m: [Double]

  static let identity = Matrix4(m: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

  static func translation(_ x: Double, _ y: Double) -> Matrix4 {
    Matrix4(m: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1])
  }

  subscript(row: Int, column: Int) -> Double {
    get { m[row * 4 + column] }
    set { m[row * 4 + column] = newValue }
  }

  /// Applies the left transform first.
  static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
    var result = Matrix4(m: [Double](repeating: 0, count: 16))
    for row in 0..<4 {
      for column in 0..<4 {
        var sum = 0.0
        for k in 0..<4 { sum += a.m[row * 4 + k] * b.m[k * 4 + column] }
        result.m[row * 4 + column] = sum
      }
    }
    return result
  }

  /// Whether it maps the plane z = 0 to itself, with its front towards the viewer.
  var isFlat: Bool {
    m[2] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0 && m[8] == 0 && m[9] == 0 && m[10] == 1 && m[11] == 0
      && m[14] == 0 && m[15] == 1
  }

  /// The projection of the plane z = 0: a row-major 3 × 3 map for column vectors (x, y, 1).
  var projection: [Double] { [m[0], m[4], m[12], m[1], m[5], m[13], m[3], m[7], m[15]] }

  /// The depth of a point of the plane z = 0: larger is nearer to the eye.
  func depth(ofX x: Double, y: Double) -> Double {
    let w = m[3] * x + m[7] * y + m[15]
    return (m[2] * x + m[6] * y + m[14]) / (w > 1e-9 ? w : 1e-9)
  }

  /// Whether the front of the plane z = 0 is visible at a point; also true for a reflection within the plane.
  func showsFront(ofX x: Double, y: Double) -> Bool {
    let p = projection
    let turned =
      p[0] * (p[4] * p[8] - p[5] * p[7]) - p[1] * (p[3] * p[8] - p[5] * p[6])
      + p[2] * (p[3] * p[7] - p[4] * p[6])
    let mirrored =
      m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8])
      + m[2] * (m[4] * m[9] - m[5] * m[8])
    let w = p[6] * x + p[7] * y + p[8]
    return turned * (mirrored < 0 ? -1 : 1) * (w < 0 ? -1 : 1) > 0
  }

  /// The inverse of a 3 × 3 map, up to a positive factor; nil if it is singular.
  static func inverse(_ p: [Double]) -> [Double]? {
    let c = [
      p[4] * p[8] - p[5] * p[7], p[2] * p[7] - p[1] * p[8], p[1] * p[5] - p[2] * p[4],
      p[5] * p[6] - p[3] * p[8], p[0] * p[8] - p[2] * p[6], p[2] * p[3] - p[0] * p[5],
      p[3] * p[7] - p[4] * p[6], p[1] * p[6] - p[0] * p[7], p[0] * p[4] - p[1] * p[3],
    ]
    let determinant = p[0] * c[0] + p[1] * c[3] + p[2] * c[6]
    guard abs(determinant) > 1e-12, determinant.isFinite else { return nil }
    return c.map { $0 / determinant }
  }

  static func multiply(_ a: [Double], _ b: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        for k in 0..<3 { result[row * 3 + column] += a[row * 3 + k] * b[k * 3 + column] }
      }
    }
    return result
  }

  // MARK: Interpolation

  /// Interpolates two matrices as CSS does: decomposes them, interpolates the parts, and recomposes.
  static func interpolate(_ a: Matrix4, _ b: Matrix4, _ t: Double) -> Matrix4 {
    if a.isFlat, b.isFlat { return Flat.interpolate(a, b, t) }
    guard let from = Parts(a), let to = Parts(b) else { return t < 0.5 ? a : b }
    return from.interpolated(to: to, t).matrix
  }

  /// CSS's decomposition of two-dimensional matrices.
  private struct Flat {
    var translation: (Double, Double)
    var scale: (Double, Double)
    var angle: Double
    var rest: (Double, Double, Double, Double)

    init(_ matrix: Matrix4) {
      var (a, b, c, d) = (matrix[0, 0], matrix[0, 1], matrix[1, 0], matrix[1, 1])
      translation = (matrix[3, 0], matrix[3, 1])
      scale = ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
      // For a reflection, the axis with the smaller scale is negated.
      if a * d - b * c < 0 { if a < d { scale.0 = -scale.0 } else { scale.1 = -scale.1 } }
      if scale.0 != 0 { (a, b) = (a / scale.0, b / scale.0) }
      if scale.1 != 0 { (c, d) = (c / scale.1, d / scale.1) }
      angle = atan2(b, a)
      let (sine, cosine) = (sin(angle), cos(angle))
      // The skew is what remains after the rotation is removed.
      rest = (cosine * a + sine * b, cosine * b - sine * a, cosine * c + sine * d, cosine * d - sine * c)
    }

    static func interpolate(_ a: Matrix4, _ b: Matrix4, _ t: Double) -> Matrix4 {
      var from = Flat(a)
      let to = Flat(b)
      // If one is negated along x and the other along y, that is a rotation by 180°.
      if (from.scale.0 < 0 && to.scale.1 < 0) || (from.scale.1 < 0 && to.scale.0 < 0) {
        from.scale = (-from.scale.0, -from.scale.1)
        from.angle += from.angle < 0 ? .pi : -.pi
      }
      // Takes the shorter direction of rotation.
      var end = to.angle
      if end - from.angle > .pi { end -= 2 * .pi } else if from.angle - end > .pi { end += 2 * .pi }
      func mix(_ x: Double, _ y: Double) -> Double { x + (y - x) * t }
      let angle = mix(from.angle, end)
      let (sx, sy) = (mix(from.scale.0, to.scale.0), mix(from.scale.1, to.scale.1))
      let (r0, r1) = (mix(from.rest.0, to.rest.0), mix(from.rest.1, to.rest.1))
      let (r2, r3) = (mix(from.rest.2, to.rest.2), mix(from.rest.3, to.rest.3))
      let (sine, cosine) = (sin(angle), cos(angle))
      var result = Matrix4.identity
      result[0, 0] = sx * (cosine * r0 - sine * r1)
      result[0, 1] = sx * (sine * r0 + cosine * r1)
      result[1, 0] = sy * (cosine * r2 - sine * r3)
      result[1, 1] = sy * (sine * r2 + cosine * r3)
      result[3, 0] = mix(from.translation.0, to.translation.0)
      result[3, 1] = mix(from.translation.1, to.translation.1)
      return result
    }
  }

  /// The decomposition of a matrix into translation, scale, skew, rotation and perspective.
  private struct Parts {
    var translation: [Double]
    var scale: [Double]
    /// xy, xz, yz.
    var skew: [Double]
    var quaternion: [Double]
    var perspective: [Double]

    init?(_ source: Matrix4) {
      guard source[3, 3] != 0 else { return nil }
      let matrix = Matrix4(m: source.m.map { $0 / source[3, 3] })
      // The perspective is the right column without the affine part.
      let column = [matrix[0, 3], matrix[1, 3], matrix[2, 3], 1.0]
      var affine = matrix
      for row in 0..<3 { affine[row, 3] = 0 }
      guard let solved = Self.solve(affine, column) else { return nil }
      perspective = solved
      translation = [matrix[3, 0], matrix[3, 1], matrix[3, 2]]
      var rows = (0..<3).map { row in (0..<3).map { matrix[row, $0] } }
      func dot(_ a: [Double], _ b: [Double]) -> Double { a[0] * b[0] + a[1] * b[1] + a[2] * b[2] }
      func normalize(_ v: inout [Double]) -> Double {
        let length = dot(v, v).squareRoot()
        if length > 0 { v = v.map { $0 / length } }
        return length
      }
      func subtract(_ a: [Double], _ b: [Double], _ factor: Double) -> [Double] {
        (0..<3).map { a[$0] - b[$0] * factor }
      }
      scale = [0, 0, 0]
      skew = [0, 0, 0]
      scale[0] = normalize(&rows[0])
      skew[0] = dot(rows[0], rows[1])
      rows[1] = subtract(rows[1], rows[0], skew[0])
      scale[1] = normalize(&rows[1])
      if scale[1] != 0 { skew[0] /= scale[1] }
      skew[1] = dot(rows[0], rows[2])
      rows[2] = subtract(rows[2], rows[0], skew[1])
      skew[2] = dot(rows[1], rows[2])
      rows[2] = subtract(rows[2], rows[1], skew[2])
      scale[2] = normalize(&rows[2])
      if scale[2] != 0 {
        skew[1] /= scale[2]
        skew[2] /= scale[2]
      }
      let cross = [
        rows[1][1] * rows[2][2] - rows[1][2] * rows[2][1], rows[1][2] * rows[2][0] - rows[1][0] * rows[2][2],
        rows[1][0] * rows[2][1] - rows[1][1] * rows[2][0],
      ]
      if dot(rows[0], cross) < 0 {
        scale = scale.map { -$0 }
        rows = rows.map { $0.map { -$0 } }
      }
      quaternion = Self.quaternion(rows)
    }

    /// Solves p · A = column for the row p, A being a matrix whose right column is (0, 0, 0, 1): the
    /// transposed system, by elimination.
    private static func solve(_ affine: Matrix4, _ column: [Double]) -> [Double]? {
      // perspective = column · inverse(A)ᵀ, that is A · perspective = column; each row of A is an equation.
      var rows = (0..<4).map { row in (0..<4).map { affine[row, $0] } + [column[row]] }
      for pivot in 0..<4 {
        guard let best = (pivot..<4).max(by: { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) }),
          abs(rows[best][pivot]) > 1e-12
        else { return nil }
        rows.swapAt(pivot, best)
        for row in 0..<4 where row != pivot {
          let factor = rows[row][pivot] / rows[pivot][pivot]
          if factor != 0 { for k in pivot..<5 { rows[row][k] -= factor * rows[pivot][k] } }
        }
      }
      return (0..<4).map { rows[$0][4] / rows[$0][$0] }
    }

    /// The quaternion of a rotation with these rows (for row vectors).
    private static func quaternion(_ r: [[Double]]) -> [Double] {
      let x = 0.5 * max(1 + r[0][0] - r[1][1] - r[2][2], 0).squareRoot()
      let y = 0.5 * max(1 - r[0][0] + r[1][1] - r[2][2], 0).squareRoot()
      let z = 0.5 * max(1 - r[0][0] - r[1][1] + r[2][2], 0).squareRoot()
      let w = 0.5 * max(1 + r[0][0] + r[1][1] + r[2][2], 0).squareRoot()
      // The signs come from the antisymmetric part, which vanishes at 180°; then they come from the
      // symmetric part.
      if w > 1e-6 {
        return [
          r[1][2] - r[2][1] < 0 ? -x : x, r[2][0] - r[0][2] < 0 ? -y : y, r[0][1] - r[1][0] < 0 ? -z : z, w,
        ]
      }
      if x >= y, x >= z { return [x, r[0][1] < 0 ? -y : y, r[0][2] < 0 ? -z : z, w] }
      if y >= z { return [r[0][1] < 0 ? -x : x, y, r[1][2] < 0 ? -z : z, w] }
      return [r[0][2] < 0 ? -x : x, r[1][2] < 0 ? -y : y, z, w]
    }

    func interpolated(to other: Parts, _ t: Double) -> Parts {
      var result = self
      func mix(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 + ($1 - $0) * t } }
      result.translation = mix(translation, other.translation)
      result.scale = mix(scale, other.scale)
      result.skew = mix(skew, other.skew)
      result.perspective = mix(perspective, other.perspective)
      var product = zip(quaternion, other.quaternion).reduce(0) { $0 + $1.0 * $1.1 }
      product = min(max(product, -1), 1)
      if abs(product) < 1 {
        let theta = acos(product)
        let weight = sin(t * theta) / (1 - product * product).squareRoot()
        let own = cos(t * theta) - product * weight
        result.quaternion = zip(quaternion, other.quaternion).map { $0 * own + $1 * weight }
      }
      return result
    }

    var matrix: Matrix4 {
      let (x, y, z, w) = (quaternion[0], quaternion[1], quaternion[2], quaternion[3])
      let rotation = Matrix4(m: [
        1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
        2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
        2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0, 0, 0, 0, 1,
      ])
      var shear = Matrix4.identity
      shear[1, 0] = skew[0]
      shear[2, 0] = skew[1]
      shear[2, 1] = skew[2]
      var size = Matrix4.identity
      for axis in 0..<3 { size[axis, axis] = scale[axis] }
      var place = Matrix4.identity
      for axis in 0..<3 { place[3, axis] = translation[axis] }
      var eye = Matrix4.identity
      for row in 0..<4 { eye[row, 3] = perspective[row] }
      return size * shear * rotation * place * eye
    }
  }
}
