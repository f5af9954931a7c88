import CarobFoundation
import QuartzCore
import TestSupport
import Testing
import UIKit

/// Which view is hit at a point.
@MainActor @Suite struct HitTestTests {
  private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
  }

  @Test(.rule("E-161")) func `the frontmost view is hit, and among siblings the last one`() {
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
  func `a view without interaction, hidden or nearly transparent is skipped with its subtree`() {
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

  @Test(.rule("E-162")) func `a subview is not hit outside its superview, with or without clipping`() {
    let root = UIView(frame: rect(0, 0, 100, 100))
    let small = UIView(frame: rect(0, 0, 20, 20))
    small.addSubview(UIView(frame: rect(0, 0, 80, 80)))
    root.addSubview(small)
    #expect(small.clipsToBounds == false)
    #expect(root.hitTest(CGPoint(x: 50, y: 50), with: nil) === root)
  }

  @Test(.rule("E-163"))
  func `the right and bottom edges do not belong to a view, the left and top ones do`() {
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

  @Test(.rule("E-161", "E-162"))
  func `overrides in views and layers are called even where a point misses their bounds`() {
    let root = UIView(frame: rect(0, 0, 100, 100))
    let plain = UIView(frame: rect(80, 80, 10, 10))
    let asked = Asked(frame: rect(80, 80, 10, 10))
    let belowAsked = BelowAsked(frame: rect(80, 80, 10, 10))
    for view in [plain, asked, belowAsked] { root.addSubview(view) }
    #expect(root.hitTest(CGPoint(x: 5, y: 6), with: nil) === root)
    #expect(asked.points == [CGPoint(x: -75, y: -74)] && belowAsked.points == asked.points)
    let turned = UIView(frame: rect(0, 40, 40, 2))
    root.addSubview(turned)
    #expect(root.hitTest(CGPoint(x: 20, y: 25), with: nil) === root)
    turned.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(root.hitTest(CGPoint(x: 20, y: 25), with: nil) === turned)
    turned.transform = .identity
    #expect(root.hitTest(CGPoint(x: 20, y: 25), with: nil) === root)
  }

  @Test(.rule("E-161", "E-163"))
  func `a subview is hit at its current position, however it was moved`() {
    let root = UIView(frame: rect(0, 0, 100, 100))
    let view = UIView(frame: rect(0, 0, 10, 10))
    root.addSubview(view)
    func hits(_ x: CGFloat, _ y: CGFloat) -> Bool { root.hitTest(CGPoint(x: x, y: y), with: nil) === view }
    #expect(hits(0, 0) && hits(9.999, 9.999) && !hits(10, 5) && !hits(5, 10))
    view.center = CGPoint(x: 50, y: 50)
    #expect(!hits(5, 5) && hits(45, 45) && hits(54.9, 54.9) && !hits(55, 50))
    view.bounds.size = CGSize(width: 20, height: 20)
    #expect(hits(40, 40) && hits(59, 59))
    view.layer.anchorPoint = CGPoint(x: 0, y: 0)
    #expect(!hits(40, 40) && hits(50, 50) && hits(69, 69) && !hits(70, 69))
    view.layer.position = CGPoint(x: 10, y: 10)
    #expect(hits(10, 10) && !hits(50, 50))
    view.layer.transform = CATransform3DMakeTranslation(60, 0, 0)
    #expect(!hits(10, 10) && hits(70, 10))
    view.transform = .identity
    view.frame = rect(-20, -20, 30, 30)
    #expect(hits(0, 0) && hits(9.9, 9.9) && !hits(11, 9))
    view.removeFromSuperview()
    #expect(!hits(0, 0))
    root.insertSubview(view, at: 0)
    #expect(hits(0, 0))
  }

  @Test(.rule("E-161")) func `a point at large coordinates hits the view there`() {
    let root = UIView(frame: rect(0, 0, 2_000_000, 10))
    for index in 0..<20 {
      root.addSubview(UIView(frame: rect(1_000_000 + CGFloat(index) / 4, 0, 0.25, 10)))
    }
    for index in 0..<20 {
      let point = CGPoint(x: 1_000_000.125 + CGFloat(index) / 4, y: 5)
      #expect(root.hitTest(point, with: nil) === root.subviews[index])
    }
  }

  @Test(.rule("E-161")) func `a view with a custom layer class is hit-tested by its layer's bounds`() {
    let root = UIView(frame: rect(0, 0, 100, 100))
    let view = ViewOfWideLayer(frame: rect(50, 50, 10, 10))
    root.addSubview(view)
    #expect(root.hitTest(CGPoint(x: 90, y: 55), with: nil) === view)
    #expect(root.hitTest(CGPoint(x: 40, y: 55), with: nil) === root)
  }

  @Test(.rule("E-161")) func `a view may remove its siblings while it is hit-tested`() {
    let root = UIView(frame: rect(0, 0, 100, 100))
    let below = UIView(frame: rect(0, 0, 100, 100))
    let clearing = ClearingView(frame: rect(0, 0, 100, 100))
    for view in [UIView(frame: rect(0, 0, 100, 100)), below, clearing] { root.addSubview(view) }
    #expect(root.hitTest(CGPoint(x: 5, y: 5), with: nil) === below)
    #expect(root.subviews == [clearing])
  }

  @Test(.rule("E-164")) func `user interaction is disabled by default in labels and image views only`() {
    #expect(!UILabel().isUserInteractionEnabled && !UIImageView().isUserInteractionEnabled)
    #expect(UIView().isUserInteractionEnabled && UIButton().isUserInteractionEnabled)
  }
}

/// Returns wider bounds than it has.
private final class WideLayer: CALayer {
  nonisolated override class var _carobNew: (@MainActor () -> AnyObject)? { { WideLayer() } }
  override var bounds: CGRect {
    get { CGRect(origin: super.bounds.origin, size: CGSize(width: 50, height: super.bounds.height)) }
    set { super.bounds = newValue }
  }
}

private final class ViewOfWideLayer: UIView {
  override class var layerClass: AnyClass { WideLayer.self }
}

/// Removes its siblings when it is hit-tested.
private final class ClearingView: UIView {
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    for view in superview?.subviews ?? [] where view !== self { view.removeFromSuperview() }
    return nil
  }
}

/// Logs the points at which it is hit-tested.
private class Asked: UIView {
  var points: [CGPoint] = []
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    points.append(point)
    return super.hitTest(point, with: event)
  }
}

private final class BelowAsked: Asked {}

/// Accepts touches up to ten points outside its bounds.
private final class WideView: UIView {
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    bounds.insetBy(dx: -10, dy: -10).contains(point)
  }
}
