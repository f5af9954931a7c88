import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import QuartzCore

/// Animations through several values and along paths.
@MainActor @Suite struct KeyframeAnimationTests {
  /// The values of a one-second animation of the opacity, at some times.
  private func opacities(_ mode: CAAnimationCalculationMode, _ values: [Double], _ times: [Double]?)
    -> [Double]
  {
    withScreen { screen in
      let box = screen.shown(box(0, 0, 50, 50))
      let animation = CAKeyframeAnimation(keyPath: "opacity")
      (animation.values, animation.calculationMode, animation.duration) = (values, mode, 1)
      animation.keyTimes = times?.map { NSNumber(value: $0) }
      box.add(animation, forKey: nil)
      screen.turn()
      return (0..<4).map { _ in
        screen.advance(0.2)
        return Double(((box.presentation()?.opacity ?? -1) * 100).rounded()) / 100
      }
    }
  }

  @Test(.rule("E-618"))
  func `the calculation mode determines the values between keyframes`() {
    #expect(opacities(.linear, [0, 1, 0.5], [0, 0.5, 1]) == [0.4, 0.8, 0.9, 0.7])
    #expect(opacities(.discrete, [0, 1, 0.5], [0, 0.3, 0.7, 1]) == [0, 1, 1, 0.5])
    #expect(opacities(.discrete, [0, 1], nil) == [0, 0, 1, 1])
    // A constant rate of change, whatever the key times are.
    #expect(opacities(.paced, [0, 0.2, 1], [0, 0.9, 1]) == [0.2, 0.4, 0.6, 0.8])
    let cubic = opacities(.cubic, [0, 1, 0], nil)
    #expect(cubic[0] == cubic[3] && cubic[1] == cubic[2] && cubic[0] > 0.4 && cubic[1] > 0.8)
  }

  @Test(.rule("E-618"))
  func `elements of a path take equal times, or equal lengths do if the animation is paced`() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 300, y: 0))
    path.addQuadCurve(to: CGPoint(x: 400, y: 0), control: CGPoint(x: 350, y: 0))
    func places(_ mode: CAAnimationCalculationMode) -> [Int] {
      withScreen { screen in
        let box = screen.shown(box(0, 0, 50, 50))
        let animation = CAKeyframeAnimation(keyPath: "position")
        (animation.path, animation.calculationMode, animation.duration) = (path, mode, 1)
        box.add(animation, forKey: nil)
        screen.turn()
        return (0..<3).map { _ in
          screen.advance(0.25)
          return Int((box.presentation()?.position.x ?? -1).rounded())
        }
      }
    }
    #expect(places(.linear) == [150, 300, 350])
    #expect(places(.paced) == [100, 200, 300])
  }

  @Test(.rule("E-619"))
  func `a gradient animates between lists of colours`() {
    withScreen { screen in
      let layer = CAGradientLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      let (black, white) = (color(0, 0, 0), color(1, 1, 1))
      layer.colors = [black, white]
      screen.root.addSublayer(layer)
      screen.turn()
      let animation = CABasicAnimation(keyPath: "colors")
      (animation.toValue, animation.duration) = ([white, white], 1)
      layer.add(animation, forKey: nil)
      layer.startPoint = CGPoint(x: 0, y: 0)
      screen.turn()
      screen.advance(0.5)
      let shown = layer.shownGradient
      #expect(shown?.colors.map { ($0.red * 100).rounded() } == [50, 100])
      // The implicit animation of a quarter of a second has ended.
      #expect(shown?.startX == 0 && layer.animationKeys()?.count == 1)
      screen.advance(0.6)
      #expect(layer.shownGradient?.colors.map(\.red) == [0, 1] && layer.animationKeys()?.isEmpty != false)
    }
  }
}
