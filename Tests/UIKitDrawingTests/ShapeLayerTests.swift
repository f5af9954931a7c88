import CarobFoundation
import QuartzCore
import Testing

@testable import Raster
@testable import UIKit
@testable import UIKitDrawing

/// Shape layers; on the main actor, like all tests that mark layers.
@MainActor
@Suite struct ShapeLayerTests {
  /// Strokes two lines, one 40 points to the right and one 20 points up, and returns which sample points
  /// are drawn.
  private func drawn(_ start: CGFloat, _ end: CGFloat) -> String {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 50))
    path.addLine(to: CGPoint(x: 40, y: 50))
    path.move(to: CGPoint(x: 80, y: 60))
    path.addLine(to: CGPoint(x: 80, y: 40))
    let layer = CAShapeLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.path = path
    layer.fillColor = nil
    layer.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    layer.lineWidth = 4
    layer.strokeStart = start
    layer.strokeEnd = end
    guard let context = CGContext(size: layer.bounds.size, scale: 1, isOpaque: false) else {
      return "no context"
    }
    layer.draw(in: context)
    guard let surface = context.makeImage()?.surface else { return "no picture" }
    let points = [(5, 50), (15, 50), (25, 50), (35, 50), (80, 55), (80, 45)]
    return points.map { surface[$0.0, $0.1] >> 24 != 0 ? "x" : "." }.joined()
  }

  @Test func `strokeStart and strokeEnd select a part of the path's length`() {
    #expect(drawn(0, 1) == "xxxxxx")
    #expect(drawn(0, 0.5) == "xxx...")
    #expect(drawn(0.5, 1) == "...xxx")
    #expect(drawn(0.16, 0.85) == ".xxxx.")
    #expect(drawn(0, 0) == "......")
    #expect(drawn(0.6, 0.4) == "......")
    // Values outside 0…1 are clamped.
    #expect(drawn(-1, 7) == "xxxxxx")
  }

  @Test func `a closed path is stroked along its closing line too`() {
    let layer = CAShapeLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.path = CGPath(rect: CGRect(x: 20, y: 20, width: 60, height: 60), transform: nil)
    layer.fillColor = nil
    layer.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    layer.lineWidth = 4
    layer.strokeStart = 0.75
    guard let context = CGContext(size: layer.bounds.size, scale: 1, isOpaque: false) else { return }
    layer.draw(in: context)
    let surface = context.makeImage()!.surface
    let sides = [(50, 20), (80, 50), (50, 80), (20, 50)].filter { surface[$0.0, $0.1] >> 24 != 0 }
    #expect(sides.map(\.0) == [20])
  }
}
