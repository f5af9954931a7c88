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
  func `frames run in sequence, and the completion is called after the last`() {
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

  @Test func `a spring ends after its duration, however it is specified`() {
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
}
