import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Pictures that an app takes of its layers and views.
@MainActor @Suite struct LayerRenderingTests {
  private func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
    CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
  private func layer(_ frame: CGRect, _ color: CGColor?) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }
  /// The colours at points of a picture of 100 × 100 points: alpha, red, green, blue.
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

  @Test(.rule("E-536")) func `a layer is rendered with all in it, in its own space`() {
    let root = layer(CGRect(x: 500, y: 500, width: 100, height: 100), color(1, 1, 1))
    (root.borderWidth, root.borderColor) = (2, color(1, 0, 0))
    let clip = layer(CGRect(x: 10, y: 10, width: 40, height: 40), color(0, 1, 0))
    (clip.cornerRadius, clip.masksToBounds, clip.bounds.origin) = (20, true, CGPoint(x: 5, y: 0))
    clip.addSublayer(layer(CGRect(x: 25, y: 20, width: 100, height: 10), color(0, 0, 1)))
    root.addSublayer(clip)
    let half = layer(CGRect(x: 60, y: 10, width: 30, height: 30), color(0, 0, 0))
    half.opacity = 0.5
    half.addSublayer(layer(CGRect(x: 0, y: 0, width: 30, height: 10), color(0, 0, 0)))
    root.addSublayer(half)
    let turned = layer(CGRect(x: 60, y: 60, width: 30, height: 10), color(0, 1, 1))
    turned.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    root.addSublayer(turned)
    let hidden = layer(CGRect(x: 10, y: 60, width: 30, height: 30), color(0, 0, 0))
    hidden.isHidden = true
    root.addSublayer(hidden)
    let masked = layer(CGRect(x: 10, y: 60, width: 30, height: 30), color(1, 0, 1))
    masked.mask = layer(CGRect(x: 0, y: 0, width: 15, height: 30), color(0, 0, 0))
    root.addSublayer(masked)
    let points = [(0, 50), (11, 11), (30, 15), (45, 35), (55, 35), (75, 15), (75, 35), (75, 55), (62, 65)]
    #expect(
      drawn(points) { root.render(in: $0) } == [
        "FFFF0000", "FFFFFFFF", "FF00FF00", "FF0000FF", "FFFFFFFF", "FF7F7F7F", "FF7F7F7F", "FF00FFFF",
        "FFFFFFFF",
      ])
    #expect(drawn([(15, 65), (35, 65)]) { root.render(in: $0) } == ["FFFF00FF", "FFFFFFFF"])
    root.bounds.origin = CGPoint(x: 0, y: 50)
    #expect(drawn([(50, 40), (50, 60)]) { root.render(in: $0) } == ["00000000", "FFFFFFFF"])
  }

  @Test(.rule("E-536"))
  func `contents lie by their gravity; shapes, gradients and drawings are rendered, too`() throws {
    final class Stripe: UIView {
      override func draw(_ rect: CGRect) {
        UIColor.red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: bounds.width, height: 5))
      }
      nonisolated override class var _carobMethods: [_CarobMethod] {
        [.init(has: "drawRect:", "draw(_:)", 1)]
      }
    }
    let picture = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image { context in
      UIColor.blue.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    }
    let root = layer(CGRect(x: 0, y: 0, width: 100, height: 100), nil)
    let contents = layer(CGRect(x: 0, y: 0, width: 40, height: 40), nil)
    contents.contents = picture.cgImage
    (contents.contentsGravity, contents.contentsScale) = (.bottomRight, picture.scale)
    root.addSublayer(contents)
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: CGRect(x: 50, y: 0, width: 40, height: 40), transform: nil)
    shape.fillColor = color(0, 1, 0)
    root.addSublayer(shape)
    let fade = CAGradientLayer()
    fade.frame = CGRect(x: 0, y: 50, width: 40, height: 40)
    fade.colors = [color(1, 0, 0), color(0, 0, 1)]
    root.addSublayer(fade)
    let stripe = Stripe(frame: CGRect(x: 50, y: 50, width: 40, height: 40))
    root.addSublayer(stripe.layer)
    let points = [(25, 25), (35, 35), (52, 2), (70, 20), (20, 50), (20, 89), (70, 52), (70, 60)]
    let seen = drawn(points) { root.render(in: $0) }
    #expect(seen[0...3] == ["00000000", "FF0000FF", "00000000", "FF00FF00"])
    #expect(seen[4].hasPrefix("FFF") && seen[5].hasSuffix("FC") && seen[6...] == ["FFFF0000", "00000000"])
  }

  @Test func `colours of a gradient without a location are spread to its end`() {
    let fade = CAGradientLayer()
    fade.colors = [color(1, 0, 0), color(0, 1, 0), color(0, 0, 1)]
    var places: [[Double]?] = []
    for locations in [nil, [], [0.5], [0.25, 0.5], [0, 0.5, 0.75, 1]] as [[NSNumber]?] {
      fade.locations = locations
      places.append(fade.layerGradient?.locations)
    }
    #expect(places == [[0, 0.5, 1], [0, 0.5, 1], [0.5, 0.75, 1], [0.25, 0.5, 1], [0, 0.5, 0.75]])
  }

  @Test(.rule("E-537")) func `a hierarchy is drawn as it is on the screen, into the rectangle`() {
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

  @Test(.rule("E-538")) func `a snapshot stays as the view was, and stretches between its caps`() throws {
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
