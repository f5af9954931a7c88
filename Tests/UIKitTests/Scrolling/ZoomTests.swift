import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Zooming a scroll view by pinching and in code.
@MainActor @Suite struct ZoomTests {
  private func zooming(_ body: (TestDevice, UIScrollView, UIView, ZoomListener) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 100, width: 300, height: 400))
      scroll.contentInsetAdjustmentBehavior = .never
      let content = UIView(frame: CGRect(x: 0, y: 0, width: 600, height: 800))
      scroll.addSubview(content)
      scroll.contentSize = content.bounds.size
      (scroll.minimumZoomScale, scroll.maximumZoomScale) = (0.5, 3)
      root.addSubview(scroll)
      device.turn()
      let listener = ZoomListener(device.log, content)
      scroll.delegate = listener
      body(device, scroll, content, listener)
    }
  }

  /// Pinches with two fingers around a point, changing their distance from it from `from` to `to`.
  private func pinch(
    _ device: TestDevice, _ x: CGFloat, _ y: CGFloat, _ from: CGFloat, _ to: CGFloat, ends: Bool = true
  ) {
    func fingers(_ distance: CGFloat) -> [UInt32: CGPoint] {
      [1: CGPoint(x: x - distance, y: y), 2: CGPoint(x: x + distance, y: y)]
    }
    device.touch(.began, fingers(from))
    for step in 1...4 {
      device.advance(0.02)
      device.touch(.moved, fingers(from + (to - from) * CGFloat(step) / 4))
    }
    if ends { device.touch(.ended, fingers(to)) }
  }

  private func near(_ a: CGPoint, _ b: CGPoint) -> Bool { abs(a.x - b.x) < 0.01 && abs(a.y - b.y) < 0.01 }

  @Test(.rule("E-590")) func `a pinch zooms around the point between the fingers`() {
    zooming { device, scroll, content, _ in
      // The content's point between the fingers is (120, 200).
      pinch(device, 120, 300, 50, 100, ends: false)
      #expect(scroll.isZooming && !scroll.isDragging && scroll.isZoomBouncing == false)
      #expect(scroll.zoomScale == 2 && content.transform == CGAffineTransform(scaleX: 2, y: 2))
      #expect(content.frame == CGRect(x: 0, y: 0, width: 1200, height: 1600))
      #expect(scroll.contentSize == CGSize(width: 1200, height: 1600))
      #expect(near(scroll.contentOffset, CGPoint(x: 120, y: 200)))
      device.touch(.ended, [1: CGPoint(x: 20, y: 300), 2: CGPoint(x: 220, y: 300)])
      #expect(!scroll.isZooming)
      let step = ["scroll", "zoom"]
      #expect(device.log.take() == ["willBeginZooming"] + step + step + step + step + ["didEndZooming 2.0"])
      device.advance(1)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-590")) func `the content follows both fingers, and the drag continues when one is lifted`() {
    zooming { device, scroll, content, _ in
      let place = { (finger: UInt32, x: CGFloat, y: CGFloat) in [finger: CGPoint(x: x, y: y)] }
      device.touch(.began, place(1, 100, 300).merging(place(2, 200, 300)) { $1 })
      device.advance(0.02)
      device.touch(.moved, place(1, 80, 270).merging(place(2, 180, 270)) { $1 })
      #expect(
        device.log.take() == ["willBeginDragging", "scroll"] && scroll.contentOffset == CGPoint(x: 20, y: 30))
      device.advance(0.02)
      device.touch(.moved, place(1, 30, 270).merging(place(2, 230, 270)) { $1 })
      // The content's point between the fingers, (150, 200), is still there, at twice the scale.
      #expect(near(scroll.contentOffset, CGPoint(x: 170, y: 230)) && scroll.isZooming && scroll.isDragging)
      #expect(device.log.take() == ["willBeginZooming", "scroll", "zoom"])
      // Both fingers move: the content scrolls once, with the point between them.
      device.touch(.moved, place(1, 20, 270).merging(place(2, 220, 270)) { $1 })
      #expect(near(scroll.contentOffset, CGPoint(x: 180, y: 230)) && device.log.take() == ["scroll"])
      device.up(220, 270, finger: 2)
      #expect(device.log.take() == ["didEndZooming 2.0"] && scroll.isDragging)
      device.advance(0.02)
      device.move(20, 250)
      #expect(near(scroll.contentOffset, CGPoint(x: 180, y: 250)))
      device.advance(1)
      device.up(20, 250)
      #expect(device.log.take() == ["scroll", "willEndDragging", "didEndDragging"])
    }
  }

  @Test(.rule("E-590"))
  func `beyond a limit the content resists, and returns to the limit before zooming ends`() {
    zooming { device, scroll, content, _ in
      pinch(device, 150, 300, 100, 25)
      // The pinch scale is 0.25, half of the limit; beyond the limit the scale follows the square root.
      #expect(scroll.isZoomBouncing && scroll.zoomScale == 0.5)
      #expect(device.log.take() == ["willBeginZooming", "zoom", "zoom", "zoom", "zoom", "zoom"])
      device.advance(1)
      #expect(device.log.take() == ["didEndZooming 0.5"] && !scroll.isZoomBouncing)
      #expect(scroll.contentSize == CGSize(width: 300, height: 400) && scroll.contentOffset == .zero)
      scroll.bouncesZoom = false
      pinch(device, 150, 300, 100, 25)
      #expect(device.log.take() == ["willBeginZooming", "didEndZooming 0.5"] && !scroll.isZoomBouncing)
    }
  }

  @Test(.rule("E-590")) func `without a scale range or without a view to zoom, a pinch has no effect`() {
    zooming { device, scroll, content, listener in
      #expect(scroll.pinchGestureRecognizer?.view === scroll)
      listener.content = nil
      pinch(device, 150, 300, 50, 100)
      #expect(scroll.zoomScale == 1 && device.log.take() == [])
      listener.content = content
      (scroll.minimumZoomScale, scroll.maximumZoomScale) = (1, 1)
      #expect(scroll.pinchGestureRecognizer == nil)
      pinch(device, 150, 300, 50, 100)
      #expect(scroll.zoomScale == 1 && device.log.take() == [])
    }
  }

  @Test(.rule("E-591")) func `setting the scale zooms around the center, without begin and end messages`() {
    zooming { device, scroll, content, _ in
      scroll.zoomScale = 2
      #expect(scroll.contentSize == CGSize(width: 1200, height: 1600))
      #expect(scroll.contentOffset == CGPoint(x: 150, y: 200))
      #expect(device.log.take() == ["scroll", "zoom"])
      scroll.zoomScale = 2
      #expect(device.log.take() == [])
      scroll.setZoomScale(9, animated: false)
      #expect(scroll.zoomScale == 3 && device.log.take() == ["scroll", "zoom"])
      scroll.zoom(to: CGRect(x: 300, y: 400, width: 150, height: 100), animated: false)
      #expect(scroll.zoomScale == 2 && scroll.contentOffset == CGPoint(x: 600, y: 700))
    }
  }

  @Test(.rule("E-591")) func `an animated zoom sends didZoom once, and didEndZooming when it is done`() {
    zooming { device, scroll, content, _ in
      scroll.zoom(to: CGRect(x: 0, y: 0, width: 150, height: 200), animated: true)
      #expect(device.log.take() == ["willBeginZooming", "zoom"] && scroll.zoomScale == 2)
      #expect(content.layer.animation(forKey: "transform") != nil && !scroll.isZooming)
      device.advance(0.2)
      #expect(device.log.take() == [])
      device.advance(0.2)
      #expect(device.log.take() == ["didEndZooming 2.0"])
      // A pinch during the animation takes over.
      scroll.setZoomScale(1, animated: true)
      device.advance(0.1)
      pinch(device, 150, 300, 50, 60, ends: false)
      let events = device.log.take()
      #expect(
        events.prefix(5) == ["willBeginZooming", "zoom", "didEndZooming 1.0", "willBeginZooming", "scroll"])
      #expect(abs(scroll.zoomScale - 1.2) < 1e-9)
    }
  }

  @Test(.rule("E-590")) func `zoomed content with constraints keeps its origin and its margins`() {
    withDevice { device in
      let root = device.showEmpty()
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 100, width: 300, height: 400))
      scroll.contentInsetAdjustmentBehavior = .never
      root.addSubview(scroll)
      let content = UIView()
      content.translatesAutoresizingMaskIntoConstraints = false
      scroll.addSubview(content)
      let top = content.topAnchor.constraint(equalTo: scroll.topAnchor, constant: 10)
      NSLayoutConstraint.activate([
        top, content.leadingAnchor.constraint(equalTo: scroll.leadingAnchor, constant: 20),
        scroll.trailingAnchor.constraint(equalTo: content.trailingAnchor, constant: 20),
        scroll.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: 10),
        content.widthAnchor.constraint(equalToConstant: 500),
        content.heightAnchor.constraint(equalToConstant: 700),
      ])
      scroll.maximumZoomScale = 4
      let listener = ZoomListener(device.log, content)
      scroll.delegate = listener
      device.turn()
      #expect(scroll.contentSize == CGSize(width: 540, height: 720))
      scroll.zoomScale = 2
      device.turn()
      #expect(scroll.contentSize == CGSize(width: 1040, height: 1420))
      #expect(content.frame == CGRect(x: 20, y: 10, width: 1000, height: 1400))
      top.constant = 50
      device.turn()
      #expect(content.frame == CGRect(x: 20, y: 50, width: 1000, height: 1400))
      #expect(scroll.contentSize == CGSize(width: 1040, height: 1460))
    }
  }
}

private final class ZoomListener: NSObject, UIScrollViewDelegate {
  let log: Log
  var content: UIView?
  init(_ log: Log, _ content: UIView) {
    self.log = log
    self.content = content
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "scrollViewDidScroll:", "scrollViewWillBeginDragging:", "scrollViewDidZoom:",
      "scrollViewWillEndDragging:withVelocity:targetContentOffset:",
      "scrollViewDidEndDragging:willDecelerate:", "viewForZoomingInScrollView:",
      "scrollViewWillBeginZooming:withView:", "scrollViewDidEndZooming:withView:atScale:")
  }
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { content }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { log("scroll") }
  func scrollViewDidZoom(_ scrollView: UIScrollView) { log("zoom") }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { log("willBeginDragging") }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) { log("willEndDragging") }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    log("didEndDragging\(decelerate ? ", goes on" : "")")
  }
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
    log(view === content ? "willBeginZooming" : "willBeginZooming another")
  }
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
    log("didEndZooming \(scale)")
  }
}
