import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Animations through several values: `animateKeyframes` and keyframe animations of layers.
@MainActor @Suite struct KeyframeTests {
  private func box(_ device: TestDevice) -> UIView {
    let box = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    device.showEmpty().addSubview(box)
    device.turn()
    return box
  }

  @Test(.rule("E-616"))
  func `frames follow each other, and the completion comes after the last`() {
    withDevice { device in
      let box = box(device)
      UIView.animateKeyframes(withDuration: 1, delay: 0.5) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { box.center.x = 125 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { box.center.x = 25 }
      } completion: {
        device.log("over \($0)")
      }
      #expect(box.center.x == 25)
      device.turn()
      var places: [Int] = []
      for _ in 0..<7 {
        places.append(Int(((box.layer.presentation()?.position.x ?? -1) + 0.5).rounded(.down)))
        device.advance(0.25)
      }
      #expect(places == [25, 25, 25, 125, 125, 75, 25])
      #expect(device.log.take() == ["over true"])
    }
  }

  @Test(.rule("E-615"))
  func `a part of a block can be repeated`() {
    withDevice { device in
      let box = box(device)
      UIView.animate(withDuration: 0.5) {
        UIView.modifyAnimations(withRepeatCount: 2, autoreverses: true) { box.alpha = 0 }
      } completion: {
        device.log("over \($0)")
      }
      device.turn()
      device.advance(1.9)
      #expect(device.log.take() == [])
      device.advance(0.2)
      #expect(device.log.take() == ["over true"])
    }
  }

  @Test func `a spring is over after its duration, however it is told`() {
    withDevice { device in
      let box = box(device)
      UIView.animate(springDuration: 0.5, bounce: 0.3) {
        box.center.x = 200
      } completion: { _ in
        device.log("over")
      }
      device.turn()
      device.advance(0.4)
      #expect(device.log.take() == [])
      device.advance(0.2)
      #expect(device.log.take() == ["over"])
    }
  }

  /// The value of an animation of the opacity at some times of its second.
  private func opacities(_ mode: CAAnimationCalculationMode, _ values: [Double], _ times: [Double]?)
    -> [Double]
  {
    withDevice { device in
      let box = box(device)
      let animation = CAKeyframeAnimation(keyPath: "opacity")
      (animation.values, animation.calculationMode, animation.duration) = (values, mode, 1)
      animation.keyTimes = times?.map { NSNumber(value: $0) }
      box.layer.add(animation, forKey: nil)
      device.turn()
      return (0..<4).map { _ in
        device.advance(0.2)
        return Double(((box.layer.presentation()?.opacity ?? -1) * 100).rounded()) / 100
      }
    }
  }

  @Test(.rule("E-618"))
  func `values are calculated as the mode says`() {
    #expect(opacities(.linear, [0, 1, 0.5], [0, 0.5, 1]) == [0.4, 0.8, 0.9, 0.7])
    #expect(opacities(.discrete, [0, 1, 0.5], [0, 0.3, 0.7, 1]) == [0, 1, 1, 0.5])
    #expect(opacities(.discrete, [0, 1], nil) == [0, 0, 1, 1])
    // As much change in every part of the time, whatever the key times are.
    #expect(opacities(.paced, [0, 0.2, 1], [0, 0.9, 1]) == [0.2, 0.4, 0.6, 0.8])
    let cubic = opacities(.cubic, [0, 1, 0], nil)
    #expect(cubic[0] == cubic[3] && cubic[1] == cubic[2] && cubic[0] > 0.4 && cubic[1] > 0.8)
  }

  @Test(.rule("E-618"))
  func `along a path each of its elements takes as long as the others, or each length if it is paced`() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 300, y: 0))
    path.addQuadCurve(to: CGPoint(x: 400, y: 0), control: CGPoint(x: 350, y: 0))
    func places(_ mode: CAAnimationCalculationMode) -> [Int] {
      withDevice { device in
        let box = box(device)
        let animation = CAKeyframeAnimation(keyPath: "position")
        (animation.path, animation.calculationMode, animation.duration) = (path, mode, 1)
        box.layer.add(animation, forKey: nil)
        device.turn()
        return (0..<3).map { _ in
          device.advance(0.25)
          return Int((box.layer.presentation()?.position.x ?? -1).rounded())
        }
      }
    }
    #expect(places(.linear) == [150, 300, 350])
    #expect(places(.paced) == [100, 200, 300])
  }

  @Test(.rule("E-619"))
  func `a gradient goes from colours to colours`() {
    withDevice { device in
      let root = device.showEmpty()
      let layer = CAGradientLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      let (black, white) = (
        CGColor(red: 0, green: 0, blue: 0, alpha: 1), CGColor(red: 1, green: 1, blue: 1, alpha: 1)
      )
      layer.colors = [black, white]
      root.layer.addSublayer(layer)
      device.turn()
      let animation = CABasicAnimation(keyPath: "colors")
      (animation.toValue, animation.duration) = ([white, white], 1)
      layer.add(animation, forKey: nil)
      layer.startPoint = CGPoint(x: 0, y: 0)
      device.turn()
      device.advance(0.5)
      let shown = layer.shownGradient
      #expect(shown?.colors.map { ($0.red * 100).rounded() } == [50, 100])
      // Its own, implicit animation of a quarter of a second is over.
      #expect(shown?.startX == 0 && layer.animationKeys()?.count == 1)
      device.advance(0.6)
      #expect(layer.shownGradient?.colors.map(\.red) == [0, 1] && layer.animationKeys()?.isEmpty != false)
    }
  }

  @Test(.rule("E-620"))
  func `animations and layers keep values for keys of the app's own`() {
    let animation = CABasicAnimation(keyPath: "opacity")
    #expect(animation.value(forKey: "name") == nil)
    animation.setValue("fade", forKey: "name")
    #expect(animation.value(forKey: "name") as? String == "fade")
    let layer = CALayer()
    layer.setValue(7, forKey: "number")
    #expect(layer.value(forKey: "number") as? Int == 7 && layer.value(forKey: "other") == nil)
  }
}
