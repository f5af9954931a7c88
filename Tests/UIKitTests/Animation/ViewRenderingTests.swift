import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Snapshots that an app takes of its views.
@MainActor @Suite struct ViewRenderingTests {
  /// The colors at points of an image of 100 × 100 points: alpha, red, green, blue.
  private func drawn(_ points: [(Int, Int)], _ draw: (CGContext) -> Void) -> [String] {
    guard let context = CGContext(size: CGSize(width: 100, height: 100), scale: 1) else { return [] }
    UIGraphicsPushContext(context)
    draw(context)
    UIGraphicsPopContext()
    return points.map { point in
      let text = String(context.surface[point.0, point.1], radix: 16, uppercase: true)
      return String(repeating: "0", count: 8 - text.count) + text
    }
  }

  @Test(.rule("E-537")) func `drawHierarchy draws the current screen content into the rectangle`() {
    withDevice { device in
      let view = UIView(frame: CGRect(x: 30, y: 30, width: 50, height: 50))
      let child = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 50))
      (view.backgroundColor, child.backgroundColor) = (.green, .red)
      view.addSubview(child)
      device.showEmpty().addSubview(view)
      device.turn()
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { child.center.x = 45 }
      device.turn()
      device.advance(0.5)
      let points = [(9, 50), (50, 50), (89, 50)]
      let rect = CGRect(x: 0, y: 0, width: 100, height: 100)
      var isDrawn = false
      let seen = drawn(points) { _ in isDrawn = view.drawHierarchy(in: rect, afterScreenUpdates: false) }
      #expect(isDrawn && seen == ["FF00FF00", "FFFF0000", "FF00FF00"])
      let set = drawn([(9, 25), (44, 25), (60, 25)]) { view.layer.render(in: $0) }
      #expect(set == ["FF00FF00", "FFFF0000", "00000000"])
      #expect(!view.drawHierarchy(in: rect, afterScreenUpdates: false))
    }
  }

  @Test(.rule("E-538"))
  func `a snapshot keeps the view's earlier content, and stretches between its caps`() throws {
    try withDevice { device in
      let view = UIView(frame: CGRect(x: 30, y: 30, width: 60, height: 40))
      view.backgroundColor = .red
      device.showEmpty().addSubview(view)
      device.turn()
      let whole = try #require(view.snapshotView(afterScreenUpdates: true))
      view.backgroundColor = .green
      #expect(whole.frame == CGRect(x: 0, y: 0, width: 60, height: 40))
      #expect(drawn([(5, 5), (65, 5)]) { whole.layer.render(in: $0) } == ["FFFF0000", "00000000"])
      let part = try #require(
        view.resizableSnapshotView(
          from: CGRect(x: 50, y: 0, width: 20, height: 40), afterScreenUpdates: true,
          withCapInsets: UIEdgeInsets(top: 10, left: 5, bottom: 10, right: 5)))
      #expect(part.frame.size == CGSize(width: 20, height: 40))
      #expect(part.layer.contentsCenter == CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
      #expect(drawn([(5, 5), (15, 5)]) { part.layer.render(in: $0) } == ["FF00FF00", "00000000"])
      #expect(UIView().snapshotView(afterScreenUpdates: true) == nil)
    }
  }
}
