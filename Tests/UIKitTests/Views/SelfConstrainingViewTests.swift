import TestSupport
import Testing
import UIKit

/// Views that create constraints in their own layout.
@MainActor @Suite struct SelfConstrainingViewTests {
  /// Adds its child and creates the same constraints each time.
  private final class Growing: UIView {
    let child = UIView()
    var layouts = 0

    override func layoutSubviews() {
      super.layoutSubviews()
      layouts += 1
      addSubview(child)
      child.translatesAutoresizingMaskIntoConstraints = false
      NSLayoutConstraint.activate([
        child.leadingAnchor.constraint(equalTo: leadingAnchor),
        child.topAnchor.constraint(equalTo: topAnchor),
        child.widthAnchor.constraint(equalToConstant: 40), child.heightAnchor.constraint(equalToConstant: 20),
      ])
    }
  }

  @Test(.rule("E-888")) func `a layout that creates the same constraints each time ends in the same turn`() {
    withDevice { device in
      let controller = UIViewController()
      let view = Growing(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      controller.view.addSubview(view)
      device.show(controller)
      // The first layout adds the child, the second is caused by that, the third by the child's frame.
      #expect(view.layouts == 3)
      #expect(view.child.frame == CGRect(x: 0, y: 0, width: 40, height: 20))
      device.turn()
      #expect(view.layouts == 3)
    }
  }
}
