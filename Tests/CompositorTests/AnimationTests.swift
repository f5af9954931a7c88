import DeviceProtocol
import Testing

@testable import Compositor

@Suite struct AnimationTests {
  private func animation(
    _ property: String, _ values: [[Double]], duration: Double = 1,
    _ edit: (inout LayerAnimation) -> Void = { _ in }
  ) -> LayerAnimation {
    var result = LayerAnimation(
      layer: 1, key: "k", property: property, values: values, keyTimes: [], timings: [], begin: 10,
      duration: duration)
    edit(&result)
    return result
  }

  private func x(_ animation: LayerAnimation, at time: Double) -> Double {
    var model = LayerState(id: 1, name: "CALayer")
    model.positionX = 500
    return AnimationSampler.sample(model, [animation], at: time).positionX
  }

  @Test func `a basic animation runs from its begin to its end and has no effect afterwards`() {
    let move = animation("position", [[0, 0], [100, 0]]) { $0.fillsBackwards = false }
    #expect(x(move, at: 9.9) == 500)
    #expect(x(move, at: 10) == 0)
    #expect(x(move, at: 10.25) == 25)
    #expect(x(move, at: 11) == 500)
  }

  @Test func `a fill mode holds the first or last value`() {
    let move = animation("position", [[0, 0], [100, 0]]) { $0.fillsForwards = true }
    #expect(x(move, at: 5) == 0)
    #expect(x(move, at: 50) == 100)
  }

  @Test func `repeats start again, and autoreversing ones run backwards`() {
    let again = animation("position", [[0, 0], [100, 0]]) {
      $0.repeatCount = 2.5
      $0.fillsForwards = true
    }
    #expect(x(again, at: 11.25) == 25)
    #expect(x(again, at: 20) == 50)
    let back = animation("position", [[0, 0], [100, 0]]) {
      $0.autoreverses = true
      $0.repeatCount = .infinity
    }
    #expect(x(back, at: 11.25) == 75)
    #expect(x(back, at: 12.25) == 25)
    #expect(x(back, at: 1001.25) == 75)
  }

  @Test func `key times and a timing function per interval are used`() {
    let move = animation("position", [[0, 0], [100, 0], [200, 0]]) {
      $0.keyTimes = [0, 0.2, 1]
      $0.timings = [[0, 0, 1, 1], [0.42, 0, 0.58, 1]]
    }
    #expect(abs(x(move, at: 10.1) - 50) < 1e-9)
    #expect(abs(x(move, at: 10.6) - 150) < 1e-9)
    #expect(x(move, at: 10.3) < 110)
  }

  @Test func `additive animations are added to the value below, in order`() {
    var model = LayerState(id: 1, name: "CALayer")
    model.positionX = 500
    let first = animation("position", [[-100, 0], [0, 0]]) {
      $0.isAdditive = true
      $0.key = "a"
    }
    let second = animation("position", [[-10, 0], [0, 0]]) {
      $0.isAdditive = true
      $0.key = "b"
    }
    #expect(AnimationSampler.sample(model, [first, second], at: 10.5).positionX == 445)
  }

  @Test func `a single keyframe animates to the model value`() {
    #expect(x(animation("position", [[0, 0]]), at: 10.5) == 250)
  }

  @Test func `speed shortens the animation`() {
    let move = animation("position", [[0, 0], [100, 0]]) { $0.speed = 2 }
    #expect(x(move, at: 10.25) == 50)
    #expect(x(move, at: 10.6) == 500)
  }

  @Test func `an animation without a duration shows its end at once or never`() {
    #expect(x(animation("position", [[0, 0], [100, 0]], duration: 0), at: 10) == 500)
    #expect(
      x(animation("position", [[0, 0], [100, 0]], duration: 0) { $0.fillsForwards = true }, at: 10) == 100)
  }

  @Test func `a rotation is interpolated as a rotation, in the plane and in space`() {
    let quarter: [Double] = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    let middle = Matrix4.interpolate(.identity, Matrix4(m: quarter), 0.5)
    #expect(abs(middle[0, 0] - 0.70710678) < 1e-6)
    #expect(abs(middle[0, 1] - 0.70710678) < 1e-6)
    // A quarter turn about y.
    let turned: [Double] = [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]
    let half = Matrix4.interpolate(.identity, Matrix4(m: turned), 0.5)
    #expect(abs(half[0, 0] - 0.70710678) < 1e-6)
    #expect(abs(half[0, 2] + 0.70710678) < 1e-6)
    #expect(abs(half[1, 1] - 1) < 1e-9)
  }

  @Test(arguments: [0.0, 0.3, 1]) func `decomposing and recomposing a matrix gives the matrix`(
    t: Double
  ) {
    let matrix = Matrix4(m: [1.5, 0.4, 0.2, 0, -0.3, 2, 0.1, 0, 0.2, -0.5, 1.2, -0.002, 30, 40, 5, 1])
    let same = Matrix4.interpolate(matrix, matrix, t)
    for (a, b) in zip(same.m, matrix.m) { #expect(abs(a - b) < 1e-9) }
    let mirror = Matrix4(m: [-2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 7, 8, 0, 1])
    for (a, b) in zip(Matrix4.interpolate(mirror, mirror, t).m, mirror.m) { #expect(abs(a - b) < 1e-9) }
  }

  @Test func `the timing function is the platform's curve`() {
    // Ease in, ease out: symmetric, slow at both ends. Default: 0.25 0.1 0.25 1.
    #expect(abs(CubicTiming.value([0.42, 0, 0.58, 1], at: 0.5) - 0.5) < 1e-9)
    #expect(abs(CubicTiming.value([0.25, 0.1, 0.25, 1], at: 0.5) - 0.8024) < 1e-3)
    #expect(CubicTiming.value([0, 0, 1, 1], at: 0.3).rounded(to: 6) == 0.3)
  }

  @Test func `colours fade without a tint of the transparent end`() {
    var model = LayerState(id: 1, name: "CALayer")
    model.backgroundColor = red
    let fade = animation("backgroundColor", [[0, 0, 0, 0], [1, 0, 0, 1]])
    let middle = AnimationSampler.sample(model, [fade], at: 10.5).backgroundColor
    #expect(middle == LayerColor(red: 1, green: 0, blue: 0, alpha: 0.5))
  }

  @Test func `a picture shows a running animation`() throws {
    let move = animation("position", [[5, 50], [95, 50]])
    let image = try picture(
      [layer(1, 90, 45, 10, 10) { $0.backgroundColor = red }], animations: [move], at: 10.5)
    #expect(hex(image, 50, 50) == "FF0000")
    #expect(hex(image, 95, 50) == "FFFFFF")
  }
}

extension Double {
  fileprivate func rounded(to digits: Int) -> Double {
    let factor = (0..<digits).reduce(1.0) { result, _ in result * 10 }
    return (self * factor).rounded() / factor
  }
}
