import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import QuartzCore

/// Images that an app renders from its layers.
@MainActor @Suite struct LayerRenderingTests {
  private func layer(_ frame: CGRect, _ color: CGColor?) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }
  /// The colours at points of an image of 100 × 100 points: alpha, red, green, blue.
  private func drawn(_ points: [(Int, Int)], _ draw: (CGContext) -> Void) -> [String] {
    guard let context = CGContext(size: CGSize(width: 100, height: 100), scale: 1) else { return [] }
    draw(context)
    return points.map { point in
      let text = String(context.surface[point.0, point.1], radix: 16, uppercase: true)
      return String(repeating: "0", count: 8 - text.count) + text
    }
  }

  @Test(.rule("E-536")) func `a layer is rendered with its sublayers, in its own space`() {
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
  func `contents are placed by their gravity; shapes, gradients and drawings are rendered, too`() throws {
    final class Stripe: CALayer {
      override func draw(in context: CGContext) {
        context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: bounds.width, height: 5))
      }
    }
    let canvas = try #require(CGContext(size: CGSize(width: 10, height: 10), scale: 1))
    canvas.setFillColor(color(0, 0, 1))
    canvas.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    let root = layer(CGRect(x: 0, y: 0, width: 100, height: 100), nil)
    let contents = layer(CGRect(x: 0, y: 0, width: 40, height: 40), nil)
    contents.contents = canvas.makeImage()
    contents.contentsGravity = .bottomRight
    root.addSublayer(contents)
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: CGRect(x: 50, y: 0, width: 40, height: 40), transform: nil)
    shape.fillColor = color(0, 1, 0)
    root.addSublayer(shape)
    let fade = CAGradientLayer()
    fade.frame = CGRect(x: 0, y: 50, width: 40, height: 40)
    fade.colors = [color(1, 0, 0), color(0, 0, 1)]
    root.addSublayer(fade)
    let stripe = Stripe()
    stripe.frame = CGRect(x: 50, y: 50, width: 40, height: 40)
    root.addSublayer(stripe)
    stripe.setNeedsDisplay()
    let points = [(25, 25), (35, 35), (52, 2), (70, 20), (20, 50), (20, 89), (70, 52), (70, 60)]
    let seen = drawn(points) { root.render(in: $0) }
    #expect(seen[0...3] == ["00000000", "FF0000FF", "00000000", "FF00FF00"])
    #expect(seen[4].hasPrefix("FFF") && seen[5].hasSuffix("FC") && seen[6...] == ["FFFF0000", "00000000"])
  }

  @Test func `colours of a gradient without locations are spread up to its end`() {
    let fade = CAGradientLayer()
    fade.colors = [color(1, 0, 0), color(0, 1, 0), color(0, 0, 1)]
    var places: [[Double]?] = []
    for locations in [nil, [], [0.5], [0.25, 0.5], [0, 0.5, 0.75, 1]] as [[NSNumber]?] {
      fade.locations = locations
      places.append(fade.layerGradient?.locations)
    }
    #expect(places == [[0, 0.5, 1], [0, 0.5, 1], [0.5, 0.75, 1], [0.25, 0.5, 1], [0, 0.5, 0.75]])
  }
}
