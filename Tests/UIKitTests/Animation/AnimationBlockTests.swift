import CarobFoundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// Animations between beginAnimations and commitAnimations.
@MainActor @Suite struct AnimationBlockTests {
  private func animating(_ body: (TestDevice, UIView, Hearer) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      root.addSubview(view)
      device.turn()
      body(device, view, Hearer(device.log))
    }
  }

  @Test(.rule("E-598")) func `a block takes 0.2 s unless it sets a duration, then notifies its delegate`() {
    animating { device, view, hearer in
      UIView.beginAnimations("move", context: nil)
      UIView.setAnimationDelegate(hearer)
      UIView.setAnimationWillStart("starts:context:")
      UIView.setAnimationDidStop("ends:finished:context:")
      view.center.x = 105
      UIView.commitAnimations()
      #expect(device.log.take() == [])
      device.turn()
      #expect(device.log.take() == ["starts move"])
      #expect(view.layer.animation(forKey: "position")?.duration == 0.2)
      device.advance(0.19)
      #expect(device.log.take() == [])
      device.advance(0.02)
      #expect(device.log.take() == ["ends move true"])
    }
  }

  @Test(.rule("E-598")) func `a setting applies to the changes after it`() {
    animating { device, view, hearer in
      UIView.beginAnimations(nil, context: nil)
      UIView.setAnimationDuration(1)
      UIView.setAnimationDelay(0.5)
      UIView.setAnimationCurve(.linear)
      UIView.setAnimationRepeatCount(2)
      UIView.setAnimationRepeatAutoreverses(true)
      UIView.setAnimationDelegate(hearer)
      UIView.setAnimationDidStop("plain")
      view.alpha = 0
      UIView.commitAnimations()
      let animation = view.layer.animation(forKey: "opacity")
      #expect(animation?.duration == 1 && animation?.beginTime == device.now + 0.5)
      #expect(animation?.timingFunction?.points == [0, 0, 1, 1])
      #expect(animation?.repeatCount == 2 && animation?.autoreverses == true)
      // Changes after the block are not animated.
      view.center.x = 50
      #expect(view.layer.animation(forKey: "position") == nil)
      device.advance(4.4)
      #expect(device.log.take() == [])
      device.advance(0.2)
      #expect(device.log.take() == ["plain"])
    }
  }

  @Test(.rule("E-598")) func `blocks can be nested, and an empty one ends with the turn`() {
    animating { device, view, hearer in
      UIView.beginAnimations("outer", context: nil)
      UIView.setAnimationDelegate(hearer)
      UIView.setAnimationDidStop("ends:finished:context:")
      UIView.setAnimationDuration(2)
      UIView.beginAnimations("inner", context: nil)
      UIView.setAnimationDuration(1)
      view.alpha = 0.5
      UIView.commitAnimations()
      view.center.x = 50
      UIView.commitAnimations()
      #expect(view.layer.animation(forKey: "opacity")?.duration == 1)
      #expect(view.layer.animation(forKey: "position")?.duration == 2)
      UIView.commitAnimations()
      UIView.beginAnimations("empty", context: nil)
      UIView.setAnimationDelegate(hearer)
      UIView.setAnimationDidStop("ends:finished:context:")
      UIView.commitAnimations()
      device.turn()
      #expect(device.log.take() == ["ends empty true"])
      device.advance(3)
      #expect(device.log.take() == ["ends outer true"])
    }
  }
}

private final class Hearer: NSObject {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init("starts:context:", "starts(_:context:)", 1) { hearer, name, _, _ in
        MainActor.assumeIsolated {
          unsafeDowncast(hearer, to: Hearer.self).log("starts \(name as? String ?? "")")
        }
      },
      .init("ends:finished:context:", "ends(_:finished:context:)", 1) { hearer, name, finished, _ in
        MainActor.assumeIsolated {
          unsafeDowncast(hearer, to: Hearer.self).log(
            "ends \(name as? String ?? "") \((finished as? NSNumber)?.boolValue ?? false)")
        }
      },
      .init(none: "plain", "plain()", 1) { hearer in
        MainActor.assumeIsolated { unsafeDowncast(hearer, to: Hearer.self).log("plain") }
      },
    ]
  }
}
