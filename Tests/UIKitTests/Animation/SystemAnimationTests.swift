import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Predefined animations of views.
@MainActor @Suite struct SystemAnimationTests {
  @Test(.rule("E-708")) func `deleted views fade out along with the other animations and are removed`() {
    withDevice { device in
      let root = device.showEmpty()
      let (gone, kept) = (UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)), UIView())
      root.addSubview(gone)
      root.addSubview(kept)
      let log = device.log
      UIView.perform(.delete, on: [gone], options: []) {
        kept.frame.origin.x = 100
      } completion: {
        log("completed \($0), in view: \(gone.superview != nil)")
      }
      #expect(gone.alpha == 0 && gone.superview === root)
      device.turn()
      device.advance(0.2)
      #expect(log.take().isEmpty && gone.superview === root)
      device.advance(0.2)
      #expect(log.take() == ["completed true, in view: false"])
      #expect(kept.frame.origin.x == 100)
    }
  }
}
