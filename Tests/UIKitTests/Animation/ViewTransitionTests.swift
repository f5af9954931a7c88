import CarobFoundation
import Testing

@testable import UIKit

/// Transitions of views: immediate changes and the completion.
@MainActor @Suite struct ViewTransitionTests {
  @Test func `a transition of a view ends after its duration`() {
    withDevice { device in
      let root = device.showEmpty()
      let box = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      root.addSubview(box)
      device.turn()
      UIView.transition(
        with: box, duration: 0.4, options: .transitionCrossDissolve, animations: { device.log("changes") },
        completion: { device.log("over \($0)") })
      device.turn()
      #expect(device.log.take() == ["changes"])
      device.advance(0.2)
      let shown = box.layer.presentation()?.opacity ?? -1
      #expect(device.log.take() == [] && shown > 0.4 && shown < 0.6)
      device.advance(0.21)
      #expect(device.log.take() == ["over true"] && box.alpha == 1)
    }
  }

  @Test func `a transition without a window or a duration ends with the turn`() {
    withDevice { device in
      let root = device.showEmpty()
      let box = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      UIView.transition(with: box, duration: 0.4, animations: nil) { device.log("away \($0)") }
      UIView.transition(with: root, duration: 0, animations: nil) { device.log("at once \($0)") }
      #expect(device.log.take() == [])
      device.turn()
      #expect(device.log.take() == ["away true", "at once true"])
    }
  }
}
