import CarobFoundation
import QuartzCore
import Testing

@testable import Raster
@testable import UIKit
@testable import UIKitDrawing

/// Text layers; on the main actor, like all tests that mark layers.
@MainActor
@Suite struct TextLayerTests {
  /// The range of columns with visible pixels in a drawing of the layer at 200 × 40.
  private func columns(_ layer: CATextLayer) -> ClosedRange<Int>? {
    layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 40)
    guard let context = CGContext(size: layer.bounds.size, scale: 1, isOpaque: false) else { return nil }
    layer.draw(in: context)
    let surface = context.makeImage()!.surface
    let drawn = (0..<200).filter { x in (0..<40).contains { y in surface[x, y] >> 24 != 0 } }
    return drawn.isEmpty ? nil : drawn[0]...drawn[drawn.count - 1]
  }

  @Test func `text is placed by the alignment mode`() throws {
    let layer = CATextLayer()
    #expect(columns(layer) == nil)
    layer.string = "Carob"
    layer.fontSize = 20
    layer.alignmentMode = .left
    let left = try #require(columns(layer))
    layer.alignmentMode = .right
    let right = try #require(columns(layer))
    layer.alignmentMode = .center
    let middle = try #require(columns(layer))
    #expect(left.lowerBound < 5 && right.upperBound > 194)
    #expect(abs((middle.lowerBound + middle.upperBound) / 2 - 100) < 3)
    layer.foregroundColor = nil
    #expect(columns(layer) == nil)
  }

  @Test nonisolated func `layers can be created, marked and deallocated on any thread`() async {
    let numbers = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<5_000).map { _ in
            let layer = CALayer()
            layer.setNeedsLayout()
            layer.setNeedsDisplay()
            return layer.id
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.count == 20_000 && Set(numbers).count == 20_000)
  }
}
