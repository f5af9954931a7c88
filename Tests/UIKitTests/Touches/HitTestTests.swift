import CarobFoundation
import RuleTrait
import Testing
import UIKit

/// Which view a point belongs to.
@MainActor @Suite struct HitTestTests {
  private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
  }

  @Test(.rule("E-161")) func `the front view wins, and among equals the last one`() {
    let root = UIView(frame: rect(0, 0, 100, 100))
    let (back, front, inner) = (
      UIView(frame: rect(0, 0, 50, 50)), UIView(frame: rect(25, 25, 50, 50)),
      UIView(frame: rect(0, 0, 10, 10))
    )
    root.addSubview(back)
    root.addSubview(front)
    front.addSubview(inner)
    #expect(root.hitTest(CGPoint(x: 10, y: 10), with: nil) === back)
    #expect(root.hitTest(CGPoint(x: 40, y: 40), with: nil) === front)
    #expect(root.hitTest(CGPoint(x: 30, y: 30), with: nil) === inner)
    #expect(root.hitTest(CGPoint(x: 90, y: 10), with: nil) === root)
    #expect(root.hitTest(CGPoint(x: 101, y: 10), with: nil) == nil)
  }

  @Test(.rule("E-161"))
  func `without interaction, hidden or all but transparent a whole subtree is passed over`() {
    let root = UIView(frame: rect(0, 0, 100, 100))
    let cover = UIView(frame: rect(0, 0, 100, 100))
    let inner = UIView(frame: rect(0, 0, 100, 100))
    root.addSubview(cover)
    cover.addSubview(inner)
    let point = CGPoint(x: 50, y: 50)
    cover.isUserInteractionEnabled = false
    #expect(root.hitTest(point, with: nil) === root)
    cover.isUserInteractionEnabled = true
    cover.isHidden = true
    #expect(root.hitTest(point, with: nil) === root)
    cover.isHidden = false
    cover.alpha = 0.009
    #expect(root.hitTest(point, with: nil) === root)
    cover.alpha = 0.011
    #expect(root.hitTest(point, with: nil) === inner)
  }

  @Test(.rule("E-162")) func `a subview that sticks out is not hit there, clipping or not`() {
    let root = UIView(frame: rect(0, 0, 100, 100))
    let small = UIView(frame: rect(0, 0, 20, 20))
    small.addSubview(UIView(frame: rect(0, 0, 80, 80)))
    root.addSubview(small)
    #expect(small.clipsToBounds == false)
    #expect(root.hitTest(CGPoint(x: 50, y: 50), with: nil) === root)
  }

  @Test(.rule("E-163")) func `the far edges do not belong to a view, the near ones do`() {
    let view = UIView(frame: rect(5, 5, 10, 10))
    #expect(view.point(inside: .zero, with: nil))
    #expect(view.point(inside: CGPoint(x: 9.99, y: 9.99), with: nil))
    #expect(!view.point(inside: CGPoint(x: 10, y: 5), with: nil))
    #expect(!view.point(inside: CGPoint(x: 5, y: 10), with: nil))
    #expect(!view.point(inside: CGPoint(x: -0.01, y: 0), with: nil))
  }

  @Test(.rule("E-161")) func `the point is converted through transforms, scrolled bounds and overrides`() {
    let root = UIView(frame: rect(0, 0, 100, 100))
    let scrolled = UIView(frame: rect(0, 0, 100, 100))
    scrolled.bounds.origin.y = 200
    let below = UIView(frame: rect(0, 250, 10, 10))
    scrolled.addSubview(below)
    root.addSubview(scrolled)
    #expect(root.hitTest(CGPoint(x: 5, y: 55), with: nil) === below)
    below.transform = CGAffineTransform(scaleX: 3, y: 3)
    #expect(root.hitTest(CGPoint(x: 14, y: 55), with: nil) === below)
    below.transform = .identity
    let wide = WideView(frame: rect(50, 50, 2, 2))
    root.addSubview(wide)
    #expect(root.hitTest(CGPoint(x: 45, y: 45), with: nil) === wide)
  }

  @Test(.rule("E-164")) func `labels and image views begin without interaction, others with it`() {
    #expect(!UILabel().isUserInteractionEnabled && !UIImageView().isUserInteractionEnabled)
    #expect(UIView().isUserInteractionEnabled && UIButton().isUserInteractionEnabled)
  }
}

/// Takes touches ten points around.
private final class WideView: UIView {
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    bounds.insetBy(dx: -10, dy: -10).contains(point)
  }
}
